// The pictures of the first view, however little room they have.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PICTURES } from "../../gallery.js";

test("a picture without room is drawn without mistakes", () => {
  const radii = [];
  const pen = new Proxy({ arc: (x, y, radius) => radii.push(radius) }, { get: (of, name) => of[name] ?? (() => {}), set: () => true });
  for (const name of ["2d-nim", "domineering"]) PICTURES[name]({ pen, width: 150, height: 18, part: 0.4, ink: () => "#000" });
  assert.ok(radii.length > 0 && radii.every((radius) => radius >= 0), String(radii));
});
