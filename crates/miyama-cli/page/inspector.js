// @ts-check
// One position looked at closely: its value, its options, the winning ones.

import { latest } from "./api.js";
import { announce, el, fill, later } from "./dom.js";
import { say } from "./texts.js";
import { link, positionOf } from "./state.js";

/** So many options are listed, of a cell that is picked and of one that is pointed at; the rest is counted. */
const LISTED = 300;
const GLANCED = 24;

/** The heaps of a position as it is written: `wythoff:3,5` gives [3, 5]. */
export const heapsOf = (position) => position.slice(position.lastIndexOf(":") + 1).split(",").map(Number);

/**
 * A panel. `look(at, value)` shows a position at once and its options soon;
 * `pick(at, value)` at once, and announces it. `marked` gets the options.
 */
export function inspector({ game, misere }, marked) {
  const question = latest();
  const panel = el("div", { id: "inspector" }, el("p", { className: "note" }, say("inspect_hint")));
  const known = new Map();
  let picked = null;

  async function survey(at, value, isPicked) {
    let answer = known.get(at);
    if (!answer) {
      try {
        answer = await question({ ask: "reply", ...positionOf(game, at), misere: Boolean(misere) });
      } catch (failure) {
        return fill(panel, head(at, value), el("p", { className: "note" }, failure.message));
      }
      if (!answer) return undefined;
      if (known.size > 500) known.clear();
      known.set(at, answer);
    }
    draw(at, value, answer, isPicked);
    return answer;
  }

  const soon = later(140, (at, value) => survey(at, value, false));

  function head(at, value) {
    const outcome = value === "0" ? "P" : value;
    const who = outcome === "P" ? say("outcome_p") : say("outcome_n");
    return [
      el("p", { className: "mono" }, `(${at.replaceAll(",", ", ")})`),
      el("p", {}, value !== "N" && value !== "P" && [el("span", { className: "number" }, value), " "], el("span", { className: `tag ${outcome === "P" ? "p" : "n"}` }, who)),
    ];
  }

  function draw(at, value, answer, isPicked) {
    const wins = answer.options.filter((option) => option.wins);
    // The winning ones first: they are what one looks for.
    const ordered = [...wins, ...answer.options.filter((option) => !option.wins)];
    const chip = (option) => el("li", { className: option.wins ? "wins" : "" },
      `${option.wins ? "★ " : ""}(${option.position.slice(option.position.lastIndexOf(":") + 1)})`,
      option.value !== null && ` = ${option.value}`);
    const most = isPicked ? LISTED : GLANCED;
    const total = answer.options_complete ? answer.options.length : `${answer.options.length}+`;
    fill(panel, head(at, value),
      el("p", {}, answer.options.length === 0 ? say("no_options") : say("options_count", { count: total, wins: String(answer.winning_moves_count) })),
      wins.length > 0 && el("p", { className: "note" }, say("star_wins")),
      el("ul", { className: "options" }, ordered.slice(0, most).map(chip),
        ordered.length > most && el("li", {}, say("more", { count: ordered.length - most }))),
      isPicked && el("details", { className: "above" }, el("summary", {}, say("why")), el("pre", { className: "why above" }, answer.why)),
      isPicked && el("p", { className: "above" }, el("a", { className: "button", href: link({ view: "play", game, misere, at }) }, say("play_this"))));
    if (isPicked) {
      marked(answer.options.map((option) => ({ cell: heapsOf(option.position), wins: option.wins })));
      announce(`(${at}): ${value}. ${say("options_count", { count: total, wins: String(answer.winning_moves_count) })}`);
    }
  }

  return {
    panel,
    look(at, value) {
      if (at === null) {
        soon.stop();
        if (picked) survey(picked.at, picked.value, true);
        return;
      }
      fill(panel, head(at, value), el("p", { className: "note" }, "…"));
      soon(at, value);
    },
    pick(at, value) {
      soon.stop();
      picked = { at, value };
      return survey(at, value, true);
    },
    leave() { soon.stop(); question.cancel(); },
  };
}
