//! How long a plan takes, from a sample of its tasks.
//!
//! Tasks differ wildly: most have few spreads, and a few have most of them. So a task is chosen
//! with a probability proportional to its size, which is a guess at its spreads: with sizes xᵢ of
//! the chosen tasks, costs cᵢ, and X the sum of all sizes, the mean of X·cᵢ/xᵢ is an estimate of
//! the whole, however bad the guess is, and a close one if the guess is good. Then the jobs that
//! blur the sum most are measured again, with more tasks.

use super::plan::{Job, Plan};
use super::shape::Brick;
use miyama_budget::{Budget, Stopped};
use std::cell::Cell;

/// Two standard errors of an estimate that is good enough, as a part of it.
const EXACT: f64 = 0.2;

impl Plan {
    /// Measures at least `number` tasks of each job with a clock that tells seconds, and more of
    /// those that matter most, for `seconds` for each job and as long again as the first tasks took;
    /// what is measured, and why, if the budget ends.
    pub fn samples(
        &self,
        number: u64,
        seconds: f64,
        clock: &dyn Fn() -> f64,
        budget: &Budget,
    ) -> (Vec<Sample>, Option<Stopped>) {
        let (start, mut samples) = (clock(), Vec::new());
        let profiles = |job: &Job| job.pieces.iter().map(|&piece| self.pieces[piece].to_string()).collect();
        for job in &self.jobs {
            // A job of one task, the symmetric buildings of a piece, is not worth doing twice.
            let number = if job.tasks > 1 { number.max(2) } else { 0 };
            let (measured, stopped) = job.measure(self.brick, number, clock, budget);
            if stopped.is_none() || !measured.costs.is_empty() {
                samples.push(measured.sample(profiles(job), job));
            }
            if stopped.is_some() {
                return (samples, stopped);
            }
        }
        #[expect(clippy::cast_precision_loss)]
        let end = clock() + (clock() - start) + seconds * self.jobs.len() as f64;
        if seconds <= 0.0 {
            return (samples, None);
        }
        loop {
            let error = samples.iter().map(|sample| sample.blur().powi(2)).sum::<f64>().sqrt();
            if 2.0 * error <= EXACT * samples.iter().map(Sample::seconds).sum::<f64>() {
                break;
            }
            let worst = samples.iter().enumerate().max_by(|a, b| a.1.blur().total_cmp(&b.1.blur()));
            let Some((worst, sample)) = worst else { break };
            // To walk to the tasks takes time as well: measure for as long, at least.
            let left = end - clock() - sample.walk;
            let times = (seconds.max(sample.walk).min(left) / sample.measured.max(1e-6)).min(64.0);
            if times < 2.0 && 2.0 * sample.measured > left {
                break;
            }
            let times = times.max(2.0);
            #[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, clippy::cast_sign_loss)]
            let number = (sample.number as f64 * times) as u64;
            let (measured, stopped) = self.jobs[worst].measure(self.brick, number, clock, budget);
            if stopped.is_some() {
                return (samples, stopped);
            }
            samples[worst] = measured.sample(profiles(&self.jobs[worst]), &self.jobs[worst]);
        }
        (samples, None)
    }
}

/// A task that was measured: its size, what it cost, and how often it was chosen.
#[derive(Clone, Copy)]
struct Cost {
    size: f64,
    seconds: f64,
    times: f64,
}

/// Some tasks of a job.
struct Measured {
    costs: Vec<Cost>,
    /// Seconds for all, besides the costs.
    walk: f64,
}

impl Job {
    /// What `number` tasks cost, chosen by size at equal distances, or all if there are not more;
    /// fewer, and why, if the budget ends.
    #[expect(clippy::cast_precision_loss)]
    fn measure(
        &self,
        brick: Brick,
        number: u64,
        clock: &dyn Fn() -> f64,
        budget: &Budget,
    ) -> (Measured, Option<Stopped>) {
        let mut costs = Vec::new();
        if number == 0 {
            return (Measured { costs, walk: 0.0 }, None);
        }
        let (begin, all, step) = (clock(), number >= self.tasks, self.sizes / number as f64);
        let (mut before, current) = (0.0, Cell::new((0.0, 0.0, 0.0)));
        let run = self.run(
            brick,
            budget,
            &mut |_, size| {
                // Marks stand at ½, 3/2, 5/2, … steps.
                let marks = |x: f64| (x / step + 0.5).floor();
                let times = if all { 1.0 } else { marks(before + size) - marks(before) };
                before += size;
                if times > 0.0 {
                    current.set((size, times, clock()));
                }
                times > 0.0
            },
            &mut |_, _| {
                let (size, times, started) = current.get();
                costs.push(Cost { size, seconds: clock() - started, times });
            },
        );
        let walk = (clock() - begin - costs.iter().map(|cost| cost.seconds).sum::<f64>()).max(0.0);
        (Measured { costs, walk }, run.err())
    }
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
    /// How many tasks were measured, how long that took, and how long to walk to them.
    number: u64,
    measured: f64,
    walk: f64,
}

impl Measured {
    fn sample(&self, profiles: Vec<String>, job: &Job) -> Sample {
        Sample { walk: self.walk, ..Sample::new(profiles, job.tasks, job.sizes, &self.costs) }
    }
}

#[expect(clippy::cast_precision_loss)]
impl Sample {
    /// The mean of cᵢ/xᵢ and its standard error: s/√n for n of them that deviate by s, and less
    /// where the measured tasks have a large part m of all sizes, by √(1 − m). Costly tasks that
    /// look small and were not measured can make the truth larger still.
    fn new(profiles: Vec<String>, tasks: u64, sizes: f64, costs: &[Cost]) -> Sample {
        let measured: f64 = costs.iter().map(|cost| cost.seconds).sum();
        let number = costs.len() as u64;
        let mut sample = Sample { profiles, tasks, task_seconds: 0.0, task_error: None, number, measured, walk: 0.0 };
        if number == tasks {
            (sample.task_seconds, sample.task_error) = (measured / tasks as f64, Some(0.0));
            return sample;
        }
        let count: f64 = costs.iter().map(|cost| cost.times).sum();
        let rate = |cost: &Cost| cost.seconds / cost.size;
        let mean = costs.iter().map(|cost| cost.times * rate(cost)).sum::<f64>() / count.max(1.0);
        let squares: f64 = costs.iter().map(|cost| cost.times * (rate(cost) - mean).powi(2)).sum();
        let left = (1.0 - costs.iter().map(|cost| cost.size).sum::<f64>() / sizes).max(0.0);
        let scale = sizes / tasks as f64;
        sample.task_seconds = scale * mean;
        sample.task_error = (number > 1).then(|| scale * (squares / (count - 1.0) / count * left).sqrt());
        sample
    }

    /// How much it contributes to the error of the whole.
    fn blur(&self) -> f64 {
        self.error().unwrap_or(0.0)
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
    use super::*;

    fn plan() -> Plan {
        Plan::all(Brick::new(2, 4).unwrap(), 6, &Budget::unlimited()).unwrap()
    }

    /// Measures with a clock that goes on by one at each look, so that every task costs one, but
    /// for every `dear`th look, at which it goes on by a hundred.
    fn measure(plan: &Plan, number: u64, seconds: f64, dear: u64) -> (Vec<Sample>, f64) {
        let (time, looks) = (Cell::new(0.0), Cell::new(0u64));
        let clock = || {
            looks.set(looks.get() + 1);
            time.set(time.get() + if looks.get().is_multiple_of(dear) { 100.0 } else { 1.0 });
            time.get()
        };
        let (samples, stopped) = plan.samples(number, seconds, &clock, &Budget::unlimited());
        assert_eq!(stopped, None);
        (samples.into_iter().filter(|sample| sample.tasks > 1).collect(), time.get())
    }

    #[test]
    #[expect(clippy::cast_precision_loss)]
    fn estimates_are_as_far_off_as_they_say() {
        let plan = plan();
        for number in [20, 100, 500] {
            for sample in measure(&plan, number, 0.0, u64::MAX).0 {
                let (off, error) = ((sample.seconds() - sample.tasks as f64).abs(), sample.error().unwrap());
                assert!(off <= 3.0 * error + 1e-6, "{number}: {sample:?} is off by {off}");
                assert!(number > 20 || sample.tasks < 100 || error > 0.0);
            }
        }
        for sample in measure(&plan, u64::MAX, 0.0, u64::MAX).0 {
            assert!((sample.seconds() - sample.tasks as f64).abs() < 1e-6);
            assert_eq!(sample.error(), Some(0.0), "all were measured");
        }
    }

    #[test]
    fn what_blurs_the_sum_is_measured_again() {
        let plan = plan();
        let (few, short) = measure(&plan, 4, 0.0, 7);
        let (more, long) = measure(&plan, 4, 1e9, 7);
        let blur = |samples: &[Sample]| {
            2.0 * Sample::error_of_sum(samples).unwrap() / samples.iter().map(Sample::seconds).sum::<f64>()
        };
        assert!(blur(&few) > EXACT && blur(&more) <= EXACT && long > short, "{} {}", blur(&few), blur(&more));
        assert!(few.iter().zip(&more).any(|(few, more)| few.number == more.number), "not all need it");
    }

    /// Costs 1, 2, 3 and 6 of tasks of equal size deviate by √(14/3) from their mean 3.
    #[test]
    fn an_estimate_has_its_standard_error() {
        let near = |found: Option<f64>, expected: f64| found.is_some_and(|found| (found - expected).abs() < 1e-9);
        let sample = |tasks: u32, costs: &[f64]| {
            let costs: Vec<Cost> = costs.iter().map(|&seconds| Cost { size: 1.0, seconds, times: 1.0 }).collect();
            Sample::new(vec![], u64::from(tasks), f64::from(tasks), &costs)
        };
        let quarter = sample(16, &[1.0, 2.0, 3.0, 6.0]);
        assert!(near(Some(quarter.seconds()), 48.0));
        assert!(near(quarter.error(), 16.0 * (14.0f64 / 3.0 / 4.0 * 0.75).sqrt()));
        assert!(near(sample(4, &[1.0, 2.0, 3.0, 6.0]).error(), 0.0), "all were measured");
        assert_eq!(sample(7, &[2.0]).error(), None);
        assert!(near(Sample::error_of_sum(&[quarter.clone(), quarter.clone()]), (2.0f64 * 16.0 * 16.0 * 0.875).sqrt()));
        assert_eq!(Sample::error_of_sum(&[quarter, sample(7, &[2.0])]), None);
    }
}
