//! What a sequence of nim values looks like: exceptions to the period, zeros,
//! frequencies, rare heaps.

use super::certificate::Period;
use super::code::Code;
use super::period::counts;
use super::space::{self, Space};
use super::takings::Takings;
use super::values::Stored;

/// A heap whose value is not what the period would give it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Exception {
    /// The heap.
    pub heap: usize,
    /// Its value.
    pub value: u32,
    /// What the period would give.
    pub expected: i64,
}

/// The heaps before the start of the period whose values break it, when it is
/// continued backwards.
///
/// ```
/// use miyama::breaking::{analysis::exceptions, certificate::Period, values::Stored};
/// let values = [0u8, 7, 2, 1, 2, 1];
/// let odd = exceptions(Stored::Bytes(&values), Period { start: 2, length: 2, saltus: 0 });
/// assert_eq!(odd.map(|e| (e.heap, e.value, e.expected)).collect::<Vec<_>>(), [(0, 0, 2), (1, 7, 1)]);
/// ```
pub fn exceptions(values: Stored<'_>, period: Period) -> impl Iterator<Item = Exception> + '_ {
    (0..period.start).filter_map(move |heap| {
        let periods = (period.start - heap).div_ceil(period.length);
        let later = i64::from(values.get(heap + periods * period.length)?);
        let expected = later - i64::from(period.saltus) * periods as i64;
        let value = values.get(heap)?;
        (i64::from(value) != expected).then_some(Exception { heap, value, expected })
    })
}

/// The heaps of value 0, which the previous player wins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Zeros {
    /// Residues modulo the period; every heap of these is a zero unless it is
    /// in `missing`.
    pub residues: Vec<usize>,
    /// Zeros of other residues.
    pub extra: Vec<usize>,
    /// Heaps of these residues that are no zeros.
    pub missing: Vec<usize>,
}

/// The zeros of a periodic sequence.
#[must_use]
pub fn zeros(values: Stored<'_>, period: Period) -> Zeros {
    let is_zero = |n: usize| values.get(n) == Some(0);
    let cycle = period.start..period.start + period.length;
    if period.saltus > 0 {
        return Zeros { extra: (0..cycle.end).filter(|n| is_zero(*n)).collect(), ..Zeros::default() };
    }
    let mut residues: Vec<usize> = cycle.filter(|n| is_zero(*n)).map(|n| n % period.length).collect();
    residues.sort_unstable();
    let regular = |n: usize| residues.binary_search(&(n % period.length)).is_ok();
    let extra = (0..period.start).filter(|n| is_zero(*n) && !regular(*n)).collect();
    let missing = (0..period.start).filter(|n| !is_zero(*n) && regular(*n)).collect();
    Zeros { residues, extra, missing }
}

/// The sparse space of a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rarity {
    /// The space with the fewest rare heaps.
    pub space: Space,
    /// How many heaps are rare.
    pub rare: usize,
    /// The last rare heap; 0 if there is none.
    pub last: usize,
    /// The values of rare heaps, sorted, each once.
    pub values: Vec<u32>,
}

/// The sparse space of a finite code that leaves at most two heaps.
#[must_use]
pub fn rarity(code: &Code, values: Stored<'_>) -> Option<Rarity> {
    let rule = Takings::of(code).filter(|rule| !rule.splits.is_empty())?;
    let (space, rare) = space::choose(&counts(values), &rule.split_numbers());
    let mut last = 0;
    let mut seen = vec![false; values.largest() as usize + 1];
    for (n, value) in values.iter().enumerate().skip(1) {
        if !space.is_common(value, n) {
            last = n;
            seen[value as usize] = true;
        }
    }
    let values = (0u32..).zip(&seen).filter(|(_, s)| **s).map(|(v, _)| v).collect();
    Some(Rarity { space, rare, last, values })
}

/// How often each value occurs, from 0 on.
#[must_use]
pub fn frequencies(values: Stored<'_>) -> Vec<u64> {
    let mut frequencies = vec![0; values.largest() as usize + 1];
    for value in values.iter() {
        frequencies[value as usize] += 1;
    }
    frequencies
}
