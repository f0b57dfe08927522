// @ts-check
// See: the table of a game as a map, its nim sequence as a plot, or its boards. The picture
// fills the view, everything else floats over it.

import { latest } from "./api.js";
import { el, fill } from "./dom.js";
import { say } from "./texts.js";
import { keep } from "./state.js";
import { map } from "./map-view.js";
import { boards } from "./boards.js";
import { sequence } from "./nim-sequence.js";
import { gameFields } from "./fields.js";
import { exportButtons } from "./exports.js";
import { mathematics } from "./mathematics.js";
import { argumentsOf } from "./arguments.js";
import { parse, within } from "./values.js";
import { waiting } from "./waiting.js";

/** How far to look if nobody says: by the number of heaps. */
const REACH = { 1: 200, 2: 60 };

export const keys = () => [
  ["← → ↑ ↓", say("key_cursor")], ["Shift+←", say("key_far")], ["Enter", say("key_options")],
  ["+ −", say("key_zoom")], ["0", say("key_fit")], ["P", say("key_p")], ["X", say("key_axes")],
];

export function show(main, state) {
  state.game ??= "wythoff";
  main.classList.add("stage");
  const question = latest();
  const body = el("div", { className: "contents" });
  const wait = waiting(() => question.cancel());
  const refused = el("div", {});
  const rule = el("div", { className: "rule" });
  const reach = el("input", { type: "text", inputMode: "numeric", id: "to", value: state.to ?? "", onchange: () => set({ to: reach.value.trim(), at: "" }) });
  const level = el("input", { type: "number", id: "level-of", min: 0, value: state.level ?? "1", onchange: () => set({ level: level.value }) });
  let view = null;

  const kind = el("select", { id: "kind", onchange: () => set({ kind: kind.value === "values" ? "" : kind.value }) },
    [["values", say("values")], ["outcomes", say("outcomes")], ["p", say("only_p")], ["level", say("only_level")]].map(([value, text]) =>
      el("option", { value, selected: (state.kind ?? "values") === value }, text)));
  const kinds = () => {
    // Misère play has outcomes, not values.
    kind.options[0].disabled = kind.options[3].disabled = Boolean(state.misere);
    kind.value = state.kind || (state.misere ? "outcomes" : "values");
    level.parentElement.hidden = state.kind !== "level";
  };
  const files = exportButtons(state.game, () => view?.seen ?? null);

  main.append(
    el("h1", { className: "unseen" }, say("see_title")),
    el("details", { className: "card controls", open: matchMedia("(min-width: 60rem)").matches }, el("summary", {}, say("what_to_see")),
      el("div", { className: "row above" }, gameFields(state, set), rule,
        el("label", {}, say("to"), reach), el("label", {}, say("show"), kind), el("label", {}, say("level_of"), level), files)),
    el("div", { className: "notices" }, wait.node, refused),
    body);

  function set(change) {
    Object.assign(state, change);
    if ("game" in change) Object.assign(state, { to: "", at: "", cell: "", centre: "", slice: "", heaps: "", over: "", prove: "" });
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
    kinds();
    fill(refused);
    wait.show(null);
    try {
      const game = await question({ ask: "games", name: state.game });
      if (!game) return;
      const letters = argumentsOf(game.definition, state.game);
      fill(rule, game.rule && el("p", {}, game.rule), letters && el("p", { className: "note" }, letters), mathematics(game.mathml));
      const isTable = game.heaps !== null && !game.partizan;
      for (const field of [reach, kind]) field.parentElement.hidden = !isTable;
      files.hidden = !isTable;
      if (!isTable) {
        view = boards(body, state, game);
        return wait.show(false);
      }
      const heaps = Number(state.heaps) || game.heaps.length;
      reach.value = bounds(state, heaps);
      const buffer = await question(tableQuestion(heaps), { format: "binary", progress: wait.show });
      if (!buffer) return;
      let table = parse(buffer);
      if (table.domain) {
        // What holds of every position is a formula: asked where it holds.
        const set = await question({ ask: "check", game: state.game, p_positions: table.domain, to: table.to.join(",") }, { format: "binary" });
        if (!set) return;
        table = within(table, parse(set));
      }
      view = table.to.length === 1 ? sequence(body, state, table, game, set) : map(body, state, table, game, set);
      wait.show(false);
    } catch (failure) {
      fill(body, el("p", { className: "notice above", role: "alert" }, failure.message, failure.error?.hint && ` ${failure.error.hint}`));
      wait.show(false);
    }
  }

  load();
  return {
    leave: () => { question.cancel(); view?.leave?.(); main.classList.remove("stage"); },
    key: (event) => view?.key?.(event),
    repaint: () => view?.repaint?.(),
  };
}

/** The bounds as text, one number for each heap. */
function bounds(state, heaps) {
  if (state.to) return state.to.includes(",") || heaps === 1 ? state.to : Array(heaps).fill(state.to).join(",");
  return Array(heaps).fill(REACH[heaps] ?? 20).join(",");
}
