//! A formula for the P-positions or the values of a ruleset, put to the test.
//!
//! A set S is the set of the P-positions if and only if no option of a position
//! of S is in S, and every other position has an option in S (in misère play
//! positions without moves are outside S, and need none). A function v gives the
//! values if and only if v(p) is the least number that no option of p has.
//!
//! **What is tested.** The formula is compared with the truth, a table computed
//! from the rules, at every position of a box. Where they agree everywhere the
//! formula holds there, whatever it says elsewhere.
//!
//! **The first violation.** Positions are ordered by a rank that every move
//! lowers, then by the total of the heaps, then heap by heap. Options come
//! before the position they belong to. So at the first position of the box at
//! which the formula is wrong it is right at all options in the box, and what it
//! says is not what they give: the position breaks its condition. What is
//! reported is found in this way, by walking through the options of the position
//! with the formula alone. Only where play leaves the box and the formula is
//! wrong out there too can the condition hold by accident (or, for rulesets
//! without a rank, because the order is not that of play). Then the conditions
//! are tested one position after the other, those of the box first, then those
//! that play reaches: one of them fails, for if none did, the formula would be
//! right at all of them.

mod lines;
mod members;
mod shown;
mod sums;
mod truth;
mod violation;
mod window;

pub use members::{Known, test_members};
pub use shown::shown_at;
pub use sums::{Lost, test_sums};
pub use violation::{Kind, Violation, sum, tuple};
pub use window::{Cell, RADIUS, Window};

use super::formula::{Evaluator, Formula, NoNumber, Reason};
use super::ruleset::Ruleset;
use super::table::{NoTable, Region, positions};
use crate::out_of_reach::OutOfReach;
use crate::play::Convention;
use miyama_budget::{Budget, Stopped};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use truth::TrueTable;

/// What became of a formula.
#[derive(Clone, Debug)]
pub struct Tested {
    /// The number of positions of the box.
    pub positions: u128,
    /// The weights of the sum by which positions are ordered first.
    pub weights: Vec<i128>,
    /// Where it fails first, if it does.
    pub violation: Option<Violation>,
    /// What it says and what is true around that place, else near the end of play.
    pub window: Window,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoTest {
    /// There is no table to compare with.
    Table(NoTable),
    /// The formula says nothing at this position.
    Formula(NoNumber, Vec<u64>),
}

impl From<Stopped> for NoTest {
    fn from(stopped: Stopped) -> NoTest {
        NoTest::Table(NoTable::Stopped(stopped))
    }
}

impl From<NoTable> for NoTest {
    fn from(reason: NoTable) -> NoTest {
        NoTest::Table(reason)
    }
}

/// Tests a formula on all positions with heaps up to `to`. The convention
/// matters for sets only: values are those of normal play.
///
/// ```
/// use miyama_budget::Budget;
/// use miyama::heap::builtin;
/// use miyama::heap::conjecture::{Kind, test};
/// use miyama::heap::formula::{Formula, Names};
/// use miyama::play::Convention;
/// let yama = builtin::ruleset("yama", &[]).unwrap();
/// let test = |text| {
///     let formula = Formula::set(text, &yama.names()).unwrap();
///     test(&yama, &formula, &[50, 50], Convention::Normal, &Budget::unlimited()).unwrap().violation
/// };
/// assert_eq!(test("|x-y| <= 1"), None);
/// let violation = test("|x-y| <= 2").unwrap();
/// assert_eq!(violation.position, [0, 2]);
/// assert_eq!(violation.kind, Kind::BothIn { option: vec![vec![1, 0]] });
/// ```
///
/// # Errors
/// [`NoTest`] says why there is no answer.
///
/// # Panics
/// If the formula and `to` have not as many heaps as the ruleset; a ruleset on one heap
/// may be asked about several.
pub fn test(
    ruleset: &Ruleset,
    formula: &Formula,
    to: &[u64],
    convention: Convention,
    budget: &Budget,
) -> Result<Tested, NoTest> {
    let breaks = ruleset.splits() && convention == Convention::Misere && formula.is_set();
    if breaks || (ruleset.heaps() == 1 && to.len() > 1) {
        return sums::test(ruleset, formula, to, convention, budget);
    }
    let positions = count(ruleset, to, budget)?;
    let weights = ruleset.rank().map_or_else(|| vec![1; to.len()], |rank| rank.weights().to_vec());
    let question = Question { ruleset, formula, convention, weights: &weights, budget };
    let near = to.iter().map(|heap| (*heap).min(NEAR)).collect::<Vec<u64>>();
    let (violation, window) = match question.near_the_end_of_play(&near, to) {
        Some(found) => found,
        None => question.ask(to)?,
    };
    Ok(Tested { positions, weights: weights.clone(), violation, window })
}

/// How many positions with heaps up to `to` there are; of a ruleset on one heap, as many side by
/// side as `to` has bounds.
///
/// # Errors
/// [`Stopped`] if the budget ends.
pub fn count(ruleset: &Ruleset, to: &[u64], budget: &Budget) -> Result<u128, Stopped> {
    if ruleset.domain().is_none() {
        return Ok(to.iter().map(|heap| u128::from(*heap) + 1).product());
    }
    let mut count = 0;
    for position in positions(to) {
        let mut parts = position.chunks(ruleset.heaps());
        count += u128::from(parts.try_fold(true, |all, part| Ok(all && inside(ruleset, part, budget)?))?);
    }
    Ok(count)
}

/// The first position at which a formula and the truth differ, of those whose first heap is one of
/// `slices` and whose other heaps are at most those of `to`; also where the formula says nothing.
/// The first differences of all slices of a box have the first difference of the box among them.
///
/// # Errors
/// [`NoTest`] says why there is no answer.
///
/// # Panics
/// If the formula and `to` have not as many heaps as the ruleset; a ruleset on one heap may be
/// asked about several.
pub fn first_difference(
    ruleset: &Ruleset,
    formula: &Formula,
    slices: Range<u64>,
    to: &[u64],
    convention: Convention,
    budget: &Budget,
) -> Result<Option<Vec<u64>>, NoTest> {
    let Some(last) = slices.end.checked_sub(1).filter(|last| *last >= slices.start) else { return Ok(None) };
    let to = &[&[last], &to[1..]].concat();
    if ruleset.heaps() == 1 && to.len() > 1 {
        return sums::first_in_slices(ruleset, formula, slices, to, convention, budget);
    }
    let truth = TrueTable::of(ruleset, formula.is_set(), to, convention, budget)?;
    let mut formula = formula.clone();
    formula.prepare(to.iter().fold(0, |sum, heap| sum.saturating_add(*heap)), budget)?;
    let weights = ruleset.rank().map_or_else(|| vec![1; to.len()], |rank| rank.weights().to_vec());
    let trial = Trial { ruleset, formula: &formula, convention, truth: &truth, weights: &weights, budget };
    let found = if to.len() > 1 { trial.first_in_slices(slices, to) } else { trial.first_on_line(slices) };
    match found {
        Err(NoTest::Formula(_, position)) => Ok(Some(position)),
        found => found,
    }
}

/// How a formula breaks its condition at one position, found by the rules and the formula alone; none
/// if it does not, if the position has more than `most` options, or if the rules of the game
/// say more of its end than who moves last.
///
/// # Errors
/// [`NoTest`] says why there is no answer.
pub fn broken_at(
    ruleset: &Ruleset,
    formula: &Formula,
    position: &[u64],
    most: u64,
    convention: Convention,
    budget: &Budget,
) -> Result<Option<Violation>, NoTest> {
    let mut options = 0;
    let counted = ruleset.for_each_option(position, budget, &mut |_: &[Vec<u64>]| {
        options += 1;
        options <= most
    });
    counted.map_err(NoTable::from)?;
    if options > most || !ruleset.is_won_as_usual() || ruleset.splits() && formula.is_set() {
        return Ok(None);
    }
    let truth = TrueTable::of(ruleset, formula.is_set(), &vec![0; position.len()], convention, budget)?;
    let mut formula = formula.clone();
    formula.prepare(position.iter().fold(0, |sum, heap| sum.saturating_add(*heap)), budget)?;
    let trial = Trial { ruleset, formula: &formula, convention, truth: &truth, weights: &[], budget };
    trial.violation(position, &mut trial.evaluator())
}

/// Whether a tuple is a position. One whose numbers leave the range is looked at as one.
fn inside(ruleset: &Ruleset, position: &[u64], budget: &Budget) -> Result<bool, Stopped> {
    match ruleset.is_position(position, budget) {
        Ok(inside) => Ok(inside),
        Err(OutOfReach::Stopped(stopped)) => Err(stopped),
        Err(OutOfReach::TooLarge) => Ok(true),
    }
}

/// Most formulas that are wrong are wrong at small positions: those with heaps
/// up to this are looked at before the table of the whole box is made.
const NEAR: u64 = 50;

/// What is asked, but for the box.
struct Question<'a> {
    ruleset: &'a Ruleset,
    formula: &'a Formula,
    convention: Convention,
    weights: &'a [i128],
    budget: &'a Budget,
}

impl Question<'_> {
    /// The first violation of the box `to`, if the small box shows it: all
    /// positions of the large one that come before it, and those of its window,
    /// are in the small one. They are if no heap of a position with at most the
    /// rank of the violation can be larger than the small box allows.
    fn near_the_end_of_play(&self, near: &[u64], to: &[u64]) -> Option<(Option<Violation>, Window)> {
        let rank = self.ruleset.rank().filter(|_| near != to)?;
        // What goes wrong here goes wrong in the large box as well, and is told there.
        let (violation, window) = self.ask(near).ok()?;
        let found = &violation.as_ref()?.position;
        let cut = || near.iter().zip(to).enumerate().filter(|(_, (near, to))| near < to);
        let first = cut().all(|(j, (near, _))| rank.weights()[j] * (i128::from(*near) + 1) > rank.of(found));
        let seen = cut().all(|(j, (near, _))| found[j] + RADIUS <= *near);
        (first && seen).then_some((violation, window))
    }

    /// The first violation of a box, and what is around it.
    fn ask(&self, to: &[u64]) -> Result<(Option<Violation>, Window), NoTest> {
        let Question { ruleset, convention, weights, budget, .. } = *self;
        let truth = TrueTable::of(ruleset, self.formula.is_set(), to, convention, budget)?;
        let mut formula = self.formula.clone();
        formula.prepare(to.iter().fold(0, |sum, heap| sum.saturating_add(*heap)), budget)?;
        let trial = Trial { ruleset, formula: &formula, convention, truth: &truth, weights, budget };
        let violation = match trial.first_difference(to)? {
            None => None,
            Some(position) => match trial.violation(&position, &mut trial.evaluator())? {
                Some(violation) if ruleset.rank().is_some() => Some(violation),
                _ => trial.walk(to)?,
            },
        };
        let centre = violation.as_ref().map_or_else(|| vec![0; to.len()], |violation| violation.position.clone());
        let window = Window::around(&centre, &mut trial.evaluator(), &|position| {
            truth.number(position).filter(|_| inside(ruleset, position, budget).unwrap_or(false))
        });
        Ok((violation, window))
    }
}

/// Where a position stands in the order: rank, total, heaps.
type Key = (i128, u64, Vec<u64>);

/// A test under way.
pub(crate) struct Trial<'a> {
    ruleset: &'a Ruleset,
    formula: &'a Formula,
    convention: Convention,
    truth: &'a TrueTable,
    weights: &'a [i128],
    budget: &'a Budget,
}

impl<'a> Trial<'a> {
    fn evaluator(&self) -> Evaluator<'a> {
        self.formula.evaluator(self.budget)
    }

    fn rank(&self, position: &[u64]) -> i128 {
        self.weights.iter().zip(position).map(|(w, h)| w * i128::from(*h)).sum()
    }

    fn key(&self, position: &[u64]) -> Key {
        (self.rank(position), position.iter().sum(), position.to_vec())
    }

    /// The first position of the box at which formula and truth differ.
    fn first_difference(&self, to: &[u64]) -> Result<Option<Vec<u64>>, NoTest> {
        // Lines know nothing of a domain.
        let lines = self.ruleset.domain().is_none();
        if let Some(found) = lines.then(|| self.first_difference_on_lines(to)).flatten() {
            return found;
        }
        let slices = if to.len() > 1 { to[0] + 1 } else { 1 };
        self.first_in_slices(0..slices, to)
    }

    /// The same, of some slices of the box: one size of the first heap each. The threads share
    /// them.
    fn first_in_slices(&self, slices: Range<u64>, to: &[u64]) -> Result<Option<Vec<u64>>, NoTest> {
        let (sliced, rest) = if to.len() > 1 { to.split_at(1) } else { (&[][..], to) };
        let shared = Shared::new();
        shared.next.store(slices.start, Ordering::Relaxed);
        let work = || -> Result<(), Stopped> {
            let mut evaluator = self.evaluator();
            loop {
                let slice = shared.next.fetch_add(1, Ordering::Relaxed);
                if slice >= slices.end {
                    return Ok(());
                }
                self.budget.report(slice - slices.start, Some(slices.end - slices.start));
                self.compare(&[slice][..sliced.len()], rest, &mut evaluator, &shared)?;
            }
        };
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..self.budget.threads()).map(|_| scope.spawn(work)).collect();
            let own = work();
            others
                .into_iter()
                .map(|other| other.join().expect("no thread of a comparison panics"))
                .fold(own, Result::and)
        })?;
        shared.into_first()
    }

    /// The same of some sizes of a single heap.
    fn first_on_line(&self, sizes: Range<u64>) -> Result<Option<Vec<u64>>, NoTest> {
        let (shared, mut evaluator) = (Shared::new(), self.evaluator());
        for heap in sizes {
            if heap % 1024 == 0 {
                self.budget.check()?;
            }
            self.compare_at(&[heap], &mut evaluator, &shared)?;
        }
        shared.into_first()
    }

    /// Compares at one position.
    fn compare_at(&self, position: &[u64], evaluator: &mut Evaluator<'_>, shared: &Shared) -> Result<(), Stopped> {
        let rank = i64::try_from(self.rank(position)).unwrap_or(i64::MAX);
        if rank > shared.lowest.load(Ordering::Relaxed) {
            return Ok(());
        }
        if !inside(self.ruleset, position, self.budget)? {
            return Ok(());
        }
        match evaluator.number(position) {
            Ok(says) if self.truth.number(position).is_some_and(|truth| says == i64::from(truth)) => {}
            Ok(_) => shared.found(rank, self.key(position), None),
            Err(NoNumber { why: Reason::Stopped(stopped), .. }) => return Err(stopped),
            Err(no) => shared.found(rank, self.key(position), Some(no)),
        }
        Ok(())
    }

    /// Compares at the positions that begin with `prefix`.
    fn compare(
        &self,
        prefix: &[u64],
        rest: &[u64],
        evaluator: &mut Evaluator<'_>,
        shared: &Shared,
    ) -> Result<(), Stopped> {
        let (last, middle) = rest.split_last().expect("a ruleset has a heap");
        for rows in positions(middle) {
            let mut position = [prefix, &rows, &[0]].concat();
            let place = position.len() - 1;
            for heap in 0..=*last {
                if heap % 1024 == 0 {
                    self.budget.check()?;
                }
                position[place] = heap;
                self.compare_at(&position, evaluator, shared)?;
            }
        }
        Ok(())
    }

    /// The first position that breaks its condition, those of the box before
    /// the others.
    fn walk(&self, to: &[u64]) -> Result<Option<Violation>, NoTest> {
        let mut known: Vec<Vec<u64>> = match self.truth.region() {
            Region::Listed(known) => known,
            Region::Rows(extents) => positions(&extents).filter(|p| self.truth.number(p).is_some()).collect(),
        };
        let outside = |position: &[u64]| position.iter().zip(to).any(|(heap, most)| heap > most);
        known.sort_by_cached_key(|position| (outside(position), self.key(position)));
        let mut evaluator = self.evaluator();
        for (done, position) in known.iter().enumerate() {
            self.budget.check()?;
            if !inside(self.ruleset, position, self.budget)? {
                continue;
            }
            self.budget.report(done as u64, Some(known.len() as u64));
            if let Some(violation) = self.violation(position, &mut evaluator)? {
                return Ok(Some(violation));
            }
        }
        Ok(None)
    }
}

/// The first difference that the threads of a comparison have found.
struct Shared {
    next: AtomicU64,
    /// Its rank: positions of higher rank need not be looked at.
    lowest: AtomicI64,
    /// Its place, and why the formula says nothing there if it does not.
    first: Mutex<Option<(Key, Option<NoNumber>)>>,
}

impl Shared {
    fn new() -> Shared {
        Shared { next: AtomicU64::new(0), lowest: AtomicI64::new(i64::MAX), first: Mutex::new(None) }
    }

    /// The position of the first difference, or why the formula says nothing there.
    fn into_first(self) -> Result<Option<Vec<u64>>, NoTest> {
        match self.first.into_inner().expect("no thread of a comparison panics") {
            None => Ok(None),
            Some((key, None)) => Ok(Some(key.2)),
            Some((key, Some(no))) => Err(NoTest::Formula(no, key.2)),
        }
    }

    fn found(&self, rank: i64, key: Key, no: Option<NoNumber>) {
        let mut first = self.first.lock().expect("no thread of a comparison panics");
        if first.as_ref().is_none_or(|(other, _)| key < *other) {
            *first = Some((key, no));
            self.lowest.store(rank, Ordering::Relaxed);
        }
    }
}
