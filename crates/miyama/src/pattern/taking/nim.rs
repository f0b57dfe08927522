//! Two-dimensional Nim, and the theorem that its paper proposes.
//!
//! A pile is a maximal run of stones in a row or in a column. A move takes one
//! or more consecutive stones from one end of one pile, possibly all of it.

use super::layout::Layout;
use super::placement::{Placement, placements};
use super::position::{StonePosition, Take, Unsolved};
use super::shape::Board;
use crate::pattern::builtin;
use crate::pattern::rule::Rules;

/// Are these the moves of two-dimensional Nim? Whatever the game is called, the
/// theorem is about its moves.
pub(super) fn is_two_dimensional(moves: &[Placement], longest: usize) -> bool {
    let nim = builtin::find("2d-nim").next().map(|game| Rules::new(&game.definition, &[], longest));
    nim.and_then(|rules| placements(&rules, longest)).is_some_and(|(_, _, own)| own == moves)
}

/// Consecutive squares in a row or column, with their neighbours in that line.
/// `before` and `after` are empty sets where there never is a stone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) squares: u64,
    pub(super) before: u64,
    pub(super) after: u64,
    pub(super) horizontal: bool,
}

/// All runs, those with the same first square and direction together, the
/// shorter first.
pub(super) fn runs(layout: &Layout) -> Vec<Run> {
    let mut runs = Vec::new();
    for &(row, column) in layout.squares() {
        for horizontal in [true, false] {
            // The square `i` places from the first one; -1 is the one before.
            let square = |i: isize| {
                let at = |start: usize| start.checked_add_signed(i);
                let (row, column) = if horizontal { (Some(row), at(column)) } else { (at(row), Some(column)) };
                row.zip(column).map_or(0, |(row, column)| layout.bit(row, column))
            };
            let mut squares = 0;
            let mut length = 0;
            while square(length) != 0 {
                squares |= square(length);
                length += 1;
                runs.push(Run { squares, before: square(-1), after: square(length), horizontal });
            }
        }
    }
    runs
}

/// What the paper's "basic theorem" looks at: the exclusive or of the lengths
/// of all horizontal piles, and of all vertical ones.
///
/// ```
/// use miyama::pattern::taking::{Board, nim::Piles};
/// let piles = Piles::of(&"young(7,5,3)".parse::<Board>().unwrap());
/// assert_eq!((piles.horizontal, piles.vertical), (1, 3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piles {
    /// HXOR.
    pub horizontal: usize,
    /// VXOR.
    pub vertical: usize,
}

impl Piles {
    /// Counts the piles of a board.
    #[must_use]
    pub fn of(board: &Board) -> Piles {
        let (height, width) = (board.height(), board.width());
        let rows = (0..height).map(|row| line((0..width).map(move |column| board.has(row, column))));
        let columns = (0..width).map(|column| line((0..height).map(move |row| board.has(row, column))));
        Piles { horizontal: rows.fold(0, |a, b| a ^ b), vertical: columns.fold(0, |a, b| a ^ b) }
    }

    /// Would the "basic theorem" call this a P-position? It says: P exactly
    /// when both are 0. It is wrong in both directions.
    #[must_use]
    pub fn say_p(&self) -> bool {
        self.horizontal == 0 && self.vertical == 0
    }
}

/// The moves that the paper's search for a winning move looks for: those after
/// which HXOR and VXOR are both 0.
///
/// # Errors
/// When too many stones hang together.
pub fn recommended(position: &StonePosition) -> Result<Vec<Take>, Unsolved> {
    let mut moves = position.moves()?;
    moves.retain(|take| Piles::of(&position.board().without(take)).say_p());
    Ok(moves)
}

/// One of the rules 1) to 4) of the paper's search for a winning move, where it applies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchRule {
    /// Its number: 1 and 3 are about horizontal piles, 2 and 4 about vertical ones.
    pub number: u8,
    /// How many stones it takes.
    pub stones: usize,
    /// The moves that it names.
    pub moves: Vec<Take>,
}

/// What the paper's rules 1) to 4) say to do, word by word. With X the exclusive or of one
/// direction, not 0, and m the largest pile of that direction: 1) and 2), if m ≥ X, take X stones
/// from a pile; 3) and 4), if m < X, leave X − m stones of a largest pile. (The paper's text has
/// m > X for the first two; its figure 13 uses them with m = X. Since X has no more binary digits
/// than m, X < 2m, so that the last two take 2m − X ≥ 1 stones.)
///
/// ```
/// use miyama::pattern::taking::{Board, nim::search};
/// // (6,5,4,3,2,1): X = 7 is more than 6, leave one stone of the largest row or column.
/// let rules = search(&Board::staircase(6).unwrap());
/// assert_eq!(rules.iter().map(|rule| (rule.number, rule.stones)).collect::<Vec<_>>(), [(3, 5), (4, 5)]);
/// assert_eq!(rules[0].moves.len(), 2);
/// ```
#[must_use]
pub fn search(board: &Board) -> Vec<SearchRule> {
    let Piles { horizontal, vertical } = Piles::of(board);
    let rule = |number: u8, or: usize, horizontal: bool| {
        let piles = piles(board, horizontal);
        let largest = piles.iter().map(Vec::len).max().unwrap_or(0);
        let (number, stones, least) = match or {
            0 => return None,
            or if largest >= or => (number, or, or),
            or => (number + 2, (2 * largest).saturating_sub(or), largest),
        };
        let mut moves: Vec<Take> = Vec::new();
        for pile in piles.iter().filter(|pile| pile.len() >= least) {
            moves.extend([pile[..stones].to_vec(), pile[pile.len() - stones..].to_vec()]);
        }
        moves.dedup();
        Some(SearchRule { number, stones, moves })
    };
    [rule(1, horizontal, true), rule(2, vertical, false)].into_iter().flatten().collect()
}

/// The maximal runs of stones of one direction.
fn piles(board: &Board, horizontal: bool) -> Vec<Take> {
    let (lines, length) = if horizontal { (board.height(), board.width()) } else { (board.width(), board.height()) };
    let mut piles: Vec<Take> = Vec::new();
    for line in 0..lines {
        let mut pile = Take::new();
        for at in 0..length {
            let square = if horizontal { (line, at) } else { (at, line) };
            if board.has(square.0, square.1) {
                pile.push(square);
            } else if !pile.is_empty() {
                piles.push(std::mem::take(&mut pile));
            }
        }
        if !pile.is_empty() {
            piles.push(pile);
        }
    }
    piles
}

/// The exclusive or of the lengths of the runs of stones in one line.
fn line(squares: impl Iterator<Item = bool>) -> usize {
    let (ended, current) = squares.fold((0, 0), |(ended, current), stone| match stone {
        true => (ended, current + 1),
        false => (ended ^ current, 0),
    });
    ended ^ current
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn piles_are_maximal_runs() {
        let of = |text: &str| {
            let piles = Piles::of(&text.parse().unwrap());
            (piles.horizontal, piles.vertical)
        };
        assert_eq!(of("##.#"), (3, 1));
        assert_eq!(of("##.#/####"), (7, 2 ^ 1));
        assert_eq!(of("5x5"), (5, 5));
        assert_eq!(of(""), (0, 0));
    }

    /// Every move that the rules name is one of the game, and they find what figures 8 and 13 show.
    #[test]
    fn the_rules_of_the_search_name_moves() {
        let nim = crate::pattern::taking::built_in("2d-nim").unwrap();
        for text in ["3x3", "2x5", "young(4,3,2,1)", "young(7,5,3)", "##.#/..##", "4x5"] {
            let board: Board = text.parse().unwrap();
            let position = StonePosition::new(&nim, board.clone());
            let all = position.moves().unwrap();
            let rules = search(&board);
            assert_eq!(rules.is_empty(), Piles::of(&board).say_p(), "{text}");
            for take in rules.iter().flat_map(|rule| &rule.moves) {
                assert!(all.contains(take), "{text} {take:?}");
            }
        }
        let rules = search(&"young(4,3,2,1)".parse().unwrap());
        assert_eq!(rules.iter().map(|rule| (rule.number, rule.stones)).collect::<Vec<_>>(), [(1, 4), (2, 4)]);
        assert!(rules[0].moves.contains(&vec![(0, 0), (0, 1), (0, 2), (0, 3)]));
        assert_eq!(search(&"4x4".parse().unwrap()), []);
    }

    #[test]
    fn a_quarter_turn_swaps_the_two() {
        let piles = |text: &str| Piles::of(&text.parse().unwrap());
        let (lying, standing) = (piles("##.#/..##"), piles(".#/.#/#./##"));
        assert_eq!((lying.horizontal, lying.vertical), (standing.vertical, standing.horizontal));
    }
}
