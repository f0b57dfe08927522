// A server and a browser for the tests.

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
export const program = process.env.MIYAMA ?? `${root}target/debug/miyama`;

const FLAGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];
const PLACES = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** What the command line prints. */
export const commandLine = (...args) => execFileSync(program, args, { encoding: "utf8", maxBuffer: 1 << 28 });

/** A server of our own; `stop` ends it. */
export async function serve() {
  const child = spawn(program, ["serve"], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(child.stdout, "data");
  return { url: String(line).trim(), stop: () => child.kill("SIGINT") };
}

export async function browse() {
  const executablePath = PLACES.find((path) => path && existsSync(path));
  return chromium.launch({ executablePath, args: FLAGS });
}

/**
 * A page in a browser of its own settings. Errors of its scripts and requests
 * that leave the machine are collected in `page.faults`.
 */
export async function open(browser, url, hash = "", settings = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en-GB", reducedMotion: "reduce", ...settings });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  page.faults = [];
  // A machine that is busy: with SLOW=ms every answer waits up to so long, and a test that does not wait for it fails.
  if (process.env.SLOW) {
    await page.route("**/api/**", async (route) => {
      await new Promise((done) => setTimeout(done, Math.random() * Number(process.env.SLOW)));
      await route.continue().catch(() => {});
    });
  }
  // With PAGE_FROM=folder the files of the page come from there: a change is tried without building the program.
  if (process.env.PAGE_FROM) await page.route(/\/[\w-]+\.(js|css)$/, (route) => route.fulfill({ path: process.env.PAGE_FROM + new URL(route.request().url()).pathname }));
  page.on("pageerror", (error) => page.faults.push(String(error)));
  // A question that is refused is an answer with a status, which browsers log as well.
  page.on("console", (said) => { if (said.type() === "error" && !said.text().startsWith("Failed to load resource")) page.faults.push(said.text()); });
  page.on("request", (request) => { if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(url)) page.faults.push(request.url()); });
  await page.goto(url + hash);
  return page;
}
