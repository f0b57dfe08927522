//! Positions of two heaps as points of a lattice: one with its options, or a set of them.

use super::figure::{COOL, Figure, INK, PALE, STRONG, WHITE};
use super::svg::Anchor;

/// How a point is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Point {
    /// The position itself: a black disc.
    Here,
    /// A white disc.
    Round,
    /// A white square.
    Square,
}

/// The lattice to (`to`, `to`), x to the right and y upwards, with these points.
pub(crate) fn draw(points: &[([u64; 2], Point)], to: [u64; 2], title: &str) -> Figure {
    let unit = (520.0 / (to[0].max(to[1]) as f64 + 1.0)).clamp(7.0, 28.0);
    let radius = (unit * 0.3).clamp(2.5, 7.0);
    // Points on the axes do not reach the numbers beside them.
    let margin = 26.0 + radius;
    let (width, height) = (to[0] as f64 * unit + margin + 16.0, to[1] as f64 * unit + margin + 16.0);
    let mut figure = Figure::new(width, height, title);
    let at = |x: u64, y: u64| (margin + x as f64 * unit, height - margin - y as f64 * unit);
    for x in 0..=to[0] {
        figure.line(at(x, 0), at(x, to[1]), PALE, if x == 0 { 1.5 } else { 0.5 });
    }
    for y in 0..=to[1] {
        figure.line(at(0, y), at(to[0], y), PALE, if y == 0 { 1.5 } else { 0.5 });
    }
    // A number for every line where there is room, else for every fifth or tenth.
    let step = if unit >= 18.0 {
        1
    } else if unit >= 11.0 {
        5
    } else {
        10
    };
    for x in (0..=to[0]).step_by(step) {
        figure.text((at(x, 0).0, height - margin + radius + 13.0), 11.0, Anchor::Middle, INK, &x.to_string());
    }
    for y in (0..=to[1]).step_by(step) {
        figure.text((margin - radius - 5.0, at(0, y).1 + 4.0), 11.0, Anchor::End, INK, &y.to_string());
    }
    for ([x, y], point) in points {
        let centre = at(*x, *y);
        match point {
            Point::Here => figure.circle(centre, radius, INK, INK),
            Point::Round => figure.circle(centre, radius, WHITE, STRONG),
            Point::Square => {
                figure.rect((centre.0 - radius, centre.1 - radius), (2.0 * radius, 2.0 * radius), WHITE, COOL)
            }
        }
    }
    figure
}
