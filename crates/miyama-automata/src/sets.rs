//! Sets that no linear formula defines: nim-sums, powers, multiples of a metallic
//! mean rounded down.

use crate::atom::{Atom, Relation};
use crate::automaton::{Automaton, StateId};
use crate::formula::Formula;
use crate::limits::{Limit, Limits};
use crate::numeration::Numeration;
use crate::tracks::{Letter, Tracks, Variable, with_digit};
use std::sync::Arc;

impl Automaton {
    /// (x, y, z) with z = x ⊕ y, in base 2.
    ///
    /// ```
    /// use miyama_automata::Automaton;
    /// let sum = Automaton::nim_sum(0, 1, 2);
    /// assert!(sum.contains(&[3u32, 5, 6].map(Into::into)));
    /// assert!(!sum.contains(&[3u32, 5, 7].map(Into::into)));
    /// ```
    ///
    /// # Panics
    /// If two of the variables are the same.
    #[must_use]
    pub fn nim_sum(x: Variable, y: Variable, z: Variable) -> Automaton {
        bitwise([x, y, z], |a, b| a ^ b)
    }

    /// The powers of b, in base b.
    ///
    /// ```
    /// use miyama_automata::Automaton;
    /// let powers = Automaton::powers(3, 0);
    /// assert!(powers.contains(&[81u32.into()]) && !powers.contains(&[82u32.into()]));
    /// ```
    #[must_use]
    pub fn powers(b: u8, x: Variable) -> Automaton {
        let one = with_digit(x, 1);
        let states = [(false, vec![(0, 0), (one, 1)]), (true, vec![(0, 1)])];
        Automaton::from_parts(Numeration::Base(b), Tracks::one(x), &states).expect("rows ascend on one track")
    }

    /// The numbers bⁿ with n ≥ `least` and n ≡ `least` mod `step`, in base b.
    ///
    /// ```
    /// use miyama_automata::Automaton;
    /// let powers = Automaton::powers_from(2, 1, 2, 0);
    /// assert!([2u32, 8, 32].into_iter().all(|n| powers.contains(&[n.into()])));
    /// assert!([0u32, 1, 4, 6, 16].into_iter().all(|n| !powers.contains(&[n.into()])));
    /// ```
    ///
    /// # Panics
    /// If `step` is 0.
    #[must_use]
    pub fn powers_from(b: u8, least: u32, step: u32, x: Variable) -> Automaton {
        // State 1 + n: n zeros behind the 1; the last `step` of them go round.
        let one = with_digit(x, 1);
        let states: Vec<(bool, Vec<(Letter, StateId)>)> = std::iter::once((false, vec![(0, 0), (one, 1)]))
            .chain((0..least + step).map(|n| {
                let next = if n + 1 == least + step { least } else { n + 1 };
                (n >= least && (n - least).is_multiple_of(step), vec![(0, 1 + next)])
            }))
            .collect();
        Automaton::from_parts(Numeration::Base(b), Tracks::one(x), &states).expect("rows ascend on one track")
    }

    /// The Fibonacci numbers 1, 2, 3, 5, …, in Zeckendorf's system: a 1 and zeros behind it.
    ///
    /// ```
    /// use miyama_automata::Automaton;
    /// let numbers = Automaton::fibonacci(0);
    /// assert!([1u32, 2, 3, 5, 89].into_iter().all(|n| numbers.contains(&[n.into()])));
    /// assert!([0u32, 4, 6, 88].into_iter().all(|n| !numbers.contains(&[n.into()])));
    /// ```
    #[must_use]
    pub fn fibonacci(x: Variable) -> Automaton {
        let states = [(false, vec![(0, 0), (with_digit(x, 1), 1)]), (true, vec![(0, 1)])];
        Automaton::from_parts(Numeration::Metallic(1), Tracks::one(x), &states).expect("rows ascend on one track")
    }

    /// The numbers with an odd, or else an even number of digits 1, in base 2.
    #[must_use]
    pub fn parity(odd: bool, x: Variable) -> Automaton {
        let one = with_digit(x, 1);
        let states = [(!odd, vec![(0, 0), (one, 1)]), (odd, vec![(0, 1), (one, 0)])];
        Automaton::from_parts(Numeration::Base(2), Tracks::one(x), &states).expect("rows ascend on one track")
    }

    /// The numbers with an even number of trailing zeros, and 0, in a system.
    #[must_use]
    pub(crate) fn evenly_ending(system: Numeration, x: Variable) -> Automaton {
        // State 1: an even number of zeros at the end; 2: an odd number; the others
        // are the same right behind a digit s, behind which only 0 is valid.
        let digit = |d: u8| with_digit(x, d);
        let largest = system.largest_digit();
        let ordinary = match system {
            Numeration::Base(_) => largest,
            Numeration::Metallic(_) => largest - 1,
        };
        let behind_largest: StateId = if ordinary == largest { 1 } else { 3 };
        let go_on = |zero: StateId| -> Vec<(Letter, StateId)> {
            let others = (1..=ordinary).map(|d| (digit(d), 1));
            let last = (ordinary + 1..=largest).map(|d| (digit(d), behind_largest));
            std::iter::once((0, zero)).chain(others).chain(last).collect()
        };
        let states = [(true, go_on(0)), (true, go_on(2)), (false, go_on(1)), (true, vec![(0, 2)])];
        Automaton::from_parts(system, Tracks::one(x), &states).expect("rows ascend on one track")
    }

    /// (n, x) with x = ⌊n·(θ+1−s)⌋, where θ = (s+√(s²+4))/2, in the metallic system s.
    ///
    /// It is the set of the (n, x) such that x ends in an even number of zeros and
    /// sh(x) = x + s·n. That this is the floor is not taken on trust:
    /// [`floor_holds`] decides what proves it.
    ///
    /// # Errors
    /// A [`Limit`] that was reached.
    pub fn floors(s: u8, n: Variable, x: Variable, limits: &Limits<'_>) -> Result<Automaton, Limit> {
        let system = Numeration::Metallic(s);
        floor_formula(s, n, x)?.set(system, [n, x].into_iter().collect(), limits)
    }
}

/// x ends in an even number of zeros and sh(x) = x + s·n.
fn floor_formula(s: u8, n: Variable, x: Variable) -> Result<Formula, Limit> {
    let shift = Atom::with_shifts(&[(x, -1), (n, -i64::from(s))], &[(x, 1)], 0, Relation::Zero)?;
    let even = Automaton::evenly_ending(Numeration::Metallic(s), x);
    Ok(Formula::And(vec![Formula::Linear(shift), Formula::Member(Arc::new(even))]))
}

/// (a, b, c) with c = a∘b bit by bit, in base 2.
fn bitwise([x, y, z]: [Variable; 3], operation: impl Fn(u8, u8) -> u8) -> Automaton {
    let tracks: Tracks = [x, y, z].into_iter().collect();
    assert_eq!(tracks.len(), 3, "three different variables");
    let pairs = [(0, 0), (0, 1), (1, 0), (1, 1)];
    let mut row: Vec<(Letter, StateId)> =
        pairs.map(|(a, b)| (with_digit(x, a) | with_digit(y, b) | with_digit(z, operation(a, b)), 0)).to_vec();
    row.sort_unstable();
    Automaton::from_parts(Numeration::Base(2), tracks, &[(true, row)]).expect("the row was sorted")
}

/// Decides the facts from which it follows that [`Automaton::floors`] of the
/// metallic system s is the function f(n) = ⌊nα⌋ with α = θ+1−s.
///
/// **The facts.** (1) For every n there is exactly one x, so f is a function.
/// (2) f(m) + f(n) ≤ f(m+n) ≤ f(m) + f(n) + 1. (3) |f(n) − (sh(n) − (s−1)·n)| ≤ s+1.
///
/// **Proof that they suffice.** By (2) the sequences f(n) and f(n)+1 are super- and
/// subadditive, so by Fekete's lemma f(n)/n has a limit β, and f(n) ≤ nβ ≤ f(n)+1
/// for every n. By (3), β is the limit of sh(n)/n − (s−1), and sh(n)/n → θ because
/// sh(n) − θ·n = Σ dₖ·(Uₖ₊₁ − θ·Uₖ) is bounded: Uₖ₊₁ − θ·Uₖ = C·(−1/θ)ᵏ, a geometric
/// sequence with ratio below 1 in absolute value, and digits are at most s. So β = α.
/// α is irrational, so nα is no integer for n ≥ 1, and f(n) < nα < f(n)+1 gives
/// f(n) = ⌊nα⌋; f(0) = 0 because 2f(0) ≤ f(0) ≤ 2f(0)+1 and f(0) ≥ 0. ∎
///
/// # Errors
/// A [`Limit`] that was reached.
pub fn floor_holds(s: u8, limits: &Limits<'_>) -> Result<bool, Limit> {
    let system = Numeration::Metallic(s);
    let (n, x, m, y, k, z) = (0, 1, 2, 3, 4, 5);
    let f = |n, x| Ok::<_, Limit>(Formula::Member(Arc::new(Automaton::floors(s, n, x, limits)?)));
    let impossible = |parts: Vec<Formula>| -> Result<bool, Limit> {
        let both = Formula::And(parts);
        Ok(both.set(system, both.tracks(), limits)?.is_empty())
    };
    let total = Formula::Exists(Tracks::one(x), Box::new(f(n, x)?)).negated();
    let twice = vec![f(n, x)?, f(n, y)?, Formula::at_most_zero(&[(x, 1), (y, -1)], 1)?];
    if !impossible(vec![total])? || !impossible(twice)? {
        return Ok(false);
    }
    // k = m + n, z = f(k): z < x + y, and z > x + y + 1, are impossible.
    let sums = [f(n, x)?, f(m, y)?, f(k, z)?, Formula::zero(&[(k, 1), (m, -1), (n, -1)], 0)?];
    for far in
        [Formula::at_most_zero(&[(z, 1), (x, -1), (y, -1)], 1)?, Formula::at_most_zero(&[(x, 1), (y, 1), (z, -1)], 2)?]
    {
        if !impossible(sums.iter().cloned().chain([far]).collect())? {
            return Ok(false);
        }
    }
    // x − sh(n) + (s−1)·n is between −(s+1) and s+1.
    let s = i64::from(s);
    for sign in [1, -1] {
        let terms = [(x, -sign), (n, -sign * (s - 1))];
        let far = Atom::with_shifts(&terms, &[(n, sign)], s + 2, Relation::AtMostZero)?;
        if !impossible(vec![f(n, x)?, Formula::Linear(far)])? {
            return Ok(false);
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floors_are_floors() {
        let limits = Limits::generous();
        for s in 1..=10u8 {
            let floors = Automaton::floors(s, 0, 1, &limits).unwrap();
            let t = u64::from(s);
            for n in 0..600u64 {
                // ⌊n(√(s²+4) + 2 − s)/2⌋ in integers.
                let root = (n * n * (t * t + 4)).isqrt();
                let expected = (i64::try_from(root + 2 * n).unwrap() - i64::try_from(n * t).unwrap()).div_euclid(2);
                for x in expected - 2..=expected + 2 {
                    if let Ok(x) = u64::try_from(x) {
                        let is = floors.contains(&[n.into(), x.into()]);
                        assert_eq!(is, i64::try_from(x).unwrap() == expected, "s = {s}, n = {n}, x = {x}");
                    }
                }
            }
        }
    }

    #[test]
    fn floors_are_certified() {
        let limits = Limits::generous();
        for s in 1..=5 {
            assert!(floor_holds(s, &limits).unwrap(), "s = {s}");
        }
    }

    #[test]
    fn powers_and_nim_sums() {
        for b in 2..=16u8 {
            let powers = Automaton::powers(b, 0);
            for n in 0..300u32 {
                let is = (0..9).any(|k| u32::from(b).checked_pow(k) == Some(n));
                assert_eq!(powers.contains(&[n.into()]), is);
            }
        }
        let sum = Automaton::nim_sum(2, 0, 1);
        for (x, y, z) in (0..8u32).flat_map(|x| (0..8).flat_map(move |y| (0..8).map(move |z| (x, y, z)))) {
            assert_eq!(sum.contains(&[y.into(), z.into(), x.into()]), z == x ^ y);
        }
    }
}
