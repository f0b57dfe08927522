//! Snort on a path: the players colour vertices, each with a colour of his own;
//! two vertices next to each other never have different colours.

use super::Ruleset;
use super::path::Path;
use crate::play::Player;
use miyama_budget::Mistake;

/// A path, partly coloured.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Snort(Path);

/// Who may not colour a vertex next to one that `player` coloured.
fn forbidden(player: Player) -> Player {
    player.opponent()
}

impl Snort {
    pub(super) fn parse(arguments: Option<(usize, &str)>, text: (usize, &str)) -> Result<Snort, Mistake> {
        Path::parse("snort", forbidden, arguments, text).map(Snort)
    }
}

impl Ruleset for Snort {
    /// The vertex that is coloured, counted from 1.
    type Move = usize;

    fn moves(&self, player: Player) -> Vec<usize> {
        self.0.moves(player)
    }

    fn after(&self, player: Player, vertex: &usize) -> Snort {
        Snort(self.0.coloured(*vertex, forbidden(player)))
    }

    fn parts(&self, found: &mut impl FnMut(Snort)) {
        self.0.parts().for_each(|part| found(Snort(part)));
    }

    fn normal(&self) -> (Snort, bool) {
        let (path, exchanged) = self.0.normal();
        (Snort(path), exchanged)
    }
}
