//! Moves that are looked at only if others do not win.
//!
//! Where a move has two steps, as of queens that shoot, a position has hundreds of them. What most of them lead
//! to need not be known where one of the first wins: it is cut into pieces, named by a key and asked for
//! bounds only when its turn comes, a few moves at a time. The order is that of what the board looks like
//! afterwards ([`boards_after`](crate::pattern::Engine)): it matters more than all that is known of pieces.

use super::{Found, Open, Search, SearchedSum};
use crate::play::Player;
use crate::value::Unfinished;

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
    pub(super) fn later(&mut self, sum: &SearchedSum) -> Option<Later> {
        if sum.pieces.is_empty() || !sum.pieces.iter().all(|(board, _)| self.boards[*board].engine.goes_on()) {
            return None;
        }
        let mut moves = vec![];
        for (at, (board, piece)) in sum.pieces.iter().enumerate() {
            // Of equal pieces one is enough.
            if at > 0 && sum.pieces[at - 1] == sum.pieces[at] {
                continue;
            }
            let player = if piece.exchanged { Player::Right } else { Player::Left };
            let after = self.boards[*board].engine.boards_after(&piece.cells, player)?;
            moves.extend(after.into_iter().map(|(cells, worth)| Move { worth, at, cells }));
        }
        moves.sort_by(|a, b| (a.worth, &a.cells).cmp(&(b.worth, &b.cells)));
        Some(Later { sum: sum.clone(), moves, batch: FIRST })
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
