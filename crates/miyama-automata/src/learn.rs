//! An automaton guessed from a table.
//!
//! The state of a prefix is what may follow it. A table shows that only to some
//! depth, so two prefixes are taken for the same state if their continuations agree
//! for `depth` more digits. What comes out is a hypothesis: it counts only after it
//! has reproduced the whole table ([`Automaton::difference`]) and been proved.

use crate::automaton::{Automaton, StateId};
use crate::classes::Classes;
use crate::limits::{Limit, Limits};
use crate::numeration::Numeration;
use crate::tracks::{Letter, Tracks, digit};
use hashbrown::HashMap;
use num_bigint::BigUint;

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

/// All words up to the longest length that a table knows completely, as a tree, and
/// the classes of those whose continuations agree for [`Sample::depth`] digits.
///
/// A class of depth h + 1 is a class of depth 0 with the classes of depth h of all
/// words that are one letter longer; so each depth costs one look at the words that
/// are shorter by so many letters, and all depths together little more than the first.
#[derive(Debug)]
pub struct Sample {
    system: Numeration,
    tracks: Tracks,
    depth: usize,
    /// The words by length, in lexicographic order.
    levels: Vec<Level>,
    /// The classes of depth 0: whether the word is in the set, and which digits may follow.
    kinds: Vec<(bool, Tracks)>,
    letters: HashMap<Tracks, Vec<Letter>>,
}

#[derive(Debug, Default)]
struct Level {
    kinds: Vec<u32>,
    /// The classes at the present depth; fewer levels have them the deeper it is.
    classes: Vec<u32>,
    /// The first of the words that are one letter longer.
    first: Vec<u32>,
}

/// The most words of a sample.
const MOST_WORDS: usize = 40_000_000;

impl Sample {
    /// The words of a table; none if there are too many tracks or words for one.
    ///
    /// # Errors
    /// [`Limit::Stopped`] if the limits say so.
    pub fn new(
        system: Numeration,
        tracks: Tracks,
        known: Known<'_>,
        limits: &Limits<'_>,
    ) -> Result<Option<Sample>, Limit> {
        if tracks.is_empty() || tracks.len() > MOST_TRACKS {
            return Ok(None);
        }
        let Some(length) = complete_length(system, tracks, known) else { return Ok(None) };
        let levels = (0..=length).map(|_| Level::default()).collect();
        let mut sample = Sample { system, tracks, depth: 0, levels, kinds: vec![], letters: HashMap::new() };
        let mut words = 0;
        if !sample.grow(&Prefix::EMPTY, 0, known, &mut words, limits)? {
            return Ok(None);
        }
        for level in &mut sample.levels {
            level.classes.clone_from(&level.kinds);
        }
        Ok(Some(sample))
    }

    /// Adds a word of this length and all that begin with it; false if they are too many.
    fn grow(
        &mut self,
        prefix: &Prefix,
        length: usize,
        known: Known<'_>,
        words: &mut usize,
        limits: &Limits<'_>,
    ) -> Result<bool, Limit> {
        *words += 1;
        if words.is_multiple_of(4096) {
            limits.go_on()?;
        }
        let Some(inside) = known(&prefix.numbers[..self.tracks.len()]) else { return Ok(false) };
        let kind = (inside, prefix.after_largest);
        let place = self.kinds.iter().position(|other| *other == kind).unwrap_or_else(|| {
            self.kinds.push(kind);
            self.kinds.len() - 1
        });
        self.levels[length].kinds.push(place as u32);
        if *words > MOST_WORDS {
            return Ok(false);
        }
        if length + 1 == self.levels.len() {
            return Ok(true);
        }
        let first = self.levels[length + 1].kinds.len() as u32;
        self.levels[length].first.push(first);
        let (system, tracks) = (self.system, self.tracks);
        let letters = self
            .letters
            .entry(prefix.after_largest)
            .or_insert_with(|| system.letters(tracks, prefix.after_largest))
            .clone();
        for letter in letters {
            let Some(next) = prefix.with(system, tracks, letter) else { return Ok(false) };
            if !self.grow(&next, length + 1, known, words, limits)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// How many more digits tell states apart.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.depth
    }

    fn after(&self, kind: u32) -> &[Letter] {
        self.letters.get(&self.kinds[kind as usize].1).map_or(&[], Vec::as_slice)
    }

    /// Tells states apart by one more digit; false if the table does not reach so far.
    ///
    /// # Errors
    /// [`Limit::Stopped`] if the limits say so; then nothing more can be told from this sample.
    pub fn deepen(&mut self, limits: &Limits<'_>) -> Result<bool, Limit> {
        if self.levels.len() < self.depth + 2 {
            return Ok(false);
        }
        let shorter = self.levels.len() - self.depth - 1;
        // A class is its kind and the classes behind its letters.
        let mut numbered = Classes::default();
        let mut key: Vec<u32> = Vec::new();
        for length in 0..shorter {
            let mut classes = Vec::with_capacity(self.levels[length].first.len());
            for (word, first) in self.levels[length].first.iter().enumerate() {
                if word.is_multiple_of(1 << 14) {
                    limits.go_on()?;
                }
                let kind = self.levels[length].kinds[word];
                let first = *first as usize;
                key.clear();
                key.push(kind);
                key.extend_from_slice(&self.levels[length + 1].classes[first..first + self.after(kind).len()]);
                classes.push(numbered.number(&key));
            }
            self.levels[length].classes = classes;
        }
        self.levels[shorter].classes = Vec::new();
        self.depth += 1;
        Ok(true)
    }

    /// Whether the words of the sample are all tuples up to this number.
    #[must_use]
    pub fn covers(&self, to: u64) -> bool {
        let most = self.system.weights(self.levels.len()).pop();
        most.is_some_and(|weight| weight == BigUint::from(to) + 1u8)
    }

    /// Whether an automaton says of every word of the sample what the table says. Both are walked through
    /// together, which is much quicker than [`Automaton::difference`].
    ///
    /// # Errors
    /// [`Limit::Stopped`] if the limits say so.
    pub fn agrees(&self, automaton: &Automaton, limits: &Limits<'_>) -> Result<bool, Limit> {
        // Words by length and place, with the state behind them.
        let mut open: Vec<(usize, usize, Option<StateId>)> = vec![(0, 0, Some(0))];
        let mut met = 0usize;
        while let Some((length, word, state)) = open.pop() {
            met += 1;
            if met.is_multiple_of(1 << 14) {
                limits.go_on()?;
            }
            let level = &self.levels[length];
            let kind = level.kinds[word];
            if self.kinds[kind as usize].0 != state.is_some_and(|state| automaton.is_accepting(state)) {
                return Ok(false);
            }
            let Some(first) = level.first.get(word) else { continue };
            let mut cells = state.map_or(&[][..], |state| automaton.row(state)).iter().peekable();
            for (n, letter) in self.after(kind).iter().enumerate() {
                let target = cells.next_if(|cell| cell.0 == *letter).map(|cell| cell.1);
                open.push((length + 1, *first as usize + n, target));
            }
        }
        Ok(true)
    }

    /// The automaton whose states are the classes; none if the table does not reach far
    /// enough to see them all.
    ///
    /// # Errors
    /// A [`Limit`] that was reached.
    pub fn automaton(&self, limits: &Limits<'_>) -> Result<Option<Automaton>, Limit> {
        // The words that were met first, as length and place.
        let Some(class) = self.levels[0].classes.first() else { return Ok(None) };
        let mut states: HashMap<u32, StateId> = HashMap::from_iter([(*class, 0)]);
        let mut leaders: Vec<(usize, usize)> = vec![(0, 0)];
        let mut rows: Vec<(bool, Vec<(Letter, StateId)>)> = Vec::new();
        let mut transitions = 0;
        while rows.len() < leaders.len() {
            limits.allow(rows.len(), leaders.len(), transitions)?;
            let (length, word) = leaders[rows.len()];
            let kind = self.levels[length].kinds[word];
            let Some(first) = self.levels[length].first.get(word) else { return Ok(None) };
            let mut row: Vec<(Letter, StateId)> = Vec::new();
            for (n, letter) in self.after(kind).iter().enumerate() {
                let next = (length + 1, *first as usize + n);
                let Some(class) = self.levels[next.0].classes.get(next.1) else { return Ok(None) };
                let fresh = leaders.len() as StateId;
                let state = *states.entry(*class).or_insert(fresh);
                if state == fresh {
                    leaders.push(next);
                }
                row.push((*letter, state));
            }
            transitions += row.len();
            rows.push((self.kinds[kind as usize].0, row));
        }
        let automaton =
            Automaton::from_parts(self.system, self.tracks, &rows).expect("letters ascend and states exist");
        automaton.minimised(limits).map(Some)
    }
}

/// The longest length such that the table knows all words of it.
fn complete_length(system: Numeration, tracks: Tracks, known: Known<'_>) -> Option<usize> {
    let mut length = None;
    for places in 0..64 {
        // The largest number of so many digits: one less than the next weight.
        let Some(largest) = system.weights(places + 1).pop().and_then(|weight| u64::try_from(weight - 1u8).ok()) else {
            break;
        };
        if known(&vec![largest; tracks.len()]).is_none() {
            break;
        }
        length = Some(places);
    }
    length
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
        let Some(mut sample) = Sample::new(system, tracks, known, limits)? else { return Ok(None) };
        for _ in 0..depth {
            if !sample.deepen(limits)? {
                return Ok(None);
            }
        }
        sample.automaton(limits)
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
            if met.is_multiple_of(4096) {
                limits.go_on()?;
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
        let sample = Sample::new(Numeration::Base(2), tracks, &known, &limits).unwrap().unwrap();
        assert!(sample.covers(7) && !sample.covers(6) && !sample.covers(8));
        assert_eq!(sample.agrees(&learned, &limits), Ok(true));
        let other = |heaps: &[u64]| known(heaps).map(|truth| truth || heaps == [1, 2, 4]);
        assert_eq!(learned.difference(&other, &limits).unwrap(), Some(vec![1, 2, 4]));
        let sample = Sample::new(Numeration::Base(2), tracks, &other, &limits).unwrap().unwrap();
        assert_eq!(sample.agrees(&learned, &limits), Ok(false));
    }
}
