//! What has to be counted for a brick and a number of bricks, cut into tasks.
//!
//! Inner layers of one brick cut a profile into fat pieces; a piece upside down
//! has as many buildings. Each piece is counted in the cheaper of two ways,
//! [`hinge`](super::hinge) or [`joint`](super::joint); pieces that enumerate the
//! same bricks share a job. A job falls into numbered tasks that can be done in
//! any order, by anyone.

use super::count::Ledger;
use super::hinge::{Hinge, Side, Swing};
use super::joint::{Division, Joint};
use super::layer::{Layer, MAX_PLACES};
use super::profile::Profile;
use super::shape::Brick;
use super::spread::Spread;
use super::symmetric::{self, Turn};
use super::tally::Tally;
use miyama_budget::{Budget, Error, Kind, Stopped};
use miyama_text::{Text, say};
use std::collections::{BTreeMap, BTreeSet};

/// Tasks, sums and results of one version of this counter do not mix with
/// those of another.
pub const VERSION: u32 = 1;

/// Why a count cannot even begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Numbers or sets would outgrow the tables.
    TooLarge {
        /// The brick.
        brick: Brick,
        /// The profile that is too large.
        profile: Profile,
    },
    /// The budget ended.
    Stopped(Stopped),
}

impl Refusal {
    /// The reason, for a person.
    #[must_use]
    pub fn text(&self) -> Text {
        match self {
            Refusal::TooLarge { brick, profile } => {
                say!("brick.too_large", brick = brick.to_string(), profile = profile.to_string())
            }
            Refusal::Stopped(stopped) => stopped.text(),
        }
    }
}

impl From<Refusal> for Error {
    fn from(reason: Refusal) -> Error {
        match reason {
            Refusal::Stopped(stopped) => stopped.into(),
            Refusal::TooLarge { .. } => Error::of_kind(Kind::Input, reason.text()),
        }
    }
}

impl From<Stopped> for Refusal {
    fn from(stopped: Stopped) -> Refusal {
        Refusal::Stopped(stopped)
    }
}

/// Everything to be counted.
pub struct Plan {
    pub(super) brick: Brick,
    profiles: Vec<Profile>,
    /// Fat pieces of at least two layers, one of each pair of reversed ones.
    pub(super) pieces: Vec<Profile>,
    pub(super) jobs: Vec<Job>,
}

/// Tasks that share their tables.
pub(super) struct Job {
    pub(super) work: Work,
    /// The pieces that it counts.
    pub(super) pieces: Vec<usize>,
    /// The number of its first task.
    pub(super) start: u64,
    pub(super) tasks: u64,
    /// The sum of their sizes, guesses at what they cost.
    pub(super) sizes: f64,
}

pub(super) enum Work {
    Joint(Box<Joint>),
    Hinge(Box<Hinge>),
    Symmetric(Division),
}

impl Plan {
    /// The plan for all buildings of `bricks` bricks.
    ///
    /// # Errors
    /// [`Refusal`] if the tables cannot hold it or the budget ends.
    pub fn all(brick: Brick, bricks: u8, budget: &Budget) -> Result<Plan, Refusal> {
        Plan::new(brick, Profile::all(bricks), budget)
    }

    /// The plan for the buildings of the given profiles.
    ///
    /// # Errors
    /// [`Refusal`] if the tables cannot hold it or the budget ends.
    pub fn new(brick: Brick, profiles: Vec<Profile>, budget: &Budget) -> Result<Plan, Refusal> {
        let pieces: BTreeSet<Profile> =
            profiles.iter().flat_map(Profile::pieces).filter(|piece| piece.height() > 1).map(upright).collect();
        let pieces: Vec<Profile> = pieces.into_iter().collect();
        let mut joints: BTreeMap<Vec<u8>, Vec<(usize, Vec<u8>)>> = BTreeMap::new();
        let mut hinges: BTreeMap<u8, Vec<(usize, [Side; 2])>> = BTreeMap::new();
        let mut jobs = Vec::new();
        for (number, piece) in pieces.iter().enumerate() {
            let refusal = || Refusal::TooLarge { brick, profile: piece.clone() };
            let division = Division::best(piece).ok_or_else(refusal)?;
            let swing = Swing::best(piece).filter(|swing| swing.bricks < division.cost().0);
            let (given, counted) = match &swing {
                Some(swing) => (swing.bricks.max(2), swing.sides.iter().filter_map(|side| side.last()).max()),
                None => (division.cost().0, division.counted.iter().max()),
            };
            if !fits(brick, given, counted.copied().unwrap_or(0)) {
                return Err(refusal());
            }
            match swing {
                Some(swing) => hinges.entry(swing.bricks).or_default().push((number, swing.sides)),
                None => joints.entry(division.enumerated.clone()).or_default().push((number, division.counted.clone())),
            }
            jobs.push(Job { work: Work::Symmetric(division), pieces: vec![number], start: 0, tasks: 1, sizes: 1.0 });
        }
        for (bricks, members) in hinges {
            let (pieces, sides): (Vec<usize>, Vec<[Side; 2]>) = members.into_iter().unzip();
            let work = Work::Hinge(Box::new(Hinge::new(brick, bricks, &sides, budget)?));
            jobs.push(Job { work, pieces, start: 0, tasks: 0, sizes: 0.0 });
        }
        for (enumerated, members) in joints {
            let (pieces, counted) = members.into_iter().unzip();
            let work = Work::Joint(Box::new(Joint::new(brick, &enumerated, counted)));
            jobs.push(Job { work, pieces, start: 0, tasks: 0, sizes: 0.0 });
        }
        let mut start = 0;
        for job in &mut jobs {
            if let Some(spread) = job.spread() {
                budget.need(spread.memory() * budget.threads() as u64)?;
                (job.tasks, job.sizes) = spread.tasks(budget)?;
            }
            job.start = start;
            start += job.tasks;
        }
        Ok(Plan { brick, profiles, pieces, jobs })
    }

    /// The number of all tasks.
    #[must_use]
    pub fn tasks(&self) -> u64 {
        self.jobs.last().map_or(0, |job| job.start + job.tasks)
    }

    /// The number of pieces that are counted separately.
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.pieces.len()
    }

    /// The tally of each profile, from the tallies of the pieces.
    ///
    /// # Panics
    /// If `parts` does not have one tally for each piece.
    #[must_use]
    pub fn tallies(&self, parts: &[Tally]) -> BTreeMap<Profile, Tally> {
        assert_eq!(parts.len(), self.pieces.len(), "one tally for each piece");
        self.profiles.iter().map(|profile| (profile.clone(), self.tally(profile, parts))).collect()
    }

    /// The tallies of those profiles all of whose pieces are counted, when the
    /// whole plan was not done to its end.
    ///
    /// ```
    /// use miyama_bricks::{Brick, Ledger, Plan};
    /// use miyama_budget::Budget;
    /// let plan = Plan::all(Brick::new(2, 4).unwrap(), 4, &Budget::unlimited()).unwrap();
    /// // No building has all its bricks in one layer: that needs no counting.
    /// let known: Vec<_> = plan.finished(&Ledger::new(&plan)).into_iter().map(|(c, t)| (c.to_string(), t.count())).collect();
    /// assert_eq!(known, [("4".to_owned(), 0)]);
    /// ```
    #[must_use]
    pub fn finished(&self, ledger: &Ledger) -> BTreeMap<Profile, Tally> {
        let open: BTreeSet<usize> = self
            .jobs
            .iter()
            .filter(|job| !(job.start..job.start + job.tasks).all(|task| ledger.has(task)))
            .flat_map(|job| job.pieces.iter().copied())
            .collect();
        let is_counted = |piece: &Profile| {
            self.pieces.binary_search(&upright(piece.clone())).map_or(true, |number| !open.contains(&number))
        };
        let counted = self.profiles.iter().filter(|profile| profile.pieces().iter().all(is_counted));
        counted.map(|profile| (profile.clone(), self.tally(profile, &ledger.parts))).collect()
    }

    fn tally(&self, profile: &Profile, parts: &[Tally]) -> Tally {
        let orientations = u128::from(self.brick.orientations());
        let one = Tally { fixed: orientations, half: orientations, quarter: u128::from(orientations == 1) };
        let pieces = profile.pieces();
        let mut product = Tally { fixed: 1, half: 1, quarter: 1 };
        for (i, piece) in pieces.iter().enumerate() {
            let part = match piece.layers() {
                [1] => one,
                [_] => Tally::default(),
                _ => {
                    let piece = upright(piece.clone());
                    self.pieces.binary_search(&piece).map(|at| parts[at]).unwrap_or_default()
                }
            };
            // The brick of an inner layer belongs to the pieces on both sides.
            let shared = if i > 0 { orientations } else { 1 };
            // True numbers stay far below the bound; forged ones must not overflow.
            let times = |a: u128, b: u128| (a.saturating_mul(b) / shared).min(1 << 120);
            product = Tally {
                fixed: times(product.fixed, part.fixed),
                half: times(product.half, part.half),
                quarter: times(product.quarter, part.quarter),
            };
        }
        product
    }
}

impl Job {
    /// What is enumerated, unless the job is one task.
    pub(super) fn spread(&self) -> Option<&Spread> {
        match &self.work {
            Work::Joint(joint) => Some(joint.spread()),
            Work::Hinge(hinge) => Some(hinge.spread()),
            Work::Symmetric(_) => None,
        }
    }

    /// Does those tasks that `take` accepts; it is asked for each number of a
    /// task within the job in turn, and told its size. `done` gets the sums of each task: a tally
    /// for each piece of the job.
    pub(super) fn run(
        &self,
        brick: Brick,
        budget: &Budget,
        take: &mut dyn FnMut(u64, f64) -> bool,
        done: &mut dyn FnMut(u64, &[Tally]),
    ) -> Result<(), Stopped> {
        if let Work::Symmetric(division) = &self.work {
            if take(0, 1.0) {
                let half = symmetric::count(brick, Turn::Half, division, budget)?;
                let quarter = symmetric::count(brick, Turn::Quarter, division, budget)?;
                done(0, &[Tally { fixed: 0, half, quarter }]);
            }
            return Ok(());
        }
        let totals = std::cell::RefCell::new(vec![0u128; self.pieces.len()]);
        let mut current = None;
        let mut finish = |task: Option<u64>| {
            if let Some(task) = task {
                let mut totals = totals.borrow_mut();
                let parts: Vec<Tally> = totals.iter().map(|&fixed| Tally { fixed, ..Tally::default() }).collect();
                totals.fill(0);
                done(task, &parts);
            }
        };
        let mut begin = |task: u64, size: f64| {
            finish(current.take());
            let taken = take(task, size);
            if taken {
                current = Some(task);
            }
            taken
        };
        match &self.work {
            Work::Joint(joint) => {
                let mut desk = joint.desk();
                joint.spread().each(budget, &mut begin, &mut |spots| {
                    joint.evaluate(spots, &mut desk, budget, &mut totals.borrow_mut())
                })?;
            }
            Work::Hinge(hinge) => {
                let mut layer = Layer::default();
                hinge.spread().each(budget, &mut begin, &mut |spots| {
                    hinge.evaluate(spots, &mut layer, budget, &mut totals.borrow_mut())
                })?;
            }
            Work::Symmetric(_) => {}
        }
        finish(current);
        Ok(())
    }
}

/// Of a piece and its reverse, the one that comes first.
fn upright(piece: Profile) -> Profile {
    piece.reversed().min(piece)
}

/// Do the tables hold it? A layer has at most r·k places, r given bricks with k
/// contacts each; numbers of packings must stay below 2⁶³.
fn fits(brick: Brick, given: u8, counted: u8) -> bool {
    let places = f64::from(given) * f64::from(brick.contacts());
    let packings: f64 = (1..=counted).map(|i| (places / f64::from(i)).log2()).sum();
    #[expect(clippy::cast_precision_loss)]
    let limit = MAX_PLACES as f64;
    places <= limit && packings < 63.0
}
