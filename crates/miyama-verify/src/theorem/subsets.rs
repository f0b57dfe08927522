//! Which tuples some numbers complete: the explicit subset construction.

use super::automaton::{Automaton, Letter, MOST, TooLarge, Variable, letters, search, spelt, trace};
use super::clause::{Clause, Reached};
use super::numerals::System;
use std::collections::{BTreeMap, BTreeSet};

/// The tuples on the kept variables for which some clause holds, for some numbers of
/// its other variables.
pub(super) struct Projection<'a> {
    system: System,
    kept: BTreeSet<Variable>,
    clauses: &'a [Clause],
    hidden: Vec<BTreeSet<Variable>>,
    /// What was reached: the clause, what it knows, and the trace of its hidden digits.
    reached: Vec<(usize, Reached, Letter)>,
    numbers: BTreeMap<(usize, Reached, Letter), usize>,
    /// By kept letter, what follows.
    rows: Vec<Option<BTreeMap<Letter, Vec<usize>>>>,
    all_kept: Vec<Letter>,
}

/// A set of what was reached.
pub(super) type Subset = BTreeSet<usize>;

impl<'a> Projection<'a> {
    pub(super) fn new(system: System, kept: BTreeSet<Variable>, clauses: &'a [Clause]) -> Projection<'a> {
        let hidden = clauses.iter().map(|clause| clause.variables().difference(&kept).copied().collect()).collect();
        let all_kept = letters(system, &kept, 0);
        let (reached, numbers, rows) = (vec![], BTreeMap::new(), vec![]);
        Projection { system, kept, clauses, hidden, reached, numbers, rows, all_kept }
    }

    fn number(&mut self, key: (usize, Reached, Letter)) -> Result<usize, TooLarge> {
        if let Some(number) = self.numbers.get(&key) {
            return Ok(*number);
        }
        let number = self.reached.len();
        if number > MOST {
            return Err(TooLarge);
        }
        self.numbers.insert(key.clone(), number);
        self.reached.push(key);
        self.rows.push(None);
        Ok(number)
    }

    /// Before the first kept digit: hidden numbers may be longer than the kept ones.
    pub(super) fn start(&mut self) -> Result<Subset, TooLarge> {
        let mut found = BTreeSet::new();
        let mut open = Vec::new();
        for (n, clause) in self.clauses.iter().enumerate() {
            if let Some(reached) = clause.start(self.system)? {
                open.push(self.number((n, reached, 0))?);
            }
        }
        while let Some(number) = open.pop() {
            if found.insert(number) {
                open.extend(self.row(number)?.get(&0).cloned().unwrap_or_default());
            }
        }
        Ok(found)
    }

    fn row(&mut self, number: usize) -> Result<&BTreeMap<Letter, Vec<usize>>, TooLarge> {
        if self.rows[number].is_none() {
            let (n, at, before) = self.reached[number].clone();
            let (clause, hidden) = (&self.clauses[n], self.hidden[n].clone());
            let own = clause.variables();
            let mut row: BTreeMap<Letter, Vec<usize>> = BTreeMap::new();
            for more in letters(self.system, &hidden, before) {
                let after = trace(self.system, more, &hidden);
                // Kept letters that this clause does not read give the same.
                let mut seen: BTreeMap<Letter, Option<usize>> = BTreeMap::new();
                for kept in self.all_kept.clone() {
                    let read = spelt(&own.iter().map(|v| (*v, super::automaton::digit(kept, *v))).collect::<Vec<_>>());
                    let target = match seen.get(&read) {
                        Some(target) => *target,
                        None => {
                            let target = match clause.step(self.system, &at, read | more)? {
                                Some(next) => Some(self.number((n, next, after))?),
                                None => None,
                            };
                            seen.insert(read, target);
                            target
                        }
                    };
                    if let Some(target) = target {
                        let targets = row.entry(kept).or_default();
                        if !targets.contains(&target) {
                            targets.push(target);
                        }
                    }
                }
            }
            self.rows[number] = Some(row);
        }
        Ok(self.rows[number].as_ref().expect("just written"))
    }

    pub(super) fn step(&mut self, set: &Subset, letter: Letter) -> Result<Subset, TooLarge> {
        let mut next = BTreeSet::new();
        for number in set {
            if let Some(targets) = self.row(*number)?.get(&letter) {
                next.extend(targets.iter().copied());
            }
        }
        Ok(next)
    }

    pub(super) fn accepts(&self, set: &Subset) -> bool {
        set.iter().any(|number| {
            let (n, at, _) = &self.reached[*number];
            self.clauses[*n].accepts(at)
        })
    }

    /// The first word at which an automaton on the kept variables says something else.
    pub(super) fn difference(
        &mut self,
        automaton: &Automaton,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<Letter>>, TooLarge> {
        let start = (self.start()?, Some(0));
        let (system, kept) = (self.system, self.kept.clone());
        let this = std::cell::RefCell::new(self);
        search(
            system,
            &kept,
            start,
            |(set, state), letter| Ok((this.borrow_mut().step(set, letter)?, automaton.step(*state, letter))),
            |(set, state)| this.borrow().accepts(set) != automaton.accepting(*state),
            go_on,
        )
    }

    /// Whether nothing is accepted at all, whatever the kept variables are: what can be
    /// reached by any letters is looked at one by one.
    pub(super) fn is_empty(&mut self, go_on: &dyn Fn() -> bool) -> Result<bool, TooLarge> {
        let mut open: Vec<usize> = self.start()?.into_iter().collect();
        let mut met: BTreeSet<usize> = open.iter().copied().collect();
        while let Some(number) = open.pop() {
            if !go_on() {
                return Err(TooLarge);
            }
            if self.accepts(&BTreeSet::from([number])) {
                return Ok(false);
            }
            let targets: Vec<usize> = self.row(number)?.values().flatten().copied().collect();
            open.extend(targets.into_iter().filter(|target| met.insert(*target)));
        }
        Ok(true)
    }

    /// The automaton of the sets.
    pub(super) fn determined(&mut self, go_on: &dyn Fn() -> bool) -> Result<Automaton, TooLarge> {
        let start = self.start()?;
        let (system, kept) = (self.system, self.kept.clone());
        built(
            system,
            &kept,
            start,
            |projection: &mut Self, set, letter| projection.step(set, letter),
            |p, set| p.accepts(set),
            self,
            go_on,
        )
    }
}

/// The automaton whose states are found from a start by steps; small.
pub(super) fn built<S: Clone + Ord, C>(
    system: System,
    variables: &BTreeSet<Variable>,
    start: S,
    step: impl Fn(&mut C, &S, Letter) -> Result<S, TooLarge>,
    accepts: impl Fn(&C, &S) -> bool,
    context: &mut C,
    go_on: &dyn Fn() -> bool,
) -> Result<Automaton, TooLarge> {
    let mut numbers: BTreeMap<(S, Letter), usize> = BTreeMap::from([((start.clone(), 0), 0)]);
    let mut states = vec![(start, 0)];
    let (mut rows, mut accepting): (Vec<BTreeMap<Letter, usize>>, Vec<bool>) = (vec![], vec![]);
    while rows.len() < states.len() {
        if states.len() > MOST || !go_on() {
            return Err(TooLarge);
        }
        let (state, before) = states[rows.len()].clone();
        accepting.push(accepts(context, &state));
        let mut row = BTreeMap::new();
        for letter in letters(system, variables, before) {
            let key = (step(context, &state, letter)?, trace(system, letter, variables));
            let fresh = states.len();
            let target = *numbers.entry(key.clone()).or_insert(fresh);
            if target == fresh {
                states.push(key);
            }
            row.insert(letter, target);
        }
        rows.push(row);
    }
    Ok(Automaton { system, variables: variables.clone(), accepts: accepting, rows }.small())
}

impl Automaton {
    /// The same set with fewer states: states from which nothing is accepted go, and
    /// states that no word tells apart become one.
    pub(super) fn small(self) -> Automaton {
        let count = self.rows.len();
        let mut alive = self.accepts.clone();
        loop {
            let more: Vec<usize> =
                (0..count).filter(|s| !alive[*s] && self.rows[*s].values().any(|target| alive[*target])).collect();
            if more.is_empty() {
                break;
            }
            more.into_iter().for_each(|state| alive[state] = true);
        }
        alive[0] = true;
        let mut class: Vec<usize> = self.accepts.iter().map(|accepts| usize::from(*accepts)).collect();
        let mut classes = 0;
        loop {
            let mut known: BTreeMap<(usize, Vec<(Letter, usize)>), usize> = BTreeMap::new();
            let mut next = vec![0; count];
            for state in (0..count).filter(|state| alive[*state]) {
                let row = self.rows[state].iter().filter(|(_, target)| alive[**target]);
                let key = (class[state], row.map(|(letter, target)| (*letter, class[*target])).collect());
                let fresh = known.len();
                next[state] = *known.entry(key).or_insert(fresh);
            }
            class = next;
            if known.len() == classes {
                break;
            }
            classes = known.len();
        }
        // The class of the start comes first.
        let place = |state: usize| match class[state] {
            c if c == class[0] => 0,
            0 => class[0],
            c => c,
        };
        let mut rows = vec![BTreeMap::new(); classes];
        let mut accepts = vec![false; classes];
        for state in (0..count).filter(|state| alive[*state]) {
            let row = self.rows[state].iter().filter(|(_, target)| alive[**target]);
            rows[place(state)] = row.map(|(letter, target)| (*letter, place(*target))).collect();
            accepts[place(state)] = self.accepts[state];
        }
        Automaton { system: self.system, variables: self.variables, accepts, rows }
    }
}
