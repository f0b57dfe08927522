// @ts-check
// A rule such as “take a or more stones” needs the numbers that its letters stand for.

/** The texts between commas that stand in no bracket. @param {string} text */
function separated(text) {
  const parts = [""];
  let depth = 0;
  for (const sign of text) {
    if ("({[".includes(sign)) depth += 1;
    if (")}]".includes(sign)) depth -= 1;
    if (sign === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += sign;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/** What stands in the brackets of a name, `triangular(3, 1)`. @param {string} text */
const bracketed = (text) => separated(/^[\w-]+\s*\((.*)\)\s*$/su.exec(text.trim())?.[1] ?? "");

/**
 * The letters of a game with what they stand for: `a = 2, b = 1` of `triangular`, whose definition
 * begins with `triangular(a = 2, b = 1):`; nothing where there are none.
 * @param {string | null | undefined} definition
 * @param {string} game as it is asked for
 */
export function argumentsOf(definition, game) {
  const given = bracketed(game);
  return bracketed((definition ?? "").split(":")[0]).map((letter, i) => {
    const [name, usual] = letter.split("=").map((part) => part.trim());
    const value = given[i] ?? usual;
    return value === undefined ? name : `${name} = ${value.replace(/^\w+\s*=\s*/u, "")}`;
  }).join(", ");
}
