//! Games on cells as parts of sums: their moves, their nim values, and what the
//! naive interpreter says about both.

use crate::nimber::{Nimber, mex};
use crate::pattern::syntax::{Group, NO_CELL, Rule};
use crate::pattern::taking::{self, Board, Taking};
use crate::pattern::{CellPosition, Definition, Engine, Game, Ground, MOST_CELLS, Mirror, interpreter};
use crate::play::Player;
use crate::value::Unfinished;
use miyama_budget::{Budget, Stopped};
use std::collections::BTreeSet;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

/// A position of a game on cells.
#[derive(Clone)]
pub struct Cells {
    label: String,
    game: Arc<Game>,
    position: CellPosition,
    /// What is derived of the game if play only takes stones.
    taking: Option<Arc<Taking>>,
    /// Moves and nim values on this ground: positions that play reaches share it.
    engine: Arc<Mutex<Option<Engine>>>,
}

impl Cells {
    /// A position of a game that is called so.
    #[must_use]
    pub fn new(label: impl Into<String>, game: &Arc<Game>, position: CellPosition) -> Cells {
        let label = label.into();
        let taking = match *position.ground {
            Ground::Grid { height, width } => game.taking(&label, height, width),
            Ground::Graph(_) | Ground::Edges(_) => None,
        };
        Cells { label, game: game.clone(), position, taking, engine: Arc::default() }
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
    pub fn position(&self) -> &CellPosition {
        &self.position
    }

    /// The same game on the same ground, where that matters: play leads from one
    /// such position to another only.
    #[must_use]
    pub(crate) fn same_game(&self, other: &Cells) -> bool {
        let same_rules = Arc::ptr_eq(&self.game, &other.game) || self.game == other.game;
        same_rules && (self.falls_apart() && other.falls_apart() || self.position.ground == other.position.ground)
    }

    /// The stones, if all that play does is to take them.
    #[must_use]
    pub fn stones(&self) -> Option<taking::StonePosition> {
        let taking = self.taking.as_ref()?;
        Some(taking::StonePosition::new(taking, taking.board(&self.position)?))
    }

    /// The same position, nothing of which is known but its rules.
    pub(crate) fn whole(&self) -> Cells {
        match self.position.ground.cells() <= MOST_CELLS {
            true => Cells { taking: None, ..self.clone() },
            false => self.clone(),
        }
    }

    /// Are groups of stones that do not touch independent games, wherever they lie?
    fn falls_apart(&self) -> bool {
        self.taking.as_ref().is_some_and(|taking| taking.falls_apart())
    }

    /// How long the rows and columns may be for which the taking of stones was derived.
    pub(crate) fn longest(&self) -> usize {
        self.taking.as_ref().map_or(0, |taking| taking.longest())
    }

    /// The position of which these stones are left.
    #[must_use]
    pub(crate) fn with_stones(&self, left: &Board) -> Cells {
        let position = match &self.taking {
            Some(taking) => taking.position(&self.position, left),
            None => self.position.clone(),
        };
        Cells { position, ..self.clone() }
    }

    /// These stones on a board of their own, under the same rules.
    pub(crate) fn on_board(&self, board: &Board) -> Cells {
        let Some(taking) = &self.taking else { return self.clone() };
        let (height, width) = (board.height().max(1), board.width().max(1));
        let ground = Arc::new(Ground::Grid { height, width });
        let signs = vec![taking.stone(); height * width];
        let position = taking.position(&CellPosition { ground, signs }, board);
        Cells { position, engine: Arc::default(), ..self.clone() }
    }

    /// The same ground with other signs.
    #[must_use]
    pub fn with_signs(&self, signs: Vec<char>) -> Cells {
        let position = CellPosition { ground: self.position.ground.clone(), signs };
        Cells { position, ..self.clone() }
    }

    /// The symmetry by which the second player answers every move, where one is found and all play ends.
    #[must_use]
    pub fn mirror(&self, budget: &Budget) -> Option<Mirror> {
        let ends = self.game.ending_from(&self.position, budget).ok()?.refusal().is_none();
        let found = self.game.engine(&self.position.ground).mirror(&self.position);
        found.filter(|_| ends && self.position.ground.cells() <= MOST_CELLS)
    }

    /// The pairs of vertices of a graph, from 0, by which the second player answers every move.
    pub(crate) fn pairs(&self, budget: &Budget) -> Option<Vec<(usize, usize)>> {
        let ends = self.game.ending_from(&self.position, budget).ok()?.refusal().is_none();
        (ends && self.position.ground.neighbours().is_some())
            .then(|| self.game.engine(&self.position.ground).pairs(&self.position))
            .flatten()
    }

    /// What the moves of a player lead to, each once.
    ///
    /// # Panics
    /// Never: what has no limit is not stopped.
    #[must_use]
    pub fn options(&self, player: Player) -> Vec<Cells> {
        self.options_within(player, &Budget::unlimited()).expect("no limit")
    }

    /// The same within a budget: thousands of stones have hundreds of thousands of moves, and each
    /// leaves a board of its own.
    ///
    /// # Errors
    /// [`Stopped`] if that takes more time or memory than there is.
    pub fn options_within(&self, player: Player, budget: &Budget) -> Result<Vec<Cells>, Stopped> {
        if let Some((takes, stones)) = self.stones().and_then(|stones| Some((stones.moves().ok()?, stones))) {
            let board = size_of_val(self.position.signs.as_slice()) as u64;
            budget.need(board.saturating_mul(takes.len() as u64))?;
            let left = takes.iter().map(|take| {
                budget.check()?;
                Ok(self.with_stones(&stones.board().without(take)))
            });
            return left.collect();
        }
        // A board of stones may be larger than the engine's words, and in one piece.
        let is_small = self.position.ground.cells() <= MOST_CELLS;
        if !is_small || !self.with_engine(|engine| engine.is_exact()) {
            let found = self.options_by_interpreter(player, budget)?;
            return Ok(found.into_iter().map(|signs| self.with_signs(signs)).collect());
        }
        let found = self.with_engine(|engine| engine.options(&self.position, player));
        Ok(found.into_iter().map(|position| Cells { position, ..self.clone() }).collect())
    }

    /// Whether a move of this player leads to that position.
    ///
    /// # Errors
    /// [`Stopped`] if its options take more time or memory than there is.
    pub fn reaches(&self, after: &Cells, player: Player, budget: &Budget) -> Result<bool, Stopped> {
        if !self.same_game(after) {
            return Ok(false);
        }
        Ok(self.options_within(player, budget)?.iter().any(|option| option.position == after.position))
    }

    /// The cells in which another position of the same ground differs, by number.
    #[must_use]
    pub fn changed(&self, after: &Cells) -> Vec<usize> {
        let (before, after) = (&self.position.signs, &after.position.signs);
        (0..before.len().min(after.len())).filter(|&cell| before[cell] != after[cell]).collect()
    }

    /// The number of the first rule that leads a player to a position.
    pub(crate) fn rule_to(&self, after: &Cells, player: Player) -> Option<usize> {
        let definition = self.game.definition();
        let rules = definition.groups.iter().flat_map(|group| group.rules.iter().map(move |rule| (group, rule)));
        let leads = |(group, rule): (&Group, &Rule)| {
            let group = Group { rules: vec![rule.clone()], ..group.clone() };
            let alone = Definition { groups: vec![group], ..definition.clone() };
            let found = interpreter::options(&alone, self.game.arguments(), &self.position, player);
            found.iter().any(|signs| self.same_signs(signs, &after.position.signs))
        };
        rules.enumerate().find(|(_, rule)| leads(*rule)).map(|(number, _)| number)
    }

    /// Signs that mean the same to the rules: one may be written for another that is dead.
    fn same_signs(&self, a: &[char], b: &[char]) -> bool {
        if self.position.ground.cells() > MOST_CELLS {
            return a == b;
        }
        self.with_engine(|engine| {
            let dead = engine.signs().1;
            let alive = |sign: &char| if dead.contains(sign) { NO_CELL } else { *sign };
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| alive(a) == alive(b))
        })
    }

    /// The nim value, if the game is impartial.
    ///
    /// # Errors
    /// [`Unfinished`] if the budget does not allow it.
    pub fn nimber(&self, budget: &Budget) -> Result<Nimber, Unfinished> {
        if let Some(stones) = self.stones() {
            return stones.value(budget).map_err(|reason| match reason {
                taking::Unsolved::Stopped(stopped) => Unfinished::Stopped(stopped),
                other => Unfinished::Undefined(other.text()),
            });
        }
        self.with_engine(|engine| engine.nimber(&self.position, budget))
    }

    /// The nim value once more, from the options that the interpreter finds.
    pub(crate) fn nimber_by_interpreter(&self, budget: &Budget) -> Result<Nimber, Unfinished> {
        let mut values = Vec::new();
        for signs in self.options_by_interpreter(Player::Left, budget)? {
            values.push(self.with_signs(signs).nimber(budget)?);
        }
        Ok(mex(values))
    }

    /// The options that the naive interpreter finds.
    pub(crate) fn options_by_interpreter(
        &self,
        player: Player,
        budget: &Budget,
    ) -> Result<BTreeSet<Vec<char>>, Stopped> {
        interpreter::options_within(self.game.definition(), self.game.arguments(), &self.position, player, budget)
    }

    fn with_engine<T>(&self, ask: impl FnOnce(&mut Engine) -> T) -> T {
        debug_assert!(self.position.ground.cells() <= MOST_CELLS);
        // What an engine remembers is whole after each question, whoever panicked in one.
        let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        ask(engine.get_or_insert_with(|| self.game.engine(&self.position.ground)))
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
        self.position.hash(state);
    }
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.label, self.position)
    }
}
