//! What is known of a piece without a search: its value if it is small, and between which numbers
//! it lies.
//!
//! Let G′ be G without Right's moves: only Left moves in it, and its value is the largest number of
//! moves that Left can make in a row. Then G ≤ G′: in G′ − G, Right, who begins, can only move in −G, where
//! Left's moves in G are Right's; Left answers with the same move in G′, which leaves the same kind of
//! position, and so Left never runs out of answers. Likewise G is at least the negative of the number of
//! moves that Right can make in a row. To that the moves are added that Left can make there whatever Right does
//! ([`Engine::certain_moves`]).
//!
//! Where a player's moves do not leave the columns or rows of a board, it is also bounded by the sum of
//! its strips ([`Strips`]). A piece in which every move is answered by its image is worth 0.

use super::key::of_text;
use super::of_pieces::OfPieces;
use super::row::{Row, Rows};
use super::{MOST_ADDED, Search, SearchedSum};
use crate::pattern::{CellPosition, Engine, Game, Ground, Strips};
use crate::play::Player;
use crate::value::{Arena, Dyadic, GameId, Unfinished};
use miyama_budget::Budget;
use std::sync::Arc;

/// Pieces of so many cells have their value computed: for boards with one sign, with more, and where moves
/// have two steps, so that there are very many.
const SMALL: [u32; 3] = [16, 10, 6];

/// So many pieces are cut into strips to see who wins.
const MOST_CUT: usize = 2;

/// Moves in a row are tried out in pieces of so many cells; in others cells are counted.
const SMALL_ROW: u32 = 14;

/// So many positions are looked at to find the most moves in a row.
const ROW_STEPS: u32 = 2_000;

/// A board of the sum, with what was found out about its pieces.
pub(super) struct SearchedBoard {
    game: Arc<Game>,
    start: CellPosition,
    pub(super) engine: Engine,
    /// Moves in a row of Left alone, and of Right alone.
    alone: [Option<Rows>; 2],
    facts: OfPieces<Facts>,
    small: u32,
    /// The strips that each player's moves do not leave.
    strips: [Option<Strips>; 2],
    /// Stands for the rules and the ground in keys.
    pub(super) mark: u128,
}

/// What is known of a piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts {
    /// Its value, if it is small, or if one player alone moves in it.
    pub(super) value: Option<GameId>,
    /// Integers between which it lies, the smaller first.
    pub(super) between: [Option<i64>; 2],
    /// Such integers that were found by searches of the piece alone.
    pub(super) local: Option<[i64; 2]>,
    /// How many moves each player can make in a row, where that is known exactly.
    row: [Option<i64>; 2],
    /// At how many places each player could begin a move, where that tells in which order moves are looked at.
    places: Option<[u32; 2]>,
    /// The strips of which the piece is at most the sum, and at least, where they were added up.
    strips: [Option<GameId>; 2],
    /// The mean of these sums: what the piece seems to be worth.
    mean: Option<f64>,
}

impl SearchedBoard {
    /// The board of a position; `knows` if its small pieces have values, those of so many cells
    /// or the usual ones. What is found out of pieces takes so many bytes at most.
    pub(super) fn new(
        game: &Arc<Game>,
        position: &CellPosition,
        knows: bool,
        small: Option<u32>,
        most: u64,
    ) -> SearchedBoard {
        let engine = game.engine(&position.ground);
        // Half of it for moves in a row, of which each player has a part.
        let alone = Player::BOTH.map(|player| Rows::new(game, player, &position.ground, most / 4));
        let usual = SMALL[if engine.goes_on() { 2 } else { usize::from(engine.signs().0.len() > 1) }];
        let small = if knows { small.unwrap_or(usual) } else { 0 };
        let strips = Player::BOTH.map(|player| engine.strips_of(player));
        let rules = (game.definition().to_string(), game.arguments(), &position.ground);
        let mark = of_text(&format!("{rules:?}"));
        let (game, start) = (game.clone(), position.clone());
        SearchedBoard { game, start, engine, alone, facts: OfPieces::within(most / 2), small, strips, mark }
    }

    pub(super) fn is_of(&self, game: &Arc<Game>, ground: &Ground) -> bool {
        (Arc::ptr_eq(&self.game, game) || self.game == *game) && *self.start.ground == *ground
    }

    /// Whether it is a board of this game with the players exchanged.
    pub(super) fn is_of_negative(&self, game: &Game, ground: &Ground) -> bool {
        *self.start.ground == *ground && self.game.is_negative_of(game)
    }

    pub(super) fn bytes(&self) -> u64 {
        self.facts.bytes() + self.alone.iter().flatten().map(Rows::bytes).sum::<u64>()
    }

    /// Forgets what was found out, to make room.
    pub(super) fn forget(&mut self) {
        self.facts.forget();
        self.alone.iter_mut().flatten().for_each(Rows::forget);
    }

    /// Keeps what searches of a piece alone have found out.
    pub(super) fn keep_local(&mut self, cells: &[u64], local: [i64; 2]) {
        if let Some(facts) = self.facts.get_mut(cells) {
            facts.local = Some(local);
        }
    }

    pub(super) fn facts(&mut self, arena: &mut Arena, cells: &[u64]) -> Result<Facts, Unfinished> {
        if let Some(known) = self.facts.get(cells) {
            return Ok(*known);
        }
        let unknown = Facts {
            value: None,
            between: [None; 2],
            local: None,
            row: [None; 2],
            places: None,
            strips: [None; 2],
            mean: None,
        };
        let facts = if self.engine.size_of(cells) <= self.small {
            Facts { value: Some(self.engine.value_of(arena, cells)?), ..unknown }
        } else if self.engine.mirror_of(cells).is_some() {
            Facts { value: Some(arena.zero()), ..unknown }
        } else if let Some(Row { least, most }) = self.of_one_player(arena.budget(), cells)? {
            let value = (Some(least) == most).then(|| arena.number(&Dyadic::from(least)));
            Facts { value, between: [Some(least), most], ..unknown }
        } else {
            let rows = self.rows(arena.budget(), cells)?;
            let [left, right] = rows.map(|row| row.and_then(|row| row.most));
            let [by_left, by_right] = self.engine.certain_moves(cells);
            let between = [right.map(|moves| by_left - moves), left.map(|moves| moves - by_right)];
            let row = rows.map(|row| row.and_then(Row::exact));
            let is_ordered = !self.engine.goes_on();
            let places = is_ordered.then(|| Player::BOTH.map(|player| self.engine.mobility(cells, player)));
            let (mut strips, mut means) = ([None; 2], [None; 2]);
            for player in Player::BOTH {
                if let Some((sum, mean)) = self.in_strips(arena, cells, player)? {
                    (strips[player as usize], means[player as usize]) = (sum, Some(mean));
                }
            }
            let mean = means[0].zip(means[1]).map(|(high, low): (f64, f64)| f64::midpoint(high, low));
            Facts { between, row, places, strips, mean, ..unknown }
        };
        self.facts.insert(cells, facts);
        Ok(facts)
    }
}

impl SearchedBoard {
    /// Moves in a row of each player in a piece that stands for others.
    fn rows(&mut self, budget: &Budget, cells: &[u64]) -> Result<[Option<Row>; 2], Unfinished> {
        if self.engine.goes_on() {
            let engine = &self.engine;
            return Ok(self.alone.each_mut().map(|alone| alone.as_mut()?.counted_in(engine, cells)));
        }
        let position = self.engine.position_of(cells, &self.start);
        let is_tried = self.engine.size_of(cells) <= SMALL_ROW && !self.engine.goes_on();
        let steps = if is_tried { ROW_STEPS } else { 0 };
        let mut rows = [None; 2];
        for player in Player::BOTH {
            if let Some(alone) = &mut self.alone[player as usize] {
                rows[player as usize] = Some(alone.of(&position, steps, budget)?);
            }
        }
        Ok(rows)
    }

    /// The integers between which a piece lies in which one player never moves: the number of moves that
    /// the other can make in a row is its value, or the negative of it.
    fn of_one_player(&mut self, budget: &Budget, cells: &[u64]) -> Result<Option<Row>, Unfinished> {
        let Some(idle) = Player::BOTH.into_iter().find(|player| self.never_moves(cells, *player)) else {
            return Ok(None);
        };
        let position = self.engine.position_of(cells, &self.start);
        let Some(alone) = &mut self.alone[idle.opponent() as usize] else { return Ok(None) };
        let row = alone.of(&position, ROW_STEPS, budget)?;
        Ok(match (idle, row.most) {
            (Player::Right, _) => Some(row),
            (Player::Left, Some(most)) => Some(Row { least: -most, most: Some(-row.least) }),
            (Player::Left, None) => None,
        })
    }

    /// Whether it is seen that a player never moves in a piece. Where moves have two steps, the signs tell that: there
    /// are very many pieces, and a queen that is shut in is no part of one.
    fn never_moves(&mut self, cells: &[u64], player: Player) -> bool {
        match self.engine.goes_on() {
            true => !self.engine.could_move(cells, player),
            false => self.engine.mobility(cells, player) == 0 && !self.engine.reaches(cells, player),
        }
    }

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

impl Search {
    /// Whether Left, who moves, wins, as far as values and bounds tell.
    ///
    /// The sum is T + P with the total T of its values and pieces a ≤ P ≤ b. If T ≤ −b, it is ≤ 0, and
    /// Left loses; if not T ≤ −a, Left wins T + a, and all the more the sum. Where T is not added up,
    /// each of its values is bounded ([`super::ups`]).
    pub(super) fn sign(&mut self, sum: &SearchedSum) -> Result<Option<bool>, Unfinished> {
        let [low, high] = self.pieces_between(sum)?;
        if sum.values.len() > MOST_ADDED {
            return self.sign_by_ups(sum, [low, high]);
        }
        if low.is_none() && high.is_none() {
            return Ok(None);
        }
        let total = self.total(sum)?;
        match self.sign_between(total, [low, high])? {
            None => self.sign_by_strips(sum, total),
            known => Ok(known),
        }
    }

    /// The total of all values.
    pub(super) fn total(&mut self, sum: &SearchedSum) -> Result<GameId, Unfinished> {
        let mut total = sum.plain;
        for value in &sum.values {
            total = self.arena.add(total, *value)?;
        }
        Ok(total)
    }

    /// Whether Left, who moves, wins this value and pieces between these numbers, as far as they tell.
    pub(super) fn sign_between(
        &mut self,
        total: GameId,
        [low, high]: [Option<i64>; 2],
    ) -> Result<Option<bool>, Unfinished> {
        if let Some(high) = high {
            let least = self.arena.number(&Dyadic::from(-high));
            if self.arena.le(total, least)? {
                return Ok(Some(false));
            }
        }
        if let Some(low) = low {
            let most = self.arena.number(&Dyadic::from(-low));
            if !self.arena.le(total, most)? {
                return Ok(Some(true));
            }
        }
        Ok(None)
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

    /// The integers between which the pieces of a sum lie together, as far as is known.
    fn pieces_between(&mut self, sum: &SearchedSum) -> Result<[Option<i64>; 2], Unfinished> {
        let mut total = [Some(0), Some(0)];
        for (board, piece) in &sum.pieces {
            let [low, high] = self.facts(*board, piece)?.between;
            let own = if piece.exchanged { [high.map(|n| -n), low.map(|n| -n)] } else { [low, high] };
            total = [0, 1].map(|end| total[end].zip(own[end]).map(|(sum, bound): (i64, i64)| sum + bound));
        }
        Ok(total)
    }

    /// The total of the stops of all values when this player begins.
    pub(super) fn stops(&self, sum: &SearchedSum, player: Player) -> Dyadic {
        let all = sum.values.iter().chain([&sum.plain]);
        all.fold(Dyadic::ZERO, |total, value| &total + &self.arena.stop(*value, player).number)
    }

    /// Between which numbers a sum lies, up to infinitesimals, as far as is known.
    pub(crate) fn between(&mut self, sum: &SearchedSum) -> Result<[Option<Dyadic>; 2], Unfinished> {
        let [least, most] = self.pieces_between(sum)?;
        let [high, low] = Player::BOTH.map(|player| self.stops(sum, player));
        Ok([least.map(|least| &low + &Dyadic::from(least)), most.map(|most| &high + &Dyadic::from(most))])
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
            let engine = &mut self.boards[*board].engine;
            let mut count = || Player::BOTH.map(|player| engine.mobility(&piece.cells, player));
            let places = facts.places.unwrap_or_else(&mut count).map(f64::from);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Games;
    use crate::sum::{Part, parse_position};

    /// Boards of Amazons, many with a wall, and the two games of it in which one player's moves are fewer: the value lies
    /// between the bounds, and often they are closer for what is certain.
    #[test]
    fn values_lie_between_bounds() {
        let budget = Budget::unlimited();
        let straight = "(grid left sym [x.*.] -> [..*a] then sym [a.*.] -> [x.*#] \
                        right diag [o.*.] -> [..*b] then diag [b.*.] -> [o.*#])";
        let (mut state, mut closer) = (0x7E44_170E_u64, 0);
        for round in 0..400 {
            let mut roll = |sides: u64| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                state % sides
            };
            let (width, height) = [(3, 3), (4, 2), (4, 3), (7, 1)][round % 4];
            let mut sign = |_| ['x', 'o', '.', '.', '.', '#', '#'][roll(7) as usize];
            let rows: Vec<String> = (0..height).map(|_| (0..width).map(&mut sign).collect()).collect();
            let board = rows.join("/");
            if board.matches('.').count() > 6 {
                continue;
            }
            let rules = if round % 3 == 0 { straight } else { "amazons" };
            let sum = parse_position(&format!("{rules}:{board}"), &Games::built_in()).unwrap();
            let Part::Cells(cells) = &sum.parts[0] else { unreachable!("a board") };
            let (game, position) = (cells.game(), cells.position());
            let mut searched = SearchedBoard::new(game, position, true, Some(0), u64::MAX);
            let mut arena = Arena::new(&budget);
            for piece in searched.engine.pieces(position) {
                let value = searched.engine.value_of(&mut arena, &piece.cells).unwrap();
                closer += usize::from(searched.engine.certain_moves(&piece.cells) != [0; 2]);
                let facts = searched.facts(&mut arena, &piece.cells).unwrap();
                let [low, high] = facts.between.map(|bound| bound.map(|n| arena.number(&Dyadic::from(n))));
                assert!(low.is_none_or(|low| arena.le(low, value).unwrap()), "{rules}:{board} {facts:?}");
                assert!(high.is_none_or(|high| arena.le(value, high).unwrap()), "{rules}:{board} {facts:?}");
            }
        }
        assert!(closer > 60, "{closer}");
    }
}
