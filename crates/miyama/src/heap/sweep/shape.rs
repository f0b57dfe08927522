//! Which positions a table needs: the box asked for, and what play from it reaches.

use crate::heap::linear::TooLarge;
use crate::heap::ruleset::Ruleset;
use crate::out_of_reach::OutOfReach;
use miyama_budget::Budget;

/// The largest bound of a weighted sum. A position meets each term of a sum one
/// by one, so that the sum of a row's first heaps is at most [`MOST_HEAPS`]
/// times as large: it fits in 64 bits.
///
/// [`MOST_HEAPS`]: crate::heap::ruleset::MOST_HEAPS
const LARGEST_BOUND: i64 = i64::MAX / 8;

/// How many rows are added up one by one to count the positions.
const ROWS_COUNTED: u128 = 1 << 22;

/// A set of positions that every option stays in: heaps at most `extents`, and
/// weighted sums bounded.
#[derive(Clone, Debug)]
pub struct Shape {
    extents: Vec<i64>,
    /// Weights, and the most that their sum may be; the rank is the last.
    limits: Vec<(Vec<i64>, i64)>,
    top_rank: i64,
}

impl Shape {
    /// The positions with heaps up to `to`, and those that play from them
    /// reaches. None if there is no rank, or a heap can grow beyond every
    /// weighted sum.
    ///
    /// # Errors
    /// [`OutOfReach`] if numbers are too large or the budget does not allow it.
    pub fn new(ruleset: &Ruleset, to: &[u64], budget: &Budget) -> Result<Option<Shape>, OutOfReach> {
        let Some(rank) = ruleset.rank() else { return Ok(None) };
        let mut weights = ruleset.bounds(budget)?.to_vec();
        weights.push(rank.weights().to_vec());
        let mut limits = Vec::new();
        for weights in weights {
            let weights: Vec<i64> =
                weights.iter().map(|w| i64::try_from(*w).map_err(|_| TooLarge)).collect::<Result<_, _>>()?;
            let bound = weights
                .iter()
                .zip(to)
                .try_fold(0i64, |sum, (w, n)| i64::try_from(*n).ok()?.checked_mul(*w)?.checked_add(sum));
            limits.push((weights, bound.filter(|bound| *bound <= LARGEST_BOUND).ok_or(TooLarge)?));
        }
        let top_rank = limits.last().map_or(0, |(_, bound)| *bound);
        let extents = (0..to.len())
            .map(|j| {
                let bounds = limits.iter().filter(|(w, _)| w[j] > 0).map(|(w, bound)| bound / w[j]);
                bounds.min()
            })
            .collect::<Option<_>>();
        Ok(extents.map(|extents| Shape { extents, limits, top_rank }))
    }

    /// The largest size of each heap. For each heap there is a position that has
    /// this size of it.
    #[must_use]
    pub fn extents(&self) -> &[i64] {
        &self.extents
    }

    /// The weighted sums that are bounded, each with the most that it may be.
    pub(crate) fn limits(&self) -> &[(Vec<i64>, i64)] {
        &self.limits
    }

    /// Whether these heaps are one of the positions.
    pub(crate) fn contains(&self, position: &[i64]) -> bool {
        let small = position.iter().zip(&self.extents).all(|(heap, extent)| 0 <= *heap && heap <= extent);
        small && self.limits.iter().all(|(weights, most)| product(weights, position) <= i128::from(*most))
    }

    /// The weights of the rank.
    pub(crate) fn weights(&self) -> &[i64] {
        self.limits.last().map_or(&[], |(weights, _)| weights)
    }

    /// The highest rank of a position.
    #[must_use]
    pub fn top_rank(&self) -> i64 {
        self.top_rank
    }

    /// What a displacement adds to the rank.
    pub(super) fn rise(&self, displacement: &[i64]) -> i128 {
        product(self.weights(), displacement)
    }

    /// Whether a displacement from a position leads to another or to a negative
    /// heap, never to heaps that do not belong here: it raises no weighted sum.
    pub(super) fn keeps(&self, displacement: &[i64]) -> bool {
        self.limits.iter().all(|(weights, _)| product(weights, displacement) <= 0)
    }

    /// The number of rows along the last heap.
    pub(crate) fn rows(&self) -> u128 {
        let firsts = &self.extents[..self.extents.len() - 1];
        firsts.iter().map(|e| u128::from(e.unsigned_abs()) + 1).fold(1, u128::saturating_mul)
    }

    /// The number of positions: exact where there are not too many rows to add
    /// them up, else an upper bound.
    pub(crate) fn positions(&self) -> u128 {
        let last = self.extents.len() - 1;
        if self.rows() > ROWS_COUNTED {
            return self.rows().saturating_mul(u128::from(self.extents[last].unsigned_abs()) + 1);
        }
        let mut positions = 0;
        self.for_each_row(&mut |prefix| {
            positions += u128::from(self.row_length(prefix).unsigned_abs());
            true
        });
        positions
    }

    /// Calls `visit` with each choice of the heaps before the last, in the order
    /// of rows, until it returns false.
    pub(super) fn for_each_row(&self, visit: &mut impl FnMut(&[i64]) -> bool) {
        let firsts = self.extents.len() - 1;
        let mut prefix = vec![0i64; firsts];
        while visit(&prefix) {
            let Some(step) = (0..firsts).rev().find(|j| prefix[*j] < self.extents[*j]) else { return };
            prefix[step] += 1;
            prefix[step + 1..].fill(0);
        }
    }

    /// The number of positions that begin with `prefix`.
    pub(super) fn row_length(&self, prefix: &[i64]) -> i64 {
        let last = prefix.len();
        let mut most = self.extents[last];
        for (weights, bound) in &self.limits {
            let left = bound - weights.iter().zip(prefix).map(|(w, p)| w * p).sum::<i64>();
            if left < 0 {
                return 0;
            }
            if weights[last] > 0 {
                most = most.min(left / weights[last]);
            }
        }
        most + 1
    }
}

/// Σ wⱼ·dⱼ: at most 6 terms below 2¹²⁶ would fit, and weights are below 2⁶⁰.
fn product(weights: &[i64], displacement: &[i64]) -> i128 {
    weights.iter().zip(displacement).map(|(w, d)| i128::from(*w) * i128::from(*d)).sum()
}
