//! Games on cells as parts of sums: their moves, their nim values, and what the
//! naive interpreter says about both.

use crate::nimber::{Nimber, mex};
use crate::pattern::{Engine, Game, Position, interpreter};
use crate::play::Player;
use crate::value::Unfinished;
use miyama_budget::Budget;
use std::collections::BTreeSet;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

/// A position of a game on cells.
#[derive(Clone)]
pub struct Cells {
    label: String,
    game: Arc<Game>,
    position: Position,
    /// Moves and nim values on this ground: positions that play reaches share it.
    engine: Arc<Mutex<Engine>>,
}

impl Cells {
    /// A position of a game that is called so.
    #[must_use]
    pub fn new(label: impl Into<String>, game: &Arc<Game>, position: Position) -> Cells {
        let engine = Arc::new(Mutex::new(game.engine(&position.ground)));
        Cells { label: label.into(), game: game.clone(), position, engine }
    }

    /// How the game is called; empty for a definition without a name.
    #[must_use]
    pub fn label(&self) -> &str {
        &self.label
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// The cells and their signs.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The same game on the same ground: play leads from one such position to
    /// another only.
    #[must_use]
    pub fn same_game(&self, other: &Cells) -> bool {
        let same_rules = Arc::ptr_eq(&self.game, &other.game) || self.game == other.game;
        same_rules && self.position.ground == other.position.ground
    }

    /// The same ground with other signs.
    #[must_use]
    pub fn with_signs(&self, signs: Vec<char>) -> Cells {
        let position = Position { ground: self.position.ground.clone(), signs };
        Cells { position, ..self.clone() }
    }

    /// What the moves of a player lead to, each once.
    #[must_use]
    pub fn options(&self, player: Player) -> Vec<Cells> {
        let found = self.with_engine(|engine| engine.options(&self.position, player));
        found.into_iter().map(|position| Cells { position, ..self.clone() }).collect()
    }

    /// Whether a move of this player leads to that position.
    #[must_use]
    pub fn reaches(&self, after: &Cells, player: Player) -> bool {
        self.same_game(after) && self.options(player).iter().any(|option| option.position == after.position)
    }

    /// The nim value, if the game is impartial.
    ///
    /// # Errors
    /// [`Unfinished`] if the budget does not allow it.
    pub fn nimber(&self, budget: &Budget) -> Result<Nimber, Unfinished> {
        self.with_engine(|engine| engine.nimber(&self.position, budget))
    }

    /// The nim value once more, from the options that the interpreter finds.
    pub(super) fn nimber_by_interpreter(&self, budget: &Budget) -> Result<Nimber, Unfinished> {
        let mut values = Vec::new();
        for signs in self.options_by_interpreter(Player::Left) {
            values.push(self.with_signs(signs).nimber(budget)?);
        }
        Ok(mex(values))
    }

    /// The options that the naive interpreter finds.
    pub(super) fn options_by_interpreter(&self, player: Player) -> BTreeSet<Vec<char>> {
        interpreter::options(self.game.definition(), self.game.arguments(), &self.position, player)
    }

    fn with_engine<T>(&self, ask: impl FnOnce(&mut Engine) -> T) -> T {
        // What an engine remembers is whole after each question, whoever panicked in one.
        ask(&mut self.engine.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl PartialEq for Cells {
    fn eq(&self, other: &Cells) -> bool {
        self.position == other.position && self.same_game(other)
    }
}

impl Eq for Cells {}

impl Hash for Cells {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.position.signs.hash(state);
    }
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.label, self.position)
    }
}
