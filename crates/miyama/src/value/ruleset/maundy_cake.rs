//! Maundy Cake: as Cutcake, but a cut divides a piece into any number of equal
//! parts.

use super::Ruleset;
use super::cutcake::{Cut, parse_cake, turned};
use crate::play::Player;
use miyama_budget::Mistake;

/// The pieces: rows and columns of each.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MaundyCake(Vec<(usize, usize)>);

impl MaundyCake {
    pub(super) fn parse(arguments: Option<(usize, &str)>, text: (usize, &str)) -> Result<MaundyCake, Mistake> {
        parse_cake("maundy-cake", arguments, text).map(|size| MaundyCake(vec![size]))
    }
}

impl Ruleset for MaundyCake {
    type Move = Cut;

    fn moves(&self, player: Player) -> Vec<Cut> {
        let side = |(rows, columns): &(usize, usize)| if player == Player::Left { *columns } else { *rows };
        let divisors = |side: usize| (2..=side).filter(move |parts| side.is_multiple_of(*parts));
        let cuts = |(piece, size)| divisors(side(size)).map(move |at| Cut { piece, at });
        self.0.iter().enumerate().flat_map(cuts).collect()
    }

    fn after(&self, player: Player, cut: &Cut) -> MaundyCake {
        let mut pieces = self.0.clone();
        let (rows, columns) = pieces.swap_remove(cut.piece);
        let part = match player {
            Player::Left => (rows, columns / cut.at),
            Player::Right => (rows / cut.at, columns),
        };
        pieces.extend(std::iter::repeat_n(part, cut.at));
        MaundyCake(pieces)
    }

    fn parts(&self, found: &mut impl FnMut(MaundyCake)) {
        for piece in &self.0 {
            found(MaundyCake(vec![*piece]));
        }
    }

    fn normal(&self) -> (MaundyCake, bool) {
        let (pieces, exchanged) = turned(&self.0);
        (MaundyCake(pieces), exchanged)
    }
}
