//! `miyama exercises KIND`: sheets of random exercises with solutions, and a check of answers.

mod make;
mod sheet;

use crate::answer::exercise::{self as data, Kind};
use crate::answer::{self, Format};
use crate::export::json::Data;
use crate::failure::Failure;
use crate::key::{Key, Verdict};
use miyama::heap::random::Chance;
use miyama_budget::Budget;
use miyama_text::{Lang, Text, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;

/// A sheet of exercises; with `check`, whether that is the answer to exercise `number` of it.
#[derive(Clone, Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Question {
    #[serde(default)]
    kind: Kind,
    #[arg(long, value_name = "N", default_value_t = COUNT, value_parser = clap::value_parser!(u32).range(1..=200))]
    #[serde(default = "count")]
    #[schemars(range(min = 1, max = 200))]
    count: u32,
    #[arg(long, value_name = "S", default_value_t = 1)]
    #[serde(default = "seed")]
    #[schemars(range(min = 0, max = 4_294_967_295_u64))]
    seed: u32,
    #[arg(long)]
    #[serde(default)]
    solutions: bool,
    #[arg(long, value_name = "K", requires = "check")]
    #[serde(default)]
    #[schemars(range(min = 0, max = 200))]
    number: Option<u32>,
    #[arg(long, value_name = "ANSWER", requires = "number")]
    #[serde(default)]
    check: Option<String>,
}

const COUNT: u32 = 10;

fn count() -> u32 {
    COUNT
}

fn seed() -> u32 {
    1
}

/// An exercise with all that belongs to it.
pub(crate) struct Exercise {
    asks: Text,
    hint: Text,
    /// The answer as one writes it; one of several where several are right.
    answer: String,
    solution: Vec<Text>,
    key: Key,
}

pub(crate) enum Answer {
    Sheet { kind: Kind, seed: u32, exercises: Vec<Exercise>, solutions: bool },
    Checked { exercise: Box<Exercise>, given: String, verdict: Verdict },
}

pub(crate) fn answer(question: &Question, budget: &Budget) -> Result<Answer, Failure> {
    // Every exercise has numbers of its own, so that the first are the same on a longer sheet.
    let make = |number: u32| {
        let start = u64::from(question.seed) << 32 | u64::from(number) << 8 | question.kind as u64;
        make::exercise(question.kind, &mut Chance::new(start), budget)
    };
    if let Some(given) = &question.check {
        let number = question.number.unwrap_or(1);
        if !(1..=200).contains(&number) {
            return Err(Failure::input(say!("exercise.number", given = number)));
        }
        let exercise = Box::new(make(number)?);
        let verdict = exercise.key.check(given, budget)?;
        return Ok(Answer::Checked { exercise, given: given.clone(), verdict });
    }
    let exercises = (1..=question.count).map(make).collect::<Result<_, _>>()?;
    let (kind, seed, solutions) = (question.kind, question.seed, question.solutions);
    Ok(Answer::Sheet { kind, seed, exercises, solutions })
}

fn title(kind: Kind) -> Text {
    match kind {
        Kind::NimSum => say!("exercise.nim_sum"),
        Kind::Energy => say!("exercise.energy"),
        Kind::Wythoff => say!("exercise.wythoff"),
        Kind::WinningMove => say!("exercise.winning_move"),
        Kind::Octal => say!("exercise.octal"),
        Kind::CanonicalForm => say!("exercise.canonical_form"),
    }
}

impl answer::Answer for Answer {
    fn data(&self, lang: Lang) -> Option<Box<dyn Data + '_>> {
        match self {
            Answer::Sheet { .. } => Some(Box::new(self.sheet(lang)?)),
            Answer::Checked { exercise, given, verdict } => Some(Box::new(data::Checked {
                asks: exercise.asks.in_lang(lang),
                given: given.clone(),
                right: verdict.right,
                says: verdict.told(lang),
                hint: (!verdict.right).then(|| exercise.hint.in_lang(lang)),
            })),
        }
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match (self, format) {
            (Answer::Checked { exercise, verdict, .. }, Format::Text) => {
                writeln!(out, "{}\n{}", exercise.asks.in_lang(lang), verdict.told(lang))?;
                if !verdict.right {
                    writeln!(out, "{}", say!("exercise.hint", hint = exercise.hint.clone()).in_lang(lang))?;
                }
                Ok(())
            }
            (Answer::Sheet { .. }, Format::Text | Format::Html | Format::Latex) => match self.sheet(lang) {
                Some(sheet) => Ok(out.write_all(sheet::write(&sheet, format, lang).as_bytes())?),
                None => Ok(()),
            },
            _ => Err(Failure::no_format(format)),
        }
    }

    fn holds(&self) -> bool {
        match self {
            Answer::Sheet { .. } => true,
            Answer::Checked { verdict, .. } => verdict.right,
        }
    }
}

impl Answer {
    fn sheet(&self, lang: Lang) -> Option<data::Sheet> {
        let Answer::Sheet { kind, seed, exercises, solutions } = self else { return None };
        let lines = |texts: &[Text]| texts.iter().map(|text| text.in_lang(lang)).collect::<Vec<_>>().join("\n");
        let exercise = |(number, exercise): (usize, &Exercise)| data::Exercise {
            number,
            asks: exercise.asks.in_lang(lang),
            hint: exercise.hint.in_lang(lang),
            answer: solutions.then(|| exercise.answer.clone()),
            solution: solutions.then(|| lines(&exercise.solution)),
        };
        let exercises = (1..).zip(exercises).map(exercise).collect();
        Some(data::Sheet { kind: *kind, seed: *seed, title: title(*kind).in_lang(lang), exercises })
    }
}
