// @ts-check
// The moves so far; each with the value that it leaves, if that is to be told.

import { el, fill } from "./dom.js";
import { say } from "./texts.js";

/** Lists the moves of a line of positions; a click goes to one. */
export async function moveList(list, line, ply, survey, go, first, isTold) {
  const who = (number) => {
    if (first === "two") return say(number % 2 === 1 ? "first_player" : "second_player");
    return say((first === "machine") === (number % 2 === 1) ? "machine" : "you");
  };
  const rows = line.map((position, number) => {
    const made = el("span", {}, number === 0 ? say("start") : `${who(number)}: …`);
    const value = el("span", { className: "value" });
    return {
      made, value,
      node: el("li", { className: number > ply ? "later" : "" }, el("button", { type: "button", "aria-current": number === ply ? "step" : null, onclick: () => go(number) },
        el("span", {}, String(number)), made, el("span", { className: "mark" }), value)),
    };
  });
  fill(list, rows.map((row) => row.node));
  // The list scrolls to the move; the page stays where it is.
  list.scrollTop = Math.max((rows[ply]?.node.offsetTop ?? 0) - list.offsetTop - list.clientHeight / 2, 0);
  for (let number = 0; number < line.length; number++) {
    const answer = await survey(line[number], {}, number).catch(() => null);
    if (!answer || !rows[number].node.isConnected) return;
    const worth = answer.form ?? answer.value;
    const tag = `${answer.outcome}${worth === null || String(worth).length > 12 ? "" : ` ${worth}`}`;
    if (isTold) fill(rows[number].value, el("span", { className: `tag ${answer.outcome === "P" ? "p" : "n"}` }, tag));
    if (number + 1 < line.length) {
      const option = answer.options.find((one) => one.position === line[number + 1]);
      fill(rows[number + 1].made, `${who(number + 1)}: ${option?.move ?? line[number + 1]}`);
    }
  }
}
