//! Misère outcomes of sums of heaps that break, by the misère quotient.

use super::Played;
use miyama::breaking::ruleset::recognise;
use miyama::heap::table::NoTable;
use miyama::misere::{MOST_ELEMENTS, Quotients};
use miyama::play::Convention;
use miyama::sum::{NoSolution, Part, Sum};
use miyama_budget::Budget;
use miyama_misere::Stop;
use num_bigint::BigUint;

/// A quotient, and the element of each heap where they are not heaps of a code.
pub(super) struct Elements {
    found: Quotients,
    listed: Option<Vec<u32>>,
}

impl Elements {
    /// Is the sum of these heaps a P-position?
    pub(super) fn is_p(&self, heaps: &[u64]) -> Option<bool> {
        let quotient = self.found.quotient();
        let element = |heap: &u64| match &self.listed {
            Some(listed) => listed.get(usize::try_from(*heap).ok()?).copied(),
            None => self.found.image(&BigUint::from(*heap)),
        };
        let product = heaps.iter().try_fold(0, |x, heap| Some(quotient.product(x, element(heap)?)))?;
        Some(quotient.is_p(product))
    }
}

/// Numbers of positions to look at; more would be no table that anybody waits for.
const MOST_PIECES: usize = 20_000;

/// The elements of heaps up to the largest of `to`; `None` if another way is better.
pub(super) fn elements(
    game: &Played<'_>,
    to: &[u64],
    convention: Convention,
    budget: &Budget,
) -> Result<Option<Elements>, NoTable> {
    let breaks = match game {
        Played::Code(_) => true,
        Played::Game(game) => game.ruleset.splits() && game.ruleset.heaps() == 1,
    };
    if convention == Convention::Normal || !breaks {
        return Ok(None);
    }
    let largest = usize::try_from(to.iter().copied().max().unwrap_or(0)).map_err(|_| NoTable::TooLarge)?;
    let code = match game {
        Played::Code(code) => Some(code.clone()),
        Played::Game(game) => game.code.clone().or_else(|| recognise(&game.ruleset)),
    };
    let (mut found, sum) = match (code, game) {
        (Some(code), _) => (Quotients::of_code(&code), None),
        (None, Played::Code(_)) => return Ok(None),
        (None, Played::Game(game)) => {
            let heap = |n: usize| Part::Heap { game: (*game).clone(), heaps: vec![BigUint::from(n)] };
            let sum = Sum { parts: (0..=largest).map(heap).collect() };
            match Quotients::of_position(&sum, MOST_PIECES, budget) {
                Ok(Some(found)) => (found, Some(sum)),
                Ok(None) => return Err(NoTable::MisereSplit),
                Err(NoSolution::Stopped(stopped)) => return Err(NoTable::Stopped(stopped)),
                Err(_) => return Err(NoTable::TooLarge),
            }
        }
    };
    let until = if sum.is_some() { usize::MAX } else { largest };
    match found.grow(until, MOST_ELEMENTS, budget) {
        Ok(()) => {}
        Err(Stop::Budget(stopped)) => return Err(NoTable::Stopped(stopped)),
        Err(Stop::Order(_)) => return Err(NoTable::MisereSplit),
    }
    let listed = match sum {
        None => None,
        Some(sum) => {
            let alone = sum.parts.into_iter().map(|part| found.image_of(&Sum { parts: vec![part] }, budget));
            let listed = alone.collect::<Result<Option<Vec<u32>>, NoSolution>>();
            Some(listed.map_err(|_| NoTable::TooLarge)?.ok_or(NoTable::MisereSplit)?)
        }
    };
    Ok(Some(Elements { found, listed }))
}
