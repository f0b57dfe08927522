//! Where stones lie: a rectangle of squares, each with a stone or without.

pub use crate::pattern::position::MOST_SQUARES;
use std::fmt;

/// Squares of a grid, some of which hold a stone. Rows are counted from the
/// top, columns from the left, both from 0.
///
/// ```
/// use miyama::pattern::taking::Board;
/// let board: Board = "###/##.".parse().unwrap();
/// assert_eq!((board.height(), board.width(), board.count()), (2, 3, 5));
/// assert_eq!(board, "young(3,2)".parse().unwrap());
/// assert_eq!(board.to_string(), "###/##.");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    height: usize,
    width: usize,
    stones: Vec<bool>,
}

impl Board {
    /// The board on which exactly the squares that `has(row, column)` names
    /// hold a stone. `None` if it has more than [`MOST_SQUARES`] squares.
    pub fn new(height: usize, width: usize, has: impl Fn(usize, usize) -> bool) -> Option<Board> {
        if height.checked_mul(width)? > MOST_SQUARES || height > MOST_SQUARES || width > MOST_SQUARES {
            return None;
        }
        // All boards without squares are one.
        let (height, width) = if height * width == 0 { (0, 0) } else { (height, width) };
        let stones = (0..height * width).map(|i| has(i / width, i % width)).collect();
        Some(Board { height, width, stones })
    }

    /// All squares of a rectangle.
    #[must_use]
    pub fn rectangle(height: usize, width: usize) -> Option<Board> {
        Board::new(height, width, |_, _| true)
    }

    /// The Young diagram with these rows, the longest first. `None` if they
    /// grow or are too many squares.
    #[must_use]
    pub fn young(rows: &[usize]) -> Option<Board> {
        if rows.windows(2).any(|pair| pair[0] < pair[1]) {
            return None;
        }
        Board::new(rows.len(), rows.first().copied().unwrap_or(0), |row, column| column < rows[row])
    }

    /// The Young diagram (n, n−1, …, 1).
    #[must_use]
    pub fn staircase(n: usize) -> Option<Board> {
        Board::new(n, n, |row, column| row + column < n)
    }

    /// The number of rows.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height
    }

    /// The number of columns.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Does this square hold a stone? Squares beyond the edge do not.
    #[must_use]
    pub fn has(&self, row: usize, column: usize) -> bool {
        row < self.height && column < self.width && self.stones[row * self.width + column]
    }

    /// The number of stones.
    #[must_use]
    pub fn count(&self) -> usize {
        self.stones.iter().filter(|stone| **stone).count()
    }

    /// The squares that hold a stone, row by row.
    pub fn stones(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.stones.iter().enumerate().filter(|(_, stone)| **stone).map(|(i, _)| (i / self.width, i % self.width))
    }

    /// The board without the stones on these squares.
    #[must_use]
    pub fn without(&self, taken: &[(usize, usize)]) -> Board {
        let mut board = self.clone();
        for &(row, column) in taken.iter().filter(|(row, column)| self.has(*row, *column)) {
            board.stones[row * self.width + column] = false;
        }
        board
    }

    /// The same squares with only those stones that lie on `kept`.
    #[must_use]
    pub fn only(&self, kept: &[(usize, usize)]) -> Board {
        let mut board = Board { stones: vec![false; self.stones.len()], ..*self };
        for &(row, column) in kept.iter().filter(|(row, column)| self.has(*row, *column)) {
            board.stones[row * self.width + column] = true;
        }
        board
    }

    /// The groups of stones that hang together along rows and columns.
    #[must_use]
    pub fn groups(&self) -> Vec<Vec<(usize, usize)>> {
        let mut left = self.stones.clone();
        let mut groups = Vec::new();
        for start in 0..left.len() {
            if !std::mem::take(&mut left[start]) {
                continue;
            }
            let mut group = vec![start];
            let mut next = 0;
            while let Some(&square) = group.get(next) {
                next += 1;
                let (row, column) = (square / self.width, square % self.width);
                let near = [
                    (row > 0).then(|| square - self.width),
                    (row + 1 < self.height).then(|| square + self.width),
                    (column > 0).then(|| square - 1),
                    (column + 1 < self.width).then(|| square + 1),
                ];
                group.extend(near.into_iter().flatten().filter(|&i| std::mem::take(&mut left[i])));
            }
            group.sort_unstable();
            groups.push(group.into_iter().map(|i| (i / self.width, i % self.width)).collect());
        }
        groups
    }

    /// The smallest board that holds a stone on each of these squares and no
    /// other, and the row and column at which it begins.
    #[must_use]
    pub fn around(squares: &[(usize, usize)]) -> ((usize, usize), Board) {
        let range = |of: fn(&(usize, usize)) -> usize| {
            let least = squares.iter().map(of).min().unwrap_or(0);
            (least, squares.iter().map(of).max().map_or(0, |most| most + 1 - least))
        };
        let ((top, height), (left, width)) = (range(|s| s.0), range(|s| s.1));
        let mut board = Board { height, width, stones: vec![false; height * width] };
        for &(row, column) in squares {
            board.stones[(row - top) * width + column - left] = true;
        }
        ((top, left), board)
    }

    /// One of all boards that are this one up to translation and the 8
    /// symmetries of the square: a lying one, with the stones far up and left.
    #[must_use]
    pub fn representative(&self) -> Board {
        let (_, board) = Board::around(&self.stones().collect::<Vec<_>>());
        let (height, width) = (board.height, board.width);
        let image = |turn: usize| {
            let (rows, columns) = if turn & 4 == 0 { (height, width) } else { (width, height) };
            let stones = (0..height * width).map(|i| {
                let row = if turn & 1 == 0 { i / columns } else { rows - 1 - i / columns };
                let column = if turn & 2 == 0 { i % columns } else { columns - 1 - i % columns };
                if turn & 4 == 0 { board.has(row, column) } else { board.has(column, row) }
            });
            Board { height: rows, width: columns, stones: stones.collect() }
        };
        let lying = (0..8).map(image).filter(|image| image.height <= image.width);
        lying.max_by(|a, b| a.stones.cmp(&b.stones)).unwrap_or(board.clone())
    }

    /// The board as people draw it, a line for each row: ● a stone, ○ a stone
    /// that is being taken, · a square without a stone.
    #[must_use]
    pub fn drawn(&self, taken: &[(usize, usize)]) -> Vec<String> {
        (0..self.height)
            .map(|row| {
                let square = |column| match (self.has(row, column), taken.contains(&(row, column))) {
                    (true, true) => "○",
                    (true, false) => "●",
                    (false, _) => "·",
                };
                (0..self.width).map(square).collect::<Vec<_>>().join(" ")
            })
            .collect()
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.height {
            if row > 0 {
                f.write_str("/")?;
            }
            for column in 0..self.width {
                f.write_str(if self.has(row, column) { "#" } else { "." })?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str) -> Board {
        text.parse().unwrap()
    }

    #[test]
    fn shapes_are_the_boards_they_name() {
        assert_eq!(Board::rectangle(2, 3).unwrap(), board("###/###"));
        assert_eq!(Board::staircase(3).unwrap(), board("###/##./#.."));
        assert_eq!(Board::young(&[3, 1, 1]).unwrap(), board("###/#../#.."));
        assert_eq!(Board::young(&[1, 2]), None);
        assert_eq!(Board::rectangle(65, 64), None);
        assert_eq!(Board::rectangle(usize::MAX, 2), None);
    }

    #[test]
    fn groups_hang_together_by_sides_not_corners() {
        let found = board("##.#/..#./.##.").groups();
        assert_eq!(found, [vec![(0, 0), (0, 1)], vec![(0, 3)], vec![(1, 2), (2, 1), (2, 2)]]);
    }

    #[test]
    fn boards_that_are_the_same_have_one_representative() {
        for text in ["..../.##./.#../.#..", "##/.#/.#", "..#/###", "###/#..", "###/..#"] {
            assert_eq!(board(text).representative(), board("###/#.."), "{text}");
        }
        assert_eq!(board("##/.#/##").representative(), board("###/#.#"));
        assert_eq!(board("..").representative().count(), 0);
    }

    #[test]
    fn a_taken_stone_is_drawn_as_a_ring() {
        assert_eq!(board("###/##.").drawn(&[(0, 2)]), ["● ● ○", "● ● ·"]);
        assert_eq!(board("###/##.").without(&[(0, 2), (1, 2)]), board("##./##."));
        assert_eq!(board("###/##.").only(&[(0, 2), (1, 2)]), board("..#/..."));
    }
}
