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
 * @param {{ game: string, misere?: string, heaps?: string }} state
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

  /** The moves of a position: what each leaves of it. */
  async function moves(at) {
    const { options, complete } = await ask({ ask: "moves", ...positionOf(state.game, at), misere: Boolean(state.misere) });
    return { left: options.map((left) => left.map((heaps) => (Array.isArray(heaps) ? heaps.map(Number) : []))), complete };
  }

  /** @param {number[][]} pieces */
  function option(pieces) {
    // Nothing is left: the empty position.
    const known = number(pieces.length === 0 ? [Array(width).fill(0)] : pieces);
    return { pieces, number: known, wins: known === null ? null : known === 0 };
  }

  async function find(at) {
    if (!(Number(state.heaps) > 1)) {
      const { left, complete } = await moves(at);
      return { options: left.map(option), complete };
    }
    // Several heaps of a game on one: a move is a move in one of them; where it splits, every
    // piece stands alone in the table.
    const heaps = at.split(",").map(Number);
    const alone = (n) => heaps.map((_, i) => (i === 0 ? n : 0));
    const each = await Promise.all(heaps.map((n) => moves(String(n))));
    const options = each.flatMap(({ left }, i) => left.map((pieces) => (pieces.length <= 1
      ? option([heaps.with(i, pieces[0]?.[0] ?? 0)])
      : option([...pieces.map(([n]) => alone(n)), heaps.with(i, 0)]))));
    return { options, complete: each.every(({ complete }) => complete) };
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
