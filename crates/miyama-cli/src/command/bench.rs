//! `miyama bench AREA`: how fast this machine is, with answers that are checked.

mod octal;
mod prove;
mod quotient;
mod search;
mod tables;

use crate::answer;
use crate::failure::Failure;
use miyama_budget::Budget;
use serde::{Deserialize, Serialize};

/// What to measure.
#[derive(Clone, Debug, clap::Args, Serialize, Deserialize)]
pub(crate) struct Question {
    area: Area,
}

/// What can be measured.
#[derive(Clone, Copy, Debug, clap::ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Area {
    /// Nim values of taking-and-breaking games.
    Octal,
    /// Proofs for all sizes.
    Prove,
    /// Misère quotients of codes.
    Quotient,
    /// Who wins sums of boards.
    Search,
    /// Tables of games on heaps.
    Tables,
}

pub(crate) fn answer(question: &Question, budget: &Budget) -> Result<Box<dyn answer::Answer>, Failure> {
    match question.area {
        Area::Octal => Ok(Box::new(octal::answer(budget)?)),
        Area::Prove => Ok(Box::new(prove::answer(budget)?)),
        Area::Quotient => Ok(Box::new(quotient::answer(budget)?)),
        Area::Search => Ok(Box::new(search::answer(budget)?)),
        Area::Tables => Ok(Box::new(tables::answer(budget)?)),
    }
}
