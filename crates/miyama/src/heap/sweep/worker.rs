//! The sweep itself: rank after rank, every position of it.

mod decide;
mod visit;

use super::checkpoint::{Checkpoint, Halt};
use super::domain::Domain;
use super::family::Family;
use super::lines::{Cell, Guard, Lines};
use super::plan::{Chain, Plan};
use super::plane::Plane;
use super::ray;
use super::shape::Shape;
use super::shared::{Shared, Work, with_vectors};
use crate::heap::linear::TooLarge;
use crate::heap::options::{Loops, OptionRuns, Room};
use crate::heap::ruleset::{Case, Ruleset};
use crate::out_of_reach::OutOfReach;
use crate::play::Convention;
use miyama_budget::Budget;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// How many positions a thread visits between two looks at the budget.
const LOOK: u32 = 4096;

/// What is computed of each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionNumber {
    /// Its Grundy value: the least number that no option has.
    Grundy,
    /// 0 for P and 1 for N.
    Outcome(Convention),
}

/// What a sweep leaves behind: a number for every position of the domain.
#[derive(Clone, Debug)]
pub enum Swept {
    /// All numbers are below 2⁸.
    Bytes(Vec<u8>),
    /// All numbers are below 2¹⁶.
    Shorts(Vec<u16>),
    /// All numbers are below 2³².
    Words(Vec<u32>),
}

impl Swept {
    /// The number at a place.
    #[must_use]
    pub fn get(&self, at: usize) -> u32 {
        match self {
            Swept::Bytes(cells) => cells[at].value(),
            Swept::Shorts(cells) => cells[at].value(),
            Swept::Words(cells) => cells[at].value(),
        }
    }

    /// The numbers from a place on, as many as `row` has room for.
    pub(crate) fn read(&self, from: usize, row: &mut [u32]) {
        fn copy<C: Cell>(cells: &[C], row: &mut [u32]) {
            row.iter_mut().zip(cells).for_each(|(to, cell)| *to = cell.value());
        }
        match self {
            Swept::Bytes(cells) => copy(&cells[from..], row),
            Swept::Shorts(cells) => copy(&cells[from..], row),
            Swept::Words(cells) => copy(&cells[from..], row),
        }
    }
}

/// The largest value that a table can hold. Nim-sums of such values are not
/// larger, and the numbers of whole words of sets fit in 32 bits.
const LARGEST_VALUE: u32 = u32::MAX / 2;

/// The numbers of all positions of the domain.
///
/// # Errors
/// [`OutOfReach`] when the budget is used up or values are too large.
pub fn sweep(
    ruleset: &Ruleset,
    plan: &Plan,
    domain: &Domain,
    rule: PositionNumber,
    budget: &Budget,
) -> Result<Swept, OutOfReach> {
    let mut limit = u32::try_from(first_limit(plan, domain.shape(), rule)).map_err(|_| TooLarge)?;
    loop {
        if limit > LARGEST_VALUE {
            return Err(OutOfReach::TooLarge);
        }
        let bytes = bytes(plan, domain.shape(), domain.len() as u128, limit);
        budget.need(u64::try_from(bytes).unwrap_or(u64::MAX))?;
        let plane =
            if rule == PositionNumber::Grundy && limit < 0x1_0000 { Plane::new(plan, domain, limit) } else { None };
        let done = match (plane, limit) {
            (Some(plane), _) => plane.run(budget)?.map(Swept::Shorts),
            (None, 0..0x100) => Sweep::new(ruleset, plan, domain, rule, limit, budget)?.run().map(Swept::Bytes),
            (None, 0x100..0x1_0000) => Sweep::new(ruleset, plan, domain, rule, limit, budget)?.run().map(Swept::Shorts),
            (None, _) => Sweep::new(ruleset, plan, domain, rule, limit, budget)?.run().map(Swept::Words),
        };
        match done {
            Ok(swept) => return Ok(swept),
            Err(Halt::Unfinished(reason)) => return Err(reason),
            // The sets are made wider, and the positions swept again.
            Err(Halt::LargeValue) if limit == LARGEST_VALUE => return Err(OutOfReach::TooLarge),
            Err(Halt::LargeValue) => limit = limit.saturating_mul(4).saturating_add(3).min(LARGEST_VALUE),
        }
    }
}

/// The largest value that a sweep is prepared for at first. Where options are
/// sums it is found out on the way; without sets a wide range costs nothing.
fn first_limit(plan: &Plan, shape: &Shape, rule: PositionNumber) -> u64 {
    match (rule, plan.largest()) {
        (PositionNumber::Outcome(_), _) => 1,
        (PositionNumber::Grundy, Some(largest)) => largest,
        (PositionNumber::Grundy, None) if plan.chains.is_empty() => u64::from(LARGEST_VALUE),
        (PositionNumber::Grundy, None) => (2 * shape.top_rank().unsigned_abs() + 2).next_power_of_two() - 1,
    }
}

/// The bytes that a sweep of so many positions takes, or an upper bound, if no
/// value turns out larger than expected.
pub(crate) fn memory(plan: &Plan, shape: &Shape, positions: u128, rule: PositionNumber) -> Result<u128, TooLarge> {
    let limit = u32::try_from(first_limit(plan, shape, rule)).map_err(|_| TooLarge)?;
    Ok(bytes(plan, shape, positions, limit))
}

fn bytes(plan: &Plan, shape: &Shape, positions: u128, limit: u32) -> u128 {
    let cells = positions.saturating_mul(bytes_for(limit.into()));
    let set = u128::from(width(limit.into())) + 2;
    plan.lines(shape).saturating_mul(set * 8).saturating_add(cells)
}

/// The bytes of the number of one position.
pub(super) fn cell_bytes(plan: &Plan, shape: &Shape, rule: PositionNumber) -> u128 {
    bytes_for(first_limit(plan, shape, rule))
}

/// The bytes of all sets.
pub(super) fn set_bytes(plan: &Plan, shape: &Shape, rule: PositionNumber) -> u128 {
    let set = u128::from(width(first_limit(plan, shape, rule))) + 2;
    plan.lines(shape).saturating_mul(set * 8)
}

fn bytes_for(limit: u64) -> u128 {
    match limit {
        0..0x100 => 1,
        0x100..0x1_0000 => 2,
        _ => 4,
    }
}

/// Words per set: as many as the values up to the largest need. Long sets take
/// whole lines of the cache, an odd number of them: at a power of two the same
/// word of many sets would compete for one place in the cache.
fn width(limit: u64) -> u64 {
    let words = limit / 64 + 1;
    if words < 8 { words } else { (words.div_ceil(8) | 1) * 8 }
}

/// The same as a length.
pub(super) fn words(limit: u32) -> usize {
    usize::try_from(width(limit.into())).expect("less than 2^27")
}

/// A chain with its lines, outermost first.
struct Kept<'a> {
    chain: &'a Chain,
    guard: Vec<Guard>,
    lines: Vec<Lines>,
}

struct Sweep<'a, C> {
    domain: &'a Domain,
    rule: PositionNumber,
    kept: Vec<Kept<'a>>,
    points: Vec<(&'a [Vec<i64>], Vec<Guard>)>,
    enumerated: Vec<(&'a Loops, Option<OptionRuns>)>,
    /// What each heap adds to a place, where the positions are a whole box.
    strides: Option<Vec<i64>>,
    cells: Shared<C>,
    width: usize,
    /// The largest value that the sets and cells can hold.
    limit: u32,
    /// The largest value so far.
    largest: AtomicU32,
    budget: &'a Budget,
    checkpoint: Checkpoint<'a>,
    /// Set in the middle of a rank: nothing more is computed, but all threads go
    /// on to its end.
    given_up: AtomicBool,
    threads: usize,
}

/// One thread of a sweep.
struct Worker<'s, 'a, C> {
    sweep: &'s Sweep<'a, C>,
    thread: usize,
    position: Vec<i64>,
    heaps: Vec<u64>,
    /// The values of options that are looked up or enumerated: at least as wide
    /// as the sets, and as wide as needed.
    scratch: Vec<u64>,
    touched: Vec<usize>,
    largest: u32,
    /// Positions visited since the last look at the budget.
    visited: u32,
    /// Room for the loops over options.
    room: Room,
}

impl<'a, C: Cell> Sweep<'a, C> {
    fn new(
        ruleset: &'a Ruleset,
        plan: &'a Plan,
        domain: &'a Domain,
        rule: PositionNumber,
        limit: u32,
        budget: &'a Budget,
    ) -> Result<Sweep<'a, C>, TooLarge> {
        let width = words(limit);
        let heaps = domain.heaps();
        let kept = plan.chains.iter().map(|chain| {
            let families = Family::of_chain(chain, domain.shape()).into_iter();
            let lines = families.map(|family| Lines::new(family, width, true)).collect::<Result<_, _>>()?;
            Ok(Kept { chain, guard: Guard::all(&chain.guard, heaps), lines })
        });
        let points = plan.points.iter().map(|(bases, guard)| (bases.as_slice(), Guard::all(guard, heaps)));
        let ways: Vec<(&Case, &Loops)> = ruleset.ways().collect();
        let enumerated = plan.enumerated.iter().map(|i| {
            let (case, loops) = ways[*i];
            (loops, OptionRuns::new(case, loops, domain.extents(), budget))
        });
        // Threads help only where ranks are long.
        let average = domain.len() as u64 / (domain.top_rank().unsigned_abs() + 1);
        let threads = if average < 64 { 1 } else { budget.threads() };
        Ok(Sweep {
            domain,
            rule,
            kept: kept.collect::<Result<_, TooLarge>>()?,
            points: points.collect(),
            enumerated: enumerated.collect(),
            strides: domain.full_strides(),
            cells: Shared::new(vec![C::default(); domain.len()]),
            width,
            limit,
            largest: AtomicU32::new(0),
            budget,
            checkpoint: Checkpoint::new(threads, budget),
            given_up: AtomicBool::new(false),
            threads,
        })
    }

    /// Ends the sweep in the middle of a rank.
    fn give_up(&self, halt: Halt) {
        self.checkpoint.refuse(halt);
        self.given_up.store(true, Ordering::Relaxed);
    }

    fn run(self) -> Result<Vec<C>, Halt> {
        std::thread::scope(|scope| {
            for thread in 1..self.threads {
                let sweep = &self;
                scope.spawn(move || with_vectors(&mut Worker::new(sweep, thread)));
            }
            with_vectors(&mut Worker::new(&self, 0));
        });
        match self.checkpoint.reason() {
            Some(halt) => Err(halt),
            None => Ok(self.cells.into_inner()),
        }
    }
}

impl<C: Cell> Work for Worker<'_, '_, C> {
    #[inline(always)]
    fn run(&mut self) {
        let sweep = self.sweep;
        let top = sweep.domain.top_rank();
        let mut done = 0u64;
        for rank in 0..=top {
            if !sweep.checkpoint.opens(self.thread == 0, rank) {
                return;
            }
            if self.thread == 0 {
                sweep.budget.report(done, Some(sweep.domain.len() as u64));
            }
            let used = (sweep.largest.load(Ordering::Relaxed) / 64) as usize + 1;
            let mut turn = 0;
            for kept in &sweep.kept {
                if let Some(order) = &kept.chain.order {
                    if turn % sweep.threads == self.thread {
                        self.visit(rank, order, false, &mut |worker, place| {
                            if worker.goes_on() {
                                worker.update(kept, place, used);
                            }
                        });
                    }
                    turn += 1;
                }
            }
            if turn > 0 {
                sweep.checkpoint.wait();
            }
            let upwards = vec![1; sweep.domain.heaps()];
            done += self.visit(rank, &upwards, true, &mut |worker, place| {
                if worker.goes_on() {
                    worker.decide(place, used);
                }
            });
            sweep.largest.fetch_max(self.largest, Ordering::Relaxed);
        }
        sweep.checkpoint.wait();
    }
}

impl<'s, 'a, C: Cell> Worker<'s, 'a, C> {
    fn new(sweep: &'s Sweep<'a, C>, thread: usize) -> Worker<'s, 'a, C> {
        let heaps = sweep.domain.heaps();
        Worker {
            sweep,
            thread,
            position: vec![0; heaps],
            heaps: vec![0; heaps],
            scratch: vec![0; if sweep.kept.is_empty() { 1 } else { sweep.width }],
            touched: Vec::new(),
            largest: 0,
            visited: 0,
            room: Room::default(),
        }
    }

    /// Brings the sets of a chain up to the current position.
    #[inline(always)]
    fn update(&mut self, kept: &Kept<'_>, place: usize, used: usize) {
        let position = &self.position;
        let domain = self.sweep.domain;
        let inner = kept.lines.len() - 1;
        let lines = &kept.lines[inner];
        let mut line = lines.family.line(position);
        if self.begins(lines, line, place) {
            lines.clear(line);
            self.list_ray(kept, lines, line);
        } else {
            for base in &kept.chain.bases {
                if let Some(place) = shifted(domain, position, base) {
                    lines.insert(line, self.sweep.cells.get(place).value());
                }
            }
        }
        for j in (0..inner).rev() {
            let outer = &kept.lines[j];
            let outer_line = outer.family.line(position);
            if self.begins(outer, outer_line, place) {
                outer.clear(outer_line);
            }
            outer.absorb(outer_line, &kept.lines[j + 1], line, used);
            line = outer_line;
        }
    }

    /// Whether a line is new at the current position; if not, it was left one
    /// step before.
    #[inline(always)]
    fn begins(&self, lines: &Lines, line: usize, place: usize) -> bool {
        let begins = lines.family.begins(&self.position);
        let before = (!begins).then(|| {
            let before = shifted(self.sweep.domain, &self.position, &lines.family.direction);
            before.expect("a direction leads to a position or to a negative heap")
        });
        lines.follow(line, place, before);
        begins
    }

    /// Lists the whole ray of each base: the first position of a line.
    fn list_ray(&self, kept: &Kept<'_>, lines: &Lines, line: usize) {
        let direction = &lines.family.direction;
        let extents = self.sweep.domain.extents();
        for base in &kept.chain.bases {
            let start: Vec<i64> = self.position.iter().zip(base).map(|(p, b)| p + b).collect();
            let Some((first, last)) = ray::within(&start, direction, |heap| (0, extents[heap])) else { continue };
            for k in first..=last {
                let at: Vec<i64> = start.iter().zip(direction).map(|(p, d)| p + k * d).collect();
                if let Some(place) = self.sweep.domain.index(&at) {
                    lines.insert(line, self.sweep.cells.get(place).value());
                }
            }
        }
    }

    /// Whether the next position is still computed: a rank may be long.
    #[inline(always)]
    fn goes_on(&mut self) -> bool {
        self.visited += 1;
        if self.visited == LOOK {
            self.visited = 0;
            if let Err(stopped) = self.sweep.budget.check() {
                self.sweep.give_up(stopped.into());
            }
        }
        !self.sweep.given_up.load(Ordering::Relaxed)
    }
}

/// The place of a position plus a displacement, if it is a position.
#[inline(always)]
fn shifted(domain: &Domain, position: &[i64], by: &[i64]) -> Option<usize> {
    if let ([x, y], [dx, dy]) = (position, by) {
        return domain.index(&[x + dx, y + dy]);
    }
    let mut at = [0i64; crate::heap::ruleset::MOST_HEAPS];
    let at = &mut at[..position.len()];
    at.iter_mut().zip(position.iter().zip(by)).for_each(|(a, (p, d))| *a = p + d);
    domain.index(at)
}
