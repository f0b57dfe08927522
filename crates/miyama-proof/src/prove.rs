//! A formula about a game, proved for all sizes or refuted.
//!
//! The formula is first compared with a table, which refutes most wrong ones at the
//! first position in the order of `check`. What the table does not refute becomes an
//! automaton, and one equality decides (see [`crate::outcomes`], [`crate::values`]). Nearly
//! all that is true is decided by small automata; where they grow, larger tables and lists are
//! looked at first, which most of what is false does not survive (see [`further`]).
//! A position at which the equality fails breaks its condition: the formula is wrong
//! there or at an option of it; the first such position is wrong itself (see [`first`]).

mod compared;
mod decide;
mod first;
mod further;
mod option;

use crate::certificate::{Certificate, Statement};
use crate::outside::Outside;
use crate::rules::Rules;
use crate::statement::{self, Unread, system::systems};
use compared::{Seen, near};
pub(crate) use first::first;
use miyama::budget::{Budget, Error, Stopped};
use miyama::heap::conjecture::{NoTest, Violation};
use miyama::heap::formula::{self, Formula};
use miyama::heap::ruleset::Ruleset;
use miyama::play::Convention;
use miyama_automata::{Automaton, Limit, Limits, Numeration, floor_holds};
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
    let mut seen = match question.table(to) {
        Ok(Seen::Refuted(refuted)) => return Ok(Verdict::Refuted(refuted)),
        Ok(Seen::Holds) => Some(to),
        Ok(Seen::Nothing) => None,
        Err(NoVerdict::Stopped(stopped)) => return Ok(Verdict::Limit(Reached::Budget(stopped), None)),
        Err(reason) => return Err(reason),
    };
    let verdict = Rules::of(ruleset).map_err(Unread::from).and_then(|rules| question.decided(&rules, &mut seen));
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

/// A claim about a game.
struct Question<'a> {
    ruleset: &'a Ruleset,
    claim: Claim<'a>,
    convention: Convention,
    budget: &'a Budget,
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
