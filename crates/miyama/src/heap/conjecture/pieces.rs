//! A formula about positions whose number changes in play, because they break or
//! vanish: several heaps of a ruleset on one, or misère play of one that splits. The
//! formula says nothing of what has more pieces or fewer; what is true of it is taken
//! instead.

use super::{Kind, NoTest, Tested, Violation, Window};
use crate::heap::formula::{Evaluator, Formula, Reason};
use crate::heap::played_out::{MisereTable, are_positions, pieces};
use crate::heap::ruleset::Ruleset;
use crate::heap::table::{GrundyTable, NoTable, positions};
use crate::play::{Convention, Outcome};
use miyama_budget::Budget;

/// What is true of sums of pieces.
enum Truth {
    /// Values of one heap: those of several are nim-sums.
    Values(GrundyTable),
    Misere(MisereTable),
}

impl Truth {
    /// The value; for a set 0 for P and 1 for N.
    fn number(&self, heaps: &[u64], is_set: bool) -> Option<u32> {
        match self {
            Truth::Values(table) => {
                let sum = heaps.iter().try_fold(0, |sum, heap| Some(sum ^ table.value(&[*heap])?.0))?;
                Some(if is_set { sum.min(1) } else { sum })
            }
            Truth::Misere(table) => table.outcome(heaps).map(|outcome| u32::from(outcome == Outcome::N)),
        }
    }
}

/// Tests a formula about positions of a ruleset that splits, in misère play, or about
/// as many heaps of a ruleset on one heap as `to` has bounds. The first violation is
/// the one with the least total, then heap by heap.
pub(super) fn test(
    ruleset: &Ruleset,
    formula: &Formula,
    to: &[u64],
    convention: Convention,
    budget: &Budget,
) -> Result<Tested, NoTest> {
    let truth = if formula.is_set() && convention == Convention::Misere {
        Truth::Misere(MisereTable::new(ruleset, to, budget)?)
    } else {
        let largest = to.iter().copied().max().unwrap_or(0);
        Truth::Values(GrundyTable::new(ruleset, &[largest], budget)?)
    };
    let mut formula = formula.clone();
    formula.prepare(to.iter().fold(0, |sum, heap| sum.saturating_add(*heap)), budget)?;
    let mut evaluator = formula.evaluator(budget);
    let mut count = 0;
    let first = first_difference(&truth, to, &formula, &mut evaluator, ruleset, &mut count, budget)?;
    let violation = match first {
        Some((position, claimed)) => Some(violation(ruleset, &truth, &formula, position, claimed, budget)?),
        None => None,
    };
    let centre = violation.as_ref().map_or_else(|| vec![0; to.len()], |violation| violation.position.clone());
    let window = Window::around(&centre, &mut evaluator, &|position| truth.number(position, formula.is_set()));
    Ok(Tested { positions: count, weights: vec![1; to.len()], violation, window })
}

/// The first position at which the formula is wrong, and what it says there.
fn first_difference(
    truth: &Truth,
    to: &[u64],
    formula: &Formula,
    evaluator: &mut Evaluator<'_>,
    ruleset: &Ruleset,
    count: &mut u128,
    budget: &Budget,
) -> Result<Option<(Vec<u64>, i64)>, NoTest> {
    let mut first: Option<(u64, Vec<u64>, Result<i64, NoTest>)> = None;
    for (done, position) in positions(to).enumerate() {
        if done % 1024 == 0 {
            budget.check()?;
        }
        if !are_positions(ruleset, &pieces(&position, ruleset), budget)? {
            continue;
        }
        *count += 1;
        let total = position.iter().sum();
        if first.as_ref().is_some_and(|(least, ..)| total >= *least) {
            continue;
        }
        let says = match evaluator.number(&position) {
            Ok(says) if truth.number(&position, formula.is_set()).is_some_and(|t| i64::from(t) == says) => continue,
            Ok(says) => Ok(says),
            Err(no) => match no.why {
                Reason::Stopped(stopped) => return Err(stopped.into()),
                _ => Err(NoTest::Formula(no, position.clone())),
            },
        };
        first = Some((total, position, says));
    }
    first.map(|(_, position, says)| Ok((position, says?))).transpose()
}

/// What is wrong at a position at which the formula and the truth differ.
fn violation(
    ruleset: &Ruleset,
    truth: &Truth,
    formula: &Formula,
    position: Vec<u64>,
    claimed: i64,
    budget: &Budget,
) -> Result<Violation, NoTest> {
    let is_set = formula.is_set();
    let actual = truth.number(&position, is_set).map_or(0, i64::from);
    let misere = matches!(truth, Truth::Misere(_));
    // An option that shows it: a lost one for a set, one with the value claimed else.
    let sought = if is_set { 0 } else { claimed };
    let mut shows: Option<Vec<Vec<u64>>> = None;
    let mut options = 0u64;
    let size = ruleset.heaps();
    let pieces: Vec<&[u64]> = position.chunks(size).collect();
    for (place, piece) in pieces.iter().enumerate() {
        let mut wrong = Ok(());
        ruleset
            .for_each_option(piece, budget, &mut |option: &[Vec<u64>]| {
                options += 1;
                let others = pieces[..place].iter().chain(&pieces[place + 1..]).copied();
                let left: Vec<&[u64]> = others.chain(option.iter().map(Vec::as_slice)).collect();
                wrong = number_of_option(truth, ruleset, &left, is_set, budget).map(|number| {
                    let written = match option {
                        [one] => {
                            let mut after = position.clone();
                            after[place * size..(place + 1) * size].copy_from_slice(one);
                            vec![after]
                        }
                        _ => left.iter().map(|piece| piece.to_vec()).collect(),
                    };
                    if number == Some(sought) && shows.as_ref().is_none_or(|other| written < *other) {
                        shows = Some(written);
                    }
                });
                wrong.is_ok()
            })
            .map_err(NoTable::from)?;
        wrong?;
    }
    let kind = match (is_set, claimed, shows) {
        (true, 0, Some(option)) => Kind::IntoP { option },
        (true, 0, None) => Kind::EndInside,
        (true, _, _) if options == 0 && !misere => Kind::EndOutside,
        (true, _, _) => Kind::NoneP { options },
        (false, ..0, _) => Kind::Negative,
        (false, _, Some(option)) => Kind::Reached { option },
        (false, _, None) => Kind::Missing { value: actual },
    };
    Ok(Violation { position, claimed, actual, kind })
}

/// What is true of the pieces that a move leaves.
fn number_of_option(
    truth: &Truth,
    ruleset: &Ruleset,
    left: &[&[u64]],
    is_set: bool,
    budget: &Budget,
) -> Result<Option<i64>, NoTest> {
    let number = match truth {
        Truth::Values(_) => truth.number(&left.concat(), is_set),
        // Another number of pieces than the table has.
        Truth::Misere(_) => Some(u32::from(MisereTable::next_wins(ruleset, left, budget)?)),
    };
    Ok(number.map(i64::from))
}
