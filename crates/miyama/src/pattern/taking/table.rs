//! All subsets of a board at once.
//!
//! A table holds a few bits for each of the 2^n positions on n squares, in
//! words of 64 lanes (see `lanes`). Words are grouped in blocks; the blocks are
//! numbered by the highest squares, and a block depends on blocks with fewer of
//! these stones only. So blocks with equally many stones are filled at the same
//! time, by as many threads as there are.

use super::lanes::{self, Inside, LANE_BITS, Outside, lanes_with, split};
use super::layout::Layout;
use super::rule::{Pattern, Taking};
use super::shape::Board;
use crate::nimber::Nimber;
use crate::play::Outcome;
use miyama_budget::{Budget, Stopped};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// The Grundy values of all subsets of a board: four, five or six bits each.
///
/// ```
/// use miyama::pattern::taking::{Board, Table, built_in};
/// use miyama_budget::Budget;
/// use miyama::nimber::Nimber;
/// let board = Board::rectangle(3, 3).unwrap();
/// let table = Table::new(&built_in("2d-nim").unwrap(), &board, &Budget::unlimited()).unwrap();
/// assert_eq!(table.value(&board), Some(Nimber(1)));
/// ```
#[derive(Debug)]
pub struct Table {
    rule: Arc<Taking>,
    words: Words,
}

/// The misère outcomes of all subsets of a board: one bit each.
#[derive(Debug)]
pub struct OutcomeTable {
    words: Words,
}

/// Some bits for each subset: `planes` words for each word of lanes.
#[derive(Debug)]
pub(super) struct Words {
    pub(super) layout: Layout,
    pub(super) planes: usize,
    blocks: Vec<OnceLock<Box<[u64]>>>,
    /// Squares that number the words of a block.
    middle: u32,
}

/// No processor reaches more bytes than this, whatever the budget says.
pub const ADDRESSABLE: u64 = 1 << 48;

/// Squares that number the words of a block, where there are so many.
const MIDDLE: u32 = 9;

/// The bytes of a table of all subsets of `squares` squares.
fn memory(planes: usize, squares: usize) -> u64 {
    // Six bits for each of 2^64 positions still are a number of bytes.
    if squares > 64 { u64::MAX } else { (planes as u64) << (squares.max(6) - 3) }
}

/// The bits of a value: none exceeds the number of stones.
fn planes(squares: usize) -> usize {
    match squares {
        0..=15 => 4,
        16..=31 => 5,
        _ => 6,
    }
}

/// The most squares of a board whose table takes up at most so many bytes.
///
/// ```
/// assert_eq!(miyama::pattern::taking::most_squares(6 << 33), 36);
/// assert_eq!(miyama::pattern::taking::most_squares((6 << 33) - 1), 35);
/// ```
#[must_use]
pub fn most_squares(bytes: u64) -> usize {
    (0..64).take_while(|squares| memory(planes(*squares), *squares) <= bytes.min(ADDRESSABLE)).last().unwrap_or(0)
}

impl Table {
    /// Fills the table of all subsets of the stones of `board`.
    ///
    /// # Errors
    /// When the budget says stop, above all because the table needs too much
    /// memory.
    pub fn new(rule: &Arc<Taking>, board: &Board, budget: &Budget) -> Result<Table, Stopped> {
        let words = match planes(board.count()) {
            4 => Words::fill::<4>(rule, board, budget, lanes::values),
            5 => Words::fill::<5>(rule, board, budget, lanes::values),
            _ => Words::fill::<6>(rule, board, budget, lanes::values),
        };
        Ok(Table { rule: rule.clone(), words: words? })
    }

    /// The value of a position; `None` if it has a stone where the board of the
    /// table has none.
    #[must_use]
    pub fn value(&self, board: &Board) -> Option<Nimber> {
        let stones = self.words.layout.set(board)?;
        let word = self.words.word(stones >> LANE_BITS);
        let digit = |i: usize| (word[i] >> (stones & 63) & 1) as u32;
        Some(Nimber((0..self.words.planes).map(|i| digit(i) << i).sum()))
    }

    /// The rule.
    #[must_use]
    pub fn rule(&self) -> &Arc<Taking> {
        &self.rule
    }

    /// The number of positions.
    #[must_use]
    pub fn positions(&self) -> u64 {
        1 << self.words.layout.squares().len()
    }

    /// The bytes that the table takes up.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.words.bytes()
    }

    pub(super) fn words(&self) -> &Words {
        &self.words
    }
}

impl OutcomeTable {
    /// Fills the table of all subsets of the stones of `board`, misère play.
    ///
    /// # Errors
    /// When the budget says stop, above all because the table needs too much
    /// memory.
    pub fn misere(rule: &Taking, board: &Board, budget: &Budget) -> Result<OutcomeTable, Stopped> {
        Ok(OutcomeTable { words: Words::fill::<1>(rule, board, budget, lanes::misere)? })
    }

    /// The outcome of a position; `None` if it has a stone where the board of
    /// the table has none.
    #[must_use]
    pub fn outcome(&self, board: &Board) -> Option<Outcome> {
        let stones = self.words.layout.set(board)?;
        let p = self.words.word(stones >> LANE_BITS)[0] >> (stones & 63) & 1 == 1;
        Some(if p { Outcome::P } else { Outcome::N })
    }
}

/// A move that takes certain stones, and all patterns that allow it.
struct Move {
    take: u64,
    when: Vec<Pattern>,
}

/// A move as it appears in one block.
struct BlockMove<'a> {
    /// The block of its options; `None` if it is the same.
    other: Option<&'a [u64]>,
    /// Stones taken from the middle squares.
    take: usize,
    /// How many lanes lower its options lie.
    shift: u32,
    /// Middle squares that must hold stones in any case.
    need: usize,
    when: Vec<Condition>,
}

/// Lanes in which something holds if the middle squares fit.
pub(super) struct Condition {
    need: usize,
    empty: usize,
    lanes: u64,
}

impl Condition {
    /// The lanes in which it holds, in the word of this number in its block.
    pub(super) fn lanes(&self, middle: usize) -> u64 {
        if self.need & !middle == 0 && self.empty & middle == 0 { self.lanes } else { 0 }
    }
}

impl Words {
    fn fill<const P: usize>(
        rule: &Taking,
        board: &Board,
        budget: &Budget,
        word: impl Fn(&[Outside<P>], &[Inside]) -> [u64; P] + Sync,
    ) -> Result<Words, Stopped> {
        let squares = board.count();
        let needed = memory(P, squares);
        budget.need(needed)?;
        if needed > ADDRESSABLE {
            return Err(Stopped::Memory { needed, allowed: ADDRESSABLE });
        }
        let layout = layout(rule, board);
        let middle = (squares as u32).saturating_sub(LANE_BITS).min(MIDDLE);
        let top = (squares as u32).saturating_sub(LANE_BITS + middle);
        let words = Words { layout, planes: P, blocks: (0..1u64 << top).map(|_| OnceLock::new()).collect(), middle };
        words.fill_blocks(&moves(rule, &words.layout, board), top, budget, word)?;
        Ok(words)
    }

    /// Fills the blocks, those with fewer stones on the top squares first.
    fn fill_blocks<const P: usize>(
        &self,
        moves: &[Move],
        top: u32,
        budget: &Budget,
        word: impl Fn(&[Outside<P>], &[Inside]) -> [u64; P] + Sync,
    ) -> Result<(), Stopped> {
        let done = AtomicU64::new(0);
        for stones in 0..=top {
            let level: Vec<u64> = (0..1u64 << top).filter(|block| block.count_ones() == stones).collect();
            let next = AtomicUsize::new(0);
            let work = || {
                while let Some(&block) = level.get(next.fetch_add(1, Ordering::Relaxed)) {
                    budget.check()?;
                    let filled = self.block(block, moves, &word);
                    self.blocks[block as usize].set(filled).expect("each block is filled once");
                    budget.report(done.fetch_add(1, Ordering::Relaxed) + 1, Some(1 << top));
                }
                Ok(())
            };
            std::thread::scope(|scope| {
                let others: Vec<_> = (1..budget.threads().min(level.len())).map(|_| scope.spawn(work)).collect();
                let mine = work();
                let joined = others.into_iter().map(|thread| thread.join().expect("filling a block does not panic"));
                joined.fold(mine, Result::and)
            })?;
        }
        Ok(())
    }

    /// All words of a block.
    fn block<const P: usize>(
        &self,
        block: u64,
        moves: &[Move],
        word: impl Fn(&[Outside<P>], &[Inside]) -> [u64; P],
    ) -> Box<[u64]> {
        let moves: Vec<BlockMove<'_>> = moves.iter().filter_map(|m| self.block_move(block, m)).collect();
        let mut filled = vec![0; P << self.middle].into_boxed_slice();
        let (mut outside, mut inside) = (Vec::new(), Vec::new());
        for middle in 0..1usize << self.middle {
            outside.clear();
            inside.clear();
            for m in &moves {
                if m.need & !middle != 0 {
                    continue;
                }
                let lanes = m.when.iter().fold(0, |lanes, condition| lanes | condition.lanes(middle));
                if lanes == 0 {
                    continue;
                }
                let option = middle & !m.take;
                let from = match m.other {
                    Some(other) => other,
                    None if option == middle => {
                        inside.push((lanes, m.shift));
                        continue;
                    }
                    None => &filled,
                };
                let from = &from[option * P..(option + 1) * P];
                outside.push((lanes, std::array::from_fn(|i| from[i] << m.shift)));
            }
            filled[middle * P..(middle + 1) * P].copy_from_slice(&word(&outside, &inside));
        }
        filled
    }

    /// How a move appears in a block, if it can.
    fn block_move(&self, block: u64, m: &Move) -> Option<BlockMove<'_>> {
        let when: Vec<Condition> = m.when.iter().filter_map(|p| self.condition(block, p.need, p.empty)).collect();
        if when.is_empty() {
            return None;
        }
        let option = block & !(m.take >> (LANE_BITS + self.middle));
        let other = (option != block).then(|| &**self.blocks[option as usize].get().expect("fewer stones come first"));
        let take = self.middle_part(m.take);
        let need = when.iter().fold(usize::MAX, |need, condition| need & condition.need);
        Some(BlockMove { other, take, need, shift: (m.take & ((1 << LANE_BITS) - 1)) as u32, when })
    }

    /// Where in a block there are stones on all of `need` and none on `empty`.
    pub(super) fn condition(&self, block: u64, need: u64, empty: u64) -> Option<Condition> {
        let top = |set: u64| set >> (LANE_BITS + self.middle);
        let low = |set: u64| set & ((1 << LANE_BITS) - 1);
        (top(need) & !block == 0 && top(empty) & block == 0).then(|| Condition {
            need: self.middle_part(need),
            empty: self.middle_part(empty),
            lanes: lanes_with(low(need), low(empty)),
        })
    }

    fn middle_part(&self, set: u64) -> usize {
        (set >> LANE_BITS & ((1 << self.middle) - 1)) as usize
    }

    /// The planes of a word of lanes.
    pub(super) fn word(&self, word: u64) -> &[u64] {
        let block = self.block_words((word >> self.middle) as usize);
        let start = (word & ((1 << self.middle) - 1)) as usize * self.planes;
        &block[start..start + self.planes]
    }

    /// The number of blocks.
    pub(super) fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// The words of a block, one after the other.
    pub(super) fn block_words(&self, block: usize) -> &[u64] {
        self.blocks[block].get().expect("a finished table has all blocks")
    }

    /// The stones on all squares but the lowest of the first word of a block.
    pub(super) fn block_stones(&self, block: usize) -> u64 {
        (block as u64) << (LANE_BITS + self.middle)
    }

    fn bytes(&self) -> u64 {
        (self.blocks.len() * self.planes * 8) as u64 * (1 << self.middle)
    }
}

/// The order of the squares: first six of which as few moves as possible take
/// nothing else, since those moves stay inside a word.
fn layout(rule: &Taking, board: &Board) -> Layout {
    let mut squares: Vec<(usize, usize)> = board.stones().collect();
    let plain = Layout::new(squares.clone()).expect("a table of more than 64 squares was refused");
    let patterns = rule.patterns(&plain, board.height(), board.width());
    let mut chosen = 0u64;
    for place in 0..squares.len().min(LANE_BITS as usize) {
        let inside = |set: u64| patterns.iter().filter(|p| p.take & p.need & !set == 0).count();
        let free = (place..squares.len()).map(|i| (i, plain.bit(squares[i].0, squares[i].1)));
        let best = free.min_by_key(|(_, bit)| inside(chosen | bit)).map(|(i, bit)| {
            chosen |= bit;
            i
        });
        squares[place..=best.unwrap_or(place)].rotate_right(1);
    }
    Layout::new(squares).expect("as many squares as before")
}

/// The moves of a table, each with all patterns that allow it.
fn moves(rule: &Taking, layout: &Layout, board: &Board) -> Vec<Move> {
    let mut patterns = split(&rule.patterns(layout, board.height(), board.width()));
    patterns.sort_by_key(|pattern| pattern.take);
    let same = patterns.chunk_by(|a, b| a.take == b.take);
    same.map(|when| Move { take: when[0].take, when: when.to_vec() }).collect()
}
