//! Boards cut into strips that the moves of one player never leave, as those of Domineering do
//! not leave their columns or rows.
//!
//! If no move of Left looks at two columns, then a cut between columns takes moves from Right only:
//! the board is at most the sum of its strips, G ≤ S₁ + … + Sₙ, because to have fewer moves is
//! never better. If none of Right does, it is at least that sum.

use super::bits::{Word, low};
use super::part::Part;
use super::piece::Piece;
use super::rule::{Rules, Shape};
use super::solver::Solver;
use crate::play::Player;

/// How strips lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Strips {
    /// Whole columns.
    Columns,
    /// Whole rows.
    Rows,
}

impl Strips {
    /// The strips that the moves of a player do not leave. Steps that are content with "no cell" could
    /// come to be possible beside a cut, so there must be none.
    pub(super) fn kept_by(rules: &Rules, player: Player) -> Option<Strips> {
        let fixed = rules.steps.iter().all(|shape| match shape {
            Shape::Fixed { cells, near: None } => cells.iter().all(|cell| cell.accepts & 1 == 0),
            _ => false,
        });
        let moves = &rules.moves[player as usize];
        if !fixed || rules.impartial || moves.is_empty() || rules.moves.iter().flatten().any(|(_, then)| then.is_some())
        {
            return None;
        }
        let all = |across: bool| {
            moves.iter().all(|(step, _)| match &rules.steps[*step] {
                Shape::Fixed { cells, .. } => cells.iter().all(|cell| if across { cell.at.1 } else { cell.at.0 } == 0),
                Shape::Line { .. } => false,
            })
        };
        match (all(true), all(false)) {
            (true, _) => Some(Strips::Columns),
            (false, true) => Some(Strips::Rows),
            (false, false) => None,
        }
    }
}

impl<W: Word, const P: usize> Solver<W, P> {
    /// The pieces of strips of at most `most` cells, where a column or row has no more, cut off from
    /// the first on or from the last.
    pub(super) fn strips(&mut self, board: &Part<W, P>, strips: Strips, most: u32, from_last: bool) -> Vec<Piece> {
        let (width, height) = (board.width as usize, board.height() as usize);
        let all = board.all();
        let line = |at: usize| match strips {
            Strips::Rows => low::<W>(width) << (at * width),
            Strips::Columns => (0..height).fold(W::zero(), |set, row| set | W::one() << (row * width + at)),
        };
        let lines = if strips == Strips::Rows { height } else { width };
        let mut cuts = vec![W::zero()];
        for at in 0..lines {
            let line = line(if from_last { lines - 1 - at } else { at }) & all;
            match cuts.last_mut() {
                Some(strip) if (*strip | line).count_ones() <= most => *strip = *strip | line,
                _ => cuts.push(line),
            }
        }
        let strips = cuts.into_iter().filter(|strip| !strip.is_zero());
        strips.flat_map(|strip| self.pieces(&board.cut_out(strip))).collect()
    }
}
