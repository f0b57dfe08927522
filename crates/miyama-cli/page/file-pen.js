// @ts-check
// Pens that write what a canvas would show into a file: SVG, or TikZ for LaTeX. They know what
// the pictures of the page use of a canvas.

/** Most shapes of a file: beyond, LaTeX takes minutes. */
export const MOST_SHAPES = 20_000;

/** Keeps the shapes in order. */
export class FilePen {
  constructor(width, height) {
    this.width = width;
    this.height = height;
    /** @type {any[]} */
    this.shapes = [];
    /** @type {any[]} */
    this.path = [];
    this.fillStyle = this.strokeStyle = "#000";
    this.lineWidth = 1;
    this.font = "";
    this.textAlign = "left";
    this.textBaseline = "alphabetic";
    /** @type {number[]} */
    this.dash = [];
  }

  beginPath() { this.path = []; }
  moveTo(x, y) { this.path.push(["M", x, y]); }
  lineTo(x, y) { this.path.push([this.path.length > 0 ? "L" : "M", x, y]); }
  rect(x, y, w, h) { this.path.push(["R", x, y, w, h]); }
  arc(x, y, r) { this.path.push(["C", x, y, r]); }
  setLineDash(dash) { this.dash = dash; }
  fill() { for (const part of this.closed()) this.shapes.push({ ...part, fill: this.fillStyle }); }
  stroke() { for (const part of this.closed()) this.shapes.push({ ...part, stroke: this.strokeStyle, wide: this.lineWidth, dash: this.dash }); }
  fillRect(x, y, w, h) { this.shapes.push({ kind: "box", x, y, w, h, fill: this.fillStyle }); }
  strokeRect(x, y, w, h) { this.shapes.push({ kind: "box", x, y, w, h, stroke: this.strokeStyle, wide: this.lineWidth, dash: [] }); }
  strokeText() { /* The rim of a text is for the canvas alone. */ }

  fillText(text, x, y) {
    const [, bold = "", size = "12"] = /(italic |700 |600 )?.*?([\d.]+)px/.exec(this.font) ?? [];
    this.shapes.push({ kind: "text", x, y, text, fill: this.fillStyle, size: Number(size), style: bold.trim(), align: this.textAlign, base: this.textBaseline });
  }

  /** Circles and boxes of the path, and its lines. */
  closed() {
    const parts = [];
    let line = [];
    for (const [kind, ...at] of this.path) {
      if (kind === "C") parts.push({ kind: "circle", x: at[0], y: at[1], r: at[2] });
      else if (kind === "R") parts.push({ kind: "box", x: at[0], y: at[1], w: at[2], h: at[3] });
      else if (kind === "M") {
        if (line.length > 1) parts.push({ kind: "line", line });
        line = [at];
      } else line.push(at);
    }
    if (line.length > 1) parts.push({ kind: "line", line });
    return parts;
  }

  /** The file as SVG. */
  svg(title, paper) {
    const n = (x) => String(Math.round(x * 100) / 100);
    const escaped = (text) => String(text).replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
    const paint = (s) => (s.fill ? `fill="${s.fill.trim()}"` : `fill="none" stroke="${s.stroke.trim()}" stroke-width="${n(s.wide)}"${s.dash.length > 0 ? ` stroke-dasharray="${s.dash.join(" ")}"` : ""}`);
    const body = this.shapes.map((s) => {
      if (s.kind === "box") return `<rect x="${n(s.x)}" y="${n(s.y)}" width="${n(s.w)}" height="${n(s.h)}" ${paint(s)}/>`;
      if (s.kind === "circle") return `<circle cx="${n(s.x)}" cy="${n(s.y)}" r="${n(s.r)}" ${paint(s)}/>`;
      if (s.kind === "line") return `<polyline points="${s.line.map(([x, y]) => `${n(x)},${n(y)}`).join(" ")}" ${paint(s)}/>`;
      const anchor = { center: "middle", right: "end" }[s.align] ?? "start";
      const down = { middle: 0.36, top: 0.85 }[s.base] ?? 0;
      const look = s.style === "italic" ? ' font-style="italic"' : s.style ? ` font-weight="${s.style}"` : "";
      return `<text x="${n(s.x)}" y="${n(s.y + s.size * down)}" font-size="${n(s.size)}" text-anchor="${anchor}"${look} ${paint(s)}>${escaped(s.text)}</text>`;
    });
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${n(this.width)}" height="${n(this.height)}" viewBox="0 0 ${n(this.width)} ${n(this.height)}" role="img" font-family="system-ui, sans-serif">\n<title>${escaped(title)}</title>\n<rect width="100%" height="100%" fill="${paper.trim()}"/>\n${body.join("\n")}\n</svg>\n`;
  }

  /** The file as a picture of TikZ, a pixel a point; colours are defined before they are used. */
  tikz() {
    const colours = new Map();
    const n = (x) => String(Math.round(x * 100) / 100);
    const at = (x, y) => `(${n(x)},${n(this.height - y)})`;
    const named = (style) => {
      const rgb = numbers(style);
      if (!colours.has(rgb)) colours.set(rgb, `m${[..."abcdefghij"][colours.size % 10]}${String.fromCharCode(97 + Math.floor(colours.size / 10) % 26)}${String.fromCharCode(97 + Math.floor(colours.size / 260))}`);
      return colours.get(rgb);
    };
    const lines = this.shapes.map((s) => {
      if (s.kind === "text") {
        const anchor = `${{ middle: "", top: "north", alphabetic: "base" }[s.base] ?? ""} ${{ right: "east", left: "west" }[s.align] ?? ""}`.trim() || "center";
        const size = `\\fontsize{${n(s.size)}}{${n(s.size * 1.2)}}\\selectfont`;
        const text = String(s.text).replace(/[\\{}$&#^_%~]/g, (c) => (c === "\\" ? "\\textbackslash{}" : `\\${c}`)).replace("−", "$-$");
        return `\\node[anchor=${anchor}, inner sep=0, text=${named(s.fill)}] at ${at(s.x, s.y)} {${size}${s.style === "italic" ? "\\itshape " : s.style ? "\\bfseries " : " "}${text}};`;
      }
      const how = s.fill ? `\\fill[${named(s.fill)}]` : `\\draw[${named(s.stroke)}, line width=${n(s.wide)}pt${s.dash.length > 0 ? ", dashed" : ""}]`;
      if (s.kind === "box") return `${how} ${at(s.x, s.y)} rectangle ${at(s.x + s.w, s.y + s.h)};`;
      if (s.kind === "circle") return `${how} ${at(s.x, s.y)} circle (${n(s.r)});`;
      return `${how} ${s.line.map(([x, y]) => at(x, y)).join(" -- ")};`;
    });
    const defined = [...colours].map(([rgb, name]) => `\\definecolor{${name}}{RGB}{${rgb}}`);
    return `% \\usepackage{tikz}\n${defined.join("\n")}\n\\begin{tikzpicture}[x=1pt, y=1pt, scale=0.5, transform shape]\n\\clip (0,0) rectangle (${n(this.width)},${n(this.height)});\n${lines.join("\n")}\n\\end{tikzpicture}\n`;
  }
}

/** Red, green and blue of a colour as people write it. */
function numbers(style) {
  const text = style.trim();
  const found = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(text);
  if (found) return found.slice(1).join(",");
  const hex = text.slice(1);
  const wide = hex.length === 3 ? [...hex].map((c) => c + c).join("") : hex;
  return [0, 2, 4].map((i) => Number.parseInt(wide.slice(i, i + 2), 16)).join(",");
}
