//! What is known of a piece without a search: its value if it is small, and between which numbers
//! it lies.
//!
//! Let G′ be G without Right's moves: only Left moves in it, and its value is the largest number of
//! moves that Left can make in a row. Then G ≤ G′: in G′ − G, Right, who begins, can only move in −G, where
//! Left's moves in G are Right's; Left answers with the same move in G′, which leaves the same kind of
//! position, and so Left never runs out of answers. Likewise G is at least the negative of the number of
//! moves that Right can make in a row.
//!
//! Where a player's moves do not leave the columns or rows of a board, it is also bounded by the sum of
//! its strips ([`Strips`]). A piece in which every move is answered by its image is worth 0.

use super::key::of_text;
use super::{MOST_ADDED, Search, SearchedSum};
use crate::pattern::{CellPosition, Definition, Engine, Game, Ground, Strips};
use crate::play::Player;

use crate::value::{Arena, Dyadic, GameId, Unfinished};
use std::collections::HashMap;
use std::sync::Arc;

/// Pieces of so many cells have their value computed: for boards with one sign, with more, and where moves
/// have two steps, so that there are very many.
const SMALL: [u32; 3] = [16, 10, 8];

/// So many pieces are cut into strips to see who wins.
const MOST_CUT: usize = 2;

/// Moves in a row are counted where they fall into parts of so many cells.
const SMALL_ROW: u32 = 14;

/// A board of the sum, with what was found out about its pieces.
pub(super) struct SearchedBoard {
    game: Arc<Game>,
    start: CellPosition,
    pub(super) engine: Engine,
    /// The rules of Left alone, and of Right alone.
    alone: [Option<Engine>; 2],
    facts: HashMap<Box<[u64]>, Facts>,
    small: u32,
    /// The strips that each player's moves do not leave.
    strips: [Option<Strips>; 2],
    /// Stands for the rules and the ground in keys.
    pub(super) mark: u128,
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
    /// The strips of which the piece is at most the sum, and at least, where they were added up.
    strips: [Option<GameId>; 2],
    /// The mean of these sums: what the piece seems to be worth.
    mean: Option<f64>,
}

impl SearchedBoard {
    /// The board of a position; `knows` if its small pieces have values, those of so many cells
    /// or the usual ones.
    pub(super) fn new(game: &Arc<Game>, position: &CellPosition, knows: bool, small: Option<u32>) -> SearchedBoard {
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
        let usual = SMALL[if engine.goes_on() { 2 } else { usize::from(engine.signs().0.len() > 1) }];
        let small = if knows { small.unwrap_or(usual) } else { 0 };
        let strips = Player::BOTH.map(|player| engine.strips_of(player));
        let rules = (game.definition().to_string(), game.arguments(), &position.ground);
        let mark = of_text(&format!("{rules:?}"));
        let (game, start) = (game.clone(), position.clone());
        SearchedBoard { game, start, engine, alone, facts: HashMap::new(), small, strips, mark }
    }

    pub(super) fn is_of(&self, game: &Arc<Game>, ground: &Ground) -> bool {
        (Arc::ptr_eq(&self.game, game) || self.game == *game) && *self.start.ground == *ground
    }

    pub(super) fn bytes(&self) -> u64 {
        self.facts.capacity() as u64 * (size_of::<(Box<[u64]>, Facts)>() as u64 + 40)
    }

    /// Forgets what was found out, to make room.
    pub(super) fn forget(&mut self) {
        self.facts = HashMap::new();
    }

    pub(super) fn facts(&mut self, arena: &mut Arena, cells: &[u64]) -> Result<Facts, Unfinished> {
        if let Some(known) = self.facts.get(cells) {
            return Ok(*known);
        }
        let unknown = Facts { value: None, row: [None; 2], places: [0; 2], strips: [None; 2], mean: None };
        let facts = if self.engine.size_of(cells) <= self.small {
            Facts { value: Some(self.engine.value_of(arena, cells)?), ..unknown }
        } else if self.engine.mirror_of(cells).is_some() {
            Facts { value: Some(arena.zero()), ..unknown }
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
            let (mut strips, mut means) = ([None; 2], [None; 2]);
            for player in Player::BOTH {
                if let Some((sum, mean)) = self.in_strips(arena, cells, player)? {
                    (strips[player as usize], means[player as usize]) = (sum, Some(mean));
                }
            }
            let mean = means[0].zip(means[1]).map(|(high, low): (f64, f64)| f64::midpoint(high, low));
            Facts { row, places, strips, mean, ..unknown }
        };
        self.facts.insert(cells.into(), facts);
        Ok(facts)
    }
}

impl SearchedBoard {
    /// The sum of strips that the moves of a player do not leave, where it has few hot terms, and its
    /// mean: of two ways to cut, the one that is worse for that player.
    fn in_strips(
        &mut self,
        arena: &mut Arena,
        cells: &[u64],
        player: Player,
    ) -> Result<Option<(Option<GameId>, f64)>, Unfinished> {
        let Some(strips) = self.strips[player as usize] else { return Ok(None) };
        let mut best: Option<(Option<GameId>, f64)> = None;
        for from_last in [false, true] {
            let Some(pieces) = self.engine.strips(cells, strips, self.small, from_last) else { return Ok(None) };
            let (mut sum, mut hot, mut mean) = (arena.zero(), 0, 0.0);
            for piece in pieces {
                if self.engine.size_of(&piece.cells) > self.small {
                    return Ok(None);
                }
                let value = self.engine.value_of(arena, &piece.cells)?;
                let value = if piece.exchanged { arena.negative(value)? } else { value };
                mean += arena.mean(value)?.to_f64();
                hot += usize::from(arena.as_plain(value).is_none());
                if hot <= MOST_ADDED {
                    sum = arena.add(sum, value)?;
                }
            }
            let sum = (hot <= MOST_ADDED).then_some(sum);
            let is_worse = |than: f64| if player == Player::Left { mean < than } else { mean > than };
            if best.is_none_or(|(_, than)| is_worse(than)) {
                best = Some((sum, mean));
            }
        }
        Ok(best)
    }
}

/// How many moves the one player who has any can make in a row, if that is quickly counted.
fn moves_in_a_row(engine: &mut Engine, arena: &mut Arena, position: &CellPosition) -> Result<Option<i64>, Unfinished> {
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
    /// Whether Left, who moves, wins, as far as values and bounds tell.
    ///
    /// The sum is T + P with the total T of its values and pieces −r ≤ P ≤ l. If T ≤ −l, it is ≤ 0, and
    /// Left loses; if not T ≤ r, Left wins T − r, and all the more the sum. Where T is not added up,
    /// its stops are at most the totals of the stops of its values.
    pub(super) fn sign(&mut self, sum: &SearchedSum) -> Result<Option<bool>, Unfinished> {
        let [left, right] = self.rows(sum)?;
        if sum.values.len() > MOST_ADDED {
            let stops = Player::BOTH.map(|player| self.stops(sum, player));
            let loses = left.is_some_and(|moves| (&stops[0] + &Dyadic::from(moves)).sign() < 0);
            let wins = right.is_some_and(|moves| (&stops[1] - &Dyadic::from(moves)).sign() > 0);
            return Ok(if loses { Some(false) } else { wins.then_some(true) });
        }
        if left.is_none() && right.is_none() {
            return Ok(None);
        }
        let mut total = sum.plain;
        for value in &sum.values {
            total = self.arena.add(total, *value)?;
        }
        if let Some(left) = left {
            let least = self.arena.number(&Dyadic::from(-left));
            if self.arena.le(total, least)? {
                return Ok(Some(false));
            }
        }
        if let Some(right) = right {
            let most = self.arena.number(&Dyadic::from(right));
            if !self.arena.le(total, most)? {
                return Ok(Some(true));
            }
        }
        self.sign_by_strips(sum, total)
    }

    /// The same by the strips of the pieces: the sum is at most T + H and at least T + L with their totals.
    fn sign_by_strips(&mut self, sum: &SearchedSum, total: GameId) -> Result<Option<bool>, Unfinished> {
        if sum.pieces.is_empty() || sum.pieces.len() > MOST_CUT {
            return Ok(None);
        }
        let zero = self.arena.zero();
        for player in Player::BOTH {
            let mut bound = Some(total);
            for (board, piece) in &sum.pieces {
                let strips = self.facts(*board, piece)?.strips;
                let strips = match piece.exchanged {
                    false => strips[player as usize],
                    true => strips[player.opponent() as usize].map(|sum| self.arena.negative(sum)).transpose()?,
                };
                bound = match bound.zip(strips) {
                    Some((bound, strips)) => Some(self.arena.add(bound, strips)?),
                    None => None,
                };
            }
            let Some(bound) = bound else { continue };
            let is_at_most_zero = self.arena.le(bound, zero)?;
            match player {
                Player::Left if is_at_most_zero => return Ok(Some(false)),
                Player::Right if !is_at_most_zero => return Ok(Some(true)),
                _ => {}
            }
        }
        Ok(None)
    }

    /// How many moves each player can make in a row in the pieces of a sum, where that was counted.
    fn rows(&mut self, sum: &SearchedSum) -> Result<[Option<i64>; 2], Unfinished> {
        let mut rows = [Some(0), Some(0)];
        for (board, piece) in &sum.pieces {
            let row = self.facts(*board, piece)?.row;
            let own = if piece.exchanged { [row[1], row[0]] } else { row };
            rows = [0, 1].map(|player| rows[player].zip(own[player]).map(|(sum, moves): (i64, i64)| sum + moves));
        }
        Ok(rows)
    }

    /// The total of the stops of all values when this player begins.
    fn stops(&self, sum: &SearchedSum, player: Player) -> Dyadic {
        let all = sum.values.iter().chain([&sum.plain]);
        all.fold(Dyadic::ZERO, |total, value| &total + &self.arena.stop(*value, player).number)
    }

    /// Between which numbers a sum lies, up to infinitesimals, as far as is known.
    pub(crate) fn between(&mut self, sum: &SearchedSum) -> Result<[Option<Dyadic>; 2], Unfinished> {
        let [left, right] = self.rows(sum)?;
        let [high, low] = Player::BOTH.map(|player| self.stops(sum, player));
        Ok([right.map(|moves| &low - &Dyadic::from(moves)), left.map(|moves| &high + &Dyadic::from(moves))])
    }

    /// What a sum seems to be worth to Left, the larger the better: only the order in which sums are
    /// looked at depends on it.
    pub(crate) fn estimate(&mut self, sum: &SearchedSum) -> Result<i64, Unfinished> {
        let mut worth = 0.0;
        for value in sum.values.iter().chain([&sum.plain]) {
            worth += self.arena.mean(*value)?.to_f64();
        }
        for (board, piece) in &sum.pieces {
            let facts = self.facts(*board, piece)?;
            let places = facts.places.map(f64::from);
            let [left, right] = match facts.row {
                [Some(left), Some(right)] => [left as f64, right as f64],
                _ => places,
            };
            let more = (left - right) / 2.0;
            let own = facts.mean.map_or(more, |mean| mean + more / 16.0);
            worth += if piece.exchanged { -own } else { own };
            // Where Left has few answers, little has to be looked at.
            worth += places[usize::from(piece.exchanged)] / 16.0;
        }
        Ok((worth * 64.0) as i64)
    }
}
