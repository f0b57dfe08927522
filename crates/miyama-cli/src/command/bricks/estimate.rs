//! `--estimate`: how long a count would take, from a sample of its tasks.

use super::Question;
use super::count;
use crate::answer::bricks::{BuildingsEstimate, BuildingsJob};
use crate::answer::{self, Format};
use crate::export::json::Data;
use crate::failure::Failure;
use miyama_bricks::{Brick, Sample};
use miyama_budget::Budget;
use miyama_text::{Lang, say};
use std::io::Write;
use std::sync::OnceLock;
use std::time::Instant;

pub(super) struct Answer {
    brick: Brick,
    bricks: u8,
    samples: Vec<Sample>,
    /// Why not all parts were measured, if they were not.
    stopped: Option<Failure>,
}

pub(super) fn answer(
    question: &Question,
    brick: Brick,
    bricks: u8,
    samples: u64,
    budget: &Budget,
) -> Result<Answer, Failure> {
    let profile = question.profile(bricks)?;
    let plan = count::plan(brick, bricks, profile.as_ref(), budget)?;
    // Jobs of one task, the symmetric buildings, are not measured: they are small.
    let (samples, stopped) = plan.samples(samples, &processor_seconds, budget);
    let samples: Vec<Sample> = samples.into_iter().filter(|sample| sample.tasks > 1).collect();
    match stopped {
        Some(stopped) if samples.is_empty() => Err(stopped.into()),
        stopped => Ok(Answer { brick, bricks, samples, stopped: stopped.map(Failure::Stopped) }),
    }
}

/// Seconds that this thread has spent on a core, where the system tells;
/// else seconds of the clock, which other programs can stretch.
#[expect(clippy::cast_precision_loss)]
fn processor_seconds() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    match told.and_then(|text| text.split_whitespace().next()?.parse::<u64>().ok()) {
        Some(nanoseconds) => nanoseconds as f64 / 1e9,
        None => START.get_or_init(Instant::now).elapsed().as_secs_f64(),
    }
}

#[expect(clippy::cast_precision_loss)]
fn seconds(sample: &Sample) -> f64 {
    sample.task_seconds * sample.tasks as f64
}

impl answer::Answer for Answer {
    fn data(&self, _: Lang) -> Option<Box<dyn Data + '_>> {
        let job = |s: &Sample| BuildingsJob { profiles: s.profiles.clone(), tasks: s.tasks, core_seconds: seconds(s) };
        Some(Box::new(BuildingsEstimate {
            brick: self.brick.to_string(),
            bricks: self.bricks,
            jobs: self.samples.iter().map(job).collect(),
            core_seconds: self.samples.iter().map(seconds).sum(),
            complete: self.stopped.as_ref().map(|_| false),
        }))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        let total: f64 = self.samples.iter().map(seconds).sum();
        match format {
            Format::Text => {
                if self.stopped.is_some() {
                    writeln!(out, "{}", say!("brick.estimate_so_far").in_lang(lang))?;
                }
                for sample in &self.samples {
                    let profiles: Vec<String> =
                        sample.profiles.iter().map(|c| format!("⟨{}⟩", c.replace(',', " "))).collect();
                    let line = say!(
                        "brick.estimate_line",
                        profiles = profiles.join(" "),
                        tasks = sample.tasks,
                        seconds = format!("{:.1}", seconds(sample))
                    );
                    writeln!(out, "{}", line.in_lang(lang))?;
                }
                let (seconds, hours) = (format!("{total:.1}"), format!("{:.2}", total / 3600.0));
                writeln!(out, "{}", say!("brick.estimate_total", seconds = seconds, hours = hours).in_lang(lang))?;
            }
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }

    fn failure(&self) -> Option<&Failure> {
        self.stopped.as_ref()
    }
}
