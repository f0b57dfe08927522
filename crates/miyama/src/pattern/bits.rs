//! Sets of cells as machine words. Cell (row, column) of a board with `width`
//! columns is bit row · width + column.

use num_traits::PrimInt;
use std::fmt::Debug;
use std::hash::Hash;

/// A machine word that holds a set of cells. It is a trait so that boards of 64
/// cells do not pay for those of 128.
pub(super) trait Word: PrimInt + Hash + Debug {
    /// How many bits it has.
    const BITS: usize;

    /// The empty set.
    const ZERO: Self;

    /// Its 64-bit halves, the lower one first.
    fn parts(self) -> [u64; 2];

    /// The word with these halves.
    fn from_parts(parts: [u64; 2]) -> Self;
}

impl Word for u64 {
    const BITS: usize = 64;
    const ZERO: u64 = 0;

    fn parts(self) -> [u64; 2] {
        [self, 0]
    }

    fn from_parts([low, _]: [u64; 2]) -> u64 {
        low
    }
}

impl Word for u128 {
    const BITS: usize = 128;
    const ZERO: u128 = 0;

    fn parts(self) -> [u64; 2] {
        [self as u64, (self >> 64) as u64]
    }

    fn from_parts([low, high]: [u64; 2]) -> u128 {
        u128::from(high) << 64 | u128::from(low)
    }
}

/// The set of one cell.
pub(super) fn bit<W: Word>(cell: usize) -> W {
    W::one() << cell
}

/// The cells 0, …, n − 1.
pub(super) fn low<W: Word>(n: usize) -> W {
    if n >= W::BITS { !W::zero() } else { bit::<W>(n) - W::one() }
}

/// The cells from which one of `set` is `delta` further on.
#[inline]
pub(super) fn back<W: Word>(set: W, delta: i32) -> W {
    let by = delta.unsigned_abs() as usize;
    if by >= W::BITS {
        W::zero()
    } else if delta >= 0 {
        set >> by
    } else {
        set << by
    }
}

/// The cells of a set, from the least.
pub(super) fn cells<W: Word>(mut set: W) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (!set.is_zero()).then(|| {
            let cell = set.trailing_zeros() as usize;
            set = set & (set - W::one());
            cell
        })
    })
}

/// For each number of columns to the right, from −width to width: the cells
/// that have a cell that far to the right in their row.
pub(super) fn columns<W: Word>(width: usize) -> Vec<W> {
    let rows = W::BITS.div_ceil(width);
    let column = |from: usize, to: usize| {
        let row: W = (from..to).fold(W::zero(), |set, c| set | bit(c));
        let shifted = (0..rows).filter(|r| r * width < W::BITS);
        shifted.fold(W::zero(), |set, r| set | row << (r * width))
    };
    let reach = width as i32;
    (-reach..=reach).map(|d| column((-d).max(0) as usize, (reach - d).clamp(0, reach) as usize)).collect()
}
