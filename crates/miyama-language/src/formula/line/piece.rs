//! Functions of t that are linear piece by piece, and sets of t that are unions of intervals.

use num_integer::{div_ceil, div_floor};
use std::cmp::Ordering;

/// The t from the first to the second.
pub(super) type Interval = (i64, i64);

/// slope·t + value for t from `low` to `high`; a 64-bit number everywhere. Slopes
/// and values are so small that products of two of them fit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub(super) low: i64,
    pub(super) high: i64,
    pub(super) slope: i128,
    pub(super) value: i128,
}

const LARGEST_SLOPE: i128 = 1 << 40;

const LARGEST_VALUE: i128 = 1 << 62;

impl Piece {
    pub(super) fn new(low: i64, high: i64, slope: i128, value: i128) -> Option<Piece> {
        let fits = |t: i64| {
            let at = slope.checked_mul(i128::from(t)).and_then(|rise| rise.checked_add(value));
            at.is_some_and(|at| i64::try_from(at).is_ok())
        };
        let small = slope.abs() <= LARGEST_SLOPE && value.abs() <= LARGEST_VALUE;
        (small && fits(low) && fits(high)).then_some(Piece { low, high, slope, value })
    }

    pub(super) fn is_constant(&self) -> bool {
        self.slope == 0
    }

    /// Where it is at least `least`: the t from the first to the second.
    pub(super) fn at_least(&self, least: i128) -> Interval {
        let (low, high) = (i128::from(self.low), i128::from(self.high));
        let rest = least - self.value;
        let (low, high) = match self.slope.cmp(&0) {
            Ordering::Equal if rest <= 0 => (low, high),
            Ordering::Equal => (low, low - 1),
            Ordering::Greater => (low.max(div_ceil(rest, self.slope)), high),
            Ordering::Less => (low, high.min(div_floor(-rest, -self.slope))),
        };
        // Outside of the piece nothing is left of the interval.
        if low > high { (0, -1) } else { (low as i64, high as i64) }
    }

    /// Where it is `number`, at one t or everywhere.
    pub(super) fn equals(&self, number: i128) -> Interval {
        let rest = number - self.value;
        if self.is_constant() {
            return if rest == 0 { (self.low, self.high) } else { (0, -1) };
        }
        match i64::try_from(rest / self.slope) {
            Ok(t) if rest % self.slope == 0 && self.low <= t && t <= self.high => (t, t),
            _ => (0, -1),
        }
    }
}

pub(super) fn negated(piece: &Piece) -> Piece {
    Piece { slope: -piece.slope, value: -piece.value, ..*piece }
}

/// Two numbers put together, piece by piece: (slope, value) of each.
pub(super) fn both(
    a: &[Piece],
    b: &[Piece],
    combine: impl Fn((i128, i128), (i128, i128)) -> (i128, i128),
) -> Option<Vec<Piece>> {
    let mut found = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while let (Some(first), Some(second)) = (a.get(i), b.get(j)) {
        let (low, high) = (first.low.max(second.low), first.high.min(second.high));
        if low <= high {
            let (slope, value) = combine((first.slope, first.value), (second.slope, second.value));
            found.push(Piece::new(low, high, slope, value)?);
        }
        if first.high <= second.high {
            i += 1;
        } else {
            j += 1;
        }
    }
    Some(found)
}

/// The larger of two numbers, or the smaller.
pub(super) fn best(a: &[Piece], b: &[Piece], larger: bool) -> Option<Vec<Piece>> {
    let difference = both(a, b, |a, b| (a.0 - b.0, a.1 - b.1))?;
    let last = difference.last()?.high;
    let first_larger = join(difference.iter().map(|piece| piece.at_least(0)).collect());
    let second_larger = complement(&first_larger, last);
    let (take_a, take_b) = if larger { (first_larger, second_larger) } else { (second_larger, first_larger) };
    let mut found = [cut(a, &take_a), cut(b, &take_b)].concat();
    found.sort_unstable_by_key(|piece| piece.low);
    Some(found)
}

/// What lies in the intervals.
pub(super) fn cut(pieces: &[Piece], intervals: &[Interval]) -> Vec<Piece> {
    let mut found = Vec::new();
    for piece in pieces {
        for (low, high) in meet(&[(piece.low, piece.high)], intervals) {
            found.push(Piece { low, high, ..*piece });
        }
    }
    found
}

/// The intervals from one cut to the next, up to the last t.
pub(super) fn between(mut cuts: Vec<i64>, last: i64) -> Vec<Interval> {
    cuts.retain(|cut| *cut <= last);
    cuts.sort_unstable();
    cuts.dedup();
    let ends: Vec<i64> = cuts.iter().skip(1).map(|cut| cut - 1).chain([last]).collect();
    cuts.into_iter().zip(ends).collect()
}

/// Intervals in ascending order, those that touch as one.
pub(super) fn join(mut intervals: Vec<Interval>) -> Vec<Interval> {
    intervals.retain(|(low, high)| low <= high);
    intervals.sort_unstable();
    let mut joined: Vec<Interval> = Vec::with_capacity(intervals.len());
    for (low, high) in intervals {
        match joined.last_mut() {
            Some((_, end)) if low <= *end + 1 => *end = high.max(*end),
            _ => joined.push((low, high)),
        }
    }
    joined
}

pub(super) fn meet(a: &[Interval], b: &[Interval]) -> Vec<Interval> {
    let mut found = Vec::new();
    let (mut i, mut j) = (0, 0);
    while let (Some(first), Some(second)) = (a.get(i), b.get(j)) {
        let (low, high) = (first.0.max(second.0), first.1.min(second.1));
        if low <= high {
            found.push((low, high));
        }
        if first.1 <= second.1 {
            i += 1;
        } else {
            j += 1;
        }
    }
    found
}

pub(super) fn complement(intervals: &[Interval], last: i64) -> Vec<Interval> {
    let mut found = Vec::new();
    let mut next = 0;
    for (low, high) in intervals {
        if next < *low {
            found.push((next, low - 1));
        }
        next = high + 1;
    }
    if next <= last {
        found.push((next, last));
    }
    found
}
