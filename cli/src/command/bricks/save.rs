//! Checkpoints and shards: what is done, in a small file.

use super::Question;
use super::count::{self, Answer, Show};
use crate::failure::Failure;
use crate::files;
use crate::output;
use miyama::brick::{Brick, Ledger, Plan, Profile, Shard, Tally, VERSION};
use miyama::budget::Budget;
use miyama::text::{Text, say};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long a run may go on without a checkpoint.
const INTERVAL: Duration = Duration::from_secs(50);
/// No honest file is larger.
const MOST_BYTES: u64 = 16 << 20;

/// The file, as it is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// Says what the file is.
    miyama: String,
    version: u32,
    brick: String,
    bricks: u8,
    profile: Option<Profile>,
    shard: (u64, u64),
    /// Tasks of the whole plan.
    tasks: u64,
    /// All tasks of the shard before this one are done.
    done: u64,
    ahead: Vec<u64>,
    /// Fixed, half-turn and quarter-turn sums of each piece, in decimal.
    parts: Vec<[String; 3]>,
}

const KIND: &str = "bricks";

/// Where and what a run saves.
pub(super) struct Save {
    path: PathBuf,
    empty: File,
    of: u64,
}

impl Save {
    pub(super) fn new(
        question: &Question,
        brick: Brick,
        bricks: u8,
        profile: Option<Profile>,
        shard: Shard,
        tasks: u64,
    ) -> Save {
        let (index, of) = shard.number();
        let layers = profile.as_ref().map(|c| format!("-{}", c.to_string().replace(',', "_"))).unwrap_or_default();
        let part = if of > 1 { format!("-{index}of{of}") } else { String::new() };
        let path = match &question.save {
            Some(path) => path.clone(),
            None => PathBuf::from(format!("bricks-{brick}-{bricks}{layers}{part}.json")),
        };
        let empty = File {
            miyama: KIND.to_owned(),
            version: VERSION,
            brick: brick.to_string(),
            bricks,
            profile,
            shard: (index, of),
            tasks,
            done: 0,
            ahead: Vec::new(),
            parts: Vec::new(),
        };
        Save { path, empty, of: shard.tasks(tasks) }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// A new ledger, unless there is one in the way.
    pub(super) fn fresh(&self, plan: &Plan) -> Result<Ledger, Failure> {
        if self.path.exists() {
            return Err(Failure::input(say!("brick.file_exists", path = self.path.display().to_string())));
        }
        Ok(Ledger::new(plan))
    }

    /// The ledger of an earlier run of the same kind.
    pub(super) fn load(&self, plan: &Plan) -> Result<Ledger, Failure> {
        let file = read(&self.path)?;
        let same = File { done: 0, ahead: Vec::new(), parts: Vec::new(), ..file.clone() };
        if same != self.empty {
            return Err(Failure::input(say!("brick.other_run", path = self.path.display().to_string())));
        }
        ledger(&file, plan, &self.path)
    }

    pub(super) fn write(&self, ledger: &Ledger) -> Result<(), Failure> {
        let parts = ledger.parts.iter().map(|t| [t.fixed, t.half, t.quarter].map(|n| n.to_string())).collect();
        let file =
            File { done: ledger.done, ahead: ledger.ahead.iter().copied().collect(), parts, ..self.empty.clone() };
        output::write_file(&self.path, |out| {
            serde_json::to_writer(&mut *out, &file).map_err(std::io::Error::from)?;
            Ok(writeln!(out)?)
        })
    }

    /// At the end of a whole run: the file that was asked for, or none.
    pub(super) fn end(&self, ledger: &Ledger, question: &Question) -> Result<(), Failure> {
        if question.save.is_some() {
            return self.write(ledger);
        }
        match std::fs::remove_file(&self.path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Failure::file(&self.path, &error)),
            _ => Ok(()),
        }
    }
}

/// Runs the plan with a checkpoint every minute and at the end of the budget.
pub(super) fn run(plan: &Plan, shard: Shard, ledger: &mut Ledger, budget: &Budget, save: &Save) -> Result<(), Failure> {
    let mut last = Instant::now();
    let mut failed = None;
    let result = plan.run(shard, ledger, budget, &mut |ledger| {
        if last.elapsed() >= INTERVAL && failed.is_none() {
            last = Instant::now();
            if let Err(failure) = save.write(ledger) {
                failed = Some(failure);
                budget.cancel();
            }
        }
    });
    if let Some(failure) = failed {
        return Err(failure);
    }
    result.or_else(|stopped| {
        save.write(ledger)?;
        Err(count::interrupted(stopped, &save.path, ledger.tasks_done(), save.of))
    })
}

fn read(path: &Path) -> Result<File, Failure> {
    let shown = || path.display().to_string();
    files::allow(path)?;
    let size = std::fs::metadata(path).map_err(|error| Failure::file(path, &error))?.len();
    if size > MOST_BYTES {
        return Err(Failure::input(say!("brick.not_a_shard", path = shown(), reason = say!("brick.file_too_long"))));
    }
    let text = std::fs::read_to_string(path).map_err(|error| Failure::file(path, &error))?;
    let file: File = serde_json::from_str(&text).map_err(|error| {
        let reason = if error.is_eof() {
            say!("brick.file_cut")
        } else {
            say!("brick.file_wrong", line = error.line(), column = error.column())
        };
        Failure::input(say!("brick.not_a_shard", path = shown(), reason = reason))
    })?;
    if file.miyama != KIND {
        return Err(Failure::input(say!("brick.not_a_shard", path = shown(), reason = say!("brick.file_of_another"))));
    }
    if file.version != VERSION {
        return Err(Failure::input(say!("brick.other_version", path = shown(), version = file.version, own = VERSION)));
    }
    Ok(file)
}

/// The ledger in a file, if it can be one of this plan.
fn ledger(file: &File, plan: &Plan, path: &Path) -> Result<Ledger, Failure> {
    let bad =
        |reason: Text| Failure::input(say!("brick.not_a_shard", path = path.display().to_string(), reason = reason));
    let shard = Shard::new(file.shard.0, file.shard.1).ok_or_else(|| bad(say!("brick.file_numbers")))?;
    let all = shard.tasks(plan.tasks());
    let tasks_fit =
        file.tasks == plan.tasks() && file.done <= all && file.ahead.iter().all(|t| (file.done..all).contains(t));
    if !tasks_fit || file.parts.len() != plan.pieces() {
        return Err(bad(say!("brick.file_numbers")));
    }
    let mut parts = Vec::new();
    for part in &file.parts {
        // Sums of any number of shards must not overflow.
        let numbers = part.each_ref().map(|n| n.parse::<u128>().ok().filter(|&n| n < 1 << 100));
        let [Some(fixed), Some(half), Some(quarter)] = numbers else {
            return Err(bad(say!("brick.file_numbers")));
        };
        parts.push(Tally { fixed, half, quarter });
    }
    Ok(Ledger { done: file.done, ahead: file.ahead.iter().copied().collect(), parts })
}

/// `--merge FILES`: the sum of all shards of one plan.
pub(super) fn merge(question: &Question, budget: &Budget) -> Result<Answer, Failure> {
    let started = Instant::now();
    let files = question.merge.iter().map(|path| Ok((path, read(path)?))).collect::<Result<Vec<_>, Failure>>()?;
    let Some((first_path, first)) = files.first() else {
        return Err(Failure::input(say!("brick.nothing_to_merge")));
    };
    let shown = |path: &Path| path.display().to_string();
    let mut seen: Vec<Option<&PathBuf>> = vec![None; usize::try_from(first.shard.1).unwrap_or(0).min(files.len())];
    for (path, file) in &files {
        let same = (&file.brick, file.bricks, &file.profile, file.shard.1, file.tasks)
            == (&first.brick, first.bricks, &first.profile, first.shard.1, first.tasks);
        if !same {
            return Err(Failure::input(say!("brick.other_plan", path = shown(path), other = shown(first_path))));
        }
    }
    if (files.len() as u64) < first.shard.1 {
        let given: Vec<u64> = files.iter().map(|(_, file)| file.shard.0).collect();
        let missing = (1..=first.shard.1).find(|i| !given.contains(i)).unwrap_or(0);
        return Err(Failure::input(say!("brick.shard_missing", index = missing, of = first.shard.1)));
    }
    for (path, file) in &files {
        let slot = usize::try_from(file.shard.0).ok().and_then(|i| seen.get_mut(i.checked_sub(1)?));
        match slot {
            Some(slot @ None) => *slot = Some(path),
            Some(Some(other)) => {
                let (index, of) = file.shard;
                let says = say!("brick.shard_twice", index = index, of = of, path = shown(path), other = shown(other));
                return Err(Failure::input(says));
            }
            None => {
                let reason = say!("brick.file_numbers");
                return Err(Failure::input(say!("brick.not_a_shard", path = shown(path), reason = reason)));
            }
        }
    }
    let brick: Brick = first.brick.parse().map_err(|mistake| Failure::mistake(mistake, &first.brick))?;
    let wrong = |path: &Path| {
        Failure::input(say!("brick.not_a_shard", path = shown(path), reason = say!("brick.file_numbers")))
    };
    let bricks = first.bricks;
    if bricks == 0 || bricks > miyama::brick::MAX_BRICKS {
        return Err(wrong(first_path));
    }
    let profile = match &first.profile {
        Some(profile) => Some(
            Profile::new(profile.layers().to_vec())
                .filter(|c| c.bricks() == bricks)
                .ok_or_else(|| wrong(first_path))?,
        ),
        None => None,
    };
    let plan = count::plan(brick, bricks, profile.as_ref(), budget)?;
    let mut parts = vec![Tally::default(); plan.pieces()];
    for (path, file) in &files {
        let ledger = ledger(file, &plan, path)?;
        let shard = Shard::new(file.shard.0, file.shard.1).unwrap_or(Shard::WHOLE);
        let all = shard.tasks(plan.tasks());
        if ledger.tasks_done() != all {
            let (done, path) = (ledger.tasks_done(), shown(path));
            return Err(Failure::input(say!("brick.shard_unfinished", path = path, done = done, all = all)));
        }
        parts.iter_mut().zip(&ledger.parts).for_each(|(sum, part)| *sum = *sum + *part);
    }
    let tallies = plan.tallies(&parts);
    // Shards whose numbers were changed by hand hardly ever add up.
    if let Some((profile, _)) = tallies.iter().find(|(_, tally)| !tally.is_whole()) {
        return Err(Failure::input(say!("brick.sums_are_wrong", profile = count::pointed(profile))));
    }
    Ok(Answer { brick, bricks, tallies, seconds: started.elapsed().as_secs_f64(), show: Show::of(question) })
}
