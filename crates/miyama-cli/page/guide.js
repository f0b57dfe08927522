// @ts-check
// The notation by examples: each can be put into the box; and the names that can be completed.

import { el } from "./dom.js";
import { say } from "./texts.js";

/** What is shown, by the key of its sentence. */
const EXAMPLES = {
  guide_name: "wythoff",
  guide_argument: "subtraction({1, 3, 4})",
  guide_code: "0.77",
  guide_one: "(x) -> { (x-i) | 1 <= i <= 3 }",
  guide_sym: "(x, y) -> sym { (x-i, y) | 1 <= i }",
  guide_union: "(x, y) -> sym { (x-i, y) | 1 <= i } ∪ { (x-i, y-i) | 1 <= i }",
  guide_return: "(x, y) -> sym { (x-i, y+j) | 1 <= j < i }",
  guide_condition: "(x) -> { (x-i) | 1 <= i, i mod 3 = x mod 3 or i*i = x }",
  guide_split: "(x) -> { (a) + (b) | a + b = x-1 }",
  guide_where: "(x, y) -> { (x-i, y) | 1 <= i } ∪ { (x, y-i) | 1 <= i, x <= 2(y-i) } where x <= 2y",
  guide_sides: "(x) -> left { (x-1) } right { (x-2) }",
  guide_latex: "(x,y) \\mapsto \\{(x-i,y) : 1 \\le i \\le x\\}",
  guide_board: "grid sym [..] -> [##]",
};

/** Words of the notation. */
const WORDS = ["sym", "where", "let", "and", "or", "not", "in", "exists", "mod", "div", "floor", "ceil", "sqrt", "min", "max", "gcd", "xor", "phi", "left", "right", "grid", "strip", "graph", "edges"];

/** The examples as a list; `put` gets the text of the one that is pressed. @param {(text: string) => void} put */
export function guide(put) {
  return el("ul", { className: "guide" }, Object.entries(EXAMPLES).map(([key, text]) => el("li", {},
    el("button", { type: "button", "data-guide": key, onclick: () => put(text) }, el("span", {}, say(key)), el("code", {}, text)))));
}

/**
 * The words that begin as the one before `caret` does.
 * @param {string} text
 * @param {number} caret
 * @param {string[]} names
 */
export function completions(text, caret, names) {
  const [begun] = /[A-Za-z0-9][\w-]*$/.exec(text.slice(0, caret)) ?? [""];
  if (begun.length === 0 || /\w/.test(text[caret] ?? "") || /^\d+$/.test(begun)) return { begun, words: [] };
  const small = begun.toLowerCase();
  const words = [...names, ...WORDS].filter((word) => word.toLowerCase().startsWith(small) && word !== begun);
  return { begun, words: words.slice(0, 7) };
}
