//! Misère outcomes of heaps that break, alone and side by side: for tables and formulas.

use super::Quotients;
use crate::breaking::code::Code;
use crate::breaking::ruleset::recognise;
use crate::game::HeapGame;
use crate::heap::table::{NoTable, positions};
use crate::sum::{NoSolution, Part, Sum};
use miyama_budget::{Budget, Stopped};
use miyama_misere::{Atoms, Stop};
use miyama_text::{Text, say};
use num_bigint::BigUint;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// A quotient that takes longer, or gets more elements, ends where it is.
const PATIENCE: Duration = Duration::from_secs(4);
const ELEMENTS: usize = 600;

/// More positions are not numbered.
const MOST_PIECES: usize = 1 << 17;

/// Outcomes of sums of positions with heaps up to some size.
pub struct HeapOutcomes {
    found: Quotients,
    /// The pieces of each position, where these are not heaps of a code.
    numbers: Option<HashMap<Vec<u64>, Vec<u32>>>,
    /// What plays out the sums whose heaps the quotient does not all know.
    beyond: Option<Mutex<Atoms>>,
    largest: usize,
}

impl HeapOutcomes {
    /// Of a taking-and-breaking game, heaps up to `largest`.
    ///
    /// # Errors
    /// [`NoTable`] if the budget ends.
    pub fn of_code(code: &Code, largest: u64, budget: &Budget) -> Result<HeapOutcomes, NoTable> {
        let largest = usize::try_from(largest).ok().filter(|n| u32::try_from(*n).is_ok()).ok_or(NoTable::TooLarge)?;
        let mut found = Quotients::of_code(code);
        grow(&mut found, largest, budget)?;
        let known = found.period().is_some() || found.images().len() > largest;
        let beyond = if known { None } else { Some(Mutex::new(found.beyond(largest, budget).map_err(no_table)?)) };
        Ok(HeapOutcomes { found, numbers: None, beyond, largest })
    }

    /// Of any game on heaps, each heap of a position up to its bound.
    ///
    /// # Errors
    /// [`NoTable`] if there are too many positions, or the budget ends.
    pub fn of_game(game: &HeapGame, to: &[u64], budget: &Budget) -> Result<HeapOutcomes, NoTable> {
        if let Some(code) = game.code.clone().or_else(|| recognise(&game.ruleset)) {
            return HeapOutcomes::of_code(&code, to.iter().copied().max().unwrap_or(0), budget);
        }
        let count = to.iter().try_fold(1u64, |count, heap| count.checked_mul(heap.checked_add(1)?));
        count.filter(|count| *count <= MOST_PIECES as u64).ok_or(NoTable::MisereSplit)?;
        let part = |heaps: Vec<u64>| Part::Heap {
            game: game.clone(),
            heaps: heaps.iter().map(|heap| BigUint::from(*heap)).collect(),
        };
        let sum = Sum { parts: positions(to).map(part).collect() };
        let mut found = match Quotients::of_position(&sum, MOST_PIECES, budget) {
            Ok(Some(found)) => found,
            Ok(None) => return Err(NoTable::MisereSplit),
            Err(reason) => return Err(unsolved(reason)),
        };
        grow(&mut found, usize::MAX, budget)?;
        let Some(pieces) = found.positions() else { return Err(NoTable::MisereSplit) };
        let alone: Vec<Sum> = sum.parts.into_iter().map(|part| Sum { parts: vec![part] }).collect();
        let listed = pieces.numbers_of_each(&alone, budget).map_err(unsolved)?;
        let numbers = positions(to).zip(listed).map(|(position, numbers)| (position, numbers.unwrap_or_default()));
        let numbers = Some(numbers.collect());
        let largest = pieces.len().saturating_sub(1);
        let beyond =
            if found.is_closed() { None } else { Some(Mutex::new(found.beyond(largest, budget).map_err(no_table)?)) };
        Ok(HeapOutcomes { found, numbers, beyond, largest })
    }

    /// Is the sum of these positions a P-position? `None` if one is out of reach.
    ///
    /// # Errors
    /// [`Stopped`] if the budget ends.
    pub fn is_p(&self, sum: &[Vec<u64>], budget: &Budget) -> Result<Option<bool>, Stopped> {
        let mut numbers = Vec::new();
        for position in sum {
            match (&self.numbers, position.as_slice()) {
                (Some(listed), position) => match listed.get(position) {
                    Some(of) => numbers.extend_from_slice(of),
                    None => return Ok(None),
                },
                (None, [heap]) => match self.found.heap_like(&BigUint::from(*heap)) {
                    Some(like) => numbers.push(u32::try_from(like).unwrap_or(u32::MAX)),
                    None if *heap <= self.largest as u64 => numbers.push(u32::try_from(*heap).unwrap_or(u32::MAX)),
                    None => return Ok(None),
                },
                (None, _) => return Ok(None),
            }
        }
        let (images, quotient) = (self.found.images(), self.found.quotient());
        let product = numbers.iter().try_fold(0, |x, n| Some(quotient.product(x, *images.get(*n as usize)?)));
        if let Some(product) = product {
            return Ok(Some(quotient.is_p(product)));
        }
        let Some(beyond) = &self.beyond else { return Ok(None) };
        let mut atoms = beyond.lock().unwrap_or_else(PoisonError::into_inner);
        match self.found.is_p_beyond(&numbers, &mut atoms, budget) {
            Ok(lost) => Ok(Some(lost)),
            Err(Stop::Budget(stopped)) => Err(stopped),
            Err(Stop::Order(_)) => Ok(None),
        }
    }

    /// Is nothing played out when somebody asks?
    #[must_use]
    pub fn is_by_quotient_alone(&self) -> bool {
        self.beyond.is_none()
    }

    /// How outcomes are known.
    #[must_use]
    pub fn method(&self) -> Text {
        self.found.method(self.beyond.is_none())
    }
}

impl Quotients {
    /// How outcomes are known: by the quotient alone, or with larger heaps played out.
    #[must_use]
    pub fn method(&self, alone: bool) -> Text {
        let order = self.quotient().order();
        let heap = self.images().len().saturating_sub(1);
        match (self.code(), self.period(), alone) {
            (Some(code), Some(_), _) => say!("solve.method_quotient_period", code = code.to_string(), order = order),
            (Some(code), None, true) => {
                say!("solve.method_quotient_to", code = code.to_string(), order = order, heap = heap)
            }
            (Some(code), None, false) => {
                say!("solve.method_quotient_beyond", code = code.to_string(), order = order, heap = heap)
            }
            (None, _, true) => say!("solve.method_quotient_pieces", order = order, pieces = self.images().len()),
            (None, _, false) => {
                say!("solve.method_quotient_pieces_beyond", order = order, pieces = self.images().len())
            }
        }
    }
}

fn grow(found: &mut Quotients, to: usize, budget: &Budget) -> Result<(), NoTable> {
    match found.grow(to, ELEMENTS, &budget.part(PATIENCE)) {
        Err(Stop::Budget(_)) => budget.check().map_err(NoTable::Stopped),
        Ok(()) | Err(Stop::Order(_)) => Ok(()),
    }
}

fn no_table(stop: Stop) -> NoTable {
    match stop {
        Stop::Budget(stopped) => NoTable::Stopped(stopped),
        Stop::Order(_) => NoTable::MisereSplit,
    }
}

fn unsolved(reason: NoSolution) -> NoTable {
    match reason {
        NoSolution::Stopped(stopped) => NoTable::Stopped(stopped),
        _ => NoTable::TooLarge,
    }
}
