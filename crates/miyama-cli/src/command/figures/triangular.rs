//! 003, Yama Nim and Triangular Nim: options, values, P-positions.

use super::parts::{energies, option_diagram, p_positions};
use super::{Desk, Drawn, Maker};
use crate::failure::Failure;
use crate::picture::figure::Figure;
use crate::picture::grid::Grid;
use miyama_budget::Mistake;
use miyama_text::say;

pub(super) const ALL: &[Maker] = &[
    ("003-figure-1", |desk| Ok(Drawn::Figure(option_diagram([4, 5], "yama", Some("triangular"), desk)?))),
    ("003-figure-2", |desk| Ok(Drawn::Figure(option_diagram([5, 4], "triangular", Some("twist(1)"), desk)?))),
    ("003-figure-3", |desk| {
        beside(
            option_diagram([9, 12], "geometric(3)", None, desk)?,
            option_diagram([9, 12], "sub-geometric(2)", None, desk)?,
        )
    }),
    ("003-figure-4", |desk| beside(p_positions("geometric(2)", 40, desk)?, p_positions("sub-geometric(2)", 40, desk)?)),
    ("003-table-1", |desk| energies("triangular", 20, desk)),
    ("003-table-2-a", |desk| energies("twist(0)", 20, desk)),
    ("003-table-2-b", |desk| energies("twist(1)", 20, desk)),
    ("003-table-2-c", |desk| energies("twist(2)", 20, desk)),
    ("003-theorem-3-3", |desk| energies("yama", 12, desk)),
    ("003-example-4-3", |_| polygonal()),
    ("003-example-4-5", neighbours),
];

fn beside(a: Figure, b: Figure) -> Result<Drawn, Failure> {
    Ok(Drawn::Figure(Figure::sheet("(a), (b)", &[a, b], 1400.0)))
}

/// Polygonal numbers with c + 3 sides: (1+c)/2·k² + (1−c)/2·k.
fn polygonal() -> Result<Drawn, Failure> {
    let number = |c: i64, k: i64| ((1 + c) * k * k + (1 - c) * k) / 2;
    let rows = (0..=3).map(|c| (format!("c = {c}"), (0..=6).map(|k| number(c, k).to_string()).collect())).collect();
    Ok(Drawn::Grid(Grid::of_rows("a[c],k", "k", (0..=6).map(|k| k.to_string()).collect(), rows)))
}

/// The paper's lists end at (21, 28) and (36, 49).
const LAST: u64 = 49;

/// The P-positions (x, y) with x ≤ y of the twists, from their tables.
fn neighbours(desk: &Desk<'_>) -> Result<Drawn, Failure> {
    let mut rows = Vec::new();
    for c in 0..=2 {
        let game = format!("twist({c})");
        let miyama::game::Game::Heap(heap) = crate::games::game(&game, desk.budget)? else {
            return Err(Failure::from(Mistake::new(0..0, say!("figure.no_heaps", game = &game))));
        };
        let table = miyama::heap::table::GrundyTable::new(&heap.ruleset, &[LAST, LAST], desk.budget);
        let table = table.map_err(crate::command::table::no_table)?;
        let mut found = Vec::new();
        for y in 0..=LAST {
            found.extend(
                (0..=y).filter(|x| table.value(&[*x, y]).is_some_and(|v| v.0 == 0)).map(|x| format!("({x},{y})")),
            );
        }
        rows.push((format!("c = {c}"), found));
    }
    Ok(Drawn::Grid(Grid::of_rows("P", "", vec![], rows)))
}
