//! The Fibonacci word 0 1 0 0 1 0 1 0 …, by its definitions.
//!
//! Its terms are f₁, f₂, …, and φ is the golden ratio. The definition by a line
//! that crosses a grid is [`Line::fibonacci`](super::line::Line::fibonacci);
//! here are the recurrence of strings and the five closed forms. Each is a
//! function of its own; the tests hold them against each other.

use super::quadratic::Quadratic;
use num_bigint::BigInt;

/// By recurrence of strings: G₀ = 0, G₁ = 01, Gₘ₊₂ = Gₘ₊₁Gₘ; the first `n` terms.
///
/// ```
/// use miyama_words::fibonacci;
/// assert_eq!(fibonacci::by_strings(8), [0, 1, 0, 0, 1, 0, 1, 0]);
/// ```
#[must_use]
pub fn by_strings(n: usize) -> Vec<u8> {
    // Gₘ is a prefix of Gₘ₊₁, so that one string holds them all.
    let mut g = vec![0, 1];
    let mut before = 1;
    while g.len() < n {
        let now = g.len();
        g.extend_from_within(..before.min(n - now));
        before = now;
    }
    g.truncate(n);
    g
}

/// 1/φ = φ − 1 and 1/φ² = 2 − φ.
fn inverses() -> (Quadratic, Quadratic) {
    let (phi, one, two) = (Quadratic::metallic(1), Quadratic::from(1), Quadratic::from(2));
    let reason = "numbers of one field can be subtracted";
    (phi.minus(&one).expect(reason), two.minus(&phi).expect(reason))
}

/// How many of f₁ … fₙ are 1: ⌊(n+1)/φ²⌋.
///
/// ```
/// use miyama_words::fibonacci;
/// assert_eq!(fibonacci::ones(&15.into()), 6.into());
/// ```
#[must_use]
pub fn ones(n: &BigInt) -> BigInt {
    inverses().1.floor_times(&(n + 1))
}

/// How many of f₁ … fₙ are 0: ⌊(n+1)/φ⌋.
///
/// ```
/// use miyama_words::fibonacci;
/// assert_eq!(fibonacci::zeros(&15.into()), 9.into());
/// ```
#[must_use]
pub fn zeros(n: &BigInt) -> BigInt {
    inverses().0.floor_times(&(n + 1))
}

/// fₙ = ⌊(n+1)/φ²⌋ − ⌊n/φ²⌋.
///
/// ```
/// use miyama_words::fibonacci;
/// assert_eq!(fibonacci::by_inverse_square(&7.into()), 1.into());
/// ```
#[must_use]
pub fn by_inverse_square(n: &BigInt) -> BigInt {
    let (_, inverse_square) = inverses();
    inverse_square.floor_times(&(n + 1)) - inverse_square.floor_times(n)
}

/// fₙ = 1 − ⌊(n+1)/φ⌋ + ⌊n/φ⌋.
///
/// ```
/// use miyama_words::fibonacci;
/// assert_eq!(fibonacci::by_inverse(&7.into()), 1.into());
/// ```
#[must_use]
pub fn by_inverse(n: &BigInt) -> BigInt {
    let (inverse, _) = inverses();
    1 - inverse.floor_times(&(n + 1)) + inverse.floor_times(n)
}

/// fₙ = 2 − ⌊(n+1)φ⌋ + ⌊nφ⌋.
///
/// ```
/// use miyama_words::fibonacci;
/// assert_eq!(fibonacci::by_golden_ratio(&7.into()), 1.into());
/// ```
#[must_use]
pub fn by_golden_ratio(n: &BigInt) -> BigInt {
    let phi = Quadratic::metallic(1);
    2 - phi.floor_times(&(n + 1)) + phi.floor_times(n)
}
