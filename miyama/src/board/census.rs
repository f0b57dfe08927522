//! What a whole table says: how many positions have which value, and how often
//! the "basic theorem" of two-dimensional Nim is wrong.

use super::lanes::{LANE_BITS, LEVELS};
use super::nim::runs;
use super::shape::Board;
use super::table::{Condition, Table};
use crate::budget::{Budget, Stopped};
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
    /// Positions of which the basic theorem says P, but the next player wins.
    pub wrongly_p: Found,
    /// Positions of which the basic theorem says N, but the next player loses.
    pub wrongly_n: Found,
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

/// Counts a table of two-dimensional Nim.
///
/// ```
/// use miyama::board::{Board, Table, census, rule};
/// use miyama::budget::Budget;
/// let (board, budget) = (Board::rectangle(2, 2).unwrap(), Budget::unlimited());
/// let table = Table::new(rule("2d-nim").unwrap(), &board, &budget).unwrap();
/// assert_eq!(census(&table, &budget).unwrap().values.iter().sum::<u64>(), 16);
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
        let found = |fewest: Fewest| {
            let boards = fewest.positions.iter().map(|&set| Board::around(&layout.squares_of(set)).1.representative());
            Found { count: fewest.count, smallest: boards.collect::<BTreeSet<_>>().into_iter().collect() }
        };
        Census {
            values: self.values,
            largest: found(self.largest),
            wrongly_p: found(self.wrongly_p),
            wrongly_n: found(self.wrongly_n),
        }
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
    use crate::board::nim::{Piles, TwoDimensionalNim};

    /// The same counts, one position after the other.
    fn slow(table: &Table, board: &Board) -> (Vec<u64>, u64, u64, usize, usize) {
        let squares: Vec<_> = board.stones().collect();
        let (mut values, mut wrongly_p, mut wrongly_n) = (vec![0; 64], Vec::new(), Vec::new());
        for set in 0..1u64 << squares.len() {
            let kept: Vec<_> = (0..squares.len()).filter(|i| set >> i & 1 == 1).map(|i| squares[i]).collect();
            let position = board.only(&kept);
            let value = table.value(&position).unwrap();
            values[value.0 as usize] += 1;
            match (Piles::of(&position).say_p(), value.0 == 0) {
                (true, false) => wrongly_p.push(kept.len()),
                (false, true) => wrongly_n.push(kept.len()),
                _ => {}
            }
        }
        values.truncate(values.iter().rposition(|count| *count > 0).unwrap() + 1);
        let least = |sizes: &[usize]| sizes.iter().copied().min().unwrap_or(0);
        (values, wrongly_p.len() as u64, wrongly_n.len() as u64, least(&wrongly_p), least(&wrongly_n))
    }

    #[test]
    fn counts_by_words_are_counts_one_by_one() {
        for text in ["1x1", "1x4", "2x2", "2x3", "3x3", "young(4,3,3)", "#.##/####/##.#", "4x4"] {
            let board: Board = text.parse().unwrap();
            let budget = Budget::unlimited().with_threads(2);
            let table = Table::new(&TwoDimensionalNim, &board, &budget).unwrap();
            let census = census(&table, &budget).unwrap();
            let fewest = |found: &Found| found.smallest.first().map_or(0, Board::count);
            let counted = (
                census.values.clone(),
                census.wrongly_p.count,
                census.wrongly_n.count,
                fewest(&census.wrongly_p),
                fewest(&census.wrongly_n),
            );
            assert_eq!(counted, slow(&table, &board), "{text}");
            assert_eq!(census.largest.count, *census.values.last().unwrap());
            for largest in &census.largest.smallest {
                let value = crate::board::Position::new(&TwoDimensionalNim, largest.clone()).value(&budget).unwrap();
                assert_eq!(value.0 as usize + 1, census.values.len());
            }
        }
    }
}
