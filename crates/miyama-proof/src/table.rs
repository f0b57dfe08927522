//! Tables that hypotheses are made from and compared with.

use miyama::budget::{Budget, Stopped};
use miyama::heap::ruleset::Ruleset;
use miyama::heap::table::{GrundyTable, NoTable, OutcomeTable, positions};
use miyama::play::{Convention, Outcome};

/// What a set of positions is, by the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The P-positions.
    PPositions(Convention),
    /// The positions of this Grundy value.
    Level(u32),
}

/// For every position with heaps up to `to`, whether it is in the set.
#[derive(Clone, Debug)]
pub struct Table {
    pub(crate) to: u64,
    heaps: usize,
    /// The last heap running fastest.
    inside: Vec<bool>,
    /// Of a ruleset with a domain, which tuples are positions; else all.
    positions: Option<Vec<bool>>,
}

impl Table {
    /// The table of a ruleset.
    ///
    /// # Errors
    /// [`NoTable`] says why there is none.
    pub fn new(ruleset: &Ruleset, wanted: Wanted, to: u64, budget: &Budget) -> Result<Table, NoTable> {
        let heaps = ruleset.heaps();
        let bounds = vec![to; heaps];
        let mut inside = match wanted {
            Wanted::PPositions(convention) => {
                let table = OutcomeTable::new(ruleset, &bounds, convention, budget)?;
                everywhere(&bounds, budget, |position| table.outcome(position) == Some(Outcome::P))?
            }
            Wanted::Level(level) => {
                let table = GrundyTable::new(ruleset, &bounds, budget)?;
                everywhere(&bounds, budget, |position| table.value(position).is_some_and(|v| v.0 == level))?
            }
        };
        let is_position = |position: &[u64]| ruleset.is_position(position, budget).unwrap_or(false);
        let positions = ruleset.domain().map(|_| everywhere(&bounds, budget, is_position)).transpose()?;
        // A tuple that is no position is in no set of positions, whatever its place in the table holds.
        for (inside, is_position) in inside.iter_mut().zip(positions.iter().flatten()) {
            *inside &= is_position;
        }
        Ok(Table { to, heaps, inside, positions })
    }

    fn place(&self, position: &[u64]) -> Option<usize> {
        let mut place = 0u64;
        for heap in position {
            if *heap > self.to {
                return None;
            }
            place = place * (self.to + 1) + heap;
        }
        usize::try_from(place).ok()
    }

    /// Whether a tuple is a position; those beyond the table are not.
    pub(crate) fn is_position(&self, position: &[u64]) -> bool {
        let Some(place) = self.place(position) else { return false };
        self.positions.as_ref().is_none_or(|all| all.get(place) == Some(&true))
    }

    /// Whether some tuples are no positions.
    pub(crate) fn has_domain(&self) -> bool {
        self.positions.is_some()
    }

    /// Whether a position is in the set; none beyond the table.
    pub(crate) fn at(&self, position: &[u64]) -> Option<bool> {
        self.inside.get(self.place(position)?).copied()
    }

    /// The number of positions.
    pub(crate) fn len(&self) -> usize {
        self.inside.len()
    }

    /// The positions of the set.
    pub(crate) fn members(&self) -> Vec<Vec<u64>> {
        let bounds = vec![self.to; self.heaps];
        positions(&bounds).zip(&self.inside).filter(|(_, inside)| **inside).map(|(p, _)| p).collect()
    }
}

/// What holds at each position of a box, for as long as the budget lasts.
fn everywhere(to: &[u64], budget: &Budget, holds: impl Fn(&[u64]) -> bool) -> Result<Vec<bool>, Stopped> {
    let mut all = Vec::new();
    for position in positions(to) {
        if all.len() % (1 << 12) == 0 {
            budget.check()?;
        }
        all.push(holds(&position));
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_ends_with_the_budget() {
        let budget = Budget::unlimited();
        assert_eq!(everywhere(&[2, 1], &budget, |p| p[0] == p[1]).unwrap(), [true, false, false, true, false, false]);
        assert!(everywhere(&[100, 100], &budget.with_looks(2), |_| true).is_err());
        budget.cancel();
        assert_eq!(everywhere(&[2, 1], &budget, |_| true), Err(Stopped::Cancelled));
    }
}
