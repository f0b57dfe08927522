//! A position of shogi, and which moves are legal in it.

use super::pieces;
pub use super::pieces::{Kind, Move, Piece, Side, Square};
use std::fmt;

/// Why a move is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Illegal {
    /// There is no piece of the mover on the square where the move begins.
    NoPiece,
    /// The piece does not move so, or something stands in between.
    Reach,
    /// A piece of the mover stands on the goal.
    OwnPiece,
    /// The king stands on the goal.
    TakesKing,
    /// This piece cannot promote with this move.
    CannotPromote,
    /// The piece could never move again: it must promote, or must not be dropped there.
    DeadEnd,
    /// The mover has no such piece in hand.
    NotInHand,
    /// A piece is dropped on a square that is not empty.
    Occupied,
    /// A second pawn of the mover on one file (二歩).
    TwoPawns,
    /// A dropped pawn gives mate (打ち歩詰め).
    PawnMate,
    /// The king of the mover could be taken.
    InCheck,
}

/// Board, hands and side to move: all that the rule of repetition compares.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ShogiPosition {
    board: [Option<Piece>; 81],
    hands: [[u8; 7]; 2],
    side: Side,
}

impl ShogiPosition {
    /// The position of an even game.
    ///
    /// ```
    /// use miyama_records::shogi::position::ShogiPosition;
    /// assert_eq!(ShogiPosition::even().to_string(), "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -");
    /// ```
    #[must_use]
    pub fn even() -> ShogiPosition {
        let mut position = ShogiPosition::empty();
        let back = [
            Kind::Lance,
            Kind::Knight,
            Kind::Silver,
            Kind::Gold,
            Kind::King,
            Kind::Gold,
            Kind::Silver,
            Kind::Knight,
            Kind::Lance,
        ];
        for (file, kind) in (1..=9).zip(back) {
            for (side, rank, pawns) in [(Side::White, 1, 3), (Side::Black, 9, 7)] {
                position.put(Square { file, rank }, Piece { kind, promoted: false, side });
                position.put(Square { file, rank: pawns }, Piece { kind: Kind::Pawn, promoted: false, side });
            }
        }
        for (file, rank, kind, side) in [
            (2, 2, Kind::Bishop, Side::White),
            (8, 2, Kind::Rook, Side::White),
            (8, 8, Kind::Bishop, Side::Black),
            (2, 8, Kind::Rook, Side::Black),
        ] {
            position.put(Square { file, rank }, Piece { kind, promoted: false, side });
        }
        position
    }

    /// No pieces at all, Black to move.
    #[must_use]
    pub fn empty() -> ShogiPosition {
        ShogiPosition { board: [None; 81], hands: [[0; 7]; 2], side: Side::Black }
    }

    /// The piece on a square.
    #[must_use]
    pub fn at(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// Puts a piece on a square.
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.board[square.index()] = Some(piece);
    }

    /// Empties a square.
    pub fn clear(&mut self, square: Square) {
        self.board[square.index()] = None;
    }

    /// How many pieces of a kind a side has in hand; no king is ever there.
    #[must_use]
    pub fn in_hand(&self, side: Side, kind: Kind) -> u8 {
        self.hands[side.index()].get(kind as usize).copied().unwrap_or(0)
    }

    /// Sets how many pieces of a kind a side has in hand.
    pub fn set_hand(&mut self, side: Side, kind: Kind, count: u8) {
        if let Some(held) = self.hands[side.index()].get_mut(kind as usize) {
            *held = count;
        }
    }

    /// Whose turn it is.
    #[must_use]
    pub fn side(&self) -> Side {
        self.side
    }

    /// Sets whose turn it is.
    pub fn set_side(&mut self, side: Side) {
        self.side = side;
    }

    /// How many pieces of a kind there are in all.
    #[must_use]
    pub fn total(&self, kind: Kind) -> usize {
        let board = self.board.iter().flatten().filter(|piece| piece.kind == kind).count();
        board + usize::from(self.in_hand(Side::Black, kind)) + usize::from(self.in_hand(Side::White, kind))
    }

    /// The squares to which the piece on `from` can go, its king's safety aside.
    fn reach(&self, from: Square) -> Vec<Square> {
        let mut found = Vec::new();
        let Some(piece) = self.at(from) else { return found };
        let forward = if piece.side == Side::Black { 1 } else { -1 };
        let (steps, slides) = pieces::ways(piece.kind, piece.promoted);
        for &(files, ranks) in steps {
            if let Some(to) = from.offset(files, ranks * forward)
                && self.at(to).is_none_or(|other| other.side != piece.side)
            {
                found.push(to);
            }
        }
        for &(files, ranks) in slides {
            let mut at = from;
            while let Some(to) = at.offset(files, ranks * forward) {
                at = to;
                match self.at(to) {
                    None => found.push(to),
                    Some(other) => {
                        if other.side != piece.side {
                            found.push(to);
                        }
                        break;
                    }
                }
            }
        }
        found
    }

    /// Could the king of `side` be taken if the other side were to move? A
    /// side without a king is never in check.
    #[must_use]
    pub fn in_check(&self, side: Side) -> bool {
        let king = Square::all()
            .find(|&square| self.at(square).is_some_and(|piece| piece.kind == Kind::King && piece.side == side));
        king.is_some_and(|king| {
            Square::all()
                .any(|from| self.at(from).is_some_and(|piece| piece.side != side) && self.reach(from).contains(&king))
        })
    }

    /// The position after a legal move.
    ///
    /// # Errors
    /// Why the move is not legal.
    pub fn play(&self, played: Move) -> Result<ShogiPosition, Illegal> {
        let next = self.moved(played)?;
        if next.in_check(self.side) {
            return Err(Illegal::InCheck);
        }
        if let Move::Drop { kind: Kind::Pawn, .. } = played
            && next.in_check(next.side)
            && !next.has_legal_move()
        {
            return Err(Illegal::PawnMate);
        }
        Ok(next)
    }

    /// The position after a move that keeps to the ways of the pieces.
    fn moved(&self, played: Move) -> Result<ShogiPosition, Illegal> {
        let mut next = self.clone();
        next.side = self.side.other();
        match played {
            Move::Go { from, to, promote } => {
                let piece = self.at(from).filter(|piece| piece.side == self.side).ok_or(Illegal::NoPiece)?;
                let taken = self.at(to);
                if taken.is_some_and(|taken| taken.side == self.side) {
                    return Err(Illegal::OwnPiece);
                }
                if !self.reach(from).contains(&to) {
                    return Err(Illegal::Reach);
                }
                let zone = from.depth(self.side) <= 3 || to.depth(self.side) <= 3;
                if promote && (piece.promoted || !piece.kind.promotes() || !zone) {
                    return Err(Illegal::CannotPromote);
                }
                let promoted = piece.promoted || promote;
                if !promoted && pieces::is_dead_end(piece.kind, to, self.side) {
                    return Err(Illegal::DeadEnd);
                }
                if let Some(taken) = taken {
                    if taken.kind == Kind::King {
                        return Err(Illegal::TakesKing);
                    }
                    let held = &mut next.hands[self.side.index()][taken.kind as usize];
                    *held = held.saturating_add(1);
                }
                next.clear(from);
                next.put(to, Piece { promoted, ..piece });
            }
            Move::Drop { kind, to } => {
                if self.in_hand(self.side, kind) == 0 {
                    return Err(Illegal::NotInHand);
                }
                if self.at(to).is_some() {
                    return Err(Illegal::Occupied);
                }
                if pieces::is_dead_end(kind, to, self.side) {
                    return Err(Illegal::DeadEnd);
                }
                let pawn = Piece { kind: Kind::Pawn, promoted: false, side: self.side };
                let on_file = |rank| self.at(Square { file: to.file, rank }) == Some(pawn);
                if kind == Kind::Pawn && (1..=9).any(on_file) {
                    return Err(Illegal::TwoPawns);
                }
                next.hands[self.side.index()][kind as usize] -= 1;
                next.put(to, Piece { kind, promoted: false, side: self.side });
            }
        }
        Ok(next)
    }

    /// All moves that keep to the ways of the pieces, before the king is looked at.
    #[must_use]
    pub fn candidates(&self) -> Vec<Move> {
        let mut found = Vec::new();
        for from in Square::all().filter(|&square| self.at(square).is_some_and(|piece| piece.side == self.side)) {
            for to in self.reach(from) {
                found.extend([false, true].map(|promote| Move::Go { from, to, promote }));
            }
        }
        for kind in Kind::IN_HAND.into_iter().filter(|&kind| self.in_hand(self.side, kind) > 0) {
            found.extend(Square::all().filter(|&to| self.at(to).is_none()).map(|to| Move::Drop { kind, to }));
        }
        found
    }

    fn has_legal_move(&self) -> bool {
        self.candidates().into_iter().any(|candidate| self.play(candidate).is_ok())
    }

    /// All legal moves.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        self.candidates().into_iter().filter(|&candidate| self.play(candidate).is_ok()).collect()
    }

    /// The pieces of the side to move, of one kind, that move so that they could
    /// go to `to`, its king's safety aside.
    pub(super) fn reaching(&self, kind: Kind, promoted: bool, to: Square) -> Vec<Square> {
        let wanted = Piece { kind, promoted, side: self.side };
        Square::all().filter(|&from| self.at(from) == Some(wanted) && self.reach(from).contains(&to)).collect()
    }

    /// The pieces of the side to move, of one kind, that can legally go to `to`.
    #[must_use]
    pub(crate) fn origins(&self, kind: Kind, promoted: bool, to: Square) -> Vec<Square> {
        let wanted = Piece { kind, promoted, side: self.side };
        Square::all()
            .filter(|&from| self.at(from) == Some(wanted))
            .filter(|&from| [false, true].into_iter().any(|promote| self.play(Move::Go { from, to, promote }).is_ok()))
            .collect()
    }
}

/// Letters of the kinds, as in SFEN.
pub(super) const LETTERS: [char; 8] = ['p', 'l', 'n', 's', 'g', 'b', 'r', 'k'];

impl fmt::Display for ShogiPosition {
    /// As in SFEN, without the number of the move: board, side to move, hands.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |kind: Kind, side: Side| match side {
            Side::Black => LETTERS[kind as usize].to_ascii_uppercase(),
            Side::White => LETTERS[kind as usize],
        };
        for rank in 1..=9 {
            let mut gap = 0;
            for file in (1..=9).rev() {
                let Some(piece) = self.at(Square { file, rank }) else {
                    gap += 1;
                    continue;
                };
                if gap > 0 {
                    write!(f, "{gap}")?;
                    gap = 0;
                }
                let plus = if piece.promoted { "+" } else { "" };
                write!(f, "{plus}{}", letter(piece.kind, piece.side))?;
            }
            if gap > 0 {
                write!(f, "{gap}")?;
            }
            if rank < 9 {
                f.write_str("/")?;
            }
        }
        f.write_str(if self.side == Side::Black { " b " } else { " w " })?;
        let mut any = false;
        for side in [Side::Black, Side::White] {
            for kind in Kind::IN_HAND.into_iter().rev() {
                let count = self.in_hand(side, kind);
                if count > 0 {
                    any = true;
                    let number = if count > 1 { count.to_string() } else { String::new() };
                    write!(f, "{number}{}", letter(kind, side))?;
                }
            }
        }
        if any { Ok(()) } else { f.write_str("-") }
    }
}
