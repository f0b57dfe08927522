//! Where each letter of a fixed point stands, in a metallic system.
//!
//! The letters are *long* or *short*. With f₋₁ = 0, f₀ = 1, fᵢ₊₁ = s·fᵢ + fᵢ₋₁, an image of a long letter has fⱼ long
//! letters and fⱼ₋₁ short ones, one of a short letter fⱼ₋₁ and fⱼ₋₂. The weights satisfy Uₘ₊ⱼ = fⱼ·Uₘ + fⱼ₋₁·Uₘ₋₁ with
//! U₀ = U₋₁ = 1, so after m images a long letter has become U_{jm} letters and a short one U_{jm−1}.
//!
//! A place is found by choosing a letter of an image, again and again; what stands before the chosen
//! letters adds up to the place. The automaton reads the digits of a number and chooses a letter
//! after every j of them. Where m digits are to come, x·Uₘ + y·Uₘ₋₁ is what has been read minus what stands
//! before; a digit d makes (s·x + y + d, x) of (x, y), a long letter before the chosen one takes 1 from x, a short one
//! from y, and where the digits end the letter stands at the number exactly if x + y = 0.

use crate::theorem::System;
use crate::theorem::automaton::Automaton;
use crate::theorem::formula::No;
use std::collections::{BTreeMap, BTreeSet};

/// How many digits choose a letter, and which letters are long; none if the images grow
/// otherwise than the weights of the system.
pub(super) struct Growth<'a> {
    s: i64,
    digits: usize,
    images: &'a [Vec<usize>],
    long: Vec<bool>,
}

/// Digits read since the letter was chosen, the letter, x and y.
type Chosen = (usize, usize, i64, i64);

impl Growth<'_> {
    pub(super) fn of(images: &[Vec<usize>], s: u8) -> Option<Growth<'_>> {
        let s = usize::from(s);
        let longest = images.iter().map(Vec::len).max()?;
        let (mut least, mut less, mut most) = (0, 1, s);
        let mut digits = 1;
        while less + most <= longest {
            let long: Vec<bool> = images.iter().map(|image| image.len() == less + most).collect();
            let counts = |letter: usize| {
                let longs = images[letter].iter().filter(|other| long[**other]).count();
                (longs, images[letter].len() - longs)
            };
            let right = |letter: usize| counts(letter) == if long[letter] { (most, less) } else { (less, least) };
            if (0..images.len()).all(right) {
                return Some(Growth { s: i64::try_from(s).ok()?, digits, images, long });
            }
            (least, less, most) = (less, most, s.checked_mul(most)?.checked_add(less)?);
            digits += 1;
        }
        None
    }

    /// Whether x·Uₘ + y·Uₘ₋₁ can still become 0: not if it is at least U_{m+since}, below which the letters
    /// to come stay, for every m, nor if it is at most −Uₘ, which the digits to come do not reach. Both obey the
    /// recurrence of the weights, so that m = 0 and m = 1 decide.
    fn is_possible(&self, (since, _, x, y): &Chosen) -> bool {
        let weight = |m: usize| (0..m).fold((1, 1), |(low, high), _| (high, self.s * high + low)).1;
        let (now, next) = (x + y, x * weight(1) + y);
        let too_much = now >= weight(*since) && next >= weight(since + 1);
        let too_little = now <= -1 && next <= -weight(1);
        !too_much && !too_little
    }

    fn step(&self, from: &BTreeSet<Chosen>, digit: i64) -> BTreeSet<Chosen> {
        let mut all = BTreeSet::new();
        for (since, letter, x, y) in from {
            let (mut x, mut y) = (self.s * x + y + digit, *x);
            if since + 1 < self.digits {
                all.insert((since + 1, *letter, x, y));
                continue;
            }
            for chosen in &self.images[*letter] {
                all.insert((0, *chosen, x, y));
                *if self.long[*chosen] { &mut x } else { &mut y } -= 1;
            }
        }
        all.retain(|chosen| self.is_possible(chosen));
        all
    }

    /// For each letter the automaton of its places, on the variable 0.
    pub(super) fn places(&self, system: System, start: usize, go_on: &dyn Fn() -> bool) -> Result<Vec<Automaton>, No> {
        // The word begins with its start however many images were taken: zeros may come first.
        let mut first: BTreeSet<Chosen> = (0..self.digits).map(|since| (since, start, 0, 0)).collect();
        loop {
            let more: BTreeSet<Chosen> = first.union(&self.step(&first, 0)).copied().collect();
            if more == first {
                break;
            }
            first = more;
        }
        let mut numbers = BTreeMap::from([((first.clone(), false), 0)]);
        let mut states = vec![(first, false)];
        let mut rows: Vec<BTreeMap<u64, usize>> = Vec::new();
        while rows.len() < states.len() {
            if states.len() > 100_000 || !go_on() {
                return Err(No::TooLarge);
            }
            let (set, last_is_s) = states[rows.len()].clone();
            let mut row = BTreeMap::new();
            for digit in 0..=if last_is_s { 0 } else { self.s } {
                let next = (self.step(&set, digit), digit == self.s);
                let fresh = states.len();
                let number = *numbers.entry(next.clone()).or_insert(fresh);
                if number == fresh {
                    states.push(next);
                }
                row.insert(digit.unsigned_abs(), number);
            }
            rows.push(row);
        }
        let of = |letter: usize| {
            let here = |(since, chosen, x, y): &Chosen| *since == 0 && *chosen == letter && x + y == 0;
            let accepts = states.iter().map(|(set, _)| set.iter().any(here)).collect();
            Automaton { system, variables: BTreeSet::from([0]), accepts, rows: rows.clone() }.small()
        };
        Ok((0..self.images.len()).map(of).collect())
    }
}
