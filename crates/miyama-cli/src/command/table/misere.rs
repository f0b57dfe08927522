//! Misère outcomes of sums of heaps that break, by the misère quotient.

use miyama::game::HeapGame;
use miyama::heap::ruleset::Ruleset;
use miyama::heap::table::{NoTable, OutcomeTable, positions};
use miyama::misere::HeapOutcomes;
use miyama::play::Convention;
use miyama_budget::{Budget, Stopped};
use std::time::{Duration, Instant};

/// Boxes whose play reaches more sums than about so many are for quotients.
const FEW: u64 = 50_000;

/// And those whose sums take longer than this.
const MOMENT: Duration = Duration::from_secs(1);

/// The outcomes of a box in which play reaches few sums, each of them played out; `None` if there
/// are more.
pub(super) fn of_few_sums(
    ruleset: &Ruleset,
    copies: usize,
    to: &[u64],
    budget: &Budget,
) -> Result<Option<OutcomeTable>, NoTable> {
    if !ruleset.is_won_as_usual() {
        return Ok(None);
    }
    let few = budget.without_listener().part(MOMENT).with_looks(FEW);
    let table = match copies {
        1 => OutcomeTable::new(ruleset, to, Convention::Misere, &few),
        _ => OutcomeTable::misere_of_several(ruleset, to, &few),
    };
    match table {
        Ok(table) => Ok(Some(table)),
        Err(NoTable::Stopped(Stopped::Time { .. } | Stopped::Memory { .. })) if budget.check().is_ok() => Ok(None),
        Err(reason) => Err(reason),
    }
}

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
