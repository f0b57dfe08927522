// @ts-check
// Explore: infinite words, with their repetitions coloured.

import { latest } from "./api.js";
import { announce, el, fill, later } from "./dom.js";
import { say } from "./texts.js";
import { keep } from "./state.js";

const EXAMPLES = ["thue-morse", "fibonacci", "metallic(2)", "0 -> 01, 1 -> 10", "0 -> 012, 1 -> 02, 2 -> 1", "sqrt(2)-1"];

/** The repetitions that the program names, in the order in which they are offered. */
const FOUND = ["first_square", "first_overlap", "first_cube", "largest_power_at"];

export function show(body, state) {
  state.word ??= EXAMPLES[0];
  const question = latest();
  const drawing = latest();
  const box = el("input", { type: "text", id: "word", className: "mono", value: state.word, autocomplete: "off", spellcheck: false, autocapitalize: "off", oninput: () => put({ word: box.value }) });
  const length = el("input", { type: "number", id: "length", min: 8, max: 2000, value: state.length ?? 128, oninput: () => put({ length: length.value }) });
  const letters = el("div", { className: "letters", id: "letters", tabIndex: 0, role: "group", "aria-label": say("word_letters") });
  const told = el("div", { id: "repetitions" });
  const picture = el("figure", { className: "drawn", hidden: true });
  let url = null;
  fill(body,
    el("section", { className: "card" },
      el("div", { className: "row" }, el("label", { className: "wide" }, say("word_box"), box), el("label", {}, say("word_length"), length)),
      el("p", { className: "chips above" }, EXAMPLES.map((text) => el("button", { type: "button", className: "mono", onclick: () => { box.value = text; put({ word: text }); } }, text)))),
    el("section", { className: "card", "aria-label": say("word_repetitions") }, told, letters),
    el("section", { className: "card" }, el("h2", {}, say("word_line")), picture));

  function put(change) {
    Object.assign(state, change);
    keep(state);
    look();
  }

  const look = later(200, async () => {
    const asked = { ask: /** @type {const} */ ("word"), word: state.word, length: Number(state.length) || 128 };
    try {
      const found = await question(asked);
      if (!found) return;
      const first = found.first_index;
      const repeated = await question({ ...asked, check: "" });
      if (!repeated) return;
      const named = FOUND.map((name) => [name, repeated[name]]).filter(([, factor]) => factor);
      draw(found.word, null);
      const exponent = repeated.critical_exponent;
      fill(told,
        el("p", {}, say("word_exponent", { exponent: exponent ? (exponent.denominator === 1 ? exponent.numerator : `${exponent.numerator}/${exponent.denominator}`) : "1", runs: repeated.runs })),
        el("p", { className: "chips" }, named.map(([name, factor]) => el("button", {
          type: "button", "aria-pressed": "false", "data-factor": name,
          onclick: (event) => {
            for (const other of told.querySelectorAll("button")) other.setAttribute("aria-pressed", String(other === event.currentTarget));
            draw(found.word, { start: factor.start - first, length: factor.length, period: factor.period });
            announce(`${say(`word_${name}`)}: ${factor.factor}`);
          },
        }, `${say(`word_${name}`)}: `, el("code", {}, factor.factor.length > 24 ? `${factor.factor.slice(0, 24)}…` : factor.factor)))),
        FOUND.slice(0, 3).filter((name) => !repeated[name]).map((name) => el("p", { className: "note" }, say("word_none", { what: say(`word_${name}`) }))));
      announce(told.textContent);
      // Words of lines count from 1; no line makes the others.
      if (found.first_index === 1) line(asked);
      else picture.parentElement.hidden = true;
    } catch (failure) {
      fill(letters);
      fill(told, el("p", { className: "mistake" }, `✕ ${failure.message}`, failure.error?.hint && el("span", { className: "hint" }, ` ${failure.error.hint}`)));
    }
  });

  /** The letters; of a repetition, its blocks in turn, and every other place where it stands. */
  function draw(word, factor) {
    const marks = new Map();
    if (factor) {
      const text = word.slice(factor.start, factor.start + factor.length);
      for (let at = word.indexOf(text); at >= 0; at = word.indexOf(text, at + 1)) {
        for (let i = 0; i < factor.length; i++) marks.set(at + i, at === factor.start ? `block${Math.floor(i / factor.period) % 2}` : marks.get(at + i) ?? "again");
      }
    }
    fill(letters, [...word].map((letter, i) => el("span", { className: `letter l${letter} ${marks.get(i) ?? ""}` }, letter)));
  }

  /** The line that makes the word, where one does. */
  async function line(asked) {
    const svg = await drawing({ ...asked, length: Math.min(asked.length, 21) }, { format: "svg" }).catch(() => null);
    picture.parentElement.hidden = !svg;
    if (!svg) return;
    URL.revokeObjectURL(url);
    url = URL.createObjectURL(svg);
    picture.hidden = false;
    fill(picture, el("img", { src: url, alt: say("word_line") }));
  }

  look();
  return { leave: () => { look.stop(); question.cancel(); drawing.cancel(); URL.revokeObjectURL(url); } };
}
