// @ts-check
// What holds for all sizes: the theorem of a game, the picture of its automaton, and the
// set itself, to be drawn over a table.

import { ask, latest } from "./api.js";
import { announce, el, fill } from "./dom.js";
import { say } from "./texts.js";
import { waiting } from "./waiting.js";

/**
 * A panel with a button. `drawn` gets a function that tells whether a position is in the
 * proved set, or null.
 */
export function theorem(state, heaps, drawn) {
  const question = latest();
  const wait = waiting(() => question.cancel());
  const found = el("div", { id: "theorem" });
  const button = el("button", { type: "button", id: "prove", onclick: prove }, say("theorem_ask"));
  const asked = () => ({ ask: /** @type {const} */ ("theorem"), game: state.game, misere: Boolean(state.misere), ...(Number(state.heaps) ? { heaps: Number(state.heaps) } : {}) });
  const panel = el("section", { className: "card", "aria-label": say("theorem_title") },
    el("div", { className: "row middle spread" }, el("h2", {}, say("theorem_title")), button), wait.node, found);

  async function prove() {
    wait.show(null);
    fill(found);
    try {
      const answer = await question(asked(), { progress: wait.show });
      if (!answer) return;
      show(answer);
    } catch (failure) {
      fill(found, el("p", { className: "notice above", role: "alert" }, failure.message));
    } finally {
      wait.show(false);
    }
  }

  async function show(answer) {
    const proved = answer.verdict === "proved";
    announce(answer.statement ?? answer.how);
    const picture = el("figure", { className: "above drawn", hidden: true });
    fill(found,
      el("p", {}, el("span", { className: `tag ${proved ? "proved" : "open"}` }, say(proved ? "verdict_proved" : "theorem_open")), " ", answer.statement ?? ""),
      el("p", { className: "note" }, answer.how),
      answer.facts.length > 0 && el("ul", {}, answer.facts.map((fact) => el("li", {}, fact.says))),
      proved && answer.automaton && heaps === 2 && el("label", { className: "row middle" },
        el("input", { type: "checkbox", id: "overlay", checked: true, onchange: (event) => drawn(event.target.checked ? member(answer) : null) }), say("theorem_overlay")),
      picture);
    drawn(proved && answer.automaton && heaps === 2 ? member(answer) : null);
    if (!proved || !answer.automaton) return;
    const svg = await ask(asked(), { format: "svg" }).catch(() => null);
    if (!svg) return;
    picture.append(el("img", { src: URL.createObjectURL(svg), alt: say("theorem_picture", { states: answer.states }) }));
    picture.hidden = false;
  }

  return { panel, prove, leave: () => question.cancel() };
}

/** Whether the automaton of an answer accepts a position. */
export function member({ automaton, numeration }) {
  const [kind, number] = numeration.split(" ");
  const digits = kind === "base" ? inBase(Number(number)) : inMetallic(Number(number));
  return (heaps) => {
    const words = heaps.map(digits);
    const length = Math.max(...words.map((word) => word.length));
    let at = automaton[0];
    for (let place = length - 1; place >= 0; place--) {
      const letter = words.map((word) => word[place] ?? 0);
      const arrow = at.row.find(({ digits: read }) => read.every((digit, i) => digit === letter[i]));
      if (!arrow) return false;
      at = automaton[arrow.to];
    }
    return at.accepts;
  };
}

/** The digits of a number, the lowest first. */
function inBase(base) {
  return (number) => {
    const digits = [];
    for (let rest = number; rest > 0; rest = Math.floor(rest / base)) digits.push(rest % base);
    return digits;
  };
}

/** In the metallic system s: weights 1, s+1, then s times the last plus the one before. */
function inMetallic(s) {
  return (number) => {
    const weights = [1, s + 1];
    while (weights.at(-1) <= number) weights.push(s * weights.at(-1) + weights.at(-2));
    const digits = Array(weights.length).fill(0);
    let rest = number;
    for (let place = weights.length - 1; place >= 0; place--) {
      digits[place] = Math.floor(rest / weights[place]);
      rest -= digits[place] * weights[place];
    }
    return digits;
  };
}
