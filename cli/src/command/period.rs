//! `miyama period CODE`: the least period of the nim values, proven or not.

mod count;
mod report;
mod sweep;

use crate::answer::{self, Format};
use crate::failure::Failure;
use crate::games;
use crate::nim_values;
use crate::output;
use crate::picture::{Pictures, sequence};
use miyama::breaking::analysis::rarity;
use miyama::breaking::code::Code;
use miyama::breaking::period::{self, Verdict};
use miyama::breaking::ruleset::recognise;
use miyama::breaking::values::NimValues;
use miyama::budget::{Budget, Stopped};
use miyama::game::Game;
use miyama::mistake::Mistake;
use miyama::text::{Lang, say};
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How often a long run is saved.
const EVERY: Duration = Duration::from_secs(60);

/// The period of which code, and how far to look.
#[derive(Clone, Debug, clap::Args, Serialize, Deserialize)]
pub(crate) struct Question {
    #[arg(required_unless_present = "all")]
    code: Option<String>,
    #[arg(long, value_name = "DIGITS", conflicts_with_all = ["code", "certificate", "state", "svg", "png"])]
    #[serde(default)]
    all: Option<u32>,
    #[arg(long, value_name = "N")]
    #[serde(default)]
    to: Option<String>,
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    certificate: Option<PathBuf>,
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    state: Option<PathBuf>,
    #[arg(long, requires = "state")]
    #[serde(skip)]
    resume: bool,
    #[command(flatten)]
    #[serde(skip)]
    pictures: Pictures,
}

impl Question {
    /// The pictures to write.
    pub(crate) fn files(&self) -> Vec<(Format, &Path)> {
        self.pictures.files().collect()
    }
}

pub(crate) struct Answer {
    values: NimValues,
    verdict: Verdict,
}

pub(crate) fn answer(question: &Question, budget: &Budget) -> Result<Box<dyn answer::Answer>, Failure> {
    let to = question.to.as_deref().map(count::parse).transpose()?;
    if let Some(digits) = question.all {
        if !(1..=sweep::MOST_DIGITS).contains(&digits) {
            return Err(Failure::input(say!("breaking.sweep_digits", most = sweep::MOST_DIGITS)));
        }
        return Ok(Box::new(sweep::answer(digits, to.unwrap_or(sweep::REACH), budget)?));
    }
    let text = question.code.as_deref().unwrap_or_default();
    let code = code(text, budget)?;
    let mut values = match (&question.state, question.resume) {
        (Some(path), true) => nim_values::load(path, &code)?,
        (Some(path), false) if path.exists() => {
            return Err(Failure::input(say!("breaking.state_exists", path = path.display().to_string())));
        }
        _ => NimValues::new(&code),
    };
    let known = values.len().saturating_sub(1);
    if let (Some(to), Some(path)) = (to.filter(|to| *to < known), &question.state) {
        let path = path.display().to_string();
        budget.note(&say!("breaking.more_known", path = path, known = known, to = to));
    }
    let to = to.unwrap_or_else(|| values.reach()).max(known);
    let needed = period::memory(&values, to);
    nim_values::note_memory(to, needed, budget);
    budget.need(needed)?;
    let verdict = search(&mut values, to, question.state.as_deref(), budget)?;
    match (&question.certificate, &verdict) {
        (Some(path), Verdict::Proven(period, because)) => {
            let certificate = period::certify(&values, *period, *because);
            output::write_file(path, |out| {
                serde_json::to_writer_pretty(&mut *out, &certificate).map_err(std::io::Error::from)?;
                Ok(writeln!(out)?)
            })?;
        }
        (Some(path), _) => budget.note(&say!("breaking.no_proof", path = path.display().to_string())),
        (None, _) => {}
    }
    Ok(Box::new(Answer { values, verdict }))
}

/// A code, or the code of a game with one heap that has one.
fn code(text: &str, budget: &Budget) -> Result<Code, Failure> {
    let direct = text.parse::<Code>();
    if direct.is_ok() || Code::looks_like(text) || text.trim().is_empty() {
        return direct.map_err(|mistake| Failure::mistake(mistake, text));
    }
    let found = match games::game(text, budget)? {
        Game::Heap(game) => game.code.or_else(|| recognise(&game.ruleset)),
        Game::Board(_) => None,
    };
    found.ok_or_else(|| Failure::mistake(Mistake::new(0..text.len(), say!("breaking.not_a_code")), text))
}

/// Looks for a period; with a state file, saves what there is every minute and
/// when stopped.
fn search(values: &mut NimValues, to: usize, state: Option<&Path>, budget: &Budget) -> Result<Verdict, Failure> {
    let Some(path) = state else { return Ok(period::find(values, to, budget)?) };
    loop {
        let result = period::find(values, to, &budget.part(EVERY));
        nim_values::save(path, values)?;
        match result {
            Ok(verdict) => return Ok(verdict),
            Err(Stopped::Time { .. }) if budget.check().is_ok() => {}
            Err(stopped) => {
                let (path, heaps) = (path.display().to_string(), values.len());
                return Err(match stopped {
                    Stopped::Cancelled => Failure::Interrupted(say!("breaking.saved", path = path, heaps = heaps)),
                    limit => Failure::Input {
                        says: limit.text(),
                        hint: Some(say!("breaking.saved_too", path = path, heaps = heaps)),
                        place: None,
                    },
                });
            }
        }
    }
}

impl answer::Answer for Answer {
    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text => report::text(&self.values, &self.verdict, lang, out),
            Format::Json => report::json(&self.values, &self.verdict, out),
            Format::Png | Format::Svg => {
                let space = rarity(self.values.code(), self.values.stored()).map(|r| r.space);
                let picture = sequence::Picture {
                    title: &self.values.code().to_string(),
                    values: self.values.stored(),
                    is_rare: &|value, n| space.is_some_and(|s| !s.is_common(value, n)),
                    legend: [say!("breaking.common"), say!("breaking.rare")].map(|text| text.in_lang(lang)),
                };
                if format == Format::Png { picture.write_png(out) } else { picture.write_svg(out) }
            }
            _ => Err(Failure::no_format(format)),
        }
    }
}
