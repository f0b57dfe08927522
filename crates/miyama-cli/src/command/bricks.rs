//! `miyama bricks PxQ N`: buildings of bricks, counted, listed and drawn.

mod count;
mod estimate;
mod list;
mod save;
mod table;
mod tower;
mod why;

pub(crate) use count::tallies;

use crate::answer;
use crate::failure::Failure;
use crate::picture::Drawing;
use crate::task;
use miyama_bricks::{Brick, Ledger, MAX_BRICKS, Plan, Profile, Shard};
use miyama_budget::{Budget, Mistake};
use miyama_text::say;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// Buildings of bricks. With `list`, or with `index`, the answer is a building on each line.
#[derive(Clone, Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(crate) struct Question {
    #[arg(value_name = "PxQ", required_unless_present = "merge")]
    brick: Option<String>,
    #[arg(value_name = "N", required_unless_present = "merge")]
    bricks: Option<String>,
    #[arg(long)]
    #[serde(default)]
    by_height: bool,
    #[arg(long, value_name = "C1,C2,…")]
    #[serde(default)]
    profile: Option<String>,
    #[arg(long)]
    #[serde(default)]
    profiles: bool,
    #[arg(long)]
    #[serde(default)]
    symmetric: bool,
    #[arg(long)]
    #[serde(default)]
    fixed: bool,
    #[arg(long, conflicts_with_all = ["by_height", "profile", "profiles", "fixed", "list", "svg", "shard"])]
    #[serde(default)]
    tower: bool,
    #[arg(long, conflicts_with_all = ["by_height", "profile", "profiles", "symmetric", "fixed", "why", "list", "svg", "shard"])]
    #[serde(default)]
    mirror: bool,
    #[arg(long, value_enum, conflicts_with_all = ["by_height", "profile", "profiles", "symmetric", "fixed", "why", "list", "svg", "shard", "mirror"])]
    #[serde(default)]
    base: Option<table::Base>,
    #[arg(long, conflicts_with_all = ["list", "svg", "shard", "profile"])]
    #[serde(default)]
    why: bool,
    #[arg(long, conflicts_with_all = ["shard", "fixed", "svg"])]
    #[serde(default)]
    list: bool,
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    #[serde(default)]
    #[schemars(range(min = 1))]
    index: Option<u64>,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) drawing: Drawing,
    #[arg(long, value_name = "I/M", conflicts_with = "svg")]
    #[serde(skip)]
    shard: Option<String>,
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    save: Option<PathBuf>,
    #[arg(long)]
    #[serde(skip)]
    resume: bool,
    #[arg(long, value_name = "FILES", num_args = 1.., conflicts_with_all = ["brick", "bricks", "shard", "save", "resume"])]
    #[serde(skip)]
    merge: Vec<PathBuf>,
    #[arg(long, value_name = "SAMPLES", num_args = 0..=1, default_missing_value = "24", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    #[serde(default)]
    #[schemars(range(min = 1, max = 10000))]
    estimate: Option<u64>,
    /// False for a request from elsewhere: such a one leaves no files.
    #[arg(skip = true)]
    #[serde(skip)]
    typed: bool,
}

impl Question {
    /// The same question with a picture in its answer, whoever writes it where.
    pub(crate) fn drawn(mut self) -> Question {
        self.drawing.svg = Some(PathBuf::new());
        self
    }

    /// Whether buildings are listed, one on each line.
    pub(crate) fn is_listed(&self) -> bool {
        let lists = self.list || self.drawing.svg.is_some() || self.index.is_some();
        lists && self.merge.is_empty() && !self.tower && !self.why
    }

    fn brick(&self) -> Result<Brick, Failure> {
        let text = self.brick.as_deref().unwrap_or_default();
        text.parse().map_err(|mistake| Failure::mistake(mistake, text))
    }

    /// The number of bricks, at most `most`.
    fn number(&self, most: u32) -> Result<u32, Failure> {
        let text = self.bricks.as_deref().unwrap_or_default();
        let whole = text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse::<u32>().ok()).flatten();
        whole.filter(|n| (1..=most).contains(n)).ok_or_else(|| {
            let mistake = Mistake::new(0..text.len(), say!("brick.bad_number", given = text, most = most));
            let mistake = if most == u32::from(MAX_BRICKS) && whole.is_some_and(|n| n > most) {
                mistake.with_hint(say!("brick.towers_go_on"))
            } else {
                mistake
            };
            Failure::mistake(mistake, text)
        })
    }

    /// The number of bricks of a building.
    fn building_size(&self) -> Result<u8, Failure> {
        let number = self.number(u32::from(MAX_BRICKS))?;
        Ok(u8::try_from(number).expect("at most MAX_BRICKS"))
    }

    /// The profile asked for; it must have as many bricks.
    fn profile(&self, bricks: u8) -> Result<Option<Profile>, Failure> {
        let Some(text) = &self.profile else { return Ok(None) };
        let profile = Profile::parse(text).map_err(|mistake| Failure::option("--profile", mistake, text))?;
        if profile.bricks() != bricks {
            let says = say!("brick.other_number", profile = text, has = profile.bricks(), bricks = bricks);
            return Err(Failure::option("--profile", Mistake::new(0..text.len(), says), text));
        }
        Ok(Some(profile))
    }

    /// Whether a table is asked for: several numbers of bricks, or a count that the counter does not make.
    fn is_table(&self) -> bool {
        self.mirror || self.base.is_some() || self.bricks.as_ref().is_some_and(|bricks| bricks.contains(".."))
    }

    /// Refuses what is no count, or has files of its own.
    fn counts_alone(&self) -> Result<(), Failure> {
        let counts = !(self.is_table()
            || self.tower
            || self.why
            || self.list
            || self.index.is_some()
            || self.estimate.is_some());
        let has_files = self.shard.is_some() || self.save.is_some() || self.resume || !self.merge.is_empty();
        if counts && !has_files { Ok(()) } else { Err(task::whole()) }
    }

    /// The plan of a count that is cut into tasks.
    fn split(&self, budget: &Budget) -> Result<(Brick, Plan), Failure> {
        self.counts_alone()?;
        let (brick, bricks) = (self.brick()?, self.building_size()?);
        Ok((brick, count::plan(brick, bricks, self.profile(bricks)?.as_ref(), budget)?))
    }

    /// The same; the last plan is kept, for a process that does many tasks of one count.
    fn planned(&self, budget: &Budget) -> Result<(Brick, Arc<Plan>), Failure> {
        static LAST: Mutex<Option<(String, Brick, Arc<Plan>)>> = Mutex::new(None);
        self.counts_alone()?;
        let last = || LAST.lock().unwrap_or_else(PoisonError::into_inner);
        let name = format!("{:?} {:?} {:?}", self.brick, self.bricks, self.profile);
        if let Some((_, brick, plan)) = last().as_ref().filter(|(known, ..)| *known == name) {
            return Ok((*brick, plan.clone()));
        }
        let (brick, plan) = self.split(budget)?;
        let plan = Arc::new(plan);
        *last() = Some((name, brick, plan.clone()));
        Ok((brick, plan))
    }

    /// `I/M`, else everything.
    fn shard(&self) -> Result<Shard, Failure> {
        let Some(text) = &self.shard else { return Ok(Shard::WHOLE) };
        let number = |part: &str| part.bytes().all(|b| b.is_ascii_digit()).then(|| part.parse::<u64>().ok()).flatten();
        let parsed = text.split_once('/').and_then(|(i, m)| Shard::new(number(i)?, number(m)?));
        parsed.ok_or_else(|| {
            let says = say!("brick.bad_shard", given = text);
            let mistake = Mistake::new(0..text.len(), says).with_hint(say!("brick.like_a_shard"));
            Failure::option("--shard", mistake, text)
        })
    }
}

/// Into how many pieces a count can be cut: the tasks of its plan.
pub(crate) fn pieces(question: &Question, budget: &Budget) -> Result<u64, Failure> {
    Ok(question.split(budget)?.1.tasks())
}

/// What is counted for a part.
pub(crate) fn part(question: &Question, part: u64, of: u64, budget: &Budget) -> Result<save::File, Failure> {
    let (brick, plan) = question.planned(budget)?;
    let (bricks, shard) = (question.building_size()?, Shard::new(part, of).ok_or_else(task::whole)?);
    let save = save::Save::new(question, brick, bricks, question.profile(bricks)?, shard, plan.tasks());
    let mut ledger = Ledger::new(&plan);
    plan.run(shard, &mut ledger, budget, &mut |_| {})?;
    Ok(save.file(&ledger))
}

/// The count from all its parts.
pub(crate) fn merged(
    question: &Question,
    parts: Vec<save::File>,
    budget: &Budget,
) -> Result<Box<dyn answer::Answer>, Failure> {
    let parts: Vec<_> =
        parts.into_iter().zip(1..).map(|(file, part)| (PathBuf::from(part.to_string()), file)).collect();
    Ok(Box::new(save::merged(&parts, question, budget)?))
}

pub(crate) fn answer(question: &Question, budget: &Budget) -> Result<Box<dyn answer::Answer>, Failure> {
    if !question.merge.is_empty() {
        return Ok(Box::new(save::merge(question, budget)?));
    }
    let brick = question.brick()?;
    if question.is_table() {
        return Ok(Box::new(table::answer(question, brick, budget)?));
    }
    if question.tower && question.why {
        return Ok(Box::new(why::of_towers(brick, question.building_size()?)));
    }
    if question.tower {
        return Ok(Box::new(tower::answer(brick, question.number(tower::MOST)?)));
    }
    let bricks = question.building_size()?;
    if question.why {
        return Ok(Box::new(why::answer(brick, bricks, budget)?));
    }
    if question.is_listed() {
        return Ok(Box::new(list::answer(question, brick, bricks, budget)?));
    }
    if let Some(samples) = question.estimate {
        return estimate::answer(question, brick, bricks, samples, budget);
    }
    count::answer(question, brick, bricks, budget)
}
