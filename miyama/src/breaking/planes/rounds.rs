//! Rounds of blocks of heaps, a block for every thread.
//!
//! 1. All threads *prepare* their blocks: marks and candidates, from pairs that
//!    do not reach into the round.
//! 2. One thread *settles* the values, heap after heap, from these and from the
//!    pairs that do: the least value of the common class that is no option.
//! 3. All threads *verify* their blocks: every smaller value outside the class
//!    is that of a pair. Where the pairs that are looked at do not tell, the
//!    heap is computed exactly. The heaps after one with another value than the
//!    settled one are forgotten. In the same step the next round is prepared.
//!
//! Whenever a run ends, the last round is verified.

use super::{Planes, code, decode, mark};
use crate::barrier::Barrier;
use crate::breaking::exact::Exact;
use crate::breaking::lanes::{self, CANDIDATES, CODES, HEAPS, Marked};
use crate::budget::{Budget, Stopped};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};

/// What one thread does of a round.
struct Block {
    heaps: [Prepared; HEAPS],
    /// How many heaps had no candidate left.
    missed: usize,
    /// The first heap of the round that this is prepared for.
    prepared: Option<usize>,
    /// Heaps with values that are not verified yet.
    settled: Vec<Settled>,
    /// The first of them that has another value.
    failed: Option<usize>,
    looked_at: usize,
    exact: Exact,
}

/// What is known of a heap from pairs that do not reach into the round.
#[derive(Clone, Copy)]
struct Prepared {
    /// Marks of the common class, of some of the pairs, and of the other class.
    marks: Marked,
    seen: Marked,
    /// The lowest codes of the common class that no pair has, as many as there
    /// are among the candidates.
    open: [u8; CANDIDATES],
    count: usize,
}

/// A heap whose codes outside the common class below `end` must be seen.
struct Settled {
    heap: usize,
    seen: Marked,
    end: usize,
}

/// Computes heaps up to the last one that `planes` is made for, or to one whose
/// value does not fit.
pub(super) fn run(planes: &mut Planes, budget: &Budget) -> Result<(), Stopped> {
    let blocks: Vec<Mutex<Block>> = (0..planes.round / HEAPS).map(|_| Mutex::new(Block::new())).collect();
    let (planes, barrier, over) = (RwLock::new(planes), Barrier::new(blocks.len()), AtomicBool::new(false));
    let work = |number: usize| {
        barrier.wait();
        let on = !over.load(Ordering::Acquire);
        if on {
            // A thread that panics takes the others with it when the scope ends.
            let planes = planes.read().unwrap_or_else(PoisonError::into_inner);
            lock(&blocks[number]).work(&planes, number);
        }
        barrier.wait();
        on
    };
    std::thread::scope(|scope| {
        for number in 1..blocks.len() {
            let work = &work;
            scope.spawn(move || while work(number) {});
        }
        let (mut fits, mut exact) = (true, Exact::new());
        let result = loop {
            work(0);
            let mut planes = planes.write().unwrap_or_else(PoisonError::into_inner);
            let mut round: Vec<MutexGuard<Block>> = blocks.iter().map(lock).collect();
            if let Some(first) = round.iter().filter_map(|block| block.failed).min() {
                planes.forget(first);
                fits = planes.exact(&mut exact);
            }
            round.iter_mut().for_each(|block| block.settled.clear());
            if !fits || planes.values.len() > planes.to {
                break Ok(());
            }
            if let Err(stopped) = budget.check() {
                break Err(stopped);
            }
            budget.report(planes.values.len() as u64, Some(planes.to as u64));
            if !planes.is_ready() {
                fits = planes.exact(&mut exact);
            } else if round.iter().all(|block| block.prepared == Some(planes.values.len())) {
                fits = settle(&mut planes, &mut round, &mut exact);
            }
        };
        over.store(true, Ordering::Release);
        work(0);
        result
    })
}

fn lock(block: &Mutex<Block>) -> MutexGuard<'_, Block> {
    block.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Finds the values of a round, up to a new rare heap; false if one does not fit.
fn settle(planes: &mut Planes, round: &mut [MutexGuard<Block>], exact: &mut Exact) -> bool {
    let looked_at = round.iter().map(|block| block.looked_at).sum();
    let missed = round.iter().map(|block| block.missed).sum();
    for block in round {
        for lane in 0..HEAPS {
            let n = planes.values.len();
            let is_mixed = planes.mixed.get(n - planes.mixed_from) == Some(&true);
            let rares = planes.rare.len();
            let value = if is_mixed { None } else { block.settle(planes, lane) };
            match value {
                Some(value) => planes.push(value),
                None if !planes.exact(exact) => return false,
                // A new rare heap: the round was prepared without it.
                None if planes.rare.len() > rares => return true,
                None => {}
            }
        }
    }
    planes.adapt(missed, looked_at);
    true
}

impl Block {
    fn new() -> Block {
        Block {
            heaps: [Prepared { marks: [0; _], seen: [0; _], open: [0; CANDIDATES], count: 0 }; HEAPS],
            missed: 0,
            prepared: None,
            settled: Vec::with_capacity(HEAPS),
            failed: None,
            looked_at: 0,
            exact: Exact::new(),
        }
    }

    /// Verifies what is settled, and prepares block `number` of the next round.
    fn work(&mut self, planes: &Planes, number: usize) {
        self.looked_at = 0;
        let Block { settled, looked_at, exact, .. } = self;
        let wrong = settled.iter().find(|settled| !settled.is_right(planes, looked_at, exact));
        self.failed = wrong.map(|settled| settled.heap);
        self.prepared = None;
        if planes.is_ready() && self.failed.is_none() {
            self.prepare(planes, planes.codes.len() + number * HEAPS);
            self.prepared = Some(planes.codes.len());
        }
    }

    /// Marks the pairs of the block from heap n on that do not reach into the
    /// round.
    fn prepare(&mut self, planes: &Planes, n: usize) {
        let Planes { level, codes, far, witness_pairs, .. } = planes;
        let (marked, compared) = far.split_at(planes.marked.min(far.len()));
        let witnesses = &witness_pairs[..planes.bulk.min(witness_pairs.len())];
        let marks = lanes::mark_block(*level, codes, n, marked, planes.end);
        let seen = lanes::mark_block(*level, codes, n, witnesses, planes.end);
        let (mut candidates, mut counts) = ([[0; HEAPS]; CANDIDATES], [0; HEAPS]);
        for (lane, heap) in self.heaps.iter_mut().enumerate() {
            (heap.marks, heap.seen) = (lanes::of_heap(&marks, lane), lanes::of_heap(&seen, lane));
            let mut lowest = [0; CANDIDATES];
            counts[lane] = lanes::unmarked(heap.marks, planes.end, &mut lowest);
            for (candidates, code) in candidates.iter_mut().zip(lowest) {
                candidates[lane] = code;
            }
        }
        let struck = lanes::strike(*level, codes, n, compared, &candidates);
        self.missed = 0;
        for (lane, heap) in self.heaps.iter_mut().enumerate() {
            heap.count = 0;
            for c in (0..counts[lane]).filter(|c| struck[*c][lane] == 0) {
                heap.open[heap.count] = candidates[c][lane];
                heap.count += 1;
            }
            if heap.count == 0 {
                self.missed += 1;
                planes.mark_rest(n + lane, &mut heap.marks);
                heap.count = lanes::unmarked(heap.marks, planes.end, &mut heap.open);
            }
        }
    }

    /// The value of the next heap, the one of `lane`, if it turns out to be
    /// right; `None` if it has to be computed exactly.
    fn settle(&mut self, planes: &Planes, lane: usize) -> Option<u32> {
        let Planes { codes, values, .. } = planes;
        let n = values.len();
        let Prepared { mut marks, mut seen, open, count } = self.heaps[lane];
        for partner in &planes.near {
            mark(&mut marks, codes[n - partner.offset] ^ partner.value);
        }
        for k in &planes.rule.leaving {
            let value = u32::from(values[n - k]);
            let marks = if planes.space.is_common(value, n) { &mut marks } else { &mut seen };
            mark(marks, code(value, planes.bit));
        }
        let is_marked = |code: &u8| marks[usize::from(code / 64)] >> (code % 64) & 1 == 1;
        let own = match open[..count].iter().find(|code| !is_marked(code)) {
            Some(code) => *code,
            None => {
                planes.mark_rest(n, &mut marks);
                let mut lowest = [0];
                if lanes::unmarked(marks, planes.end, &mut lowest) == 0 {
                    return None;
                }
                lowest[0]
            }
        };
        let value = decode(own, planes.bit, planes.space, n);
        if value >= super::LIMIT {
            return None;
        }
        // The value outside the class with the same code is smaller if the bit
        // that codes lack is set.
        let end = usize::from(own) + usize::from(value >> planes.bit & 1 == 1);
        self.settled.push(Settled { heap: n, seen, end });
        Some(value)
    }
}

impl Settled {
    fn is_right(&self, planes: &Planes, looked_at: &mut usize, exact: &mut Exact) -> bool {
        let mut missing = [0; CODES];
        let count = lanes::unmarked(self.seen, self.end, &mut missing);
        planes.are_pairs(self.heap, &missing[..count], looked_at)
            || planes.exact_value(self.heap, exact) == u32::from(planes.values[self.heap])
    }
}
