//! Values of three and more heaps on several threads, where all moves are rays without
//! guards and positions come in lexicographic order.
//!
//! A *plane* are the positions with one size of the first heap, its rows come one after
//! the other. Threads take planes in turn. Plane x at row r = (y, …) waits until plane x − 1 is
//! done up to row r + m, where m has for each heap the largest entry > 0 of a direction, or 0.
//!
//! **Every option is known.** An option of plane x' < x lies in a row r' ≤ r + m, heap by
//! heap, so it comes no later in the order of rows; it is done in plane x − 1, and by
//! induction in every plane before. (Plane x − 1 itself waited for r + 2m in plane x − 2, or for the
//! last row.) An option of plane x was computed by the same thread.
//!
//! **No set is used by two threads at once.** Positions p and q = p + kd, k > 0, of one line
//! share its set. If d leaves the plane, q lies in an earlier one and was done before p is
//! begun, as above: whoever uses the set for q has finished, and says so by a store with
//! release, which the thread of p has loaded with acquire. If not, one thread has both. Where
//! only sorted positions are computed, equal lines share a set; no entry of a direction is
//! positive then, so of two positions that use the set one has all heaps at most as large as
//! the other, after sorting too, and the same holds.
//!
//! So what is found does not depend on the number of threads.

use super::cells::{Cell, Cells};
use super::engine::Engine;
use super::part::{Grow, Line, rays};
use super::slot::Shared;
use super::{NoValues, Wanted};
use crate::rules::Region;
use miyama_budget::Stopped;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

/// Boxes with fewer positions are for one thread: so far no size was measured at which two gain.
const FEW: usize = usize::MAX;

/// Values are at most the rank.
const WIDEST: i64 = 2048;

/// All rows of a plane are done.
const WHOLE: i64 = i64::MAX;

/// How often a thread looks whether the plane before is far enough until it lets others run,
/// and until it sleeps between two looks.
const SPINS: u32 = 1 << 8;
const YIELDS: u32 = 1 << 9;
const NAP: Duration = Duration::from_micros(50);

/// Where a thread goes on: its row, and how many positions of it are done.
#[derive(Clone, Debug)]
struct Place {
    first: Vec<i64>,
    done: i64,
}

/// Why threads end before the last plane.
#[derive(Clone, Copy, Debug)]
enum Halt {
    Grow(Grow),
    Stopped(Stopped),
}

/// What all threads read.
struct Planes<'a> {
    engine: &'a Engine<'a>,
    region: &'a Region,
    threads: i64,
    /// How far ahead the plane before must be, for each heap.
    lead: Vec<i64>,
    /// For each plane the number of the last row that is done.
    done: Vec<AtomicI64>,
    halted: AtomicBool,
    halt: Mutex<Option<Halt>>,
}

impl Engine<'_> {
    /// Whether planes are for several threads.
    pub(super) fn shares_planes(&self, region: &Region, threads: usize, least: Option<usize>) -> bool {
        let heaps = self.number.strides.len();
        threads > 1
            && heaps > 2
            && self.is_plain()
            && region.extent(0) > 0
            && self.cells.len() >= least.unwrap_or(FEW)
            // Wide sets are better read from the first word that is not full.
            && (self.wanted != Wanted::Values || region.top_rank < WIDEST)
    }

    /// All positions, plane by plane.
    pub(super) fn in_planes(&mut self, region: &Region, threads: usize) -> Result<(), NoValues> {
        let heaps = self.number.strides.len();
        let planes = region.extent(0) + 1;
        let threads = (threads as i64).min(planes);
        let mut step = vec![0; heaps];
        step[heaps - 1] = 1;
        self.set_step(&step);
        let directions = || self.moves.rays.iter().flat_map(|ray| &ray.lattice.directions);
        let lead: Vec<i64> = (0..heaps).map(|heap| directions().map(|d| d[heap]).max().unwrap_or(0).max(0)).collect();
        let mut done: Vec<AtomicI64> = (0..planes).map(|_| AtomicI64::new(-1)).collect();
        let start = |thread: i64| Place { first: [vec![thread], vec![0; heaps - 1]].concat(), done: 0 };
        let mut places: Vec<Option<Place>> = (0..threads).map(|thread| Some(start(thread))).collect();
        loop {
            let sets = u64::shared(std::mem::take(&mut self.sets));
            let cells = std::mem::replace(&mut self.cells, Cells::Bytes(vec![]));
            let shared = Planes {
                engine: self,
                region,
                threads,
                lead: lead.clone(),
                done,
                halted: AtomicBool::new(false),
                halt: Mutex::new(None),
            };
            let cells = match cells {
                Cells::Bytes(cells) => Cells::Bytes(shared.run(cells, &sets, &mut places)),
                Cells::Shorts(cells) => Cells::Shorts(shared.run(cells, &sets, &mut places)),
                Cells::Words(cells) => Cells::Words(shared.run(cells, &sets, &mut places)),
            };
            let Planes { halt, done: so_far, .. } = shared;
            done = so_far;
            self.sets = u64::owned(sets);
            self.cells = cells;
            match halt.into_inner().unwrap_or(Some(Halt::Stopped(Stopped::Cancelled))) {
                None => return Ok(()),
                Some(Halt::Stopped(stopped)) => return Err(stopped.into()),
                Some(Halt::Grow(grow)) => self.make_room(grow)?,
            }
        }
    }
}

impl Planes<'_> {
    /// Lets all threads go on from their places; the numbers that they have found.
    fn run<C: Cell + Shared>(
        &self,
        cells: Vec<C>,
        sets: &[<u64 as Shared>::Slot],
        places: &mut [Option<Place>],
    ) -> Vec<C>
    where
        C::Slot: Sync + Send,
    {
        let cells = C::shared(cells);
        std::thread::scope(|scope| {
            let mut threads = places.iter_mut();
            let mine = threads.next();
            let others: Vec<_> = threads.map(|place| scope.spawn(|| self.planes::<C>(&cells, sets, place))).collect();
            if let Some(place) = mine {
                self.planes::<C>(&cells, sets, place);
            }
            if others.into_iter().any(|thread| thread.join().is_err()) {
                self.halt(Halt::Stopped(Stopped::Cancelled));
            }
        });
        C::owned(cells)
    }

    fn look(&self, plane: i64) -> Result<(), Stopped> {
        let budget = self.engine.budget;
        budget.report(plane.unsigned_abs(), Some(self.done.len() as u64));
        budget.check()
    }

    fn halt(&self, halt: Halt) {
        if let Ok(mut reason) = self.halt.lock() {
            reason.get_or_insert(halt);
        }
        self.halted.store(true, Ordering::Relaxed);
    }

    /// The planes of one thread, from a place on; where it has to go on, if it has.
    fn planes<C: Cell + Shared>(&self, cells: &[C::Slot], sets: &[<u64 as Shared>::Slot], place: &mut Option<Place>) {
        let Some(at) = place else { return };
        let mut looked = 0u32;
        loop {
            if !self.may_begin(&at.first) {
                return;
            }
            looked += 1;
            if looked.is_multiple_of(256)
                && let Err(stopped) = self.look(at.first[0])
            {
                return self.halt(Halt::Stopped(stopped));
            }
            if let Some(grow) = self.row::<C>(cells, sets, at) {
                return self.halt(Halt::Grow(grow));
            }
            at.done = 0;
            let plane = at.first[0];
            let next = next_row(&mut at.first, self.engine.moves.sorted, self.region);
            let number = if next { self.number(&at.first) - 1 } else { WHOLE };
            self.done[plane as usize].store(number, Ordering::Release);
            if !next {
                at.first.fill(0);
                at.first[0] = plane + self.threads;
                if at.first[0] > self.region.extent(0) {
                    *place = None;
                    return;
                }
            }
        }
    }

    /// A number of a row: grows with the rows of a plane.
    fn number(&self, first: &[i64]) -> i64 {
        let last = first.len() - 1;
        (1..last)
            .fold(0, |number, heap| number * (self.region.extent(heap) + 1) + first[heap].min(self.region.extent(heap)))
    }

    /// Waits until a row may be computed; false if all threads end before.
    fn may_begin(&self, first: &[i64]) -> bool {
        let Some(before) = usize::try_from(first[0] - 1).ok().map(|plane| &self.done[plane]) else {
            return !self.halted.load(Ordering::Relaxed);
        };
        let ahead: Vec<i64> = first.iter().zip(&self.lead).map(|(heap, lead)| heap + lead).collect();
        let needed = self.number(&ahead);
        let mut looks = 0u32;
        while before.load(Ordering::Acquire) < needed {
            if self.halted.load(Ordering::Relaxed) {
                return false;
            }
            // The thread that is waited for may not be running: others need the core then.
            looks = looks.saturating_add(1);
            match looks {
                0..SPINS => std::hint::spin_loop(),
                SPINS..YIELDS => std::thread::yield_now(),
                _ => std::thread::sleep(NAP),
            }
        }
        !self.halted.load(Ordering::Relaxed)
    }

    /// Computes a row, or what is left of it; what there is not enough room for.
    fn row<C: Cell + Shared>(
        &self,
        cells: &[C::Slot],
        sets: &[<u64 as Shared>::Slot],
        place: &mut Place,
    ) -> Option<Grow> {
        let Engine { number, moves, growth, width, wanted, .. } = self.engine;
        let first = &place.first;
        let mut last = self.region.last_heap(first);
        if moves.sorted {
            last = last.min(first[first.len() - 2]);
        }
        let count = last + 1 - place.done;
        if count <= 0 {
            return None;
        }
        let lines: Vec<Line> = moves.rays.iter().map(|ray| self.engine.line(ray, first, place.done)).collect();
        let cell = number.of(first) + place.done * growth;
        let (done, grow) = rays(&lines, true, (cell, *growth), cells, sets, *width, *wanted, count)?;
        place.done += done;
        grow
    }
}

/// The next row of a plane; false if there is none.
fn next_row(first: &mut [i64], sorted: bool, region: &Region) -> bool {
    let last = first.len() - 1;
    let most = |first: &[i64], j: usize| if sorted { first[j - 1] } else { region.extent(j) };
    let Some(next) = (1..last).rev().find(|j| first[*j] < most(first, *j)) else { return false };
    first[next] += 1;
    first[next + 1..].fill(0);
    true
}
