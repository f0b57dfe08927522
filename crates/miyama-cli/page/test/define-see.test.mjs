// Define and See, as a person uses them.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browse, commandLine, open, serve } from "./miyama.mjs";

let server;
let browser;
before(async () => { [server, browser] = await Promise.all([serve(), browse()]); });
after(async () => { await browser.close(); server.stop(); });

const value = (page) => page.locator("#inspector .number");
const place = async (page) => (await page.locator("#inspector .mono").first().textContent()).replace(/[() ]/g, "");

test("a definition with a mistake is marked in place, corrected, and seen", async () => {
  const page = await open(browser, server.url, "#/define");
  const wrong = "(x, y) -> sym { (x-i, y) | 1 <= i @ x }";
  await page.fill("#game", wrong);
  await page.locator(".editor.wrong mark").waitFor();
  assert.equal(await page.locator(".editor mark").textContent(), "@");
  assert.equal(await page.getAttribute("#game", "aria-invalid"), "true");
  assert.match(await page.locator("#mistake").textContent(), /column 35/);
  await page.fill("#game", wrong.replace("@", "<="));
  await page.locator(".mistake .fine").waitFor();
  assert.equal(await page.locator(".editor mark").count(), 0);
  assert.match(await page.locator("#facts").textContent(), /x, y/);
  await page.click("text=See the table");
  await page.locator("#map").waitFor();
  await page.locator("#map").focus();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowUp", "Enter"]) await page.keyboard.press(key);
  await page.locator("#inspector .options .wins").waitFor();
  // Two heaps of Nim: the value is the nim-sum of 3 and 1.
  assert.equal(await place(page), "3,1");
  assert.equal(await value(page).textContent(), "2");
  assert.match(await page.locator(".options .wins").textContent(), /\(1,1\)/);
  assert.deepEqual(page.faults, []);
});

test("the list of games fills the box, and a copy can be edited", async () => {
  const page = await open(browser, server.url, "#/define");
  await page.fill("#filter", "twist");
  await page.locator(".games button", { hasText: /^twist/ }).click();
  assert.equal(await page.inputValue("#game"), "twist(3)");
  await page.locator("#facts", { hasText: "Triangular Nim" }).waitFor();
  await page.click("summary");
  await page.click("text=Edit a copy");
  assert.match(await page.inputValue("#game"), /^twist\(c\)/);
  await page.check("text=Misère: whoever cannot move wins");
  assert.match(page.url(), /misere=1/);
});

test("sources are named, in both languages", async () => {
  for (const [locale, named] of [["en-GB", /three-heap Nim \(002\) theorem 3/], ["ja-JP", /三山崩し（002） 定理 3/]]) {
    const page = await open(browser, server.url, "#/define?game=bounded(3)", { locale });
    await page.locator(".games button", { hasText: "bounded" }).filter({ hasText: named }).waitFor();
    await page.locator("#facts", { hasText: named }).waitFor();
    await page.goto(`${server.url}#/check`);
    await page.locator("#source option", { hasText: locale === "ja-JP" ? "三山崩し（002）" : "three-heap Nim (002)" }).waitFor({ state: "attached" });
    assert.deepEqual(page.faults, []);
  }
});

test("cells of the map are those of the command line", async () => {
  const page = await open(browser, server.url, "#/see?game=wythoff(2)&to=50");
  const table = JSON.parse(commandLine("table", "wythoff(2)", "--to", "50", "--format", "json")).values;
  const map = page.locator("#map");
  await map.waitFor();
  const box = await map.boundingBox();
  const seen = new Set();
  for (const [right, down] of [[0.5, 0.5], [0.35, 0.7], [0.6, 0.2], [0.65, 0.8]]) {
    await page.mouse.move(box.x + box.width * right, box.y + box.height * down);
    await page.locator("#inspector", { hasText: /Options|No option/ }).waitFor();
    const [x, y] = (await place(page)).split(",").map(Number);
    assert.equal(await value(page).textContent(), String(table[x][y]), `(${x}, ${y})`);
    if (x + y > 0) assert.ok(await page.locator(".options li").count() > 0);
    seen.add(`${x},${y}`);
  }
  assert.equal(seen.size, 4);
  assert.deepEqual(page.faults, []);
});

test("a click shows the options and the winning ones", async () => {
  const page = await open(browser, server.url, "#/see?game=wythoff&to=20&at=5,8");
  await page.locator(".options li").first().waitFor();
  const solved = JSON.parse(commandLine("solve", "wythoff:5,8", "--format", "json"));
  const wins = await page.locator(".options .wins").allTextContents();
  assert.equal(wins.length, solved.winning_moves.length);
  assert.equal(await page.locator(".options li").count(), 5 + 8 + 5);
});

test("2000 by 2000 positions are shown, zoomed and panned", async () => {
  const page = await open(browser, server.url, "#/see?game=wythoff&to=2000");
  await page.locator("#map").waitFor({ timeout: 60_000 });
  assert.match(await page.locator("main").textContent(), /2001 × 2001/);
  const before = page.url();
  const box = await page.locator("#map").boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.wheel(0, -1200);
  await page.waitForFunction((old) => location.href !== old, before);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 - 80, box.y + box.height / 2 + 60, { steps: 4 });
  await page.mouse.up();
  // The pair with difference 500 is P: 500φ rounded down, and 500 more.
  const pair = [809, 1309];
  await page.goto(`${server.url}#/see?game=wythoff&to=2000&at=${pair}`);
  await page.locator("#inspector .tag.p").waitFor({ timeout: 60_000 });
  assert.equal(await value(page).textContent(), "0");
  assert.deepEqual(page.faults, []);
});

test("a code has its sequence, period and certificate", async () => {
  const page = await open(browser, server.url, "#/see?game=0.77");
  await page.locator("#plot").waitFor();
  await page.locator("text=periodicity theorem").waitFor();
  assert.match(await page.locator("main").textContent(), /period 12 from 71, proven/);
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#certificate")]);
  assert.match(commandLine("verify", await download.path()), /0\.77/);
  await page.locator("#plot").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+ArrowRight");
  assert.equal(await value(page).textContent(), "2");
  assert.equal(await place(page), "10");
});

test("pictures and tables can be saved", async () => {
  const page = await open(browser, server.url, "#/see?game=yama&to=12");
  await page.locator("#map").waitFor();
  for (const [name, start] of [["PNG", "\u0089PNG"], ["SVG", "<svg"], ["CSV", "x,y,value"]]) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(`button:text-is("${name}")`)]);
    assert.equal(download.suggestedFilename(), `yama.${name.toLowerCase()}`);
    const chunks = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk);
    assert.ok(Buffer.concat(chunks).toString("latin1").includes(start), name);
  }
});

test("P-positions only, misère, three heaps and boards", async () => {
  const page = await open(browser, server.url, "#/see?game=nim&heaps=2&misere=1&to=9&at=1,1&kind=p");
  await page.locator("#inspector .tag.n").waitFor();
  await page.goto(`${server.url}#/see?game=nim&heaps=2&misere=1&to=8`);
  await page.waitForFunction(() => document.querySelector("#kind")?.value === "outcomes");
  await page.goto(`${server.url}#/see?game=three-heap-1&to=8&slice=3&at=1,2,3`);
  await page.locator("#inspector .number").waitFor();
  assert.equal(await page.locator("input[type=range]").inputValue(), "3");
  await page.goto(`${server.url}#/see?game=2d-nim`);
  await page.locator("tbody tr >> nth=3").waitFor();
  await page.selectOption("#convention", "1");
  await page.locator("#rectangles", { hasText: "Who wins" }).waitFor();
  await page.locator("tbody tr >> nth=3").waitFor();
  const shown = await page.locator("tbody tr >> nth=0").locator("td").allTextContents();
  const outcome = (width) => JSON.parse(commandLine("solve", `2d-nim:1x${width}`, "--misere", "--format", "json")).outcome;
  assert.deepEqual(shown, [1, 2, 3, 4, 5].map(outcome));
  await page.goto(`${server.url}#/see?game=domineering`);
  await page.locator("tbody td", { hasText: "+-1 (N)" }).first().waitFor();
  await page.goto(`${server.url}#/see?game=arc-kayles`);
  await page.locator("tbody tr", { hasText: "path(8)" }).waitFor();
  await page.goto(`${server.url}#/see?game=${encodeURIComponent("grid sym [..] -> [##]")}`);
  await page.locator("tbody tr >> nth=3").waitFor();
  assert.deepEqual(page.faults, []);
});

test("a long computation can be cancelled", async () => {
  const page = await open(browser, server.url, "#/see?game=three-heap-2&to=150");
  await page.click("button:text-is('Cancel')");
  await page.waitForFunction(async () => (await (await fetch("/api/load")).json()).running === 0);
  assert.deepEqual(page.faults, []);
});

test("the search for a period can be cancelled", async () => {
  const page = await open(browser, server.url, "#/define");
  await page.route("**/api/ask?*", (route) => (route.request().postDataJSON().ask === "period" ? undefined : route.fallback()));
  await page.goto(`${server.url}#/see?game=0.77`);
  await page.click("#period .waiting button");
  await page.locator("#period", { hasText: "Cancelled" }).waitFor();
  assert.deepEqual(page.faults, []);
});

test("too much is refused with the reason", async () => {
  const page = await open(browser, server.url, "#/see?game=wythoff&to=900000");
  await page.locator(".notice").waitFor();
  assert.match(await page.locator(".notice").textContent(), /GiB|MiB/);
});

/** How many pixels of the map have the colour of the proved set. */
const rings = (page) => page.locator("#map").evaluate((map) => {
  const canvas = map.matches("canvas") ? map : map.querySelector("canvas");
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  let count = 0;
  for (let at = 0; at < data.length; at += 4) {
    if (data[at] === 242 && data[at + 1] === 142 && data[at + 2] === 43) count++;
  }
  return count;
});

test("a theorem is found, proved and drawn over the table", async () => {
  const page = await open(browser, server.url, "#/see?game=wythoff&to=12");
  await page.locator("#map").waitFor();
  assert.equal(await rings(page), 0);
  await page.click("#prove");
  await page.locator("#theorem .tag.proved").waitFor();
  const said = JSON.parse(commandLine("theorem", "wythoff", "--format", "json"));
  const shown = await page.locator("#theorem").textContent();
  assert.ok(shown.includes(said.statement) && shown.includes(said.facts[0].says), shown);
  await page.locator("#theorem img").waitFor();
  assert.match(await page.locator("#theorem img").getAttribute("alt"), new RegExp(`\\b${said.states}\\b`));
  assert.ok(await rings(page) > 100, "the set is drawn");
  await page.uncheck("#overlay");
  assert.equal(await rings(page), 0);
  await page.check("#overlay");
  assert.ok(await rings(page) > 100, "the set is drawn again");
  assert.deepEqual(page.faults, []);
});

test("what cannot be proved is not called a theorem", async () => {
  const page = await open(browser, server.url, `#/see?game=${encodeURIComponent("(x, y) -> sym { (x-i*i, y) | 1 <= i }")}&to=12`);
  await page.locator("#prove").click();
  await page.locator("#theorem .tag.open, #theorem .notice").waitFor();
  assert.equal(await page.locator("#theorem .tag.proved").count(), 0);
  assert.equal(await page.locator("#overlay").count(), 0);
  assert.deepEqual(page.faults, []);
});
