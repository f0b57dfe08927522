// @ts-check
// A position on cells as its text says, with what changed since another one.

import { el } from "./dom.js";

/** The rows of a position such as `2d-nim:.##/.##`, or null where it is no board of one part. */
function rowsOf(/** @type {string} */ position) {
  const rows = position.slice(position.indexOf(":") + 1).split("/");
  return /\s/.test(position) || rows.some((row) => row.length !== rows[0].length) ? null : rows;
}

/**
 * @param {string} position
 * @param {string} [before]
 */
export function boardOf(position, before) {
  const rows = rowsOf(position);
  const old = before ? rowsOf(before) : null;
  if (!rows) return el("code", {}, position);
  return el("div", { className: "tiny-board", role: "img", "aria-label": position, style: `grid-template-columns: repeat(${rows[0].length}, 1fr)` },
    rows.flatMap((row, r) => [...row].map((sign, c) => {
      const isNew = Boolean(old) && old[r]?.[c] !== sign;
      const shown = isNew && sign === "." ? old[r][c] : sign;
      return el("span", { className: `${isNew ? "changed" : ""} ${shown === "#" ? "full" : ""} ${isNew && sign === "." ? "gone" : ""}` }, /[.#]/.test(shown) ? "" : shown);
    })));
}
