//! `miyama reply POSITION`: all moves of a position, what is known of each, and
//! the move that the machine makes.

use crate::answer::{self, Format};
use crate::command::solve::unsolved;
use crate::failure::Failure;
use crate::games::{Position, Side};
use crate::number::number;
use miyama::opponent::{How, Opponent, PERFECT, Reply, describe, number_of, read_move_of};
use miyama::pattern::Ground;
use miyama::play::{Convention, Player};
use miyama::sum::{Known, Part, Remoteness, Solution, Sum};
use miyama_budget::Budget;
use miyama_text::{Lang, Text, say};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::io::Write;

/// How many moves are listed; winning ones beyond are listed too.
pub(crate) const MOST_MOVES: usize = 1000;

/// A position, how it is played, and how well.
#[derive(Clone, Debug, clap::Args, Serialize, Deserialize)]
pub(crate) struct Question {
    #[command(flatten)]
    #[serde(flatten)]
    position: Position,
    #[arg(long = "move", value_name = "MOVE")]
    #[serde(default, rename = "move")]
    moved: Option<String>,
    #[arg(long, value_enum, value_name = "left|right")]
    #[serde(default)]
    turn: Option<Side>,
    #[arg(long, value_name = "0-10", default_value_t = PERFECT, value_parser = clap::value_parser!(u8).range(..=i64::from(PERFECT)))]
    #[serde(default = "perfect")]
    level: u8,
    #[arg(long, value_name = "N", default_value_t = 0)]
    #[serde(default)]
    seed: u64,
}

/// The level where none is given.
pub(crate) fn perfect() -> u8 {
    PERFECT
}

pub(crate) struct Answer {
    position: Sum,
    convention: Convention,
    /// Whose turn it is, where the players have different moves.
    turn: Player,
    reply: Reply,
}

pub(crate) fn answer(question: &Question, budget: &Budget) -> Result<Answer, Failure> {
    let (start, convention) = question.position.read(budget)?;
    let mut turn = Player::from(question.turn.unwrap_or_default());
    let position = match &question.moved {
        Some(text) => {
            let mistaken = |mistake| Failure::option("--move", mistake, text);
            let after = read_move_of(text, &start, turn).map_err(mistaken)?.after;
            turn = turn.opponent();
            after
        }
        None => start,
    };
    let mut opponent = Opponent::new(&position, convention, question.level, question.seed);
    let reply = opponent.reply_as(turn, &position, MOST_MOVES, budget).map_err(unsolved)?;
    Ok(Answer { position, convention, turn, reply })
}

impl answer::Answer for Answer {
    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text => self.text(lang, out)?,
            Format::Json => writeln!(out, "{:#}", self.json(lang))?,
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }
}

impl Answer {
    fn text(&self, lang: Lang, out: &mut dyn Write) -> std::io::Result<()> {
        if let Some(known) = self.reply.made() {
            let (made, after) = (describe(&self.position, &known.choice), known.choice.after.to_string());
            writeln!(out, "{}", say!("play.i_move", made = made, after = after).in_lang(lang))?;
        }
        writeln!(out, "{}", self.reply.says().in_lang(lang))?;
        for reason in &self.reply.survey.solution.why {
            writeln!(out, "{}", reason.in_lang(lang))?;
        }
        Ok(())
    }

    fn json(&self, lang: Lang) -> Value {
        let Reply { survey, ending, endings, how, .. } = &self.reply;
        let Solution { outcome, value, form, moves, right, why, method } = &survey.solution;
        let joined =
            |texts: &[Text], joint: &str| texts.iter().map(|t| t.in_lang(lang)).collect::<Vec<_>>().join(joint);
        let options = survey.moves.iter().zip(endings);
        let options: Vec<Value> = options.map(|(known, ending)| self.option(known, *ending, lang)).collect();
        let reply = self.reply.made.and_then(|index| options.get(index)).map(|option| {
            let mut reply = option.clone();
            reply["how"] = json!(name(*how));
            reply["says"] = json!(self.reply.says().in_lang(lang));
            reply
        });
        let winning = match (self.turn, right) {
            (Player::Right, Some(right)) => right,
            _ => moves,
        };
        let mut answer = json!({
            "position": self.position.to_string(),
            "parts": self.position.parts.iter().enumerate().map(|(i, part)| self.part(i, part)).collect::<Vec<_>>(),
            "convention": self.convention,
            "outcome": outcome,
            "value": value.as_ref().map(number),
            "moves_left": ending.map(|ending| ending.moves),
            "over": survey.moves.is_empty(),
            "options": options,
            "options_complete": survey.complete,
            "winning_moves_count": number(&winning.count),
            "reply": reply,
            "why": joined(why, "\n"),
            "method": joined(method, "; "),
        });
        if right.is_some() {
            answer["turn"] = json!(if self.turn == Player::Left { "left" } else { "right" });
            answer["form"] = json!(form);
        }
        answer
    }

    fn option(&self, known: &Known, ending: Option<Remoteness>, lang: Lang) -> Value {
        let choice = &known.choice;
        let mut option = json!({
            "move": describe(&self.position, choice).in_lang(lang),
            "part": choice.part,
            "left": choice.left.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "position": choice.after.to_string(),
            "outcome": known.outcome,
            "value": known.value.as_ref().map(number),
            "wins": known.wins,
            "moves_left": ending.map(|ending| ending.moves),
        });
        if let (Some(Part::Board(before)), [Part::Board(after)]) =
            (self.position.parts.get(choice.part), choice.left.as_slice())
        {
            let taken = before.board().stones().filter(|&(row, column)| !after.board().has(row, column));
            option["taken"] = json!(taken.collect::<Vec<_>>());
        }
        if let (Some(Part::Cells(before)), [Part::Cells(after)]) =
            (self.position.parts.get(choice.part), choice.left.as_slice())
        {
            let (was, is) = (before.position(), after.position());
            let width = match &*was.ground {
                Ground::Grid { width, .. } => *width,
                Ground::Graph(vertices) => vertices.len(),
            };
            let changed = (0..was.signs.len()).filter(|&cell| was.signs[cell] != is.signs[cell]);
            option["taken"] = json!(changed.map(|cell| [cell / width, cell % width]).collect::<Vec<_>>());
        }
        if let Some(form) = &known.form {
            option["form"] = json!(form);
        }
        option
    }

    /// A part as it can be drawn, with its number in moves.
    fn part(&self, index: usize, part: &Part) -> Value {
        let number_in_moves = number_of(&self.position, index);
        match part {
            Part::Heap { game, heaps } => json!({
                "number": number_in_moves,
                "game": game.label,
                "heaps": heaps.iter().map(number).collect::<Vec<_>>(),
            }),
            Part::Board(position) => json!({
                "number": number_in_moves,
                "game": position.rule().name(),
                "board": position.board().to_string(),
            }),
            Part::Cells(cells) => json!({
                "number": number_in_moves,
                "game": cells.label(),
                "cells": cells.position().to_string(),
            }),
            Part::Worth(worth) => json!({ "number": number_in_moves, "game": "", "worth": worth.text() }),
        }
    }
}

fn name(how: How) -> &'static str {
    match how {
        How::Over => "over",
        How::Wins => "wins",
        How::Resists => "resists",
        How::Leaves => "leaves-most",
        How::Hopes => "unknown",
        How::Errs => "errs",
    }
}
