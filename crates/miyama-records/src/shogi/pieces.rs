//! The pieces of shogi, the squares, and how pieces move.

/// Black (先手) moves up the board, towards rank 1; White (後手) down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// 先手.
    Black,
    /// 後手.
    White,
}

impl Side {
    /// The other side.
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::Black => Side::White,
            Side::White => Side::Black,
        }
    }

    pub(super) fn index(self) -> usize {
        match self {
            Side::Black => 0,
            Side::White => 1,
        }
    }
}

/// A kind of piece, before promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Kind {
    Pawn,
    Lance,
    Knight,
    Silver,
    Gold,
    Bishop,
    Rook,
    King,
}

impl Kind {
    /// All kinds that can be in hand, the least first.
    pub const IN_HAND: [Kind; 7] =
        [Kind::Pawn, Kind::Lance, Kind::Knight, Kind::Silver, Kind::Gold, Kind::Bishop, Kind::Rook];

    /// Has it another side to turn to?
    #[must_use]
    pub(crate) fn promotes(self) -> bool {
        !matches!(self, Kind::Gold | Kind::King)
    }

    /// How many there are in a set.
    #[must_use]
    pub(crate) fn in_a_set(self) -> u8 {
        match self {
            Kind::Pawn => 18,
            Kind::Bishop | Kind::Rook | Kind::King => 2,
            _ => 4,
        }
    }
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// What it was before promotion.
    pub kind: Kind,
    /// Has it been promoted?
    pub promoted: bool,
    /// Whose it is.
    pub side: Side,
}

/// A square: file 1 to 9 from the right, rank 1 to 9 from the top, as Black sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square {
    pub(super) file: u8,
    pub(super) rank: u8,
}

impl Square {
    /// The square, if both numbers are 1 to 9.
    #[must_use]
    pub fn new(file: u8, rank: u8) -> Option<Square> {
        ((1..=9).contains(&file) && (1..=9).contains(&rank)).then_some(Square { file, rank })
    }

    /// All squares.
    pub fn all() -> impl Iterator<Item = Square> {
        (1..=9).flat_map(|file| (1..=9).map(move |rank| Square { file, rank }))
    }

    /// Its file.
    #[must_use]
    pub fn file(self) -> u8 {
        self.file
    }

    /// Its rank.
    #[must_use]
    pub fn rank(self) -> u8 {
        self.rank
    }

    pub(super) fn index(self) -> usize {
        usize::from(self.file - 1) * 9 + usize::from(self.rank - 1)
    }

    /// The square so many files and ranks away.
    pub(super) fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        Square::new(self.file.checked_add_signed(files)?, self.rank.checked_add_signed(ranks)?)
    }

    /// How far it is from the last rank, as `side` sees it: 1 on the last rank.
    #[must_use]
    pub fn depth(self, side: Side) -> u8 {
        match side {
            Side::Black => self.rank,
            Side::White => 10 - self.rank,
        }
    }
}

/// A move: a piece of the board goes, or one from the hand is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// From one square to another.
    Go {
        /// Where from.
        from: Square,
        /// Where to.
        to: Square,
        /// Does it promote?
        promote: bool,
    },
    /// From the hand.
    Drop {
        /// What.
        kind: Kind,
        /// Where to.
        to: Square,
    },
}

impl Move {
    /// Where it goes to.
    #[must_use]
    pub fn to(self) -> Square {
        match self {
            Move::Go { to, .. } | Move::Drop { to, .. } => to,
        }
    }
}

/// Directions: files and ranks.
type Ways = &'static [(i8, i8)];

/// Steps and slides of a piece of Black: (files, ranks), where −1 rank is forward.
pub(super) fn ways(kind: Kind, promoted: bool) -> (Ways, Ways) {
    const GOLD: Ways = &[(0, -1), (1, -1), (-1, -1), (1, 0), (-1, 0), (0, 1)];
    const STRAIGHT: Ways = &[(0, -1), (0, 1), (1, 0), (-1, 0)];
    const DIAGONAL: Ways = &[(1, -1), (-1, -1), (1, 1), (-1, 1)];
    match (kind, promoted) {
        (Kind::Pawn, false) => (&[(0, -1)], &[]),
        (Kind::Lance, false) => (&[], &[(0, -1)]),
        (Kind::Knight, false) => (&[(1, -2), (-1, -2)], &[]),
        (Kind::Silver, false) => (&[(0, -1), (1, -1), (-1, -1), (1, 1), (-1, 1)], &[]),
        (Kind::Bishop, false) => (&[], DIAGONAL),
        (Kind::Rook, false) => (&[], STRAIGHT),
        (Kind::Bishop, true) => (STRAIGHT, DIAGONAL),
        (Kind::Rook, true) => (DIAGONAL, STRAIGHT),
        (Kind::King, _) => (&[(0, -1), (0, 1), (1, 0), (-1, 0), (1, -1), (-1, -1), (1, 1), (-1, 1)], &[]),
        (Kind::Gold, _) | (Kind::Pawn | Kind::Lance | Kind::Knight | Kind::Silver, true) => (GOLD, &[]),
    }
}

/// Could an unpromoted piece never move from there?
pub(super) fn is_dead_end(kind: Kind, to: Square, side: Side) -> bool {
    match kind {
        Kind::Pawn | Kind::Lance => to.depth(side) == 1,
        Kind::Knight => to.depth(side) <= 2,
        _ => false,
    }
}
