//! Chess: games from PGN, with legal moves by the crate `cozy-chess`.

pub mod pgn;
mod san;

use super::replay::{Player, Replay, Rules};
use cozy_chess::{Board, Color, File, Move, Piece};
use std::collections::HashMap;

/// A game of chess, replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    replay: Replay,
}

impl Game {
    /// What the rules of repetition need to know.
    #[must_use]
    pub fn replay(&self) -> &Replay {
        &self.replay
    }
}

/// All that makes two positions equal for the laws of chess: the pieces, whose
/// turn it is, and the rights to castle and to take en passant. That last right
/// only counts if the capture is legal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    pieces: [u64; 6],
    white: u64,
    white_to_move: bool,
    castling: [Option<File>; 4],
    en_passant: Option<File>,
}

impl Key {
    fn new(board: &Board) -> Key {
        let (white, black) = (board.castle_rights(Color::White), board.castle_rights(Color::Black));
        Key {
            pieces: Piece::ALL.map(|piece| board.pieces(piece).0),
            white: board.colors(Color::White).0,
            white_to_move: board.side_to_move() == Color::White,
            castling: [white.short, white.long, black.short, black.long],
            en_passant: board.en_passant().filter(|&file| legal_moves(board).any(|m| is_en_passant(board, m, file))),
        }
    }
}

fn legal_moves(board: &Board) -> impl Iterator<Item = Move> {
    let mut moves = Vec::new();
    board.generate_moves(|of_piece| {
        moves.extend(of_piece);
        false
    });
    moves.into_iter()
}

/// Does a pawn go to another file, `file`, without a piece to take there?
fn is_en_passant(board: &Board, played: Move, file: File) -> bool {
    board.piece_on(played.from) == Some(Piece::Pawn)
        && played.to.file() == file
        && played.from.file() != file
        && board.piece_on(played.to).is_none()
}

/// A game as far as it has been read.
struct Playing {
    board: Board,
    replay: Replay,
    seen: HashMap<Key, u32>,
}

impl Playing {
    fn new(board: Board) -> Playing {
        let white = board.side_to_move() == Color::White;
        let number = usize::from(board.fullmove_number().max(1)) * 2 - usize::from(white);
        let player = if white { Player::First } else { Player::Second };
        let mut playing = Playing { replay: Replay::new(Rules::Chess, number, player), board, seen: HashMap::new() };
        let first = playing.number();
        playing.replay.begin(first);
        playing
    }

    /// The number of the position on the board.
    fn number(&mut self) -> u32 {
        let next = self.seen.len() as u32;
        *self.seen.entry(Key::new(&self.board)).or_insert(next)
    }

    /// Plays a legal move.
    fn play(&mut self, played: Move, name: &str) {
        self.board.play_unchecked(played);
        let number = self.number();
        self.replay.push(number, name.to_owned(), !self.board.checkers().is_empty());
    }
}
