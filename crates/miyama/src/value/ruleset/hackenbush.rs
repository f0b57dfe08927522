//! Hackenbush stalks: edges standing on each other. A player cuts one of his
//! edges, and all above it falls.

use super::{Ruleset, board};
use crate::play::Player;
use miyama_budget::Mistake;

/// The edges from the ground up: `l` is Left's, `r` Right's, `e` anybody's.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Hackenbush(Vec<char>);

impl Hackenbush {
    pub(super) fn parse(arguments: Option<(usize, &str)>, text: (usize, &str)) -> Result<Hackenbush, Mistake> {
        board::without_arguments("hackenbush", arguments)?;
        board::strip(text.0, text.1, "lre").map(Hackenbush)
    }
}

impl Ruleset for Hackenbush {
    /// The edge that is cut, counted from 1 at the ground.
    type Move = usize;

    fn moves(&self, player: Player) -> Vec<usize> {
        let own = if player == Player::Left { 'l' } else { 'r' };
        (1..=self.0.len()).filter(|edge| self.0[edge - 1] == own || self.0[edge - 1] == 'e').collect()
    }

    fn after(&self, _: Player, edge: &usize) -> Hackenbush {
        Hackenbush(self.0[..edge - 1].to_vec())
    }
}
