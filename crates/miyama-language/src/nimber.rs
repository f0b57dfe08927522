//! Nimbers: the values of impartial games under normal play.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Add, AddAssign};

/// The nimber *n. Sums of games add nimbers, and nimbers add without carry.
///
/// ```
/// use miyama_language::nimber::Nimber;
/// assert_eq!(Nimber(3) + Nimber(5) + Nimber(7), Nimber(1));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Nimber(pub u32);

impl Nimber {
    /// The value of every position from which the next player loses.
    pub const ZERO: Nimber = Nimber(0);
}

impl Add for Nimber {
    type Output = Nimber;
    // The sum of nimbers is the exclusive or of their binary digits.
    #[expect(clippy::suspicious_arithmetic_impl)]
    fn add(self, other: Nimber) -> Nimber {
        Nimber(self.0 ^ other.0)
    }
}

impl AddAssign for Nimber {
    fn add_assign(&mut self, other: Nimber) {
        *self = *self + other;
    }
}

impl std::iter::Sum for Nimber {
    fn sum<I: Iterator<Item = Nimber>>(nimbers: I) -> Nimber {
        nimbers.fold(Nimber::ZERO, Add::add)
    }
}

impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The least nimber that is not among `options`: the value of a position with
/// these options.
///
/// ```
/// use miyama_language::nimber::{mex, Nimber};
/// assert_eq!(mex([Nimber(0), Nimber(1), Nimber(3)]), Nimber(2));
/// ```
#[must_use]
pub fn mex(options: impl IntoIterator<Item = Nimber>) -> Nimber {
    let mut seen: Vec<Nimber> = options.into_iter().collect();
    seen.sort_unstable();
    seen.dedup();
    let gap = seen.iter().zip(0u32..).find(|(value, expected)| value.0 != *expected);
    match gap {
        Some((_, expected)) => Nimber(expected),
        None => Nimber(
            u32::try_from(seen.len()).expect("distinct u32 values that leave no gap number at most 2^32 - 1 here"),
        ),
    }
}

impl From<Nimber> for miyama_text::Arg {
    fn from(value: Nimber) -> miyama_text::Arg {
        miyama_text::Arg::from(value.to_string())
    }
}
