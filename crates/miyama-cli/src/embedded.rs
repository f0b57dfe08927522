//! What other programs in the same process ask: the questions of the command line as JSON,
//! answered in the same bytes by the same code, and tables whose numbers are read where they
//! lie. `python/` is such a program.

use crate::answer::{Answer, Format};
use crate::command::table;
use crate::export;
use crate::failure::Failure;
use crate::fault;
use crate::limits;
use crate::output::Watched;
use crate::question::Question;
use crate::serve;
use crate::task::{self, Results, Task};
use miyama_budget::{Budget, Stopped};
use miyama_text::{Lang, say};
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

pub use crate::command::table::array::Array;

/// What a computation may use: as `--max-time`, `--max-memory` and `--threads` of the command
/// line, with the same defaults.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Most seconds to spend.
    pub seconds: Option<f64>,
    /// Most memory to use: bytes, or with K, M, G.
    pub memory: Option<String>,
    /// Threads to use.
    pub threads: Option<usize>,
}

/// Why there is no answer.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// What kind of failure it is.
    pub kind: Kind,
    /// The whole message, with the place marked.
    pub message: String,
    /// What may help.
    pub hint: Option<String>,
    /// The text that is wrong, and which of its bytes.
    pub place: Option<(String, Range<usize>)>,
}

/// The kinds of failures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// What was asked is wrong, or asks for what cannot be had.
    Input,
    /// A file cannot be read or written.
    File,
    /// Nothing is known to be wrong: it could not be decided.
    Undecided,
    /// It took longer than it may.
    Time,
    /// It would need more memory than it may use.
    Memory,
    /// Somebody cancelled it.
    Cancelled,
    /// A defect of the program.
    Defect,
}

impl Refusal {
    fn new(failure: &Failure, lang: Lang) -> Refusal {
        let kind = match failure {
            Failure::Input { .. } => Kind::Input,
            Failure::File(_) => Kind::File,
            Failure::Undecided(_) => Kind::Undecided,
            Failure::Stopped(Stopped::Time { .. }) => Kind::Time,
            Failure::Stopped(Stopped::Memory { .. }) => Kind::Memory,
            Failure::Stopped(Stopped::Cancelled) | Failure::Interrupted(_) | Failure::ReaderGone => Kind::Cancelled,
            Failure::Defect(_) => Kind::Defect,
        };
        let inner = if let Failure::Undecided(inner) = failure { inner } else { failure };
        let (hint, place) = match inner {
            Failure::Input { hint, place, .. } => (hint.as_ref(), place.as_ref()),
            _ => (None, None),
        };
        // Who raises an exception says already that it is an error.
        let message = failure.message(lang);
        let head = format!("{}: ", say!("cli.error").in_lang(lang));
        Refusal {
            kind,
            message: message.strip_prefix(&head).unwrap_or(&message).to_owned(),
            hint: hint.map(|hint| hint.in_lang(lang)),
            place: place.map(|place| (place.source.clone(), place.at.clone())),
        }
    }
}

/// A budget with these limits, which ends when the switch is on.
///
/// # Errors
/// Limits that are none.
pub fn budget(limits: &Limits, cancelled: Arc<AtomicBool>, lang: Lang) -> Result<Budget, Refusal> {
    let limits = limits::Limits::new(limits.seconds, limits.memory.clone(), limits.threads);
    limits.budget(cancelled).map_err(|failure| Refusal::new(&failure, lang))
}

/// An answer in the forms that were asked for.
#[derive(Clone, Debug)]
pub struct Answered {
    /// What the command line would write in each.
    pub forms: Vec<Vec<u8>>,
    /// False when the answer is that a claim or a certificate failed.
    pub holds: bool,
    /// Whether the answer is that nothing could be decided.
    pub undecided: bool,
}

/// Whether a program may ask it: whatever computes, and files that it names itself.
fn is_allowed(question: &Question) -> bool {
    serve::is_open(question) || matches!(question, Question::Record(_) | Question::Verify(_))
}

fn read(question: &str) -> Result<Question, Failure> {
    serve::read_allowed(question.as_bytes(), is_allowed)
}

fn format(name: &str) -> Result<Format, Failure> {
    serve::format_named(name).ok_or_else(|| Failure::input(say!("cli.no_format", format = name)))
}

/// Answers a question that is given as JSON, in forms with these names: json, text, csv, latex,
/// svg, ….
///
/// # Errors
/// [`Refusal`] says why there is no answer, or only a part of it.
pub fn ask(question: &str, forms: &[String], lang: Lang, budget: &Budget) -> Result<Answered, Refusal> {
    let answer = || {
        fault::step("panic").map_err(Failure::from)?;
        let forms = forms.iter().map(|form| format(form)).collect::<Result<Vec<_>, _>>()?;
        let question = read(question)?;
        let question = if forms.contains(&Format::Svg) { question.drawn() } else { question };
        written(&*question.answer(budget)?, &question, &forms, lang, budget)
    };
    answer().map_err(|failure| Refusal::new(&failure, lang))
}

/// An answer in some forms, if it is all that was asked for.
fn written(
    answer: &dyn Answer,
    question: &Question,
    forms: &[Format],
    lang: Lang,
    budget: &Budget,
) -> Result<Answered, Failure> {
    // An answer that is not decided says so itself, and what is known.
    if let Some(failure) = answer.failure().filter(|failure| !matches!(failure, Failure::Undecided(_))) {
        return Err(failure.clone());
    }
    let write = |form: &Format| {
        let mut bytes = Vec::new();
        export::write(answer, question, *form, lang, &mut Watched::new(&mut bytes, budget))?;
        Ok(bytes)
    };
    let forms = forms.iter().map(write).collect::<Result<_, Failure>>()?;
    Ok(Answered { forms, holds: answer.holds(), undecided: answer.undecided() })
}

/// The tasks of a question that is given as JSON, a line each.
///
/// # Errors
/// [`Refusal`] says why it cannot be cut.
pub fn tasks(question: &str, count: Option<u64>, lang: Lang, budget: &Budget) -> Result<Vec<String>, Refusal> {
    let tasks = read(question).and_then(|question| task::tasks(&question, count, budget));
    tasks.map(|tasks| tasks.iter().map(Task::text).collect()).map_err(|failure| Refusal::new(&failure, lang))
}

/// The name of the file for the result of a task.
///
/// # Errors
/// [`Refusal`] if it is no task.
pub fn result_name(task: &str, lang: Lang) -> Result<String, Refusal> {
    Task::parse(task).map(|task| task.file_name()).map_err(|failure| Refusal::new(&failure, lang))
}

/// Whether a file is the result of a task, whole and unchanged.
#[must_use]
pub fn is_result(task: &str, file: Vec<u8>) -> bool {
    let results = Results::open(Path::new("result"), file);
    Task::parse(task).is_ok_and(|task| results.is_ok_and(|results| results.has(&task)))
}

/// Does a task: the file with its result.
///
/// # Errors
/// [`Refusal`] says why there is none.
pub fn work(task: &str, lang: Lang, budget: &Budget) -> Result<Vec<u8>, Refusal> {
    let done = Task::parse(task).and_then(|task| task.work(budget)?.sealed());
    done.map_err(|failure| Refusal::new(&failure, lang))
}

/// The answer of a run from the files of all its results, each with its name.
///
/// # Errors
/// [`Refusal`] says which result is missing, doubled, foreign or changed.
pub fn merge(
    files: Vec<(String, Vec<u8>)>,
    forms: &[String],
    lang: Lang,
    budget: &Budget,
) -> Result<Answered, Refusal> {
    let merged = || {
        let forms = forms.iter().map(|form| format(form)).collect::<Result<Vec<_>, _>>()?;
        let open = |(name, file): (String, Vec<u8>)| Ok((name.clone(), Results::open(Path::new(&name), file)?));
        let answer = task::join(files.into_iter().map(open))?.answer(budget)?;
        written(&answer, answer.asked(), &forms, lang, budget)
    };
    merged().map_err(|failure| Refusal::new(&failure, lang))
}

/// The table of a game on heaps. Its arrays are good as long as it lives.
pub struct Table {
    answer: Mutex<table::Answer>,
    question: Question,
    /// What the heaps are called.
    pub names: Vec<String>,
    /// Whether it has outcomes, not values.
    pub outcomes: bool,
    /// Whether some tuples of its box are no positions.
    pub has_domain: bool,
    shape: Vec<usize>,
    numbers: OnceLock<(Array, Option<table::array::Copied>)>,
    bits: OnceLock<(Array, Option<table::array::Copied>)>,
    chosen: OnceLock<(Array, Option<table::array::Copied>)>,
    inside: OnceLock<(Array, Option<table::array::Copied>)>,
}

/// An array of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Values, or 0 for P and 1 for N.
    Numbers,
    /// A bit for each position, the lowest of a byte first: set if it is a P-position.
    Bits,
    /// The positions that were asked for, or the P-positions, a row for each.
    Positions,
    /// 1 for each tuple that is a position, else 0: its numbers mean nothing.
    Inside,
}

impl Table {
    /// Computes the table that a question asks for; none if the game is not played on heaps by
    /// players with the same moves.
    ///
    /// # Errors
    /// [`Refusal`] says why there is no table.
    pub fn new(question: &str, lang: Lang, budget: &Budget) -> Result<Option<Table>, Refusal> {
        let table = || {
            let question = read(question)?;
            let Question::Table(asked) = &question else { return Ok(None) };
            let Some(answer) = table::of_heaps(asked, budget)? else { return Ok(None) };
            if let Some(failure) = answer.failure() {
                return Err(failure.clone());
            }
            Ok(Some(Table {
                names: answer.names().to_vec(),
                outcomes: answer.is_of_outcomes(),
                has_domain: answer.has_domain(),
                shape: answer.shape()?,
                answer: Mutex::new(answer),
                question,
                numbers: OnceLock::new(),
                bits: OnceLock::new(),
                chosen: OnceLock::new(),
                inside: OnceLock::new(),
            }))
        };
        table().map_err(|failure| Refusal::new(&failure, lang))
    }

    /// How many heap sizes there are along each side.
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// An array of the table, and whether it is a copy of what the table holds in another form.
    ///
    /// # Errors
    /// [`Refusal`] says why there is no array.
    pub fn array(&self, wanted: Wanted, lang: Lang, budget: &Budget) -> Result<(&Array, bool), Refusal> {
        let cell = match wanted {
            Wanted::Numbers => &self.numbers,
            Wanted::Bits => &self.bits,
            Wanted::Positions => &self.chosen,
            Wanted::Inside => &self.inside,
        };
        if cell.get().is_none() {
            // One thread makes it, and the others wait here.
            let answer = self.answer.lock().unwrap_or_else(PoisonError::into_inner);
            if cell.get().is_none() {
                let made = self.make(&answer, wanted, budget).map_err(|failure| Refusal::new(&failure, lang))?;
                let _ = cell.set(made);
            }
        }
        let (array, copied) = cell.get().expect("it was made above");
        Ok((array, copied.is_some()))
    }

    fn make(
        &self,
        answer: &table::Answer,
        wanted: Wanted,
        budget: &Budget,
    ) -> Result<(Array, Option<table::array::Copied>), Failure> {
        let in_place = match wanted {
            Wanted::Numbers => answer.numbers_in_place(budget)?,
            Wanted::Bits => answer.bits_in_place()?,
            Wanted::Positions | Wanted::Inside => None,
        };
        if let Some(array) = in_place {
            return Ok((array, None));
        }
        let (copied, shape) = match wanted {
            Wanted::Numbers => (answer.copied(budget)?, self.shape.clone()),
            Wanted::Bits => {
                let copied = answer.copied_bits(budget)?;
                let bytes = copied.len();
                (copied, vec![bytes])
            }
            Wanted::Positions => {
                let copied = answer.chosen(budget)?;
                let rows = copied.len() / self.shape.len().max(1);
                (copied, vec![rows, self.shape.len()])
            }
            Wanted::Inside => (answer.inside(budget)?, self.shape.clone()),
        };
        Ok((copied.array(shape), Some(copied)))
    }

    /// The table in a form with this name, as the command line writes it.
    ///
    /// # Errors
    /// [`Refusal`] says why it cannot be written so.
    pub fn write(&self, form: &str, lang: Lang, budget: &Budget) -> Result<Vec<u8>, Refusal> {
        let write = || {
            let answer = self.answer.lock().unwrap_or_else(PoisonError::into_inner);
            let mut bytes = Vec::new();
            export::write(&*answer, &self.question, format(form)?, lang, &mut Watched::new(&mut bytes, budget))?;
            Ok(bytes)
        };
        write().map_err(|failure| Refusal::new(&failure, lang))
    }
}
