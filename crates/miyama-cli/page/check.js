// @ts-check
// Check: a formula put to the test while it is typed, with the first place where it fails
// large on a map; and the claims of the literature.

import { latest } from "./api.js";
import { announce, el, fill, later } from "./dom.js";
import { say } from "./texts.js";
import { keep, link } from "./state.js";
import { gameFields } from "./fields.js";
import { HeatMap } from "./heat.js";
import { claimsCard } from "./claims.js";

export const keys = () => [];

const FIRST = { game: "wythoff", formula: "x = y" };

export function show(main, state) {
  state.game ??= FIRST.game;
  const formula = formulaCard(state);
  const claims = claimsCard(state);
  main.append(el("h1", {}, say("check_title")), formula.node, claims.node);
  return { leave: () => { formula.leave(); claims.leave(); }, repaint: formula.repaint };
}

function formulaCard(state) {
  state.formula ??= state.game === FIRST.game ? FIRST.formula : "";
  const question = latest();
  const under = el("pre", { className: "under", "aria-hidden": "true" });
  const box = el("textarea", {
    id: "formula", rows: 2, value: state.formula, spellcheck: false, autocomplete: "off", autocapitalize: "off", "aria-describedby": "verdict formula-hint",
    oninput: () => { mark(); set({ formula: box.value }); },
  });
  const editor = el("div", { className: "editor small" }, under, box);
  const kind = el("select", { id: "formula-kind", onchange: () => set({ of: kind.value }) },
    el("option", { value: "" }, say("formula_p")), el("option", { value: "values", selected: state.of === "values" }, say("formula_value")));
  const region = el("input", { type: "text", id: "region", className: "mono", value: state.for ?? "", placeholder: "x >= y", autocomplete: "off", spellcheck: false, onchange: () => set({ for: region.value.trim() }) });
  const reach = el("input", { type: "text", id: "to", inputMode: "numeric", value: state.to ?? "", placeholder: say("to_default"), onchange: () => set({ to: reach.value.trim() }) });
  const verdict = el("div", { id: "verdict" });
  const picture = el("div", { className: "above" });
  let heat = null;

  const node = el("section", { className: "card", "aria-labelledby": "formula-title" },
    el("h2", { id: "formula-title" }, say("formula_title")),
    el("p", { className: "note", id: "formula-hint" }, say("formula_hint")),
    el("div", { className: "columns even" },
      el("div", {},
        el("div", { className: "row" }, gameFields(state, set), el("label", {}, say("to"), reach)),
        el("div", { className: "row above" }, el("label", {}, say("formula_kind"), kind), el("label", { className: "wide" }, say("formula_for"), region)),
        el("label", { className: "above", htmlFor: "formula" }, say("formula_short"), editor),
        verdict),
      picture));

  function set(change) {
    Object.assign(state, change);
    keep(state);
    test();
  }

  const test = later(250, async () => {
    if (!state.formula.trim()) return tell(null);
    fill(verdict, el("p", { className: "note above" }, say("computing")));
    try {
      const asked = { ask: /** @type {const} */ ("check"), game: state.game, misere: Boolean(state.misere), ...(state.of === "values" ? { value: state.formula } : { p_positions: state.formula }),
        ...(state.for ? { for: state.for } : {}), ...(state.to ? { to: state.to } : {}) };
      const found = await question(asked, {
        progress: ({ done, total }) => total && fill(verdict, el("progress", { className: "above", max: total, value: done, "aria-label": say("computing") })),
      });
      if (found) tell(found);
    } catch (failure) {
      tell(null, failure);
    }
  });

  function tell(found, failure) {
    heat?.leave();
    heat = null;
    fill(picture);
    const span = failure?.error?.source === state.formula ? failure.error.span_utf16 : null;
    mark(span);
    editor.classList.toggle("wrong", Boolean(failure));
    box.setAttribute("aria-invalid", String(Boolean(failure)));
    if (failure) {
      fill(verdict, el("p", { className: "mistake" }, `✕ ${failure.message}`, failure.error?.hint && el("span", { className: "hint" }, ` ${failure.error.hint}`)));
      return announce(failure.message);
    }
    if (!found) return fill(verdict);
    const words = { holds: say("verdict_holds"), proved: say("verdict_proved"), refuted: say("verdict_refuted") };
    fill(verdict, el("p", { className: "above" },
      el("span", { className: `tag ${found.verdict}` }, words[found.verdict] ?? found.verdict), " ", found.says ?? "", found.how && ` ${found.how}`),
      found.violation && el("p", { className: "large" }, found.violation.says),
      !found.violation && found.counterexample && el("p", { className: "large" }, say("cell_claimed", { position: `(${found.counterexample})`, actual: found.actual ?? "?", claimed: found.claimed ?? "?" })));
    announce(`${found.says ?? ""} ${found.violation?.says ?? ""}`);
    if (found.window) draw(found);
    return undefined;
  }

  /** The table around the first violation, with the places where it differs. */
  function draw(found) {
    const { window: { rows, columns, cells, fixed }, heaps, violation } = found;
    const isSet = found.claim !== "values";
    const largest = Math.max(1, ...cells.flat().map((one) => Number(one.actual) || 0));
    const flat = heaps.length === 1;
    const cell = (i, j) => (flat ? cells[0][i] : cells[i][j]);
    const wide = flat ? columns : rows;
    const high = flat ? [0] : columns;
    const canvas = el("canvas", { id: "map", tabIndex: 0, role: "application", "aria-label": say("violation_map"), "aria-describedby": "violation-keys" });
    canvas.style.height = flat ? "9rem" : "min(66vh, 40rem, 96vw)";
    const here = el("p", { className: "note", "aria-live": "polite" }, say("violation_hint"));
    const position = ([i, j]) => [...(fixed ?? []), ...(flat ? [columns[i]] : [rows[i], columns[j]])];
    const tellCell = (at) => {
      if (!at) return;
      const one = cell(...at);
      here.textContent = say("cell_claimed", { position: `(${position(at).join(", ")})`, actual: one.actual ?? "?", claimed: one.claimed ?? "?" });
    };
    heat = new HeatMap(canvas, { hover: tellCell, pick: (at) => { heat.point(at); tellCell(at); } });
    canvas.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
      if (!by) return;
      event.preventDefault();
      const at = [heat.cursor[0] + by[0], heat.cursor[1] + by[1]];
      if (at[0] < 0 || at[1] < 0 || at[0] >= wide.length || at[1] >= high.length) return;
      heat.point(at);
      tellCell(at);
    });
    const last = violation?.position;
    const cursor = last ? (flat ? [columns.indexOf(last[0]), 0] : [rows.indexOf(last.at(-2)), columns.indexOf(last.at(-1))]) : [0, 0];
    fill(picture, el("div", { className: "map" }, canvas),
      el("div", { className: "bar above" }, el("span", {}, el("span", { className: "dot" }), ` ${say("p_position")}`), el("span", {}, say("box_differs"))), here,
      el("p", { className: "note", id: "violation-keys" }, say("violation_keys")),
      !flat && heaps.length === 2 && last && el("p", {}, el("a", { className: "button", href: link({ view: "see", game: state.game, misere: state.misere, at: last.join(","), to: String(Math.max(60, ...last.map((n) => n + 10))) }) }, say("see_violation"))));
    heat.show({
      columns: wide.length, rows: high.length, at: (i, j) => (isSet ? (cell(i, j).actual === "P" ? 0 : 1) : Number(cell(i, j).actual ?? -1)), largest, outcomes: isSet,
      names: flat ? [heaps[0]] : heaps.slice(-2), ticks: [wide, high],
    });
    heat.marks = wide.flatMap((_, i) => high.map((__, j) => [i, j])).filter(([i, j]) => cell(i, j).differs).map((at) => ({ cell: at, wins: true }));
    heat.point(cursor);
  }

  function mark(span) {
    const text = box.value;
    if (!span) return fill(under, text, "\n");
    const end = Math.max(span.start, span.end);
    return fill(under, text.slice(0, span.start), el("mark", {}, text.slice(span.start, end) || "\u00a0"), text.slice(end), "\n");
  }

  mark();
  test();
  return { node, leave: () => { test.stop(); question.cancel(); heat?.leave(); }, repaint: () => heat?.draw() };
}
