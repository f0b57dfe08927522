// The address of the page, without a browser.
import assert from "node:assert/strict";
import { test } from "node:test";

test("a view that is left does not write over the address that was gone to", async () => {
  const place = { hash: "#/play?game=nim" };
  Object.assign(globalThis, {
    location: place,
    history: { replaceState: (_state, _title, hash) => { place.hash = hash; } },
    document: { querySelectorAll: () => [] },
  });
  const { keep, read } = await import("../../state.js");
  const nim = read();
  keep({ ...nim, at: "3,5,7" });
  assert.equal(place.hash, "#/play?game=nim&at=3,5,7");
  // The browser has a new address and has not told the page of it yet.
  place.hash = "#/play?game=wythoff";
  keep({ ...nim, at: "2,5,7" });
  assert.equal(place.hash, "#/play?game=wythoff");
  assert.equal(read().game, "wythoff");
  keep({ view: "play", game: "wythoff", at: "3,5" });
  assert.equal(place.hash, "#/play?game=wythoff&at=3,5");
});
