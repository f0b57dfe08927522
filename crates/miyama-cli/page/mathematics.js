// @ts-check
// Mathematics as the server writes it, in MathML.

import { el } from "./dom.js";

/** What MathML the server writes is made of; nothing else is taken over. */
const KNOWN = new Set(["math", "mrow", "mi", "mn", "mo", "mtext", "msub", "msup", "msqrt"]);
const ATTRIBUTES = new Set(["display", "stretchy", "lspace", "rspace", "separator"]);

/** A formula as an element, or nothing. @param {string | null | undefined} text */
export function mathematics(text) {
  if (!text) return null;
  const root = new DOMParser().parseFromString(text.replace("<math ", '<math xmlns="http://www.w3.org/1998/Math/MathML" '), "application/xml").documentElement;
  for (const node of [root, ...root.querySelectorAll("*")]) {
    if (!KNOWN.has(node.localName)) return null;
    for (const { name } of [...node.attributes]) if (!ATTRIBUTES.has(name) && name !== "xmlns") node.removeAttribute(name);
  }
  return el("div", { className: "mathematics", tabIndex: 0, role: "group" }, document.importNode(root, true));
}
