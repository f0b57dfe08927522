//! The positions that a table needs: the box asked for, and what play from it reaches.

use crate::heap::linear::TooLarge;
use crate::heap::rank;
use crate::heap::ruleset::{Case, Ruleset};

/// A set of positions that every option stays in: heaps at most `extents`, and
/// further weighted sums bounded.
///
/// Positions are kept in rows along the last heap, one row per choice of the
/// others.
#[derive(Clone, Debug)]
pub struct Domain {
    extents: Vec<i64>,
    strides: Vec<usize>,
    /// Where the row of each choice of the first heaps starts; and the end.
    rows: Vec<usize>,
    weights: Vec<i64>,
    top_rank: i64,
}

/// How many rows and positions a domain has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    pub(crate) rows: u128,
    pub(crate) positions: u128,
}

struct Shape {
    extents: Vec<i64>,
    limits: Vec<(Vec<i64>, i64)>,
}

impl Domain {
    /// The number of rows and positions, without allocating them. Exact for one
    /// or two heaps, an upper bound for more.
    pub(crate) fn size(ruleset: &Ruleset, to: &[u64]) -> Result<Option<Size>, TooLarge> {
        let Some(shape) = Shape::new(ruleset, to)? else { return Ok(None) };
        let rows = shape.extents[..to.len() - 1].iter().map(|e| u128::from(e.unsigned_abs()) + 1).product();
        let positions = if to.len() == 2 && shape.extents[0] < 1 << 24 {
            (0..=shape.extents[0]).map(|x| u128::try_from(shape.row_length(&[x])).unwrap_or(0)).sum()
        } else {
            rows * (u128::from(shape.extents[to.len() - 1].unsigned_abs()) + 1)
        };
        Ok(Some(Size { rows, positions }))
    }

    /// None if there is no rank, or no weighted sum bounds what play reaches.
    pub(crate) fn new(ruleset: &Ruleset, to: &[u64]) -> Result<Option<Domain>, TooLarge> {
        let Some(shape) = Shape::new(ruleset, to)? else { return Ok(None) };
        let heaps = to.len();
        let mut strides = vec![1usize; heaps - 1];
        for j in (1..heaps - 1).rev() {
            strides[j - 1] = strides[j] * (usize::try_from(shape.extents[j]).map_err(|_| TooLarge)? + 1);
        }
        let mut rows = Vec::new();
        let mut prefix = vec![0i64; heaps - 1];
        let mut end = 0usize;
        loop {
            rows.push(end);
            end += usize::try_from(shape.row_length(&prefix)).map_err(|_| TooLarge)?;
            let Some(step) = (0..heaps - 1).rev().find(|j| prefix[*j] < shape.extents[*j]) else { break };
            prefix[step] += 1;
            prefix[step + 1..].fill(0);
        }
        rows.push(end);
        let Some(rank) = ruleset.rank() else { return Ok(None) };
        let weights: Vec<i64> =
            rank.weights().iter().map(|w| i64::try_from(*w).map_err(|_| TooLarge)).collect::<Result<_, _>>()?;
        let top_rank = weights.iter().zip(to).try_fold(0i64, |sum, (w, n)| {
            let term = i64::try_from(*n).ok().and_then(|n| n.checked_mul(*w)).ok_or(TooLarge)?;
            sum.checked_add(term).ok_or(TooLarge)
        })?;
        Ok(Some(Domain { extents: shape.extents, strides, rows, weights, top_rank }))
    }

    /// The number of heaps.
    #[must_use]
    pub fn heaps(&self) -> usize {
        self.extents.len()
    }

    /// The largest size of each heap.
    #[must_use]
    pub(crate) fn extents(&self) -> &[i64] {
        &self.extents
    }

    /// The weights of the rank.
    pub(crate) fn weights(&self) -> &[i64] {
        &self.weights
    }

    /// The highest rank of a position.
    pub(crate) fn top_rank(&self) -> i64 {
        self.top_rank
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.last().copied().unwrap_or(0)
    }

    /// Never: the empty position is always there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The place of a position, if it belongs to the domain.
    #[inline(always)]
    pub(crate) fn index(&self, position: &[i64]) -> Option<usize> {
        let last = position.len() - 1;
        let mut row = 0;
        for ((heap, extent), stride) in position[..last].iter().zip(&self.extents).zip(&self.strides) {
            if *heap < 0 || heap > extent {
                return None;
            }
            row += *heap as usize * stride;
        }
        let place = self.rows[row] + usize::try_from(position[last]).ok()?;
        (place < self.rows[row + 1]).then_some(place)
    }
}

impl Shape {
    /// None if there is no rank, or a heap can grow beyond every weighted sum.
    fn new(ruleset: &Ruleset, to: &[u64]) -> Result<Option<Shape>, TooLarge> {
        let cases: Vec<&Case> = ruleset.cases().collect();
        let Some(rank) = ruleset.rank() else { return Ok(None) };
        let mut weights = rank::bounds(&cases, to.len())?;
        weights.push(rank.weights().to_vec());
        let mut limits = Vec::new();
        for weights in weights {
            let weights: Vec<i64> =
                weights.iter().map(|w| i64::try_from(*w).map_err(|_| TooLarge)).collect::<Result<_, _>>()?;
            let bound = weights
                .iter()
                .zip(to)
                .try_fold(0i64, |sum, (w, n)| i64::try_from(*n).ok()?.checked_mul(*w)?.checked_add(sum));
            limits.push((weights, bound.ok_or(TooLarge)?));
        }
        let extents = (0..to.len())
            .map(|j| {
                let bounds = limits.iter().filter(|(w, _)| w[j] > 0).map(|(w, bound)| bound / w[j]);
                bounds.min()
            })
            .collect::<Option<_>>();
        Ok(extents.map(|extents| Shape { extents, limits }))
    }

    /// The number of positions that begin with `prefix`.
    fn row_length(&self, prefix: &[i64]) -> i64 {
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
