//! Boards on which the second player answers every move by its image: the reason, in words.

use super::{Part, Position};
use crate::pattern::Mirror;
use crate::play::Convention;
use miyama_budget::Budget;
use miyama_text::{Text, say};

/// Why the second player wins, if the sum is one board on which every move is answered by its image.
pub(super) fn mirrored(sum: &Position, convention: Convention, budget: &Budget) -> Option<Text> {
    match (sum.parts.as_slice(), convention) {
        ([part], Convention::Normal) => mirrored_part(part, budget),
        _ => None,
    }
}

/// The same for a part under normal play.
pub(super) fn mirrored_part(part: &Part, budget: &Budget) -> Option<Text> {
    let Part::Cells(cells) = part else { return None };
    let mirror = cells.mirror(budget)?;
    let part = part.to_string();
    Some(match mirror {
        Mirror::HalfTurn => say!("solve.why_half_turn", part = part),
        Mirror::UpsideDown => say!("solve.why_upside_down", part = part),
        Mirror::LeftRight => say!("solve.why_left_right", part = part),
        Mirror::Diagonal => say!("solve.why_diagonal", part = part),
    })
}
