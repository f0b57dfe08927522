// @ts-check
// Questions to the server. They are those of the command line.

import { language } from "./texts.js";

/** What kept the server from answering; `error` is its JSON, `answer` what was known when a limit was reached. */
export class Failure extends Error {
  constructor(status, { error, answer }) {
    super(error.message);
    this.status = status;
    this.error = error;
    this.answer = answer;
  }
}

let count = 0;
const session = Math.random().toString(36).slice(2);

/**
 * @typedef {import("./answers.d.ts").Asked} Asked
 * @typedef {{ signal?: AbortSignal, progress?: (progress: { done?: number, total?: number }) => void }} Options
 */

/**
 * A question has one of several answers: the fields of all of them.
 * @template U
 * @typedef {{ [Field in (U extends U ? keyof U : never)]: U extends { [F in Field]?: infer Type } ? Type : never }} AnyOf
 */

/**
 * Asks. `format` is json unless said; binary gives an ArrayBuffer, others a Blob.
 * `progress` is told {done, total}; `signal` cancels, here and on the server.
 * @template {keyof Asked} Ask
 * @overload
 * @param {Asked[Ask]["question"] & { ask: Ask }} question
 * @param {Options} [options]
 * @returns {Promise<AnyOf<Asked[Ask]["answer"]>>}
 */
/**
 * @overload
 * @param {Asked[keyof Asked]["question"]} question
 * @param {Options & { format: string }} options
 * @returns {Promise<any>}
 */
/**
 * @param {object} question
 * @param {Options & { format?: string }} options
 */
export async function ask(question, { format = "json", signal, progress } = {}) {
  const id = `${session}-${++count}`;
  const watch = progress && follow(id, progress);
  try {
    const reply = await fetch(`/api/ask?lang=${language()}&format=${format}&id=${id}`, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(question), signal,
    });
    if (!reply.ok) throw new Failure(reply.status, await reply.json());
    if (format === "json") return await reply.json();
    if (format === "text") return await reply.text();
    return format === "binary" ? await reply.arrayBuffer() : await reply.blob();
  } finally {
    watch?.();
  }
}

/** Asks how far the question is, as long as it takes. */
function follow(id, progress) {
  const over = new AbortController();
  const timer = setInterval(async () => {
    const reply = await fetch(`/api/ask/${id}`, { signal: over.signal }).catch(() => null);
    if (reply?.ok) progress(await reply.json());
  }, 400);
  return () => { clearInterval(timer); over.abort(); };
}

/** Runs one question at a time: a new one cancels the one before, which gives undefined. */
export function latest() {
  let running = null;
  /** @type {typeof ask & { cancel: () => void }} */
  const run = Object.assign(async (question, options = {}) => {
    running?.abort();
    const own = new AbortController();
    running = own;
    try {
      const answer = await ask(question, { ...options, signal: own.signal });
      return own === running ? answer : undefined;
    } catch (failure) {
      if (own !== running || failure.name === "AbortError") return undefined;
      throw failure;
    }
  }, { cancel: () => { running?.abort(); running = null; } });
  return run;
}
