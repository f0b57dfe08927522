//! Checkpoints and shards: what is done, in a small file.

use super::Question;
use super::count::{self, Answer, Show};
use crate::failure::Failure;
use crate::fault;
use crate::input;
use crate::output;
use crate::seal;
use miyama_bricks::{Brick, Ledger, Plan, Profile, Shard, Tally, VERSION};
use miyama_budget::{Budget, Stopped};
use miyama_text::{Text, say};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long a run may go on without a checkpoint.
const INTERVAL: Duration = Duration::from_secs(50);
/// No honest file is larger.
const MOST_BYTES: u64 = 16 << 20;

/// The file, as it is written. All but what is done is the manifest of the run:
/// it is the same in every file of one count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    /// Says what the file is.
    miyama: String,
    /// The version of the form of the file.
    version: u32,
    /// The version of the program that counts.
    program: String,
    /// The version of its way to count: which tasks there are, and their sums.
    method: u32,
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
const PROGRAM: &str = env!("CARGO_PKG_VERSION");

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
            version: seal::SHARD.version(),
            program: PROGRAM.to_owned(),
            method: VERSION,
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
        output::expect_folder(&self.path)?;
        Ok(Ledger::new(plan))
    }

    /// The ledger of an earlier run of the same kind.
    pub(super) fn load(&self, plan: &Plan, budget: &Budget) -> Result<Ledger, Failure> {
        let file = read(&self.path, budget)?;
        let same = File { done: 0, ahead: Vec::new(), parts: Vec::new(), ..file.clone() };
        if same != self.empty {
            return Err(Failure::input(say!("brick.other_run", path = self.path.display().to_string())));
        }
        ledger(&file, plan, &self.path)
    }

    /// What is done.
    pub(super) fn file(&self, ledger: &Ledger) -> File {
        let parts = ledger.parts.iter().map(|t| [t.fixed, t.half, t.quarter].map(|n| n.to_string())).collect();
        let ahead = ledger.ahead.iter().copied().collect();
        File { done: ledger.done, ahead, parts, ..self.empty.clone() }
    }

    /// The file with what is done.
    pub(super) fn sealed(&self, ledger: &Ledger) -> Result<Vec<u8>, Failure> {
        seal::SHARD.json(&self.file(ledger), false)
    }

    pub(super) fn write(&self, ledger: &Ledger) -> Result<(), Failure> {
        let sealed = self.sealed(ledger)?;
        output::write_file(&self.path, |out| Ok(out.write_all(&sealed)?))
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

    /// Of how many tasks the file tells.
    pub(super) fn tasks(&self) -> u64 {
        self.of
    }
}

/// Runs the plan with a checkpoint every minute. One that cannot be written is
/// told of, and the run goes on: the disk may have room in a minute.
pub(super) fn run(plan: &Plan, shard: Shard, ledger: &mut Ledger, budget: &Budget, save: &Save) -> Result<(), Stopped> {
    let every = fault::interval(INTERVAL);
    let mut last = Instant::now();
    let mut warned = false;
    plan.run(shard, ledger, budget, &mut |ledger| {
        if last.elapsed() >= every {
            last = Instant::now();
            if let Err(Failure::File(says)) = save.write(ledger)
                && !std::mem::replace(&mut warned, true)
            {
                budget.note(&say!("cli.goes_on_unsaved", reason = says));
            }
        }
    })
}

fn read(path: &Path, budget: &Budget) -> Result<File, Failure> {
    let shown = || path.display().to_string();
    let text = seal::SHARD.open(path, input::read(path, MOST_BYTES, 8, budget)?)?;
    let file: File = serde_json::from_slice(&text).map_err(|error| {
        let reason = say!("brick.file_wrong", line = error.line(), column = error.column());
        Failure::input(say!("brick.not_a_shard", path = shown(), reason = reason))
    })?;
    if (file.method, file.program.as_str()) != (VERSION, PROGRAM) {
        let (method, program) = (file.method, file.program);
        let says = say!(
            "brick.other_version",
            path = shown(),
            program = program,
            method = method,
            own = PROGRAM,
            way = VERSION
        );
        return Err(Failure::input(says));
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
    let files = question.merge.iter().map(|path| Ok((path.clone(), read(path, budget)?)));
    merged(&files.collect::<Result<Vec<_>, Failure>>()?, question, budget)
}

/// The sum of all shards of one plan, each with the name of its file.
pub(super) fn merged(files: &[(PathBuf, File)], question: &Question, budget: &Budget) -> Result<Answer, Failure> {
    let started = Instant::now();
    let Some((first_path, first)) = files.first() else {
        return Err(Failure::input(say!("brick.nothing_to_merge")));
    };
    let shown = |path: &Path| path.display().to_string();
    let mut seen: Vec<Option<&PathBuf>> = vec![None; usize::try_from(first.shard.1).unwrap_or(0).min(files.len())];
    for (path, file) in files {
        let of_first = File { shard: (file.shard.0, first.shard.1), done: file.done, ..first.clone() };
        if *file != (File { ahead: file.ahead.clone(), parts: file.parts.clone(), ..of_first }) {
            return Err(Failure::input(say!("brick.other_plan", path = shown(path), other = shown(first_path))));
        }
    }
    if (files.len() as u64) < first.shard.1 {
        let given: Vec<u64> = files.iter().map(|(_, file)| file.shard.0).collect();
        let missing = (1..=first.shard.1).find(|i| !given.contains(i)).unwrap_or(0);
        return Err(Failure::input(say!("brick.shard_missing", index = missing, of = first.shard.1)));
    }
    for (path, file) in files {
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
    if bricks == 0 || bricks > miyama_bricks::MAX_BRICKS {
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
    for (path, file) in files {
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
    let seconds = started.elapsed().as_secs_f64();
    Ok(Answer { brick, bricks, tallies, seconds, show: Show::of(question), complete: true, failure: None })
}
