//! `miyama period CODE`: the least period of the nim values, proven or not.

mod count;
mod report;
mod state;

use crate::answer::{self, Format};
use crate::failure::{Failure, complain};
use crate::output;
use miyama::breaking::code::Code;
use miyama::breaking::period::{self, Verdict};
use miyama::breaking::values::NimValues;
use miyama::budget::{Budget, Stopped, bytes};
use miyama::text::{Lang, say};
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How often a long run is saved.
const EVERY: Duration = Duration::from_secs(60);

/// From here on a run says beforehand what it needs.
const LONG: usize = 1 << 26;

/// The period of which code, and how far to look.
#[derive(Clone, Debug, clap::Args, Serialize, Deserialize)]
pub(crate) struct Question {
    code: String,
    #[arg(long, value_name = "N")]
    to: Option<String>,
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    #[arg(long, requires = "state")]
    resume: bool,
}

pub(crate) struct Answer {
    values: NimValues,
    verdict: Verdict,
}

pub(crate) fn answer(question: &Question, budget: &Budget) -> Result<Answer, Failure> {
    let code: Code = question.code.parse().map_err(|mistake| Failure::mistake(mistake, &question.code))?;
    let mut values = match (&question.state, question.resume) {
        (Some(path), true) => state::load(path, &code)?,
        (Some(path), false) if path.exists() => {
            return Err(Failure::input(say!("breaking.state_exists", path = path.display().to_string())));
        }
        _ => NimValues::new(&code),
    };
    let to = match &question.to {
        Some(text) => count::parse(text)?,
        None => values.reach(),
    };
    let needed = period::memory(&values, to);
    if to >= LONG {
        complain(&say!("breaking.needs", to = to, memory = bytes(needed)).to_string());
    }
    budget.need(needed)?;
    let verdict = search(&mut values, to, question.state.as_deref(), budget)?;
    if let (Some(path), Verdict::Proven(period, because)) = (&question.certificate, &verdict) {
        let certificate = period::certify(&values, *period, *because);
        output::write_file(path, |out| {
            serde_json::to_writer_pretty(&mut *out, &certificate).map_err(std::io::Error::from)?;
            Ok(writeln!(out)?)
        })?;
    }
    Ok(Answer { values, verdict })
}

/// Looks for a period; with a state file, saves what there is every minute and
/// when stopped.
fn search(values: &mut NimValues, to: usize, state: Option<&Path>, budget: &Budget) -> Result<Verdict, Failure> {
    let Some(path) = state else { return Ok(period::find(values, to, budget)?) };
    loop {
        let result = period::find(values, to, &budget.part(EVERY));
        state::save(path, values)?;
        match result {
            Ok(verdict) => return Ok(verdict),
            Err(Stopped::Time { .. }) if budget.check().is_ok() => {}
            Err(Stopped::Cancelled) => {
                let (path, heaps) = (path.display().to_string(), values.len());
                return Err(Failure::Interrupted(say!("breaking.saved", path = path, heaps = heaps)));
            }
            Err(stopped) => return Err(stopped.into()),
        }
    }
}

impl answer::Answer for Answer {
    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text => report::text(&self.values, &self.verdict, lang, out),
            Format::Json => report::json(&self.values, &self.verdict, out),
            _ => Err(Failure::no_format(format)),
        }
    }
}
