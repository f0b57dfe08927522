//! The position of a tag `FEN`, as programs and people write it.
//!
//! The rights to castle are where programs differ. `KQkq` means the rooks on a
//! and h with the king on e; in Chess960 it means the outermost rook on that
//! side of the king (X-FEN), or the files are named (Shredder-FEN). A right
//! without its king and rook in place is surplus: nobody can castle so, and it
//! is left out.

use cozy_chess::{Board, Color, FenParseError, File, Piece, Rank, Square};
use miyama_text::{Text, say};

/// The position, or what is wrong with it. In Chess960 any rook may castle.
pub(super) fn position(value: &str, chess960: bool) -> Result<Board, Text> {
    let mut fields: Vec<&str> = value.split_whitespace().collect();
    // Some programs leave out the last fields, or count moves from 0.
    if let 2..=5 = fields.len() {
        fields.extend(&["", "", "-", "-", "0", "1"][fields.len()..]);
    }
    if fields.len() == 6 && fields[5] == "0" {
        fields[5] = "1";
    }
    if fields.len() < 4 {
        return Err(wrong_with(&FenParseError::MissingField));
    }
    let (claimed, passing) = (fields[2], fields[3]);
    let build = |castling: &str, passing: &str| {
        let mut fields = fields.clone();
        (fields[2], fields[3]) = (castling, passing);
        Board::from_fen(&fields.join(" "), true).map_err(|error| wrong_with(&error))
    };
    let bare = build("-", "-")?;
    let castling = rights(&bare, claimed, chess960).ok_or_else(|| wrong_with(&FenParseError::InvalidCastlingRights))?;
    // Some programs name the square behind every pawn that has moved twice, or
    // keep an old one: what cannot be taken does not count.
    if passing != "-" && passing.parse::<Square>().is_err() {
        return Err(wrong_with(&FenParseError::InvalidEnPassant));
    }
    build(&castling, passing).or_else(|_| build(&castling, "-"))
}

/// A position as it can be read again: `KQkq` where that means the right rooks, else
/// their files.
pub(super) fn written(board: &Board) -> String {
    let (plain, named) = (board.to_string(), format!("{board:#}"));
    let (meant, known) = (plain.split(' ').nth(2), named.split(' ').nth(2));
    if meant.and_then(|claimed| rights(board, claimed, true)).as_deref() == known { plain } else { named }
}

/// The rights to castle that hold on this board, with their files named.
fn rights(board: &Board, claimed: &str, chess960: bool) -> Option<String> {
    let any_rook = chess960 || (starts_chess960(board, Color::White) && starts_chess960(board, Color::Black));
    let mut found = String::new();
    for letter in claimed.chars().filter(|&c| c != '-') {
        let side = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let king = board.king(side);
        let back = Rank::First.relative_to(side);
        let is_rook = |file: &File| board.colored_pieces(side, Piece::Rook).has(Square::new(*file, back));
        let rook = match letter.to_ascii_lowercase() {
            'k' if any_rook => File::ALL.into_iter().rev().take_while(|&file| file > king.file()).find(is_rook),
            'q' if any_rook => File::ALL.into_iter().take_while(|&file| file < king.file()).find(is_rook),
            'k' => Some(File::H).filter(|_| king.file() == File::E),
            'q' => Some(File::A).filter(|_| king.file() == File::E),
            named @ 'a'..='h' => File::ALL.into_iter().find(|&file| char::from(file) == named),
            _ => return None,
        };
        let Some(rook) = rook.filter(is_rook).filter(|_| king.rank() == back) else { continue };
        let letter = char::from(rook);
        let letter = if side == Color::White { letter.to_ascii_uppercase() } else { letter };
        // One rook on each side of the king, however often it is named.
        let same_side = |known: char| {
            known.is_ascii_uppercase() == letter.is_ascii_uppercase()
                && (known.to_ascii_lowercase() > char::from(king.file())) == (rook > king.file())
        };
        if !found.chars().any(same_side) {
            found.push(letter);
        }
    }
    if found.is_empty() {
        found.push('-');
    }
    Some(found)
}

/// Do the pieces of a side stand as at the beginning of a game of Chess960?
fn starts_chess960(board: &Board, side: Color) -> bool {
    let back = Rank::First.relative_to(side).bitboard();
    let count = |piece| (board.colored_pieces(side, piece) & back).len();
    let pawns = board.colored_pieces(side, Piece::Pawn) & Rank::Second.relative_to(side).bitboard();
    let mut rooks = (board.colored_pieces(side, Piece::Rook) & back).into_iter();
    let king = board.king(side).file();
    pawns.len() == 8
        && [Piece::Knight, Piece::Bishop, Piece::Rook].into_iter().all(|piece| count(piece) == 2)
        && count(Piece::Queen) == 1
        && rooks.any(|rook| rook.file() < king)
        && rooks.any(|rook| rook.file() > king)
}

fn wrong_with(error: &FenParseError) -> Text {
    match error {
        FenParseError::InvalidBoard => say!("record.fen_board"),
        FenParseError::InvalidSideToMove => say!("record.fen_side"),
        FenParseError::InvalidCastlingRights => say!("record.fen_castling"),
        FenParseError::InvalidEnPassant => say!("record.fen_en_passant"),
        FenParseError::InvalidHalfMoveClock => say!("record.fen_clock"),
        FenParseError::InvalidFullmoveNumber => say!("record.fen_number"),
        FenParseError::MissingField => say!("record.fen_missing"),
        FenParseError::TooManyFields => say!("record.fen_fields"),
    }
}

#[cfg(test)]
mod tests {
    use super::position;

    #[track_caller]
    fn becomes(fen: &str, chess960: bool, expected: &str) {
        assert_eq!(format!("{:#}", position(fen, chess960).unwrap()), expected);
    }

    #[test]
    fn rights_to_castle_are_those_that_fit_the_board() {
        // The beginning of a game of Chess960, with and without its name.
        let start = "nrbkqrbn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQRBN w KQkq - 0 1";
        let named = "nrbkqrbn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQRBN w FBfb - 0 1";
        becomes(start, true, named);
        becomes(start, false, named);
        becomes(named, false, named);
        // Later on, an ordinary game has no rook to castle with; Chess960 has the outermost one.
        becomes("3k4/8/8/8/8/8/8/1R1K1RR1 w KQ - 0 9", false, "3k4/8/8/8/8/8/8/1R1K1RR1 w - - 0 9");
        becomes("3k4/8/8/8/8/8/8/1R1K1RR1 w KQ - 0 9", true, "3k4/8/8/8/8/8/8/1R1K1RR1 w GB - 0 9");
        // Surplus rights.
        becomes("4k3/8/8/8/8/8/8/R3K3 w KQkq - 0 9", false, "4k3/8/8/8/8/8/8/R3K3 w A - 0 9");
        becomes("8/8/8/4k3/8/8/8/R3K3 w QQkq -", false, "8/8/8/4k3/8/8/8/R3K3 w A - 0 1");
        assert!(position("4k3/8/8/8/8/8/8/R3K3 w X - 0 9", false).is_err());
    }

    #[test]
    fn what_is_written_means_the_same_rooks() {
        for (fen, expected) in [
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "KQkq"),
            ("nrbkqrbn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQRBN w FBfb - 0 1", "KQkq"),
            ("4k3/8/8/8/8/8/8/R1R1K1RR w GC - 0 1", "GC"),
            ("r1r1k1rr/8/8/8/8/8/8/R1R1K1RR w Hc - 0 1", "Hc"),
            ("4k3/8/8/8/8/8/8/R3K2R b - - 0 1", "-"),
        ] {
            let board = position(fen, true).unwrap();
            let written = super::written(&board);
            assert_eq!(written.split(' ').nth(2), Some(expected));
            assert!(position(&written, true).unwrap() == board, "{written}");
        }
    }

    #[test]
    fn a_square_in_passing_that_cannot_be_is_left_out() {
        becomes("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", false, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
        becomes("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", false, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
        assert!(position("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", false).is_err());
        assert!(position("4k3/8/8/8/8/8/8/4K3", false).is_err());
    }
}
