//! A game as it is named: built in, with arguments, given as text, or loaded
//! by whoever asks.

mod any_heaps;
mod call;
mod cell_game;
mod compound;
mod heap_game;
mod operator;
mod remembered;
mod stated;
mod text;

pub use any_heaps::AnyHeaps;
pub use cell_game::CellGame;
pub use compound::{CompoundGame, Rules, Terminal};
pub use heap_game::HeapGame;
pub(crate) use stated::{Quantity, Stated};
pub use text::{bracketed, is_definition, split_outside_braces};

use crate::breaking::code::Code;
use crate::heap::builtin;
use crate::heap::notation::{Body, Called, Definition, parse_definition};
use crate::heap::proved::Theorems;
use crate::heap::ruleset::Argument;
use crate::heap::unfold::unfold;
use crate::pattern;
use crate::registry;
use call::Call;
use miyama_budget::{Budget, Mistake};
use miyama_language::prose::definition_in;
use miyama_language::words;
use miyama_text::say;
use std::collections::BTreeMap;
use std::sync::Arc;
use text::{in_brackets, names, one_line};

/// A game that can be played in positions of a sum.
#[derive(Clone, Debug)]
pub enum Game {
    /// A ruleset on heaps.
    Heap(HeapGame),
    /// A game on the cells of grids, strips or graphs, given by patterns.
    Cells(CellGame),
    /// What operators make of others, where that is no ruleset on heaps.
    Compound(CompoundGame),
}

impl Game {
    /// The same game, called so in positions.
    fn labelled(self, label: String) -> Game {
        match self {
            Game::Heap(game) => Game::Heap(HeapGame { label, ..game }),
            Game::Cells(game) => Game::Cells(CellGame { label, ..game }),
            Game::Compound(game) => Game::Compound(CompoundGame { label, ..game }),
        }
    }
}

/// A definition that was added under a name.
#[derive(Clone, Debug)]
enum Added {
    Heap(Definition),
    /// A form for each kind of ground.
    Cells(Vec<pattern::Definition>),
}

/// The games that can be named: the built-in ones, and definitions that were
/// added under a name of their own.
#[derive(Clone, Debug, Default)]
pub struct Games {
    added: BTreeMap<String, Added>,
    budget: Budget,
    proofs: Option<Arc<dyn Theorems>>,
    /// How deep in names that stand for operators on other names.
    depth: usize,
}

impl Games {
    /// The built-in games.
    #[must_use]
    pub fn built_in() -> Games {
        Games::default()
    }

    /// The same, with a budget for reading definitions.
    #[must_use]
    pub fn within(mut self, budget: &Budget) -> Games {
        self.budget = budget.clone();
        self
    }

    /// The same, with games that ask for proofs where a table would be large.
    #[must_use]
    pub fn with_proofs(mut self, proofs: Arc<dyn Theorems>) -> Games {
        self.proofs = Some(proofs);
        self
    }

    /// The budget for reading definitions.
    #[must_use]
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// The built-in game on cells of this name.
    ///
    /// # Errors
    /// A [`Mistake`] if its signs or parameters do not fit.
    pub fn cells(&self, name: &str) -> Result<Option<CellGame>, Mistake> {
        let forms: Vec<&pattern::Definition> = pattern::builtin::find(name).map(|game| &game.definition).collect();
        if forms.is_empty() { Ok(None) } else { CellGame::new(name, forms, &[]).map(Some) }
    }

    /// Adds a definition, such as the text of a file, under a name.
    ///
    /// # Errors
    /// A [`Mistake`] in the text.
    pub fn add(&mut self, name: &str, text: &str) -> Result<(), Mistake> {
        let added = match pattern::is_definition(text) {
            true => Added::Cells(pattern::parse_forms(text)?),
            false => Added::Heap(parse_definition(text)?),
        };
        self.added.insert(name.to_owned(), added);
        Ok(())
    }

    /// The game that a text names or defines: `nim`, `wythoff(2)`, `twist(c=3)`,
    /// `subtraction({1,3,4})`, or a whole definition with `->`.
    ///
    /// ```
    /// use miyama::game::{Game, Games};
    /// let games = Games::built_in();
    /// let Game::Heap(twist) = games.find("twist(c = 3)").unwrap() else { panic!() };
    /// assert_eq!(twist.label, "twist(3)");
    /// assert!(matches!(games.find("2d-nim").unwrap(), Game::Cells(_)));
    /// let mistake = games.find("wythof").unwrap_err();
    /// assert_eq!(mistake.to_string(), "unknown game `wythof` (did you mean `wythoff`?)");
    /// ```
    ///
    /// # Errors
    /// A [`Mistake`] in the text: an unknown name, arguments that do not fit, a
    /// definition that is wrong; or one that says why it was not read to the end.
    pub fn find(&self, text: &str) -> Result<Game, Mistake> {
        let mut game = self.found(text)?;
        if let Game::Heap(heap) = &mut game {
            heap.proofs.clone_from(&self.proofs);
        }
        Ok(game)
    }

    fn found(&self, text: &str) -> Result<Game, Mistake> {
        match self.written(text) {
            Err(mistake) if mistake.stopped().is_none() => match (definition_in(text)?, words::rules(text)) {
                (Some(definition), _) => self.written(&definition),
                // What is wrong is in the rules that the words stand for.
                (None, Some(rules)) => self.written(&rules).map_err(|mistake| mistake.placed_at(0..text.len())),
                (None, None) => Err(mistake),
            },
            found => found,
        }
    }

    /// The game of a text without words around it.
    fn written(&self, text: &str) -> Result<Game, Mistake> {
        if pattern::is_definition(text) {
            let forms = pattern::parse_forms(text)?;
            let label = forms[0].name.clone().unwrap_or_default();
            return Ok(Game::Cells(CellGame::new(label, &forms, &[])?));
        }
        if let Some(game) = self.impartial_cells(text)? {
            return Ok(game);
        }
        if let Some(mistake) = pattern::unknown_ground(text) {
            return Err(mistake);
        }
        if is_definition(text) {
            if operator::stands_in(text)
                && let Some(game) = self.compound_of_text(text, &operator::label(text))?
            {
                return Ok(game);
            }
            let definition = parse_definition(text)?;
            let label = match &definition.name {
                Some(name) => name.text.clone(),
                None if matches!(definition.body, Body::Options { .. } | Body::Indexed(_)) => String::new(),
                None => operator::label(text),
            };
            return self.defined(label, definition, &[], text.len());
        }
        let trimmed = text.trim();
        let start = text.len() - text.trim_start().len();
        if let Some(definition) = in_brackets(trimmed) {
            let game = self.found(definition).map_err(|m| m.shifted(start + 1))?;
            if names(definition) {
                return Ok(game);
            }
            return Ok(game.labelled(format!("({})", one_line(definition))));
        }
        if Code::looks_like(trimmed) && builtin::find(trimmed).is_none() {
            let code = Code::parse_at(text, start..start + trimmed.len())?;
            let game = HeapGame::of_code(trimmed, code, &self.budget)
                .map_err(|m| m.placed_at(start..start + trimmed.len()))?;
            return Ok(Game::Heap(game));
        }
        if let Some(added) = self.added.get(trimmed) {
            // The mistake is in the added text, not in this one.
            let here = |m: Mistake| m.placed_at(start..start + trimmed.len());
            return match added {
                Added::Heap(definition) => self.defined(trimmed.to_owned(), definition.clone(), &[], 0).map_err(here),
                Added::Cells(forms) => Ok(Game::Cells(CellGame::new(trimmed, forms, &[]).map_err(here)?)),
            };
        }
        if let Some(mistake) = operator::misspelt(trimmed) {
            return Err(mistake.shifted(start));
        }
        let call = Call::parse(trimmed).map_err(|m| m.shifted(start))?;
        self.called(&call).map_err(|m| m.shifted(start))
    }

    fn called(&self, call: &Call<'_>) -> Result<Game, Mistake> {
        if call.name.is_empty() {
            return Err(Mistake::new(0..0, say!("game.empty")));
        }
        let definition = match (self.added.get(call.name), builtin::find(call.name)) {
            (Some(Added::Heap(added)), _) => added,
            (Some(Added::Cells(added)), _) => return call.on_cells(added),
            (None, Some(known)) => &known.definition,
            (None, None) => {
                let forms: Vec<&pattern::Definition> =
                    pattern::builtin::find(call.name).map(|game| &game.definition).collect();
                return if forms.is_empty() { Err(registry::unknown(call.name)) } else { call.on_cells(forms) };
            }
        };
        let (call, count) = call.without_count(definition)?;
        let arguments = call.arguments_for(definition)?;
        let whole = |mistake: Mistake| mistake.placed_at(0..call.length);
        let mut label = if arguments.is_empty() { call.name.to_owned() } else { labelled(call.name, &arguments) };
        let Some((name, heaps)) = count else {
            // Other definitions may be called like games that a built-in one is made of.
            let is_built_in = self.added.is_empty();
            if let Some(known) = is_built_in.then(|| remembered::find(&label)).flatten() {
                return Ok(Game::Heap(known));
            }
            let game = self.defined(label, definition.clone(), &arguments, 0).map_err(whole)?;
            // Where time ended meanwhile, a game on any number of heaps may be an example on fewer.
            if let (Game::Heap(game), true) = (&game, is_built_in && self.budget.check().is_ok()) {
                remembered::keep(game);
            }
            return Ok(game);
        };
        // `moore(2, n = 4)`: the game on just so many heaps.
        let open = label.strip_suffix(')').map_or_else(|| format!("{label}("), |label| format!("{label}, "));
        label = format!("{open}{name} = {heaps})");
        let any = AnyHeaps { definition: definition.clone(), arguments };
        Ok(Game::Heap(any.on(label, heaps, &self.budget).map_err(whole)?))
    }

    /// The game of a definition: rules on heaps where operators can be carried out on these.
    fn defined(
        &self,
        label: String,
        definition: Definition,
        arguments: &[Argument],
        length: usize,
    ) -> Result<Game, Mistake> {
        if self.has_board(&definition) {
            return self.compound(label, &definition, arguments);
        }
        let is_compound = matches!(definition.body, Body::Compound(_));
        match self.of_definition(label.clone(), definition.clone(), arguments, length) {
            // What is forbidden, and who wins at the end, is about all pieces of a heap together.
            Ok(game) if is_compound && game.ruleset.splits() && !game.ruleset.is_won_as_usual() => {
                self.compound(label, &definition, arguments)
            }
            Ok(game) => Ok(Game::Heap(game)),
            Err(mistake) => {
                // Heaps that break, or more of them than a ruleset has.
                let found = if is_compound { self.compound(label, &definition, arguments).ok() } else { None };
                found.ok_or(mistake)
            }
        }
    }

    /// A definition whose operators may speak of games by their names. What is wrong behind
    /// a name is shown at the whole of a text of this length.
    fn of_definition(
        &self,
        label: String,
        definition: Definition,
        arguments: &[Argument],
        length: usize,
    ) -> Result<HeapGame, Mistake> {
        let resolved = self.resolved(&definition, DEEPEST)?;
        let named = resolved != definition;
        let game = HeapGame::of_definition(label, &resolved, arguments, &self.budget);
        game.map_err(|mistake| if named && mistake.at.end > length { mistake.placed_at(0..length) } else { mistake })
    }

    /// The definition with rules in the places of names.
    fn resolved(&self, definition: &Definition, deep: usize) -> Result<Definition, Mistake> {
        let Body::Compound(term) = &definition.body else { return Ok(definition.clone()) };
        let term = term.resolved(&mut |called| self.rules_of(called, deep))?;
        Ok(Definition { body: Body::Compound(Box::new(term)), ..definition.clone() })
    }

    /// The rules that a name in a term stands for.
    fn rules_of(&self, called: &Called, deep: usize) -> Result<Definition, Mistake> {
        let at = called.at.0.clone();
        let shifted = |mistake: Mistake| mistake.shifted(at.start);
        let call = Call::parse(&called.text).map_err(shifted)?;
        let definition = match (self.added.get(call.name), builtin::find(call.name)) {
            (Some(Added::Heap(added)), _) => added,
            (None, Some(known)) => &known.definition,
            (Some(Added::Cells(_)), _) => return Err(Mistake::new(at, say!("operator.no_heaps"))),
            (None, None) if pattern::builtin::find(call.name).next().is_some() => {
                return Err(Mistake::new(at, say!("operator.no_heaps")));
            }
            (None, None) => return Err(shifted(registry::unknown(call.name))),
        };
        let (call, count) = call.without_count(definition).map_err(shifted)?;
        let arguments = call.arguments_for(definition).map_err(shifted)?;
        if let Body::Indexed(indexed) = &definition.body {
            let Some((_, heaps)) = count else {
                return Err(Mistake::new(at, say!("operator.any_heaps", count = &indexed.count.text)));
            };
            let rules = unfold(definition, indexed, &arguments, heaps).map_err(|m| m.placed_at(at.clone()))?;
            return Ok(Definition { name: None, ..rules }.placed_at(&at));
        }
        let Some(deeper) = deep.checked_sub(1) else {
            return Err(Mistake::new(at, say!("notation.too_deep", most = DEEPEST)));
        };
        let rules = self.resolved(definition, deeper).map_err(|mistake| mistake.placed_at(at.clone()))?;
        Ok(rules.with_arguments(&arguments).placed_at(&at))
    }

    /// `impartial` before a game on cells: everybody has all moves.
    fn impartial_cells(&self, text: &str) -> Result<Option<Game>, Mistake> {
        let Some(rest) = text.trim_start().strip_prefix("impartial") else { return Ok(None) };
        if !rest.starts_with(|c: char| c.is_whitespace() || c == '(') {
            return Ok(None);
        }
        let start = text.len() - rest.len();
        let game = match self.found(rest) {
            Ok(Game::Cells(game)) => game,
            Err(mistake) if pattern::is_definition(rest.trim_start().trim_start_matches('(')) => {
                return Err(mistake.shifted(start));
            }
            _ => return Ok(None),
        };
        let everybody = |form: &Arc<pattern::Game>| {
            let mut definition = form.definition().clone();
            definition.groups.iter_mut().for_each(|group| group.who = None);
            let game = pattern::Game::new(definition, &[]).map_err(|mistake| mistake.placed_at(start..text.len()))?;
            Ok(Arc::new(game))
        };
        let forms = game.forms.iter().map(everybody).collect::<Result<_, Mistake>>()?;
        Ok(Some(Game::Cells(CellGame { label: operator::label(text), forms })))
    }
}

/// Files may name each other so deep.
const DEEPEST: usize = 20;

fn labelled(name: &str, arguments: &[Argument]) -> String {
    let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
    format!("{name}({})", arguments.join(","))
}
