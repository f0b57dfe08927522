//! A formula about positions that were solved one by one, such as boards as they grow:
//! it is compared with what is true of each.

use super::violation::says;
use super::{Kind, NoTest, Tested, Violation, Window};
use crate::heap::formula::Formula;
use crate::play::Outcome;
use miyama_budget::Budget;

/// A position and what is true of it.
#[derive(Clone, Debug)]
pub struct Known {
    /// The numbers that the formula is about.
    pub numbers: Vec<u64>,
    /// The position as people write it.
    pub position: String,
    /// The value; for a set 0 for P and 1 for everything else.
    pub number: u32,
    /// The same as people write it.
    pub shown: String,
    /// Who wins, where Left and Right are told apart.
    pub outcome: Option<Outcome>,
}

/// Tests a formula on positions of which all is known. The first violation is the one
/// with the least total, then number by number.
///
/// # Errors
/// [`NoTest`] says why there is no answer.
pub fn test_members(formula: &Formula, known: &[Known], budget: &Budget) -> Result<Tested, NoTest> {
    let mut order: Vec<&Known> = known.iter().collect();
    order.sort_by_cached_key(|known| (known.numbers.iter().sum::<u64>(), known.numbers.clone()));
    let mut formula = formula.clone();
    let largest = order.last().map_or(0, |known| known.numbers.iter().sum());
    formula.prepare(largest, budget)?;
    let mut evaluator = formula.evaluator(budget);
    let mut violation = None;
    for known in &order {
        budget.check()?;
        let claimed = says(&mut evaluator, &known.numbers)?;
        if claimed != i64::from(known.number) {
            let kind = Kind::Solved { position: known.position.clone(), shown: known.shown.clone() };
            let (position, actual) = (known.numbers.clone(), i64::from(known.number));
            violation = Some(Violation { position, claimed, actual, kind });
            break;
        }
    }
    let heaps = order.first().map_or(0, |known| known.numbers.len());
    let centre = violation.as_ref().map_or_else(|| vec![0; heaps], |violation| violation.position.clone());
    let at = |position: &[u64]| known.iter().find(|known| known.numbers == position);
    let window = Window::around(&centre, &mut evaluator, &|position| at(position).map(|known| known.number))
        .with_outcomes(&|position| at(position)?.outcome);
    Ok(Tested { positions: known.len() as u128, weights: vec![1; heaps], violation, window })
}
