// @ts-check
// Mathematics as the server writes it, in MathML.

import { el } from "./dom.js";

/** What MathML the server writes is made of; nothing else is taken over. */
const KNOWN = new Set(["math", "mrow", "mi", "mn", "mo", "mtext", "msub", "msup", "msqrt"]);
const ATTRIBUTES = new Set(["display", "stretchy", "lspace", "rspace", "separator"]);
/** Behind these a line may end: browsers do not break a formula, so it is cut into several. */
const BREAKS = new Set([":", "↦", "∣", "∪", ","]);
const MATHML = "http://www.w3.org/1998/Math/MathML";

/** A formula as an element, or nothing. @param {string | null | undefined} text */
export function mathematics(text) {
  if (!text) return null;
  const root = new DOMParser().parseFromString(text.replace("<math ", `<math xmlns="${MATHML}" `), "application/xml").documentElement;
  for (const node of [root, ...root.querySelectorAll("*")]) {
    if (!KNOWN.has(node.localName)) return null;
    for (const { name } of [...node.attributes]) if (!ATTRIBUTES.has(name) && name !== "xmlns") node.removeAttribute(name);
  }
  const pieces = [];
  let piece = null;
  for (const node of leaves(root)) {
    piece ??= document.createElementNS(MATHML, "mrow");
    piece.append(document.importNode(node, true));
    if (node.localName !== "mo" || !BREAKS.has(node.textContent)) continue;
    // At the end of a row an operator would get the room of one that stands behind its operand.
    /** @type {Element} */ (piece.lastElementChild).setAttribute("form", "infix");
    pieces.push(piece);
    piece = null;
  }
  if (piece) pieces.push(piece);
  return el("div", { className: "mathematics", tabIndex: 0, role: "group" }, pieces.map((row) => {
    const math = document.createElementNS(MATHML, "math");
    math.append(row);
    return [math, el("wbr")];
  }));
}

/** The parts of a formula side by side; what holds an arrow is taken apart. @param {Element} row @returns {Element[]} */
function leaves(row) {
  return [...row.children].flatMap((node) => (node.localName === "mrow" && (node === row.firstElementChild && row.localName === "math" || node.textContent.includes("↦")) ? leaves(node) : [node]));
}
