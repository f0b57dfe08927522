//! `miyama period --all D`: all octal codes of up to D digits.

use crate::answer::{self, Format, sequence as data};
use crate::export::json::Data;
use crate::failure::Failure;
use crate::task;
use miyama::breaking::certificate::{Period, Theorem};
use miyama::breaking::code::Code;
use miyama::breaking::period::{self, Verdict};
use miyama::breaking::values::NimValues;
use miyama_budget::{Budget, Stopped};
use miyama_text::{Lang, say};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How far codes are followed if nothing is said.
pub(super) const REACH: usize = 1 << 13;

/// Sequences are compared on heaps up to this one, and a few more.
const COMPARED: usize = 2000;

/// More than the zeros before the first value other than 0: with D digits, heap
/// D + 2 has a move if any has.
const MOST_ZEROS: usize = 16;

/// The most digits of a sweep.
pub(super) const MOST_DIGITS: u32 = 4;

struct Row {
    code: Code,
    verdict: Verdict,
    values: usize,
    largest: u32,
    /// How many heaps come before the first value other than 0.
    zeros: usize,
    /// The first code of the table whose sequence is the same on the values
    /// compared, leading zeros left out.
    same_as: Option<usize>,
}

/// What was found out about a code, before it is compared with others.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Found {
    /// Which code of the table it is.
    number: usize,
    code: Code,
    period: Option<Period>,
    /// Why the period is proven, if it is.
    because: Option<Theorem>,
    values: usize,
    largest: u32,
    zeros: usize,
    /// The SHA-256 of the values compared, leading zeros left out.
    sequence: String,
}

pub(crate) struct Answer {
    /// The first codes, or all.
    rows: Vec<Row>,
    /// How many codes there are.
    of: usize,
    /// Why not all.
    stopped: Option<Failure>,
}

/// All octal codes of up to so many digits, the last of which is not 0.
pub(crate) fn codes(digits: u32) -> Vec<Code> {
    let numbers = (1..=digits).flat_map(|length| (0..8u32.pow(length)).map(move |number| (length, number)));
    let code = |(length, number): (u32, u32)| {
        let digit = |place: u32| number >> (3 * (length - place)) & 7;
        Code::plain(&std::iter::once(0).chain((1..=length).map(digit)).collect::<Vec<_>>())
    };
    numbers.filter(|(_, number)| number % 8 != 0).map(code).collect()
}

/// Goes through all codes.
pub(super) fn answer(digits: u32, to: usize, budget: &Budget) -> Result<Answer, Failure> {
    let codes: Vec<(usize, Code)> = codes(digits).into_iter().enumerate().collect();
    let (mut found, stopped) = run(&codes, to, budget);
    // Threads end at different codes: those before the first that is missing count.
    let rows = found.iter().zip(0..).take_while(|(found, place)| found.number == *place).count();
    found.truncate(rows);
    match stopped {
        Some(stopped) if found.is_empty() => Err(Failure::Stopped(stopped)),
        stopped => Ok(Answer { rows: rows_of(found), of: codes.len(), stopped: stopped.map(Failure::Stopped) }),
    }
}

/// What is found for a part of the codes.
pub(super) fn part(digits: u32, to: usize, part: (u64, u64), budget: &Budget) -> Result<Vec<Found>, Failure> {
    let codes: Vec<(usize, Code)> = task::members(codes(digits), part.0, part.1).collect();
    let (found, stopped) = run(&codes, to, budget);
    stopped.map_or(Ok(found), |stopped| Err(Failure::Stopped(stopped)))
}

/// The table from all its parts.
pub(super) fn merged(digits: u32, parts: Vec<Vec<Found>>) -> Result<Answer, Failure> {
    let codes = codes(digits);
    let mut found: Vec<Found> = parts.into_iter().flatten().collect();
    found.sort_by_key(|found| found.number);
    let is_theirs = |(place, found): (usize, &Found)| found.number == place && found.code == codes[place];
    if found.len() != codes.len() || !found.iter().enumerate().all(is_theirs) {
        return Err(Failure::input(say!("task.unreadable", reason = say!("breaking.sweep_rows"))));
    }
    Ok(Answer { rows: rows_of(found), of: codes.len(), stopped: None })
}

/// Looks at codes on all threads, in the order of their numbers; why not at all of them.
fn run(codes: &[(usize, Code)], to: usize, budget: &Budget) -> (Vec<Found>, Option<Stopped>) {
    let next = AtomicUsize::new(0);
    let found: Mutex<Vec<Found>> = Mutex::new(vec![]);
    let work = || -> Result<(), Stopped> {
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some((number, code)) = codes.get(place) else { return Ok(()) };
            budget.report(place as u64, Some(codes.len() as u64));
            let row = look(*number, code, to, budget)?;
            found.lock().expect("no thread panics while it holds the rows").push(row);
        }
    };
    let result = std::thread::scope(|scope| {
        let threads: Vec<_> = (1..budget.threads()).map(|_| scope.spawn(work)).collect();
        let mut result = work();
        for thread in threads {
            result = result.and(thread.join().expect("the sweep does not panic"));
        }
        result
    });
    let mut found = found.into_inner().expect("no thread panics while it holds the rows");
    found.sort_by_key(|found| found.number);
    (found, result.err())
}

fn look(number: usize, code: &Code, to: usize, budget: &Budget) -> Result<Found, Stopped> {
    let mut values = NimValues::new(code);
    // One thread for each code: threads are shared out by who calls this.
    let verdict = period::find(&mut values, to, &budget.clone().with_threads(1))?;
    let (computed, largest) = (values.len(), values.stored().largest());
    values.extend(COMPARED + MOST_ZEROS, budget)?;
    let zeros = values.stored().iter().take(MOST_ZEROS).take_while(|v| *v == 0).count();
    let mut sequence = Sha256::new();
    values.stored().iter().skip(zeros).take(COMPARED + 1).for_each(|value| sequence.update(value.to_le_bytes()));
    let because = if let Verdict::Proven(_, because) = verdict { Some(because) } else { None };
    Ok(Found {
        number,
        code: code.clone(),
        period: verdict.period(),
        because,
        values: computed,
        largest,
        zeros,
        sequence: sequence.finalize().iter().map(|byte| format!("{byte:02x}")).collect(),
    })
}

/// The rows of the table: each code with the first one that has the same sequence.
fn rows_of(found: Vec<Found>) -> Vec<Row> {
    let mut first: HashMap<String, usize> = HashMap::new();
    let mut rows = vec![];
    for Found { number, code, period, because, values, largest, zeros, sequence } in found {
        let verdict = match (period, because) {
            (Some(period), Some(because)) => Verdict::Proven(period, because),
            (Some(period), None) => Verdict::Observed(period),
            (None, _) => Verdict::Nothing,
        };
        let same = *first.entry(sequence).or_insert(number);
        let same_as = (same != number).then_some(same);
        rows.push(Row { code, verdict, values, largest, zeros, same_as });
    }
    rows
}

impl answer::Answer for Answer {
    fn data(&self, _: Lang) -> Option<Box<dyn Data + '_>> {
        Some(Box::new(self.rows()))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text => self.text(lang, out),
            Format::Csv => self.csv(out),
            _ => Err(Failure::no_format(format)),
        }
    }

    fn failure(&self) -> Option<&Failure> {
        self.stopped.as_ref()
    }
}

impl Answer {
    /// The d for which G(n + d) of the row is G(n) of the code that it equals.
    fn shift(&self, row: &Row) -> Option<i64> {
        row.same_as.map(|same| row.zeros as i64 - self.rows[same].zeros as i64)
    }

    fn text(&self, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        for row in &self.rows {
            let code = row.code.to_string();
            let line = match &row.verdict {
                Verdict::Proven(p, _) => {
                    say!(
                        "breaking.period",
                        code = code,
                        period = p.length,
                        start = p.start,
                        how = say!("breaking.proven")
                    )
                }
                Verdict::Observed(p) => {
                    let how = say!("breaking.observed", to = row.values - 1);
                    say!("breaking.period", code = code, period = p.length, start = p.start, how = how)
                }
                Verdict::Nothing => say!("breaking.nothing", code = code, to = row.values - 1),
            };
            write!(out, "{}", line.in_lang(lang))?;
            if let Some(same) = row.same_as {
                let other = self.rows[same].code.to_string();
                let equal = match self.shift(row) {
                    None | Some(0) => say!("breaking.sweep_equal", other = other, to = COMPARED),
                    Some(shift) => say!("breaking.sweep_shifted", other = other, to = COMPARED, shift = shift),
                };
                write!(out, "{}", equal.in_lang(lang))?;
            }
            writeln!(out)?;
        }
        let solved = self.rows.iter().filter(|r| matches!(r.verdict, Verdict::Proven(..))).count();
        let open = self.rows.len() - solved;
        let classes = self.rows.iter().filter(|r| r.same_as.is_none()).count();
        let total =
            say!("breaking.sweep_total", codes = self.rows.len(), solved = solved, open = open, classes = classes);
        if self.stopped.is_some() {
            let so_far = say!("cli.so_far", done = self.rows.len(), of = self.of);
            writeln!(out, "{}", so_far.in_lang(lang))?;
        }
        Ok(writeln!(out, "{}", total.in_lang(lang))?)
    }

    fn csv(&self, out: &mut dyn Write) -> Result<(), Failure> {
        writeln!(out, "code,preperiod,period,proven,theorem,values_computed,largest_value,equal_to_{COMPARED},shift")?;
        for row in &self.rows {
            let period = row.verdict.period();
            let number = |n: Option<usize>| n.map_or_else(String::new, |n| n.to_string());
            let (start, length) = (number(period.map(|p| p.start)), number(period.map(|p| p.length)));
            let theorem = match &row.verdict {
                Verdict::Proven(_, theorem) => theorem.name(),
                _ => "",
            };
            let same = row.same_as.map_or_else(String::new, |s| self.rows[s].code.to_string());
            let (code, values, largest) = (&row.code, row.values, row.largest);
            let shift = self.shift(row).map_or_else(String::new, |shift| shift.to_string());
            let proven = !theorem.is_empty();
            writeln!(out, "{code},{start},{length},{proven},{theorem},{values},{largest},{same},{shift}")?;
        }
        Ok(())
    }

    fn rows(&self) -> data::PeriodRows {
        let row = |row: &Row| {
            let period = row.verdict.period();
            let theorem = match &row.verdict {
                Verdict::Proven(_, theorem) => Some(theorem.name().to_owned()),
                _ => None,
            };
            data::PeriodRow {
                code: row.code.to_string(),
                preperiod: period.map(|p| p.start),
                period: period.map(|p| p.length),
                proven: theorem.is_some(),
                theorem,
                values_computed: row.values,
                largest_value: row.largest,
                equal: row.same_as.map(|s| self.rows[s].code.to_string()),
                shift: self.shift(row),
                compared_to: COMPARED,
            }
        };
        data::PeriodRows {
            codes: self.rows.iter().map(row).collect(),
            complete: self.stopped.is_none(),
            done: self.rows.len(),
            of: self.of,
        }
    }
}
