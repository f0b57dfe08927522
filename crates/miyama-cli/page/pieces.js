// @ts-check
// Stones: the parts of a position drawn, and moves chosen by pointing at them.

import { el } from "./dom.js";
import { pressing } from "./press.js";
import { say } from "./texts.js";

/** Heaps with more stones are shown as a number. */
const MOST_STONES = 48;
/** So many places are offered for stones that a move returns. */
const MOST_RETURNED = 12;

/** The heaps of a part as it is written, `wythoff:3,5`. */
const heapsOf = (text) => text.slice(text.lastIndexOf(":") + 1).split(",").map(Number);

/** The heaps that a move leaves of its part, empty ones left out, in order of size. */
const remains = (option) => option.left.flatMap(heapsOf).filter((n) => n > 0).sort((a, b) => a - b).join(",");

/**
 * A part on the table. `staged(option, isPartial)` is told what is chosen.
 * Gives back `node`, `clear()`, `show(option, name)` to put a class on the
 * stones of a move.
 */
export function drawPart(part, options, active, staged) {
  if (part.board !== undefined || part.cells !== undefined) return new Board(part, options, active, staged);
  if (part.worth !== undefined) return new Worth(part, options, active, staged);
  const splits = options.some((option) => option.left.length > 1);
  return splits ? new Row(part, options, active, staged) : new Heaps(part, options, active, staged);
}

function stone(label, active) {
  return el("button", { type: "button", className: "stone", "aria-label": label, "aria-pressed": "false", disabled: !active, tabIndex: -1 });
}

/** Heaps from which stones are taken off the end, and to which some may be returned. */
class Heaps {
  constructor(part, options, active, staged) {
    this.heaps = part.heaps.map(Number);
    // A large heap is text: a number would lose its last digits.
    const sizes = part.heaps.map(String);
    this.options = options;
    this.staged = staged;
    this.target = [...this.heaps];
    /** The heap of each stone, and its place in it. */
    this.places = new Map();
    const most = this.heaps.map((n, i) => Math.max(n, ...options.map((option) => this.after(option)[i] ?? 0)));
    this.stones = this.heaps.map((count, h) => {
      if (count > MOST_STONES) return [];
      const places = Math.min(most[h], count + MOST_RETURNED);
      return Array.from({ length: places }, (_, i) => {
        const label = i < count ? say("stone", { heap: part.number + h, stone: i + 1, count }) : say("return_place", { heap: part.number + h, count: i + 1 - count });
        const node = stone(label, active);
        node.classList.toggle("ghost", i >= count);
        this.places.set(node, [h, i]);
        return node;
      });
    });
    this.node = el("div", { className: "part", role: "group", "aria-label": part.game || say("this_game") }, this.heaps.map((count, h) =>
      el("div", { className: "heap" }, el("span", { className: "name" }, `${part.number + h}. ${count > MOST_STONES ? "" : count}`),
        el("div", { className: "stones", "data-row": "" }, this.stones[h].length > 0 || count === 0 ? this.stones[h] : say("many_stones", { count: sizes[h] })))));
    pressing(this.node, { begin: () => this.begin(), tap: (node) => this.tap(...this.places.get(node)), drag: (nodes) => this.drag(nodes) });
  }

  after(option) {
    return option.left.length === 0 ? this.heaps.map(() => 0) : heapsOf(option.left[0]);
  }

  /** The size that heap h gets when its stone i is pointed at: what lies before it, or with it if it is returned. */
  sizeAt(h, i) {
    return i < this.heaps[h] ? i : i + 1;
  }

  begin() {
    const before = [...this.target];
    return () => this.choose(before);
  }

  /** A stone and all after it; the same again: none. */
  tap(h, i) {
    const wanted = this.sizeAt(h, i);
    this.choose(this.target.with(h, this.target[h] === wanted ? this.heaps[h] : wanted));
  }

  /** All stones that were passed, and in each heap those after them. */
  drag(nodes) {
    const target = [...this.target];
    const places = nodes.map((node) => this.places.get(node));
    for (const h of new Set(places.map(([heap]) => heap))) {
      const passed = places.filter(([heap]) => heap === h).map(([, i]) => i);
      const own = passed.filter((i) => i < this.heaps[h]);
      target[h] = own.length > 0 ? Math.min(...own) : this.sizeAt(h, Math.max(...passed));
    }
    this.choose(target);
  }

  /** Stages heaps of these sizes. */
  choose(target) {
    if (this.target.every((n, k) => n === target[k])) return;
    this.target = target;
    this.paint();
    const same = this.target.every((n, k) => n === this.heaps[k]);
    const found = this.options.find((option) => this.after(option).every((n, k) => n === this.target[k]));
    this.staged(same ? null : found ?? null, !same);
  }

  paint() {
    this.stones.forEach((row, h) => row.forEach((node, i) => {
      const taken = i < this.heaps[h] && i >= this.target[h];
      const added = i >= this.heaps[h] && i < this.target[h];
      node.classList.toggle("chosen", taken);
      node.classList.toggle("added", added);
      node.setAttribute("aria-pressed", String(taken || added));
    }));
  }

  clear() {
    this.target = [...this.heaps];
    this.paint();
  }

  /** Marks the stones that one move alone begins with: what it takes of a single heap. @param {(option: any) => string} name */
  colour(name) {
    for (const option of this.options) {
      const after = this.after(option);
      const changed = after.flatMap((n, h) => (n === this.heaps[h] ? [] : [h]));
      if (changed.length === 1) this.stones[changed[0]][after[changed[0]]]?.classList.add(name(option));
    }
  }

  show(option, name) {
    const after = this.after(option);
    this.stones.forEach((row, h) => row.forEach((node, i) => {
      if (i < this.heaps[h] && i >= after[h]) node.classList.add(name);
      if (i >= this.heaps[h] && i < after[h]) node.classList.add(name === "going" ? "added" : name);
    }));
  }
}

/** One heap in a row that may break: a run of stones is chosen, or a gap. */
class Row {
  constructor(part, options, active, staged) {
    this.count = Number(part.heaps[0]);
    this.options = options;
    this.staged = staged;
    this.run = null;
    const gaps = options.some((option) => option.left.flatMap(heapsOf).reduce((a, b) => a + b, 0) === this.count);
    const few = this.count <= MOST_STONES;
    this.stones = few ? Array.from({ length: this.count }, (_, i) =>
      stone(say("stone", { heap: part.number, stone: i + 1, count: this.count }), active)) : [];
    this.gaps = few && gaps ? Array.from({ length: Math.max(this.count - 1, 0) }, (_, i) => el("button", {
      type: "button", className: "gap", tabIndex: -1, disabled: !active, "aria-label": say("gap", { left: i + 1, right: this.count - i - 1 }),
    })) : [];
    const between = (node, i) => (this.gaps[i] ? [node, this.gaps[i]] : [node]);
    this.node = el("div", { className: "part", role: "group", "aria-label": part.game || say("this_game") },
      el("div", { className: "heap" }, el("span", { className: "name" }, `${part.number}. ${few ? this.count : ""}`),
        el("div", { className: "stones", "data-row": "" }, few ? this.stones.map(between) : say("many_stones", { count: String(part.heaps[0]) }))));
    pressing(this.node, {
      begin: () => { const before = this.run; return () => this.choose(before); },
      tap: (node) => this.tap(node),
      drag: (nodes) => this.drag(nodes.map((node) => this.stones.indexOf(node)).filter((i) => i >= 0)),
    });
  }

  /** A tap chooses a gap, or a stone; the next one a run from there; on the same, nothing. */
  tap(node) {
    const gap = this.gaps.indexOf(node);
    if (gap >= 0) return this.choose([gap + 1, gap]);
    const i = this.stones.indexOf(node);
    const [from, to] = this.run ?? [];
    if (this.run && from === i && to === i) return this.choose(null);
    return this.choose(this.run && from === to ? [Math.min(from, i), Math.max(from, i)] : [i, i]);
  }

  drag(stones) {
    const ends = [stones[0], stones.at(-1)];
    if (stones.length > 0) this.choose([Math.min(...ends), Math.max(...ends)]);
  }

  /** Stages the stones from..to; a gap is a run that ends before it begins. */
  choose(run) {
    this.run = run;
    this.paint();
    if (!run) return this.staged(null, false);
    const wanted = [run[0], this.count - run[1] - 1].filter((n) => n > 0).sort((a, b) => a - b).join(",");
    return this.staged(this.options.find((option) => remains(option) === wanted) ?? null, true);
  }

  paint() {
    const [from, to] = this.run ?? [0, -1];
    this.stones.forEach((node, i) => {
      node.classList.toggle("chosen", i >= from && i <= to);
      node.setAttribute("aria-pressed", String(i >= from && i <= to));
    });
    this.gaps.forEach((node, i) => node.classList.toggle("chosen", this.run !== null && to === from - 1 && to === i));
  }

  clear() {
    this.run = null;
    this.paint();
  }

  show(option, name) {
    const sizes = option.left.flatMap(heapsOf);
    const left = sizes[0] ?? 0;
    const right = sizes[1] ?? 0;
    this.stones.forEach((node, i) => { if (i >= left && i < this.count - right) node.classList.add(name); });
    if (left + right === this.count && left > 0) this.gaps[left - 1]?.classList.add("chosen");
  }
}

/** A value: its options as buttons. */
class Worth {
  constructor(part, options, active, staged) {
    this.options = options;
    this.staged = staged;
    this.buttons = options.map((option) => el("button", {
      type: "button", className: "worth", disabled: !active, tabIndex: -1, "aria-pressed": "false", onclick: () => this.choose(option),
    }, `→ ${option.left.join(" + ")}`));
    this.node = el("div", { className: "part heap" }, el("span", { className: "name" }, `${part.number}.`), el("strong", { className: "mono" }, part.worth), this.buttons);
  }

  choose(option) {
    this.mark(option, "chosen");
    this.staged(option, true);
  }

  mark(option, name) {
    this.buttons.forEach((node, i) => {
      node.classList.toggle(name, this.options[i] === option);
      node.setAttribute("aria-pressed", String(name === "chosen" && this.options[i] === option));
    });
  }

  clear() {
    this.mark(null, "chosen");
  }

  show(option, name) {
    this.buttons.forEach((node, i) => node.classList.toggle(name, this.options[i].position === option.position));
  }
}

/** Stones or signs on a grid. A tap looks for the smallest move with the stones tapped. */
class Board {
  constructor(part, options, active, staged) {
    this.options = options;
    this.staged = staged;
    this.chosen = null;
    this.tapped = [];
    this.stones = new Map();
    // On a graph the vertices stand in a row, in the order of their numbers; edges with their ends.
    const edges = /^\d+-\d+[^,;\d]/u.test(part.cells ?? "") ? part.cells.split(",") : null;
    const drawn = edges ? edges.map((edge) => edge.replace(/^\d+-\d+/u, "")).join("") : part.board ?? part.cells.split(";").at(-1);
    const rows = drawn.split("/");
    const isThere = (sign) => (part.board === undefined ? sign !== "|" : sign === "#");
    const grid = el("div", { className: "grid", role: "group", "aria-label": part.game });
    grid.style.gridTemplateColumns = `repeat(${Math.max(...rows.map((row) => row.length), 1)}, auto)`;
    rows.forEach((row, r) => [...row].forEach((sign, c) => {
      if (!isThere(sign)) return grid.append(el("span", { className: "empty", "aria-hidden": "true" }));
      const node = stone(say("stone_at", { row: r + 1, column: c + 1 }), active);
      if (part.cells !== undefined) {
        node.classList.add("cell");
        node.dataset.sign = sign;
        node.textContent = edges ? edges[c] : sign === "." ? "" : sign;
        node.setAttribute("aria-label", say("cell_at", { row: r + 1, column: c + 1, sign }));
      }
      node.dataset.at = `${r},${c}`;
      this.stones.set(`${r},${c}`, node);
      return grid.append(node);
    }));
    this.columns = rows[0]?.length ?? 0;
    this.node = el("div", { className: "part heap" }, el("span", { className: "name" }, `${part.number}.`), el("div", { "data-grid": String(this.columns) }, grid));
    const placeOf = (node) => node.dataset.at.split(",").map(Number);
    pressing(this.node, { begin: () => this.begin(), tap: (node) => this.tap(...placeOf(node)), drag: (nodes) => this.drag(placeOf(nodes[0]), placeOf(nodes.at(-1))) });
  }

  begin() {
    const { tapped, chosen } = this;
    return () => {
      this.tapped = tapped;
      this.choose(chosen);
    };
  }

  /** The moves that take all of these stones, the smallest first. */
  taking(stones) {
    const has = (option, [r, c]) => option.taken.some(([row, column]) => row === r && column === c);
    return this.options.filter((option) => stones.every((one) => has(option, one))).sort((a, b) => a.taken.length - b.taken.length);
  }

  tap(r, c) {
    const last = this.tapped.at(-1);
    if (last && last[0] === r && last[1] === c) return this.next();
    const tries = [[...this.tapped, [r, c]], last ? [last, [r, c]] : [[r, c]], [[r, c]]];
    const fitting = tries.find((stones) => this.taking(stones).length > 0);
    this.tapped = fitting ?? [];
    return this.choose(fitting ? this.taking(fitting)[0] : null, true);
  }

  /** The same stone again: the next larger move with it, and in the end none. */
  next() {
    const all = this.taking(this.tapped);
    const option = all[all.indexOf(this.chosen) + 1] ?? null;
    if (!option) this.tapped = [];
    this.choose(option);
  }

  drag(from, to) {
    this.tapped = [from, to];
    this.choose(this.taking(this.tapped)[0] ?? null);
  }

  choose(option, isTried = this.tapped.length > 0) {
    this.chosen = option;
    this.paint();
    this.staged(option, isTried);
  }

  paint() {
    for (const node of this.stones.values()) {
      node.classList.remove("chosen");
      node.setAttribute("aria-pressed", "false");
    }
    for (const [r, c] of this.chosen?.taken ?? []) {
      const node = this.stones.get(`${r},${c}`);
      node?.classList.add("chosen");
      node?.setAttribute("aria-pressed", "true");
    }
  }

  clear() {
    this.chosen = null;
    this.tapped = [];
    this.paint();
  }

  show(option, name) {
    for (const [r, c] of option.taken ?? []) this.stones.get(`${r},${c}`)?.classList.add(name);
  }
}
