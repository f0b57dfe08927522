//! Certificates of theorems about games on heaps.
//!
//! A certificate claims that a set of positions is the set of the P-positions (or that of
//! a Grundy value, or the graph of the values), and holds the set as an automaton, with
//! one automaton per way to move. The check
//!
//! 1. reads the moves from the syntax tree of the definition (`game`), in which every name must
//!    be a heap, a parameter or an integer with finitely many values (`bounded`);
//! 2. sees that every move lowers the first weighted sum of the heaps that it changes, so
//!    that play ends and induction is allowed;
//! 3. compares the formula, if there is one, with the set (`formula`);
//! 4. compares the automaton of each way to move, word by word, with the explicit subset
//!    construction over the conditions of the way and the set (`subsets`, `clause`);
//! 5. walks through all words once more to see that the equation holds: a position is in
//!    the set exactly if no way leads into it (misère: and some way is possible).

pub(crate) mod automaton;
mod bounded;
mod certificate;
mod clause;
pub(crate) mod formula;
mod game;
mod mixed;
mod numerals;
mod subsets;
mod ways;

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod alike;

pub use automaton::States;
pub use certificate::{Certificate, Level, Statement};
pub use numerals::System;

use automaton::{Automaton, Letter, TooLarge, Variable, numbers, search};
use clause::{Clause, Linear, Sign};
use game::{Form, Given, Way, clauses, ways};
use miyama_language::budget::{Budget, Stopped};
use miyama_language::formula::Automata;
use miyama_language::notation::parse_definition;
use miyama_language::play::Convention;
use miyama_language::text::{Text, say};
use std::collections::BTreeSet;
use std::sync::Arc;
use subsets::Projection;

/// What a check says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Check {
    /// The certificate proves what it claims.
    Holds,
    /// It does not.
    Refused(Text),
}

/// What ends a check early.
enum End {
    Refused(Text),
    TooLarge,
}

impl From<TooLarge> for End {
    fn from(TooLarge: TooLarge) -> End {
        End::TooLarge
    }
}

/// Checks a certificate.
///
/// # Errors
/// [`Stopped`] if the budget ends first.
pub fn check(certificate: &Certificate, budget: &Budget) -> Result<Check, Stopped> {
    let go_on = || budget.check().is_ok();
    let checked = Checker::new(certificate, &go_on).and_then(|checker| checker.check());
    budget.check()?;
    Ok(match checked {
        Ok(()) => Check::Holds,
        Err(End::Refused(reason)) => Check::Refused(reason),
        Err(End::TooLarge) => Check::Refused(say!("proof.refuse_size")),
    })
}

struct Checker<'a> {
    certificate: &'a Certificate,
    system: System,
    heaps: u8,
    ways: Vec<Way>,
    definition: miyama_language::notation::Definition,
    /// The `let`s of the definition, which its formulas may use.
    lets: Vec<miyama_language::notation::Let>,
    given: Vec<Given>,
    /// The tuples that are positions, if not all are.
    domain: Option<Automaton>,
    go_on: &'a dyn Fn() -> bool,
}

impl<'a> Checker<'a> {
    fn new(certificate: &'a Certificate, go_on: &'a dyn Fn() -> bool) -> Result<Checker<'a>, End> {
        let unreadable = || End::Refused(say!("proof.refuse_game"));
        if certificate.miyama != "theorem" || certificate.version != 1 {
            return Err(End::Refused(say!("proof.refuse_version")));
        }
        if !certificate.numeration.is_known() {
            return Err(End::Refused(say!("proof.refuse_numeration")));
        }
        let written = parse_definition(&certificate.game).map_err(|_| unreadable())?;
        let definition = written.without_lets().ok_or_else(unreadable)?;
        if definition.is_partizan() {
            return Err(unreadable());
        }
        let given: Vec<Given> =
            certificate.arguments.iter().map(|text| argument(text)).collect::<Option<_>>().ok_or_else(unreadable)?;
        let copies = certificate.copies;
        let Some((heaps, ways)) = ways(&definition, &given, copies) else {
            let alone = ways(&definition, &given, 1);
            return Err(alone.map_or_else(unreadable, |_| End::Refused(say!("proof.refuse_copies", copies = copies))));
        };
        for clause in ways.iter().flat_map(|way| &way.clauses) {
            if !bounded::is_bounded(clause, heaps, go_on)? {
                return Err(unreadable());
            }
        }
        let system = certificate.numeration;
        let domain = match definition.domain.is_empty() {
            true => None,
            false => {
                let inside = game::domain(&definition, &given, heaps).ok_or_else(unreadable)?;
                let clauses = clauses(&inside, system).ok_or_else(unreadable)?;
                let kept: BTreeSet<Variable> = (0..heaps).collect();
                Some(Projection::step_by_step(system, kept, &clauses, go_on)?.determined(go_on)?)
            }
        };
        Ok(Checker { certificate, system, heaps, ways, definition, lets: written.lets, given, domain, go_on })
    }

    fn check(&self) -> Result<(), End> {
        self.ways_are_listed()?;
        self.an_empty_heap_has_no_move()?;
        self.play_ends()?;
        let normal = self.certificate.convention == Convention::Normal;
        let Certificate { set, into, can, below, statement, .. } = self.certificate;
        let splits = self.ways.iter().any(|way| way.parts > 1);
        match statement {
            Statement::PPositions { .. } | Statement::Subset { .. } | Statement::Within { .. } => {
                if splits {
                    return self.refuse(say!("proof.refuse_kind"));
                }
                self.levels(below.len(), 0)?;
                let set = self.set(set, self.heaps)?;
                self.formula(&set)?;
                let into = self.into(&set, into, normal)?;
                let can = if normal { self.none(can)? } else { self.can(can)? };
                self.equation(&set, &into, &can, normal, &[])
            }
            Statement::Level { level, .. } => {
                if splits || !normal {
                    return self.refuse(say!("proof.refuse_kind"));
                }
                self.levels(below.len(), *level)?;
                self.none(can)?;
                self.formula(&self.set(set, self.heaps)?)?;
                let mut smaller: Vec<Automaton> = Vec::new();
                for (n, lower) in below.iter().map(|lower| (&lower.set, &lower.into)).chain([(set, into)]).enumerate() {
                    let here = self.set(lower.0, self.heaps)?;
                    let into = self.into(&here, lower.1, n == 0)?;
                    self.equation(&here, &into, &[], true, &smaller)?;
                    smaller.push(here);
                }
                Ok(())
            }
            Statement::Values { .. } => {
                if !normal || (splits && self.system != System::Base(2)) {
                    return self.refuse(say!("proof.refuse_kind"));
                }
                self.levels(below.len(), 0)?;
                self.none(can)?;
                let graph = self.set(set, self.heaps + 1)?;
                self.formula(&graph)?;
                let reached = self.reached(&graph, into)?;
                self.least_missing(&graph, &reached)
            }
        }
    }

    fn refuse<T>(&self, reason: Text) -> Result<T, End> {
        Err(End::Refused(reason))
    }

    fn position(&self, word: &[Letter]) -> String {
        let heaps: BTreeSet<Variable> = (0..self.heaps).collect();
        format!("({})", numbers(self.system, &heaps, word).join(", "))
    }

    fn automaton(&self, states: &States, count: u8) -> Result<Automaton, End> {
        let read = Automaton::read(self.system, count, states).filter(Automaton::is_tidy);
        read.ok_or_else(|| End::Refused(say!("proof.refuse_automaton")))
    }

    /// The automaton of a set of positions, which must not depend on leading zeros.
    fn set(&self, states: &States, count: u8) -> Result<Automaton, End> {
        let set = self.automaton(states, count)?;
        if set.ignores_leading_zeros() { Ok(set) } else { self.refuse(say!("proof.refuse_zeros")) }
    }

    fn none(&self, sets: &[States]) -> Result<Vec<Automaton>, End> {
        if sets.is_empty() {
            return Ok(vec![]);
        }
        self.refuse(say!("proof.refuse_needless"))
    }

    /// A certificate of a Grundy value has the sets of all smaller ones, every other has none.
    fn levels(&self, found: usize, level: u32) -> Result<(), End> {
        if usize::try_from(level) == Ok(found) {
            return Ok(());
        }
        self.refuse(say!("proof.refuse_below", found = found, expected = level))
    }

    fn ways_are_listed(&self) -> Result<(), End> {
        let listed = &self.certificate.ways;
        if listed.len() != self.ways.len() {
            return self.refuse(say!("proof.refuse_ways", found = listed.len(), expected = self.ways.len()));
        }
        let most = listed.iter().copied().max().map_or(0, |last| last + 1);
        let Certificate { into, can, below, convention, .. } = self.certificate;
        let cans = (*convention == Convention::Misere).then_some(can.len());
        let lower = below.iter().map(|lower| lower.into.len());
        match lower.chain([into.len()]).chain(cans).find(|found| *found != most) {
            None => Ok(()),
            Some(found) => self.refuse(say!("proof.refuse_automata", found = found, expected = most)),
        }
    }

    /// Beside other heaps a heap that vanishes is taken for an empty one, which must then
    /// have no move.
    fn an_empty_heap_has_no_move(&self) -> Result<(), End> {
        if self.certificate.copies == 1 {
            return Ok(());
        }
        let Some((_, alone)) = ways(&self.definition, &self.given, 1) else {
            return self.refuse(say!("proof.refuse_game"));
        };
        if alone.iter().all(|way| way.parts > 0) {
            return Ok(());
        }
        for way in alone {
            let at_zero = game::both(&way.clauses, &[vec![Form::variable(0).is(Sign::Zero)]]);
            if !self.is_empty(&at_zero)? {
                return self.refuse(say!("proof.refuse_game"));
            }
        }
        Ok(())
    }

    /// Whether conditions hold of no numbers. In base 2, where letters are fewest: how numbers are
    /// written does not matter to it, unless there are sequences.
    fn is_empty(&self, conjunctions: &[Vec<Linear>]) -> Result<bool, End> {
        let sequences = conjunctions.iter().flatten().any(|condition| matches!(condition.sign, Sign::In(..)));
        let system = if sequences { self.system } else { System::Base(2) };
        let clauses = self.clauses_in(conjunctions, system)?;
        // One variable after the other: letters of all of them are many.
        Ok(Projection::step_by_step(system, BTreeSet::new(), &clauses, self.go_on)?.is_empty(self.go_on)?)
    }

    fn clauses_in(&self, conjunctions: &[Vec<Linear>], system: System) -> Result<Vec<Clause>, End> {
        clauses(conjunctions, system).ok_or_else(|| End::Refused(say!("proof.refuse_game")))
    }

    /// Every move lowers the first weighted sum that it changes, and changes one. A sum
    /// with a negative weight would not end.
    fn play_ends(&self) -> Result<(), End> {
        let rank = &self.certificate.rank;
        let fits = rank
            .iter()
            .all(|weights| weights.len() == usize::from(self.heaps) && weights.iter().all(|weight| *weight >= 0));
        for (n, way) in self.ways.iter().enumerate() {
            for part in 1..=way.parts {
                // Where all sums before are equal, the next is higher; or all are equal.
                let mut equal = Vec::new();
                let mut wrong = Vec::new();
                for weights in rank {
                    let mut lowered = Form::default();
                    for (heap, weight) in (0..self.heaps).zip(weights) {
                        let moved = Form::variable(heap).plus(-1, &Form::variable(part * self.heaps + heap));
                        lowered = moved.and_then(|moved| lowered.plus(*weight, &moved)).ok_or(End::TooLarge)?;
                    }
                    let higher = lowered.plus(1, &Form::constant(1)).ok_or(End::TooLarge)?.is(Sign::AtMostZero);
                    wrong.push([equal.as_slice(), &[higher]].concat());
                    equal.push(lowered.is(Sign::Zero));
                }
                wrong.push(equal);
                let with = game::both(&way.clauses, &wrong);
                if !fits || !self.is_empty(&with)? {
                    return self.refuse(say!("proof.refuse_rank", way = n + 1));
                }
            }
        }
        Ok(())
    }

    /// The automaton that accepts whatever it reads: the digits of no variable.
    fn everywhere(&self) -> Automaton {
        let rows = vec![std::collections::BTreeMap::from([(0, 0)])];
        Automaton { system: self.system, variables: BTreeSet::new(), accepts: vec![true], rows }
    }

    /// A tuple is in the set exactly if it is a position, no way leads into the set, in misère
    /// play some way is possible, and it is in none of the smaller sets.
    fn equation(
        &self,
        set: &Automaton,
        into: &[Automaton],
        can: &[Automaton],
        normal: bool,
        smaller: &[Automaton],
    ) -> Result<(), End> {
        let everywhere = self.everywhere();
        let domain = self.domain.as_ref().unwrap_or(&everywhere);
        let all: Vec<&Automaton> = [set, domain].into_iter().chain(into).chain(can).chain(smaller).collect();
        let heaps: BTreeSet<Variable> = (0..self.heaps).collect();
        let word = search(
            self.system,
            &heaps,
            vec![Some(0); all.len()],
            |states, letter| Ok(all.iter().zip(states).map(|(one, state)| one.step(*state, letter)).collect()),
            |states| {
                let accepts: Vec<bool> = all.iter().zip(states).map(|(one, state)| one.accepting(*state)).collect();
                let (here, inside, rest) = (accepts[0], accepts[1], &accepts[2..]);
                let (into, rest) = rest.split_at(into.len());
                let (can, smaller) = rest.split_at(can.len());
                let right = !into.contains(&true) && (normal || can.contains(&true)) && !smaller.contains(&true);
                here != (inside && right)
            },
            self.go_on,
        )?;
        match word {
            None => Ok(()),
            Some(word) => self.refuse(say!("proof.refuse_equation", position = self.position(&word))),
        }
    }

    /// (p, g) is in the graph exactly if no way reaches g and every h < g is reached.
    fn least_missing(&self, graph: &Automaton, reached: &[Automaton]) -> Result<(), End> {
        let (g, h) = (self.heaps, self.heaps + 1);
        let both: BTreeSet<Variable> = (0..=g).collect();
        // The (p, h) that no way reaches.
        let missing = subsets::built(
            self.system,
            &both,
            vec![Some(0); reached.len()],
            |(), states: &Vec<Option<usize>>, letter| {
                Ok(reached.iter().zip(states).map(|(one, state)| one.step(*state, letter)).collect())
            },
            |(), states| !reached.iter().zip(states).any(|(one, state)| one.accepting(*state)),
            &mut (),
            self.go_on,
        )?;
        let smaller = Form::variable(h).plus(-1, &Form::variable(g)).and_then(|form| form.plus(1, &Form::constant(1)));
        let member = missing.renamed(|v| if v == g { h } else { v });
        let below =
            [Clause { linear: vec![smaller.ok_or(End::TooLarge)?.is(Sign::AtMostZero)], members: vec![member] }];
        let some_below = Projection::new(self.system, both.clone(), &below).determined(self.go_on)?;
        let everywhere = self.everywhere();
        let all = [graph, &missing, &some_below, self.domain.as_ref().unwrap_or(&everywhere)];
        let word = search(
            self.system,
            &both,
            [Some(0); 4],
            |states, letter| Ok(std::array::from_fn(|n| all[n].step(states[n], letter))),
            |states| {
                let [here, missing, below, inside] = std::array::from_fn(|n| all[n].accepting(states[n]));
                here != (inside && missing && !below)
            },
            self.go_on,
        )?;
        match word {
            None => Ok(()),
            Some(word) => self.refuse(say!("proof.refuse_equation", position = self.position(&word))),
        }
    }

    /// The formula says what the set says.
    fn formula(&self, set: &Automaton) -> Result<(), End> {
        let (text, values, subset) = match &self.certificate.statement {
            Statement::PPositions { formula: None } | Statement::Level { formula: None, .. } => return Ok(()),
            Statement::PPositions { formula: Some(text) } | Statement::Level { formula: Some(text), .. } => {
                (text, false, false)
            }
            Statement::Values { formula } => (formula, true, false),
            Statement::Subset { formula } => (formula, false, true),
            Statement::Within { formula, .. } => (formula, false, false),
        };
        let said = self.said(text, values)?;
        let everywhere = self.everywhere();
        let about = match &self.certificate.statement {
            Statement::Within { domain, .. } => self.said(domain, false)?,
            _ => everywhere.clone(),
        };
        let domain = self.domain.as_ref().unwrap_or(&everywhere);
        let all = [&said, set, domain, &about];
        let word = search(
            self.system,
            &set.variables,
            [Some(0); 4],
            |states: &[Option<usize>; 4], letter| Ok(std::array::from_fn(|n| all[n].step(states[n], letter))),
            |states| {
                // Nothing is said of tuples that are no positions.
                let [formula, set, inside, about] = std::array::from_fn(|n| all[n].accepting(states[n]));
                let formula = inside && formula;
                about && if subset { formula && !set } else { formula != set }
            },
            self.go_on,
        )?;
        match word {
            None => Ok(()),
            Some(word) if subset => self.refuse(say!("proof.refuse_subset", position = self.position(&word))),
            Some(word) => self.refuse(say!("proof.refuse_formula", position = self.position(&word))),
        }
    }

    /// What a formula says, as an automaton.
    fn said(&self, text: &str, values: bool) -> Result<Automaton, End> {
        let automata = Automata::listed(self.certificate.automata.iter().cloned().map(Arc::new).collect());
        let names = formula::names(&self.definition, &self.lets, &self.given, self.certificate.copies);
        let names = names.with_automata(&automata);
        let about = (self.heaps, self.domain.as_ref());
        match formula::read(text, &names, about, values, self.system, self.go_on) {
            Ok(said) => Ok(said),
            Err(formula::No::TooLarge) => Err(End::TooLarge),
            Err(formula::No::Unreadable) => self.refuse(say!("proof.refuse_statement")),
            Err(formula::No::Floors) => self.refuse(say!("proof.refuse_floors")),
        }
    }
}

/// `3`, `-2` or `{1,3,4}`.
fn argument(text: &str) -> Option<Given> {
    let number = |text: &str| text.trim().parse::<i64>().ok();
    match text.trim().strip_prefix('{') {
        None => number(text).map(Given::Number),
        Some(rest) => {
            let inside = rest.strip_suffix('}')?.trim();
            if inside.is_empty() {
                return Some(Given::Set(vec![]));
            }
            inside.split(',').map(number).collect::<Option<_>>().map(Given::Set)
        }
    }
}
