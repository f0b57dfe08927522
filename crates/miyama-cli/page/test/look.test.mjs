// What a teacher sees: definitions that fit, stones of a good size, tours that answer.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browse, commandLine, open, serve } from "./miyama.mjs";

let server;
let browser;
before(async () => { [server, browser] = await Promise.all([serve(), browse()]); });
after(async () => { await browser.close(); server.stop(); });

const LAPTOP = { viewport: { width: 1366, height: 768 } };

test("a long definition breaks into lines beside the map", async () => {
  const page = await open(browser, server.url, "#/see?game=geometric(2)&to=20", LAPTOP);
  const rule = page.locator(".rule .mathematics");
  await rule.waitFor();
  assert.match(await rule.textContent(), /^geometric\(d\).*d⋅i−2\}$|^geometric\(d\)/);
  assert.ok(await rule.evaluate((node) => node.scrollWidth <= node.clientWidth));
  assert.match(await page.textContent(".rule"), /d = 2/);
});

test("a rule says what its letters stand for", async () => {
  const page = await open(browser, server.url, "#/play?game=triangular", LAPTOP);
  await page.locator("#rule", { hasText: "(a = 2, b = 1)" }).waitFor();
  await page.goto(`${server.url}#/play?game=triangular(3)`);
  await page.locator("#rule", { hasText: "(a = 3, b = 1)" }).waitFor();
});

test("stones are as large as the table lets them be, and stay so", async () => {
  const page = await open(browser, server.url, "#/play?game=nim&at=3,5,7&first=two", LAPTOP);
  const stone = page.locator("#table .stone").first();
  await stone.waitFor();
  const wide = (await stone.boundingBox()).width;
  assert.ok(wide > 50, String(wide));
  await page.fill("#typed", "4 from 3");
  await page.keyboard.press("Enter");
  await page.locator(".moves li:nth-child(2)").waitFor();
  assert.equal((await stone.boundingBox()).width, wide);
  // A single board has no number before it.
  await page.goto(`${server.url}#/play?game=2d-nim&at=3x4`);
  await page.locator("#table .grid .stone").first().waitFor();
  assert.equal(await page.locator("#table .name").isVisible(), false);
});

test("a tour answers its commands, draws its figures and its games", async () => {
  const page = await open(browser, server.url, "#/lectures?document=003&step=3.1");
  const answer = page.locator(".commands li", { hasText: "table yama --to 8" }).locator("pre");
  await answer.waitFor();
  assert.equal((await answer.textContent()).trim(), commandLine("table", "yama", "--to", "8", "--lang", "en").trim());
  await page.locator(".live .glimpse canvas").waitFor();
  await page.goto(`${server.url}#/lectures?document=000&step=5.2`);
  await page.locator(".commands .drawn img").waitFor();
  assert.ok(await page.locator(".commands .drawn img").evaluate((image) => image.decode().then(() => image.naturalWidth > 100)));
  assert.deepEqual(page.faults, []);
});

test("what is pasted as a definition in a tour is played as one", async () => {
  const page = await open(browser, server.url, "#/lectures?document=000&step=7.1");
  await page.locator(".live a", { hasText: "Play" }).click();
  await page.locator("#table .stone").first().waitFor();
  assert.deepEqual(page.faults, []);
});

test("maps of outcomes are dark in the dark theme", async () => {
  const page = await open(browser, server.url, "#/see?game=nim&heaps=2&to=9&kind=p", { ...LAPTOP, colorScheme: "dark" });
  await page.locator("#map").waitFor();
  const brightness = () => page.locator("#map").evaluate((canvas) => {
    const greens = [...canvas.getContext("2d").getImageData(canvas.width / 2 - 150, canvas.height / 2 - 150, 300, 300).data].filter((_, i) => i % 4 === 1);
    return greens.sort((a, b) => a - b)[greens.length / 2];
  });
  await page.waitForTimeout(300);
  assert.ok(await brightness() < 100);
  await page.keyboard.press("d");
  await page.waitForTimeout(100);
  assert.ok(await brightness() > 200);
});

test("where moves are forbidden, the machine says what it forbids and a person is asked", async () => {
  const page = await open(browser, server.url, "#/play?game=blocking-nim&at=3,4,5", LAPTOP);
  await page.locator("#barred", { hasText: "Forbidden here: (" }).waitFor();
  const forbidden = /\(([\d,]+)\)/.exec(await page.textContent("#barred"))[1];
  await page.fill("#typed", forbidden);
  await page.keyboard.press("Enter");
  await page.locator("#told", { hasText: "forbidden" }).waitFor();
  await page.fill("#typed", "3,4,1");
  await page.keyboard.press("Enter");
  await page.locator("#forbid-done").waitFor();
  assert.equal(await page.locator("[data-forbid]").count(), 3 + 4 + 1);
  // At most one: the second takes the place of the first.
  const best = commandLine("reply", "blocking-nim:3,4,1", "--format", "json");
  const barred = JSON.parse(best).forbidden;
  await page.locator("[data-forbid]").first().click();
  await page.locator("[data-forbid]").last().click();
  assert.equal(await page.locator("[data-forbid][aria-pressed=true]").count(), 1);
  const last = await page.locator("[data-forbid][aria-pressed=true]").getAttribute("data-forbid");
  assert.equal(barred.length, 1);
  await page.click("#forbid-done");
  await page.locator(".moves li:nth-child(3)").waitFor();
  assert.ok(!page.url().endsWith(last.split(":")[1]));
  // The line is legal, whatever was forbidden.
  await page.reload();
  await page.locator(".moves li:nth-child(3)").waitFor();
  assert.equal(await page.locator("#told .notice").count(), 0);
  assert.deepEqual(page.faults, []);
});
