//! Automata as certificates hold them, and plain operations on them. Nothing here is
//! minimal or fast: states are found one after the other, and looked up in maps.

use super::mixed::Mixed;
use super::numerals::System;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::hash::Hash;

/// A variable; its digit in a letter has the weight 16^variable.
pub(crate) type Variable = u8;

/// A letter: one digit per variable.
pub(crate) type Letter = u64;

/// Whether each state accepts, and its row.
pub type States = Vec<(bool, Vec<(u64, u32)>)>;

/// More than this is not built.
pub(super) const MOST: usize = 3_000_000;

pub(super) fn digit(letter: Letter, variable: Variable) -> u8 {
    u8::try_from(letter >> (4 * u32::from(variable)) & 15).unwrap_or(0)
}

pub(super) fn spelt(digits: &[(Variable, u8)]) -> Letter {
    digits.iter().fold(0, |letter, (variable, digit)| letter | Letter::from(*digit) << (4 * u32::from(*variable)))
}

/// A deterministic automaton; a letter that is missing leads nowhere.
#[derive(Clone, Debug)]
pub(crate) struct Automaton {
    pub(crate) system: System,
    pub(crate) variables: BTreeSet<Variable>,
    pub(crate) accepts: Vec<bool>,
    pub(crate) rows: Vec<BTreeMap<Letter, usize>>,
}

/// Why something could not be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooLarge;

impl Automaton {
    /// Reads an automaton on the variables 0..count; none if it is not one.
    pub(super) fn read(system: System, count: Variable, states: &States) -> Option<Automaton> {
        let variables: BTreeSet<Variable> = (0..count).collect();
        let beyond = if count >= 16 { 0 } else { Letter::MAX << (4 * u32::from(count)) };
        let mut rows = Vec::new();
        for (_, row) in states {
            let mut read = BTreeMap::new();
            for (letter, target) in row {
                let target = usize::try_from(*target).ok().filter(|target| *target < states.len())?;
                let fits = variables.iter().all(|v| digit(*letter, *v) <= system.largest());
                if letter & beyond != 0 || !fits || read.insert(*letter, target).is_some() {
                    return None;
                }
            }
            rows.push(read);
        }
        let accepts = states.iter().map(|(accepts, _)| *accepts).collect();
        (!states.is_empty()).then_some(Automaton { system, variables, accepts, rows })
    }

    /// Whether the start loops on zeros, or nothing is read at all: then leading zeros
    /// do not matter.
    pub(super) fn ignores_leading_zeros(&self) -> bool {
        match self.rows[0].get(&0) {
            Some(target) => *target == 0,
            None => !self.accepts[0] && self.rows[0].is_empty(),
        }
    }

    /// Whether every state is reached, and every letter of it may follow whatever leads
    /// there: no word but the digits of numbers is accepted.
    pub(super) fn is_tidy(&self) -> bool {
        let mut met = BTreeSet::from([(0, 0)]);
        let mut open = vec![(0, 0)];
        while let Some((state, before)) = open.pop() {
            for (letter, target) in &self.rows[state] {
                let follows = |v: &Variable| self.system.may_follow(digit(before, *v), digit(*letter, *v));
                if !self.variables.iter().all(follows) {
                    return false;
                }
                let next = (*target, trace(self.system, *letter, &self.variables));
                if met.insert(next) {
                    open.push(next);
                }
            }
        }
        let reached: BTreeSet<usize> = met.iter().map(|(state, _)| *state).collect();
        reached.len() == self.rows.len()
    }

    pub(super) fn step(&self, state: Option<usize>, letter: Letter) -> Option<usize> {
        state.and_then(|state| self.rows[state].get(&(letter & mask(&self.variables))).copied())
    }

    pub(super) fn accepting(&self, state: Option<usize>) -> bool {
        state.is_some_and(|state| self.accepts[state])
    }

    /// The same set with other names of its variables.
    pub(crate) fn renamed(&self, name: impl Fn(Variable) -> Variable) -> Automaton {
        let rename =
            |letter: &Letter| spelt(&self.variables.iter().map(|v| (name(*v), digit(*letter, *v))).collect::<Vec<_>>());
        let rows = self.rows.iter().map(|row| row.iter().map(|(l, t)| (rename(l), *t)).collect()).collect();
        let variables = self.variables.iter().map(|v| name(*v)).collect();
        Automaton { system: self.system, variables, accepts: self.accepts.clone(), rows }
    }
}

/// The bits of a letter that hold the digits of some variables.
pub(super) fn mask(variables: &BTreeSet<Variable>) -> Letter {
    variables.iter().fold(0, |mask, v| mask | 15 << (4 * u32::from(*v)))
}

/// All letters on some variables that may follow a letter; a certificate may name so many variables that
/// they would fill the memory.
pub(super) fn letters(system: System, variables: &BTreeSet<Variable>, before: Letter) -> Result<Vec<Letter>, TooLarge> {
    let mut all = vec![0];
    for variable in variables {
        let last = digit(before, *variable);
        let digits: Vec<u8> = (0..=system.largest()).filter(|d| system.may_follow(last, *d)).collect();
        if all.len() * digits.len() > MOST {
            return Err(TooLarge);
        }
        all = all.iter().flat_map(|letter| digits.iter().map(move |d| letter | spelt(&[(*variable, *d)]))).collect();
    }
    Ok(all)
}

/// The letters of [`letters`], each with its trace.
pub(super) fn traced(
    system: System,
    variables: &BTreeSet<Variable>,
    before: Letter,
) -> Result<Vec<(Letter, Letter)>, TooLarge> {
    let all = letters(system, variables, before)?;
    Ok(all.into_iter().map(|letter| (letter, trace(system, letter, variables))).collect())
}

/// What remains of a letter that decides which letters may follow: nothing in a base.
pub(super) fn trace(system: System, letter: Letter, variables: &BTreeSet<Variable>) -> Letter {
    match system {
        System::Base(_) => 0,
        System::Metallic(s) => {
            let largest = variables.iter().filter(|v| digit(letter, **v) == s);
            largest.fold(0, |trace, v| trace | spelt(&[(*v, s)]))
        }
    }
}

/// Walks through all words, letter by letter, with a state for each: the first word
/// at whose end `wrong` says so. `step` gives the state behind a letter.
pub(super) fn search<S: Clone + Eq + Hash>(
    system: System,
    variables: &BTreeSet<Variable>,
    start: S,
    mut step: impl FnMut(&S, Letter) -> Result<S, TooLarge>,
    mut wrong: impl FnMut(&S) -> bool,
    go_on: &dyn Fn() -> bool,
) -> Result<Option<Vec<Letter>>, TooLarge> {
    let mut known: Mixed<(S, Letter), usize> = Mixed::default();
    let mut came: Vec<Option<(usize, Letter)>> = vec![None];
    let first = (start, 0);
    known.insert(first.clone(), 0);
    let mut open = VecDeque::from([(first, 0usize)]);
    // The letters behind each trace, with their own.
    let mut behind: HashMap<Letter, Vec<(Letter, Letter)>> = HashMap::new();
    while let Some(((state, before), number)) = open.pop_front() {
        if wrong(&state) {
            let (mut word, mut at) = (Vec::new(), number);
            while let Some((from, letter)) = came[at] {
                word.push(letter);
                at = from;
            }
            word.reverse();
            return Ok(Some(word));
        }
        if came.len() > MOST || !go_on() {
            return Err(TooLarge);
        }
        let next = match behind.entry(before) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert(traced(system, variables, before)?),
        };
        for (letter, trace) in next.iter().copied() {
            let next = (step(&state, letter)?, trace);
            if !known.contains_key(&next) {
                known.insert(next.clone(), came.len());
                open.push_back((next, came.len()));
                came.push(Some((number, letter)));
            }
        }
    }
    Ok(None)
}

/// The numbers that a word spells, by variable.
pub(super) fn numbers(system: System, variables: &BTreeSet<Variable>, word: &[Letter]) -> Vec<String> {
    variables
        .iter()
        .map(|variable| {
            let mut pair = (0i64, 0i64);
            for letter in word {
                match system.with_digit(pair, i64::from(digit(*letter, *variable))) {
                    Some(next) => pair = next,
                    None => return "…".to_owned(),
                }
            }
            pair.0.to_string()
        })
        .collect()
}
