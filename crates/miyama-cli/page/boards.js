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
  const grid = game.kinds.includes("grid");
  const columns = Array.from({ length: COLUMNS }, (_, i) => el("th", { scope: "col" }, String(i + 1)));
  fill(body, el("section", { className: "card above", "aria-labelledby": "rectangles" },
    el("h2", { id: "rectangles" }, say(state.misere ? "rectangle_outcomes" : "rectangles")), el("p", { className: "note" }, game.rule),
    el("table", { className: "values" }, grid ? el("thead", {}, el("tr", {}, el("th", {}, say("rows_columns")), columns)) : null, rows),
    el("p", { className: "above" }, el("a", { className: "button", href: link({ view: "play", game: state.game, misere: state.misere }) }, say("to_play")))));
  (async () => {
    try {
      if (grid) await rectangles();
      else await growing();
    } catch (failure) {
      rows.append(el("tr", {}, el("td", { colSpan: COLUMNS + 1 }, failure.message)));
    }
  })();

  const cell = (text) => el("td", {}, text.includes("P") ? el("strong", {}, text) : text);

  /** Rectangles, row by row. */
  async function rectangles() {
    for (let height = 1; height <= ROWS; height++) {
      const found = await members({ rectangles: `${height}x${COLUMNS}` });
      if (!found) return;
      rows.append(el("tr", {}, el("th", { scope: "row" }, String(height)), found.map(({ text }) => cell(text))));
    }
  }

  /** Strips or graphs as they grow, one below the other. */
  async function growing() {
    const found = await members({});
    for (const { position, text } of found ?? []) rows.append(el("tr", {}, el("th", { scope: "row" }, position), cell(text)));
  }

  /** The positions of a series, each with its value and who wins; in misère play who wins. */
  async function members(series) {
    const answer = await question({ ask: "table", game: state.game, misere: Boolean(state.misere), ...series });
    if (!answer) return undefined;
    const shown = (value, outcome) => (value === null || String(value).length > 16 ? outcome : `${value} (${outcome})`);
    if (answer.members) return answer.members.map(({ position, value, outcome }) => ({ position, text: shown(value, outcome) }));
    if (!Array.isArray(answer.boards)) return undefined;
    return answer.boards.map((position, i) => ({ position, text: shown(answer.values[i], answer.values[i] === 0 ? "P" : "N") }));
  }

  return { leave: () => question.cancel() };
}
