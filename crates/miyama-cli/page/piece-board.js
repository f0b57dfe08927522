// @ts-check
// Two heaps as a piece on a board: a queen for Wythoff's game, a rook for Nim, else a piece of its
// own; a move is the square that it goes to.

import { el } from "./dom.js";
import { pressing } from "./press.js";
import { say } from "./texts.js";
import { axes, laidOut } from "./axes.js";

/** Larger boards would have squares too small for a finger. */
const LARGEST = 24;

const heapsOf = (text) => text.slice(text.lastIndexOf(":") + 1).split(",").map(Number);
const after = (option) => (option.left.length === 0 ? [0, 0] : heapsOf(option.left[0]));

/** Whether a part can be drawn as a piece on a board. */
export const isOnBoard = (part, options) => part.heaps?.length === 2 && part.heaps.every((n) => Number(n) <= LARGEST)
  && options.every((option) => option.left.length <= 1 && after(option).every((n) => n <= LARGEST));

/** The chess piece that moves as the options do, or a man. */
function pieceOf(heaps, options) {
  const steps = options.map((option) => after(option).map((n, i) => heaps[i] - n));
  const straight = ([a, b]) => (a === 0) !== (b === 0) && a >= 0 && b >= 0;
  const slanted = ([a, b]) => a === b && a > 0;
  if (steps.length === 0 || !steps.every((step) => straight(step) || slanted(step))) return "●";
  return steps.some(slanted) ? "♛" : "♜";
}

export class PieceBoard {
  /** As the other parts of a position (pieces.js). */
  constructor(part, options, active, staged) {
    this.options = options;
    this.staged = staged;
    const heaps = part.heaps.map(Number);
    const most = heaps.map((n, i) => Math.max(n, ...options.map((option) => after(option)[i])));
    const { columns, rows, position } = laidOut(most, axes());
    this.squares = new Map();
    const to = new Map(options.map((option) => [String(after(option)), option]));
    const piece = pieceOf(heaps, options);
    const grid = el("div", { className: "chess", role: "group", "aria-label": part.game || say("this_game") });
    grid.style.gridTemplateColumns = `auto repeat(${columns}, minmax(0, 1fr))`;
    grid.style.setProperty("--shape", String(columns / rows));
    for (let row = rows - 1; row >= 0; row--) {
      grid.append(el("span", { className: "rank", "aria-hidden": "true" }, String(position([0, row])[axes() === "up" ? 1 : 0])));
      for (let column = 0; column < columns; column++) {
        const at = position([column, row]);
        const isHere = at.every((n, i) => n === heaps[i]);
        const option = to.get(String(at));
        const node = el("button", {
          type: "button", className: `square${(at[0] + at[1]) % 2 ? " dark" : ""}${isHere ? " here" : ""}${option ? " reached" : ""}`, disabled: !active || !option, tabIndex: -1,
          "aria-pressed": "false", "aria-label": isHere ? say("piece_here", { at: at.join(", ") }) : say("square_at", { at: at.join(", ") }), "data-square": at.join(","),
        }, isHere ? piece : "");
        this.squares.set(String(at), node);
        grid.append(node);
      }
    }
    grid.append(el("span", {}), ...Array.from({ length: columns }, (_, column) => el("span", { className: "rank", "aria-hidden": "true" }, String(position([column, 0])[axes() === "up" ? 0 : 1]))));
    this.node = el("div", { className: "part on-board" }, grid);
    const choose = (node) => this.choose(to.get(node.dataset.square) ?? null);
    pressing(this.node, { begin: () => { const before = this.chosen; return () => this.choose(before); }, tap: choose, drag: (nodes) => choose(nodes.at(-1)) });
    this.chosen = null;
  }

  choose(option) {
    this.chosen = option === this.chosen ? null : option;
    for (const node of this.squares.values()) {
      node.classList.remove("chosen");
      node.setAttribute("aria-pressed", "false");
    }
    if (this.chosen) {
      const node = this.squares.get(String(after(this.chosen)));
      node.classList.add("chosen");
      node.setAttribute("aria-pressed", "true");
    }
    this.staged(this.chosen, false);
  }

  clear() {
    if (this.chosen) this.squares.get(String(after(this.chosen)))?.classList.remove("chosen");
    this.chosen = null;
  }

  show(option, name) {
    this.squares.get(String(after(option)))?.classList.add(name);
  }

  /** Marks the square of every move. @param {(option: any) => string} name */
  colour(name) {
    for (const option of this.options) this.squares.get(String(after(option)))?.classList.add(name(option));
  }
}
