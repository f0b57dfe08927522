// @ts-check
// A formula laid over a table: where they agree and where they differ.

import { latest } from "./api.js";
import { announce, el, fill, later } from "./dom.js";
import { say } from "./texts.js";
import { keep } from "./state.js";
import { parse } from "./values.js";
import { BOTH, CLAIMED, MISSED } from "./heat.js";

/**
 * A panel with a box for a formula. `drawn` gets a function from a position to the colour of its
 * mark, or null; `point` is told the first position where they differ.
 * @param {any} state
 * @param {{ to: number[], outcomes: boolean, at: (position: number[]) => number }} table
 * @param {(marks: ((position: number[]) => string | null) | null) => void} drawn
 * @param {(position: number[]) => void} point
 */
export function overlay(state, table, drawn, point) {
  const question = latest();
  const verdict = el("div", { id: "overlay-verdict" });
  const kind = el("select", { id: "overlay-kind", onchange: () => { state.over_value = kind.value; test(); } },
    el("option", { value: "" }, say("formula_p")), !table.outcomes && el("option", { value: "1", selected: Boolean(state.over_value) }, say("formula_value")));
  const box = el("input", {
    type: "text", id: "over", className: "mono", value: state.over ?? "", placeholder: "x = y", spellcheck: false, autocomplete: "off", autocapitalize: "off",
    oninput: () => { state.over = box.value; keep(state); test(); },
  });
  const panel = el("details", { className: "card", open: Boolean(state.over) }, el("summary", {}, say("overlay_title")),
    el("div", { className: "row above" }, el("label", {}, say("formula_kind"), kind), el("label", { className: "wide" }, say("formula_short"), box)), verdict);

  const asked = () => ({
    ask: /** @type {const} */ ("check"), game: state.game, to: table.to.join(","), misere: Boolean(state.misere),
    ...(kind.value ? { value: state.over } : { p_positions: state.over }), ...(Number(state.heaps) ? { heaps: Number(state.heaps) } : {}),
  });

  const test = later(250, async () => {
    if (!state.over?.trim()) {
      fill(verdict);
      return drawn(null);
    }
    fill(verdict, el("p", { className: "note above" }, say("computing")));
    try {
      const found = await question(asked());
      if (!found) return undefined;
      const isRefuted = found.verdict === "refuted";
      // What holds says what the table says; what does not is asked for position by position.
      const buffer = isRefuted ? await question(asked(), { format: "binary" }) : null;
      if (isRefuted && !buffer) return undefined;
      const claimed = buffer ? parse(buffer) : null;
      drawn((position) => mark(table.at(position), claimed ? claimed.at(position) : table.at(position)));
      fill(verdict,
        el("p", { className: "above" }, el("span", { className: `tag ${found.verdict}` }, say(`verdict_${found.verdict}`)), " ", found.says),
        found.violation && el("p", {}, found.violation.says, " ", el("button", { type: "button", onclick: () => point(found.violation.position) }, say("go_there"))),
        el("p", { className: "note legend" }, key(BOTH, say(kind.value ? "overlay_equal" : "overlay_both")), key(CLAIMED, say(kind.value ? "overlay_differs" : "overlay_claimed")), !kind.value && key(MISSED, say("overlay_missed"))));
      return announce(found.says);
    } catch (failure) {
      drawn(null);
      fill(verdict, el("p", { className: "mistake" }, `✕ ${failure.message}`));
      return announce(failure.message);
    }
  });

  /** The colour for what is true and what is claimed. */
  function mark(actual, claimed) {
    if (kind.value) return actual === claimed ? null : CLAIMED;
    if (actual === 0) return claimed === 0 ? BOTH : MISSED;
    return claimed === 0 ? CLAIMED : null;
  }

  function key(colour, text) {
    const box = el("span", { className: "key" });
    box.style.background = colour;
    return el("span", {}, box, ` ${text} `);
  }

  if (state.over) test();
  return { panel, leave: () => { test.stop(); question.cancel(); } };
}
