//! Moves in words: `2 from 1`, `1 from 2, 1 to 3`, `4 into 1,3`, `a1-a3`.
//!
//! Heaps and boards are numbered from 1, in the order in which they stand.

use super::cells;
use crate::sum::{Move, Part, Position};
use miyama_text::{Text, say};
use num_bigint::BigUint;

/// The number that a part has in moves: that of its first heap, or of the board.
#[must_use]
pub fn number_of(sum: &Position, part: usize) -> usize {
    let width = |part: &Part| match part {
        Part::Heap { heaps, .. } => heaps.len(),
        Part::Cells(_) | Part::Worth(_) | Part::Compound(_) => 1,
    };
    1 + sum.parts.iter().take(part).map(width).sum::<usize>()
}

/// The move in words, as [`super::read_move`] reads them.
///
/// ```
/// use miyama::game::Games;
/// use miyama::opponent::describe;
/// use miyama::play::Player;
/// use miyama::sum::{Move, parse_position};
/// let sum = |text| parse_position(text, &Games::built_in()).unwrap();
/// let choice = Move::between(Player::Left, &sum("nim:3,5,7"), &sum("nim:3,5,4")).unwrap();
/// assert_eq!(describe(&sum("nim:3,5,7"), &choice).to_string(), "3 from 3");
/// ```
#[must_use]
pub fn describe(sum: &Position, choice: &Move) -> Text {
    let number = number_of(sum, choice.part);
    let described = match (sum.parts.get(choice.part), choice.left.as_slice()) {
        (Some(Part::Heap { heaps, .. }), [Part::Heap { heaps: left, .. }]) if heaps.len() == left.len() => {
            Some(change(heaps, left, number))
        }
        (Some(Part::Heap { .. }), []) => Some(say!("play.move_gone", heap = number)),
        (Some(Part::Heap { heaps, .. }), left) => breaking(heaps, left, number),
        (Some(Part::Cells(before)), [Part::Cells(after)]) => {
            Some(say!("play.move_squares", squares = cells::worded(sum, choice.part, before, after)))
        }
        (Some(Part::Worth(_)), [Part::Worth(after)]) => {
            Some(say!("play.move_squares_on", number = number, squares = after.text()))
        }
        (Some(Part::Compound(_)), [Part::Compound(after)]) if sum.parts.len() == 1 => {
            Some(say!("play.move_squares", squares = after.to_string()))
        }
        (Some(Part::Compound(_)), [Part::Compound(after)]) => {
            Some(say!("play.move_squares_on", number = number, squares = after.to_string()))
        }
        _ => None,
    };
    described.unwrap_or_else(|| say!("play.move_position", position = choice.after.to_string()))
}

fn change(before: &[BigUint], after: &[BigUint], number: usize) -> Text {
    let mut clauses = Vec::new();
    for (index, (was, is)) in before.iter().zip(after).enumerate() {
        if is < was {
            clauses.push(say!("play.move_take", count = was - is, heap = number + index));
        }
    }
    for (index, (was, is)) in before.iter().zip(after).enumerate() {
        if is > was {
            clauses.push(say!("play.move_give", count = is - was, heap = number + index));
        }
    }
    say!("play.move_clauses", clauses = clauses)
}

/// A single heap that falls into several.
fn breaking(before: &[BigUint], left: &[Part], number: usize) -> Option<Text> {
    let [heap] = before else { return None };
    let size = |part: &Part| match part {
        Part::Heap { heaps, .. } => heaps.first().cloned(),
        Part::Cells(_) | Part::Worth(_) | Part::Compound(_) => None,
    };
    let sizes: Vec<BigUint> = left.iter().map(size).collect::<Option<_>>()?;
    let total: BigUint = sizes.iter().sum();
    let pieces = sizes.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    match total.cmp(heap) {
        std::cmp::Ordering::Less => {
            Some(say!("play.move_take_and_break", count = heap - total, heap = number, pieces = pieces))
        }
        std::cmp::Ordering::Equal => Some(say!("play.move_break", heap = number, pieces = pieces)),
        std::cmp::Ordering::Greater => None,
    }
}
