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

const DEFINITION = "#/lectures?of=definition&position=";
const seen = (page) => page.locator("#steps li:visible").count();

test("a position is solved by the definition, one step after the other, forward and back", async () => {
  const page = await open(browser, server.url, `${DEFINITION}nim:2,3&way=tree`);
  const { says } = ask("solve", "nim:2,3", "--by-definition=tree");
  await page.locator("#steps li").first().waitFor();
  assert.equal(await seen(page), 1);
  assert.equal(await page.locator("#blackboard .worth").count(), 0);
  await page.click("#one-step");
  assert.equal(await seen(page), 2);
  assert.equal(await page.locator("#blackboard .worth").count(), 1);
  await page.locator("#main").focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await seen(page), 3);
  await page.click("#step-back");
  assert.equal(await page.locator("#blackboard .worth").count(), 1);
  await page.click("#all-steps");
  assert.equal(await seen(page), says.length);
  await page.locator("#main").focus();
  await page.keyboard.press("Home");
  assert.equal(await seen(page), 1);
  assert.ok(await page.locator("#way option").count() >= 2);
  await page.selectOption("#way", "table");
  await page.waitForFunction(() => location.hash.includes("way=table"));
  // Less motion is wanted: there is nothing that runs by itself.
  assert.ok(!(await page.locator("#run").isVisible()));
  await page.locator("#main").focus();
  await page.keyboard.press("Space");
  assert.deepEqual(page.faults, []);
});

test("the steps run by themselves, stop, and go faster; a link leads to the same step", async () => {
  for (const locale of ["en-GB", "ja-JP"]) {
    const page = await open(browser, server.url, `${DEFINITION}nim:4,6&way=table&speed=4`, { reducedMotion: "no-preference", locale });
    await page.locator("#steps li").first().waitFor();
    assert.equal(await seen(page), 1);
    await page.click("#run");
    await page.waitForFunction(() => document.querySelectorAll("#steps li:not([hidden])").length > 3);
    await page.locator("#main").focus();
    await page.keyboard.press("Space");
    const stopped = await seen(page);
    await page.waitForTimeout(800);
    assert.equal(await seen(page), stopped);
    await page.keyboard.press("-");
    assert.equal(await page.inputValue("#speed"), "2");
    const other = await open(browser, server.url, new URL(page.url()).hash, { locale });
    await other.locator("#blackboard svg").waitFor();
    assert.equal(await seen(other), stopped);
    assert.deepEqual([...page.faults, ...other.faults], []);
  }
});

/** What stands in the cells of the grid that is drawn. */
const cells = (page, kind = "") => page.locator(`#blackboard .cell${kind}`).evaluateAll((all) => all.map((one) => one.textContent));

test("the pictures show what the command line says, in every way", async () => {
  const page = await open(browser, server.url);
  const last = async (position, way, frame = 999) => {
    await page.goto("about:blank");
    await page.goto(`${server.url}${DEFINITION}${position}&way=${way}&frame=${frame}`);
    await page.locator("#steps li").first().waitFor();
    return ask("solve", position, `--by-definition=${way}`).steps[way];
  };
  const table = await last("wythoff:4,6", "table");
  assert.deepEqual((await cells(page)).sort(), table.cells.map(({ value }) => String(value)).sort());
  // The last cell is filled in the last step but one: it lights up, and so do its options.
  await last("wythoff:4,6", "table", table.cells.length + 1);
  assert.deepEqual(await cells(page, ".now"), [String(table.cells.at(-1).value)]);
  assert.equal((await cells(page, ".used")).length, table.cells.at(-1).options.length);
  assert.equal(await page.locator("#blackboard .least .now").textContent(), String(table.cells.at(-1).value));

  const sieve = await last("nim:2,3,4", "sieve");
  assert.equal((await cells(page, ".good")).length, sieve.forms.length);
  assert.equal((await cells(page, ".crossed")).length, sieve.forms.reduce((sum, { crosses }) => sum + crosses.length, 0));
  await last("nim:2,3,4", "sieve", 3);
  assert.equal((await cells(page, ".used")).length, sieve.forms[1].crosses.length);

  const tree = await last("kayles:4", "tree");
  assert.deepEqual(await page.locator("#blackboard .worth").allTextContents(), tree.nodes.map(({ value }) => String(value)));
  assert.equal(await page.locator("#blackboard .edge").count(), tree.nodes.reduce((sum, { options }) => sum + options.length, 0));
  const sides = await last("domineering:2x2", "tree");
  assert.deepEqual(await page.locator("#blackboard .worth").allTextContents(), sides.nodes.map(({ outcome }) => outcome));

  const columns = await last("nim:3,5,7", "columns", 2);
  const row = (n) => page.locator("#blackboard tbody tr").nth(n).locator("td");
  assert.equal((await row(1).allTextContents()).join(""), columns.rows[1].value + columns.rows[1].binary);
  await last("nim:3,5,7", "columns", 9);
  assert.equal(await page.locator("#blackboard .left-over").count(), 1);
  assert.equal(await page.locator("#blackboard .paired").count(), columns.groups.reduce((sum, { parts }) => sum + parts.length, 0) - 1);
  await last("nim:3,5,7", "columns", 10);
  assert.match(await row(0).last().textContent(), new RegExp(columns.moves[0].to));

  const { opening, replies } = await last("2d-nim:2x3", "replies", 3);
  const boards = () => page.locator("#blackboard .tiny-board").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  assert.deepEqual(await boards(), [opening.position, replies[0].first.position, replies[0].reply.position]);

  const wythoff = await last("wythoff:4,6", "wythoff");
  assert.equal(await page.locator("#blackboard .target").count(), 1);
  assert.equal(await page.locator("#blackboard .arrow").count(), 1);
  assert.deepEqual(await page.locator("#blackboard tbody tr").nth(2).locator("td").allTextContents(), wythoff.pairs.map((pair) => pair[2]));
  assert.deepEqual(await page.locator("#blackboard td.good").allTextContents(), wythoff.to);
  assert.deepEqual(page.faults, []);
});

test("a tour that does not exist says so, and another can be chosen", async () => {
  const page = await open(browser, server.url, "#/lectures?of=tour&document=999");
  await page.locator("#step .mistake").waitFor();
  await page.selectOption("#tour", "002");
  await page.locator("#step h2").waitFor();
  assert.deepEqual(page.faults, []);
});

test("a command of a tour leads to what it prints; back leads to the step again", async () => {
  const page = await open(browser, server.url, "#/lectures?of=tour&document=001");
  await page.locator("#step .commands a").first().click();
  await page.locator("#blackboard table").waitFor();
  assert.equal(await page.inputValue("#position"), "nim:7,5,3");
  await page.goBack();
  await page.locator("#step .commands a").first().waitFor();
  await page.goForward();
  await page.locator("#blackboard table").waitFor();
  assert.deepEqual(page.faults, []);
});

test("a position that cannot be read says so, and the next one is drawn", async () => {
  const page = await open(browser, server.url, `${DEFINITION}nim:x`);
  await page.locator("#steps .mistake").waitFor();
  await page.locator(".chips button").first().click();
  await page.locator("#blackboard svg").waitFor();
  assert.equal(await page.locator("#steps .mistake").count(), 0);
  assert.deepEqual(page.faults, []);
});
