// @ts-check
// Commands of the program that a view of the page answers too.

/**
 * The state of the view that shows what a command prints, or null.
 * @param {string} command
 * @returns {{ view: string, [name: string]: string } | null}
 */
export function shownAt(command) {
  const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain);
  const [verb, ...rest] = words;
  /** The word behind an option. */
  const given = (/** @type {string} */ name) => (rest.includes(name) ? rest[rest.indexOf(name) + 1] : "");
  const what = rest.find((word) => !word.startsWith("--")) ?? "";
  const misere = rest.includes("--misere") ? "1" : "";
  const way = rest.find((word) => word.startsWith("--by-definition"));
  const [game, at] = [what.slice(0, what.indexOf(":")), what.slice(what.indexOf(":") + 1)];
  switch (verb) {
    case "solve":
      if (way !== undefined) return { view: "lectures", of: "definition", position: what, way: way.split("=")[1] ?? "", misere };
      return what.includes(" + ") ? null : { view: "play", game, at, misere, values: "1" };
    case "table":
      return { view: "see", game: what, misere, to: given("--to"), heaps: given("--heaps"), level: given("--value"), kind: rest.includes("--p-positions") ? "p" : given("--value") && "level" };
    case "games": case "period": return { view: "see", game: what };
    case "bricks": return /^\d+$/.test(rest[1]) ? { view: "explore", of: "bricks", brick: what, bricks: rest[1] } : null;
    case "word": return { view: "explore", of: "word", word: what, length: given("--length") };
    case "record": return { view: "explore", of: "record", record: what.slice(what.lastIndexOf("/") + 1) };
    case "value": return { view: "explore", of: "value", value: what };
    case "exercises": return { view: "lectures", of: "sheet", kind: what };
    default: return null;
  }
}
