//! `miyama games [NAME]`: the built-in games.

use crate::answer::{self, Format};
use crate::failure::Failure;
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
}

pub(crate) fn answer(question: &Question) -> Result<Answer, Failure> {
    let Some(name) = &question.name else { return Ok(Answer::All) };
    let bare = name.split('(').next().unwrap_or(name).trim();
    match builtin::find(bare) {
        Some(game) => Ok(Answer::One(game)),
        None => Err(Failure::mistake(builtin::unknown(bare), name)),
    }
}

impl answer::Answer for Answer {
    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match (self, format) {
            (Answer::All, Format::Text) => {
                let width = builtin::all().iter().map(|g| g.signature().chars().count()).max().unwrap_or(0);
                for game in builtin::all() {
                    writeln!(out, "{:<width$}  {}", game.signature(), game.rule(lang))?;
                }
            }
            (Answer::One(game), Format::Text) => {
                writeln!(out, "{}\n\n{}", game.rule(lang), game.rules())?;
                writeln!(out, "\n{}", say!("cli.source", source = game.source()).in_lang(lang))?;
            }
            (Answer::All, Format::Json) => {
                let all: Vec<_> = builtin::all().iter().map(|g| entry(g, lang)).collect();
                writeln!(out, "{:#}", json!(all))?;
            }
            (Answer::One(game), Format::Json) => writeln!(out, "{:#}", entry(game, lang))?,
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }
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
