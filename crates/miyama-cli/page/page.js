// @ts-check
// The page: one view at a time, its state in the address.

import { announce, el, fill } from "./dom.js";
import { load, nextLanguage, preferred, say, translate } from "./texts.js";
import { read, share } from "./state.js";

/** The views; each is loaded when it is first shown. */
const VIEWS = {
  home: () => import("./home.js"), see: () => import("./see.js"), play: () => import("./play.js"),
  check: () => import("./check.js"), define: () => import("./define.js"), explore: () => import("./explore.js"), lectures: () => import("./lectures.js"),
};
const main = document.getElementById("main");
const help = /** @type {HTMLDialogElement} */ (document.getElementById("help"));
let shown = null;
let view = null;
let turns = 0;

/** Shows the view that the address names. */
async function show() {
  const state = read();
  shown?.leave?.();
  shown = null;
  for (const anchor of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("nav [data-view]"))) {
    if (anchor.dataset.view === state.view) {
      anchor.setAttribute("aria-current", "page");
      // On a phone the names of the views are wider than the screen.
      anchor.scrollIntoView({ block: "nearest", inline: "nearest" });
    } else anchor.removeAttribute("aria-current");
  }
  document.title = state.view === "home" ? say("home_name") : `${say(state.view)} · ${say("title")}`;
  share(state);
  fill(main);
  const turn = ++turns;
  const loaded = await VIEWS[state.view]();
  // Another one was asked for meanwhile.
  if (turn !== turns) return;
  view = loaded;
  fill(main);
  shown = view.show(main, state) ?? {};
}

function theme() {
  const chosen = localStorage.getItem("theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
  const isDark = () => (document.documentElement.dataset.theme
    ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  document.getElementById("theme").addEventListener("click", () => {
    const next = isDark() ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    localStorage.setItem("theme", next);
    announce(say(next === "dark" ? "theme_dark" : "theme_light"));
    shown?.repaint?.();
  });
}

async function speak(lang) {
  await load(lang);
  translate();
  const other = document.getElementById("language");
  const next = nextLanguage();
  other.textContent = next.name;
  other.lang = next.code;
}

/** The keys: those of every page, and those of the view. */
function keys() {
  const row = (/** @type {string[]} */ [key, says]) => [el("dt", {}, key.split(" ").map((k) => [el("kbd", {}, k), " "])), el("dd", {}, says)];
  const everywhere = [
    ["1 … 6", say("key_views")], ["?", say("key_help")], ["L", say("key_language")], ["D", say("key_theme")],
  ];
  fill(help,
    el("h2", { id: "help-title" }, say("keys")),
    el("dl", { className: "keylist" }, everywhere.map(row), (view?.keys?.() ?? []).map(row)),
    el("button", { type: "button", className: "main", onclick: () => help.close() }, say("close")));
  help.showModal();
}

function onKey(event) {
  const writing = event.target.closest?.("input, textarea, select");
  if (event.ctrlKey || event.metaKey || event.altKey || writing || help.open) return;
  const names = Object.keys(VIEWS).filter((name) => name !== "home");
  const number = Number(event.key);
  if (number >= 1 && number <= names.length) /** @type {HTMLElement} */ (document.querySelector(`[data-view=${names[number - 1]}]`)).click();
  else if (event.key === "?") keys();
  else if (event.key.toLowerCase() === "l") document.getElementById("language").click();
  else if (event.key.toLowerCase() === "d") document.getElementById("theme").click();
  else if (!shown?.key?.(event)) return;
  event.preventDefault();
}

theme();
document.getElementById("keys").addEventListener("click", keys);
document.addEventListener("keydown", onKey);
document.getElementById("language").addEventListener("click", async () => {
  const next = nextLanguage().code;
  localStorage.setItem("language", next);
  await speak(next);
  show();
  announce(say("language_now"));
});
window.addEventListener("hashchange", show);
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
await speak(preferred());
show();
