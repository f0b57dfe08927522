//! What is known of a piece without a search: its value if it is small, and between which numbers
//! it lies.
//!
//! Let G′ be G without Right's moves: only Left moves in it, and its value is the largest number of
//! moves that Left can make in a row. Then G ≤ G′: in G′ − G, Right, who begins, can only move in −G, where
//! Left's moves in G are Right's; Left answers with the same move in G′, which leaves the same kind of
//! position, and so Left never runs out of answers. Likewise G is at least the negative of the number of
//! moves that Right can make in a row.

use super::{Search, Sum};
use crate::pattern::{Definition, Engine, Game, Ground, Position};
use crate::play::Player;

use crate::value::{Arena, Dyadic, GameId, Unfinished};
use std::collections::HashMap;
use std::sync::Arc;

/// Pieces of so many cells have their value computed: for boards with one sign, and with more.
const SMALL: [u32; 2] = [16, 12];

/// Moves in a row are counted where they fall into parts of so many cells.
const SMALL_ROW: u32 = 14;

/// A board of the sum, with what was found out about its pieces.
pub(super) struct Board {
    game: Arc<Game>,
    start: Position,
    pub(super) engine: Engine,
    /// The rules of Left alone, and of Right alone.
    alone: [Option<Engine>; 2],
    facts: HashMap<Box<[u64]>, Facts>,
    small: u32,
}

/// What is known of a piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts {
    /// Its value, if it is small.
    pub(super) value: Option<GameId>,
    /// How many moves each player can make in a row, where that was counted.
    row: [Option<i64>; 2],
    /// At how many places each player could begin a move.
    places: [u32; 2],
}

/// Between which numbers a sum lies, as far as is known.
pub(super) struct Bounds {
    low: Option<Dyadic>,
    high: Option<Dyadic>,
}

impl Board {
    /// The board of a position; `knows` if its small pieces have values, those of so many cells
    /// or the usual ones.
    pub(super) fn new(game: &Arc<Game>, position: &Position, knows: bool, small: Option<u32>) -> Board {
        let engine = game.engine(&position.ground);
        let alone = Player::BOTH.map(|player| {
            let definition = game.definition();
            let mut groups = definition.groups.clone();
            groups.retain(|group| group.who.is_none_or(|who| who == player));
            groups.iter_mut().for_each(|group| group.who = Some(player));
            let rules = Definition { groups, ..definition.clone() };
            // The signs are those of the whole game or fewer, so that they are not too many.
            Game::new(rules, game.arguments()).ok().map(|game| game.engine(&position.ground))
        });
        let usual = SMALL[usize::from(engine.signs().0.len() > 1)];
        let small = if knows { small.unwrap_or(usual) } else { 0 };
        Board { game: game.clone(), start: position.clone(), engine, alone, facts: HashMap::new(), small }
    }

    pub(super) fn is_of(&self, game: &Arc<Game>, ground: &Ground) -> bool {
        (Arc::ptr_eq(&self.game, game) || self.game == *game) && *self.start.ground == *ground
    }

    pub(super) fn bytes(&self) -> u64 {
        self.facts.capacity() as u64 * (size_of::<(Box<[u64]>, Facts)>() as u64 + 40)
    }

    pub(super) fn facts(&mut self, arena: &mut Arena, cells: &[u64]) -> Result<Facts, Unfinished> {
        if let Some(known) = self.facts.get(cells) {
            return Ok(*known);
        }
        let facts = if self.engine.size_of(cells) <= self.small {
            let value = Some(self.engine.value_of(arena, cells)?);
            Facts { value, row: [None; 2], places: [0; 2] }
        } else {
            let position = self.engine.position_of(cells, &self.start);
            let mut row = [None; 2];
            for player in Player::BOTH {
                row[player as usize] = match &mut self.alone[player as usize] {
                    Some(engine) => moves_in_a_row(engine, arena, &position)?,
                    None => None,
                };
            }
            let places = Player::BOTH.map(|player| self.engine.mobility(cells, player));
            Facts { value: None, row, places }
        };
        self.facts.insert(cells.into(), facts);
        Ok(facts)
    }
}

/// How many moves the one player who has any can make in a row, if that is quickly counted.
fn moves_in_a_row(engine: &mut Engine, arena: &mut Arena, position: &Position) -> Result<Option<i64>, Unfinished> {
    let pieces = engine.pieces(position);
    if pieces.iter().any(|piece| engine.size_of(&piece.cells) > SMALL_ROW) {
        return Ok(None);
    }
    let mut moves = 0;
    for piece in pieces {
        let value = engine.value_of(arena, &piece.cells)?;
        let Some(number) = arena.as_number(value).and_then(Dyadic::to_i64) else { return Ok(None) };
        moves += number.abs();
    }
    Ok(Some(moves))
}

impl Search {
    /// Between which numbers a sum lies.
    pub(super) fn bounds(&self, sum: &Sum) -> Bounds {
        let mut bounds = Bounds { low: Some(Dyadic::ZERO), high: Some(Dyadic::ZERO) };
        for value in sum.values.iter().chain([&sum.plain]) {
            let [high, low] = Player::BOTH.map(|player| self.arena.stop(*value, player).number);
            bounds.low = bounds.low.map(|sum| &sum + &low);
            bounds.high = bounds.high.map(|sum| &sum + &high);
        }
        for (board, piece) in &sum.pieces {
            let row = self.boards[*board].facts.get(&piece.cells).map_or([None; 2], |facts| facts.row);
            let [left, right] = if piece.exchanged { [row[1], row[0]] } else { row };
            bounds.low = bounds.low.zip(right).map(|(sum, moves)| sum - Dyadic::from(moves));
            bounds.high = bounds.high.zip(left).map(|(sum, moves)| sum + Dyadic::from(moves));
        }
        bounds
    }

    /// What a sum seems to be worth to Left, the larger the better: only the order in which sums are
    /// looked at depends on it.
    pub(super) fn estimate(&mut self, sum: &Sum) -> i64 {
        let mut worth = 0.0;
        for value in sum.values.iter().chain([&sum.plain]) {
            worth += Player::BOTH.map(|player| self.arena.stop(*value, player).number.to_f64()).iter().sum::<f64>();
        }
        for (board, piece) in &sum.pieces {
            let Ok(facts) = self.facts(*board, piece) else { continue };
            let [left, right] = match facts.row {
                [Some(left), Some(right)] => [left, right],
                _ => facts.places.map(i64::from),
            };
            worth += (if piece.exchanged { right - left } else { left - right }) as f64;
        }
        (worth * 16.0) as i64
    }
}

impl Bounds {
    /// Whether Left, who moves, wins, if the bounds tell. `exactly` if the sum is itself between them, and
    /// not only up to infinitesimals.
    pub(super) fn sign(&self, exactly: bool) -> Option<bool> {
        let loses = |high: &Dyadic| high.sign() < 0 || exactly && high.is_zero();
        if self.high.as_ref().is_some_and(loses) {
            return Some(false);
        }
        self.low.as_ref().is_some_and(|low| low.sign() > 0).then_some(true)
    }
}
