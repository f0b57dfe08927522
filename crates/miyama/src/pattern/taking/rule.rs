//! A game in which play only ever takes stones: what is derived from its text so
//! that a position is a set of stones and a move a mask.

use super::layout::Layout;
use super::nim;
use super::placement::{Placement, placements};
use super::position::Take;
use super::shape::Board;
use crate::pattern::game::Game;
use crate::pattern::position::{CellPosition, Ground};
use crate::pattern::rule::Rules;
use crate::pattern::symmetry::symmetries;
use crate::pattern::syntax::NO_CELL;
use std::sync::Arc;

/// A move, as a pattern: whenever all stones of `need` are there and none of
/// `empty`, the stones of `take` may be taken, those that are there.
///
/// `need` and `take` have a square in common, so that each move takes a stone:
/// no play on n stones is longer than n moves, and no value exceeds n.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pattern {
    /// Stones that must be there.
    pub need: u64,
    /// Squares that must be free.
    pub empty: u64,
    /// Stones that go.
    pub take: u64,
}

impl Pattern {
    /// May this move be made on these stones?
    #[must_use]
    pub fn fits(&self, stones: u64) -> bool {
        self.need & !stones == 0 && self.empty & stones == 0
    }
}

/// A game of stones on a grid or a strip, for boards up to a size.
///
/// One sign of the game is the stone, and every move turns stones into one
/// other thing, which never changes again: a sign, or "no cell".
#[derive(Debug)]
pub struct Taking {
    name: String,
    longest: usize,
    stone: char,
    gone: char,
    placements: Vec<Placement>,
    anywhere: bool,
    images: [bool; 8],
    hangs_together: bool,
    half_turn: bool,
    basic_theorem: bool,
}

impl Taking {
    /// What is derived of a game for boards whose rows and columns have at most
    /// `longest` cells; `None` if its moves do more than take stones.
    #[must_use]
    pub fn of(name: &str, game: &Game, longest: usize) -> Option<Arc<Taking>> {
        let kind = game.definition().kind;
        if kind.is_graph() || !game.is_impartial() {
            return None;
        }
        let rules = Rules::new(game.definition(), game.arguments(), longest);
        let (stone, gone, placements) = placements(&rules, longest)?;
        // Each move takes a stone that it needs.
        if !placements.iter().all(|placement| placement.anchor().is_some()) {
            return None;
        }
        let anywhere = gone == 0;
        let mut images = [false; 8];
        let same_signs = (0..rules.signs.len()).collect::<Vec<_>>();
        for symmetry in symmetries(&rules, kind).iter().filter(|s| s.signs == same_signs) {
            images[symmetry.image] = true;
        }
        let hangs_together = placements.iter().all(Placement::hangs_together);
        let half_turn = anywhere && images[3] && placements.iter().all(Placement::lets_its_half_turn_be);
        let basic_theorem = anywhere && nim::is_two_dimensional(&placements, longest);
        let gone = match (gone as usize).checked_sub(1) {
            Some(i) => rules.signs[i],
            None => rules.dead.first().copied().unwrap_or(NO_CELL),
        };
        let stone = rules.signs[stone as usize - 1];
        let name = name.to_owned();
        Some(Arc::new(Taking {
            name,
            longest,
            stone,
            gone,
            placements,
            anywhere,
            images,
            hangs_together,
            half_turn,
            basic_theorem,
        }))
    }

    /// How the game is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The most cells that a row or column may have: longer boards may have moves that are
    /// not known here.
    #[must_use]
    pub fn longest(&self) -> usize {
        self.longest
    }

    /// The sign of a stone.
    #[must_use]
    pub fn stone(&self) -> char {
        self.stone
    }

    /// The sign that stones become.
    #[must_use]
    pub fn gone(&self) -> char {
        self.gone
    }

    /// A board in the signs of the game.
    #[must_use]
    pub fn text(&self, board: &Board) -> String {
        let sign = |row: usize, column: usize| if board.has(row, column) { self.stone } else { self.gone };
        let rows = (0..board.height()).map(|row| (0..board.width()).map(|column| sign(row, column)).collect());
        rows.collect::<Vec<String>>().join("/")
    }

    /// Are boards that do not hang together along rows and columns independent
    /// games, wherever they lie? Then a board is the sum of its groups.
    #[must_use]
    pub fn falls_apart(&self) -> bool {
        self.anywhere && self.hangs_together
    }

    /// Is a square without a stone the same as none, so that a position may be
    /// moved to another place?
    #[must_use]
    pub(crate) fn is_the_same_anywhere(&self) -> bool {
        self.anywhere
    }

    /// Do all eight images of a board have the same value?
    #[must_use]
    pub fn has_all_images(&self) -> bool {
        self.anywhere && self.images.iter().all(|image| *image)
    }

    /// Does the "basic theorem" of two-dimensional Nim speak of this game?
    #[must_use]
    pub fn has_basic_theorem(&self) -> bool {
        self.basic_theorem
    }

    /// Which images keep the rules, by the bits of a symmetry: 4 exchanges rows
    /// and columns, then 1 turns rows upside down and 2 reverses columns.
    pub(super) fn images(&self) -> [bool; 8] {
        self.images
    }

    /// Do all stones of a move hang together along rows and columns, with those
    /// that would stop it?
    pub(super) fn hangs_together(&self) -> bool {
        self.hangs_together
    }

    /// Is every position P that a half turn about a corner of squares leaves as
    /// it is? It is if that turn takes each move to one that remains possible
    /// after the first: the second player answers with it (normal play).
    pub(super) fn answers_by_half_turn(&self) -> bool {
        self.half_turn
    }

    /// Does the half turn about the centre of this board take each move that can still come
    /// up on it to one that remains possible after the first? Then the board is P if the turn
    /// leaves it as it is: the second player answers with it (normal play).
    pub(super) fn half_turns_remain_possible(&self, board: &Board) -> bool {
        self.anywhere
            && self.images[3]
            && !self.placements.iter().any(|placement| placement.spoils_its_half_turn(board))
    }

    /// The stones of a position; `None` if it has other signs, or holes that are
    /// not the same as squares without a stone.
    #[must_use]
    pub fn board(&self, position: &CellPosition) -> Option<Board> {
        let Ground::Grid { height, width } = *position.ground else { return None };
        let other = |sign: &char| *sign != self.stone && *sign != self.gone;
        if !self.anywhere && position.signs.iter().any(other) {
            return None;
        }
        Board::new(height, width, |row, column| position.signs[row * width + column] == self.stone)
    }

    /// A position after stones went: those of `board` are left of `before`.
    #[must_use]
    pub fn position(&self, before: &CellPosition, board: &Board) -> CellPosition {
        let Ground::Grid { width, .. } = *before.ground else { return before.clone() };
        let sign = |(cell, sign): (usize, &char)| match *sign == self.stone && !board.has(cell / width, cell % width) {
            true => self.gone,
            false => *sign,
        };
        CellPosition { ground: before.ground.clone(), signs: before.signs.iter().enumerate().map(sign).collect() }
    }

    /// The squares that each move takes from a board of any size up to that for which the
    /// rule was derived, each move once.
    #[must_use]
    pub fn takes(&self, board: &Board) -> Vec<Take> {
        let mut found: Vec<Take> = Vec::new();
        for placement in &self.placements {
            for (row, column) in board.stones() {
                found.extend(placement.takes((row as i32, column as i32), board));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// All moves that can come up on a board of this height and width whose
    /// stones lie on the squares of `layout`; other squares of it are free.
    #[must_use]
    pub fn patterns(&self, layout: &Layout, height: usize, width: usize) -> Vec<Pattern> {
        let mut patterns = Vec::new();
        for placement in &self.placements {
            let Some(anchor) = placement.anchor() else { continue };
            for &(row, column) in layout.squares() {
                let origin = (row as i32 - anchor.0, column as i32 - anchor.1);
                patterns.extend(placement.at(origin, layout, height, width));
            }
        }
        patterns.sort_unstable_by_key(|p| (p.take, p.need.count_ones() + p.empty.count_ones(), *p));
        patterns.dedup();
        // What takes the same stones and asks for less is enough.
        let mut enough: Vec<Pattern> = Vec::with_capacity(patterns.len());
        let mut first = 0;
        for pattern in patterns {
            if enough.last().is_some_and(|last| last.take != pattern.take) {
                first = enough.len();
            }
            let weaker = |p: &Pattern| p.need & !pattern.need == 0 && p.empty & !pattern.empty == 0;
            if !enough[first..].iter().any(weaker) {
                enough.push(pattern);
            }
        }
        enough
    }
}
