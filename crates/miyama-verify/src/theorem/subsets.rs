//! Which tuples some numbers complete: the explicit subset construction.

use super::automaton::{Automaton, Letter, MOST, TooLarge, Variable, digit, letters, mask, search, trace, traced};
use super::clause::{Clause, Linear, Reached, Sign};
use super::mixed::Mixed;
use super::numerals::System;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hash;
use std::rc::Rc;

/// The tuples on the kept variables for which some clause holds, for some numbers of
/// its other variables.
pub(super) struct Projection {
    system: System,
    kept: BTreeSet<Variable>,
    clauses: Vec<Rc<Clause>>,
    hidden: Vec<BTreeSet<Variable>>,
    /// For each clause the bits of a letter that hold the digits of the kept variables that it reads.
    reads: Vec<Letter>,
    /// What was reached: the clause, what it knows, and the trace of its hidden digits.
    reached: Vec<(usize, Reached, Letter)>,
    numbers: Mixed<(usize, Reached, Letter), usize>,
    /// By the part of a kept letter that the clause reads, what follows.
    rows: Vec<Option<Mixed<Letter, Vec<usize>>>>,
    /// For each clause the bits of a letter that its members read.
    member_bits: Vec<Rc<Vec<Letter>>>,
    /// For each clause, and the member whose letters are tried there, the letters on the kept variables that
    /// the clause reads beside it, once they are needed.
    read_letters: Mixed<(usize, Option<usize>), Rc<Vec<Letter>>>,
    /// The sets of what was reached, ascending, and their numbers; the first is empty.
    subsets: Vec<Vec<usize>>,
    subset_numbers: Mixed<Vec<usize>, Subset>,
}

/// The number of a set of what was reached.
pub(super) type Subset = usize;

impl Projection {
    pub(super) fn new(system: System, kept: BTreeSet<Variable>, clauses: &[Clause]) -> Projection {
        let hidden = clauses.iter().map(|clause| clause.variables().difference(&kept).copied().collect()).collect();
        let reads = clauses.iter().map(|clause| mask(&clause.variables()) & mask(&kept)).collect();
        Projection {
            system,
            kept,
            clauses: clauses.iter().cloned().map(Rc::new).collect(),
            hidden,
            reads,
            reached: vec![],
            numbers: Mixed::default(),
            rows: vec![],
            member_bits: clauses.iter().map(|clause| Rc::new(clause.member_bits())).collect(),
            read_letters: Mixed::default(),
            subsets: vec![vec![]],
            subset_numbers: Mixed::from_iter([(vec![], 0)]),
        }
    }

    /// The same tuples; all but one of the other variables of each clause are completed
    /// before, one after the other.
    pub(super) fn step_by_step(
        system: System,
        kept: BTreeSet<Variable>,
        clauses: &[Clause],
        go_on: &dyn Fn() -> bool,
    ) -> Result<Projection, TooLarge> {
        let fewer: Vec<Clause> =
            clauses.iter().map(|clause| fewer_hidden(system, clause, &kept, go_on)).collect::<Result<_, _>>()?;
        Ok(Projection::new(system, kept, &fewer))
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

    fn subset(&mut self, mut members: Vec<usize>) -> Subset {
        if members.is_empty() {
            return 0;
        }
        members.sort_unstable();
        members.dedup();
        if let Some(number) = self.subset_numbers.get(&members) {
            return *number;
        }
        self.subsets.push(members.clone());
        self.subset_numbers.insert(members, self.subsets.len() - 1);
        self.subsets.len() - 1
    }

    /// Before the first kept digit: hidden numbers may be longer than the kept ones.
    fn start(&mut self, go_on: &dyn Fn() -> bool) -> Result<Vec<usize>, TooLarge> {
        let mut found = BTreeSet::new();
        let mut open = Vec::new();
        for n in 0..self.clauses.len() {
            if let Some(reached) = self.clauses[n].start(self.system)? {
                open.push(self.number((n, reached, 0))?);
            }
        }
        while let Some(number) = open.pop() {
            if found.insert(number) {
                open.extend(self.row(number, go_on)?.get(&0).cloned().unwrap_or_default());
            }
        }
        Ok(found.into_iter().collect())
    }

    fn row(&mut self, number: usize, go_on: &dyn Fn() -> bool) -> Result<&Mixed<Letter, Vec<usize>>, TooLarge> {
        if self.rows[number].is_none() {
            let (n, at, before) = self.reached[number].clone();
            let (clause, bits) = (Rc::clone(&self.clauses[n]), Rc::clone(&self.member_bits[n]));
            let hidden = self.hidden[n].clone();
            // A letter that some member does not read leads nowhere: those of the member that reads the
            // fewest are tried, with all digits of the other variables.
            let member = (0..clause.members.len()).min_by_key(|m| clause.members[*m].rows[at.1[*m]].len());
            let none = BTreeSet::new();
            let (own, read): (&BTreeSet<Variable>, Vec<Letter>) = match member {
                None => (&none, vec![0]),
                Some(m) => {
                    let Automaton { variables, rows, .. } = &clause.members[m];
                    let own_hidden: Vec<Variable> = variables.intersection(&hidden).copied().collect();
                    let follows = |v: &Variable, letter| self.system.may_follow(digit(before, *v), digit(letter, *v));
                    let all = rows[at.1[m]].keys().copied();
                    (variables, all.filter(|letter| own_hidden.iter().all(|v| follows(v, *letter))).collect())
                }
            };
            let kept = match self.read_letters.get(&(n, member)) {
                Some(known) => Rc::clone(known),
                None => {
                    let all = clause.variables();
                    let beside = all.intersection(&self.kept).filter(|v| !own.contains(v)).copied().collect();
                    let found = Rc::new(letters(self.system, &beside, 0)?);
                    self.read_letters.insert((n, member), Rc::clone(&found));
                    found
                }
            };
            let beside: BTreeSet<Variable> = hidden.difference(own).copied().collect();
            let mut row: Mixed<Letter, Vec<usize>> = Mixed::default();
            for more in letters(self.system, &beside, before)? {
                for read in &read {
                    if !go_on() {
                        return Err(TooLarge);
                    }
                    let after = trace(self.system, read | more, &hidden);
                    for kept in kept.iter() {
                        let letter = read | more | kept;
                        let Some(next) = clause.step(self.system, &at, letter, &bits)? else { continue };
                        let target = self.number((n, next, after))?;
                        let targets = row.entry(letter & self.reads[n]).or_default();
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

    fn step(&mut self, set: Subset, letter: Letter, go_on: &dyn Fn() -> bool) -> Result<Subset, TooLarge> {
        let mut next = Vec::new();
        for place in 0..self.subsets[set].len() {
            let number = self.subsets[set][place];
            let read = letter & self.reads[self.reached[number].0];
            if let Some(targets) = self.row(number, go_on)?.get(&read) {
                next.extend_from_slice(targets);
            }
        }
        Ok(self.subset(next))
    }

    fn accepts_one(&self, number: usize) -> bool {
        let (n, at, _) = &self.reached[number];
        self.clauses[*n].accepts(at)
    }

    fn accepts(&self, set: Subset) -> bool {
        self.subsets[set].iter().any(|number| self.accepts_one(*number))
    }

    /// The first word at which an automaton on the kept variables says something else.
    pub(super) fn difference(
        &mut self,
        automaton: &Automaton,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<Letter>>, TooLarge> {
        let start = self.start(go_on)?;
        let start = (self.subset(start), Some(0));
        let (system, kept) = (self.system, self.kept.clone());
        let this = std::cell::RefCell::new(self);
        search(
            system,
            &kept,
            start,
            |(set, state), letter| Ok((this.borrow_mut().step(*set, letter, go_on)?, automaton.step(*state, letter))),
            |(set, state)| this.borrow().accepts(*set) != automaton.accepting(*state),
            go_on,
        )
    }

    /// Whether nothing is accepted at all, whatever the kept variables are: what can be
    /// reached by any letters is looked at one by one.
    pub(super) fn is_empty(&mut self, go_on: &dyn Fn() -> bool) -> Result<bool, TooLarge> {
        let mut open: Vec<usize> = self.start(go_on)?;
        let mut met: BTreeSet<usize> = open.iter().copied().collect();
        while let Some(number) = open.pop() {
            if !go_on() {
                return Err(TooLarge);
            }
            if self.accepts_one(number) {
                return Ok(false);
            }
            let targets: Vec<usize> = self.row(number, go_on)?.values().flatten().copied().collect();
            open.extend(targets.into_iter().filter(|target| met.insert(*target)));
        }
        Ok(true)
    }

    /// The automaton of the sets.
    pub(super) fn determined(&mut self, go_on: &dyn Fn() -> bool) -> Result<Automaton, TooLarge> {
        let start = self.start(go_on)?;
        let start = self.subset(start);
        let (system, kept) = (self.system, self.kept.clone());
        built(
            system,
            &kept,
            start,
            |projection: &mut Self, set, letter| projection.step(*set, letter, go_on),
            |projection, set| projection.accepts(*set),
            self,
            go_on,
        )
    }
}

/// A clause that holds of the same kept variables for some numbers of the others, of which at
/// most one is left: ∃v distributes over what v does not occur in, so the parts in which v
/// occurs are replaced by the automaton of what some v completes, the variable first that
/// joins the fewest others. A variable that is equal to another is renamed.
fn fewer_hidden(
    system: System,
    clause: &Clause,
    kept: &BTreeSet<Variable>,
    go_on: &dyn Fn() -> bool,
) -> Result<Clause, TooLarge> {
    let mut clause = clause.clone();
    let hidden = |clause: &Clause| clause.variables().difference(kept).copied().collect::<Vec<Variable>>();
    while let Some((place, from, to)) = renaming(&clause, &hidden(&clause)) {
        clause.linear.remove(place);
        let name = |variable: Variable| if variable == from { to } else { variable };
        clause.linear =
            clause.linear.iter().map(|linear| linear.renamed(name)).collect::<Option<_>>().ok_or(TooLarge)?;
        clause.members = clause.members.iter().map(|member| member.renamed(name)).collect();
    }
    loop {
        let open = hidden(&clause);
        if open.len() <= 1 {
            return Ok(clause);
        }
        let joined = |variable: Variable| {
            let linear = clause.linear.iter().map(|linear| linear.variables().collect::<BTreeSet<Variable>>());
            let members = clause.members.iter().map(|member| member.variables.clone());
            linear.chain(members).filter(|own| own.contains(&variable)).fold(BTreeSet::new(), |all, own| &all | &own)
        };
        let Some(variable) = open.into_iter().min_by_key(|variable| joined(*variable).len()) else {
            return Ok(clause);
        };
        let mut around = joined(variable);
        around.remove(&variable);
        let (linear, other_linear): (Vec<Linear>, Vec<Linear>) =
            clause.linear.into_iter().partition(|linear| linear.variables().any(|v| v == variable));
        let (members, mut other_members): (Vec<Automaton>, Vec<Automaton>) =
            clause.members.into_iter().partition(|member| member.variables.contains(&variable));
        other_members.push(Projection::new(system, around, &[Clause { linear, members }]).determined(go_on)?);
        clause = Clause { linear: other_linear, members: other_members };
    }
}

/// The place of a condition v = w that lets the hidden variable v be renamed to w: w is in no
/// automaton that has v.
fn renaming(clause: &Clause, hidden: &[Variable]) -> Option<(usize, Variable, Variable)> {
    clause.linear.iter().enumerate().find_map(|(place, linear)| {
        let [(a, one), (b, other)] = linear.terms.as_slice() else { return None };
        let equal = linear.sign == Sign::Zero && linear.constant == 0 && linear.shifted.is_empty();
        if !equal || one.checked_add(*other) != Some(0) || one.abs() != 1 {
            return None;
        }
        let apart = clause.members.iter().all(|m| !(m.variables.contains(a) && m.variables.contains(b)));
        let fits = |v: &Variable| hidden.contains(v) && apart;
        if fits(a) { Some((place, *a, *b)) } else { fits(b).then_some((place, *b, *a)) }
    })
}

/// The automaton whose states are found from a start by steps; small.
pub(super) fn built<S: Clone + Eq + Hash, C>(
    system: System,
    variables: &BTreeSet<Variable>,
    start: S,
    step: impl Fn(&mut C, &S, Letter) -> Result<S, TooLarge>,
    accepts: impl Fn(&C, &S) -> bool,
    context: &mut C,
    go_on: &dyn Fn() -> bool,
) -> Result<Automaton, TooLarge> {
    let mut numbers: Mixed<(S, Letter), usize> = Mixed::from_iter([((start.clone(), 0), 0)]);
    let mut states = vec![(start, 0)];
    let (mut rows, mut accepting): (Vec<BTreeMap<Letter, usize>>, Vec<bool>) = (vec![], vec![]);
    // The letters behind each trace, with their own.
    let mut behind: Mixed<Letter, Rc<Vec<(Letter, Letter)>>> = Mixed::default();
    while rows.len() < states.len() {
        if states.len() > MOST || !go_on() {
            return Err(TooLarge);
        }
        let (state, before) = states[rows.len()].clone();
        accepting.push(accepts(context, &state));
        let mut row = BTreeMap::new();
        let all = match behind.get(&before) {
            Some(known) => Rc::clone(known),
            None => Rc::clone(behind.entry(before).or_insert(Rc::new(traced(system, variables, before)?))),
        };
        for (letter, trace) in all.iter().copied() {
            let key = (step(context, &state, letter)?, trace);
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
    pub(crate) fn small(self) -> Automaton {
        let count = self.rows.len();
        let mut alive = self.accepts.clone();
        let mut before: Vec<Vec<usize>> = vec![vec![]; count];
        for (state, row) in self.rows.iter().enumerate() {
            row.values().for_each(|target| before[*target].push(state));
        }
        let mut open: Vec<usize> = (0..count).filter(|state| alive[*state]).collect();
        while let Some(state) = open.pop() {
            for source in &before[state] {
                if !std::mem::replace(&mut alive[*source], true) {
                    open.push(*source);
                }
            }
        }
        alive[0] = true;
        // First by whether they accept and what they read, then by where that leads.
        let mut read: Mixed<(bool, Vec<Letter>), usize> = Mixed::default();
        let mut class = vec![0; count];
        let mut targets: Vec<Vec<usize>> = vec![vec![]; count];
        for state in (0..count).filter(|state| alive[*state]) {
            let living = self.rows[state].iter().filter(|(_, target)| alive[**target]);
            let (letters, own) = living.map(|(letter, target)| (*letter, *target)).unzip();
            let fresh = read.len();
            class[state] = *read.entry((self.accepts[state], letters)).or_insert(fresh);
            targets[state] = own;
        }
        let mut classes = read.len();
        loop {
            let mut known: Mixed<(usize, Vec<usize>), usize> = Mixed::default();
            let mut next = vec![0; count];
            for state in (0..count).filter(|state| alive[*state]) {
                let key = (class[state], targets[state].iter().map(|target| class[*target]).collect());
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{Automaton, Clause, Linear, Projection, Sign, TooLarge};
    use crate::theorem::numerals::System;
    use std::cell::Cell;
    use std::collections::BTreeSet;

    /// x₀ = x₁ + x₂ + … with so many numbers.
    fn sum_of(count: u8) -> Clause {
        let terms = (0..count).map(|variable| (variable, if variable == 0 { 1 } else { -1 })).collect();
        let linear = vec![Linear { terms, shifted: vec![], constant: 0, sign: Sign::Zero }];
        Clause { linear, members: Vec::<Automaton>::new() }
    }

    /// Of five numbers in the metallic system 8 there are 59,049 letters: who stops does not wait for a row.
    #[test]
    fn a_search_is_stopped_within_its_first_row() {
        let asked = Cell::new(0);
        let go_on = || {
            asked.set(asked.get() + 1);
            asked.get() < 10
        };
        let kept = BTreeSet::from([0]);
        let mut projection = Projection::new(System::Metallic(8), kept.clone(), &[sum_of(6)]);
        assert_eq!(projection.is_empty(&go_on).unwrap_err(), TooLarge);
        assert_eq!(asked.get(), 10);
        asked.set(0);
        let mut projection = Projection::new(System::Metallic(8), kept, &[sum_of(6)]);
        assert_eq!(projection.determined(&go_on).unwrap_err(), TooLarge);
        assert_eq!(asked.get(), 10);
    }

    /// Letters on twelve numbers, hidden or kept, would fill the memory.
    #[test]
    fn too_many_letters_are_refused() {
        for kept in [BTreeSet::new(), (0..12).collect()] {
            let mut projection = Projection::new(System::Base(10), kept, &[sum_of(12)]);
            assert_eq!(projection.is_empty(&|| true).unwrap_err(), TooLarge);
        }
    }
}
