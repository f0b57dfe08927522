//! Cutcake: a rectangle scored into squares. Left cuts a piece in two from top
//! to bottom, Right from side to side.

use super::{Ruleset, board};
use crate::mistake::Mistake;
use crate::play::Player;
use crate::text::say;

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

    /// The first piece: the solver asks only about single pieces.
    fn piece(&self) -> (usize, usize) {
        self.0.first().copied().unwrap_or((1, 1))
    }
}

impl Ruleset for Cutcake {
    /// After how many rows or columns of the first piece to cut.
    type Move = usize;

    fn moves(&self, player: Player) -> Vec<usize> {
        let (rows, columns) = self.piece();
        // A cut and its mirror image leave the same pieces.
        let side = if player == Player::Left { columns } else { rows };
        (1..=side / 2).collect()
    }

    fn after(&self, player: Player, cut: &usize) -> Cutcake {
        let (rows, columns) = self.piece();
        let mut pieces = match player {
            Player::Left => vec![(rows, *cut), (rows, columns - cut)],
            Player::Right => vec![(*cut, columns), (rows - cut, columns)],
        };
        pieces.extend(self.0.iter().skip(1));
        Cutcake(pieces)
    }

    fn parts(&self, found: &mut impl FnMut(Cutcake)) {
        for piece in &self.0 {
            found(Cutcake(vec![*piece]));
        }
    }

    /// A quarter turn exchanges the players.
    fn normal(&self) -> (Cutcake, bool) {
        let (rows, columns) = self.piece();
        if rows > columns { (Cutcake(vec![(columns, rows)]), true) } else { (self.clone(), false) }
    }
}
