// The book in a browser: every chapter, both languages and themes, a phone, the search.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { browse, open, serve } from "./miyama.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let server;
let browser;
before(async () => { [server, browser] = await Promise.all([serve(), browse()]); });
after(async () => { await browser.close(); server.stop(); });

/** The addresses of all chapters in a language. */
const chapters = (page) => page.locator("#contents > ul > li > a").evaluateAll((links) => links.map((link) => /** @type {HTMLAnchorElement} */ (link).href));

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  for (const lang of ["en", "ja"]) {
    test(`every chapter reads well: ${lang}, ${colorScheme}`, async () => {
      const page = await open(browser, server.url, `book/${lang}/start.html`, { colorScheme });
      const all = await chapters(page);
      assert.ok(all.length >= 12);
      for (const address of all) {
        await page.goto(address);
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => window.axe.run());
        const told = violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).slice(0, 3).join(" | ")}`);
        assert.deepEqual(told, [], address);
        // Links within the chapter lead to something, and pictures are there.
        const broken = await page.evaluate(() => [
          ...[...document.querySelectorAll("a[href^='#']")].filter((a) => !document.getElementById(decodeURIComponent(a.getAttribute("href").slice(1)))).map((a) => a.outerHTML),
          ...[...document.images].filter((image) => !image.naturalWidth).map((image) => image.src),
        ]);
        assert.deepEqual(broken, [], address);
      }
      assert.deepEqual(page.faults, []);
    });
  }
}

test("titles are found, and the keyboard is enough", async () => {
  const page = await open(browser, server.url, "book/en/start.html");
  await page.keyboard.press("/");
  await page.keyboard.type("wythoff toler");
  await page.locator("#found li:visible").first().waitFor();
  assert.equal(await page.locator("#found li:visible").count(), 1);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL(/heaps\.html#wythoffs-game-with-a-tolerance/);
  await page.keyboard.press("/");
  await page.keyboard.type("zzz");
  await page.locator("#none", { hasText: "0" }).waitFor();
  await page.keyboard.press("Escape");
  assert.ok(await page.locator("#contents").isVisible());
});

test("the book speaks the reader's language and changes it in place", async () => {
  const page = await open(browser, server.url, "book", { locale: "ja-JP" });
  assert.equal(await page.getAttribute("html", "lang"), "ja");
  await page.goto(`${server.url}book/ja/heaps.html`);
  await page.click("header a[hreflang=en]");
  await page.waitForURL(/book\/en\/heaps\.html/);
});

test("a phone shows the chapter first and never scrolls sideways", async () => {
  const page = await open(browser, server.url, "book/en/heaps.html", { viewport: { width: 375, height: 740 } });
  for (const address of await chapters(page)) {
    await page.goto(address);
    assert.ok(!await page.locator("#contents > ul").isVisible());
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), address);
  }
});
