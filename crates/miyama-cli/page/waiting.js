// @ts-check
// What is shown while something is computed: how far it is, and a button that ends it.

import { announce, el } from "./dom.js";
import { say } from "./texts.js";

/** `show` takes {done, total}, null if that is not known, or false when there is nothing to wait for. */
export function waiting(cancel) {
  const bar = el("progress", { "aria-label": say("computing") });
  const stop = el("button", { type: "button", onclick: () => { show(false); cancel(); announce(say("cancelled")); } }, say("cancel"));
  const node = el("div", { className: "above waiting", hidden: true },
    el("div", { className: "row middle" }, bar, el("span", { className: "note" }, say("computing")), stop));

  function show(progress) {
    node.hidden = progress === false;
    if (progress?.total) Object.assign(bar, { max: progress.total, value: progress.done });
    else bar.removeAttribute("value");
  }

  return { node, show };
}
