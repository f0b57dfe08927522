// @ts-check
// A building of bricks, seen from any side, on a plain canvas.

/** @typedef {import("./answers.d.ts").Brick} Brick */

/** Colours of the bricks, one storey after the other: side, darker side and top follow from one. */
const STOREYS = [[204, 63, 51], [240, 168, 48], [63, 128, 178], [88, 152, 92], [142, 99, 168], [226, 118, 66], [66, 156, 158], [180, 84, 124]];
/** How high a brick is, in studs. */
const HEIGHT = 1.2;

/**
 * Draws a building into a box of the canvas, turned about its axis by `turn` (radians).
 * @param {CanvasRenderingContext2D} pen
 * @param {Brick[]} bricks
 * @param {{ width: number, height: number, turn?: number, tilt?: number, shown?: number }} view
 */
export function drawBuilding(pen, bricks, { width, height, turn = 0.6, tilt = 0.5, shown = bricks.length }) {
  if (bricks.length === 0) return;
  const ends = (low, high) => [Math.min(...bricks.map(low)), Math.max(...bricks.map(high))];
  const [x0, x1] = ends((b) => b.x, (b) => b.x + b.width);
  const [y0, y1] = ends((b) => b.y, (b) => b.y + b.depth);
  const top = (Math.max(...bricks.map((b) => b.z)) + 1) * HEIGHT;
  const [cx, cy] = [(x0 + x1) / 2, (y0 + y1) / 2];
  const reach = Math.hypot(x1 - x0, y1 - y0);
  const scale = Math.min(width / (reach + 0.5), height / (reach * Math.sin(tilt) + top * Math.cos(tilt) + 1));
  const [cos, sin, lift, flat] = [Math.cos(turn), Math.sin(turn), Math.cos(tilt), Math.sin(tilt)];
  /** A place in space on the canvas, and how near it is. */
  const project = (x, y, z) => {
    const [a, b] = [(x - cx) * cos - (y - cy) * sin, (x - cx) * sin + (y - cy) * cos];
    return [width / 2 + a * scale, height / 2 + (b * flat - (z - top / 2) * lift) * scale, b];
  };
  // A brick hides what lies behind it and below: cells of bricks are drawn from the back, storey by storey.
  const cells = bricks.slice(0, shown).flatMap((brick) => Array.from({ length: brick.width * brick.depth }, (_, i) => ({
    brick, x: brick.x + (i % brick.width), y: brick.y + Math.floor(i / brick.width),
  })));
  cells.sort((a, b) => a.brick.z - b.brick.z || project(a.x + 0.5, a.y + 0.5, 0)[2] - project(b.x + 0.5, b.y + 0.5, 0)[2]);
  const shade = (rgb, by) => `rgb(${rgb.map((n) => Math.round(Math.min(n * by, 255))).join(", ")})`;
  const face = (corners, fill, edges) => {
    pen.fillStyle = fill;
    pen.strokeStyle = fill;
    pen.lineWidth = 0.6;
    pen.beginPath();
    for (const [px, py] of corners) pen.lineTo(px, py);
    pen.closePath();
    pen.fill();
    pen.stroke();
    pen.strokeStyle = "rgba(0, 0, 0, .42)";
    pen.lineWidth = 1;
    corners.forEach((from, i) => {
      if (!edges[i]) return;
      const to = corners[(i + 1) % corners.length];
      pen.beginPath();
      pen.moveTo(from[0], from[1]);
      pen.lineTo(to[0], to[1]);
      pen.stroke();
    });
  };
  for (const { brick, x, y } of cells) {
    const rgb = STOREYS[brick.z % STOREYS.length];
    const [low, high] = [brick.z * HEIGHT, (brick.z + 1) * HEIGHT];
    const edge = { west: x === brick.x, east: x + 1 === brick.x + brick.width, north: y === brick.y, south: y + 1 === brick.y + brick.depth };
    // The two sides that look this way: a side is seen if its outward normal comes nearer.
    const sides = [
      { seen: edge.east && sin > 0, from: [x + 1, y], to: [x + 1, y + 1], ends: [edge.north, edge.south], light: 0.72 },
      { seen: edge.west && sin < 0, from: [x, y + 1], to: [x, y], ends: [edge.south, edge.north], light: 0.72 },
      { seen: edge.south && cos > 0, from: [x + 1, y + 1], to: [x, y + 1], ends: [edge.east, edge.west], light: 0.86 },
      { seen: edge.north && cos < 0, from: [x, y], to: [x + 1, y], ends: [edge.west, edge.east], light: 0.86 },
    ];
    for (const { seen, from, to, ends, light } of sides) {
      if (!seen) continue;
      face([project(...from, low), project(...to, low), project(...to, high), project(...from, high)], shade(rgb, light), [true, ends[1], true, ends[0]]);
    }
    face([project(x, y, high), project(x + 1, y, high), project(x + 1, y + 1, high), project(x, y + 1, high)], shade(rgb, 1.08), [edge.north, edge.east, edge.south, edge.west]);
    const [px, py] = project(x + 0.5, y + 0.5, high);
    stud(pen, px, py, scale, flat, lift, rgb, shade);
  }
}

/** A stud on top of a brick. */
function stud(pen, px, py, scale, flat, lift, rgb, shade) {
  const [wide, high, up] = [scale * 0.3, scale * 0.3 * flat, scale * 0.2 * lift];
  pen.fillStyle = shade(rgb, 0.8);
  pen.beginPath();
  pen.ellipse(px, py, wide, high, 0, 0, Math.PI);
  pen.lineTo(px - wide, py - up);
  pen.ellipse(px, py - up, wide, high, 0, Math.PI, 0, true);
  pen.fill();
  pen.fillStyle = shade(rgb, 1.16);
  pen.beginPath();
  pen.ellipse(px, py - up, wide, high, 0, 0, 7);
  pen.fill();
}
