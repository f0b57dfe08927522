//! Positions as bits for the solver: the moves, the groups they fall into, and
//! one representative for all positions that are the same up to symmetry.

use super::layout::Layout;
use super::rule::{Pattern, Taking};
use super::shape::Board;

/// The squares on which the solver plays.
///
/// If the whole rectangle around the stones has at most 64 squares, bit
/// `row * width + column` stands for a square: moving a position is shifting
/// its bits. Else only the squares of the first stones have bits, which costs
/// the use of symmetry.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) layout: Layout,
    grid: Option<Grid>,
    /// In the order of the lowest square they need; see [`Frame::moves`].
    patterns: Vec<(Pattern, u32)>,
    /// Where the patterns with lowest needed square `i` begin.
    first: Vec<u32>,
    near: Vec<u64>,
    /// May a position be moved to another place?
    anywhere: bool,
    images: [bool; 8],
    half_turn: bool,
}

/// Measures of a frame in which every square of the rectangle has a bit.
#[derive(Debug)]
struct Grid {
    width: u32,
    height: u32,
    /// The lowest row of bits.
    row: u64,
    /// A row of bits, turned into a column. Rows that can be turned are at most
    /// 8 long, because 64 squares do not hold a 9×9 square.
    turned: Vec<u64>,
}

impl Frame {
    /// `None` if there are more than 64 stones.
    pub(super) fn new(rule: &Taking, board: &Board) -> Option<Frame> {
        let (height, width) = (board.height(), board.width());
        let whole = height * width <= 64;
        let squares = if whole {
            (0..height * width).map(|i| (i / width, i % width)).collect()
        } else {
            board.stones().collect()
        };
        let layout = Layout::new(squares)?;
        let mut patterns = rule.patterns(&layout, height, width);
        // Behind a pattern come those that need more, see `with_skips`.
        patterns.sort_unstable_by_key(|pattern| (pattern.need.trailing_zeros(), pattern.need, pattern.empty));
        let starting = |i: u32| patterns.partition_point(|p| p.need.trailing_zeros() < i);
        let first = (0..=64).map(|i| u32::try_from(starting(i)).expect("patterns on 64 squares")).collect();
        let near = match rule.hangs_together() {
            true => layout.squares().iter().map(|&(row, column)| near(&layout, row, column)).collect(),
            false => linked(&layout, &patterns),
        };
        Some(Frame {
            patterns: with_skips(&patterns),
            first,
            near,
            grid: (whole && height > 0).then(|| Grid::new(width as u32, height as u32)),
            layout,
            anywhere: rule.is_the_same_anywhere(),
            images: rule.images(),
            half_turn: rule.answers_by_half_turn(),
        })
    }

    /// Calls `each` with the stones that every move leaves. A move that two
    /// patterns allow comes twice.
    pub(super) fn moves(&self, stones: u64, mut each: impl FnMut(u64)) {
        let mut starts = stones;
        while starts != 0 {
            let lowest = starts.trailing_zeros() as usize;
            starts &= starts - 1;
            let (mut i, end) = (self.first[lowest] as usize, self.first[lowest + 1] as usize);
            while i < end {
                let (pattern, skip) = &self.patterns[i];
                if pattern.need & !stones != 0 {
                    i = *skip as usize;
                    continue;
                }
                if pattern.empty & stones == 0 {
                    each(stones & !pattern.take);
                }
                i += 1;
            }
        }
    }

    /// Calls `each` with the parts into which the position falls.
    pub(super) fn parts(&self, stones: u64, mut each: impl FnMut(u64)) {
        let mut left = stones;
        while left != 0 {
            let mut part = left & left.wrapping_neg();
            let mut border = part;
            while border != 0 {
                let new = self.near[border.trailing_zeros() as usize] & left & !part;
                part |= new;
                border = border & (border - 1) | new;
            }
            each(part);
            left &= !part;
        }
    }

    /// The least of all positions that are the same as this one; and whether
    /// a half turn about a corner proves it to be a P-position.
    pub(super) fn representative(&self, stones: u64) -> (u64, bool) {
        match &self.grid {
            Some(grid) if self.anywhere => {
                let (least, half_turn) = grid.least_image(stones, &self.images);
                (least, half_turn && self.half_turn)
            }
            Some(grid) => (grid.least_in_place(stones, &self.images), false),
            None => (stones, false),
        }
    }
}

/// Each pattern with the place of the next one that can still fit if a stone
/// that it needs is missing: patterns that need a superset are passed over.
fn with_skips(patterns: &[Pattern]) -> Vec<(Pattern, u32)> {
    let mut chained: Vec<(Pattern, u32)> = Vec::with_capacity(patterns.len());
    for (i, pattern) in patterns.iter().enumerate() {
        let run = patterns[i + 1..].iter().take_while(|later| pattern.need & !later.need == 0).count();
        chained.push((*pattern, u32::try_from(i + 1 + run).expect("patterns on 64 squares")));
    }
    chained
}

/// For each square those that some move looks at together with it: stones that no
/// chain of such squares joins are independent, whatever the game.
fn linked(layout: &Layout, patterns: &[Pattern]) -> Vec<u64> {
    let mut near = vec![0; layout.squares().len()];
    for pattern in patterns {
        let all = pattern.need | pattern.empty | pattern.take;
        let mut rest = all;
        while rest != 0 {
            near[rest.trailing_zeros() as usize] |= all;
            rest &= rest - 1;
        }
    }
    near
}

fn near(layout: &Layout, row: usize, column: usize) -> u64 {
    let above = row.checked_sub(1).map_or(0, |row| layout.bit(row, column));
    let left = column.checked_sub(1).map_or(0, |column| layout.bit(row, column));
    above | left | layout.bit(row + 1, column) | layout.bit(row, column + 1)
}

impl Grid {
    fn new(width: u32, height: u32) -> Grid {
        let side = width.min(height).min(8);
        let turn = |bits: u64| (0..side).filter(|i| bits >> i & 1 == 1).fold(0, |set, i| set | 1 << (i * width));
        Grid { width, height, row: u64::MAX >> (64 - width), turned: (0..1 << side).map(turn).collect() }
    }

    /// Moves the stones up and to the left as far as they go; also tells the
    /// height and width that they take up. Not for the empty set.
    fn moved_to_corner(&self, stones: u64) -> (u64, u32, u32) {
        let stones = stones >> (stones.trailing_zeros() / self.width * self.width);
        let height = (63 - stones.leading_zeros()) / self.width + 1;
        let columns = (0..height).fold(0, |columns, row| columns | stones >> (row * self.width) & self.row);
        let left = columns.trailing_zeros();
        (stones >> left, height, 64 - columns.leading_zeros() - left)
    }

    fn upside_down(&self, stones: u64, height: u32) -> u64 {
        let row = |i: u32| stones >> (i * self.width) & self.row;
        (0..height).fold(0, |set, i| set | row(i) << ((height - 1 - i) * self.width))
    }

    /// A half turn within the corner of this height and width.
    fn half_turned(&self, stones: u64, height: u32, width: u32) -> u64 {
        let squares = (height - 1) * self.width + width;
        stones.reverse_bits() >> (64 - squares)
    }

    /// Rows and columns exchanged, if the result lies on the grid.
    fn transposed(&self, stones: u64) -> Option<u64> {
        let mut image = 0;
        for row in 0..self.height {
            let bits = stones >> (row * self.width) & self.row;
            if bits == 0 {
                continue;
            }
            if row >= self.width {
                return None;
            }
            image |= self.turned.get(bits as usize)? << row;
        }
        Some(image)
    }

    /// The least image under translation and those symmetries of the square that
    /// `images` has and that lie on the grid; and whether the half turn about a
    /// corner of squares leaves the position as it is.
    fn least_image(&self, stones: u64, images: &[bool; 8]) -> (u64, bool) {
        let (stones, height, width) = self.moved_to_corner(stones);
        let half = self.half_turned(stones, height, width);
        let mut least = self.least_of_rows(stones, half, (height, width), images, 0);
        if images[4..].contains(&true)
            && let Some(turned) = self.transposed(stones)
        {
            let half = self.half_turned(turned, width, height);
            least = least.min(self.least_of_rows(turned, half, (width, height), images, 4));
        }
        (least, half == stones && height % 2 == 0 && width % 2 == 0)
    }

    /// The least of the images that keep rows rows; `from` is the first of them.
    fn least_of_rows(
        &self,
        stones: u64,
        half: u64,
        (height, width): (u32, u32),
        images: &[bool; 8],
        from: usize,
    ) -> u64 {
        let mut least = if images[from] { stones } else { u64::MAX };
        if images[from + 3] {
            least = least.min(half);
        }
        if images[from + 1] || images[from + 2] {
            let flipped = self.upside_down(stones, height);
            if images[from + 1] {
                least = least.min(flipped);
            }
            if images[from + 2] {
                least = least.min(self.half_turned(flipped, height, width));
            }
        }
        least
    }

    /// The least image of the whole rectangle, where the place on it matters.
    fn least_in_place(&self, stones: u64, images: &[bool; 8]) -> u64 {
        let (height, width) = (self.height, self.width);
        let half = self.half_turned(stones, height, width);
        let mut least = self.least_of_rows(stones, half, (height, width), images, 0);
        if height == width
            && images[4..].contains(&true)
            && let Some(turned) = self.transposed(stones)
        {
            let half = self.half_turned(turned, width, height);
            least = least.min(self.least_of_rows(turned, half, (height, width), images, 4));
        }
        least
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::taking::built_in;
    use std::collections::BTreeSet;

    /// All images of a set of squares, moved to the corner: by coordinates.
    fn images(squares: &[(usize, usize)]) -> BTreeSet<Vec<(i64, i64)>> {
        type Turn = fn(i64, i64) -> (i64, i64);
        let turns: [Turn; 8] = [
            |r, c| (r, c),
            |r, c| (-r, c),
            |r, c| (r, -c),
            |r, c| (-r, -c),
            |r, c| (c, r),
            |r, c| (-c, r),
            |r, c| (c, -r),
            |r, c| (-c, -r),
        ];
        let image = |turn: Turn| {
            let turned: Vec<_> = squares.iter().map(|&(r, c)| turn(r as i64, c as i64)).collect();
            let top = turned.iter().map(|s| s.0).min().unwrap();
            let left = turned.iter().map(|s| s.1).min().unwrap();
            let mut moved: Vec<_> = turned.iter().map(|(r, c)| (r - top, c - left)).collect();
            moved.sort_unstable();
            moved
        };
        turns.into_iter().map(image).collect()
    }

    #[test]
    fn representatives_are_equal_exactly_for_images_of_each_other() {
        // On a square board every image lies on the grid.
        let frame = Frame::new(&built_in("2d-nim").unwrap(), &Board::rectangle(3, 3).unwrap()).unwrap();
        let all: Vec<_> =
            (1..512u64).map(|s| (frame.representative(s).0, images(&frame.layout.squares_of(s)))).collect();
        for (a, images_a) in &all {
            for (b, images_b) in &all {
                assert_eq!(a == b, images_a == images_b);
            }
        }
    }

    #[test]
    fn representatives_are_images_on_oblong_grids() {
        for (height, width) in [(2, 5), (5, 2), (1, 7), (7, 1), (3, 4)] {
            let frame = Frame::new(&built_in("2d-nim").unwrap(), &Board::rectangle(height, width).unwrap()).unwrap();
            for stones in 1..1u64 << (height * width) {
                let (least, half_turn) = frame.representative(stones);
                let all = images(&frame.layout.squares_of(stones));
                assert_eq!(all, images(&frame.layout.squares_of(least)));
                assert_eq!(frame.representative(least), (least, half_turn));
            }
        }
    }

    #[test]
    fn a_half_turn_counts_only_about_a_corner_of_squares() {
        let frame = Frame::new(&built_in("2d-nim").unwrap(), &Board::rectangle(4, 4).unwrap()).unwrap();
        let half_turn = |text: &str| {
            let stones = frame.layout.set(&text.parse().unwrap()).unwrap();
            frame.representative(stones).1
        };
        assert!(half_turn("4x4") && half_turn("2x2") && half_turn("#.../####/####/...#"));
        assert!(!half_turn("2x3") && !half_turn("3x3") && !half_turn("##/#."));
    }

    #[test]
    fn moves_are_those_of_the_fitting_patterns() {
        for name in ["2d-nim", "cram", "chomp", "node-kayles"] {
            let rule = built_in(name).unwrap();
            let board = Board::rectangle(3, 4).unwrap();
            let frame = Frame::new(&rule, &board).unwrap();
            let patterns = rule.patterns(&frame.layout, 3, 4);
            for stones in 0..1u64 << 12 {
                let expected: BTreeSet<u64> =
                    patterns.iter().filter(|p| p.fits(stones)).map(|p| stones & !p.take).collect();
                let mut found = BTreeSet::new();
                frame.moves(stones, |rest| {
                    found.insert(rest);
                });
                assert_eq!(found, expected);
            }
        }
    }
}
