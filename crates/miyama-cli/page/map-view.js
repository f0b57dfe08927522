// @ts-check
// The heat map of two heaps; of more heaps, a slice where the others are fixed.

import { announce, el, fill, later } from "./dom.js";
import { say } from "./texts.js";
import { keep } from "./state.js";
import { HeatMap } from "./heat.js";
import { inspector } from "./inspector.js";
import { shown } from "./values.js";
import { theorem } from "./theorem.js";
import { overlay } from "./overlay.js";
import { axes, laidOut, turnAxes } from "./axes.js";
import { linesThrough, seenPeriod } from "./lines.js";

/** So many P-positions, and terms of a sequence, are listed. */
const LISTED = 400;
const TERMS = 40;

/**
 * @param {HTMLElement} body
 * @param {any} state
 * @param {any} table
 * @param {import("./answers.d.ts").GameAnswer} game
 * @param {(change: object) => void} set
 */
export function map(body, state, table, game, set) {
  const canvas = el("canvas", {
    id: "map", tabIndex: 0, role: "application", "aria-label": say("map_label", { game: game.name || say("this_game") }),
    "aria-describedby": "map-keys",
  });
  const rest = table.to.slice(2).map((most, i) => Math.min(Number((state.slice ?? "").split(",")[i]) || 0, most));
  const full = (/** @type {number[]} */ [x, y]) => [x, y, ...rest];
  const layout = laidOut(table.to);
  const position = (cell) => full(layout.position(cell));
  const text = (cell) => position(cell).join(",");
  const value = (cell) => shown(table, table.at(position(cell)));
  const close = inspector(state, table, (marks) => {
    // Options in the slice that is shown.
    heat.marks = marks.filter(({ heaps }) => heaps.length === table.to.length && rest.every((n, i) => heaps[i + 2] === n) && heaps[0] <= table.to[0] && heaps[1] <= table.to[1])
      .map(({ heaps, wins }) => ({ cell: layout.cell(heaps), wins }));
    heat.paint();
  });
  const remember = later(200, () => {
    const { cell, x, y } = heat.view;
    Object.assign(state, { cell: cell.toPrecision(4), centre: `${x.toFixed(1)},${y.toFixed(1)}` });
    keep(state);
  });
  const heat = new HeatMap(canvas, {
    hover: (cell) => close.look(cell && text(cell)),
    pick: (cell) => go(cell, true),
    move: remember,
  });
  const sliders = rest.map((n, i) => {
    const name = el("span", {}, `${table.heaps[i + 2]} = ${n}`);
    return el("label", { className: "slice" }, name, el("input", {
      type: "range", min: 0, max: table.to[i + 2], value: n,
      oninput: (event) => {
        rest[i] = Number(event.target.value);
        name.textContent = `${table.heaps[i + 2]} = ${rest[i]}`;
        heat.marks = [];
        view();
      },
      onchange: () => { state.slice = rest.join(","); keep(state); },
    }));
  });
  const zoom = [["+", 1.5, say("zoom_in")], ["−", 1 / 1.5, say("zoom_out")]].map(([sign, factor, says]) =>
    el("button", { type: "button", className: "icon", "aria-label": says, onclick: () => heat.zoom(factor) }, sign));
  const turned = el("button", {
    type: "button", className: "icon", id: "axes", "aria-label": say(axes() === "up" ? "axes_down" : "axes_up"), title: say(axes() === "up" ? "axes_down" : "axes_up"),
    onclick: () => { turnAxes(axes() === "up" ? "down" : "up"); set({ cell: "", centre: "" }); },
  }, axes() === "up" ? "↱" : "↴");
  const proof = theorem(state, table.to.length, (inside) => {
    heat.inside = inside && ((column, row) => inside(position([column, row])));
    heat.paint();
  });
  const over = overlay(state, table, (marks) => {
    heat.claimed = marks && ((column, row) => marks(position([column, row])));
    heat.paint();
  }, (at) => {
    at.slice(2).forEach((n, i) => { rest[i] = n; });
    view();
    go(layout.cell(at), true);
  });
  const lines = el("details", { className: "card", id: "lines", ontoggle: () => showLines() }, el("summary", {}, say("lines_title")), el("div", {}));
  const list = el("details", { className: "card", id: "p-list", ontoggle: () => showList() }, el("summary", {}, say("p_list")), el("div", {}));
  const sizes = say(table.outcomes ? "size_outcomes" : "size", { size: table.to.map((n) => n + 1).join(" × "), largest: table.largest });
  const dock = el("div", { className: "dock" },
    el("section", { className: "card", "aria-label": say("position") }, el("h2", {}, say("position")), close.panel, el("p", { className: "note above" }, sizes),
      // What is proved of the game for all sizes, with the names of its theorems.
      game.heaps.length === table.to.length && (game.known ?? []).map((known) => el("p", { className: "note" }, known))),
    lines, list, over.panel, proof.panel);
  fill(body,
    el("section", { className: "picture", "aria-label": say("map") }, canvas),
    el("div", { className: "foot" }, legend(table, state), sliders,
      el("div", { className: "row tight middle" }, zoom, el("button", { type: "button", onclick: fit }, say("fit")), turned,
        game.heaps.length === 1 && el("button", { type: "button", onclick: () => set({ heaps: "" }) }, say("one_heap"))),
      el("p", { className: "note unseen", id: "map-keys" }, say("map_keys"))),
    dock);

  /** The panels float over the map: what they cover is left free. */
  function pads() {
    const floats = matchMedia("(min-width: 60rem)").matches;
    const wide = (node) => (floats && node ? node.getBoundingClientRect().width + 16 : 0);
    const foot = /** @type {HTMLElement} */ (body.querySelector(".foot"));
    heat.pads = {
      left: wide(document.querySelector(".controls")), right: wide(dock), top: 6, bottom: floats ? foot.offsetHeight + 10 : 0,
    };
  }

  function view() {
    heat.level = state.kind === "p" ? 0 : state.kind === "level" ? Number(state.level) || 0 : null;
    const old = heat.cells ? heat.view : viewOf(state);
    // The number of a cell, without a list for each of millions.
    const { numbers, sizes: lengths } = table;
    const steps = lengths.map((_, i) => lengths.slice(i + 1).reduce((a, b) => a * b, 1));
    const base = rest.reduce((sum, n, i) => sum + n * steps[i + 2], 0);
    const last = table.to[0];
    const at = layout.turned
      ? (column, row) => numbers[base + (last - row) * steps[0] + column * steps[1]]
      : (column, row) => numbers[base + column * steps[0] + row * steps[1]];
    const names = layout.turned ? [table.heaps[1], table.heaps[0]] : table.heaps;
    heat.show({ columns: layout.columns, rows: layout.rows, at, largest: table.largest, outcomes: table.outcomes, names, ticks: layout.ticks }, old);
  }

  function fit() {
    pads();
    heat.fit();
    heat.settle();
  }

  /** Moves the cursor; `look` asks for the options too. */
  function go(cell, look) {
    if (table.at(position(cell)) < 0) return;
    heat.marks = look ? heat.marks : [];
    heat.point(cell);
    state.at = text(cell);
    keep(state);
    if (lines.open) showLines();
    if (look) close.pick(state.at);
    else announce(`(${state.at}): ${value(cell)}`);
  }

  /** Rows, columns and diagonals through the cursor. */
  function showLines() {
    if (!lines.open) return;
    const at = (state.at ?? "").split(",").map(Number);
    const inside = lines.lastElementChild;
    if (at.length !== table.to.length) {
      fill(inside, el("p", { className: "note above" }, say("lines_hint")));
      return;
    }
    const number = (/** @type {number[]} */ two) => table.at(full(two));
    fill(inside, linesThrough(at, table.to, number).map(({ name, values, terms }) => {
      const period = seenPeriod(terms);
      const title = say(name, { heap: table.heaps[values.heap] ?? "", size: values.size, names: `${table.heaps[0]} − ${table.heaps[1]}`, sum: `${table.heaps[0]} + ${table.heaps[1]}` });
      return el("div", { className: "above sequence" }, el("strong", {}, title),
        el("p", { className: "mono" }, terms.slice(0, TERMS).map((n) => (table.outcomes ? (n === 0 ? "P" : "N") : n)).join(", "), terms.length > TERMS && " …"),
        el("p", { className: "note" }, period ? say(period.saltus === 0 ? "line_period" : "line_saltus", { ...period }) : say("line_no_period")));
    }));
  }

  /** The P-positions of the slice, or the positions of the value that is shown, one of each pair. */
  function showList() {
    if (!list.open) return;
    const wanted = heat.level ?? 0;
    const found = [];
    for (let x = 0; x <= table.to[0]; x++) {
      for (let y = 0; y <= table.to[1]; y++) if (table.at(full([x, y])) === wanted) found.push([x, y]);
    }
    const isEven = table.to[0] === table.to[1] && found.every(([x, y]) => table.at(full([y, x])) === wanted);
    const listed = isEven ? found.filter(([x, y]) => x <= y) : found;
    fill(list.lastElementChild,
      el("p", { className: "above" }, say(isEven ? "p_list_pairs" : "p_list_count", { count: found.length, value: String(wanted), pairs: listed.length })),
      el("ul", { className: "options" }, listed.slice(0, LISTED).map((at) => el("li", {}, el("button", { type: "button", className: "plain", onclick: () => go(layout.cell(at), true) }, `(${full(at).join(", ")})`))),
        listed.length > LISTED && el("li", {}, say("more", { count: listed.length - LISTED }))));
  }

  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  canvas.addEventListener("keydown", (event) => {
    const step = arrows[event.key];
    if (!step) return;
    event.preventDefault();
    const far = event.shiftKey ? 10 : 1;
    const most = [layout.columns - 1, layout.rows - 1];
    const cell = heat.cursor ? heat.cursor.map((n, i) => Math.min(Math.max(n + step[i] * far, 0), most[i])) : layout.cell([0, 0]);
    go(cell, false);
    close.look(text(cell));
  });

  pads();
  view();
  const moved = new ResizeObserver(() => {
    const before = Object.values(heat.pads).join();
    pads();
    if (Object.values(heat.pads).join() !== before) heat.paint();
  });
  moved.observe(dock);
  const at = (state.at ?? "").split(",").map(Number);
  if (state.at && at.length === table.to.length && at.every((n, i) => n <= table.to[i])) {
    heat.point(layout.cell(at));
    close.pick(state.at);
  }
  if (state.prove) proof.prove();
  return {
    seen: {
      canvas,
      draw: (pen) => { heat.paintCells(pen); heat.paintOver(pen); },
      rows: () => [[...table.heaps, table.outcomes ? "outcome" : "value", "mark"], ...visibleRows(heat, position, table)],
    },
    leave: () => { heat.leave(); close.leave(); proof.leave(); over.leave(); remember.stop(); moved.disconnect(); },
    repaint: () => heat.draw(),
    key(event) {
      if (event.key === "Enter" && heat.cursor && event.target === canvas) go(heat.cursor, true);
      else if (event.key === "+") heat.zoom(1.5);
      else if (event.key === "-" || event.key === "−") heat.zoom(1 / 1.5);
      else if (event.key === "0") fit();
      else if (event.key.toLowerCase() === "x") turned.click();
      else if (event.key.toLowerCase() === "p") {
        /** @type {HTMLSelectElement} */ (document.getElementById("kind")).value = state.kind === "p" ? "values" : "p";
        document.getElementById("kind").dispatchEvent(new Event("change"));
      } else return false;
      return true;
    },
  };
}

/** The positions in sight with their numbers and marks. */
function visibleRows(heat, position, table) {
  const [left, right, low, high] = heat.visible();
  const marks = new Map(heat.marks.map(({ cell, wins }) => [String(cell), wins ? "winning option" : "option"]));
  if (heat.cursor) marks.set(String(heat.cursor), "position");
  const rows = [];
  for (let column = left; column <= right; column++) {
    for (let row = low; row <= high; row++) {
      const at = position([column, row]);
      const number = table.at(at);
      const isShown = number >= 0 && (heat.level === null || number === heat.level || marks.has(`${column},${row}`));
      if (isShown) rows.push([...at, shown(table, number), marks.get(`${column},${row}`) ?? ""]);
    }
  }
  return rows.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

function viewOf(state) {
  const [x, y] = (state.centre ?? "").split(",").map(Number);
  return Number(state.cell) > 0 && x >= 0 && y >= 0 ? { cell: Number(state.cell), x, y } : null;
}

function legend(table, state) {
  if (state.kind === "level") return el("div", { className: "bar" }, el("span", {}, el("span", { className: "dot" }), ` ${say("value_is", { value: Number(state.level) || 0 })}`));
  const mark = el("span", {}, el("span", { className: "dot" }), ` ${say("p_position")}`);
  if (table.outcomes || state.kind === "p") return el("div", { className: "bar" }, mark);
  return el("div", { className: "bar" }, mark, "0", el("span", { className: "scale" }), String(table.largest));
}
