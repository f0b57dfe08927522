// @ts-check
// Explore: a value with its thermograph and its game tree.

import { latest } from "./api.js";
import { announce, el, fill, later } from "./dom.js";
import { say } from "./texts.js";
import { keep } from "./state.js";

const EXAMPLES = ["{2|-1}", "{3||2|1}", "^ + *", "Tiny(2)", "domineering:4x5", "toads-and-frogs:tt.ff", "{1|0} + {1|0}"];

export function show(body, state) {
  state.value ??= EXAMPLES[0];
  const question = latest();
  const drawing = latest();
  const box = el("input", { type: "text", id: "value", className: "mono", value: state.value, autocomplete: "off", spellcheck: false, autocapitalize: "off", oninput: () => put(box.value) });
  const told = el("div", { id: "value-facts" });
  const picture = el("figure", { className: "drawn", hidden: true });
  let url = null;
  fill(body,
    el("section", { className: "card" },
      el("label", { htmlFor: "value" }, say("value_box"), box),
      el("p", { className: "chips above" }, EXAMPLES.map((text) => el("button", { type: "button", className: "mono", onclick: () => { box.value = text; put(text); } }, text)))),
    el("div", { className: "columns above" }, el("section", { className: "card", "aria-label": say("value_picture") }, picture), el("section", { className: "card", "aria-label": say("value_facts") }, told)));

  function put(text) {
    state.value = text;
    keep(state);
    look();
  }

  const look = later(200, async () => {
    if (!state.value.trim()) return fill(told);
    const asked = { ask: /** @type {const} */ ("value"), expression: state.value, all: true };
    try {
      const found = await question(asked);
      if (!found) return undefined;
      if (found.holds !== undefined) return fill(told, el("p", { className: "number" }, String(found.holds)));
      const rows = [
        ["canonical", found.canonical], ["outcome", found.outcome && say(`outcome_${found.outcome.toLowerCase()}`)], ["stops", `${found.left_stop}, ${found.right_stop}`], ["mean", found.mean], ["temperature", found.temperature],
        ["birthday", found.birthday], ["atomic_weight", found.atomic_weight], ["reduced", found.reduced_canonical_form],
      ].filter(([, text]) => text !== null && text !== undefined);
      fill(told, el("dl", { className: "facts" }, rows.map(([name, text]) => [el("dt", {}, say(`value_${name}`)), el("dd", { className: "mono" }, text)])));
      announce(`${found.canonical ?? ""} ${found.outcome}`);
      const svg = await drawing(asked, { format: "svg" });
      if (!svg) return undefined;
      URL.revokeObjectURL(url);
      url = URL.createObjectURL(svg);
      picture.hidden = false;
      return fill(picture, el("img", { src: url, alt: say("value_alt", { value: found.canonical ?? state.value }) }));
    } catch (failure) {
      picture.hidden = true;
      return fill(told, el("p", { className: "mistake" }, `✕ ${failure.message}`, failure.error?.hint && el("span", { className: "hint" }, ` ${failure.error.hint}`)));
    }
  });

  look();
  return { leave: () => { look.stop(); question.cancel(); drawing.cancel(); URL.revokeObjectURL(url); } };
}
