//! `miyama period CODE`: the least period of the nim values, proven or not.

mod count;
mod report;
pub(crate) mod sweep;

use crate::answer::{self, Format};
use crate::export::json::Data;
use crate::failure::Failure;
use crate::fault;
use crate::games;
use crate::nim_values;
use crate::output;
use crate::picture::{Pictures, sequence};
use crate::seal;
use crate::task;
use miyama::breaking::analysis::rarity;
use miyama::breaking::code::Code;
use miyama::breaking::period::{self, Verdict};
use miyama::breaking::values::NimValues;
use miyama::game::Game;
use miyama::heap::as_code::recognise;
use miyama_budget::{Budget, Mistake, Stopped};
use miyama_text::{Lang, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How often a long run is saved.
const EVERY: Duration = Duration::from_secs(60);

/// How long the values of a search that was stopped are looked at.
const MOMENT: Duration = Duration::from_millis(500);

/// The least period of the nim values of a taking-and-breaking game, proven or not.
#[derive(Clone, Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
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
    /// Of a sweep, the digits of its codes and how far each is followed.
    fn sweep(&self) -> Result<(u32, usize), Failure> {
        let digits = self.all.ok_or_else(task::whole)?;
        if !(1..=sweep::MOST_DIGITS).contains(&digits) {
            return Err(Failure::input(say!("breaking.sweep_digits", most = sweep::MOST_DIGITS)));
        }
        let to = self.to.as_deref().map(count::parse).transpose()?;
        Ok((digits, to.unwrap_or(sweep::REACH)))
    }

    /// The pictures to write.
    pub(crate) fn files(&self) -> Vec<(Format, &Path)> {
        self.pictures.files().collect()
    }
}

pub(crate) struct Answer {
    values: NimValues,
    found: Found,
    /// Why the search ended early, or a file was not written.
    failure: Option<Failure>,
}

/// What a search found.
enum Found {
    /// All that there is to find.
    Whole(Verdict),
    /// What the values so far show, when it was stopped.
    SoFar(Verdict),
    /// There was not even time to look at them.
    Unseen,
}

impl Found {
    fn verdict(&self) -> &Verdict {
        match self {
            Found::Whole(verdict) | Found::SoFar(verdict) => verdict,
            Found::Unseen => &Verdict::Nothing,
        }
    }
}

/// Into how many pieces the question can be cut: codes of a sweep.
pub(crate) fn pieces(question: &Question) -> Result<u64, Failure> {
    Ok(sweep::codes(question.sweep()?.0).len() as u64)
}

/// What is found for a part of a sweep.
pub(crate) fn part(question: &Question, part: u64, of: u64, budget: &Budget) -> Result<Vec<sweep::Found>, Failure> {
    let (digits, to) = question.sweep()?;
    sweep::part(digits, to, (part, of), budget)
}

/// The table of a sweep from all its parts.
pub(crate) fn merged(question: &Question, parts: Vec<Vec<sweep::Found>>) -> Result<Box<dyn answer::Answer>, Failure> {
    Ok(Box::new(sweep::merged(question.sweep()?.0, parts)?))
}

pub(crate) fn answer(question: &Question, budget: &Budget) -> Result<Box<dyn answer::Answer>, Failure> {
    let to = question.to.as_deref().map(count::parse).transpose()?;
    if question.all.is_some() {
        let (digits, to) = question.sweep()?;
        return Ok(Box::new(sweep::answer(digits, to, budget)?));
    }
    let text = question.code.as_deref().unwrap_or_default();
    let code = code(text, budget)?;
    let mut values = match (&question.state, question.resume) {
        (Some(path), true) => nim_values::load(path, &code, budget)?,
        (Some(path), false) if path.exists() => {
            return Err(Failure::input(say!("breaking.state_exists", path = path.display().to_string())));
        }
        _ => NimValues::new(&code),
    };
    question.state.iter().chain(&question.certificate).try_for_each(|path| output::expect_folder(path))?;
    let known = values.len().saturating_sub(1);
    if let (Some(to), Some(path)) = (to.filter(|to| *to < known), &question.state) {
        let path = path.display().to_string();
        budget.note(&say!("breaking.more_known", path = path, known = known, to = to));
    }
    let to = to.unwrap_or_else(|| values.reach()).max(known);
    let needed = period::memory(&values, to);
    nim_values::note_memory(to, needed, budget);
    budget.need(needed)?;
    let (found, mut failure) = search(&mut values, to, question.state.as_deref(), budget);
    match (&question.certificate, found.verdict()) {
        (Some(path), Verdict::Proven(period, because)) => {
            let certificate = seal::CERTIFICATE.json(&period::certify(&values, *period, *because), true)?;
            let written = output::write_file(path, |out| Ok(out.write_all(&certificate)?));
            failure = failure.or(written.err());
        }
        (Some(path), _) => budget.note(&say!("breaking.no_proof", path = path.display().to_string())),
        (None, _) => {}
    }
    match failure {
        // Not a single value: nothing is known.
        Some(failure) if values.is_empty() => Err(failure),
        failure => Ok(Box::new(Answer { values, found, failure })),
    }
}

/// A code, or the code of a game with one heap that has one.
fn code(text: &str, budget: &Budget) -> Result<Code, Failure> {
    let direct = text.parse::<Code>();
    if direct.is_ok() || Code::looks_like(text) || text.trim().is_empty() {
        return direct.map_err(|mistake| Failure::mistake(mistake, text));
    }
    let found = match games::game(text, budget)? {
        Game::Heap(game) if !game.is_partizan() => game.code.or_else(|| recognise(&game.ruleset)),
        Game::Heap(_) | Game::Cells(_) | Game::Compound(_) => None,
    };
    found.ok_or_else(|| Failure::mistake(Mistake::new(0..text.len(), say!("breaking.not_a_code")), text))
}

/// Looks for a period; with a state file, saves what there is every minute and
/// when stopped. What was found comes with the reason why it is not all.
fn search(values: &mut NimValues, to: usize, state: Option<&Path>, budget: &Budget) -> (Found, Option<Failure>) {
    let Some(path) = state else {
        return match period::find(values, to, budget) {
            Ok(verdict) => (Found::Whole(verdict), None),
            Err(stopped) => (so_far(values), Some(Failure::Stopped(stopped))),
        };
    };
    let mut warned = false;
    let mut part = fault::interval(EVERY);
    loop {
        let known = values.len();
        let result = period::find(values, to, &budget.part(part));
        if values.len() == known {
            // To look at all values takes longer than that.
            part = part.saturating_mul(2).max(Duration::from_millis(1));
        }
        let saved = nim_values::save(path, values);
        match (result, saved) {
            (Ok(verdict), saved) => return (Found::Whole(verdict), saved.err()),
            // A disk that is full now may have room in a minute.
            (Err(Stopped::Time { .. }), saved) if budget.check().is_ok() => {
                if let Some(Failure::File(says)) = saved.err().filter(|_| !warned) {
                    budget.note(&say!("cli.goes_on_unsaved", reason = says));
                    warned = true;
                }
            }
            (Err(_), Err(unsaved)) => return (so_far(values), Some(unsaved)),
            (Err(stopped), Ok(())) => {
                let (path, heaps) = (path.display().to_string(), values.len());
                let failure = match stopped {
                    Stopped::Cancelled => Failure::Interrupted(say!("breaking.saved", path = path, heaps = heaps)),
                    limit => Failure::limit(limit, say!("breaking.saved_too", path = path, heaps = heaps)),
                };
                return (so_far(values), Some(failure));
            }
        }
    }
}

/// What the values show that are there when a search is stopped: looked at for
/// a moment more.
fn so_far(values: &NimValues) -> Found {
    let moment = Budget::unlimited().with_time(MOMENT);
    if values.is_empty() {
        return Found::Unseen;
    }
    period::look(values.code(), values.stored(), &moment).map_or(Found::Unseen, Found::SoFar)
}

impl answer::Answer for Answer {
    fn data(&self, _: Lang) -> Option<Box<dyn Data + '_>> {
        Some(Box::new(report::data(self)))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text => report::text(self, lang, out),
            Format::Png | Format::Svg => {
                let space = rarity(self.values.code(), self.values.stored()).map(|r| r.space);
                let code = self.values.code().to_string();
                let title = match &self.failure {
                    Some(_) => {
                        let to = self.values.len().saturating_sub(1);
                        say!("table.picture_so_far", game = &code, to = to.to_string()).in_lang(lang)
                    }
                    None => code,
                };
                let picture = sequence::Picture {
                    title: &title,
                    values: self.values.stored(),
                    is_rare: &|value, n| space.is_some_and(|s| !s.is_common(value, n)),
                    legend: [say!("breaking.common"), say!("breaking.rare")].map(|text| text.in_lang(lang)),
                };
                if format == Format::Png { picture.write_png(out) } else { picture.write_svg(out) }
            }
            _ => Err(Failure::no_format(format)),
        }
    }

    fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }

    fn draws_so_far(&self) -> bool {
        true
    }
}
