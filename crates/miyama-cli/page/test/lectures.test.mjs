// Lectures: tours, sheets, and positions by the definition.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browse, commandLine, open, serve } from "./miyama.mjs";

let server;
let browser;
before(async () => { [server, browser] = await Promise.all([serve(), browse()]); });
after(async () => { await browser.close(); server.stop(); });

const ask = (...args) => JSON.parse(commandLine(...args, "--format", "json"));

test("a tour goes step by step, in both languages; an exercise hides its answer", async () => {
  for (const [locale, lang] of [["en-GB", "en"], ["ja-JP", "ja"]]) {
    const page = await open(browser, server.url, "#/lectures?of=tour&document=002", { locale });
    const { steps } = ask("tour", "002", "--lang", lang);
    await page.locator("#step h2", { hasText: steps[0].title }).waitFor();
    assert.equal(await page.locator(".steps li").count(), steps.length);
    await page.locator("#main").focus();
    await page.keyboard.press("ArrowRight");
    await page.locator("#step h2", { hasText: steps[1].title }).waitFor();
    const exercise = steps.findIndex((step) => step.kind === "exercise" && step.checked);
    await page.locator(".steps button").nth(exercise).click();
    await page.fill("#step .answer", "this is no answer");
    await page.keyboard.press("Enter");
    await page.locator("#step .mistake").waitFor();
    const { answer } = ask("tour", "002", steps[exercise].id, "--answers", "--lang", lang).steps[0];
    assert.ok(!(await page.textContent("#step")).includes(answer));
    await page.locator("#step details").last().locator("summary").click();
    await page.locator("#step details p", { hasText: answer.slice(0, 8) }).waitFor();
    assert.deepEqual(page.faults, []);
  }
});

test("a sheet of exercises takes right answers and refuses wrong ones, on a phone", async () => {
  const page = await open(browser, server.url, "#/lectures?of=sheet&kind=nim-sum&seed=7", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const { exercises } = ask("exercises", "nim-sum", "--seed", "7", "--solutions");
  const first = page.locator("#sheet > li").first();
  await first.waitFor();
  assert.match(await first.textContent(), new RegExp(exercises[0].asks.replace(/[?+]/g, "\\$&")));
  await first.locator("input").fill(String(Number(exercises[0].answer) + 1));
  await first.locator("button").tap();
  await first.locator(".mistake").waitFor();
  await first.locator("input").fill(exercises[0].answer);
  await first.locator("button").tap();
  await first.locator(".fine").waitFor();
  await page.check("#solutions");
  await page.locator("#sheet pre").first().waitFor();
  assert.deepEqual(page.faults, []);
});

test("a position is solved by the definition, one step after the other", async () => {
  const page = await open(browser, server.url, "#/lectures?of=definition&position=nim:2,3");
  const { says } = ask("solve", "nim:2,3", "--by-definition");
  await page.locator("#steps li").first().waitFor();
  const seen = () => page.locator("#steps li:visible").count();
  assert.equal(await seen(), 1);
  await page.click("#one-step");
  assert.equal(await seen(), 2);
  await page.click("#all-steps");
  assert.equal(await seen(), says.length);
  const ways = await page.locator("#way option").count();
  assert.ok(ways >= 2);
  await page.selectOption("#way", "tree");
  await page.waitForFunction(() => location.hash.includes("way=tree"));
  assert.deepEqual(page.faults, []);
});
