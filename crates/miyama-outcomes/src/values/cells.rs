//! A number for each position, as few bytes as the largest so far needs.

use crate::rules::dot;

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
    pub(super) fn widened(&self) -> Option<Cells> {
        match self {
            Cells::Bytes(cells) => Some(Cells::Shorts(cells.iter().map(|value| u16::from(*value)).collect())),
            Cells::Shorts(cells) => Some(Cells::Words(cells.iter().map(|value| u32::from(*value)).collect())),
            Cells::Words(_) => None,
        }
    }
}
