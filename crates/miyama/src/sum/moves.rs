//! The moves that win, as they are found: the first ones, and how many there are.

use super::Position;
use super::options::{as_parts, large};
use super::solve::{NoSolution, after_move};
use crate::game::HeapGame;
use miyama_budget::Stopped;
use num_bigint::BigUint;
use num_traits::Zero;

/// The winning moves: the positions that they lead to.
#[derive(Clone, Debug)]
pub struct Moves {
    /// The first ones, or all.
    pub listed: Vec<Position>,
    /// How many there are.
    pub count: BigUint,
    /// How many other moves may win too, but were given up.
    pub undecided: usize,
    /// May there be more that were not looked for?
    pub is_partial: bool,
    /// Why the search for them ended early, if the budget did.
    pub stopped: Option<Stopped>,
    /// How many are listed at most.
    most: usize,
}

impl Moves {
    /// None yet; at most `most` will be listed.
    #[must_use]
    pub fn listing(most: usize) -> Moves {
        Moves { listed: Vec::new(), count: BigUint::zero(), undecided: 0, is_partial: false, stopped: None, most }
    }

    /// Takes note if the search for moves ended with the budget, or would need a
    /// table that nobody can make: who wins is known all the same.
    pub(super) fn stops<T>(&mut self, found: Result<T, NoSolution>) -> Result<bool, NoSolution> {
        match found {
            Ok(_) => Ok(false),
            Err(NoSolution::Table { .. }) => {
                self.is_partial = true;
                Ok(false)
            }
            Err(NoSolution::Stopped(stopped)) => {
                self.stopped = Some(stopped);
                self.is_partial = true;
                Ok(true)
            }
            Err(other) => Err(other),
        }
    }

    /// How many more can be listed.
    pub(super) fn room(&self) -> usize {
        self.most.saturating_sub(self.listed.len())
    }

    /// Adds the move to a position.
    pub(super) fn push(&mut self, position: Position) {
        self.count += 1u32;
        if self.room() > 0 {
            self.listed.push(position);
        }
    }

    /// Adds the move of one part to an option.
    pub(super) fn add(&mut self, sum: &Position, index: usize, game: &HeapGame, option: &[Vec<u64>]) {
        self.push(after_move(sum, index, as_parts(game, large(option))));
    }
}
