//! A game of shogi: where it begins and its legal moves.

use super::about::About;
use super::names;
use super::position::{Illegal, Move, ShogiPosition, Side, Square};
use crate::replay::{Mover, Replay, Rules};
use miyama_budget::{Budget, Mistake, Stopped};
use miyama_text::{Text, say};
use std::ops::Range;

/// Bytes that a move takes at most when it is replayed. A map of positions is
/// between 7/16 and 7/8 full, and stands beside its old half while it grows:
/// 24/7 entries. With the name of the move, and what the rules of repetition
/// keep of it, in vectors that may be half empty, 250 bytes are enough.
const PER_MOVE: u64 = 24 * size_of::<(ShogiPosition, u32)>() as u64 / 7 + 250;

/// A game whose moves are legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    start: ShogiPosition,
    first_number: usize,
    moves: Vec<Move>,
    now: ShogiPosition,
    about: About,
}

impl Game {
    /// A game that begins at `start`; its first move has the number `first_number`.
    ///
    /// ```
    /// use miyama_records::shogi::game::Game;
    /// use miyama_records::shogi::position::{Move, ShogiPosition, Square};
    /// let mut game = Game::new(ShogiPosition::even(), 1);
    /// let pawn = Move::Go { from: Square::new(7, 7).unwrap(), to: Square::new(7, 6).unwrap(), promote: false };
    /// assert!(game.play(pawn).is_ok());
    /// assert!(game.play(pawn).is_err());
    /// ```
    #[must_use]
    pub fn new(start: ShogiPosition, first_number: usize) -> Game {
        Game { now: start.clone(), start, first_number, moves: Vec::new(), about: About::default() }
    }

    /// Plays a move.
    ///
    /// # Errors
    /// Why it is not legal.
    pub fn play(&mut self, played: Move) -> Result<(), Illegal> {
        self.now = self.now.play(played)?;
        self.moves.push(played);
        Ok(())
    }

    /// Plays a move that is written at `at`.
    pub(super) fn play_at(&mut self, played: Move, at: Range<usize>) -> Result<(), Mistake> {
        self.play(played).map_err(|illegal| self.illegal(at, reason(illegal)))
    }

    /// A mistake in the next move, which says its number and the position.
    pub(super) fn illegal(&self, at: Range<usize>, reason: Text) -> Mistake {
        Mistake::new(at, say!("record.illegal", number = self.next_number(), reason = reason))
            .with_hint(say!("record.position", position = self.now.to_string()))
    }

    /// The number of the next move.
    #[must_use]
    pub(crate) fn next_number(&self) -> usize {
        self.first_number + self.moves.len()
    }

    /// The first position.
    #[must_use]
    pub fn start(&self) -> &ShogiPosition {
        &self.start
    }

    /// The position after all moves so far.
    #[must_use]
    pub fn now(&self) -> &ShogiPosition {
        &self.now
    }

    /// The number of the first move.
    #[must_use]
    pub fn first_number(&self) -> usize {
        self.first_number
    }

    /// The moves.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// What the record tells besides the moves.
    #[must_use]
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The same, to be added to.
    pub fn about_mut(&mut self) -> &mut About {
        &mut self.about
    }

    /// The square to which the last move went.
    #[must_use]
    pub(crate) fn last_square(&self) -> Option<Square> {
        self.moves.last().map(|played| played.to())
    }

    /// The position before the first move and after each, in SFEN without the number of the move.
    #[must_use]
    pub fn diagrams(&self) -> Vec<String> {
        let mut position = self.start.clone();
        let mut all = vec![position.to_string()];
        for &played in &self.moves {
            position = position.play(played).expect("the moves of a game are legal");
            all.push(position.to_string());
        }
        all
    }

    /// What the rules of repetition need to know.
    ///
    /// # Errors
    /// [`Stopped`] when the budget says so.
    pub fn replay(&self, budget: &Budget) -> Result<Replay, Stopped> {
        budget.need(self.moves.len() as u64 * PER_MOVE)?;
        let mut position = self.start.clone();
        let mut replay = Replay::new(Rules::Shogi, self.first_number, player(position.side()));
        let mut seen = std::collections::HashMap::new();
        let mut number = |position: ShogiPosition| {
            let next = seen.len() as u32;
            *seen.entry(position).or_insert(next)
        };
        replay.begin(number(position.clone()));
        let mut before = None;
        for &played in &self.moves {
            budget.check()?;
            let next = position.play(played).expect("the moves of a game are legal");
            let name = format!("{}{}", names::mark(position.side()), names::kif(&position, played, before));
            replay.push(number(next.clone()), name, next.in_check(next.side()));
            before = Some(played.to());
            position = next;
        }
        Ok(replay)
    }
}

/// A move that stands at `at`, where the game is over.
pub(super) fn after_the_end(at: Range<usize>) -> Mistake {
    Mistake::new(at, say!("record.after_end")).with_hint(say!("record.after_end_hint"))
}

fn player(side: Side) -> Mover {
    match side {
        Side::Black => Mover::First,
        Side::White => Mover::Second,
    }
}

/// Why a move is not legal, for people.
fn reason(illegal: Illegal) -> Text {
    match illegal {
        Illegal::NoPiece => say!("record.shogi_no_piece"),
        Illegal::Reach => say!("record.shogi_reach"),
        Illegal::OwnPiece => say!("record.shogi_own_piece"),
        Illegal::TakesKing => say!("record.shogi_takes_king"),
        Illegal::CannotPromote => say!("record.shogi_cannot_promote"),
        Illegal::DeadEnd => say!("record.shogi_dead_end"),
        Illegal::NotInHand => say!("record.shogi_not_in_hand"),
        Illegal::Occupied => say!("record.shogi_occupied"),
        Illegal::TwoPawns => say!("record.shogi_two_pawns"),
        Illegal::PawnMate => say!("record.shogi_pawn_mate"),
        Illegal::InCheck => say!("record.shogi_in_check"),
    }
}
