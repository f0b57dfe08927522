//! `miyama quotient CODE|GAME|POSITION`: the misère quotient, proven as far as it goes.

mod report;
pub(crate) mod sweep;

use crate::about;
use crate::answer::{self, Format};
use crate::command::period;
use crate::export::json::Data;
use crate::failure::Failure;
use crate::games;
use crate::number::size;
use crate::output;
use crate::picture::Drawing;
use crate::picture::quotient::Picture;
use crate::seal;
use crate::task;
use miyama::breaking::code::Code;
use miyama::game::Game;
use miyama::heap::as_code::recognise;
use miyama::misere::{Genera, MOST_ELEMENTS, Quotients, certify};
use miyama::sum::{Part, Position};
use miyama_budget::{Budget, Mistake};
use miyama_misere::Stop;
use miyama_text::{Lang, say};
use num_bigint::BigUint;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::PathBuf;

/// How far heaps of a code are followed if nothing is said.
const REACH: usize = 5000;

/// The same where no period can be proven, because moves take without bound or ask for
/// sizes.
const NO_PERIOD: usize = 63;

/// The largest heaps of another game whose positions are numbered if nothing is said.
const SMALL: u64 = 12;

/// Positions are numbered if play can reach no more than this.
const MOST_PIECES: usize = 1 << 20;

/// The misère quotient of a code, of a game, or of all positions that play from a position can
/// reach.
#[derive(Clone, Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Question {
    #[arg(required_unless_present = "all")]
    game: Option<String>,
    #[arg(long, value_name = "HEAPS", requires = "game")]
    #[serde(default)]
    at: Option<String>,
    #[arg(long, value_name = "DIGITS", conflicts_with_all = ["game", "certificate", "svg"])]
    #[serde(default)]
    all: Option<u32>,
    #[arg(long, value_name = "N")]
    #[serde(default)]
    to: Option<String>,
    #[arg(long, value_name = "N")]
    #[serde(default)]
    elements: Option<String>,
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    certificate: Option<PathBuf>,
    #[arg(long, value_name = "FILE", requires = "all")]
    #[serde(skip)]
    state: Option<PathBuf>,
    #[arg(long, requires = "state")]
    #[serde(skip)]
    resume: bool,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) drawing: Drawing,
}

impl Question {
    /// Of a sweep that is cut into tasks: the digits of its codes, how far each is followed, and
    /// its largest quotient.
    fn sweep(&self) -> Result<(u32, usize, usize), Failure> {
        let digits = self.all.filter(|_| self.state.is_none()).ok_or_else(task::whole)?;
        if !(1..=sweep::MOST_DIGITS).contains(&digits) {
            return Err(Failure::input(say!("breaking.sweep_digits", most = sweep::MOST_DIGITS)));
        }
        let to = self.to.as_deref().map(|text| number("--to", text)).transpose()?;
        let elements = self.elements.as_deref().map(|text| number("--elements", text)).transpose()?;
        Ok((digits, to.unwrap_or(sweep::REACH), elements.unwrap_or(sweep::ELEMENTS)))
    }
}

pub(crate) struct Answer {
    /// The code, game or position.
    name: String,
    found: Quotients,
    /// Of a game that has no code: the largest heap that was taken.
    largest: Option<u64>,
    genera: Genera,
    /// Why it was not followed further.
    stop: Option<Stop>,
    failure: Option<Failure>,
}

/// Into how many pieces the question can be cut: codes of a sweep.
pub(crate) fn pieces(question: &Question) -> Result<u64, Failure> {
    Ok(period::sweep::codes(question.sweep()?.0).len() as u64)
}

/// What is found for a part of a sweep.
pub(crate) fn part(
    question: &Question,
    part: u64,
    of: u64,
    budget: &Budget,
) -> Result<Vec<(usize, sweep::Row)>, Failure> {
    sweep::part(question.sweep()?, (part, of), budget)
}

/// The table of a sweep from all its parts.
pub(crate) fn merged(
    question: &Question,
    parts: Vec<Vec<(usize, sweep::Row)>>,
) -> Result<Box<dyn answer::Answer>, Failure> {
    Ok(Box::new(sweep::merged(question.sweep()?.0, parts)?))
}

pub(crate) fn answer(question: &Question, budget: &Budget) -> Result<Box<dyn answer::Answer>, Failure> {
    let to = question.to.as_deref().map(|text| number("--to", text)).transpose()?;
    let elements = question.elements.as_deref().map(|text| number("--elements", text)).transpose()?;
    let elements = elements.unwrap_or(MOST_ELEMENTS);
    if let Some(digits) = question.all {
        let state = question.state.as_deref().map(|path| (path, question.resume));
        return Ok(Box::new(sweep::answer(
            digits,
            to,
            question.elements.is_some().then_some(elements),
            state,
            budget,
        )?));
    }
    if let Some(path) = &question.certificate {
        output::expect_folder(path)?;
    }
    let Subject { name, mut found, largest } = subject(question, to, budget)?;
    let reach = if found.code().is_some() && found.reach().is_none() { NO_PERIOD } else { REACH };
    let stop = follow(&mut found, to.unwrap_or(reach), elements, budget).err();
    let mut failure = stop.map(|stop| match stop {
        Stop::Budget(stopped) => Failure::Stopped(stopped),
        Stop::Order(_) | Stop::Work => {
            Failure::Undecided(Box::new(Failure::input(report::unclosed(&name, &found, stop))))
        }
    });
    if found.images().is_empty() && found.positions().is_none_or(|pieces| !pieces.is_empty()) {
        return Err(failure.unwrap_or_else(|| Failure::input(say!("quotient.nothing"))));
    }
    if let Some(path) = &question.certificate {
        match certify(&found, &name) {
            Some(certificate) => {
                let bytes = seal::QUOTIENT.json(&certificate, false)?;
                let written = output::write_file(path, |out| Ok(out.write_all(&bytes)?));
                failure = failure.or(written.err());
            }
            None => budget.note(&say!("quotient.no_certificate", path = path.display().to_string())),
        }
    }
    let genera = found.genera(budget);
    failure = failure.or_else(|| budget.check().err().map(Failure::Stopped));
    Ok(Box::new(Answer { name, found, largest, genera, stop, failure }))
}

/// Follows heaps up to `to`, telling how far it is.
fn follow(found: &mut Quotients, to: usize, elements: usize, budget: &Budget) -> Result<(), Stop> {
    let mut known = None;
    while known != Some(found.images().len()) {
        known = Some(found.images().len());
        budget.report(found.images().len() as u64, Some(to as u64 + 1));
        found.grow(to.min(found.images().len()), elements, budget)?;
    }
    Ok(())
}

fn number(option: &'static str, text: &str) -> Result<usize, Failure> {
    const LARGEST: u64 = 1 << 20;
    match size(text).filter(|value| (1..=LARGEST).contains(value)) {
        Some(value) => Ok(value as usize),
        None => {
            Err(Failure::option(option, Mistake::new(0..text.len(), say!("breaking.bad_to", most = LARGEST)), text))
        }
    }
}

/// What the question is about.
struct Subject {
    name: String,
    found: Quotients,
    largest: Option<u64>,
}

impl Subject {
    fn of_code(code: &Code) -> Subject {
        Subject { name: code.to_string(), found: Quotients::of_code(code), largest: None }
    }
}

/// A code; a game with one heap that has one; positions.
fn subject(question: &Question, to: Option<usize>, budget: &Budget) -> Result<Subject, Failure> {
    let text = question.game.as_deref().unwrap_or_default();
    let of_sum = |sum: &Position| match Quotients::of_position(sum, MOST_PIECES, budget) {
        Ok(Some(found)) => Ok(found),
        Ok(None) => Err(Failure::input(say!("quotient.too_many", most = MOST_PIECES))),
        Err(reason) => Err(super::solve::unsolved(reason)),
    };
    if question.at.is_none() {
        match text.parse::<Code>() {
            Ok(code) => return Ok(Subject::of_code(&code)),
            Err(mistake) if Code::looks_like(text) && !text.contains(':') && !miyama::game::is_definition(text) => {
                return Err(Failure::mistake(mistake, text));
            }
            Err(_) => {}
        }
        if text.trim().is_empty() {
            return Err(Failure::input(say!("quotient.nothing")));
        }
        if miyama::game::is_definition(text) || !text.contains(':') {
            return match games::game(text, budget)? {
                Game::Cells(game) => Err(Failure::input(say!("quotient.board_position", game = &game.label))),
                Game::Compound(game) => Err(Failure::input(say!("operator.no_table", game = &game.label))),
                Game::Heap(game) if game.is_partizan() => {
                    Err(Failure::input(say!("table.partizan", game = text.trim())))
                }
                // Where nobody says on how many heaps, there is no position to begin with.
                Game::Heap(game) if game.any.is_some() => Err(about::on_heaps(&game, None, budget)
                    .map_or_else(|failure| failure, |_| Failure::input(say!("quotient.nothing")))),
                Game::Heap(game) => match game.code.clone().or_else(|| recognise(&game.ruleset)) {
                    Some(code) => Ok(Subject::of_code(&code)),
                    None => {
                        // Every heap up to the largest, or the position with all heaps as large.
                        let largest = to.map_or(SMALL, |to| to as u64);
                        let count = game.ruleset.heaps();
                        let least = if count == 1 { 0 } else { largest };
                        let part =
                            |size: u64| Part::Heap { game: game.clone(), heaps: vec![BigUint::from(size); count] };
                        let sum = Position { parts: (least..=largest).map(part).collect() };
                        let name = if game.label.is_empty() { text.trim().to_owned() } else { game.label.clone() };
                        Ok(Subject { name, found: of_sum(&sum)?, largest: Some(largest) })
                    }
                },
            };
        }
    }
    let sum = games::position(text, question.at.as_deref(), budget)?;
    if !sum.is_impartial() {
        return Err(Failure::input(say!("quotient.partizan")));
    }
    Ok(Subject { name: sum.to_string(), found: of_sum(&sum)?, largest: None })
}

impl Answer {
    fn picture(&self, lang: Lang) -> String {
        let (quotient, presentation) = (self.found.quotient(), self.found.presentation());
        let sorted = &presentation.sorted;
        let place = |element: u32| sorted.iter().position(|x| *x == element).unwrap_or(0);
        let mut places = vec![0; sorted.len()];
        sorted.iter().enumerate().for_each(|(place, x)| places[*x as usize] = place);
        let row = |x: &u32| sorted.iter().map(|y| places[quotient.product(*x, *y) as usize]).collect();
        let says = [
            match self.found.positions() {
                None => say!("quotient.picture_growth"),
                Some(_) => say!("quotient.picture_growth_pieces"),
            },
            say!("quotient.picture_table"),
            say!("quotient.picture_diagram"),
            say!("quotient.picture_dark"),
        ];
        let picture = Picture {
            title: &self.name,
            names: sorted.iter().map(|x| presentation.name(*x)).collect(),
            in_p: sorted.iter().map(|x| quotient.is_p(*x)).collect(),
            degrees: sorted.iter().map(|x| presentation.normal[*x as usize].iter().sum()).collect(),
            product: sorted.iter().map(row).collect(),
            letters: presentation.letters.iter().map(|letter| place(*letter)).collect(),
            growth: self.found.growth().iter().map(|growth| (growth.heap, growth.order)).collect(),
            last: u32::try_from(self.found.images().len().saturating_sub(1)).unwrap_or(u32::MAX),
            says: says.map(|text| text.in_lang(lang)),
        };
        picture.draw().finish()
    }
}

impl answer::Answer for Answer {
    fn data(&self, _: Lang) -> Option<Box<dyn Data + '_>> {
        Some(Box::new(report::data(self)))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text => report::text(self, lang, out),
            Format::Svg => Ok(out.write_all(self.picture(lang).as_bytes())?),
            _ => Err(Failure::no_format(format)),
        }
    }

    fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }
}
