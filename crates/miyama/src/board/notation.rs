//! Boards as text: `###/##.`, `4x7`, `young(7,5,3)`, `staircase(6)`.

use super::shape::{Board, MOST_SQUARES};
use miyama_budget::Mistake;
use miyama_text::say;
use std::ops::Range;
use std::str::FromStr;

impl FromStr for Board {
    type Err = Mistake;

    /// Rows of `#` (a stone; also ●) and `.` (a square without one; also ·)
    /// with `/` between them; or the name of a shape. The empty text is the
    /// board without squares.
    fn from_str(text: &str) -> Result<Board, Mistake> {
        let trimmed = text.trim();
        let start = text.len() - text.trim_start().len();
        let board = if trimmed.starts_with(|c: char| c.is_ascii_digit()) {
            rectangle(trimmed)
        } else if trimmed.starts_with(|c: char| c.is_ascii_alphabetic()) {
            named(trimmed)
        } else {
            rows(trimmed)
        };
        board.map_err(|mistake| mistake.shifted(start))
    }
}

/// `###/##.`
fn rows(text: &str) -> Result<Board, Mistake> {
    if text.is_empty() {
        return Ok(Board::new(0, 0, |_, _| false).expect("no squares are not too many"));
    }
    let mut stones: Vec<Vec<bool>> = Vec::new();
    let mut at = 0;
    for (number, row) in text.split('/').enumerate() {
        let span = at..at + row.len();
        if row.is_empty() {
            return Err(Mistake::new(span, say!("board.hole", row = number + 1)).with_hint(say!("board.example")));
        }
        let mut squares = Vec::new();
        for (i, c) in row.char_indices() {
            squares.push(match c {
                '#' | '●' => true,
                '.' | '·' => false,
                _ => {
                    let span = at + i..at + i + c.len_utf8();
                    let says =
                        if c.is_whitespace() { say!("board.space") } else { say!("board.character", character = c) };
                    return Err(Mistake::new(span, says).with_hint(say!("board.example")));
                }
            });
        }
        let expected = stones.first().map_or(squares.len(), Vec::len);
        if squares.len() != expected {
            let says = say!("board.uneven", row = number + 1, found = squares.len(), expected = expected);
            return Err(Mistake::new(span, says).with_hint(say!("board.fill")));
        }
        stones.push(squares);
        at += row.len() + 1;
    }
    let width = stones.first().map_or(0, Vec::len);
    Board::new(stones.len(), width, |row, column| stones[row][column]).ok_or_else(|| too_large(0..text.len()))
}

/// `4x7` or `4×7`: rows, then columns.
fn rectangle(text: &str) -> Result<Board, Mistake> {
    let expected = |at: Range<usize>| Mistake::new(at, say!("board.rectangle")).with_hint(say!("board.example"));
    let Some((cross, sign)) = text.char_indices().find(|(_, c)| !c.is_ascii_digit()) else {
        return Err(expected(text.len()..text.len()));
    };
    let after = cross + sign.len_utf8();
    if !matches!(sign, 'x' | 'X' | '×') {
        return Err(expected(cross..after));
    }
    let height = number(&text[..cross], 0)?;
    let width = number(&text[after..], after)?;
    Board::rectangle(height, width).ok_or_else(|| too_large(0..text.len()))
}

/// `young(7,5,3)` or `staircase(6)`.
fn named(text: &str) -> Result<Board, Mistake> {
    let open = text.find('(').unwrap_or(text.len());
    let name = &text[..open];
    if !matches!(name, "young" | "staircase") {
        let says = say!("board.unknown_shape", name = name);
        return Err(Mistake::new(0..open, says).with_hint(say!("board.example")));
    }
    let Some(inside) = text[open..].strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) else {
        return Err(Mistake::new(open..text.len(), say!("board.brackets", name = name)));
    };
    let mut numbers: Vec<usize> = Vec::new();
    let mut at = open + 1;
    for part in inside.split(',').filter(|_| !inside.trim().is_empty()) {
        let span = at..at + part.len();
        let next = number(part, at)?;
        if numbers.last().is_some_and(|&last| last < next) {
            return Err(Mistake::new(span, say!("board.growing", number = next)));
        }
        numbers.push(next);
        if numbers.len() > MOST_SQUARES {
            return Err(too_large(0..text.len()));
        }
        at += part.len() + 1;
    }
    let board = match (name, numbers.as_slice()) {
        ("young", rows) => Board::young(rows),
        (_, [steps]) => Board::staircase(*steps),
        _ => return Err(Mistake::new(open..text.len(), say!("board.staircase"))),
    };
    board.ok_or_else(|| too_large(0..text.len()))
}

/// A number of squares; `at` is where its text begins.
fn number(text: &str, at: usize) -> Result<usize, Mistake> {
    let digits = text.trim();
    let start = at + text.len() - text.trim_start().len();
    let span = start..start + digits.len();
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(Mistake::new(span, say!("board.number")).with_hint(say!("board.example")));
    }
    digits.parse().map_err(|_| too_large(span))
}

fn too_large(at: Range<usize>) -> Mistake {
    Mistake::new(at, say!("board.too_large", most = MOST_SQUARES))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mistake(text: &str) -> (Range<usize>, &'static str) {
        let mistake = text.parse::<Board>().unwrap_err();
        (mistake.at, mistake.says.key())
    }

    #[test]
    fn every_bad_board_is_marked_where_it_is_wrong() {
        assert_eq!(mistake("###//##."), (4..4, "board.hole"));
        assert_eq!(mistake("###/"), (4..4, "board.hole"));
        assert_eq!(mistake("/"), (0..0, "board.hole"));
        assert_eq!(mistake("# #/###"), (1..2, "board.space"));
        assert_eq!(mistake("###/##"), (4..6, "board.uneven"));
        assert_eq!(mistake("##a"), (2..3, "board.character"));
        assert_eq!(mistake(" ##石"), (3..6, "board.character"));
        assert_eq!(mistake("4"), (1..1, "board.rectangle"));
        assert_eq!(mistake("4y7"), (1..2, "board.rectangle"));
        assert_eq!(mistake("4x"), (2..2, "board.number"));
        assert_eq!(mistake("4x7x2"), (2..5, "board.number"));
        assert_eq!(mistake("65x64"), (0..5, "board.too_large"));
        assert_eq!(mistake("2x99999999999999999999999"), (2..25, "board.too_large"));
        assert_eq!(mistake("young(3,5)"), (8..9, "board.growing"));
        assert_eq!(mistake("young(3,,1)"), (8..8, "board.number"));
        assert_eq!(mistake("young 3"), (0..7, "board.unknown_shape"));
        assert_eq!(mistake("young(3"), (5..7, "board.brackets"));
        assert_eq!(mistake("staircase(3,2)"), (9..14, "board.staircase"));
        assert_eq!(mistake("circle(3)"), (0..6, "board.unknown_shape"));
        assert_eq!(mistake(&"#".repeat(5000)), (0..5000, "board.too_large"));
    }

    #[test]
    fn the_empty_board_has_several_names() {
        for text in ["", ".", "./.", "0x0", "0x5", "young()", "staircase(0)"] {
            assert_eq!(text.parse::<Board>().unwrap().count(), 0, "{text}");
        }
    }

    #[test]
    fn a_board_is_read_as_it_is_written_or_drawn() {
        let board: Board = "●●·/##.".parse().unwrap();
        assert_eq!(board.to_string(), "##./##.");
        assert_eq!(board.to_string().parse::<Board>().unwrap(), board);
        assert_eq!("4×7".parse::<Board>().unwrap(), Board::rectangle(4, 7).unwrap());
        assert_eq!("young( 7, 5 ,3 )".parse::<Board>().unwrap(), Board::young(&[7, 5, 3]).unwrap());
    }
}
