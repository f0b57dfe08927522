//! Boards on which the second player has an answer to every move, whatever their size:
//! positions that need no search.
//!
//! Under normal play a position is P if
//! - a half turn leaves it as it is, and the turned move stays possible after every move
//!   ([`Taking::half_turns_remain_possible`]): the second player turns each move; or
//! - its groups, in games in which these are independent, are equal in pairs, or P in
//!   this way: equal groups are answered by each other.

use super::position::{StonePosition, Take, in_order};
use super::rule::Taking;
use super::shape::Board;

impl StonePosition {
    /// Whether every move has an answer by symmetry, so that this is a P-position of normal
    /// play. "False" says nothing.
    ///
    /// ```
    /// use miyama::pattern::taking::{Board, StonePosition, built_in};
    /// let nim = built_in("2d-nim").unwrap();
    /// let of = |rows, columns| StonePosition::new(&nim, Board::rectangle(rows, columns).unwrap());
    /// assert!(of(20, 30).is_paired());
    /// // The middle row goes, and what is left are two equal boards.
    /// assert!(of(21, 30).pairing_moves().iter().any(|take| take.len() == 30));
    /// // In Cram the domino in the middle of an odd and an even side wins.
    /// let cram = built_in("cram").unwrap();
    /// let board = StonePosition::new(&cram, Board::rectangle(9, 10).unwrap());
    /// assert_eq!(board.pairing_moves(), [vec![(4, 4), (4, 5)]]);
    /// ```
    #[must_use]
    pub fn is_paired(&self) -> bool {
        self.has_known_moves() && is_paired(self.rule(), self.board())
    }

    /// The moves to positions with such answers. Each of them wins; there may be others that do.
    #[must_use]
    pub fn pairing_moves(&self) -> Vec<Take> {
        if !self.has_known_moves() {
            return vec![];
        }
        let (rule, board) = (self.rule(), self.board());
        in_order(rule.takes(board).into_iter().filter(|take| is_paired(rule, &board.without(take))))
    }
}

fn is_paired(rule: &Taking, board: &Board) -> bool {
    if board.count() == 0 || is_answered_by_half_turns(rule, board) {
        return true;
    }
    if !rule.falls_apart() {
        return false;
    }
    let mut left: Vec<Board> = Vec::new();
    for group in board.groups() {
        let (_, mut group) = Board::around(&group);
        if rule.has_all_images() {
            group = group.representative();
        }
        match left.iter().position(|other| *other == group) {
            Some(twin) => drop(left.swap_remove(twin)),
            None => left.push(group),
        }
    }
    left.iter().all(|group| is_answered_by_half_turns(rule, group))
}

/// Whether the half turn about the centre of the rectangle around the stones leaves them as they
/// are and answers every move.
fn is_answered_by_half_turns(rule: &Taking, board: &Board) -> bool {
    let (_, board) = Board::around(&board.stones().collect::<Vec<_>>());
    let (height, width) = (board.height(), board.width());
    board.stones().all(|(row, column)| board.has(height - 1 - row, width - 1 - column))
        && rule.half_turns_remain_possible(&board)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nimber::Nimber;
    use crate::pattern::taking::{Solver, built_in};
    use miyama_budget::Budget;

    /// What is called paired is P, and the moves of any board are those of the search.
    #[test]
    fn paired_boards_are_p_positions() {
        for name in ["2d-nim", "cram", "chomp", "node-kayles"] {
            let rule = built_in(name).unwrap();
            let (mut paired, mut moves) = (0, 0);
            for (height, width) in [(2, 4), (3, 3), (1, 7)] {
                let whole = Board::rectangle(height, width).unwrap();
                let mut solver = Solver::new(&rule, &whole).unwrap();
                for set in 0..1u32 << (height * width) {
                    let board = Board::new(height, width, |r, c| set >> (r * width + c) & 1 == 1).unwrap();
                    let position = StonePosition::new(&rule, board.clone());
                    assert_eq!(in_order(rule.takes(&board)), in_order(solver.takes(&board)), "{name} {board}");
                    let mut is_p = |board: &Board| solver.is(board, Nimber::ZERO, &Budget::unlimited()).unwrap();
                    if position.is_paired() {
                        paired += 1;
                        assert!(is_p(&board), "{name} {board}");
                    }
                    for take in position.pairing_moves() {
                        moves += 1;
                        assert!(is_p(&board.without(&take)), "{name} {board}");
                    }
                }
            }
            assert!(paired > 0 && moves > 0, "{name}");
        }
    }
}
