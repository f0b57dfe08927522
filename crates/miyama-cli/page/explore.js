// @ts-check
// Explore: values, words, bricks and records, each with a picture of its own.

import { el } from "./dom.js";
import { say } from "./texts.js";
import { link } from "./state.js";
import * as value from "./explore-value.js";
import * as word from "./explore-word.js";
import * as bricks from "./explore-bricks.js";
import * as record from "./explore-record.js";

const KINDS = { value, word, bricks, record };

export const keys = () => [["← →", say("key_step")]];

export function show(main, state) {
  const of = KINDS[state.of] ? state.of : "value";
  state.of = of;
  const body = el("div", {});
  main.append(
    el("h1", { className: "unseen" }, say("explore_title")),
    el("nav", { className: "tabs", "aria-label": say("explore_title") }, Object.keys(KINDS).map((name) =>
      el("a", { href: link({ view: "explore", of: name }), "aria-current": name === of ? "page" : null }, say(`explore_${name}`)))),
    body);
  return KINDS[of].show(body, state);
}
