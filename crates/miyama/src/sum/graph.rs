//! The positions that play from a sum can reach, as keys that do not depend on
//! the order of parts: what searches of whole sums walk through.

use super::options::some_options;
use super::solve::NoSolution;
use super::stones;
use super::{Cells, Compound, Part, Position, Worth};
use crate::hashed;
use crate::out_of_reach::OutOfReach;
use crate::play::Player;
use crate::value;
use miyama_budget::Budget;
use num_bigint::BigUint;
use std::collections::HashMap;

/// A position of a search: for each part the index of its game and its heaps,
/// or the words of its board, sorted. Parts that no move can change are left
/// out.
pub(super) type Key = Vec<(usize, Vec<u64>)>;

/// A heap with more options than this is nothing to search.
const MOST_OPTIONS: usize = 1 << 18;

/// About the bytes that a key takes, with the allocations of its parts.
pub(super) fn bytes(key: &Key) -> u64 {
    64 + key.iter().map(|(_, heaps)| 64 + 8 * heaps.len() as u64).sum::<u64>()
}

/// About the bytes that a table of keys takes beside them until so many more have come.
pub(super) fn table_bytes<V>(known: &HashMap<Key, V>, more: usize) -> u64 {
    hashed::bytes_of_more(known.len(), more, known.capacity(), size_of::<(Key, V)>())
}

/// A position on the path of a search, with its options.
pub(super) struct Open {
    pub(super) key: Key,
    pub(super) options: Vec<Key>,
    /// The first option that is not yet known.
    pub(super) next: usize,
}

impl Open {
    /// About the bytes that the options take: as many as the position each.
    pub(super) fn bytes(&self) -> u64 {
        bytes(&self.key) * self.options.len() as u64
    }
}

/// The games of a sum.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    games: Vec<Part>,
}

impl Graph {
    /// The positions that play from this one can reach.
    pub(super) fn new(sum: &Position) -> Graph {
        let mut graph = Graph { games: Vec::new() };
        for part in &sum.parts {
            graph.index(part);
        }
        graph
    }

    /// The index of the game of a part, a new one if it is met for the first time. Of boards of one
    /// game the largest stands for all: the moves on a smaller one are among those known of it.
    fn index(&mut self, part: &Part) -> usize {
        // A compound of which a game is gone does not stand for those that have it, so that the order counts.
        let Some(index) = self.games.iter().position(|game| game.same_game(part)) else {
            self.games.push(part.clone());
            return self.games.len() - 1;
        };
        if let (Part::Cells(known), Part::Cells(cells)) = (&self.games[index], part)
            && known.longest() < cells.longest()
        {
            self.games[index] = part.clone();
        }
        index
    }

    /// The key of a position. A game that is met for the first time gets an index.
    pub(super) fn key(&mut self, sum: &Position, budget: &Budget) -> Result<Key, NoSolution> {
        sum.not_alone()?;
        let mut key = Vec::new();
        for part in &sum.parts {
            let index = self.index(part);
            key.extend(pieces(part, budget)?.into_iter().map(|piece| (index, piece)));
        }
        key.sort();
        Ok(key)
    }

    /// What the moves of a piece of the game with this index leave, where both players have
    /// the same.
    pub(super) fn left_of(
        &self,
        game: usize,
        piece: &[u64],
        budget: &Budget,
    ) -> Result<Vec<Vec<Vec<u64>>>, NoSolution> {
        left_of(&self.games[game], piece, Player::Left, budget)
    }

    /// A piece of the game with this index, as a part of a sum.
    pub(super) fn part(&self, game: usize, piece: &[u64], budget: &Budget) -> Option<Part> {
        Some(match &self.games[game] {
            Part::Heap { game, .. } => {
                Part::Heap { game: game.clone(), heaps: piece.iter().map(|heap| BigUint::from(*heap)).collect() }
            }
            Part::Cells(cells) if cells.stones().is_some() => Part::Cells(stones::of_piece(cells, piece)),
            Part::Cells(cells) => Part::Cells(cells.with_signs(letters(piece))),
            Part::Worth(_) => Part::Worth(Worth::read(&letters(piece).into_iter().collect::<String>(), budget).ok()?),
            Part::Compound(compound) => Part::Compound(compound.with_words(piece)),
        })
    }

    /// About how many machine words it takes to look at a key: a board has to be
    /// laid out again for each look at its moves.
    pub(super) fn cost(&self, key: &Key) -> usize {
        const BOARD: usize = 64;
        let of_piece = |(game, piece): &(usize, Vec<u64>)| match self.games[*game] {
            Part::Heap { .. } => 1 + piece.len(),
            Part::Cells(_) | Part::Worth(_) | Part::Compound(_) => BOARD + piece.len(),
        };
        1 + key.iter().map(of_piece).sum::<usize>()
    }

    /// A position with the options of a player, each once, for a search that holds
    /// so many bytes already.
    pub(super) fn open(&self, key: Key, player: Player, held: u64, budget: &Budget) -> Result<Open, NoSolution> {
        let mut options = Vec::new();
        let each = bytes(&key);
        budget.check()?;
        for (at, (index, piece)) in key.iter().enumerate() {
            // Of equal parts one is enough.
            if at > 0 && key[at - 1] == key[at] {
                continue;
            }
            for left in left_of(&self.games[*index], piece, player, budget)? {
                let mut next = key.clone();
                next.remove(at);
                next.extend(left.into_iter().map(|piece| (*index, piece)));
                next.sort();
                options.push(next);
                if options.len().is_multiple_of(256) {
                    budget.check()?;
                    budget.need(held + each * options.len() as u64)?;
                }
            }
        }
        options.sort();
        options.dedup();
        Ok(Open { key, options, next: 0 })
    }
}

/// The pieces of a part that can still be moved.
fn pieces(part: &Part, budget: &Budget) -> Result<Vec<Vec<u64>>, NoSolution> {
    match part {
        Part::Heap { heaps, .. } => {
            let heaps: Option<Vec<u64>> = heaps.iter().map(|heap| u64::try_from(heap).ok()).collect();
            let heaps = heaps.ok_or_else(|| NoSolution::too_large(part))?;
            Ok(if can_move(part, &heaps, budget)? { vec![heaps] } else { vec![] })
        }
        Part::Cells(cells) => match cells.stones() {
            Some(position) => stones::pieces(&position).map_err(|reason| NoSolution::board(cells, reason)),
            None => Ok(movable_cells(cells)),
        },
        Part::Worth(worth) => Ok(movable_worth(worth)),
        Part::Compound(compound) => Ok(vec![compound.words().ok_or_else(|| NoSolution::too_large(part))?]),
    }
}

/// The signs of cells, if a player can move there.
fn movable_cells(cells: &Cells) -> Vec<Vec<u64>> {
    let movable = Player::BOTH.iter().any(|player| !cells.options(*player).is_empty());
    if movable { vec![cells.position().signs.iter().map(|sign| u64::from(*sign)).collect()] } else { vec![] }
}

/// The letters of a value that is not zero.
fn movable_worth(worth: &Worth) -> Vec<Vec<u64>> {
    if worth.nimber() == Some(0) { vec![] } else { vec![worth.text().chars().map(u64::from).collect()] }
}

/// The characters that a key is made of.
fn letters(piece: &[u64]) -> Vec<char> {
    piece.iter().filter_map(|letter| char::from_u32(u32::try_from(*letter).ok()?)).collect()
}

fn can_move(game: &Part, heaps: &[u64], budget: &Budget) -> Result<bool, NoSolution> {
    let Part::Heap { game: heap_game, .. } = game else { return Ok(false) };
    let mut found = false;
    let visited = heap_game.ruleset.for_each_option(heaps, budget, &mut |_| {
        found = true;
        false
    });
    match visited {
        Ok(()) => Ok(found),
        Err(OutOfReach::TooLarge) => Err(NoSolution::numbers(game)),
        Err(OutOfReach::Stopped(stopped)) => Err(stopped.into()),
    }
}

/// What the moves of a piece of a game leave, in pieces that can still be moved.
fn left_of(game: &Part, piece: &[u64], player: Player, budget: &Budget) -> Result<Vec<Vec<Vec<u64>>>, NoSolution> {
    match game {
        Part::Heap { game: heap_game, .. } => {
            let too_large = || NoSolution::too_large(game);
            let (mut moves, complete) = some_options(heap_game.rules_of(player), piece, MOST_OPTIONS, budget)?
                .ok_or_else(|| NoSolution::numbers(game))?;
            if !complete {
                return Err(too_large());
            }
            for option in &mut moves {
                let mut movable = Vec::with_capacity(option.len());
                for heaps in option.drain(..) {
                    if can_move(game, &heaps, budget)? {
                        movable.push(heaps);
                    }
                }
                *option = movable;
            }
            Ok(moves)
        }
        Part::Cells(cells) => {
            if let Some(position) = cells.stones() {
                return stones::options(&position, piece).map_err(|reason| NoSolution::board(cells, reason));
            }
            let options = cells.with_signs(letters(piece)).options(player);
            Ok(options.iter().map(movable_cells).collect())
        }
        Part::Worth(_) => {
            let text: String = letters(piece).into_iter().collect();
            let worth = Worth::read(&text, budget).map_err(|mistake| match mistake.stopped() {
                Some(stopped) => NoSolution::Stopped(stopped),
                None => NoSolution::too_large(game),
            })?;
            let options = worth.options(player, budget).map_err(|reason| match reason {
                value::Unfinished::Stopped(stopped) => NoSolution::Stopped(stopped),
                _ => NoSolution::too_large(game),
            })?;
            Ok(options.iter().map(movable_worth).collect())
        }
        Part::Compound(compound) => {
            let options = compound.with_words(piece).options(player, budget)?;
            let words = |option: &Compound| option.words().ok_or_else(|| NoSolution::too_large(game));
            options.iter().map(|option| Ok(vec![words(option)?])).collect()
        }
    }
}
