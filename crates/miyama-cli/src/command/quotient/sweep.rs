//! `miyama quotient --all D`: the table of all octal codes of up to D digits.
//!
//! Every code is a task of its own. With a state file the rows that are done are saved
//! now and then and when the run is stopped; a run that goes on does the others.

use crate::answer::{self, Format, sequence as data};
use crate::command::period::sweep::codes;
use crate::export::json::Data;
use crate::failure::Failure;
use crate::fault;
use crate::input;
use crate::output;
use crate::seal;
use crate::task;
use miyama::breaking::code::Code;
use miyama::misere::Quotients;
use miyama_budget::{Budget, Stopped};
use miyama_misere::{Stop, Watch};
use miyama_text::{Lang, say};
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The most digits of a sweep.
pub(super) const MOST_DIGITS: u32 = 4;

/// How far codes are followed if nothing is said.
pub(super) const REACH: usize = 1000;

/// The largest quotient that is built for a code if nothing is said.
pub(super) const ELEMENTS: usize = 300;

/// A code may take so many steps, some seconds: a quotient that has not closed by then is
/// left open. They are counted, so that the table is the same on every machine.
const EACH: u64 = 500_000_000;

/// How often a long run is saved.
const EVERY: Duration = Duration::from_secs(30);

/// A state file has a line of a few hundred bytes for each code.
const LARGEST: u64 = 1 << 24;

/// What was found out about a code.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Row {
    code: Code,
    order: usize,
    p_size: usize,
    tame: bool,
    closed: bool,
    period: Option<u64>,
    preperiod: Option<u64>,
    proven: bool,
    heap_reached: usize,
    presentation: String,
}

/// The rows of a run, as they are saved.
#[derive(Serialize, Deserialize)]
struct Saved {
    miyama: String,
    version: u32,
    digits: u32,
    to: usize,
    elements: usize,
    /// By the number of the code.
    rows: BTreeMap<usize, Row>,
}

pub(super) struct Answer {
    rows: Vec<Row>,
    of: usize,
    failure: Option<Failure>,
}

pub(super) fn answer(
    digits: u32,
    to: Option<usize>,
    elements: Option<usize>,
    state: Option<(&Path, bool)>,
    budget: &Budget,
) -> Result<Answer, Failure> {
    if !(1..=MOST_DIGITS).contains(&digits) {
        return Err(Failure::input(say!("breaking.sweep_digits", most = MOST_DIGITS)));
    }
    let (to, elements) = (to.unwrap_or(REACH), elements.unwrap_or(ELEMENTS));
    let codes = codes(digits);
    let fresh = Saved {
        miyama: "quotients".to_owned(),
        version: seal::QUOTIENTS.version(),
        digits,
        to,
        elements,
        rows: BTreeMap::new(),
    };
    let saved = match state {
        Some((path, true)) => load(path, &fresh, budget)?,
        Some((path, false)) if path.exists() => {
            return Err(Failure::input(say!("breaking.state_exists", path = path.display().to_string())));
        }
        Some((path, false)) => {
            output::expect_folder(path)?;
            fresh
        }
        None => fresh,
    };
    let saved = Mutex::new((saved, Instant::now()));
    let result = run(&codes, to, elements, state.map(|(path, _)| path), &saved, budget);
    let (saved, _) = saved.into_inner().expect("no thread panics while it holds the rows");
    let mut failure = result.err().map(Failure::Stopped);
    if let Some((path, _)) = state {
        match (save(path, &saved), &failure) {
            (Err(unsaved), _) => failure = Some(unsaved),
            (Ok(()), Some(Failure::Stopped(Stopped::Cancelled))) => {
                let (path, done) = (path.display().to_string(), saved.rows.len());
                failure = Some(Failure::Interrupted(say!("quotient.saved", path = path, done = done)));
            }
            (Ok(()), _) => {}
        }
    }
    let of = codes.len();
    match failure {
        Some(failure) if saved.rows.is_empty() => Err(failure),
        failure => Ok(Answer { rows: saved.rows.into_values().collect(), of, failure }),
    }
}

/// What is found for a part of the codes.
pub(super) fn part(
    limits: (u32, usize, usize),
    part: (u64, u64),
    budget: &Budget,
) -> Result<Vec<(usize, Row)>, Failure> {
    let (digits, to, elements) = limits;
    let codes = task::members(codes(digits), part.0, part.1);
    codes.map(|(number, code)| Ok((number, row(&code, to, elements, budget)?))).collect()
}

/// The table from all its parts.
pub(super) fn merged(digits: u32, parts: Vec<Vec<(usize, Row)>>) -> Result<Answer, Failure> {
    let codes = codes(digits);
    let rows: BTreeMap<usize, Row> = parts.into_iter().flatten().collect();
    let is_theirs = |(number, code): (usize, &Code)| rows.get(&number).is_some_and(|row| row.code == *code);
    if rows.len() != codes.len() || !codes.iter().enumerate().all(is_theirs) {
        return Err(Failure::input(say!("task.unreadable", reason = say!("breaking.sweep_rows"))));
    }
    Ok(Answer { rows: rows.into_values().collect(), of: codes.len(), failure: None })
}

/// Does the tasks that are not done, on all threads.
fn run(
    codes: &[Code],
    to: usize,
    elements: usize,
    state: Option<&Path>,
    saved: &Mutex<(Saved, Instant)>,
    budget: &Budget,
) -> Result<(), Stopped> {
    let next = AtomicUsize::new(0);
    let held = || saved.lock().expect("no thread panics while it holds the rows");
    let work = || -> Result<(), Stopped> {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(code) = codes.get(number) else { return Ok(()) };
            if held().0.rows.contains_key(&number) {
                continue;
            }
            budget.report(number as u64, Some(codes.len() as u64));
            let row = row(code, to, elements, budget)?;
            let mut rows = held();
            rows.0.rows.insert(number, row);
            if let Some(path) = state.filter(|_| rows.1.elapsed() >= fault::interval(EVERY)) {
                // What cannot be saved now may be saved later; at the end it is told.
                let _ = save(path, &rows.0);
                rows.1 = Instant::now();
            }
        }
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (1..budget.threads()).map(|_| scope.spawn(work)).collect();
        let mut result = work();
        for thread in threads {
            result = result.and(thread.join().expect("the sweep does not panic"));
        }
        result
    })
}

fn row(code: &Code, to: usize, elements: usize, budget: &Budget) -> Result<Row, Stopped> {
    let mut found = Quotients::of_code(code);
    let work = Cell::new(EACH);
    match found.grow_within(to, Watch::new(budget, elements).with_work(&work)) {
        Ok(()) | Err(Stop::Order(_) | Stop::Work) => {}
        Err(Stop::Budget(stopped)) => return Err(stopped),
    }
    let quotient = found.quotient();
    Ok(Row {
        code: code.clone(),
        order: quotient.order(),
        p_size: quotient.p_size(),
        tame: quotient.tame().is_some(),
        closed: found.is_closed(),
        period: found.period().map(|p| p.length),
        preperiod: found.period().map(|p| p.start),
        proven: found.period().is_some(),
        heap_reached: found.images().len().saturating_sub(1),
        presentation: found.presentation().text(),
    })
}

fn save(path: &Path, saved: &Saved) -> Result<(), Failure> {
    let bytes = seal::QUOTIENTS.json(saved, false)?;
    output::write_file(path, |out| Ok(out.write_all(&bytes)?))
}

fn load(path: &Path, fresh: &Saved, budget: &Budget) -> Result<Saved, Failure> {
    let text = seal::QUOTIENTS.open(path, input::read(path, LARGEST, 4, budget)?)?;
    let shown = || path.display().to_string();
    let saved: Saved =
        serde_json::from_slice(&text).map_err(|_| Failure::input(say!("breaking.state_broken", path = shown())))?;
    if (saved.digits, saved.to, saved.elements) != (fresh.digits, fresh.to, fresh.elements) {
        let (digits, to, elements) = (saved.digits, saved.to, saved.elements);
        let says = say!("quotient.other_run", path = shown(), digits = digits, to = to, elements = elements);
        return Err(Failure::input(says));
    }
    Ok(saved)
}

impl answer::Answer for Answer {
    fn data(&self, _: Lang) -> Option<Box<dyn Data + '_>> {
        let row = |row: &Row| data::QuotientRow {
            code: row.code.to_string(),
            order: row.order,
            p_size: row.p_size,
            tame: row.tame,
            closed: row.closed,
            period: row.period,
            preperiod: row.preperiod,
            proven: row.proven,
            heap_reached: row.heap_reached,
            presentation: row.presentation.clone(),
        };
        Some(Box::new(data::QuotientRows {
            codes: self.rows.iter().map(row).collect(),
            complete: self.rows.len() == self.of,
            done: self.rows.len(),
            of: self.of,
        }))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text => self.text(lang, out),
            Format::Csv => self.csv(out),
            _ => Err(Failure::no_format(format)),
        }
    }

    fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }
}

impl Answer {
    fn text(&self, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        for row in &self.rows {
            let kind = if row.tame { say!("quotient.row_tame") } else { say!("quotient.wild") };
            let (code, order, p) = (row.code.to_string(), row.order, row.p_size);
            let line = match (row.period, row.preperiod) {
                (Some(period), Some(start)) => {
                    say!("quotient.row", code = code, order = order, p = p, kind = kind, period = period, start = start)
                }
                _ => say!("quotient.row_open", code = code, order = order, p = p, kind = kind, heap = row.heap_reached),
            };
            writeln!(out, "{}", line.in_lang(lang))?;
        }
        let closed = self.rows.iter().filter(|row| row.closed).count();
        let line = say!("quotient.sweep", count = self.rows.len(), of = self.of, closed = closed);
        Ok(writeln!(out, "{}", line.in_lang(lang))?)
    }

    fn csv(&self, out: &mut dyn Write) -> Result<(), Failure> {
        writeln!(out, "code,order,p_size,tame,closed,period,preperiod,proven,heap_reached,presentation")?;
        let shown = |number: Option<u64>| number.map_or_else(String::new, |number| number.to_string());
        for row in &self.rows {
            let (period, preperiod) = (shown(row.period), shown(row.preperiod));
            let Row { code, order, p_size, tame, closed, proven, heap_reached, presentation, .. } = row;
            writeln!(
                out,
                "{code},{order},{p_size},{tame},{closed},{period},{preperiod},{proven},{heap_reached},\"{presentation}\""
            )?;
        }
        Ok(())
    }
}
