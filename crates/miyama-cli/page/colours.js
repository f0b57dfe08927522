// @ts-check
// The colours of values, the same as in the pictures of the program.

/** Ten stops of the colour map viridis. */
const STOPS = [
  [0x44, 0x01, 0x54], [0x48, 0x28, 0x78], [0x3e, 0x49, 0x89], [0x31, 0x68, 0x8e], [0x26, 0x82, 0x8e],
  [0x1f, 0x9e, 0x89], [0x35, 0xb7, 0x79], [0x6e, 0xce, 0x58], [0xb5, 0xde, 0x2b], [0xfd, 0xe7, 0x25],
];
/** Of a P-position where only that is shown. */
export const P = [0xd6, 0x27, 0x28];
const N = { light: [0xe8, 0xec, 0xf2], dark: [0x2b, 0x36, 0x3f] };

/** Of a position that is no P-position, as the theme has it: a bright sheet would blind in the dark. */
export const other = () => N[getComputedStyle(document.documentElement).colorScheme === "dark" ? "dark" : "light"];

/** The colour of a part between 0 and 1, as red, green and blue. */
export function colour(part) {
  const at = Math.min(Math.max(part, 0), 1) * (STOPS.length - 1);
  const low = Math.min(Math.floor(at), STOPS.length - 2);
  return STOPS[low].map((a, i) => Math.round(a + (STOPS[low + 1][i] - a) * (at - low)));
}

export const css = (/** @type {number[]} */ [r, g, b]) => `rgb(${r}, ${g}, ${b})`;

/** Black or white, whichever is read on a colour. */
export const inkOn = (/** @type {number[]} */ [r, g, b]) => (0.299 * r + 0.587 * g + 0.114 * b > 140 ? "#111" : "#fff");
