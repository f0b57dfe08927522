//! `miyama merge FOLDER …`: the answer of a run from the results of all its tasks.

use super::tasks;
use super::work::MOST_BYTES;
use crate::answer::task::Joined;
use crate::answer::{self, Format};
use crate::export::json::Data;
use crate::failure::Failure;
use crate::files;
use crate::input;
use crate::output;
use crate::task::{Results, join};
use miyama_budget::Budget;
use miyama_text::{Lang, say};
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Results of tasks, in files and folders.
#[derive(Clone, Debug, clap::Args, Serialize, Deserialize)]
pub(crate) struct Question {
    #[arg(required = true, value_name = "FOLDER")]
    from: Vec<PathBuf>,
    #[arg(long, conflicts_with = "save")]
    #[serde(default)]
    missing: bool,
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
}

/// Results that were written into one file.
struct Saved {
    path: PathBuf,
    count: usize,
    of: u64,
}

/// Results that could not be written, as they would stand in the file.
struct Unsaved {
    sealed: Vec<u8>,
    failure: Failure,
}

pub(crate) fn answer(question: &Question, budget: &Budget) -> Result<Box<dyn answer::Answer>, Failure> {
    let files = question.from.iter().map(|path| listed(path)).collect::<Result<Vec<_>, _>>()?.concat();
    let results = join(files.iter().map(|path| {
        budget.check()?;
        Ok((path.display().to_string(), Results::open(path, input::read(path, MOST_BYTES, 4, budget)?)?))
    }))?;
    if question.missing {
        return Ok(Box::new(tasks::Answer(results.missing())));
    }
    match &question.save {
        Some(path) => saved(&results, path, budget),
        None => Ok(Box::new(results.answer(budget)?)),
    }
}

/// Writes the results into a file. Where that fails they are not lost: the answer of the run is
/// shown, or, while tasks are missing, what the file would hold.
fn saved(results: &Results, path: &Path, budget: &Budget) -> Result<Box<dyn answer::Answer>, Failure> {
    let sealed = results.sealed()?;
    let Err(failure) = output::write_file(path, |out| Ok(out.write_all(&sealed)?)) else {
        let (count, of) = results.count();
        return Ok(Box::new(Saved { path: path.to_owned(), count, of }));
    };
    match results.answer(budget) {
        Ok(merged) => Ok(Box::new(merged.but(failure))),
        Err(_) => Ok(Box::new(Unsaved { sealed, failure })),
    }
}

/// The results in a folder, by name; a file is itself. Files of runs that were killed, whose
/// names are hidden, are no results.
fn listed(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    files::allow(path)?;
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let failed = |error: std::io::Error| Failure::file(path, &error);
    let mut found = Vec::new();
    for entry in std::fs::read_dir(path).map_err(failed)? {
        let entry = entry.map_err(failed)?.path();
        let name = entry.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.ends_with(".json") && !name.starts_with('.') {
            found.push(entry);
        }
    }
    found.sort();
    Ok(found)
}

impl answer::Answer for Saved {
    fn data(&self, _: Lang) -> Option<Box<dyn Data + '_>> {
        Some(Box::new(Joined { file: self.path.display().to_string(), results: self.count, of: self.of }))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        let says = say!("task.saved", path = self.path.display().to_string(), count = self.count, of = self.of);
        match format {
            Format::Text => Ok(writeln!(out, "{}", says.in_lang(lang))?),
            _ => Err(Failure::no_format(format)),
        }
    }
}

impl answer::Answer for Unsaved {
    fn write(&self, _: Format, _: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        Ok(out.write_all(&self.sealed)?)
    }

    fn failure(&self) -> Option<&Failure> {
        Some(&self.failure)
    }
}
