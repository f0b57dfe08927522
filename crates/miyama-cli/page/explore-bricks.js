// @ts-check
// Explore: buildings of bricks, turned on a canvas, and how many there are.

import { latest } from "./api.js";
import { announce, el, fill, freshPen, later } from "./dom.js";
import { say } from "./texts.js";
import { keep } from "./state.js";
import { drawBuilding } from "./building.js";
import { BUILDING } from "./gallery-data.js";

/** More are counted by the command line. */
const MOST = 6;

export function show(body, state) {
  state.brick ??= "2x4";
  state.bricks ??= "3";
  const counting = latest();
  const choosing = latest();
  const brick = el("input", { type: "text", id: "brick", value: state.brick, oninput: () => put({ brick: brick.value.trim(), index: "" }) });
  const count = el("input", { type: "number", id: "count", min: 1, max: MOST, value: state.bricks, oninput: () => put({ bricks: count.value, index: "" }) });
  const index = el("input", { type: "number", id: "index", min: 1, value: state.index ?? "1", oninput: () => put({ index: index.value }) });
  const canvas = el("canvas", { id: "building", tabIndex: 0, role: "img", "aria-label": say("bricks_picture") });
  const told = el("div", { id: "bricks-count" });
  let building = [];
  let total = 0n;
  let [turn, tilt] = [0.6, 0.5];
  let held = null;
  let frame = 0;

  fill(body,
    el("section", { className: "card" }, el("div", { className: "row" },
      el("label", {}, say("bricks_brick"), brick), el("label", {}, say("bricks_many"), count), el("label", {}, say("bricks_index"), index),
      el("button", { type: "button", id: "another", onclick: another }, say("bricks_another")))),
    el("div", { className: "columns above" },
      el("section", { className: "card turning" }, canvas, el("p", { className: "note" }, say("bricks_turn"))),
      el("section", { className: "card" }, told)));

  function put(change) {
    Object.assign(state, change);
    keep(state);
    if ("index" in change && change.index) choose();
    else look();
  }

  /** Any of them. */
  function another() {
    if (total === 0n) return;
    state.index = String(1n + BigInt(Math.floor(Math.random() * Number(total))));
    index.value = state.index;
    keep(state);
    choose();
  }

  const look = later(200, async () => {
    fill(told, el("p", { className: "note" }, say("computing")));
    try {
      const found = await counting({ ask: "bricks", brick: state.brick, bricks: String(Math.min(Number(state.bricks), MOST)) });
      if (!found) return;
      total = BigInt(found.count ?? "0");
      const number = (text) => BigInt(text).toLocaleString();
      fill(told,
        el("p", {}, el("span", { className: "number" }, number(found.count)), " ", say("bricks_count", { brick: found.brick, count: found.bricks })),
        el("table", { className: "values" }, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, say("bricks_storeys")), el("th", { scope: "col" }, say("bricks_buildings")))),
          el("tbody", {}, Object.entries(found.by_height ?? {}).map(([height, many]) => el("tr", {}, el("th", { scope: "row" }, height), el("td", {}, number(many)))))),
        el("p", { className: "note above" }, say("bricks_symmetric", { count: number(found.symmetric), fixed: number(found.fixed) })));
      announce(say("bricks_count", { brick: found.brick, count: found.bricks }) + ` ${found.count}`);
      choose();
    } catch (failure) {
      fill(told, el("p", { className: "mistake" }, `✕ ${failure.message}`));
    }
  });

  /** One building by its number. */
  async function choose() {
    try {
      const text = await choosing({ ask: "bricks", brick: state.brick, bricks: String(Math.min(Number(state.bricks), MOST)), index: Number(state.index || 1) }, { format: "json" });
      if (!text) return;
      building = text.bricks;
      paint();
    } catch (failure) {
      fill(told, el("p", { className: "mistake" }, `✕ ${failure.message}`));
    }
  }

  function paint() {
    const fresh = freshPen(canvas);
    if (fresh) drawBuilding(fresh.pen, building, { width: fresh.width, height: fresh.height, turn, tilt });
  }

  const by = (across, up) => {
    turn += across;
    tilt = Math.min(Math.max(tilt + up, 0.12), 1.4);
    paint();
  };
  canvas.addEventListener("pointerdown", (event) => { held = event; canvas.setPointerCapture(event.pointerId); });
  canvas.addEventListener("pointermove", (event) => {
    if (!held) return;
    by((held.clientX - event.clientX) / 120, (event.clientY - held.clientY) / 160);
    held = event;
  });
  for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, () => { held = null; });
  canvas.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: [0.15, 0], ArrowRight: [-0.15, 0], ArrowUp: [0, 0.1], ArrowDown: [0, -0.1] }[event.key];
    if (!step) return;
    event.preventDefault();
    by(step[0], step[1]);
  });
  const size = new ResizeObserver(paint);
  size.observe(canvas);
  // It turns once, so that one sees that it can.
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) {
    const from = performance.now();
    const step = (now) => {
      if (held || now - from > 2400) return;
      by(0.012, 0);
      frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
  }
  building = BUILDING;
  look();
  return { leave: () => { look.stop(); counting.cancel(); choosing.cancel(); size.disconnect(); cancelAnimationFrame(frame); }, repaint: paint };
}
