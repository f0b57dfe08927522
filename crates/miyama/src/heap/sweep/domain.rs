//! The positions of a shape, laid out in memory.

use super::shape::Shape;
use crate::heap::linear::TooLarge;
use crate::out_of_reach::OutOfReach;
use miyama_budget::Budget;

/// The positions of a [`Shape`], each with its place.
///
/// Positions are kept in rows along the last heap, one row per choice of the
/// others; those of two heaps ranked by their total, where heaps can grow, are
/// kept rank by rank, as they are computed.
#[derive(Clone, Debug)]
pub struct Domain {
    shape: Shape,
    strides: Vec<usize>,
    /// Where the row of each choice of the first heaps starts; and the end.
    rows: Vec<usize>,
    /// Two heaps kept rank by rank.
    ranks: Option<Ranks>,
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
    fn new(shape: &Shape) -> Ranks {
        let mut ranks = Ranks { lows: vec![], highs: vec![], shifts: vec![] };
        let inside = |rank: i64, y: i64| y < shape.row_length(&[rank - y]);
        let mut end = 0;
        let (mut low, mut high) = (0, -1);
        for rank in 0..=shape.top_rank() {
            // Bounds on weighted sums leave an interval. The positions are
            // convex and contain (0, 0): its lower end never falls with the
            // rank, its upper end rises by at most 1.
            low = low.max(rank - shape.extents()[0]);
            high = (high + 1).min(rank).min(shape.extents()[1]);
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

impl Domain {
    /// Lays the positions of a shape out in memory.
    pub(crate) fn new(shape: Shape, budget: &Budget) -> Result<Domain, OutOfReach> {
        Domain::with(shape, 1, budget)
    }

    /// The same for a table with one bit per position.
    pub(crate) fn in_bits(shape: Shape, budget: &Budget) -> Result<Domain, OutOfReach> {
        Domain::with(shape, 8, budget)
    }

    /// Lays the positions out for a table of which a byte holds so many.
    fn with(shape: Shape, in_byte: usize, budget: &Budget) -> Result<Domain, OutOfReach> {
        budget.need(u64::try_from(shape.rows().saturating_mul(8)).unwrap_or(u64::MAX))?;
        let heaps = shape.extents().len();
        let mut strides = vec![1usize; heaps - 1];
        for j in (1..heaps - 1).rev() {
            let size = usize::try_from(shape.extents()[j]).map_err(|_| TooLarge)? + 1;
            strides[j - 1] = strides[j].checked_mul(size).ok_or(TooLarge)?;
        }
        let mut rows = Vec::new();
        let mut end = Some(0usize);
        let mut stopped = Ok(());
        shape.for_each_row(&mut |prefix| {
            // A table beyond the memory is refused before all its rows are laid out.
            if rows.len().is_multiple_of(1 << 10) {
                stopped = budget.check().and_then(|()| budget.need(end.map_or(u64::MAX, |end| (end / in_byte) as u64)));
            }
            rows.extend(end);
            let length = usize::try_from(shape.row_length(prefix)).ok();
            end = end.and_then(|end| end.checked_add(length?));
            stopped.is_ok() && end.is_some()
        });
        stopped?;
        rows.push(end.ok_or(TooLarge)?);
        // A box that no weighted sum cuts has the most positions that a shape
        // with these extents can have.
        let full = shape.rows().saturating_mul(u128::from(shape.extents()[heaps - 1].unsigned_abs()) + 1);
        let cut = end.is_some_and(|end| (end as u128) < full);
        let ranks = (shape.weights() == [1, 1] && cut).then(|| Ranks::new(&shape));
        Ok(Domain { shape, strides, rows, ranks })
    }

    /// Which positions they are.
    pub(crate) fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The number of heaps.
    #[must_use]
    pub fn heaps(&self) -> usize {
        self.shape.extents().len()
    }

    /// The largest size of each heap.
    #[must_use]
    pub(crate) fn extents(&self) -> &[i64] {
        self.shape.extents()
    }

    /// The weights of the rank.
    pub(super) fn weights(&self) -> &[i64] {
        self.shape.weights()
    }

    /// The highest rank of a position.
    pub(super) fn top_rank(&self) -> i64 {
        self.shape.top_rank()
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
            None => ((rank - self.extents()[0]).max(0), rank.min(self.extents()[1])),
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

    /// What each heap adds to the place of a position, where every choice of heaps up to
    /// the extents is a position.
    pub(crate) fn full_strides(&self) -> Option<Vec<i64>> {
        let last = self.extents().last()? + 1;
        let full = self.extents().iter().try_fold(1i64, |product, extent| product.checked_mul(extent + 1))?;
        if self.ranks.is_some() || usize::try_from(full) != Ok(self.len()) {
            return None;
        }
        let firsts = self.strides.iter().map(|stride| i64::try_from(*stride).ok()?.checked_mul(last));
        firsts.chain([Some(1)]).collect()
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
        for ((heap, extent), stride) in position[..last].iter().zip(self.extents()).zip(&self.strides) {
            if *heap < 0 || heap > extent {
                return None;
            }
            row += *heap as usize * stride;
        }
        let place = self.rows[row] + usize::try_from(position[last]).ok()?;
        (place < self.rows[row + 1]).then_some(place)
    }
}
