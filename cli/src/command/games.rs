//! `miyama games [NAME]`: the built-in games.

use crate::answer::{self, Format};
use crate::failure::Failure;
use miyama::board::{self, RULES, Rule};
use miyama::heap::builtin::{self, Builtin};
use miyama::text::{Lang, say};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::io::Write;

/// One game, or all of them.
#[derive(Clone, Debug, clap::Args, Serialize, Deserialize)]
pub(crate) struct Question {
    name: Option<String>,
}

pub(crate) enum Answer {
    All,
    One(&'static Builtin),
    Board(&'static dyn Rule),
}

pub(crate) fn answer(question: &Question) -> Result<Answer, Failure> {
    let Some(name) = &question.name else { return Ok(Answer::All) };
    let bare = name.split('(').next().unwrap_or(name).trim();
    if let Some(rule) = board::rule(bare) {
        return Ok(Answer::Board(rule));
    }
    match builtin::find(bare) {
        Some(game) => Ok(Answer::One(game)),
        None => Err(Failure::mistake(builtin::unknown(bare), name)),
    }
}

impl answer::Answer for Answer {
    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match (self, format) {
            (Answer::All, Format::Text) => {
                let names = builtin::all().iter().map(Builtin::signature);
                let names = names.chain(RULES.iter().map(|rule| rule.name().to_owned()));
                let width = names.map(|name| name.chars().count()).max().unwrap_or(0);
                for game in builtin::all() {
                    writeln!(out, "{:<width$}  {}", game.signature(), game.rule(lang))?;
                }
                for rule in RULES {
                    writeln!(out, "{:<width$}  {}", rule.name(), rule.says().in_lang(lang))?;
                }
            }
            (Answer::Board(rule), Format::Text) => {
                writeln!(out, "{}\n", rule.says().in_lang(lang))?;
                for board in ["###/##.", "4x7", "young(7,5,3)", "staircase(6)"] {
                    writeln!(out, "{}:{board}", rule.name())?;
                }
                writeln!(out, "\n{}", say!("cli.source", source = rule.source()).in_lang(lang))?;
            }
            (Answer::Board(rule), Format::Json) => writeln!(out, "{:#}", board_entry(*rule, lang))?,
            (Answer::One(game), Format::Text) => {
                writeln!(out, "{}\n\n{}", game.rule(lang), game.rules())?;
                writeln!(out, "\n{}", say!("cli.source", source = game.source()).in_lang(lang))?;
            }
            (Answer::All, Format::Json) => {
                let boards = RULES.iter().map(|rule| board_entry(*rule, lang));
                let all: Vec<_> = builtin::all().iter().map(|g| entry(g, lang)).chain(boards).collect();
                writeln!(out, "{:#}", json!(all))?;
            }
            (Answer::One(game), Format::Json) => writeln!(out, "{:#}", entry(game, lang))?,
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }
}

/// A game on a board has no definition in the notation of heaps.
fn board_entry(rule: &dyn Rule, lang: Lang) -> serde_json::Value {
    json!({
        "name": rule.name(),
        "signature": rule.name(),
        "rule": rule.says().in_lang(lang),
        "definition": null,
        "source": rule.source(),
    })
}

fn entry(game: &Builtin, lang: Lang) -> serde_json::Value {
    json!({
        "name": game.name,
        "signature": game.signature(),
        "rule": game.rule(lang),
        "definition": game.rules(),
        "source": game.source(),
    })
}
