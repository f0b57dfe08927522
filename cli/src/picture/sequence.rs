//! A sequence of nim values as points: common values grey, rare ones red.

use super::pixels::Pixels;
use super::svg::{Anchor, Svg};
use crate::failure::Failure;
use miyama::breaking::values::Stored;
use std::fmt::Write as _;
use std::io::Write;

const WIDTH: usize = 900;
const HEIGHT: usize = 400;
const LEFT: usize = 60;
const TOP: usize = 40;
const COMMON: [u8; 3] = [90, 110, 140];
const RARE: [u8; 3] = [214, 39, 40];

/// The picture of a sequence.
pub(crate) struct Picture<'a> {
    pub(crate) title: &'a str,
    pub(crate) values: Stored<'a>,
    /// Whether the value of a heap is a rare one.
    pub(crate) is_rare: &'a dyn Fn(u32, usize) -> bool,
    /// What the colours mean: common, rare.
    pub(crate) legend: [String; 2],
}

/// A cell of the picture that has a point.
struct Cells {
    /// Row by row from the top: 0 nothing, 1 common, 2 rare.
    marks: Vec<u8>,
    point: usize,
}

impl Picture<'_> {
    /// The largest heap and the largest value, both at least 1.
    fn reach(&self) -> (usize, usize) {
        ((self.values.len().max(2)) - 1, self.values.largest().max(1) as usize)
    }

    /// Puts every value into its cell; a rare one stays on top.
    fn cells(&self) -> Cells {
        let (last, largest) = self.reach();
        let mut marks = vec![0u8; WIDTH * HEIGHT];
        for (n, value) in self.values.iter().enumerate() {
            let column = n * (WIDTH - 1) / last;
            let row = HEIGHT - 1 - value as usize * (HEIGHT - 1) / largest;
            let mark = if n > 0 && (self.is_rare)(value, n) { 2 } else { 1 };
            let cell = &mut marks[row * WIDTH + column];
            *cell = (*cell).max(mark);
        }
        Cells { marks, point: if last < 400 { 3 } else { 1 } }
    }

    pub(crate) fn write_png(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let mut pixels = Pixels::new(LEFT + WIDTH + 30, TOP + HEIGHT + 40);
        let cells = self.cells();
        for mark in 1..=2 {
            for (at, _) in cells.marks.iter().enumerate().filter(|(_, m)| **m == mark) {
                let colour = if mark == 2 { RARE } else { COMMON };
                pixels.fill(LEFT + at % WIDTH, TOP + at / WIDTH, cells.point, cells.point, colour);
            }
        }
        let axis = [60, 60, 60];
        pixels.fill(LEFT - 4, TOP, 1, HEIGHT + 4, axis);
        pixels.fill(LEFT - 4, TOP + HEIGHT + 3, WIDTH + 4, 1, axis);
        let (last, largest) = self.reach();
        for part in 0..=4 {
            pixels.text(LEFT + (WIDTH - 1) * part / 4, TOP + HEIGHT + 12, 2, false, &(last * part / 4).to_string());
            pixels.text(LEFT - 8, TOP + (HEIGHT - 1) * (4 - part) / 4, 2, true, &(largest * part / 4).to_string());
        }
        pixels.write_png(out)
    }

    pub(crate) fn write_svg(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let (left, top) = (LEFT as f64, TOP as f64);
        let (width, height) = (WIDTH as f64, HEIGHT as f64);
        let mut svg = Svg::new(left + width + 30.0, top + height + 50.0, self.title);
        svg.text((left, 24.0), 16.0, Anchor::Start, "black", self.title);
        let cells = self.cells();
        for (mark, colour) in [(1, COMMON), (2, RARE)] {
            let mut path = String::new();
            for (at, _) in cells.marks.iter().enumerate().filter(|(_, m)| **m == mark) {
                // Writing to a String cannot fail.
                let _ = write!(path, "M{} {}h{}", LEFT + at % WIDTH, TOP + at / WIDTH, cells.point);
            }
            let [r, g, b] = colour;
            let stroke = cells.point;
            svg.push(&format!(r#"<path d="{path}" stroke="rgb({r},{g},{b})" stroke-width="{stroke}" fill="none"/>"#));
        }
        svg.line((left - 4.0, top), (left - 4.0, top + height + 3.0), "#333", 1.0);
        svg.line((left - 4.0, top + height + 3.0), (left + width, top + height + 3.0), "#333", 1.0);
        let (last, largest) = self.reach();
        for part in 0..=4 {
            let share = f64::from(part) / 4.0;
            let part = part as usize;
            let label = |whole: usize| (whole * part / 4).to_string();
            svg.text((left + width * share, top + height + 22.0), 13.0, Anchor::Middle, "black", &label(last));
            svg.text((left - 8.0, top + height * (1.0 - share) + 5.0), 13.0, Anchor::End, "black", &label(largest));
        }
        for (index, (text, [r, g, b])) in self.legend.iter().zip([COMMON, RARE]).enumerate() {
            let x = left + width - 260.0 + 140.0 * index as f64;
            svg.rect(x, 14.0, 10.0, 10.0, &format!("rgb({r},{g},{b})"), "none");
            svg.text((x + 16.0, 24.0), 13.0, Anchor::Start, "black", text);
        }
        out.write_all(svg.finish().as_bytes())?;
        Ok(())
    }
}
