// @ts-check
// Which way the axes of a table run, chosen once for every map: x to the right and y up as the
// program's pictures, or x down and y to the right as its printed tables.

/** @returns {"up" | "down"} */
export const axes = () => (localStorage.getItem("axes") === "down" ? "down" : "up");

/** @param {"up" | "down"} way */
export const turnAxes = (way) => localStorage.setItem("axes", way);

/**
 * Positions of two heaps up to `to` as cells of a map, and back.
 * @param {number[]} to
 */
export function laidOut([x, y], way = axes()) {
  if (way === "up") {
    return { columns: x + 1, rows: y + 1, cell: (/** @type {number[]} */ [a, b]) => [a, b], position: (/** @type {number[]} */ [c, r]) => [c, r], ticks: undefined, turned: false };
  }
  const flip = (/** @type {number[]} */ [a, b]) => [b, x - a];
  return {
    columns: y + 1, rows: x + 1, cell: flip, position: (/** @type {number[]} */ [c, r]) => [x - r, c],
    ticks: [undefined, Array.from({ length: x + 1 }, (_, r) => x - r)], turned: true,
  };
}
