//! How numbers are written: in a base, or in a metallic system.
//!
//! The metallic system s has the weights U₀ = 1, U₁ = s+1, Uₙ₊₁ = s·Uₙ + Uₙ₋₁ and
//! digits 0..s, where a digit s is followed (to its right) by 0; every number has
//! exactly one such representation, up to leading zeros. For s = 1 it is
//! Zeckendorf's. The largest number with m digits is U_m − 1.

use crate::tracks::{LARGEST_DIGIT, Letter, Tracks, digit};
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};

/// A numeration system; numbers are read most significant digit first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Numeration {
    /// Base b, 2 ≤ b ≤ 16.
    Base(u8),
    /// The metallic system s, 1 ≤ s ≤ 15.
    Metallic(u8),
}

impl Numeration {
    /// Base b, if its digits fit into a letter.
    #[must_use]
    pub fn base(b: u64) -> Option<Numeration> {
        (2..=u64::from(LARGEST_DIGIT) + 1).contains(&b).then_some(Numeration::Base(b as u8))
    }

    /// The metallic system s, if its digits fit into a letter.
    #[must_use]
    pub fn metallic(s: u64) -> Option<Numeration> {
        (1..=u64::from(LARGEST_DIGIT)).contains(&s).then_some(Numeration::Metallic(s as u8))
    }

    /// The largest digit.
    #[must_use]
    pub fn largest_digit(self) -> u8 {
        match self {
            Numeration::Base(b) => b - 1,
            Numeration::Metallic(s) => s,
        }
    }

    /// The weights of the first places, the lowest first.
    #[must_use]
    pub fn weights(self, places: usize) -> Vec<BigUint> {
        let mut weights: Vec<BigUint> = Vec::with_capacity(places);
        for place in 0..places {
            let next = match (self, place) {
                (_, 0) => BigUint::from(1u8),
                (Numeration::Base(b), _) => &weights[place - 1] * b,
                (Numeration::Metallic(s), 1) => BigUint::from(s) + 1u8,
                (Numeration::Metallic(s), _) => &weights[place - 1] * s + &weights[place - 2],
            };
            weights.push(next);
        }
        weights
    }

    /// The digits of a number, the highest first, without leading zeros.
    ///
    /// ```
    /// use miyama_automata::Numeration;
    /// assert_eq!(Numeration::Metallic(1).digits(&6u32.into()), [1, 0, 0, 1]);
    /// assert_eq!(Numeration::Base(10).digits(&907u32.into()), [9, 0, 7]);
    /// ```
    #[must_use]
    pub fn digits(self, number: &BigUint) -> Vec<u8> {
        if let Numeration::Base(b) = self {
            return if number.is_zero() { vec![] } else { number.to_radix_be(u32::from(b)) };
        }
        // Uₙ ≥ 2^(n/2) in every metallic system, so twice the bits are enough places.
        let places = 2 * usize::try_from(number.bits()).unwrap_or(usize::MAX / 2) + 1;
        let mut rest = number.clone();
        let mut digits = Vec::new();
        for weight in self.weights(places).iter().rev() {
            if digits.is_empty() && *weight > rest {
                continue;
            }
            // Greedy: the rest is below the weight above, so the digit is at most s.
            let digit = (&rest / weight).to_u8().unwrap_or(LARGEST_DIGIT);
            rest -= weight * digit;
            digits.push(digit);
        }
        digits
    }

    /// The number with these digits, the highest first.
    #[must_use]
    pub fn number(self, digits: &[u8]) -> BigUint {
        let weights = self.weights(digits.len());
        digits.iter().rev().zip(&weights).map(|(digit, weight)| weight * *digit).sum()
    }

    /// The digits that may follow, where `after_largest` holds the variables whose
    /// last digit was s in the metallic system s.
    pub(crate) fn most(self, variable: u8, after_largest: Tracks) -> u8 {
        if after_largest.contains(variable) { 0 } else { self.largest_digit() }
    }

    /// The variables that must have the digit 0 in the next letter.
    pub(crate) fn after(self, letter: Letter, tracks: Tracks) -> Tracks {
        match self {
            Numeration::Base(_) => Tracks::NONE,
            Numeration::Metallic(s) => tracks.iter().filter(|v| digit(letter, *v) == s).collect(),
        }
    }

    /// All letters on these tracks that may follow, in ascending order.
    pub(crate) fn letters(self, tracks: Tracks, after_largest: Tracks) -> Vec<Letter> {
        let mut letters = vec![0];
        // The highest variable outermost, so that letters ascend.
        let variables: Vec<u8> = tracks.iter().collect();
        for variable in variables.into_iter().rev() {
            let most = Letter::from(self.most(variable, after_largest));
            letters = letters
                .into_iter()
                .flat_map(|letter| (0..=most).map(move |digit| letter | digit << (4 * variable)))
                .collect();
        }
        letters
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_one_representation() {
        for system in (2..=16).filter_map(Numeration::base).chain((1..=15).filter_map(Numeration::metallic)) {
            let mut seen = std::collections::BTreeSet::new();
            for number in 0..3000u32 {
                let digits = system.digits(&number.into());
                assert_eq!(system.number(&digits), number.into(), "{system:?}");
                assert!(digits.first() != Some(&0));
                assert!(digits.iter().all(|d| *d <= system.largest_digit()));
                if let Numeration::Metallic(s) = system {
                    assert!(digits.windows(2).all(|pair| pair[0] < s || pair[1] == 0), "{system:?} {number}");
                }
                assert!(seen.insert(digits));
            }
        }
    }

    #[test]
    fn letters_ascend_and_are_valid() {
        let tracks = Tracks::first(2);
        assert_eq!(Numeration::Base(2).letters(tracks, Tracks::NONE), [0x00, 0x01, 0x10, 0x11]);
        assert_eq!(Numeration::Metallic(1).letters(tracks, Tracks::one(0)), [0x00, 0x10]);
    }
}
