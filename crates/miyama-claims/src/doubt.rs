//! Whether the checks check anything: each must refute its claim in a world that
//! differs from ours in one fact.
//!
//! A check looks at facts, such as the outcome of a position or the number of
//! buildings, through [`Ground::sees`]. In a test one of them, the n-th that the
//! check looks at, is turned into another. The claim is false then, and a check
//! that finds nothing wrong, whichever fact is turned, compares nothing.

use super::{Ground, Unchecked};
use miyama::heap::ruleset::Ruleset;
use miyama::heap::table::{GrundyTable, OutcomeTable};
use miyama::nimber::Nimber;
use miyama::play::Outcome;
use miyama_budget::Budget;
use std::cell::Cell;

/// Which of the facts that a check looks at is turned into another.
#[derive(Debug)]
pub(super) struct Doubt {
    at: u64,
    seen: Cell<u64>,
}

/// The outcomes of a table, as a check sees them.
pub(super) struct Outcomes<'a> {
    pub(super) ground: Ground<'a>,
    pub(super) table: OutcomeTable,
}

/// The values of a table, as a check sees them.
pub(super) struct Values<'a> {
    pub(super) ground: Ground<'a>,
    pub(super) table: GrundyTable,
}

impl<'a> Ground<'a> {
    /// Our world.
    pub(super) fn new(to: u64, budget: &'a Budget) -> Ground<'a> {
        Ground { to, budget, doubt: None }
    }

    /// A fact, as it was found; or `other` if it is the one that is turned.
    pub(super) fn sees<T>(&self, found: T, other: impl FnOnce(T) -> T) -> T {
        let Some(doubt) = self.doubt else { return found };
        let place = doubt.seen.replace(doubt.seen.get() + 1);
        if place == doubt.at { other(found) } else { found }
    }

    /// The same for something that is so or not.
    pub(super) fn holds(&self, found: bool) -> bool {
        self.sees(found, |found| !found)
    }

    /// The options of a position that do not break heaps, as a check sees them.
    pub(super) fn options(&self, ruleset: &Ruleset, position: &[u64]) -> Result<Vec<Vec<u64>>, Unchecked> {
        let options = ruleset.options(position)?.into_iter().filter_map(|option| option.into_iter().next());
        Ok(self.sees(options.collect(), |mut options: Vec<Vec<u64>>| {
            if options.pop().is_none() {
                options.push(position.to_vec());
            }
            options
        }))
    }
}

impl Outcomes<'_> {
    pub(super) fn outcome(&self, position: &[u64]) -> Option<Outcome> {
        self.ground.sees(self.table.outcome(position), |found| match found {
            Some(Outcome::P) => Some(Outcome::N),
            _ => Some(Outcome::P),
        })
    }
}

impl Values<'_> {
    pub(super) fn value(&self, position: &[u64]) -> Option<Nimber> {
        self.ground.sees(self.table.value(position), |found| found.map(|value| Nimber(value.0 ^ 1)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::statement::Statement;
    use super::super::{Claim, Expected, Verdict, all};
    use super::*;

    /// Which facts are turned, one in each run, until the claim is refuted.
    const TURNED: [u64; 14] = [0, 1, 2, 3, 4, 5, 7, 9, 12, 16, 24, 40, 80, 160];

    /// The verdict in our world with one fact turned, and whether the check has
    /// looked at that fact.
    fn with_turned(claim: &Claim, to: u64, at: u64) -> (Verdict, bool) {
        let (budget, doubt) = (Budget::unlimited(), Doubt { at, seen: Cell::new(0) });
        let ground = Ground { doubt: Some(&doubt), ..Ground::new(to, &budget) };
        let verdict = claim.tested(&ground).expect("a check without limits ends");
        (verdict, doubt.seen.get() > at)
    }

    /// A claim that is refuted in our world shows that its check can refute.
    #[test]
    fn every_claim_that_is_true_is_false_in_another_world() {
        let mut passed = Vec::new();
        for claim in all().filter(|claim| matches!(claim.expected, Expected::Proved | Expected::Holds)) {
            // Seven steps and the long runs take seconds; their checks are those of
            // five steps and of the smaller numbers.
            if ["001-Y7-corrected", "003-5.3-c3-corrected", "003-5.3-c4-corrected"].contains(&claim.id()) {
                continue;
            }
            // Formulas about all numbers are decided and not tested; the cases of a proof are
            // turned below.
            if claim.check.is_none() && !claim.statements.iter().any(Statement::has_positions) {
                continue;
            }
            // A statement about several positions says nothing about few.
            let worlds = [5, 20].into_iter().flat_map(|wish| TURNED.map(|at| (claim.bound_for(Some(wish)), at)));
            let refuted = worlds.into_iter().any(|(to, at)| {
                let (verdict, seen) = with_turned(claim, to, at);
                seen && matches!(verdict, Verdict::Refuted(_))
            });
            if !refuted {
                passed.push(claim.id());
            }
        }
        assert!(passed.is_empty(), "these checks compare nothing: {passed:?}");
    }

    /// The same for the finitely many cases that proofs compute.
    #[test]
    fn every_case_of_a_proof_can_fail() {
        for claim in all() {
            for check in claim.statements.iter().filter_map(Statement::cases) {
                let refuted = TURNED.into_iter().any(|at| {
                    let (budget, doubt) = (Budget::unlimited(), Doubt { at, seen: Cell::new(0) });
                    let ground = Ground { doubt: Some(&doubt), ..Ground::new(0, &budget) };
                    matches!(check(&ground), Ok(Verdict::Refuted(_))) && doubt.seen.get() > at
                });
                assert!(refuted, "a finite step of {} compares nothing", claim.id());
            }
        }
    }
}
