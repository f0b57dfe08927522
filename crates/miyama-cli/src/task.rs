//! Work that is cut into tasks, for as many machines as there are.
//!
//! A *task* is a small JSON text: a question of the command line, and which part of it is to be
//! done. Its result is a small sealed file that has the hash of the task. Results are a map from
//! parts to what was found, and to merge two of them is to unite the maps: so it does not matter
//! in which order or grouping that is done. A part that stands in both, a result of another run
//! and one that is not what its task asks for are refused, and there is an answer only when no
//! part is missing. The answer is the one that a single machine gives, by the same code.

mod engine;
mod results;

pub(crate) use engine::{members, read, whole, written};
pub(crate) use results::{Results, join};

use crate::failure::Failure;
use crate::question::Question;
use crate::serve;
use miyama_budget::Budget;
use miyama_text::say;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// The version of the form of a task.
const VERSION: u32 = 1;
/// Results of one version of the program do not mix with those of another.
const PROGRAM: &str = env!("CARGO_PKG_VERSION");
/// So many tasks, if nobody says how many.
const COUNT: u64 = 100;
/// More tasks would only cost.
pub(crate) const MOST: u64 = 1_000_000;

/// What all tasks of a run have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Run {
    /// The version of the program.
    program: String,
    /// The question, without what nobody said.
    question: Value,
    /// How many tasks there are.
    of: u64,
}

/// A part of a run, numbered from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Task {
    /// Says what the text is.
    miyama: String,
    version: u32,
    #[serde(flatten)]
    run: Run,
    part: u64,
}

/// The tasks of a question: as many as were asked for, or as it has pieces.
pub(crate) fn tasks(question: &Question, count: Option<u64>, budget: &Budget) -> Result<Vec<Task>, Failure> {
    let pieces = engine::pieces(question, budget)?;
    if count.is_some_and(|count| count > pieces) {
        budget.note(&say!("task.fewer", pieces = pieces));
    }
    let of = count.unwrap_or(COUNT).min(pieces).clamp(1, MOST);
    let run = Run { program: PROGRAM.to_owned(), question: crate::export::json::said(question)?, of };
    Ok((1..=of).map(|part| run.task(part)).collect())
}

impl Run {
    fn task(&self, part: u64) -> Task {
        Task { miyama: "task".to_owned(), version: VERSION, run: self.clone(), part }
    }

    /// The question that all results answer.
    fn question(&self) -> Result<Question, Failure> {
        serve::read_allowed(self.question.to_string().as_bytes(), engine::splits)
    }
}

impl Task {
    /// Reads a task. Spaces and the order of fields do not matter.
    pub(crate) fn parse(text: &str) -> Result<Task, Failure> {
        let wrong = |reason: String| Failure::input(say!("task.wrong", reason = reason));
        let given = serve::read_json(text.trim().as_bytes()).map_err(|error| wrong(error.to_string()))?;
        let task: Task = serde_json::from_value(given.clone()).map_err(|error| wrong(error.to_string()))?;
        // Every field counts for the hash, so that none may be passed over.
        let known = serde_json::to_value(&task).map_err(|error| wrong(error.to_string()))?;
        if known != given || task.miyama != "task" || task.version != VERSION {
            return Err(wrong("{\"miyama\":\"task\",\"version\":1,…}".to_owned()));
        }
        if !(1..=task.run.of).contains(&task.part) || task.run.of > MOST {
            return Err(wrong(format!("{} / {}", task.part, task.run.of)));
        }
        if task.run.program != PROGRAM {
            return Err(Failure::input(say!("task.other_program", program = &task.run.program, own = PROGRAM)));
        }
        Ok(task)
    }

    /// The task in one line.
    pub(crate) fn text(&self) -> String {
        serde_json::to_value(self).unwrap_or_default().to_string()
    }

    /// The SHA-256 of its text.
    pub(crate) fn hash(&self) -> String {
        Sha256::digest(self.text()).iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The file of its result: the same for the same task.
    pub(crate) fn file_name(&self) -> String {
        let width = self.run.of.to_string().len();
        format!("part-{:0width$}-of-{}-{}.json", self.part, self.run.of, &self.hash()[..12])
    }

    /// Does it.
    pub(crate) fn work(&self, budget: &Budget) -> Result<Results, Failure> {
        let found = engine::part(&self.run.question()?, self.part, self.run.of, budget)?;
        Ok(Results::of_task(self, found))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task() -> Task {
        let question = serde_json::json!({"ask": "period", "all": 1});
        Run { program: PROGRAM.to_owned(), question, of: 3 }.task(2)
    }

    #[test]
    fn a_task_is_read_as_it_was_written_and_hashed_by_its_meaning() {
        let text = task().text();
        assert_eq!(Task::parse(&text).unwrap(), task());
        let spaced = text.replace(',', " ,\n ");
        assert_eq!(Task::parse(&spaced).unwrap().hash(), task().hash());
        let mut others: Vec<String> = (1..=3).map(|part| task().run.task(part).hash()).collect();
        others.sort_unstable();
        others.dedup();
        assert_eq!(others.len(), 3);
    }

    #[test]
    fn what_is_no_task_is_refused() {
        let text = task().text();
        for (from, to) in [
            ("\"task\"", "\"tusk\""),
            ("\"part\":2", "\"part\":0"),
            ("\"part\":2", "\"part\":4"),
            ("\"version\":1", "\"version\":2"),
            ("\"part\":2", "\"part\":2,\"more\":1"),
            ("\"part\":2", "\"part\":2,\"part\":2"),
            (PROGRAM, "0.0.0"),
            ("{", ""),
        ] {
            let wrong = text.replacen(from, to, 1);
            assert!(Task::parse(&wrong).is_err(), "{wrong}");
        }
    }
}
