// The letters of a rule, with what they stand for.

import assert from "node:assert/strict";
import { test } from "node:test";
import { argumentsOf } from "../../arguments.js";

test("letters have the numbers that are given, or else their usual ones", () => {
  const triangular = "triangular(a = 2, b = 1): (x, y) -> sym { (x-i, y+j) | a <= i <= x, b <= j < i }";
  assert.equal(argumentsOf(triangular, "triangular"), "a = 2, b = 1");
  assert.equal(argumentsOf(triangular, "triangular(3)"), "a = 3, b = 1");
  assert.equal(argumentsOf(triangular, "triangular(3, 2)"), "a = 3, b = 2");
  assert.equal(argumentsOf("geometric(d): (x, y) -> {}", "geometric(2)"), "d = 2");
  assert.equal(argumentsOf("subtraction(S): (x) -> {(x-s) | s in S}", "subtraction({1, 3, 4})"), "S = {1, 3, 4}");
  assert.equal(argumentsOf("(x, y) -> {(x-i, y) | 1 <= i}", "(x, y) -> {(x-i, y) | 1 <= i}"), "");
  assert.equal(argumentsOf(null, "2d-nim"), "");
});
