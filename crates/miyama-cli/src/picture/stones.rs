//! Boards of two-dimensional Nim as its paper draws them: stones, stones that are taken as rings, and
//! the exclusive or of the rows and of the columns.

use super::figure::{COOL, Figure, INK, PALE, STRONG, WHITE};
use super::svg::Anchor;
use miyama::pattern::taking::Board;
use miyama::pattern::taking::nim::Piles;

const CELL: f64 = 26.0;

/// A board from which these stones are taken; HXOR and VXOR are those of what is left.
pub(crate) fn draw(board: &Board, taken: &[(usize, usize)], title: &str) -> Figure {
    let (height, width) = (board.height(), board.width());
    let mut figure = Figure::new((width as f64 * CELL + 16.0).max(110.0), height as f64 * CELL + 46.0, title);
    for row in 0..height {
        for column in 0..width {
            let centre = (8.0 + (column as f64 + 0.5) * CELL, 4.0 + (row as f64 + 0.5) * CELL);
            match (board.has(row, column), taken.contains(&(row, column))) {
                (true, true) => figure.circle(centre, CELL * 0.38, WHITE, STRONG),
                (true, false) => figure.circle(centre, CELL * 0.38, INK, INK),
                (false, _) => figure.circle(centre, 1.2, PALE, "none"),
            }
        }
    }
    let piles = Piles::of(&board.without(taken));
    let digits = height.max(width).max(1).ilog2() as usize + 1;
    let floor = height as f64 * CELL + 22.0;
    for (line, (name, value)) in [("HXOR", piles.horizontal), ("VXOR", piles.vertical)].into_iter().enumerate() {
        let colour = if value == 0 { COOL } else { INK };
        let text = format!("{name} = [{value:0digits$b}]");
        figure.text((8.0, floor + 16.0 * line as f64), 12.0, Anchor::Start, colour, &text);
    }
    figure
}
