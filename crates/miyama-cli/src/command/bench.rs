//! `miyama bench AREA`: how fast this machine is, with answers that are checked.

mod octal;
mod prove;
mod quotient;
mod search;
mod tables;

use crate::answer;
use crate::answer::bench::Measured;
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

/// Rows that are measured one after the other, as many as there was time for.
struct SoFar<Row> {
    rows: Vec<Row>,
    stopped: Option<Failure>,
}

impl<Row> SoFar<Row> {
    fn of(measured: impl Iterator<Item = Result<Row, Failure>>) -> Result<SoFar<Row>, Failure> {
        let mut rows = vec![];
        for row in measured {
            match row {
                Ok(row) => rows.push(row),
                Err(stopped @ Failure::Stopped(_)) if !rows.is_empty() => {
                    return Ok(SoFar { rows, stopped: Some(stopped) });
                }
                Err(failure) => return Err(failure),
            }
        }
        Ok(SoFar { rows, stopped: None })
    }

    fn data<T>(&self, row: impl FnMut(&Row) -> T) -> Measured<T> {
        Measured { rows: self.rows.iter().map(row).collect(), complete: self.stopped.as_ref().map(|_| false) }
    }
}
