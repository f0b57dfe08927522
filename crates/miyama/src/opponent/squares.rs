//! Squares of a board by name: column letters and row number, `a1` in the upper
//! left corner.

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
fn in_line(a: (usize, usize), b: (usize, usize)) -> Option<Vec<(usize, usize)>> {
    let (from, to) = (a.min(b), a.max(b));
    if from.0 == to.0 {
        Some((from.1..=to.1).map(|column| (from.0, column)).collect())
    } else if from.1 == to.1 {
        Some((from.0..=to.0).map(|row| (row, from.1)).collect())
    } else {
        None
    }
}

/// Whether a text may be meant to name squares: a letter and a digit.
pub(super) fn looks_like(text: &str) -> bool {
    let mut characters = text.trim_start().chars().skip_while(char::is_ascii_alphabetic);
    text.trim_start().starts_with(|c: char| c.is_ascii_alphabetic())
        && characters.next().is_some_and(|c| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_named_like_columns_of_a_spreadsheet() {
        assert_eq!([0, 25, 26, 51, 52, 701, 702].map(column_name), ["a", "z", "aa", "az", "ba", "zz", "aaa"]);
    }

    #[test]
    fn neighbours_in_a_line_are_named_by_its_ends() {
        assert_eq!(names(&[(0, 0), (0, 1), (0, 2)]), "a1-c1");
        assert_eq!(names(&[(0, 2), (1, 2)]), "c1-c2");
        assert_eq!(names(&[(0, 0), (0, 2)]), "a1 c1");
    }
}
