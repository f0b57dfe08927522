//! Clobber: a player moves one of his stones onto a neighbouring stone of the
//! other colour, which is taken away. Left has `x`, Right `o`.

use super::Ruleset;
use super::board::{self, Board};
use crate::play::Player;
use miyama_budget::Mistake;
use std::fmt;

/// A board of at most 64 squares: the stones of both players as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clobber {
    stones: [u64; 2],
    width: u32,
}

/// A stone and where it goes.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    from: u32,
    to: u32,
    width: u32,
}

impl Clobber {
    /// Reads rows of `x`, `o` and `.`, or a size: then the board is full, in
    /// chequers, with `x` in the upper left corner.
    pub(super) fn parse(arguments: Option<(usize, &str)>, text: (usize, &str)) -> Result<Clobber, Mistake> {
        board::without_arguments("clobber", arguments)?;
        let rows = match board::read(text.0, text.1, "xo.")? {
            Board::Rows(rows) => rows,
            Board::Size(rows, columns) => {
                let sign = |row: usize, column: usize| if (row + column).is_multiple_of(2) { 'x' } else { 'o' };
                (0..rows).map(|row| (0..columns).map(|column| sign(row, column)).collect()).collect()
            }
        };
        let mut stones = [0; 2];
        for (at, sign) in rows.iter().flatten().enumerate() {
            match sign {
                'x' => stones[Player::Left as usize] |= 1 << at,
                'o' => stones[Player::Right as usize] |= 1 << at,
                _ => {}
            }
        }
        Ok(Clobber { stones, width: u32::try_from(rows[0].len()).expect("a board of few squares") })
    }

    /// The squares next to `square`.
    fn neighbours(&self, square: u32) -> impl Iterator<Item = u32> {
        let (width, column) = (self.width, square % self.width);
        let left = (column > 0).then(|| square - 1);
        let right = (column + 1 < width).then(|| square + 1);
        let up = square.checked_sub(width);
        let down = Some(square + width).filter(|down| *down < 64);
        [left, right, up, down].into_iter().flatten()
    }

    fn all(&self) -> u64 {
        self.stones[0] | self.stones[1]
    }
}

/// The positions of the set bits.
fn bits(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros();
            set &= set - 1;
            bit
        })
    })
}

impl Ruleset for Clobber {
    type Move = Step;

    fn moves(&self, player: Player) -> Vec<Step> {
        let victims = self.stones[player.opponent() as usize];
        let from = bits(self.stones[player as usize]);
        from.flat_map(|from| {
            let targets = self.neighbours(from).filter(|to| victims >> to & 1 == 1);
            targets.map(move |to| Step { from, to, width: self.width })
        })
        .collect()
    }

    fn after(&self, player: Player, step: &Step) -> Clobber {
        let mut stones = self.stones;
        stones[player as usize] = stones[player as usize] & !(1 << step.from) | 1 << step.to;
        stones[player.opponent() as usize] &= !(1 << step.to);
        Clobber { stones, width: self.width }
    }

    /// Connected groups with stones of both players, moved to the corner.
    fn parts(&self, found: &mut impl FnMut(Clobber)) {
        let mut rest = self.all();
        while rest != 0 {
            let (mut group, mut edge) = (0u64, rest & rest.wrapping_neg());
            while edge != 0 {
                group |= edge;
                edge = bits(edge).flat_map(|s| self.neighbours(s)).fold(0, |next, s| next | 1 << s) & rest & !group;
            }
            rest &= !group;
            if group & self.stones[0] != 0 && group & self.stones[1] != 0 {
                found(self.cut_out(group));
            }
        }
    }

    /// The least image under reflections of the board and its exchange of rows
    /// and columns, with the colours as they are or exchanged.
    fn normal(&self) -> (Clobber, bool) {
        let width = self.width;
        let height = (63 - self.all().leading_zeros()) / width + 1;
        let mut best: Option<(u32, [u64; 2], bool)> = None;
        for image in 0..8 {
            let place = |square: u32| {
                let (row, column) = (square / width, square % width);
                let row = if image & 1 == 0 { row } else { height - 1 - row };
                let column = if image & 2 == 0 { column } else { width - 1 - column };
                if image & 4 == 0 { row * width + column } else { column * height + row }
            };
            let [left, right] = self.stones.map(|set| bits(set).fold(0, |image, s| image | 1 << place(s)));
            let new_width = if image & 4 == 0 { width } else { height };
            for candidate in [(new_width, [left, right], false), (new_width, [right, left], true)] {
                if best.is_none_or(|so_far| candidate < so_far) {
                    best = Some(candidate);
                }
            }
        }
        let (width, stones, exchanged) = best.expect("there are sixteen images");
        (Clobber { stones, width }, exchanged)
    }
}

impl Clobber {
    fn cut_out(&self, group: u64) -> Clobber {
        let columns = || bits(group).map(|square| square % self.width);
        let (first, last) = (columns().min().unwrap_or(0), columns().max().unwrap_or(0));
        let first_row = group.trailing_zeros() / self.width;
        let width = last - first + 1;
        let place = |square: u32| (square / self.width - first_row) * width + square % self.width - first;
        let stones = self.stones.map(|set| bits(set & group).fold(0, |moved, square| moved | 1 << place(square)));
        Clobber { stones, width }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = |square: u32| (square / self.width + 1, square % self.width + 1);
        let (from, to) = (at(self.from), at(self.to));
        write!(f, "{},{}-{},{}", from.0, from.1, to.0, to.1)
    }
}
