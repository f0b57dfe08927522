//! `--estimate`: how long a count would take, from a sample of its tasks.

use super::Question;
use super::count;
use crate::answer::bricks::{BuildingsEstimate, BuildingsJob};
use crate::answer::{self, Format};
use crate::export::json::Data;
use crate::failure::Failure;
use crate::processor;
use miyama_bricks::{Brick, Sample};
use miyama_budget::Budget;
use miyama_text::{Lang, say};
use std::io::Write;

/// So long, for each kind of tasks, those are measured again that make the estimate most uncertain.
const SECONDS: f64 = 0.3;

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
) -> Result<Box<dyn answer::Answer>, Failure> {
    let profile = question.profile(bricks)?;
    let plan = match count::plan(brick, bricks, profile.as_ref(), budget) {
        Err(failure @ Failure::Stopped(_)) if profile.is_none() => {
            return Ok(Box::new(count::unplanned(question, brick, bricks, failure)?));
        }
        plan => plan?,
    };
    // Jobs of one task, the symmetric buildings, are not measured: they are small.
    let (samples, stopped) = plan.samples(samples, SECONDS, &processor::seconds, budget);
    let samples: Vec<Sample> = samples.into_iter().filter(|sample| sample.tasks > 1).collect();
    match stopped {
        Some(stopped) if samples.is_empty() => Err(stopped.into()),
        stopped => Ok(Box::new(Answer { brick, bricks, samples, stopped: stopped.map(Failure::Stopped) })),
    }
}

/// ` ± 3.1`: two standard errors, within which the truth lies in 19 of 20 cases if costs
/// do not differ wildly.
fn give_or_take(error: Option<f64>, unit: f64, digits: usize) -> String {
    error.map_or_else(String::new, |error| format!(" ± {:.digits$}", 2.0 * error / unit))
}

impl answer::Answer for Answer {
    fn data(&self, _: Lang) -> Option<Box<dyn Data + '_>> {
        let job = |s: &Sample| BuildingsJob {
            profiles: s.profiles.clone(),
            tasks: s.tasks,
            core_seconds: s.seconds(),
            standard_error: s.error(),
        };
        Some(Box::new(BuildingsEstimate {
            brick: self.brick.to_string(),
            bricks: self.bricks,
            jobs: self.samples.iter().map(job).collect(),
            core_seconds: self.samples.iter().map(Sample::seconds).sum(),
            standard_error: Sample::error_of_sum(&self.samples),
            complete: self.stopped.as_ref().map(|_| false),
        }))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        let total: f64 = self.samples.iter().map(Sample::seconds).sum();
        let error = Sample::error_of_sum(&self.samples);
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
                        seconds = format!("{:.1}{}", sample.seconds(), give_or_take(sample.error(), 1.0, 1))
                    );
                    writeln!(out, "{}", line.in_lang(lang))?;
                }
                let seconds = format!("{total:.1}{}", give_or_take(error, 1.0, 1));
                let hours = format!("{:.2}{}", total / 3600.0, give_or_take(error, 3600.0, 2));
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
