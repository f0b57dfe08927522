//! All positions that a board has when some of its cells are missing: how many of them
//! each player wins, and which values there are.

use super::engine::Engine;
use super::game::Game;
use super::interpreter;
use super::position::CellPosition;
use super::syntax::NO_CELL;
use crate::difference::Difference;
use crate::nimber::mex;
use crate::play::{Convention, Outcome, Player};
use crate::value::{Arena, GameId, Unfinished};
use miyama_budget::{Budget, Stopped};
use std::collections::HashMap;

/// The positions on the subsets of a board, counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SubsetCensus {
    /// How many cells may be missing.
    pub cells: usize,
    /// How many positions are N, P, L and R.
    pub outcomes: [u64; 4],
    /// The values of normal play and how often each occurs, the most frequent first; those
    /// that are too long to be written are not named.
    pub values: Vec<(Option<String>, u64)>,
}

impl SubsetCensus {
    /// How many positions there are.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.outcomes.iter().sum()
    }
}

/// Why there is no census.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum NoCensus {
    /// The board has so many cells that nobody counts its subsets.
    Cells(usize),
    /// A value that could not be found.
    Value(Unfinished),
    /// What was found is not what the definition says: a defect.
    Wrong(Box<Difference>),
}

impl From<Unfinished> for NoCensus {
    fn from(reason: Unfinished) -> NoCensus {
        NoCensus::Value(reason)
    }
}

impl From<Stopped> for NoCensus {
    fn from(stopped: Stopped) -> NoCensus {
        NoCensus::Value(Unfinished::Stopped(stopped))
    }
}

/// Boards with more cells have too many subsets.
const MOST: usize = 32;

/// One of so many positions is compared with what the interpreter says, and all of the first.
const COMPARED: u64 = 251;

/// Counts the positions on all subsets of the cells of a position.
///
/// ```
/// use miyama::budget::Budget;
/// use miyama::pattern::{Game, builtin, subset_census};
/// use miyama::play::Convention;
/// let found = builtin::find("domineering").next().unwrap();
/// let game = Game::new(found.definition.clone(), &[]).unwrap();
/// let board = game.read("2x2").unwrap();
/// let census = subset_census(&game, &board, Convention::Normal, &Budget::unlimited()).unwrap();
/// assert_eq!(census.outcomes, [5, 7, 2, 2]);
/// ```
///
/// # Errors
/// [`NoCensus`] says why there is none.
pub fn subset_census(
    game: &Game,
    board: &CellPosition,
    convention: Convention,
    budget: &Budget,
) -> Result<SubsetCensus, NoCensus> {
    let cells: Vec<usize> = (0..board.signs.len()).filter(|cell| board.signs[*cell] != NO_CELL).collect();
    if cells.len() > MOST {
        return Err(NoCensus::Cells(cells.len()));
    }
    let mut counter = Counter {
        game,
        engine: game.engine(&board.ground),
        arena: Arena::new(budget),
        won: [HashMap::new(), HashMap::new()],
        budget,
    };
    let count = 1u64 << cells.len();
    let mut census = SubsetCensus { cells: cells.len(), ..SubsetCensus::default() };
    let mut values: HashMap<GameId, u64> = HashMap::new();
    let mut position = board.clone();
    for subset in 0..count {
        if subset % 1024 == 0 {
            budget.check()?;
            budget.report(subset, Some(count));
        }
        for (i, cell) in cells.iter().enumerate() {
            position.signs[*cell] = if subset >> i & 1 == 1 { board.signs[*cell] } else { NO_CELL };
        }
        let compare = subset < COMPARED || subset % COMPARED == 0;
        let outcome = match convention {
            Convention::Normal => {
                let value = counter.value(&position, compare)?;
                *values.entry(value).or_default() += 1;
                counter.arena.outcome(value)
            }
            Convention::Misere => counter.misere(&position)?,
        };
        census.outcomes[outcome as usize] += 1;
    }
    let mut values: Vec<(Option<String>, u64)> =
        values.into_iter().map(|(value, count)| (counter.arena.text(value).ok(), count)).collect();
    values.sort_by(|(a, many), (b, count)| count.cmp(many).then_with(|| (a.is_none(), a).cmp(&(b.is_none(), b))));
    census.values = values;
    Ok(census)
}

struct Counter<'a> {
    game: &'a Game,
    engine: Engine,
    arena: Arena,
    /// Whether the player to move wins under misère play.
    won: [HashMap<Vec<char>, bool>; 2],
    budget: &'a Budget,
}

impl Counter<'_> {
    fn plain(&mut self, position: &CellPosition) -> Result<GameId, Unfinished> {
        if self.game.is_impartial() {
            let nimber = self.engine.nimber(position, self.budget)?;
            return Ok(self.arena.nimber(nimber.0));
        }
        self.engine.value(&mut self.arena, position)
    }

    /// The value of a position, perhaps compared with that of its options.
    fn value(&mut self, position: &CellPosition, compare: bool) -> Result<GameId, NoCensus> {
        let value = self.plain(position)?;
        if !compare {
            return Ok(value);
        }
        let mut options = [vec![], vec![]];
        for player in Player::BOTH {
            let after = interpreter::options(self.game.definition(), self.game.arguments(), position, player);
            for signs in after {
                options[player as usize].push(self.plain(&CellPosition { ground: position.ground.clone(), signs })?);
            }
        }
        let expected = if self.game.is_impartial() {
            let nimber = |value: &GameId| self.arena.as_nimber(*value).map(crate::nimber::Nimber);
            let least = mex(options[0].iter().filter_map(nimber));
            self.arena.nimber(least.0)
        } else {
            self.arena.game(&options[0], &options[1])?
        };
        if value == expected {
            return Ok(value);
        }
        let [found, expected] = [value, expected].map(|value| self.arena.text(value).unwrap_or_default());
        let definition = self.game.definition().to_string();
        Err(NoCensus::Wrong(Box::new(Difference { definition, position: position.to_string(), found, expected })))
    }

    fn misere(&mut self, position: &CellPosition) -> Result<Outcome, NoCensus> {
        let [left, right] = Player::BOTH.map(|first| self.wins_first(position, first));
        Ok(match (left?, right?) {
            (true, true) => Outcome::N,
            (false, false) => Outcome::P,
            (true, false) => Outcome::L,
            (false, true) => Outcome::R,
        })
    }

    /// Whether a player who moves first wins if the last move loses. Play on a board of at
    /// most [`MOST`] cells is short enough to be followed by calls.
    fn wins_first(&mut self, position: &CellPosition, player: Player) -> Result<bool, NoCensus> {
        if let Some(won) = self.won[player as usize].get(&position.signs) {
            return Ok(*won);
        }
        self.budget.check()?;
        let options = self.engine.options(position, player);
        let mut won = options.is_empty();
        for option in &options {
            won = won || !self.wins_first(option, player.opponent())?;
        }
        let known = &mut self.won[player as usize];
        known.insert(position.signs.clone(), won);
        let each = (position.signs.len() * size_of::<char>() + 64) as u64;
        self.budget.need(each * 2 * known.len() as u64)?;
        Ok(won)
    }
}
