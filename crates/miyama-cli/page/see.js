// @ts-check
// See: the table of a game as a heat map, or its nim sequence as a plot.

import { ask, latest } from "./api.js";
import { announce, el, fill, later, save } from "./dom.js";
import { say } from "./texts.js";
import { keep } from "./state.js";
import { HeatMap } from "./heat.js";
import { inspector } from "./inspector.js";
import { boards } from "./boards.js";
import { sequence } from "./nim-sequence.js";
import { gameFields } from "./fields.js";
import { parse, shown } from "./values.js";
import { waiting } from "./waiting.js";
import { theorem } from "./theorem.js";

/** How far to look if nobody says: by the number of heaps. */
const REACH = { 1: 200, 2: 60 };

export const keys = () => [
  ["← → ↑ ↓", say("key_cursor")], ["Shift+←", say("key_far")], ["Enter", say("key_options")],
  ["+ −", say("key_zoom")], ["0", say("key_fit")], ["P", say("key_p")],
];

export function show(main, state) {
  state.game ??= "wythoff";
  const question = latest();
  const body = el("div", {});
  const wait = waiting(() => question.cancel());
  const refused = el("div", {});
  const reach = el("input", { type: "text", inputMode: "numeric", id: "to", value: state.to ?? "", onchange: () => set({ to: reach.value.trim(), at: "" }) });
  let view = null;

  const kind = el("select", { id: "kind", onchange: () => set({ kind: kind.value === "values" ? "" : kind.value }) },
    [["values", say("values")], ["outcomes", say("outcomes")], ["p", say("only_p")]].map(([value, text]) =>
      el("option", { value, selected: (state.kind ?? "values") === value }, text)));
  const kinds = () => {
    // Misère play has outcomes, not values.
    kind.options[0].disabled = Boolean(state.misere);
    kind.value = state.kind || (state.misere ? "outcomes" : "values");
  };
  const files = ["png", "svg", "csv"].map((format) =>
    el("button", { type: "button", onclick: () => download(format) }, format.toUpperCase()));

  main.append(
    el("h1", {}, say("see_title")),
    el("section", { className: "card", "aria-label": say("what_to_see") },
      el("div", { className: "row" }, gameFields(state, set),
        el("label", {}, say("to"), reach),
        el("label", {}, say("show"), kind),
        el("div", { className: "label", role: "group", "aria-label": say("export") }, say("export"), el("div", { className: "row" }, files))),
      wait.node, refused),
    body);

  function set(change) {
    Object.assign(state, change);
    if ("game" in change) Object.assign(state, { to: "", at: "", cell: "", centre: "", slice: "", heaps: "" });
    if ("heaps" in change) Object.assign(state, { to: "", at: "", cell: "", centre: "" });
    if ("to" in change) Object.assign(state, { cell: "", centre: "" });
    keep(state);
    load();
  }

  /** The table that the state asks for. */
  const tableQuestion = (heaps) => ({
    ask: /** @type {const} */ ("table"), game: state.game, to: bounds(state, heaps), misere: Boolean(state.misere), outcomes: state.kind === "outcomes",
  });

  async function load() {
    view?.leave?.();
    view = null;
    for (const button of files) button.disabled = true;
    kinds();
    fill(refused);
    wait.show(null);
    try {
      const game = await question({ ask: "games", name: state.game });
      if (!game) return;
      for (const field of [reach, kind]) field.parentElement.hidden = game.heaps === null;
      if (game.heaps === null) {
        view = boards(body, state, game);
        return wait.show(false);
      }
      const heaps = Number(state.heaps) || game.heaps.length;
      reach.value = bounds(state, heaps);
      const buffer = await question(tableQuestion(heaps), { format: "binary", progress: wait.show });
      if (!buffer) return;
      const table = parse(buffer);
      for (const button of files) button.disabled = false;
      view = table.to.length === 1 ? sequence(body, state, table, game, set) : map(body, state, table, game, set);
      wait.show(false);
    } catch (failure) {
      fill(body, el("p", { className: "notice above", role: "alert" }, failure.message));
      wait.show(false);
    }
  }

  async function download(format) {
    try {
      const heaps = reach.value.split(",").length;
      const blob = await ask({ ...tableQuestion(heaps), to: reach.value, p_positions: state.kind === "p" && format === "csv" }, { format });
      save(blob, `${state.game.replace(/[^\w.-]+/g, "_").slice(0, 40)}.${format}`);
    } catch (failure) {
      announce(failure.message);
      fill(refused, el("p", { className: "notice above", role: "alert" }, failure.message));
    }
  }

  load();
  return {
    leave: () => { question.cancel(); view?.leave?.(); },
    key: (event) => view?.key?.(event),
    repaint: () => view?.repaint?.(),
  };
}

/** The bounds as text, one number for each heap. */
function bounds(state, heaps) {
  if (state.to) return state.to.includes(",") || heaps === 1 ? state.to : Array(heaps).fill(state.to).join(",");
  return Array(heaps).fill(REACH[heaps] ?? 20).join(",");
}

/** The heat map of two heaps; of more heaps, a slice where the others are fixed. */
function map(body, state, table, game, set) {
  const canvas = el("canvas", {
    id: "map", tabIndex: 0, role: "application", "aria-label": say("map_label", { game: game.name || say("this_game") }),
    "aria-describedby": "map-keys",
  });
  canvas.style.height = "min(64vh, 42rem, 96vw)";
  const rest = table.to.slice(2).map((most, i) => Math.min(Number((state.slice ?? "").split(",")[i]) || 0, most));
  const full = ([x, y]) => [x, y, ...rest];
  const text = (cell) => full(cell).join(",");
  const value = (cell) => shown(table, table.at(full(cell)));
  const close = inspector(state, (marks) => {
    // Options in the slice that is shown.
    heat.marks = marks.filter(({ cell }) => cell.length === table.to.length && rest.every((n, i) => cell[i + 2] === n));
    heat.paint();
  });
  const remember = later(200, () => {
    const { cell, x, y } = heat.view;
    Object.assign(state, { cell: cell.toPrecision(4), centre: `${x.toFixed(1)},${y.toFixed(1)}` });
    keep(state);
  });
  const heat = new HeatMap(canvas, {
    hover: (cell) => close.look(cell && text(cell), cell && value(cell)),
    pick: (cell) => go(cell, true),
    move: remember,
  });
  const sizes = el("p", { className: "note" }, say(table.outcomes ? "size_outcomes" : "size", { size: table.to.map((n) => n + 1).join(" × "), largest: table.largest }));
  const sliders = rest.map((n, i) => el("label", {}, `${table.heaps[i + 2]} = ${n}`,
    el("input", {
      type: "range", min: 0, max: table.to[i + 2], value: n,
      onchange: (event) => { rest[i] = Number(event.target.value); state.slice = rest.join(","); keep(state); view(); event.target.previousSibling.textContent = `${table.heaps[i + 2]} = ${rest[i]}`; },
    })));
  const zoom = [["+", 1.5, say("zoom_in")], ["−", 1 / 1.5, say("zoom_out")]].map(([sign, factor, says]) =>
    el("button", { type: "button", className: "icon", "aria-label": says, onclick: () => heat.zoom(factor) }, sign));
  const proof = theorem(state, table.to.length, (inside) => {
    heat.inside = inside && ((x, y) => inside(full([x, y])));
    heat.paint();
  });
  fill(body, el("div", { className: "columns above" },
    el("section", { className: "card", "aria-label": say("map") },
      el("div", { className: "map" }, canvas),
      el("div", { className: "row middle spread above" }, legend(table, state), sliders,
        el("div", { className: "row" }, zoom, el("button", { type: "button", onclick: fit }, say("fit")),
          game.heaps.length === 1 && el("button", { type: "button", onclick: () => set({ heaps: "" }) }, say("one_heap")))),
      el("p", { className: "note above", id: "map-keys" }, say("map_keys")), sizes,
      // What is proved of the game for all sizes, with the names of its theorems.
      game.heaps.length === table.to.length && (game.known ?? []).map((known) => el("p", { className: "note" }, known))),
    el("aside", { className: "card", "aria-label": say("position") }, el("h2", {}, say("position")), close.panel)), proof.panel);

  function view() {
    heat.onlyP = state.kind === "p";
    const old = heat.cells ? heat.view : viewOf(state);
    heat.show({
      columns: table.to[0] + 1, rows: table.to[1] + 1, at: (x, y) => table.at(full([x, y])),
      largest: table.largest, outcomes: table.outcomes, names: table.heaps,
    }, old);
  }

  function fit() {
    heat.fit();
    heat.settle();
  }

  /** Moves the cursor; `look` asks for the options too. */
  function go(cell, look) {
    heat.marks = look ? heat.marks : [];
    heat.point(cell);
    state.at = text(cell);
    keep(state);
    if (look) close.pick(state.at, value(cell));
    else announce(`(${state.at}): ${value(cell)}`);
  }

  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  canvas.addEventListener("keydown", (event) => {
    const step = arrows[event.key];
    if (!step) return;
    event.preventDefault();
    const far = event.shiftKey ? 10 : 1;
    const from = heat.cursor ?? [0, 0];
    const cell = heat.cursor ? from.map((n, i) => Math.min(Math.max(n + step[i] * far, 0), table.to[i])) : [0, 0];
    go(cell, false);
    close.look(text(cell), value(cell));
  });

  view();
  const at = (state.at ?? "").split(",").map(Number);
  if (state.at && at.length === table.to.length && at.every((n, i) => n <= table.to[i])) {
    heat.point([at[0], at[1]]);
    close.pick(state.at, value(at));
  }
  return {
    leave: () => { heat.leave(); close.leave(); proof.leave(); remember.stop(); },
    repaint: () => heat.paint(),
    key(event) {
      if (event.key === "Enter" && heat.cursor && event.target === canvas) go(heat.cursor, true);
      else if (event.key === "+") heat.zoom(1.5);
      else if (event.key === "-" || event.key === "−") heat.zoom(1 / 1.5);
      else if (event.key === "0") fit();
      else if (event.key.toLowerCase() === "p") {
        /** @type {HTMLSelectElement} */ (document.getElementById("kind")).value = state.kind === "p" ? "values" : "p";
        document.getElementById("kind").dispatchEvent(new Event("change"));
      } else return false;
      return true;
    },
  };
}

function viewOf(state) {
  const [x, y] = (state.centre ?? "").split(",").map(Number);
  return Number(state.cell) > 0 && x >= 0 && y >= 0 ? { cell: Number(state.cell), x, y } : null;
}

function legend(table, state) {
  const mark = el("span", {}, el("span", { className: "dot" }), ` ${say("p_position")}`);
  if (table.outcomes || state.kind === "p") return el("div", { className: "bar" }, mark);
  return el("div", { className: "bar" }, mark, "0", el("span", { className: "scale" }), String(table.largest));
}

