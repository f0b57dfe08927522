//! Sets that depend only on the cells of coordinates: which number a coordinate is if it is
//! small, else its residue.

use crate::numbers::Cells;
use crate::sample::{BETWEEN, Sample};
use crate::semilinear::least_and_differences;
use std::collections::{BTreeMap, HashMap};

/// A set told by a finite table: for each coordinate the cells of its numbers, and which
/// combinations of cells are inside. Those that do not occur in the sample are left out.
#[derive(Clone, Debug)]
pub struct CellSet {
    /// The cells of each coordinate.
    pub cells: Vec<Cells>,
    pub(crate) table: BTreeMap<Vec<usize>, bool>,
}

impl CellSet {
    /// The set by the least heap and the differences of the heaps in order, if exchanging
    /// heaps changes nothing and the sample is of this kind.
    #[must_use]
    pub fn in_order(sample: &Sample) -> Option<CellSet> {
        // The others have the same coordinates.
        if sample.symmetric() { CellSet::of(sample, least_and_differences, <[u64]>::is_sorted) } else { None }
    }

    /// Whether coordinates with these numbers are inside.
    #[must_use]
    pub fn contains(&self, numbers: &[u64]) -> bool {
        let key: Vec<usize> = numbers.iter().zip(&self.cells).map(|(number, cells)| cells.of(*number)).collect();
        self.table.get(&key) == Some(&true)
    }

    /// The set in these coordinates of the positions that are looked at.
    ///
    /// Each coordinate has the fewest cells such that the set repeats along it, whatever the
    /// others are. Then it depends on the cells alone.
    pub(crate) fn of(
        sample: &Sample,
        coordinates: fn(&[u64]) -> Vec<u64>,
        looked_at: impl Fn(&[u64]) -> bool,
    ) -> Option<CellSet> {
        let points: HashMap<Vec<u64>, bool> = sample
            .all()
            .filter(|(position, _)| looked_at(position))
            .map(|(position, number)| (coordinates(&position), number != 0))
            .collect();
        let dimensions = points.keys().next()?.len();
        let cells = (0..dimensions).map(|place| repeats(&points, place, sample)).collect::<Option<Vec<Cells>>>()?;
        // So few that every one of them is seen several times over.
        let count = cells.iter().try_fold(1usize, |product, cells| product.checked_mul(cells.count()))?;
        if count > points.len() / 4 && count > 2 {
            return None;
        }
        let key = |point: &[u64]| point.iter().zip(&cells).map(|(number, cells)| cells.of(*number)).collect();
        let table = points.iter().map(|(point, inside)| (key(point), *inside)).collect();
        Some(CellSet { cells, table })
    }

    /// The set in these coordinates, which may be more than there are heaps, with the same
    /// cells for each, if it depends on them alone.
    pub(crate) fn uniform(sample: &Sample, coordinates: fn(&[u64]) -> Vec<u64>, cells: Cells) -> Option<CellSet> {
        let mut table: BTreeMap<Vec<usize>, bool> = BTreeMap::new();
        let mut dimensions = 0;
        for (position, number) in sample.all() {
            let key: Vec<usize> = coordinates(&position).into_iter().map(|number| cells.of(number)).collect();
            dimensions = key.len();
            if *table.entry(key).or_insert(number != 0) != (number != 0) {
                return None;
            }
        }
        // No position at all says nothing.
        (dimensions > 0).then(|| CellSet { cells: vec![cells; dimensions], table })
    }
}

/// The most cells of a coordinate of tuples: what needs more is no description.
const MOST: u64 = 64;

/// From where on and how the set repeats along a coordinate, if it is found while the sample may be looked at.
fn repeats(points: &HashMap<Vec<u64>, bool>, place: usize, sample: &Sample) -> Option<Cells> {
    let side = points.keys().map(|point| point[place]).max()? + 1;
    // A set of numbers must be seen to repeat three times, one of tuples twice: it does so
    // at many places at once.
    let seen = if points.values().len() as u64 == side { 3 } else { 2 };
    let repeats = |cells: &Cells| {
        let mut later = Vec::new();
        let far = points.iter().filter(|(point, _)| point[place] >= cells.cap);
        far.enumerate().all(|(looked_at, (point, inside))| {
            if looked_at % BETWEEN == 0 && !sample.may_go_on() {
                return false;
            }
            later.clone_from(point);
            later[place] += cells.modulus;
            points.get(&later).is_none_or(|other| other == inside)
        })
    };
    let mut sizes: Vec<Cells> = (1..=side)
        .flat_map(|modulus| (0..=side).map(move |cap| Cells { cap, modulus }))
        .filter(|cells| {
            if seen == 3 {
                3 * (cells.cap + cells.modulus) <= side
            } else {
                cells.cap + 2 * cells.modulus <= side && cells.cap + cells.modulus <= MOST
            }
        })
        .collect();
    sizes.sort_by_key(|cells| (cells.cap + cells.modulus, cells.modulus));
    sizes.into_iter().find(repeats)
}
