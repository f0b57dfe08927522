// @ts-check
// A game at a glance: a small picture of its table, which leads to the large one.

import { ask } from "./api.js";
import { el, freshPen } from "./dom.js";
import { say } from "./texts.js";
import { link } from "./state.js";
import { parse } from "./values.js";
import { paintBars, paintTable } from "./table-picture.js";

/** How far a small picture goes: of one heap, of two. */
const REACH = { 1: 60, 2: 24 };

/**
 * A picture of a game on one heap or two; nothing for others. `repaint` when the theme changes.
 * @param {string} game
 * @param {{ heaps: string[] | null, partizan?: boolean }} about
 * @returns {Promise<HTMLElement | null>}
 */
export async function glimpse(game, { heaps, partizan }) {
  const count = heaps?.length ?? 0;
  if (!(count in REACH) || partizan) return null;
  const table = parse(await ask({ ask: "table", game, to: Array(count).fill(REACH[count]).join(",") }, { format: "binary" }));
  if (table.outcomes || table.domain) return null;
  const canvas = el("canvas", {});
  const paint = () => {
    const sheet = freshPen(canvas);
    if (!sheet) return;
    const { pen, width, height } = sheet;
    if (count === 1) paintBars(pen, { width, height, values: table.numbers, red: getComputedStyle(canvas).getPropertyValue("--p") });
    else paintTable(pen, { width, height, size: REACH[2] + 1, at: (x, y) => table.at([x, y]) });
  };
  new ResizeObserver(paint).observe(canvas);
  return el("a", { className: `glimpse of${count}`, href: link({ view: "see", game }), "aria-label": `${say("see")}: ${game}` }, canvas);
}
