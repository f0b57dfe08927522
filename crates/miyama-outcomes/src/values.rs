//! Grundy values of a region, where moves are rays and single displacements; or outcomes.
//!
//! A ray b + ℕd keeps, for every line in direction d, the set of the values at
//! p + b for the positions p of the line so far; the value of p is the least number
//! in none of its sets. Cells and lines are numbered by forms of the heaps: along a
//! *run* of positions, each of which comes one step after the other, every number
//! grows by a constant. So nothing is calculated per position but sums and look-ups.
//!
//! A [`Window`] is a ray of which p has the first K(p) steps. Its lines keep for each
//! value v the last place on the line at which v came in: v is among the values of the
//! options exactly if that place is at most K(p) behind p. So it does not matter how many
//! options there are.
//!
//! **Lines**: where dⱼ = ±1, the heaps other than j of p − (pⱼ/dⱼ)·d say on which line p
//! lies. Short lines of narrow boxes are looked up instead ([`moves`]).
//!
//! **Order.** Where every b and d is negative in the first heap that it changes,
//! positions come in lexicographic order and a run goes along the last heap;
//! otherwise rank by rank, and a run is a row of [`Frame`]. In both orders p + b and
//! p + d come before p. (Directions along a rank are left to another engine.)
//!
//! Long runs cost less than short ones: where another heap is much longer than the last one and
//! the order stays lexicographic, the heaps are turned so that it comes last.
//!
//! **No value is missed.** The set of the line through p must hold the values at
//! p + b + kd, k ≥ 0, and does if p + kd is a position whenever p + b + kd is one: it
//! was visited then, and looked there. If it is not one, then either a weighted sum
//! is too large there; where sums do not rise along d it would be too large at p. (A
//! guard may keep a sum from rising that d alone would raise: such rays are left to
//! another engine.) Or a
//! heap is negative, (p + kd)ⱼ < 0 ≤ (p + kd + b)ⱼ: then bⱼ > 0, and dⱼ < 0 as pⱼ ≥ 0.
//! Rays with bⱼ > 0 > dⱼ for some heap j are left to another engine.
//!
//! **None is too many.** Rank by rank, values need not be looked up by p: the value of q
//! can be put into the set of the line of q − b when the rank of q is done. At p that set
//! holds the values at p + b + kd whose rank is lower than that of p. For k < 0 it is not
//! lower, if b does not lower the rank by more than d does; this is asked.
//!
//! **Symmetry.** Where exchanging heaps changes nothing, only positions with x ≥ y ≥ … are
//! computed, in the same order: of a position all of whose heaps are at most those of another
//! the same holds after sorting. Rays that exchanging heaps takes to each other have the same
//! sets, which are kept once ([`moves`]).

mod cells;
mod engine;
mod moves;
mod part;

use crate::rules::{Ending, Form, Lattice, Region, Rules, turned};
pub use cells::Cells;
use cells::{Cell, Number};
use engine::Engine;
use miyama_budget::{Budget, Stopped};
use moves::Moves;

/// Why there are no values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoValues {
    /// The rules are of a kind that this engine does not know, or values are large.
    Unfit,
    /// The budget does not allow it.
    Stopped(Stopped),
}

impl From<Stopped> for NoValues {
    fn from(stopped: Stopped) -> NoValues {
        NoValues::Stopped(stopped)
    }
}

/// A ray of which a position has the first steps: b + k·d for 0 ≤ k, and
/// k ≤ ⌊form/divisor⌋ for each of `most`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// The ray: one direction.
    pub ray: Lattice,
    /// Forms of the position, and divisors > 0.
    pub most: Vec<(Form, i64)>,
}

impl Window {
    /// The same with the heaps in another order.
    fn turned(&self, order: &[usize]) -> Window {
        let most = self.most.iter().map(|(form, divisor)| (form.turned(order), *divisor)).collect();
        Window { ray: self.ray.turned(order), most }
    }
}

/// What is computed of each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Its Grundy value.
    Values,
    /// 0 for P, 1 for N.
    Outcomes(Ending),
}

/// The values of all positions of a region, or their outcomes.
#[derive(Clone, Debug)]
pub struct Values {
    cells: Cells,
    number: Number,
    region: Region,
    sorted: bool,
}

impl Values {
    /// Computes the numbers of a region.
    ///
    /// ```
    /// use miyama_budget::Budget;
    /// use miyama_outcomes::{Lattice, Region, Rules, Values, Wanted};
    /// let ray = |d: [i64; 3]| Lattice { directions: vec![d.to_vec()], bases: vec![d.to_vec()], guard: vec![] };
    /// let nim = Rules { weights: vec![1; 3], lattices: vec![ray([-1, 0, 0]), ray([0, -1, 0]), ray([0, 0, -1])] };
    /// let to = |heap: usize| ((0..3).map(|h| i64::from(h == heap)).collect(), 9);
    /// let region = Region { limits: (0..3).map(to).collect(), top_rank: 27 };
    /// let values = Values::new(&nim, &[], &region, Wanted::Values, &Budget::unlimited())?;
    /// assert_eq!(values.at(&[9, 5, 1]), Some(9 ^ 5 ^ 1));
    /// assert_eq!(values.at(&[10, 5, 1]), None);
    /// # Ok::<(), miyama_outcomes::NoValues>(())
    /// ```
    ///
    /// # Errors
    /// [`NoValues`] says why there are none.
    pub fn new(
        rules: &Rules,
        windows: &[Window],
        region: &Region,
        wanted: Wanted,
        budget: &Budget,
    ) -> Result<Values, NoValues> {
        Values::with_symmetry(rules, windows, region, wanted, true, budget)
    }

    /// The same; without symmetry all positions are computed, also where sorted ones
    /// would do.
    ///
    /// # Errors
    /// [`NoValues`] says why there are none.
    pub fn with_symmetry(
        rules: &Rules,
        windows: &[Window],
        region: &Region,
        wanted: Wanted,
        symmetry: bool,
        budget: &Budget,
    ) -> Result<Values, NoValues> {
        if !fit(rules, windows, region) {
            return Err(NoValues::Unfit);
        }
        if let Some(order) = longest_last(rules.heaps(), region) {
            let (rules, windows) = (rules.turned(&order), windows.iter().map(|w| w.turned(&order)).collect::<Vec<_>>());
            if is_lexicographic(&rules, &windows) {
                let values = Values::in_order(&rules, &windows, &region.turned(&order), wanted, false, budget)?;
                // The cell of a position is a sum over its heaps, in whatever order.
                let Number { strides, constant } = values.number;
                let back: Vec<usize> = (0..order.len()).filter_map(|j| order.iter().position(|k| *k == j)).collect();
                let number = Number { strides: turned(&strides, &back), constant };
                return Ok(Values { number, region: region.clone(), ..values });
            }
        }
        Values::in_order(rules, windows, region, wanted, symmetry, budget)
    }

    /// The same with runs along the last heap.
    fn in_order(
        rules: &Rules,
        windows: &[Window],
        region: &Region,
        wanted: Wanted,
        symmetry: bool,
        budget: &Budget,
    ) -> Result<Values, NoValues> {
        let by_rank = !is_lexicographic(rules, windows);
        let widest = if wanted == Wanted::Values { region.top_rank + 1 } else { 2 };
        let moves = Moves::new(rules, windows, region, by_rank, widest, symmetry).ok_or(NoValues::Unfit)?;
        let mut engine = Engine::new(moves, region, wanted, budget)?;
        if by_rank {
            engine.by_rank(rules, region)?;
        } else {
            engine.lexicographically(region)?;
        }
        let Engine { cells, number, moves, .. } = engine;
        Ok(Values { cells, number, region: region.clone(), sorted: moves.sorted })
    }

    /// Whether only sorted positions would be computed of a region.
    #[must_use]
    pub fn sorts(rules: &Rules, windows: &[Window], region: &Region) -> bool {
        let by_rank = !is_lexicographic(rules, windows);
        fit(rules, windows, region)
            && Moves::new(rules, windows, region, by_rank, 2, true).is_some_and(|moves| moves.sorted)
    }

    /// Whether positions come in lexicographic order, so that nothing is done twice.
    #[must_use]
    pub fn in_one_pass(rules: &Rules, windows: &[Window]) -> bool {
        is_lexicographic(rules, windows)
    }

    /// The numbers of the positions behind `first`, the last heap from `from` on: as many as
    /// `row` has room for. False, and nothing is written, if not all are positions.
    pub fn read_row(&self, first: &[i64], from: i64, row: &mut [u32]) -> bool {
        let last = i64::try_from(row.len()).ok().and_then(|length| from.checked_add(length - 1));
        let inside = last.is_some_and(|last| last >= from && self.region.contains(&[first, &[last]].concat()));
        if !inside || from < 0 {
            return false;
        }
        // Of sorted positions the last heap stands behind the first ones that are larger: as
        // long as these are the same, the numbers of cells grow by the stride of its place.
        let mut firsts = first.to_vec();
        if self.sorted {
            firsts.sort_unstable_by(|a, b| b.cmp(a));
        }
        let mut done = 0;
        while done < row.len() {
            let heap = from + done as i64;
            let before =
                if self.sorted { firsts.iter().take_while(|other| **other >= heap).count() } else { firsts.len() };
            let same = match before.checked_sub(1) {
                Some(smallest) if self.sorted => (firsts[smallest] - heap + 1) as usize,
                _ => row.len(),
            };
            let position = [&firsts[..before], &[heap], &firsts[before..]].concat();
            let (start, stride) = (self.number.of(&position) as usize, self.number.strides[before] as usize);
            let part = same.min(row.len() - done);
            let to = &mut row[done..done + part];
            match &self.cells {
                Cells::Bytes(cells) => copy(&cells[start..], stride, to),
                Cells::Shorts(cells) => copy(&cells[start..], stride, to),
                Cells::Words(cells) => copy(&cells[start..], stride, to),
            }
            done += part;
        }
        true
    }

    /// The numbers as they are held: that of a position p is at the second plus the sum of
    /// the strides times p. None if only sorted positions are held.
    #[must_use]
    pub fn layout(&self) -> Option<(&Cells, i64, &[i64])> {
        (!self.sorted).then_some((&self.cells, self.number.constant, self.number.strides.as_slice()))
    }

    /// The number of a position of the region.
    #[must_use]
    pub fn at(&self, position: &[i64]) -> Option<u32> {
        if !self.region.contains(position) {
            return None;
        }
        if !self.sorted {
            return self.cells.get(usize::try_from(self.number.of(position)).ok()?);
        }
        let mut sorted = [0; MOST_SORTED];
        let sorted = sorted.get_mut(..position.len())?;
        sorted.copy_from_slice(position);
        sorted.sort_unstable_by(|a, b| b.cmp(a));
        self.cells.get(usize::try_from(self.number.of(sorted)).ok()?)
    }
}

/// Every so many-th cell.
fn copy<C: Cell>(cells: &[C], stride: usize, row: &mut [u32]) {
    row.iter_mut().zip(cells.iter().step_by(stride)).for_each(|(to, cell)| *to = cell.value() as u32);
}

/// Positions of more heaps are not sorted.
const MOST_SORTED: usize = 8;

/// Whether all numbers stay far within 64 bits, places on lines within 32.
fn fit(rules: &Rules, windows: &[Window], region: &Region) -> bool {
    let lattices = rules.lattices.iter().chain(windows.iter().map(|window| &window.ray)).cloned().collect();
    let all = Rules { weights: rules.weights.clone(), lattices };
    let extents: Vec<i64> = (0..rules.heaps()).map(|heap| region.extent(heap)).collect();
    let small = |(form, divisor): &(Form, i64)| {
        let terms = form.coefficients.iter().zip(&extents).map(|(c, extent)| i128::from(*c) * i128::from(*extent));
        let largest = terms.map(i128::abs).sum::<i128>() + i128::from(form.constant).abs();
        *divisor > 0 && largest < 1 << 60
    };
    all.fit(region)
        && extents.iter().all(|extent| *extent < 1 << 30)
        && windows.iter().all(|window| window.ray.directions.len() == 1 && window.most.iter().all(small))
}

/// The heaps in an order in which the longest comes last, where the last one is much shorter.
fn longest_last(heaps: usize, region: &Region) -> Option<Vec<usize>> {
    let longest = (0..heaps).max_by_key(|heap| region.extent(*heap))?;
    let is_short = region.extent(heaps - 1) < region.extent(longest) / 4;
    is_short.then(|| (0..heaps).filter(|heap| *heap != longest).chain([longest]).collect())
}

/// Whether every displacement is negative in the first heap that it changes.
fn is_lexicographic(rules: &Rules, windows: &[Window]) -> bool {
    let lattices = rules.lattices.iter().chain(windows.iter().map(|window| &window.ray));
    let mut vectors = lattices.flat_map(|l| l.directions.iter().chain(&l.bases));
    vectors.all(|v| v.iter().find(|x| **x != 0).is_some_and(|x| *x < 0))
}
