//! How long misère quotients take.

use super::SoFar;
use crate::answer::bench::QuotientRow;
use crate::answer::{self, Format};
use crate::export::json::Data;
use crate::failure::Failure;
use crate::processor;
use miyama::breaking::code::Code;
use miyama::misere::{MOST_ELEMENTS, Quotients};
use miyama_budget::Budget;
use miyama_misere::Stop;
use miyama_text::{Lang, say};
use std::io::Write;

/// A code, the order of its quotient and of the P-portion; period and preperiod of all
/// heaps, or the last heap that is followed.
type Known = (&'static str, usize, usize, Result<(u64, u64), usize>);

/// Quotients of the literature, and of other programs.
const QUOTIENTS: &[Known] = &[
    ("0.02", 2, 1, Ok((4, 1))),
    ("0.03", 2, 1, Ok((4, 0))),
    ("0.05", 2, 1, Ok((2, 1))),
    ("0.2", 2, 1, Ok((2, 1))),
    ("0.22", 6, 2, Ok((3, 1))),
    ("0.23", 6, 2, Ok((3, 1))),
    ("0.24", 2, 1, Ok((2, 1))),
    ("0.25", 2, 1, Ok((2, 1))),
    ("0.3", 2, 1, Ok((2, 0))),
    ("0.32", 6, 2, Ok((3, 1))),
    ("0.33", 6, 2, Ok((3, 0))),
    ("0.34", 12, 3, Ok((8, 7))),
    ("0.46", 40, 9, Ok((24, 143))),
    ("0.52", 6, 2, Ok((4, 6))),
    ("0.53", 16, 3, Ok((9, 21))),
    ("0.71", 36, 9, Ok((6, 3))),
    ("0.72", 24, 5, Ok((4, 16))),
    ("0.73", 6, 2, Ok((4, 2))),
    ("0.152", 34, 6, Ok((48, 25))),
    ("0.153", 16, 3, Ok((14, 32))),
    ("0.101", 2, 1, Ok((1, 4))),
    ("0.102", 2, 1, Ok((6, 1))),
    ("0.115", 42, 12, Ok((14, 92))),
    ("0.122", 6, 2, Ok((5, 1))),
    ("4.74", 8, 2, Ok((2, 8))),
    ("0.241", 36, 9, Ok((10, 4))),
    ("0.77", 40, 9, Ok((12, 71))),
    ("0.07", 360, 65, Err(30)),
    ("0.07", 638, 109, Err(33)),
];

/// Heaps are followed up to here for a period.
const REACH: usize = 2000;

/// No quotient should take longer.
const BAR: f64 = 10.0;

/// How often each is measured, as long as that is short: the least time is the one that
/// other programs disturbed least.
const RUNS: usize = 3;
const SHORT: f64 = 0.5;

struct Row {
    known: Known,
    /// Of this thread's processor time, where the system tells it.
    seconds: f64,
    is_right: bool,
}

pub(crate) struct Answer {
    measured: SoFar<Row>,
}

pub(super) fn answer(budget: &Budget) -> Result<Answer, Failure> {
    Ok(Answer { measured: SoFar::of(QUOTIENTS.iter().map(|known| measure(*known, budget)))? })
}

fn measure(known: Known, budget: &Budget) -> Result<Row, Failure> {
    let (text, order, p_size, repeats) = known;
    let code: Code = text.parse().map_err(|mistake| Failure::mistake(mistake, text))?;
    let mut row = Row { known, seconds: f64::INFINITY, is_right: true };
    for _ in 0..RUNS {
        let mut found = Quotients::of_code(&code);
        let before = processor::seconds();
        let grown = found.grow(repeats.err().unwrap_or(REACH), MOST_ELEMENTS, budget);
        let seconds = processor::seconds() - before;
        if let Err(Stop::Budget(stopped)) = grown {
            return Err(Failure::Stopped(stopped));
        }
        row.seconds = row.seconds.min(seconds);
        let quotient = found.quotient();
        let period = found.period().map(|period| (period.length, period.start));
        row.is_right &= grown.is_ok()
            && (quotient.order(), quotient.p_size()) == (order, p_size)
            && period == repeats.ok()
            && repeats.err().is_none_or(|last| found.images().len() == last + 1);
        if seconds > SHORT {
            break;
        }
    }
    Ok(row)
}

impl Row {
    /// All heaps, or those up to one.
    fn heaps(&self) -> Option<usize> {
        self.known.3.err()
    }
}

impl answer::Answer for Answer {
    fn data(&self, _: Lang) -> Option<Box<dyn Data + '_>> {
        let row = |row: &Row| QuotientRow {
            code: row.known.0.to_owned(),
            to: row.heaps(),
            order: row.known.1,
            p_size: row.known.2,
            seconds: row.seconds,
            bar_seconds: BAR,
            right: row.is_right,
        };
        Some(Box::new(self.measured.data(row)))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text => {
                writeln!(out, "{}", say!("quotient.bench_head", bar = BAR.to_string()).in_lang(lang))?;
                for row in &self.measured.rows {
                    let verdict =
                        if row.is_right { say!("breaking.bench_right") } else { say!("breaking.bench_wrong") };
                    let heaps = match row.heaps() {
                        Some(last) => format!("0–{last}"),
                        None => say!("quotient.bench_all").in_lang(lang),
                    };
                    let (code, order, p, ..) = row.known;
                    let seconds = row.seconds;
                    writeln!(out, "{code:6} {heaps:>5} {order:>4} {p:>4} {seconds:9.4} s  {}", verdict.in_lang(lang))?;
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
        self.measured.rows.iter().all(|row| row.is_right && row.seconds < BAR)
    }
}
