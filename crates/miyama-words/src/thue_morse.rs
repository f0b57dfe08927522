//! The Thue–Morse word, by each of its four definitions.
//!
//! Its terms are x₀, x₁, …: 0 1 1 0 1 0 0 1 … Each definition is a function of
//! its own that uses none of the others; the tests hold them against each other.

use miyama_budget::{Budget, Stopped};
use num_bigint::BigUint;

/// By binary digits: xᵢ is the parity of the number of ones of i in base two.
///
/// ```
/// use miyama_words::thue_morse;
/// assert_eq!(thue_morse::by_digits(&10u32.into()), 0);
/// ```
#[must_use]
pub fn by_digits(i: &BigUint) -> u8 {
    u8::from(i.count_ones() % 2 == 1)
}

/// By recurrence of terms: x₀ = 0, x₂ⱼ = xⱼ, x₂ⱼ₊₁ = 1 − xⱼ; the first `n` terms.
///
/// ```
/// use miyama_words::thue_morse;
/// assert_eq!(thue_morse::by_recurrence(8), [0, 1, 1, 0, 1, 0, 0, 1]);
/// ```
#[must_use]
pub fn by_recurrence(n: usize) -> Vec<u8> {
    let mut x = Vec::with_capacity(n);
    for i in 0..n {
        x.push(match i {
            0 => 0,
            _ if i % 2 == 0 => x[i / 2],
            _ => 1 - x[i / 2],
        });
    }
    x
}

/// By recurrence of strings: Y₀ = 0, and Yₘ₊₁ is Yₘ followed by its
/// complement; the first `n` terms.
///
/// ```
/// use miyama_words::thue_morse;
/// assert_eq!(thue_morse::by_strings(8), [0, 1, 1, 0, 1, 0, 0, 1]);
/// ```
#[must_use]
pub fn by_strings(n: usize) -> Vec<u8> {
    let mut y = Vec::with_capacity(n);
    if n > 0 {
        y.push(0);
    }
    while y.len() < n {
        let more = y.len().min(n - y.len());
        y.extend_from_within(..more);
        let end = y.len();
        y[end - more..].iter_mut().for_each(|x| *x = 1 - *x);
    }
    y
}

/// The first `n` terms, block after block: of i = 2¹⁶k + j with j < 2¹⁶ the binary
/// digits are those of k and those of j, so xᵢ = xₖ ⊕ xⱼ.
///
/// ```
/// use miyama_budget::Budget;
/// use miyama_words::thue_morse;
/// assert_eq!(thue_morse::prefix(200_000, &Budget::unlimited())?, thue_morse::by_recurrence(200_000));
/// # Ok::<(), miyama_budget::Stopped>(())
/// ```
///
/// # Errors
/// [`Stopped`] if the budget does not allow it.
pub fn prefix(n: usize, budget: &Budget) -> Result<Vec<u8>, Stopped> {
    const BLOCK: usize = 1 << 16;
    budget.need(n as u64)?;
    let first = by_strings(n.min(BLOCK));
    let mut x = Vec::with_capacity(n);
    for k in 0..n.div_ceil(BLOCK) {
        budget.check()?;
        let of_block = u8::from(k.count_ones() % 2 == 1);
        x.extend(first.iter().take(n - x.len()).map(|of_place| of_block ^ of_place));
    }
    Ok(x)
}

/// By substitution: Y₀ = 0, and Yₘ₊₁ replaces each 0 of Yₘ by 01 and each 1 by
/// 10; the first `n` terms.
///
/// ```
/// use miyama_words::thue_morse;
/// assert_eq!(thue_morse::by_substitution(8), [0, 1, 1, 0, 1, 0, 0, 1]);
/// ```
#[must_use]
pub fn by_substitution(n: usize) -> Vec<u8> {
    let mut y = vec![0];
    while y.len() < n {
        y = y.iter().flat_map(|&x| if x == 0 { [0, 1] } else { [1, 0] }).collect();
    }
    y.truncate(n);
    y
}
