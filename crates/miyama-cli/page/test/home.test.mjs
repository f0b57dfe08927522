// The first view: what it shows, how soon, and where it leads.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browse, open, serve } from "./miyama.mjs";

let server;
let browser;
before(async () => { [server, browser] = await Promise.all([serve(), browse()]); });
after(async () => { await browser.close(); server.stop(); });

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** How many pixels of each picture are drawn. */
const drawn = (page) => page.locator(".tile canvas").evaluateAll((all) => all.map((canvas) => {
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  return data.filter((_, i) => i % 4 === 3 && data[i] > 0).length;
}));

test("the pictures are there without any question to the server, whole at 1366 by 768", async () => {
  const page = await open(browser, "about:blank", "", { viewport: { width: 1366, height: 768 } });
  let asked = 0;
  await page.route("**/api/ask*", () => { asked += 1; });
  await page.goto(server.url);
  await page.locator(".tile >> nth=9").waitFor();
  await page.waitForFunction(() => [...document.querySelectorAll(".tile canvas")].every((canvas) => canvas.width > 100));
  assert.ok((await drawn(page)).every((pixels) => pixels > 1000), "every picture is drawn");
  assert.equal(asked, 0);
  const bottom = await page.locator(".tile >> nth=9").evaluate((tile) => tile.getBoundingClientRect().bottom);
  assert.ok(bottom <= 768, `the gallery ends at ${bottom}`);
});

test("less than 150 kB come over the line, all of them from here", async (t) => {
  const page = await open(browser, server.url);
  await page.locator(".tile >> nth=9").waitFor();
  const bytes = () => page.evaluate(() => performance.getEntriesByType("resource").reduce((sum, one) => sum + one.transferSize, 0) + performance.getEntriesByType("navigation")[0].transferSize);
  const first = await bytes();
  const views = {
    see: "#map", play: "#table button", check: "#formula", define: "textarea", "explore?of=value": ".drawn img", "explore?of=word": ".letter",
    "explore?of=bricks": "#building", "explore?of=record": ".diagram", "lectures?of=sheet": "#sheet form", "lectures?of=definition": "#blackboard svg",
  };
  for (const [view, shown] of Object.entries(views)) {
    await page.goto(`${server.url}#/${view}`);
    await page.locator(shown).first().waitFor();
  }
  const all = await page.evaluate(() => performance.getEntriesByType("resource").filter((one) => !one.name.includes("/api/ask")).reduce((sum, one) => sum + one.transferSize, 0));
  const painted = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
  t.diagnostic(`first view ${Math.round(first / 1000)} kB, all views ${Math.round(all / 1000)} kB, first paint after ${Math.round(painted)} ms`);
  assert.ok(first > 10_000 && all < 150_000, `${all} bytes`);
  assert.deepEqual(page.faults, []);
});

test("each link of a picture leads to an answer", async () => {
  const page = await open(browser, server.url);
  await page.locator(".tile >> nth=9").waitFor();
  const links = await page.locator(".tile a").evaluateAll((all) => [...new Set(all.map((a) => a.getAttribute("href")))]);
  assert.ok(links.length >= 24, links.join(" "));
  const ready = { see: "#map, #plot, tbody td", play: "#table button", check: "[data-claim]", define: "#facts .mathematics", explore: ".drawn img, .letter, #building" };
  for (const link of links) {
    await page.goto(server.url + link);
    await page.locator(ready[link.slice(2).split("?")[0]]).first().waitFor({ timeout: 40_000 });
    assert.equal(await page.locator(".notice, .mistake").filter({ hasText: "✕" }).count(), 0, link);
  }
  assert.deepEqual(page.faults, []);
});

test("a theorem is one click away", async () => {
  const page = await open(browser, server.url);
  await page.locator(".tile >> nth=1").locator("text=Theorem").click();
  await page.locator("#theorem .tag").waitFor({ timeout: 40_000 });
  assert.equal(await page.locator("#theorem .tag.proved").count(), 1);
});

test("by keyboard, and by finger on a phone", async () => {
  const page = await open(browser, server.url);
  await page.locator("#ask").focus();
  await page.keyboard.type("euclid");
  await page.keyboard.press("Enter");
  await page.locator("#map").waitFor();
  assert.match(page.url(), /game=euclid/);
  const phone = await open(browser, server.url, "", PHONE);
  await phone.locator(".tile >> nth=4").tap();
  await phone.locator("tbody td").first().waitFor();
  assert.match(phone.url(), /see\?game=2d-nim/);
  assert.deepEqual([...page.faults, ...phone.faults], []);
});
