//! A finite automaton that reads several numbers at once.
//!
//! Numbers are read most significant digit first, one track per variable. Leading
//! zeros do not matter: a word is accepted exactly if the same word behind a zero
//! letter is. Only valid representations are accepted. Rows are sparse: a letter
//! that is not in a row leads nowhere.

use crate::numeration::Numeration;
use crate::tracks::{Letter, Tracks, Variable, digit, with_digit};
use num_bigint::BigUint;
use std::collections::VecDeque;

/// The number of a state.
pub type StateId = u32;

/// A set of tuples of numbers, one number per track.
///
/// What the constructions of this crate return is minimal, has no state from
/// which nothing is accepted (but the first), and its states are numbered in the
/// order in which they are met breadth first by ascending letters: two automata
/// on the same tracks describe the same set exactly if they are equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Automaton {
    pub(crate) system: Numeration,
    pub(crate) tracks: Tracks,
    pub(crate) rows: Rows,
    pub(crate) accepting: Vec<bool>,
}

/// The transitions of all states, row behind row; a row ascends by letter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Rows {
    ends: Vec<usize>,
    cells: Vec<(Letter, StateId)>,
}

impl Rows {
    pub(crate) fn new() -> Rows {
        Rows { ends: Vec::new(), cells: Vec::new() }
    }

    pub(crate) fn push(&mut self, row: impl IntoIterator<Item = (Letter, StateId)>) {
        self.cells.extend(row);
        self.ends.push(self.cells.len());
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn transitions(&self) -> usize {
        self.cells.len()
    }

    pub(crate) fn row(&self, state: StateId) -> &[(Letter, StateId)] {
        let state = state as usize;
        let start = if state == 0 { 0 } else { self.ends[state - 1] };
        &self.cells[start..self.ends[state]]
    }
}

impl Automaton {
    /// An automaton from its parts, as they stand in a file: for each state its
    /// row and whether it accepts. None if a row does not ascend, a letter has a
    /// digit outside the tracks, or a target does not exist. The first state is
    /// the start. What it accepts is not changed, and it need not be minimal.
    #[must_use]
    pub fn from_parts(
        system: Numeration,
        tracks: Tracks,
        states: &[(bool, Vec<(Letter, StateId)>)],
    ) -> Option<Automaton> {
        let mut rows = Rows::new();
        for (_, row) in states {
            let ascends = row.windows(2).all(|pair| pair[0].0 < pair[1].0);
            let fits = row.iter().all(|(letter, target)| {
                letter & !tracks.mask() == 0
                    && (*target as usize) < states.len()
                    && tracks.iter().all(|v| digit(*letter, v) <= system.largest_digit())
            });
            if !ascends || !fits {
                return None;
            }
            rows.push(row.iter().copied());
        }
        let accepting = states.iter().map(|(accepts, _)| *accepts).collect();
        (!states.is_empty()).then_some(Automaton { system, tracks, rows, accepting })
    }

    /// The set without elements.
    #[must_use]
    pub fn empty(system: Numeration, tracks: Tracks) -> Automaton {
        let mut rows = Rows::new();
        rows.push([]);
        Automaton { system, tracks, rows, accepting: vec![false] }
    }

    /// The numeration system.
    #[must_use]
    pub fn system(&self) -> Numeration {
        self.system
    }

    /// The variables that are read.
    #[must_use]
    pub fn tracks(&self) -> Tracks {
        self.tracks
    }

    /// The number of states.
    #[must_use]
    pub fn states(&self) -> usize {
        self.rows.len()
    }

    /// The number of transitions.
    #[must_use]
    pub fn transitions(&self) -> usize {
        self.rows.transitions()
    }

    /// Whether a word that ends in this state is accepted.
    #[must_use]
    pub fn is_accepting(&self, state: StateId) -> bool {
        self.accepting[state as usize]
    }

    /// The letters and targets of a state, ascending by letter.
    #[must_use]
    pub fn row(&self, state: StateId) -> &[(Letter, StateId)] {
        self.rows.row(state)
    }

    /// The state behind a letter; none if nothing is accepted there.
    #[must_use]
    pub fn step(&self, state: StateId, letter: Letter) -> Option<StateId> {
        let row = self.row(state);
        row.binary_search_by_key(&letter, |cell| cell.0).ok().map(|place| row[place].1)
    }

    /// Whether nothing is accepted. (A minimal automaton is empty exactly if its
    /// start neither accepts nor goes on; others are searched.)
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.shortest_word().is_none()
    }

    /// Whether the tuple is in the set; the numbers are those of the tracks in
    /// ascending order.
    ///
    /// # Panics
    /// If there are fewer numbers than tracks.
    #[must_use]
    pub fn contains(&self, numbers: &[BigUint]) -> bool {
        let digits: Vec<Vec<u8>> = numbers.iter().map(|number| self.system.digits(number)).collect();
        let places = digits.iter().map(Vec::len).max().unwrap_or(0);
        let mut state = 0;
        for place in (0..places).rev() {
            let letter = self.tracks.iter().enumerate().fold(0, |letter, (n, variable)| {
                let digit = digits[n].len().checked_sub(place + 1).map_or(0, |at| digits[n][at]);
                letter | with_digit(variable, digit)
            });
            match self.step(state, letter) {
                Some(next) => state = next,
                None => return false,
            }
        }
        self.is_accepting(state)
    }

    /// The first accepted word in the order of length, then of letters.
    #[must_use]
    pub(crate) fn shortest_word(&self) -> Option<Vec<Letter>> {
        let mut came: Vec<Option<(StateId, Letter)>> = vec![None; self.states()];
        let mut queue = VecDeque::from([0]);
        let mut met = vec![false; self.states()];
        met[0] = true;
        while let Some(state) = queue.pop_front() {
            if self.is_accepting(state) {
                let mut word = Vec::new();
                let mut at = state;
                while let Some((from, letter)) = came[at as usize] {
                    word.push(letter);
                    at = from;
                }
                word.reverse();
                return Some(word);
            }
            for (letter, target) in self.row(state) {
                if !std::mem::replace(&mut met[*target as usize], true) {
                    came[*target as usize] = Some((state, *letter));
                    queue.push_back(*target);
                }
            }
        }
        None
    }

    /// The numbers that a word spells, by track.
    #[must_use]
    pub fn numbers(&self, word: &[Letter]) -> Vec<BigUint> {
        let spelt = |variable: Variable| -> Vec<u8> { word.iter().map(|letter| digit(*letter, variable)).collect() };
        self.tracks.iter().map(|variable| self.system.number(&spelt(variable))).collect()
    }

    /// The first element of the set: one whose longest number is shortest.
    #[must_use]
    pub fn first_element(&self) -> Option<Vec<BigUint>> {
        self.shortest_word().map(|word| self.numbers(&word))
    }
}
