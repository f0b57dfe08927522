// @ts-check
// One position looked at closely: its value, its options, the winning ones.

import { ask } from "./api.js";
import { announce, el, fill, later } from "./dom.js";
import { say } from "./texts.js";
import { link, positionOf } from "./state.js";
import { optionsOf } from "./options.js";
import { shown } from "./values.js";

/** So many options are listed, of a cell that is picked and of one that is pointed at; the rest is counted. */
const LISTED = 200;
const GLANCED = 24;

/** Measures the time until what was drawn can be seen. @param {string} name @param {number} start */
const painted = (name, start) => requestAnimationFrame(() => setTimeout(() => performance.measure(name, { start })));

/**
 * A panel. `look(at)` shows a position at once and its options soon; `pick(at)` at once, and
 * announces it. `marked` gets the options of a picked position: heaps, and whether they win.
 * @param {{ game: string, misere?: string, heaps?: string }} state
 * @param {{ to: number[], outcomes: boolean, at: (position: number[]) => number }} table
 * @param {(marks: { heaps: number[], wins: boolean }[]) => void} marked
 */
export function inspector(state, table, marked) {
  const { game, misere } = state;
  const panel = el("div", { id: "inspector" }, el("p", { className: "note" }, say("inspect_hint")));
  const options = optionsOf(state, table);
  let picked = null;
  let wanted = null;

  const valueAt = (at) => shown(table, table.at(at.split(",").map(Number)));

  async function survey(at, isPicked) {
    wanted = at;
    try {
      const found = await options(at);
      if (wanted === at) draw(at, found, isPicked);
    } catch (failure) {
      if (wanted === at) fill(panel, head(at), el("p", { className: "note" }, failure.message));
    }
  }

  const soon = later(60, (at) => survey(at, false));

  function head(at) {
    const value = valueAt(at);
    const outcome = value === "0" || value === "P" ? "P" : "N";
    return [
      el("p", { className: "mono" }, `(${at.replaceAll(",", ", ")})`),
      el("p", {}, !table.outcomes && [el("span", { className: "number" }, value), " "], el("span", { className: `tag ${outcome === "P" ? "p" : "n"}` }, say(outcome === "P" ? "outcome_p" : "outcome_n"))),
    ];
  }

  function draw(at, { options: all, complete }, isPicked) {
    const wins = all.filter((option) => option.wins);
    // The winning ones first: they are what one looks for.
    const ordered = [...wins, ...all.filter((option) => !option.wins)];
    const written = ({ pieces }) => (pieces.length === 0 ? "∅" : pieces.map((heaps) => `(${heaps})`).join(" + "));
    const chip = (option) => el("li", { className: option.wins ? "wins" : "" },
      `${option.wins ? "★ " : ""}${written(option)}`, option.number !== null && !table.outcomes && ` = ${option.number}`);
    const most = isPicked ? LISTED : GLANCED;
    const count = complete ? all.length : `${all.length}+`;
    const says = all.length === 0 ? say("no_options") : say("options_count", { count, wins: String(wins.length) });
    fill(panel, head(at),
      el("p", {}, says),
      wins.length > 0 && el("p", { className: "note" }, say("star_wins")),
      el("ul", { className: "options" }, ordered.slice(0, most).map(chip),
        ordered.length > most && el("li", {}, say("more", { count: ordered.length - most }))),
      isPicked && whyOf(at),
      isPicked && el("p", { className: "above" }, el("a", { className: "button", href: link({ view: "play", game, misere, at }) }, say("play_this"))));
    if (!isPicked) return;
    marked(all.flatMap(({ pieces, wins: isWin }) => (pieces.length === 1 ? [{ heaps: pieces[0], wins: Boolean(isWin) }] : [])));
    announce(`(${at}): ${valueAt(at)}. ${says}`);
    painted("click to options", picked.since);
  }

  /** The reason, asked for when it is opened: it may take a while. */
  function whyOf(at) {
    const text = el("pre", { className: "why above" });
    return el("details", {
      className: "above",
      ontoggle: (event) => {
        if (!event.target.open || text.textContent) return;
        text.textContent = say("computing");
        ask({ ask: "solve", ...positionOf(game, at), misere: Boolean(misere) })
          .then((answer) => { text.textContent = answer.why; }, (failure) => { text.textContent = failure.message; });
      },
    }, el("summary", {}, say("why")), text);
  }

  return {
    panel,
    look(at) {
      if (at === null) {
        soon.stop();
        if (picked) survey(picked.at, true);
        return;
      }
      fill(panel, head(at), el("p", { className: "note" }, "…"));
      soon(at);
    },
    pick(at) {
      soon.stop();
      picked = { at, since: performance.now() };
      // Who wins stands in the table that is here: that is shown before anybody is asked for the moves.
      fill(panel, head(at), el("p", { className: "note" }, "…"));
      painted("click to answer", picked.since);
      return survey(at, true);
    },
    leave() { soon.stop(); wanted = null; },
  };
}
