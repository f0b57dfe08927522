//! Who wins a sum whose value is out of reach: a search over the sums that play leads to.
//!
//! A position is a [`Sum`] of pieces of boards and of values. Left is always to move: after a
//! move the negative of what is left is looked at, in which the players are exchanged. Every sum
//! is remembered, in memory that is bounded ([`table`]).
//!
//! Under normal play, what is known cuts the search:
//! - A small piece is replaced by its value. Numbers, ups and nimbers are added up; other values
//!   stand beside each other, because their sums may be much larger than they are.
//! - A piece and its negative cancel each other.
//! - A piece is at most the number of moves that Left could make in it if Right made none
//!   ([`bounds`]), and a value about its stops: a sum of which these show the sign is decided.
//!
//! Under misère play none of this holds, and the pieces are played out.

mod bounds;
mod sum;
mod table;

pub(crate) use sum::Sum;

use crate::pattern::{Game, Piece, Position};
use crate::play::{Convention, Player};
use crate::value::{Arena, GameId, Unfinished};
use bounds::{Board, Facts};
use miyama_budget::Budget;
use std::sync::Arc;
use table::Table;

/// So many values that are no numbers, ups or nimbers are added up to see who wins.
const MOST_ADDED: usize = 3;

/// A search, with what was found out.
pub(crate) struct Search {
    boards: Vec<Board>,
    arena: Arena,
    convention: Convention,
    knows: bool,
    /// Pieces of so many cells have values, if that is not what is usual.
    small: Option<u32>,
    known: Table,
    looked_at: u64,
}

/// A sum on the path of the search, with what Left's moves lead to.
struct Open {
    key: Box<[u64]>,
    options: Vec<Sum>,
    /// Whether there was no move at all.
    is_stuck: bool,
}

impl Search {
    /// Nothing is known yet.
    pub(crate) fn new(convention: Convention, budget: &Budget) -> Search {
        let knows = convention == Convention::Normal;
        let (boards, known) = (vec![], Table::new(budget));
        Search { boards, arena: Arena::new(budget), convention, knows, small: None, known, looked_at: 0 }
    }

    /// The same search without values, bounds and pieces that cancel: what these save is measured
    /// against it.
    pub(crate) fn plain(mut self) -> Search {
        self.knows = false;
        self
    }

    /// The same search with values of pieces up to so many cells only.
    pub(crate) fn with_small(mut self, cells: u32) -> Search {
        self.small = Some(cells);
        self
    }

    /// The values of its sums live here.
    pub(crate) fn arena(&mut self) -> &mut Arena {
        &mut self.arena
    }

    /// How play ends.
    pub(crate) fn convention(&self) -> Convention {
        self.convention
    }

    /// How many sums were looked at.
    pub(crate) fn looked_at(&self) -> u64 {
        self.looked_at
    }

    /// The sum of boards and a value.
    pub(crate) fn sum(&mut self, boards: &[(&Arc<Game>, &Position)], values: &[GameId]) -> Result<Sum, Unfinished> {
        let mut sum = Sum::zero(&mut self.arena);
        for (game, position) in boards {
            let found = self.boards.iter().position(|board| board.is_of(game, &position.ground));
            let index = found.unwrap_or_else(|| {
                self.boards.push(Board::new(game, position, self.knows, self.small));
                self.boards.len() - 1
            });
            for piece in self.boards[index].engine.pieces(position) {
                self.add(&mut sum, index, piece)?;
            }
        }
        for value in values {
            sum.add_value(&mut self.arena, *value)?;
        }
        Ok(sum)
    }

    /// Whether a player wins who moves first.
    pub(crate) fn wins_first(&mut self, sum: &Sum, player: Player) -> Result<bool, Unfinished> {
        match player {
            Player::Left => self.left_wins(sum.clone()),
            Player::Right => {
                let turned = sum.clone().turned(&mut self.arena)?;
                self.left_wins(turned)
            }
        }
    }

    /// Whether Left wins who moves first.
    fn left_wins(&mut self, start: Sum) -> Result<bool, Unfinished> {
        let key = start.key();
        if let Some(won) = self.decided(&start, &key)? {
            return Ok(won);
        }
        let mut path = vec![self.open(start, key)?];
        // What is known of the position that was looked at last.
        let mut result: Option<bool> = None;
        loop {
            let Some(top) = path.last_mut() else { return Ok(result.unwrap_or(false)) };
            // The opponent moves next: what they lose, Left wins.
            let mut won = match result.take() {
                Some(false) => Some(true),
                Some(true) | None => None,
            };
            let mut next = None;
            while won.is_none() && next.is_none() {
                match top.options.pop() {
                    None => won = Some(top.is_stuck && self.convention == Convention::Misere),
                    Some(option) => {
                        let key = option.key();
                        match self.decided(&option, &key)? {
                            Some(false) => won = Some(true),
                            Some(true) => {}
                            None => next = Some((option, key)),
                        }
                    }
                }
            }
            if let Some((option, key)) = next {
                path.push(self.open(option, key)?);
            } else if let (Some(won), Some(done)) = (won, path.pop()) {
                self.known.insert(done.key, won);
                result = Some(won);
            }
        }
    }

    /// Whether Left wins who moves first, where that needs no search.
    fn decided(&mut self, sum: &Sum, key: &[u64]) -> Result<Option<bool>, Unfinished> {
        if let Some(known) = self.known.get(key) {
            return Ok(Some(known));
        }
        if !self.knows {
            return Ok(None);
        }
        if sum.pieces.is_empty() && sum.values.len() <= MOST_ADDED {
            let mut total = sum.plain;
            for value in &sum.values {
                total = self.arena.add(total, *value)?;
            }
            let zero = self.arena.zero();
            return Ok(Some(!self.arena.le(total, zero)?));
        }
        Ok(self.bounds(sum).sign(sum.values.is_empty() && self.arena.is_number(sum.plain)))
    }

    /// Looks at a sum that is not decided: its options, the best one last.
    fn open(&mut self, sum: Sum, key: Box<[u64]>) -> Result<Open, Unfinished> {
        self.looked_at += 1;
        if self.looked_at.is_multiple_of(256) {
            let budget = self.arena.budget().clone();
            budget.report(self.looked_at, None);
            budget.check()?;
            let facts: u64 = self.boards.iter().map(Board::bytes).sum();
            budget.need(self.arena.bytes() + self.known.bytes() + facts)?;
        }
        let mut options = self.options(&sum)?;
        let is_stuck = options.is_empty();
        options.sort_by_key(|(worth, _)| std::cmp::Reverse(*worth));
        Ok(Open { key, options: options.into_iter().map(|(_, option)| option).collect(), is_stuck })
    }

    /// What Left's moves lead to, turned, each once, with what it seems to be worth to the opponent.
    fn options(&mut self, sum: &Sum) -> Result<Vec<(i64, Sum)>, Unfinished> {
        let mut found = Vec::new();
        for (at, (board, piece)) in sum.pieces.iter().enumerate() {
            // Of equal pieces one is enough.
            if at > 0 && sum.pieces[at - 1] == sum.pieces[at] {
                continue;
            }
            let player = if piece.exchanged { Player::Right } else { Player::Left };
            for left in self.boards[*board].engine.left_of(&piece.cells, player) {
                let mut option = sum.clone();
                option.pieces.remove(at);
                for new in left {
                    let new = if piece.exchanged { new.turned() } else { new };
                    self.add(&mut option, *board, new)?;
                }
                found.push(option);
            }
        }
        for (at, value) in sum.values.iter().enumerate() {
            if at > 0 && sum.values[at - 1] == *value {
                continue;
            }
            for left in self.arena.options(*value, Player::Left)? {
                let mut option = sum.clone();
                option.values.remove(at);
                option.add_value(&mut self.arena, left)?;
                found.push(option);
            }
        }
        for left in self.arena.options(sum.plain, Player::Left)? {
            found.push(Sum { plain: left, ..sum.clone() });
        }
        let mut options = Vec::with_capacity(found.len());
        for option in found {
            options.push(option.turned(&mut self.arena)?);
        }
        options.sort_unstable();
        options.dedup();
        Ok(options.into_iter().map(|option| (self.estimate(&option), option)).collect())
    }

    /// Adds a piece, or its value if that is known.
    fn add(&mut self, sum: &mut Sum, board: usize, piece: Piece) -> Result<(), Unfinished> {
        if !self.knows {
            sum.push(board, piece);
            return Ok(());
        }
        match self.facts(board, &piece)?.value {
            Some(value) => {
                let value = if piece.exchanged { self.arena.negative(value)? } else { value };
                sum.add_value(&mut self.arena, value)
            }
            None => {
                sum.cancel_or_push(board, piece);
                Ok(())
            }
        }
    }

    fn facts(&mut self, board: usize, piece: &Piece) -> Result<Facts, Unfinished> {
        self.boards[board].facts(&mut self.arena, &piece.cells)
    }
}
