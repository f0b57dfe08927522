//! Which bit stands for which square.

use super::shape::Board;
use std::collections::HashMap;

/// Numbers up to 64 squares, so that a set of stones is one machine word.
#[derive(Clone, Debug)]
pub struct Layout {
    squares: Vec<(usize, usize)>,
    bits: HashMap<(usize, usize), u32>,
}

impl Layout {
    /// Bit i stands for `squares[i]`. The squares differ; `None` if they are
    /// more than 64.
    #[must_use]
    pub fn new(squares: Vec<(usize, usize)>) -> Option<Layout> {
        if squares.len() > 64 {
            return None;
        }
        let bits = squares.iter().copied().zip(0..).collect();
        Some(Layout { squares, bits })
    }

    /// The squares, in the order of their bits.
    #[must_use]
    pub fn squares(&self) -> &[(usize, usize)] {
        &self.squares
    }

    /// The set that holds this one square; the empty set if it has no bit,
    /// because there never is a stone on it.
    #[must_use]
    pub fn bit(&self, row: usize, column: usize) -> u64 {
        self.bits.get(&(row, column)).map_or(0, |bit| 1 << bit)
    }

    /// The stones of a board as a set. `None` if one lies where there is no bit.
    #[must_use]
    pub fn set(&self, board: &Board) -> Option<u64> {
        board.stones().try_fold(0, |set, (row, column)| match self.bit(row, column) {
            0 => None,
            bit => Some(set | bit),
        })
    }

    /// The squares of a set, row by row.
    #[must_use]
    pub(crate) fn squares_of(&self, set: u64) -> Vec<(usize, usize)> {
        let mut found: Vec<_> =
            (0..self.squares.len()).filter(|i| set >> i & 1 == 1).map(|i| self.squares[i]).collect();
        found.sort_unstable();
        found
    }
}
