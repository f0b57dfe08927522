//! A number for each position, as few bytes as the largest so far needs.

use crate::rules::dot;
use miyama_budget::{Budget, Stopped};

/// A number of each position: Σ stride·heap + constant.
#[derive(Clone, Debug)]
pub(super) struct Number {
    pub(super) strides: Vec<i64>,
    pub(super) constant: i64,
}

impl Number {
    pub(super) fn of(&self, position: &[i64]) -> i64 {
        self.constant + dot(&self.strides, position)
    }
}

/// A number of a table, as small as it may be.
pub(super) trait Cell: Copy {
    /// None if the cell is too small for it.
    fn of(value: usize) -> Option<Self>;
    fn value(self) -> usize;
}

macro_rules! cell {
    ($($t:ty),*) => { $(impl Cell for $t {
        #[inline(always)]
        fn of(value: usize) -> Option<$t> { <$t>::try_from(value).ok() }
        #[inline(always)]
        fn value(self) -> usize { self as usize }
    })* };
}
cell!(u8, u16, u32);

/// The numbers of all positions.
#[derive(Clone, Debug)]
pub enum Cells {
    /// All are below 2⁸.
    Bytes(Vec<u8>),
    /// All are below 2¹⁶.
    Shorts(Vec<u16>),
    /// All are below 2³².
    Words(Vec<u32>),
}

impl Cells {
    pub(super) fn get(&self, at: usize) -> Option<u32> {
        match self {
            Cells::Bytes(cells) => cells.get(at).map(|value| u32::from(*value)),
            Cells::Shorts(cells) => cells.get(at).map(|value| u32::from(*value)),
            Cells::Words(cells) => cells.get(at).copied(),
        }
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Cells::Bytes(cells) => cells.len(),
            Cells::Shorts(cells) => cells.len(),
            Cells::Words(cells) => cells.len(),
        }
    }

    /// The bytes of one number.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Cells::Bytes(_) => 1,
            Cells::Shorts(_) => 2,
            Cells::Words(_) => 4,
        }
    }

    /// The same numbers in larger cells; none if there are none.
    pub(super) fn widened(&self, budget: &Budget) -> Result<Option<Cells>, Stopped> {
        Ok(match self {
            Cells::Bytes(cells) => Some(Cells::Shorts(larger(cells, budget)?)),
            Cells::Shorts(cells) => Some(Cells::Words(larger(cells, budget)?)),
            Cells::Words(_) => None,
        })
    }
}

/// How many numbers are copied between two looks at the budget.
pub(super) const LOOK: usize = 1 << 20;

/// The same numbers in larger cells. Where no value has come yet all are 0 and nothing is written, so
/// that the system need not give memory to these cells.
fn larger<Small: Copy + Default + PartialEq, Large: Copy + Default + From<Small>>(
    cells: &[Small],
    budget: &Budget,
) -> Result<Vec<Large>, Stopped> {
    let mut larger = vec![Large::default(); cells.len()];
    for (large, small) in larger.chunks_mut(LOOK).zip(cells.chunks(LOOK)) {
        budget.check()?;
        if small.iter().any(|value| *value != Small::default()) {
            large.iter_mut().zip(small).for_each(|(large, small)| *large = Large::from(*small));
        }
    }
    Ok(larger)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widened_cells_hold_the_same_numbers() {
        let budget = Budget::unlimited();
        let mut bytes = vec![0; 3 * LOOK + 5];
        for at in [0, 1, LOOK - 1, 2 * LOOK, 3 * LOOK + 4] {
            bytes[at] = (at % 251) as u8 + 1;
        }
        let numbers = |cells: &Cells| (0..cells.len()).map(|at| cells.get(at)).collect::<Vec<_>>();
        let cells = Cells::Bytes(bytes);
        let shorts = cells.widened(&budget).unwrap().unwrap();
        let words = shorts.widened(&budget).unwrap().unwrap();
        assert_eq!((shorts.bytes(), words.bytes()), (2, 4));
        assert!(numbers(&shorts) == numbers(&cells) && numbers(&words) == numbers(&cells));
        assert!(words.widened(&budget).unwrap().is_none());
        assert!(cells.widened(&budget.with_looks(1)).is_err());
    }
}
