// @ts-check
// Stones as large as the table lets them be: from across a lecture hall, and under a finger.

/** In pixels: what a finger needs on a phone, and elsewhere; and more than this looks like toys. */
const LEAST = { narrow: 32, wide: 44 };
const MOST = 66;
/** Beside the stones of a heap stands its number; above and below the table all that is said and pressed. */
const NAME = { narrow: 50, wide: 90 };
const AROUND = 340;
const GAP = 3;

/** The size of a stone for what is on the table now. @param {HTMLElement} table */
export function stoneSize(table) {
  const kind = matchMedia("(max-width: 40rem)").matches ? "narrow" : "wide";
  const felt = table.parentElement;
  const style = getComputedStyle(felt);
  const width = felt.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const rows = [...table.querySelectorAll(".stones, .grid")].map((row) => {
    const columns = row.classList.contains("grid") ? Number(/** @type {HTMLElement} */ (row.parentElement).dataset.grid) : row.querySelectorAll(".stone").length;
    return { columns: Math.max(columns, 1), rows: row.classList.contains("grid") ? row.children.length / Math.max(columns, 1) : 1 };
  });
  const longest = Math.max(1, ...rows.map(({ columns }) => columns));
  const high = rows.reduce((sum, row) => sum + row.rows, 0) || 1;
  const across = (width - NAME[kind]) / longest - GAP;
  // A phone scrolls: there only the width counts.
  const down = kind === "narrow" ? MOST : (felt.clientHeight - AROUND) / high - 2 * GAP;
  return Math.round(Math.min(Math.max(Math.min(across, down), LEAST[kind]), MOST));
}
