//! Misère outcomes of sums of heaps that break, by the misère quotient.

use super::Played;
use miyama::heap::table::{NoTable, positions};
use miyama::misere::HeapOutcomes;
use miyama::play::Convention;
use miyama_budget::Budget;
use miyama_text::Text;

/// Outcomes, and how many heaps a position of the game has.
pub(super) struct Elements {
    outcomes: HeapOutcomes,
    own: usize,
}

impl Elements {
    /// How they are known.
    pub(super) fn method(&self) -> Text {
        self.outcomes.method()
    }

    /// Is the sum of these heaps a P-position? Whatever has to be played out was.
    pub(super) fn is_p(&self, heaps: &[u64]) -> Option<bool> {
        let parts: Vec<Vec<u64>> = heaps.chunks(self.own).map(<[u64]>::to_vec).collect();
        self.outcomes.is_p(&parts, &Budget::unlimited()).ok()?
    }
}

/// The outcomes of positions with heaps up to `to`; `None` if another way is better.
pub(super) fn elements(
    game: &Played<'_>,
    to: &[u64],
    convention: Convention,
    budget: &Budget,
) -> Result<Option<Elements>, NoTable> {
    if convention == Convention::Normal {
        return Ok(None);
    }
    let (outcomes, own) = match game {
        Played::Code(code) => (HeapOutcomes::of_code(code, to.iter().copied().max().unwrap_or(0), budget)?, 1),
        Played::Game(game) if game.ruleset.splits() => {
            let own = game.ruleset.heaps();
            let largest = |j: usize| to.iter().skip(j).step_by(own).copied().max().unwrap_or(0);
            match HeapOutcomes::of_game(game, &(0..own).map(largest).collect::<Vec<_>>(), budget) {
                // Too many for a quotient: they are played out.
                Err(NoTable::MisereSplit) => return Ok(None),
                outcomes => (outcomes?, own),
            }
        }
        Played::Game(_) => return Ok(None),
    };
    let elements = Elements { outcomes, own };
    if !elements.outcomes.is_by_quotient_alone() {
        let of = to.iter().try_fold(1u64, |all, heap| all.checked_mul(heap.checked_add(1)?));
        for (done, position) in (0..).zip(positions(to)) {
            budget.report(done, of);
            let parts: Vec<Vec<u64>> = position.chunks(own).map(<[u64]>::to_vec).collect();
            elements.outcomes.is_p(&parts, budget).map_err(NoTable::Stopped)?.ok_or(NoTable::MisereSplit)?;
        }
    }
    Ok(Some(elements))
}
