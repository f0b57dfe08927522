// @ts-check
// The sequence of a one-heap game: plot, period, certificate.

import { latest } from "./api.js";
import { announce, el, fill, save } from "./dom.js";
import { say } from "./texts.js";
import { keep } from "./state.js";
import { inspector } from "./inspector.js";
import { plot } from "./sequence.js";
import { shown } from "./values.js";
import { theorem } from "./theorem.js";
import { waiting } from "./waiting.js";

export function sequence(body, state, table, game, set) {
  const canvas = el("canvas", {
    id: "plot", tabIndex: 0, role: "application", "aria-label": say("plot_label", { game: game.name || say("this_game") }), "aria-describedby": "plot-keys",
  });
  const question = latest();
  const close = inspector(state, table, () => {});
  const proof = game.code ? null : theorem(state, 1, () => {});
  const report = el("div", { id: "period" });
  const wait = waiting(() => { question.cancel(); fill(report, el("p", { className: "note" }, say("cancelled"))); });
  let cursor = null;
  let period = null;
  let heapAt = null;

  fill(body,
    el("section", { className: "picture", "aria-label": say("sequence") }, canvas),
    el("div", { className: "foot" },
      el("p", { className: "note", id: "plot-keys" }, say("plot_keys")),
      el("button", { type: "button", onclick: () => set({ heaps: "2" }) }, say("two_heaps"))),
    el("div", { className: "dock" },
      el("section", { className: "card", "aria-label": say("position") }, el("h2", {}, say("position")), close.panel),
      game.code && !state.misere && el("section", { className: "card", "aria-labelledby": "period-title" },
        el("h2", { id: "period-title" }, say("period")), report),
      proof?.panel));

  const value = (n) => shown(table, table.numbers[n]);
  /** The panels float over the plot. */
  const pads = () => {
    const floats = matchMedia("(min-width: 60rem)").matches;
    const wide = (name) => (floats ? (document.querySelector(name)?.getBoundingClientRect().width ?? 0) + 20 : 0);
    return { left: wide(".controls"), right: wide(".dock"), bottom: floats ? (/** @type {HTMLElement} */ (body.querySelector(".foot"))?.offsetHeight ?? 0) + 10 : 0 };
  };
  const level = () => (state.kind === "p" ? 0 : state.kind === "level" ? Number(state.level) || 0 : null);
  const paint = () => { heapAt = plot(canvas, table.numbers, { period, cursor, pads: pads(), level: level() })?.heapAt; };
  const size = new ResizeObserver(paint);
  size.observe(canvas);

  function go(n, look) {
    cursor = Math.min(Math.max(n, 0), table.to[0]);
    state.at = String(cursor);
    keep(state);
    paint();
    if (look) close.pick(state.at);
    else {
      close.look(state.at);
      announce(`(${cursor}): ${value(cursor)}`);
    }
  }

  canvas.addEventListener("pointermove", (event) => { if (heapAt) close.look(String(heapAt(event.offsetX))); });
  canvas.addEventListener("pointerleave", () => close.look(null));
  canvas.addEventListener("click", (event) => { if (heapAt) go(heapAt(event.offsetX), true); });
  canvas.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    go(cursor === null ? 0 : cursor + step * (event.shiftKey ? 10 : 1), false);
  });

  /** The period in the words of the command line, and its mark in the plot. */
  async function findPeriod() {
    fill(report, wait.node);
    wait.show(null);
    try {
      const found = await question({ ask: "period", code: state.game }, { progress: wait.show });
      if (!found) return;
      period = found.period === null ? null : { start: found.preperiod, length: found.period };
      paint();
      const words = await question({ ask: "period", code: state.game }, { format: "text", progress: wait.show });
      if (words === undefined) return;
      const verdict = found.period === null ? say("period_none") : found.proven ? say("period_proven") : say("period_seen");
      fill(report,
        found.period !== null && el("p", {}, el("span", { className: "number" }, String(found.period)), " ",
          el("span", { className: "note" }, say("period_from", { start: found.preperiod })), " "),
        el("p", {}, el("span", { className: `tag ${found.proven ? "proved" : "open"}` }, verdict)),
        el("pre", { className: "why" }, words.trim()),
        found.certificate && el("p", { className: "above" }, el("button", {
          type: "button", id: "certificate",
          onclick: () => save(new Blob([found.certificate_file], { type: "application/json" }), `${found.code}.certificate.json`),
        }, say("save_certificate"))));
    } catch (failure) {
      fill(report, el("p", { className: "note" }, failure.message));
    }
  }

  paint();
  if (game.code && !state.misere) findPeriod();
  if (state.at && !state.at.includes(",") && Number(state.at) <= table.to[0]) go(Number(state.at), true);
  if (state.prove) proof?.prove();
  return {
    seen: {
      canvas,
      draw: (pen) => { plot(canvas, table.numbers, { period, cursor, pads: pads(), level: level(), pen }); },
      rows: () => [[...table.heaps, table.outcomes ? "outcome" : "value"], ...Array.from(table.numbers, (_, n) => [n, value(n)])],
    },
    leave: () => { proof?.leave(); size.disconnect(); close.leave(); question.cancel(); },
    repaint: paint,
    key(event) {
      if (event.key !== "Enter" || cursor === null || event.target !== canvas) return false;
      go(cursor, true);
      return true;
    },
  };
}
