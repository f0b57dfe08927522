//! The value of one position, by asking of ever fewer stones: "is it n?"
//!
//! A position has value n exactly when it has none of the values 0, …, n−1 and
//! no option has value n. Hence "is it 0?", then "is it 1?" and so on find the
//! value, each question is refuted by a single option, and the outcome is the
//! first question alone. An option that falls apart is the sum of its parts:
//! the values of all but the largest turn the question into one about that one.

use super::frame::Frame;
use super::memo::Memo;
use super::position::{Take, Unsolved};
use super::rule::Taking;
use super::shape::Board;
use crate::nimber::Nimber;
use miyama_budget::Budget;

/// Solves positions whose stones lie on one board, and remembers them.
///
/// ```
/// use miyama::pattern::taking::{Board, Solver, built_in};
/// use miyama_budget::Budget;
/// use miyama::nimber::Nimber;
/// let widest = Board::rectangle(2, 9).unwrap();
/// let mut solver = Solver::new(&built_in("2d-nim").unwrap(), &widest).unwrap();
/// let values = (1..=9).map(|n| solver.value(&Board::rectangle(2, n).unwrap(), &Budget::unlimited()).unwrap().0);
/// assert_eq!(values.collect::<Vec<_>>(), [2, 0, 2, 0, 1, 0, 1, 0, 1]);
/// ```
#[derive(Debug)]
pub struct Solver {
    frame: Frame,
    memo: Memo,
    /// Representatives of parts that were looked for lately: the part and its
    /// representative, 0 if it is a P-position; where a part stands follows from its bits.
    recent: Vec<(u64, u64)>,
    /// How many moves representatives have that were counted lately.
    counted: Vec<(u64, u32)>,
    asked: u64,
    effort: usize,
}

/// So many representatives are kept, as they fit into the cache, from so many positions on.
const RECENT: usize = 1 << 14;
const WORTH_KEEPING: usize = 1 << 10;

/// What the memo says of a part: its value, or a number that it reaches.
const EXACT: u8 = 0x80;

/// Where a part is kept among so many, a power of two of at most 2^14.
fn place(part: u64, kept: usize) -> usize {
    (part.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 50) as usize & (kept - 1)
}

/// What a move leaves: the largest part, and the others.
#[derive(Debug)]
struct Left {
    largest: u64,
    others: Vec<u64>,
    /// How many moves the largest part has, where options are put in order.
    moves: u32,
}

impl Solver {
    /// Prepares for positions whose stones are among those of `board`. `None`
    /// if they are more than 64.
    #[must_use]
    pub fn new(rule: &Taking, board: &Board) -> Option<Solver> {
        Some(Solver {
            frame: Frame::new(rule, board)?,
            memo: Memo::new(),
            recent: vec![(0, 0)],
            counted: vec![(0, 0)],
            asked: 0,
            effort: usize::MAX,
        })
    }

    /// Gives up a question that needs more than so many positions remembered.
    pub(crate) fn limit_effort(&mut self, positions: usize) {
        self.effort = positions;
    }

    /// How many positions it remembers, up to symmetry and in parts.
    #[must_use]
    pub fn remembered(&self) -> usize {
        self.memo.len()
    }

    /// The Grundy value.
    ///
    /// # Errors
    /// When the budget says stop, or the effort is over.
    ///
    /// # Panics
    /// If a stone lies where the board of the solver has none.
    pub fn value(&mut self, board: &Board, budget: &Budget) -> Result<Nimber, Unsolved> {
        let stones = self.frame.layout.set(board).expect("the stones lie on the board of the solver");
        let left = self.left(stones);
        let mut value = 0;
        for part in left.others.iter().chain([&left.largest]) {
            value ^= self.value_of(*part, budget)?;
        }
        Ok(Nimber(value))
    }

    /// Is the Grundy value `n`? Quicker than [`Solver::value`], above all for 0.
    ///
    /// # Errors
    /// When the budget says stop, or the effort is over.
    ///
    /// # Panics
    /// If a stone lies where the board of the solver has none.
    pub fn is(&mut self, board: &Board, n: Nimber, budget: &Budget) -> Result<bool, Unsolved> {
        let stones = self.frame.layout.set(board).expect("the stones lie on the board of the solver");
        let left = self.left(stones);
        self.left_is(&left, n.0, budget)
    }

    /// The squares that each move takes from a board, each move once.
    ///
    /// # Panics
    /// If a stone lies where the board of the solver has none.
    #[must_use]
    pub fn takes(&self, board: &Board) -> Vec<Take> {
        let stones = self.frame.layout.set(board).expect("the stones lie on the board of the solver");
        let mut taken = Vec::new();
        self.frame.moves(stones, |rest| taken.push(stones & !rest));
        taken.sort_unstable();
        taken.dedup();
        taken.into_iter().map(|set| self.frame.layout.squares_of(set)).collect()
    }

    /// What remains of these stones once equal parts have cancelled, each part
    /// as its representative. `largest` is 0 when nothing remains.
    fn left(&mut self, stones: u64) -> Left {
        let mut others: Vec<u64> = Vec::new();
        if self.recent.len() == 1 && self.memo.len() >= WORTH_KEEPING {
            self.recent = vec![(0, 0); RECENT];
            self.counted = vec![(0, 0); RECENT];
        }
        let Solver { frame, recent, .. } = self;
        frame.parts(stones, |part| {
            let at = place(part, recent.len());
            if recent[at].0 != part {
                let (least, zero) = frame.representative(part);
                recent[at] = (part, if zero { 0 } else { least });
            }
            let part = recent[at].1;
            if part == 0 {
                return;
            }
            match others.iter().position(|other| *other == part) {
                Some(i) => drop(others.swap_remove(i)),
                None => others.push(part),
            }
        });
        let largest = (0..others.len()).max_by_key(|&i| others[i].count_ones());
        let largest = largest.map_or(0, |i| others.swap_remove(i));
        Left { largest, others, moves: 0 }
    }

    fn left_is(&mut self, left: &Left, n: u32, budget: &Budget) -> Result<bool, Unsolved> {
        let mut target = n;
        for &part in &left.others {
            target ^= self.value_of(part, budget)?;
        }
        self.part_is(left.largest, target, budget)
    }

    /// The value of a representative, or of nothing.
    fn value_of(&mut self, part: u64, budget: &Budget) -> Result<u32, Unsolved> {
        let mut n = 0;
        while !self.part_is(part, n, budget)? {
            n += 1;
        }
        Ok(n)
    }

    /// Is this the value of a representative, or of nothing?
    fn part_is(&mut self, part: u64, n: u32, budget: &Budget) -> Result<bool, Unsolved> {
        // No value exceeds the number of stones.
        if n > part.count_ones() {
            return Ok(false);
        }
        if part == 0 {
            return Ok(n == 0);
        }
        let known = self.memo.get(part);
        let reached = u32::from(known & !EXACT);
        if known & EXACT != 0 {
            return Ok(n == reached);
        }
        if n < reached {
            return Ok(false);
        }
        self.asked += 1;
        if self.asked.is_multiple_of(256) {
            budget.check()?;
            if self.asked.is_multiple_of(1 << 16) {
                budget.report(self.memo.len() as u64, None);
            }
        }
        if self.memo.len() >= self.effort {
            return Err(Unsolved::Effort(self.effort));
        }
        let options = self.options(part);
        for m in reached..=n {
            let found = self.some_option_is(&options, m, budget)?;
            // m <= n <= the number of stones <= 64, which fits below EXACT.
            let known = if found { m as u8 + 1 } else { m as u8 | EXACT };
            self.memo.set(part, known, budget)?;
            if !found {
                return Ok(m == n);
            }
        }
        Ok(false)
    }

    /// All that moves leave, each once, what promises the quickest answer first.
    fn options(&mut self, part: u64) -> Vec<Left> {
        let mut rests = Vec::new();
        self.frame.moves(part, |rest| rests.push(rest));
        rests.sort_unstable();
        rests.dedup();
        let mut options: Vec<Left> = rests.into_iter().map(|rest| self.left(rest)).collect();
        for option in &mut options {
            option.others.sort_unstable();
            option.moves = self.moves_of(option.largest);
        }
        // Whoever looks for one good option finds it soonest among those with few answers.
        options.sort_unstable_by(|a, b| {
            let key = |left: &Left| (left.moves, left.others.len(), left.largest);
            key(a).cmp(&key(b)).then_with(|| a.others.cmp(&b.others))
        });
        options.dedup_by(|a, b| a.largest == b.largest && a.others == b.others);
        options
    }

    /// How many moves a representative has; nothing has none.
    fn moves_of(&mut self, part: u64) -> u32 {
        let Solver { frame, counted, .. } = self;
        let at = place(part, counted.len());
        if counted[at].0 != part {
            let mut moves = 0;
            frame.moves(part, |_| moves += 1);
            counted[at] = (part, moves);
        }
        counted[at].1
    }

    /// Has one of these the value `n`? Those of which everything is known are
    /// asked first.
    fn some_option_is(&mut self, options: &[Left], n: u32, budget: &Budget) -> Result<bool, Unsolved> {
        let mut open = Vec::new();
        for option in options {
            match self.known_to_be(option, n) {
                Some(true) => return Ok(true),
                Some(false) => {}
                None => open.push(option),
            }
        }
        for option in open {
            if self.left_is(option, n, budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What the memo alone says to "is it n?".
    fn known_to_be(&self, left: &Left, n: u32) -> Option<bool> {
        let mut target = n;
        for &part in &left.others {
            let known = self.memo.get(part);
            if known & EXACT == 0 {
                return None;
            }
            target ^= u32::from(known & !EXACT);
        }
        if left.largest == 0 || target > left.largest.count_ones() {
            return Some(left.largest == 0 && target == 0);
        }
        let known = self.memo.get(left.largest);
        let reached = u32::from(known & !EXACT);
        match known & EXACT != 0 {
            true => Some(target == reached),
            false if target < reached => Some(false),
            false => None,
        }
    }
}
