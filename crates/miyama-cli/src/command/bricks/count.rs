//! Counting buildings, in one run or a shard of it, and writing the numbers.

use super::Question;
use super::save::{self, Save};
use crate::answer::number::Natural;
use crate::answer::{self, Format, bricks as data};
use crate::export::json::Data;
use crate::failure::Failure;
use miyama_bricks::{Brick, Ledger, Plan, Profile, Shard, Tally};
use miyama_budget::{Budget, Error, Stopped};
use miyama_text::{Lang, say};
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

/// The numbers of a count.
pub(super) struct Answer {
    pub(super) brick: Brick,
    pub(super) bricks: u8,
    pub(super) tallies: BTreeMap<Profile, Tally>,
    pub(super) seconds: f64,
    pub(super) show: Show,
    /// Whether the profiles are all there are; else those that are finished.
    pub(super) complete: bool,
    /// Why the count ended early, or a file was not written.
    pub(super) failure: Option<Failure>,
}

/// A shard, finished or stopped: its file says it all.
struct Sharded {
    shard: Shard,
    file: String,
    /// Tasks done, of so many.
    done: (u64, u64),
    /// What the file would hold, if it could not be written.
    unsaved: Option<Vec<u8>>,
    failure: Option<Failure>,
}

pub(super) fn plan(brick: Brick, bricks: u8, profile: Option<&Profile>, budget: &Budget) -> Result<Plan, Failure> {
    let plan = match profile {
        Some(profile) => Plan::new(brick, vec![profile.clone()], budget),
        None => Plan::all(brick, bricks, budget),
    };
    plan.map_err(|reason| Failure::from(Error::from(reason)))
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
    let plan = match plan(brick, bricks, profile.as_ref(), budget) {
        Err(failure @ Failure::Stopped(_)) if profile.is_none() && question.shard.is_none() => {
            return Ok(Box::new(unplanned(question, brick, bricks, failure)?));
        }
        plan => plan?,
    };
    let asked = question.shard.is_some() || question.save.is_some() || question.resume;
    let save = (question.typed && (asked || plan.tasks() >= LARGE))
        .then(|| Save::new(question, brick, bricks, profile, shard, plan.tasks()));
    let mut ledger = match &save {
        Some(save) if question.resume => save.load(&plan, budget)?,
        Some(save) => save.fresh(&plan)?,
        None => Ledger::new(&plan),
    };
    let run = match &save {
        Some(save) => save::run(&plan, shard, &mut ledger, budget, save),
        None => plan.run(shard, &mut ledger, budget, &mut |_| {}),
    };
    let saved = match (&save, &run) {
        (Some(save), Err(_)) => save.write(&ledger),
        (Some(save), Ok(())) if question.shard.is_some() => save.write(&ledger),
        (Some(save), Ok(())) => save.end(&ledger, question),
        (None, _) => Ok(()),
    };
    let is_saved = saved.is_ok();
    let failure = match (run, saved) {
        (_, Err(unsaved)) => Some(unsaved),
        (Ok(()), Ok(())) => None,
        (Err(stopped), Ok(())) => Some(match &save {
            Some(save) => interrupted(stopped, save.path(), ledger.tasks_done(), save.tasks()),
            None => Failure::Stopped(stopped),
        }),
    };
    let complete = ledger.tasks_done() == plan.tasks();
    if let Some(save) = save.as_ref().filter(|_| question.shard.is_some() || !(complete || is_saved)) {
        let unsaved = if is_saved { None } else { Some(save.sealed(&ledger)?) };
        let (file, done) = (save.path().display().to_string(), (ledger.tasks_done(), save.tasks()));
        return Ok(Box::new(Sharded { shard, file, done, unsaved, failure }));
    }
    let tallies = if complete { plan.tallies(&ledger.parts) } else { plan.finished(&ledger) };
    let seconds = started.elapsed().as_secs_f64();
    Ok(Box::new(Answer { brick, bricks, tallies, seconds, show: Show::of(question), complete, failure }))
}

/// What is known of a count that was stopped while it was planned.
pub(super) fn unplanned(question: &Question, brick: Brick, bricks: u8, stopped: Failure) -> Result<Answer, Failure> {
    let (started, tallies) = (Instant::now(), towers(brick, bricks)?);
    let (seconds, show, failure) = (started.elapsed().as_secs_f64(), Show::of(question), Some(stopped));
    Ok(Answer { brick, bricks, tallies, seconds, show, complete: false, failure })
}

/// The towers, one brick to a layer: their closed form is known before anything is planned.
fn towers(brick: Brick, bricks: u8) -> Result<BTreeMap<Profile, Tally>, Failure> {
    let budget = Budget::unlimited();
    let ones = vec!["1"; usize::from(bricks)].join(",");
    let plan = plan(
        brick,
        bricks,
        Some(&Profile::parse(&ones).map_err(|mistake| Failure::mistake(mistake, &ones))?),
        &budget,
    )?;
    let mut ledger = Ledger::new(&plan);
    plan.run(Shard::WHOLE, &mut ledger, &budget, &mut |_| {})?;
    Ok(plan.tallies(&ledger.parts))
}

/// Counts everything, without files.
pub(crate) fn tallies(brick: Brick, bricks: u8, budget: &Budget) -> Result<BTreeMap<Profile, Tally>, Failure> {
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
        if !self.complete {
            writeln!(out, "{}", say!("brick.so_far", count = self.number(total)).in_lang(lang))?;
            return self.profile_lines(lang, out);
        }
        writeln!(out, "{}", self.number(total))?;
        if self.show.by_height {
            for (height, tally) in self.by_height() {
                let line = say!("brick.height_line", height = height, count = self.number(tally));
                writeln!(out, "{}", line.in_lang(lang))?;
            }
        }
        if self.show.profiles {
            self.profile_lines(lang, out)?;
        }
        if self.show.symmetric {
            let (half, quarter) = symmetric(total, self.show.fixed);
            writeln!(out, "{}", say!("brick.symmetric_lines", half = half, quarter = quarter).in_lang(lang))?;
        }
        Ok(())
    }

    fn profile_lines(&self, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        for (profile, tally) in self.by_profile() {
            let line = say!("brick.profile_line", profile = pointed(profile), count = self.number(tally));
            writeln!(out, "{}", line.in_lang(lang))?;
        }
        Ok(())
    }

    fn buildings(&self) -> data::Buildings {
        let total: Tally = self.tallies.values().copied().sum();
        let (half, quarter) = symmetric(total, self.show.fixed);
        data::Buildings {
            brick: self.brick.to_string(),
            bricks: self.bricks,
            count: self.number(total).into(),
            fixed: total.fixed.into(),
            symmetric: half.into(),
            quarter_symmetric: quarter.into(),
            by_height: self.by_height().into_iter().map(|(h, t)| (h, self.number(t).into())).collect(),
            by_profile: self.profiles(),
            seconds: (self.seconds * 1000.0).round() / 1000.0,
        }
    }

    fn profiles(&self) -> BTreeMap<String, Natural> {
        self.by_profile().into_iter().map(|(c, t)| (c.to_string(), self.number(t).into())).collect()
    }
}

/// Buildings that a half turn and a quarter turn map to themselves.
fn symmetric(tally: Tally, fixed: bool) -> (u128, u128) {
    if fixed { (tally.half, tally.quarter) } else { (tally.symmetric(), tally.quarter) }
}

/// A profile as papers write it: ⟨2 4⟩.
pub(super) fn pointed(profile: &Profile) -> String {
    format!("⟨{}⟩", profile.to_string().replace(',', " "))
}

impl answer::Answer for Answer {
    fn data(&self, _: Lang) -> Option<Box<dyn Data + '_>> {
        if self.complete {
            return Some(Box::new(self.buildings()));
        }
        Some(Box::new(data::BuildingsSoFar {
            brick: self.brick.to_string(),
            bricks: self.bricks,
            complete: false,
            finished_profiles: self.profiles(),
        }))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text => self.text(lang, out)?,
            Format::Csv if self.show.by_height && !self.show.profiles && self.complete => {
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

    fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }
}

impl answer::Answer for Sharded {
    fn data(&self, _: Lang) -> Option<Box<dyn Data + '_>> {
        // What could not be saved goes out as it would stand in the file.
        if self.unsaved.is_some() {
            return None;
        }
        let (index, of) = self.shard.number();
        let (tasks_done, tasks) = self.done;
        let (shard, file, complete) = ([index, of], self.file.clone(), tasks_done == tasks);
        Some(Box::new(data::BuildingsShard { shard, file, complete, tasks_done, tasks }))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        // The work must not be lost with the disk: it goes out here.
        if let Some(file) = &self.unsaved {
            return Ok(out.write_all(file)?);
        }
        let (index, of) = self.shard.number();
        let (done, all) = self.done;
        match format {
            Format::Text if done < all => {}
            Format::Text => {
                let line = say!("brick.shard_done", index = index, of = of, path = &self.file);
                writeln!(out, "{}", line.in_lang(lang))?;
            }
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }

    fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }
}

/// What a stopped run says: where its work is.
pub(super) fn interrupted(stopped: Stopped, path: &std::path::Path, done: u64, all: u64) -> Failure {
    match stopped {
        Stopped::Cancelled => {
            Failure::Interrupted(say!("brick.saved", path = path.display().to_string(), done = done, all = all))
        }
        limit => {
            let path = path.display().to_string();
            Failure::limit(limit, say!("brick.saved_too", path = path, done = done, all = all))
        }
    }
}
