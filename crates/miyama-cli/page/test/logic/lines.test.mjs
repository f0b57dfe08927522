// Periods that are seen, and who erred: without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { linesThrough, seenPeriod } from "../../lines.js";
import { judged, lastMistake } from "../../analysis.js";
import { laidOut } from "../../axes.js";
import { completions } from "../../guide.js";
import { FilePen } from "../../file-pen.js";

test("the least period, with and without a saltus", () => {
  assert.deepEqual(seenPeriod([9, 9, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2]), { from: 2, period: 3, saltus: 0 });
  assert.deepEqual(seenPeriod([0, 1, 2, 3, 4, 5, 6]), { from: 0, period: 1, saltus: 1 });
  assert.equal(seenPeriod([1, 4, 1, 5, 9, 2, 6, 5, 3, 5]), null);
});

test("lines through a position are those of the table", () => {
  const at = ([x, y]) => 100 * x + y;
  const [row, column, diagonal, counter] = linesThrough([2, 1], [3, 4], at);
  assert.deepEqual(row.terms, [1, 101, 201, 301]);
  assert.deepEqual(column.terms, [200, 201, 202, 203, 204]);
  assert.deepEqual(diagonal.terms, [100, 201, 302]);
  assert.deepEqual(counter.terms, [3, 102, 201, 300]);
});

test("axes turn and turn back", () => {
  for (const way of ["up", "down"]) {
    const { cell, position, columns, rows } = laidOut([3, 5], way);
    for (let x = 0; x <= 3; x++) {
      for (let y = 0; y <= 5; y++) {
        const [c, r] = cell([x, y]);
        assert.ok(c < columns && r < rows);
        assert.deepEqual(position([c, r]), [x, y]);
      }
    }
  }
});

test("a mistake is a move from a win to a win of the other", () => {
  const answer = (wins, over = false) => ({ winning_moves_count: String(wins), over, convention: "normal", options: wins ? [{ wins: true, move: "best" }] : [] });
  const moves = judged([answer(1), answer(2), answer(0), answer(0, true)]);
  assert.deepEqual(moves.map((move) => move.isMistake), [true, false, false]);
  assert.deepEqual([lastMistake(moves).ply, lastMistake(moves).better], [1, "best"]);
});

test("words are completed at the caret only", () => {
  assert.deepEqual(completions("wyt", 3, ["wythoff", "nim"]).words, ["wythoff"]);
  assert.deepEqual(completions("(x) -> { (x-i) | i mo", 21, []).words, ["mod"]);
  assert.deepEqual(completions("nim", 1, ["nim"]).words, []);
});

test("a pen writes what it draws", () => {
  const pen = new FilePen(40, 20);
  pen.fillStyle = "#d62728";
  pen.fillRect(1, 2, 3, 4);
  pen.font = "700 12px system-ui";
  pen.fillText("a<b_c", 5, 6);
  assert.match(pen.svg("t", "#fff"), /<rect x="1" y="2" width="3" height="4" fill="#d62728"\/>\n<text[^>]*font-weight="700"[^>]*>a&lt;b_c</);
  assert.match(pen.tikz(), /\\definecolor\{\w+\}\{RGB\}\{214,39,40\}[^]*\(1,18\) rectangle \(4,14\)[^]*a<b\\_c/);
});
