//! Nim values from all pairs of heaps, many pairs at a time.
//!
//! For each heap, the values of the pairs of most equal heaps are marked one by one,
//! as values of these differ most; that leaves a few candidates for the mex. Whether
//! one of these is the value of a
//! further pair is a comparison of the sequence with itself read backwards,
//! which goes many pairs at a time. This is the way for short sequences and for
//! games without a sparse space.
//!
//! Several threads look for the candidates of a round of heaps, from pairs of
//! heaps before the round. One of them then compares the candidates with the few
//! pairs that reach into the round. A heap of which none is left begins anew.

use super::lanes::{self, ALL, Level, Search, TARGETS};
use super::takings::{Split, Takings};
use crate::barrier::Barrier;
use miyama_budget::{Budget, Stopped};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};

/// How many heaps of a round each of several threads takes: with more, more
/// candidates would be lost to pairs that reach into the round.
const SHARE: usize = 8;

/// Shorter sequences are not worth a second thread.
const LONG: usize = 4096;

/// How many pairs of one heap are looked at between two looks at the budget.
const LOOK: usize = 1 << 20;

/// How many values fit.
const VALUES: usize = 1 << 16;

/// Extends `values` to heap `to`. Stops early, with all values so far correct,
/// before a value that does not fit.
pub(super) fn run(
    rule: &Takings,
    values: &mut Vec<u16>,
    to: usize,
    level: Level,
    budget: &Budget,
) -> Result<(), Stopped> {
    let is_long = values.len() >= LONG && values.len() + LONG <= to;
    let threads = if is_long { budget.threads() } else { 1 };
    let share = if threads > 1 { SHARE } else { 1 };
    let marks: Vec<Mutex<Marks>> = (0..threads).map(|_| Mutex::new(Marks::new(budget))).collect();
    let (barrier, over) = (Barrier::new(threads), AtomicBool::new(false));
    let sequence = RwLock::new(Sequence::new(rule, values, to, level));
    let look = |number: usize| {
        let sequence = sequence.read().unwrap_or_else(PoisonError::into_inner);
        let first = sequence.values.len() + number * share;
        let heaps = first..(first + share).min(to + 1);
        let mut marks = lock(&marks[number]);
        marks.open.clear();
        for n in heaps {
            let candidates = marks.candidates(&sequence, n);
            marks.open.push(candidates);
        }
        drop((marks, sequence));
        barrier.wait();
    };
    std::thread::scope(|scope| {
        for number in 1..threads {
            let (look, barrier, over) = (&look, &barrier, &over);
            scope.spawn(move || {
                while !over.load(Ordering::Acquire) {
                    look(number);
                    barrier.wait();
                }
            });
        }
        let mut checked = 0;
        loop {
            look(0);
            let mut sequence = sequence.write().unwrap_or_else(PoisonError::into_inner);
            let n = sequence.values.len();
            let mut result = None;
            if n >= checked + 256 {
                checked = n;
                result = budget.check().err().map(Err);
                budget.report(n as u64, Some(to as u64));
            }
            if result.is_none() && !sequence.take_over(&marks) {
                // It does not fit, or there was no time to find it.
                result = Some(budget.check());
            } else if sequence.values.len() > to {
                result = Some(Ok(()));
            }
            over.store(result.is_some(), Ordering::Release);
            drop(sequence);
            barrier.wait();
            if let Some(result) = result {
                return result;
            }
        }
    })
}

fn lock<'a, 'b>(marks: &'a Mutex<Marks<'b>>) -> MutexGuard<'a, Marks<'b>> {
    marks.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Sequence<'a> {
    rule: &'a Takings,
    level: Level,
    values: &'a mut Vec<u16>,
    /// `backwards[to − j]` is the value of heap j.
    backwards: Vec<u16>,
    to: usize,
}

impl<'a> Sequence<'a> {
    fn new(rule: &'a Takings, values: &'a mut Vec<u16>, to: usize, level: Level) -> Sequence<'a> {
        let mut backwards = vec![0; to + 1];
        for (n, value) in values.iter().enumerate().take(to + 1) {
            backwards[to - n] = *value;
        }
        Sequence { rule, level, values, backwards, to }
    }

    /// The pairs i + j = n − taken, 1 ≤ i ≤ j < `known`, have i in this range,
    /// which may be empty.
    fn pairs(split: &Split, n: usize, known: usize) -> Range<usize> {
        let first = (n + 1).saturating_sub(split.taken + known).max(1);
        first..(split.last(n) + 1).max(first)
    }

    /// The values of both heaps of the pairs with i in `pairs`.
    fn both(&self, split: &Split, n: usize, pairs: Range<usize>) -> (&[u16], &[u16]) {
        if pairs.is_empty() {
            return (&[], &[]);
        }
        let shift = self.to + split.taken - n;
        (&self.values[pairs.clone()], &self.backwards[shift + pairs.start..shift + pairs.end])
    }

    /// Takes the values of a round over; false if one does not fit or the budget
    /// is at its end.
    fn take_over(&mut self, marks: &[Mutex<Marks<'_>>]) -> bool {
        let known = self.values.len();
        for marks in marks {
            let mut marks = lock(marks);
            for place in 0..marks.open.len() {
                let n = self.values.len();
                let left = marks.open[place].iter().find(|value| !self.reaches(n, known, *value));
                let Some(value) = left.or_else(|| marks.candidates(self, n).iter().next()) else { return false };
                self.backwards[self.to - n] = value;
                self.values.push(value);
            }
        }
        true
    }

    /// Does heap n have an option of this value with a heap from `known` on?
    fn reaches(&self, n: usize, known: usize, value: u16) -> bool {
        let Sequence { rule, values, .. } = self;
        rule.leaving.iter().any(|k| *k < n && n - k >= known && values[n - k] == value)
            || rule.splits.iter().any(|split| {
                let end = Self::pairs(split, n, known).start.min(split.last(n) + 1);
                (1..end).any(|i| values[i] ^ values[n - split.taken - i] == value)
            })
    }
}

/// Marks the values of these pairs, four at a time, as two loads then do for four.
fn mark(seen: &mut [u8; VALUES], stamp: u8, ahead: &[u16], behind: &[u16]) {
    // Written out, as a loop would not become one load.
    let four =
        |[a, b, c, d]: &[u16; 4]| u64::from(*a) | u64::from(*b) << 16 | u64::from(*c) << 32 | u64::from(*d) << 48;
    let ((a, a_rest), (b, b_rest)) = (ahead.as_chunks(), behind.as_chunks());
    for (a, b) in a.iter().zip(b) {
        let values = four(a) ^ four(b);
        for place in [0, 16, 32, 48] {
            seen[usize::from((values >> place) as u16)] = stamp;
        }
    }
    for (a, b) in a_rest.iter().zip(b_rest) {
        seen[usize::from(a ^ b)] = stamp;
    }
}

/// What one thread knows.
struct Marks<'a> {
    budget: &'a Budget,
    /// Pairs looked at since the last look at the budget.
    unwatched: usize,
    /// `seen[v] == stamp` says that v is known to be an option.
    seen: Box<[u8; VALUES]>,
    stamp: u8,
    /// How many pairs are marked one by one.
    bulk: usize,
    /// The candidates of its heaps of a round.
    open: Vec<Candidates>,
}

/// The least values that no pair of known heaps has, some of them; none if no
/// value that fits is left, or the budget is at its end.
struct Candidates {
    values: [u16; TARGETS],
    /// Bit t is set if `values[t]` is one.
    open: u32,
}

impl Candidates {
    const NONE: Candidates = Candidates { values: [0; TARGETS], open: 0 };

    fn iter(&self) -> impl Iterator<Item = u16> {
        (0..TARGETS).filter(|t| self.open >> t & 1 == 1).map(|t| self.values[t])
    }
}

impl<'a> Marks<'a> {
    fn new(budget: &'a Budget) -> Marks<'a> {
        Marks { budget, unwatched: 0, seen: Box::new([0; VALUES]), stamp: 0, bulk: 64, open: vec![] }
    }

    /// Is the budget at its end, after a look at `pairs` more? Then it stays so.
    fn must_end(&mut self, pairs: usize) -> bool {
        self.unwatched += pairs;
        if self.unwatched < LOOK {
            return false;
        }
        let ends = self.budget.check().is_err();
        if !ends {
            self.unwatched = 0;
        }
        ends
    }

    /// From which of these pairs on they are marked one by one.
    fn first_marked(&self, pairs: &Range<usize>) -> usize {
        pairs.end.saturating_sub(self.bulk).max(pairs.start)
    }

    /// The candidates for the value of heap n, from pairs of known heaps.
    fn candidates(&mut self, sequence: &Sequence, n: usize) -> Candidates {
        let Sequence { rule, values, .. } = sequence;
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.seen.fill(0);
            self.stamp = 1;
        }
        if rule.whole.contains(&n) && n > 0 {
            self.seen[0] = self.stamp;
        }
        for k in rule.leaving.iter().filter(|k| **k < n && n - **k < values.len()) {
            self.seen[usize::from(values[n - k])] = self.stamp;
        }
        for split in &rule.splits {
            let pairs = Sequence::pairs(split, n, values.len());
            let start = self.first_marked(&pairs);
            let (ahead, behind) = sequence.both(split, n, start..pairs.end);
            mark(&mut self.seen, self.stamp, ahead, behind);
            if self.must_end(1 + pairs.end - start) {
                return Candidates::NONE;
            }
        }
        let (mut from, mut looked_at) = (0, 0);
        let candidates = loop {
            let (values, count) = self.unseen(from);
            let search = if count > 0 { self.search(sequence, n, values) } else { None };
            let Some(search) = search else { return Candidates::NONE };
            looked_at += search.looked_at;
            // Fewer than TARGETS targets are filled up with the first one.
            let open = !search.found & ((1 << count) - 1);
            if open != 0 {
                break Candidates { values, open };
            }
            from = usize::from(values[count - 1]) + 1;
        };
        // Every pair marked saves some searches; the sum was least where a
        // search looks at half as many again as are marked.
        if 2 * looked_at > 3 * self.bulk {
            self.bulk += self.bulk / 32;
        } else if self.bulk > 64 {
            self.bulk -= self.bulk / 32;
        }
        candidates
    }

    /// The least values from `from` on that are not seen, and how many.
    fn unseen(&self, from: usize) -> ([u16; TARGETS], usize) {
        let mut targets = [0; TARGETS];
        let mut count = 0;
        for (v, seen) in self.seen.iter().enumerate().skip(from) {
            if *seen != self.stamp {
                targets[count] = u16::try_from(v).expect("marks are kept of 2^16 values");
                count += 1;
                if count == TARGETS {
                    return (targets, count);
                }
            }
        }
        let first = targets[0];
        targets[count..].fill(first);
        (targets, count)
    }

    /// Which targets are values of pairs of known heaps that were not marked one
    /// by one? `None` if the budget is at its end.
    fn search(&mut self, sequence: &Sequence, n: usize, targets: [u16; TARGETS]) -> Option<Search> {
        let mut search = Search::default();
        for split in &sequence.rule.splits {
            let pairs = Sequence::pairs(split, n, sequence.values.len());
            let end = self.first_marked(&pairs);
            if pairs.start < end && search.found != ALL {
                let (ahead, behind) = sequence.both(split, n, pairs.start..end);
                lanes::search_words(sequence.level, ahead, behind, targets, &mut search);
                if self.must_end(ahead.len()) {
                    return None;
                }
            }
        }
        Some(search)
    }
}
