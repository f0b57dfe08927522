//! 004, game values and octal games: the table of Dawson's Kayles.

use super::{Desk, Drawn, Maker};
use crate::command::table::no_table;
use crate::failure::Failure;
use crate::picture::grid::{Cell, Grid, Mark};
use miyama::game::Game;
use miyama::heap::table::GrundyTable;

pub(super) const ALL: &[Maker] = &[("004-table-1", dawsons_kayles)];

/// Heaps 0 to 203 in rows of the period 34; a value is underlined if the heap a period on, and so ever
/// after, has another: the period begins after the last of them, at 53.
fn dawsons_kayles(desk: &Desk<'_>) -> Result<Drawn, Failure> {
    const PERIOD: u64 = 34;
    const LAST: u64 = 203;
    let Game::Heap(game) = crate::games::game("0.07", desk.budget)? else {
        return Ok(Drawn::Grid(Grid::default()));
    };
    let table = GrundyTable::new(&game.ruleset, &[LAST], desk.budget).map_err(no_table)?;
    let value = |n: u64| table.value(&[n]).map_or(0, |value| value.0);
    // The last row is periodic: the period is proved with two periods less.
    let usual = |n: u64| value(n % PERIOD + 5 * PERIOD);
    let rows = (0..=LAST / PERIOD)
        .map(|row| {
            let heaps = row * PERIOD..(row + 1) * PERIOD;
            let cells = heaps.map(|n| Cell::marked(value(n), Mark::Underlined, value(n) != usual(n))).collect();
            (format!("{}+", row * PERIOD), cells)
        })
        .collect();
    let heads = (0..PERIOD).map(|n| format!("{n:02}")).collect();
    Ok(Drawn::Grid(Grid { title: "G(DKₙ)".to_owned(), corner: String::new(), heads, rows }))
}
