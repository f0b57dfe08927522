//! Colouring the vertices of a path: what Col and Snort share.

use super::board;
use crate::play::Player;
use miyama_budget::Mistake;

/// A path of vertices: for each, who may still colour it, as bits 1 (Left) and
/// 2 (Right). A vertex that nobody may colour separates its sides.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Path(Vec<u8>);

fn bit(player: Player) -> u8 {
    1 << player as u8
}

impl Path {
    /// Reads a path: `.` is not coloured, `l` is coloured by Left, `r` by Right,
    /// `#` is taken away. `forbidden` says whom the colour of a player keeps
    /// from the vertices next to it.
    pub(super) fn parse(
        name: &str,
        forbidden: impl Fn(Player) -> Player,
        arguments: Option<(usize, &str)>,
        text: (usize, &str),
    ) -> Result<Path, Mistake> {
        board::without_arguments(name, arguments)?;
        let signs = board::strip(text.0, text.1, ".lr#")?;
        let mut path = Path(signs.iter().map(|sign| if *sign == '.' { 3 } else { 0 }).collect());
        for (at, sign) in signs.iter().enumerate() {
            match sign {
                'l' => path.forbid_next_to(at, forbidden(Player::Left)),
                'r' => path.forbid_next_to(at, forbidden(Player::Right)),
                _ => {}
            }
        }
        Ok(path)
    }

    fn forbid_next_to(&mut self, at: usize, player: Player) {
        for neighbour in [at.wrapping_sub(1), at + 1] {
            if let Some(allowed) = self.0.get_mut(neighbour) {
                *allowed &= !bit(player);
            }
        }
    }

    /// The vertices, counted from 1, that `player` may colour.
    pub(super) fn moves(&self, player: Player) -> Vec<usize> {
        (0..self.0.len()).filter(|at| self.0[*at] & bit(player) != 0).map(|at| at + 1).collect()
    }

    /// The path when a vertex is coloured so that `forbidden` may no longer
    /// colour those next to it.
    pub(super) fn coloured(&self, vertex: usize, forbidden: Player) -> Path {
        let mut path = self.clone();
        path.0[vertex - 1] = 0;
        path.forbid_next_to(vertex - 1, forbidden);
        path
    }

    /// The paths between vertices that nobody may colour.
    pub(super) fn parts(&self) -> impl Iterator<Item = Path> {
        self.0.split(|allowed| *allowed == 0).filter(|part| !part.is_empty()).map(|part| Path(part.to_vec()))
    }

    /// The least of the path, its mirror image, and both with the players
    /// exchanged; and whether they are.
    pub(super) fn normal(&self) -> (Path, bool) {
        let exchange = |allowed: &u8| (allowed & 1) << 1 | allowed >> 1;
        let mirror = |path: &[u8]| path.iter().rev().copied().collect::<Vec<_>>();
        let exchanged: Vec<u8> = self.0.iter().map(exchange).collect();
        let images = [(mirror(&self.0), false), (mirror(&exchanged), true), (exchanged, true)];
        let (path, exchanged) = images.into_iter().fold((self.0.clone(), false), |a, b| if b.0 < a.0 { b } else { a });
        (Path(path), exchanged)
    }
}
