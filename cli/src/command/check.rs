//! `miyama check`: statements about games, checked by machine.

mod claims;

use crate::answer;
use crate::failure::Failure;
use miyama::budget::Budget;
use serde::{Deserialize, Serialize};

/// Which claims, and how far.
#[derive(Clone, Debug, clap::Args, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Question {
    #[serde(default)]
    ids: Vec<String>,
    #[arg(long, value_name = "N", conflicts_with = "list")]
    #[serde(default)]
    to: Option<u64>,
    #[arg(long)]
    #[serde(default)]
    list: bool,
}

pub(crate) fn answer(question: &Question, budget: &Budget) -> Result<Box<dyn answer::Answer>, Failure> {
    if question.list {
        return Ok(Box::new(claims::list(&question.ids)?));
    }
    Ok(Box::new(claims::check(&question.ids, question.to, budget)?))
}
