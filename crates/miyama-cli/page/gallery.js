// @ts-check
// The living pictures of the first view: each grows from nothing to the whole, from data
// that the program has answered (gallery-data.js).

import { colour } from "./colours.js";
import { paintBars, paintTable, plain } from "./table-picture.js";
import { drawBuilding } from "./building.js";
import { BUILDING, FIBONACCI, KAYLES, LINES, TABLES, THUE_MORSE } from "./gallery-data.js";

/**
 * @typedef {{ pen: CanvasRenderingContext2D, width: number, height: number, part: number, ink: (name: string) => string }} Sheet
 * a canvas, how much of the picture is to be seen (0 to 1), and the colours of the theme
 */

/** Tables as bytes, read once. */
const bytes = Object.fromEntries(Object.entries(TABLES).map(([name, { values }]) => [name, Uint8Array.from(atob(values), (c) => c.charCodeAt(0))]));

/** A table of two heaps as it is filled diagonal by diagonal. */
const heat = (name, tint) => (/** @type {Sheet} */ { pen, width, height, part }) => {
  const { size } = TABLES[name];
  const values = bytes[name];
  paintTable(pen, { width, height, size, at: (x, y) => values[x * size + y], tint, last: part * 2 * size });
};

/** Bands of values, lighter and darker: their edges are the lines of one value. */
const banded = (value, largest) => colour(value / largest).map((n) => Math.round(n * (Math.floor(value / 7) % 2 === 0 ? 0.66 : 1.1)));

function bars({ pen, width, height, part, ink }) {
  paintBars(pen, { width, height, values: KAYLES, shown: Math.ceil(part * KAYLES.length), red: ink("--p") });
}

/** A finished game shows little: pictures end at this part of it. */
const MIDGAME = 0.5;

/** Boards of a game, one after the other; what has just changed is marked. */
const boards = (name, isStone) => (/** @type {Sheet} */ { pen, width, height, part, ink }) => {
  const line = LINES[name];
  const at = Math.min(Math.floor(part * line.length * MIDGAME), line.length - 1);
  const rows = line[at].split("/");
  // While the page is laid out a picture may have no room at all.
  const cell = Math.max(Math.min((width - 24) / rows[0].length, (height - 24) / rows.length), 0);
  const [left, top] = [(width - cell * rows[0].length) / 2, (height - cell * rows.length) / 2];
  const before = line[Math.max(at - 1, 0)].split("/");
  rows.forEach((row, r) => [...row].forEach((sign, c) => {
    const [x, y] = [left + c * cell, top + r * cell];
    const fresh = before[r][c] !== sign;
    if (isStone) {
      pen.fillStyle = sign === "#" ? ink("--stone") : fresh ? ink("--chosen") : ink("--line");
      pen.beginPath();
      pen.arc(x + cell / 2, y + cell / 2, cell * (sign === "#" ? 0.4 : fresh ? 0.24 : 0.1), 0, 7);
      pen.fill();
      return;
    }
    pen.fillStyle = sign === "#" ? (fresh ? ink("--chosen") : ink("--accent")) : ink("--paper");
    pen.strokeStyle = ink("--line");
    pen.lineWidth = 1;
    pen.beginPath();
    pen.roundRect(x + 1.5, y + 1.5, cell - 3, cell - 3, cell * 0.12);
    pen.fill();
    pen.stroke();
  }));
};

/** The Thue–Morse word: each strip is the one above and its opposite. */
function strips({ pen, width, height, part, ink }) {
  const stages = 7;
  const high = (height - 20) / stages;
  for (let stage = 0; stage < stages; stage++) {
    const length = 2 ** stage;
    const wide = (width - 20) / length;
    const shown = Math.min(Math.max(part * stages - stage, 0), 1) * length;
    for (let i = 0; i < Math.min(length, Math.ceil(shown)); i++) {
      pen.fillStyle = THUE_MORSE[i] === "1" ? ink("--accent") : ink("--chosen");
      pen.globalAlpha = i < length / 2 ? 0.72 : 1;
      pen.fillRect(10 + i * wide, 10 + stage * high, wide - Math.min(wide * 0.08, 2), high * 0.82);
    }
  }
  pen.globalAlpha = 1;
}

/** The Fibonacci word: a line cuts the grid, 0 upright lines and 1 level ones. */
function cutting({ pen, width, height, part, ink }) {
  const slope = 2 / (1 + Math.sqrt(5));
  const columns = 13;
  const cell = Math.min((width - 20) / columns, (height - 20) / (columns * slope));
  const [left, low] = [(width - columns * cell) / 2, height - (height - columns * slope * cell) / 2];
  pen.strokeStyle = ink("--line");
  pen.lineWidth = 1;
  for (let i = 0; i <= columns; i++) {
    pen.beginPath();
    pen.moveTo(left + i * cell, low);
    pen.lineTo(left + i * cell, low - columns * slope * cell);
    pen.stroke();
    if (i > columns * slope) continue;
    pen.beginPath();
    pen.moveTo(left, low - i * cell);
    pen.lineTo(left + columns * cell, low - i * cell);
    pen.stroke();
  }
  pen.strokeStyle = ink("--ink");
  pen.lineWidth = 2;
  pen.beginPath();
  pen.moveTo(left, low);
  pen.lineTo(left + columns * cell * part, low - columns * slope * cell * part);
  pen.stroke();
  let [across, up] = [0, 0];
  for (const letter of FIBONACCI.slice(0, Math.floor(part * FIBONACCI.length))) {
    if (letter === "0") across += 1;
    else up += 1;
    const x = letter === "0" ? across : up / slope;
    if (x > columns) break;
    pen.fillStyle = letter === "0" ? ink("--chosen") : ink("--accent");
    pen.beginPath();
    pen.arc(left + x * cell, low - x * slope * cell, Math.max(cell * 0.2, 3), 0, 7);
    pen.fill();
  }
}

function bricks({ pen, width, height, part }) {
  drawBuilding(pen, BUILDING, { width, height, turn: 0.35 + part * 0.7, shown: Math.ceil(part * BUILDING.length) });
}

/** An empty board with the box to write in. */
function own({ pen, width, height, part, ink }) {
  const text = "(x, y) ↦ { … }";
  pen.fillStyle = ink("--accent");
  pen.font = `600 ${Math.min(width / 9, height / 4)}px ui-monospace, "DejaVu Sans Mono", monospace`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(text.slice(0, Math.round(part * text.length)), width / 2, height / 2);
}

/** The pictures by name. @type {Record<string, (sheet: Sheet) => void>} */
export const PICTURES = {
  wythoff: heat("wythoff", plain),
  triangular: heat("triangular", banded),
  geometric: heat("geometric(2)", plain),
  kayles: bars,
  "2d-nim": boards("2d-nim", true),
  domineering: boards("domineering", false),
  "thue-morse": strips,
  fibonacci: cutting,
  bricks,
  own,
};
