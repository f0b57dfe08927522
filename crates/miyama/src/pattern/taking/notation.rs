//! Boards as text, read as positions of games are: `###/##.`, `4x7`, `young(7,5,3)`,
//! `staircase(6)`.

use super::shape::{Board, MOST_SQUARES};
use crate::pattern::position::Ground;
use crate::pattern::{parse_definition, read_position};
use miyama_budget::Mistake;
use std::str::FromStr;

impl FromStr for Board {
    type Err = Mistake;

    /// The empty text is the board without squares.
    fn from_str(text: &str) -> Result<Board, Mistake> {
        let none = || Board::new(0, 0, |_, _| false).expect("no squares are not too many");
        if text.trim().is_empty() {
            return Ok(none());
        }
        let stones = parse_definition("grid start [#] [#] -> [.]").expect("a definition that is tested");
        match read_position(&stones, text, MOST_SQUARES) {
            Err(mistake) if mistake.says.key() == "pattern.empty_board" => Ok(none()),
            Err(mistake) => Err(mistake),
            Ok(position) => {
                let Ground::Grid { height, width } = *position.ground else { return Ok(none()) };
                let has = |row: usize, column: usize| position.signs[row * width + column] == '#';
                Ok(Board::new(height, width, has).expect("positions are no larger than boards"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::Range;

    fn mistake(text: &str) -> (Range<usize>, &'static str) {
        let mistake = text.parse::<Board>().unwrap_err();
        (mistake.at, mistake.says.key())
    }

    #[test]
    fn every_bad_board_is_marked_where_it_is_wrong() {
        assert_eq!(mistake("###//##."), (4..4, "pattern.uneven_board"));
        // Blanks between signs mean nothing: two cells above three.
        assert_eq!(mistake("# #/###"), (4..7, "pattern.uneven_board"));
        assert_eq!(mistake("###/##"), (4..6, "pattern.uneven_board"));
        assert_eq!(mistake(" ##石"), (3..6, "pattern.unknown_sign"));
        assert_eq!(mistake("65x64"), (0..5, "pattern.too_many_cells"));
        assert_eq!(mistake("young(3,5)"), (8..9, "pattern.growing"));
        assert_eq!(mistake("young(3,,1)"), (8..8, "pattern.number_here"));
        assert_eq!(mistake("staircase(3,2)"), (0..14, "pattern.one_number"));
        assert_eq!(mistake(&"#".repeat(5000)), (0..5000, "pattern.too_many_cells"));
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
