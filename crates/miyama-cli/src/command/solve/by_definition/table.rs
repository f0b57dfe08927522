//! The table of values of one or two heaps, filled cell by cell.

use super::{Found, mex, options, set, too_large, tuple};
use crate::answer::definition::{Cell, CellOption, Filling, Steps};
use crate::failure::Failure;
use miyama::game::HeapGame;
use miyama::play::Outcome;
use miyama::sum::{Part, Position};
use miyama_budget::Budget;
use miyama_text::{Text, say};
use num_bigint::BigUint;
use std::collections::HashMap;

/// Most cells.
const MOST: usize = 400;

/// One part of one or two heaps, or two heaps of one game.
pub(super) fn suits(position: &Position) -> bool {
    read(position).is_some()
}

/// The game, and its heaps part by part.
fn read(position: &Position) -> Option<(&HeapGame, Vec<Vec<u64>>)> {
    let heaps = |part: &Part| match part {
        Part::Heap { heaps, .. } => heaps.iter().map(|heap| u64::try_from(heap).ok()).collect::<Option<Vec<u64>>>(),
        _ => None,
    };
    let (Part::Heap { game, .. }, parts) = (position.parts.first()?, position.parts.as_slice()) else { return None };
    let fits = match parts {
        [_] => game.ruleset.heaps() <= 2,
        [a, b] => game.ruleset.heaps() == 1 && b.follows(a),
        _ => false,
    };
    (fits && game.sides.is_none()).then(|| parts.iter().map(heaps).collect::<Option<_>>())?.map(|heaps| (game, heaps))
}

pub(super) fn solve(position: &Position, budget: &Budget) -> Result<Found, Failure> {
    let Some((game, parts)) = read(position) else { return Err(too_large(MOST)) };
    let to: Vec<u64> = parts.concat();
    let box_size = to.iter().try_fold(1usize, |size, &n| size.checked_mul(usize::try_from(n).ok()?.checked_add(1)?));
    if box_size.is_none_or(|size| size > MOST) {
        return Err(too_large(MOST));
    }
    let mut table = Table { game, single: parts.len(), to: to.clone(), cells: vec![], values: HashMap::new(), budget };
    let mut at = vec![0; to.len()];
    loop {
        table.fill(&at)?;
        // The next cell of the box, the last heap running fastest.
        let Some(step) = (0..to.len()).rev().find(|&i| at[i] < to[i]) else { break };
        at[step] += 1;
        at[step + 1..].fill(0);
    }
    let value = table.values[&to];
    let mut says = vec![say!("definition.table")];
    says.extend(table.cells.iter().map(line));
    says.push(say!("definition.plain", text = format!("\n{}", drawn(&table))));
    let outcome = if value == 0 { Outcome::P } else { Outcome::N };
    let cells = table.cells;
    Ok(Found { steps: Steps::Table(Filling { to, cells }), says, outcome, value: Some(BigUint::from(value)) })
}

struct Table<'a> {
    game: &'a HeapGame,
    /// How many parts a position has: heaps of one game, or one part.
    single: usize,
    to: Vec<u64>,
    cells: Vec<Cell>,
    values: HashMap<Vec<u64>, u32>,
    budget: &'a Budget,
}

impl Table<'_> {
    fn sum(&self, at: &[u64]) -> Position {
        let part =
            |heaps: &[u64]| Part::Heap { game: self.game.clone(), heaps: heaps.iter().map(|&n| n.into()).collect() };
        let parts = if self.single == 1 { vec![part(at)] } else { at.chunks(1).map(part).collect() };
        Position { parts }
    }

    /// Fills a cell after those that it needs.
    fn fill(&mut self, at: &[u64]) -> Result<u32, Failure> {
        if let Some(known) = self.values.get(at) {
            return Ok(*known);
        }
        let mut found = Vec::new();
        for choice in options(&self.sum(at), MOST, self.budget)? {
            let pieces: Vec<Vec<u64>> = self.pieces(&choice.after)?;
            let mut value = 0;
            for piece in &pieces {
                value ^= self.fill(piece)?;
            }
            let option = CellOption { pieces, value };
            found.push(option);
        }
        if self.cells.len() >= MOST {
            return Err(too_large(MOST));
        }
        let value = mex(found.iter().map(|option| option.value));
        let beyond = at.iter().zip(&self.to).any(|(n, most)| n > most);
        self.cells.push(Cell { at: at.to_vec(), options: found, value, beyond });
        self.values.insert(at.to_vec(), value);
        Ok(value)
    }

    /// What is left, as cells: a position of two parts that did not break is one cell.
    fn pieces(&self, after: &Position) -> Result<Vec<Vec<u64>>, Failure> {
        let heaps = |part: &Part| match part {
            Part::Heap { heaps, .. } => heaps.iter().map(|heap| u64::try_from(heap).ok()).collect::<Option<Vec<u64>>>(),
            _ => None,
        };
        let pieces = after.parts.iter().map(heaps).collect::<Option<Vec<_>>>().ok_or_else(|| too_large(MOST))?;
        // A heap that broke or vanished leaves other parts than there were: as many cells of one heap each.
        Ok(match self.single {
            2 if pieces.len() == 2 => vec![pieces.concat()],
            2 => pieces.into_iter().map(|piece| vec![piece[0], 0]).collect(),
            _ => pieces,
        })
    }
}

fn line(cell: &Cell) -> Text {
    let at = format!("  {}", tuple(&cell.at));
    if cell.options.is_empty() {
        return say!("definition.line_end", position = at);
    }
    let option = |option: &CellOption| {
        let pieces: Vec<String> = option.pieces.iter().map(|piece| tuple(piece)).collect();
        format!("{}={}", pieces.join("+"), option.value)
    };
    let options: Vec<String> = cell.options.iter().map(option).collect();
    let values = set(cell.options.iter().map(|option| option.value));
    say!("definition.line_cell", position = at, options = options.join(" "), values = values, value = cell.value)
}

/// The table, the first heap running down.
fn drawn(table: &Table<'_>) -> String {
    let value = |at: &[u64]| table.values.get(at).map(ToString::to_string).unwrap_or_default();
    let (rows, columns): (Vec<Option<u64>>, u64) = match table.to.as_slice() {
        [x] => (vec![None], *x),
        [x, y] => ((0..=*x).map(Some).collect(), *y),
        _ => return String::new(),
    };
    let width =
        table.values.values().map(|v| v.to_string().len()).max().unwrap_or(1).max(columns.to_string().len()) + 1;
    let head: String = (0..=columns).map(|y| format!("{y:>width$}")).collect();
    let mut lines = vec![format!("    {head}"), format!("    {}", "-".repeat(head.len()))];
    for row in rows {
        let cells: String =
            (0..=columns).map(|y| format!("{:>width$}", value(&row.map_or_else(|| vec![y], |x| vec![x, y])))).collect();
        lines.push(format!("{:>3}|{cells}", row.map(|x| x.to_string()).unwrap_or_default()));
    }
    lines.join("\n")
}
