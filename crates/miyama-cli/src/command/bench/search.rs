//! How many sums a search looks at, with what is known of pieces and without.

use super::SoFar;
use crate::answer::bench::SearchRow;
use crate::answer::{self, Format};
use crate::export::json::Data;
use crate::failure::Failure;
use crate::processor;
use miyama::game::Games;
use miyama::play::{Convention, Outcome};
use miyama::sum::{Knowledge, NoSolution, parse_position, searched};
use miyama_budget::Budget;
use miyama_text::{Lang, say};
use std::io::Write;

/// A board, who wins, and what the plain search must need in relation to ours. The outcomes of Domineering and of Clobber's
/// checkerboards are published; the others were found by values and by play from the definition.
type Known = (&'static str, Outcome, f64);

const BOARDS: &[Known] = &[
    ("domineering:3x3", Outcome::N, 0.5),
    ("domineering:4x4", Outcome::N, 0.5),
    ("domineering:5x5", Outcome::P, 0.5),
    ("domineering:6x6", Outcome::N, 20.0),
    ("clobber:2x6", Outcome::P, 0.5),
    ("clobber:3x4", Outcome::P, 0.5),
    ("clobber:3x5", Outcome::N, 0.5),
    ("clobber:4x5", Outcome::N, 0.5),
    ("linear-clobber:xoxoxoxoxoxoxo", Outcome::N, 0.5),
    ("hot-clobber:3x4", Outcome::N, 0.5),
    ("kings-clobber:3x4", Outcome::N, 0.5),
    ("knights-clobber:3x4", Outcome::P, 0.5),
    ("rooks-clobber:3x4", Outcome::N, 0.5),
    ("anti-clobber:xo../.ox./x..o", Outcome::P, 0.5),
    ("amazons:x.../..../...o", Outcome::N, 0.5),
    ("amazons:x.../..../..../...o", Outcome::N, 0.5),
    ("konane:xo.o/oxox/xoxo/oxox", Outcome::L, 0.5),
    ("col:3x4", Outcome::P, 0.5),
    ("col:path(11)", Outcome::P, 0.5),
    ("snort:3x4", Outcome::N, 0.5),
    ("snort:cycle(10)", Outcome::P, 0.5),
    ("fission:..x./..../.x..", Outcome::R, 0.5),
    ("ski-jumps:l...r./.l..r./l....r", Outcome::N, 0.5),
    ("toads-and-frogs:tttt..ffff", Outcome::N, 0.5),
    ("elephants-and-rhinos:e.e..r.r.e..r", Outcome::P, 0.5),
    ("push:lr.lr.rl", Outcome::L, 0.5),
    ("shove:lr.lr.rl", Outcome::L, 0.5),
    ("toppling-dominoes:lrelrerllerrel", Outcome::L, 0.5),
    ("hackenbush:lrlerlreel", Outcome::L, 0.5),
    ("hackenbush:0-1l,1-2r,2-3e,1-4l,4-0r,2-5l", Outcome::L, 0.5),
];

/// The plain search is given up after so many looks at the budget, each after 256 sums.
const PLAIN_LOOKS: u64 = 2_000;

struct Row {
    known: Known,
    sums: u64,
    seconds: f64,
    plain_sums: u64,
    is_finished: bool,
    is_right: bool,
}

pub(crate) struct Answer {
    measured: SoFar<Row>,
}

pub(super) fn answer(budget: &Budget) -> Result<Answer, Failure> {
    Ok(Answer { measured: SoFar::of(BOARDS.iter().map(|known| measure(*known, budget)))? })
}

fn measure(known: Known, budget: &Budget) -> Result<Row, Failure> {
    let (text, outcome, _) = known;
    let sum = parse_position(text, &Games::built_in()).map_err(|mistake| Failure::mistake(mistake, text))?;
    let before = processor::seconds();
    // One thread looks at the same sums in every run.
    let budget = &budget.clone().with_threads(1);
    let found = searched(&sum, Convention::Normal, Knowledge::Usual, budget);
    let seconds = processor::seconds() - before;
    let plain = searched(&sum, Convention::Normal, Knowledge::Nothing, &budget.with_looks(PLAIN_LOOKS));
    budget.check().map_err(Failure::Stopped)?;
    let is_right =
        |outcome_found: &Result<Outcome, NoSolution>| matches!(outcome_found, Ok(found) if *found == outcome);
    let is_finished = plain.outcome.is_ok();
    Ok(Row {
        known,
        sums: found.looked_at,
        seconds,
        plain_sums: plain.looked_at,
        is_finished,
        is_right: is_right(&found.outcome) && (!is_finished || is_right(&plain.outcome)),
    })
}

impl Row {
    fn reaches_bar(&self) -> bool {
        self.plain_sums as f64 >= self.known.2 * self.sums as f64
    }
}

impl answer::Answer for Answer {
    fn data(&self, _: Lang) -> Option<Box<dyn Data + '_>> {
        let row = |row: &Row| SearchRow {
            position: row.known.0.to_owned(),
            outcome: row.known.1.to_string(),
            sums: row.sums,
            seconds: row.seconds,
            plain_sums: row.plain_sums,
            finished: row.is_finished,
            right: row.is_right,
            reaches_bar: row.reaches_bar(),
        };
        Some(Box::new(self.measured.data(row)))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text => {
                writeln!(out, "{}", say!("solve.bench_head").in_lang(lang))?;
                for row in &self.measured.rows {
                    let verdict =
                        if row.is_right { say!("breaking.bench_right") } else { say!("breaking.bench_wrong") };
                    let (position, outcome, _) = row.known;
                    let more = if row.is_finished { " " } else { ">" };
                    let (sums, seconds, plain) = (row.sums, row.seconds, row.plain_sums);
                    let verdict = verdict.in_lang(lang);
                    writeln!(out, "{position:42} {outcome} {sums:>9} {seconds:9.3} s {more}{plain:>9}  {verdict}")?;
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
        self.measured.rows.iter().all(|row| row.is_right && row.reaches_bar())
    }
}
