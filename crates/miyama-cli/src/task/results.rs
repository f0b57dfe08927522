//! Results of tasks: what was found for each part, in one file or in many.

use super::{PROGRAM, Run, Task, engine};
use crate::answer::{self, Format};
use crate::export::json::Data;
use crate::failure::Failure;
use crate::question::Question;
use crate::seal;
use miyama_budget::Budget;
use miyama_text::{Lang, say};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

/// What was found for some parts of a run. As a file it is sealed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Results {
    /// Says what the file is.
    miyama: String,
    version: u32,
    program: String,
    question: Value,
    of: u64,
    /// By part.
    results: BTreeMap<u64, One>,
}

/// What was found for a part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct One {
    /// The hash of the task.
    task: String,
    found: Value,
}

impl Results {
    pub(super) fn of_task(task: &Task, found: Value) -> Results {
        let Run { program, question, of } = task.run.clone();
        let results = BTreeMap::from([(task.part, One { task: task.hash(), found })]);
        Results { miyama: "results".to_owned(), version: seal::RESULTS.version(), program, question, of, results }
    }

    fn run(&self) -> Run {
        Run { program: self.program.clone(), question: self.question.clone(), of: self.of }
    }

    /// The file.
    pub(crate) fn sealed(&self) -> Result<Vec<u8>, Failure> {
        seal::RESULTS.json(self, false)
    }

    /// Reads a file: of this version of the program, and each result of the task that it names.
    pub(crate) fn open(path: &Path, file: Vec<u8>) -> Result<Results, Failure> {
        let shown = || path.display().to_string();
        let text = seal::RESULTS.open(path, file)?;
        let changed = || Failure::input(say!("task.changed", path = shown()));
        let results: Results = serde_json::from_slice(&text).map_err(|_| changed())?;
        if results.program != PROGRAM {
            let says = say!("task.other_program_file", path = shown(), program = &results.program, own = PROGRAM);
            return Err(Failure::input(says));
        }
        let run = results.run();
        let is_ours = |(part, one): (&u64, &One)| (1..=run.of).contains(part) && run.task(*part).hash() == one.task;
        if results.results.iter().all(is_ours) { Ok(results) } else { Err(changed()) }
    }

    /// Whether the result of a task is among them.
    pub(crate) fn has(&self, task: &Task) -> bool {
        self.run() == task.run && self.results.contains_key(&task.part)
    }

    /// The tasks that are not done, in order.
    pub(crate) fn missing(&self) -> Vec<Task> {
        let run = self.run();
        (1..=run.of).filter(|part| !self.results.contains_key(part)).map(|part| run.task(part)).collect()
    }

    /// How many parts there are, and of how many.
    pub(crate) fn count(&self) -> (usize, u64) {
        (self.results.len(), self.of)
    }

    /// The answer of the whole run, as one machine gives it.
    pub(crate) fn answer(&self, budget: &Budget) -> Result<Merged, Failure> {
        let missing = self.missing();
        if let Some(first) = missing.first() {
            let (count, of) = (missing.len(), self.of);
            let says = say!("task.missing", count = count, of = of, part = first.part);
            return Err(Failure::Input { says, hint: Some(say!("task.missing_hint")), place: None });
        }
        let question = self.run().question()?;
        let found = self.results.values().map(|one| one.found.clone()).collect();
        let inner = engine::merged(&question, found, budget)?;
        Ok(Merged { question, inner, failure: None })
    }
}

/// Unites results, each with the file that it is from.
pub(crate) fn join(all: impl IntoIterator<Item = Result<(String, Results), Failure>>) -> Result<Results, Failure> {
    let mut from: BTreeMap<u64, String> = BTreeMap::new();
    let mut joined: Option<(String, Results)> = None;
    for one in all {
        let (path, results) = one?;
        if let Some((first, known)) = &joined
            && known.run() != results.run()
        {
            return Err(Failure::input(say!("task.foreign", path = path, other = first)));
        }
        for part in results.results.keys() {
            if let Some(other) = from.insert(*part, path.clone()) {
                let says = say!("task.doubled", part = *part, of = results.of, path = path, other = other);
                return Err(Failure::input(says));
            }
        }
        match &mut joined {
            Some((_, known)) => known.results.extend(results.results),
            None => joined = Some((path, results)),
        }
    }
    joined.map(|(_, results)| results).ok_or_else(|| Failure::input(say!("task.nothing")))
}

/// The answer of a run. It is written as the answer to its question.
pub(crate) struct Merged {
    question: Question,
    inner: Box<dyn answer::Answer>,
    /// Why the results were not written where they should have been.
    failure: Option<Failure>,
}

impl Merged {
    /// The same with a failure beside it.
    pub(crate) fn but(self, failure: Failure) -> Merged {
        Merged { failure: Some(failure), ..self }
    }

    /// The question that it answers.
    pub(crate) fn asked(&self) -> &Question {
        &self.question
    }
}

impl answer::Answer for Merged {
    fn data(&self, lang: Lang) -> Option<Box<dyn Data + '_>> {
        self.inner.data(lang)
    }

    fn question(&self) -> Option<&Question> {
        Some(&self.question)
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        self.inner.write(format, lang, out)
    }

    fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref().or_else(|| self.inner.failure())
    }

    fn holds(&self) -> bool {
        self.inner.holds()
    }

    fn undecided(&self) -> bool {
        self.inner.undecided()
    }
}
