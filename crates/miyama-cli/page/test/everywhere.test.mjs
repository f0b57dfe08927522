// What holds on every view: links, languages, themes, phones, accessibility.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { browse, open, serve } from "./miyama.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const VIEWS = {
  home: "#/",
  tour: "#/lectures",
  sheet: "#/lectures?of=sheet",
  definition: "#/lectures?of=definition&position=nim:2,3&way=tree&frame=5",
  filled: "#/lectures?of=definition&position=nim:4,5&way=table&frame=9",
  sieve: "#/lectures?of=definition&position=nim:2,3,4&way=sieve&frame=4",
  columns: "#/lectures?of=definition&position=nim:3,5,7&way=columns&frame=9",
  replies: "#/lectures?of=definition&position=2d-nim:2x3&way=replies&frame=4",
  cases: "#/lectures?of=definition&position=wythoff:4,6&way=wythoff&frame=4",
  boards: "#/see?game=domineering&at=2x2",
  queen: "#/play?game=wythoff&at=4,6&board=1&colours=1&values=1",
  value: "#/explore?of=value",
  word: "#/explore?of=word",
  bricks: "#/explore?of=bricks&bricks=2",
  record: "#/explore?of=record",
  define: "#/define?game=(x)+->+%7B+(x-j)+%7D",
  see: "#/see?game=wythoff&to=20&at=5,8",
  sequence: "#/see?game=kayles&at=9",
  play: "#/play?game=nim&at=3,5,7&line=nim:3,5,6&first=two&values=1",
  board: "#/play?game=2d-nim&at=2x3",
  check: "#/check?game=wythoff&formula=x+%3D+y",
};
/** What shows that a view has got its answers. */
const READY = {
  tour: "#step h2", sheet: "#sheet form", definition: "#blackboard .worth", filled: "#blackboard .used", sieve: "#blackboard .good", columns: "#blackboard .left-over", replies: "#blackboard .changed", cases: "#blackboard .arrow", home: ".tile >> nth=9", boards: ".small-board .stone", queen: ".square.good", value: ".drawn img", word: "[data-factor]", bricks: "#bricks-count .number", record: ".diagram",
  define: ".editor.wrong mark", see: ".options .wins", sequence: "#period-title ~ div pre", play: ".moves li:nth-child(2) .tag",
  board: ".grid .stone", check: "#verdict .tag",
};

let server;
let browser;
before(async () => { [server, browser] = await Promise.all([serve(), browse()]); });
after(async () => { await browser.close(); server.stop(); });

for (const [theme, locale] of [["light", "en-GB"], ["dark", "en-GB"], ["light", "ja-JP"], ["dark", "ja-JP"]]) {
  test(`no violation of accessibility in the ${theme} theme, ${locale}`, async () => {
    const page = await open(browser, server.url, "", { colorScheme: theme, locale });
    for (const [name, hash] of Object.entries(VIEWS)) {
      await page.goto(server.url + hash);
      await page.locator(READY[name]).first().waitFor();
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run());
      const told = violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).slice(0, 3).join(" | ")}`);
      assert.deepEqual(told, [], `${name} ${theme}`);
    }
    assert.deepEqual(page.faults, []);
  });
}

test("the page speaks Japanese to a Japanese browser, and on request", async () => {
  const page = await open(browser, server.url, "#/play", { locale: "ja-JP" });
  await page.locator("h1").waitFor();
  assert.equal(await page.textContent("nav [data-view=play]"), "対局");
  assert.equal(await page.getAttribute("html", "lang"), "ja");
  await page.click("#language");
  await page.waitForFunction(() => document.documentElement.lang === "en");
  assert.equal(await page.textContent("nav [data-view=play]"), "Play");
  await page.reload();
  await page.locator("h1").waitFor();
  assert.equal(await page.getAttribute("html", "lang"), "en");
});

test("the texts of answers change with the language", async () => {
  const page = await open(browser, server.url, VIEWS.define);
  await page.locator("#mistake", { hasText: "column" }).waitFor();
  await page.click("#language");
  await page.locator("#mistake", { hasText: "文字目" }).waitFor();
});

test("a link holds the whole state", async () => {
  const page = await open(browser, server.url, "#/see?game=yama&to=30&at=4,9");
  await page.locator(".options li").first().waitFor();
  await page.locator("#map").focus();
  await page.keyboard.press("+");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => location.hash.includes("cell=") && location.hash.includes("at=4,10"));
  await page.waitForTimeout(400);
  const link = page.url();
  const box = await page.locator("#map").boundingBox();
  const under = async (one) => {
    await one.mouse.move(box.x + box.width * 0.7, box.y + box.height * 0.3);
    await one.locator("#inspector", { hasText: /Options|No option/ }).waitFor();
    return one.locator("#inspector .mono").first().textContent();
  };
  const other = await open(browser, link);
  await other.locator(".options li").first().waitFor();
  assert.match(await other.locator("#inspector").textContent(), /\(4, 10\)/);
  assert.equal(other.url(), link);
  // The same zoom: the same cell lies under the same place.
  assert.equal(await under(other), await under(page));
  await page.goto(`${server.url}#/play?game=nim&at=3,5,7&line=nim:3,5,6;nim:3,3,6`);
  await page.locator(".moves li >> nth=2").waitFor();
  const again = await open(browser, page.url());
  await again.locator(".moves li >> nth=2").waitFor();
  assert.equal(await again.locator(".stones >> nth=1").locator(".stone:not(.ghost)").count(), 3);
});

test("the other views keep the game", async () => {
  const page = await open(browser, server.url, "#/see?game=triangular&misere=1");
  await page.locator("#map").waitFor();
  await page.click("[data-view=play]");
  await page.locator("#table .stone").first().waitFor();
  assert.equal(await page.inputValue("#game"), "triangular");
  assert.match(page.url(), /misere=1/);
});

test("the page is there before any answer", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.route("**/api/ask*", () => {});
  await page.goto(`${server.url}#/see?game=wythoff`);
  await page.locator("h1").waitFor();
  assert.ok(await page.locator("#game").isVisible());
  assert.ok(await page.locator("progress").isVisible());
});

test("keys go everywhere, and ? lists them", async () => {
  const page = await open(browser, server.url, "#/define");
  await page.locator("h1").waitFor();
  await page.locator("#main").focus();
  await page.keyboard.press("1");
  await page.locator("#map").waitFor();
  await page.keyboard.press("?");
  assert.match(await page.textContent("#help"), /P-positions only/);
  await page.keyboard.press("Escape");
  await page.keyboard.press("d");
  assert.equal(await page.getAttribute("html", "data-theme"), "dark");
  await page.keyboard.press("3");
  await page.locator("#formula").waitFor();
});

test("nothing is wider than a phone", async () => {
  const page = await open(browser, server.url, "", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  // A phone shows all of a page that is too wide, smaller: `innerWidth` grows with it.
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
  for (const [name, hash] of Object.entries(VIEWS)) {
    await page.goto(server.url + hash);
    await page.locator(READY[name]).first().waitFor();
    assert.equal(await wide(), 390, name);
  }
  // An automaton has a size of its own.
  await page.goto(`${server.url}#/see?game=wythoff&to=12`);
  await page.tap("#prove");
  await page.locator("#theorem img").waitFor();
  await page.waitForFunction(() => document.querySelector("#theorem img").complete);
  assert.equal(await wide(), 390, "theorem");
  assert.deepEqual(page.faults, []);
});
