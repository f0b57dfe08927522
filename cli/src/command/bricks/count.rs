//! Counting buildings, in one run or a shard of it, and writing the numbers.

use super::Question;
use super::save::{self, Save};
use crate::answer::{self, Format};
use crate::failure::Failure;
use miyama::brick::{Brick, Ledger, Plan, Profile, Refusal, Shard, Tally};
use miyama::budget::{Budget, Stopped};
use miyama::text::{Lang, say};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::io::Write;
use std::time::Instant;

/// Plans with fewer tasks end before a checkpoint is worth its file.
const LARGE: u64 = 20_000;

/// What of the numbers to write.
#[derive(Clone, Copy)]
pub(super) struct Show {
    by_height: bool,
    profiles: bool,
    symmetric: bool,
    fixed: bool,
}

impl Show {
    pub(super) fn of(question: &Question) -> Show {
        Show {
            by_height: question.by_height,
            profiles: question.profiles,
            symmetric: question.symmetric,
            fixed: question.fixed,
        }
    }
}

/// The numbers of a finished count.
pub(super) struct Answer {
    pub(super) brick: Brick,
    pub(super) bricks: u8,
    pub(super) tallies: BTreeMap<Profile, Tally>,
    pub(super) seconds: f64,
    pub(super) show: Show,
}

/// A finished shard: its file says it all.
struct Finished {
    shard: Shard,
    file: String,
}

pub(super) fn plan(brick: Brick, bricks: u8, profile: Option<&Profile>, budget: &Budget) -> Result<Plan, Failure> {
    let plan = match profile {
        Some(profile) => Plan::new(brick, vec![profile.clone()], budget),
        None => Plan::all(brick, bricks, budget),
    };
    plan.map_err(|refusal| match refusal {
        Refusal::Stopped(stopped) => Failure::Stopped(stopped),
        Refusal::TooLarge { .. } => Failure::input(refusal.text()),
    })
}

pub(super) fn answer(
    question: &Question,
    brick: Brick,
    bricks: u8,
    budget: &Budget,
) -> Result<Box<dyn answer::Answer>, Failure> {
    let started = Instant::now();
    let profile = question.profile(bricks)?;
    let shard = question.shard()?;
    let plan = plan(brick, bricks, profile.as_ref(), budget)?;
    let asked = question.shard.is_some() || question.save.is_some() || question.resume;
    let save = (question.typed && (asked || plan.tasks() >= LARGE))
        .then(|| Save::new(question, brick, bricks, profile, shard, plan.tasks()));
    let mut ledger = match &save {
        Some(save) if question.resume => save.load(&plan)?,
        Some(save) => save.fresh(&plan)?,
        None => Ledger::new(&plan),
    };
    match &save {
        Some(save) => save::run(&plan, shard, &mut ledger, budget, save)?,
        None => plan.run(shard, &mut ledger, budget, &mut |_| {})?,
    }
    if let Some(save) = &save {
        if question.shard.is_some() {
            save.write(&ledger)?;
            return Ok(Box::new(Finished { shard, file: save.path().display().to_string() }));
        }
        save.end(&ledger, question)?;
    }
    let tallies = plan.tallies(&ledger.parts);
    let seconds = started.elapsed().as_secs_f64();
    Ok(Box::new(Answer { brick, bricks, tallies, seconds, show: Show::of(question) }))
}

/// Counts everything, without files.
pub(super) fn tallies(brick: Brick, bricks: u8, budget: &Budget) -> Result<BTreeMap<Profile, Tally>, Failure> {
    let plan = plan(brick, bricks, None, budget)?;
    let mut ledger = Ledger::new(&plan);
    plan.run(Shard::WHOLE, &mut ledger, budget, &mut |_| {})?;
    Ok(plan.tallies(&ledger.parts))
}

impl Answer {
    fn number(&self, tally: Tally) -> u128 {
        if self.show.fixed { tally.fixed } else { tally.count() }
    }

    fn by_height(&self) -> BTreeMap<usize, Tally> {
        let mut heights: BTreeMap<usize, Tally> = BTreeMap::new();
        for (profile, tally) in &self.tallies {
            let height = heights.entry(profile.height()).or_default();
            *height = *height + *tally;
        }
        // One layer holds together only if it is one brick.
        heights.retain(|_, tally| tally.fixed > 0);
        heights
    }

    /// Profiles that have buildings, by height.
    fn by_profile(&self) -> Vec<(&Profile, Tally)> {
        let mut all: Vec<(&Profile, Tally)> =
            self.tallies.iter().filter(|(_, t)| t.fixed > 0).map(|(c, t)| (c, *t)).collect();
        all.sort_by_key(|(profile, _)| profile.height());
        all
    }

    fn text(&self, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        let total: Tally = self.tallies.values().copied().sum();
        writeln!(out, "{}", self.number(total))?;
        if self.show.by_height {
            for (height, tally) in self.by_height() {
                let line = say!("brick.height_line", height = height, count = self.number(tally));
                writeln!(out, "{}", line.in_lang(lang))?;
            }
        }
        if self.show.profiles {
            for (profile, tally) in self.by_profile() {
                let line = say!("brick.profile_line", profile = pointed(profile), count = self.number(tally));
                writeln!(out, "{}", line.in_lang(lang))?;
            }
        }
        if self.show.symmetric {
            let (half, quarter) = symmetric(total, self.show.fixed);
            writeln!(out, "{}", say!("brick.symmetric_lines", half = half, quarter = quarter).in_lang(lang))?;
        }
        Ok(())
    }

    fn json(&self) -> Value {
        let total: Tally = self.tallies.values().copied().sum();
        let (half, quarter) = symmetric(total, self.show.fixed);
        let heights: Map<String, Value> =
            self.by_height().into_iter().map(|(h, t)| (h.to_string(), number(self.number(t)))).collect();
        let profiles: Map<String, Value> =
            self.by_profile().into_iter().map(|(c, t)| (c.to_string(), number(self.number(t)))).collect();
        json!({
            "brick": self.brick.to_string(),
            "bricks": self.bricks,
            "count": number(self.number(total)),
            "fixed": number(total.fixed),
            "symmetric": number(half),
            "quarter_symmetric": number(quarter),
            "by_height": heights,
            "by_profile": profiles,
            "seconds": (self.seconds * 1000.0).round() / 1000.0,
        })
    }
}

/// Buildings that a half turn and a quarter turn map to themselves.
fn symmetric(tally: Tally, fixed: bool) -> (u128, u128) {
    if fixed { (tally.half, tally.quarter) } else { (tally.symmetric(), tally.quarter) }
}

/// A JSON number; beyond 64 bits, which no count that ends in a lifetime reaches
/// but F(11) does, its digits as a string.
fn number(value: u128) -> Value {
    u64::try_from(value).map_or_else(|_| Value::from(value.to_string()), Value::from)
}

/// A profile as papers write it: ⟨2 4⟩.
pub(super) fn pointed(profile: &Profile) -> String {
    format!("⟨{}⟩", profile.to_string().replace(',', " "))
}

impl answer::Answer for Answer {
    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text => self.text(lang, out)?,
            Format::Json => writeln!(out, "{}", self.json())?,
            Format::Csv if self.show.by_height && !self.show.profiles => {
                writeln!(out, "height,count")?;
                for (height, tally) in self.by_height() {
                    writeln!(out, "{height},{}", self.number(tally))?;
                }
            }
            Format::Csv => {
                writeln!(out, "profile,count")?;
                for (profile, tally) in self.by_profile() {
                    writeln!(out, "\"{profile}\",{}", self.number(tally))?;
                }
            }
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }
}

impl answer::Answer for Finished {
    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        let (index, of) = self.shard.number();
        match format {
            Format::Text => {
                let line = say!("brick.shard_done", index = index, of = of, path = &self.file);
                writeln!(out, "{}", line.in_lang(lang))?;
            }
            Format::Json => writeln!(out, "{}", json!({ "shard": [index, of], "file": self.file }))?,
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }
}

/// What a stopped run says: where its work is.
pub(super) fn interrupted(stopped: Stopped, path: &std::path::Path, done: u64, all: u64) -> Failure {
    match stopped {
        Stopped::Cancelled => {
            Failure::Interrupted(say!("brick.saved", path = path.display().to_string(), done = done, all = all))
        }
        other => Failure::Stopped(other),
    }
}
