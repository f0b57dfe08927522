//! Where the letters of a fixed point stand, as automata.
//!
//! The letter at place n of the fixed point of τ: begin with the letter that the word grows
//! from, and go to a letter of the image of the letter, again and again. With m images still to
//! come, the letters before it in its image stand for all the letters that they become, so n
//! is the sum of |τᵐ(p)| over the prefixes p that were passed (Dumont and Thomas).
//!
//! * If every image has k letters, |τᵐ(p)| = |p|·kᵐ: these are the digits of n in base k.
//! * Let U₀ = 1, U₁ = s+1, U₂, … be the weights of the metallic system s, with U₋₁ = 1, and f₋₁ = 0,
//!   f₀ = 1, fᵢ₊₁ = s·fᵢ + fᵢ₋₁, so that Uₘ₊ⱼ = fⱼ·Uₘ + fⱼ₋₁·Uₘ₋₁. Let each letter be *long* or *short*:
//!   the image of a long one has fⱼ long letters and fⱼ₋₁ short ones, that of a short one fⱼ₋₁ and
//!   fⱼ₋₂, in any order. By induction |τᵐ(a)| is U_{jm} for a long letter and U_{jm−1} for a short one. An
//!   automaton reads the digits of n in the metallic system, guesses a letter of the image after
//!   every j of them, and remembers what it has read minus what the prefixes stand for.
//!
//! That difference is kept as a pair: what it is if nothing follows, and what it is if one digit 0
//! follows. A letter a with b short ones before it weighs (a+b, a·U₁+b·U₀) in it.

use super::{Decided, Letters, No, WordOutside};
use miyama_automata::{Automaton, Formula, Letter, Limit, Limits, Numeration, StateId, Tracks};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The letters of the fixed point of a substitution; the first index is 0 or 1.
pub(super) fn fixed_point(
    images: &[Vec<u8>],
    start: u8,
    numbers: &[u32],
    first: u64,
    limits: &Limits<'_>,
) -> Decided<(Numeration, Letters)> {
    let no = || No::Outside(WordOutside::Word);
    let (system, parts) = match constant(images) {
        Some(system) => (system, rotated(images, start)),
        None => {
            let metallic = Metallic::of(images).ok_or_else(no)?;
            let system = Numeration::metallic(u64::from(metallic.s)).ok_or_else(no)?;
            (system, metallic.states(start, limits)?)
        }
    };
    let all: Result<Letters, No> = (0..images.len())
        .map(|letter| {
            let states: Vec<(bool, Vec<(Letter, StateId)>)> =
                parts.iter().map(|(own, row)| (own.contains(&letter), row.clone())).collect();
            let set = Automaton::from_parts(system, Tracks::one(0), &states).ok_or_else(no)?.minimised(limits)?;
            if first == 0 {
                return Ok((numbers[letter], Arc::new(set)));
            }
            // x is an index exactly if x − 1 is a place from 0.
            let place = Formula::Member(Arc::new(set.renamed(|_| 1, limits)?));
            let shifted = Formula::And(vec![Formula::zero(&[(0, 1), (1, -1)], -1)?, place]);
            let moved = Formula::Exists(Tracks::one(1), Box::new(shifted)).set(system, Tracks::one(0), limits)?;
            Ok((numbers[letter], Arc::new(moved)))
        })
        .collect();
    Ok((system, all?))
}

/// States: the letters that may stand where the digits end, and what follows by a digit.
type Parts = Vec<(Vec<usize>, Vec<(Letter, StateId)>)>;

/// The base, if every image has as many letters.
fn constant(images: &[Vec<u8>]) -> Option<Numeration> {
    let length = images.first()?.len();
    images.iter().all(|image| image.len() == length).then_some(())?;
    Numeration::base(length as u64)
}

/// The letters with their rows, the start first.
fn rotated(images: &[Vec<u8>], start: u8) -> Parts {
    let start = usize::from(start);
    // The start and the letter 0 change places.
    let place = |letter: usize| match letter {
        l if l == start => 0,
        0 => start,
        l => l,
    };
    (0..images.len())
        .map(|n| {
            let letter = place(n);
            let row = images[letter].iter().zip(0..).map(|(to, digit)| (digit, place(usize::from(*to)) as StateId));
            (vec![letter], row.collect())
        })
        .collect()
}

/// What a pair is: a difference, and the same with a digit 0 behind it.
type Pair = (i64, i64);

/// A letter with the number of digits that were read since it was chosen, and the difference.
type Guess = (usize, u8, Pair);

/// A substitution whose letters grow like the weights of a metallic system.
struct Metallic<'a> {
    s: u8,
    /// So many digits for each letter.
    j: usize,
    images: &'a [Vec<u8>],
    long: Vec<bool>,
}

impl Metallic<'_> {
    fn of(images: &[Vec<u8>]) -> Option<Metallic<'_>> {
        let longest = images.iter().map(Vec::len).max()?;
        for s in 1..=15u8 {
            // f_{j−2}, f_{j−1}, f_j for j = 1, 2, …
            let mut f = [0, 1, usize::from(s)];
            for j in 1.. {
                if f[1] + f[2] > longest {
                    break;
                }
                let long: Vec<bool> = images.iter().map(|image| image.len() == f[1] + f[2]).collect();
                let fits = images.iter().zip(&long).all(|(image, own)| {
                    let found = image.iter().filter(|letter| long[usize::from(**letter)]).count();
                    let [longs, shorts] = if *own { [f[2], f[1]] } else { [f[1], f[0]] };
                    (found, image.len()) == (longs, longs + shorts)
                });
                if fits {
                    return Some(Metallic { s, j, images, long });
                }
                f = [f[1], f[2], usize::from(s) * f[2] + f[1]];
            }
        }
        None
    }

    /// U_m.
    fn weight(&self, m: usize) -> i64 {
        let s = i64::from(self.s);
        (0..m).fold((1, 1), |(before, now), _| (now, s * now + before)).1
    }

    /// Whether the difference can still become 0. With m digits to come those of n add less than
    /// Uₘ, and the letters, chosen `since` digits ago, less than U_{m+since}. What is at least a
    /// sequence with the same recurrence at two places in a row is so at all later ones.
    fn is_open(&self, (_, since, (now, then)): (u8, usize, Pair)) -> bool {
        let above = now >= self.weight(since) && then >= self.weight(since + 1);
        let below = -now >= self.weight(0) && -then >= self.weight(1);
        !above && !below
    }

    /// What one more digit makes of a guess.
    fn after(&self, (since, letter, (now, then)): &Guess, digit: u8, found: &mut BTreeSet<Guess>) {
        let (s, d) = (i64::from(self.s), i64::from(digit));
        let read = (then + d, s * then + now + d * (s + 1));
        if since + 1 < self.j {
            if self.is_open((*letter, since + 1, read)) {
                found.insert((since + 1, *letter, read));
            }
            return;
        }
        let mut left = read;
        for next in &self.images[usize::from(*letter)] {
            if self.is_open((*next, 0, left)) {
                found.insert((0, *next, left));
            }
            let weighs = if self.long[usize::from(*next)] { s + 1 } else { 1 };
            left = (left.0 - 1, left.1 - weighs);
        }
    }

    /// The subset construction. Behind a digit s only 0 is a digit.
    fn states(&self, start: u8, limits: &Limits<'_>) -> Result<Parts, Limit> {
        // Before the first digit any number of zeros may have been read.
        let mut first: BTreeSet<Guess> = (0..self.j).map(|since| (since, start, (0, 0))).collect();
        loop {
            let known = first.len();
            for guess in first.clone() {
                self.after(&guess, 0, &mut first);
            }
            if first.len() == known {
                break;
            }
        }
        let mut numbers: BTreeMap<(BTreeSet<Guess>, bool), StateId> = BTreeMap::from([((first.clone(), false), 0)]);
        let mut open = vec![(first, false)];
        let mut parts: Parts = Vec::new();
        while let Some((guesses, behind)) = open.get(parts.len()).cloned() {
            if parts.len() > limits.states {
                return Err(Limit::States(limits.states));
            }
            if !(limits.go_on)() {
                return Err(Limit::Stopped);
            }
            let ends = |(since, letter, pair): &Guess| (*since == 0 && pair.0 == 0).then_some(usize::from(*letter));
            let letters: BTreeSet<usize> = guesses.iter().filter_map(ends).collect();
            let mut row = Vec::new();
            for digit in 0..=if behind { 0 } else { self.s } {
                let mut next = BTreeSet::new();
                guesses.iter().for_each(|guess| self.after(guess, digit, &mut next));
                let key = (next, digit == self.s);
                let fresh = open.len() as StateId;
                let target = *numbers.entry(key.clone()).or_insert(fresh);
                if target == fresh {
                    open.push(key);
                }
                row.push((Letter::from(digit), target));
            }
            parts.push((letters.into_iter().collect(), row));
        }
        Ok(parts)
    }
}
