//! Buildings in oblique view: x to the right, y into the depth, layers upwards.

use super::figure::{Figure, STUD as ROUND};
use super::svg::Anchor;
use miyama_bricks::building::{Block, Building};
use miyama_bricks::{Brick, Place};

/// Pixels for one stud along x.
const STUD: f64 = 22.0;
/// One stud into the depth moves this far right and up.
const DEPTH: (f64, f64) = (10.0, 9.0);
/// The height of a brick: 9.6 mm against 8 mm for a stud.
const HEIGHT: f64 = STUD * 1.2;
const MARGIN: f64 = 16.0;
const LABEL: f64 = 18.0;

/// Top, front and side of the bricks of a layer: well apart for the eye, also
/// without colour.
const COLOURS: [[&str; 3]; 6] = [
    ["#e8654f", "#c9452f", "#9e3422"],
    ["#f2c14e", "#d9a32a", "#ab7f1d"],
    ["#5b9bd5", "#3f7db6", "#2f5f8c"],
    ["#7bbf6a", "#5ca14b", "#467c39"],
    ["#b08bc9", "#9169ad", "#6f4f87"],
    ["#d9d9d9", "#b8b8b8", "#929292"],
];

/// A picture of the buildings, each with its number; a sheet has several in rows.
pub(crate) fn draw(brick: Brick, buildings: &[(u64, &Building)], sheet: bool, title: &str) -> Figure {
    let sizes: Vec<(f64, f64)> = buildings.iter().map(|(_, b)| size(brick, b)).collect();
    let widest = sizes.iter().map(|s| s.0).fold(0.0, f64::max) + MARGIN;
    let highest = sizes.iter().map(|s| s.1).fold(0.0, f64::max) + MARGIN + LABEL;
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let columns = if sheet { ((buildings.len() as f64 * 1.5).sqrt().ceil() as usize).max(1) } else { 1 };
    let rows = buildings.len().div_ceil(columns).max(1);
    #[expect(clippy::cast_precision_loss)]
    let mut svg = Figure::new(
        columns.min(buildings.len().max(1)) as f64 * widest + MARGIN,
        rows as f64 * highest + MARGIN,
        title,
    );
    for (i, (number, building)) in buildings.iter().enumerate() {
        #[expect(clippy::cast_precision_loss)]
        let (left, top) = (MARGIN + (i % columns) as f64 * widest, MARGIN + (i / columns) as f64 * highest);
        let floor = top + highest - MARGIN - LABEL;
        // Each stands on the floor of its row, in the middle of its column.
        let corner = (left + (widest - MARGIN - sizes[i].0) / 2.0, floor);
        draw_one(&mut svg, brick, building, corner);
        let at = (left + (widest - MARGIN) / 2.0, floor + LABEL - 3.0);
        svg.text(at, 12.0, Anchor::Middle, "#444444", &number.to_string());
    }
    svg
}

/// Width and height of a building in pixels.
fn size(brick: Brick, building: &Building) -> (f64, f64) {
    let far = |of: fn(Place, (i16, i16)) -> i16| {
        building.blocks().iter().map(|&(_, place)| of(place, brick.extent(place.turned))).max().unwrap_or(0)
    };
    let (x, y) = (f64::from(far(|place, (w, _)| place.x + w)), f64::from(far(|place, (_, d)| place.y + d)));
    let layers = f64::from(building.blocks().last().map_or(0, |(layer, _)| layer + 1));
    (x * STUD + y * DEPTH.0, y * DEPTH.1 + layers * HEIGHT + ROUND.2 + ROUND.1)
}

fn draw_one(svg: &mut Figure, brick: Brick, building: &Building, corner: (f64, f64)) {
    let point = |x: i16, y: i16, z: f64| {
        let (x, y) = (f64::from(x), f64::from(y));
        (corner.0 + x * STUD + y * DEPTH.0, corner.1 - y * DEPTH.1 - z * HEIGHT)
    };
    for (layer, place) in painted(brick, building.blocks()) {
        let (w, d) = brick.extent(place.turned);
        let [top, front, side] = COLOURS[usize::from(layer) % COLOURS.len()];
        let (low, high) = (f64::from(layer), f64::from(layer) + 1.0);
        let (x, y, right, back) = (place.x, place.y, place.x + w, place.y + d);
        let edge = "#333333";
        svg.polygon(&[point(x, y, low), point(right, y, low), point(right, y, high), point(x, y, high)], front, edge);
        let far = [point(right, y, low), point(right, back, low), point(right, back, high), point(right, y, high)];
        svg.polygon(&far, side, edge);
        svg.polygon(
            &[point(x, y, high), point(right, y, high), point(right, back, high), point(x, back, high)],
            top,
            edge,
        );
        for row in (y..back).rev() {
            for column in x..right {
                let (px, py) = point(column, row, high);
                let middle = (px + STUD / 2.0 + DEPTH.0 / 2.0, py - DEPTH.1 / 2.0);
                svg.stud(middle, top, front);
            }
        }
    }
}

/// The bricks in an order in which later ones may hide earlier ones: lower
/// layers first; within a layer a brick that lies behind or to the left of
/// another first. Disjoint rectangles have such an order.
fn painted(brick: Brick, blocks: &[Block]) -> Vec<Block> {
    let mut left: Vec<Block> = blocks.to_vec();
    let mut order = Vec::with_capacity(left.len());
    // a hides b, so b must be painted before a.
    let hides = |a: &Block, b: &Block| {
        let ((_, ad), (bw, bd)) = (brick.extent(a.1.turned), brick.extent(b.1.turned));
        let before = a.1.y + ad <= b.1.y && a.1.x < b.1.x + bw + 2;
        let right = b.1.x + bw <= a.1.x && a.1.y < b.1.y + bd;
        a.0 == b.0 && (before || right)
    };
    while !left.is_empty() {
        let lowest = left.iter().map(|block| block.0).min().unwrap_or(0);
        let next = left
            .iter()
            .position(|b| b.0 == lowest && !left.iter().any(|other| other != b && hides(b, other)))
            .unwrap_or_else(|| left.iter().position(|b| b.0 == lowest).unwrap_or(0));
        order.push(left.remove(next));
    }
    order
}
