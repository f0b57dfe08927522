//! All subsets of a board, where that takes long: smaller boards first, which are what is known when it
//! is stopped.

use crate::answer::{self, Format};
use crate::export::json::Data;
use crate::failure::Failure;
use miyama_budget::{Budget, Stopped};
use miyama_text::{Lang, say};
use std::io::Write;
use std::time::Duration;

/// The answer for a board with fewer columns, and why it is not for the one that was asked for.
struct Smaller {
    inner: Box<dyn answer::Answer>,
    board: String,
    stopped: Failure,
}

type Computed = Result<Box<dyn answer::Answer>, Failure>;

/// Computes for a board. A rectangle of so many rows is tried for a moment, then column by column:
/// a column more takes 2^rows times as long, so that all the smaller ones together take 1/(2^rows − 1) of it.
/// From four rows on that is little, and the moment needs only be as long as a refusal takes.
pub(super) fn answer(board: &str, budget: &Budget, compute: impl Fn(&str, &Budget) -> Computed) -> Computed {
    let sides = board
        .trim()
        .split_once('x')
        .and_then(|(rows, columns)| Some((rows.trim().parse::<usize>().ok()?, columns.trim().parse::<usize>().ok()?)));
    let Some((rows, columns @ 2..)) = sides else { return compute(board, budget) };
    let moment = if rows < 4 { Duration::from_secs(1) } else { Duration::from_millis(50) };
    match compute(board, &budget.share(4).part(moment)) {
        Err(Failure::Stopped(Stopped::Time { .. })) => {}
        done => return done,
    }
    let mut known: Option<(String, Box<dyn answer::Answer>)> = None;
    for columns in 1..columns {
        let smaller = format!("{rows}x{columns}");
        match (compute(&smaller, budget), known) {
            (Ok(found), _) => known = Some((smaller, found)),
            (Err(Failure::Stopped(stopped)), Some((board, inner))) => return Ok(stopped_at(board, inner, stopped)),
            (Err(failure), _) => return Err(failure),
        }
    }
    match (compute(board, budget), known) {
        (Err(Failure::Stopped(stopped)), Some((board, inner))) => Ok(stopped_at(board, inner, stopped)),
        (done, _) => done,
    }
}

fn stopped_at(board: String, inner: Box<dyn answer::Answer>, stopped: Stopped) -> Box<dyn answer::Answer> {
    Box::new(Smaller { inner, board, stopped: Failure::Stopped(stopped) })
}

impl answer::Answer for Smaller {
    fn data(&self, lang: Lang) -> Option<Box<dyn Data + '_>> {
        self.inner.data(lang)
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        if matches!(format, Format::Text) {
            writeln!(out, "{}", say!("table.sizes_so_far", last = &self.board).in_lang(lang))?;
        }
        self.inner.write(format, lang, out)
    }

    fn failure(&self) -> Option<&Failure> {
        Some(&self.stopped)
    }
}
