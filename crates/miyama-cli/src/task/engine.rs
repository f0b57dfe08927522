//! The questions that can be cut, each by its own command.

use crate::answer::Answer;
use crate::command::{bricks, check, find_rule, period, quotient};
use crate::failure::Failure;
use crate::question::Question;
use miyama_budget::Budget;
use miyama_text::say;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Whether a question is of a kind that can be cut.
pub(super) fn splits(question: &Question) -> bool {
    matches!(
        question,
        Question::Bricks(_) | Question::Period(_) | Question::Quotient(_) | Question::Check(_) | Question::FindRule(_)
    )
}

/// Into how many pieces a question can be cut.
pub(super) fn pieces(question: &Question, budget: &Budget) -> Result<u64, Failure> {
    match question {
        Question::Bricks(question) => bricks::pieces(question, budget),
        Question::Period(question) => period::pieces(question),
        Question::Quotient(question) => quotient::pieces(question),
        Question::Check(question) => check::pieces(question, budget),
        Question::FindRule(question) => find_rule::pieces(question),
        _ => Err(whole()),
    }
}

/// What is found for a part of a question.
pub(super) fn part(question: &Question, part: u64, of: u64, budget: &Budget) -> Result<Value, Failure> {
    match question {
        Question::Bricks(question) => written(&bricks::part(question, part, of, budget)?),
        Question::Period(question) => written(&period::part(question, part, of, budget)?),
        Question::Quotient(question) => written(&quotient::part(question, part, of, budget)?),
        Question::Check(question) => check::part(question, part, of, budget),
        Question::FindRule(question) => written(&find_rule::part(question, part, of, budget)?),
        _ => Err(whole()),
    }
}

/// The answer to a question from what was found for all its parts, in order.
pub(super) fn merged(question: &Question, found: Vec<Value>, budget: &Budget) -> Result<Box<dyn Answer>, Failure> {
    match question {
        Question::Bricks(question) => bricks::merged(question, read(found)?, budget),
        Question::Period(question) => period::merged(question, read(found)?),
        Question::Quotient(question) => quotient::merged(question, read(found)?),
        Question::Check(question) => check::merged(question, found, budget),
        Question::FindRule(question) => find_rule::merged(question, read(found)?),
        _ => Err(whole()),
    }
}

/// A question that cannot be cut.
pub(crate) fn whole() -> Failure {
    Failure::input(say!("task.whole"))
}

/// What was found, as JSON.
pub(crate) fn written(found: &impl Serialize) -> Result<Value, Failure> {
    serde_json::to_value(found).map_err(|error| Failure::from(std::io::Error::from(error)))
}

/// What was found, from JSON.
pub(crate) fn read<T: DeserializeOwned>(found: Vec<Value>) -> Result<Vec<T>, Failure> {
    let wrong = |error: serde_json::Error| Failure::input(say!("task.unreadable", reason = error.to_string()));
    found.into_iter().map(|value| serde_json::from_value(value).map_err(wrong)).collect()
}

/// The members of a list that belong to a part: every `of`-th, so that what takes long is spread.
pub(crate) fn members<T>(list: Vec<T>, part: u64, of: u64) -> impl Iterator<Item = (usize, T)> {
    let (part, of) = (part as usize - 1, of as usize);
    list.into_iter().enumerate().filter(move |(number, _)| number % of == part)
}
