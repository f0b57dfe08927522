//! Integers between which each piece of a sum lies, found by searches of that piece alone.
//!
//! G ≥ n exactly if Right, who begins, loses G − n, and G ≤ n exactly if Left, who begins, does. Play in a sum
//! of several pieces leads to about as many sums as the product of the positions of each piece, these
//! questions to as many as their total: they are worth it where a piece has very many moves, as queens that
//! shoot have.

use super::{MOST_ADDED, Search, SearchedSum};
use crate::pattern::Piece;
use crate::play::Player;
use crate::value::{Dyadic, Unfinished};

/// A question about a piece alone is given up after so many sums.
const MOST_SUMS: u64 = 500;

impl Search {
    /// Whether Left, who moves, wins a sum of several terms, as far as the integers tell between which
    /// each of its pieces lies.
    pub(super) fn sign_locally(&mut self, sum: &SearchedSum) -> Result<Option<bool>, Unfinished> {
        let is_sum = sum.pieces.len() > 1 || sum.pieces.len() == 1 && !sum.values.is_empty();
        let asks = |(board, _): &(usize, Piece)| self.boards[*board].engine.goes_on();
        if !self.knows || !is_sum || sum.values.len() > MOST_ADDED || !sum.pieces.iter().all(asks) {
            return Ok(None);
        }
        let (mut low, mut high) = (0, 0);
        for (board, piece) in &sum.pieces {
            let Some([least, most]) = self.local(*board, piece)? else { return Ok(None) };
            let [least, most] = if piece.exchanged { [-most, -least] } else { [least, most] };
            (low, high) = (low + least, high + most);
        }
        let total = self.total(sum)?;
        self.sign_between(total, [Some(low), Some(high)])
    }

    /// The integers between which the piece lies that stands for this one.
    fn local(&mut self, board: usize, piece: &Piece) -> Result<Option<[i64; 2]>, Unfinished> {
        let facts = self.facts(board, piece)?;
        let ([Some(low), Some(high)], None) = (facts.between, facts.local) else { return Ok(facts.local) };
        let alone = Piece { exchanged: false, ..piece.clone() };
        // The largest integer below it: `least` is one below it, `more` is not known to be.
        let (mut least, mut more) = (low, high + 1);
        while least + 1 < more {
            let middle = i64::midpoint(least, more);
            match self.loses_first(board, &alone, middle, Player::Right)? {
                Some(true) => least = middle,
                Some(false) => more = middle,
                None => break,
            }
        }
        let (mut most, mut fewer) = (high, least - 1);
        while fewer + 1 < most {
            let middle = i64::midpoint(fewer, most);
            match self.loses_first(board, &alone, middle, Player::Left)? {
                Some(true) => most = middle,
                Some(false) => fewer = middle,
                None => break,
            }
        }
        self.boards[board].keep_local(&piece.cells, [least, most]);
        Ok(Some([least, most]))
    }

    /// Whether a player loses who moves first in a piece minus an integer.
    fn loses_first(
        &mut self,
        board: usize,
        piece: &Piece,
        minus: i64,
        player: Player,
    ) -> Result<Option<bool>, Unfinished> {
        let plain = self.arena.number(&Dyadic::from(-minus));
        let sum = SearchedSum { plain, values: vec![], pieces: vec![(board, piece.clone())] };
        Ok(self.wins_first(&sum, player, MOST_SUMS, None)?.map(|wins| !wins))
    }
}
