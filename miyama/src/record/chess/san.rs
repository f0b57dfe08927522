//! Moves of chess as PGN writes them: `e4`, `Nbxd7+`, `exd8=Q#`, `O-O-O`.

use super::legal_moves;
use cozy_chess::{Board, File, Move, Piece, Rank, Square};

/// What a move says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct San {
    piece: Piece,
    file: Option<File>,
    rank: Option<Rank>,
    to: Square,
    promotion: Option<Piece>,
}

/// Why a text is not one legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// It is no move at all.
    Unreadable,
    /// No legal move is written so.
    None,
    /// Several are.
    Several,
}

/// The one legal move that `text` means.
pub(super) fn find(board: &Board, text: &str) -> Result<Move, Fault> {
    const MARKS: [char; 4] = ['+', '#', '!', '?'];
    let body = text.trim_end_matches(MARKS);
    // `exd6e.p.` says that the pawn is taken in passing.
    let (body, passing) = match body.strip_suffix("e.p.") {
        Some(body) => (body.trim_end_matches(MARKS), true),
        None => (body, false),
    };
    let castling = match body {
        "O-O" | "0-0" => Some(true),
        "O-O-O" | "0-0-0" => Some(false),
        _ => None,
    };
    let meant: Vec<Move> = match castling {
        // The board writes castling as the king taking its own rook.
        Some(short) => legal_moves(board)
            .filter(|m| board.color_on(m.to) == Some(board.side_to_move()))
            .filter(|m| (m.to.file() > m.from.file()) == short)
            .collect(),
        None => {
            let san = parse(body).ok_or(Fault::Unreadable)?;
            legal_moves(board).filter(|&m| fits(board, m, san) && (!passing || in_passing(board, m))).collect()
        }
    };
    match meant[..] {
        [found] => Ok(found),
        [] => Err(Fault::None),
        _ => Err(Fault::Several),
    }
}

fn fits(board: &Board, played: Move, san: San) -> bool {
    board.piece_on(played.from) == Some(san.piece)
        && board.color_on(played.to) != Some(board.side_to_move())
        && played.to == san.to
        && played.promotion == san.promotion
        && san.file.is_none_or(|file| played.from.file() == file)
        && san.rank.is_none_or(|rank| played.from.rank() == rank)
}

/// Does a pawn take another that it passes?
fn in_passing(board: &Board, played: Move) -> bool {
    board.piece_on(played.from) == Some(Piece::Pawn)
        && played.from.file() != played.to.file()
        && board.piece_on(played.to).is_none()
}

fn parse(text: &str) -> Option<San> {
    if !text.is_ascii() {
        return None;
    }
    let (piece, mut rest) = match text.chars().next().and_then(officer) {
        Some(piece) => (piece, &text[1..]),
        None => (Piece::Pawn, text),
    };
    let mut promotion = None;
    if piece == Piece::Pawn
        && let Some(last) = rest.chars().last().and_then(officer)
    {
        promotion = Some(last).filter(|&piece| piece != Piece::King);
        promotion?;
        rest = &rest[..rest.len() - 1];
        rest = rest.strip_suffix('=').unwrap_or(rest);
    }
    if rest.len() < 2 {
        return None;
    }
    let (from, to) = rest.split_at(rest.len() - 2);
    let to: Square = to.parse().ok()?;
    let from = from.strip_suffix(['x', '-', ':']).unwrap_or(from);
    let mut letters = from.chars().peekable();
    let file = letters.next_if(char::is_ascii_lowercase).map(|c| c.to_string().parse().ok());
    let rank = letters.next_if(char::is_ascii_digit).map(|c| c.to_string().parse().ok());
    if letters.next().is_some() || file == Some(None) || rank == Some(None) {
        return None;
    }
    Some(San { piece, file: file.flatten(), rank: rank.flatten(), to, promotion })
}

fn officer(c: char) -> Option<Piece> {
    Some(match c {
        'N' => Piece::Knight,
        'B' => Piece::Bishop,
        'R' => Piece::Rook,
        'Q' => Piece::Queen,
        'K' => Piece::King,
        _ => return None,
    })
}
