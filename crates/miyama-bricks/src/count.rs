//! Runs a [`Plan`]: all of it or a shard, on all cores, so that it can be
//! stopped at any time and go on later.

use super::plan::{Job, Plan};
use super::shape::Brick;
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
                let mut take = |task: u64| shard.position(job.start + task) == Some(mine.get());
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

    /// Measures `number` tasks of each job, spread evenly over it, with a clock
    /// that tells seconds, and more while their costs differ and the job has not taken `seconds`
    /// yet; those of the first jobs, and why, if the budget ends.
    pub fn samples(
        &self,
        number: u64,
        seconds: f64,
        clock: &dyn Fn() -> f64,
        budget: &Budget,
    ) -> (Vec<Sample>, Option<Stopped>) {
        let mut samples = Vec::new();
        for job in &self.jobs {
            let (mut number, start) = (number.min(job.tasks), clock());
            let (mut costs, mut stopped) = (vec![], None);
            // A job of one task, the symmetric buildings of a piece, is not worth doing twice.
            while job.tasks > 1 && stopped.is_none() {
                let (found, end) = job.measure(self.brick, number, clock, budget);
                if end.is_none() || costs.is_empty() {
                    costs = found;
                }
                stopped = end;
                let sample = Sample::new(vec![], job.tasks, &costs);
                let is_exact = sample.task_error.is_some_and(|error| 2.0 * error <= EXACT * sample.task_seconds);
                if is_exact || number == job.tasks || clock() - start >= seconds {
                    break;
                }
                number = number.saturating_mul(4).min(job.tasks);
            }
            if stopped.is_some() && costs.is_empty() {
                return (samples, stopped);
            }
            let profiles = job.pieces.iter().map(|&piece| self.pieces[piece].to_string()).collect();
            samples.push(Sample::new(profiles, job.tasks, &costs));
            if stopped.is_some() {
                return (samples, stopped);
            }
        }
        (samples, None)
    }
}

/// Two standard errors of an estimate that is good enough, as a part of it.
const EXACT: f64 = 0.05;

impl Job {
    /// What `number` tasks cost, those in the middle of so many equal parts; fewer, and why, if
    /// the budget ends.
    fn measure(
        &self,
        brick: Brick,
        number: u64,
        clock: &dyn Fn() -> f64,
        budget: &Budget,
    ) -> (Vec<f64>, Option<Stopped>) {
        let wanted: BTreeSet<u64> = (0..number).map(|i| middle(i, number, self.tasks)).collect();
        let started = std::cell::Cell::new(0.0);
        let mut costs: Vec<f64> = Vec::new();
        let run = self.run(
            brick,
            budget,
            &mut |task| {
                let taken = wanted.contains(&task);
                if taken {
                    started.set(clock());
                }
                taken
            },
            &mut |_, _| {
                costs.push(clock() - started.get());
            },
        );
        (costs, run.err())
    }
}

/// The task in the middle of part i of `number` equal ones.
fn middle(i: u64, number: u64, tasks: u64) -> u64 {
    ((2 * u128::from(i) + 1) * u128::from(tasks) / (2 * u128::from(number))) as u64
}

/// What the tasks of a job cost, as measured on some of them.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Sample {
    /// The pieces that the job counts.
    pub profiles: Vec<String>,
    /// How many tasks it has.
    pub tasks: u64,
    /// Mean seconds of one core for a task.
    pub task_seconds: f64,
    /// The standard error of that mean, if several tasks were measured.
    pub task_error: Option<f64>,
}

#[expect(clippy::cast_precision_loss)]
impl Sample {
    /// The mean and its standard error: s/√n for n tasks whose costs deviate by s, and less
    /// where most tasks were measured, by √(1 − n/N) of N. A few costly tasks among many that
    /// were not measured can make the truth larger still.
    fn new(profiles: Vec<String>, tasks: u64, costs: &[f64]) -> Sample {
        let count = costs.len() as f64;
        let task_seconds = costs.iter().sum::<f64>() / count.max(1.0);
        let squares: f64 = costs.iter().map(|cost| (cost - task_seconds).powi(2)).sum();
        let left = (1.0 - count / tasks as f64).max(0.0);
        let task_error = (costs.len() > 1).then(|| (squares / (count - 1.0) / count * left).sqrt());
        Sample { profiles, tasks, task_seconds, task_error }
    }

    /// Seconds of one core for all tasks, as estimated.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.task_seconds * self.tasks as f64
    }

    /// The standard error of that estimate.
    #[must_use]
    pub fn error(&self) -> Option<f64> {
        Some(self.task_error? * self.tasks as f64)
    }

    /// The standard error of the sum of several estimates; none if one of them has none.
    #[must_use]
    pub fn error_of_sum(samples: &[Sample]) -> Option<f64> {
        samples.iter().map(|sample| Some(sample.error()?.powi(2))).sum::<Option<f64>>().map(f64::sqrt)
    }
}

#[cfg(test)]
mod tests {
    use super::{Brick, Plan, Sample};
    use miyama_budget::Budget;
    use std::cell::Cell;

    /// One task in ten costs a hundred times the others: a few of them say little.
    #[test]
    fn costs_that_differ_are_measured_more_often() {
        let plan = Plan::all(Brick::new(2, 4).unwrap(), 6, &Budget::unlimited()).unwrap();
        let looks = |steps: &dyn Fn(u32) -> f64, seconds: f64| {
            let (looks, time) = (Cell::new(0u32), Cell::new(0.0));
            let clock = || {
                looks.set(looks.get() + 1);
                time.set(time.get() + steps(looks.get()));
                time.get()
            };
            let (_, stopped) = plan.samples(4, seconds, &clock, &Budget::unlimited());
            assert_eq!(stopped, None);
            looks.get()
        };
        let (even, uneven) = (|_| 0.25, |look: u32| if look.is_multiple_of(21) { 100.0 } else { 1.0 });
        assert_eq!(looks(&even, 1e9), looks(&even, 0.0));
        assert!(looks(&uneven, 1e9) > 4 * looks(&uneven, 0.0));
    }

    /// Costs 1, 2, 3 and 6 deviate by √(14/3) from their mean 3.
    #[test]
    fn an_estimate_has_its_standard_error() {
        let near = |found: Option<f64>, expected: f64| found.is_some_and(|found| (found - expected).abs() < 1e-9);
        let sample = |tasks, costs: &[f64]| Sample::new(vec![], tasks, costs);
        let quarter = sample(16, &[1.0, 2.0, 3.0, 6.0]);
        assert!(near(Some(quarter.seconds()), 48.0));
        assert!(near(quarter.error(), 16.0 * (14.0f64 / 3.0 / 4.0 * 0.75).sqrt()));
        assert!(near(sample(4, &[1.0, 2.0, 3.0, 6.0]).error(), 0.0), "all were measured");
        assert_eq!(sample(7, &[2.0]).error(), None);
        assert!(near(Sample::error_of_sum(&[quarter.clone(), quarter.clone()]), (2.0f64 * 16.0 * 16.0 * 0.875).sqrt()));
        assert_eq!(Sample::error_of_sum(&[quarter, sample(7, &[2.0])]), None);
    }
}
