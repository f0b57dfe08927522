// @ts-check
// Define: a text box with the notation, its mistakes marked in place, and the
// games that there are.

import { ask, latest } from "./api.js";
import { announce, el, fill, later } from "./dom.js";
import { say } from "./texts.js";
import { isDefinition, keep, link } from "./state.js";
import { completions, guide } from "./guide.js";
import { mathematics } from "./mathematics.js";

const FIRST = "wythoff";

export const keys = () => [["Ctrl+Enter", say("key_see")], ["Tab", say("key_complete")]];

export function show(main, state) {
  state.game ??= FIRST;
  const question = latest();
  const under = el("pre", { className: "under", "aria-hidden": "true" });
  const box = el("textarea", {
    id: "game", spellcheck: false, autocapitalize: "off", autocomplete: "off", rows: 6, value: state.game,
    "aria-describedby": "mistake", oninput: edited,
    onscroll: () => { under.scrollTop = box.scrollTop; },
    onkeydown: (event) => {
      if (event.key === "Enter" && event.ctrlKey) location.hash = link({ ...state, view: "see" });
      else if (event.key === "Escape") fill(offered);
      // Tab goes on as ever where nothing is offered.
      else if (event.key === "Tab" && !event.shiftKey && offered.firstElementChild) {
        event.preventDefault();
        /** @type {HTMLElement} */ (offered.querySelector("button")).click();
      }
    },
  });
  const offered = el("p", { className: "chips offered", id: "offered", "aria-label": say("completions") });
  const editor = el("div", { className: "editor" }, under, box);
  const mistake = el("p", { className: "mistake", id: "mistake" });
  const facts = el("div", { id: "facts" });
  const list = el("ul", { className: "games" });
  const filter = el("input", { type: "text", id: "filter", oninput: () => fillList(), autocomplete: "off" });
  const go = el("div", { className: "row above" });
  let games = [];

  const convention = (value, text) => el("label", { className: "inline" },
    el("input", {
      type: "radio", name: "convention", checked: Boolean(state.misere) === value,
      onchange: () => { state.misere = value ? "1" : ""; changed(); },
    }), text);

  main.append(
    el("h1", {}, say("define_title")),
    el("p", { className: "lead" }, say("define_lead")),
    el("div", { className: "columns" },
      el("section", { className: "card", "aria-labelledby": "box-title" },
        el("h2", { id: "box-title" }, el("label", { htmlFor: "game", className: "plain" }, say("game"))),
        editor, offered, mistake, facts,
        el("fieldset", { className: "above" }, el("legend", {}, say("convention")),
          convention(false, say("normal")), convention(true, say("misere"))),
        go),
      el("div", {},
        el("details", { className: "card", open: true }, el("summary", {}, say("guide")), guide(put)),
        el("section", { className: "card", "aria-labelledby": "list-title" },
          el("h2", { id: "list-title" }, say("games")),
          el("label", {}, say("filter"), filter), list))));

  function edited() {
    state.game = box.value;
    mark();
    offer();
    changed();
  }

  /** Offers the words that begin as the one at the caret. */
  function offer() {
    const caret = box.selectionStart;
    const { begun, words } = completions(box.value, caret, games.map((game) => game.name));
    fill(offered, words.map((word) => el("button", {
      type: "button", className: "mono", tabIndex: -1,
      onclick: () => {
        box.setRangeText(word, caret - begun.length, caret, "end");
        fill(offered);
        box.focus();
        edited();
        fill(offered);
      },
    }, word)));
  }

  /** The state has changed: the address follows, and the text is looked at. */
  function changed() {
    keep(state);
    fill(go,
      el("a", { className: "button main", href: link({ view: "see", game: state.game, misere: state.misere }) }, say("to_see")),
      el("a", { className: "button", href: link({ view: "play", game: state.game, misere: state.misere }) }, say("to_play")));
    examine();
    for (const button of list.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button.dataset.example === state.game.trim()));
    }
  }

  const examine = later(120, async () => {
    if (!state.game.trim()) return tell(null, say("empty"));
    try {
      const game = await question({ ask: "games", name: state.game });
      if (game) tell(game);
    } catch (failure) {
      tell(null, failure.message, failure.error);
    }
  });

  /** What is known of the text: the game, or what is wrong with it. */
  function tell(game, message, error) {
    editor.classList.toggle("wrong", !game);
    box.setAttribute("aria-invalid", String(!game));
    mark(game ? null : error?.span_utf16);
    if (game) {
      fill(mistake, el("span", { className: "fine" }, `✓ ${say("fine")}`));
      fill(facts, factsOf(game));
      return;
    }
    const place = error?.span_utf16 ? `${placeOf(state.game, error.span_utf16.start)}: ` : "";
    fill(mistake, `✕ ${place}${message}`, error?.hint && el("span", { className: "hint" }, ` ${error.hint}`),
      error?.repair && [" ", el("button", { type: "button", id: "repair", onclick: () => repair(error) }, say("repair", { text: error.repair }))]);
    fill(facts);
    announce(`${place}${message}`);
  }

  /** Writes what was meant in place of what is wrong. */
  function repair({ span_utf16: { start, end }, repair: text }) {
    box.setRangeText(text, start, end, "end");
    edited();
    fill(offered);
    box.focus();
  }

  /** Draws the text again under the box, with the place marked. */
  function mark(span) {
    const text = box.value;
    if (!span) return fill(under, text, "\n");
    const start = Math.min(span.start, text.length);
    const end = Math.max(start, Math.min(span.end, text.length));
    fill(under, text.slice(0, start), el("mark", {}, text.slice(start, end) || "\u00a0"), text.slice(end), "\n");
  }

  function factsOf(game) {
    const rows = [];
    if (game.rule) rows.push([say("rule"), game.rule]);
    if (game.heaps) rows.push([say("heaps"), game.heaps.join(", ")]);
    if (game.code) rows.push([say("code"), el("code", {}, game.code)]);
    if (game.source) rows.push([say("source"), game.source]);
    const copy = game.definition && !isDefinition(state.game);
    return [
      mathematics(game.mathml),
      el("dl", { className: "facts" }, rows.map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)])),
      copy && el("details", { className: "above" }, el("summary", {}, say("definition")),
        el("pre", { className: "why above" }, game.definition),
        el("button", { type: "button", className: "above", onclick: () => put(game.definition) }, say("edit_copy"))),
    ];
  }

  function put(text) {
    box.value = text;
    edited();
    fill(offered);
    box.focus();
  }

  function fillList() {
    const wanted = filter.value.toLowerCase();
    const fits = (game) => `${game.signature} ${game.rule} ${game.source}`.toLowerCase().includes(wanted);
    fill(list, games.filter(fits).map((game) => el("li", {},
      el("button", {
        type: "button", "data-example": game.example, "aria-pressed": String(game.example === state.game.trim()),
        onclick: () => put(game.example),
      }, el("b", { className: "mono" }, game.signature), el("small", {}, game.rule), el("small", {}, say("source_of", { source: game.source }))))));
  }

  mark();
  changed();
  ask({ ask: "games" }).then((all) => { games = all.games; fillList(); }, (failure) => fill(list, el("li", {}, failure.message)));
  return { leave: () => { examine.stop(); question.cancel(); } };
}

/** `2:7`, line and column, for people; a text of one line needs no line. */
function placeOf(text, at) {
  const before = text.slice(0, at).split("\n");
  const column = [...before.at(-1)].length + 1;
  return text.includes("\n") ? say("line_column", { line: before.length, column }) : say("column", { column });
}
