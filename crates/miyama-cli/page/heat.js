// @ts-check
// The heat map of a table on a canvas: zoom, pan, a cursor, marks on cells.

/** Ten stops of the colour map viridis, as in the pictures of the program. */
const STOPS = [
  [0x44, 0x01, 0x54], [0x48, 0x28, 0x78], [0x3e, 0x49, 0x89], [0x31, 0x68, 0x8e], [0x26, 0x82, 0x8e],
  [0x1f, 0x9e, 0x89], [0x35, 0xb7, 0x79], [0x6e, 0xce, 0x58], [0xb5, 0xde, 0x2b], [0xfd, 0xe7, 0x25],
];
const P = [0xd6, 0x27, 0x28];
const N = [0xe8, 0xec, 0xf2];
const AXIS = 38;
/** Marks of P-positions are drawn one by one up to this many. */
const MOST_MARKS = 30_000;

export function colour(part) {
  const at = Math.min(Math.max(part, 0), 1) * (STOPS.length - 1);
  const low = Math.min(Math.floor(at), STOPS.length - 2);
  return STOPS[low].map((a, i) => Math.round(a + (STOPS[low + 1][i] - a) * (at - low)));
}

export class HeatMap {
  /** `on.hover(cell)`, `on.pick(cell)`, `on.move()` when the view has moved. */
  constructor(canvas, on) {
    this.canvas = canvas;
    this.on = on;
    this.cells = null;
    this.view = null;
    this.cursor = null;
    this.marks = [];
    this.onlyP = false;
    this.inside = null;
    this.pointers = new Map();
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

  /** Shows cells: `columns` to the right, `rows` up, `at(x, y)` a number; `ticks` where they do not begin at 0. */
  show(cells, view) {
    this.cells = cells;
    this.view = view ?? null;
    this.draw();
  }

  /** Paints every cell as one pixel; the canvas shows this picture enlarged. */
  draw() {
    const { columns, rows, at, largest, outcomes } = this.cells;
    const image = new ImageData(columns, rows);
    const palette = [];
    this.zeros = [];
    for (let y = 0; y < rows; y++) {
      for (let x = 0; x < columns; x++) {
        const value = at(x, y);
        if (value === 0 && this.zeros.length <= MOST_MARKS) this.zeros.push([x, y]);
        let shade = palette[value];
        if (!shade) {
          const plain = outcomes || this.onlyP;
          shade = plain ? (value === 0 ? P : N) : colour(value / Math.max(largest, 1));
          palette[value] = shade;
        }
        image.data.set(shade, ((rows - 1 - y) * columns + x) * 4);
        image.data[((rows - 1 - y) * columns + x) * 4 + 3] = 255;
      }
    }
    this.picture = document.createElement("canvas");
    this.picture.width = columns;
    this.picture.height = rows;
    this.picture.getContext("2d").putImageData(image, 0, 0);
    this.paint();
  }

  /** The whole table in the canvas. */
  fit() {
    const { columns, rows } = this.cells;
    const [width, height] = this.room();
    const cell = Math.min(width / columns, height / rows, 44);
    this.view = { cell, x: columns / 2, y: rows / 2 };
  }

  room() {
    return [this.canvas.clientWidth - AXIS - 8, this.canvas.clientHeight - AXIS - 8];
  }

  /** The left lower corner of cell (x, y) on the canvas. */
  place(x, y) {
    const [width, height] = this.room();
    const { cell, x: cx, y: cy } = this.view;
    return [AXIS + width / 2 + (x - cx) * cell, 8 + height / 2 - (y - cy) * cell];
  }

  /** The cell at a place of the canvas, or nothing. */
  cellAt(px, py) {
    const [width, height] = this.room();
    const { cell, x: cx, y: cy } = this.view;
    const x = Math.floor((px - AXIS - width / 2) / cell + cx);
    const y = Math.floor(cy - (py - 8 - height / 2) / cell);
    const { columns, rows } = this.cells;
    return px >= AXIS && x >= 0 && y >= 0 && x < columns && y < rows ? [x, y] : null;
  }

  zoom(factor, px, py) {
    const [width, height] = this.room();
    const [mx, my] = [(px ?? AXIS + width / 2) - AXIS - width / 2, 8 + height / 2 - (py ?? 8 + height / 2)];
    const { cell, x, y } = this.view;
    const least = Math.min(width / this.cells.columns, height / this.cells.rows, 44) * 0.8;
    const next = Math.min(Math.max(cell * factor, least), 80);
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
      const [width, height] = this.room();
      const reach = [width / 2 / this.view.cell - 1, height / 2 / this.view.cell - 1];
      this.view.x = Math.min(Math.max(this.view.x, cell[0] - reach[0]), Math.max(cell[0] + reach[0], cell[0] - reach[0]));
      this.view.y = Math.min(Math.max(this.view.y, cell[1] - reach[1]), Math.max(cell[1] + reach[1], cell[1] - reach[1]));
    }
    this.paint();
  }

  paint() {
    if (!this.cells || !this.canvas.clientWidth) return;
    if (!this.view) this.fit();
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
    if (this.canvas.width !== Math.round(width * ratio) || this.canvas.height !== Math.round(height * ratio)) {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(height * ratio);
    }
    const pen = this.canvas.getContext("2d");
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    pen.save();
    pen.beginPath();
    pen.rect(AXIS, 0, width - AXIS, height - AXIS + 8);
    pen.clip();
    const { columns, rows } = this.cells;
    const cell = this.view.cell;
    const [left, top] = this.place(0, rows);
    pen.imageSmoothingEnabled = cell * ratio < 1;
    pen.drawImage(this.picture, left, top, columns * cell, rows * cell);
    this.paintZeros(pen, cell);
    if (cell >= 19) this.paintNumbers(pen, cell);
    this.paintInside(pen, cell);
    this.paintMarks(pen, cell);
    pen.restore();
    this.paintAxes(pen, width, height, cell);
  }

  /** P-positions carry a ring, so that they show without colour too. */
  paintZeros(pen, cell) {
    if (this.zeros.length > MOST_MARKS) return;
    const few = this.zeros.length <= 4 * (this.cells.columns + this.cells.rows);
    if (cell < 6 && !few) return;
    const radius = cell >= 6 ? cell * 0.36 : 2.2;
    for (const [x, y] of this.zeros) {
      const [px, py] = this.place(x, y);
      pen.beginPath();
      pen.arc(px + cell / 2, py - cell / 2, radius, 0, 7);
      if (cell >= 6) {
        pen.fillStyle = "#fff";
        pen.fill();
        pen.lineWidth = Math.max(cell * 0.09, 1.5);
        pen.strokeStyle = "#d62728";
        pen.stroke();
      } else {
        pen.fillStyle = "#d62728";
        pen.fill();
      }
    }
  }

  paintNumbers(pen, cell) {
    const { at, largest, outcomes } = this.cells;
    const [left, right, low, high] = this.visible();
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    for (let x = left; x <= right; x++) {
      for (let y = low; y <= high; y++) {
        const value = at(x, y);
        const text = outcomes ? (value === 0 ? "P" : "N") : String(value);
        const [r, g, b] = this.onlyP || outcomes ? N : colour(value / Math.max(largest, 1));
        pen.fillStyle = value === 0 ? "#8f1414" : 0.299 * r + 0.587 * g + 0.114 * b > 140 ? "#111" : "#fff";
        pen.font = `${value === 0 ? "700 " : ""}${Math.min(cell * 0.42, 15) * (text.length > 3 ? 3 / text.length : 1)}px system-ui, sans-serif`;
        const [px, py] = this.place(x, y);
        pen.fillText(text, px + cell / 2, py - cell / 2);
      }
    }
  }

  /** The cells in sight: first and last column, first and last row. */
  visible() {
    const [width, height] = this.room();
    const { cell, x, y } = this.view;
    const { columns, rows } = this.cells;
    const reach = (middle, room, count) => [
      Math.max(Math.floor(middle - room / cell / 2), 0), Math.min(Math.ceil(middle + room / cell / 2), count - 1),
    ];
    return [...reach(x, width, columns), ...reach(y, height, rows)];
  }

  /** The proved set: a ring around each of its cells in sight. */
  paintInside(pen, cell) {
    if (!this.inside || cell < 4) return;
    const [left, right, low, high] = this.visible();
    pen.lineWidth = Math.max(1.5, cell / 10);
    pen.strokeStyle = "#f28e2b";
    for (let y = low; y <= high; y++) {
      for (let x = left; x <= right; x++) {
        if (!this.inside(x, y)) continue;
        const [px, py] = this.place(x, y);
        pen.beginPath();
        pen.arc(px + cell / 2, py - cell / 2, cell * 0.42, 0, 2 * Math.PI);
        pen.stroke();
      }
    }
  }

  /** Options of the cell that was picked: rings, filled for winning ones; and the cursor. */
  paintMarks(pen, cell) {
    const size = Math.max(cell, 7);
    const box = ([x, y], style, thick) => {
      const [px, py] = this.place(x, y);
      pen.lineWidth = thick + 2;
      pen.strokeStyle = "#fff";
      pen.strokeRect(px + cell / 2 - size / 2, py - cell / 2 - size / 2, size, size);
      pen.lineWidth = thick;
      pen.strokeStyle = style;
      pen.strokeRect(px + cell / 2 - size / 2, py - cell / 2 - size / 2, size, size);
    };
    for (const mark of this.marks) box(mark.cell, mark.wins ? "#d62728" : "#000", mark.wins ? 3 : 1);
    if (this.cursor) box(this.cursor, "#f28e2b", 3);
  }

  paintAxes(pen, width, height, cell) {
    const { columns, rows, names, ticks } = this.cells;
    const style = getComputedStyle(this.canvas);
    pen.fillStyle = style.getPropertyValue("--soft");
    pen.font = "12px system-ui, sans-serif";
    const nice = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((n) => n * cell >= 42) ?? 1000;
    const bottom = Math.min(height - AXIS + 8, this.place(0, 0)[1]);
    const left = Math.max(AXIS, this.place(0, 0)[0]);
    const edge = height - AXIS + 8;
    pen.textAlign = "center";
    pen.textBaseline = "top";
    for (let x = 0; x < columns; x += nice) {
      const px = this.place(x, 0)[0] + cell / 2;
      if (px > AXIS && px < width - 8) pen.fillText(String(ticks?.[0][x] ?? x), px, bottom + 4);
    }
    pen.textAlign = "right";
    pen.textBaseline = "middle";
    for (let y = 0; y < rows; y += nice) {
      const py = this.place(0, y)[1] - cell / 2;
      if (py > Math.max(this.place(0, rows)[1], 8) + 16 && py < edge) pen.fillText(String(ticks?.[1][y] ?? y), left - 6, py);
    }
    pen.font = "italic 600 14px Georgia, serif";
    pen.fillStyle = style.getPropertyValue("--ink");
    pen.fillText(names[1] ?? "", left - 8, Math.max(this.place(0, rows)[1] + 6, 13));
    pen.textBaseline = "top";
    pen.fillText(names[0] ?? "", Math.min(this.place(columns, 0)[0], width - 6), bottom + 18);
  }
}
