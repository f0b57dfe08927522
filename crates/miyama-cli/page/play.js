// Play: against the perfect player, or two people at one board.

import { ask } from "./api.js";
import { announce, el, fill } from "./dom.js";
import { say } from "./texts.js";
import { isDefinition, keep, positionOf } from "./state.js";
import { gameFields } from "./fields.js";
import { drawPart } from "./pieces.js";
import { moveList } from "./move-list.js";
import { waiting } from "./waiting.js";

const PAUSE = 650;
const PERFECT = 10;

export const keys = () => [
  ["← → ↑ ↓", say("key_stones")], ["Space", say("key_choose")], ["M", say("key_move")], ["T", say("key_type")], ["H", say("hint")],
  ["W", say("why")], ["U", say("undo")], ["R", say("redo")], ["N", say("new_game")],
];

export function show(main, state) {
  state.game ??= "nim";
  const known = new Map();
  const table = el("div", { className: "table-top", id: "table" });
  const turn = el("h2", { className: "turn", id: "turn" });
  const told = el("div", { id: "told" });
  const rule = el("p", { className: "note" });
  const sides = el("p", { className: "note", id: "sides", hidden: true }, say("left_begins"));
  const list = el("ol", { className: "moves" });
  const chosen = el("span", { className: "note", id: "chosen" });
  const make = el("button", { type: "button", className: "main", id: "make", disabled: true, onclick: () => staged && move(staged.position) }, say("make_move"));
  const typed = el("input", { type: "text", id: "typed", placeholder: say("typed_example"), autocomplete: "off", onkeydown: (event) => { if (event.key === "Enter") type(); } });
  const at = el("input", { type: "text", id: "at", className: "mono", value: state.at ?? "", autocomplete: "off", spellcheck: false, onchange: () => restart({ at: at.value.trim() }) });
  const undo = el("button", { type: "button", id: "undo", onclick: () => step(-1) }, say("undo"));
  const redo = el("button", { type: "button", id: "redo", onclick: () => step(1) }, say("redo"));
  let line = [];
  let ply = 0;
  let now = null;
  let parts = [];
  let staged = null;
  let left = false;
  /** The line and the ply that were last on the table with no machine to move: where a move goes back to if nothing is known of it. */
  let settled = null;
  const running = new Set();
  const quit = (reason) => { for (const own of running) own.abort(reason); };
  const wait = waiting(() => quit(new Error(say("cancelled"))));

  const choice = (id, label, options, value) => el("label", {}, label, el("select", {
    id, onchange: (event) => restart({ [id]: event.target.value }),
  }, options.map(([name, text]) => el("option", { value: name, selected: name === (value ?? "") }, text))));
  const strength = el("span", {});
  const level = el("input", {
    type: "range", id: "level", min: 0, max: PERFECT, value: state.level || PERFECT, oninput: nameLevel,
    onchange: () => { state.level = level.value === String(PERFECT) ? "" : level.value; state.seed = state.level ? newSeed() : ""; keep(state); },
  });

  main.append(
    el("h1", {}, say("play_title")),
    el("details", { className: "card", open: matchMedia("(min-width: 40rem)").matches },
      el("summary", {}, say("set_up")),
      el("div", { className: "row above" },
        gameFields(state, (change) => restart({ ...change, ...("game" in change ? { at: "" } : {}) })),
        el("label", { className: "wide" }, say("start_at"), at),
        choice("first", say("who"), [["", say("you_first")], ["machine", say("machine_first")], ["two", say("two_players")]], state.first),
        el("label", { hidden: state.first === "two" }, strength, level),
        el("button", { type: "button", id: "new", onclick: () => restart({}) }, say("new_game")))),
    el("div", { className: "columns above" },
      el("section", { className: "card", "aria-label": say("table") }, turn, rule, sides, wait.node, table,
        el("div", { className: "row middle" }, make, el("button", { type: "button", id: "clear", onclick: clear }, say("clear")), chosen),
        el("div", { className: "row above" },
          el("label", { className: "wide" }, say("typed"), typed),
          el("button", { type: "button", onclick: type }, say("enter_move")))),
      el("section", { className: "card", "aria-label": say("game_so_far") },
        el("div", { className: "row" },
          el("button", { type: "button", id: "hint", onclick: hint }, say("hint")),
          el("button", { type: "button", id: "why", onclick: why }, say("why")), undo, redo),
        told, el("h2", { className: "above" }, say("moves")), list)));

  const isMachines = () => state.first !== "two" && (state.first === "machine") === (ply % 2 === 0);

  function nameLevel() {
    strength.textContent = level.value === String(PERFECT) ? say("level_perfect") : say("level", { level: level.value });
  }

  /** Whether a whole position, such as a sum, stands in the place of the heaps. */
  const isWhole = () => state.at.includes(":");

  /** Asks about a position; what is known is not asked again. */
  async function survey(position, more = {}, at = ply) {
    const heaps = position.slice(position.lastIndexOf(":") + 1);
    const where = isWhole() || !isDefinition(state.game) ? { position } : positionOf(state.game, heaps);
    const level = state.level ? { level: Number(state.level), seed: Number(state.seed || 0) + ply } : {};
    // Left begins, where the players have different moves.
    const turn = at % 2 === 0 ? "left" : "right";
    const body = { ask: "reply", ...where, misere: Boolean(state.misere), turn, ...level, ...more };
    const key = JSON.stringify(body);
    if (!known.has(key)) known.set(key, follow(body));
    try {
      return await known.get(key);
    } catch (failure) {
      known.delete(key);
      throw failure;
    }
  }

  /** Asks; if it takes long, shows how far it is and lets the person end it. */
  async function follow(body) {
    const own = new AbortController();
    running.add(own);
    try {
      return await ask(body, { signal: own.signal, progress: (done) => running.has(own) && wait.show(done) });
    } finally {
      running.delete(own);
      if (running.size === 0) wait.show(false);
    }
  }

  /** A new game with these settings. */
  async function restart(change) {
    quit();
    Object.assign(state, change, { line: "", ply: "" });
    now = settled = null;
    enable(false);
    if (state.level) state.seed = newSeed();
    level.parentElement.hidden = state.first === "two";
    await start();
  }

  async function start() {
    try {
      // A whole position, such as a sum, in the place of the game.
      if (!isDefinition(state.game) && state.game.includes(":")) Object.assign(state, { at: state.game, game: state.game.split(":")[0].trim() });
      document.getElementById("game").value = state.game.replace(/\s+/g, " ");
      const game = await ask({ ask: "games", name: state.game });
      rule.textContent = isDefinition(state.game) ? "" : game.rule;
      if (!state.at) state.at = firstPosition(game.heaps);
      if (left) return;
      at.value = state.at;
      const first = isWhole() || isDefinition(state.game) ? state.at : `${state.game}:${state.at}`;
      const given = [first, ...(state.line ? state.line.split(";") : [])];
      line = await legal(given);
      if (left) return;
      ply = Math.min(Number(state.ply ?? line.length - 1) || (state.ply === "0" ? 0 : line.length - 1), line.length - 1);
      keep(state);
      await look();
      if (line.length < given.length) fill(told, el("p", { className: "notice above", role: "alert" }, say("line_cut")));
    } catch (failure) {
      refuse(failure);
    }
  }

  /** A line as far as the rules allow it: a link may hold anything. */
  async function legal(given) {
    turn.textContent = say("thinking");
    for (let ply = 0; ply + 1 < given.length; ply++) {
      const { options, options_complete: isComplete } = await survey(given[ply], {}, ply);
      const next = given[ply + 1];
      const isMove = options.some((option) => option.position === next)
        || (!isComplete && (await survey(given[ply], { move: next }, ply).catch(() => null))?.position === next);
      if (!isMove) return given.slice(0, ply + 1);
    }
    return given;
  }

  /** Shows the position of this ply; if it is the machine's turn, it moves. */
  async function look() {
    turn.textContent = say("thinking");
    fill(told);
    const position = line[ply];
    const answer = await survey(position);
    if (left || position !== line[ply]) return;
    now = answer;
    // Only where the players have different moves is it said whose turn it is.
    sides.hidden = now.turn === undefined;
    const waits = isMachines() && !now.over;
    draw(!waits && !now.over);
    if (!waits) settled = { line, ply };
    Object.assign(state, { line: line.slice(1).join(";"), ply: ply === line.length - 1 ? "" : String(ply) });
    keep(state);
    undo.disabled = ply === 0;
    redo.disabled = ply === line.length - 1;
    turn.textContent = now.over ? ending() : waits ? say("machine_moves") : state.first === "two" ? say(ply % 2 === 0 ? "first_moves" : "second_moves") : say("your_turn");
    announce(`${turn.textContent} ${spoken()}`);
    moveList(list, line, ply, survey, (number) => { ply = number; look().catch(refuse); }, state.first);
    if (waits && ply === line.length - 1) await answerMove(position);
  }

  function draw(active) {
    staged = null;
    make.disabled = true;
    typed.placeholder = now.parts.some((part) => part.heaps !== undefined) ? say("typed_example") : "";
    parts = now.parts.map((part, index) => drawPart(part, now.options.filter((option) => option.part === index), active, (option, partial) => stage(index, option, partial)));
    fill(table, parts.map((part) => part.node));
    chosen.textContent = active && table.querySelector("button") ? say("choose_stones") : "";
    const first = table.querySelector("button");
    if (first) first.tabIndex = 0;
    enable(active);
    document.getElementById("why").disabled = false;
  }

  /** What can be asked for only when it is a person's turn. */
  function enable(active) {
    for (const id of ["hint", "why", "clear"]) document.getElementById(id).disabled = !active;
    typed.disabled = !active;
  }

  function stage(index, option, partial) {
    parts.forEach((part, other) => { if (other !== index) part.clear(); });
    staged = option;
    make.disabled = !option;
    chosen.textContent = option ? say("chosen", { move: option.move }) : partial ? say("no_such_move") : say("choose_stones");
    announce(chosen.textContent);
  }

  function clear() {
    for (const part of parts) part.clear();
    stage(-1, null, false);
  }

  /** Makes a move of a person. */
  async function move(position) {
    line = [...line.slice(0, ply + 1), position];
    ply += 1;
    await look().catch(refuse);
    table.querySelector("button:not(:disabled)")?.focus({ preventScroll: true });
  }

  /** The machine's move: it is shown for a moment, then made. */
  async function answerMove(position) {
    const { reply } = now;
    if (!reply) return;
    await pause(PAUSE / 2);
    if (left || line[ply] !== position) return;
    parts[reply.part]?.show(reply, "going");
    await pause(PAUSE);
    if (left || line[ply] !== position) return;
    line.push(reply.position);
    ply += 1;
    const before = reply.move;
    await look();
    fill(told, el("p", { className: "above" }, say("machine_moved", { move: before })));
    if (!now.over) announce(`${say("machine_moved", { move: before })} ${say("your_turn")}`);
  }

  async function type() {
    const text = typed.value.trim();
    if (!text || typed.disabled) return;
    try {
      const after = await survey(line[ply], { move: text });
      typed.value = "";
      await move(after.position);
      typed.focus();
    } catch (failure) {
      refuse(failure);
    }
  }

  function step(by) {
    let next = ply + by;
    // Against the machine one goes back to one's own turn.
    if (state.first !== "two" && next > 0 && next < line.length - 1 && (state.first === "machine") === (next % 2 === 0)) next += by;
    if (by < 0 && state.first !== "two" && next === line.length - 2 && (state.first === "machine") === (next % 2 === 0)) next -= 1;
    if (next < 0 || next >= line.length) return;
    ply = next;
    look().catch(refuse);
  }

  function hint() {
    if (!now?.reply || isMachines()) return;
    parts[now.reply.part]?.show(now.reply, "hinted");
    const text = say("hint_is", { move: now.reply.move, says: now.reply.says });
    fill(told, el("p", { className: "above" }, text));
    announce(text);
  }

  function why() {
    if (!now) return;
    const who = { N: say("outcome_n"), P: say("outcome_p"), L: say("outcome_l"), R: say("outcome_r") };
    const text = `${now.position}: ${who[now.outcome]}`;
    fill(told, el("p", { className: "above" }, text), el("pre", { className: "why" }, now.why));
    announce(`${text}. ${now.why}`);
  }

  /** Who has won, when nobody can move. */
  function ending() {
    const moverWins = Boolean(state.misere);
    if (state.first === "two") return say((ply % 2 === 0) === moverWins ? "first_wins" : "second_wins");
    return say(isMachines() === moverWins ? "machine_wins" : "you_win");
  }

  const spoken = () => now.parts.map((part) => `${part.game} ${part.board ?? part.cells ?? part.worth ?? part.heaps.join(", ")}`).join("; ");

  async function refuse(failure) {
    // A new game has begun, or the view was left.
    if (failure.name === "AbortError") return;
    // A move of which nothing is known is taken back.
    if (settled && (line !== settled.line || ply !== settled.ply)) {
      ({ line, ply } = settled);
      await look();
    }
    fill(told, el("p", { className: "notice above", role: "alert" }, failure.message, failure.error?.hint && [el("br", {}), failure.error.hint]));
    if (!now) {
      turn.textContent = "";
      fill(table);
    }
  }

  /** Arrow keys go from stone to stone. */
  table.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    const from = document.activeElement;
    if (!by || !table.contains(from)) return;
    event.preventDefault();
    const rows = rowsOf(table);
    const row = rows.findIndex((nodes) => nodes.includes(from));
    const next = by[0] === 0 ? rows[row]?.[rows[row].indexOf(from) + by[1]] : nearest(rows[row + by[0]], from);
    if (!next) return;
    from.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });

  nameLevel();
  enable(false);
  undo.disabled = redo.disabled = true;
  start();
  return {
    leave: () => { left = true; quit(); },
    key(event) {
      const actions = { m: () => make.click(), t: () => typed.focus(), h: hint, w: why, u: () => undo.click(), r: () => redo.click(), n: () => restart({}) };
      const action = actions[event.key.toLowerCase()];
      if (action) action();
      else if (event.key.startsWith("Arrow") && !table.contains(document.activeElement)) table.querySelector("button")?.focus();
      else return false;
      return true;
    },
  };
}

const pause = (milliseconds) => new Promise((done) => {
  setTimeout(done, matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : milliseconds);
});

const newSeed = () => String(Math.floor(Math.random() * 1e9));

/** The rows of buttons on the table, from top to bottom. */
function rowsOf(table) {
  const rows = [];
  for (const node of table.querySelectorAll("button")) {
    const top = Math.round(node.getBoundingClientRect().top);
    const row = rows.find((other) => Math.abs(other.top - top) < 6);
    if (row) row.nodes.push(node);
    else rows.push({ top, nodes: [node] });
  }
  return rows.sort((a, b) => a.top - b.top).map((row) => row.nodes);
}

function nearest(row, from) {
  const x = (node) => node.getBoundingClientRect().left;
  return row?.reduce((best, node) => (Math.abs(x(node) - x(from)) < Math.abs(x(best) - x(from)) ? node : best));
}

/** Where to begin if nobody says. */
function firstPosition(heaps) {
  if (heaps === null) return "3x4";
  if (heaps.length === 1) return "3,5,7";
  return heaps.length === 2 ? "5,7" : Array.from({ length: heaps.length }, (_, i) => 3 + 2 * i).join(",");
}
