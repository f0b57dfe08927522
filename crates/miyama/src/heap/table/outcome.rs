//! The outcomes of a box.

use super::{GrundyTable, NoTable, Numbers, PART, Region, Table, positions};
use crate::heap::comparison::Compared;
use crate::heap::layout::Bits;
use crate::heap::played_out::MisereTable;
use crate::heap::ruleset::Ruleset;
use crate::heap::sweep::PositionNumber;
use crate::heap::winning_table::WinningTable;
use crate::nimber::Nimber;
use crate::play::{Convention, Outcome};
use miyama_budget::Budget;
use miyama_text::{Text, say};

/// The outcomes of a box.
///
/// ```
/// use miyama_budget::Budget;
/// use miyama::heap::builtin;
/// use miyama::heap::table::OutcomeTable;
/// use miyama::play::{Convention, Outcome};
/// let yama = builtin::ruleset("yama", &[]).unwrap();
/// let table = OutcomeTable::new(&yama, &[9, 9], Convention::Normal, &Budget::unlimited()).unwrap();
/// assert_eq!(table.outcome(&[4, 5]), Some(Outcome::P));
/// ```
#[derive(Clone, Debug)]
pub struct OutcomeTable(Held);

#[derive(Clone, Debug)]
enum Held {
    /// 0 for P, 1 for N.
    Outcomes(Box<Table>),
    /// Normal play of a game whose heaps break: 0 is P.
    Values(GrundyTable),
    /// Misère play of such a game.
    Played(MisereTable),
    /// A game with a winning condition of its own.
    Won(WinningTable),
}

impl OutcomeTable {
    /// Computes the outcomes of all positions with heaps up to `to`.
    ///
    /// # Errors
    /// [`NoTable`] says why not.
    ///
    /// # Panics
    /// If `to` has not one entry per heap of the ruleset.
    pub fn new(
        ruleset: &Ruleset,
        to: &[u64],
        convention: Convention,
        budget: &Budget,
    ) -> Result<OutcomeTable, NoTable> {
        assert_eq!(to.len(), ruleset.heaps(), "one bound per heap");
        if !ruleset.is_won_as_usual() {
            return Ok(OutcomeTable(Held::Won(WinningTable::new([ruleset; 2], to, convention, budget)?)));
        }
        if ruleset.splits() {
            return match convention {
                Convention::Normal => Ok(OutcomeTable(Held::Values(GrundyTable::new(ruleset, to, budget)?))),
                Convention::Misere => Ok(OutcomeTable(Held::Played(MisereTable::new(ruleset, to, budget)?))),
            };
        }
        let table = Table::new(ruleset, to, PositionNumber::Outcome(convention), budget)?;
        Ok(OutcomeTable(Held::Outcomes(Box::new(table))))
    }

    /// Computes the misère outcomes of as many heaps of a ruleset on one heap as `to`
    /// has entries, however their number changes in play.
    ///
    /// # Errors
    /// [`NoTable`] says why not.
    ///
    /// # Panics
    /// If the ruleset has several heaps.
    pub fn misere_of_several(ruleset: &Ruleset, to: &[u64], budget: &Budget) -> Result<OutcomeTable, NoTable> {
        assert_eq!(ruleset.heaps(), 1, "heaps of a ruleset on one heap");
        match ruleset.side_by_side(to.len()) {
            Some(ruleset) => OutcomeTable::new(&ruleset, to, Convention::Misere, budget),
            None if !ruleset.is_won_as_usual() => Err(NoTable::WonSplit),
            None => Ok(OutcomeTable(Held::Played(MisereTable::new(ruleset, to, budget)?))),
        }
    }

    /// Computes the outcome of one position under misère play, and of those that
    /// play from it reaches, of a game whose heaps do not break.
    ///
    /// # Errors
    /// [`NoTable`] says why not.
    pub(crate) fn misere_from(ruleset: &Ruleset, position: &[u64], budget: &Budget) -> Result<OutcomeTable, NoTable> {
        if !ruleset.is_won_as_usual() {
            let table = WinningTable::from([ruleset; 2], position, Convention::Misere, budget)?;
            return Ok(OutcomeTable(Held::Won(table)));
        }
        let table = Table::from(ruleset, position, PositionNumber::Outcome(Convention::Misere), budget)?;
        Ok(OutcomeTable(Held::Outcomes(Box::new(table))))
    }

    /// The P-positions as bits, where they are kept so.
    #[must_use]
    pub fn bits(&self) -> Option<Bits<'_>> {
        match &self.0 {
            Held::Outcomes(table) => match &table.numbers {
                Numbers::Outcomes(outcomes) => Bits::of_outcomes(outcomes),
                _ => None,
            },
            Held::Values(_) | Held::Played(_) | Held::Won(_) => None,
        }
    }

    /// The positions that the table knows: a set that every option stays in.
    pub(crate) fn region(&self) -> Region {
        match &self.0 {
            Held::Outcomes(table) => table.region(),
            Held::Values(table) => table.region(),
            Held::Played(table) => Region::Rows(table.to().to_vec()),
            Held::Won(table) => Region::Listed(table.positions()),
        }
    }

    /// How the table was found.
    #[must_use]
    pub fn method(&self) -> Text {
        match &self.0 {
            Held::Outcomes(table) => table.method(),
            Held::Values(table) => table.method(),
            Held::Played(_) | Held::Won(_) => say!("table.method_followed"),
        }
    }

    /// How the table was compared with the definition.
    #[must_use]
    pub fn compared(&self) -> &Compared {
        match &self.0 {
            Held::Outcomes(table) => &table.compared,
            Held::Values(table) => table.compared(),
            Held::Played(table) => table.compared(),
            Held::Won(table) => table.compared(),
        }
    }

    /// Calls `visit` with the P-positions of the box in lexicographic order, until
    /// it returns an error.
    ///
    /// # Errors
    /// What `visit` returns.
    pub fn for_each_p<E>(&self, visit: &mut dyn FnMut(&[u64]) -> Result<(), E>) -> Result<(), E> {
        let to = match &self.0 {
            Held::Outcomes(table) => match &table.numbers {
                Numbers::Outcomes(outcomes) => return outcomes.for_each_p(&table.to, visit),
                _ => &table.to,
            },
            Held::Values(table) => table.to(),
            Held::Played(table) => table.to(),
            Held::Won(table) => table.to(),
        };
        let Some((last, firsts)) = to.split_last() else { return Ok(()) };
        let mut row = Vec::new();
        for first in positions(firsts) {
            let mut position = [first.as_slice(), &[0]].concat();
            let mut from = 0;
            while from <= *last {
                row.resize((last - from + 1).min(PART) as usize, 1);
                if self.read_row(&first, from, &mut row).is_some() {
                    for (heap, _) in (from..).zip(&row).filter(|(_, number)| **number == 0) {
                        position[firsts.len()] = heap;
                        visit(&position)?;
                    }
                }
                from += row.len() as u64;
            }
        }
        Ok(())
    }

    /// For each of the positions behind `first`, the last heap from `from` on, 0 if it is a
    /// P-position and another number if not: as many as `row` has room for. None, and what
    /// is in `row` means nothing, if not all of them are in the table.
    #[must_use]
    pub fn read_row(&self, first: &[u64], from: u64, row: &mut [u32]) -> Option<()> {
        match &self.0 {
            Held::Outcomes(table) => table.read_row(first, from, row),
            Held::Values(table) => table.read_row(first, from, row),
            Held::Played(table) => {
                for (heap, number) in (from..).zip(row) {
                    *number = u32::from(table.outcome(&[first, &[heap]].concat())? == Outcome::N);
                }
                Some(())
            }
            Held::Won(table) => {
                for (heap, number) in (from..).zip(row) {
                    // A tuple outside the domain is no P-position.
                    let outcome = table.outcome(&[first, &[heap]].concat());
                    *number = u32::from(outcome != Some(Outcome::P));
                }
                Some(())
            }
        }
    }

    /// The outcome of a position: of the box, or reached by play from it.
    #[must_use]
    pub fn outcome(&self, position: &[u64]) -> Option<Outcome> {
        let zero = match &self.0 {
            Held::Outcomes(table) => table.at(position)? == 0,
            Held::Values(table) => table.value(position)? == Nimber::ZERO,
            Held::Played(table) => return table.outcome(position),
            Held::Won(table) => return table.outcome(position),
        };
        Some(if zero { Outcome::P } else { Outcome::N })
    }
}
