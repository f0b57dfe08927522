//! Values of heaps and boards on which the players have different moves, with what was found out.

use super::compound::{Compound, Followed};
use super::integers::Integers;
use super::options::distinct_options;
use super::solve::NoSolution;
use super::valued::Tables;
use crate::game::HeapGame;
use crate::pattern::{CellPosition, Ending, Engine, Game, Ground};
use crate::play::Player;
use crate::value::{Arena, Dyadic, GameId, Unfinished};
use miyama_budget::Budget;
use std::collections::HashMap;
use std::sync::Arc;

/// What is known of some games, all of it in one arena.
#[derive(Default)]
pub(super) struct HeapValues {
    heaps: Vec<Known>,
    /// Boards of one game on one ground share what is known of their parts: the options of a position have
    /// most of theirs in common.
    boards: Vec<KnownBoard>,
    /// The same for what operators make of games.
    compounds: Vec<(Compound, Followed<GameId>)>,
    /// Nim values of impartial heaps.
    pub(super) tables: Tables,
}

struct KnownBoard {
    game: Arc<Game>,
    ground: Arc<Ground>,
    engine: Engine,
    /// Does play end on this ground, wherever it begins?
    ends: bool,
}

struct Known {
    game: HeapGame,
    /// All values of the first box that was asked for, if they are integers.
    integers: Option<Integers>,
    forms: HashMap<Vec<u64>, GameId>,
}

impl HeapValues {
    /// Makes the table of the box below these heaps, where all values are integers; the
    /// place of the game.
    pub(super) fn prepare(&mut self, game: &HeapGame, heaps: &[u64], budget: &Budget) -> Result<usize, NoSolution> {
        if !game.ruleset.is_won_as_usual() {
            return Err(NoSolution::Alone { part: game.label.clone() });
        }
        if let Some(at) = self.heaps.iter().position(|known| known.game == *game) {
            return Ok(at);
        }
        let integers = Integers::new(game, heaps, budget)?;
        self.heaps.push(Known { game: game.clone(), integers, forms: HashMap::new() });
        Ok(self.heaps.len() - 1)
    }

    /// The value of heaps.
    pub(super) fn value(
        &mut self,
        arena: &mut Arena,
        game: &HeapGame,
        heaps: &[u64],
        budget: &Budget,
    ) -> Result<Result<GameId, Unfinished>, NoSolution> {
        let at = self.prepare(game, heaps, budget)?;
        let known = &mut self.heaps[at];
        if let Some(integer) = known.integers.as_ref().and_then(|integers| integers.at(heaps)) {
            return Ok(Ok(arena.number(&Dyadic::from(i64::from(integer)))));
        }
        by_canonical_forms(arena, game, heaps, &mut known.forms, budget)
    }

    /// What is known of the positions that a compound leads to.
    pub(super) fn compound(&mut self, compound: &Compound) -> &mut Followed<GameId> {
        let at = self.compounds.iter().position(|(root, _)| root.covers(compound)).unwrap_or_else(|| {
            self.compounds.push((compound.clone(), Followed::new(compound)));
            self.compounds.len() - 1
        });
        &mut self.compounds[at].1
    }

    /// The value of a board.
    pub(super) fn board(
        &mut self,
        arena: &mut Arena,
        game: &Arc<Game>,
        position: &CellPosition,
    ) -> Result<GameId, Unfinished> {
        let same = |known: &KnownBoard| Arc::ptr_eq(&known.game, game) && *known.ground == *position.ground;
        let known = self.boards.iter().position(same);
        if !known.is_some_and(|at| self.boards[at].ends) {
            let ending = game.ending_from(position, &arena.budget().clone())?;
            if let Some(says) = ending.refusal() {
                return Err(Unfinished::Undefined(says));
            }
            if known.is_none() {
                let (ground, engine) = (position.ground.clone(), game.engine(&position.ground));
                let ends = matches!(ending, Ending::Falls(_));
                self.boards.push(KnownBoard { game: game.clone(), ground, engine, ends });
            }
        }
        let at = known.unwrap_or(self.boards.len() - 1);
        self.boards[at].engine.value(arena, position)
    }
}

/// The value of heaps from canonical forms: of all positions that play reaches and that are
/// not known, each once.
pub(super) fn by_canonical_forms(
    arena: &mut Arena,
    game: &HeapGame,
    start: &[u64],
    known: &mut HashMap<Vec<u64>, GameId>,
    budget: &Budget,
) -> Result<Result<GameId, Unfinished>, NoSolution> {
    if let Some(value) = known.get(start) {
        return Ok(Ok(*value));
    }
    let mut path = vec![start.to_vec()];
    while let Some(position) = path.last() {
        budget.check()?;
        let mut options = [vec![], vec![]];
        let mut unknown: Vec<Vec<u64>> = Vec::new();
        for player in Player::BOTH {
            let rules = game.rules_of(player);
            let found = distinct_options(rules, position, &|_| true, budget)?;
            let Some(found) = found else { return Ok(Err(Unfinished::TooLarge)) };
            for option in found {
                unknown.extend(option.iter().filter(|piece| !known.contains_key(*piece)).cloned());
                options[player as usize].push(option);
            }
        }
        if !unknown.is_empty() {
            path.extend(unknown);
            continue;
        }
        let position = position.clone();
        let mut values = [vec![], vec![]];
        for player in Player::BOTH {
            for option in &options[player as usize] {
                let mut sum = arena.zero();
                for piece in option {
                    sum = match arena.add(sum, known[piece]) {
                        Ok(sum) => sum,
                        Err(reason) => return Ok(Err(reason)),
                    };
                }
                values[player as usize].push(sum);
            }
        }
        match arena.game(&values[0], &values[1]) {
            Ok(value) => known.insert(position, value),
            Err(reason) => return Ok(Err(reason)),
        };
        path.pop();
        while path.last().is_some_and(|position| known.contains_key(position)) {
            path.pop();
        }
        budget.need((known.len() + path.len()) as u64 * 128)?;
    }
    Ok(Ok(known[start]))
}
