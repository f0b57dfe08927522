//! `miyama games [NAME]`: the built-in games, or what a game is that somebody
//! names or defines.

use crate::answer::{self, Format, game as data};
use crate::citation::cited;
use crate::export::json::Data;
use crate::export::mathml::mathml;
use crate::failure::Failure;
use crate::games;
use crate::theorems;
use miyama::game::{CellGame, CompoundGame, Game, Games, HeapGame, is_definition};
use miyama::heap::builtin::Builtin;
use miyama::heap::notation::parse_definition;
use miyama::play::Convention;
use miyama::registry::{self, Listed};
use miyama_budget::Budget;
use miyama_text::{Lang, Text, say};
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
    One(Box<One>),
}

/// A game with what its text gives.
pub(crate) struct One {
    /// As it was asked for.
    text: String,
    /// The built-in game that is meant, if it is one.
    listed: Option<&'static Listed>,
    heap: Option<HeapGame>,
    cells: Option<CellGame>,
    compound: Option<CompoundGame>,
    /// What is derived, for each form.
    derived: Vec<Text>,
    /// What is proved for all sizes.
    known: Vec<Text>,
}

pub(crate) fn answer(question: &Question, budget: &Budget) -> Result<Answer, Failure> {
    let Some(name) = &question.name else { return Ok(Answer::All) };
    let text = name.trim().to_owned();
    // A name without the arguments that it needs is shown all the same.
    let bare = registry::find(&text);
    let found = match (games::game(name, budget), &bare) {
        (Ok(game), _) => Some(game),
        (Err(_), Some(listed)) => listed.heap.and_then(|game| example(game).1).map(Game::Heap),
        (Err(failure), None) => return Err(failure),
    };
    let called = |label: &str| match is_definition(name) {
        true => None,
        false => registry::find(label.split('(').next().unwrap_or_default()),
    };
    let (heap, mut cells, compound) = match found {
        Some(Game::Heap(game)) => (Some(game), None, None),
        Some(Game::Cells(game)) => (None, Some(game), None),
        Some(Game::Compound(game)) => (None, None, Some(game)),
        None => (None, None, None),
    };
    let label = heap.as_ref().map(|game| &game.label).or(cells.as_ref().map(|game| &game.label));
    let listed = bare.or_else(|| called(label.map_or("", String::as_str)));
    // The name may be that of a game on heaps and of one on cells.
    if let (Some(listed), None) = (&listed, &cells) {
        cells = Games::built_in().cells(listed.name).map_err(|mistake| Failure::mistake(mistake, name))?;
    }
    let mut derived = Vec::new();
    if let Some(game) = &heap {
        // What follows depends on arguments that were not given.
        if games::game(name, budget).is_err() {
            derived.push(say!("ruleset.fact_example", call = &game.label));
        }
        derived.extend(game.facts());
    }
    for form in cells.iter().flat_map(|game| &game.forms) {
        // The facts of a game take milliseconds; a circle may take longer to find.
        derived.extend(form.facts(&budget.part(Duration::from_secs(5))).unwrap_or_default());
    }
    if let Some(game) = &compound {
        let kind = if game.rules.is_impartial() { say!("operator.impartial") } else { say!("operator.partizan") };
        derived.push(say!("operator.fact", kind = kind, example = game.example()));
    }
    let known = heap.as_ref().map(|game| proved(game, budget)).unwrap_or_default();
    Ok(Answer::One(Box::new(One { text, listed, heap, cells, compound, derived, known })))
}

/// The theorems about a game, for heaps of any size.
fn proved(game: &HeapGame, budget: &Budget) -> Vec<Text> {
    if game.is_partizan() {
        return vec![];
    }
    let library = theorems::built_in();
    let conventions = [(Convention::Normal, say!("ruleset.normal")), (Convention::Misere, say!("ruleset.misere"))];
    let find = |(convention, play): (Convention, Text)| {
        let saved = library.find(&game.ruleset, convention, budget)?;
        let name = saved.name.clone();
        Some(match &saved.formula {
            Some(formula) => say!("ruleset.known_formula", name = name, convention = play, formula = formula),
            None => say!("ruleset.known_set", name = name, convention = play, states = saved.set.states()),
        })
    };
    conventions.into_iter().filter_map(find).collect()
}

impl answer::Answer for Answer {
    fn data(&self, lang: Lang) -> Option<Box<dyn Data + '_>> {
        match self {
            Answer::All => {
                let games = registry::all().iter().map(|listed| entry(listed, lang)).collect();
                Some(Box::new(data::Games { games }))
            }
            Answer::One(one) => Some(Box::new(one.data(lang))),
        }
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match (self, format) {
            (Answer::All, Format::Text) => Ok(list(lang, out)?),
            (Answer::One(one), Format::Text) => Ok(one.write(lang, out)?),
            _ => Err(Failure::no_format(format)),
        }
    }
}

/// All games, their kinds, and their rules in one sentence.
fn list(lang: Lang, out: &mut dyn Write) -> std::io::Result<()> {
    let all = registry::all();
    let kinds = |listed: &Listed| {
        let partizan = listed.is_partizan().then(|| say!("ruleset.kind_partizan").in_lang(lang));
        listed.kinds().into_iter().map(str::to_owned).chain(partizan).collect::<Vec<_>>().join(", ")
    };
    let width = |text: fn(&Listed) -> String| all.iter().map(|game| text(game).chars().count()).max().unwrap_or(0);
    let name = width(Listed::signature);
    let kind = all.iter().map(|game| kinds(game).chars().count()).max().unwrap_or(0);
    for game in all {
        writeln!(out, "{:<name$}  {:<kind$}  {}", game.signature(), kinds(game), game.rule(lang))?;
    }
    Ok(())
}

impl One {
    fn definitions(&self) -> Vec<String> {
        let built_in = self.listed.as_ref().and_then(|listed| listed.heap).map(|game| game.rules().to_owned());
        let pasted = |game: &HeapGame| match is_definition(&self.text) {
            true => self.text.clone(),
            // Named by a file, which has the definition.
            false => game.ruleset.definition().to_owned(),
        };
        let heap = built_in.or_else(|| self.heap.as_ref().map(pasted));
        let cells = self.cells.iter().flat_map(|game| &game.forms).map(|form| form.definition().to_string());
        let compound = self.compound.iter().map(|_| self.text.clone());
        heap.into_iter().chain(cells).chain(compound).collect()
    }

    fn source(&self, lang: Lang) -> Option<String> {
        let listed = self.listed.as_ref()?;
        let cells = || listed.cells.first().map(|game| cited(game.source(), lang));
        listed.heap.map(|game| cited(game.source(lang), lang)).or_else(cells)
    }

    fn write(&self, lang: Lang, out: &mut dyn Write) -> std::io::Result<()> {
        if let Some(listed) = &self.listed {
            // Forms on other grounds may be told in words of their own.
            let heap = listed.heap.map(|game| game.rule(lang)).into_iter();
            let mut rules: Vec<&str> = heap.chain(listed.cells.iter().map(|game| game.rule(lang))).collect();
            rules.dedup();
            writeln!(out, "{}\n", rules.join("\n"))?;
        }
        for definition in self.definitions() {
            writeln!(out, "{definition}\n")?;
        }
        for fact in self.derived.iter().chain(&self.known) {
            writeln!(out, "{}", fact.in_lang(lang))?;
        }
        match self.source(lang) {
            Some(source) => writeln!(out, "\n{}", say!("cli.source", source = source).in_lang(lang)),
            None => Ok(()),
        }
    }

    fn data(&self, lang: Lang) -> data::Game {
        let lines = |texts: &[Text]| texts.iter().map(|text| text.in_lang(lang)).collect::<Vec<_>>();
        let label = self.heap.as_ref().map(|game| &game.label).or(self.cells.as_ref().map(|game| &game.label));
        let label = label.or(self.compound.as_ref().map(|game| &game.label));
        let label = label.cloned().unwrap_or_default();
        let mut entry = match &self.listed {
            Some(listed) => entry(listed, lang),
            None => data::Game {
                name: label.clone(),
                signature: label.clone(),
                kinds: self.kinds(),
                partizan: self.is_partizan(),
                example: self.text.clone(),
                rule: None,
                definition: None,
                heaps: None,
                code: None,
                source: None,
                derived: None,
                known: None,
                mathml: None,
            },
        };
        if self.listed.as_ref().is_some_and(|listed| listed.name != self.text) {
            (entry.name, entry.signature, entry.example) = (label.clone(), label, self.text.clone());
        }
        data::Game {
            definition: Some(self.definitions().join("\n")),
            heaps: self.heap.as_ref().map(|game| game.ruleset.heap_names().to_vec()),
            code: self.heap.as_ref().and_then(|game| game.code.as_ref()).map(ToString::to_string),
            derived: Some(lines(&self.derived)),
            known: Some(lines(&self.known)),
            mathml: self.mathml(),
            ..entry
        }
    }

    /// The definition of a game on heaps, as it was understood.
    fn mathml(&self) -> Option<String> {
        let text = self.heap.as_ref().and_then(|_| self.definitions().into_iter().next())?;
        parse_definition(&text).ok().map(|definition| mathml(&definition.to_string()))
    }

    fn kinds(&self) -> Vec<String> {
        let heap = self.heap.as_ref().map(|_| "heaps".to_owned());
        let cells = self.cells.iter().flat_map(|game| &game.forms);
        heap.into_iter().chain(cells.map(|form| form.definition().kind.word().to_owned())).collect()
    }

    fn is_partizan(&self) -> bool {
        let cells = self.cells.iter().flat_map(|game| &game.forms).any(|form| !form.is_impartial());
        let compound = self.compound.as_ref().is_some_and(|game| !game.rules.is_impartial());
        self.heap.as_ref().is_some_and(|game| game.is_partizan()) || cells || compound
    }
}

fn entry(listed: &Listed, lang: Lang) -> data::Game {
    let (example, read) = listed.heap.map_or_else(|| (listed.name.to_owned(), None), example);
    let cells = || listed.cells.first().map(|game| (game.definition.to_string(), game.source()));
    let heap = listed.heap.map(|game| (game.rules().to_owned(), game.source(lang)));
    let (definition, source) = heap.or_else(cells).unzip();
    data::Game {
        name: listed.name.to_owned(),
        signature: listed.signature(),
        kinds: listed.kinds().into_iter().map(str::to_owned).collect(),
        partizan: listed.is_partizan(),
        example,
        rule: Some(listed.rule(lang).to_owned()),
        definition,
        heaps: read.as_ref().map(|game| game.ruleset.heap_names().to_vec()),
        code: read.and_then(|game| game.code).map(|code| code.to_string()),
        source: source.map(|source| cited(source, lang)),
        derived: None,
        known: None,
        mathml: None,
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
