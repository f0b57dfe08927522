//! Domineering: Left places dominoes upright, Right across, on free squares.

use super::Ruleset;
use super::board::{self, Board};
use crate::play::Player;
use miyama_budget::Mistake;
use std::fmt;

/// A board of at most 64 squares. Square (row, column) is bit row·width +
/// column; a set bit is a free square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Domineering {
    free: u64,
    width: u32,
}

/// A domino: its upper or left square, and the other one.
#[derive(Clone, Copy, Debug)]
pub struct Domino {
    squares: u64,
    first: (u32, u32),
    second: (u32, u32),
}

/// The first column of a board of each width.
const FIRST_COLUMN: [u64; 65] = {
    let mut columns = [0; 65];
    let mut width = 1;
    while width <= 64 {
        let mut bit = 0;
        while bit < 64 {
            columns[width] |= 1 << bit;
            bit += width;
        }
        width += 1;
    }
    columns
};

impl Domineering {
    /// An empty board, if it has at most 64 squares.
    #[must_use]
    pub fn rectangle(rows: usize, columns: usize) -> Option<Domineering> {
        let squares = rows.checked_mul(columns).filter(|n| (1..=board::SQUARES).contains(n))?;
        Some(Domineering { free: u64::MAX >> (64 - squares), width: u32::try_from(columns).ok()? })
    }

    pub(super) fn parse(arguments: Option<(usize, &str)>, text: (usize, &str)) -> Result<Domineering, Mistake> {
        board::without_arguments("domineering", arguments)?;
        Ok(match board::read(text.0, text.1, ".#")? {
            Board::Size(rows, columns) => {
                Domineering::rectangle(rows, columns).expect("the board was found to be small enough")
            }
            Board::Rows(rows) => {
                let width = u32::try_from(rows[0].len()).expect("a board of few squares");
                let squares = rows.iter().flatten().enumerate();
                let free = squares.filter(|(_, sign)| **sign == '.').fold(0, |free, (at, _)| free | 1 << at);
                Domineering { free, width }
            }
        })
    }

    fn last_column(&self) -> u64 {
        FIRST_COLUMN[self.width as usize] << (self.width - 1)
    }

    /// `squares` shifted one column to the right, without those that fall off.
    fn right(&self, squares: u64) -> u64 {
        (squares & !self.last_column()) << 1
    }

    fn left(&self, squares: u64) -> u64 {
        (squares & !FIRST_COLUMN[self.width as usize]) >> 1
    }

    fn down(&self, squares: u64) -> u64 {
        squares.checked_shl(self.width).unwrap_or(0)
    }

    fn up(&self, squares: u64) -> u64 {
        squares.checked_shr(self.width).unwrap_or(0)
    }

    fn neighbours(&self, squares: u64) -> u64 {
        self.left(squares) | self.right(squares) | self.up(squares) | self.down(squares)
    }

    /// The first squares of all dominoes that `player` may place.
    fn places(&self, player: Player) -> u64 {
        self.free
            & match player {
                Player::Left => self.up(self.free),
                Player::Right => self.left(self.free),
            }
    }

    /// These squares of the board, moved to the corner of the smallest board
    /// that holds them.
    fn cut_out(&self, squares: u64) -> Domineering {
        let width = self.width;
        let first_row = squares.trailing_zeros() / width;
        let squares = squares >> (first_row * width);
        let row_mask = u64::MAX >> (64 - width);
        let (mut columns, mut rest) = (0, squares);
        while rest != 0 {
            columns |= rest & row_mask;
            rest = rest.checked_shr(width).unwrap_or(0);
        }
        let first_column = columns.trailing_zeros();
        let new_width = 64 - columns.leading_zeros() - first_column;
        if new_width == width {
            return Domineering { free: squares, width };
        }
        let (mut free, mut rest, mut at) = (0, squares >> first_column, 0);
        let row_mask = u64::MAX >> (64 - new_width);
        while rest != 0 {
            free |= (rest & row_mask) << at;
            at += new_width;
            rest = rest.checked_shr(width).unwrap_or(0);
        }
        Domineering { free, width: new_width }
    }
}

impl Ruleset for Domineering {
    type Move = Domino;

    fn moves(&self, player: Player) -> Vec<Domino> {
        let mut places = self.places(player);
        let mut moves = Vec::with_capacity(places.count_ones() as usize);
        while places != 0 {
            let first = places.trailing_zeros();
            places &= places - 1;
            let second = first + if player == Player::Left { self.width } else { 1 };
            let at = |square: u32| (square / self.width + 1, square % self.width + 1);
            moves.push(Domino { squares: 1 << first | 1 << second, first: at(first), second: at(second) });
        }
        moves
    }

    fn after(&self, _: Player, step: &Domino) -> Domineering {
        Domineering { free: self.free & !step.squares, width: self.width }
    }

    /// Connected regions, except single squares.
    fn parts(&self, found: &mut impl FnMut(Domineering)) {
        let mut rest = self.free & self.neighbours(self.free);
        while rest != 0 {
            let mut region = rest & rest.wrapping_neg();
            loop {
                let grown = (region | self.neighbours(region)) & rest;
                if grown == region {
                    break;
                }
                region = grown;
            }
            rest &= !region;
            found(self.cut_out(region));
        }
    }

    /// The least of the eight images; those with rows and columns exchanged
    /// exchange the players.
    fn normal(&self) -> (Domineering, bool) {
        let width = self.width;
        let height = (63 - self.free.leading_zeros()) / width + 1;
        let mut images = [0u64; 8];
        let mut rest = self.free;
        while rest != 0 {
            let square = rest.trailing_zeros();
            rest &= rest - 1;
            let (row, column) = (square / width, square % width);
            let (up, back) = (height - 1 - row, width - 1 - column);
            for (image, (a, b)) in images.iter_mut().zip([(row, column), (row, back), (up, column), (up, back)]) {
                *image |= 1 << (a * width + b);
            }
            for (image, (a, b)) in images[4..].iter_mut().zip([(column, row), (back, row), (column, up), (back, up)]) {
                *image |= 1 << (a * height + b);
            }
        }
        let same = images[..4].iter().map(|free| (width, *free, false));
        let exchanged = images[4..].iter().map(|free| (height, *free, true));
        let (width, free, exchanged) = same.chain(exchanged).min().expect("there are eight images");
        (Domineering { free, width }, exchanged)
    }
}

impl fmt::Display for Domino {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}-{},{}", self.first.0, self.first.1, self.second.0, self.second.1)
    }
}
