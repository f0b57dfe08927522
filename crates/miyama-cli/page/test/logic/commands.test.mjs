// Commands of the tours and the views that show the same.

import assert from "node:assert/strict";
import { test } from "node:test";
import { shownAt } from "../../commands.js";

/** A state without what is empty. */
const shown = (command) => {
  const found = shownAt(command);
  return found && Object.fromEntries(Object.entries(found).filter(([, value]) => value !== ""));
};

test("a command leads to the view that shows the same", () => {
  assert.deepEqual(shown("solve nim:7,5,3 --by-definition"), { view: "lectures", of: "definition", position: "nim:7,5,3" });
  assert.deepEqual(shown("solve --misere nim:3,5,7 --by-definition"), { view: "lectures", of: "definition", position: "nim:3,5,7", misere: "1" });
  assert.deepEqual(shown("solve 'nim:4 + bounded(3):5' --by-definition=tree"), { view: "lectures", of: "definition", position: "nim:4 + bounded(3):5", way: "tree" });
  assert.deepEqual(shown("solve '2d-nim:staircase(4)'"), { view: "play", game: "2d-nim", at: "staircase(4)", values: "1" });
  assert.deepEqual(shown("table 'twist(0)' --to 30 --p-positions --sorted"), { view: "see", game: "twist(0)", to: "30", kind: "p" });
  assert.deepEqual(shown("table 'twist(0)' --to 16 --value 1 --sorted"), { view: "see", game: "twist(0)", to: "16", kind: "level", level: "1" });
  assert.deepEqual(shown("table nim --heaps 2 --to 6"), { view: "see", game: "nim", heaps: "2", to: "6" });
  assert.deepEqual(shown("bricks 2x4 2 --mirror"), { view: "explore", of: "bricks", brick: "2x4", bricks: "2" });
  assert.deepEqual(shown("word '0 -> 01, 1 -> 10' --length 32"), { view: "explore", of: "word", word: "0 -> 01, 1 -> 10", length: "32" });
  assert.deepEqual(shown("record crates/miyama-records/examples/knights.pgn"), { view: "explore", of: "record", record: "knights.pgn" });
  assert.deepEqual(shown("exercises nim-sum --count 5"), { view: "lectures", of: "sheet", kind: "nim-sum" });
});

test("what no view shows has no link", () => {
  for (const command of ["bricks 2x4 1..8 --tower", "figures 000 figure-12", "solve 'nim:4 + yama:2,1'"]) assert.equal(shownAt(command), null, command);
});
