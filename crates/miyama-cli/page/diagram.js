// @ts-check
// Diagrams of shogi and chess, from SFEN and FEN.

import { el } from "./dom.js";

const SHOGI = { P: "歩", L: "香", N: "桂", S: "銀", G: "金", B: "角", R: "飛", K: "玉", "+P": "と", "+L": "杏", "+N": "圭", "+S": "全", "+B": "馬", "+R": "龍" };
const CHESS = { K: "♔", Q: "♕", R: "♖", B: "♗", N: "♘", P: "♙", k: "♚", q: "♛", r: "♜", b: "♝", n: "♞", p: "♟" };
const RANKS = [..."一二三四五六七八九"];

/** The squares of a row: pieces, and as many empty ones as a digit says. */
function squares(row) {
  return [...row.matchAll(/\+?[A-Za-z]|\d/g)].flatMap(([sign]) => (/\d/.test(sign) ? Array(Number(sign)).fill("") : [sign]));
}

/** Pieces in hand, `2P` for two pawns, of the player whose letters are small or not. */
const inHand = (hands, isSecond) => [...(hands ?? "-").matchAll(/(\d*)([A-Za-z])/g)]
  .filter(([, , sign]) => (sign === sign.toLowerCase()) === isSecond)
  .map(([, count, sign]) => `${SHOGI[sign.toUpperCase()]}${count || ""}`).join(" ") || "—";

/**
 * A position as a board. @param {string} text @param {boolean} isShogi @param {string} says what it is, for readers
 * @param {string | null} before the position before, to mark what has changed
 */
export function diagram(text, isShogi, says, before = null) {
  const [board, , hands] = text.split(" ");
  const old = before ? before.split(" ")[0].split("/").map(squares) : null;
  const rows = board.split("/").map(squares);
  const wide = isShogi ? 9 : 8;
  const cells = rows.flatMap((row, r) => [
    ...row.map((sign, c) => {
      const isSecond = isShogi && sign !== "" && sign === sign.toLowerCase();
      const fresh = old && old[r]?.[c] !== sign;
      const name = isShogi ? SHOGI[sign.toUpperCase()] ?? "" : CHESS[sign] ?? "";
      return el("span", { className: `field${!isShogi && (r + c) % 2 ? " dark" : ""}${isSecond ? " turned" : ""}${fresh ? " fresh" : ""}${sign.startsWith("+") ? " promoted" : ""}` }, el("b", {}, name));
    }),
    el("span", { className: "rank" }, isShogi ? RANKS[r] : String(8 - r)),
  ]);
  const heads = Array.from({ length: wide }, (_, c) => el("span", { className: "rank" }, isShogi ? String(9 - c) : "abcdefgh"[c]));
  const grid = el("div", { className: `diagram ${isShogi ? "shogi" : "chess-board"}`, role: "img", "aria-label": says },
    isShogi ? [heads, el("span", {})] : null, cells, isShogi ? null : [heads, el("span", {})]);
  return isShogi ? el("div", {}, el("p", { className: "hand" }, `☖ ${inHand(hands, true)}`), grid, el("p", { className: "hand" }, `☗ ${inHand(hands, false)}`)) : grid;
}
