//! A formula for the P-positions or the values of a ruleset, put to the test.
//!
//! A set S is the set of the P-positions if and only if no option of a position
//! of S is in S, and every other position has an option in S (in misère play
//! positions without moves are outside S, and need none). A function v gives the
//! values if and only if v(p) is the least number that no option of p has.
//!
//! **The first violation.** Positions are ordered by a rank that every move
//! lowers, then by the total of the heaps, then heap by heap. Options come
//! before the position they belong to; so the first position that breaks its
//! condition is the first at which the formula is wrong: before it, formula and
//! truth agree at the position and at all of its options, and the condition
//! holds; at it, the options are right and what the formula says is not what
//! they give. That is why a table of the true values finds the place, over the
//! box and everything that play from it reaches. What is reported is then found
//! again by walking through the options of that position with the formula alone.

mod violation;
mod window;

pub use violation::{Kind, Violation, sum, tuple};
pub use window::{Cell, Window};

use super::formula::{Evaluator, Formula, NoNumber, Reason};
use super::ruleset::Ruleset;
use super::table::{GrundyTable, NoTable, OutcomeTable, Region};
use crate::budget::{Budget, Stopped};
use crate::play::{Convention, Outcome};
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};

/// What became of a formula.
#[derive(Clone, Debug)]
pub struct Tested {
    /// The number of positions at which it was compared, unless it failed.
    pub positions: u64,
    /// The weights of the sum by which positions are ordered first.
    pub weights: Vec<i128>,
    /// Where it fails first, if it does.
    pub violation: Option<Violation>,
    /// What it says and what is true around that place.
    pub window: Option<Window>,
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

/// Tests a formula on all positions with heaps up to `to` and on those that
/// play from them reaches. The convention matters for sets only: values are
/// those of normal play.
///
/// ```
/// use miyama::budget::Budget;
/// use miyama::heap::builtin;
/// use miyama::heap::conjecture::{Kind, test};
/// use miyama::heap::formula::{Formula, Names};
/// use miyama::play::Convention;
/// let yama = builtin::ruleset("yama", &[]).unwrap();
/// let test = |text| {
///     let formula = Formula::set(text, &Names::of(&yama)).unwrap();
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
/// If the formula or `to` has not as many heaps as the ruleset.
pub fn test(
    ruleset: &Ruleset,
    formula: &Formula,
    to: &[u64],
    convention: Convention,
    budget: &Budget,
) -> Result<Tested, NoTest> {
    let truth = Truth::new(ruleset, formula, to, convention, budget)?;
    let region = truth.region();
    let mut formula = formula.clone();
    formula.prepare(highest_total(&region), budget)?;
    let weights = ruleset.rank().map_or_else(|| vec![1; to.len()], |rank| rank.weights().to_vec());
    let trial = Trial { ruleset, formula: &formula, convention, truth: &truth, weights: &weights, budget };
    let (positions, violation) = match (&region, ruleset.rank()) {
        (Region::Rows(extents), Some(_)) => trial.compare(extents)?,
        _ => trial.walk(region)?,
    };
    let window = match &violation {
        Some(violation) => Some(Window::around(&violation.position, &mut trial.evaluator(), &|p| truth.number(p))),
        None => None,
    };
    Ok(Tested { positions, weights, violation, window })
}

/// The true values or outcomes, computed from the rules.
enum Truth {
    Outcomes(OutcomeTable),
    Values(GrundyTable),
    /// Outcomes of a game whose heaps break: whether a value is 0.
    Zeros(GrundyTable),
}

impl Truth {
    fn new(
        ruleset: &Ruleset,
        formula: &Formula,
        to: &[u64],
        convention: Convention,
        budget: &Budget,
    ) -> Result<Truth, NoTable> {
        if !formula.is_set() {
            return Ok(Truth::Values(GrundyTable::new(ruleset, to, budget)?));
        }
        if ruleset.splits() && convention == Convention::Normal {
            return Ok(Truth::Zeros(GrundyTable::new(ruleset, to, budget)?));
        }
        Ok(Truth::Outcomes(OutcomeTable::new(ruleset, to, convention, budget)?))
    }

    fn region(&self) -> Region {
        match self {
            Truth::Outcomes(table) => table.region(),
            Truth::Values(table) | Truth::Zeros(table) => table.region(),
        }
    }

    /// The value of a position, where values are known.
    fn value(&self, position: &[u64]) -> Option<u32> {
        match self {
            Truth::Outcomes(_) => None,
            Truth::Values(table) | Truth::Zeros(table) => table.value(position).map(|v| v.0),
        }
    }

    /// The value; or, where outcomes are asked for, 0 for P and 1 for N.
    fn number(&self, position: &[u64]) -> Option<u32> {
        match self {
            Truth::Outcomes(table) => table.outcome(position).map(|o| u32::from(o == Outcome::N)),
            Truth::Values(table) => table.value(position).map(|v| v.0),
            Truth::Zeros(table) => table.value(position).map(|v| v.0.min(1)),
        }
    }
}

/// The largest total of the heaps of a position, or more.
fn highest_total(region: &Region) -> u64 {
    match region {
        Region::Rows(extents) => extents.iter().sum(),
        Region::Listed(positions) => positions.iter().map(|p| p.iter().sum()).max().unwrap_or(0),
    }
}

/// Where a position stands in the order: rank, total, heaps.
type Key = (i128, u64, Vec<u64>);

/// A test under way.
pub(crate) struct Trial<'a> {
    ruleset: &'a Ruleset,
    formula: &'a Formula,
    convention: Convention,
    truth: &'a Truth,
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

    /// Compares formula and truth everywhere; the first difference is the first
    /// violation (head of the file).
    fn compare(&self, extents: &[u64]) -> Result<(u64, Option<Violation>), NoTest> {
        let (first, rest) = match extents {
            [only] => (0, vec![*only]),
            [first, rest @ ..] => (*first, rest.to_vec()),
            [] => return Ok((0, None)),
        };
        let slices = usize::try_from(first).unwrap_or(usize::MAX).saturating_add(1);
        let shared = Shared { next: AtomicUsize::new(0), lowest: AtomicI64::new(i64::MAX), first: Mutex::new(None) };
        let slice_heaps = if extents.len() == 1 { 0 } else { 1 };
        let work = || -> Result<u64, Stopped> {
            let mut count = 0;
            let mut evaluator = self.evaluator();
            loop {
                let slice = shared.next.fetch_add(1, Ordering::Relaxed);
                if slice >= slices {
                    return Ok(count);
                }
                self.budget.check()?;
                self.budget.report(slice as u64, Some(slices as u64));
                count += self.compare_slice(&[slice as u64][..slice_heaps], &rest, &mut evaluator, &shared)?;
            }
        };
        let counts = std::thread::scope(|scope| {
            let others: Vec<_> = (1..self.budget.threads().min(slices)).map(|_| scope.spawn(work)).collect();
            let mut counts = vec![work()];
            counts.extend(others.into_iter().map(|other| other.join().expect("no thread of a comparison panics")));
            counts
        });
        let count = counts.into_iter().sum::<Result<u64, Stopped>>()?;
        match shared.first.into_inner().expect("no thread of a comparison panics") {
            None => Ok((count, None)),
            Some((key, Some(no))) => Err(NoTest::Formula(no, key.2)),
            Some((key, None)) => {
                let found = self.violation(&key.2, &mut self.evaluator())?;
                Ok((count, found))
            }
        }
    }

    /// Compares the positions that begin with `prefix`, row by row.
    fn compare_slice(
        &self,
        prefix: &[u64],
        extents: &[u64],
        evaluator: &mut Evaluator<'_>,
        shared: &Shared,
    ) -> Result<u64, Stopped> {
        let mut count = 0;
        let (last, middle) = extents.split_last().expect("a ruleset has a heap");
        for rows in super::table::positions(middle) {
            let mut position = [prefix, &rows, &[0]].concat();
            let place = position.len() - 1;
            for heap in 0..=*last {
                position[place] = heap;
                let Some(truth) = self.truth.number(&position) else { break };
                count += 1;
                if count % 4096 == 0 {
                    self.budget.check()?;
                }
                let rank = i64::try_from(self.rank(&position)).unwrap_or(i64::MAX);
                if rank > shared.lowest.load(Ordering::Relaxed) {
                    continue;
                }
                match evaluator.number(&position) {
                    Ok(says) if says == i64::from(truth) => {}
                    Ok(_) => shared.found(rank, self.key(&position), None),
                    Err(NoNumber { why: Reason::Stopped(stopped), .. }) => return Err(stopped),
                    Err(no) => shared.found(rank, self.key(&position), Some(no)),
                }
            }
        }
        Ok(count)
    }

    /// Tests the conditions at one position after the other: for rulesets
    /// without a rank, where nothing faster is known.
    fn walk(&self, region: Region) -> Result<(u64, Option<Violation>), NoTest> {
        let mut positions = match region {
            Region::Listed(positions) => positions,
            Region::Rows(extents) => {
                super::table::positions(&extents).filter(|p| self.truth.number(p).is_some()).collect()
            }
        };
        positions.sort_by_cached_key(|position| self.key(position));
        let mut evaluator = self.evaluator();
        for (done, position) in positions.iter().enumerate() {
            self.budget.check()?;
            self.budget.report(done as u64, Some(positions.len() as u64));
            if let Some(violation) = self.violation(position, &mut evaluator)? {
                return Ok((done as u64 + 1, Some(violation)));
            }
        }
        Ok((positions.len() as u64, None))
    }
}

/// The first difference that the threads of a comparison have found.
struct Shared {
    next: AtomicUsize,
    /// Its rank: positions of higher rank need not be looked at.
    lowest: AtomicI64,
    /// Its place, and why the formula says nothing there if it does not.
    first: Mutex<Option<(Key, Option<NoNumber>)>>,
}

impl Shared {
    fn found(&self, rank: i64, key: Key, no: Option<NoNumber>) {
        let mut first = self.first.lock().expect("no thread of a comparison panics");
        if first.as_ref().is_none_or(|(other, _)| key < *other) {
            *first = Some((key, no));
            self.lowest.store(rank, Ordering::Relaxed);
        }
    }
}
