// @ts-check
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
    el("h2", { id: "rectangles" }, say(state.misere ? "rectangle_outcomes" : "rectangles")), el("p", { className: "note" }, game.rule),
    el("table", { className: "values" },
      el("thead", {}, el("tr", {}, el("th", {}, say("rows_columns")), Array.from({ length: COLUMNS }, (_, i) => el("th", { scope: "col" }, String(i + 1))))),
      rows),
    el("p", { className: "above" }, el("a", { className: "button", href: link({ view: "play", game: state.game, misere: state.misere }) }, say("to_play")))));
  (async () => {
    for (let height = 1; height <= ROWS; height++) {
      try {
        const shown = state.misere ? await outcomes(height) : await values(height);
        if (!shown) return;
        rows.append(el("tr", {}, el("th", { scope: "row" }, String(height)), shown.map((text) =>
          el("td", {}, text.includes("P") ? el("strong", {}, text) : text))));
      } catch (failure) {
        rows.append(el("tr", {}, el("td", { colSpan: COLUMNS + 1 }, failure.message)));
      }
    }
  })();

  async function values(height) {
    if (game.definition !== null) return solved(height, false);
    const answer = await question({ ask: "table", game: state.game, rectangles: `${height}x${COLUMNS}` });
    return /** @type {number[] | undefined} */ (answer?.values)?.map((value) => (value === 0 ? "0 (P)" : String(value)));
  }

  /** In misère play a board has no value, but somebody wins. */
  function outcomes(height) {
    return solved(height, true);
  }

  /** Each rectangle of so many rows, one by one. */
  async function solved(height, misere) {
    const found = [];
    for (let width = 1; width <= COLUMNS; width++) {
      const answer = await question({ ask: "solve", position: `${state.game}:${height}x${width}`, misere });
      if (!answer) return undefined;
      const worth = misere ? null : answer.form ?? answer.value;
      found.push(worth === null || String(worth).length > 16 ? answer.outcome : `${worth} (${answer.outcome})`);
    }
    return found;
  }

  return { leave: () => question.cancel() };
}
