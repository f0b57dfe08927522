//! `miyama games [NAME]`: the built-in games, or what a game is that somebody
//! names or defines.

use crate::answer::{self, Format, game as data};
use crate::citation::cited;
use crate::export::json::Data;
use crate::failure::Failure;
use crate::games;
use miyama::game::{CellGame, Game, Games, HeapGame, is_definition};
use miyama::heap::builtin::{self, Builtin};
use miyama::pattern;
use miyama_budget::Budget;
use miyama_text::{Lang, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::time::Duration;

/// The built-in games; with `name`, one game, which may be a definition.
#[derive(Clone, Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Question {
    #[serde(default)]
    name: Option<String>,
}

pub(crate) enum Answer {
    All,
    One(&'static Builtin),
    /// A built-in game on cells, in each of its forms.
    Cells(Vec<&'static pattern::builtin::Builtin>),
    /// A definition of a game on cells.
    Pattern(Box<CellGame>),
    /// A call with arguments, a code, a definition, as it was given.
    Given(String, Box<HeapGame>),
}

pub(crate) fn answer(question: &Question, budget: &Budget) -> Result<Answer, Failure> {
    let Some(name) = &question.name else { return Ok(Answer::All) };
    let bare = name.trim();
    if let Some(game) = builtin::find(bare) {
        return Ok(Answer::One(game));
    }
    match games::game(name, budget)? {
        Game::Heap(game) => Ok(Answer::Given(bare.to_owned(), Box::new(game))),
        Game::Cells(game) => {
            Ok(match pattern::builtin::find(game.label.split('(').next().unwrap_or_default()).collect::<Vec<_>>() {
                forms if forms.is_empty() || is_definition(name) => Answer::Pattern(Box::new(game)),
                forms => Answer::Cells(forms),
            })
        }
    }
}

impl answer::Answer for Answer {
    fn data(&self, lang: Lang) -> Option<Box<dyn Data + '_>> {
        Some(Box::new(match self {
            Answer::All => {
                let cells = on_cells().map(|game| cells_entry(game, lang));
                let games = builtin::all().iter().map(|g| entry(g, lang)).chain(cells).collect();
                return Some(Box::new(data::Games { games }));
            }
            Answer::One(game) => entry(game, lang),
            Answer::Cells(forms) => cells_entry(forms.first()?, lang),
            Answer::Pattern(game) => pattern_entry(game),
            Answer::Given(text, game) => given(text, game, lang),
        }))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match (self, format) {
            (Answer::All, Format::Text) => {
                let names = builtin::all().iter().map(Builtin::signature);
                let names = names.chain(on_cells().map(|game| game.name().to_owned()));
                let width = names.map(|name| name.chars().count()).max().unwrap_or(0);
                for game in builtin::all() {
                    writeln!(out, "{:<width$}  {}", game.signature(), game.rule(lang))?;
                }
                for game in on_cells() {
                    writeln!(out, "{:<width$}  {}", game.name(), game.rule(lang))?;
                }
            }
            (Answer::Cells(forms), Format::Text) => {
                for game in forms {
                    writeln!(out, "{}\n\n{}\n", game.rule(lang), game.definition)?;
                    writeln!(out, "{}\n", derived(&pattern::Game::new(game.definition.clone(), &[]).ok(), lang))?;
                }
                if let Some(game) = forms.first() {
                    writeln!(out, "{}", say!("cli.source", source = cited(game.source(), lang)).in_lang(lang))?;
                }
            }
            (Answer::Pattern(game), Format::Text) => {
                for form in &game.forms {
                    writeln!(out, "{}\n\n{}", form.definition(), derived(&Some((**form).clone()), lang))?;
                }
            }
            (Answer::One(game), Format::Text) => {
                writeln!(out, "{}\n\n{}", game.rule(lang), game.rules())?;
                writeln!(out, "\n{}", say!("cli.source", source = cited(game.source(lang), lang)).in_lang(lang))?;
            }
            (Answer::Given(text, game), Format::Text) => {
                match called(text, game) {
                    Some(of) => writeln!(out, "{}\n\n{}\n", of.rule(lang), of.rules())?,
                    None => writeln!(out, "{text}\n")?,
                }
                writeln!(
                    out,
                    "{}",
                    say!("cli.game_heaps", heaps = game.ruleset.heap_names().join(", ")).in_lang(lang)
                )?;
                if let Some(code) = &game.code {
                    writeln!(out, "{}", say!("cli.game_code", code = code.to_string()).in_lang(lang))?;
                }
                if let Some(of) = called(text, game) {
                    writeln!(out, "{}", say!("cli.source", source = cited(of.source(lang), lang)).in_lang(lang))?;
                }
            }
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }
}

/// The built-in game that a call such as `wythoff(2)` means.
fn called(text: &str, game: &HeapGame) -> Option<&'static Builtin> {
    if is_definition(text) { None } else { builtin::find(game.label.split('(').next()?) }
}

/// The games on cells whose names are not those of games on heaps or stones,
/// each name once.
fn on_cells() -> impl Iterator<Item = &'static pattern::builtin::Builtin> {
    let all = pattern::builtin::all();
    all.iter().enumerate().filter_map(|(i, game)| {
        let known = builtin::find(game.name()).is_some();
        let again = all[..i].iter().any(|other| other.name() == game.name());
        (!known && !again).then_some(game)
    })
}

/// What is derived of it: where it is played, whose the moves are, why play ends, …
fn derived(game: &Option<pattern::Game>, lang: Lang) -> String {
    let Some(game) = game else { return String::new() };
    // The facts of a game take milliseconds; a circle may take longer to find.
    let moment = Budget::unlimited().with_time(Duration::from_secs(5));
    let facts = game.facts(&moment).unwrap_or_default();
    facts.iter().map(|fact| fact.in_lang(lang)).collect::<Vec<_>>().join("\n")
}

fn cells_entry(game: &pattern::builtin::Builtin, lang: Lang) -> data::Game {
    data::Game {
        name: game.name().to_owned(),
        signature: game.name().to_owned(),
        example: game.name().to_owned(),
        rule: Some(game.rule(lang).to_owned()),
        definition: Some(game.definition.to_string()),
        heaps: None,
        code: None,
        source: Some(cited(game.source(), lang)),
    }
}

fn pattern_entry(game: &CellGame) -> data::Game {
    let definition = game.forms.first().map(|form| form.definition().to_string());
    data::Game {
        name: game.label.clone(),
        signature: game.label.clone(),
        example: definition.clone().unwrap_or_default(),
        rule: None,
        definition,
        heaps: None,
        code: None,
        source: None,
    }
}

fn entry(game: &Builtin, lang: Lang) -> data::Game {
    let (example, read) = example(game);
    data::Game {
        name: game.name.to_owned(),
        signature: game.signature(),
        example,
        rule: Some(game.rule(lang).to_owned()),
        definition: Some(game.rules().to_owned()),
        heaps: read.as_ref().map(|game| game.ruleset.heap_names().to_vec()),
        code: read.and_then(|game| game.code).map(|code| code.to_string()),
        source: Some(cited(game.source(lang), lang)),
    }
}

fn given(text: &str, game: &HeapGame, lang: Lang) -> data::Game {
    let of = called(text, game);
    data::Game {
        name: game.label.clone(),
        signature: game.label.clone(),
        example: text.to_owned(),
        rule: of.map(|of| of.rule(lang).to_owned()),
        definition: Some(of.map_or_else(|| text.to_owned(), |of| of.rules().to_owned())),
        heaps: Some(game.ruleset.heap_names().to_vec()),
        code: game.code.as_ref().map(ToString::to_string),
        source: of.map(|of| cited(of.source(lang), lang)),
    }
}

/// A call that works: with the defaults if every parameter has one, else with
/// a set, else with a number.
fn example(game: &Builtin) -> (String, Option<HeapGame>) {
    let name = game.name;
    let calls =
        [name.to_owned(), format!("{name}({{1, 3, 4}})"), format!("{name}({{1, 3}}, {{1, 2}})"), format!("{name}(3)")];
    let games = Games::built_in();
    let found = calls.into_iter().find_map(|call| match games.find(&call) {
        Ok(Game::Heap(heap)) => Some((call, heap)),
        _ => None,
    });
    match found {
        Some((call, heap)) => (call, Some(heap)),
        None => (game.name.to_owned(), None),
    }
}
