// @ts-check
// What is seen, saved: as PNG, SVG, CSV, or TikZ for LaTeX.

import { announce, el, save } from "./dom.js";
import { say } from "./texts.js";
import { FilePen, MOST_SHAPES } from "./file-pen.js";

/**
 * What a picture can give: its canvas, all of it drawn by a pen, and its numbers as rows.
 * @typedef {{ canvas: HTMLCanvasElement, draw: (pen: any) => void, rows: () => string[][] }} Seen
 */

/**
 * Buttons that save what is seen.
 * @param {string} game
 * @param {() => Seen | null} seen
 */
export function exportButtons(game, seen) {
  const name = game.replace(/[^\w.-]+/g, "_").slice(0, 40);
  const told = el("p", { className: "note", role: "status" });
  const kinds = { png: () => png(seen()), svg: () => svg(seen(), game), csv: () => csv(seen()), tex: () => tikz(seen()) };
  const buttons = Object.entries(kinds).map(([kind, make]) => el("button", {
    type: "button", "data-save": kind,
    onclick: async () => {
      if (!seen()) return;
      const blob = await make();
      told.textContent = blob ? "" : say("export_many", { most: MOST_SHAPES });
      if (blob) save(blob, `${name}.${kind}`);
      else announce(told.textContent);
    },
  }, kind === "tex" ? "TikZ" : kind.toUpperCase()));
  return el("div", { className: "label", role: "group", "aria-label": say("export") }, say("export"), el("div", { className: "row tight" }, buttons), told);
}

/** The canvas on paper. @param {Seen} seen @returns {Promise<Blob>} */
function png({ canvas }) {
  const copy = document.createElement("canvas");
  Object.assign(copy, { width: canvas.width, height: canvas.height });
  const pen = copy.getContext("2d");
  pen.fillStyle = getComputedStyle(canvas).getPropertyValue("--paper");
  pen.fillRect(0, 0, copy.width, copy.height);
  pen.drawImage(canvas, 0, 0);
  return new Promise((done) => { copy.toBlob(done, "image/png"); });
}

/** @param {Seen} seen */
function drawn({ canvas, draw }) {
  const pen = new FilePen(canvas.clientWidth, canvas.clientHeight);
  draw(pen);
  return pen;
}

/** @param {Seen} seen @param {string} title */
function svg(seen, title) {
  const paper = getComputedStyle(seen.canvas).getPropertyValue("--paper");
  const pen = drawn(seen);
  // Browsers draw many more shapes than LaTeX does.
  return pen.shapes.length > 10 * MOST_SHAPES ? null : new Blob([pen.svg(title, paper)], { type: "image/svg+xml" });
}

/** @param {Seen} seen */
function tikz(seen) {
  const pen = drawn(seen);
  return pen.shapes.length > MOST_SHAPES ? null : new Blob([pen.tikz()], { type: "application/x-tex" });
}

/** @param {Seen} seen */
function csv({ rows }) {
  const field = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return new Blob([rows().map((row) => row.map((text) => field(String(text))).join(",")).join("\n") + "\n"], { type: "text/csv" });
}
