//! Tables that hypotheses are made from and compared with.

use miyama::budget::Budget;
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
        let mut inside: Vec<bool> = match wanted {
            Wanted::PPositions(convention) => {
                let table = OutcomeTable::new(ruleset, &bounds, convention, budget)?;
                positions(&bounds).map(|position| table.outcome(&position) == Some(Outcome::P)).collect()
            }
            Wanted::Level(level) => {
                let table = GrundyTable::new(ruleset, &bounds, budget)?;
                positions(&bounds).map(|position| table.value(&position).is_some_and(|v| v.0 == level)).collect()
            }
        };
        let is_position = |position: Vec<u64>| ruleset.is_position(&position, budget).unwrap_or(false);
        let positions: Option<Vec<bool>> = ruleset.domain().map(|_| positions(&bounds).map(is_position).collect());
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
