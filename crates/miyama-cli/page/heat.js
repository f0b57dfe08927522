// @ts-check
// The heat map of a table on a canvas: zoom, pan, a cursor, marks on cells.

import { P, colour, css, inkOn, other } from "./colours.js";

/** Room for the numbers beside the axes. */
const AXIS = 34;
/** Marks of P-positions are drawn one by one up to this many. */
const MOST_MARKS = 30_000;
/** A cell is never drawn larger than this. */
const LARGEST = 80;
/** Where a formula and the table differ: both say P; only the formula; only the table. */
export const BOTH = "#2a9d4a";
export const CLAIMED = "#f28e2b";
export const MISSED = "#c2185b";

/**
 * Cells of a map: `columns` to the right, `rows` up, `at(column, row)` a number, or -1 where there
 * is no position; `ticks` are the numbers of columns and rows where they do not count from 0.
 * @typedef {{ columns: number, rows: number, at: (column: number, row: number) => number, largest: number, outcomes: boolean, names: string[], ticks?: number[][] }} Cells
 */

export class HeatMap {
  /**
   * `on.hover(cell)`, `on.pick(cell)`, `on.move()` when the view has moved.
   * @param {HTMLCanvasElement} canvas
   * @param {{ hover: (cell: number[] | null) => void, pick: (cell: number[]) => void, move?: () => void }} on
   */
  constructor(canvas, on) {
    this.canvas = canvas;
    this.on = on;
    /** @type {Cells | null} */
    this.cells = null;
    this.view = null;
    this.cursor = null;
    this.marks = [];
    /** The colour of what is not P in a map of outcomes. */
    this.other = other();
    /** The value whose positions alone are shown, or none. */
    this.level = null;
    /** Whether a cell belongs to the proved set. */
    this.inside = null;
    /** What a formula says of a cell, a number, or nothing. */
    this.claimed = null;
    /** What lies over the canvas at its edges and is kept free when all is shown. */
    this.pads = { left: 0, right: 0, top: 0, bottom: 0 };
    this.pointers = new Map();
    /** @type {{ of: HTMLCanvasElement, canvas: HTMLCanvasElement } | null} the picture, shrunk */
    this.small = null;
    /** @type {{ of: any[], canvas: HTMLCanvasElement } | null} what lies under cursor and options, as it was painted last */
    this.under = null;
    /** The size of the canvas when it was painted last: to ask for it may lay out the page. */
    this.extent = null;
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.moved(event));
    for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, (event) => this.up(event));
    canvas.addEventListener("pointerleave", () => this.on.hover(null));
    this.size = new ResizeObserver(() => this.paint());
    this.size.observe(canvas);
  }

  leave() {
    this.size.disconnect();
  }

  /** Shows cells, seen from `view` or whole. @param {Cells} cells */
  show(cells, view) {
    this.cells = cells;
    this.view = view ?? null;
    this.draw();
  }

  /** The colour of a number, as red, green and blue. */
  shade(value) {
    if (value < 0) return null;
    const { largest, outcomes } = this.cells;
    if (this.level !== null) return value === this.level ? P : this.other;
    if (outcomes) return value === 0 ? P : this.other;
    return colour(value / Math.max(largest, 1));
  }

  /** Paints every cell as one pixel; the canvas shows this picture enlarged. */
  draw() {
    this.other = other();
    const { columns, rows, at } = this.cells;
    const image = new ImageData(columns, rows);
    const pixels = new Uint32Array(image.data.buffer);
    const palette = [];
    const marked = this.level ?? 0;
    this.marked = [];
    for (let row = 0; row < rows; row++) {
      const line = (rows - 1 - row) * columns;
      for (let column = 0; column < columns; column++) {
        const value = at(column, row);
        if (value === marked && this.marked.length <= MOST_MARKS) this.marked.push([column, row]);
        let pixel = palette[value + 1];
        if (pixel === undefined) {
          const rgb = this.shade(value);
          pixel = rgb === null ? 0 : (255 << 24) | (rgb[2] << 16) | (rgb[1] << 8) | rgb[0];
          palette[value + 1] = pixel;
        }
        pixels[line + column] = pixel;
      }
    }
    this.picture = document.createElement("canvas");
    this.picture.width = columns;
    this.picture.height = rows;
    this.picture.getContext("2d").putImageData(image, 0, 0);
    this.paint();
  }

  /** The box in which the whole table is shown. */
  frame() {
    const { left, right, top, bottom } = this.pads;
    const [width, height] = this.extent ?? [this.canvas.clientWidth, this.canvas.clientHeight];
    return { left: left + AXIS, top: top + 10, width: Math.max(width - left - right - AXIS - 12, 40), height: Math.max(height - top - bottom - AXIS - 10, 40) };
  }

  /** The size of a cell at which all is seen. */
  least() {
    const { width, height } = this.frame();
    return Math.min(width / this.cells.columns, height / this.cells.rows, 56);
  }

  /** The whole table in its box. */
  fit() {
    const { columns, rows } = this.cells;
    this.view = { cell: this.least(), x: columns / 2, y: rows / 2 };
  }

  /** The left lower corner of a cell on the canvas. */
  place(column, row) {
    const { left, top, width, height } = this.frame();
    const { cell, x, y } = this.view;
    return [left + width / 2 + (column - x) * cell, top + height / 2 - (row - y) * cell];
  }

  /** The cell at a place of the canvas, or nothing. */
  cellAt(px, py) {
    const { left, top, width, height } = this.frame();
    const { cell, x, y } = this.view;
    const column = Math.floor((px - left - width / 2) / cell + x);
    const row = Math.floor(y - (py - top - height / 2) / cell);
    const { columns, rows, at } = this.cells;
    return column >= 0 && row >= 0 && column < columns && row < rows && at(column, row) >= 0 ? [column, row] : null;
  }

  zoom(factor, px, py) {
    const { left, top, width, height } = this.frame();
    const [mx, my] = [(px ?? left + width / 2) - left - width / 2, top + height / 2 - (py ?? top + height / 2)];
    const { cell, x, y } = this.view;
    const next = Math.min(Math.max(cell * factor, this.least() * 0.8), LARGEST);
    this.view = { cell: next, x: x + mx / cell - mx / next, y: y + my / cell - my / next };
    this.settle();
  }

  /** Keeps the table in sight, paints, and tells. */
  settle() {
    const { columns, rows } = this.cells;
    this.view.x = Math.min(Math.max(this.view.x, 0), columns);
    this.view.y = Math.min(Math.max(this.view.y, 0), rows);
    this.paint();
    this.on.move?.();
  }

  wheel(event) {
    if (!this.cells) return;
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY / 300), event.offsetX, event.offsetY);
  }

  down(event) {
    this.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    this.dragged = 0;
  }

  moved(event) {
    if (!this.view) return;
    const last = this.pointers.get(event.pointerId);
    if (!last) return this.on.hover(this.cellAt(event.offsetX, event.offsetY));
    const now = { x: event.offsetX, y: event.offsetY };
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
    if (others.length > 0) {
      const apart = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
      this.zoom(apart(now, others[0]) / Math.max(apart(last, others[0]), 1), now.x, now.y);
    }
    this.dragged += Math.abs(now.x - last.x) + Math.abs(now.y - last.y);
    this.pointers.set(event.pointerId, now);
    if (this.dragged > 5) {
      this.view.x -= (now.x - last.x) / this.view.cell;
      this.view.y += (now.y - last.y) / this.view.cell;
      this.settle();
    }
  }

  up(event) {
    const was = this.pointers.delete(event.pointerId);
    if (!was || event.type === "pointercancel" || this.dragged > 5 || !this.view) return;
    const cell = this.cellAt(event.offsetX, event.offsetY);
    if (cell) this.on.pick(cell);
  }

  /** Puts the cursor on a cell and brings it into sight. */
  point(cell) {
    this.cursor = cell;
    if (cell && this.view) {
      const { width, height } = this.frame();
      const near = (at, middle, room) => {
        const reach = Math.max(room / 2 / this.view.cell - 1, 0);
        return Math.min(Math.max(middle, at + 0.5 - reach), at + 0.5 + reach);
      };
      this.view.x = near(cell[0], this.view.x, width);
      this.view.y = near(cell[1], this.view.y, height);
    }
    this.paint();
  }

  paint() {
    if (!this.cells || !this.canvas.clientWidth) return;
    const [width, height] = this.extent = [this.canvas.clientWidth, this.canvas.clientHeight];
    if (!this.view) this.fit();
    const ratio = window.devicePixelRatio || 1;
    if (this.canvas.width !== Math.round(width * ratio) || this.canvas.height !== Math.round(height * ratio)) {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(height * ratio);
    }
    const pen = this.canvas.getContext("2d");
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    pen.drawImage(this.painted(ratio), 0, 0, width, height);
    this.paintOptions(pen, this.view.cell);
    this.paintAxes(pen, this.view.cell);
  }

  /** All that a click does not change, painted once for a view. */
  painted(ratio) {
    const { cell, x, y } = this.view;
    const of = [this.picture, this.level, this.inside, this.claimed, cell, x, y, ratio, ...this.extent, ...Object.values(this.pads)];
    if (!this.under || of.some((one, i) => one !== this.under.of[i])) {
      const canvas = document.createElement("canvas");
      Object.assign(canvas, { width: this.canvas.width, height: this.canvas.height });
      const pen = canvas.getContext("2d");
      pen.setTransform(ratio, 0, 0, ratio, 0, 0);
      this.paintPicture(pen, ratio);
      this.paintUnder(pen, cell);
      this.under = { of, canvas };
    }
    return this.under.canvas;
  }

  /** The coloured cells. Many of them in a pixel take long to shrink: that is done once for a view. */
  paintPicture(pen, ratio) {
    const { columns, rows } = this.cells;
    const cell = this.view.cell;
    const [left, top] = this.place(0, rows);
    if (cell * ratio >= 1) {
      pen.imageSmoothingEnabled = false;
      pen.drawImage(this.picture, left, top, columns * cell, rows * cell);
      return;
    }
    const [wide, high] = [Math.max(Math.round(columns * cell * ratio), 1), Math.max(Math.round(rows * cell * ratio), 1)];
    if (this.small?.of !== this.picture || this.small.canvas.width !== wide) {
      const canvas = document.createElement("canvas");
      Object.assign(canvas, { width: wide, height: high });
      canvas.getContext("2d").drawImage(this.picture, 0, 0, wide, high);
      this.small = { of: this.picture, canvas };
    }
    pen.drawImage(this.small.canvas, left, top, columns * cell, rows * cell);
  }

  /** All that is drawn over the coloured cells; `pen` may be one that writes a file. */
  paintOver(pen) {
    const cell = this.view.cell;
    this.paintUnder(pen, cell);
    this.paintOptions(pen, cell);
    this.paintAxes(pen, cell);
  }

  paintUnder(pen, cell) {
    this.paintMarked(pen, cell);
    if (cell >= 19) this.paintNumbers(pen, cell);
    this.paintInside(pen, cell);
    this.paintClaimed(pen, cell);
  }

  /** The coloured cells in sight as boxes, equal neighbours in one: for pens that write a file. */
  paintCells(pen) {
    const [left, right, low, high] = this.visible();
    const cell = this.view.cell;
    for (let row = low; row <= high; row++) {
      for (let from = left; from <= right;) {
        const rgb = this.shade(this.cells.at(from, row));
        let to = from + 1;
        while (to <= right && String(this.shade(this.cells.at(to, row))) === String(rgb)) to++;
        if (rgb) {
          const [px, py] = this.place(from, row);
          pen.fillStyle = css(rgb);
          pen.fillRect(px, py - cell, (to - from) * cell, cell);
        }
        from = to;
      }
    }
  }

  /** The positions of value 0, or of the value that is shown, carry a ring: they show without colour too. */
  paintMarked(pen, cell) {
    if (this.marked.length > MOST_MARKS) return;
    const few = this.marked.length <= 4 * (this.cells.columns + this.cells.rows);
    if (cell < 6 && !few) return;
    const radius = cell >= 6 ? cell * 0.36 : 2.2;
    for (const [column, row] of this.marked) {
      const [px, py] = this.place(column, row);
      pen.beginPath();
      pen.arc(px + cell / 2, py - cell / 2, radius, 0, 2 * Math.PI);
      pen.fillStyle = cell >= 6 ? "#fff" : "#d62728";
      pen.fill();
      if (cell < 6) continue;
      pen.lineWidth = Math.max(cell * 0.09, 1.5);
      pen.strokeStyle = "#d62728";
      pen.stroke();
    }
  }

  paintNumbers(pen, cell) {
    const { at, outcomes } = this.cells;
    const [left, right, low, high] = this.visible();
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    for (let column = left; column <= right; column++) {
      for (let row = low; row <= high; row++) {
        const value = at(column, row);
        if (value < 0) continue;
        const text = outcomes ? (value === 0 ? "P" : "N") : String(value);
        const isMarked = value === (this.level ?? 0);
        pen.fillStyle = isMarked ? "#8f1414" : inkOn(this.shade(value));
        pen.font = `${isMarked ? "700 " : ""}${Math.min(cell * 0.42, 15) * (text.length > 3 ? 3 / text.length : 1)}px system-ui, sans-serif`;
        const [px, py] = this.place(column, row);
        pen.fillText(text, px + cell / 2, py - cell / 2);
      }
    }
  }

  /** The cells in sight: first and last column, first and last row. */
  visible() {
    const { left, top, width, height } = this.frame();
    const { cell, x, y } = this.view;
    const { columns, rows } = this.cells;
    const [wide, high] = this.extent;
    const column = (px) => (px - left - width / 2) / cell + x;
    const row = (py) => y - (py - top - height / 2) / cell;
    return [
      Math.max(Math.floor(column(0)), 0), Math.min(Math.ceil(column(wide)), columns - 1),
      Math.max(Math.floor(row(high)), 0), Math.min(Math.ceil(row(0)), rows - 1),
    ];
  }

  /** The proved set: a ring around each of its cells in sight. */
  paintInside(pen, cell) {
    if (!this.inside || cell < 4) return;
    const [left, right, low, high] = this.visible();
    pen.lineWidth = Math.max(1.5, cell / 10);
    pen.strokeStyle = "#f28e2b";
    for (let row = low; row <= high; row++) {
      for (let column = left; column <= right; column++) {
        if (!this.inside(column, row)) continue;
        const [px, py] = this.place(column, row);
        pen.beginPath();
        pen.arc(px + cell / 2, py - cell / 2, cell * 0.42, 0, 2 * Math.PI);
        pen.stroke();
      }
    }
  }

  /** A formula over the table: boxes where they agree on P, and where they differ. */
  paintClaimed(pen, cell) {
    if (!this.claimed) return;
    const [left, right, low, high] = this.visible();
    const size = Math.max(cell, 3);
    for (let row = low; row <= high; row++) {
      for (let column = left; column <= right; column++) {
        const style = this.claimed(column, row);
        if (!style) continue;
        const [px, py] = this.place(column, row);
        const [x, y] = [px + cell / 2 - size / 2, py - cell / 2 - size / 2];
        if (cell < 7) {
          pen.fillStyle = style;
          pen.fillRect(x, y, size, size);
          continue;
        }
        pen.lineWidth = Math.max(2, cell / 8);
        pen.strokeStyle = style;
        pen.strokeRect(x + pen.lineWidth / 2, y + pen.lineWidth / 2, size - pen.lineWidth, size - pen.lineWidth);
      }
    }
  }

  /** Options of the cell that was picked: boxes, red and thick for winning ones; and the cursor. */
  paintOptions(pen, cell) {
    const size = Math.max(cell, 7);
    const box = ([column, row], style, thick) => {
      const [px, py] = this.place(column, row);
      for (const [wide, ink] of [[thick + 2, "#fff"], [thick, style]]) {
        pen.lineWidth = wide;
        pen.strokeStyle = ink;
        pen.strokeRect(px + cell / 2 - size / 2, py - cell / 2 - size / 2, size, size);
      }
    };
    // Where thousands of cells share a few hundred pixels, one box for each of those.
    const drawn = new Set();
    const isNew = ({ cell: at, wins }) => {
      const place = this.place(at[0], at[1]).map((n) => Math.round(n / 2)).join();
      return !drawn.has(`${place},${wins}`) && drawn.add(`${place},${wins}`);
    };
    const seen = cell < 2 ? this.marks.filter(isNew) : this.marks;
    for (const mark of seen) if (!mark.wins) box(mark.cell, "#000", 1);
    for (const mark of seen) if (mark.wins) box(mark.cell, "#d62728", 3);
    if (this.cursor) box(this.cursor, "#f28e2b", 3);
  }

  paintAxes(pen, cell) {
    const { columns, rows, names, ticks } = this.cells;
    const style = getComputedStyle(this.canvas);
    const [width, height] = this.extent;
    const nice = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((n) => n * cell >= 42) ?? 1000;
    const bottom = Math.min(this.place(0, 0)[1], height - AXIS);
    const left = Math.max(this.place(0, 0)[0], AXIS);
    // Numbers may lie over the table: a rim of paper keeps them apart.
    const write = (text, x, y, ink) => {
      pen.lineJoin = "round";
      pen.lineWidth = 4;
      pen.strokeStyle = style.getPropertyValue("--paper");
      pen.strokeText(text, x, y);
      pen.fillStyle = style.getPropertyValue(ink);
      pen.fillText(text, x, y);
    };
    const number = (axis, i) => ticks?.[axis]?.[i] ?? i;
    pen.font = "12px system-ui, sans-serif";
    pen.textAlign = "center";
    pen.textBaseline = "top";
    const round = (axis, count) => Array.from({ length: count }, (_, i) => i).filter((i) => number(axis, i) % nice === 0);
    for (const column of round(0, columns)) {
      const px = this.place(column, 0)[0] + cell / 2;
      if (px > 8 && px < width - 8) write(String(number(0, column)), px, bottom + 4, "--soft");
    }
    pen.textAlign = "right";
    pen.textBaseline = "middle";
    for (const row of round(1, rows)) {
      const py = this.place(0, row)[1] - cell / 2;
      if (py > Math.max(this.place(0, rows)[1], 0) + 26 && py < height - AXIS + 8) write(String(number(1, row)), left - 6, py, "--soft");
    }
    pen.font = "italic 600 15px Georgia, serif";
    write(names[1] ?? "", left - 8, Math.max(this.place(0, rows)[1] + 8, 13), "--ink");
    pen.textBaseline = "top";
    write(names[0] ?? "", Math.min(this.place(columns, 0)[0], width - 6), bottom + 18, "--ink");
  }
}
