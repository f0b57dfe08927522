// @ts-check
// A position solved by the definition, drawn as on a blackboard: one picture for each sentence
// of the answer. Everything comes from the answer's own steps; nothing is computed here.

import { el } from "./dom.js";
import { laidOut } from "./axes.js";
import { boardOf } from "./small-board.js";
import { svg } from "./svg.js";

/** The side of a cell where they are few and where they are many, and the room for the numbers along the axes. */
const SIDES = [40, 30];
const FEW = 9;
const MARGIN = 34;
/** Most rows and columns of the board of Wythoff's game. */
const BOARD = 26;

/**
 * The picture when so many sentences are said, and which way of solving it is.
 * @param {any} found
 * @param {number} said
 */
export function drawn(found, said) {
  const [[way, steps]] = Object.entries(found.steps);
  return { tree, table, sieve, columns, replies, wythoff }[way](steps, said, found);
}

const words = (/** @type {(string | false | null | undefined)[]} */ ...names) => names.filter(Boolean).join(" ");

/**
 * Cells with what stands in each; row 0 is at the bottom.
 * @param {{ columns: number, rows: number, cell: (column: number, row: number) => { text?: string, kind?: string, late?: number } | null,
 *   across: (column: number) => string, up: (row: number) => string, margin?: number, arrow?: number[][] | null }} what
 */
function grid({ columns: wide, rows: high, cell, across, up, margin = MARGIN, arrow }) {
  const side = SIDES[Number(Math.max(wide, high) > FEW)];
  const [width, height] = [margin + wide * side + 4, 24 + high * side + 4];
  const x = (c) => margin + c * side;
  const y = (r) => 2 + (high - 1 - r) * side;
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, class: "board-grid", "aria-hidden": "true" });
  for (let r = 0; r < high; r++) {
    picture.append(svg("text", { x: margin - 6, y: y(r) + side / 2, class: "tick end" }, up(r)));
    for (let c = 0; c < wide; c++) {
      const one = cell(c, r);
      if (!one) continue;
      const style = one.late ? `animation-delay: ${one.late * 70}ms` : null;
      picture.append(svg("g", { class: words("cell", one.kind), style },
        svg("rect", { x: x(c) + 1, y: y(r) + 1, width: side - 2, height: side - 2, rx: 4 }),
        one.text && svg("text", { x: x(c) + side / 2, y: y(r) + side / 2 }, one.text)));
    }
  }
  for (let c = 0; c < wide; c++) picture.append(svg("text", { x: x(c) + side / 2, y: height - 12, class: "tick" }, across(c)));
  if (arrow) {
    const [[ax, ay], [bx, by]] = arrow.map(([c, r]) => [x(c) + side / 2, y(r) + side / 2]);
    const turn = Math.atan2(by - ay, bx - ax);
    const [ex, ey] = [bx - Math.cos(turn) * 11, by - Math.sin(turn) * 11];
    const barb = (by_) => `${ex - Math.cos(turn + by_) * 9} ${ey - Math.sin(turn + by_) * 9}`;
    picture.append(svg("path", { class: "arrow", pathLength: 1, d: `M ${ax + Math.cos(turn) * 11} ${ay + Math.sin(turn) * 11} L ${ex} ${ey} M ${barb(0.5)} L ${ex} ${ey} L ${barb(-0.5)}` }));
  }
  return picture;
}

/** Cells of one or two heaps, the axes as on every map. */
function heapGrid(to, cell, arrow = null) {
  if (to.length === 1) return grid({ columns: to[0] + 1, rows: 1, cell: (c) => cell([c]), across: String, up: () => "" });
  const layout = laidOut(to);
  return grid({
    columns: layout.columns, rows: layout.rows, cell: (c, r) => cell(layout.position([c, r])), arrow: arrow?.map(layout.cell),
    across: (c) => String(layout.position([c, 0])[layout.turned ? 1 : 0]), up: (r) => String(layout.position([0, r])[layout.turned ? 0 : 1]),
  });
}

/** A table of values, filled in the order of the answer. */
function table({ to, cells }, said) {
  const done = new Map(cells.slice(0, said - 1).map((cell) => [String(cell.at), cell]));
  const now = cells[said - 2];
  /** The cells that the new one looks at, in their order. */
  const used = [...new Set((now?.options ?? []).flatMap(({ pieces }) => pieces.map(String)))];
  const kind = (key) => words(key === String(now?.at) && "now", used.includes(key) && "used", done.get(key)?.value === 0 && "zero");
  const beyond = [...done.values()].filter((cell) => cell.beyond);
  return el("div", {},
    heapGrid(to, (at) => {
      const key = String(at);
      return { text: done.has(key) ? String(done.get(key).value) : "", kind: kind(key), late: key === String(now?.at) ? used.length : used.indexOf(key) };
    }),
    beyond.length > 0 && el("p", { className: "mono" }, beyond.map((cell) => el("span", { className: words("chip", kind(String(cell.at))) }, `(${cell.at}) = ${cell.value}`))),
    now && least(now.options.map(({ value }) => value), now.value));
}

/** The numbers that are there, and the least that is missing. */
function least(values, value) {
  const there = new Set(values);
  const most = Math.max(value, ...values);
  return el("p", { className: "least" }, "mex ", Array.from({ length: Math.min(most + 1, 40) }, (_, n) =>
    el("span", { className: words("chip", there.has(n) && "used", n === value && "now") }, String(n))));
}

/** Good forms and what they cross off: a line for all heaps but the last, the last to the right. */
function sieve({ end, forms }, said) {
  const state = new Map(end.map((form) => [String(form), "crossed"]));
  const all = [...end, ...forms.flatMap(({ form, crosses }) => [form, ...crosses])];
  forms.slice(0, said - 1).forEach(({ form, crosses }, i) => {
    const isNow = i === said - 2;
    for (const other of crosses) state.set(String(other), words("crossed", isNow && "used"));
    state.set(String(form), words("good", isNow && "now"));
  });
  const current = forms[said - 2];
  const order = new Map((current?.crosses ?? []).map((form, i) => [String(form), Math.min(i, 12)]));
  const here = new Set(all.map(String));
  const cell = (form) => {
    const key = String(form);
    if (!here.has(key)) return null;
    const kind = state.get(key) ?? "";
    return { kind, text: kind.startsWith("good") ? "○" : kind.startsWith("crossed") ? "×" : "", late: order.get(key) };
  };
  const last = Math.max(...all.map((form) => form.at(-1)));
  if (all[0].length === 2) return el("div", {}, heapGrid([Math.max(...all.map(([x]) => x)), last], cell));
  const heads = [...new Map(all.map((form) => [String(form.slice(0, -1)), form.slice(0, -1)])).values()]
    .sort((a, b) => a.map((n, i) => n - b[i]).find((n) => n !== 0) ?? 0).reverse();
  return el("div", {}, grid({ columns: last + 1, rows: heads.length, cell: (c, r) => cell([...heads[r], c]), across: String, up: (r) => `${heads[r]},`, margin: MARGIN + 9 * heads[0].length }));
}

/** Values in binary; then the same digits as groups of powers of two, paired off. */
function columns({ rows, sum, binary, groups, moves }, said) {
  const powers = [...binary].map((_, i) => String(2n ** BigInt(binary.length - 1 - i)));
  const [cut, paired] = [said - 3, said - 3 - rows.length];
  const now = groups[paired - 1];
  const move = moves[paired - groups.length - 1];
  const digit = (row, i, power, at) => {
    if (said < 2) return el("td", {}, "");
    const isOne = row.binary[at] === "1";
    const group = groups.findIndex((one) => one.power === power);
    const place = groups[group]?.parts.indexOf(i + 1) ?? -1;
    const isOdd = isOne && place === groups[group].parts.length - 1 && groups[group].parts.length % 2 === 1;
    const isPaired = isOne && group < paired && !isOdd;
    return el("td", { className: words(isOne && "one", isPaired && "paired", isOdd && group < paired && "left-over", now?.power === power && isOne && "now") },
      i < cut ? (isOne ? power : "·") : row.binary[at]);
  };
  return el("table", { className: "columns-table" },
    el("thead", {}, el("tr", {}, el("td", {}, ""), el("td", {}, ""), powers.map((power) => el(said > 1 ? "th" : "td", { className: now?.power === power ? "now" : "" }, said > 1 ? power : "")), el("td", {}, ""))),
    el("tbody", {}, rows.map((row, i) => el("tr", { className: words(i === cut - 1 && "now", move?.part === i + 1 && "now") },
      el("th", { scope: "row" }, row.part), el("td", { className: "value" }, row.value), powers.map((power, at) => digit(row, i, power, at)),
      el("td", { className: "value" }, move?.part === i + 1 ? `${move.lower ? "→" : "↛"} ${move.to}` : "")))),
    el("tfoot", {}, el("tr", {}, el("th", { scope: "row" }, "⊕"), el("td", { className: "value" }, said > 1 ? sum : ""), [...binary].map((bit) => el("td", { className: words(bit === "1" && "one") }, said > 1 ? bit : "")), el("td", {}, ""))));
}

/** A move of the other player, and the answer to it. */
function replies({ opening, replies: all }, said, { position }) {
  const lost = opening?.position ?? position;
  const turn = said - 2 - (opening ? 1 : 0);
  const shown = turn >= 0 && all[turn] ? [[lost], [all[turn].first.position, lost], [all[turn].reply.position, all[turn].first.position]]
    : opening && said > 1 ? [[position], [opening.position, position]] : [[position]];
  const names = turn >= 0 && all[turn] ? ["", all[turn].first.move, all[turn].reply.move] : ["", opening?.move ?? ""];
  return el("div", { className: "film" }, shown.map(([now, before], i) => [
    i > 0 && el("span", { className: "arrow-sign", "aria-hidden": "true" }, "→"),
    el("figure", { style: `animation-delay: ${i * 350}ms`, className: i > 0 ? "late" : "" }, boardOf(now, before), el("figcaption", { className: "mono" }, names[i])),
  ]));
}

/** The pairs, the two heaps among them, and the move to a pair. */
function wythoff({ low, high, to, pairs }, said, { says }) {
  // Where the pairs are too many to write they have no sentence of their own.
  const stage = said > 1 && says.length === 3 ? said + 1 : said;
  const [x, y] = [Number(low.heap), Number(high.heap)];
  const is = (named, letter, index) => stage > 2 && named.letter === letter && named.index === index;
  const row = (letter, at) => el("tr", {}, el("th", { scope: "row" }, letter), pairs.map((pair) =>
    el("td", { className: words(at === 0 && "tick", at > 0 && (is(low, letter, pair[0]) || is(high, letter, pair[0])) && "now", stage > 3 && at > 0 && to && pair[1] === to[0] && pair[2] === to[1] && "good") }, pair[at])));
  const good = new Set(["0,0", ...pairs.flatMap(([, k, l]) => [`${k},${l}`, `${l},${k}`])]);
  let end = to && stage > 3 ? to.map(Number) : null;
  // The smaller heap may be the one that stays, and be the larger one then.
  if (end && end[0] !== x && end[1] !== y && end[1] === x) end = [end[1], end[0]];
  return el("div", {},
    stage > 1 && pairs.length > 0 && el("div", { className: "wide-table" }, el("table", { className: "columns-table" }, el("tbody", {}, row("i", 0), row("k", 1), row("l", 2)))),
    y < BOARD && heapGrid([y, y], (at) => {
      const isHere = String(at) === `${x},${y}`;
      return { kind: words(stage > 1 && good.has(String(at)) && "good", isHere && "now", end && String(at) === String(end) && "target"), text: isHere ? "♛" : stage > 1 && good.has(String(at)) ? "P" : "" };
    }, end && [[x, y], end]));
}

/** Positions, each below those that lead to it; a position gets its value after its options. */
function tree({ nodes }, said) {
  const both = ({ options, right = [] }) => [...options, ...right];
  const prefix = nodes.at(-1).position.match(/^[^:]*:/)?.[0] ?? "";
  const isPlain = nodes.every(({ position }) => position.startsWith(prefix) && !position.includes(" "));
  const lines = nodes.map(({ position }) => (isPlain ? position.slice(prefix.length) : position).split("/"));
  // Options come before what they are options of: from the last one down, each below all that lead to it.
  const depth = nodes.map(() => 0);
  for (let i = nodes.length - 1; i >= 0; i--) for (const option of both(nodes[i])) depth[option] = Math.max(depth[option], depth[i] + 1);
  const levels = Array.from({ length: Math.max(...depth) + 1 }, (_, d) => nodes.map((_, i) => i).filter((i) => depth[i] === d));
  const wide = lines.map((own) => Math.max(...own.map((line) => line.length), 2) * 9 + 34);
  const tall = Math.max(...lines.map((own) => own.length)) * 17 + 12;
  const rowOf = (level) => level.reduce((sum, i) => sum + wide[i] + 16, 0);
  const width = Math.max(...levels.map(rowOf), 200);
  const x = nodes.map(() => 0);
  levels.forEach((level, d) => {
    const above = (i) => { const from = nodes.map((_, p) => p).filter((p) => depth[p] < d && both(nodes[p]).includes(i)); return from.reduce((sum, p) => sum + x[p], 0) / Math.max(from.length, 1); };
    const order = [...level].sort((a, b) => above(a) - above(b) || a - b);
    let left = (width - rowOf(level)) / 2;
    for (const i of order) { x[i] = left + 8 + wide[i] / 2; left += wide[i] + 16; }
  });
  const y = (i) => depth[i] * (tall + 34) + tall / 2 + 4;
  const now = said - 2;
  const height = levels.length * (tall + 34) - 22;
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, class: "mex-tree", "aria-hidden": "true" });
  const edges = nodes.flatMap((node, i) => [...node.options.map((o) => [i, o, node.right ? "left" : ""]), ...(node.right ?? []).map((o) => [i, o, "right"])]);
  // Those of the position in question lie on top.
  for (const [i, o, side] of edges.sort((a, b) => Number(a[0] === now) - Number(b[0] === now))) {
    picture.append(svg("line", { x1: x[i], y1: y(i) + tall / 2, x2: x[o], y2: y(o) - tall / 2, class: words("edge", side, i === now && "now") }));
  }
  nodes.forEach((node, i) => {
    const isDone = i <= now;
    const worth = node.value === null ? node.outcome : String(node.value);
    picture.append(svg("g", { class: words("node", i === now && "now", now >= 0 && now < nodes.length && both(nodes[now]).includes(i) && "used", isDone && node.outcome === "P" && "zero") },
      svg("rect", { x: x[i] - wide[i] / 2, y: y(i) - tall / 2, width: wide[i], height: tall, rx: 6 }),
      lines[i].map((line, k) => svg("text", { x: x[i] - 11, y: y(i) + (k - (lines[i].length - 1) / 2) * 17 }, line)),
      isDone && svg("text", { x: x[i] + wide[i] / 2 - 13, y: y(i), class: "worth" }, worth)));
  });
  const one = nodes[now];
  return el("div", {}, picture, one && one.value !== null && least(one.options.map((option) => nodes[option].value), one.value));
}
