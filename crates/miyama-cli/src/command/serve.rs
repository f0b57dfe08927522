//! `miyama serve`: the page and its API, for this machine only.

use crate::answer::{self, Format};
use crate::failure::Failure;
use crate::output;
use crate::serve::{self, Allowance};
use miyama_budget::Budget;
use miyama_text::Lang;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::time::Duration;

/// Where to listen, and what one request may use.
#[derive(Clone, Debug, clap::Args, Serialize, Deserialize)]
pub(crate) struct Question {
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    #[serde(default)]
    port: u16,
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    #[serde(default)]
    request_time: u64,
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=64))]
    #[serde(default)]
    workers: u16,
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    #[serde(default)]
    waiting: u16,
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    #[serde(default)]
    patience: u64,
}

/// The server has stopped; all that it said stands on standard output already.
pub(crate) struct Answer;

/// One request never gets more memory than this.
const MEMORY: u64 = 1 << 30;
/// Nor do answers that wait to be fetched.
const ANSWERS: u64 = 1 << 30;

pub(crate) fn answer(question: &Question, budget: &Budget) -> Result<Answer, Failure> {
    let workers = usize::from(question.workers.max(1));
    // Half is for the questions that are computed, which with the one that is
    // tried are one more than the workers. A quarter is for answers. The last
    // quarter is for what is not counted byte for byte: the program itself,
    // connections with their buffers, questions in the line, and what the
    // allocator keeps.
    let all = budget.memory().unwrap_or(u64::MAX);
    let allowance = Allowance {
        time: Duration::from_secs(question.request_time),
        memory: (all / 2 / (workers as u64 + 1)).min(MEMORY),
        answers: (all / 4).min(ANSWERS),
        workers,
        waiting: usize::from(question.waiting),
        patience: Duration::from_secs(question.patience),
    };
    serve::run(question.port, &allowance, budget, |address| {
        output::write_stdout(true, |out| Ok(writeln!(out, "http://{address}/")?))
    })?;
    Ok(Answer)
}

impl answer::Answer for Answer {
    fn write(&self, _: Format, _: Lang, _: &mut dyn Write) -> Result<(), Failure> {
        Ok(())
    }
}
