//! A shogi diagram: the board, pieces of White upside down, and what is in hand.

use super::figure::{Figure, INK, SHADE, WHITE};
use super::svg::Anchor;
use miyama_records::shogi::names;
use miyama_records::shogi::pieces::{Kind, Side, Square};
use miyama_records::shogi::position::ShogiPosition;

const CELL: f64 = 34.0;

/// The position, with what stands above and below it in the words of the caller; `last` is shaded.
pub(crate) fn draw(position: &ShogiPosition, last: Option<Square>, hands: [&str; 2], title: &str) -> Figure {
    let (left, top) = (16.0, 62.0);
    let mut figure = Figure::new(left + 9.0 * CELL + 40.0, top + 9.0 * CELL + 44.0, title);
    figure.rect((left, top), (9.0 * CELL, 9.0 * CELL), WHITE, INK);
    // Files are counted from the right.
    let corner = |square: Square| {
        (left + (9.0 - f64::from(square.file())) * CELL, top + (f64::from(square.rank()) - 1.0) * CELL)
    };
    if let Some(square) = last {
        figure.rect(corner(square), (CELL, CELL), SHADE, "none");
    }
    for line in 0..=9 {
        let by = f64::from(line) * CELL;
        figure.line((left + by, top), (left + by, top + 9.0 * CELL), INK, 0.8);
        figure.line((left, top + by), (left + 9.0 * CELL, top + by), INK, 0.8);
    }
    for n in 1..=9u8 {
        let x = left + (9.5 - f64::from(n)) * CELL;
        figure.text((x, top - 6.0), 12.0, Anchor::Middle, INK, &n.to_string());
        let y = top + (f64::from(n) - 0.5) * CELL;
        figure.sign((left + 9.0 * CELL + 12.0, y), 12.0, INK, names::rank(n), false);
    }
    for square in Square::all() {
        if let Some(piece) = position.at(square) {
            let (x, y) = corner(square);
            let name = names::short_piece(piece.kind, piece.promoted);
            figure.sign((x + CELL / 2.0, y + CELL / 2.0), 22.0, INK, name, piece.side == Side::White);
        }
    }
    for (side, y, words) in [(Side::White, 24.0, hands[0]), (Side::Black, top + 9.0 * CELL + 28.0, hands[1])] {
        figure.text((left, y), 14.0, Anchor::Start, INK, &format!("{words} {}", in_hand(position, side)));
    }
    figure
}

/// Pieces in hand, the most valuable first, each with its number if it is not one.
fn in_hand(position: &ShogiPosition, side: Side) -> String {
    let held = Kind::IN_HAND.iter().rev().filter_map(|kind| match position.in_hand(side, *kind) {
        0 => None,
        1 => Some(names::short_piece(*kind, false).to_owned()),
        n => Some(format!("{}{n}", names::short_piece(*kind, false))),
    });
    let held: Vec<String> = held.collect();
    if held.is_empty() { "–".to_owned() } else { held.join(" ") }
}
