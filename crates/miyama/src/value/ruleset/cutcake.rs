//! Cutcake: a rectangle scored into squares. Left cuts a piece in two from top
//! to bottom, Right from side to side.

use super::{Ruleset, board};
use crate::play::Player;
use miyama_budget::Mistake;
use miyama_text::say;
use std::fmt;

/// The pieces: rows and columns of each.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cutcake(Vec<(usize, usize)>);

/// The longest side of a cake.
const SIDE: usize = 1_000;

/// Reads the size of a cake, `4x5`.
pub(super) fn parse_cake(
    name: &str,
    arguments: Option<(usize, &str)>,
    (start, text): (usize, &str),
) -> Result<(usize, usize), Mistake> {
    board::without_arguments(name, arguments)?;
    let whole = start..start + text.len();
    match board::size(start, text) {
        None => Err(Mistake::new(whole, say!("value.cake", name = name))),
        Some(Ok((rows, columns))) if rows > SIDE || columns > SIDE => {
            Err(Mistake::new(whole, say!("value.cake_size", limit = SIDE)))
        }
        Some(size) => size,
    }
}

impl Cutcake {
    pub(super) fn parse(arguments: Option<(usize, &str)>, text: (usize, &str)) -> Result<Cutcake, Mistake> {
        parse_cake("cutcake", arguments, text).map(|size| Cutcake(vec![size]))
    }
}

/// A piece and how it is cut, after `at` rows or columns or into `at` parts.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    pub(super) piece: usize,
    pub(super) at: usize,
}

impl Ruleset for Cutcake {
    type Move = Cut;

    fn moves(&self, player: Player) -> Vec<Cut> {
        let side = |(rows, columns): &(usize, usize)| if player == Player::Left { *columns } else { *rows };
        // A cut and its mirror image leave the same pieces.
        let cuts = |(piece, size)| (1..=side(size) / 2).map(move |at| Cut { piece, at });
        self.0.iter().enumerate().flat_map(cuts).collect()
    }

    fn after(&self, player: Player, cut: &Cut) -> Cutcake {
        let mut pieces = self.0.clone();
        let (rows, columns) = pieces.swap_remove(cut.piece);
        pieces.extend(match player {
            Player::Left => [(rows, cut.at), (rows, columns - cut.at)],
            Player::Right => [(cut.at, columns), (rows - cut.at, columns)],
        });
        Cutcake(pieces)
    }

    fn parts(&self, found: &mut impl FnMut(Cutcake)) {
        for piece in &self.0 {
            found(Cutcake(vec![*piece]));
        }
    }

    fn normal(&self) -> (Cutcake, bool) {
        let (pieces, exchanged) = turned(&self.0);
        (Cutcake(pieces), exchanged)
    }
}

/// A quarter turn of a single piece exchanges the players: the longer side is
/// taken across.
pub(super) fn turned(pieces: &[(usize, usize)]) -> (Vec<(usize, usize)>, bool) {
    match pieces {
        [(rows, columns)] if rows > columns => (vec![(*columns, *rows)], true),
        _ => (pieces.to_vec(), false),
    }
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.piece + 1, self.at)
    }
}
