//! Sets of tuples of numbers that an automaton accepts, as files of theorems hold them:
//! `(x, y) in automaton FILE`.
//!
//! Nothing here opens a file. Whoever reads formulas says, with [`Automata`], what a name
//! stands for; a name that nobody explains is a mistake at its place.

use miyama_budget::Mistake;
use miyama_text::say;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Debug, Formatter};
use std::sync::Arc;

/// How an automaton reads numbers: digit by digit, the highest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Numerals {
    /// In base b.
    Base(u8),
    /// With the weights 1, s+1, and each further one s times the last plus the one before;
    /// a digit s is followed by 0.
    Metallic(u8),
}

/// Whether each state accepts, and its letters with their targets. The first is the start;
/// a letter that is missing leads nowhere. The digit of the n-th number has the weight 16ⁿ.
pub type States = Vec<(bool, Vec<(u64, u32)>)>;

/// An automaton, and the name that a formula has for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Automaton {
    /// What stands behind `in automaton`.
    pub name: String,
    /// How numbers are written.
    pub numeration: Numerals,
    /// How many numbers it reads.
    pub tracks: u8,
    /// Its states.
    pub set: States,
}

/// The most numbers of a tuple.
const MOST_TRACKS: u8 = 16;

impl Automaton {
    /// Whether it is an automaton that says the same of a tuple however many zeros stand
    /// before its digits: letters ascend and have digits of the system, targets exist, and the
    /// start stays on zeros (or accepts nothing at all).
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let known = match self.numeration {
            Numerals::Base(b) => (2..=16).contains(&b),
            Numerals::Metallic(s) => (1..=15).contains(&s),
        };
        let Some((accepts, start)) = self.set.first() else { return false };
        if !known || !(1..=MOST_TRACKS).contains(&self.tracks) {
            return false;
        }
        let fits = |(letter, target): &(u64, u32)| {
            let within = self.tracks == MOST_TRACKS || letter >> (4 * u32::from(self.tracks)) == 0;
            let digits = (0..self.tracks).all(|track| digit(*letter, track) <= self.largest());
            within && digits && (*target as usize) < self.set.len()
        };
        let row = |row: &[(u64, u32)]| row.iter().all(fits) && row.windows(2).all(|pair| pair[0].0 < pair[1].0);
        let zeros = match start.first() {
            Some((0, target)) => *target == 0,
            Some(_) => false,
            None => !accepts,
        };
        zeros && self.set.iter().all(|(_, letters)| row(letters)) && self.reads_numerals_only()
    }

    /// Whether no word but the digits of numbers leads anywhere.
    fn reads_numerals_only(&self) -> bool {
        let Numerals::Metallic(s) = self.numeration else { return true };
        // For each state, on which tracks a digit s may stand before it.
        let mut before = vec![0u16; self.set.len()];
        let mut open = vec![0usize];
        let mut met = vec![false; self.set.len()];
        met[0] = true;
        while let Some(state) = open.pop() {
            for (letter, target) in &self.set[state].1 {
                let tracks = || (0..self.tracks).map(|track| (1u16 << track, digit(*letter, track)));
                if tracks().any(|(bit, digit)| before[state] & bit != 0 && digit != 0) {
                    return false;
                }
                let last = tracks().filter(|(_, digit)| *digit == s).fold(0, |all, (bit, _)| all | bit);
                let target = *target as usize;
                if !std::mem::replace(&mut met[target], true) || before[target] | last != before[target] {
                    before[target] |= last;
                    open.push(target);
                }
            }
        }
        true
    }

    fn largest(&self) -> u8 {
        match self.numeration {
            Numerals::Base(b) => b - 1,
            Numerals::Metallic(s) => s,
        }
    }

    /// Whether the tuple is in the set; a negative number is in no tuple.
    #[must_use]
    pub fn contains(&self, numbers: &[i64]) -> bool {
        let digits: Option<Vec<Vec<u8>>> =
            numbers.iter().map(|number| Some(self.digits(u64::try_from(*number).ok()?))).collect();
        let Some(digits) = digits.filter(|digits| digits.len() == usize::from(self.tracks)) else { return false };
        let places = digits.iter().map(Vec::len).max().unwrap_or(0);
        let mut state = 0;
        for place in (0..places).rev() {
            // Digits stand with the lowest first.
            let letter = digits.iter().enumerate().fold(0u64, |letter, (track, digits)| {
                letter | u64::from(digits.get(place).copied().unwrap_or(0)) << (4 * track)
            });
            let row = &self.set[state].1;
            match row.binary_search_by_key(&letter, |cell| cell.0) {
                Ok(found) => state = row[found].1 as usize,
                Err(_) => return false,
            }
        }
        self.set[state].0
    }

    /// The digits of a number, the lowest first.
    fn digits(&self, number: u64) -> Vec<u8> {
        let mut weights = vec![1u128];
        let next = |weights: &[u128]| match (self.numeration, weights) {
            (Numerals::Base(b), [.., last]) => u128::from(b) * last,
            (Numerals::Metallic(s), [.., before, last]) => u128::from(s) * last + before,
            (Numerals::Metallic(s), _) => u128::from(s) + 1,
            (Numerals::Base(_), []) => 1,
        };
        loop {
            let weight = next(&weights);
            if weight > u128::from(number) {
                break;
            }
            weights.push(weight);
        }
        // Greedily: what is left is less than the weight above, so that every digit is allowed.
        let mut left = u128::from(number);
        let mut digits: Vec<u8> = Vec::with_capacity(weights.len());
        for weight in weights.iter().rev() {
            digits.push(u8::try_from(left / weight).unwrap_or(u8::MAX));
            left %= weight;
        }
        digits.reverse();
        digits
    }
}

fn digit(letter: u64, track: u8) -> u8 {
    u8::try_from(letter >> (4 * u32::from(track)) & 15).unwrap_or(0)
}

/// What names of automata stand for.
#[derive(Clone)]
pub struct Automata(Arc<Reader>);

type Reader = dyn Fn(&str) -> Result<Arc<Automaton>, Mistake> + Send + Sync;

impl Automata {
    /// Names that a function reads; it says why one is nothing, or what ended the reading. Where the
    /// name stands need not be said.
    #[must_use]
    pub fn read_by(read: impl Fn(&str) -> Result<Arc<Automaton>, Mistake> + Send + Sync + 'static) -> Automata {
        Automata(Arc::new(read))
    }

    /// These, by their names.
    #[must_use]
    pub fn listed(all: Vec<Arc<Automaton>>) -> Automata {
        Automata::read_by(move |name| {
            let found = all.iter().find(|one| one.name == name).cloned();
            found.ok_or_else(|| Mistake::new(0..name.len(), say!("formula.no_automaton", name = name)))
        })
    }

    /// What a name stands for.
    pub(super) fn named(&self, name: &str) -> Result<Arc<Automaton>, Mistake> {
        (self.0)(name)
    }
}

impl Default for Automata {
    fn default() -> Automata {
        Automata::listed(vec![])
    }
}

impl Debug for Automata {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("Automata")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The powers of 2, in base 2.
    fn powers() -> Automaton {
        let set = vec![(false, vec![(0, 0), (1, 1)]), (true, vec![(0, 1)])];
        Automaton { name: "powers".to_owned(), numeration: Numerals::Base(2), tracks: 1, set }
    }

    #[test]
    fn membership_by_digits() {
        let inside: Vec<i64> = (-2..70).filter(|n| powers().contains(&[*n])).collect();
        assert_eq!(inside, [1, 2, 4, 8, 16, 32, 64]);
        // All pairs (n, n), in the golden system.
        let equal = Automaton {
            name: "equal".to_owned(),
            numeration: Numerals::Metallic(1),
            tracks: 2,
            set: vec![(true, vec![(0, 0), (17, 1)]), (true, vec![(0, 0)])],
        };
        assert!(equal.is_sound());
        for (a, b) in (0..60).flat_map(|a| (0..60).map(move |b| (a, b))) {
            assert_eq!(equal.contains(&[a, b]), a == b, "{a} {b}");
        }
        assert!(!powers().contains(&[1, 1]));
    }

    #[test]
    fn what_is_no_automaton_is_refused() {
        assert!(powers().is_sound());
        type Change = fn(&mut Automaton);
        let changes: [Change; 8] = [
            |one| one.set[0].1[1].1 = 2,
            |one| one.set[0].1[1].0 = 2,
            |one| one.set[0].1[1].0 = 16,
            |one| one.set[0].1.swap(0, 1),
            // Leading zeros would matter.
            |one| one.set[0].1[0].1 = 1,
            |one| {
                one.set[0].1.remove(0);
            },
            |one| one.set.clear(),
            |one| one.numeration = Numerals::Base(1),
        ];
        for (n, change) in changes.iter().enumerate() {
            let mut one = powers();
            change(&mut one);
            assert!(!one.is_sound(), "change {n}");
        }
        // 1 behind 1 is no digit of a number in the golden system.
        let golden = |set| Automaton { numeration: Numerals::Metallic(1), set, ..powers() };
        assert!(golden(powers().set).is_sound());
        assert!(!golden(vec![(false, vec![(0, 0), (1, 1)]), (true, vec![(0, 1), (1, 1)])]).is_sound());
    }
}
