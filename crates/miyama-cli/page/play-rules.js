// @ts-check
// Play: whose turn it is, what is asked about a position, how a game ends. Nothing here
// knows of the page.

import { isDefinition, positionOf } from "./state.js";

/**
 * What the address says of a game.
 * @typedef {{ game: string, at: string, misere?: string, first?: string, level?: string, seed?: string }} Settings
 * @typedef {import("./answers.d.ts").ReplyAnswer} Reply
 * @typedef {(position: string, more?: object, ply?: number) => Promise<Reply>} Survey
 */

/**
 * Whether the machine moves at this ply.
 * @param {string | undefined} first
 * @param {number} ply
 */
export const isMachines = (first, ply) => first !== "two" && (first === "machine") === (ply % 2 === 0);

/**
 * The ply that undo (-1) or redo (1) leads to, or null. Against the machine one goes back
 * to one's own turn.
 * @param {string | undefined} first
 * @param {number} ply
 * @param {number} length of the line
 * @param {number} by
 */
export function stepped(first, ply, length, by) {
  let next = ply + by;
  if (next > 0 && next < length - 1 && isMachines(first, next)) next += by;
  if (by < 0 && next === length - 2 && isMachines(first, next)) next -= 1;
  return next < 0 || next >= length ? null : next;
}

/**
 * The key of the sentence that says who has won, when nobody can move.
 * @param {string | undefined} first
 * @param {number} ply
 * @param {boolean} misere
 */
export function ending(first, ply, misere) {
  if (first === "two") return (ply % 2 === 0) === misere ? "first_wins" : "second_wins";
  return isMachines(first, ply) === misere ? "machine_wins" : "you_win";
}

/**
 * The key of the sentence that says whose turn it is.
 * @param {string | undefined} first
 * @param {number} ply
 */
export function turn(first, ply) {
  if (isMachines(first, ply)) return "machine_moves";
  if (first === "two") return ply % 2 === 0 ? "first_moves" : "second_moves";
  return "your_turn";
}

/**
 * Whether a whole position, such as a sum, stands in the place of the heaps.
 * @param {{ at: string }} settings
 */
export const isWhole = ({ at }) => at.includes(":");

/**
 * A whole position in the place of the game is taken apart.
 * @param {string} game
 */
export function takenApart(game) {
  if (isDefinition(game) || !game.includes(":")) return {};
  return { at: game, game: game.split(":")[0].trim() };
}

/**
 * Where to begin if nobody says.
 * @param {string[] | null} heaps
 */
export function firstPosition(heaps) {
  if (heaps === null) return "3x4";
  if (heaps.length === 1) return "3,5,7";
  return heaps.length === 2 ? "5,7" : Array.from({ length: heaps.length }, (_, i) => 3 + 2 * i).join(",");
}

/**
 * The first position as the answers name it.
 * @param {Settings} settings
 */
export const start = (settings) => (isWhole(settings) || isDefinition(settings.game) ? settings.at : `${settings.game}:${settings.at}`);

/**
 * The question about a position of a game at a ply.
 * @returns {import("./answers.d.ts").AskReply}
 * @param {Settings} settings
 * @param {string} position
 * @param {number} ply
 * @param {object} more
 */
export function question(settings, position, ply, more = {}) {
  const heaps = position.slice(position.lastIndexOf(":") + 1);
  const where = isWhole(settings) || !isDefinition(settings.game) ? { position } : positionOf(settings.game, heaps);
  const level = settings.level ? { level: Number(settings.level), seed: Number(settings.seed || 0) + ply } : {};
  // Left begins, where the players have different moves.
  return { ask: "reply", ...where, misere: Boolean(settings.misere), turn: ply % 2 === 0 ? "left" : "right", ...level, ...more };
}

/**
 * A line of positions as far as the rules allow it: a link may hold anything.
 * @param {string[]} given
 * @param {Survey} survey
 */
export async function legal(given, survey) {
  for (let ply = 0; ply + 1 < given.length; ply++) {
    const left = await survey(given[ply], {}, ply);
    // Who forbade what is not in a link: any of the moves may have been left.
    const { options, options_complete: isComplete } = left.may_forbid ? await survey(given[ply], { forbid: "" }, ply) : left;
    const next = given[ply + 1];
    const isMove = options.some((option) => option.position === next)
      || (!isComplete && (await survey(given[ply], { move: next }, ply).catch(() => null))?.position === next);
    if (!isMove) return given.slice(0, ply + 1);
  }
  return given;
}
