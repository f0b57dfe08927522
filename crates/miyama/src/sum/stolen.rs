//! Strategy stealing: a first player who wins though the move need not be known.
//!
//! Suppose a position has an option H, and every option of H is an option of the position too. Then, under normal
//! play, the first player wins: by moving to H if whoever has to move there loses, and if not, by making at once
//! the move that wins from H. H has options itself, or there would be nothing to steal.

use super::moves::Moves;
use super::solve::Solution;
use super::{Part, Position};
use crate::play::{Outcome, Player};
use miyama_budget::Budget;
use miyama_text::{Text, say};

/// Positions with more options are not looked at.
const MOST_OPTIONS: usize = 200;

/// Why the first player wins a board on which both have the same moves, if strategy stealing tells. An option that
/// is known to win needs no such reason.
pub(super) fn stolen(sum: &Position, winning: &[Position], budget: &Budget) -> Option<Text> {
    let [Part::Cells(_)] = sum.parts.as_slice() else { return None };
    let options = |position: &Position| {
        let found = position.options_of(Player::Left, MOST_OPTIONS, budget).ok()?;
        found.complete.then(|| found.listed.into_iter().map(|choice| choice.after).collect::<Vec<_>>())
    };
    let all = options(sum)?;
    let stealing = all.iter().filter(|option| !winning.contains(option)).find(|option| {
        options(option).is_some_and(|further| !further.is_empty() && further.iter().all(|next| all.contains(next)))
    })?;
    Some(say!("solve.why_stolen", after = stealing.to_string()))
}

/// Who wins, and no more, where that is all that is known.
pub(super) fn solution(sum: &Position, most: usize, budget: &Budget) -> Option<Solution> {
    let why = stolen(sum, &[], budget)?;
    let mut moves = Moves::listing(most);
    moves.is_partial = true;
    let (why, method) = (vec![why, say!("solve.why_stolen_unknown")], vec![say!("solve.method_stolen")]);
    Some(Solution { outcome: Outcome::N, value: None, form: None, moves, right: None, why, method })
}
