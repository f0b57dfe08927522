// @ts-check
// The options of a position, with what the page's own table says of each: the server is asked
// for the moves alone, which it knows at once.

import { ask } from "./api.js";
import { positionOf } from "./state.js";

/**
 * An option: the pieces it leaves, each a list of heaps; its number in the table, or null where
 * the table does not have it; whether it wins.
 * @typedef {{ pieces: number[][], number: number | null, wins: boolean | null }} Option
 */

/** So many positions are remembered. */
const REMEMBERED = 500;

/**
 * A function from a position to its options.
 * @param {{ game: string, misere?: string }} state
 * @param {{ to: number[], outcomes: boolean, at: (position: number[]) => number }} table
 */
export function optionsOf(state, table) {
  /** @type {Map<string, Promise<{ options: Option[], complete: boolean }>>} */
  const known = new Map();
  const width = table.to.length;

  /** What the table says of what a move leaves. @param {number[][]} pieces */
  function number(pieces) {
    if (pieces.some((heaps) => heaps.length !== width || heaps.some((n, i) => n > table.to[i]))) return null;
    const numbers = pieces.map((heaps) => table.at(heaps));
    if (!table.outcomes) return numbers.reduce((sum, one) => sum ^ one, 0);
    // Of a sum the outcomes of its parts say nothing.
    return numbers.length === 1 ? numbers[0] : null;
  }

  async function find(at) {
    const { options, complete } = await ask({ ask: "moves", ...positionOf(state.game, at), misere: Boolean(state.misere) });
    const all = options.map((left) => {
      const pieces = left.map((heaps) => (Array.isArray(heaps) ? heaps.map(Number) : []));
      // Nothing is left: the empty position.
      const known = pieces.length === 0 ? number([Array(width).fill(0)]) : number(pieces);
      return { pieces, number: known, wins: known === null ? null : known === 0 };
    });
    return { options: all, complete };
  }

  return (/** @type {string} */ at) => {
    if (!known.has(at)) {
      if (known.size > REMEMBERED) known.clear();
      const asked = find(at);
      known.set(at, asked);
      asked.catch(() => known.delete(at));
    }
    return known.get(at);
  };
}
