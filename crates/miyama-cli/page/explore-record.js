// @ts-check
// Explore: a record of shogi or chess, move by move, with its repetitions on a timeline.

import { latest } from "./api.js";
import { announce, el, fill } from "./dom.js";
import { say } from "./texts.js";
import { diagram } from "./diagram.js";
import { EXAMPLES } from "./record-examples.js";
import { svg } from "./svg.js";

/** Longer records are for the command line. */
const LONGEST = 60_000;
/** Seen on light and on dark. */
const COLOURS = ["#d9483b", "#2b8f9a", "#d9822b", "#9467bd", "#3f9b5a", "#b07a4a"];

export function show(body, state) {
  const question = latest();
  const box = el("textarea", { id: "record", rows: 5, className: "mono", spellcheck: false, "aria-label": say("record_box"), placeholder: say("record_box"), onchange: () => read(box.value) });
  const file = el("input", { type: "file", id: "record-file", accept: ".kif,.ki2,.csa,.usi,.pgn,.txt", onchange: async () => { box.value = await decoded(file.files[0]); read(box.value); } });
  const told = el("div", { id: "record-told" });
  const board = el("div", { id: "diagram" });
  const made = el("p", { className: "turn", id: "move" });
  const timeline = el("div", { className: "timeline", id: "timeline" });
  const step = (by, text, name) => el("button", { type: "button", className: "icon", "aria-label": say(name), onclick: () => go(ply + by) }, text);
  let game = null;
  let ply = 0;

  fill(body,
    el("details", { className: "card" }, el("summary", {}, say("record_give")),
      el("p", { className: "chips above" }, Object.keys(EXAMPLES).map((name) => el("button", { type: "button", "data-example": name, onclick: () => { box.value = EXAMPLES[name]; read(box.value); } }, name))),
      el("label", {}, say("record_file"), file), box),
    el("div", { className: "columns above" },
      el("section", { className: "card", "aria-label": say("record_board") }, made, board,
        el("div", { className: "row tight middle above" }, step(-1e6, "«", "record_first"), step(-1, "‹", "record_back"), step(1, "›", "record_on"), step(1e6, "»", "record_last"))),
      el("section", { className: "card", "aria-label": say("record_says") }, timeline, told)));

  async function read(text) {
    if (!text.trim()) return;
    if (text.length > LONGEST) {
      fill(told, el("p", { className: "mistake" }, say("record_long")));
      return;
    }
    try {
      const asked = { ask: /** @type {const} */ ("record"), text, diagrams: true, game: 1 };
      const found = await question(asked);
      if (!found) return;
      const words = await question(asked, { format: "text" });
      if (words === undefined) return;
      game = found.games[0];
      fill(told, el("pre", { className: "why" }, words.trim()));
      draw();
      go(0);
    } catch (failure) {
      game = null;
      fill(board);
      fill(timeline);
      fill(told, el("p", { className: "mistake" }, `✕ ${failure.message}`));
    }
  }

  /** The moves as ticks; equal positions are joined by arcs of one colour. */
  function draw() {
    const last = game.played.length;
    const wide = Math.max(last * 12, 300);
    const x = (i) => 10 + (i / Math.max(last, 1)) * (wide - 20);
    const picture = svg("svg", { viewBox: `0 0 ${wide} 110`, width: wide, height: 110, role: "img", "aria-label": say("record_timeline") });
    game.recurrences.forEach(({ after }, k) => {
      const at = after.map((number) => number - game.first_move + 1);
      for (let i = 0; i + 1 < at.length; i++) {
        const [a, b] = [x(at[i]), x(at[i + 1])];
        picture.append(svg("path", { d: `M ${a} 80 A ${(b - a) / 2} ${Math.min((b - a) / 2, 70)} 0 0 1 ${b} 80`, fill: "none", stroke: COLOURS[k % COLOURS.length], "stroke-width": 1.6 }));
      }
    });
    for (let i = 0; i <= last; i++) picture.append(svg("circle", { cx: x(i), cy: 80, r: 3.2, fill: "currentColor", "data-ply": i }));
    const here = svg("circle", { cx: x(0), cy: 80, r: 7, fill: "none", stroke: "#d9822b", "stroke-width": 3, id: "here" });
    picture.append(here);
    picture.addEventListener("click", (event) => {
      const box = picture.getBoundingClientRect();
      go(Math.round(((event.clientX - box.left) / box.width * wide - 10) / (wide - 20) * last));
    });
    fill(timeline, picture, el("input", { type: "range", id: "ply", min: 0, max: last, value: 0, "aria-label": say("record_move"), oninput: (event) => go(Number(event.target.value)) }));
  }

  function go(to) {
    if (!game) return;
    const last = game.played.length;
    ply = Math.min(Math.max(to, 0), last);
    const isShogi = game.game === "shogi";
    made.textContent = ply === 0 ? say("start") : `${ply}. ${game.played[ply - 1]}`;
    fill(board, diagram(game.diagrams[ply], isShogi, say("record_position", { ply }), ply > 0 ? game.diagrams[ply - 1] : null));
    const slider = /** @type {HTMLInputElement} */ (document.getElementById("ply"));
    slider.value = String(ply);
    const dots = timeline.querySelectorAll("circle[data-ply]");
    document.getElementById("here").setAttribute("cx", dots[ply].getAttribute("cx"));
    announce(made.textContent);
  }

  const first = Object.keys(EXAMPLES)[0];
  box.value = EXAMPLES[state.record] ?? EXAMPLES[first];
  read(box.value);
  return {
    leave: () => question.cancel(),
    key(event) {
      if (event.key === "ArrowLeft") go(ply - 1);
      else if (event.key === "ArrowRight") go(ply + 1);
      else return false;
      return true;
    },
  };
}

/** A file as text: UTF-8, else Shift_JIS, as Japanese programs write. @param {File} file */
async function decoded(file) {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("shift_jis").decode(bytes);
  }
}
