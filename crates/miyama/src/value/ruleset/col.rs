//! Col on a path: the players colour vertices, each with a colour of his own;
//! two vertices next to each other never have the same colour.

use super::Ruleset;
use super::path::Path;
use crate::play::Player;
use miyama_budget::Mistake;

/// A path, partly coloured.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Col(Path);

/// Who may not colour a vertex next to one that `player` coloured.
fn forbidden(player: Player) -> Player {
    player
}

impl Col {
    pub(super) fn parse(arguments: Option<(usize, &str)>, text: (usize, &str)) -> Result<Col, Mistake> {
        Path::parse("col", forbidden, arguments, text).map(Col)
    }
}

impl Ruleset for Col {
    /// The vertex that is coloured, counted from 1.
    type Move = usize;

    fn moves(&self, player: Player) -> Vec<usize> {
        self.0.moves(player)
    }

    fn after(&self, player: Player, vertex: &usize) -> Col {
        Col(self.0.coloured(*vertex, forbidden(player)))
    }

    fn parts(&self, found: &mut impl FnMut(Col)) {
        self.0.parts().for_each(|part| found(Col(part)));
    }

    fn normal(&self) -> (Col, bool) {
        let (path, exchanged) = self.0.normal();
        (Col(path), exchanged)
    }
}
