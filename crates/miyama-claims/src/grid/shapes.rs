//! Boards, their piles and moves, written down once more from the rule: what
//! the checks of this document look at.

use crate::compare::{differs, exhausted};
use crate::{Ground, Unchecked, Verdict};
use miyama::pattern::taking::{Board, StonePosition, Take, Taking, built_in};
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

/// The game, as its file defines it.
pub(super) fn two_dimensional_nim() -> Arc<Taking> {
    static NIM: OnceLock<Arc<Taking>> = OnceLock::new();
    NIM.get_or_init(|| built_in("2d-nim").expect("it is built in and only takes stones")).clone()
}

/// A position of the game.
pub(super) fn position(board: &Board) -> StonePosition {
    StonePosition::new(&two_dimensional_nim(), board.clone())
}

/// The piles of one direction: maximal runs of stones.
pub(super) fn piles(board: &Board, horizontal: bool) -> Vec<Take> {
    let (lines, length) = if horizontal { (board.height(), board.width()) } else { (board.width(), board.height()) };
    let square = |line: usize, i: usize| if horizontal { (line, i) } else { (i, line) };
    let mut piles = Vec::new();
    for line in 0..lines {
        let mut pile = Vec::new();
        for (row, column) in (0..length).map(|i| square(line, i)) {
            if board.has(row, column) {
                pile.push((row, column));
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

/// `count` stones from either end of a pile.
pub(super) fn from_ends(pile: &[(usize, usize)], count: usize) -> [Take; 2] {
    [pile[..count].to_vec(), pile[pile.len() - count..].to_vec()]
}

/// All moves, some more than once.
pub(super) fn takes(board: &Board) -> Vec<Take> {
    let all = [true, false].into_iter().flat_map(|horizontal| piles(board, horizontal));
    all.flat_map(|pile| (1..=pile.len()).flat_map(move |count| from_ends(&pile, count))).collect()
}

/// The connected figures of 1 to `most` stones, by the number of stones; each
/// of all that are one up to translation.
pub(super) fn figures(most: usize) -> Vec<Vec<Board>> {
    let single = Board::rectangle(1, 1).expect("one square");
    let mut sizes = vec![vec![], vec![single]];
    while sizes.len() <= most {
        let mut larger = BTreeSet::new();
        for board in sizes.last().into_iter().flatten() {
            // One square more on every side, so that the figure can grow there.
            let squares: Vec<(usize, usize)> = board.stones().map(|(r, c)| (r + 1, c + 1)).collect();
            for &(row, column) in &squares {
                for near in [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)] {
                    if !squares.contains(&near) {
                        larger.insert(Board::around(&[squares.as_slice(), &[near]].concat()).1);
                    }
                }
            }
        }
        sizes.push(larger.into_iter().collect());
    }
    sizes.truncate(most + 1);
    sizes
}

/// A symmetry of the square: which one, as three bits — upside down, left to
/// right, rows for columns.
pub(super) fn image(board: &Board, symmetry: usize) -> Board {
    let (height, width) = (board.height(), board.width());
    let (rows, columns) = if symmetry & 4 == 0 { (height, width) } else { (width, height) };
    let has = |row: usize, column: usize| {
        let row = if symmetry & 1 == 0 { row } else { rows - 1 - row };
        let column = if symmetry & 2 == 0 { column } else { columns - 1 - column };
        if symmetry & 4 == 0 { board.has(row, column) } else { board.has(column, row) }
    };
    Board::new(rows, columns, has).expect("as many squares as before")
}

/// A symmetry maps neighbours in a row to neighbours in a row, or, if it exchanges rows
/// and columns, to neighbours in a column; and the other way round.
pub(super) fn images_of_neighbours(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let squares = (0..4).flat_map(|row| (0..4).map(move |column| (row, column)));
    for (row, column) in squares {
        for (near, in_row) in [((row, column + 1), true), ((row + 1, column), false)] {
            let two = Board::new(5, 5, |r, c| (r, c) == (row, column) || (r, c) == near).expect("25 squares");
            for symmetry in 0..8 {
                let shape = Board::around(&image(&two, symmetry).stones().collect::<Vec<_>>()).1;
                let found = ground.sees((shape.height(), shape.width()), |(height, width)| (height + 1, width));
                let said = if in_row == (symmetry & 4 == 0) { (1, 2) } else { (2, 1) };
                if found != said {
                    return Ok(differs(two.to_string(), format!("{found:?}"), format!("{said:?}")));
                }
            }
        }
    }
    Ok(exhausted(None))
}

/// Boards side by side, with a column without stones between them.
pub(super) fn beside(boards: &[Board]) -> Board {
    let mut squares = Vec::new();
    let mut left = 0;
    for board in boards {
        squares.extend(board.stones().map(|(row, column)| (row, column + left)));
        left += board.width() + 1;
    }
    Board::around(&squares).1
}

/// All boards on `height` × `width` squares with a stone in the first row and
/// in the first column, the fewer stones the earlier.
pub(super) fn boards(height: usize, width: usize) -> Vec<Board> {
    let sets = 1u64..1 << (height * width);
    let board = |set: u64| Board::new(height, width, |row, column| set >> (row * width + column) & 1 == 1);
    let mut all: Vec<Board> = sets.filter_map(board).filter(in_the_corner).collect();
    all.sort_by_key(Board::count);
    all
}

fn in_the_corner(board: &Board) -> bool {
    (0..board.width()).any(|column| board.has(0, column)) && (0..board.height()).any(|row| board.has(row, 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_figures_as_everybody_counts() {
        let counts: Vec<usize> = figures(7).iter().map(Vec::len).collect();
        assert_eq!(counts, [0, 1, 2, 6, 19, 63, 216, 760]);
    }

    #[test]
    fn moves_are_those_of_the_game() {
        for text in ["###/#.#", "##.#/.###/#..#", "3x3", "young(4,2,1)"] {
            let board: Board = text.parse().unwrap();
            let mut mine = takes(&board);
            mine.sort_by_key(|take| (take.len(), take.clone()));
            mine.dedup();
            let mut theirs = position(&board).moves().unwrap();
            theirs.sort_by_key(|take| (take.len(), take.clone()));
            assert_eq!(mine, theirs, "{text}");
        }
    }
}
