// @ts-check
// Play: against the perfect player, or two people at one board. What is seen and pressed;
// play-rules.js has the rules, play-state.js the positions.

import { ask } from "./api.js";
import { announce, el, fill } from "./dom.js";
import { say } from "./texts.js";
import { isDefinition, keep } from "./state.js";
import * as rules from "./play-rules.js";
import { Line, remembering } from "./play-state.js";
import { gameFields } from "./fields.js";
import { drawPart } from "./pieces.js";
import { PieceBoard, isOnBoard } from "./piece-board.js";
import { judged, lastMistake } from "./analysis.js";
import { mathematics } from "./mathematics.js";
import { argumentsOf } from "./arguments.js";
import { stoneSize } from "./stone-size.js";
import { moveList } from "./move-list.js";
import { pressing } from "./press.js";
import { waiting } from "./waiting.js";

const PAUSE = 650;
const PERFECT = 10;
/** How long a position stands when a game is played again. */
const REPLAY = 1000;
/** So many moves are listed with their colours. */
const MOST_CANDIDATES = 60;

export const keys = () => [
  ["← → ↑ ↓", say("key_stones")], ["Space", say("key_choose")], ["M", say("key_move")], ["T", say("key_type")], ["H", say("hint")],
  ["W", say("why")], ["V", say("show_values")], ["C", say("colour_moves")], ["U", say("undo")], ["R", say("redo")], ["N", say("new_game")],
];

export function show(main, state) {
  state.game ??= "nim";
  main.classList.add("stage");
  const table = el("div", { className: "table-top", id: "table" });
  const turn = el("h2", { className: "turn", id: "turn" });
  const told = el("div", { id: "told" });
  const rule = el("div", { className: "rule", id: "rule" });
  const sides = el("p", { className: "note", id: "sides", hidden: true }, say("left_begins"));
  const list = el("ol", { className: "moves" });
  const chosen = el("span", { className: "note", id: "chosen" });
  const make = el("button", { type: "button", className: "main", id: "make", disabled: true }, say("make_move"));
  const wipe = el("button", { type: "button", id: "clear" }, say("clear"));
  const deciding = el("div", { className: "row middle" }, make, wipe, chosen);
  // Right behind a slide over the board browsers drop the click of a tap, not the tap itself.
  pressing(deciding, { tap: (button) => { if (button === wipe) clear(); else if (staged) move(staged.position); } });
  const typed = el("input", { type: "text", id: "typed", placeholder: say("typed_example"), autocomplete: "off", onkeydown: (event) => { if (event.key === "Enter") type(); } });
  const at = el("input", { type: "text", id: "at", className: "mono", value: state.at ?? "", autocomplete: "off", spellcheck: false, onchange: () => restart({ at: at.value.trim() }) });
  const undo = el("button", { type: "button", id: "undo", onclick: () => step(-1) }, say("undo"));
  const redo = el("button", { type: "button", id: "redo", onclick: () => step(1) }, say("redo"));
  let line = new Line([""]);
  let now = null;
  let parts = [];
  let staged = null;
  let left = false;
  let replaying = 0;
  let size = null;
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

  /** What is told only if it is asked for: the address keeps it, so that a teacher's link does. */
  const toggle = (id, key, text) => el("button", {
    type: "button", id, "aria-pressed": String(Boolean(state[key])),
    onclick: (event) => { state[key] = state[key] ? "" : "1"; event.currentTarget.setAttribute("aria-pressed", String(Boolean(state[key]))); keep(state); if (now) { draw(!isMachines() && !now.over); listMoves(); } },
  }, text);
  const onBoard = toggle("on-board", "board", say("on_board"));
  const barred = el("div", { className: "barred", id: "barred" });
  const candidates = el("ul", { className: "candidates", id: "candidates", "aria-label": say("candidates") });
  const replay = el("button", { type: "button", id: "replay", onclick: () => (replaying ? stopReplay() : startReplay()) }, say("replay"));
  const shareButton = el("button", { type: "button", id: "share", onclick: shareLink }, say("share"));

  main.append(
    el("h1", { className: "unseen" }, say("play_title")),
    el("details", { className: "card controls", open: matchMedia("(min-width: 60rem)").matches },
      el("summary", {}, say("set_up")),
      el("div", { className: "row above" },
        gameFields(state, (change) => restart({ ...change, ...("game" in change ? { at: "" } : {}) })),
        el("label", { className: "wide" }, say("start_at"), at),
        choice("first", say("who"), [["", say("you_first")], ["machine", say("machine_first")], ["two", say("two_players")]], state.first),
        el("label", { hidden: state.first === "two" }, strength, level),
        el("button", { type: "button", id: "new", onclick: () => restart({}) }, say("new_game")))),
    el("section", { className: "picture felt", "aria-label": say("table") },
      turn, rule, sides, wait.node, table, barred, candidates, deciding,
      el("div", { className: "row above typing" },
        el("label", { className: "wide" }, say("typed"), typed),
        el("button", { type: "button", onclick: type }, say("enter_move")))),
    el("div", { className: "dock" },
      el("section", { className: "card", "aria-label": say("game_so_far") },
        el("div", { className: "row tight" },
          el("button", { type: "button", id: "hint", onclick: hint }, say("hint")),
          el("button", { type: "button", id: "why", onclick: why }, say("why")), undo, redo),
        el("div", { className: "row tight above" }, toggle("show-values", "values", say("show_values")), toggle("colour-moves", "colours", say("colour_moves")), onBoard),
        told, el("h2", { className: "above" }, say("moves")), list,
        el("div", { className: "row tight above" },
          el("button", { type: "button", id: "analyse", onclick: analyse }, say("analyse")), replay, shareButton))));

  const isMachines = () => rules.isMachines(state.first, line.ply);
  const known = remembering(follow);
  /** Asks about a position at a ply. @type {rules.Survey} */
  const survey = (position, more = {}, ply = line.ply) => known(rules.question(state, position, ply, more));

  function nameLevel() {
    strength.textContent = level.value === String(PERFECT) ? say("level_perfect") : say("level", { level: level.value });
  }

  /** Asks; if it takes long, shows how far it is and lets the person end it. @param {import("./answers.d.ts").AskReply} body */
  async function follow(body) {
    const own = new AbortController();
    running.add(own);
    try {
      return await ask(body, { signal: own.signal, progress: (done) => running.has(own) && wait.show(done) });
    } catch (failure) {
      // Where a limit was reached, a move is known all the same: play goes on with it.
      if (!failure.answer) throw failure;
      return failure.answer;
    } finally {
      running.delete(own);
      if (running.size === 0) wait.show(false);
    }
  }

  /** A new game with these settings. */
  async function restart(change) {
    quit();
    stopReplay();
    Object.assign(state, change, { line: "", ply: "" });
    now = null;
    size = null;
    line = new Line([""]);
    enable(false);
    if (state.level) state.seed = newSeed();
    level.parentElement.hidden = state.first === "two";
    await start();
  }

  async function start() {
    try {
      // A whole position, such as a sum, in the place of the game.
      Object.assign(state, rules.takenApart(state.game));
      /** @type {HTMLInputElement} */ (document.getElementById("game")).value = state.game.replace(/\s+/g, " ");
      const game = await ask({ ask: "games", name: state.game });
      const letters = argumentsOf(game.definition, state.game);
      fill(rule, game.rule && el("p", {}, game.rule, letters && ` (${letters})`), (isDefinition(state.game) || !game.rule) && (mathematics(game.mathml) ?? el("pre", {}, game.definition)),
        el("p", { className: "note" }, say(state.misere ? "misere" : "normal")));
      if (!state.at) state.at = rules.firstPosition(game.heaps);
      if (left) return;
      at.value = state.at;
      const given = [rules.start(state), ...(state.line ? state.line.split(";") : [])];
      turn.textContent = say("thinking");
      const positions = await rules.legal(given, survey);
      if (left) return;
      line = new Line(positions, state.ply);
      keep(state);
      await look();
      if (positions.length < given.length) fill(told, el("p", { className: "notice above", role: "alert" }, say("line_cut")));
    } catch (failure) {
      refuse(failure);
    }
  }

  /** Shows the position of this ply; if it is the machine's turn, it moves. */
  async function look() {
    turn.textContent = say("thinking");
    fill(told);
    const { position } = line;
    const answer = await survey(position);
    if (left || position !== line.position) return;
    now = answer;
    fill(barred, now.forbidden?.length > 0 && el("p", { className: "note" }, say("forbidden_here", { positions: now.forbidden.map(bare).join("; ") })));
    // The machine forbids at once what is best; a person is asked.
    if (now.may_forbid && line.isLast && !replaying && (state.first === "two" || isMachines())) {
      const chosen = await forbidding(position);
      if (left || position !== line.position) return;
      now = chosen;
    }
    // Only where the players have different moves is it said whose turn it is.
    sides.hidden = now.turn === undefined;
    const waits = isMachines() && !now.over;
    draw(!waits && !now.over);
    if (!waits) line.settle();
    Object.assign(state, line.kept);
    keep(state);
    undo.disabled = line.ply === 0;
    redo.disabled = line.isLast;
    turn.textContent = say(now.over ? rules.ending(state.first, line.ply, Boolean(state.misere)) : rules.turn(state.first, line.ply));
    const isWon = now.over && rules.ending(state.first, line.ply, Boolean(state.misere)) !== "machine_wins";
    table.parentElement.classList.toggle("won", isWon && line.isLast && !replaying);
    announce(`${turn.textContent} ${spoken()}`);
    listMoves();
    if (now.over && line.isLast && !replaying) await analyse();
    if (waits && line.isLast && !replaying) await answerMove(position);
  }

  /** A position without the name of its game. @param {string} text */
  const bare = (text) => `(${text.slice(text.lastIndexOf(":") + 1)})`;

  /** A person forbids some of the moves that follow: what is known of those that are left. @param {string} position */
  async function forbidding(position) {
    const all = await survey(position, { forbid: "" });
    if (all.options.length === 0) return now;
    draw(false);
    turn.textContent = say("forbid_title");
    announce(turn.textContent);
    const chosen = [];
    const buttons = all.options.slice(0, MOST_CANDIDATES).map((option) => el("button", {
      type: "button", "aria-pressed": "false", "data-forbid": option.position,
      onclick: () => {
        const at = chosen.indexOf(option.position);
        if (at >= 0) chosen.splice(at, 1);
        else chosen.push(option.position);
        // One too many: the first gives way.
        if (chosen.length > all.may_forbid) chosen.shift();
        for (const button of buttons) button.setAttribute("aria-pressed", String(chosen.includes(button.dataset.forbid)));
      },
    }, option.move));
    await new Promise((done) => {
      fill(barred, el("p", { className: "note" }, say("forbid_ask", { most: all.may_forbid })),
        el("ul", { className: "candidates" }, buttons.map((button) => el("li", {}, button))),
        el("button", { type: "button", className: "main", id: "forbid-done", onclick: done }, say("forbid_done")));
    });
    fill(barred, chosen.length > 0 && el("p", { className: "note" }, say("forbidden_here", { positions: chosen.map(bare).join("; ") })));
    return survey(position, { forbid: chosen.join(";") });
  }

  /** The moves so far; with what each leaves, if that is asked for. */
  function listMoves() {
    moveList(list, line.positions, line.ply, survey, (number) => { stopReplay(); line.ply = number; look().catch(refuse); }, state.first, Boolean(state.values));
  }

  function draw(active) {
    staged = null;
    make.disabled = true;
    typed.placeholder = now.parts.some((part) => part.heaps !== undefined) ? say("typed_example") : "";
    let boards = 0;
    parts = now.parts.map((part, index) => {
      const options = now.options.filter((option) => option.part === index);
      const fits = isOnBoard(part, options);
      boards += fits ? 1 : 0;
      const chosen = (option, partial) => stage(index, option, partial);
      return state.board && fits ? new PieceBoard(part, options, active, chosen) : drawPart(part, options, active, chosen);
    });
    onBoard.hidden = boards === 0;
    fill(table, parts.map((part) => part.node));
    table.classList.toggle("single", parts.length === 1);
    // The stones keep their size while there are fewer of them.
    size ??= stoneSize(table);
    table.style.setProperty("--stone-size", `${size}px`);
    colourMoves(active);
    chosen.textContent = active && table.querySelector("button") ? say(choosing()) : "";
    const first = table.querySelector("button");
    if (first) first.tabIndex = 0;
    enable(active);
    button("why").disabled = false;
  }

  /** What can be asked for only when it is a person's turn. */
  function enable(active) {
    for (const id of ["hint", "why", "clear"]) button(id).disabled = !active;
    typed.disabled = !active;
  }

  /** Every move with what it does, green and red as in GamesmanUni, if that is asked for. */
  function colourMoves(active) {
    const known = state.colours && active ? now.options.filter((option) => option.wins !== null) : [];
    const name = (option) => (option.wins ? "good" : "bad");
    for (const part of parts) if (known.length > 0) part.colour?.(name);
    const ordered = [...known].sort((a, b) => Number(b.wins) - Number(a.wins));
    fill(candidates, ordered.slice(0, MOST_CANDIDATES).map((option) => el("li", {}, el("button", {
      type: "button", className: name(option), onclick: () => { clear(); parts[option.part]?.show(option, "hinted"); stage(option.part, option, false); },
    }, `${option.wins ? "✓" : "✕"} ${option.move}`))));
    candidates.hidden = known.length === 0;
  }

  /** What is chosen: stones, a square for the piece, or cells of a board. */
  const choosing = () => (table.querySelector(".chess") ? "choose_square" : !sides.hidden && table.querySelector(".grid") ? "choose_cells" : "choose_stones");

  function stage(index, option, partial) {
    parts.forEach((part, other) => { if (other !== index) part.clear(); });
    staged = option;
    make.disabled = !option;
    chosen.textContent = option ? say("chosen", { move: option.move }) : partial ? say("no_such_move") : say(choosing());
    announce(chosen.textContent);
  }

  function clear() {
    for (const part of parts) part.clear();
    stage(-1, null, false);
  }

  /** Makes a move of a person. */
  async function move(position) {
    line.move(position);
    await look().catch(refuse);
    table.querySelector("button:not(:disabled)")?.focus({ preventScroll: true });
  }

  /** The machine's move: it is shown for a moment, then made. */
  async function answerMove(position) {
    const { reply } = now;
    if (!reply) return;
    await pause(PAUSE / 2);
    if (left || line.position !== position) return;
    parts[reply.part]?.show(reply, "going");
    await pause(PAUSE);
    if (left || line.position !== position) return;
    line.move(reply.position);
    const before = reply.move;
    await look();
    fill(told, el("p", { className: "above" }, say("machine_moved", { move: before })));
    if (!now.over) announce(`${say("machine_moved", { move: before })} ${say("your_turn")}`);
  }

  async function type() {
    const text = typed.value.trim();
    if (!text || typed.disabled) return;
    try {
      const after = await survey(line.position, { move: text });
      if (now.forbidden?.includes(after.position)) throw new Error(say("forbidden_move"));
      typed.value = "";
      await move(after.position);
      typed.focus();
    } catch (failure) {
      refuse(failure);
    }
  }

  function step(by) {
    if (line.step(state.first, by)) look().catch(refuse);
  }

  /** Each move: was it won before, and did it stay so; afterwards in the list and in words. */
  async function analyse() {
    const { positions } = line;
    const answers = [];
    for (let ply = 0; ply < positions.length; ply++) answers.push(await survey(positions[ply], {}, ply));
    if (left || positions !== line.positions) return;
    const moves = judged(answers);
    const worst = lastMistake(moves);
    for (const { ply, isMistake, wasWon, better } of moves) {
      const mark = list.children[ply]?.querySelector(".mark");
      if (!mark) continue;
      mark.textContent = isMistake ? "?" : wasWon ? "!" : "";
      mark.title = isMistake ? say("mark_mistake", { move: better ?? "" }) : wasWon ? say("mark_kept") : "";
      mark.className = `mark ${isMistake ? "bad" : "good"}`;
    }
    const says = worst ? say("analysis_mistake", { ply: worst.ply, move: answers[worst.ply - 1].options.find((option) => option.position === positions[worst.ply])?.move ?? positions[worst.ply], better: worst.better ?? "" })
      : moves.length > 0 ? say("analysis_none") : say("analysis_empty");
    fill(told, el("p", { className: "above", id: "analysis" }, says,
      worst && [" ", el("button", { type: "button", onclick: () => { line.ply = worst.ply - 1; look().catch(refuse); } }, say("go_there"))]));
    announce(says);
  }

  /** The game again from the beginning, move by move. */
  function startReplay() {
    if (line.positions.length < 2) return;
    line.ply = 0;
    replay.textContent = say("replay_stop");
    const step = async () => {
      await look().catch(refuse);
      if (left || !replaying) return;
      if (line.isLast) return stopReplay();
      replaying = window.setTimeout(() => { line.ply += 1; step(); }, REPLAY);
      return undefined;
    };
    replaying = -1;
    step();
  }

  function stopReplay() {
    clearTimeout(replaying);
    replaying = 0;
    replay.textContent = say("replay");
  }

  /** The address holds the whole game. */
  async function shareLink() {
    keep(state);
    try {
      await navigator.clipboard.writeText(location.href);
      shareButton.textContent = say("shared");
    } catch {
      fill(told, el("p", { className: "above" }, say("share_this"), el("br", {}), el("code", {}, location.href)));
    }
    announce(say("shared"));
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
    const text = now.outcome === null ? now.position : `${now.position}: ${who[now.outcome]}`;
    fill(told, el("p", { className: "above" }, text), el("pre", { className: "why" }, now.why));
    announce(`${text}. ${now.why}`);
  }

  const spoken = () => now.parts.map((part) => `${part.game} ${part.board ?? part.cells ?? part.worth ?? part.heaps.join(", ")}`).join("; ");

  async function refuse(failure) {
    // A new game has begun, or the view was left.
    if (failure.name === "AbortError") return;
    // A move of which nothing is known is taken back.
    if (line.unsettle()) await look();
    fill(told, el("p", { className: "notice above", role: "alert" }, failure.message, failure.error?.hint && [el("br", {}), failure.error.hint]));
    if (!now) {
      turn.textContent = "";
      fill(table);
    }
  }

  /** Arrow keys go from stone to stone. */
  table.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    const from = /** @type {HTMLElement} */ (document.activeElement);
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
    leave: () => { left = true; stopReplay(); quit(); main.classList.remove("stage"); },
    key(event) {
      const actions = { m: () => make.click(), t: () => typed.focus(), h: hint, w: why, v: () => button("show-values").click(), c: () => button("colour-moves").click(), b: () => onBoard.click(), u: () => undo.click(), r: () => redo.click(), n: () => restart({}) };
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

const button = (id) => /** @type {HTMLButtonElement} */ (document.getElementById(id));

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
