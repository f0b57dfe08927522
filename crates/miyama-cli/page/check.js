// @ts-check
// Check: a formula put to the test while it is typed, and the claims of the
// literature with their verdicts.

import { ask, latest } from "./api.js";
import { announce, el, fill, later } from "./dom.js";
import { say } from "./texts.js";
import { keep, link } from "./state.js";
import { gameFields } from "./fields.js";
import { HeatMap } from "./heat.js";

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
  const reach = el("input", { type: "text", id: "to", inputMode: "numeric", value: state.to ?? "", placeholder: say("to_default"), onchange: () => set({ to: reach.value.trim() }) });
  const verdict = el("div", { id: "verdict" });
  const picture = el("div", { className: "above" });
  let heat = null;

  const node = el("section", { className: "card", "aria-labelledby": "formula-title" },
    el("h2", { id: "formula-title" }, say("formula_title")),
    el("p", { className: "note", id: "formula-hint" }, say("formula_hint")),
    el("div", { className: "row" }, gameFields(state, set), el("label", {}, say("to"), reach)),
    el("label", { className: "above", htmlFor: "formula" }, say("formula"), editor),
    verdict, picture);

  function set(change) {
    Object.assign(state, change);
    keep(state);
    test();
  }

  const test = later(250, async () => {
    if (!state.formula.trim()) return tell(null);
    fill(verdict, el("p", { className: "note above" }, say("computing")));
    try {
      const asked = { ask: /** @type {const} */ ("check"), game: state.game, p_positions: state.formula, misere: Boolean(state.misere), ...(state.to ? { to: state.to } : {}) };
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
      found.violation && el("p", {}, found.violation.says));
    announce(`${found.says ?? ""} ${found.violation?.says ?? ""}`);
    if (found.window) draw(found);
    return undefined;
  }

  /** The table around the first violation, with the places where it differs. */
  function draw(found) {
    const { window: { rows, columns, cells, fixed }, heaps, violation } = found;
    const flat = heaps.length === 1;
    const cell = (i, j) => (flat ? cells[0][i] : cells[i][j]);
    const wide = flat ? columns : rows;
    const high = flat ? [0] : columns;
    const canvas = el("canvas", { id: "map", tabIndex: 0, role: "application", "aria-label": say("violation_map"), "aria-describedby": "violation-keys" });
    canvas.style.height = flat ? "9rem" : "min(52vh, 28rem)";
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
      columns: wide.length, rows: high.length, at: (i, j) => (cell(i, j).actual === "P" ? 0 : 1), largest: 1, outcomes: true,
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
  return { node, leave: () => { test.stop(); question.cancel(); heat?.leave(); }, repaint: () => heat?.paint() };
}

function claimsCard(state) {
  const rows = el("tbody", {});
  const bar = el("div", { className: "row middle" });
  const source = el("select", { id: "source", onchange: () => { state.source = source.value; keep(state); list(); } });
  const verdicts = new Map();
  let claims = [];
  let running = null;

  const node = el("section", { className: "card", "aria-labelledby": "claims-title" },
    el("h2", { id: "claims-title" }, say("claims")), el("p", { className: "note" }, say("claims_hint")),
    el("div", { className: "row spread" }, el("label", {}, say("source"), source), bar),
    el("table", { className: "claims above" },
      el("thead", {}, el("tr", {}, [say("claim"), say("statement"), say("verdict")].map((text) => el("th", { scope: "col" }, text)))), rows));

  const wanted = () => claims.filter((claim) => !state.source || claim.source === state.source);

  function list() {
    fill(rows, wanted().map((claim) => {
      const verdict = el("td", {});
      const note = el("div", {});
      claim.show = (found) => showVerdict(claim, verdict, note, found);
      claim.show(verdicts.get(claim.id));
      return el("tr", { "data-claim": claim.id }, el("td", { className: "mono" }, claim.id), el("td", {}, claim.statement, note), verdict);
    }));
    idle();
  }

  function showVerdict(claim, cell, note, found) {
    if (!found) {
      fill(note);
      return fill(cell, el("button", { type: "button", "aria-label": say("check_one", { claim: claim.id }), onclick: () => run([claim]) }, say("check_now")));
    }
    if (found === "running") return fill(cell, el("span", { className: "note" }, say("computing")));
    if (found.failed) return fill(cell, el("span", { className: "note" }, found.failed));
    const words = { proved: say("verdict_proved"), holds: say("verdict_holds_to", { bound: found.bound ?? "" }), refuted: say("verdict_refuted"), definition: say("verdict_definition") };
    fill(note, [found.counterexample && say("counterexample", { text: found.counterexample }), found.how, found.corrected_by && say("corrected", { claim: found.corrected_by })]
      .filter(Boolean).map((text) => el("p", { className: "note" }, text)));
    return fill(cell, el("span", { className: `tag ${found.verdict}` }, words[found.verdict] ?? found.verdict),
      found.as_expected === false && el("p", { className: "note" }, say("unexpected")));
  }

  function idle() {
    fill(bar, el("button", { type: "button", className: "main", id: "check-all", onclick: () => run(wanted()) }, say("check_all", { count: wanted().length })));
  }

  /** Checks claims one after the other; each verdict shows at once. */
  async function run(some) {
    running?.abort();
    const own = new AbortController();
    running = own;
    for (const [index, claim] of some.entries()) {
      fill(bar, el("progress", { max: some.length, value: index, "aria-label": say("computing") }),
        el("span", { className: "note" }, say("progress", { done: index, total: some.length })),
        el("button", { type: "button", onclick: () => own.abort() }, say("cancel")));
      claim.show("running");
      try {
        const { findings: [found] } = await ask({ ask: "check", ids: [claim.id] }, { signal: own.signal });
        verdicts.set(claim.id, found);
        claim.show(found);
        if (some.length === 1) announce(`${claim.id}: ${found.verdict}. ${found.counterexample ?? ""}`);
      } catch (failure) {
        claim.show(failure.name === "AbortError" ? undefined : { failed: failure.message });
      }
      if (own.signal.aborted) break;
    }
    if (own !== running) return;
    idle();
    announce(own.signal.aborted ? say("cancelled") : say("checked", { count: some.length }));
  }

  ask({ ask: "check", list: true }).then((all) => {
    claims = all.claims;
    const sources = [...new Map(claims.map((claim) => [claim.source, claim.document]))];
    fill(source, el("option", { value: "" }, say("all_sources")), sources.map(([number, document]) => el("option", { value: number, selected: number === state.source }, document)));
    list();
  }, (failure) => fill(rows, el("tr", {}, el("td", { colSpan: 3 }, failure.message))));
  return { node, leave: () => running?.abort() };
}
