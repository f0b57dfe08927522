//! Nim values per second of games whose period is not known.

use super::SoFar;
use crate::answer::bench::OctalRow;
use crate::answer::{self, Format};
use crate::export::json::Data;
use crate::failure::Failure;
use crate::processor;
use miyama::breaking::certificate::hash;
use miyama::breaking::code::Code;
use miyama::breaking::lanes::Level;
use miyama::breaking::values::NimValues;
use miyama_budget::Budget;
use miyama_text::{Lang, say};
use std::io::Write;
use std::time::Instant;

/// A game, how far it is followed, and the hash of its values up to there.
const GAMES: &[(&str, usize, &str)] = &[
    ("0.16", 1 << 22, "af19d239ebfb0fd6"),
    ("0.106", 1 << 24, "682a2aa972f5a526"),
    ("0.6", 1 << 20, "cc83bb6a4909ad49"),
    ("grundy", 1 << 20, "52b4065df94a9c61"),
    ("0.014", 1 << 20, "2fa35d14be103e7c"),
    ("0.007", 1 << 17, "9ff24261cf08a324"),
    ("0.06", 1 << 17, "68cefb6ecc271250"),
];

/// How often each is measured: the least time is the one that other programs
/// disturbed least.
const RUNS: usize = 3;

struct Row {
    game: &'static str,
    to: usize,
    threads: usize,
    seconds: f64,
    hash: String,
    expected: &'static str,
}

pub(crate) struct Answer {
    measured: SoFar<Row>,
}

pub(super) fn answer(budget: &Budget) -> Result<Answer, Failure> {
    let together = Some(budget.threads()).filter(|threads| *threads > 1);
    let rows = [1].into_iter().chain(together).flat_map(|threads| GAMES.iter().map(move |game| (game, threads)));
    Ok(Answer { measured: SoFar::of(rows.map(|(game, threads)| measure(*game, threads, budget)))? })
}

fn measure(
    (game, to, expected): (&'static str, usize, &'static str),
    threads: usize,
    budget: &Budget,
) -> Result<Row, Failure> {
    let code: Code = game.parse().map_err(|mistake| Failure::mistake(mistake, game))?;
    let budget = budget.clone().with_threads(threads);
    let mut row = Row { game, to, threads, seconds: f64::INFINITY, hash: expected.to_owned(), expected };
    for _ in 0..RUNS {
        let mut values = NimValues::new(&code);
        // Of one thread its own time counts; two threads have only the clock.
        let (start, before) = (Instant::now(), processor::seconds());
        match values.extend(to, &budget) {
            // What was measured before stands.
            Err(_) if row.seconds.is_finite() => break,
            extended => extended?,
        }
        let seconds = if threads == 1 { processor::seconds() - before } else { start.elapsed().as_secs_f64() };
        row.seconds = row.seconds.min(seconds);
        let found = hash(values.stored().iter());
        if found != expected {
            row.hash = found;
        }
    }
    Ok(row)
}

impl Row {
    fn rate(&self) -> f64 {
        self.to as f64 / self.seconds.max(1e-9)
    }

    fn is_right(&self) -> bool {
        self.hash == self.expected
    }
}

impl answer::Answer for Answer {
    fn data(&self, _: Lang) -> Option<Box<dyn Data + '_>> {
        let row = |row: &Row| OctalRow {
            game: row.game.to_owned(),
            to: row.to,
            threads: row.threads,
            seconds: row.seconds,
            values_per_second: row.rate(),
            hash: row.hash.clone(),
            right: row.is_right(),
        };
        Some(Box::new(self.measured.data(row)))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text => {
                writeln!(out, "{}", say!("breaking.bench_head", level = Level::best().name()).in_lang(lang))?;
                for row in &self.measured.rows {
                    let verdict =
                        if row.is_right() { say!("breaking.bench_right") } else { say!("breaking.bench_wrong") };
                    writeln!(
                        out,
                        "{:8} {:>9} {:>3} {:8.3} s {:>12.0}/s  {} {}",
                        row.game,
                        row.to,
                        row.threads,
                        row.seconds,
                        row.rate(),
                        row.hash,
                        verdict.in_lang(lang)
                    )?;
                }
            }
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }

    fn failure(&self) -> Option<&Failure> {
        self.measured.stopped.as_ref()
    }

    fn holds(&self) -> bool {
        self.measured.rows.iter().all(Row::is_right)
    }
}
