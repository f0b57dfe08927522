//! A formula about a game, proved for all sizes or refuted.
//!
//! The formula is first compared with a table, which refutes most wrong ones at the
//! first position in the order of `check`. What the table does not refute becomes an
//! automaton, and one equality decides (see [`crate::outcomes`], [`crate::values`]).
//! A position at which the equality fails breaks its condition: the formula is wrong
//! there or at an option of it; the first such position is wrong itself (see [`first`]).

mod compared;
mod first;

use crate::certificate::{Certificate, Statement};
use crate::learn::{Learned, NotLearned, learn, proved};
use crate::outcomes::{all_of, determined};
use crate::outside::{Outside, Part, What};
use crate::rules::{Rules, limits};
use crate::statement::{self, Unread, system::systems};
use crate::table::Wanted;
use crate::values;
use compared::{Seen, near};
use miyama::budget::{Budget, Error, Stopped};
use miyama::heap::conjecture::{NoTest, Violation, broken_at};
use miyama::heap::formula::{self, Formula};
use miyama::heap::ruleset::Ruleset;
use miyama::play::Convention;
use miyama_automata::{Automaton, Limit, Limits, Numeration, Tracks, floor_holds};
use num_bigint::BigUint;

/// What is claimed about a game.
#[derive(Clone, Copy, Debug)]
pub enum Claim<'a> {
    /// The formula is the set of the P-positions.
    PPositions(&'a Formula),
    /// The formula gives the Grundy values.
    Values(&'a Formula),
    /// The formula is the set of the positions of this Grundy value.
    Level(u32, &'a Formula),
    /// The formula holds at P-positions only.
    Subset(&'a Formula),
    /// Of the positions where the first formula holds, the P-positions are those where the
    /// second does.
    Within(&'a Formula, &'a Formula),
}

impl<'a> Claim<'a> {
    /// The formula.
    #[must_use]
    pub fn formula(&self) -> &'a Formula {
        match self {
            Claim::PPositions(formula)
            | Claim::Values(formula)
            | Claim::Level(_, formula)
            | Claim::Subset(formula)
            | Claim::Within(_, formula) => formula,
        }
    }

    /// The automata that it names, each once.
    fn automata(&self) -> Vec<formula::Automaton> {
        let domain = match self {
            Claim::Within(domain, _) => domain.automata(),
            _ => &[],
        };
        let mut all: Vec<formula::Automaton> = Vec::new();
        for set in self.formula().automata().iter().chain(domain) {
            if !all.iter().any(|known| known.name == set.name) {
                all.push((**set).clone());
            }
        }
        all
    }

    fn statement(&self) -> Statement {
        let formula = self.formula().source().trim().to_owned();
        match self {
            Claim::PPositions(_) => Statement::PPositions { formula: Some(formula) },
            Claim::Values(_) => Statement::Values { formula },
            Claim::Level(level, _) => Statement::Level { level: *level, formula: Some(formula) },
            Claim::Subset(_) => Statement::Subset { formula },
            Claim::Within(domain, _) => Statement::Within { domain: domain.source().trim().to_owned(), formula },
        }
    }
}

/// What became of a claim.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// It holds for all positions.
    Proved(Box<Proved>),
    /// It holds for all positions, by the signs of polynomials.
    Signs(Box<miyama_signs::Certificate>),
    /// It gives the Grundy values of all positions, by the signs of polynomials.
    ValuesBySigns(Box<miyama_signs::ValueCertificate>),
    /// It fails.
    Refuted(Refuted),
    /// Something in it that automata do not decide; it holds as far as a table goes.
    Outside(Outside, Option<u64>),
    /// More was needed than is allowed; it holds as far as a table goes.
    Limit(Reached, Option<u64>),
}

/// A proof.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Proved {
    /// The set, or the graph of the values.
    pub set: Automaton,
    /// Everything that separate code needs to check it.
    pub certificate: Certificate,
}

/// Where a claim fails.
#[derive(Clone, Debug)]
pub struct Refuted {
    /// The position.
    pub position: Vec<BigUint>,
    /// The condition that is broken there, with the move that shows it; none where
    /// the truth itself is known and differs.
    pub violation: Option<Violation>,
    /// The true value, or 0 for P and 1 for N, where the violation does not say it.
    pub actual: Option<u32>,
    /// Whether it is the first one in the order of tables.
    pub first: bool,
}

/// What ran out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reached {
    /// Of an automaton.
    Automaton(Limit),
    /// Nothing was learned that is needed beside the formula.
    NotLearned {
        /// The systems.
        systems: Vec<Numeration>,
        /// The largest heap of a table.
        to: u64,
    },
    /// The budget.
    Budget(Stopped),
}

/// Why there is no verdict.
#[derive(Clone, Debug)]
pub enum NoVerdict {
    /// There is no table, or the formula says nothing at a position.
    Test(NoTest),
    /// The budget ended while the formula was compared with a table.
    Stopped(Stopped),
}

impl From<NoVerdict> for Error {
    fn from(reason: NoVerdict) -> Error {
        match reason {
            NoVerdict::Test(reason) => reason.into(),
            NoVerdict::Stopped(stopped) => stopped.into(),
        }
    }
}

impl From<Stopped> for NoVerdict {
    fn from(stopped: Stopped) -> NoVerdict {
        NoVerdict::Stopped(stopped)
    }
}

/// Proves or refutes a claim about a ruleset.
///
/// # Errors
/// [`NoVerdict`] says why there is no verdict.
///
/// # Panics
/// If the formula is not of the kind that the claim needs.
pub fn prove(
    ruleset: &Ruleset,
    claim: Claim<'_>,
    convention: Convention,
    budget: &Budget,
) -> Result<Verdict, NoVerdict> {
    // In misère play sums of pieces are played out one by one; in normal play a heap that breaks
    // has as many options as pairs of smaller ones.
    let to = near(ruleset.heaps()).min(match convention {
        _ if !ruleset.splits() => u64::MAX,
        Convention::Misere => 16,
        Convention::Normal => 250,
    });
    let question = Question { ruleset, claim, convention, budget };
    let seen = match question.table(to) {
        Ok(Seen::Refuted(refuted)) => return Ok(Verdict::Refuted(refuted)),
        Ok(Seen::Holds) => Some(to),
        Ok(Seen::Nothing) => None,
        Err(NoVerdict::Stopped(stopped)) => return Ok(Verdict::Limit(Reached::Budget(stopped), None)),
        Err(reason) => return Err(reason),
    };
    let go_on = || budget.check().is_ok();
    let limits = limits(budget, &go_on);
    let verdict = Rules::of(ruleset).map_err(Unread::from).and_then(|rules| question.decide(&rules, &limits));
    match verdict {
        Ok(verdict) => Ok(verdict),
        Err(_) if let Err(stopped) = budget.check() => Ok(Verdict::Limit(Reached::Budget(stopped), seen)),
        Err(Unread::Outside(outside)) => match question.signs() {
            Some(verdict) => Ok(verdict),
            None => Ok(question.undecided(seen, |seen| Verdict::Outside(outside, seen))),
        },
        Err(Unread::Limit(limit)) => {
            Ok(question.undecided(seen, |seen| Verdict::Limit(Reached::Automaton(limit), seen)))
        }
    }
}

struct Question<'a> {
    ruleset: &'a Ruleset,
    claim: Claim<'a>,
    convention: Convention,
    budget: &'a Budget,
}

impl Question<'_> {
    /// The proof by signs: of P-positions that are neighbours in a quadratic sequence, or of
    /// values that are polynomials by cases.
    fn signs(&self) -> Option<Verdict> {
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

    fn decide(&self, rules: &Rules<'_>, limits: &Limits<'_>) -> Result<Verdict, Unread> {
        let formula = self.claim.formula();
        let values = matches!(self.claim, Claim::Values(_) | Claim::Level(..));
        if !values && let Some(outside) = rules.moves.split() {
            return Err(outside.into());
        }
        let mut systems = systems(formula)?;
        if let Claim::Within(domain, _) = self.claim {
            match crate::statement::system::systems(domain) {
                Ok(own) => systems = common(systems, own)?,
                Err(outside) => return self.everywhere(rules, limits, Outside { part: Part::Domain, ..outside }),
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
            match self.decide_in(rules, system, any, limits) {
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
        system: Numeration,
        any: bool,
        limits: &Limits<'_>,
    ) -> Result<Verdict, Unread> {
        let formula = self.claim.formula();
        if let Numeration::Metallic(s) = system {
            // The floors of this system are what they are called, or nothing follows.
            assert!(floor_holds(s, limits)?, "the floors of metallic system {s} fail their own test");
        }
        match self.claim {
            Claim::PPositions(_) => {
                let guess = rules.moves.within(statement::set(formula, system, limits)?, limits)?;
                let found = determined(&rules.moves, &guess, self.convention, limits)?;
                if found.set == guess {
                    let learned = Learned { set: guess, to: 0, into: found.into, can: found.can, below: vec![] };
                    return Ok(self.proved(rules, &learned));
                }
                let wrong = difference(&guess, &found.set, limits)?;
                Ok(self.refuted(rules, &wrong, &|position| Some(guess.contains(position)), limits))
            }
            Claim::Values(_) => {
                let (graph, below) = statement::graph(formula, system, limits)?;
                let graph = rules.moves.within(graph, limits)?;
                let below = rules.moves.within(below, limits)?;
                if !below.is_empty() {
                    return Ok(self.refuted(rules, &below, &|_| None, limits));
                }
                let (right, ways) = values::determined(&rules.moves, &graph, limits)?;
                if right == graph {
                    let learned = Learned { set: graph, to: 0, into: ways, can: vec![], below: vec![] };
                    return Ok(self.proved(rules, &learned));
                }
                let value = Tracks::one(rules.heaps());
                let wrong = difference(&graph, &right, limits)?.projected(value, limits)?;
                Ok(self.refuted(rules, &wrong, &|_| None, limits))
            }
            Claim::Level(level, _) => {
                let guess = rules.moves.within(statement::set(formula, system, limits)?, limits)?;
                let mut below = Vec::new();
                if level > 0 {
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
                            Ok(self.refuted(rules, &wrong, &|position| Some(guess.contains(position)), limits))
                        }
                        Err(reason) => self.not_learned(&reason),
                    },
                }
            }
            Claim::Subset(_) | Claim::Within(..) => {
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
                            return self.everywhere(rules, limits, Outside { part: Part::Domain, ..outside });
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
                Ok(self.refuted(rules, &wrong, &|position| Some(part.contains(position)), limits))
            }
        }
    }

    /// Where no automaton reads the domain: what holds at all positions holds at those, and the
    /// certificate says it of all.
    fn everywhere(&self, rules: &Rules<'_>, limits: &Limits<'_>, outside: Outside) -> Result<Verdict, Unread> {
        let claim = Claim::PPositions(self.claim.formula());
        match (Question { claim, ..*self }).decide(rules, limits) {
            Ok(proved @ Verdict::Proved(_)) => Ok(proved),
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
            NotLearned::Table(_) | NotLearned::Stopped(_) => Err(Unread::Limit(Limit::Stopped)),
        }
    }

    /// The claim fails at the first of the positions `wrong`, at which it breaks the condition on its
    /// options; `claimed` is what it says there, where it is a set.
    fn refuted(
        &self,
        rules: &Rules<'_>,
        wrong: &Automaton,
        claimed: &dyn Fn(&[BigUint]) -> Option<bool>,
        limits: &Limits<'_>,
    ) -> Verdict {
        // Where no weighted sum falls with every move, `check` orders by the total alone.
        if self.ruleset.rank().is_none()
            && let Some(position) = wrong.first_element()
            && let Some(refuted) = self.in_a_table(&position)
        {
            return Verdict::Refuted(refuted);
        }
        let Some(position) = first::first(wrong, rules, limits) else {
            let position = wrong.first_element().expect("different sets differ somewhere");
            return Verdict::Refuted(self.in_a_table(&position).unwrap_or(Refuted {
                position,
                violation: None,
                actual: None,
                first: false,
            }));
        };
        let actual = claimed(&position).map(u32::from);
        let violation = self.violation(&position);
        Verdict::Refuted(Refuted { position, violation, actual, first: self.ruleset.rank().is_some() })
    }

    /// What a table says that reaches a position, if one may be made.
    fn in_a_table(&self, position: &[BigUint]) -> Option<Refuted> {
        let to = position.iter().max().and_then(|heap| u64::try_from(heap).ok())?;
        let heaps = u32::try_from(position.len()).unwrap_or(u32::MAX);
        (to + 1).checked_pow(heaps).filter(|all| *all <= MOST_POSITIONS)?;
        match self.table(to) {
            Ok(Seen::Refuted(refuted)) => Some(refuted),
            _ => None,
        }
    }

    /// The move that shows that a claim is wrong at a position, or that there is none, by the rules.
    fn violation(&self, position: &[BigUint]) -> Option<Violation> {
        let (Claim::PPositions(formula) | Claim::Values(formula)) = self.claim else { return None };
        let position: Vec<u64> = position.iter().map(|heap| u64::try_from(heap).ok()).collect::<Option<_>>()?;
        broken_at(self.ruleset, formula, &position, MOST_OPTIONS, self.convention, self.budget).ok()?
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

/// Whether a formula holds for all tuples of numbers; none if that is not decided.
///
/// # Panics
/// If the formula is no condition.
#[must_use]
pub fn holds_everywhere(formula: &Formula, limits: &Limits<'_>) -> Option<bool> {
    Some(where_it_holds(formula, limits)?.complement(limits).ok()?.is_empty())
}

/// Whether a formula holds for no tuple of numbers; none if that is not decided.
///
/// # Panics
/// If the formula is no condition.
#[must_use]
pub fn holds_nowhere(formula: &Formula, limits: &Limits<'_>) -> Option<bool> {
    Some(where_it_holds(formula, limits)?.is_empty())
}

fn where_it_holds(formula: &Formula, limits: &Limits<'_>) -> Option<Automaton> {
    let system = systems(formula).ok()?.first().copied().unwrap_or(Numeration::Base(2));
    if let Numeration::Metallic(s) = system
        && floor_holds(s, limits) != Ok(true)
    {
        return None;
    }
    statement::set(formula, system, limits).ok()
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
