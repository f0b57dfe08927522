//! `miyama moves POSITION`: all moves of a position by the rules alone, without asking who wins.

use crate::answer::number::naturals;
use crate::answer::{self, Format, solution as data};
use crate::command::solve::unsolved;
use crate::export::json::Data;
use crate::failure::Failure;
use crate::games::{GivenPosition, Side};
use miyama::opponent::describe;
use miyama::play::Player;
use miyama::sum::{Move, Options, Part, Position};
use miyama_budget::Budget;
use miyama_text::Lang;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;

/// How many moves are listed.
const MOST_MOVES: usize = 20_000;

/// All moves of a position by the rules alone: what each leaves of the part that it is made in.
/// Nothing is computed, so that it takes no time however large the heaps are.
#[derive(Clone, Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Question {
    #[command(flatten)]
    #[serde(flatten)]
    position: GivenPosition,
    #[arg(long, value_enum, value_name = "left|right")]
    #[serde(default)]
    turn: Option<Side>,
}

pub(crate) struct Answer {
    position: Position,
    options: Options,
}

pub(crate) fn answer(question: &Question, budget: &Budget) -> Result<Answer, Failure> {
    let (position, _) = question.position.read(budget)?;
    let turn = Player::from(question.turn.unwrap_or_default());
    let options = position.options_of(turn, MOST_MOVES, budget).map_err(unsolved)?;
    Ok(Answer { position, options })
}

impl answer::Answer for Answer {
    fn data(&self, _: Lang) -> Option<Box<dyn Data + '_>> {
        Some(Box::new(data::Moves {
            position: self.position.to_string(),
            options: self.options.listed.iter().map(left).collect(),
            parts: self.options.listed.iter().map(|choice| choice.part).collect(),
            complete: self.options.complete,
        }))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        let Format::Text = format else { return Err(Failure::no_format(format)) };
        for choice in &self.options.listed {
            writeln!(out, "{}  {}", choice.after, describe(&self.position, choice).in_lang(lang))?;
        }
        if !self.options.complete {
            writeln!(out, "…")?;
        }
        Ok(())
    }
}

/// What a move leaves of its part.
fn left(choice: &Move) -> data::Left {
    let heaps = choice.left.iter().map(|part| match part {
        Part::Heap { heaps, .. } => Some(naturals(heaps)),
        _ => None,
    });
    match heaps.collect() {
        Some(heaps) => data::Left::Heaps(heaps),
        None => data::Left::Written(choice.left.iter().map(ToString::to_string).collect()),
    }
}
