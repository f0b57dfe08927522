//! The moves of a code that leaves at most two heaps, as lists of numbers.

use super::code::{Code, Sizes};

/// How many tokens a move may take, by what it leaves.
#[derive(Clone, Debug)]
pub(super) struct Takings {
    /// Numbers of tokens that may be taken as a whole heap.
    pub(super) whole: Vec<usize>,
    /// Numbers after which one heap may be left.
    pub(super) leaving: Vec<usize>,
    /// Numbers after which two heaps may be left.
    pub(super) splits: Vec<Split>,
    /// The largest of all these numbers, at least 1.
    pub(super) longest: usize,
}

/// Taking `taken` tokens may leave two heaps, perhaps only unequal ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Split {
    pub(super) taken: usize,
    pub(super) unequal: bool,
}

impl Takings {
    /// The rule of a finite code that leaves at most two heaps and never asks
    /// for equal ones.
    pub(super) fn of(code: &Code) -> Option<Takings> {
        let longest = code.longest()?;
        let fits = |k: usize| code.digit(k).most().is_some_and(|m| m <= 2) && code.digit(k).sizes != Sizes::Equal;
        if !(0..=longest).all(fits) {
            return None;
        }
        let with = |r: u32| (0..=longest).filter(move |k| code.digit(*k).allows(r));
        Some(Takings {
            whole: with(0).collect(),
            leaving: with(1).collect(),
            splits: with(2).map(|taken| Split { taken, unequal: code.digit(taken).sizes == Sizes::Unequal }).collect(),
            longest: longest.max(1),
        })
    }

    /// The numbers of tokens after which two heaps may be left.
    pub(super) fn split_numbers(&self) -> Vec<usize> {
        self.splits.iter().map(|s| s.taken).collect()
    }
}

impl Split {
    /// The pairs i + j = n − taken, 1 ≤ i ≤ j, have i up to this.
    #[inline]
    pub(super) fn last(&self, n: usize) -> usize {
        let left = n.saturating_sub(self.taken);
        // With unequal heaps, i = j is left out.
        if self.unequal { left.saturating_sub(1) / 2 } else { left / 2 }
    }
}
