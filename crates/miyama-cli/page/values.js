// @ts-check
// Tables as the server sends them, in bytes.

/** A table: `heaps` and `to` as in JSON, `at(position)` a number. */
export function parse(buffer) {
  const bytes = new Uint8Array(buffer);
  const [first, afterFirst] = line(bytes, 0);
  const [second, afterSecond] = line(bytes, afterFirst);
  if (first === "miyama table 2") return table(JSON.parse(second), buffer, afterSecond);
  // Nim values of a code: the code, then count and width.
  const [third, start] = line(bytes, afterSecond);
  const [count, width] = third.split(" ").map(Number);
  return table({ heaps: ["n"], to: [count - 1], outcomes: false, width }, buffer, start);
}

function line(bytes, start) {
  const end = bytes.indexOf(10, start);
  return [new TextDecoder().decode(bytes.subarray(start, end)), end + 1];
}

function table(head, buffer, start) {
  const Kind = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array }[head.width];
  const sizes = head.to.map((n) => n + 1);
  // The hash of the file follows the numbers.
  const count = sizes.reduce((product, size) => product * size, 1);
  const numbers = new Kind(buffer.slice(start, start + count * head.width));
  let largest = 0;
  for (const number of numbers) if (number > largest) largest = number;
  const at = (position) => numbers[position.reduce((index, heap, i) => index * sizes[i] + heap, 0)];
  return { heaps: head.heaps, to: head.to, outcomes: head.outcomes, domain: head.domain ?? null, numbers, sizes, largest, at };
}

/** The same table where only the positions of a set, as a formula writes it, are positions; others are -1. */
export function within(table, set) {
  const numbers = Int32Array.from(table.numbers, (number, i) => (set.numbers[i] === 0 ? number : -1));
  const at = (position) => numbers[position.reduce((index, heap, i) => index * table.sizes[i] + heap, 0)];
  return { ...table, numbers, at };
}

/** The number as people read it. */
export const shown = (table, number) => (table.outcomes ? (number === 0 ? "P" : "N") : String(number));
