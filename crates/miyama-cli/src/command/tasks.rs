//! `miyama tasks COMMAND …`: a question cut into tasks, one line of JSON each.

use crate::answer::{self, Format};
use crate::command::{bricks, check, find_rule, period, quotient};
use crate::failure::Failure;
use crate::question;
use crate::task::{self, Task};
use miyama_budget::Budget;
use miyama_text::Lang;
use serde::{Deserialize, Serialize};
use std::io::Write;

/// The tasks of a question.
#[derive(Clone, Debug, clap::Args, Serialize, Deserialize)]
pub(crate) struct Question {
    #[command(subcommand)]
    of: Split,
    #[arg(long, value_name = "N", global = true, value_parser = clap::value_parser!(u64).range(1..=task::MOST))]
    count: Option<u64>,
}

/// The questions that can be cut.
#[derive(Clone, Debug, clap::Subcommand, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
enum Split {
    Bricks(Box<bricks::Question>),
    Period(period::Question),
    Quotient(Box<quotient::Question>),
    Check(check::Question),
    FindRule(find_rule::Question),
}

/// Tasks, a line each.
pub(crate) struct Answer(pub(super) Vec<Task>);

pub(crate) fn answer(question: &Question, budget: &Budget) -> Result<Answer, Failure> {
    let of = match question.of.clone() {
        Split::Bricks(question) => question::Question::Bricks(question),
        Split::Period(question) => question::Question::Period(question),
        Split::Quotient(question) => question::Question::Quotient(question),
        Split::Check(question) => question::Question::Check(question.with_text(budget)?),
        Split::FindRule(question) => question::Question::FindRule(question),
    };
    // A task has no files of its own: what names one would be lost on the way.
    if let Some((_, path)) = of.files().first() {
        return Err(Failure::unfinished(path));
    }
    Ok(Answer(task::tasks(&of, question.count, budget)?))
}

impl answer::Answer for Answer {
    fn write(&self, format: Format, _: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text | Format::Json => {
                self.0.iter().try_for_each(|task| writeln!(out, "{}", task.text()))?;
                Ok(())
            }
            _ => Err(Failure::no_format(format)),
        }
    }
}
