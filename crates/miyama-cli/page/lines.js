// @ts-check
// Rows, columns and diagonals of a table as sequences, with the period that they seem to have.

/**
 * The least period of a sequence from some place on, also with a constant added each time. It must
 * show twice over and for half of the sequence: seen, never proved.
 * @param {number[]} terms
 * @returns {{ from: number, period: number, saltus: number } | null}
 */
export function seenPeriod(terms) {
  let best = null;
  for (let period = 1; period * 3 <= terms.length; period++) {
    const saltus = terms.at(-1) - terms.at(-1 - period);
    let from = terms.length - period;
    while (from > 0 && terms[from - 1 + period] === terms[from - 1] + saltus) from--;
    const shown = terms.length - from;
    if (shown < 3 * period || shown * 2 < terms.length) continue;
    if (!best || from + period < best.from + best.period) best = { from, period, saltus };
  }
  return best;
}

/**
 * The lines of a table through a position of two heaps.
 * @param {number[]} position
 * @param {number[]} to
 * @param {(position: number[]) => number} at
 */
export function linesThrough(position, to, at) {
  const [x, y] = position;
  const [width, height] = to;
  const along = (start, step) => {
    const terms = [];
    for (let [a, b] = start; a >= 0 && b >= 0 && a <= width && b <= height; a += step[0], b += step[1]) terms.push(at([a, b]));
    return terms;
  };
  const low = Math.min(x, y);
  const rise = Math.min(x + y, height);
  return [
    { name: "line_row", values: { heap: 1, size: y }, terms: along([0, y], [1, 0]) },
    { name: "line_column", values: { heap: 0, size: x }, terms: along([x, 0], [0, 1]) },
    { name: "line_diagonal", values: { size: x - y }, terms: along([x - low, y - low], [1, 1]) },
    { name: "line_counter", values: { size: x + y }, terms: along([x + y - rise, rise], [1, -1]) },
  ];
}
