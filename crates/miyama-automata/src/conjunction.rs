//! What lies in several sets and satisfies several atoms, read all at once.

use crate::atom::{Atom, State};
use crate::automaton::{Automaton, Rows, StateId};
use crate::limits::{Limit, Limits};
use crate::numeration::Numeration;
use crate::tracks::{Letter, Tracks};
use hashbrown::DefaultHashBuilder;
use hashbrown::HashTable;
use std::hash::BuildHasher;

/// The conjunction of sets and atoms on `tracks`, which contain those of all
/// parts. Not minimal.
///
/// A state is one state of each part, the state of each atom, and the variables
/// whose next digit must be 0 because their last was the largest of a metallic
/// system. Letters are found part by part, sparse ones first, so that a set with
/// few letters keeps the others from being tried.
pub(crate) fn conjunction(
    system: Numeration,
    sets: &[&Automaton],
    atoms: &[&Atom],
    tracks: Tracks,
    limits: &Limits<'_>,
) -> Result<Automaton, Limit> {
    let mut work = Conjunction { system, sets, atoms, tracks, keys: Keys::new(sets.len() + 2 * atoms.len() + 1) };
    let mut rows = Rows::new();
    let mut accepting = Vec::new();
    let Some(start) = work.start() else { return Ok(Automaton::empty(system, tracks)) };
    work.keys.number(&start);
    let (mut letters, mut joined, mut row) = (Vec::new(), Vec::new(), Vec::new());
    let mut key = start;
    let mut done = 0;
    while done < work.keys.len() {
        limits.allow(done, work.keys.len(), rows.transitions())?;
        key.copy_from_slice(work.keys.key(done));
        accepting.push(work.accepts(&key));
        work.letters(&key, &mut letters, &mut joined);
        row.clear();
        let mut next = key.clone();
        for letter in &letters {
            if work.step(&key, *letter, &mut next)? {
                row.push((*letter, work.keys.number(&next)));
            }
        }
        row.sort_unstable();
        rows.push(row.iter().copied());
        done += 1;
    }
    Ok(Automaton { system, tracks, rows, accepting })
}

struct Conjunction<'a> {
    system: Numeration,
    sets: &'a [&'a Automaton],
    atoms: &'a [&'a Atom],
    tracks: Tracks,
    keys: Keys,
}

/// An atom that holds whatever follows is written so; no sum is ever that small.
const TRUE: i64 = i64::MIN;

/// An atom for which only the number of digits to come matters, beside that number: below 0 if it
/// fails until then.
const UNTIL: i64 = i64::MIN + 1;

/// A state that may still hold, in two numbers.
fn written(state: State) -> Option<[i64; 2]> {
    match state {
        State::Open(u, v) => Some([u, v]),
        State::True => Some([TRUE, 0]),
        State::Until(digits, true) => Some([UNTIL, digits]),
        State::Until(digits, false) => Some([UNTIL, -digits]),
        State::False => None,
    }
}

impl Conjunction<'_> {
    /// The key of the first state; none if an atom fails whatever is read.
    fn start(&self) -> Option<Vec<i64>> {
        let mut key = vec![0; self.sets.len()];
        for atom in self.atoms {
            key.extend(written(atom.start(self.system))?);
        }
        key.push(0);
        Some(key)
    }

    fn atom_state(&self, key: &[i64], atom: usize) -> State {
        let at = self.sets.len() + 2 * atom;
        match (key[at], key[at + 1]) {
            (TRUE, _) => State::True,
            (UNTIL, digits) => State::Until(digits.abs(), digits > 0),
            (u, v) => State::Open(u, v),
        }
    }

    fn accepts(&self, key: &[i64]) -> bool {
        let sets = self.sets.iter().zip(key).all(|(set, state)| set.is_accepting(*state as StateId));
        sets && self.atoms.iter().enumerate().all(|(n, atom)| atom.accepts(self.system, self.atom_state(key, n)))
    }

    fn after_largest(key: &[i64]) -> Tracks {
        (0..16).filter(|v| key[key.len() - 1] >> v & 1 == 1).collect()
    }

    /// The letters that every set has, with all digits that the others may have.
    fn letters(&self, key: &[i64], letters: &mut Vec<Letter>, joined: &mut Vec<Letter>) {
        letters.clear();
        letters.push(0);
        let mut covered = Tracks::NONE;
        let mut order: Vec<usize> = (0..self.sets.len()).collect();
        order.sort_unstable_by_key(|n| self.sets[*n].row(key[*n] as StateId).len());
        for n in order {
            let (set, state) = (self.sets[n], key[n] as StateId);
            let common = covered.intersection(set.tracks).mask();
            joined.clear();
            for letter in letters.iter() {
                let cells = set.row(state).iter().filter(|(other, _)| (letter ^ other) & common == 0);
                joined.extend(cells.map(|(other, _)| letter | other));
            }
            std::mem::swap(letters, joined);
            covered = covered.union(set.tracks);
        }
        let free = self.tracks.without(covered);
        if !free.is_empty() {
            joined.clear();
            let others = self.system.letters(free, Self::after_largest(key));
            for letter in letters.iter() {
                joined.extend(others.iter().map(|other| letter | other));
            }
            std::mem::swap(letters, joined);
        }
    }

    /// Writes the key behind a letter; false if nothing is accepted there.
    fn step(&self, key: &[i64], letter: Letter, next: &mut [i64]) -> Result<bool, Limit> {
        for (n, atom) in self.atoms.iter().enumerate() {
            let at = self.sets.len() + 2 * n;
            match written(atom.step(self.system, self.atom_state(key, n), letter)?) {
                Some(pair) => next[at..at + 2].copy_from_slice(&pair),
                None => return Ok(false),
            }
        }
        for (n, set) in self.sets.iter().enumerate() {
            match set.step(key[n] as StateId, letter & set.tracks.mask()) {
                Some(target) => next[n] = i64::from(target),
                None => return Ok(false),
            }
        }
        next[key.len() - 1] = i64::from(self.system.after(letter, self.tracks).bits());
        Ok(true)
    }
}

/// Keys of equal width, numbered in the order in which they come.
struct Keys {
    width: usize,
    all: Vec<i64>,
    table: HashTable<StateId>,
    hasher: DefaultHashBuilder,
}

impl Keys {
    fn new(width: usize) -> Keys {
        Keys { width, all: Vec::new(), table: HashTable::new(), hasher: DefaultHashBuilder::default() }
    }

    fn len(&self) -> usize {
        self.all.len() / self.width
    }

    fn key(&self, number: usize) -> &[i64] {
        &self.all[number * self.width..(number + 1) * self.width]
    }

    fn number(&mut self, key: &[i64]) -> StateId {
        let Keys { width, all, table, hasher } = self;
        let at = |number: &StateId| &all[*number as usize * *width..(*number as usize + 1) * *width];
        let hash = hasher.hash_one(key);
        if let Some(number) = table.find(hash, |number| at(number) == key) {
            return *number;
        }
        let number = (all.len() / *width) as StateId;
        table.insert_unique(hash, number, |number| hasher.hash_one(at(number)));
        all.extend_from_slice(key);
        number
    }
}
