// Boards have no heaps to draw axes for: the values of rectangles are shown.

import { latest } from "./api.js";
import { el, fill } from "./dom.js";
import { say } from "./texts.js";
import { link } from "./state.js";

const ROWS = 4;
const COLUMNS = 5;

export function boards(body, state, game) {
  const question = latest();
  const rows = el("tbody", {});
  fill(body, el("section", { className: "card above", "aria-labelledby": "rectangles" },
    el("h2", { id: "rectangles" }, say("rectangles")), el("p", { className: "note" }, game.rule),
    el("table", { className: "claims" },
      el("thead", {}, el("tr", {}, el("th", {}, say("rows_columns")), Array.from({ length: COLUMNS }, (_, i) => el("th", { scope: "col" }, String(i + 1))))),
      rows),
    el("p", { className: "above" }, el("a", { className: "button", href: link({ view: "play", game: state.game, misere: state.misere }) }, say("to_play")))));
  (async () => {
    for (let height = 1; height <= ROWS; height++) {
      try {
        const answer = await question({ ask: "table", game: state.game, rectangles: `${height}x${COLUMNS}` });
        if (!answer) return;
        rows.append(el("tr", {}, el("th", { scope: "row" }, String(height)), answer.values.map((value) =>
          el("td", {}, value === 0 ? el("strong", {}, "0 (P)") : String(value)))));
      } catch (failure) {
        rows.append(el("tr", {}, el("td", { colSpan: COLUMNS + 1 }, failure.message)));
      }
    }
  })();
  return { leave: () => question.cancel() };
}
