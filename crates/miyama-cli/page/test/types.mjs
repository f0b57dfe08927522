// The types of questions and answers for the page, made of the program's OpenAPI document:
// `node test/types.mjs` writes answers.d.ts, `--check` says whether it is what it should be.

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { serve } from "./miyama.mjs";

const FILE = fileURLToPath(new URL("../answers.d.ts", import.meta.url));

/** The name of a schema as one of a type: AskFind-rule is AskFindRule. */
const named = (name) => name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());

/** The type of a schema. */
function type(schema) {
  if (schema === true || Object.keys(schema).length === 0) return "unknown";
  if (schema.$ref) return named(schema.$ref.split("/").at(-1));
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const some = schema.anyOf ?? schema.oneOf;
  if (some) return [...new Set(some.map(type))].join(" | ");
  const kinds = [schema.type].flat();
  return kinds.map((kind) => plain(kind, schema)).join(" | ");
}

function plain(kind, schema) {
  switch (kind) {
    case "null": return "null";
    case "boolean": return "boolean";
    case "string": return "string";
    case "integer": case "number": return "number";
    case "array": return list(schema);
    case "object": return object(schema);
    default: throw new Error(`no type for ${JSON.stringify(schema)}`);
  }
}

function list({ items, minItems, maxItems }) {
  const item = type(items ?? true);
  if (minItems !== undefined && minItems === maxItems) return `[${Array.from({ length: minItems }, () => item).join(", ")}]`;
  return item.includes(" ") ? `(${item})[]` : `${item}[]`;
}

function object({ properties, required = [], additionalProperties }) {
  if (!properties) return `Record<string, ${typeof additionalProperties === "object" ? type(additionalProperties) : "unknown"}>`;
  const fields = Object.entries(properties).map(([name, schema]) => `${said(schema, "  ")}  ${name}${required.includes(name) ? "" : "?"}: ${type(schema)};\n`);
  return `{\n${fields.join("")}}`;
}

const said = ({ description }, indent = "") => (description ? `${indent}/** ${description} */\n` : "");

/** The question by its name, and the answers to it. */
function asked(schemas) {
  const all = Object.entries(schemas).filter(([, schema]) => schema["x-answers"]);
  const fields = all.map(([name, schema]) => `  "${schema.title}": { question: ${named(name)}; answer: ${schema["x-answers"].map(type).join(" | ")} };\n`);
  return `/** Each question with its answers. */\nexport type Asked = {\n${fields.join("")}};\n`;
}

const server = await serve();
const { components: { schemas } } = await (await fetch(`${server.url}api/openapi.json`)).json();
server.stop();
const types = Object.entries(schemas).map(([name, schema]) => `${said(schema)}export type ${named(name)} = ${type(schema)};\n`);
const text = `// Made by test/types.mjs of the OpenAPI document: do not edit.\n\n${types.join("\n")}\n${asked(schemas)}`;
if (!process.argv.includes("--check")) writeFileSync(FILE, text);
else if (readFileSync(FILE, "utf8") !== text) {
  process.stderr.write("answers.d.ts is not what the program says: node test/types.mjs writes it anew\n");
  process.exitCode = 1;
}
