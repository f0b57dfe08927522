//! Tables of games on heaps, each from the text of its definition, against plain loops
//! written by hand for that game alone, in one run and with compared answers.

mod plain;

use super::SoFar;
use crate::answer::bench::TableRow;
use crate::answer::{self, Format};
use crate::command::table::no_table;
use crate::export::json::Data;
use crate::failure::Failure;
use crate::games;
use crate::processor;
use miyama::game::Game;
use miyama::heap::ruleset::Ruleset;
use miyama::heap::table::{GrundyTable, OutcomeTable, positions};
use miyama::play::Convention;
use miyama_budget::Budget;
use miyama_text::{Lang, say};
use std::io::Write;
use std::sync::Arc;

/// The most that a table may take.
#[derive(Clone, Copy)]
enum Bar {
    /// Seconds of one thread.
    Seconds(f64),
    /// Times as long as the plain loop.
    Ratio(f64),
}

/// A list to 10⁷ may take so many megabytes.
const MOST_MEGABYTES: f64 = 500.0;

struct Row {
    work: &'static str,
    game: &'static str,
    to: &'static [u64],
    seconds: f64,
    plain: Option<f64>,
    /// The most memory that the process took meanwhile above what it had before the first
    /// table, if the system tells. What was freed and not given back counts.
    megabytes: Option<f64>,
    bar: Bar,
    agrees: bool,
}

impl Row {
    fn reaches_bar(&self) -> bool {
        let fits = self.megabytes.is_none_or(|megabytes| megabytes <= MOST_MEGABYTES);
        fits && match (self.bar, self.plain) {
            (Bar::Seconds(most), _) => self.seconds <= most,
            (Bar::Ratio(most), Some(plain)) => self.seconds <= most * plain,
            (Bar::Ratio(_), None) => false,
        }
    }
}

pub(crate) struct Answer {
    measured: SoFar<Row>,
}

/// P-positions of two heaps, found by hand up to a size.
type PlainPairs = fn(usize) -> Vec<(u32, u32)>;

const WYTHOFF: &str = "(x,y) -> sym {(x-i,y) | 1<=i<=x} U {(x-i,y-i) | 1<=i<=x, i<=y}";
const WYTHOFF_3: &str = "(x,y) -> sym {(x-i,y) | 1<=i<=x} U {(x-i,y-j) | 1<=i<=x, 1<=j<=y, |i-j|<3}";
const YAMA: &str = "(x,y) -> sym {(x-i,y+1) | 2<=i<=x}";
const TRIANGULAR: &str = "(x,y) -> sym {(x-i,y+j) | 2<=i<=x, 1<=j<i}";
const TWIST: &str = "(x,y) -> sym {(x-i,y+j) | 2<=i<=x, 1<=j<i} U {(x-i,y-j) | 1<=i<=x, 1<=j<=y, |i-j|<=2}";
const GEOMETRIC: &str = "(x,y) -> sym {(x-i,y+j) | 2<=i<=x, 1<=j<i} U {(x-i,y-j) | 1<=i<=x, 1<=j<=y, i<=3j-2, j<=3i-2}";
const WYTHOFF_ON_THREE: &str = "(x,y,z) -> sym {(x-i,y,z) | 1<=i<=x} U sym {(x-i,y-i,z) | 1<=i<=x, i<=y}";
const YAMA_ON_THREE: &str = "(x,y,z) -> sym {(x-i,y+1,z) | 2<=i<=x}";
const NIM_ON_FOUR: &str = "(x,y,z,u) -> sym {(x-i,y,z,u) | 1<=i<=x}";
const SQUARES: &str = "(x,y) -> sym {(x-i*i,y) | 1<=i}";
const AT_MOST_THE_OTHER: &str = "(x,y) -> sym {(x-i,y) | 1<=i<=y}";
const AT_MOST_HALF: &str = "(x,y) -> sym {(x-i,y) | 1<=i, 2i<=x}";
const SAME_RESIDUE: &str = "(x,y) -> sym {(x-i,y) | 1<=i<=x, i mod 3 = y mod 3}";
const TO_ANY_SMALLER: &str = "(x,y) -> sym {(a,y) | a<x}";

const PAIRS: &[(&str, PlainPairs)] = &[
    (WYTHOFF, |n| plain::wythoff(n, 1)),
    (WYTHOFF_3, |n| plain::wythoff(n, 3)),
    (YAMA, plain::yama),
    (TRIANGULAR, |n| plain::triangular(n, |_, _| false)),
    (TWIST, |n| plain::triangular(n, |i, j| i.abs_diff(j) <= 2)),
    (GEOMETRIC, |n| plain::triangular(n, |i, j| i + 2 <= 3 * j && j + 2 <= 3 * i)),
];

/// Values of a box, found by hand: the last heap runs fastest.
type PlainValues = fn(usize) -> plain::Cells;

const VALUES: &[(&str, &[u64], PlainValues, Bar)] = &[
    (WYTHOFF_ON_THREE, &[200; 3], plain::wythoff_on_three, Bar::Ratio(2.0)),
    (YAMA_ON_THREE, &[100; 3], plain::yama_on_three, Bar::Ratio(2.0)),
    (SQUARES, &[1000; 2], plain::squares, Bar::Ratio(5.0)),
    (AT_MOST_THE_OTHER, &[1000; 2], plain::at_most_the_other, Bar::Ratio(3.0)),
    (AT_MOST_HALF, &[1000; 2], plain::at_most_half, Bar::Ratio(3.0)),
    (TO_ANY_SMALLER, &[1000; 2], plain::to_any_smaller, Bar::Ratio(3.0)),
    (SAME_RESIDUE, &[500; 2], plain::same_residue, Bar::Ratio(3.0)),
    (WYTHOFF, &[5, 1_000_000], plain::narrow_wythoff, Bar::Seconds(0.3)),
];

/// P-positions of a box of three or four heaps, found by hand, sorted.
type PlainSets = fn(usize) -> Vec<Vec<u64>>;

const SETS: &[(&str, &[u64], Convention, PlainSets, Bar)] = &[
    (WYTHOFF_ON_THREE, &[200; 3], Convention::Normal, plain::wythoff_on_three_p, Bar::Ratio(2.0)),
    (YAMA_ON_THREE, &[100; 3], Convention::Normal, plain::yama_on_three_p, Bar::Ratio(2.0)),
    (NIM_ON_FOUR, &[60; 4], Convention::Misere, plain::misere_nim_on_four, Bar::Ratio(3.0)),
];

pub(super) fn answer(budget: &Budget) -> Result<Answer, Failure> {
    let budget = &budget.clone().with_threads(1);
    let before = memory();
    let pairs = PAIRS.iter().flat_map(|(game, plain)| pairs(game, *plain, before, budget));
    let sets = SETS.iter().map(|(game, to, convention, plain, bar)| {
        let (expected, by_hand) = least(|| Ok(plain(to[0] as usize)))?;
        let (table, seconds) = least(|| outcomes(&*ruleset(game, budget)?, to, *convention, budget))?;
        let agrees = listed(&table) == expected;
        let plain = Some(by_hand);
        let work = if *convention == Convention::Misere { "P, misère" } else { "P" };
        Ok(Row { work, game, to, seconds, plain, megabytes: None, bar: *bar, agrees })
    });
    let values = VALUES.iter().map(|(game, to, plain, bar)| {
        let (expected, by_hand) = least(|| Ok(plain(*to.last().unwrap_or(&0) as usize)))?;
        let (table, seconds) = least(|| GrundyTable::new(&*ruleset(game, budget)?, to, budget).map_err(no_table))?;
        let agrees = positions(to).enumerate().all(|(at, p)| table.value(&p).map(|v| v.0) == expected.get(at));
        Ok(Row { work: "values", game, to, seconds, plain: Some(by_hand), megabytes: None, bar: *bar, agrees })
    });
    Ok(Answer { measured: SoFar::of(pairs.chain(sets).chain(values))? })
}

fn ruleset(game: &str, budget: &Budget) -> Result<Arc<Ruleset>, Failure> {
    match games::game(game, budget)? {
        Game::Heap(game) => Ok(game.ruleset.clone()),
        _ => Err(Failure::input(say!("proof.no_board", game = game))),
    }
}

fn outcomes(ruleset: &Ruleset, to: &[u64], convention: Convention, budget: &Budget) -> Result<OutcomeTable, Failure> {
    OutcomeTable::new(ruleset, to, convention, budget).map_err(no_table)
}

fn listed(table: &OutcomeTable) -> Vec<Vec<u64>> {
    let mut found = Vec::new();
    let all = table.for_each_p(&mut |position| {
        found.push(position.to_vec());
        Ok::<(), std::convert::Infallible>(())
    });
    match all {
        Ok(()) => found,
        Err(never) => match never {},
    }
}

const SMALL: &[u64] = &[10_000; 2];
const LARGE: &[u64] = &[10_000_000; 2];

/// P-positions of two heaps to 10⁴, and to 10⁷: a row each, so that the first is there also where
/// the second is stopped.
fn pairs(
    game: &'static str,
    plain: PlainPairs,
    before: Option<f64>,
    budget: &Budget,
) -> impl Iterator<Item = Result<Row, Failure>> {
    let small = move || small_pairs(game, plain, budget);
    let large = move || large_pairs(game, plain, before, budget);
    [false, true].into_iter().map(move |is_large| if is_large { large() } else { small() })
}

/// Whether these are the P-positions up to 10⁴ of a table.
fn are_its(expected: &mut [(u32, u32)], table: &OutcomeTable) -> bool {
    expected.sort_unstable();
    let all = listed(table).into_iter().filter(|p| p.iter().all(|heap| *heap <= SMALL[0]));
    all.map(|p| (p[0] as u32, p[1] as u32)).eq(expected.iter().copied())
}

fn small_pairs(game: &'static str, plain: PlainPairs, budget: &Budget) -> Result<Row, Failure> {
    let (mut expected, by_hand) = least(|| Ok(plain(SMALL[0] as usize)))?;
    let (table, seconds) = least(|| outcomes(&*ruleset(game, budget)?, SMALL, Convention::Normal, budget))?;
    let (agrees, bar) = (are_its(&mut expected, &table), Bar::Seconds(0.05));
    Ok(Row { work: "P", game, to: SMALL, seconds, plain: Some(by_hand), megabytes: None, bar, agrees })
}

/// Of these those to 10⁴ are compared.
fn large_pairs(game: &'static str, plain: PlainPairs, before: Option<f64>, budget: &Budget) -> Result<Row, Failure> {
    memory();
    let (table, seconds) = timed(|| outcomes(&*ruleset(game, budget)?, LARGE, Convention::Normal, budget));
    let megabytes = before.zip(most_memory()).map(|(before, most)| (most - before) / 1e3);
    let (agrees, bar) = (are_its(&mut plain(SMALL[0] as usize), &table?), Bar::Seconds(5.0));
    Ok(Row { work: "P", game, to: LARGE, seconds, plain: None, megabytes, bar, agrees })
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let before = processor::seconds();
    let result = work();
    (result, processor::seconds() - before)
}

/// The result, and the least time of three runs if they are short.
fn least<T>(work: impl Fn() -> Result<T, Failure>) -> Result<(T, f64), Failure> {
    let (mut result, mut seconds) = timed(&work);
    let mut spent = seconds;
    for _ in 1..3 {
        if spent < 1.0 {
            let again = timed(&work);
            spent += again.1;
            (result, seconds) = (again.0, seconds.min(again.1));
        }
    }
    Ok((result?, seconds))
}

/// Kilobytes that the process holds; the most that it held is counted from here on.
fn memory() -> Option<f64> {
    std::fs::write("/proc/self/clear_refs", "5").ok()?;
    status("VmRSS:")
}

/// The most kilobytes that the process held.
fn most_memory() -> Option<f64> {
    status("VmHWM:")
}

fn status(name: &str) -> Option<f64> {
    let told = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = told.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

impl answer::Answer for Answer {
    fn data(&self, _: Lang) -> Option<Box<dyn Data + '_>> {
        let row = |row: &Row| {
            let (bar_seconds, bar_ratio) = match row.bar {
                Bar::Seconds(most) => (Some(most), None),
                Bar::Ratio(most) => (None, Some(most)),
            };
            TableRow {
                work: row.work.to_owned(),
                game: row.game.to_owned(),
                to: row.to.to_vec(),
                seconds: row.seconds,
                plain: row.plain,
                megabytes: row.megabytes,
                bar_seconds,
                bar_ratio,
                agrees: row.agrees,
                reaches_bar: row.reaches_bar(),
            }
        };
        Some(Box::new(self.measured.data(row)))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text => {
                writeln!(out, "{}", say!("table.bench_head").in_lang(lang))?;
                for row in &self.measured.rows {
                    let to: Vec<String> = row.to.iter().map(ToString::to_string).collect();
                    let plain = row.plain.map_or_else(String::new, |plain| format!("{plain:.3}"));
                    let ratio = row.plain.map_or_else(String::new, |plain| format!("{:.2}", row.seconds / plain));
                    let bar = match row.bar {
                        Bar::Seconds(most) => format!("{most} s"),
                        Bar::Ratio(most) => format!("{most} x"),
                    };
                    let memory = row.megabytes.map_or_else(String::new, |mb| format!(" {mb:.0} MB"));
                    let mark = match (row.agrees, row.reaches_bar()) {
                        (false, _) => "wrong",
                        (true, false) => "slow",
                        (true, true) => "ok",
                    };
                    let (seconds, game, work, to) = (row.seconds, row.game, row.work, to.join(","));
                    writeln!(
                        out,
                        "{seconds:>9.3} {plain:>8} {ratio:>7} {bar:>7} {mark:<5} {work} {to}{memory}: {game}"
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
        self.measured.rows.iter().all(|row| row.agrees)
    }
}
