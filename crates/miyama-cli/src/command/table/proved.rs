//! The P-positions of a box, where a theorem says what they are.

use super::Cells;
use crate::theorems;
use miyama::game::HeapGame;
use miyama::heap::table::NoTable;
use miyama::play::Convention;
use miyama_budget::{Budget, Stopped};

/// Larger boxes of two heaps are for tables, which keep lists shorter than a theorem's, as
/// long as they fit.
const MANY: u128 = 1 << 22;

/// The P-positions by a theorem that is built in, or by a table.
pub(super) fn cells(
    game: &HeapGame,
    copies: usize,
    to: &[u64],
    convention: Convention,
    by_table: impl FnOnce(&Budget) -> Result<Cells, NoTable>,
    budget: &Budget,
) -> Result<Cells, NoTable> {
    let several = if copies > 1 { game.ruleset.side_by_side(copies) } else { None };
    let ruleset = several.as_ref().unwrap_or(&game.ruleset);
    let by_theorem = || {
        let found = theorems::built_in().p_positions(ruleset, convention, to, budget).map_err(NoTable::Stopped)?;
        Ok::<_, NoTable>(found.map(|listed| Cells::Proved(listed.positions, Box::new(listed.method))))
    };
    if ruleset.heaps() != to.len() {
        return by_table(budget);
    }
    let positions = to.iter().map(|most| u128::from(*most) + 1).try_fold(1u128, u128::checked_mul);
    if to.len() > 2 || positions.is_some_and(|positions| positions <= MANY) {
        return match by_theorem()? {
            Some(cells) => Ok(cells),
            None => by_table(budget),
        };
    }
    match by_table(budget) {
        Err(reason @ (NoTable::TooLarge | NoTable::Numbers)) => by_theorem()?.ok_or(reason),
        Err(NoTable::Stopped(stopped @ Stopped::Memory { .. })) => by_theorem()?.ok_or(NoTable::Stopped(stopped)),
        known => known,
    }
}
