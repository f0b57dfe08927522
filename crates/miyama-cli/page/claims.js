// @ts-check
// The claims of the literature: found by word, document and verdict, and checked.

import { ask } from "./api.js";
import { announce, el, fill, later } from "./dom.js";
import { say } from "./texts.js";
import { keep } from "./state.js";

/** What stands for what in the names of claims: T36 is theorem 36. */
const KINDS = { T: "theorem", D: "definition", P: "problem", E: "example", L: "lemma", Prop: "proposition", Fig: "figure", Table: "table", s: "section", R: "rule", BT: "basic", N: "note", fn: "footnote", Y: "young" };
const VERDICTS = ["proved", "holds", "refuted", "misprint", "definition"];

/** A name for people: `000-D37,D38-corrected` is "Definition 37, Definition 38 (corrected)". */
export function titleOf(id) {
  const [, rest] = /^\d+-(.*)$/.exec(id) ?? [null, id];
  const isCorrected = rest.endsWith("-corrected");
  const names = rest.replace(/-corrected$/, "").split(/,(?=[A-Za-z(])/).map((part) => {
    const [, kind, number, more] = /^(Prop|Fig|Table|BT|fn|[TDPELRsNY])(\d[\d.]*)(.*)$/.exec(part) ?? [];
    return kind ? `${say(`cite_${KINDS[kind]}`, { number })}${more ? ` ${more.replace(/^[-.]+/, "")}` : ""}` : part.replaceAll("-", " ");
  });
  return names.join(", ") + (isCorrected ? ` ${say("cite_corrected")}` : "");
}

export function claimsCard(state) {
  const list = el("ul", { className: "claims", id: "claims-list" });
  const bar = el("div", { className: "row middle" });
  const counted = el("p", { className: "note", role: "status" });
  const narrow = later(120, () => { keep(state); show(); });
  const find = el("input", { type: "search", id: "find", value: state.find ?? "", placeholder: say("claims_find_example"), autocomplete: "off", oninput: () => { state.find = find.value; narrow(); } });
  const source = el("select", { id: "source", onchange: () => { state.source = source.value; keep(state); show(); } });
  const verdict = el("select", { id: "verdict-filter", onchange: () => { state.verdict = verdict.value; keep(state); show(); } },
    el("option", { value: "" }, say("all_verdicts")), VERDICTS.map((name) => el("option", { value: name, selected: name === state.verdict }, say(`verdict_${name}`))));
  const verdicts = new Map();
  let claims = [];
  let running = null;

  const node = el("section", { className: "card", "aria-labelledby": "claims-title" },
    el("h2", { id: "claims-title" }, say("claims")), el("p", { className: "note" }, say("claims_hint")),
    el("div", { className: "row" },
      el("label", { className: "wide" }, say("claims_find"), find), el("label", {}, say("source"), source), el("label", {}, say("verdict"), verdict), bar),
    counted, list);

  /** All words that were typed stand in the claim, its title or its document. */
  function fits(claim) {
    const text = `${claim.id} ${titleOf(claim.id)} ${claim.statement} ${claim.document}`.toLowerCase();
    const words = (state.find ?? "").toLowerCase().split(/\s+/).filter(Boolean);
    return (!state.source || claim.source === state.source) && words.every((word) => text.includes(word))
      && (!state.verdict || (verdicts.get(claim.id)?.verdict ?? claim.expected) === state.verdict);
  }

  const wanted = () => claims.filter(fits);

  function show() {
    const some = wanted();
    counted.textContent = say("claims_count", { count: some.length, total: claims.length });
    fill(list, some.map((claim) => {
      const told = el("div", { className: "verdict" });
      const note = el("div", {});
      claim.show = (found) => showVerdict(claim, told, note, found);
      claim.show(verdicts.get(claim.id));
      return el("li", { "data-claim": claim.id },
        el("div", {}, el("h3", {}, titleOf(claim.id)), el("p", { className: "note" }, claim.document, " · ", el("code", {}, claim.id)), el("p", { className: "statement" }, claim.statement), note), told);
    }));
    idle();
  }

  function showVerdict(claim, cell, note, found) {
    if (!found) {
      fill(note);
      return fill(cell, el("button", { type: "button", "aria-label": say("check_one", { claim: claim.id }), onclick: () => run([claim]) }, say("check_now")));
    }
    if (found === "running") return fill(cell, el("span", { className: "note" }, say("computing")));
    if (found.failed) return fill(cell, el("span", { className: "note" }, found.failed));
    const words = { holds: say("verdict_holds_to", { bound: found.bound ?? "" }) };
    fill(note, [found.counterexample && say("counterexample", { text: found.counterexample }), found.how, found.corrected_by && say("corrected", { claim: titleOf(found.corrected_by) })]
      .filter(Boolean).map((text) => el("p", { className: "note" }, text)));
    return fill(cell, el("span", { className: `tag ${found.verdict}` }, words[found.verdict] ?? say(`verdict_${found.verdict}`)),
      found.as_expected === false && el("p", { className: "note" }, say("unexpected")));
  }

  function idle() {
    fill(bar, el("button", { type: "button", className: "main", id: "check-all", onclick: () => run(wanted()) }, say("check_all", { count: wanted().length })));
  }

  /** Checks claims one after the other; each verdict shows at once. */
  async function run(some) {
    running?.abort();
    const own = new AbortController();
    running = own;
    for (const [index, claim] of some.entries()) {
      fill(bar, el("progress", { max: some.length, value: index, "aria-label": say("computing") }),
        el("span", { className: "note" }, say("progress", { done: index, total: some.length })),
        el("button", { type: "button", onclick: () => own.abort() }, say("cancel")));
      claim.show("running");
      try {
        const { findings: [found] } = await ask({ ask: "check", ids: [claim.id] }, { signal: own.signal });
        verdicts.set(claim.id, found);
        claim.show(found);
        if (some.length === 1) announce(`${titleOf(claim.id)}: ${found.verdict}. ${found.counterexample ?? ""}`);
      } catch (failure) {
        claim.show(failure.name === "AbortError" ? undefined : { failed: failure.message });
      }
      if (own.signal.aborted) break;
    }
    if (own !== running) return;
    idle();
    announce(own.signal.aborted ? say("cancelled") : say("checked", { count: some.length }));
  }

  ask({ ask: "check", list: true }).then((all) => {
    claims = all.claims;
    const sources = [...new Map(claims.map((claim) => [claim.source, claim.document]))];
    fill(source, el("option", { value: "" }, say("all_sources")), sources.map(([number, document]) => el("option", { value: number, selected: number === state.source }, document)));
    show();
    if (state.find || state.source || state.verdict) node.scrollIntoView({ block: "start" });
  }, (failure) => fill(list, el("li", {}, failure.message)));
  return { node, leave: () => { narrow.stop(); running?.abort(); } };
}
