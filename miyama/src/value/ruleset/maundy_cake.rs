//! Maundy Cake: as Cutcake, but a cut divides a piece into any number of equal
//! parts.

use super::Ruleset;
use super::cutcake::parse_cake;
use crate::mistake::Mistake;
use crate::play::Player;

/// Several pieces of one size: rows, columns, how many.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MaundyCake {
    rows: usize,
    columns: usize,
    pieces: usize,
}

impl MaundyCake {
    pub(super) fn parse(arguments: Option<(usize, &str)>, text: (usize, &str)) -> Result<MaundyCake, Mistake> {
        let (rows, columns) = parse_cake("maundy-cake", arguments, text)?;
        Ok(MaundyCake { rows, columns, pieces: 1 })
    }
}

impl Ruleset for MaundyCake {
    /// Into how many equal parts to divide a piece.
    type Move = usize;

    fn moves(&self, player: Player) -> Vec<usize> {
        let side = if player == Player::Left { self.columns } else { self.rows };
        (2..=side).filter(|parts| side.is_multiple_of(*parts)).collect()
    }

    /// The other pieces are left out: the solver asks only about single pieces.
    fn after(&self, player: Player, parts: &usize) -> MaundyCake {
        let (rows, columns) = match player {
            Player::Left => (self.rows, self.columns / parts),
            Player::Right => (self.rows / parts, self.columns),
        };
        MaundyCake { rows, columns, pieces: *parts }
    }

    fn parts(&self, found: &mut impl FnMut(MaundyCake)) {
        for _ in 0..self.pieces {
            found(MaundyCake { pieces: 1, ..*self });
        }
    }

    /// A quarter turn exchanges the players.
    fn normal(&self) -> (MaundyCake, bool) {
        if self.rows > self.columns {
            (MaundyCake { rows: self.columns, columns: self.rows, pieces: self.pieces }, true)
        } else {
            (self.clone(), false)
        }
    }
}
