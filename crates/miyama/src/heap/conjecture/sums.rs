//! A set of positions put to the test where somebody knows the outcomes of all sums:
//! misère play of heaps that break.
//!
//! The formula speaks about positions with k heaps; a move may leave other sums, and
//! of these the truth is taken. Where the formula is wrong at a position whose condition
//! holds, it is wrong at an option too; following such options leads to a position that
//! breaks its condition, because play ends.

use super::violation::{Kind, Violation, says};
use super::{NoTest, Tested, Window};
use crate::heap::formula::{Evaluator, Formula};
use crate::heap::ruleset::Ruleset;
use crate::heap::table::{NoTable, positions};
use miyama_budget::{Budget, Stopped};

/// Is the sum of these positions lost? `None` if nobody knows.
pub type Lost<'a> = dyn Fn(&[Vec<u64>]) -> Result<Option<bool>, Stopped> + 'a;

/// Tests a set on all positions of `copies` positions of the ruleset side by side, with
/// heaps up to `to`, under misère play.
///
/// # Errors
/// [`NoTest`] says why there is no answer.
///
/// # Panics
/// If the formula or `to` has not as many heaps as there are.
pub fn test_sums(
    ruleset: &Ruleset,
    copies: usize,
    formula: &Formula,
    to: &[u64],
    lost: &Lost<'_>,
    budget: &Budget,
) -> Result<Tested, NoTest> {
    assert_eq!(ruleset.heaps() * copies, to.len(), "a bound for each heap");
    let mut formula = formula.clone();
    formula.prepare(to.iter().fold(0, |sum, heap| sum.saturating_add(*heap)), budget)?;
    let mut evaluator = formula.evaluator(budget);
    let trial = Sums { ruleset, lost, budget };
    let positions_in_all = to.iter().map(|heap| u128::from(*heap) + 1).product();
    let mut first: Option<(u64, Vec<u64>)> = None;
    for (done, position) in (0u64..).zip(positions(to)) {
        if done.is_multiple_of(256) {
            budget.check()?;
            budget.report(done, u64::try_from(positions_in_all).ok());
        }
        let total = position.iter().sum();
        if first.as_ref().is_some_and(|(least, other)| (*least, other) <= (total, &position)) {
            continue;
        }
        if says(&mut evaluator, &position)? != trial.number(&position)? {
            first = Some((total, position));
        }
    }
    let violation = match first {
        Some((_, position)) => Some(trial.descend(position, &mut evaluator)?),
        None => None,
    };
    let centre = violation.as_ref().map_or_else(|| vec![0; to.len()], |violation| violation.position.clone());
    let truth = |position: &[u64]| {
        let inside = position.iter().zip(to).all(|(heap, most)| heap <= most);
        inside.then(|| trial.number(position).ok().and_then(|number| u32::try_from(number).ok())).flatten()
    };
    let window = Window::around(&centre, &mut evaluator, &truth);
    Ok(Tested { positions: positions_in_all, weights: vec![1; to.len()], violation, window })
}

struct Sums<'a> {
    ruleset: &'a Ruleset,
    lost: &'a Lost<'a>,
    budget: &'a Budget,
}

/// An option: the position that the formula is asked about, or a sum.
enum Left {
    Position(Vec<u64>),
    Sum(Vec<Vec<u64>>),
}

impl Sums<'_> {
    fn parts(&self, position: &[u64]) -> Vec<Vec<u64>> {
        position.chunks(self.ruleset.heaps()).map(<[u64]>::to_vec).collect()
    }

    /// 0 for a sum that is lost, 1 for another.
    fn truth(&self, sum: &[Vec<u64>]) -> Result<i64, NoTest> {
        match (self.lost)(sum)? {
            Some(lost) => Ok(i64::from(!lost)),
            None => Err(NoTest::Table(NoTable::TooLarge)),
        }
    }

    fn number(&self, position: &[u64]) -> Result<i64, NoTest> {
        self.truth(&self.parts(position))
    }

    /// From a position at which the formula is wrong to one that breaks its condition.
    fn descend(&self, mut position: Vec<u64>, evaluator: &mut Evaluator<'_>) -> Result<Violation, NoTest> {
        loop {
            match self.violation(&position, evaluator)? {
                Ok(violation) => return Ok(violation),
                Err(option) => position = option,
            }
        }
    }

    /// How the formula breaks its condition at a position at which it is wrong; or an
    /// option at which it is wrong as well.
    fn violation(
        &self,
        position: &[u64],
        evaluator: &mut Evaluator<'_>,
    ) -> Result<Result<Violation, Vec<u64>>, NoTest> {
        let claimed = says(evaluator, position)?;
        let (mut count, mut into, mut wrong) = (0u64, None::<Vec<Vec<u64>>>, None);
        for option in self.options(position)? {
            count += 1;
            let (number, shown) = match option {
                Left::Position(left) => {
                    let number = says(evaluator, &left)?;
                    if number != self.number(&left)? {
                        wrong = Some(left.clone());
                    }
                    (number, vec![left])
                }
                Left::Sum(sum) => (self.truth(&sum)?, sum),
            };
            if number == 0 && into.as_ref().is_none_or(|least| shown < *least) {
                into = Some(shown);
            }
        }
        let actual = i64::from(count == 0 || into.is_some());
        let kind = match (claimed, into) {
            (0, Some(option)) => Kind::BothIn { option },
            (0, None) if count == 0 => Kind::EndInside,
            (1, None) if count > 0 => Kind::NoneInto { options: count },
            // The condition holds: then the formula is wrong at an option.
            _ => return wrong.map(Err).ok_or(NoTest::Table(NoTable::TooLarge)),
        };
        Ok(Ok(Violation { position: position.to_vec(), claimed, actual, kind }))
    }

    fn options(&self, position: &[u64]) -> Result<Vec<Left>, NoTest> {
        let parts = self.parts(position);
        let mut options = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            self.ruleset
                .for_each_option(part, self.budget, &mut |left: &[Vec<u64>]| {
                    let one = match left {
                        [] if self.ruleset.ends_at_zero() => Some(vec![0; part.len()]),
                        [one] => Some(one.clone()),
                        _ => None,
                    };
                    let mut all = parts.clone();
                    options.push(match one {
                        Some(one) => {
                            all[index] = one;
                            Left::Position(all.concat())
                        }
                        None => {
                            all.splice(index..=index, left.iter().cloned());
                            Left::Sum(all)
                        }
                    });
                    self.budget.check().is_ok()
                })
                .map_err(NoTable::from)?;
            self.budget.check()?;
        }
        Ok(options)
    }
}
