//! Chess: games from PGN, with legal moves by the crate `cozy-chess`.

mod fen;
pub mod pgn;
mod san;
mod tokens;

use super::replay::{Mover, Replay, Rules};
use cozy_chess::{Board, Color, File, Move, Piece, Rank, Square, get_pawn_attacks};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// A game of chess, replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    replay: Replay,
    start: Board,
    /// The moves; none where the side to move passed.
    played: Vec<Option<Move>>,
}

impl Game {
    /// What the rules of repetition need to know.
    #[must_use]
    pub fn replay(&self) -> &Replay {
        &self.replay
    }

    /// The position before the first move and after each, in FEN.
    #[must_use]
    pub fn diagrams(&self) -> Vec<String> {
        let mut board = self.start.clone();
        let mut all = vec![fen::written(&board)];
        for played in &self.played {
            match played {
                Some(played) => board.play_unchecked(*played),
                None => board = board.null_move().unwrap_or(board),
            }
            all.push(fen::written(&board));
        }
        all
    }

    /// The same, where the game itself is needed no more.
    #[must_use]
    pub fn into_replay(self) -> Replay {
        self.replay
    }
}

/// All that makes two positions equal for the laws of chess: the pieces, whose
/// turn it is, and the rights to castle and to take en passant. That last right
/// only counts if the capture is legal.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Key {
    /// The board's own hash, without the right to take en passant: equal
    /// positions have equal ones, and different ones may.
    hash: u64,
    pieces: [u64; 6],
    white: u64,
    white_to_move: bool,
    castling: [Option<File>; 4],
    en_passant: Option<File>,
}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

impl Key {
    fn new(board: &Board) -> Key {
        let (white, black) = (board.castle_rights(Color::White), board.castle_rights(Color::Black));
        Key {
            hash: board.hash_without_ep(),
            pieces: Piece::ALL.map(|piece| board.pieces(piece).0),
            white: board.colors(Color::White).0,
            white_to_move: board.side_to_move() == Color::White,
            castling: [white.short, white.long, black.short, black.long],
            en_passant: board.en_passant().filter(|&file| can_take_in_passing(board, file)),
        }
    }
}

/// Is there a legal capture of the pawn that has just passed on this file?
fn can_take_in_passing(board: &Board, file: File) -> bool {
    let side = board.side_to_move();
    let to = Square::new(file, Rank::Sixth.relative_to(side));
    let pawns = get_pawn_attacks(to, !side) & board.colored_pieces(side, Piece::Pawn);
    pawns.into_iter().any(|from| board.is_legal(Move { from, to, promotion: None }))
}

/// Takes the one number that a [`Key`] gives: it is a hash already.
#[derive(Default)]
struct Taken(u64);

impl Hasher for Taken {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

/// Bytes that a move takes at most. A map of keys is between 7/16 and 7/8 full,
/// and stands beside its old half while it grows: 24/7 entries. With the name
/// of the move, and what the rules of repetition keep of it, in vectors that
/// may be half empty, 208 bytes are enough.
pub(crate) const PER_MOVE: u64 = 24 * size_of::<(Key, u32)>() as u64 / 7 + 208;

/// The positions of a game by their numbers; one map serves many games.
#[derive(Default)]
pub(crate) struct Seen(HashMap<Key, u32, BuildHasherDefault<Taken>>);

/// A game as far as it has been read.
struct Playing<'a> {
    start: Board,
    board: Board,
    played: Vec<Option<Move>>,
    replay: Replay,
    seen: &'a mut Seen,
}

impl<'a> Playing<'a> {
    fn new(board: Board, seen: &'a mut Seen) -> Playing<'a> {
        let white = board.side_to_move() == Color::White;
        let number = usize::from(board.fullmove_number().max(1)) * 2 - usize::from(white);
        let player = if white { Mover::First } else { Mover::Second };
        // A map that an endless game made large is not kept for the next one.
        if seen.0.capacity() > 1 << 12 {
            *seen = Seen::default();
        }
        seen.0.clear();
        let mut playing = Playing {
            replay: Replay::new(Rules::Chess, number, player),
            start: board.clone(),
            board,
            played: Vec::new(),
            seen,
        };
        let first = playing.number();
        playing.replay.begin(first);
        playing
    }

    /// The number of the position on the board.
    fn number(&mut self) -> u32 {
        let next = self.seen.0.len() as u32;
        *self.seen.0.entry(Key::new(&self.board)).or_insert(next)
    }

    /// Plays a legal move.
    fn play(&mut self, played: Move, name: &str) {
        self.board.play_unchecked(played);
        self.played(Some(played), name);
    }

    /// Lets the other side move, unless the mover is in check.
    fn pass(&mut self, name: &str) -> bool {
        let Some(board) = self.board.null_move() else { return false };
        self.board = board;
        self.played(None, name);
        true
    }

    fn played(&mut self, played: Option<Move>, name: &str) {
        self.played.push(played);
        let number = self.number();
        self.replay.push(number, name.to_owned(), !self.board.checkers().is_empty());
    }

    /// The whole game.
    fn game(self) -> Game {
        Game { replay: self.replay, start: self.start, played: self.played }
    }
}
