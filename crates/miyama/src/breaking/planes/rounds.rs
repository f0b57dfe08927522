//! Rounds of blocks of heaps, a block for every thread.
//!
//! 1. All threads *prepare* their blocks: marks and candidates, from pairs that
//!    do not reach into the round.
//! 2. One thread *settles* the values, heap after heap, from these and from the
//!    pairs that do: the least value of the common class that is no option.
//! 3. That thread takes the values over; or, if a heap of the round before has
//!    another value than the settled one, it forgets this heap and all after.
//!
//! In the first two steps, a thread that has nothing else to do *verifies* heaps
//! of the round before: every smaller value outside the class is an option.
//! Whenever a run ends, all its values are verified.

use super::{Planes, code, mark};
use crate::barrier::Barrier;
use crate::breaking::exact::Exact;
use crate::breaking::lanes::{self, CANDIDATES, CODES, HEAPS, Marked};
use miyama_budget::{Budget, Stopped};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};

/// How many heaps a thread takes at once to verify them.
const AT_ONCE: usize = 8;

/// What one thread prepares of a round.
struct Block {
    heaps: [Prepared; HEAPS],
    /// How many heaps had no candidate left.
    missed: usize,
}

/// What is known of a heap from pairs that do not reach into the round.
#[derive(Clone, Copy)]
struct Prepared {
    /// Marks of the common class, of some of the pairs, and of the other class.
    marks: Marked,
    seen: Marked,
    /// The lowest codes of the common class that are not marked, and which of them no
    /// pair has: bit c stands for candidate c.
    candidates: [u8; CANDIDATES],
    open: u8,
    /// Is the heap mixed? Then the marks of the common class are of all pairs.
    is_mixed: bool,
}

/// The values of a round.
struct Round {
    /// The codes before the round as far as pairs reach back that are not
    /// prepared, then those of the round.
    codes: Vec<u8>,
    values: Vec<u16>,
    /// The codes that a heap has from pairs that are not prepared.
    near: Vec<u8>,
    /// What has to be verified.
    settled: Vec<Settled>,
    /// How many heaps had no candidate left.
    missed: usize,
    /// Must the next heap be computed exactly?
    is_cut: bool,
}

/// A heap whose codes outside the common class below `end` must be seen.
struct Settled {
    heap: usize,
    seen: Marked,
    end: usize,
}

/// Heaps to verify, for all threads together.
struct Pool {
    settled: Vec<Settled>,
    /// How many of them are taken.
    taken: AtomicUsize,
    /// The first heap that has another value.
    failed: AtomicUsize,
    /// How many pairs were looked at.
    looked_at: AtomicUsize,
}

/// Computes heaps up to the last one that `planes` is made for, or to one whose
/// value does not fit.
pub(super) fn run(planes: &mut Planes, budget: &Budget) -> Result<(), Stopped> {
    let blocks: Vec<Mutex<Block>> = (0..planes.round / HEAPS).map(|_| Mutex::new(Block::new())).collect();
    let (prepared, verified) = (Barrier::new(blocks.len()), Barrier::new(blocks.len()));
    let (shared, over) = (RwLock::new((planes, Pool::new())), AtomicBool::new(false));
    let work = |number: usize, round: Option<&mut Round>| {
        let (planes, pool) = &*shared.read().unwrap_or_else(PoisonError::into_inner);
        if planes.is_ready() {
            lock(&blocks[number]).prepare(planes, planes.codes.len() + number * HEAPS);
        }
        let visit = prepared.arrive();
        if let Some(round) = round {
            while !prepared.is_over(visit) && pool.verify_some(planes) {}
            prepared.wait_for(visit);
            round.settle(planes, &blocks);
        }
        while pool.verify_some(planes) {}
        verified.wait();
    };
    std::thread::scope(|scope| {
        for number in 1..blocks.len() {
            let (work, verified, over) = (&work, &verified, &over);
            scope.spawn(move || {
                while !over.load(Ordering::Acquire) {
                    work(number, None);
                    verified.wait();
                }
            });
        }
        let (mut round, mut fits, mut exact) = (Round::new(), true, Exact::new());
        loop {
            work(0, Some(&mut round));
            let (planes, pool) = &mut *shared.write().unwrap_or_else(PoisonError::into_inner);
            let result = if let Some(first) = pool.empty() {
                planes.forget(first);
                fits = planes.exact(&mut exact);
                None
            } else if !fits || planes.values.len() > planes.to {
                Some(Ok(()))
            } else if let Err(stopped) = budget.check() {
                Some(Err(stopped))
            } else {
                budget.report(planes.values.len() as u64, Some(planes.to as u64));
                round.take_over(planes, pool);
                if round.is_cut {
                    fits = planes.exact(&mut exact);
                }
                None
            };
            over.store(result.is_some(), Ordering::Release);
            verified.wait();
            if let Some(result) = result {
                return result;
            }
        }
    })
}

fn lock(block: &Mutex<Block>) -> MutexGuard<'_, Block> {
    block.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Block {
    fn new() -> Block {
        let nothing = Prepared { marks: [0; _], seen: [0; _], candidates: [0; CANDIDATES], open: 0, is_mixed: false };
        Block { heaps: [nothing; HEAPS], missed: 0 }
    }

    /// Marks the pairs of the block from heap n on that do not reach into the
    /// round.
    fn prepare(&mut self, planes: &Planes, n: usize) {
        let Planes { level, codes, far, witness_pairs, .. } = planes;
        let (marked, compared) = far.split_at(planes.marked.min(far.len()));
        let witnesses = &witness_pairs[..planes.bulk.min(witness_pairs.len())];
        let marks = lanes::mark_block(*level, codes, n, marked, planes.end);
        let seen = lanes::mark_block(*level, codes, n, witnesses, planes.end);
        let (marks, seen) = (lanes::by_heap(*level, &marks), lanes::by_heap(*level, &seen));
        let mut candidates = [[0; HEAPS]; CANDIDATES];
        for (lane, heap) in self.heaps.iter_mut().enumerate() {
            (heap.marks, heap.seen) = (marks[lane], seen[lane]);
            heap.choose_candidates(planes.end);
            for (candidates, code) in candidates.iter_mut().zip(heap.candidates) {
                candidates[lane] = code;
            }
        }
        let unstruck = lanes::unstruck(*level, codes, n, compared, &candidates);
        self.missed = 0;
        for (lane, heap) in self.heaps.iter_mut().enumerate() {
            heap.is_mixed = planes.is_mixed(n + lane);
            if heap.is_mixed {
                (heap.marks, heap.seen) = planes.marks_of_mixed(n + lane);
                heap.choose_candidates(planes.end);
                continue;
            }
            heap.open &= unstruck[lane];
            if heap.open == 0 {
                self.missed += 1;
                planes.mark_rest(n + lane, &mut heap.marks);
                heap.choose_candidates(planes.end);
            }
        }
    }
}

impl Prepared {
    /// The lowest codes that are not marked become the candidates, all of them open.
    fn choose_candidates(&mut self, end: usize) {
        let count = lanes::unmarked(self.marks, end, &mut self.candidates);
        self.open = u8::MAX.checked_shr((CANDIDATES - count) as u32).unwrap_or(0);
    }

    /// The lowest open candidate that is not among these codes.
    fn lowest(&self, codes: &[u8]) -> Option<u8> {
        let mut open = self.open;
        while open != 0 {
            let candidate = self.candidates[open.trailing_zeros() as usize];
            if !codes.iter().fold(false, |found, code| found | (*code == candidate)) {
                return Some(candidate);
            }
            open &= open - 1;
        }
        None
    }
}

impl Round {
    fn new() -> Round {
        Round { codes: vec![], values: vec![], near: vec![], settled: vec![], missed: 0, is_cut: false }
    }

    /// Finds the values of a round, up to a heap that has to be computed
    /// exactly, and not beyond the last one asked for.
    fn settle(&mut self, planes: &Planes, blocks: &[Mutex<Block>]) {
        self.codes.clear();
        self.values.clear();
        self.settled.clear();
        self.missed = 0;
        self.is_cut = !planes.is_ready();
        if self.is_cut {
            return;
        }
        self.codes.extend_from_slice(&planes.codes[planes.codes.len() - planes.round..]);
        for block in blocks {
            let block = lock(block);
            self.missed += block.missed;
            for heap in &block.heaps {
                if planes.values.len() + self.values.len() > planes.to {
                    return;
                }
                let Some(value) = self.value(planes, heap) else {
                    self.is_cut = true;
                    return;
                };
                self.codes.push(code(value, planes.bit));
                self.values.push(u16::try_from(value).expect("values of codes are below LIMIT"));
            }
        }
    }

    /// The value of the next heap; of a mixed heap for certain, of others if it
    /// is verified. `None` if it has to be computed exactly.
    fn value(&mut self, planes: &Planes, heap: &Prepared) -> Option<u32> {
        let known = planes.values.len();
        let n = known + self.values.len();
        let mut seen = heap.seen;
        self.near.clear();
        let end = self.codes.len();
        if heap.is_mixed {
            for partner in &planes.near {
                let code = self.codes[end - partner.offset] ^ partner.value;
                // Those of the round are common, if they are right.
                let other = n - partner.offset;
                if other < known && planes.is_rare(other) { mark(&mut seen, code) } else { self.near.push(code) }
            }
        } else {
            self.near.extend(planes.near.iter().map(|partner| self.codes[end - partner.offset] ^ partner.value));
        }
        for k in &planes.rule.leaving {
            let value = if n - k < known { planes.values[n - k] } else { self.values[n - k - known] };
            let value = u32::from(value);
            let code = code(value, planes.bit);
            if planes.space.is_common(value, n) { self.near.push(code) } else { mark(&mut seen, code) }
        }
        // Whole vectors are compared sooner than single codes.
        if let Some(last) = self.near.last() {
            self.near.resize(self.near.len().next_multiple_of(16), *last);
        }
        let own = match heap.lowest(&self.near) {
            Some(code) => code,
            None => {
                let mut marks = heap.marks;
                self.near.iter().for_each(|code| mark(&mut marks, *code));
                if !heap.is_mixed {
                    planes.mark_rest(n, &mut marks);
                }
                let mut lowest = [0];
                if lanes::unmarked(marks, planes.end, &mut lowest) == 0 {
                    return None;
                }
                lowest[0]
            }
        };
        let value = planes.common_value(own, n);
        if value >= super::LIMIT {
            return None;
        }
        let settled = Settled { heap: n, seen, end: planes.smaller(own, value) };
        if !heap.is_mixed {
            self.settled.push(settled);
        } else if !settled.is_right(planes, &self.values, &mut 0) {
            return None;
        }
        Some(value)
    }

    fn take_over(&mut self, planes: &mut Planes, pool: &mut Pool) {
        self.values.iter().for_each(|value| planes.push(u32::from(*value)));
        if !self.is_cut {
            planes.adapt(self.missed, *pool.looked_at.get_mut());
        }
        *pool.looked_at.get_mut() = 0;
        std::mem::swap(&mut pool.settled, &mut self.settled);
    }
}

impl Pool {
    fn new() -> Pool {
        Pool {
            settled: vec![],
            taken: AtomicUsize::new(0),
            failed: AtomicUsize::new(usize::MAX),
            looked_at: AtomicUsize::new(0),
        }
    }

    /// Verifies heaps that no thread has taken; false if there is none.
    fn verify_some(&self, planes: &Planes) -> bool {
        let first = self.taken.fetch_add(AT_ONCE, Ordering::Relaxed);
        let Some(rest) = self.settled.get(first..).filter(|rest| !rest.is_empty()) else { return false };
        let mut looked_at = 0;
        for settled in rest.iter().take(AT_ONCE) {
            if !settled.is_right(planes, &[], &mut looked_at) {
                self.failed.fetch_min(settled.heap, Ordering::Relaxed);
            }
        }
        self.looked_at.fetch_add(looked_at, Ordering::Relaxed);
        true
    }

    /// Begins anew, without heaps; answers the first that has another value.
    fn empty(&mut self) -> Option<usize> {
        self.settled.clear();
        *self.taken.get_mut() = 0;
        let first = std::mem::replace(self.failed.get_mut(), usize::MAX);
        (first < usize::MAX).then_some(first)
    }
}

impl Settled {
    /// Are the codes that must be seen those of options? `fresh` are the values
    /// after those that are known.
    fn is_right(&self, planes: &Planes, fresh: &[u16], looked_at: &mut usize) -> bool {
        let mut missing = [0; CODES];
        let count = lanes::unmarked(self.seen, self.end, &mut missing);
        planes.are_options(self.heap, &missing[..count], fresh, looked_at)
    }
}
