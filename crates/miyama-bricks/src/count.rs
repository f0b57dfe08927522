//! Runs a [`Plan`]: all of it or a shard, on all cores, so that it can be
//! stopped at any time and go on later.

use super::plan::Plan;
use super::sample::Sample;
use super::tally::Tally;
use miyama_budget::{Budget, Stopped};
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::time::Instant;

/// The tasks whose number is `index` modulo `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u64,
    of: u64,
}

impl Shard {
    /// Everything.
    pub const WHOLE: Shard = Shard { index: 0, of: 1 };

    /// Shard `index` of `of`, counted from 1; `None` unless 1 ≤ index ≤ of.
    #[must_use]
    pub fn new(index: u64, of: u64) -> Option<Shard> {
        (1..=of).contains(&index).then(|| Shard { index: index - 1, of })
    }

    /// Its number, from 1, and how many there are.
    #[must_use]
    pub fn number(self) -> (u64, u64) {
        (self.index + 1, self.of)
    }

    /// How many of `tasks` tasks belong to it.
    #[must_use]
    pub fn tasks(self, tasks: u64) -> u64 {
        (tasks + self.of - 1 - self.index) / self.of
    }

    /// Where task `number` stands in it.
    fn position(self, number: u64) -> Option<u64> {
        (number % self.of == self.index).then_some(number / self.of)
    }
}

/// What is done so far: the tasks, counted within the shard, and their sums.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    /// All tasks before this one are done.
    pub done: u64,
    /// Tasks done out of turn.
    pub ahead: BTreeSet<u64>,
    /// The sums for each piece of the plan.
    pub parts: Vec<Tally>,
}

impl Ledger {
    /// Nothing is done.
    #[must_use]
    pub fn new(plan: &Plan) -> Ledger {
        Ledger { done: 0, ahead: BTreeSet::new(), parts: vec![Tally::default(); plan.pieces()] }
    }

    pub(super) fn has(&self, task: u64) -> bool {
        task < self.done || self.ahead.contains(&task)
    }

    fn mark(&mut self, task: u64) {
        self.ahead.insert(task);
        while self.ahead.remove(&self.done) {
            self.done += 1;
        }
    }

    /// How many tasks are done.
    #[must_use]
    pub fn tasks_done(&self) -> u64 {
        self.done + self.ahead.len() as u64
    }
}

/// What the threads of a run share.
struct Shared<'a> {
    ledger: Ledger,
    /// Every task before this one is done or taken by some thread.
    next: u64,
    cost_done: u64,
    /// Told of the ledger after each task.
    watch: &'a mut (dyn FnMut(&Ledger) + Send),
}

impl Plan {
    /// Does the tasks of `shard` that `ledger` lacks, with all threads of the
    /// budget. `watch` sees the ledger after every task; it may keep a copy.
    ///
    /// ```
    /// use miyama_bricks::{Brick, Ledger, Plan, Shard, Tally};
    /// use miyama_budget::Budget;
    /// let budget = Budget::unlimited();
    /// let plan = Plan::all(Brick::new(2, 4).unwrap(), 5, &budget).unwrap();
    /// let mut ledger = Ledger::new(&plan);
    /// plan.run(Shard::WHOLE, &mut ledger, &budget, &mut |_| {}).unwrap();
    /// let tally: Tally = plan.tallies(&ledger.parts).into_values().sum();
    /// assert_eq!((tally.count(), tally.symmetric()), (10_166_403, 3_276));
    /// ```
    ///
    /// # Errors
    /// [`Stopped`] when the budget ends; `ledger` then holds what is done.
    pub fn run(
        &self,
        shard: Shard,
        ledger: &mut Ledger,
        budget: &Budget,
        watch: &mut (dyn FnMut(&Ledger) + Send),
    ) -> Result<(), Stopped> {
        let all = shard.tasks(self.tasks());
        let costs = self.costs(all, budget)?;
        let cost_of = |task: u64| {
            let number = task * shard.of + shard.index;
            costs[self.jobs.partition_point(|job| job.start + job.tasks <= number).min(costs.len() - 1)]
        };
        let cost_all = if self.jobs.is_empty() {
            0
        } else {
            let whole: u64 = self.jobs.iter().zip(&costs).map(|(job, cost)| job.tasks * cost).sum();
            whole / shard.of
        };
        let cost_done = ledger.tasks_done() * (cost_all / all.max(1));
        let shared = Mutex::new(Shared { ledger: std::mem::take(ledger), next: 0, cost_done, watch });
        let claim = || {
            let mut shared = shared.lock().expect("no thread panics while it holds the lock");
            while shared.next < all && shared.ledger.has(shared.next) {
                shared.next += 1;
            }
            shared.next += 1;
            shared.next - 1
        };
        let enter = |number: usize, task: u64, parts: &[Tally]| {
            let mut shared = shared.lock().expect("no thread panics while it holds the lock");
            for (&piece, &part) in self.jobs[number].pieces.iter().zip(parts) {
                shared.ledger.parts[piece] = shared.ledger.parts[piece] + part;
            }
            shared.ledger.mark(task);
            shared.cost_done += cost_of(task);
            budget.report(shared.cost_done.min(cost_all), Some(cost_all));
            let Shared { ledger, watch, .. } = &mut *shared;
            watch(ledger);
        };
        let work = || -> Result<(), Stopped> {
            let mut mine = claim();
            for (number, job) in self.jobs.iter().enumerate() {
                // The walk through a job only goes forward, and so do the claims.
                let last = (mine * shard.of + shard.index).max(job.start);
                if mine >= all || last >= job.start + job.tasks {
                    continue;
                }
                let mine = std::cell::Cell::from_mut(&mut mine);
                let mut take = |task: u64, _: f64| shard.position(job.start + task) == Some(mine.get());
                let mut done = |task: u64, parts: &[Tally]| {
                    if let Some(position) = shard.position(job.start + task) {
                        enter(number, position, parts);
                        mine.set(claim());
                    }
                };
                job.run(self.brick, budget, &mut take, &mut done)?;
            }
            Ok(())
        };
        let result = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..budget.threads()).map(|_| scope.spawn(work)).collect();
            let ends: Vec<_> =
                threads.into_iter().map(|t| t.join().expect("a thread of the count does not panic")).collect();
            ends.into_iter().collect::<Result<(), Stopped>>()
        });
        *ledger = shared.into_inner().expect("all threads have ended").ledger;
        result
    }

    /// What a task of each job costs, in microseconds: measured on a few tasks
    /// where many are to be done, for the progress line.
    fn costs(&self, all: u64, budget: &Budget) -> Result<Vec<u64>, Stopped> {
        const FEW: u64 = 20_000;
        if all < FEW {
            return Ok(vec![1; self.jobs.len()]);
        }
        let start = Instant::now();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        Ok(self
            .whole_samples(8, &|| start.elapsed().as_secs_f64(), budget)?
            .iter()
            .map(|sample| (sample.task_seconds * 1e6) as u64 + 1)
            .collect())
    }

    fn whole_samples(&self, number: u64, clock: &dyn Fn() -> f64, budget: &Budget) -> Result<Vec<Sample>, Stopped> {
        match self.samples(number, 0.0, clock, budget) {
            (_, Some(stopped)) => Err(stopped),
            (samples, None) => Ok(samples),
        }
    }
}
