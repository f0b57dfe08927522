//! Moves of chess as people and programs write them: `e4`, `Nbxd7+`, `exd8=Q#`,
//! `O-O-O`, `♘f3`, `Ng1-f3`, and as engines do, `g1f3` and `e7e8q`.

use cozy_chess::{
    BitBoard, Board, Color, File, Move, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_rook_moves,
};

/// What a text says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Said {
    /// The piece; `None` where only the squares are named, as engines do.
    piece: Option<Piece>,
    file: Option<File>,
    rank: Option<Rank>,
    to: Square,
    promotion: Option<Piece>,
}

/// What a text means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meant {
    /// This legal move.
    Move(Move),
    /// The mover passes.
    Pass,
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

/// What may stand behind a move: check, mate and what the annotator thinks (`+/=`).
const MARKS: &[u8] = b"+#!?=-~/";

/// The one legal move that `text` means; it is ASCII.
pub(super) fn find(board: &Board, text: &[u8]) -> Result<Meant, Fault> {
    if matches!(text, b"--" | b"Z0" | b"@@@@" | b"0000" | b"null" | b"pass" | b"NULL" | b"PASS") {
        return Ok(Meant::Pass);
    }
    let body = without_marks(text);
    // `exd6e.p.` says that the pawn is taken in passing.
    let passing = [&b"e.p."[..], b"ep", b"e.p"].into_iter().find_map(|mark| body.strip_suffix(mark));
    let body = passing.map_or(body, without_marks);
    if let Some(short) = castling(body) {
        return castle(board, short).map(Meant::Move).ok_or(Fault::None);
    }
    let said = parse(body).ok_or(Fault::Unreadable)?;
    let found = one(board, said)?;
    if passing.is_some() && !in_passing(board, found) {
        return Err(Fault::None);
    }
    Ok(Meant::Move(found))
}

fn without_marks(text: &[u8]) -> &[u8] {
    let length = text.iter().rposition(|c| !MARKS.contains(c)).map_or(0, |last| last + 1);
    &text[..length]
}

/// `O-O`, `0-0`, `o-o`: true for the short side.
fn castling(text: &[u8]) -> Option<bool> {
    match text {
        [a, b'-', b] if is_castle(&[*a, *b]) => Some(true),
        [a, b'-', b, b'-', c] if is_castle(&[*a, *b, *c]) => Some(false),
        _ => None,
    }
}

fn is_castle(letters: &[u8]) -> bool {
    letters.iter().all(|letter| b"Oo0".contains(letter))
}

/// The board writes castling as the king taking its own rook.
fn castle(board: &Board, short: bool) -> Option<Move> {
    let side = board.side_to_move();
    let rights = board.castle_rights(side);
    let rook = if short { rights.short } else { rights.long }?;
    let back = Rank::First.relative_to(side);
    let castled = Move { from: board.king(side), to: Square::new(rook, back), promotion: None };
    board.is_legal(castled).then_some(castled)
}

/// The one legal move of which all that is said is true.
fn one(board: &Board, said: Said) -> Result<Move, Fault> {
    let side = board.side_to_move();
    let Some(piece) = said.piece.or_else(|| board.piece_on(Square::new(said.file?, said.rank?))) else {
        return Err(Fault::None);
    };
    if said.piece.is_none() && piece == Piece::King {
        // An engine writes castling as the way of the king, or as the king taking its rook.
        let king = board.king(side);
        let own_rook = board.colored_pieces(side, Piece::Rook).has(said.to);
        let far = (king.file() as u8).abs_diff(said.to.file() as u8) > 1;
        let own_king = (said.file, said.rank) == (Some(king.file()), Some(king.rank()));
        if own_king && king.rank() == said.to.rank() && (own_rook || far) {
            return castle(board, said.to.file() > king.file()).ok_or(Fault::None);
        }
    }
    if board.colors(side).has(said.to) || said.promotion.is_some() != (piece == Piece::Pawn && is_last(said.to, side)) {
        return Err(Fault::None);
    }
    let mut mask = board.colored_pieces(side, piece) & nearby(board, piece, said.to);
    if let Some(file) = said.file {
        mask &= file.bitboard();
    }
    if let Some(rank) = said.rank {
        mask &= rank.bitboard();
    }
    let (mut found, mut several) = (None, false);
    board.generate_moves_for(mask, |moves| {
        if moves.to.has(said.to) {
            several |= found.is_some();
            found = Some(moves.from);
        }
        false
    });
    match found {
        _ if several => Err(Fault::Several),
        Some(from) => Ok(Move { from, to: said.to, promotion: said.promotion }),
        None => Err(Fault::None),
    }
}

fn is_last(square: Square, side: Color) -> bool {
    square.rank() == Rank::Eighth.relative_to(side)
}

/// A set that contains every square from which such a piece can go to `to`.
fn nearby(board: &Board, piece: Piece, to: Square) -> BitBoard {
    let occupied = board.occupied();
    match piece {
        Piece::Knight => get_knight_moves(to),
        Piece::Bishop => get_bishop_moves(to, occupied),
        Piece::Rook => get_rook_moves(to, occupied),
        Piece::Queen => get_bishop_moves(to, occupied) | get_rook_moves(to, occupied),
        Piece::King => get_king_moves(to),
        Piece::Pawn => to.file().bitboard() | to.file().adjacent(),
    }
}

/// Does a pawn take another that it passes?
fn in_passing(board: &Board, played: Move) -> bool {
    board.piece_on(played.from) == Some(Piece::Pawn)
        && played.from.file() != played.to.file()
        && board.piece_on(played.to).is_none()
}

fn parse(text: &[u8]) -> Option<Said> {
    let (named, rest) = match text.split_first() {
        // `b` and `B` are told apart: the one is a file.
        Some((&letter, rest)) if letter == b'P' || (letter != b'b' && officer(letter).is_some()) => {
            (Some(officer(letter).unwrap_or(Piece::Pawn)), rest)
        }
        _ => (None, text),
    };
    let (promotion, rest) = promotion(rest)?;
    if promotion.is_some() && named.is_some_and(|piece| piece != Piece::Pawn) {
        return None;
    }
    let (from, to) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
    let to = Square::new(file(to[0])?, rank(to[1])?);
    let crossed = matches!(from.last(), Some(b'x' | b'-' | b':' | b'X'));
    let from = if crossed { &from[..from.len() - 1] } else { from };
    let (from_file, from_rank) = match from {
        [] => (None, None),
        &[letter] => match file(letter) {
            Some(file) => (Some(file), None),
            None => (None, Some(rank(letter)?)),
        },
        &[a, b] => (Some(file(a)?), Some(rank(b)?)),
        _ => return None,
    };
    // Two squares without a piece are a move of whatever stands on the first.
    let piece = named.or(if from.len() == 2 { None } else { Some(Piece::Pawn) });
    Some(Said { piece, file: from_file, rank: from_rank, to, promotion })
}

/// `=Q`, `Q`, `/Q`, `(Q)`, `=(Q)` and `q` at the end, and what stands before it.
fn promotion(text: &[u8]) -> Option<(Option<Piece>, &[u8])> {
    let (body, bracketed) = match text.strip_suffix(b")") {
        Some(body) => (body, true),
        None => (text, false),
    };
    let Some((&letter, before)) = body.split_last() else { return Some((None, text)) };
    if letter.is_ascii_digit() {
        return if bracketed { None } else { Some((None, text)) };
    }
    let piece = officer(letter).filter(|&piece| piece != Piece::King)?;
    let before = if bracketed { before.strip_suffix(b"(")? } else { before };
    let marked = [b"=", b"/"].into_iter().find_map(|mark| before.strip_suffix(mark));
    Some((Some(piece), marked.unwrap_or(before)))
}

fn file(letter: u8) -> Option<File> {
    File::try_index(letter.checked_sub(b'a')?.into())
}

fn rank(digit: u8) -> Option<Rank> {
    Rank::try_index(digit.checked_sub(b'1')?.into())
}

fn officer(letter: u8) -> Option<Piece> {
    Some(match letter.to_ascii_uppercase() {
        b'N' => Piece::Knight,
        b'B' => Piece::Bishop,
        b'R' => Piece::Rook,
        b'Q' => Piece::Queen,
        b'K' => Piece::King,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(fen: &str, text: &str) -> Result<String, Fault> {
        let board: Board = fen.parse().unwrap();
        find(&board, text.as_bytes()).map(|meant| match meant {
            Meant::Move(played) => played.to_string(),
            Meant::Pass => "pass".to_owned(),
        })
    }

    #[test]
    fn one_move_in_many_writings() {
        const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for text in
            ["Nf3", "Ng1-f3", "g1f3", "Nf3!?", "Ngf3", "nf3", "N1f3", "Nf3+-", "g1-f3", "Nf3+/=", "Nf3=/+", "Nf3+/-"]
        {
            assert_eq!(played(START, text), Ok("g1f3".to_owned()), "{text}");
        }
        for text in ["e4", "e2e4", "e2-e4", "Pe4", "e4=", "ee4"] {
            assert_eq!(played(START, text), Ok("e2e4".to_owned()), "{text}");
        }
        const LAST: &str = "k2n4/4P3/8/8/8/8/8/4K2R w K - 0 1";
        for text in ["exd8=Q", "exd8Q", "ed8=q", "e7xd8/Q", "e7d8q", "exd8(Q)+", "e7d8=Q", "exd8=(Q)", "exd8/(Q)+/-"] {
            assert_eq!(played(LAST, text), Ok("e7d8q".to_owned()), "{text}");
        }
        for text in ["O-O", "0-0", "o-o", "O-O+", "e1g1", "e1h1"] {
            assert_eq!(played(LAST, text), Ok("e1h1".to_owned()), "{text}");
        }
        for text in ["--", "Z0", "0000", "pass"] {
            assert_eq!(played(START, text), Ok("pass".to_owned()), "{text}");
        }
    }

    #[test]
    fn what_is_no_move_is_told_apart_from_what_is_illegal() {
        const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for text in ["hello", "", "e", "e9", "N", "i4", "Nf3)", "exd8(Q", "=Q", "O-O-O-O"] {
            assert_eq!(played(START, text), Err(Fault::Unreadable), "{text}");
        }
        for text in ["e5", "Ke2", "O-O", "e4=Q", "e1g1", "a1b1", "e2e4q", "d5e4"] {
            assert_eq!(played(START, text), Err(Fault::None), "{text}");
        }
        assert_eq!(played("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "Rd1"), Ok("a1d1".to_owned()));
        assert_eq!(played("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "Rd1"), Err(Fault::Several));
        assert_eq!(played("4k3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8=Q"), Err(Fault::None));
        assert_eq!(played("k7/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8"), Err(Fault::None));
    }
}
