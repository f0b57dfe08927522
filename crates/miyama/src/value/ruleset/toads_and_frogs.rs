//! Toads and Frogs: Left's toads go right, Right's frogs go left, one step to
//! an empty square or a jump over one animal of the other kind.

use super::{Ruleset, board};
use crate::play::Player;
use miyama_budget::Mistake;

/// A strip: toads `t`, frogs `f`, empty squares `.`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ToadsAndFrogs(Vec<u8>);

impl ToadsAndFrogs {
    pub(super) fn parse(arguments: Option<(usize, &str)>, text: (usize, &str)) -> Result<ToadsAndFrogs, Mistake> {
        board::without_arguments("toads-and-frogs", arguments)?;
        let strip = board::strip(text.0, text.1, "tf.")?;
        Ok(ToadsAndFrogs(strip.into_iter().map(|sign| sign as u8).collect()))
    }

    /// Where the animal of `player` on square `from` can go.
    fn target(&self, player: Player, from: usize) -> Option<usize> {
        let (own, other) = if player == Player::Left { (b't', b'f') } else { (b'f', b't') };
        let ahead = |steps: usize| match player {
            Player::Left => Some(from + steps),
            Player::Right => from.checked_sub(steps),
        };
        let sign = |square: Option<usize>| square.and_then(|s| self.0.get(s)).copied();
        if self.0[from] != own {
            return None;
        }
        if sign(ahead(1)) == Some(b'.') {
            return ahead(1);
        }
        if sign(ahead(1)) == Some(other) && sign(ahead(2)) == Some(b'.') { ahead(2) } else { None }
    }
}

impl Ruleset for ToadsAndFrogs {
    /// The square, counted from 1, from which an animal moves.
    type Move = usize;

    fn moves(&self, player: Player) -> Vec<usize> {
        (0..self.0.len()).filter(|from| self.target(player, *from).is_some()).map(|from| from + 1).collect()
    }

    fn after(&self, player: Player, step: &usize) -> ToadsAndFrogs {
        let mut strip = self.0.clone();
        if let Some(to) = self.target(player, step - 1) {
            strip.swap(step - 1, to);
        }
        ToadsAndFrogs(strip)
    }

    /// The mirror image with the animals exchanged is the negative.
    fn normal(&self) -> (ToadsAndFrogs, bool) {
        let exchange = |sign: &u8| match sign {
            b't' => b'f',
            b'f' => b't',
            other => *other,
        };
        let mirrored: Vec<u8> = self.0.iter().rev().map(exchange).collect();
        if mirrored < self.0 { (ToadsAndFrogs(mirrored), true) } else { (self.clone(), false) }
    }
}
