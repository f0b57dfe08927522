// @ts-check
// Small pictures of tables: the living pictures of the first view, and those of the lectures.

import { colour, css } from "./colours.js";

/** @typedef {(value: number, largest: number) => number[]} Tint */

/** @type {Tint} */
export const plain = (value, largest) => colour(value / largest);

/**
 * A table of two heaps, x to the right and y up, as far as the diagonal `last`.
 * @param {CanvasRenderingContext2D} pen
 * @param {{ width: number, height: number, size: number, at: (x: number, y: number) => number, tint?: Tint, last?: number }} table
 */
export function paintTable(pen, { width, height, size, at, tint = plain, last = Infinity }) {
  let largest = 1;
  for (let x = 0; x < size; x++) for (let y = 0; y < size; y++) largest = Math.max(largest, at(x, y));
  const cell = Math.max(width, height) / size;
  for (let x = 0; x < size; x++) {
    for (let y = 0; y < size && x + y <= last; y++) {
      pen.fillStyle = css(tint(at(x, y), largest));
      pen.fillRect(x * cell, height - (y + 1) * cell, cell + 0.6, cell + 0.6);
    }
  }
  pen.fillStyle = "#d62728";
  pen.strokeStyle = "#fff";
  pen.lineWidth = Math.max(cell * 0.28, 1);
  for (let x = 0; x < size; x++) {
    for (let y = 0; y < size && x + y <= last; y++) {
      if (at(x, y) !== 0) continue;
      pen.beginPath();
      pen.arc((x + 0.5) * cell, height - (y + 0.5) * cell, cell * (size > 30 ? 0.62 : 0.34), 0, 7);
      pen.stroke();
      pen.fill();
    }
  }
}

/**
 * Values of a heap as bars, the P-positions as dots on the ground.
 * @param {CanvasRenderingContext2D} pen
 * @param {{ width: number, height: number, values: ArrayLike<number>, shown?: number, red: string }} sequence
 */
export function paintBars(pen, { width, height, values, shown = values.length, red }) {
  const step = width / values.length;
  const largest = Math.max(1, ...Array.from(values)) + 1;
  for (let n = 0; n < shown; n++) {
    const high = (values[n] / largest) * (height - 24);
    pen.fillStyle = values[n] === 0 ? red : css(colour(values[n] / largest));
    pen.fillRect(n * step + step * 0.12, height - 8 - high, step * 0.76, Math.max(high, 3));
  }
}
