// The notation that explains itself; values, words, bricks and records.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readFileSync } from "node:fs";
import { browse, commandLine, open, serve } from "./miyama.mjs";
import { EXAMPLES } from "../record-examples.js";

let server;
let browser;
before(async () => { [server, browser] = await Promise.all([serve(), browse()]); });
after(async () => { await browser.close(); server.stop(); });

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test("every example of the guide is a game, and is shown as mathematics while it is typed", async () => {
  const page = await open(browser, server.url, "#/define");
  await page.locator("[data-guide]").first().waitFor();
  const count = await page.locator("[data-guide]").count();
  assert.ok(count >= 12);
  for (let i = 0; i < count; i++) {
    await page.locator("[data-guide]").nth(i).click();
    const text = await page.locator("[data-guide] code").nth(i).textContent();
    assert.equal(await page.inputValue("#game"), text);
    await page.locator(".mistake .fine").waitFor();
    await page.waitForTimeout(150);
    assert.equal(await page.locator(".editor.wrong").count(), 0, text);
  }
  await page.fill("#game", "(x1, x2) -> { (x1-i^2, x2) | 1 <= i }");
  await page.locator("#facts math msup").waitFor();
  assert.match(await page.textContent("#facts .mathematics"), /↦.*1≤i/);
  assert.equal(await page.locator("#facts math msub").count() > 0, true);
  assert.deepEqual(page.faults, []);
});

test("names are completed, and a slip is repaired by a button", async () => {
  const page = await open(browser, server.url, "#/define");
  await page.locator(".games button").first().waitFor();
  await page.fill("#game", "");
  await page.locator("#game").focus();
  await page.keyboard.type("triangu");
  await page.locator("#offered button", { hasText: "triangular" }).waitFor();
  await page.keyboard.press("Tab");
  assert.equal(await page.inputValue("#game"), "triangular");
  await page.fill("#game", "wythof");
  await page.click("#repair");
  assert.equal(await page.inputValue("#game"), "wythoff");
  await page.locator(".mistake .fine").waitFor();
  const phone = await open(browser, server.url, "#/define?game=wythof", PHONE);
  await phone.tap("#repair");
  assert.equal(await phone.inputValue("#game"), "wythoff");
  assert.deepEqual([...page.faults, ...phone.faults], []);
});

test("a value has its thermograph, and what is known of it", async () => {
  const page = await open(browser, server.url, "#/explore?of=value&value=%7B2%7C-1%7D");
  await page.locator(".drawn img").waitFor();
  const said = JSON.parse(commandLine("value", "{2|-1}", "--all", "--format", "json"));
  const shown = await page.textContent("#value-facts");
  for (const text of [said.canonical, said.mean, said.temperature]) assert.ok(shown.includes(text), `${text} in ${shown}`);
  await page.fill("#value", "{1|");
  await page.locator(".mistake").waitFor();
  assert.deepEqual(page.faults, []);
});

test("a word shows where its repetitions stand", async () => {
  const page = await open(browser, server.url, "#/explore?of=word&word=fibonacci&length=60");
  await page.click("[data-factor=first_cube]");
  const said = JSON.parse(commandLine("word", "fibonacci", "--length", "60", "--check", "--format", "json")).first_cube;
  const marked = await page.locator(".letter").evaluateAll((all) => all.flatMap((node, i) => (/block/.test(node.className) ? [i] : [])));
  assert.deepEqual([marked[0] + 1, marked.length], [said.start, said.length]);
  const text = (await page.locator(".letter.block0, .letter.block1").allTextContents()).join("");
  assert.equal(text, said.factor);
  await page.click("text=thue-morse");
  await page.locator("#repetitions .note", { hasText: "First cube" }).waitFor();
});

test("a building is counted, and turned by keys and by finger", async () => {
  for (const settings of [{}, PHONE]) {
    const page = await open(browser, server.url, "#/explore?of=bricks&bricks=2&index=3", settings);
    await page.locator("#bricks-count .number", { hasText: "24" }).waitFor();
    const look = () => page.locator("#building").evaluate((canvas) => canvas.toDataURL());
    await page.waitForFunction(() => document.querySelector("#building")?.width > 100);
    await page.waitForTimeout(300);
    const before = await look();
    await page.locator("#building").focus();
    await page.keyboard.press("ArrowLeft");
    assert.notEqual(await look(), before);
    assert.deepEqual(page.faults, []);
  }
});

test("a record is stepped through on a board, repetitions on its timeline", async () => {
  for (const [name, text] of Object.entries(EXAMPLES)) {
    assert.equal(text, readFileSync(new URL(`../../../miyama-records/examples/${name}`, import.meta.url), "utf8"), name);
  }
  const page = await open(browser, server.url, "#/explore?of=record");
  await page.locator(".diagram.shogi").waitFor();
  const fields = () => page.locator(".diagram .field").allTextContents();
  const start = await fields();
  assert.equal(start.length, 81);
  await page.locator("#main").focus();
  await page.keyboard.press("ArrowRight");
  await page.locator("#move", { hasText: "２一金打" }).waitFor();
  assert.equal((await fields()).filter((piece) => piece === "金").length, start.filter((piece) => piece === "金").length + 1);
  assert.equal(await page.locator(".diagram .fresh").count(), 1);
  // The first position comes back after 4, 8 and 12 moves: three arcs at least.
  assert.ok(await page.locator("#timeline path").count() >= 3);
  await page.locator("#ply").evaluate((slider) => { slider.value = "4"; slider.dispatchEvent(new Event("input")); });
  assert.deepEqual(await fields(), start);
  await page.click("summary");
  await page.click("[data-example='knights.pgn']");
  await page.locator(".diagram.chess-board").waitFor();
  assert.deepEqual(page.faults, []);
});
