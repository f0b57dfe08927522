// @ts-check
// A game looked at afterwards: who was winning before each move, and which moves gave a win away.
// Nothing here knows of the page.

/**
 * @typedef {import("./answers.d.ts").ReplyAnswer} Reply
 * @typedef {{ ply: number, wasWon: boolean, isMistake: boolean, better: string | null }} Judged
 */

/** Whether whoever is to move wins. @param {Reply} answer */
export const moverWins = (answer) => answer.winning_moves_count !== "0" || (answer.over && answer.convention === "misere");

/**
 * What is to be said of each move of a line; the answers are those of its positions.
 * @param {Reply[]} answers
 * @returns {Judged[]}
 */
export function judged(answers) {
  return answers.slice(1).map((after, i) => {
    const before = answers[i];
    const wasWon = moverWins(before);
    const isMistake = wasWon && moverWins(after);
    const better = isMistake ? before.options.find((option) => option.wins)?.move ?? null : null;
    return { ply: i + 1, wasWon, isMistake, better };
  });
}

/** The move after which the loser could no longer have won, or none. @param {Judged[]} moves */
export const lastMistake = (moves) => moves.findLast((move) => move.isMistake) ?? null;
