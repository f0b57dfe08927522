// @ts-check
// The first view: what this is, and games as pictures, each one click from being seen,
// played and proved.

import { el, freshPen } from "./dom.js";
import { say } from "./texts.js";
import { link } from "./state.js";
import { PICTURES } from "./gallery.js";

/** How long a picture grows, in milliseconds. */
const GROWS = 1500;

/** The games, and where their links lead: to see, to play, to a theorem. */
const TILES = [
  { name: "wythoff", see: { view: "see", game: "wythoff" }, play: { view: "play", game: "wythoff" }, theorem: { view: "see", game: "wythoff", prove: 1 } },
  { name: "triangular", see: { view: "see", game: "triangular" }, play: { view: "play", game: "triangular" }, theorem: { view: "see", game: "triangular", prove: 1 } },
  { name: "geometric", see: { view: "see", game: "geometric(2)", to: 70 }, play: { view: "play", game: "geometric(2)" }, theorem: { view: "see", game: "geometric(2)", to: 70, prove: 1 } },
  { name: "kayles", see: { view: "see", game: "kayles" }, play: { view: "play", game: "kayles" }, theorem: { view: "see", game: "kayles", prove: 1 } },
  { name: "2d-nim", see: { view: "see", game: "2d-nim" }, play: { view: "play", game: "2d-nim", at: "3x4" }, theorem: { view: "check", source: "001" } },
  { name: "domineering", see: { view: "see", game: "domineering" }, play: { view: "play", game: "domineering", at: "4x4" }, theorem: { view: "explore", of: "value", value: "domineering:4x5" } },
  { name: "thue-morse", see: { view: "explore", of: "word", word: "thue-morse" }, theorem: { view: "check", find: "000-T36" } },
  { name: "fibonacci", see: { view: "explore", of: "word", word: "fibonacci" }, theorem: { view: "check", find: "000-D41,Prop42" } },
  { name: "bricks", see: { view: "explore", of: "bricks" }, theorem: { view: "check", find: "000-T5,E6" } },
  { name: "own", see: { view: "define", game: "(x, y) -> sym { (x-i, y) | 1 <= i } ∪ { (x-i, y-i) | 1 <= i }" } },
];

export const keys = () => [];

export function show(main, state) {
  main.classList.add("home");
  const box = el("input", { type: "text", id: "ask", className: "mono", placeholder: say("home_example"), autocomplete: "off", autocapitalize: "off", spellcheck: false, "aria-label": say("game") });
  const go = (event) => {
    event.preventDefault();
    location.hash = link({ view: "see", game: box.value.trim() || say("home_example") });
  };
  const tiles = TILES.map(tile);
  main.append(
    el("section", { className: "welcome" },
      el("div", {}, el("h1", {}, say("home_title")), el("p", { className: "lead" }, say("home_lead"))),
      el("form", { className: "row", onsubmit: go }, el("label", { className: "wide" }, say("home_box"), box), el("button", { className: "main" }, say("home_go")))),
    el("ul", { className: "gallery", "aria-label": say("home_gallery") }, tiles.map(({ node }) => node)));
  const size = new ResizeObserver((seen) => {
    for (const { target } of seen) tiles.find(({ canvas }) => canvas === target)?.paint();
  });
  for (const { canvas, grow } of tiles) {
    size.observe(canvas);
    grow();
  }
  return {
    leave: () => { size.disconnect(); main.classList.remove("home"); for (const { stop } of tiles) stop(); },
    repaint: () => { for (const { paint } of tiles) paint(); },
    state,
  };
}

/** A game: its picture, its name, one sentence, and where to go. */
function tile(/** @type {{ name: string, see: any, play?: any, theorem?: any }} */ { name, see, play, theorem }) {
  const key = name.replaceAll("-", "_");
  const canvas = el("canvas", { "aria-hidden": "true" });
  let part = 1;
  let frame = 0;

  function paint() {
    const fresh = freshPen(canvas);
    if (!fresh) return;
    const style = getComputedStyle(canvas);
    PICTURES[name]({ ...fresh, part, ink: (colour) => style.getPropertyValue(colour) });
  }

  /** Grows from nothing to the whole; at once for whoever wants no motion. */
  function grow() {
    cancelAnimationFrame(frame);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return paint();
    const from = performance.now();
    const step = (now) => {
      part = Math.min(Math.max((now - from) / GROWS, 0.02), 1);
      paint();
      if (part < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return undefined;
  }

  const to = (state, text) => state && el("a", { href: link(state), "aria-label": `${text}: ${say(`tile_${key}`)}` }, text);
  const node = el("li", { className: "tile", onpointerenter: grow },
    canvas,
    el("div", { className: "tile-text" },
      el("h2", {}, el("a", { className: "whole", href: link(see) }, say(`tile_${key}`))),
      el("p", {}, say(`tile_${key}_says`)),
      play || theorem ? el("p", { className: "tile-links" }, to(see, say("see")), to(play, say("play")), to(theorem, say("theorem"))) : null));
  return { node, canvas, paint, grow, stop: () => cancelAnimationFrame(frame) };
}
