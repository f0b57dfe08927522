//! A table as a heat map: axes, a colour bar, P-positions marked.

use super::colour::{N_POSITION, P_POSITION, css, ink, scale};
use super::pixels::{Pixels, fitting, text_width};
use super::svg::{Anchor, Svg};
use crate::failure::Failure;
use base64::Engine;
use std::io::Write;

/// Writes a row of numbers.
type Rows<'a> = &'a dyn Fn(&[u64], &mut [u32]) -> Result<(), Failure>;

/// What is drawn: one or two heaps; the first heap to the right, the second up.
pub(crate) struct Map<'a> {
    pub(crate) title: &'a str,
    pub(crate) names: &'a [String],
    pub(crate) to: &'a [u64],
    pub(crate) outcomes: bool,
    /// Writes the numbers of positions that begin so, the last heap from 0 on.
    pub(crate) numbers: Rows<'a>,
}

/// Cells are drawn this large if they are few.
const LARGEST_CELL: usize = 40;
/// The longer side of the map is about this long.
const SIDE: usize = 1000;
/// More cells than this on a side are too many for a picture.
const MOST_CELLS: u64 = 20_000;

/// The inks of values up to this are looked up once.
const MOST_INKS: u32 = 1 << 20;

/// So many colours of the scale are told apart: a picture has a palette.
const SHADES: f64 = 199.0;

/// The colour of a part between 0 and 1 of the scale, of so many.
fn shade(part: f64) -> [u8; 3] {
    scale((part * SHADES).round() / SHADES)
}

/// The map in numbers: columns to the right, rows up.
struct Grid {
    columns: usize,
    rows: usize,
    /// Column by column, as a table is read.
    values: Vec<u32>,
    largest: u32,
    cell: usize,
}

impl Grid {
    fn at(&self, x: usize, y: usize) -> u32 {
        self.values[x * self.rows + y]
    }

    /// All cells, in squares small enough for columns and rows of them to stay in the cache.
    fn places(&self) -> impl Iterator<Item = (usize, usize)> {
        const SIDE: usize = 64;
        let (columns, rows) = (self.columns, self.rows);
        let squares = (0..columns).step_by(SIDE).flat_map(move |x| (0..rows).step_by(SIDE).map(move |y| (x, y)));
        squares.flat_map(move |(left, low)| {
            let within = move |y| (left..columns.min(left + SIDE)).map(move |x| (x, y));
            (low..rows.min(low + SIDE)).flat_map(within)
        })
    }
}

impl Map<'_> {
    fn grid(&self) -> Result<Grid, Failure> {
        if self.to.iter().any(|n| *n > MOST_CELLS) {
            return Err(Failure::input(miyama_text::say!("table.picture_large", most = MOST_CELLS)));
        }
        let columns = self.to[0] as usize + 1;
        let rows = self.to.get(1).map_or(1, |n| *n as usize + 1);
        let mut values = vec![0; rows * columns];
        if self.to.len() == 1 {
            (self.numbers)(&[], &mut values)?;
        } else {
            for (x, column) in (0..).zip(values.chunks_mut(rows)) {
                (self.numbers)(&[x], column)?;
            }
        }
        let largest = values.iter().copied().max().unwrap_or(0);
        let cell = (SIDE / columns.max(rows)).clamp(1, LARGEST_CELL);
        Ok(Grid { columns, rows, values, largest, cell })
    }

    fn colour(&self, value: u32, largest: u32) -> [u8; 3] {
        if self.outcomes {
            return if value == 0 { P_POSITION } else { N_POSITION };
        }
        shade(f64::from(value) / f64::from(largest.max(1)))
    }

    /// The cells alone, without axes, each `cell` pixels wide.
    fn paint(&self, grid: &Grid, pixels: &mut Pixels, left: usize, top: usize) {
        let Grid { columns, rows, cell, .. } = *grid;
        // Small cells leave no room for a mark: it covers its neighbours, or, where
        // P-positions are many, it is the whole cell.
        let count = grid.values.iter().filter(|v| **v == 0).count();
        let few = count <= 4 * (rows + columns);
        let radius = if cell >= 6 { cell as f64 * 0.36 } else { 4.0 };
        let marked = !self.outcomes && (few || cell >= 6);
        let corner = |x: usize, y: usize| (left + x * cell, top + (rows - 1 - y) * cell);
        let of_value = |value: u32| if value == 0 && !marked { P_POSITION } else { self.colour(value, grid.largest) };
        let inks: Vec<u8> = (0..=grid.largest.min(MOST_INKS)).map(|value| pixels.ink(of_value(value))).collect();
        for (x, y) in grid.places() {
            let value = grid.at(x, y);
            let ink = match inks.get(value as usize) {
                Some(ink) => *ink,
                None => pixels.ink(of_value(value)),
            };
            let (px, py) = corner(x, y);
            pixels.fill_with(px, py, cell, cell, ink);
        }
        if !marked {
            return;
        }
        for (x, y) in (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))).filter(|(x, y)| grid.at(*x, *y) == 0) {
            let (px, py) = corner(x, y);
            let half = cell as f64 / 2.0;
            let centre = (px as f64 + half, py as f64 + half);
            pixels.disc(centre, radius, [255, 255, 255]);
            pixels.disc(centre, radius * 0.72, P_POSITION);
        }
    }

    pub(crate) fn write_png(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let grid = self.grid()?;
        let (width, height) = (grid.columns * grid.cell, grid.rows * grid.cell);
        let font = if width.max(height) >= 600 { 2 } else { 1 };
        let labels = text_width(&self.to.get(1).copied().unwrap_or(0).to_string(), font);
        let (left, top) = (labels + 14 * font, 26 * font);
        let bar = if self.outcomes { 0 } else { 26 * font + text_width(&grid.largest.to_string(), font) };
        // The bar of a flat map is as high as a few numbers need.
        let length = if self.outcomes { height } else { height.max(60 * font) };
        let mut pixels = Pixels::new(left + width + bar + 14 * font, top + length.max(height + 18 * font) + 6 * font);
        pixels.text(left, 3 * font, font, Anchor::Start, &fitting(self.title, font, width + bar));
        self.paint(&grid, &mut pixels, left, top);
        for tick in ticks(self.to[0], width, 40 * font) {
            let x = left + tick as usize * grid.cell + grid.cell / 2;
            pixels.fill(x, top + height, 1, 3 * font, [40, 40, 40]);
            pixels.text(x, top + height + 5 * font, font, Anchor::Middle, &tick.to_string());
        }
        pixels.text(left + width, top + height + 14 * font, font, Anchor::End, &self.names[0]);
        if let (Some(last), Some(name)) = (self.to.get(1), self.names.get(1)) {
            for tick in ticks(*last, height, 20 * font) {
                let y = top + (grid.rows - 1 - tick as usize) * grid.cell + grid.cell / 2;
                pixels.fill(left - 3 * font, y, 3 * font, 1, [40, 40, 40]);
                pixels.text(left - 5 * font, y.saturating_sub(3 * font), font, Anchor::End, &tick.to_string());
            }
            pixels.text(left, top - 10 * font, font, Anchor::Middle, name);
        }
        if !self.outcomes {
            let x = left + width + 10 * font;
            for y in 0..length {
                let part = 1.0 - y as f64 / length as f64;
                pixels.fill(x, top + y, 8 * font, 1, shade(part));
            }
            for tick in ticks(u64::from(grid.largest), length, 24 * font) {
                let part = tick as f64 / f64::from(grid.largest.max(1));
                let y = top + ((1.0 - part) * (length - 1) as f64) as usize;
                pixels.fill(x + 8 * font, y, 3 * font, 1, [40, 40, 40]);
                pixels.text(x + 12 * font, y.saturating_sub(3 * font), font, Anchor::Start, &tick.to_string());
            }
        }
        pixels.write_png(out)
    }

    pub(crate) fn write_svg(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let grid = self.grid()?;
        let (width, height) = ((grid.columns * grid.cell) as f64, (grid.rows * grid.cell) as f64);
        let (left, top, font) = (64.0, 44.0, 14.0);
        let bar = if self.outcomes { 48.0 } else { (height - 40.0).max(96.0) };
        let mut svg = Svg::new(left + width + 110.0, top + (height + 56.0).max(bar + 40.0), self.title);
        svg.text((left, 24.0), 16.0, Anchor::Start, "black", self.title);
        if grid.cell >= 14 {
            self.draw_cells(&grid, &mut svg, left, top);
        } else {
            let mut pixels = Pixels::new(grid.columns * grid.cell, grid.rows * grid.cell);
            self.paint(&grid, &mut pixels, 0, 0);
            let mut image = Vec::new();
            pixels.write_png(&mut image)?;
            let data = base64::engine::general_purpose::STANDARD.encode(&image);
            svg.push(&format!(
                r#"<image x="{left}" y="{top}" width="{width}" height="{height}" image-rendering="pixelated" href="data:image/png;base64,{data}"/>"#
            ));
        }
        let cell = grid.cell as f64;
        for tick in ticks(self.to[0], width as usize, 48) {
            let x = left + tick as f64 * cell + cell / 2.0;
            svg.line((x, top + height), (x, top + height + 5.0), "#333", 1.0);
            svg.text((x, top + height + 20.0), font, Anchor::Middle, "black", &tick.to_string());
        }
        svg.text((left + width / 2.0, top + height + 42.0), font, Anchor::Middle, "black", &self.names[0]);
        if let (Some(last), Some(name)) = (self.to.get(1), self.names.get(1)) {
            for tick in ticks(*last, height as usize, 26) {
                let y = top + height - tick as f64 * cell - cell / 2.0;
                svg.line((left - 5.0, y), (left, y), "#333", 1.0);
                svg.text((left - 9.0, y + 5.0), font, Anchor::End, "black", &tick.to_string());
            }
            svg.text((14.0, top + height / 2.0), font, Anchor::Middle, "black", name);
        }
        svg.rect(left, top, width, height, "none", "#333");
        self.draw_bar(&grid, &mut svg, left + width + 22.0, top, bar);
        out.write_all(svg.finish().as_bytes())?;
        Ok(())
    }

    /// Few cells: each with its number, P-positions ringed.
    fn draw_cells(&self, grid: &Grid, svg: &mut Svg, left: f64, top: f64) {
        let cell = grid.cell as f64;
        for y in 0..grid.rows {
            for x in 0..grid.columns {
                let value = grid.at(x, y);
                let colour = self.colour(value, grid.largest);
                let (px, py) = (left + x as f64 * cell, top + (grid.rows - 1 - y) as f64 * cell);
                svg.rect(px, py, cell, cell, &css(colour), "white");
                let centre = (px + cell / 2.0, py + cell / 2.0);
                let p_position = value == 0 && !self.outcomes;
                if p_position {
                    svg.circle(centre, cell * 0.4, &css(P_POSITION), "white");
                }
                let text = match (self.outcomes, value) {
                    (true, 0) => "P".to_owned(),
                    (true, _) => "N".to_owned(),
                    _ => value.to_string(),
                };
                let size = (cell * 0.44).min(cell * 0.9 / text.len() as f64 * 1.6);
                let fill = if p_position { "white" } else { ink(colour) };
                svg.text((centre.0, centre.1 + size * 0.35), size, Anchor::Middle, fill, &text);
            }
        }
    }

    /// The colour bar, with the mark of P-positions below.
    fn draw_bar(&self, grid: &Grid, svg: &mut Svg, left: f64, top: f64, length: f64) {
        if self.outcomes {
            for (row, (name, colour)) in [("P", P_POSITION), ("N", N_POSITION)].into_iter().enumerate() {
                let y = top + row as f64 * 24.0;
                svg.rect(left, y, 16.0, 16.0, &css(colour), "#333");
                svg.text((left + 24.0, y + 13.0), 14.0, Anchor::Start, "black", name);
            }
            return;
        }
        let steps = 64;
        for step in 0..steps {
            let part = 1.0 - (f64::from(step) + 0.5) / f64::from(steps);
            let y = top + length * f64::from(step) / f64::from(steps);
            // One pixel more than its share: no seams between the steps.
            svg.rect(left, y, 16.0, length / f64::from(steps) + 1.0, &css(scale(part)), "none");
        }
        svg.rect(left, top, 16.0, length, "none", "#333");
        for tick in ticks(u64::from(grid.largest), length as usize, 32) {
            let y = top + length * (1.0 - tick as f64 / f64::from(grid.largest.max(1)));
            svg.line((left + 16.0, y), (left + 20.0, y), "#333", 1.0);
            svg.text((left + 24.0, y + 5.0), 14.0, Anchor::Start, "black", &tick.to_string());
        }
        svg.circle((left + 8.0, top + length + 24.0), 7.0, &css(P_POSITION), "white");
        svg.text((left + 24.0, top + length + 29.0), 14.0, Anchor::Start, "black", "P");
    }
}

/// Round numbers from 0 to `last` that are at least `apart` pixels apart on a
/// side of `length` pixels.
fn ticks(last: u64, length: usize, apart: usize) -> Vec<u64> {
    let wide = |step: &u64| u128::from(*step) * length as u128 >= apart as u128 * u128::from(last);
    let mut steps = (0..19).flat_map(|power| [1, 2, 5].map(|digit| digit * 10u64.pow(power)));
    let step = steps.find(wide).unwrap_or(u64::MAX);
    (0..=last / step).map(|i| i * step).collect()
}

#[cfg(test)]
mod tests {
    use super::ticks;

    #[test]
    fn ticks_are_round_and_not_crowded() {
        assert_eq!(ticks(10, 440, 40), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        assert_eq!(
            ticks(2000, 1000, 40),
            [
                0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200, 1300, 1400, 1500, 1600, 1700, 1800,
                1900, 2000
            ]
        );
        assert_eq!(ticks(0, 10, 40), [0]);
        // A side too short for two numbers has one.
        assert_eq!(ticks(3, 16, 40), [0]);
        for (last, length, apart) in [(3, 16, 40), (3, 45, 40), (255, 100, 48), (7, 100, 13)] {
            let all = ticks(last, length, apart);
            let step = all.get(1).map_or(apart, |tick| *tick as usize * length / last as usize);
            assert!(step >= apart, "{all:?}");
        }
    }
}
