//! §5.3–§6 and §8.1: infinite words and what does not repeat in them.

use super::wythoff::crossings;
use crate::compare::{differs, exhausted};
use crate::{Ground, Unchecked, Verdict};
use miyama_text::say;
use miyama_words::avoid::{Avoid, Search};
use miyama_words::line::Line;
use miyama_words::quadratic::Quadratic;
use miyama_words::repetitions::repetitions;
use miyama_words::{fibonacci, thue_morse};
use num_bigint::{BigInt, BigUint};

fn length(ground: &Ground<'_>) -> Result<usize, Unchecked> {
    // Words of bytes, and their maximal repetitions.
    ground.budget.need(ground.to.saturating_mul(64))?;
    usize::try_from(ground.to).map_err(|_| Unchecked::TooLarge)
}

/// Problem 29: there is a binary word of this length without a cube.
pub(super) fn cube_free_words(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let search = Search::new(Avoid::CUBES, 2, "").expect("two letters and an empty start");
    let longest = match search.extend(length(ground)?, ground.budget)? {
        Ok(word) | Err(word) => ground.sees(word.len() as u64, |length| length - 1),
    };
    Ok(ground.unless((longest < ground.to).then(|| differs(format!("n = {longest}"), longest, ground.to))))
}

/// Proposition 35: the four definitions agree.
pub(super) fn four_definitions(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let n = length(ground)?;
    let words = [thue_morse::by_recurrence(n), thue_morse::by_strings(n), thue_morse::by_substitution(n)];
    for i in 0..n {
        if i % 4096 == 0 {
            ground.budget.check()?;
        }
        let by_digits = ground.sees(thue_morse::by_digits(&BigUint::from(i)), |term| 1 - term);
        if let Some(word) = words.iter().find(|word| word[i] != by_digits) {
            return Ok(differs(format!("i = {i}"), word[i], by_digits));
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// Problem 31, by looking at all factors.
pub(super) fn first_32_terms(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let word = ground.sees(thue_morse::by_strings(32), with_a_cube);
    Ok(exhausted(first_cube(&word).map(|(at, period)| cube(at, period))))
}

/// The first cube, by comparing letters.
fn first_cube(word: &[u8]) -> Option<(usize, usize)> {
    let is_cube = |at: usize, period: usize| (at..at + 2 * period).all(|i| word[i] == word[i + period]);
    let places = (0..word.len()).flat_map(|at| (1..=(word.len() - at) / 3).map(move |period| (at, period)));
    places.into_iter().find(|(at, period)| is_cube(*at, *period))
}

/// The same word with equal letters at its end.
fn with_a_cube(mut word: Vec<u8>) -> Vec<u8> {
    word.iter_mut().rev().take(3).for_each(|letter| *letter = 1);
    word
}

fn cube(at: usize, period: usize) -> Verdict {
    Verdict::refuted(format!("i = {at}"), say!("claim.cube", at = at, period = period))
}

/// Theorem 36.
pub(super) fn no_cube(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    word_has_no_cube(ground, &ground.sees(thue_morse::by_strings(length(ground)?), with_a_cube))
}

fn word_has_no_cube(ground: &Ground<'_>, word: &[u8]) -> Result<Verdict, Unchecked> {
    let found = repetitions(word, ground.budget)?.cube;
    Ok(ground.unless(found.map(|factor| cube(factor.start, factor.period))))
}

/// Definitions 37 and 38 give the same word.
pub(super) fn fibonacci_definitions(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let n = length(ground)?;
    let line = Line::fibonacci().crossings(n, ground.budget)?;
    let strings = fibonacci::by_strings(n);
    let wrong = (0..n).find(|i| !ground.holds(line[*i] == strings[*i]));
    Ok(ground.unless(wrong.map(|i| differs(format!("n = {}", i + 1), strings[i], line[i]))))
}

/// Lemma 39, in exact numbers.
pub(super) fn golden_ratio(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let (phi, one) = (Quadratic::metallic(1), Quadratic::from(1));
    let square = phi.times(&phi) == phi.plus(&one) && phi.is_positive();
    let inverse = ground.holds(phi.inverse() == phi.minus(&one));
    let wrong = (!square || !inverse).then(|| differs("φ", "≠", "="));
    Ok(wrong.unwrap_or_else(|| Verdict::Proved(say!("claim.exact_numbers"))))
}

/// Proposition 40: counts and closed forms, against the crossings of the line.
pub(super) fn closed_forms(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let word = Line::fibonacci().crossings(length(ground)?, ground.budget)?;
    let (mut ones, mut zeros) = (0u64, 0u64);
    for (n, letter) in (1u64..).zip(word) {
        let letter = ground.sees(letter, |letter| 1 - letter);
        if n % 256 == 0 {
            ground.budget.check()?;
        }
        ones += u64::from(letter == 1);
        zeros += u64::from(letter == 0);
        let index = BigInt::from(n);
        let said = [
            (fibonacci::ones(&index), BigInt::from(ones)),
            (fibonacci::zeros(&index), BigInt::from(zeros)),
            (fibonacci::by_inverse_square(&index), BigInt::from(letter)),
            (fibonacci::by_inverse(&index), BigInt::from(letter)),
            (fibonacci::by_golden_ratio(&index), BigInt::from(letter)),
        ];
        if let Some((part, (said, found))) = (1..).zip(said).find(|(_, (said, found))| said != found) {
            return Ok(differs(format!("({part}), n = {n}"), &found, &said));
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// kᵢ = ⌊i(1/μ + 1)⌋, lᵢ = ⌊i(μ + 1)⌋ and lᵢ − kᵢ = s·i for the line of s,
/// counted from its crossings.
fn places(ground: &Ground<'_>, s: u64, gap: u64) -> Result<Option<Verdict>, Unchecked> {
    let mean = Quadratic::metallic(s);
    let one = Quadratic::from(1);
    let inverse = mean.inverse().expect("the mean is positive");
    let (low, high) = (inverse.plus(&one).expect("one field"), mean.plus(&one).expect("one field"));
    let [zeros, ones] = crossings(ground, s, ground.to)?;
    for (i, k) in (1u64..).zip(&zeros) {
        if i % 256 == 0 {
            ground.budget.check()?;
        }
        let said = low.floor_times(&i.into());
        if !ground.holds(said == BigInt::from(*k)) {
            return Ok(Some(differs(format!("s = {s}, i = {i}: k"), *k, &said)));
        }
    }
    for ((i, l), k) in (1u64..).zip(&ones).zip(&zeros) {
        if i % 256 == 0 {
            ground.budget.check()?;
        }
        let said = high.floor_times(&i.into());
        if said != BigInt::from(*l) {
            return Ok(Some(differs(format!("s = {s}, i = {i}: l"), *l, &said)));
        }
        if l - k != gap * i {
            return Ok(Some(differs(format!("s = {s}, i = {i}: l−k"), l - k, gap * i)));
        }
    }
    Ok(None)
}

/// Proposition 42. As φ² = φ + 1 and φ = 1/φ + 1 it is the case s = 1.
pub(super) fn golden_places(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    Ok(ground.unless(places(ground, 1, 1)?))
}

/// Example 47 and proposition 48 for s up to 8.
pub(super) fn metallic_places(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    const TERMS: [u8; 15] = [0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0];
    const K: [u64; 9] = [1, 2, 4, 5, 7, 8, 9, 11, 12];
    const L: [u64; 9] = [3, 6, 10, 13, 17, 20, 23, 27, 30];
    let silver = Line::metallic(2).expect("s is positive").crossings(15, ground.budget)?;
    if let Some(i) = (0..15).find(|i| silver[*i] != TERMS[*i]) {
        return Ok(differs(format!("n = {}", i + 1), silver[i], TERMS[i]));
    }
    let [zeros, ones] = crossings(ground, 2, 40)?;
    for (name, found, said) in [("k", &zeros, K), ("l", &ones, L)] {
        if let Some(i) = (0..9).find(|i| found[*i] != said[*i]) {
            return Ok(differs(format!("{name}, i = {}", i + 1), found[i], said[i]));
        }
    }
    for s in 1..=8 {
        if let Some(wrong) = places(ground, s, s)? {
            return Ok(wrong);
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::refutation;

    #[test]
    fn one_letter_more_makes_a_cube() {
        let mut word = thue_morse::by_strings(32);
        word[9] = 1;
        assert_eq!(first_cube(&word), Some((7, 1)));
        assert_eq!(refutation(|ground| word_has_no_cube(ground, &word), 32).unwrap().at, "i = 7");
    }

    #[test]
    fn the_gap_of_the_silver_places_is_not_one() {
        let check = |ground: &Ground<'_>| Ok(ground.unless(places(ground, 2, 1)?));
        assert_eq!(refutation(check, 50).unwrap().at, "s = 2, i = 1: l−k");
    }
}
