//! What a board game is: patterns of stones that may be taken.

use super::layout::Layout;
use miyama_text::Text;
use std::fmt;

/// A move, as a pattern: whenever all stones of `need` are there and none of
/// `empty`, the stones of `take` may be taken, those that are there.
///
/// `need` and `take` have a square in common, so that each move takes a stone:
/// no play on n stones is longer than n moves, and no value exceeds n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// Which changes of a position never change its outcome or value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// Translations, and the 8 symmetries of the square.
    Grid,
    /// Exchanging rows and columns.
    Diagonal,
}

/// A game of stones on a grid.
///
/// It is a trait so that a new game is a new file: the solver and the tables
/// only ask for the patterns and for the facts below.
pub trait Rule: Sync + fmt::Debug {
    /// The name in positions: `2d-nim` in `2d-nim:###/##.`.
    fn name(&self) -> &'static str;

    /// The rule in one sentence.
    fn says(&self) -> Text;

    /// Where the game comes from.
    fn source(&self) -> &'static str;

    /// All moves that can come up on boards whose stones lie on the squares of
    /// `layout`. A square without a bit is always free.
    fn patterns(&self, layout: &Layout) -> Vec<Pattern>;

    /// Are stones that do not hang together along rows and columns independent
    /// games? Then a board is the sum of its groups.
    fn falls_apart(&self) -> bool;

    /// What does not change a position.
    fn symmetry(&self) -> Symmetry;

    /// Is every position P that a half turn about a corner of squares leaves as
    /// it is? It is if that turn takes each move to one that remains possible
    /// after the first: the second player answers with it (normal play).
    fn answers_by_half_turn(&self) -> bool;

    /// Does the "basic theorem" of two-dimensional Nim speak of this game?
    fn has_basic_theorem(&self) -> bool {
        false
    }
}
