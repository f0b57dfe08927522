//! A picture in pixels, with letters small enough for axes.

use super::glyphs::glyph;
use super::svg::Anchor;
use crate::failure::Failure;
use std::io::{self, Write};

/// Pixels, row by row from the top, on a white ground: each a colour of a palette.
pub(crate) struct Pixels {
    width: usize,
    height: usize,
    data: Vec<u8>,
    palette: Vec<[u8; 3]>,
}

/// A palette has at most so many colours.
const MOST_COLOURS: usize = 256;

impl Pixels {
    pub(crate) fn new(width: usize, height: usize) -> Pixels {
        Pixels { width, height, data: vec![0; width * height], palette: vec![[255; 3]] }
    }

    /// The number of a colour in the palette; of the nearest one, if the palette is full.
    pub(crate) fn ink(&mut self, colour: [u8; 3]) -> u8 {
        let known = self.palette.iter().position(|known| *known == colour);
        let at = known.unwrap_or_else(|| {
            if self.palette.len() < MOST_COLOURS {
                self.palette.push(colour);
                return self.palette.len() - 1;
            }
            let distance =
                |known: &[u8; 3]| known.iter().zip(colour).map(|(a, b)| u32::from(a.abs_diff(b))).sum::<u32>();
            (0..MOST_COLOURS).min_by_key(|at| distance(&self.palette[*at])).unwrap_or(0)
        });
        u8::try_from(at).unwrap_or(0)
    }

    pub(crate) fn fill(&mut self, x: usize, y: usize, width: usize, height: usize, colour: [u8; 3]) {
        let ink = self.ink(colour);
        self.fill_with(x, y, width, height, ink);
    }

    /// The same with a colour of the palette.
    #[inline]
    pub(crate) fn fill_with(&mut self, x: usize, y: usize, width: usize, height: usize, ink: u8) {
        if width == 1 && height == 1 && x < self.width && y < self.height {
            self.data[y * self.width + x] = ink;
            return;
        }
        let (from, to) = (x.min(self.width), (x + width).min(self.width));
        for row in y..(y + height).min(self.height) {
            self.data[row * self.width + from..row * self.width + to].fill(ink);
        }
    }

    /// A filled circle.
    pub(crate) fn disc(&mut self, centre: (f64, f64), radius: f64, colour: [u8; 3]) {
        let low = |c: f64| (c - radius).floor().max(0.0) as usize;
        let high = |c: f64| (c + radius).ceil().max(0.0) as usize;
        for y in low(centre.1)..=high(centre.1) {
            for x in low(centre.0)..=high(centre.0) {
                let (dx, dy) = (x as f64 + 0.5 - centre.0, y as f64 + 0.5 - centre.1);
                if dx * dx + dy * dy <= radius * radius {
                    self.fill(x, y, 1, 1, colour);
                }
            }
        }
    }

    /// A text whose upper edge is at `y`. Letters without a glyph leave a gap.
    pub(crate) fn text(&mut self, x: usize, y: usize, scale: usize, anchor: Anchor, text: &str) {
        let width = text_width(text, scale);
        let start = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x.saturating_sub(width / 2),
            Anchor::End => x.saturating_sub(width),
        };
        for (index, letter) in text.chars().enumerate() {
            let Some(rows) = glyph(letter) else { continue };
            for (row, bits) in rows.iter().enumerate() {
                for column in (0..5).filter(|column| bits >> (4 - column) & 1 == 1) {
                    self.fill(start + (index * 6 + column) * scale, y + row * scale, scale, scale, [40, 40, 40]);
                }
            }
        }
    }

    pub(crate) fn write_png(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let width = u32::try_from(self.width).unwrap_or(u32::MAX);
        let height = u32::try_from(self.height).unwrap_or(u32::MAX);
        let mut encoder = png::Encoder::new(out, width, height);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(self.palette.concat());
        // Cells are many equal pixels: `Fast` would find next to nothing in them.
        encoder.set_compression(png::Compression::Balanced);
        // Neighbouring numbers of a palette say nothing of each other.
        encoder.set_filter(png::Filter::NoFilter);
        let failed = |error: png::EncodingError| match error {
            png::EncodingError::IoError(error) => Failure::from(error),
            other => Failure::from(io::Error::other(other)),
        };
        let mut writer = encoder.write_header().map_err(failed)?;
        writer.write_image_data(&self.data).map_err(failed)?;
        writer.finish().map_err(failed)
    }
}

/// As much of a text as fits into so many pixels; dots say that more follows.
pub(crate) fn fitting(text: &str, scale: usize, width: usize) -> String {
    if text_width(text, scale) <= width {
        return text.to_owned();
    }
    let letters = (width / scale + 1) / 6;
    text.chars().take(letters.saturating_sub(3)).chain("...".chars().take(letters)).collect()
}

/// The width of a text in pixels.
pub(crate) fn text_width(text: &str, scale: usize) -> usize {
    (text.chars().count() * 6).saturating_sub(1) * scale
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_to_its_room() {
        for width in 0..200 {
            assert!(text_width(&fitting("(x, y) -> sym { (x-i, y) | 1 <= i }", 2, width), 2) <= width, "{width}");
        }
        assert_eq!(fitting("wythoff", 1, 41), "wythoff");
        assert_eq!(fitting("wythoff", 1, 40), "wyt...");
    }
}
