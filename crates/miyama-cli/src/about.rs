//! A formula about a game on heaps: which heaps it is about, and their ruleset.

use crate::automata;
use crate::failure::Failure;
use crate::games;
use miyama::game::{Game, HeapGame};
use miyama::heap::builtin;
use miyama::heap::formula::{Formula, Names};
use miyama::heap::ruleset::{MOST_HEAPS, Ruleset};
use miyama_budget::{Budget, Mistake};
use miyama_language::notation::parse_definition;
use miyama_proof::is_symbolic;
use miyama_text::{Text, say};
use std::sync::Arc;

/// The heaps that are asked about, and their ruleset.
pub(crate) struct About {
    pub(crate) names: Names,
    /// On these heaps; or on one heap, where several are asked about whose number
    /// changes in play.
    pub(crate) ruleset: Arc<Ruleset>,
}

impl About {
    /// The ruleset on all the heaps that are asked about, if there is one.
    pub(crate) fn whole(&self, called: &str) -> Result<&Arc<Ruleset>, Failure> {
        if self.ruleset.heaps() == self.names.shown().len() {
            return Ok(&self.ruleset);
        }
        Err(Failure::input(say!("check.breaks", game = called.trim())))
    }
}

/// A definition and arguments that are not all numbers.
pub(crate) struct Symbolic {
    pub(crate) definition: String,
    pub(crate) arguments: Vec<String>,
}

/// The game with names in the place of arguments, if the text is one: a built-in game, or a
/// definition whose parameters have no values.
pub(crate) fn symbolic(game: &str) -> Option<Symbolic> {
    if miyama::game::is_definition(game) {
        let parsed = parse_definition(game).ok()?;
        let open = !parsed.parameters.is_empty() && parsed.parameters.iter().all(|p| p.default.is_none());
        let arguments: Vec<String> = parsed.parameters.iter().map(|p| p.name.text.clone()).collect();
        return open.then(|| Symbolic { definition: game.to_owned(), arguments });
    }
    let (name, rest) = game.split_once('(')?;
    let inside = rest.trim().strip_suffix(')')?;
    // A set is one argument: subtraction({1,3,4}).
    let mut open = 0i32;
    let apart = |c: char| {
        open += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && open == 0
    };
    let arguments: Vec<String> = inside.split(apart).map(|argument| argument.trim().to_owned()).collect();
    let found = builtin::find(name.trim())?;
    is_symbolic(&arguments).then(|| Symbolic { definition: found.rules().to_owned(), arguments })
}

/// The game on heaps that a text names; `no_board` says what a board is not good for.
pub(crate) fn heap_game(text: &str, no_board: fn(&str) -> Text, budget: &Budget) -> Result<HeapGame, Failure> {
    match found(text, budget)? {
        Game::Heap(game) if game.has_different_moves() => {
            Err(Failure::input(say!("table.partizan", game = text.trim())))
        }
        Game::Heap(game) => Ok(game),
        Game::Cells(game) => Err(Failure::input(no_board(&game.label))),
        Game::Compound(game) => Err(Failure::input(say!("operator.no_table", game = &game.label))),
    }
}

/// The game that something is to be proved about. Of other games than those on heaps nothing is
/// proved, which is no mistake of whoever asks; of heaps at which Left and Right have different moves
/// neither, and that is for the proof to say.
pub(crate) fn provable(text: &str, budget: &Budget) -> Result<HeapGame, Failure> {
    let undecided = |says| Err(Failure::Undecided(Box::new(Failure::input(says))));
    match found(text, budget)? {
        Game::Heap(game) => Ok(game),
        Game::Cells(game) => undecided(say!("proof.no_board", game = &game.label)),
        Game::Compound(game) => undecided(say!("operator.no_table", game = &game.label)),
    }
}

fn found(text: &str, budget: &Budget) -> Result<Game, Failure> {
    games::game(text, budget).map_err(|failure| match symbolic(text.trim()) {
        Some(_) => Failure::input(say!("proof.open_parameters", game = text.trim())),
        None => failure,
    })
}

/// A game on any number of heaps on so many of them; every other game as it is.
pub(crate) fn on_heaps(game: &HeapGame, heaps: Option<usize>, budget: &Budget) -> Result<HeapGame, Failure> {
    let Some(any) = &game.any else { return Ok(game.clone()) };
    let called = if game.label.is_empty() { any.text() } else { game.label.clone() };
    let Some(heaps) = heaps else {
        return Err(Failure::input(say!("table.how_many", game = called, count = any.count())));
    };
    if heaps > MOST_HEAPS {
        return Err(Failure::input(say!("table.most_heaps", found = heaps, most = MOST_HEAPS)));
    }
    let game = game.on(heaps, budget).map_err(|mistake| Failure::mistake(mistake, &any.text()))?;
    Ok(HeapGame { any: None, ..game })
}

/// So many heaps of a game; without a number, its own.
pub(crate) fn heaps(game: &HeapGame, heaps: Option<usize>, budget: &Budget) -> Result<About, Failure> {
    if game.any.is_some() {
        let ruleset = on_heaps(game, heaps, budget)?.ruleset;
        return Ok(About { names: ruleset.names().with_automata(&automata::of_files(budget)), ruleset });
    }
    let own = game.ruleset.heaps();
    let (names, ruleset) = match heaps.filter(|heaps| *heaps != own) {
        None => (game.ruleset.names(), game.ruleset.clone()),
        Some(heaps) if own == 1 && (1..=MOST_HEAPS).contains(&heaps) => {
            let ruleset = game.ruleset.side_by_side(heaps).map_or_else(|| game.ruleset.clone(), Arc::new);
            (game.ruleset.names_side_by_side(heaps), ruleset)
        }
        Some(heaps) => {
            return Err(Failure::input(say!("table.wrong_heaps", heaps = heaps, own = own, most = MOST_HEAPS)));
        }
    };
    Ok(About { names: names.with_automata(&automata::of_files(budget)), ruleset })
}

/// The formula, and the heaps that it is about. A game on one heap is taken as often
/// as `asked` says, else as the formula names heaps.
pub(crate) fn formula(
    game: &HeapGame,
    asked: Option<usize>,
    read: &dyn Fn(&Names) -> Result<Formula, Mistake>,
    wrong: &dyn Fn(Mistake) -> Failure,
    budget: &Budget,
) -> Result<(About, Formula), Failure> {
    let copies = copies(game, asked, read, budget);
    let about = heaps(game, copies, budget)?;
    let formula = read(&about.names).map_err(wrong)?;
    Ok((about, formula))
}

/// How many heaps a formula is about; `None` for those of the game.
fn copies(
    game: &HeapGame,
    asked: Option<usize>,
    read: &dyn Fn(&Names) -> Result<Formula, Mistake>,
    budget: &Budget,
) -> Option<usize> {
    let own = game.ruleset.heaps();
    let read = |names: Names| read(&names.with_automata(&automata::of_files(budget)));
    match asked {
        Some(heaps) => Some(heaps),
        None if game.any.is_none() && (own > 1 || read(game.ruleset.names()).is_ok()) => None,
        None => {
            let used = read(game.ruleset.names_side_by_side(MOST_HEAPS)).map(|formula| formula.heaps_used());
            // A mistake that is one for any number of heaps.
            Some(used.unwrap_or(own).max(1))
        }
    }
}

/// The formula, the names of the heaps, and how many positions of the game side by side
/// it is about: for games whose heaps break, of which there is no ruleset on several heaps.
pub(crate) fn formula_on_sums(
    game: &HeapGame,
    asked: Option<usize>,
    read: &dyn Fn(&Names) -> Result<Formula, Mistake>,
    wrong: &dyn Fn(Mistake) -> Failure,
    budget: &Budget,
) -> Result<(Names, usize, Formula), Failure> {
    let own = game.ruleset.heaps();
    let (names, side_by_side) = match copies(game, asked, read, budget).filter(|heaps| *heaps != own) {
        None => (game.ruleset.names(), 1),
        Some(heaps) if own == 1 && (1..=MOST_HEAPS).contains(&heaps) => (game.ruleset.names_side_by_side(heaps), heaps),
        Some(heaps) => {
            return Err(Failure::input(say!("table.wrong_heaps", heaps = heaps, own = own, most = MOST_HEAPS)));
        }
    };
    let names = names.with_automata(&automata::of_files(budget));
    let formula = read(&names).map_err(wrong)?;
    Ok((names, side_by_side, formula))
}
