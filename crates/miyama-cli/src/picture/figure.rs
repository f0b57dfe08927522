//! A figure in lines that can be written as SVG and as TikZ: what papers print.

use super::svg::{Anchor, Svg, short};
use std::collections::BTreeMap;
use std::fmt::Write;

/// A figure of a given size in pixels. Coordinates grow to the right and down; colours are `none`, or
/// hexadecimal as `#1f5fa8`.
#[derive(Clone, Debug)]
pub(crate) struct Figure {
    pub(crate) width: f64,
    pub(crate) height: f64,
    title: String,
    shapes: Vec<Shape>,
}

#[derive(Clone, Debug)]
enum Shape {
    Line { points: Vec<(f64, f64)>, stroke: &'static str, width: f64 },
    Polygon { points: Vec<(f64, f64)>, fill: &'static str, stroke: &'static str },
    Circle { centre: (f64, f64), radius: f64, fill: &'static str, stroke: &'static str },
    Stud { at: (f64, f64), top: &'static str, wall: &'static str },
    Text { at: (f64, f64), size: f64, anchor: Anchor, fill: &'static str, text: String, turned: bool },
}

/// Radii of a stud's ellipse and its height.
pub(crate) const STUD: (f64, f64, f64) = (6.5, 3.4, 4.0);

/// Black as printers mix it for pages.
pub(crate) const INK: &str = "#111111";
/// Lines that are only there to help the eye.
pub(crate) const PALE: &str = "#bbbbbb";
/// What is to be seen first.
pub(crate) const STRONG: &str = "#b5482a";
/// The second colour.
pub(crate) const COOL: &str = "#1f5fa8";
/// Behind what is marked.
pub(crate) const SHADE: &str = "#f2dcc9";
/// Behind everything else.
pub(crate) const WHITE: &str = "#ffffff";

impl Figure {
    pub(crate) fn new(width: f64, height: f64, title: &str) -> Figure {
        Figure { width, height, title: title.to_owned(), shapes: vec![] }
    }

    pub(crate) fn line(&mut self, from: (f64, f64), to: (f64, f64), stroke: &'static str, width: f64) {
        self.chain(&[from, to], stroke, width);
    }

    /// An open chain of lines.
    pub(crate) fn chain(&mut self, points: &[(f64, f64)], stroke: &'static str, width: f64) {
        self.shapes.push(Shape::Line { points: points.to_vec(), stroke, width });
    }

    pub(crate) fn polygon(&mut self, points: &[(f64, f64)], fill: &'static str, stroke: &'static str) {
        self.shapes.push(Shape::Polygon { points: points.to_vec(), fill, stroke });
    }

    pub(crate) fn rect(&mut self, (x, y): (f64, f64), (w, h): (f64, f64), fill: &'static str, stroke: &'static str) {
        self.polygon(&[(x, y), (x + w, y), (x + w, y + h), (x, y + h)], fill, stroke);
    }

    pub(crate) fn circle(&mut self, centre: (f64, f64), radius: f64, fill: &'static str, stroke: &'static str) {
        self.shapes.push(Shape::Circle { centre, radius, fill, stroke });
    }

    /// A stud of a brick, seen from above and before; its foot is around the point.
    pub(crate) fn stud(&mut self, at: (f64, f64), top: &'static str, wall: &'static str) {
        self.shapes.push(Shape::Stud { at, top, wall });
    }

    /// A text whose baseline runs through `at`.
    pub(crate) fn text(&mut self, at: (f64, f64), size: f64, anchor: Anchor, fill: &'static str, text: &str) {
        self.shapes.push(Shape::Text { at, size, anchor, fill, text: text.to_owned(), turned: false });
    }

    /// A text around a point, upright or upside down.
    pub(crate) fn sign(&mut self, (x, y): (f64, f64), size: f64, fill: &'static str, text: &str, turned: bool) {
        let at = (x, if turned { y - size * 0.36 } else { y + size * 0.36 });
        self.shapes.push(Shape::Text { at, size, anchor: Anchor::Middle, fill, text: text.to_owned(), turned });
    }

    /// Draws another figure with its upper left corner at a point.
    pub(crate) fn place(&mut self, (dx, dy): (f64, f64), other: &Figure) {
        let moved = |(x, y): (f64, f64)| (x + dx, y + dy);
        self.shapes.extend(other.shapes.iter().cloned().map(|shape| match shape {
            Shape::Line { points, stroke, width } => {
                Shape::Line { points: points.into_iter().map(moved).collect(), stroke, width }
            }
            Shape::Polygon { points, fill, stroke } => {
                Shape::Polygon { points: points.into_iter().map(moved).collect(), fill, stroke }
            }
            Shape::Circle { centre, radius, fill, stroke } => {
                Shape::Circle { centre: moved(centre), radius, fill, stroke }
            }
            Shape::Stud { at, top, wall } => Shape::Stud { at: moved(at), top, wall },
            Shape::Text { at, size, anchor, fill, text, turned } => {
                Shape::Text { at: moved(at), size, anchor, fill, text, turned }
            }
        }));
    }

    /// Figures in rows that are at most so wide, with their titles below them.
    pub(crate) fn sheet(title: &str, figures: &[Figure], widest: f64) -> Figure {
        const GAP: f64 = 24.0;
        const CAPTION: f64 = 22.0;
        let outer = |figure: &Figure| figure.width.max(caption_width(&figure.title));
        let mut rows: Vec<Vec<&Figure>> = vec![];
        let mut used = f64::MAX;
        for figure in figures {
            let width = outer(figure);
            if used + GAP + width > widest {
                rows.push(vec![]);
                used = 0.0;
            }
            used += GAP + width;
            if let Some(row) = rows.last_mut() {
                row.push(figure);
            }
        }
        let row_width = |row: &[&Figure]| row.iter().map(|figure| outer(figure) + GAP).sum::<f64>() + GAP;
        let row_height = |row: &[&Figure]| row.iter().map(|figure| figure.height).fold(0.0, f64::max);
        let width = rows.iter().map(|row| row_width(row)).fold(0.0, f64::max);
        let height = rows.iter().map(|row| row_height(row) + CAPTION + GAP).sum::<f64>() + GAP;
        let mut sheet = Figure::new(width, height, title);
        let mut y = GAP;
        for row in &rows {
            let (mut x, tall) = (GAP, row_height(row));
            for figure in row {
                let wide = outer(figure);
                sheet.place((x + (wide - figure.width) / 2.0, y + tall - figure.height), figure);
                sheet.text((x + wide / 2.0, y + tall + CAPTION - 5.0), 13.0, Anchor::Middle, INK, &figure.title);
                x += wide + GAP;
            }
            y += tall + CAPTION + GAP;
        }
        sheet
    }

    pub(crate) fn svg(&self) -> String {
        let mut svg = Svg::new(self.width, self.height, &self.title);
        for shape in &self.shapes {
            match shape {
                Shape::Line { points, stroke, width } => svg.polyline(points, stroke, *width),
                Shape::Polygon { points, fill, stroke } => svg.polygon(points, fill, stroke),
                Shape::Circle { centre, radius, fill, stroke } => svg.circle(*centre, *radius, fill, stroke),
                Shape::Stud { at: (x, y), top, wall } => {
                    let (rx, ry, h) = STUD;
                    let (left, right, upper) = (x - rx, x + rx, y - h);
                    svg.push(&format!(
                        r##"<path d="M{left:.1} {upper:.1}V{y:.1}A{rx} {ry} 0 0 0 {right:.1} {y:.1}V{upper:.1}Z" fill="{wall}" stroke="#333333" stroke-width="0.6"/>"##
                    ));
                    svg.push(&format!(
                        r##"<ellipse cx="{x:.1}" cy="{upper:.1}" rx="{rx}" ry="{ry}" fill="{top}" stroke="#333333" stroke-width="0.6"/>"##
                    ));
                }
                Shape::Text { at, size, anchor, fill, text, turned: false } => {
                    svg.text(*at, *size, *anchor, fill, text)
                }
                Shape::Text { at, size, fill, text, .. } => svg.upside_down(*at, *size, fill, text),
            }
        }
        svg.finish()
    }

    /// A `tikzpicture`; three pixels are 2.25 points.
    pub(crate) fn tikz(&self) -> String {
        let mut colours: BTreeMap<&str, String> = BTreeMap::new();
        let named = |colour: &'static str, colours: &mut BTreeMap<&str, String>| -> String {
            let name = format!("miyama{}", colour.trim_start_matches('#'));
            if colour != "none" {
                colours.insert(colour, name.clone());
            }
            name
        };
        let mut body = String::new();
        for shape in &self.shapes {
            // Writing to a String cannot fail.
            let _ = match shape {
                Shape::Line { points, stroke, width } => {
                    let (colour, width) = (named(stroke, &mut colours), short(width * 0.75));
                    writeln!(body, "  \\draw[{colour}, line width={width}pt] {};", path(points))
                }
                Shape::Polygon { points, fill, stroke } => {
                    let style = style(fill, stroke, |colour| named(colour, &mut colours));
                    writeln!(body, "  \\path[{style}] {} -- cycle;", path(points))
                }
                Shape::Circle { centre, radius, fill, stroke } => {
                    let style = style(fill, stroke, |colour| named(colour, &mut colours));
                    writeln!(body, "  \\path[{style}] {} circle [radius={}];", path(&[*centre]), short(*radius))
                }
                Shape::Stud { at: (x, y), top, wall } => {
                    let (rx, ry, h) = STUD;
                    let (wall, top, edge) =
                        (named(wall, &mut colours), named(top, &mut colours), named("#333333", &mut colours));
                    let (low, high) = (path(&[(*x, *y)]), path(&[(*x, y - h)]));
                    let side = path(&[(x - rx, y - h), (x - rx, *y), (x + rx, *y), (x + rx, y - h)]);
                    writeln!(
                        body,
                        "  \\path[fill={wall}, draw={edge}] {low} ellipse [x radius={rx}, y radius={ry}];\n  \\path[fill={wall}] {side} -- cycle;\n  \\path[fill={top}, draw={edge}] {high} ellipse [x radius={rx}, y radius={ry}];"
                    )
                }
                Shape::Text { at, size, anchor, fill, text, turned } => {
                    let colour = named(fill, &mut colours);
                    let anchor = match anchor {
                        Anchor::Start => "base west",
                        Anchor::Middle => "base",
                        Anchor::End => "base east",
                    };
                    let size = short(size * 0.75);
                    let turn = if *turned { ", rotate=180" } else { "" };
                    writeln!(
                        body,
                        "  \\node[{colour}, anchor={anchor}, inner sep=0pt{turn}, font=\\fontsize{{{size}}}{{{size}}}\\selectfont] at {} {{{}}};",
                        path(&[*at]),
                        tex(text)
                    )
                }
            };
        }
        let mut out = String::new();
        for (colour, name) in colours {
            let _ =
                writeln!(out, "\\definecolor{{{name}}}{{HTML}}{{{}}}", colour.trim_start_matches('#').to_uppercase());
        }
        format!("{out}\\begin{{tikzpicture}}[x=0.75pt, y=-0.75pt, line width=0.6pt]\n{body}\\end{{tikzpicture}}\n")
    }
}

/// About how wide a caption is.
fn caption_width(text: &str) -> f64 {
    text.chars().map(|c| if c.is_ascii() { 7.4 } else { 13.0 }).sum()
}

fn path(points: &[(f64, f64)]) -> String {
    points.iter().map(|(x, y)| format!("({},{})", short(*x), short(*y))).collect::<Vec<_>>().join(" -- ")
}

fn style(fill: &'static str, stroke: &'static str, mut named: impl FnMut(&'static str) -> String) -> String {
    let fill = (fill != "none").then(|| format!("fill={}", named(fill)));
    let stroke = (stroke != "none").then(|| format!("draw={}", named(stroke)));
    fill.into_iter().chain(stroke).collect::<Vec<_>>().join(", ")
}

/// A text for LaTeX: its own signs escaped, signs of mathematics as commands.
pub(crate) fn tex(text: &str) -> String {
    let mut written = String::new();
    for c in text.chars() {
        match c {
            '{' | '}' | '#' | '%' | '&' | '$' | '_' => written.extend(['\\', c]),
            '\\' => written.push_str("\\textbackslash{}"),
            '^' => written.push_str("\\textasciicircum{}"),
            '~' => written.push_str("\\textasciitilde{}"),
            '⊕' => written.push_str("$\\oplus$"),
            '≤' => written.push_str("$\\le$"),
            '≥' => written.push_str("$\\ge$"),
            '≠' => written.push_str("$\\ne$"),
            '≡' => written.push_str("$\\equiv$"),
            '×' => written.push_str("$\\times$"),
            '→' => written.push_str("$\\to$"),
            '−' => written.push_str("$-$"),
            '·' => written.push_str("$\\cdot$"),
            '…' => written.push_str("\\ldots{}"),
            '●' => written.push_str("$\\bullet$"),
            '○' => written.push_str("$\\circ$"),
            '▲' => written.push_str("$\\blacktriangle$"),
            '△' => written.push_str("$\\triangle$"),
            'μ' => written.push_str("$\\mu$"),
            'φ' => written.push_str("$\\varphi$"),
            '₀'..='₉' => written.push_str(&format!("$_{}$", u32::from(c) - u32::from('₀'))),
            'ᵢ' => written.push_str("$_i$"),
            'ₙ' => written.push_str("$_n$"),
            'ₖ' => written.push_str("$_k$"),
            'ₘ' => written.push_str("$_m$"),
            '⌊' => written.push_str("$\\lfloor$"),
            '⌋' => written.push_str("$\\rfloor$"),
            '√' => written.push_str("$\\surd$"),
            '–' => written.push_str("--"),
            '—' => written.push_str("---"),
            c => written.push(c),
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure() -> Figure {
        let mut figure = Figure::new(40.0, 20.0, "a_1");
        figure.circle((5.0, 5.0), 3.0, STRONG, "none");
        figure.text((10.0, 10.0), 12.0, Anchor::Start, INK, "3 ⊕ 5");
        figure
    }

    #[test]
    fn the_same_figure_is_svg_and_tikz() {
        assert!(figure().svg().contains(r##"<circle cx="5" cy="5" r="3" fill="#b5482a" stroke="none"/>"##));
        let tikz = figure().tikz();
        assert!(tikz.contains("\\path[fill=miyamab5482a] (5,5) circle [radius=3];"), "{tikz}");
        assert!(tikz.contains("{3 $\\oplus$ 5};") && tikz.contains("{HTML}{B5482A}"), "{tikz}");
    }

    #[test]
    fn a_sheet_breaks_into_rows_and_holds_all() {
        let wide = Figure::sheet("", &vec![figure(); 5], 140.0);
        assert!(wide.width <= 140.0 + 24.0 && wide.height > 3.0 * 20.0, "{} {}", wide.width, wide.height);
        assert_eq!(wide.svg().matches("<circle").count(), 5);
        assert!(wide.tikz().contains("{a\\_1};"));
    }
}
