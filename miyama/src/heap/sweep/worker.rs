//! The sweep itself: rank after rank, every position of it.

mod decide;

use super::domain::Domain;
use super::family::Family;
use super::gate::Gate;
use super::lines::{Cell, Guard, Lines};
use super::plan::{Chain, Plan};
use super::plane::Plane;
use super::shared::{Shared, Work, with_vectors};
use crate::budget::{Budget, Stopped};
use crate::heap::options::Loops;
use crate::heap::ruleset::Ruleset;
use crate::play::Convention;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// How many positions a thread visits between two looks at the budget.
const LOOK: u32 = 4096;

/// What is computed of each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
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
}

/// The numbers of all positions of the domain.
///
/// # Errors
/// [`Stopped`] when the budget is used up.
pub fn sweep(ruleset: &Ruleset, plan: &Plan, domain: &Domain, rule: Rule, budget: &Budget) -> Result<Swept, Stopped> {
    // A value is at most the rank: each value below it is that of an option,
    // which has a lower rank.
    let largest = domain.top_rank().unsigned_abs();
    match rule {
        Rule::Outcome(_) => Sweep::new(ruleset, plan, domain, rule, budget)?.run().map(Swept::Bytes),
        Rule::Grundy if largest < 1 << 16 => match Plane::new(plan, domain) {
            Some(plane) => {
                budget.need(u64::try_from(memory(plan, domain, rule)).unwrap_or(u64::MAX))?;
                plane.run(budget).map(Swept::Shorts)
            }
            None => Sweep::new(ruleset, plan, domain, rule, budget)?.run().map(Swept::Shorts),
        },
        Rule::Grundy => Sweep::new(ruleset, plan, domain, rule, budget)?.run().map(Swept::Words),
    }
}

/// The bytes that a sweep of a domain of this size takes, or an upper bound.
pub(crate) fn memory(plan: &Plan, domain: &Domain, rule: Rule) -> u128 {
    let words = u128::from(width(domain, rule)) + 1;
    let lines: u128 = plan.chains.iter().flat_map(|chain| Family::of_chain(chain, domain)).map(|f| f.lines).sum();
    let cell = match rule {
        Rule::Outcome(_) => 1,
        Rule::Grundy if domain.top_rank() < 1 << 16 => 2,
        Rule::Grundy => 4,
    };
    lines * words * 8 + domain.len() as u128 * cell
}

/// Words per set: as many as the values up to the top rank need. Long sets take
/// whole lines of the cache, an odd number of them: at a power of two the same
/// word of many sets would compete for one place in the cache.
pub(super) fn width(domain: &Domain, rule: Rule) -> u32 {
    match rule {
        Rule::Outcome(_) => 1,
        Rule::Grundy => {
            let words = u32::try_from(domain.top_rank() / 64 + 1).unwrap_or(u32::MAX / 2);
            if words < 8 { words } else { (words.div_ceil(8) | 1) * 8 }
        }
    }
}

/// A chain with its lines, outermost first.
struct Kept<'a> {
    chain: &'a Chain,
    guard: Vec<Guard>,
    lines: Vec<Lines>,
}

struct Sweep<'a, C> {
    domain: &'a Domain,
    rule: Rule,
    kept: Vec<Kept<'a>>,
    points: Vec<(&'a [Vec<i64>], Vec<Guard>)>,
    enumerated: Vec<&'a Loops>,
    cells: Shared<C>,
    width: usize,
    /// The largest value so far.
    largest: AtomicU32,
    budget: &'a Budget,
    gate: Gate<'a>,
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
    scratch: Vec<u64>,
    touched: Vec<usize>,
    largest: u32,
    /// Positions visited since the last look at the budget.
    visited: u32,
}

impl<'a, C: Cell> Sweep<'a, C> {
    fn new(
        ruleset: &'a Ruleset,
        plan: &'a Plan,
        domain: &'a Domain,
        rule: Rule,
        budget: &'a Budget,
    ) -> Result<Sweep<'a, C>, Stopped> {
        budget.need(u64::try_from(memory(plan, domain, rule)).unwrap_or(u64::MAX))?;
        let width = width(domain, rule) as usize;
        let heaps = domain.heaps();
        let kept = plan.chains.iter().map(|chain| Kept {
            chain,
            guard: Guard::all(&chain.guard, heaps),
            lines: Family::of_chain(chain, domain).into_iter().map(|f| Lines::new(f, width)).collect(),
        });
        let points = plan.points.iter().map(|(bases, guard)| (bases.as_slice(), Guard::all(guard, heaps)));
        let all_loops: Vec<&Loops> = ruleset.loops().collect();
        // Threads help only where ranks are long.
        let average = domain.len() as u64 / (domain.top_rank().unsigned_abs() + 1);
        let threads = if average < 64 { 1 } else { budget.threads() };
        Ok(Sweep {
            domain,
            rule,
            kept: kept.collect(),
            points: points.collect(),
            enumerated: plan.enumerated.iter().map(|i| all_loops[*i]).collect(),
            cells: Shared::new(vec![C::default(); domain.len()]),
            width,
            largest: AtomicU32::new(0),
            budget,
            gate: Gate::new(threads, budget),
            given_up: AtomicBool::new(false),
            threads,
        })
    }

    /// Ends the sweep in the middle of a rank.
    fn give_up(&self, stopped: Stopped) {
        self.gate.refuse(stopped);
        self.given_up.store(true, Ordering::Relaxed);
    }

    fn run(self) -> Result<Vec<C>, Stopped> {
        std::thread::scope(|scope| {
            for thread in 1..self.threads {
                let sweep = &self;
                scope.spawn(move || with_vectors(&mut Worker::new(sweep, thread)));
            }
            with_vectors(&mut Worker::new(&self, 0));
        });
        match self.gate.reason() {
            Some(stopped) => Err(stopped),
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
            if !sweep.gate.opens(self.thread == 0, rank) {
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
                        self.visit(rank, order, false, &mut |worker, _| {
                            if worker.goes_on() {
                                worker.update(kept, used);
                            }
                        });
                    }
                    turn += 1;
                }
            }
            if turn > 0 {
                sweep.gate.wait();
            }
            let upwards = vec![1; sweep.domain.heaps()];
            done += self.visit(rank, &upwards, true, &mut |worker, place| {
                if worker.goes_on() {
                    worker.decide(place, used);
                }
            });
            sweep.largest.fetch_max(self.largest, Ordering::Relaxed);
        }
        sweep.gate.wait();
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
            scratch: vec![0; sweep.width],
            touched: Vec::new(),
            largest: 0,
            visited: 0,
        }
    }

    /// Visits the positions of a rank, all or this thread's share; how many
    /// there are in all. Each heap runs up or down as `order` says.
    #[inline(always)]
    fn visit(
        &mut self,
        rank: i64,
        order: &[i64],
        shared: bool,
        act: &mut impl FnMut(&mut Worker<'s, 'a, C>, usize),
    ) -> u64 {
        let domain = self.sweep.domain;
        let (extents, weights) = (domain.extents(), domain.weights());
        let last = extents.len() - 1;
        let mut count = 0;
        if last == 0 {
            if rank % weights[0] == 0 && rank / weights[0] <= extents[0] {
                self.position[0] = rank / weights[0];
                count = 1;
                if !shared || self.thread == 0 {
                    act(self, self.position[0] as usize);
                }
            }
            return count;
        }
        // The heaps before the last two, then the last but one; the last follows.
        let run = last - 1;
        let start = |heap: usize| if order[heap] > 0 { 0 } else { extents[heap] };
        for heap in 0..run {
            self.position[heap] = start(heap);
        }
        loop {
            let fixed: i64 = (0..run).map(|h| weights[h] * self.position[h]).sum();
            if fixed <= rank {
                count += if weights[last] > 0 {
                    self.visit_run(rank - fixed, order[run], shared, act)
                } else {
                    self.visit_block(rank - fixed, order, shared, act)
                };
            }
            let ended = |h: usize, p: i64| if order[h] > 0 { p == extents[h] } else { p == 0 };
            let Some(step) = (0..run).rev().find(|h| !ended(*h, self.position[*h])) else { return count };
            self.position[step] += order[step];
            for heap in step + 1..run {
                self.position[heap] = start(heap);
            }
        }
    }

    /// Visits the positions of a rank with the first heaps as they are.
    #[inline(always)]
    fn visit_run(
        &mut self,
        rest: i64,
        direction: i64,
        shared: bool,
        act: &mut impl FnMut(&mut Worker<'s, 'a, C>, usize),
    ) -> u64 {
        let domain = self.sweep.domain;
        let (extents, weights) = (domain.extents(), domain.weights());
        let (run, last) = (extents.len() - 2, extents.len() - 1);
        let (a, b) = (weights[run], weights[last]);
        // a·x + b·y = rest with 0 ≤ x ≤ extents[run] and 0 ≤ y ≤ extents[last].
        let most = if a > 0 { extents[run].min(rest / a) } else { extents[run] };
        let least = if a > 0 { ((rest - b * extents[last]).max(0) + a - 1) / a } else { 0 };
        if least > most {
            return 0;
        }
        let length = most - least + 1;
        let (first, end) = if shared {
            let (thread, threads) = (self.thread as i64, self.sweep.threads as i64);
            (least + length * thread / threads, least + length * (thread + 1) / threads)
        } else {
            (least, most + 1)
        };
        let mut x = if direction > 0 { first } else { end - 1 };
        for _ in first..end {
            let left = rest - a * x;
            if b == 1 || (b > 0 && left % b == 0) {
                self.position[run] = x;
                self.position[last] = if b == 1 { left } else { left / b };
                if let Some(place) = domain.index(&self.position) {
                    act(self, place);
                }
            }
            x += direction;
        }
        length.unsigned_abs()
    }

    /// The same where the last heap does not count for the rank: it takes all sizes.
    fn visit_block(
        &mut self,
        rest: i64,
        order: &[i64],
        shared: bool,
        act: &mut impl FnMut(&mut Worker<'s, 'a, C>, usize),
    ) -> u64 {
        let domain = self.sweep.domain;
        let (extents, weights) = (domain.extents(), domain.weights());
        let (run, last) = (extents.len() - 2, extents.len() - 1);
        let sizes = |heap: usize| 0..=extents[heap];
        let mut firsts: Vec<i64> = sizes(run).filter(|x| weights[run] * x == rest).collect();
        let mut lasts: Vec<i64> = sizes(last).collect();
        for (heaps, heap) in [(&mut firsts, run), (&mut lasts, last)] {
            if order[heap] < 0 {
                heaps.reverse();
            }
        }
        let (thread, threads) = (self.thread, self.sweep.threads);
        for x in &firsts {
            for (turn, y) in lasts.iter().enumerate() {
                if shared && turn % threads != thread {
                    continue;
                }
                (self.position[run], self.position[last]) = (*x, *y);
                if let Some(place) = domain.index(&self.position) {
                    act(self, place);
                }
            }
        }
        (firsts.len() * lasts.len()) as u64
    }

    /// Brings the sets of a chain up to the current position.
    #[inline(always)]
    fn update(&mut self, kept: &Kept<'_>, used: usize) {
        let position = &self.position;
        let domain = self.sweep.domain;
        let inner = kept.lines.len() - 1;
        let lines = &kept.lines[inner];
        let mut line = lines.family.line(position);
        if lines.family.begins(position) {
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
            if outer.family.begins(position) {
                outer.clear(outer_line);
            }
            outer.absorb(outer_line, &kept.lines[j + 1], line, used);
            line = outer_line;
        }
    }

    /// Lists the whole ray of each base: the first position of a line.
    fn list_ray(&self, kept: &Kept<'_>, lines: &Lines, line: usize) {
        let direction = &lines.family.direction;
        for base in &kept.chain.bases {
            let mut at: Vec<i64> = self.position.iter().zip(base).map(|(p, b)| p + b).collect();
            // The ray is over once a heap that falls along it is negative.
            while !at.iter().zip(direction).any(|(p, d)| *p < 0 && *d <= 0) {
                if let Some(place) = self.sweep.domain.index(&at) {
                    lines.insert(line, self.sweep.cells.get(place).value());
                }
                at.iter_mut().zip(direction).for_each(|(p, d)| *p += d);
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
                self.sweep.give_up(stopped);
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
