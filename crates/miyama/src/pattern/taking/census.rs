//! What a whole table says: how many positions have which value, and how often
//! the "basic theorem" of two-dimensional Nim is wrong.

use super::lanes::{LANE_BITS, LEVELS};
use super::nim::{Piles, runs};
use super::rule::Taking;
use super::shape::Board;
use super::table::{Condition, Table};
use crate::nimber::Nimber;
use miyama_budget::{Budget, Stopped};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::sync::atomic::{self, AtomicUsize};

/// Counts over all positions of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Census {
    /// How many positions have value 0, 1, …; the last entry is not 0.
    pub values: Vec<u64>,
    /// Positions of the largest value.
    pub largest: Found,
    /// Where the basic theorem is wrong, if it speaks of the game.
    pub theorem: Option<Wrong>,
}

/// Where the "basic theorem" of two-dimensional Nim is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// Positions of which it says P, but the next player wins.
    pub says_p: Found,
    /// Positions of which it says N, but the next player loses.
    pub says_n: Found,
}

/// Positions of some kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// How many there are.
    pub count: u64,
    /// Those with the fewest stones, one of all that are the same up to
    /// translation and the symmetries of the square.
    pub smallest: Vec<Board>,
}

/// What has been counted so far.
#[derive(Default)]
struct Count {
    values: Vec<u64>,
    largest_value: usize,
    largest: Fewest,
    wrongly_p: Fewest,
    wrongly_n: Fewest,
}

/// How many positions were shown, and those with the fewest stones.
#[derive(Default)]
struct Fewest {
    count: u64,
    stones: u32,
    positions: Vec<u64>,
}

/// A pile that the theorem counts, as it appears in a block.
struct Pile {
    length: u32,
    horizontal: bool,
    when: Condition,
}

/// Counts a table.
///
/// ```
/// use miyama::pattern::taking::{Board, Table, built_in, census};
/// use miyama_budget::Budget;
/// let (board, budget) = (Board::rectangle(2, 2).unwrap(), Budget::unlimited());
/// let table = Table::new(&built_in("2d-nim").unwrap(), &board, &budget).unwrap();
/// assert_eq!(census(&table, &budget).unwrap().positions(), 16);
/// ```
///
/// # Errors
/// When the budget says stop.
pub fn census(table: &Table, budget: &Budget) -> Result<Census, Stopped> {
    let words = table.words();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut count = Count::default();
        loop {
            let block = next.fetch_add(1, atomic::Ordering::Relaxed);
            if block >= words.blocks() {
                return Ok(count);
            }
            budget.check()?;
            count.block(table, block);
            budget.report(block as u64 + 1, Some(words.blocks() as u64));
        }
    };
    let counts: Result<Vec<Count>, Stopped> = std::thread::scope(|scope| {
        let others: Vec<_> = (1..budget.threads()).map(|_| scope.spawn(work)).collect();
        let mine = work();
        let others = others.into_iter().map(|thread| thread.join().expect("counting does not panic"));
        std::iter::once(mine).chain(others).collect()
    });
    let count = counts?.into_iter().reduce(Count::with).unwrap_or_default();
    Ok(count.finish(table))
}

impl Count {
    fn block(&mut self, table: &Table, block: usize) {
        let words = table.words();
        let piles: Vec<Pile> = runs(&words.layout)
            .iter()
            .filter_map(|run| {
                let when = words.condition(block as u64, run.squares, run.before | run.after)?;
                Some(Pile { length: run.squares.count_ones(), horizontal: run.horizontal, when })
            })
            .collect();
        // Of fewer than 64 positions there are lanes left over.
        let real = u64::MAX >> 64u64.saturating_sub(table.positions());
        for (middle, planes) in words.block_words(block).chunks(words.planes).enumerate() {
            let stones = words.block_stones(block) | (middle as u64) << LANE_BITS;
            self.word(planes, theorem_says_p(&piles, middle), real, stones);
        }
    }

    /// Counts the lanes `real` of a word with these planes of values.
    fn word(&mut self, planes: &[u64], says_p: u64, real: u64, stones: u64) {
        let having = |value: usize| {
            let digits = planes.iter().enumerate();
            digits.fold(real, |lanes, (i, plane)| lanes & if value >> i & 1 == 1 { *plane } else { !plane })
        };
        let p = having(0);
        let mut left = real;
        for value in 0.. {
            let lanes = having(value);
            left &= !lanes;
            if lanes != 0 {
                self.values.resize(self.values.len().max(value + 1), 0);
                self.values[value] += u64::from(lanes.count_ones());
                if value > self.largest_value {
                    (self.largest_value, self.largest) = (value, Fewest::default());
                }
                if value == self.largest_value {
                    self.largest.show(lanes, stones);
                }
            }
            if left == 0 {
                break;
            }
        }
        self.wrongly_p.show(says_p & real & !p, stones);
        self.wrongly_n.show(p & !says_p, stones);
    }

    fn with(mut self, other: Count) -> Count {
        self.values.resize(self.values.len().max(other.values.len()), 0);
        for (mine, theirs) in self.values.iter_mut().zip(other.values) {
            *mine += theirs;
        }
        match self.largest_value.cmp(&other.largest_value) {
            Ordering::Less => (self.largest_value, self.largest) = (other.largest_value, other.largest),
            Ordering::Equal => self.largest = self.largest.with(other.largest),
            Ordering::Greater => {}
        }
        self.wrongly_p = self.wrongly_p.with(other.wrongly_p);
        self.wrongly_n = self.wrongly_n.with(other.wrongly_n);
        self
    }

    fn finish(self, table: &Table) -> Census {
        let layout = &table.words().layout;
        let rule = table.rule();
        let found = |fewest: Fewest| {
            let boards = fewest.positions.iter().map(|&set| shown(rule, &layout.squares_of(set)));
            Found { count: fewest.count, smallest: boards.collect::<BTreeSet<_>>().into_iter().collect() }
        };
        Census {
            values: self.values,
            largest: found(self.largest),
            theorem: rule
                .has_basic_theorem()
                .then(|| Wrong { says_p: found(self.wrongly_p), says_n: found(self.wrongly_n) }),
        }
    }
}

/// The board that stands for these squares and all that are the same under the
/// rule.
fn shown(rule: &Taking, squares: &[(usize, usize)]) -> Board {
    let ((top, left), board) = Board::around(squares);
    match rule.is_the_same_anywhere() {
        true if rule.has_all_images() => board.representative(),
        true => board,
        // The place on the grid matters.
        false => {
            let placed = Board::new(top + board.height(), left + board.width(), |r, c| squares.contains(&(r, c)));
            placed.expect("no larger than the board of the table")
        }
    }
}

impl Census {
    /// Counts these positions of a rule, with their values, one by one.
    pub fn of(rule: &Taking, positions: impl IntoIterator<Item = (Board, Nimber)>) -> Census {
        let mut values = Vec::new();
        let (mut by_value, mut says_p, mut says_n) = (Vec::new(), Vec::new(), Vec::new());
        for (board, value) in positions {
            let value = value.0 as usize;
            values.resize(values.len().max(value + 1), 0);
            values[value] += 1;
            match (Piles::of(&board).say_p(), value == 0) {
                (true, false) => says_p.push(board.clone()),
                (false, true) => says_n.push(board.clone()),
                _ => {}
            }
            by_value.push((value, board));
        }
        let found = |boards: Vec<Board>| {
            let fewest = boards.iter().map(Board::count).min();
            let smallest = boards.iter().filter(|board| Some(board.count()) == fewest);
            let smallest: BTreeSet<Board> = smallest.map(|b| shown(rule, &b.stones().collect::<Vec<_>>())).collect();
            Found { count: boards.len() as u64, smallest: smallest.into_iter().collect() }
        };
        let largest = by_value.into_iter().filter(|(value, _)| value + 1 == values.len()).map(|(_, board)| board);
        Census {
            largest: found(largest.collect()),
            theorem: rule.has_basic_theorem().then(|| Wrong { says_p: found(says_p), says_n: found(says_n) }),
            values,
        }
    }

    /// How many positions were counted.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.values.iter().sum()
    }

    /// How many of them are P-positions.
    #[must_use]
    pub fn p_positions(&self) -> u64 {
        self.values.first().copied().unwrap_or(0)
    }
}

impl Fewest {
    /// Shows the positions with `stones` and the stones of each of `lanes`.
    fn show(&mut self, lanes: u64, stones: u64) {
        self.count += u64::from(lanes.count_ones());
        for (more, level) in (0..).zip(LEVELS) {
            let mut here = lanes & level;
            if here == 0 {
                continue;
            }
            let fewest = stones.count_ones() + more;
            if self.positions.is_empty() || fewest < self.stones {
                self.positions.clear();
                self.stones = fewest;
            }
            if fewest > self.stones {
                return;
            }
            while here != 0 {
                self.positions.push(stones | u64::from(here.trailing_zeros()));
                here &= here - 1;
            }
        }
    }

    fn with(mut self, mut other: Fewest) -> Fewest {
        let count = self.count + other.count;
        if self.positions.is_empty() || (!other.positions.is_empty() && other.stones < self.stones) {
            std::mem::swap(&mut self, &mut other);
        }
        if other.stones == self.stones {
            self.positions.append(&mut other.positions);
        }
        Fewest { count, ..self }
    }
}

/// The lanes of a word of which the basic theorem says P.
fn theorem_says_p(piles: &[Pile], middle: usize) -> u64 {
    // Lengths have at most six binary digits: a table has fewer than 64 squares.
    let mut xor = [[0u64; 6]; 2];
    for pile in piles {
        let lanes = pile.when.lanes(middle);
        for (i, plane) in xor[usize::from(pile.horizontal)].iter_mut().enumerate() {
            *plane ^= if pile.length >> i & 1 == 1 { lanes } else { 0 };
        }
    }
    !xor.iter().flatten().fold(0, |any, plane| any | plane)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::taking::built_in;

    #[test]
    fn counts_by_words_are_counts_one_by_one() {
        for name in ["2d-nim", "cram", "chomp", "node-kayles"] {
            let rule = built_in(name).unwrap();
            for text in ["", "1x1", "1x4", "2x2", "2x3", "3x3", "young(4,3,3)", "#.##/####/##.#", "2x7"] {
                let board: Board = text.parse().unwrap();
                let budget = Budget::unlimited().with_threads(2);
                let table = Table::new(&rule, &board, &budget).unwrap();
                let squares: Vec<_> = board.stones().collect();
                let positions = (0..1u64 << squares.len()).map(|set| {
                    let kept: Vec<_> = (0..squares.len()).filter(|i| set >> i & 1 == 1).map(|i| squares[i]).collect();
                    let position = board.only(&kept);
                    let value = table.value(&position).unwrap();
                    (position, value)
                });
                let census = census(&table, &budget).unwrap();
                assert_eq!(census, Census::of(&rule, positions), "{text}");
                assert_eq!(census.positions(), table.positions());
            }
        }
    }
}
