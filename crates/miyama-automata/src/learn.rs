//! An automaton guessed from a table.
//!
//! The state of a prefix is what may follow it. A table shows that only to some
//! depth, so two prefixes are taken for the same state if their continuations agree
//! for `depth` more digits. What comes out is a hypothesis: it counts only after it
//! has reproduced the whole table ([`Automaton::difference`]) and been proved.

use crate::automaton::{Automaton, StateId};
use crate::limits::{Limit, Limits};
use crate::numeration::Numeration;
use crate::tracks::{Letter, Tracks, digit};
use hashbrown::HashMap;

/// What a table says about a tuple of numbers: whether it is in the set, or
/// nothing where the table does not reach.
pub type Known<'a> = &'a dyn Fn(&[u64]) -> Option<bool>;

/// The most tracks of a table.
const MOST_TRACKS: usize = 6;

/// The numbers that a prefix spells, with what the next digits are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Prefix {
    numbers: [u64; MOST_TRACKS],
    /// In a metallic system the numbers shifted one place up: the number with one
    /// more digit d is sh(n) + d, and sh(n) is not a multiple of n.
    shifted: [u64; MOST_TRACKS],
    after_largest: Tracks,
}

impl Automaton {
    /// The automaton whose states are told apart by `depth` more digits; none if
    /// the table does not reach far enough to see them.
    ///
    /// # Errors
    /// A [`Limit`] that was reached.
    pub fn learned(
        system: Numeration,
        tracks: Tracks,
        depth: usize,
        known: Known<'_>,
        limits: &Limits<'_>,
    ) -> Result<Option<Automaton>, Limit> {
        let mut learner = Learner { system, tracks, known, tables: HashMap::new(), trees: HashMap::new() };
        if tracks.len() > MOST_TRACKS {
            return Err(Limit::Variables);
        }
        let start = Prefix::EMPTY;
        let Some(class) = learner.tree(&start, depth) else { return Ok(None) };
        let mut classes: HashMap<usize, StateId> = HashMap::from_iter([(class, 0)]);
        let mut leaders = vec![start];
        let mut states = Vec::new();
        while states.len() < leaders.len() {
            limits.allow(leaders.len(), learner.tables.len())?;
            let leader = leaders[states.len()];
            let Some(accepts) = learner.accepts(&leader) else { return Ok(None) };
            let mut row: Vec<(Letter, StateId)> = Vec::new();
            for letter in system.letters(tracks, leader.after_largest) {
                let next = leader.with(system, tracks, letter);
                let Some(class) = next.as_ref().and_then(|next| learner.tree(next, depth)) else { return Ok(None) };
                let fresh = leaders.len() as StateId;
                let state = *classes.entry(class).or_insert(fresh);
                if state == fresh {
                    leaders.extend(next);
                }
                row.push((letter, state));
            }
            states.push((accepts, row));
        }
        let automaton = Automaton::from_parts(system, tracks, &states).expect("letters ascend and states exist");
        automaton.minimised(limits).map(Some)
    }

    /// A tuple of the table at which the automaton is wrong, if there is one.
    ///
    /// Table and automaton are walked through together: every tuple that the table
    /// reaches is met once, behind the digits of its longest number.
    ///
    /// # Errors
    /// [`Limit::Stopped`] if the limits say so.
    pub fn difference(&self, known: Known<'_>, limits: &Limits<'_>) -> Result<Option<Vec<u64>>, Limit> {
        let count = self.tracks.len();
        if count > MOST_TRACKS {
            return Err(Limit::Variables);
        }
        let all = self.system.letters(self.tracks, Tracks::NONE);
        let mut open = vec![(Prefix::EMPTY, Some(0))];
        let mut met = 0usize;
        while let Some((prefix, state)) = open.pop() {
            met += 1;
            if met.is_multiple_of(4096) && !(limits.go_on)() {
                return Err(Limit::Stopped);
            }
            let Some(truth) = known(&prefix.numbers[..count]) else { continue };
            if truth != state.is_some_and(|state| self.is_accepting(state)) {
                return Ok(Some(prefix.numbers[..count].to_vec()));
            }
            for letter in &all {
                let valid = self.tracks.iter().all(|v| digit(*letter, v) <= self.system.most(v, prefix.after_largest));
                // A zero behind zeros is the same tuple again.
                if !valid || (*letter == 0 && prefix == Prefix::EMPTY) {
                    continue;
                }
                let Some(next) = prefix.with(self.system, self.tracks, *letter) else { continue };
                if known(&next.numbers[..count]).is_some() {
                    open.push((next, state.and_then(|state| self.step(state, *letter))));
                }
            }
        }
        Ok(None)
    }
}

impl Prefix {
    const EMPTY: Prefix = Prefix { numbers: [0; MOST_TRACKS], shifted: [0; MOST_TRACKS], after_largest: Tracks::NONE };

    /// The prefix with one more letter; none if a number leaves 64 bits.
    ///
    /// In the metallic system s, n with one more digit d is sh(n) + d, and its shift is
    /// sh(sh(n)) + d·U₁ = s·sh(n) + n + d·(s+1), because Uₖ₊₂ = s·Uₖ₊₁ + Uₖ at every place.
    fn with(&self, system: Numeration, tracks: Tracks, letter: Letter) -> Option<Prefix> {
        let mut next = *self;
        for (n, variable) in tracks.iter().enumerate() {
            let d = u64::from(digit(letter, variable));
            match system {
                Numeration::Base(b) => {
                    next.numbers[n] = self.numbers[n].checked_mul(u64::from(b))?.checked_add(d)?;
                }
                Numeration::Metallic(s) => {
                    let (number, shifted) = (self.numbers[n], self.shifted[n]);
                    let twice = u64::from(s).checked_mul(shifted)?.checked_add(number)?;
                    next.numbers[n] = shifted.checked_add(d)?;
                    next.shifted[n] = twice.checked_add(d * (u64::from(s) + 1))?;
                }
            }
        }
        next.after_largest = system.after(letter, tracks);
        Some(next)
    }
}

struct Learner<'a> {
    system: Numeration,
    tracks: Tracks,
    known: Known<'a>,
    /// The tree of a prefix, by its depth.
    tables: HashMap<(Prefix, usize), usize>,
    /// Trees that look the same have the same number.
    trees: HashMap<(bool, Vec<usize>), usize>,
}

impl Learner<'_> {
    fn accepts(&self, prefix: &Prefix) -> Option<bool> {
        (self.known)(&prefix.numbers[..self.tracks.len()])
    }

    /// The number of the tree of what follows a prefix, `depth` digits deep.
    fn tree(&mut self, prefix: &Prefix, depth: usize) -> Option<usize> {
        if let Some(tree) = self.tables.get(&(*prefix, depth)) {
            return Some(*tree);
        }
        let accepts = self.accepts(prefix)?;
        let mut branches = vec![usize::from(prefix.after_largest.bits())];
        if depth > 0 {
            for letter in self.system.letters(self.tracks, prefix.after_largest) {
                let next = prefix.with(self.system, self.tracks, letter)?;
                branches.push(self.tree(&next, depth - 1)?);
            }
        }
        let fresh = self.trees.len();
        let tree = *self.trees.entry((accepts, branches)).or_insert(fresh);
        self.tables.insert((*prefix, depth), tree);
        Some(tree)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_spell_their_numbers() {
        for system in [Numeration::Base(3), Numeration::Metallic(1), Numeration::Metallic(3)] {
            for number in 0..2000u32 {
                let digits = system.digits(&number.into());
                let spelt = digits
                    .iter()
                    .try_fold(Prefix::EMPTY, |prefix, digit| prefix.with(system, Tracks::one(0), u64::from(*digit)));
                assert_eq!(spelt.map(|prefix| prefix.numbers[0]), Some(u64::from(number)));
            }
        }
    }

    #[test]
    fn nim_is_learned_from_heaps_below_eight() {
        let known = |heaps: &[u64]| heaps.iter().all(|heap| *heap < 8).then(|| heaps[0] ^ heaps[1] ^ heaps[2] == 0);
        let tracks = Tracks::first(3);
        let limits = Limits::generous();
        let learned = Automaton::learned(Numeration::Base(2), tracks, 1, &known, &limits).unwrap().unwrap();
        assert_eq!(learned, Automaton::nim_sum(0, 1, 2));
        assert_eq!(learned.difference(&known, &limits).unwrap(), None);
        let other = |heaps: &[u64]| known(heaps).map(|truth| truth || heaps == [1, 2, 4]);
        assert_eq!(learned.difference(&other, &limits).unwrap(), Some(vec![1, 2, 4]));
    }
}
