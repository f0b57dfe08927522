// The rules and the state of Play, without a browser and without a server.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ending, firstPosition, isMachines, legal, question, start, stepped, takenApart, turn } from "../../play-rules.js";
import { Line, remembering } from "../../play-state.js";

test("the machine moves at every other ply, and never between two people", () => {
  assert.deepEqual([0, 1, 2, 3].map((ply) => isMachines("machine", ply)), [true, false, true, false]);
  assert.deepEqual([0, 1, 2, 3].map((ply) => isMachines(undefined, ply)), [false, true, false, true]);
  assert.deepEqual([0, 1, 2, 3].map((ply) => isMachines("two", ply)), [false, false, false, false]);
  assert.deepEqual([turn("machine", 0), turn("", 0), turn("two", 0), turn("two", 1)], ["machine_moves", "your_turn", "first_moves", "second_moves"]);
});

test("who cannot move loses, and wins in misère play", () => {
  assert.deepEqual([ending("two", 0, false), ending("two", 1, false), ending("two", 0, true)], ["second_wins", "first_wins", "first_wins"]);
  // At ply 1 it is the machine that cannot move.
  assert.deepEqual([ending("", 1, false), ending("", 1, true), ending("", 2, false)], ["you_win", "machine_wins", "machine_wins"]);
});

test("undo and redo lead to one's own turn", () => {
  // You, the machine, you, the machine: five positions.
  assert.equal(stepped("", 4, 5, -1), 2);
  assert.equal(stepped("", 2, 5, -1), 0);
  assert.equal(stepped("", 0, 5, -1), null);
  assert.equal(stepped("", 0, 5, 1), 2);
  assert.equal(stepped("", 4, 5, 1), null);
  for (const ply of [1, 2, 3]) assert.equal(stepped("two", ply, 5, -1), ply - 1);
  // Whatever one does from one's own turn, one is not left before a machine that has answered.
  for (const first of ["", "machine"]) {
    for (let length = 1; length < 9; length++) {
      for (let ply = 0; ply < length; ply++) {
        for (const by of [-1, 1]) {
          const next = stepped(first, ply, length, by);
          if (next !== null && next > 0 && next < length - 1) assert.ok(!isMachines(first, next), `${first} ${ply} of ${length} by ${by}`);
        }
      }
    }
  }
});

test("a position is asked for by name, a definition with its heaps", () => {
  const nim = { game: "nim", at: "3,5,7" };
  assert.equal(start(nim), "nim:3,5,7");
  assert.deepEqual(question(nim, "nim:3,5", 1), { ask: "reply", position: "nim:3,5", misere: false, turn: "right" });
  const own = { game: "(x) -> { (x-1) }", at: "4", misere: "1", level: "3", seed: "10" };
  assert.equal(start(own), "4");
  const asked = { ask: "reply", position: own.game, at: "3", misere: true, turn: "left", level: 3, seed: 12, move: "2" };
  assert.deepEqual(question(own, "3", 2, { move: "2" }), asked);
  const sum = { game: "nim", at: "nim:3 + cram:2x2" };
  assert.equal(start(sum), sum.at);
  assert.equal(question(sum, sum.at, 0).position, sum.at);
  assert.deepEqual(takenApart("nim:3 + cram:2x2"), sum);
  assert.deepEqual([takenApart("nim"), takenApart(own.game)], [{}, {}]);
  assert.deepEqual([null, ["x"], ["x", "y"], ["x", "y", "z"]].map(firstPosition), ["3x4", "3,5,7", "5,7", "3,5,7"]);
});

test("a line is cut where the rules do not allow it", async () => {
  const options = { a: ["b", "c"], b: ["d"] };
  const survey = async (position, more = {}) => {
    if (more.move === "late") return { position: "late" };
    if (more.move) throw new Error("no such move");
    return { options: (options[position] ?? []).map((after) => ({ position: after })), options_complete: position !== "d" };
  };
  assert.deepEqual(await legal(["a"], survey), ["a"]);
  assert.deepEqual(await legal(["a", "b", "d"], survey), ["a", "b", "d"]);
  assert.deepEqual(await legal(["a", "d", "b"], survey), ["a"]);
  // Where not all moves are listed, one is asked about.
  assert.deepEqual(await legal(["a", "b", "d", "late"], survey), ["a", "b", "d", "late"]);
  assert.deepEqual(await legal(["a", "b", "d", "never"], survey), ["a", "b", "d"]);
});

test("a move forgets what came after, and can be taken back", () => {
  const line = new Line(["a", "b", "c"], "1");
  assert.deepEqual([line.position, line.isLast, line.kept], ["b", false, { line: "b;c", ply: "1" }]);
  line.settle();
  line.move("x");
  assert.deepEqual([line.positions, line.ply, line.kept], [["a", "b", "x"], 2, { line: "b;x", ply: "" }]);
  assert.ok(line.unsettle());
  assert.deepEqual([line.positions, line.ply], [["a", "b", "c"], 1]);
  assert.ok(!line.unsettle());
  assert.deepEqual(["0", "", undefined, "9", "x", "-1"].map((ply) => new Line(["a", "b"], ply).ply), [0, 1, 1, 1, 1, 1]);
  assert.ok(!new Line(["a"]).step("two", -1));
});

test("what is known is not asked again, what failed is", async () => {
  let count = 0;
  const ask = remembering(async (question) => {
    count += 1;
    if (question.fails && count < 3) throw new Error("busy");
    return count;
  });
  assert.deepEqual([await ask({ a: 1 }), await ask({ a: 1 })], [1, 1]);
  await assert.rejects(ask({ fails: true }));
  assert.equal(await ask({ fails: true }), 3);
});
