// See and Play beyond the first look: lines, level sets, formulas, exports; the queen, colours,
// what is hidden, analysis, replay and the link.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browse, commandLine, open, serve } from "./miyama.mjs";

let server;
let browser;
before(async () => { [server, browser] = await Promise.all([serve(), browse()]); });
after(async () => { await browser.close(); server.stop(); });

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const ready = (page) => page.waitForFunction(() => (document.querySelector("#turn")?.textContent ?? "").endsWith("."));
async function saved(page, kind) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(`[data-save=${kind}]`)]);
  const chunks = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  return Buffer.concat(chunks).toString("latin1");
}

test("from click to answer", async (t) => {
  const page = await open(browser, server.url, "#/see?game=nim&heaps=2&to=2000");
  await page.locator("#map").waitFor({ timeout: 120_000 });
  const box = await page.locator("#map").boundingBox();
  for (const [right, down] of [[0.4, 0.5], [0.5, 0.4], [0.6, 0.3], [0.45, 0.6], [0.55, 0.2]]) {
    const old = page.url();
    await page.mouse.click(box.x + box.width * right, box.y + box.height * down);
    await page.waitForFunction((before) => location.href !== before, old);
    await page.locator("#inspector .options li").first().waitFor();
  }
  const times = async (name, count) => {
    await page.waitForFunction(([of, least]) => performance.getEntriesByName(of).length >= least, [name, count]);
    return page.evaluate((of) => performance.getEntriesByName(of).map((one) => Math.round(one.duration)).join(", "), name);
  };
  t.diagnostic(`2001 × 2001 positions, from click to drawn answer: ${await times("click to answer", 5)} ms; with the options, which the server lists: ${await times("click to options", 5)} ms`);
  // Who wins is known without the server.
  let asked = 0;
  await page.route("**/api/ask*", () => { asked += 1; });
  await page.mouse.click(box.x + box.width * 0.5, box.y + box.height * 0.7);
  await page.locator("#inspector .tag").waitFor();
  await page.waitForFunction(() => /at=\d+,\d+/.test(location.hash));
  const [, x, y] = /at=(\d+),(\d+)/.exec(page.url()).map(Number);
  assert.equal(await page.locator("#inspector .number").textContent(), String(x ^ y));
  assert.ok(asked > 0, "the moves were asked for");
  assert.deepEqual(page.faults, []);
});

test("options are those of the command line, whichever way the axes run", async () => {
  const page = await open(browser, server.url, "#/see?game=triangular&to=20&at=9,4");
  await page.locator(".options li").first().waitFor();
  const solved = JSON.parse(commandLine("solve", "triangular:9,4", "--format", "json"));
  const wins = async () => (await page.locator(".options .wins").allTextContents()).map((text) => /\(([\d,]+)\)/.exec(text)[1]).sort();
  assert.deepEqual(await wins(), solved.winning_moves.map((move) => move.split(":")[1]).sort());
  await page.click("#axes");
  await page.locator("#axes[aria-label*=pictures]").waitFor();
  await page.locator(".options li").first().waitFor();
  assert.equal(await page.locator("#inspector .mono").first().textContent(), "(9, 4)");
  // x runs down now: the key that goes down makes the first heap larger.
  await page.locator("#map").focus();
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.locator("#inspector .mono").first().textContent(), "(10, 4)");
  await page.reload();
  await page.locator("#map").waitFor();
  assert.match(await page.getAttribute("#axes", "aria-label"), /pictures/);
});

test("lines, level sets, lists of P-positions and a domain", async () => {
  const page = await open(browser, server.url, "#/see?game=subtraction({1,2})&heaps=2&to=30&at=4,0");
  await page.locator(".options li").first().waitFor();
  await page.click("#lines summary");
  await page.locator(".sequence").first().waitFor();
  assert.match(await page.locator(".sequence").first().textContent(), /period 3 from term 0/);
  await page.click("#p-list summary");
  const table = JSON.parse(commandLine("table", "subtraction({1,2})", "--heaps", "2", "--to", "30", "--format", "json")).values;
  const zeros = table.flat().filter((value) => value === 0).length;
  await page.locator("#p-list", { hasText: new RegExp(`^P-positions as a list${zeros} positions`) }).waitFor();
  await page.selectOption("#kind", "level");
  await page.fill("#level-of", "2");
  await page.locator("#level-of").blur();
  await page.locator(".bar", { hasText: "value 2" }).waitFor();
  await page.click("#p-list summary");
  const twos = table.flat().filter((value) => value === 2).length;
  await page.locator("#p-list", { hasText: `${twos} positions of value 2` }).waitFor();
  assert.deepEqual(page.faults, []);
});

test("a formula laid over the table shows where it agrees and where it differs", async () => {
  const page = await open(browser, server.url, "#/see?game=wythoff&to=12&over=x+%3D+y");
  await page.locator("#overlay-verdict .tag.refuted").waitFor();
  const colours = () => page.locator("#map").evaluate((canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const seen = { both: 0, claimed: 0, missed: 0 };
    for (let i = 0; i < data.length; i += 4) {
      if (data[i] === 42 && data[i + 1] === 157 && data[i + 2] === 74) seen.both++;
      if (data[i] === 242 && data[i + 1] === 142 && data[i + 2] === 43) seen.claimed++;
      if (data[i] === 194 && data[i + 1] === 24 && data[i + 2] === 91) seen.missed++;
    }
    return seen;
  });
  const seen = await colours();
  assert.ok(seen.both > 20 && seen.claimed > 100 && seen.missed > 100, JSON.stringify(seen));
  await page.click("text=Go there");
  assert.equal(await page.locator("#inspector .mono").first().textContent(), "(1, 1)");
  await page.goto(`${server.url}#/see?game=nim&heaps=2&to=12&over=x+%3D+y`);
  await page.locator("#overlay-verdict .tag.proved, #overlay-verdict .tag.holds").waitFor();
  const agreed = await colours();
  assert.ok(agreed.both > 100 && agreed.missed === 0, JSON.stringify(agreed));
  assert.deepEqual(page.faults, []);
});

test("what is seen is saved, with the options that are marked", async () => {
  const page = await open(browser, server.url, "#/see?game=wythoff&to=8&at=3,4");
  await page.locator(".options .wins").first().waitFor();
  const csv = await saved(page, "csv");
  assert.match(csv, /^x,y,value,mark/);
  assert.match(csv, /\n1,2,0,winning option\n/);
  assert.match(csv, /\n3,4,2,position\n/);
  assert.equal(csv.trim().split("\n").length, 82);
  const svg = await saved(page, "svg");
  // The winning options are boxes in red, three pixels wide.
  assert.equal(svg.match(/stroke="#d62728" stroke-width="3"/g).length, csv.match(/winning option/g).length);
  const tikz = await saved(page, "tex");
  assert.match(tikz, /\\begin\{tikzpicture\}[^]*rectangle[^]*\\end\{tikzpicture\}/);
  assert.equal((await saved(page, "png")).slice(1, 4), "PNG");
});

test("values are hidden unless asked for; moves are coloured on request", async () => {
  const page = await open(browser, server.url, "#/play?game=nim&at=1,2&first=two");
  await ready(page);
  assert.equal(await page.locator(".moves .tag, .good, .bad").count(), 0);
  assert.match(await page.textContent("#rule"), /Take one or more stones/);
  await page.click("#show-values");
  await page.locator(".moves .tag").waitFor();
  await page.click("#colour-moves");
  const moves = await page.locator("#candidates button").allTextContents();
  assert.deepEqual(moves.filter((text) => text.startsWith("✓")), ["✓ 1 from 2"]);
  assert.equal(moves.length, 3);
  await page.locator("#candidates button", { hasText: "1 from 2" }).click();
  await page.click("#make");
  await page.waitForFunction(() => document.querySelectorAll(".stone").length === 2);
  assert.deepEqual(page.faults, []);
});

test("the queen goes by mouse, by keys and by finger", async () => {
  const page = await open(browser, server.url, "#/play?game=wythoff&at=4,6&first=two&board=1");
  await ready(page);
  assert.equal(await page.textContent(".square.here"), "♛");
  assert.equal(await page.locator(".square.reached").count(), 4 + 6 + 4);
  await page.click("[data-square='2,4']");
  await page.click("#make");
  await page.locator(".square.here[data-square='2,4']").waitFor();
  await page.locator("#main").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await page.keyboard.press("m");
  await page.locator("#turn", { hasText: /first|wins/ }).waitFor();
  const phone = await open(browser, server.url, `#/play?${new URLSearchParams({ game: "(x, y) -> sym { (x-i, y) | 1 <= i }", at: "3,5", first: "two", board: "1" })}`, PHONE);
  await ready(phone);
  assert.equal(await phone.textContent(".square.here"), "♜");
  await phone.tap("[data-square='3,3']");
  await phone.tap("#make");
  await phone.locator(".square.here[data-square='3,3']").waitFor();
  assert.deepEqual([...page.faults, ...phone.faults], []);
});

test("a game that is over is judged, played again, and shared", async () => {
  // nim:1,2 is won by leaving 1,1; leaving 1,0 loses at once.
  const page = await open(browser, server.url, "#/play?game=nim&at=1,2&first=two&line=nim:1,0;nim:0,0", { permissions: ["clipboard-read", "clipboard-write"] });
  await page.locator("#analysis").waitFor();
  assert.match(await page.textContent("#analysis"), /Move 1, 2 from 2, gave the win away; 1 from 2/);
  assert.equal(await page.textContent(".moves li:nth-child(2) .mark"), "?");
  assert.equal(await page.textContent(".moves li:nth-child(3) .mark"), "!");
  assert.equal(await page.locator(".felt.won").count(), 1);
  await page.click("#share");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
  await page.click("#replay");
  await page.locator("#replay", { hasText: "Stop" }).waitFor();
  await page.locator("#replay", { hasText: "Replay" }).waitFor();
  assert.equal(await page.locator(".moves [aria-current=step] span").first().textContent(), "2");
  // In misère play the same line is another story: who takes the last stone loses.
  await page.goto(`${server.url}#/play?game=nim&at=1,2&first=two&misere=1&line=nim:1,0;nim:0,0`);
  await page.locator("#analysis", { hasText: "No mistake" }).waitFor();
  assert.deepEqual(page.faults, []);
});

test("claims are found by word, document and verdict; formulas for values and regions", async () => {
  const page = await open(browser, server.url, "#/check?find=thue");
  await page.locator("[data-claim]").first().waitFor();
  const all = JSON.parse(commandLine("check", "--list", "--format", "json")).claims;
  const shown = () => page.locator("[data-claim]").evaluateAll((nodes) => nodes.map((node) => node.dataset.claim));
  const has = (word) => all.filter((claim) => `${claim.id} ${claim.statement} ${claim.document}`.toLowerCase().includes(word)).map((claim) => claim.id);
  assert.deepEqual(await shown(), has("thue"));
  await page.locator("h3", { hasText: "Theorem 36" }).waitFor();
  await page.fill("#find", "");
  await page.selectOption("#verdict-filter", "refuted");
  await page.selectOption("#source", "003");
  await page.waitForFunction((count) => document.querySelectorAll("[data-claim]").length === count, all.filter((claim) => claim.source === "003" && claim.expected === "refuted").length);
  await page.goto(`${server.url}#/check?game=nim&to=20,20&of=values&formula=x+xor+y`);
  await page.locator("#verdict .tag.proved, #verdict .tag.holds").waitFor();
  await page.goto(`${server.url}#/check?game=nim&to=20,20&of=values&formula=x+%2B+y`);
  await page.locator("#verdict .tag.refuted").waitFor();
  assert.match(await page.textContent("#verdict"), /\(1, 1\)/);
  await page.locator("#map").waitFor();
  await page.goto(`${server.url}#/check?game=nim&to=20,20&of=values&formula=x+%2B+y&for=y+%3D+0`);
  await page.locator("#verdict .tag.proved, #verdict .tag.holds").waitFor();
  assert.deepEqual(page.faults, []);
});
