// @ts-check
// Play: the positions of a game so far, and which of them is on the table.

import { stepped } from "./play-rules.js";

/** A line of positions, one of which is on the table. */
export class Line {
  /** @param {string[]} positions @param {string | undefined} ply as the address has it; the last without one */
  constructor(positions, ply = undefined) {
    this.positions = positions;
    const last = positions.length - 1;
    const wanted = ply === undefined || ply === "" ? last : Number(ply);
    this.ply = Number.isInteger(wanted) && wanted >= 0 ? Math.min(wanted, last) : last;
    /** @type {{ positions: string[], ply: number } | null} what was last on the table with no machine to move */
    this.settled = null;
  }

  get position() {
    return this.positions[this.ply];
  }

  get isLast() {
    return this.ply === this.positions.length - 1;
  }

  /** What the address keeps. */
  get kept() {
    return { line: this.positions.slice(1).join(";"), ply: this.isLast ? "" : String(this.ply) };
  }

  /** A move: what came after is forgotten. @param {string} position */
  move(position) {
    this.positions = [...this.positions.slice(0, this.ply + 1), position];
    this.ply += 1;
  }

  /** Undo or redo; false if there is nothing to go to. @param {string | undefined} first @param {number} by */
  step(first, by) {
    const next = stepped(first, this.ply, this.positions.length, by);
    if (next === null) return false;
    this.ply = next;
    return true;
  }

  /** A move goes back to here if nothing is known of it. */
  settle() {
    this.settled = { positions: this.positions, ply: this.ply };
  }

  /** Takes back what nothing is known of; false if there is nothing to take back. */
  unsettle() {
    if (!this.settled || (this.positions === this.settled.positions && this.ply === this.settled.ply)) return false;
    ({ positions: this.positions, ply: this.ply } = this.settled);
    return true;
  }
}

/**
 * Asks once: what is known, or being asked, is not asked again.
 * @template Q, A
 * @param {(question: Q) => Promise<A>} ask
 */
export function remembering(ask) {
  /** @type {Map<string, Promise<A>>} */
  const known = new Map();
  return async (/** @type {Q} */ question) => {
    const key = JSON.stringify(question);
    const asked = known.get(key) ?? ask(question);
    known.set(key, asked);
    try {
      return await asked;
    } catch (failure) {
      known.delete(key);
      throw failure;
    }
  };
}
