// A phone: everything by finger.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browse, commandLine, open, serve } from "./miyama.mjs";

let server;
let browser;
before(async () => { [server, browser] = await Promise.all([serve(), browse()]); });
after(async () => { await browser.close(); server.stop(); });

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const phone = (hash) => open(browser, server.url, hash, PHONE);
const ready = (page) => page.waitForFunction(() => (document.querySelector("#turn")?.textContent ?? "").endsWith("."));
const heaps = (page) => page.locator("#table .name").allTextContents().then((all) => all.map((text) => Number(text.split(" ").at(-1))));
const stone = (page, heap, place) => page.locator(".stones").nth(heap).locator(".stone").nth(place);
const chosen = (page) => page.locator(".stone.chosen").count();
const solved = (position) => JSON.parse(commandLine("solve", position, "--format", "json"));

/** The middle of an element. */
async function middle(locator) {
  await locator.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await locator.boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
}

/** A finger, event by event. */
async function finger(page) {
  const session = await page.context().newCDPSession(page);
  const send = (type, touchPoints) => session.send("Input.dispatchTouchEvent", { type, touchPoints });
  return { down: (at) => send("touchStart", [at]), move: (at) => send("touchMove", [at]), up: () => send("touchEnd", []), cancel: () => send("touchCancel", []) };
}

/** A finger that goes from one place to another. */
async function slide(page, from, to, end = "up") {
  const touch = await finger(page);
  await touch.down(from);
  for (let step = 1; step <= 8; step++) await touch.move({ x: from.x + (to.x - from.x) * step / 8, y: from.y + (to.y - from.y) * step / 8 });
  await touch[end]();
}

test("nim:3,5,7 is won by tapping", async () => {
  const page = await phone("#/play?game=nim&at=3,5,7");
  await ready(page);
  for (let move = 0; move < 15 && !/win/.test(await page.textContent("#turn")); move++) {
    const now = await heaps(page);
    const goal = solved(`nim:${now}`).winning_moves[0].slice(4).split(",").map(Number);
    const heap = now.findIndex((n, i) => n !== goal[i]);
    const hash = await page.evaluate(() => location.hash);
    await stone(page, heap, goal[heap]).tap();
    assert.equal(await chosen(page), now[heap] - goal[heap]);
    await page.tap("#make");
    await page.waitForFunction((old) => location.hash !== old, hash);
    await ready(page);
  }
  assert.equal(await page.textContent("#turn"), "You win.");
  assert.deepEqual(page.faults, []);
});

test("a tap chooses, the same tap takes it back, another changes it", async () => {
  const page = await phone("#/play?game=wythoff&at=4,5&first=two");
  await ready(page);
  await stone(page, 0, 1).tap();
  assert.equal(await chosen(page), 3);
  assert.ok(await page.isEnabled("#make"));
  await stone(page, 0, 1).tap();
  assert.equal(await chosen(page), 0);
  assert.ok(await page.isDisabled("#make"));
  await stone(page, 0, 2).tap();
  await stone(page, 0, 1).tap();
  await stone(page, 1, 2).tap();
  assert.equal(await chosen(page), 6);
  await page.tap("#make");
  await page.waitForFunction(() => document.querySelectorAll(".stone").length === 3);
  assert.deepEqual(await heaps(page), [1, 2]);
  assert.deepEqual(page.faults, []);
});

test("a finger that stays long is a tap", async () => {
  const page = await phone("#/play?game=nim&at=3,5,7&first=two");
  await ready(page);
  const touch = await finger(page);
  await touch.down(await middle(stone(page, 1, 2)));
  await page.waitForTimeout(900);
  await touch.up();
  await page.waitForFunction(() => document.querySelectorAll(".stone.chosen").length === 3);
  assert.ok(await page.isEnabled("#make"));
});

test("a finger along a row chooses stones; one that the browser takes away changes nothing", async () => {
  const page = await phone("#/play?game=nim&at=3,5,7&first=two");
  await ready(page);
  await slide(page, await middle(stone(page, 2, 6)), await middle(stone(page, 2, 3)));
  await page.waitForFunction(() => document.querySelectorAll(".stone.chosen").length === 4);
  await slide(page, await middle(stone(page, 2, 3)), await middle(stone(page, 2, 1)), "cancel");
  await page.waitForFunction(() => document.querySelectorAll(".stone.chosen").length === 4);
  await page.tap("#make");
  await page.waitForFunction(() => document.querySelectorAll(".stone").length === 11);
  assert.deepEqual(await heaps(page), [3, 5, 3]);
  assert.deepEqual(page.faults, []);
});

test("a finger that goes up scrolls, and chooses nothing", async () => {
  const page = await phone("#/play?game=nim&at=3,5,7&first=two");
  await ready(page);
  const from = await middle(stone(page, 2, 3));
  await slide(page, from, { x: from.x, y: from.y - 300 });
  await page.waitForFunction(() => scrollY > 50);
  assert.equal(await chosen(page), 0);
});

test("rows that break, gaps, boards and sums by tapping", async () => {
  const page = await phone("#/play?game=kayles&at=7&first=two");
  await page.locator(".stone >> nth=6").waitFor();
  await page.locator(".stone >> nth=2").tap();
  assert.equal(await chosen(page), 1);
  await page.locator(".stone >> nth=3").tap();
  assert.equal(await chosen(page), 2);
  await page.tap("#make");
  await page.locator(".heap >> nth=1").waitFor();
  assert.deepEqual((await heaps(page)).sort(), [2, 3]);
  await page.goto(`${server.url}#/play?game=grundy&at=7&first=two`);
  await page.locator(".gap >> nth=5").waitFor();
  await page.locator(".gap >> nth=2").tap();
  assert.ok(await page.isEnabled("#make"));
  await page.tap("#make");
  await page.locator(".heap >> nth=1").waitFor();
  assert.deepEqual((await heaps(page)).sort(), [3, 4]);
  await page.goto(`${server.url}#/play?game=2d-nim&at=2x3&first=two`);
  await page.locator("[data-at='0,2']").waitFor();
  await page.locator("[data-at='0,0']").tap();
  assert.equal(await chosen(page), 1);
  await page.locator("[data-at='0,2']").tap();
  assert.equal(await chosen(page), 3);
  await page.tap("#clear");
  assert.equal(await chosen(page), 0);
  await slide(page, await middle(page.locator("[data-at='0,1']")), await middle(page.locator("[data-at='1,1']")));
  await page.waitForFunction(() => document.querySelectorAll(".stone.chosen").length === 2);
  await page.tap("#make");
  await page.waitForFunction(() => document.querySelectorAll(".stone").length === 4);
  await page.goto(`${server.url}#/play?${new URLSearchParams({ game: "nim", at: "nim:2 + wythoff:1,2 + 2d-nim:##", first: "two" })}`);
  await page.locator(".grid").waitFor();
  await page.locator(".part").nth(1).locator(".stone").nth(1).tap();
  assert.equal(await chosen(page), 2);
  await page.locator("[data-at='0,1']").tap();
  assert.equal(await chosen(page), 1, "a move is in one part");
  await page.tap("#make");
  await page.waitForFunction(() => document.querySelectorAll(".stone").length === 6);
  assert.deepEqual(page.faults, []);
});

test("Define, See and Check by tapping", async () => {
  const page = await phone("#/define");
  await page.locator(".games button").first().tap();
  await page.locator(".games button[aria-pressed=true]").waitFor();
  await page.tap("[data-view=see]");
  await page.goto(`${server.url}#/see?game=wythoff`);
  await page.locator("#map").waitFor();
  await page.waitForFunction(() => document.querySelector("#map")?.width > 300);
  await page.waitForTimeout(300);
  await page.locator("#map").tap({ position: { x: 150, y: 150 } });
  await page.locator(".options li").first().waitFor();
  await page.tap("[data-view=check]");
  const first = page.locator("[data-claim] >> nth=0");
  await first.locator("button").tap();
  await first.locator(".tag").waitFor();
  assert.deepEqual(page.faults, []);
});
