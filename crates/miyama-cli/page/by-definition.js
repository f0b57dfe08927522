// @ts-check
// A position by the definition, as a teacher writes it on the board: a picture that grows
// sentence by sentence, by itself or step by step.

import { latest } from "./api.js";
import { announce, el, fill } from "./dom.js";
import { say } from "./texts.js";
import { keep } from "./state.js";
import { drawn } from "./blackboard.js";

/** Positions to begin with, a way for each. */
const POSITIONS = [["nim:2,3", "tree"], ["nim:5,6", "table"], ["nim:3,5,7", "sieve"], ["nim:3,5,7", "columns"], ["2d-nim:2x3", "replies"], ["wythoff:4,6", "wythoff"], ["kayles:5", "table"], ["domineering:2x2", "tree"]];
const WAYS = [...new Set(POSITIONS.map(([, way]) => way))];
/** How long a sentence stands at the speed 1, in milliseconds. */
const STEP = 1400;
const SPEEDS = ["0.5", "1", "2", "4"];

export function definition(body, state) {
  [state.position, state.way] = state.position ? [state.position, state.way ?? ""] : POSITIONS[0];
  if (!SPEEDS.includes(state.speed)) state.speed = "1";
  if (!WAYS.includes(state.way)) state.way = "";
  const question = latest();
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const box = el("input", { type: "text", id: "position", className: "mono", value: state.position, autocomplete: "off", spellcheck: false, onchange: () => put({ position: box.value.trim(), way: "" }) });
  const convention = el("select", { id: "convention", onchange: () => put({ misere: convention.value, way: "" }) },
    el("option", { value: "" }, say("normal_play")), el("option", { value: "1", selected: Boolean(state.misere) }, say("misere_play")));
  const way = el("select", { id: "way", onchange: () => put({ way: way.value }) });
  const picture = el("div", { className: "blackboard", id: "blackboard", role: "img" });
  const steps = el("ol", { className: "steps-said", id: "steps", tabIndex: 0, "aria-label": say("steps_said") });
  const button = (id, sign, name, onclick, more = "") => el("button", { type: "button", id, className: `icon ${more}`, title: name, "aria-label": name, onclick }, sign);
  const run = button("run", "▶", say("steps_run"), () => (timer ? stop() : start()), "main");
  const speed = el("select", { id: "speed", onchange: () => { state.speed = speed.value; keep(state); if (timer) { stop(); start(); } } },
    SPEEDS.map((times) => el("option", { value: times, selected: times === state.speed }, `${times}×`)));
  const slider = el("input", { type: "range", id: "frame", min: 1, value: 1, "aria-label": say("steps_frame"), oninput: () => { stop(); go(Number(slider.value)); } });
  const told = el("span", { className: "note" });
  const moving = el("span", { className: "row tight middle" }, run, el("label", { className: "inline" }, say("steps_speed"), speed));
  const resting = el("p", { className: "note" }, say("steps_still"));
  let found = null;
  let shown = 0;
  let timer = 0;
  fill(body,
    el("div", { className: "columns tour" },
      el("section", { className: "card", "aria-label": say("lectures_definition") },
        el("div", { className: "row" }, el("label", { className: "wide" }, say("position"), box), el("label", {}, say("convention"), convention), el("label", {}, say("steps_way"), way)),
        el("div", { className: "row middle player above" },
          button("first-step", "«", say("steps_first"), () => step(1)), button("step-back", "‹", say("step_back"), () => step(shown - 1)),
          button("one-step", "›", say("step_on"), () => step(shown + 1)), button("all-steps", "»", say("steps_all"), () => step(Infinity)), moving, slider, told),
        resting, picture),
      el("section", { className: "card" }, steps)),
    el("p", { className: "chips above" }, POSITIONS.map(([text, by]) => el("button", { type: "button", className: "mono", onclick: () => { box.value = text; convention.value = ""; put({ position: text, way: by, misere: "" }); } }, text, el("small", {}, ` ${say(`way_${by}`)}`)))));

  function put(change) {
    Object.assign(state, { frame: "" }, change);
    keep(state);
    read();
  }

  /** With less motion wanted there are steps alone. */
  function calm() {
    moving.hidden = still.matches;
    resting.hidden = !still.matches;
    if (still.matches) stop();
  }

  async function read() {
    stop();
    told.textContent = say("computing");
    try {
      const answer = await question({ ask: "solve", position: state.position, by_definition: state.way || "any", misere: Boolean(state.misere) });
      if (!answer) return;
      found = answer;
      const [used] = Object.keys(found.steps);
      fill(way, found.ways.map((name) => el("option", { value: name, selected: name === used }, say(`way_${name}`))));
      fill(steps, found.says.map((text, i) => el("li", {}, el("pre", { className: /^\s|\n/.test(text) ? "" : "prose", onclick: () => step(i + 1) }, text))));
      slider.max = String(found.says.length);
      go(Number(state.frame) || 1);
    } catch (failure) {
      found = null;
      fill(picture);
      fill(way);
      told.textContent = "";
      fill(steps, el("li", { className: "mistake" }, failure.message, failure.error?.hint && ` ${failure.error.hint}`));
    }
  }

  /** Shows the picture when so many sentences are said. */
  function go(to) {
    if (!found) return;
    const all = [...steps.children];
    shown = Math.min(Math.max(to, 1), all.length);
    all.forEach((node, i) => { node.hidden = i >= shown; node.classList.toggle("fresh", i === shown - 1); });
    const text = found.says[shown - 1];
    const { scrollLeft, scrollTop } = picture;
    fill(picture, drawn(found, shown));
    Object.assign(picture, { scrollLeft, scrollTop });
    picture.setAttribute("aria-label", text.trim());
    told.textContent = say("progress", { done: shown, total: all.length });
    slider.value = String(shown);
    state.frame = shown > 1 ? String(shown) : "";
    keep(state);
    const last = /** @type {HTMLElement} */ (all[shown - 1]);
    steps.scrollTop = last.offsetTop - steps.offsetTop - steps.clientHeight + last.offsetHeight + 8;
    uncover(picture.querySelector(".now"));
  }

  /** Scrolls the picture, not the page, to a part of it. */
  function uncover(part) {
    if (!part) return;
    const [inner, outer] = [part.getBoundingClientRect(), picture.getBoundingClientRect()];
    const by = (low, high, from, to) => Math.min(low - from - 8, 0) || Math.max(high - to + 8, 0);
    picture.scrollBy(by(inner.left, inner.right, outer.left, outer.right), by(inner.top, inner.bottom, outer.top, outer.bottom));
  }

  /** By hand: what runs stops. */
  function step(to) {
    stop();
    go(to);
    if (found) announce(found.says[shown - 1].trim());
  }

  function start() {
    if (!found) return;
    if (shown >= found.says.length) go(1);
    run.textContent = "❚❚";
    for (const name of ["title", "aria-label"]) run.setAttribute(name, say("replay_stop"));
    timer = window.setInterval(() => {
      go(shown + 1);
      if (shown >= found.says.length) stop();
    }, STEP / Number(state.speed));
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    run.textContent = "▶";
    for (const name of ["title", "aria-label"]) run.setAttribute(name, say("steps_run"));
  }

  /** Faster or slower by a step. */
  function change(by) {
    const at = Math.min(Math.max(SPEEDS.indexOf(state.speed) + by, 0), SPEEDS.length - 1);
    speed.value = SPEEDS[at];
    speed.dispatchEvent(new Event("change"));
  }

  still.addEventListener("change", calm);
  calm();
  read();
  return {
    leave: () => { stop(); question.cancel(); still.removeEventListener("change", calm); },
    key(event) {
      const to = { ArrowRight: shown + 1, ArrowLeft: shown - 1, Home: 1, End: Infinity }[event.key];
      if (to !== undefined) step(to);
      else if (event.key === " " && !still.matches && !event.target.closest("button, a, summary")) run.click();
      else if ("+-−".includes(event.key) && !still.matches) change(event.key === "+" ? 1 : -1);
      else return false;
      return true;
    },
  };
}
