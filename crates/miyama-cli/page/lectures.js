// @ts-check
// Lectures: the documents as guided tours, sheets of exercises, and positions solved by the
// definition.

import { ask, latest } from "./api.js";
import { announce, el, fill } from "./dom.js";
import { say } from "./texts.js";
import { isDefinition, keep, link } from "./state.js";
import { mathematics } from "./mathematics.js";
import { definition } from "./by-definition.js";
import { shownAt } from "./commands.js";
import { glimpse } from "./glimpse.js";

const KINDS = /** @type {const} */ (["nim-sum", "energy", "wythoff", "winning-move", "octal", "canonical-form"]);

export const keys = () => [["← →", say("key_step")], ["Home End", say("key_ends")], [say("key_space"), say("key_run")], ["+ −", say("key_speed")]];

export function show(main, state) {
  const of = ["tour", "sheet", "definition"].includes(state.of) ? state.of : "tour";
  state.of = of;
  const body = el("div", {});
  main.append(
    el("h1", { className: "unseen" }, say("lectures")),
    el("nav", { className: "tabs", "aria-label": say("lectures") }, ["tour", "sheet", "definition"].map((name) =>
      el("a", { href: link({ view: "lectures", of: name }), "aria-current": name === of ? "page" : null }, say(`lectures_${name}`)))),
    body);
  return { tour, sheet, definition }[of](body, state);
}

/** What a student types, and whether it is right; hint and answer are hidden until they are asked for. */
function exercise({ hint, check, answer }) {
  const told = el("div", { role: "status" });
  const box = el("input", { type: "text", className: "mono answer", autocomplete: "off", spellcheck: false, "aria-label": say("your_answer"), placeholder: say("your_answer") });
  const test = async (event) => {
    event.preventDefault();
    if (!box.value.trim()) return;
    try {
      const found = await check(box.value);
      fill(told, el("p", { className: found.right ? "fine" : "mistake" }, found.right ? "✓ " : "✕ ", found.says));
      announce(found.says);
    } catch (failure) {
      fill(told, el("p", { className: "mistake" }, `✕ ${failure.message}`));
    }
  };
  const hidden = (title, text) => {
    const inside = el("p", { className: "above" });
    return el("details", { ontoggle: async (event) => { if (event.target.open && !inside.textContent) inside.textContent = await text(); } }, el("summary", {}, title), inside);
  };
  return el("div", { className: "exercise" },
    check && el("form", { className: "row", onsubmit: test }, box, el("button", { className: "main" }, say("check_answer"))), told,
    el("div", { className: "row" }, hint && hidden(say("hint"), async () => hint), answer && hidden(say("show_answer"), answer)));
}

/** A document, section by section. */
function tour(body, state) {
  const question = latest();
  const chosen = el("select", { id: "tour", onchange: () => { state.document = chosen.value; state.step = ""; keep(state); read(); } });
  const steps = el("ol", { className: "steps" });
  const page = el("article", { className: "card", id: "step" });
  let found = null;
  let leaving = new AbortController();
  /** Answers to the commands of the step that is shown. @returns {Promise<any>} */
  const answers = (asked, options) => ask(asked, { ...options, signal: leaving.signal });
  fill(body, el("label", {}, say("lectures_tour"), chosen), el("div", { className: "columns above tour" }, page, el("section", { className: "card", "aria-label": say("tour_steps") }, steps)));

  async function read() {
    const answer = await question({ ask: "tour", document: state.document }).catch((failure) => void fill(page, el("p", { className: "mistake" }, failure.message)));
    if (!answer) return;
    found = answer;
    fill(steps, found.steps.map((step, i) => el("li", {}, el("button", { type: "button", className: "plain", onclick: () => go(i) }, step.kind === "exercise" ? "✎ " : "", step.title))));
    go(Math.max(found.steps.findIndex((step) => step.id === state.step), 0));
  }

  /** Shows a step: its words, its games live, its commands, or its exercise. */
  function go(to) {
    const at = Math.min(Math.max(to, 0), found.steps.length - 1);
    const step = found.steps[at];
    leaving.abort();
    leaving = new AbortController();
    state.step = step.id;
    keep(state);
    [...steps.children].forEach((node, i) => node.firstElementChild.setAttribute("aria-current", String(i === at)));
    const ask1 = (more) => ask({ ask: "tour", document: state.document, step: step.id, ...more });
    const hadFocus = page.contains(document.activeElement);
    fill(page,
      el("div", { className: "row middle spread" }, el("p", { className: "note" }, `${found.title} · ${at + 1} / ${found.steps.length}`),
        // Above what changes: whoever goes on and on need not look for the button.
        el("div", { className: "row tight" },
          el("button", { type: "button", disabled: at === 0, onclick: () => go(at - 1) }, `← ${say("step_back")}`),
          el("button", { type: "button", className: "main", id: "step-on", disabled: at === found.steps.length - 1, onclick: () => go(at + 1) }, `${say("step_on")} →`))),
      el("h2", {}, step.title), step.text.map((text) => el("p", {}, text)),
      step.games.map(live),
      step.commands.length > 0 && el("ul", { className: "commands" }, step.commands.map((command, i) => run(command, step.questions[i]))),
      step.kind === "exercise" && exercise({ hint: step.hint, check: step.checked && ((given) => ask1({ check: given })), answer: async () => (await ask1({ answers: true })).steps[0].answer ?? "" }));
    if (hadFocus) /** @type {HTMLElement} */ (page.querySelector("#step-on:not(:disabled), button:not(:disabled)"))?.focus({ preventScroll: true });
    announce(step.title);
    state.at = at;
  }

  /** A command with its answer, and where the page shows the same. */
  function run(command, asked) {
    const shown = shownAt(command);
    const answer = el("div", {});
    const isPicture = command.includes(" --svg ") || (asked?.ask === "figures" && asked.item);
    if (asked) answers(asked, { format: isPicture ? "svg" : "text" }).then((found) => fill(answer, isPicture ? picture(found, command) : el("pre", { className: "why", tabIndex: 0 }, found.trim().split("\n").map(written))), () => {});
    return el("li", {}, el("p", {}, el("code", {}, `miyama ${command}`), shown && el("a", { className: "button", href: link(shown) }, say("show"))), answer);
  }

  /** A line of an answer: sentences may break, tables may not. */
  function written(text) {
    return el("span", { className: /^\s|\s{2}|\|/.test(text) ? "" : "prose" }, `${text}\n`);
  }

  function picture(blob, command) {
    const url = URL.createObjectURL(blob);
    const image = el("img", { src: url, alt: command, onload: () => URL.revokeObjectURL(url) });
    return el("figure", { className: "drawn" }, image);
  }

  /** A game: its definition, a picture, and where it can be seen and played. */
  function live(text) {
    const rule = el("div", {});
    const small = el("div", {});
    const [game, at] = isDefinition(text) || !text.includes(":") ? [text, ""] : [text.slice(0, text.indexOf(":")), text.slice(text.indexOf(":") + 1)];
    ask({ ask: "games", name: game }).then(async (one) => {
      fill(rule, one.rule && el("p", { className: "note" }, one.rule), mathematics(one.mathml));
      const seen = at ? null : await glimpse(game, one);
      if (seen) fill(small, seen);
    }).catch(() => {});
    return el("div", { className: "live" }, el("div", {}, el("code", {}, text), rule,
      el("p", { className: "chips" }, !at && el("a", { className: "button", href: link({ view: "see", game }) }, say("see")), el("a", { className: "button", href: link({ view: "play", game, at }) }, say("play")))), small);
  }

  ask({ ask: "tour" }).then(({ tours }) => {
    state.document ??= tours[0].document;
    fill(chosen, tours.map((one) => el("option", { value: one.document, selected: one.document === state.document }, `${one.document} · ${one.title}`)));
    read();
  }, (failure) => fill(page, el("p", { className: "mistake" }, failure.message)));
  return {
    leave: () => { question.cancel(); leaving.abort(); },
    key(event) {
      if (!found || !["ArrowLeft", "ArrowRight"].includes(event.key)) return false;
      go(Number(state.at) + (event.key === "ArrowRight" ? 1 : -1));
      return true;
    },
  };
}

/** Random exercises, the same for the same number; printed with or without solutions. */
function sheet(body, state) {
  if (!KINDS.includes(state.kind)) [state.kind] = KINDS;
  state.seed ??= "1";
  const question = latest();
  const kind = el("select", { id: "kind-of", onchange: () => put({ kind: kind.value }) }, KINDS.map((name) => el("option", { value: name, selected: name === state.kind }, say(`sheet_${name.replaceAll("-", "_")}`))));
  const seed = el("input", { type: "number", id: "seed", min: 0, value: state.seed, onchange: () => put({ seed: seed.value }) });
  const solutions = el("input", { type: "checkbox", id: "solutions", checked: Boolean(state.solutions), onchange: () => put({ solutions: solutions.checked ? "1" : "" }) });
  const list = el("ol", { className: "sheet", id: "sheet" });
  const title = el("h2", {});
  fill(body,
    el("div", { className: "row no-print" }, el("label", {}, say("sheet_kind"), kind), el("label", {}, say("sheet_seed"), seed),
      el("button", { type: "button", id: "another-sheet", onclick: () => { seed.value = String(Math.floor(Math.random() * 1e6)); put({ seed: seed.value }); } }, say("sheet_another")),
      el("label", { className: "inline" }, solutions, say("sheet_solutions")), el("button", { type: "button", onclick: () => window.print() }, say("sheet_print"))),
    el("section", { className: "card above" }, title, list));

  function put(change) {
    Object.assign(state, change);
    keep(state);
    read();
  }

  async function read() {
    const asked = { ask: /** @type {const} */ ("exercises"), kind: state.kind, seed: Number(state.seed) };
    try {
      const found = await question({ ...asked, solutions: Boolean(state.solutions) });
      if (!found) return;
      title.textContent = found.title;
      fill(list, found.exercises.map((one) => el("li", {}, el("p", {}, one.asks), state.solutions
        ? [el("p", {}, el("strong", {}, one.answer)), el("pre", { className: "why" }, one.solution)]
        : exercise({ hint: one.hint, check: (given) => ask({ ...asked, number: one.number, check: given }), answer: async () => (await ask({ ...asked, solutions: true })).exercises[one.number - 1].solution }))));
    } catch (failure) {
      fill(list, el("li", {}, failure.message));
    }
  }

  read();
  return { leave: () => question.cancel() };
}
