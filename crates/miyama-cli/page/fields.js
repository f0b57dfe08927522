// @ts-check
// The fields that choose a game and how it is played; See, Play and Check share them.

import { ask } from "./api.js";
import { el } from "./dom.js";
import { say } from "./texts.js";

let games = null;

/** The built-in games, asked for once. */
export function builtIn() {
  games ??= ask({ ask: "games" }).then((all) => all.games);
  return games;
}

/** Game and convention; `set` is told what changes. */
export function gameFields(state, set) {
  const names = el("datalist", { id: "games" });
  builtIn().then((all) => names.append(...all.map((game) => el("option", { value: game.example }, game.rule))), () => {});
  const box = el("input", {
    type: "text", id: "game", value: state.game.replace(/\s+/g, " "), className: "mono", spellcheck: false, autocapitalize: "off", autocomplete: "off",
    list: "games", onchange: () => set({ game: box.value.trim() }),
  });
  const convention = el("select", { id: "convention", onchange: () => set({ misere: convention.value }) },
    el("option", { value: "" }, say("normal_play")), el("option", { value: "1", selected: Boolean(state.misere) }, say("misere_play")));
  return [
    el("label", { className: "wide" }, say("game"), box, names),
    el("label", {}, say("convention"), convention),
  ];
}
