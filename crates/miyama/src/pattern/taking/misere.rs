//! Misère play: who takes the last stone loses.
//!
//! Parts cannot be added as nimbers here, so a position is the collection of
//! its parts. Two things still cancel, for every collection G: a part without
//! moves; and two parts of which each gives exactly one move. For the second
//! let ∗ be such a part. If G has a winning move, so has G+∗+∗ by induction, the
//! same. If G has none, it has options, all N; those of G+∗+∗ are those plus
//! ∗+∗, N by induction, and G+∗, which is N because G is a P-position. If G has
//! no move at all it is N, and so is ∗+∗: one takes, the other must take.

use super::frame::Frame;
use super::rule::Taking;
use super::shape::Board;
use crate::hashed;
use miyama_budget::{Budget, Stopped};
use std::collections::HashMap;

/// Solves positions whose stones lie on one board under misère play.
#[derive(Debug)]
pub(super) struct MisereSolver {
    pub(super) frame: Frame,
    wins: HashMap<Box<[u64]>, bool>,
    kinds: HashMap<u64, Kind>,
    asked: u64,
    /// Bytes of the parts of the positions that are known.
    held: u64,
}

/// What kind of game a part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// There is no move.
    Dead,
    /// There is a move, and after any move there is none.
    OneMove,
    /// Anything else.
    Other,
}

/// How often the budget is looked at, in positions.
const LOOK: u64 = 256;

impl MisereSolver {
    /// `None` if there are more than 64 stones.
    pub(super) fn new(rule: &Taking, board: &Board) -> Option<MisereSolver> {
        let frame = Frame::new(rule, board)?;
        Some(MisereSolver { frame, wins: HashMap::new(), kinds: HashMap::new(), asked: 0, held: 0 })
    }

    /// Does the next player win?
    pub(super) fn wins(&mut self, stones: u64, budget: &Budget) -> Result<bool, Stopped> {
        let parts = self.parts(stones);
        if parts.is_empty() {
            return Ok(true);
        }
        if let Some(&known) = self.wins.get(parts.as_slice()) {
            return Ok(known);
        }
        self.asked += 1;
        if self.asked.is_multiple_of(LOOK) {
            budget.check()?;
            budget.need(self.bytes())?;
            budget.report(self.wins.len() as u64, None);
        }
        let mut rests = Vec::new();
        self.frame.moves(stones, |rest| rests.push(rest));
        rests.sort_unstable_by_key(|rest| (rest.count_ones(), *rest));
        rests.dedup();
        // Every collection of parts that is left has a move: dead parts are gone.
        let mut wins = false;
        for rest in rests {
            if !self.wins(rest, budget)? {
                wins = true;
                break;
            }
        }
        self.held += hashed::bytes_of_keys(1, size_of_val(parts.as_slice()));
        self.wins.insert(parts.into_boxed_slice(), wins);
        Ok(wins)
    }

    /// About how many bytes it takes until the budget is looked at again; a position looks at a few dozen parts.
    fn bytes(&self) -> u64 {
        let (wins, kinds) = (&self.wins, &self.kinds);
        self.held
            + hashed::bytes_of_more(wins.len(), LOOK as usize, wins.capacity(), size_of::<(Box<[u64]>, bool)>())
            + hashed::bytes_of_more(kinds.len(), 64 * LOOK as usize, kinds.capacity(), size_of::<(u64, Kind)>())
    }

    /// The representatives of the parts that do not cancel, sorted.
    fn parts(&mut self, stones: u64) -> Vec<u64> {
        let mut parts = Vec::new();
        self.frame.parts(stones, |part| parts.push(self.frame.representative(part).0));
        let mut one_move = None;
        parts.retain(|&part| match self.kind(part) {
            Kind::Dead => false,
            Kind::OneMove => {
                one_move = if one_move.is_some() { None } else { Some(part) };
                false
            }
            Kind::Other => true,
        });
        parts.extend(one_move);
        parts.sort_unstable();
        parts
    }

    fn kind(&mut self, part: u64) -> Kind {
        if let Some(&kind) = self.kinds.get(&part) {
            return kind;
        }
        let mut kind = Kind::Dead;
        self.frame.moves(part, |rest| {
            self.frame.moves(rest, |_| kind = Kind::Other);
            if kind == Kind::Dead {
                kind = Kind::OneMove;
            }
        });
        self.kinds.insert(part, kind);
        kind
    }
}
