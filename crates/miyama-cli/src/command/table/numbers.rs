//! The numbers of a box: how they are found, and that of a position.

use super::growing::Growing;
use super::{Answer, Cells, MOST_READ, misere, shown_box};
use crate::failure::Failure;
use crate::limits::total_memory;
use crate::nim_values;
use miyama::breaking::code::Code;
use miyama::breaking::values::NimValues;
use miyama::game::HeapGame;
use miyama::heap::comparison::not_compared;
use miyama::heap::ruleset::Ruleset;
use miyama::heap::table::{GrundyTable, NoTable, OutcomeTable};
use miyama::play::{Convention, Outcome};
use miyama::strategy::{Plan, Way};
use miyama_budget::{Budget, bytes};
use miyama_text::{Lang, Text, say};
use std::io::Write;
use std::sync::Arc;

/// The numbers of a box, in the first way of the plan that gives them.
pub(super) fn cells(
    game: &HeapGame,
    copies: usize,
    to: &[u64],
    values: bool,
    convention: Convention,
    plan: &Plan,
    budget: &Budget,
) -> Result<Cells, NoTable> {
    for way in plan.ways() {
        match (way, &game.code) {
            (Way::Code, Some(code)) => return by_code(game, code, to, budget),
            (Way::Quotient, code) => {
                // Quotients of codes close soon; those of other rules may be large where sums are few.
                if code.is_none()
                    && let Some(table) = misere::of_few_sums(&game.ruleset, copies, to, budget)?
                {
                    return Ok(Cells::Outcomes(table));
                }
                if let Some(outcomes) = misere::outcomes(game, to, convention, budget)? {
                    return Ok(Cells::Misere(Box::new(outcomes)));
                }
            }
            _ => {}
        }
    }
    if copies > 1 && convention == Convention::Normal {
        let longest = [to.iter().copied().max().unwrap_or(0)];
        return Ok(Cells::Sums(GrundyTable::new(&game.ruleset, &longest, budget)?));
    }
    let ruleset: &Ruleset = &game.ruleset;
    if copies > 1 {
        return Ok(Cells::Outcomes(OutcomeTable::misere_of_several(ruleset, to, budget)?));
    }
    if !values {
        return Ok(Cells::Outcomes(OutcomeTable::new(ruleset, to, convention, budget)?));
    }
    note_memory(ruleset, to, budget);
    Ok(Cells::Values(GrundyTable::new(ruleset, to, budget)?))
}

/// The nim values of a code, computed while they are written.
fn by_code(game: &HeapGame, code: &Code, to: &[u64], budget: &Budget) -> Result<Cells, NoTable> {
    let longest = to.iter().copied().max().unwrap_or(0);
    let longest = usize::try_from(longest).map_err(|_| NoTable::TooLarge)?;
    let values = NimValues::new(code);
    let needed = values.memory(longest);
    nim_values::note_memory(longest, needed, budget);
    budget.need(needed).map_err(NoTable::Stopped)?;
    Ok(Cells::Code(Box::new(Growing::new(values, longest, game.ruleset.clone(), budget))))
}

/// Says before it starts that a run will take much of the machine.
fn note_memory(ruleset: &Ruleset, to: &[u64], budget: &Budget) {
    let (Ok(needed), Some(total)) = (GrundyTable::memory(ruleset, to), total_memory()) else { return };
    if needed > u128::from(total) / 2 {
        let needed = u64::try_from(needed).unwrap_or(u64::MAX);
        budget.note(&say!("table.memory", needed = bytes(needed), total = bytes(total)));
    }
}

impl Answer {
    /// Whether a picture says more than a table as text: all numbers of a large box were
    /// asked for, and the box is whole.
    pub(super) fn is_for_the_eye(&self) -> bool {
        self.only.is_none() && !self.explain && self.stopped.is_none() && self.positions() > MOST_READ
    }

    /// How many positions the table has.
    pub(super) fn positions(&self) -> u128 {
        self.to.iter().map(|most| u128::from(*most) + 1).product()
    }

    /// Makes sure that the number of a position is known before it is written.
    pub(super) fn reach(&self, position: &[u64], out: &mut dyn Write) -> Result<(), Failure> {
        match &self.cells {
            Cells::Code(values) => values.reach(position.iter().copied().max().unwrap_or(0), out),
            Cells::Values(_) | Cells::Sums(_) | Cells::Outcomes(_) | Cells::Misere(_) | Cells::Proved(..) => Ok(()),
            Cells::Listing(listing, budget) => Ok(listing.whole(budget).map(|_| ())?),
        }
    }

    /// The number of a position that is known: its value, or 0 for P and 1 for N.
    pub(super) fn number(&self, position: &[u64]) -> u32 {
        let value = match &self.cells {
            Cells::Values(table) => table.value(position).map(|v| v.0),
            Cells::Sums(table) => {
                position.iter().try_fold(0, |sum, heap| Some(sum ^ table.value(std::slice::from_ref(heap))?.0))
            }
            Cells::Code(values) => position.iter().try_fold(0, |sum, heap| Some(sum ^ values.get(*heap)?)),
            Cells::Outcomes(table) => table.outcome(position).map(|o| u32::from(o == Outcome::N)),
            Cells::Proved(positions, _) => {
                let found = positions.binary_search_by(|other| other.as_slice().cmp(position));
                Some(u32::from(found.is_err()))
            }
            Cells::Listing(listing, _) => {
                let outcome = listing.known().and_then(|table| table.outcome(position));
                outcome.map(|outcome| u32::from(outcome == Outcome::N))
            }
            Cells::Misere(outcomes) => {
                // Whatever has to be played out was.
                let outcome = outcomes.outcome(position, &Budget::unlimited()).ok().flatten();
                outcome.map(|outcome| u32::from(outcome == Outcome::N))
            }
        };
        let value = value.unwrap_or_default();
        if self.outcomes { value.min(1) } else { value }
    }

    /// How the numbers are found.
    pub(super) fn method(&self) -> Vec<Text> {
        let sums = || say!("table.method_sums");
        match &self.cells {
            Cells::Misere(outcomes) => vec![outcomes.method()],
            Cells::Proved(_, method) => vec![Text::clone(method)],
            Cells::Values(table) => vec![table.method()],
            Cells::Sums(table) => vec![table.method(), sums()],
            Cells::Outcomes(table) => vec![table.method()],
            Cells::Listing(..) => vec![say!("table.method_list")],
            Cells::Code(values) => {
                let code = say!("table.method_code", code = values.values().code().to_string());
                if self.to.len() > 1 { vec![code, sums()] } else { vec![code] }
            }
        }
    }

    /// Whether a person is told how: where it was asked for, or a theorem answers.
    pub(super) fn tells_method(&self) -> bool {
        self.explain || matches!(self.cells, Cells::Misere(_) | Cells::Proved(..))
    }

    /// Why the table was not compared with the definition, if it was not.
    pub(super) fn not_compared(&self) -> Option<Text> {
        let compared = match &self.cells {
            Cells::Values(table) | Cells::Sums(table) => table.compared(),
            Cells::Outcomes(table) => table.compared(),
            Cells::Listing(listing, _) => listing.compared(),
            Cells::Code(_) | Cells::Misere(_) | Cells::Proved(..) => return None,
        };
        compared.not.as_ref().map(not_compared)
    }

    /// What a picture is of, and how far it goes if it was stopped.
    pub(super) fn title(&self, lang: Lang) -> String {
        match self.stopped {
            None => self.game.clone(),
            Some(_) => say!("table.picture_so_far", game = &self.game, to = shown_box(&self.to)).in_lang(lang),
        }
    }

    /// Whether a tuple is a position.
    pub(super) fn is_position(&self, tuple: &[u64]) -> bool {
        let inside = |ruleset: &Arc<Ruleset>| ruleset.is_position(tuple, &Budget::unlimited()).unwrap_or(true);
        self.domain.as_ref().is_none_or(inside)
    }

    /// The number as it is shown; nothing where there is no position.
    pub(super) fn shown(&self, position: &[u64]) -> String {
        if !self.is_position(position) {
            return String::new();
        }
        match (self.number(position), self.outcomes) {
            (0, true) => "P".to_owned(),
            (_, true) => "N".to_owned(),
            (value, false) => value.to_string(),
        }
    }
}
