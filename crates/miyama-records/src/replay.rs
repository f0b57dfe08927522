//! A game as the rules of repetition see it: which positions are equal, which
//! moves were made, and which of them gave check.

/// Whose rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Shogi: equal are board, hands and side to move.
    Shogi,
    /// Chess: equal are board, side to move and the rights to castle and to
    /// take en passant.
    Chess,
}

/// Who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    /// 先手, or White in chess.
    First,
    /// 後手, or Black in chess.
    Second,
}

impl Mover {
    /// The other player.
    #[must_use]
    pub fn other(self) -> Mover {
        match self {
            Mover::First => Mover::Second,
            Mover::Second => Mover::First,
        }
    }
}

/// A replayed game. Position i is the one after i moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    rules: Rules,
    first_number: usize,
    first_player: Mover,
    positions: Vec<u32>,
    moves: Vec<String>,
    checks: Vec<bool>,
}

impl Replay {
    /// A game without moves yet; the first one will have this number, by this player.
    #[must_use]
    pub fn new(rules: Rules, first_number: usize, first_player: Mover) -> Replay {
        Replay { rules, first_number, first_player, positions: Vec::new(), moves: Vec::new(), checks: Vec::new() }
    }

    /// The first position. Equal positions have equal numbers.
    pub fn begin(&mut self, position: u32) {
        self.positions.push(position);
    }

    /// A move to `position`, which gives check or not.
    pub fn push(&mut self, position: u32, name: String, check: bool) {
        self.positions.push(position);
        self.moves.push(name);
        self.checks.push(check);
    }

    /// Whose rules.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The numbers of the positions, one more than there are moves.
    #[must_use]
    pub fn positions(&self) -> &[u32] {
        &self.positions
    }

    /// The moves as they are written.
    #[must_use]
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// Does move i (from 0) give check?
    #[must_use]
    pub fn gives_check(&self, i: usize) -> bool {
        self.checks[i]
    }

    /// Who makes move i (from 0).
    #[must_use]
    pub fn player(&self, i: usize) -> Mover {
        if i.is_multiple_of(2) { self.first_player } else { self.first_player.other() }
    }

    /// The number of the first move: of the move in shogi, of the half-move in
    /// chess, where the first move of White is 1 and that of Black 2.
    #[must_use]
    pub fn first_number(&self) -> usize {
        self.first_number
    }

    /// The number of the last move before position i.
    #[must_use]
    pub fn number(&self, i: usize) -> usize {
        self.first_number + i - 1
    }
}
