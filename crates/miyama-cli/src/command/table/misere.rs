//! Misère outcomes of sums of heaps that break, by the misère quotient.

use miyama::game::HeapGame;
use miyama::heap::table::{NoTable, positions};
use miyama::misere::HeapOutcomes;
use miyama::play::Convention;
use miyama_budget::Budget;
use std::time::Instant;

/// The outcomes of positions with heaps up to `to`, compared with the definition; whatever
/// has to be played out is. `None` if another way is better.
pub(super) fn outcomes(
    game: &HeapGame,
    to: &[u64],
    convention: Convention,
    budget: &Budget,
) -> Result<Option<HeapOutcomes>, NoTable> {
    if convention == Convention::Normal || !game.ruleset.splits() {
        return Ok(None);
    }
    let started = Instant::now();
    let own = game.ruleset.heaps();
    let largest = |j: usize| to.iter().skip(j).step_by(own).copied().max().unwrap_or(0);
    let outcomes = match HeapOutcomes::of_game(game, &(0..own).map(largest).collect::<Vec<_>>(), budget) {
        // Too many for a quotient: they are played out.
        Err(NoTable::MisereSplit) => return Ok(None),
        outcomes => outcomes?,
    };
    if !outcomes.is_by_quotient_alone() {
        let of = to.iter().try_fold(1u64, |all, heap| all.checked_mul(heap.checked_add(1)?));
        for (done, position) in (0..).zip(positions(to)) {
            budget.report(done, of);
            outcomes.outcome(&position, budget).map_err(NoTable::Stopped)?.ok_or(NoTable::MisereSplit)?;
        }
    }
    outcomes.compare(&game.ruleset, to, started.elapsed(), budget)?;
    Ok(Some(outcomes))
}
