//! A part of a position: the sets of cells of each sign, in the smallest board
//! that holds them.

use super::bits::{Word, bit, cells, low};
use std::hash::{Hash, Hasher};

/// A board with P signs. Its height follows from the cells that are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Part<W, const P: usize> {
    pub width: u32,
    pub sets: [W; P],
}

impl<W: Word, const P: usize> Hash for Part<W, P> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for set in &self.sets {
            let [low, high] = set.parts();
            state.write_u64(low);
            if W::BITS > 64 {
                state.write_u64(high);
            }
        }
        state.write_u64(u64::from(self.width));
    }
}

impl<W: Word, const P: usize> Part<W, P> {
    /// All cells that are there.
    #[inline]
    pub(super) fn all(&self) -> W {
        self.sets.iter().fold(W::zero(), |all, set| all | *set)
    }

    /// How many rows there are; no row is empty at the bottom.
    #[inline]
    pub(super) fn height(&self) -> u32 {
        let used = W::BITS as u32 - self.all().leading_zeros();
        used.div_ceil(self.width).max(1)
    }

    /// The cells of `kept`, moved to the corner of the smallest board that
    /// holds them.
    #[inline]
    pub(super) fn cut_out(&self, kept: W) -> Part<W, P> {
        let width = self.width as usize;
        let first_row = kept.trailing_zeros() as usize / width;
        let kept = kept >> (first_row * width);
        let row = low::<W>(width);
        let (mut columns, mut rest) = (W::zero(), kept);
        loop {
            columns = columns | rest & row;
            if width >= W::BITS {
                break;
            }
            rest = rest >> width;
            if rest.is_zero() {
                break;
            }
        }
        let first_column = columns.trailing_zeros() as usize;
        let new_width = W::BITS - columns.leading_zeros() as usize - first_column;
        let sets = self.sets.map(|set| set >> (first_row * width) & kept);
        if new_width == width {
            return Part { width: self.width, sets };
        }
        let row = low::<W>(new_width);
        let narrowed = sets.map(|set| {
            let (mut narrow, mut rest, mut at) = (W::zero(), set >> first_column, 0);
            while !rest.is_zero() {
                narrow = narrow | (rest & row) << at;
                at += new_width;
                rest = if width >= W::BITS { W::zero() } else { rest >> width };
            }
            narrow
        });
        Part { width: new_width as u32, sets: narrowed }
    }

    /// Rows and columns exchanged, of a board with this many rows.
    #[inline]
    pub(super) fn transposed(&self, height: u32) -> Part<W, P> {
        let (width, tall) = (self.width as usize, height as usize);
        let sets = self.sets.map(|set| {
            let mut image = W::zero();
            let (mut row, mut start) = (0, 0);
            for cell in cells(set) {
                while cell >= start + width {
                    start += width;
                    row += 1;
                }
                image = image | bit((cell - start) * tall + row);
            }
            image
        });
        Part { width: height, sets }
    }

    /// The image under a symmetry that keeps rows rows, of a board with this
    /// many of them.
    #[inline]
    pub(super) fn flipped(&self, symmetry: usize, height: u32) -> Part<W, P> {
        match symmetry {
            1 => self.upside_down(height),
            2 => self.upside_down(height).turned(height),
            3 => self.turned(height),
            _ => *self,
        }
    }

    /// Turned by half a turn: all cells in reverse order.
    #[inline]
    fn turned(&self, height: u32) -> Part<W, P> {
        let unused = W::BITS - (self.width * height) as usize;
        Part { width: self.width, sets: self.sets.map(|set| set.reverse_bits() >> unused) }
    }

    #[inline]
    fn upside_down(&self, height: u32) -> Part<W, P> {
        if height == 1 {
            return *self;
        }
        let (width, row) = (self.width as usize, low::<W>(self.width as usize));
        let sets = self.sets.map(|mut set| {
            let mut image = W::zero();
            for _ in 0..height {
                // The row that is read first is pushed furthest.
                image = image << width | set & row;
                set = set >> width;
            }
            image
        });
        Part { width: self.width, sets }
    }
}
