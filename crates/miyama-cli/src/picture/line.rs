//! The line that makes a word: a grid, the line, and its crossings in order.

use super::figure::{Figure, INK};
use super::svg::Anchor;
use miyama_words::line::Line;
use num_traits::ToPrimitive;

const MARGIN: f64 = 36.0;
/// A picture is at least as wide as its title.
const NARROWEST: f64 = 420.0;
const VERTICAL: &str = "#1f5fa8";
const HORIZONTAL: &str = "#b5482a";

/// Draws the crossings that `terms` name, from the origin on.
pub(crate) fn draw(line: &Line, terms: &[u8], title: &str) -> Figure {
    let slope = approximate(line);
    let zeros = terms.iter().filter(|&&x| x == 0).count() as f64;
    let ones = terms.len() as f64 - zeros;
    let (columns, rows) = (zeros + 1.0, ones + 1.0);
    // At most about 1200 pixels on the longer side, and squares of at most 48.
    let unit = (1200.0 / columns.max(rows)).clamp(3.0, 48.0);
    let (width, height) = ((columns * unit + 2.0 * MARGIN).max(NARROWEST), rows * unit + 2.0 * MARGIN + 24.0);
    let mut svg = Figure::new(width, height, title);
    let base = height - MARGIN;
    let point = |x: f64, y: f64| (MARGIN + x * unit, base - y * unit);
    for i in 0..=columns as usize {
        svg.line(point(i as f64, 0.0), point(i as f64, rows), if i == 0 { INK } else { "#cccccc" }, 1.0);
    }
    for j in 0..=rows as usize {
        svg.line(point(0.0, j as f64), point(columns, j as f64), if j == 0 { INK } else { "#cccccc" }, 1.0);
    }
    let end = columns.min(rows / slope);
    svg.line(point(0.0, 0.0), point(end, slope * end), INK, 1.5);
    let (mut x, mut y) = (0.0, 0.0);
    let size = (unit * 0.32).clamp(4.0, 13.0);
    for &term in terms {
        let (at, colour) = if term == 0 {
            x += 1.0;
            ((x, slope * x), VERTICAL)
        } else {
            y += 1.0;
            ((y / slope, y), HORIZONTAL)
        };
        let (px, py) = point(at.0, at.1);
        svg.circle((px, py), (unit * 0.09).clamp(1.2, 4.0), colour, "none");
        // Above the line for one kind, below it for the other: neighbours do not collide.
        let shift = if term == 0 { (size * 0.75, size * 1.15) } else { (-size * 0.75, -size * 0.55) };
        svg.text((px + shift.0, py + shift.1), size, Anchor::Middle, colour, &term.to_string());
    }
    for (i, line) in title.lines().enumerate() {
        svg.text((MARGIN, 20.0 + 18.0 * i as f64), 14.0, Anchor::Start, INK, line);
    }
    svg
}

/// The slope to the precision of a picture.
fn approximate(line: &Line) -> f64 {
    let (a, b, c, d) = line.slope().parts();
    let real = |x: Option<f64>| x.unwrap_or(f64::MAX);
    let root = real(d.to_f64()).sqrt();
    ((real(a.to_f64()) + real(b.to_f64()) * root) / real(c.to_f64())).max(1e-9)
}
