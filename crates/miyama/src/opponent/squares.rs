//! Squares of a board by name: column letters and row number, `a1` in the upper
//! left corner.

use crate::board::{Board, Take};
use miyama_budget::Mistake;
use miyama_text::say;
use std::ops::Range;

/// The letters of a column of a board, counted from 0: a, …, z, aa, ab, …
#[must_use]
pub fn column_name(mut index: usize) -> String {
    let mut letters = Vec::new();
    loop {
        letters.push(char::from(b'a' + (index % 26) as u8));
        if index < 26 {
            break;
        }
        index = index / 26 - 1;
    }
    letters.into_iter().rev().collect()
}

/// The name of a square.
pub(super) fn name((row, col): (usize, usize)) -> String {
    format!("{}{}", column_name(col), row + 1)
}

/// Squares in words: `a1-a3` for neighbours in a row or column, else all names.
pub(super) fn names(squares: &[(usize, usize)]) -> String {
    match squares {
        [only] => name(*only),
        [first, .., last] if in_line(*first, *last).is_some_and(|line| line == squares) => {
            format!("{}-{}", name(*first), name(*last))
        }
        _ => squares.iter().map(|square| name(*square)).collect::<Vec<_>>().join(" "),
    }
}

/// The squares from one to another in the same row or column.
fn in_line(a: (usize, usize), b: (usize, usize)) -> Option<Take> {
    let (from, to) = (a.min(b), a.max(b));
    if from.0 == to.0 {
        Some((from.1..=to.1).map(|column| (from.0, column)).collect())
    } else if from.1 == to.1 {
        Some((from.0..=to.0).map(|row| (row, from.1)).collect())
    } else {
        None
    }
}

/// Reads `a1`, `a1-a3`, `a1 b1`; the squares that are named, sorted.
pub(super) fn read(text: &str, board: &Board) -> Result<Take, Mistake> {
    let mut squares = Take::new();
    let mut at = 0;
    for piece in text.split([' ', ',', '、', '\u{3000}']) {
        let start = at;
        at += piece.len() + text[start + piece.len()..].chars().next().map_or(0, char::len_utf8);
        if piece.is_empty() {
            continue;
        }
        let ends: Vec<&str> = piece.split(['-', '–', '〜', '~']).collect();
        let span = start..start + piece.len();
        let read_end = |end: &&str| square(end, board, span.clone());
        match ends.iter().map(read_end).collect::<Result<Vec<_>, _>>()?.as_slice() {
            [one] => squares.push(*one),
            [a, b] => {
                squares.extend(in_line(*a, *b).ok_or_else(|| Mistake::new(span, say!("play.not_in_line")))?);
            }
            _ => return Err(Mistake::new(span, say!("play.not_a_square", text = piece))),
        }
    }
    squares.sort_unstable();
    squares.dedup();
    Ok(squares)
}

/// Whether a text may be meant to name squares: a letter and a digit.
pub(super) fn looks_like(text: &str) -> bool {
    let mut characters = text.trim_start().chars().skip_while(char::is_ascii_alphabetic);
    text.trim_start().starts_with(|c: char| c.is_ascii_alphabetic())
        && characters.next().is_some_and(|c| c.is_ascii_digit())
}

fn square(text: &str, board: &Board, span: Range<usize>) -> Result<(usize, usize), Mistake> {
    let text = text.trim().to_ascii_lowercase();
    let letters: String = text.chars().take_while(char::is_ascii_lowercase).collect();
    let row = text[letters.len()..].parse::<usize>().ok().filter(|row| *row > 0);
    let (Some(row), 1..=3) = (row, letters.len()) else {
        return Err(Mistake::new(span, say!("play.not_a_square", text = text)));
    };
    let column = letters.bytes().fold(0, |n, letter| n * 26 + usize::from(letter - b'a') + 1) - 1;
    if !board.has(row - 1, column) {
        return Err(Mistake::new(span, say!("play.no_stone", square = text)));
    }
    Ok((row - 1, column))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_named_like_columns_of_a_spreadsheet() {
        assert_eq!([0, 25, 26, 51, 52, 701, 702].map(column_name), ["a", "z", "aa", "az", "ba", "zz", "aaa"]);
        let board = Board::rectangle(2, 1000).unwrap();
        for square @ (row, col) in [(0, 0), (1, 25), (0, 26), (1, 701), (0, 702)] {
            assert_eq!(read(&name(square), &board).unwrap(), [(row, col)]);
        }
    }

    #[test]
    fn lines_and_lists_are_read_as_they_are_written() {
        let board = Board::rectangle(3, 3).unwrap();
        for squares in [vec![(0, 1)], vec![(0, 0), (0, 1), (0, 2)], vec![(0, 2), (1, 2)], vec![(1, 1), (1, 2), (2, 1)]]
        {
            assert_eq!(read(&names(&squares), &board).unwrap(), squares);
        }
        assert_eq!(names(&[(0, 0), (0, 2)]), "a1 c1");
        assert_eq!(read("a1-b2", &board).unwrap_err().says.key(), "play.not_in_line");
        assert_eq!(read("a1 d1", &board).unwrap_err().at, 3..5);
        assert_eq!(read("a0", &board).unwrap_err().says.key(), "play.not_a_square");
    }
}
