//! The positions that a table needs: the box asked for, and what play from it reaches.

use crate::budget::Budget;
use crate::heap::linear::TooLarge;
use crate::heap::rank;
use crate::heap::ruleset::{Case, Ruleset};
use crate::heap::unfinished::Unfinished;

/// A set of positions that every option stays in: heaps at most `extents`, and
/// further weighted sums bounded.
///
/// Positions are kept in rows along the last heap, one row per choice of the
/// others; those of two heaps ranked by their total, where heaps can grow, are
/// kept rank by rank, as they are computed.
#[derive(Clone, Debug)]
pub struct Domain {
    extents: Vec<i64>,
    strides: Vec<usize>,
    /// Where the row of each choice of the first heaps starts; and the end.
    rows: Vec<usize>,
    /// Two heaps kept rank by rank.
    ranks: Option<Ranks>,
    weights: Vec<i64>,
    top_rank: i64,
}

/// The positions (x, y) of each rank: y from `lows` to `highs`, and what to add
/// to y for its place.
#[derive(Clone, Debug)]
struct Ranks {
    lows: Vec<i64>,
    highs: Vec<i64>,
    shifts: Vec<i64>,
}

impl Ranks {
    fn new(shape: &Shape, top: i64) -> Ranks {
        let mut ranks = Ranks { lows: vec![], highs: vec![], shifts: vec![] };
        let inside = |rank: i64, y: i64| y < shape.row_length(&[rank - y]);
        let mut end = 0;
        let (mut low, mut high) = (0, -1);
        for rank in 0..=top {
            // Bounds on weighted sums leave an interval. The positions are
            // convex and contain (0, 0): its lower end never falls with the
            // rank, its upper end rises by at most 1.
            low = low.max(rank - shape.extents[0]);
            high = (high + 1).min(rank).min(shape.extents[1]);
            while low <= high && !inside(rank, low) {
                low += 1;
            }
            while high > low && !inside(rank, high) {
                high -= 1;
            }
            ranks.shifts.push(end - low);
            end += (high - low + 1).max(0);
            ranks.lows.push(low);
            ranks.highs.push(high);
        }
        ranks
    }
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
    pub(crate) fn size(ruleset: &Ruleset, to: &[u64], budget: &Budget) -> Result<Option<Size>, Unfinished> {
        let Some(shape) = Shape::new(ruleset, to, budget)? else { return Ok(None) };
        let rows = shape.extents[..to.len() - 1].iter().map(|e| u128::from(e.unsigned_abs()) + 1).product();
        let positions = if to.len() == 2 && shape.extents[0] < 1 << 24 {
            (0..=shape.extents[0]).map(|x| u128::try_from(shape.row_length(&[x])).unwrap_or(0)).sum()
        } else {
            rows * (u128::from(shape.extents[to.len() - 1].unsigned_abs()) + 1)
        };
        Ok(Some(Size { rows, positions }))
    }

    /// None if there is no rank, or no weighted sum bounds what play reaches.
    pub(crate) fn new(ruleset: &Ruleset, to: &[u64], budget: &Budget) -> Result<Option<Domain>, Unfinished> {
        let Some(shape) = Shape::new(ruleset, to, budget)? else { return Ok(None) };
        let heaps = to.len();
        let mut strides = vec![1usize; heaps - 1];
        for j in (1..heaps - 1).rev() {
            strides[j - 1] = strides[j] * (usize::try_from(shape.extents[j]).map_err(|_| TooLarge)? + 1);
        }
        let mut rows = Vec::new();
        let mut prefix = vec![0i64; heaps - 1];
        let mut end = 0usize;
        loop {
            if rows.len().is_multiple_of(1 << 16) {
                budget.check()?;
            }
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
        let grows = shape.extents.iter().zip(to).any(|(e, n)| e.unsigned_abs() > *n);
        let ranks = (weights == [1, 1] && grows).then(|| Ranks::new(&shape, top_rank));
        Ok(Some(Domain { extents: shape.extents, strides, rows, ranks, weights, top_rank }))
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

    /// Whether positions are kept rank by rank.
    pub(crate) fn by_rank(&self) -> bool {
        self.ranks.is_some()
    }

    /// The first and last y of the positions of a rank, if kept rank by rank.
    pub(crate) fn rank_range(&self, rank: i64) -> (i64, i64) {
        match &self.ranks {
            Some(ranks) => (ranks.lows[rank as usize], ranks.highs[rank as usize]),
            None => ((rank - self.extents[0]).max(0), rank.min(self.extents[1])),
        }
    }

    /// What to add to y for the place of (x, y): one number for each x, or for
    /// each x + y if positions are kept rank by rank.
    pub(crate) fn shifts(&self) -> Vec<i64> {
        match &self.ranks {
            Some(ranks) => ranks.shifts.clone(),
            None => self.rows.iter().map(|row| *row as i64).collect(),
        }
    }

    /// The place of a position, if it belongs to the domain.
    #[inline(always)]
    pub(crate) fn index(&self, position: &[i64]) -> Option<usize> {
        if let (Some(ranks), [x, y]) = (&self.ranks, position) {
            let rank = usize::try_from(x.checked_add(*y)?).ok()?;
            let inside = *x >= 0 && *ranks.lows.get(rank)? <= *y && *y <= ranks.highs[rank];
            return inside.then(|| (ranks.shifts[rank] + y) as usize);
        }
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
    fn new(ruleset: &Ruleset, to: &[u64], budget: &Budget) -> Result<Option<Shape>, Unfinished> {
        let cases: Vec<&Case> = ruleset.cases().collect();
        let Some(rank) = ruleset.rank() else { return Ok(None) };
        let mut weights = rank::bounds(&cases, to.len(), budget)?;
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
