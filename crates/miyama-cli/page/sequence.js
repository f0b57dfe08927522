// @ts-check
// The nim sequence of a one-heap game as a plot, with its period marked.

import { freshPen } from "./dom.js";

const RIM = 40;
const BELOW = 34;
const NONE = { left: 0, right: 0, bottom: 0 };

/**
 * Draws values 0..; `cursor` is a heap.
 * @param {HTMLCanvasElement} canvas
 * @param {ArrayLike<number> & Iterable<number>} values
 * @param {{ period?: { start: number, length: number }, cursor?: number, from?: number, pads?: { left: number, right: number, bottom: number }, level?: number | null, pen?: any }} shown `level` is the value whose heaps alone are coloured; `pen` writes a file instead
 */
export function plot(canvas, values, { period, cursor, from = 0, pads = NONE, level = null, pen: file } = {}) {
  if (!canvas.clientWidth) return;
  const { pen, width, height } = file
    ? { pen: file, width: canvas.clientWidth, height: canvas.clientHeight }
    : freshPen(canvas);
  const [LEFT, BOTTOM] = [RIM + pads.left, BELOW + pads.bottom];
  const style = getComputedStyle(canvas);
  const ink = (name) => style.getPropertyValue(name);
  const count = Math.max(values.length - from, 1);
  let largest = 1;
  for (const value of values) largest = Math.max(largest, value);
  const right = width - pads.right - 12;
  const step = (right - LEFT) / count;
  const x = (n) => LEFT + (n - from + 0.5) * step;
  const y = (value) => height - BOTTOM - (value / largest) * (height - BOTTOM - 22);
  if (period) bands(pen, period, { from, to: values.length, x, step, height, ink, BOTTOM });
  axes(pen, { from, to: values.length, largest, x, y, right, height, step, ink, LEFT, BOTTOM });
  const radius = Math.min(Math.max(step * 0.42, 1.8), 5);
  for (let n = from; n < values.length; n++) {
    pen.beginPath();
    if (values[n] === (level ?? 0)) {
      // P-positions are squares: shape tells what colour tells.
      pen.rect(x(n) - radius, y(values[n]) - radius, 2 * radius, 2 * radius);
      pen.fillStyle = ink("--p");
    } else {
      pen.arc(x(n), y(values[n]), radius, 0, 7);
      pen.fillStyle = ink(level === null ? "--accent" : "--line");
    }
    pen.fill();
  }
  if (cursor !== undefined && cursor !== null) {
    pen.strokeStyle = ink("--chosen");
    pen.lineWidth = 2;
    pen.beginPath();
    pen.arc(x(cursor), y(values[cursor]), radius + 4, 0, 7);
    pen.stroke();
  }
  return { heapAt: (px) => Math.min(Math.max(Math.floor((px - LEFT) / step) + from, from), values.length - 1) };
}

/** The preperiod is left plain; of the periods every second one is shaded. */
function bands(pen, { start, length }, { from, to, x, step, height, ink, BOTTOM }) {
  pen.fillStyle = ink("--accent-soft");
  for (let n = start, k = 0; n < to; n += length, k++) {
    const left = Math.max(n, from);
    const right = Math.min(n + length, to);
    if (k % 2 === 0 && right > left && length * step >= 2) pen.fillRect(x(left) - step / 2, 8, (right - left) * step, height - BOTTOM - 4);
  }
  if (start >= from && start < to) {
    pen.strokeStyle = ink("--accent");
    pen.setLineDash([5, 4]);
    pen.beginPath();
    pen.moveTo(x(start) - step / 2, 8);
    pen.lineTo(x(start) - step / 2, height - BOTTOM + 4);
    pen.stroke();
    pen.setLineDash([]);
  }
}

function axes(pen, { from, to, largest, x, y, right, height, step, ink, LEFT, BOTTOM }) {
  pen.strokeStyle = ink("--line");
  pen.fillStyle = ink("--soft");
  pen.font = "12px system-ui, sans-serif";
  const nice = (least) => [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 1e5, 1e6].find((n) => n >= least) ?? 1e6;
  const across = nice(48 / step);
  pen.textAlign = "center";
  pen.textBaseline = "top";
  for (let n = Math.ceil(from / across) * across; n < to; n += across) pen.fillText(String(n), x(n), height - BOTTOM + 8);
  const up = nice((largest * 26) / Math.max(height - BOTTOM - 22, 1));
  pen.textAlign = "right";
  pen.textBaseline = "middle";
  for (let value = 0; value <= largest; value += up) {
    pen.fillText(String(value), LEFT - 8, y(value));
    pen.beginPath();
    pen.moveTo(LEFT, y(value));
    pen.lineTo(right + 4, y(value));
    pen.stroke();
  }
}
