//! `miyama play POSITION`: a game against the machine, in the terminal or over a
//! pipe.

mod draw;
mod line;
mod session;
mod words;

use crate::answer::{self, Format};
use crate::command::reply::perfect;
use crate::command::solve::unsolved;
use crate::failure::Failure;
use crate::games::{GivenPosition, Side};
use miyama::opponent::{Opponent, PERFECT};
use miyama::play::{Convention, Player};
use miyama::sum::Position;
use miyama_budget::Budget;
use miyama_text::Lang;
use serde::{Deserialize, Serialize};
use session::{Session, Who};
use std::hash::{BuildHasher, RandomState};
use std::io::Write;

/// A position, how it is played, who begins, and how well the machine plays.
#[derive(Clone, Debug, clap::Args, Serialize, Deserialize)]
pub(crate) struct Question {
    #[command(flatten)]
    #[serde(flatten)]
    position: GivenPosition,
    #[arg(long, value_enum, value_name = "me|machine", default_value_t)]
    #[serde(default)]
    first: Who,
    #[arg(long = "as", value_enum, value_name = "left|right")]
    #[serde(default, rename = "as")]
    side: Option<Side>,
    #[arg(long, value_name = "0-10", default_value_t = PERFECT, value_parser = clap::value_parser!(u8).range(..=i64::from(PERFECT)))]
    #[serde(default = "perfect")]
    level: u8,
    #[arg(long, value_name = "N")]
    #[serde(default)]
    seed: Option<u64>,
}

/// A game that is ready to be played: it is played when it is written.
pub(crate) struct Answer {
    start: Position,
    /// The rules, where they were given on the spot.
    definition: Option<String>,
    convention: Convention,
    first: Who,
    /// Whose moves the person makes, where the players have different ones.
    side: Player,
    level: u8,
    seed: u64,
    budget: Budget,
}

pub(crate) fn answer(question: &Question, budget: &Budget) -> Result<Answer, Failure> {
    let (start, convention) = question.position.read_or_begin(budget)?;
    let seed = question.seed.unwrap_or_else(|| RandomState::new().hash_one(0) % 1_000_000);
    // What cannot be solved cannot be played: better to hear that before the
    // first move.
    let mut opponent = Opponent::new(&start, convention, PERFECT, 0);
    opponent.reply(&start, 1, budget).map_err(unsolved)?;
    // A line of progress would stand in the middle of the game.
    let budget = budget.clone().with_listener(|_| {});
    let definition = question.position.definition().map(str::to_owned);
    let side = Player::from(question.side.unwrap_or_default());
    Ok(Answer { start, definition, convention, first: question.first, side, level: question.level, seed, budget })
}

impl answer::Answer for Answer {
    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text => Session::new(self, lang, out).run(),
            _ => Err(Failure::no_format(format)),
        }
    }
}
