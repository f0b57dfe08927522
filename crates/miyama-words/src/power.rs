//! How often a word repeats itself: its exponent, as an exact fraction.

use std::cmp::Ordering;
use std::fmt;

/// The exponent of a word of length `length` with period `period`: their
/// quotient. A square has exponent 2, an overlap more than 2, a cube 3.
#[derive(Clone, Copy, Debug)]
pub struct Exponent {
    /// The length of the word.
    pub length: u64,
    /// Its least period, at least 1.
    pub period: u64,
}

impl Exponent {
    /// The greatest k for which the word contains the k-th power of its period.
    #[must_use]
    pub fn whole(self) -> u64 {
        self.length / self.period
    }

    /// The fraction in lowest terms, as numerator and denominator.
    #[must_use]
    pub fn lowest(self) -> (u64, u64) {
        let common = num_integer::gcd(self.length, self.period).max(1);
        (self.length / common, self.period / common)
    }
}

impl Ord for Exponent {
    fn cmp(&self, other: &Exponent) -> Ordering {
        let product = |a: u64, b: u64| u128::from(a) * u128::from(b);
        product(self.length, other.period).cmp(&product(other.length, self.period))
    }
}

impl PartialOrd for Exponent {
    fn partial_cmp(&self, other: &Exponent) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Exponent {
    fn eq(&self, other: &Exponent) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Exponent {}

impl fmt::Display for Exponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.lowest() {
            (whole, 1) => write!(f, "{whole}"),
            (length, period) => write!(f, "{length}/{period}"),
        }
    }
}
