//! `miyama compare GAME GAME`: the same moves, P-positions and values for all sizes?

use crate::about;
use crate::answer::number::naturals;
use crate::answer::proof::{self, Verdict};
use crate::answer::{self, Format};
use crate::export::json::Data;
use crate::failure::Failure;
use miyama::play::Convention;
use miyama_budget::Budget;
use miyama_proof::{Comparison, Same, compare};
use miyama_text::{Lang, Text, say};
use num_bigint::BigUint;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;

/// Whether two games have the same moves, P-positions and values, for all sizes.
#[derive(Clone, Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Question {
    game: String,
    other: String,
    #[arg(long)]
    #[serde(default)]
    misere: bool,
    #[arg(long, value_name = "K")]
    #[serde(default)]
    heaps: Option<usize>,
}

/// Two games and what they have in common.
pub(crate) struct Answer {
    games: [String; 2],
    heaps: usize,
    convention: Convention,
    found: Comparison,
    failure: Option<Failure>,
}

pub(crate) fn answer(question: &Question, budget: &Budget) -> Result<Answer, Failure> {
    let convention = if question.misere { Convention::Misere } else { Convention::Normal };
    let read = |text: &str| {
        let game = about::heap_game(text, |name| say!("proof.no_board", game = name), budget)?;
        // --heaps is for the games on one heap, or on any number of them.
        let heaps = question.heaps.filter(|_| game.ruleset.heaps() == 1 || game.any.is_some());
        Ok::<_, Failure>(about::heaps(&game, heaps, budget)?.whole(text)?.clone())
    };
    let (one, two) = (read(&question.game)?, read(&question.other)?);
    if one.heaps() != two.heaps() {
        return Err(Failure::input(say!("proof.other_heaps", first = one.heaps(), second = two.heaps())));
    }
    let found = compare(&one, &two, convention, budget);
    let games = [&question.game, &question.other].map(|game| game.trim().to_owned());
    let failure = found.stopped.map(Failure::Stopped);
    Ok(Answer { games, heaps: one.heaps(), convention, found, failure })
}

impl answer::Answer for Answer {
    fn data(&self, lang: Lang) -> Option<Box<dyn Data + '_>> {
        Some(Box::new(self.comparison(lang)))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text => {
                for (_, says) in self.lines() {
                    writeln!(out, "{}", says.in_lang(lang))?;
                }
            }
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }

    fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }

    fn holds(&self) -> bool {
        !self.all().any(|same| matches!(same, Same::Differs(_)))
    }

    fn undecided(&self) -> bool {
        self.all().any(|same| matches!(same, Same::Undecided { .. }))
    }
}

impl Answer {
    /// Everything that is compared: a difference in moves is a difference, too.
    fn all(&self) -> impl Iterator<Item = &Same> {
        [&self.found.moves, &self.found.p_positions].into_iter().chain(&self.found.values)
    }

    fn lines(&self) -> Vec<(&'static str, Text)> {
        let what = |name: &'static str| match name {
            "moves" => say!("proof.the_moves"),
            "values" => say!("proof.the_values"),
            _ => say!("proof.the_p_positions"),
        };
        let says = |name: &'static str, same: &Same| {
            let text = match same {
                Same::Differs(at) if name == "moves" && self.found.position_of_one.is_some() => {
                    say!("proof.other_positions", position = tuple(at))
                }
                Same::Proved => say!("proof.same", what = what(name)),
                Same::Differs(at) if name == "moves" && at.len() > self.heaps => {
                    let (position, option) = at.split_at(self.heaps.min(at.len()));
                    say!("proof.other_moves", position = tuple(position), option = tuple(option))
                }
                Same::Differs(at) => say!("proof.differs", what = what(name), position = tuple(at)),
                Same::Undecided { to: None } if self.found.stopped.is_some() => {
                    say!("proof.same_stopped", what = what(name))
                }
                Same::Undecided { to: Some(to) } => say!("proof.same_to", what = what(name), to = *to),
                Same::Undecided { to: None } => say!("proof.same_unknown", what = what(name)),
            };
            (name, text)
        };
        let mut all = vec![says("moves", &self.found.moves), says("p_positions", &self.found.p_positions)];
        all.extend(self.found.values.as_ref().map(|same| says("values", same)));
        all
    }

    fn comparison(&self, lang: Lang) -> proof::Comparison {
        let same = |same: &Same| {
            let (verdict, at) = match same {
                Same::Proved => (Verdict::Proved, None),
                Same::Differs(at) => (Verdict::Refuted, Some(at)),
                Same::Undecided { .. } => (Verdict::Limit, None),
            };
            proof::Same { verdict, counterexample: at.map(|at| naturals(at)) }
        };
        let says: Vec<String> = self.lines().iter().map(|(_, text)| text.in_lang(lang)).collect();
        proof::Comparison {
            games: self.games.clone(),
            convention: self.convention.into(),
            moves: same(&self.found.moves),
            p_positions: same(&self.found.p_positions),
            values: self.found.values.as_ref().map(same),
            says: says.join(" "),
        }
    }
}

/// `(3, 5)`
fn tuple(position: &[BigUint]) -> String {
    format!("({})", position.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
}
