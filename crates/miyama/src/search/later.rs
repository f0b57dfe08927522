//! Moves that are looked at only if others do not win.
//!
//! Where a move has two steps, as of queens that shoot, a position has hundreds of them. What most of them lead
//! to need not be known where one of the first wins: it is cut into pieces, named by a key and asked for
//! bounds only when its turn comes, a few moves at a time. The order is that of what the board looks like
//! afterwards ([`boards_after`](crate::pattern::Engine)): it matters more than all that is known of pieces.

use super::{Found, Open, Search, SearchedSum};
use crate::play::Player;
use crate::value::{Dyadic, Unfinished};

/// So many moves are looked at first; then twice as many, and so on.
const FIRST: usize = 6;

/// Moves of a sum that were not looked at.
pub(super) struct Later {
    sum: SearchedSum,
    /// The best last.
    moves: Vec<Move>,
    batch: usize,
}

struct Move {
    worth: i64,
    /// In which piece it is made.
    at: usize,
    /// What it leaves of that piece, as it lies.
    cells: Box<[u64]>,
}

impl Search {
    /// The moves in the pieces of a sum in which every move has two steps; none of other sums, all of whose moves
    /// are looked at.
    pub(super) fn later(&mut self, sum: &SearchedSum) -> Result<Option<Later>, Unfinished> {
        if sum.pieces.is_empty() || !sum.pieces.iter().all(|(board, _)| self.boards[*board].engine.goes_on()) {
            return Ok(None);
        }
        let is_ordered = !self.is_nearly_decided(sum)?;
        let mut moves = vec![];
        for (at, (board, piece)) in sum.pieces.iter().enumerate() {
            // Of equal pieces one is enough.
            if at > 0 && sum.pieces[at - 1] == sum.pieces[at] {
                continue;
            }
            let player = if piece.exchanged { Player::Right } else { Player::Left };
            let after = self.boards[*board].engine.boards_after(&piece.cells, player, is_ordered);
            let Some(after) = after else { return Ok(None) };
            moves.extend(after.into_iter().map(|(cells, worth)| Move { worth, at, cells }));
        }
        moves.sort_by(|a, b| (a.worth, &a.cells).cmp(&(b.worth, &b.cells)));
        Ok(Some(Later { sum: sum.clone(), moves, batch: FIRST }))
    }

    /// Whether a sum is nearly won or lost by its bounds: then nearly every move wins, or loses, and their order is not
    /// worth the time that it takes.
    fn is_nearly_decided(&mut self, sum: &SearchedSum) -> Result<bool, Unfinished> {
        let [low, high] = self.between(sum)?;
        let (zero, one) = (Dyadic::ZERO, Dyadic::from(1));
        Ok(low.is_some_and(|low| low >= zero) || high.is_some_and(|high| high <= one))
    }

    /// Looks at some more of these moves, until one leads to a sum that is not decided, or wins.
    pub(super) fn some_of(&mut self, later: &mut Later, found: &mut Found) -> Result<(), Unfinished> {
        while !later.moves.is_empty() {
            let first = later.moves.len().saturating_sub(later.batch);
            later.batch *= 2;
            for Move { at, cells, .. } in later.moves.split_off(first).into_iter().rev() {
                let mut option = later.sum.clone();
                let (board, piece) = option.pieces.remove(at);
                for new in self.boards[board].engine.pieces_of(&cells) {
                    let new = if piece.exchanged { new.turned() } else { new };
                    self.add(&mut option, board, new)?;
                }
                if self.take(option, found)? {
                    return Ok(());
                }
            }
            if !found.options.is_empty() {
                break;
            }
        }
        Ok(())
    }

    /// Gives a sum on the path more options, if it has none left: whether one is known to win.
    pub(super) fn refill(&mut self, open: &mut Open) -> Result<bool, Unfinished> {
        let Some(later) = open.later.as_mut().filter(|_| open.options.is_empty()) else { return Ok(false) };
        let mut found = Found { options: vec![], is_stuck: false, won: false };
        self.some_of(later, &mut found)?;
        if !found.won {
            found.options.reverse();
            open.options = found.options;
        }
        Ok(found.won)
    }
}
