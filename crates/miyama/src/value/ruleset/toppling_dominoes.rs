//! Toppling Dominoes: a player topples one of his dominoes, to the left or to
//! the right, and all on that side fall with it.

use super::{Ruleset, board};
use crate::play::Player;
use miyama_budget::Mistake;
use std::fmt;

/// A row of dominoes: `l` is Left's, `r` Right's, `e` anybody's.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TopplingDominoes(Vec<char>);

/// Topple the domino at this place, to the right or to the left.
#[derive(Clone, Copy, Debug)]
pub struct Topple {
    at: usize,
    to_the_right: bool,
}

impl TopplingDominoes {
    pub(super) fn parse(arguments: Option<(usize, &str)>, text: (usize, &str)) -> Result<TopplingDominoes, Mistake> {
        board::without_arguments("toppling-dominoes", arguments)?;
        board::strip(text.0, text.1, "lre").map(TopplingDominoes)
    }
}

impl Ruleset for TopplingDominoes {
    type Move = Topple;

    fn moves(&self, player: Player) -> Vec<Topple> {
        let own = if player == Player::Left { 'l' } else { 'r' };
        let mine = (0..self.0.len()).filter(|at| self.0[*at] == own || self.0[*at] == 'e');
        mine.flat_map(|at| [false, true].map(|to_the_right| Topple { at, to_the_right })).collect()
    }

    fn after(&self, _: Player, step: &Topple) -> TopplingDominoes {
        let left = if step.to_the_right { &self.0[..step.at] } else { &self.0[step.at + 1..] };
        TopplingDominoes(left.to_vec())
    }

    /// The mirror image is the same, and the colours exchanged are the negative.
    fn normal(&self) -> (TopplingDominoes, bool) {
        let exchange = |sign: &char| match sign {
            'l' => 'r',
            'r' => 'l',
            other => *other,
        };
        let mirror = |row: &[char]| row.iter().rev().copied().collect::<Vec<_>>();
        let exchanged: Vec<char> = self.0.iter().map(exchange).collect();
        let images = [(mirror(&self.0), false), (mirror(&exchanged), true), (exchanged, true)];
        let (row, exchanged) = images.into_iter().fold((self.0.clone(), false), |a, b| if b.0 < a.0 { b } else { a });
        (TopplingDominoes(row), exchanged)
    }
}

impl fmt::Display for Topple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.at + 1, if self.to_the_right { ">" } else { "<" })
    }
}
