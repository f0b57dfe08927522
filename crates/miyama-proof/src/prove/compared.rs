//! A claim compared with a table, which refutes most wrong ones at the first position.

use super::{Claim, NoVerdict, Question, Refuted, Verdict};
use crate::table::{Table, Wanted};
use miyama::budget::Stopped;
use miyama::heap::conjecture::{self, NoTest};
use miyama::heap::formula::Formula;
use miyama::heap::table::NoTable;
use num_bigint::BigUint;
use std::time::Duration;

/// The largest heap of the table that a formula is compared with first.
pub(super) fn near(heaps: usize) -> u64 {
    match heaps {
        0 | 1 => 600,
        2 => 80,
        3 => 24,
        4 => 10,
        5 => 6,
        _ => 4,
    }
}

/// The largest heap of the table that a formula is compared with where it is not decided.
pub(super) fn far(heaps: usize) -> Option<u64> {
    match heaps {
        1 => Some(3000),
        2 => Some(400),
        _ => None,
    }
}

/// So long a table may take. Where some heaps grow while others fall, one of small heaps may need very large ones.
const LONGEST: Duration = Duration::from_secs(5);

/// What a table says.
pub(super) enum Seen {
    Holds,
    Refuted(Refuted),
    /// There is none.
    Nothing,
}

impl Question<'_> {
    /// What becomes of a claim that holds as far as it was seen and is not decided: a larger table may
    /// still refute it, and so may what it says of numbers that it names.
    pub(super) fn undecided(&self, seen: Option<u64>, verdict: impl FnOnce(Option<u64>) -> Verdict) -> Verdict {
        let far = far(self.ruleset.heaps()).filter(|far| seen.is_some_and(|s| s < *far) && !self.ruleset.splits());
        let seen = match far.map(|far| (far, self.table(far))) {
            Some((_, Ok(Seen::Refuted(refuted)))) => return Verdict::Refuted(refuted),
            Some((far, Ok(Seen::Holds))) => Some(far),
            _ => seen,
        };
        match self.narrow(seen.unwrap_or(0)).or_else(|| self.beside_list()) {
            Some(refuted) => Verdict::Refuted(refuted),
            None => verdict(seen),
        }
    }

    /// Compares with the table of all heaps up to `to`.
    pub(super) fn table(&self, to: u64) -> Result<Seen, NoVerdict> {
        let heaps = self.ruleset.heaps();
        match self.claim {
            Claim::PPositions(formula) | Claim::Values(formula) => {
                let part = self.budget.part(LONGEST);
                let tested = conjecture::test(self.ruleset, formula, &vec![to; heaps], self.convention, &part);
                match tested {
                    Err(NoTest::Table(NoTable::Stopped(Stopped::Time { .. }))) if self.budget.check().is_ok() => {
                        Ok(Seen::Nothing)
                    }
                    Ok(tested) => Ok(tested.violation.map_or(Seen::Holds, |violation| {
                        let position = violation.position.iter().map(|heap| (*heap).into()).collect();
                        Seen::Refuted(Refuted { position, violation: Some(violation), actual: None, first: true })
                    })),
                    Err(NoTest::Table(NoTable::Stopped(stopped @ (Stopped::Cancelled | Stopped::Time { .. })))) => {
                        Err(stopped.into())
                    }
                    Err(NoTest::Table(
                        NoTable::Stopped(_) | NoTable::TooLarge | NoTable::Numbers | NoTable::MisereSplit,
                    )) => Ok(Seen::Nothing),
                    Err(reason) => Err(NoVerdict::Test(reason)),
                }
            }
            Claim::Level(level, formula) => {
                self.membership(formula, None, Wanted::Level(level), to, &|claimed, actual| claimed == actual)
            }
            Claim::Subset(formula) => {
                let wanted = Wanted::PPositions(self.convention);
                self.membership(formula, None, wanted, to, &|claimed, actual| !claimed || actual)
            }
            Claim::Within(domain, formula) => {
                let wanted = Wanted::PPositions(self.convention);
                self.membership(formula, Some(domain), wanted, to, &|claimed, actual| claimed == actual)
            }
        }
    }

    /// The weights of the order in which `check` looks at positions.
    pub(super) fn weights(&self) -> Vec<i128> {
        self.ruleset.rank().map_or_else(|| vec![1; self.ruleset.heaps()], |rank| rank.weights().to_vec())
    }

    /// Compares a set with a table, where another holds, in the order of rank, total and heaps.
    fn membership(
        &self,
        formula: &Formula,
        domain: Option<&Formula>,
        wanted: Wanted,
        to: u64,
        agree: &dyn Fn(bool, bool) -> bool,
    ) -> Result<Seen, NoVerdict> {
        let heaps = self.ruleset.heaps();
        let no = |reason| NoVerdict::Test(NoTest::Table(reason));
        let table = match Table::new(self.ruleset, wanted, to, &self.budget.part(LONGEST)) {
            Ok(table) => table,
            Err(NoTable::Stopped(Stopped::Time { .. })) if self.budget.check().is_ok() => return Ok(Seen::Nothing),
            Err(
                NoTable::Stopped(Stopped::Memory { .. }) | NoTable::TooLarge | NoTable::Numbers | NoTable::MisereSplit,
            ) => {
                return Ok(Seen::Nothing);
            }
            Err(NoTable::Stopped(stopped)) => return Err(stopped.into()),
            Err(reason) => return Err(no(reason)),
        };
        let weights = self.weights();
        let ready = |formula: &Formula| {
            let mut formula = formula.clone();
            formula.prepare(to.saturating_mul(heaps as u64), self.budget)?;
            Ok::<Formula, Stopped>(formula)
        };
        let (formula, domain) = (ready(formula)?, domain.map(ready).transpose()?);
        let mut evaluator = formula.evaluator(self.budget);
        let mut domain = domain.as_ref().map(|domain| domain.evaluator(self.budget));
        // By rank, total and heaps; whether it is wanted.
        type Place = (i128, u64, Vec<u64>);
        let mut first: Option<(Place, bool)> = None;
        for position in miyama::heap::table::positions(&vec![to; heaps]) {
            let unsaid = |reason| NoVerdict::Test(NoTest::Formula(reason, position.clone()));
            if let Some(domain) = &mut domain
                && domain.number(&position).map_err(unsaid)? != 0
            {
                continue;
            }
            let claimed = evaluator.number(&position).map_err(unsaid)? == 0;
            let actual = table.at(&position) == Some(true);
            if !table.is_position(&position) || agree(claimed, actual) {
                continue;
            }
            let rank = weights.iter().zip(&position).map(|(w, h)| w * i128::from(*h)).sum();
            let key = (rank, position.iter().sum(), position);
            if first.as_ref().is_none_or(|(known, _)| key < *known) {
                first = Some((key, actual));
            }
        }
        Ok(first.map_or(Seen::Holds, |((_, _, position), actual)| {
            let position: Vec<BigUint> = position.into_iter().map(Into::into).collect();
            let violation = self.violation(&position, Some(!actual));
            Seen::Refuted(Refuted { position, violation, actual: Some(u32::from(!actual)), first: true })
        }))
    }
}
