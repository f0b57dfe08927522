//! `miyama work --task TASK --to FOLDER`: does a task and leaves its result in a folder.

use crate::answer::task::Work;
use crate::answer::{self, Format};
use crate::export::json::Data;
use crate::failure::Failure;
use crate::files;
use crate::input;
use crate::output;
use crate::task::{Results, Task};
use miyama_budget::Budget;
use miyama_text::{Lang, say};
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::{Path, PathBuf};

/// No honest result is larger.
pub(super) const MOST_BYTES: u64 = 64 << 20;

/// A task, and where its result goes.
#[derive(Clone, Debug, clap::Args, Serialize, Deserialize)]
pub(crate) struct Question {
    #[arg(long, value_name = "TASK")]
    task: String,
    #[arg(long, value_name = "FOLDER")]
    to: PathBuf,
}

pub(crate) struct Answer {
    path: PathBuf,
    /// Whether the result was there already.
    was_done: bool,
    /// What stands in no file, and why.
    unsaved: Option<(Vec<u8>, Failure)>,
}

pub(crate) fn answer(question: &Question, budget: &Budget) -> Result<Answer, Failure> {
    let task = Task::parse(&question.task)?;
    let path = make_folder(&question.to)?.join(task.file_name());
    if is_done(&task, &path, budget) {
        return Ok(Answer { path, was_done: true, unsaved: None });
    }
    let sealed = task.work(budget)?.sealed()?;
    let written = output::write_file(&path, |out| Ok(out.write_all(&sealed)?));
    Ok(Answer { path, was_done: false, unsaved: written.err().map(|failure| (sealed, failure)) })
}

fn make_folder(folder: &Path) -> Result<&Path, Failure> {
    files::allow(folder)?;
    std::fs::create_dir_all(folder).map_err(|error| Failure::file(folder, &error))?;
    Ok(folder)
}

/// Whether a file has the result of a task. One that is broken is written anew.
fn is_done(task: &Task, path: &Path, budget: &Budget) -> bool {
    path.exists()
        && input::read(path, MOST_BYTES, 4, budget)
            .and_then(|file| Results::open(path, file))
            .is_ok_and(|results| results.has(task))
}

impl answer::Answer for Answer {
    fn data(&self, _: Lang) -> Option<Box<dyn Data + '_>> {
        // What could not be saved goes out as it would stand in the file.
        if self.unsaved.is_some() {
            return None;
        }
        Some(Box::new(Work { file: self.path.display().to_string(), was_done: self.was_done }))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        // The work must not be lost with the disk: it goes out here.
        if let Some((sealed, _)) = &self.unsaved {
            return Ok(out.write_all(sealed)?);
        }
        let path = self.path.display().to_string();
        let says = if self.was_done { say!("task.was_done", path = path) } else { say!("task.done", path = path) };
        match format {
            Format::Text => Ok(writeln!(out, "{}", says.in_lang(lang))?),
            _ => Err(Failure::no_format(format)),
        }
    }

    fn failure(&self) -> Option<&Failure> {
        self.unsaved.as_ref().map(|(_, failure)| failure)
    }
}
