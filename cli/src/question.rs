//! One enum: each variant is a subcommand of the command line and a JSON request.

use crate::answer::{Answer, Format};
use crate::command::{completions, man, word};
use crate::failure::Failure;
use miyama::budget::Budget;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// What can be asked.
#[derive(Clone, Debug, clap::Subcommand, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub(crate) enum Question {
    Completions(completions::Question),
    Man(man::Question),
    Word(Box<word::Question>),
}

impl Question {
    /// Answers through the library.
    pub(crate) fn answer(&self, budget: &Budget) -> Result<Box<dyn Answer>, Failure> {
        budget.check()?;
        Ok(match self {
            Question::Completions(question) => Box::new(completions::answer(question)),
            Question::Man(question) => Box::new(man::answer(question)),
            Question::Word(question) => word::answer(question, budget)?,
        })
    }

    /// The files to write the answer to, besides standard output.
    pub(crate) fn files(&self) -> Vec<(Format, &Path)> {
        match self {
            Question::Completions(_) | Question::Man(_) => vec![],
            Question::Word(question) => question.svg().map(|path| (Format::Svg, path.as_path())).into_iter().collect(),
        }
    }
}
