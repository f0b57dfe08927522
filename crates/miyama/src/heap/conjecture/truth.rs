//! What is true of the positions of a box.

use crate::heap::ruleset::Ruleset;
use crate::heap::table::{GrundyTable, NoTable, OutcomeTable, Region};
use crate::play::{Convention, Outcome};
use miyama_budget::Budget;

/// The true values or outcomes, computed from the rules.
pub(super) enum TrueTable {
    Outcomes(OutcomeTable),
    Values(GrundyTable),
    /// Outcomes of a game whose heaps break: whether a value is 0.
    Zeros(GrundyTable),
}

impl TrueTable {
    /// Of outcomes or of values.
    pub(super) fn of(
        ruleset: &Ruleset,
        outcomes: bool,
        to: &[u64],
        convention: Convention,
        budget: &Budget,
    ) -> Result<TrueTable, NoTable> {
        if !outcomes {
            return Ok(TrueTable::Values(GrundyTable::new(ruleset, to, budget)?));
        }
        if ruleset.splits() && convention == Convention::Normal {
            return Ok(TrueTable::Zeros(GrundyTable::new(ruleset, to, budget)?));
        }
        Ok(TrueTable::Outcomes(OutcomeTable::new(ruleset, to, convention, budget)?))
    }

    pub(super) fn region(&self) -> Region {
        match self {
            TrueTable::Outcomes(table) => table.region(),
            TrueTable::Values(table) | TrueTable::Zeros(table) => table.region(),
        }
    }

    /// The value of a position, where values are known.
    pub(super) fn value(&self, position: &[u64]) -> Option<u32> {
        match self {
            TrueTable::Outcomes(_) => None,
            TrueTable::Values(table) | TrueTable::Zeros(table) => table.value(position).map(|v| v.0),
        }
    }

    /// Who wins, where the table tells it.
    pub(super) fn outcome(&self, position: &[u64]) -> Option<Outcome> {
        match self {
            TrueTable::Outcomes(table) => table.outcome(position),
            TrueTable::Values(_) | TrueTable::Zeros(_) => None,
        }
    }

    /// The value; or, where outcomes are asked for, 0 for P and 1 for others.
    pub(super) fn number(&self, position: &[u64]) -> Option<u32> {
        match self {
            TrueTable::Outcomes(table) => table.outcome(position).map(|o| u32::from(o != Outcome::P)),
            TrueTable::Values(table) => table.value(position).map(|v| v.0),
            TrueTable::Zeros(table) => table.value(position).map(|v| v.0.min(1)),
        }
    }
}
