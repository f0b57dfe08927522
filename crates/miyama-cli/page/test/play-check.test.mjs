// Play and Check, by mouse and by keyboard.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browse, commandLine, open, serve } from "./miyama.mjs";

let server;
let browser;
before(async () => { [server, browser] = await Promise.all([serve(), browse()]); });
after(async () => { await browser.close(); server.stop(); });

const turn = (page) => page.textContent("#turn");
const ready = (page) => page.waitForFunction(() => (document.querySelector("#turn")?.textContent ?? "").endsWith("."));
const heaps = (page) => page.locator("#table .name").allTextContents().then((all) => all.map((text) => Number(text.split(" ").at(-1))));
const solved = (position, ...more) => JSON.parse(commandLine("solve", position, "--format", "json", ...more));

/** A heap in which the wanted position differs, and how many stones remain there. */
function difference(from, to) {
  const heap = from.findIndex((n, i) => n !== to[i]);
  return [heap, to[heap]];
}

test("nim:3,5,7 is won by mouse, as theory says", async () => {
  const page = await open(browser, server.url, "#/play?game=nim&at=3,5,7");
  await ready(page);
  for (let move = 0; move < 15 && !/win/.test(await turn(page)); move++) {
    const now = await heaps(page);
    const goal = solved(`nim:${now}`).winning_moves[0];
    const [heap, rest] = difference(now, goal.slice(4).split(",").map(Number));
    const hash = await page.evaluate(() => location.hash);
    await page.locator(".stones").nth(heap).locator(".stone").nth(rest).click();
    await page.click("#make");
    await page.waitForFunction((old) => location.hash !== old, hash);
    await ready(page);
  }
  assert.equal(await turn(page), "You win.");
  assert.deepEqual(page.faults, []);
});

test("nim:3,5,7 is lost by keyboard when the machine begins", async () => {
  const page = await open(browser, server.url, "#/play?game=nim&at=3,5,7&first=machine");
  await ready(page);
  await page.locator("#main").focus();
  for (let move = 0; move < 15 && !/wins/.test(await turn(page)); move++) {
    const hash = await page.evaluate(() => location.hash);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Space");
    await page.keyboard.press("m");
    await page.waitForFunction((old) => location.hash !== old, hash);
    await ready(page);
  }
  assert.equal(await turn(page), "The machine wins.");
  assert.deepEqual(page.faults, []);
});

test("misère Nim is won with typed moves", async () => {
  const page = await open(browser, server.url, "#/play?game=nim&at=1,2,3,4&misere=1");
  await ready(page);
  for (let move = 0; move < 12 && !/wins?\./.test(await turn(page)); move++) {
    const now = await heaps(page);
    const goal = solved(`nim:${now}`, "--misere").winning_moves[0];
    const [heap, rest] = difference(now, goal.slice(4).split(",").map(Number));
    const hash = await page.evaluate(() => location.hash);
    await page.fill("#typed", `${now[heap] - rest} from ${heap + 1}`);
    await page.keyboard.press("Enter");
    await page.waitForFunction((old) => location.hash !== old, hash);
    await ready(page);
  }
  assert.equal(await turn(page), "You win.");
});

test("hint, why, undo, redo, and the list of moves with values", async () => {
  const page = await open(browser, server.url, "#/play?game=nim&at=3,5,7&first=two&values=1");
  await ready(page);
  await page.click("#hint");
  assert.match(await page.textContent("#told"), /Hint: \d from \d/);
  assert.ok(await page.locator(".stone.hinted").count() > 0);
  await page.click("#why");
  assert.match(await page.textContent("#told"), /nim-sum is 1/);
  await page.locator(".stones").nth(2).locator(".stone").nth(6).click();
  await page.click("#make");
  await page.locator(".moves li >> nth=1").locator(".tag").waitFor();
  assert.match(await page.textContent(".moves li:nth-child(2)"), /First: 1 from 3.*P 0/);
  assert.match(await turn(page), /second player/);
  await page.click("#undo");
  await page.waitForFunction(() => document.querySelectorAll(".stone").length === 15);
  await page.click("#redo");
  await page.waitForFunction(() => document.querySelectorAll(".stone").length === 14);
  await page.fill("#typed", "9 from 1");
  await page.keyboard.press("Enter");
  await page.locator("#told .notice").waitFor();
  assert.deepEqual(await heaps(page), [3, 5, 6]);
});

test("stones of both heaps, splits and boards", async () => {
  const page = await open(browser, server.url, "#/play?game=wythoff&at=4,5&first=two");
  await ready(page);
  await page.locator(".stones").nth(0).locator(".stone").nth(1).click();
  await page.locator(".stones").nth(1).locator(".stone").nth(2).click();
  await page.click("#make");
  await page.waitForFunction(() => document.querySelectorAll(".stone").length === 3);
  assert.deepEqual(await heaps(page), [1, 2]);
  await page.goto(`${server.url}#/play?game=triangular&at=5,2&first=two`);
  await page.locator(".stone.ghost").first().waitFor();
  await page.locator(".stones").nth(0).locator(".stone").nth(2).click();
  assert.ok(await page.isDisabled("#make"));
  await page.locator(".stones").nth(1).locator(".stone.ghost").nth(0).click();
  await page.click("#make");
  await page.locator(".moves li >> nth=1").waitFor();
  assert.deepEqual(await heaps(page), [2, 3]);
  await page.goto(`${server.url}#/play?game=kayles&at=7&first=two`);
  await page.locator(".stone >> nth=6").waitFor();
  await page.locator(".stone >> nth=2").click();
  await page.locator(".stone >> nth=3").click();
  await page.click("#make");
  await page.locator(".heap >> nth=1").waitFor();
  assert.deepEqual((await heaps(page)).sort(), [2, 3]);
  await page.goto(`${server.url}#/play?game=2d-nim&at=2x3&first=two`);
  await page.locator("[data-at='0,2']").waitFor();
  const [from, to] = await Promise.all(["0,0", "0,2"].map((at) => page.locator(`[data-at='${at}']`).boundingBox()));
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + 20, { steps: 6 });
  await page.mouse.up();
  assert.equal(await page.locator(".stone.chosen").count(), 3);
  await page.click("#make");
  await page.waitForFunction(() => document.querySelectorAll(".stone").length === 3);
  assert.deepEqual(page.faults, []);
});

test("a pasted definition and a sum can be played", async () => {
  const page = await open(browser, server.url, `#/play?${new URLSearchParams({ game: "(x, y) -> sym { (x-i, y) | i in {1, 2} }", at: "4,3", first: "two" })}`);
  await ready(page);
  await page.locator(".stones").nth(0).locator(".stone").nth(3).click();
  await page.click("#make");
  await page.waitForFunction(() => document.querySelectorAll(".stone").length === 6);
  await page.fill("#at", "nim:2 + wythoff:1,2 + 2d-nim:##");
  await page.locator("#at").blur();
  await page.locator(".grid").waitFor();
  assert.equal(await page.locator(".part").count(), 3);
  await page.fill("#game", "wythoff:3,5 + nim:4");
  await page.locator("#game").blur();
  await page.waitForFunction(() => document.querySelector("#at")?.value === "wythoff:3,5 + nim:4" && document.querySelectorAll(".part").length === 2);
  assert.deepEqual(page.faults, []);
});

test("large heaps keep all their digits, and a link only its legal moves", async () => {
  const page = await open(browser, server.url, "#/play?game=nim&at=9007199254740993,9007199254740992");
  await ready(page);
  assert.match(await page.textContent("#table"), /9007199254740993.*9007199254740992/);
  await page.goto(`${server.url}#/play?game=nim&at=3,5,7&first=two&line=nim:1,5,7;nim:9,9,9`);
  await page.locator("#told .notice").waitFor();
  assert.deepEqual(await heaps(page), [1, 5, 7]);
  assert.deepEqual(page.faults, []);
});

/** From now on the server seems to compute without end. */
async function hold(page) {
  await page.route("**/api/ask?*", () => {});
  await page.route("**/api/ask/*", (route) => route.fulfill({ json: { done: 1, total: 4 } }));
}

test("a long computation shows how far it is and can be cancelled", async () => {
  const page = await open(browser, server.url, "#/play?game=2d-nim&at=5x6");
  await page.click(".waiting button");
  await page.locator("#told .notice", { hasText: "Cancelled" }).waitFor();
  await page.waitForFunction(async () => (await (await fetch("/api/load")).json()).running === 0);
  assert.ok(await page.locator(".waiting").isHidden());
  assert.deepEqual(page.faults, []);
});

test("a move whose answer is cancelled is taken back", async () => {
  const page = await open(browser, server.url, "#/play?game=nim&at=3,5,7&values=1");
  await ready(page);
  await page.locator(".moves .tag").waitFor();
  await hold(page);
  await page.locator(".stones").nth(0).locator(".stone").nth(0).click();
  await page.click("#make");
  await page.waitForFunction(() => document.querySelector(".waiting progress")?.value === 1);
  await page.click(".waiting button");
  await page.locator("#told .notice").waitFor();
  assert.deepEqual(await heaps(page), [3, 5, 7]);
  assert.equal(await turn(page), "Your move.");
  assert.deepEqual(page.faults, []);
});

test("a claim is checked, and a false formula shows its first violation", async () => {
  const page = await open(browser, server.url, "#/check?game=wythoff&formula=x+%3D+y");
  await page.locator("#verdict .tag.refuted").waitFor();
  assert.match(await page.textContent("#verdict"), /\(1, 1\)/);
  await page.locator("#map").waitFor();
  await page.fill("#formula", "x = ");
  await page.locator(".editor.wrong").waitFor();
  await page.fill("#game", "nim");
  await page.locator("#game").blur();
  await page.fill("#formula", "x = y");
  await page.locator("#verdict .tag.proved").waitFor();
  const first = page.locator("[data-claim] >> nth=0");
  await first.locator("button").click();
  await first.locator(".tag").waitFor();
  assert.deepEqual(page.faults, []);
});

test("games on cells, partizan ones and values are played in one sum", async () => {
  const page = await open(browser, server.url, "#/play?game=domineering&at=2x3&first=two");
  await page.locator("[data-at='0,1']").click();
  assert.match(await page.textContent("#chosen"), /b1-b2/);
  assert.ok(await page.isVisible("#sides"));
  await page.click("#make");
  await page.waitForFunction(() => document.querySelectorAll("[data-sign='#']").length === 2);
  // Right has no move left: two dominoes upright have used up the board.
  await page.locator("#turn", { hasText: "wins" }).waitFor();
  await page.goto(`${server.url}#/play?${new URLSearchParams({ game: "clobber", at: "clobber:xo/ox + {1|-1} + nim:2", first: "two" })}`);
  await page.locator(".worth").first().click();
  await page.click("#make");
  await page.waitForFunction(() => document.querySelectorAll(".worth").length === 0);
  await page.locator("#why").click();
  await page.locator("#told", { hasText: "Left wins" }).waitFor();
  assert.deepEqual(page.faults, []);
});
