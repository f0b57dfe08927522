//! A picture in pixels, with digits small enough for axes.

use crate::failure::Failure;
use std::io::{self, Write};

/// Pixels, row by row from the top, on a white ground.
pub(crate) struct Pixels {
    width: usize,
    height: usize,
    data: Vec<u8>,
}

/// The digits and a few letters, five columns by seven rows, one bit a pixel.
const GLYPHS: &[(char, [u8; 7])] = &[
    ('0', [0x0e, 0x11, 0x13, 0x15, 0x19, 0x11, 0x0e]),
    ('1', [0x04, 0x0c, 0x04, 0x04, 0x04, 0x04, 0x0e]),
    ('2', [0x0e, 0x11, 0x01, 0x06, 0x08, 0x10, 0x1f]),
    ('3', [0x0e, 0x11, 0x01, 0x06, 0x01, 0x11, 0x0e]),
    ('4', [0x02, 0x06, 0x0a, 0x12, 0x1f, 0x02, 0x02]),
    ('5', [0x1f, 0x10, 0x1e, 0x01, 0x01, 0x11, 0x0e]),
    ('6', [0x06, 0x08, 0x10, 0x1e, 0x11, 0x11, 0x0e]),
    ('7', [0x1f, 0x01, 0x02, 0x04, 0x08, 0x08, 0x08]),
    ('8', [0x0e, 0x11, 0x11, 0x0e, 0x11, 0x11, 0x0e]),
    ('9', [0x0e, 0x11, 0x11, 0x0f, 0x01, 0x02, 0x0c]),
    ('x', [0x00, 0x00, 0x11, 0x0a, 0x04, 0x0a, 0x11]),
    ('y', [0x00, 0x00, 0x11, 0x11, 0x0f, 0x01, 0x0e]),
    ('n', [0x00, 0x00, 0x1e, 0x11, 0x11, 0x11, 0x11]),
    ('P', [0x1e, 0x11, 0x11, 0x1e, 0x10, 0x10, 0x10]),
    ('N', [0x11, 0x19, 0x15, 0x13, 0x11, 0x11, 0x11]),
];

impl Pixels {
    pub(crate) fn new(width: usize, height: usize) -> Pixels {
        Pixels { width, height, data: vec![255; width * height * 3] }
    }

    pub(crate) fn fill(&mut self, x: usize, y: usize, width: usize, height: usize, colour: [u8; 3]) {
        for row in y..(y + height).min(self.height) {
            for column in x..(x + width).min(self.width) {
                let at = (row * self.width + column) * 3;
                self.data[at..at + 3].copy_from_slice(&colour);
            }
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

    /// A number or a name whose letters have glyphs; others leave a gap.
    /// `right` is where it ends if given, else it is centred on `x`.
    pub(crate) fn text(&mut self, x: usize, y: usize, scale: usize, right: bool, text: &str) {
        let width = text_width(text, scale);
        let start = if right { x.saturating_sub(width) } else { x.saturating_sub(width / 2) };
        for (index, letter) in text.chars().enumerate() {
            let Some((_, rows)) = GLYPHS.iter().find(|(c, _)| *c == letter) else { continue };
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
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Balanced);
        let failed = |error: png::EncodingError| match error {
            png::EncodingError::IoError(error) => Failure::from(error),
            other => Failure::from(io::Error::other(other)),
        };
        let mut writer = encoder.write_header().map_err(failed)?;
        writer.write_image_data(&self.data).map_err(failed)?;
        writer.finish().map_err(failed)
    }
}

/// The width of a text in pixels.
pub(crate) fn text_width(text: &str, scale: usize) -> usize {
    (text.chars().count() * 6).saturating_sub(1) * scale
}
