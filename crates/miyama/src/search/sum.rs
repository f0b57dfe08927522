//! A sum as the search sees it.

use crate::pattern::Piece;
use crate::value::{Arena, GameId, Unfinished};

/// Pieces of boards and values, in order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SearchedSum {
    /// The total of all numbers, ups and nimbers.
    pub(super) plain: GameId,
    /// Other values.
    pub(super) values: Vec<GameId>,
    /// Pieces of unknown value, each with the number of its board.
    pub(super) pieces: Vec<(usize, Piece)>,
}

impl SearchedSum {
    pub(super) fn zero(arena: &mut Arena) -> SearchedSum {
        SearchedSum { plain: arena.zero(), values: vec![], pieces: vec![] }
    }

    /// Adds a value, unless its negative is there: then that goes.
    pub(super) fn add_value(&mut self, arena: &mut Arena, value: GameId) -> Result<(), Unfinished> {
        if arena.as_plain(value).is_some() {
            self.plain = arena.add(self.plain, value)?;
            return Ok(());
        }
        let negative = arena.negative(value)?;
        match self.values.iter().position(|other| *other == negative) {
            Some(at) => drop(self.values.remove(at)),
            None => {
                let at = self.values.partition_point(|other| *other < value);
                self.values.insert(at, value);
            }
        }
        Ok(())
    }

    pub(super) fn push(&mut self, board: usize, piece: Piece) {
        let piece = (board, piece);
        let at = self.pieces.partition_point(|other| *other < piece);
        self.pieces.insert(at, piece);
    }

    /// Adds a piece, unless its negative is there: then that goes.
    pub(super) fn cancel_or_push(&mut self, board: usize, piece: Piece) {
        let negative = (board, piece.clone().turned());
        match self.pieces.iter().position(|other| *other == negative) {
            Some(at) => drop(self.pieces.remove(at)),
            None => self.push(board, piece),
        }
    }

    /// The negative: the players are exchanged.
    pub(super) fn turned(self, arena: &mut Arena) -> Result<SearchedSum, Unfinished> {
        let plain = arena.negative(self.plain)?;
        let mut values = Vec::with_capacity(self.values.len());
        for value in self.values {
            values.push(arena.negative(value)?);
        }
        values.sort_unstable();
        let mut pieces: Vec<_> = self.pieces.into_iter().map(|(board, piece)| (board, piece.turned())).collect();
        pieces.sort_unstable();
        Ok(SearchedSum { plain, values, pieces })
    }
}
