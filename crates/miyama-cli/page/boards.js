// @ts-check
// Boards have no heaps to draw axes for: the values of rectangles are shown, or of strips and
// graphs as they grow; one that is chosen is drawn, with its moves.

import { latest } from "./api.js";
import { announce, el, fill } from "./dom.js";
import { say } from "./texts.js";
import { keep, link } from "./state.js";
import { drawPart } from "./pieces.js";

const ROWS = 4;
const COLUMNS = 5;
/** Most moves that are listed. */
const LISTED = 60;

export function boards(body, state, game) {
  const question = latest();
  const closer = latest();
  const rows = el("tbody", {});
  const grid = game.kinds.includes("grid");
  const columns = Array.from({ length: COLUMNS }, (_, i) => el("th", { scope: "col" }, String(i + 1)));
  const close = el("div", { id: "inspector" }, el("p", { className: "note" }, say("board_hint")),
    el("p", { className: "above" }, el("a", { className: "button", href: link({ view: "play", game: state.game, misere: state.misere }) }, say("to_play"))));
  fill(body,
    el("section", { className: "picture boards", "aria-labelledby": "rectangles" },
      el("h2", { id: "rectangles" }, say(state.misere ? "rectangle_outcomes" : "rectangles")),
      el("table", { className: "values tiles" }, grid ? el("thead", {}, el("tr", {}, el("th", {}, say("rows_columns")), columns)) : null, rows),
      el("p", { className: "note legend" }, ["P", "N", ...(game.partizan ? ["L", "R"] : [])].map((outcome) => el("span", {}, el("span", { className: `key ${outcome}` }), ` ${say(`outcome_${outcome.toLowerCase()}`)} `)))),
    el("div", { className: "dock" },
      el("section", { className: "card", "aria-label": say("position") }, el("h2", {}, say("position")), close)));
  (async () => {
    try {
      if (grid) await rectangles();
      else await growing();
      if (state.at) look(state.at);
    } catch (failure) {
      rows.append(el("tr", {}, el("td", { colSpan: COLUMNS + 1 }, failure.message)));
    }
  })();

  const cell = ({ position, text, outcome }) => el("td", { className: outcome },
    el("button", { type: "button", className: "plain", "data-position": position, onclick: () => look(position) }, text.includes("P") ? el("strong", {}, text) : text));

  /** Rectangles, row by row. */
  async function rectangles() {
    for (let height = 1; height <= ROWS; height++) {
      const found = await members({ rectangles: `${height}x${COLUMNS}` });
      if (!found) return;
      rows.append(el("tr", {}, el("th", { scope: "row" }, String(height)), found.map(cell)));
    }
  }

  /** Strips or graphs as they grow, one below the other. */
  async function growing() {
    const found = await members({});
    for (const one of found ?? []) rows.append(el("tr", {}, el("th", { scope: "row" }, one.position), cell(one)));
  }

  /** The positions of a series, each with its value and who wins; in misère play who wins. */
  async function members(series) {
    const answer = await question({ ask: "table", game: state.game, misere: Boolean(state.misere), ...series });
    if (!answer) return undefined;
    const shown = (value, outcome) => (value === null || String(value).length > 16 ? outcome : `${value} (${outcome})`);
    if (answer.members) return answer.members.map(({ position, value, outcome }) => ({ position, outcome, text: shown(value, outcome) }));
    if (!Array.isArray(answer.boards)) return undefined;
    return answer.boards.map((position, i) => {
      const outcome = answer.values[i] === 0 ? "P" : "N";
      return { position, outcome, text: shown(answer.values[i], outcome) };
    });
  }

  /** A board drawn, with who wins and the moves that win. */
  async function look(position) {
    const since = performance.now();
    state.at = position;
    keep(state);
    for (const button of rows.querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.dataset.position === position));
    fill(close, el("p", { className: "note" }, say("computing")));
    try {
      const answer = await closer({ ask: "reply", position: `${state.game}:${position}`, misere: Boolean(state.misere) });
      if (!answer) return;
      const wins = answer.options.filter((option) => option.wins);
      const parts = answer.parts.map((part) => drawPart(part, [], false, () => {}));
      const first = wins[0] && parts[wins[0].part];
      first?.show(wins[0], "hinted");
      fill(close,
        el("p", { className: "mono" }, position),
        el("p", {}, (answer.form ?? answer.value) !== null && [el("span", { className: "number" }, String(answer.form ?? answer.value)), " "],
          el("span", { className: `tag ${answer.outcome === "P" ? "p" : "n"}` }, say(`outcome_${answer.outcome.toLowerCase()}`))),
        el("div", { className: "small-board" }, parts.map((part) => part.node)),
        el("p", {}, answer.options.length === 0 ? say("no_options") : say("options_count", { count: answer.options.length, wins: answer.winning_moves_count })),
        el("ul", { className: "options" }, wins.slice(0, LISTED).map((option) => el("li", { className: "wins" }, `★ ${option.move}`))),
        el("details", { className: "above" }, el("summary", {}, say("why")), el("pre", { className: "why above" }, answer.why)),
        el("p", { className: "above" }, el("a", { className: "button", href: link({ view: "play", game: state.game, misere: state.misere, at: position }) }, say("play_this"))));
      announce(`${position}: ${answer.outcome}`);
      performance.measure("click to answer", { start: since });
    } catch (failure) {
      fill(close, el("p", { className: "note" }, failure.message));
    }
  }

  return { leave: () => { question.cancel(); closer.cancel(); } };
}
