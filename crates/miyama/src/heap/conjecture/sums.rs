//! A formula about positions whose number changes in play, because they break or
//! vanish: several heaps of a ruleset on one, or misère play of one that splits. The
//! formula says nothing of what has more pieces or fewer; what is true of it is taken
//! instead.

use super::violation::says;
use super::{Kind, NoTest, Tested, Violation, Window};
use crate::heap::formula::{Evaluator, Formula};
use crate::heap::played_out::{MisereTable, are_positions, pieces};
use crate::heap::ruleset::Ruleset;
use crate::heap::table::{GrundyTable, NoTable, positions};
use crate::play::{Convention, Outcome};
use miyama_budget::{Budget, Stopped};
use std::ops::Range;

/// Is the sum of these positions lost? `None` if nobody knows.
pub type Lost<'a> = dyn Fn(&[Vec<u64>]) -> Result<Option<bool>, Stopped> + 'a;

/// Tests a formula about positions of a ruleset that splits, in misère play, or about
/// as many heaps of a ruleset on one heap as `to` has bounds.
pub(super) fn test(
    ruleset: &Ruleset,
    formula: &Formula,
    to: &[u64],
    convention: Convention,
    budget: &Budget,
) -> Result<Tested, NoTest> {
    with_truth(ruleset, formula, to, convention, budget, |sums| sums.test(formula, to))
}

/// The first position at which a formula and the truth differ, of those whose first heap is one
/// of `slices`.
pub(super) fn first_in_slices(
    ruleset: &Ruleset,
    formula: &Formula,
    slices: Range<u64>,
    to: &[u64],
    convention: Convention,
    budget: &Budget,
) -> Result<Option<Vec<u64>>, NoTest> {
    with_truth(ruleset, formula, to, convention, budget, |sums| {
        let mut formula = formula.clone();
        formula.prepare(to.iter().fold(0, |sum, heap| sum.saturating_add(*heap)), budget)?;
        match sums.first_difference(slices, to, &mut formula.evaluator(budget), &mut 0) {
            Ok(found) => Ok(found.map(|(position, _)| position)),
            Err(NoTest::Formula(_, position)) => Ok(Some(position)),
            Err(reason) => Err(reason),
        }
    })
}

/// What is true of sums, computed from the rules.
fn with_truth<T>(
    ruleset: &Ruleset,
    formula: &Formula,
    to: &[u64],
    convention: Convention,
    budget: &Budget,
    ask: impl FnOnce(Sums<'_>) -> Result<T, NoTest>,
) -> Result<T, NoTest> {
    let is_set = formula.is_set();
    if is_set && convention == Convention::Misere {
        let table = MisereTable::new(ruleset, to, budget)?;
        let copies = to.len() / ruleset.heaps();
        let truth = |sum: &[&[u64]]| {
            let known = if sum.len() == copies { table.outcome(&sum.concat()) } else { None };
            Ok(Some(match known {
                Some(outcome) => u32::from(outcome == Outcome::N),
                None => u32::from(MisereTable::next_wins(ruleset, sum, budget)?),
            }))
        };
        return ask(Sums { ruleset, is_misere: true, truth: &truth, budget });
    }
    // The values of several heaps are nim-sums.
    let largest = to.iter().copied().max().unwrap_or(0);
    let table = GrundyTable::new(ruleset, &[largest], budget)?;
    let truth = |sum: &[&[u64]]| {
        let value = sum.iter().try_fold(0, |value, heap| Some(value ^ table.value(heap)?.0));
        Ok(value.map(|value| if is_set { value.min(1) } else { value }))
    };
    ask(Sums { ruleset, is_misere: false, truth: &truth, budget })
}

/// Tests a set on positions with heaps up to `to`, of the ruleset or of several of its
/// positions side by side, under misère play, where somebody knows the outcomes of sums.
///
/// # Errors
/// [`NoTest`] says why there is no answer.
///
/// # Panics
/// If the formula has not as many heaps as `to` has bounds.
pub fn test_sums(
    ruleset: &Ruleset,
    formula: &Formula,
    to: &[u64],
    lost: &Lost<'_>,
    budget: &Budget,
) -> Result<Tested, NoTest> {
    let truth = |sum: &[&[u64]]| {
        let sum: Vec<Vec<u64>> = sum.iter().map(|position| position.to_vec()).collect();
        Ok(lost(&sum)?.map(|lost| u32::from(!lost)))
    };
    Sums { ruleset, is_misere: true, truth: &truth, budget }.test(formula, to)
}

/// The value of a sum of positions; for a set 0 for P and 1 for N. `None` if it is not
/// known.
type TrueValue<'a> = dyn Fn(&[&[u64]]) -> Result<Option<u32>, NoTest> + 'a;

/// What is true of sums of positions of a ruleset.
struct Sums<'a> {
    ruleset: &'a Ruleset,
    is_misere: bool,
    truth: &'a TrueValue<'a>,
    budget: &'a Budget,
}

impl Sums<'_> {
    fn number(&self, sum: &[&[u64]]) -> Result<i64, NoTest> {
        (self.truth)(sum)?.map(i64::from).ok_or(NoTest::Table(NoTable::TooLarge))
    }

    /// The first violation is the one with the least total, then heap by heap.
    fn test(&self, formula: &Formula, to: &[u64]) -> Result<Tested, NoTest> {
        let mut formula = formula.clone();
        formula.prepare(to.iter().fold(0, |sum, heap| sum.saturating_add(*heap)), self.budget)?;
        let mut evaluator = formula.evaluator(self.budget);
        let mut count = 0;
        let first = self.first_difference(0..to[0] + 1, to, &mut evaluator, &mut count)?;
        let violation = match first {
            Some((position, claimed)) => Some(self.violation(formula.is_set(), position, claimed)?),
            None => None,
        };
        let centre = violation.as_ref().map_or_else(|| vec![0; to.len()], |violation| violation.position.clone());
        let truth = |position: &[u64]| {
            let inside = position.iter().zip(to).all(|(heap, most)| heap <= most);
            inside.then(|| (self.truth)(&pieces(position, self.ruleset)).ok().flatten()).flatten()
        };
        let window = Window::around(&centre, &mut evaluator, &truth);
        Ok(Tested { positions: count, weights: vec![1; to.len()], violation, window })
    }

    /// The first position at which the formula is wrong, of those whose first heap is one of
    /// `slices`, and what it says there; counts the positions.
    fn first_difference(
        &self,
        slices: Range<u64>,
        to: &[u64],
        evaluator: &mut Evaluator<'_>,
        count: &mut u128,
    ) -> Result<Option<(Vec<u64>, i64)>, NoTest> {
        let sizes = slices.end.saturating_sub(slices.start);
        let of = to[1..].iter().try_fold(sizes, |all, heap| all.checked_mul(heap.checked_add(1)?));
        let mut first: Option<(u64, Vec<u64>, Result<i64, NoTest>)> = None;
        let sliced = slices.flat_map(|first| positions(&to[1..]).map(move |rest| [&[first], &rest[..]].concat()));
        for (done, position) in (0u64..).zip(sliced) {
            if done.is_multiple_of(256) {
                self.budget.check()?;
                self.budget.report(done, of);
            }
            let parts = pieces(&position, self.ruleset);
            if !are_positions(self.ruleset, &parts, self.budget)? {
                continue;
            }
            *count += 1;
            let total = position.iter().fold(0, |sum: u64, heap| sum.saturating_add(*heap));
            if first.as_ref().is_some_and(|(least, ..)| total >= *least) {
                continue;
            }
            let claimed = match says(evaluator, &position) {
                Ok(claimed) if self.number(&parts)? == claimed => continue,
                // Another position may come before the one that the formula says nothing of.
                claimed @ (Ok(_) | Err(NoTest::Formula(..))) => claimed,
                Err(stopped) => return Err(stopped),
            };
            first = Some((total, position, claimed));
        }
        first.map(|(_, position, claimed)| Ok((position, claimed?))).transpose()
    }

    /// What is wrong at a position at which the formula and the truth differ.
    fn violation(&self, is_set: bool, position: Vec<u64>, claimed: i64) -> Result<Violation, NoTest> {
        let size = self.ruleset.heaps();
        let parts = pieces(&position, self.ruleset);
        let actual = self.number(&parts)?;
        // An option that shows it: a lost one for a set, one with the value claimed else.
        let sought = if is_set { 0 } else { claimed };
        let mut shows: Option<Vec<Vec<u64>>> = None;
        let mut options = 0u64;
        for (place, part) in parts.iter().enumerate() {
            let mut wrong = Ok(());
            let visited = self.ruleset.for_each_option(part, self.budget, &mut |option: &[Vec<u64>]| {
                options += 1;
                let others = parts[..place].iter().chain(&parts[place + 1..]).copied();
                let left: Vec<&[u64]> = others.chain(option.iter().map(Vec::as_slice)).collect();
                wrong = self.number(&left).map(|number| {
                    let written = match option {
                        [one] => {
                            let mut after = position.clone();
                            after[place * size..(place + 1) * size].copy_from_slice(one);
                            vec![after]
                        }
                        _ => left.iter().map(|piece| piece.to_vec()).collect(),
                    };
                    if number == sought && shows.as_ref().is_none_or(|other| written < *other) {
                        shows = Some(written);
                    }
                });
                wrong.is_ok()
            });
            visited.map_err(NoTable::from)?;
            wrong?;
        }
        let kind = match (is_set, claimed, shows) {
            (true, 0, Some(option)) => Kind::IntoP { option },
            (true, 0, None) => Kind::EndInside,
            (true, _, _) if options == 0 && !self.is_misere => Kind::EndOutside,
            (true, _, _) => Kind::NoneP,
            (false, ..0, _) => Kind::Negative,
            (false, _, Some(option)) => Kind::Reached { option },
            (false, _, None) => Kind::Missing { value: actual },
        };
        Ok(Violation { position, claimed, actual, kind })
    }
}
