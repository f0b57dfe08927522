//! Boards on which the second player answers every move by its image, and two boards of which each is the
//! other with the players exchanged: the reason, in words.

use super::{Part, Position};
use crate::pattern::{MOST_CELLS, Mirror, Piece};
use crate::play::Convention;
use miyama_budget::Budget;
use miyama_text::{Text, say};

/// Why the second player wins, if the sum is one board on which every move is answered by its image, or two
/// of which one answers the other.
pub(super) fn mirrored(sum: &Position, convention: Convention, budget: &Budget) -> Option<Text> {
    match (sum.parts.as_slice(), convention) {
        ([part], Convention::Normal) => mirrored_part(part, budget),
        ([one, two], Convention::Normal) => negatives(one, two, budget),
        _ => None,
    }
}

/// The same for two boards, or a board and one that is subtracted: if the pieces of one are those of the other with the players exchanged, up to
/// symmetries of the rules, the second player answers each move by the same in the other (Tweedledum and
/// Tweedledee).
fn negatives(one: &Part, two: &Part, budget: &Budget) -> Option<Text> {
    let (Part::Cells(first), Part::Cells(second)) = (one, two) else { return None };
    let (own, others) = (first.position(), second.position());
    let is_graph = own.ground.neighbours().is_some();
    let is_same = first.game() == second.game();
    // What is subtracted is the game with the players exchanged, and its pieces are negatives of those.
    let is_negative = !is_same && second.game().is_negative_of(first.game());
    let fit = (is_same || is_negative) && own.ground.cells().max(others.ground.cells()) <= MOST_CELLS;
    if !fit
        || is_graph && own.ground != others.ground
        || first.game().ending_from(own, budget).ok()?.refusal().is_some()
    {
        return None;
    }
    let mut pieces = first.game().engine(&own.ground).pieces(own);
    let mut turned = first.game().engine(&others.ground).pieces(others);
    if is_same {
        turned = turned.into_iter().map(Piece::turned).collect();
    }
    pieces.sort_unstable();
    turned.sort_unstable();
    let answers = !pieces.is_empty() && pieces == turned;
    answers.then(|| say!("solve.why_negatives", one = one.to_string(), two = two.to_string()))
}

/// The same for a part under normal play.
pub(super) fn mirrored_part(part: &Part, budget: &Budget) -> Option<Text> {
    let Part::Cells(cells) = part else { return None };
    if let Some(pairs) = cells.pairs(budget) {
        let pairs: Vec<String> = pairs.iter().map(|(a, b)| format!("{}–{}", a + 1, b + 1)).collect();
        return Some(say!("solve.why_pairs", part = part.to_string(), pairs = pairs.join(", ")));
    }
    let mirror = cells.mirror(budget)?;
    let part = part.to_string();
    Some(match mirror {
        Mirror::HalfTurn => say!("solve.why_half_turn", part = part),
        Mirror::UpsideDown => say!("solve.why_upside_down", part = part),
        Mirror::LeftRight => say!("solve.why_left_right", part = part),
        Mirror::Diagonal => say!("solve.why_diagonal", part = part),
    })
}
