//! Misère outcomes of heaps that break, alone and side by side: for tables and formulas.

use super::{LITTLE_WORK, Quotients, WORK};
use crate::breaking::code::Code;
use crate::game::HeapGame;
use crate::heap::as_code::recognise;
use crate::heap::comparison::{Compared, compare_misere};
use crate::heap::fault;
use crate::heap::ruleset::Ruleset;
use crate::heap::table::{NoTable, positions};
use crate::play::Outcome;
use crate::sum::{NoSolution, Part, Position};
use miyama_budget::{Budget, Stopped};
use miyama_misere::{Atoms, Stop, Watch};
use miyama_text::{Text, say};
use num_bigint::BigUint;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

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
    /// How many heaps a position of the game has.
    heaps: usize,
}

/// How much may be done for a quotient: all there is to do, playing out what it does not know,
/// or little.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Work {
    All,
    Little,
}

impl Work {
    fn steps(self) -> u64 {
        match self {
            Work::All => WORK,
            Work::Little => LITTLE_WORK,
        }
    }
}

impl HeapOutcomes {
    /// Of a taking-and-breaking game, heaps up to `largest`.
    fn of_code(code: &Code, largest: u64, work: Work, budget: &Budget) -> Result<Option<HeapOutcomes>, NoTable> {
        let largest = usize::try_from(largest).ok().filter(|n| u32::try_from(*n).is_ok()).ok_or(NoTable::TooLarge)?;
        let mut found = Quotients::of_code(code);
        found.follow(largest, work.steps(), budget)?;
        let known = found.period().is_some() || found.images().len() > largest;
        let beyond = if known {
            None
        } else if work == Work::Little {
            return Ok(None);
        } else {
            Some(Mutex::new(found.beyond(largest, Watch::new(budget, usize::MAX)).map_err(no_table)?))
        };
        Ok(Some(HeapOutcomes { found, numbers: None, beyond, largest, heaps: 1 }))
    }

    /// Of any game on heaps, each heap of a position up to its bound.
    ///
    /// # Errors
    /// [`NoTable`] if there are too many positions, or the budget ends.
    pub fn of_game(game: &HeapGame, to: &[u64], budget: &Budget) -> Result<HeapOutcomes, NoTable> {
        HeapOutcomes::found(game, to, Work::All, budget)?.ok_or(NoTable::MisereSplit)
    }

    /// The same, if a quotient that knows them all is found with little work.
    ///
    /// # Errors
    /// [`NoTable`] if there are too many positions, or the budget ends.
    pub fn by_quotient(game: &HeapGame, to: &[u64], budget: &Budget) -> Result<Option<HeapOutcomes>, NoTable> {
        HeapOutcomes::found(game, to, Work::Little, budget)
    }

    fn found(game: &HeapGame, to: &[u64], work: Work, budget: &Budget) -> Result<Option<HeapOutcomes>, NoTable> {
        if let Some(code) = game.code.clone().or_else(|| recognise(&game.ruleset)) {
            return HeapOutcomes::of_code(&code, to.iter().copied().max().unwrap_or(0), work, budget);
        }
        let count = to.iter().try_fold(1u64, |count, heap| count.checked_mul(heap.checked_add(1)?));
        count.filter(|count| *count <= MOST_PIECES as u64).ok_or(NoTable::MisereSplit)?;
        let part = |heaps: Vec<u64>| Part::Heap {
            game: game.clone(),
            heaps: heaps.iter().map(|heap| BigUint::from(*heap)).collect(),
        };
        let sum = Position { parts: positions(to).map(part).collect() };
        let mut found = match Quotients::of_position(&sum, MOST_PIECES, budget) {
            Ok(Some(found)) => found,
            Ok(None) => return Err(NoTable::MisereSplit),
            Err(reason) => return Err(unsolved(reason)),
        };
        found.follow(usize::MAX, work.steps(), budget)?;
        if work == Work::Little && !found.is_closed() {
            return Ok(None);
        }
        let Some(pieces) = found.positions() else { return Err(NoTable::MisereSplit) };
        let alone: Vec<Position> = sum.parts.into_iter().map(|part| Position { parts: vec![part] }).collect();
        let listed = pieces.numbers_of_each(&alone, budget).map_err(unsolved)?;
        let numbers = positions(to).zip(listed).map(|(position, numbers)| (position, numbers.unwrap_or_default()));
        let numbers = Some(numbers.collect());
        let largest = pieces.len().saturating_sub(1);
        let beyond = if found.is_closed() {
            None
        } else {
            Some(Mutex::new(found.beyond(largest, Watch::new(budget, usize::MAX)).map_err(no_table)?))
        };
        Ok(Some(HeapOutcomes { found, numbers, beyond, largest, heaps: game.ruleset.heaps() }))
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
        match self.found.is_p_beyond(&numbers, &mut atoms, Watch::new(budget, usize::MAX)) {
            Ok(lost) => Ok(Some(lost)),
            Err(Stop::Budget(stopped)) => Err(stopped),
            Err(Stop::Order(_) | Stop::Work) => Ok(None),
        }
    }

    /// The outcome of a position of the game, or of several side by side; `None` if it is
    /// out of reach.
    ///
    /// # Errors
    /// [`Stopped`] if the budget ends.
    pub fn outcome(&self, position: &[u64], budget: &Budget) -> Result<Option<Outcome>, Stopped> {
        let parts: Vec<Vec<u64>> = position.chunks(self.heaps).map(<[u64]>::to_vec).collect();
        let lost = self.is_p(&parts, budget)?.map(|lost| lost != (fault::at(position) == 1));
        Ok(lost.map(|lost| if lost { Outcome::P } else { Outcome::N }))
    }

    /// Compares the outcomes of positions with heaps up to `to`, of the ruleset or of
    /// several of its positions side by side, with the definition; `took` is how long
    /// they took to compute.
    ///
    /// # Errors
    /// [`NoTable::Wrong`] where they differ, [`NoTable::Stopped`] if the budget ends.
    pub fn compare(&self, ruleset: &Ruleset, to: &[u64], took: Duration, budget: &Budget) -> Result<Compared, NoTable> {
        let mut is_p = |sum: &[&[u64]]| {
            let sum: Vec<Vec<u64>> = sum.iter().map(|position| position.to_vec()).collect();
            Ok(self.is_p(&sum, budget)?)
        };
        let outcome = |position: &[u64]| self.outcome(position, budget).ok().flatten();
        compare_misere(ruleset, to, took, &outcome, &mut is_p, budget)
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

fn no_table(stop: Stop) -> NoTable {
    match stop {
        Stop::Budget(stopped) => NoTable::Stopped(stopped),
        Stop::Order(_) | Stop::Work => NoTable::MisereSplit,
    }
}

fn unsolved(reason: NoSolution) -> NoTable {
    match reason {
        NoSolution::Stopped(stopped) => NoTable::Stopped(stopped),
        _ => NoTable::TooLarge,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Games};

    /// Whatever the quotient says is compared with the definition before it is shown.
    #[test]
    fn wrong_outcomes_are_not_shown() {
        let budget = Budget::unlimited();
        for text in ["0.77", "0.{0,2,5+}", "(x) -> {(a)+(b) | a+b = x-2}", "(x) -> {(x-1)+(x-2)} U {0 | x = 1}"] {
            let Game::Heap(game) = Games::built_in().find(text).unwrap() else { unreachable!("it is one on heaps") };
            for to in [vec![6], vec![3, 3]] {
                let outcomes = HeapOutcomes::of_game(&game, &[6], &budget).unwrap();
                let compare = || outcomes.compare(&game.ruleset, &to, Duration::ZERO, &budget);
                assert!(compare().unwrap().positions > 0, "{text}");
                for position in positions(&to) {
                    fault::FAULT.set(Some(position.clone()));
                    let compared = compare();
                    fault::FAULT.set(None);
                    assert!(matches!(compared, Err(NoTable::Wrong(_))), "{text} {position:?}");
                }
            }
        }
    }
}
