// What the pictures of the first view are drawn from, made of the program's own answers:
// `node test/gallery.mjs` writes gallery-data.js, `--check` says whether it is what it should be.

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { commandLine } from "./miyama.mjs";

const FILE = fileURLToPath(new URL("../gallery-data.js", import.meta.url));
const ask = (...args) => JSON.parse(commandLine(...args, "--format", "json"));

/** The values of a table of two heaps, a byte each. */
function table(game, to) {
  const { values } = ask("table", game, "--to", String(to));
  return { size: to + 1, values: Buffer.from(values.flat()).toString("base64") };
}

/** The positions of a game between two perfect players. */
function played(position) {
  const line = [];
  let next = position;
  for (let ply = 0; next; ply++) {
    const { parts, reply } = ask("reply", next, "--turn", ply % 2 === 0 ? "left" : "right");
    line.push(parts[0]?.board ?? parts[0]?.cells ?? "");
    next = reply?.position;
  }
  return line;
}

const data = {
  TABLES: { wythoff: table("wythoff", 54), triangular: table("triangular", 44), "geometric(2)": table("geometric(2)", 66) },
  KAYLES: ask("table", "kayles", "--to", "60").values,
  LINES: { "2d-nim": played("2d-nim:3x5"), domineering: played("domineering:4x5") },
  THUE_MORSE: ask("word", "thue-morse", "--length", "64").word,
  FIBONACCI: ask("word", "fibonacci", "--length", "21").word,
  BUILDING: JSON.parse(commandLine("bricks", "2x4", "6", "--index", "123456", "--format", "json")).bricks,
};
const text = `// @ts-check\n// Made by test/gallery.mjs of the program's answers: do not edit.\n\n${Object.entries(data)
  .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`).join("")}`;

if (!process.argv.includes("--check")) writeFileSync(FILE, text);
else if (readFileSync(FILE, "utf8") !== text) {
  console.error("gallery-data.js is not what the program answers: node test/gallery.mjs writes it");
  process.exit(1);
}
