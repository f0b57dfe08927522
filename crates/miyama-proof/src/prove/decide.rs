//! A claim decided by automata.

use super::compared::{Seen, near};
use super::option::Against;
use super::{Claim, Proved, Question, Reached, Refuted, Verdict, first};
use crate::certificate::Certificate;
use crate::learn::{Learned, NotLearned, learn, proved};
use crate::outcomes::{all_of, determined};
use crate::outside::{Outside, Part, What};
use crate::rules::{Rules, limits};
use crate::statement::{self, Unread, system::systems};
use crate::table::Wanted;
use crate::values;
use miyama::heap::conjecture::{Violation, broken_at, shown_at};
use miyama::heap::formula::Formula;
use miyama::play::Convention;
use miyama_automata::{Automaton, Limit, Limits, Numeration, Tracks, floor_holds};
use num_bigint::BigUint;
use std::time::Duration;

/// What is decided at once needs no more than this.
const FEW_STATES: usize = 4000;
const FEW_TRANSITIONS: usize = 60_000;

/// What needs more than this is compared with the truth, if that is learned so soon.
const MORE_STATES: usize = 40_000;
const MORE_TRANSITIONS: usize = 600_000;
const SOON: Duration = Duration::from_secs(2);

/// The options of a position with larger heaps are not walked through: where few of very many numbers
/// give one, that has no end.
const WALKED: u32 = 20_000;

/// Whether a set may be learned that a claim says nothing of, which may take seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Learns {
    Not,
    IfNeeded,
}

impl Learns {
    /// It is a matter of limits.
    fn may(self, limits: &Limits<'_>) -> Result<(), Limit> {
        if self == Learns::IfNeeded { Ok(()) } else { Err(Limit::States(limits.states)) }
    }
}

impl Question<'_> {
    /// The proof by signs: of P-positions that are neighbours in a quadratic sequence, or of
    /// values that are polynomials by cases.
    pub(super) fn signs(&self) -> Option<Verdict> {
        match (self.claim, self.convention) {
            (Claim::PPositions(formula), Convention::Normal) => {
                let certificate = crate::quadratic::by_signs(self.ruleset, formula.source())?;
                Some(Verdict::Signs(Box::new(certificate)))
            }
            (Claim::Values(formula), Convention::Normal) => {
                let certificate = crate::quadratic::values_by_signs(self.ruleset, formula.source(), self.budget)?;
                Some(Verdict::ValuesBySigns(Box::new(certificate)))
            }
            _ => None,
        }
    }

    /// Decides with small automata, or else after larger tables, up to which the claim then holds.
    pub(super) fn decided(&self, rules: &Rules<'_>, seen: &mut Option<u64>) -> Result<Verdict, Unread> {
        let go_on = || self.budget.check().is_ok();
        let limits = limits(self.budget, &go_on);
        let few = Limits { states: limits.states.min(FEW_STATES), transitions: FEW_TRANSITIONS, ..limits };
        // A set that is read is read once.
        let read = self.wanted().and_then(|_| self.read(rules, &few));
        if read.is_some() || self.wanted().is_none() {
            match self.decide(rules, &few, Learns::Not, read.as_ref()) {
                Err(Unread::Limit(limit)) if limit != Limit::Stopped => {}
                decided => return decided,
            }
        }
        if let Some(refuted) = self.further(seen, read.as_ref()) {
            return Ok(Verdict::Refuted(refuted));
        }
        if let Some(read) = &read {
            let more = Limits { states: limits.states.min(MORE_STATES), transitions: MORE_TRANSITIONS, ..limits };
            match self.decide(rules, &more, Learns::IfNeeded, Some(read)) {
                Err(Unread::Limit(limit)) if limit != Limit::Stopped => {}
                decided => return decided,
            }
            if let Some(verdict) = self.beside_truth(rules, read, &limits) {
                return Ok(verdict);
            }
        }
        self.decide(rules, &limits, Learns::IfNeeded, read.as_ref())
    }

    /// A claimed set of P-positions compared with the truth, where that is learned soon: automata of a wrong claim
    /// may grow much larger than those of the truth.
    fn beside_truth(&self, rules: &Rules<'_>, claimed: &Automaton, limits: &Limits<'_>) -> Option<Verdict> {
        let Claim::PPositions(_) = self.claim else { return None };
        let wanted = Wanted::PPositions(self.convention);
        let truth = learn(rules, wanted, &[claimed.system()], &self.budget.part(SOON)).ok()?;
        if truth.set == *claimed {
            return Some(self.proved(rules, &truth));
        }
        let wrong = difference(claimed, &truth.set, limits).ok()?;
        // The first wrong position breaks the condition on its options; others may not.
        first::first(&wrong, rules, limits)?;
        Some(self.refuted(rules, &wrong, Some(claimed), Against::Itself(claimed)))
    }

    /// Decides by automata; `read` is the claimed set, where it has been read.
    fn decide(
        &self,
        rules: &Rules<'_>,
        limits: &Limits<'_>,
        learns: Learns,
        read: Option<&Automaton>,
    ) -> Result<Verdict, Unread> {
        let formula = self.claim.formula();
        let values = matches!(self.claim, Claim::Values(_) | Claim::Level(..));
        if !values && let Some(outside) = rules.moves.split() {
            return Err(outside.into());
        }
        let mut systems = systems(formula)?;
        if let Claim::Within(domain, _) = self.claim {
            match crate::statement::system::systems(domain) {
                Ok(own) => systems = common(systems, own)?,
                Err(outside) => {
                    return self.everywhere(rules, limits, learns, Outside { part: Part::Domain, ..outside });
                }
            }
        }
        if let Some(only) = rules.moves.system {
            systems = common(systems, vec![only])?;
        }
        // A formula that every system reads leaves the choice to what is learned.
        let any = systems.is_empty();
        if any {
            systems.push(Numeration::Base(2));
        }
        let mut failed = None;
        for system in systems {
            // Sums of positions need nim-sums.
            if values && rules.moves.split().is_some() && system != Numeration::Base(2) {
                failed.get_or_insert(Unread::Outside(rules.moves.split().expect("just found")));
                continue;
            }
            let read = read.filter(|read| read.system() == system);
            match self.decide_in(rules, (system, any), limits, learns, read) {
                Err(Unread::Limit(limit)) if limit != Limit::Stopped => {
                    failed.get_or_insert(Unread::Limit(limit));
                }
                other => return other,
            }
        }
        Err(failed.unwrap_or(Unread::Limit(Limit::Stopped)))
    }

    fn decide_in(
        &self,
        rules: &Rules<'_>,
        (system, any): (Numeration, bool),
        limits: &Limits<'_>,
        learns: Learns,
        read: Option<&Automaton>,
    ) -> Result<Verdict, Unread> {
        let formula = self.claim.formula();
        let claimed = || -> Result<Automaton, Unread> {
            match read {
                Some(read) => Ok(read.clone()),
                None => Ok(rules.moves.within(statement::set(formula, system, limits)?, limits)?),
            }
        };
        if let Numeration::Metallic(s) = system {
            // The floors of this system are what they are called, or nothing follows.
            assert!(floor_holds(s, limits)?, "the floors of metallic system {s} fail their own test");
        }
        match self.claim {
            Claim::PPositions(_) => {
                let guess = claimed()?;
                let found = determined(&rules.moves, &guess, self.convention, limits)?;
                if found.set == guess {
                    let learned = Learned { set: guess, to: 0, into: found.into, can: found.can, below: vec![] };
                    return Ok(self.proved(rules, &learned));
                }
                let wrong = difference(&guess, &found.set, limits)?;
                Ok(self.refuted(rules, &wrong, Some(&guess), Against::Itself(&guess)))
            }
            Claim::Values(_) => {
                let (graph, below) = statement::graph(formula, system, limits)?;
                let graph = rules.moves.within(graph, limits)?;
                let below = rules.moves.within(below, limits)?;
                if !below.is_empty() {
                    return Ok(self.refuted(rules, &below, None, Against::Values(&graph, &[])));
                }
                let (right, ways) = values::determined(&rules.moves, &graph, limits)?;
                if right == graph {
                    let learned = Learned { set: graph, to: 0, into: ways, can: vec![], below: vec![] };
                    return Ok(self.proved(rules, &learned));
                }
                let value = Tracks::one(rules.heaps());
                let wrong = difference(&graph, &right, limits)?.projected(value, limits)?;
                Ok(self.refuted(rules, &wrong, None, Against::Values(&graph, &ways)))
            }
            Claim::Level(level, _) => {
                let guess = claimed()?;
                let mut below = Vec::new();
                if level > 0 {
                    learns.may(limits)?;
                    match learn(rules, Wanted::Level(level - 1), &[system], self.budget) {
                        Ok(mut learned) => {
                            below = std::mem::take(&mut learned.below);
                            below.push(learned);
                        }
                        Err(reason) => return self.not_learned(&reason),
                    }
                }
                match proved(rules, Wanted::Level(level), &guess, &below, limits)? {
                    Some(learned) => Ok(self.proved(rules, &learned)),
                    None => match learn(rules, Wanted::Level(level), &[system], self.budget) {
                        Ok(truth) => {
                            let wrong = difference(&guess, &truth.set, limits)?;
                            Ok(self.refuted(rules, &wrong, Some(&guess), Against::Level(level, &truth)))
                        }
                        Err(reason) => self.not_learned(&reason),
                    },
                }
            }
            Claim::Subset(_) | Claim::Within(..) => {
                learns.may(limits)?;
                let own: &[Numeration] = if any { &[] } else { &[system] };
                let truth = match learn(rules, Wanted::PPositions(self.convention), own, self.budget) {
                    Ok(truth) => truth,
                    Err(reason) => return self.not_learned(&reason),
                };
                let read = |formula: &Formula| -> Result<Automaton, Unread> {
                    Ok(rules.moves.within(statement::set(formula, truth.set.system(), limits)?, limits)?)
                };
                let part = read(formula)?;
                let mut wrong = vec![all_of(&[&part, &truth.set.complement(limits)?], limits)?];
                if let Claim::Within(domain, _) = self.claim {
                    let domain = match read(domain) {
                        Err(Unread::Outside(outside)) => {
                            return self.everywhere(rules, limits, learns, Outside { part: Part::Domain, ..outside });
                        }
                        read => read?,
                    };
                    wrong.push(all_of(&[&part.complement(limits)?, &truth.set], limits)?);
                    wrong = wrong.iter().map(|set| all_of(&[set, &domain], limits)).collect::<Result<_, _>>()?;
                }
                let wrong = Automaton::union(&wrong, limits)?;
                if wrong.is_empty() {
                    return Ok(self.proved(rules, &truth));
                }
                Ok(self.refuted(rules, &wrong, Some(&part), Against::PPositions(&truth.set)))
            }
        }
    }

    /// Where no automaton reads the domain: what holds at all positions holds at those, and the
    /// certificate says it of all.
    fn everywhere(
        &self,
        rules: &Rules<'_>,
        limits: &Limits<'_>,
        learns: Learns,
        outside: Outside,
    ) -> Result<Verdict, Unread> {
        let claim = Claim::PPositions(self.claim.formula());
        match (Question { claim, ..*self }).decide(rules, limits, learns, None) {
            Ok(proved @ Verdict::Proved(_)) => Ok(proved),
            Err(limit @ Unread::Limit(_)) if learns == Learns::Not => Err(limit),
            _ => Err(outside.into()),
        }
    }

    fn proved(&self, rules: &Rules<'_>, learned: &Learned) -> Verdict {
        let mut certificate = Certificate::of(rules, self.convention, self.claim.statement(), learned);
        certificate.automata = self.claim.automata();
        Verdict::Proved(Box::new(Proved { set: learned.set.clone(), certificate }))
    }

    fn not_learned(&self, reason: &NotLearned) -> Result<Verdict, Unread> {
        match reason {
            NotLearned::Nothing { systems, to } => {
                let reached = Reached::NotLearned { systems: systems.clone(), to: *to };
                Ok(Verdict::Limit(reached, Some(near(self.ruleset.heaps()))))
            }
            NotLearned::Table(_) | NotLearned::Stopped(_) | NotLearned::StoppedAfter(..) => {
                Err(Unread::Limit(Limit::Stopped))
            }
        }
    }

    /// The claim fails at the first of the positions `wrong`, at which it breaks the condition on its
    /// options; `claimed` is the set that it claims, where it is about one.
    fn refuted(
        &self,
        rules: &Rules<'_>,
        wrong: &Automaton,
        claimed: Option<&Automaton>,
        against: Against<'_>,
    ) -> Verdict {
        let go_on = || self.budget.check().is_ok();
        let limits = limits(self.budget, &go_on);
        // Where no weighted sum falls with every move, `check` orders by the total alone.
        if self.ruleset.rank().is_none()
            && let Some(position) = wrong.first_element()
            && let Some(refuted) = self.in_a_table(&position)
        {
            return Verdict::Refuted(refuted);
        }
        let shown = |position: &[BigUint]| {
            let inside = claimed.map(|set| set.contains(position));
            let by_automata = || {
                let position: Vec<u64> = position.iter().map(|heap| heap.try_into().ok()).collect::<Option<_>>()?;
                self.shown(rules, &position, inside, against, &limits).ok()?
            };
            let violation = match position.iter().all(|heap| *heap <= BigUint::from(WALKED)) {
                true => self.violation(position, inside).or_else(by_automata),
                false => by_automata(),
            };
            (violation, inside.map(u32::from))
        };
        let Some(position) = first::first(wrong, rules, &limits) else {
            let position = wrong.first_element().expect("different sets differ somewhere");
            let violation = shown(&position).0;
            let unordered = || Refuted { position: position.clone(), violation, actual: None, first: false };
            return Verdict::Refuted(self.in_a_table(&position).unwrap_or_else(unordered));
        };
        let (violation, actual) = shown(&position);
        Verdict::Refuted(Refuted { position, violation, actual, first: self.ruleset.rank().is_some() })
    }

    /// What a table says that reaches a position, if one may be made.
    pub(super) fn in_a_table(&self, position: &[BigUint]) -> Option<Refuted> {
        let to = position.iter().max().and_then(|heap| u64::try_from(heap).ok())?;
        let heaps = u32::try_from(position.len()).unwrap_or(u32::MAX);
        (to + 1).checked_pow(heaps).filter(|all| *all <= MOST_POSITIONS)?;
        match self.table(to) {
            Ok(Seen::Refuted(refuted)) => Some(refuted),
            _ => None,
        }
    }

    /// The move that shows that a claim is wrong at a position, or that there is none, by the rules. A
    /// formula for all P-positions or all values is confronted with itself; one for some of them, or for one
    /// value, with the truth, as far as a table may be made; `claimed` is what it says of the position.
    pub(super) fn violation(&self, position: &[BigUint], claimed: Option<bool>) -> Option<Violation> {
        let position: Vec<u64> = position.iter().map(|heap| u64::try_from(heap).ok()).collect::<Option<_>>()?;
        let level = match self.claim {
            Claim::PPositions(formula) | Claim::Values(formula) => {
                return broken_at(self.ruleset, formula, &position, MOST_OPTIONS, self.convention, self.budget).ok()?;
            }
            Claim::Level(level, _) => Some(level),
            Claim::Subset(_) | Claim::Within(..) => None,
        };
        let boxed = position.iter().try_fold(1u64, |all, heap| all.checked_mul(heap.checked_add(1)?));
        boxed.filter(|all| *all <= MOST_POSITIONS)?;
        shown_at(self.ruleset, &position, claimed?, level, self.convention, MOST_OPTIONS, self.budget).ok()?
    }
}

/// The systems that suit two formulas: none at all if every system does.
fn common(mut one: Vec<Numeration>, two: Vec<Numeration>) -> Result<Vec<Numeration>, Outside> {
    if one.is_empty() || two.is_empty() {
        one.extend(two);
        return Ok(one);
    }
    one.retain(|system| two.contains(system));
    if one.is_empty() { Err(What::Systems.at(Part::Formula, None)) } else { Ok(one) }
}

/// The most positions of a table that is made to find the first violation.
const MOST_POSITIONS: u64 = 4_000_000;

/// The most options that are looked at one by one to show a violation.
const MOST_OPTIONS: u64 = 20_000;

/// What is in one of two sets and not in the other.
fn difference(a: &Automaton, b: &Automaton, limits: &Limits<'_>) -> Result<Automaton, Limit> {
    let one = all_of(&[a, &b.complement(limits)?], limits)?;
    let two = all_of(&[b, &a.complement(limits)?], limits)?;
    Automaton::union(&[one, two], limits)
}
