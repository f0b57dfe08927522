//! A sequence of nim values as points: common values grey, rare ones red.

use super::pixels::{Pixels, fitting};
use super::svg::{Anchor, Svg};
use crate::failure::Failure;
use miyama::breaking::values::Stored;
use std::fmt::Write as _;
use std::io::Write;

const WIDTH: usize = 900;
const HEIGHT: usize = 400;
const LEFT: usize = 60;
const TOP: usize = 56;
/// Room for half of the last label.
const RIGHT: usize = 70;
/// The names of the axes, the same in every language.
const HEAP_AXIS: &str = "n";
const VALUE_AXIS: &str = "G(n)";
const COMMON: [u8; 3] = [90, 110, 140];
const RARE: [u8; 3] = [214, 39, 40];

/// The picture of a sequence.
pub(crate) struct Picture<'a> {
    pub(crate) title: &'a str,
    pub(crate) values: Stored<'a>,
    /// Whether the value of a heap is a rare one.
    pub(crate) is_rare: &'a dyn Fn(u32, usize) -> bool,
    /// What the colours mean: common, rare. Pixels have letters for English alone.
    pub(crate) legend: [String; 2],
}

/// A cell of the picture that has a point.
struct Cells {
    /// Row by row from the top: 0 nothing, 1 common, 2 rare.
    marks: Vec<u8>,
    point: usize,
}

/// The largest heap and the largest value, both at least 1.
struct Extent {
    heap: usize,
    value: usize,
}

impl Extent {
    /// The column of a heap.
    fn column(&self, heap: usize) -> usize {
        heap * (WIDTH - 1) / self.heap
    }

    /// The row of a value, from the top.
    fn row(&self, value: usize) -> usize {
        HEIGHT - 1 - value * (HEIGHT - 1) / self.value
    }
}

impl Picture<'_> {
    fn reach(&self) -> Extent {
        Extent { heap: self.values.len().max(2) - 1, value: self.values.largest().max(1) as usize }
    }

    /// Puts every value into its cell; a rare one stays on top.
    fn cells(&self, reach: &Extent) -> Cells {
        let mut marks = vec![0u8; WIDTH * HEIGHT];
        for (n, value) in self.values.iter().enumerate() {
            let (column, row) = (reach.column(n), reach.row(value as usize));
            let mark = if n > 0 && (self.is_rare)(value, n) { 2 } else { 1 };
            let cell = &mut marks[row * WIDTH + column];
            *cell = (*cell).max(mark);
        }
        Cells { marks, point: if reach.heap < 400 { 3 } else { 1 } }
    }

    pub(crate) fn write_png(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let mut pixels = Pixels::new(LEFT + WIDTH + RIGHT, TOP + HEIGHT + 40);
        let reach = self.reach();
        let cells = self.cells(&reach);
        for mark in 1..=2 {
            for (at, _) in cells.marks.iter().enumerate().filter(|(_, m)| **m == mark) {
                let colour = if mark == 2 { RARE } else { COMMON };
                pixels.fill(LEFT + at % WIDTH, TOP + at / WIDTH, cells.point, cells.point, colour);
            }
        }
        let axis = [60, 60, 60];
        pixels.text(LEFT, 4, 2, Anchor::Start, &fitting(self.title, 2, WIDTH / 2));
        if cells.marks.contains(&2) {
            for (index, (text, colour)) in [("common", COMMON), ("rare", RARE)].into_iter().enumerate() {
                let x = LEFT + WIDTH - 200 + 120 * index;
                pixels.fill(x, 6, 10, 10, colour);
                pixels.text(x + 16, 4, 2, Anchor::Start, text);
            }
        }
        pixels.text(LEFT - 8, TOP - 30, 2, Anchor::End, VALUE_AXIS);
        pixels.text(LEFT + WIDTH + 24, TOP + HEIGHT - 3, 2, Anchor::Start, HEAP_AXIS);
        pixels.fill(LEFT - 4, TOP, 1, HEIGHT + 4, axis);
        pixels.fill(LEFT - 4, TOP + HEIGHT + 3, WIDTH + 4, 1, axis);
        for heap in labels(reach.heap) {
            pixels.text(LEFT + reach.column(heap), TOP + HEIGHT + 12, 2, Anchor::Middle, &heap.to_string());
        }
        for value in labels(reach.value) {
            // Digits are 14 pixels high.
            pixels.text(LEFT - 8, TOP + reach.row(value) - 7, 2, Anchor::End, &value.to_string());
        }
        pixels.write_png(out)
    }

    pub(crate) fn write_svg(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let (left, top) = (LEFT as f64, TOP as f64);
        let (width, height) = (WIDTH as f64, HEIGHT as f64);
        let mut svg = Svg::new(left + width + RIGHT as f64, top + height + 50.0, self.title);
        svg.text((left, 24.0), 16.0, Anchor::Start, "black", self.title);
        let reach = self.reach();
        let cells = self.cells(&reach);
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
        svg.text((left - 8.0, top - 18.0), 13.0, Anchor::End, "black", VALUE_AXIS);
        svg.text((left + width + 24.0, top + height + 8.0), 13.0, Anchor::Start, "black", HEAP_AXIS);
        svg.line((left - 4.0, top), (left - 4.0, top + height + 3.0), "#333", 1.0);
        svg.line((left - 4.0, top + height + 3.0), (left + width, top + height + 3.0), "#333", 1.0);
        for heap in labels(reach.heap) {
            let x = left + reach.column(heap) as f64;
            svg.text((x, top + height + 22.0), 13.0, Anchor::Middle, "black", &heap.to_string());
        }
        for value in labels(reach.value) {
            let y = top + reach.row(value) as f64 + 5.0;
            svg.text((left - 8.0, y), 13.0, Anchor::End, "black", &value.to_string());
        }
        // One colour alone needs no legend.
        let legend = self.legend.iter().filter(|_| cells.marks.contains(&2));
        for (index, (text, [r, g, b])) in legend.zip([COMMON, RARE]).enumerate() {
            let x = left + width - 260.0 + 140.0 * index as f64;
            svg.rect(x, 14.0, 10.0, 10.0, &format!("rgb({r},{g},{b})"), "none");
            svg.text((x + 16.0, 24.0), 13.0, Anchor::Start, "black", text);
        }
        out.write_all(svg.finish().as_bytes())?;
        Ok(())
    }
}

/// Whole numbers from 0 to `last` in even steps of 1, 2 or 5 times a power of
/// ten, at most six of them.
fn labels(last: usize) -> impl Iterator<Item = usize> {
    let mut steps = (0..u32::MAX)
        .map_while(|power| 10usize.checked_pow(power))
        .flat_map(|ten| [1, 2, 5].map(|d| ten.saturating_mul(d)));
    let step = steps.find(|step| last / step <= 5).unwrap_or(usize::MAX);
    (0..=last / step).map(move |k| k * step)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture<'a>(values: &'a [u8], is_rare: &'a dyn Fn(u32, usize) -> bool) -> Picture<'a> {
        Picture { title: "0.0", values: Stored::Bytes(values), is_rare, legend: ["common".into(), "rare".into()] }
    }

    #[test]
    fn labels_are_few_and_whole() {
        let all = |last| labels(last).collect::<Vec<_>>();
        assert_eq!(all(1), [0, 1]);
        assert_eq!(all(5), [0, 1, 2, 3, 4, 5]);
        assert_eq!(all(9), [0, 2, 4, 6, 8]);
        assert_eq!(all(256), [0, 50, 100, 150, 200, 250]);
        assert_eq!(all(1_000_000), [0, 200_000, 400_000, 600_000, 800_000, 1_000_000]);
        for last in (1..3000).chain([usize::MAX]) {
            assert!((2..=6).contains(&all(last).len()), "{last}");
        }
    }

    #[test]
    fn a_label_stands_at_the_height_of_its_value_and_one_colour_has_no_legend() {
        let values = [0u8, 1, 2, 7];
        let svg = |is_rare: &dyn Fn(u32, usize) -> bool| {
            let mut out = vec![];
            picture(&values, is_rare).write_svg(&mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        let common = svg(&|_, _| false);
        for name in [">0.0<", ">n<", ">G(n)<"] {
            assert!(common.contains(name), "{name} in {common}");
        }
        for value in [0, 2, 4, 6] {
            let y = TOP + HEIGHT - 1 - value * (HEIGHT - 1) / 7 + 5;
            assert!(
                common.lines().any(|l| l.contains(&format!("y=\"{y}\"")) && l.contains(&format!(">{value}<"))),
                "{common}"
            );
        }
        assert!(!common.contains("rare"));
        assert!(svg(&|value, _| value == 7).contains("rare"));
    }

    #[test]
    fn no_label_is_cut() {
        let values = vec![0u8; 1_000_001];
        let mut out = vec![];
        picture(&values, &|_, _| false).write_png(&mut out).unwrap();
        let mut decoder = png::Decoder::new(std::io::Cursor::new(out));
        // Colours, whether or not the file has a palette.
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut data = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut data).unwrap();
        let width = info.width as usize * 3;
        for row in data.chunks(width) {
            assert!(row[width - 6..].iter().all(|byte| *byte == 255));
        }
    }
}
