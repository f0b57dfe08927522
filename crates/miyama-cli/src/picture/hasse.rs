//! The diagram of an order: larger above, a line where nothing lies between.

use super::svg::{Anchor, Svg};

const ROW: f64 = 74.0;
const COLUMN: f64 = 92.0;
const MARGIN: f64 = 50.0;

/// Draws things with their names; `lines` joins each to those just above it.
pub(crate) fn draw(title: &str, names: &[String], lines: &[(usize, usize)]) -> Svg {
    let (up, down) = (heights(names.len(), lines.iter().copied()), {
        heights(names.len(), lines.iter().map(|(low, high)| (*high, *low)))
    });
    let top = up.iter().copied().max().unwrap_or(0);
    // Halfway between as low and as high as possible: the picture of an order
    // that is symmetric becomes symmetric.
    let level = |i: usize| up[i] + top - down[i];
    let mut rows: Vec<Vec<usize>> = vec![Vec::new(); 2 * top + 1];
    for i in 0..names.len() {
        rows[level(i)].push(i);
    }
    let widest = rows.iter().map(Vec::len).max().unwrap_or(0);
    let used: Vec<&mut Vec<usize>> = rows.iter_mut().filter(|row| !row.is_empty()).collect();
    let width = (widest as f64 * COLUMN).max(360.0) + 2.0 * MARGIN;
    let height = (used.len().saturating_sub(1)) as f64 * ROW + 2.0 * MARGIN + 20.0;
    let mut places = vec![(0.0, 0.0); names.len()];
    for (n, row) in used.into_iter().enumerate() {
        settle(row, n, lines, &mut places, width, height);
    }
    let mut svg = Svg::new(width, height, title);
    svg.text((width / 2.0, 24.0), 14.0, Anchor::Middle, "black", title);
    for (low, high) in lines {
        svg.line(places[*low], places[*high], "#999999", 1.2);
    }
    for (name, place) in names.iter().zip(&places) {
        let room = name.chars().count() as f64 * 8.0 + 12.0;
        svg.rect(place.0 - room / 2.0, place.1 - 11.0, room, 22.0, "white", "#444444");
        svg.text((place.0, place.1 + 4.5), 12.0, Anchor::Middle, "black", name);
    }
    svg
}

/// The length of the longest chain below each.
fn heights(count: usize, lines: impl Iterator<Item = (usize, usize)> + Clone) -> Vec<usize> {
    let mut heights = vec![0; count];
    for _ in 0..count {
        for (low, high) in lines.clone() {
            heights[high] = heights[high].max(heights[low] + 1);
        }
    }
    heights
}

/// Places a row from left to right, each near the middle of those below it.
fn settle(row: &mut [usize], n: usize, lines: &[(usize, usize)], places: &mut [(f64, f64)], width: f64, height: f64) {
    let middle = |i: usize| {
        let below: Vec<f64> = lines.iter().filter(|(_, high)| *high == i).map(|(low, _)| places[*low].0).collect();
        if below.is_empty() { width / 2.0 } else { below.iter().sum::<f64>() / below.len() as f64 }
    };
    row.sort_by(|a, b| middle(*a).total_cmp(&middle(*b)));
    for (at, i) in row.iter().enumerate() {
        let x = width / 2.0 + (at as f64 - (row.len() - 1) as f64 / 2.0) * COLUMN;
        places[*i] = (x, height - MARGIN - n as f64 * ROW);
    }
}
