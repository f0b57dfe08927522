//! Values of growing boards: rectangles with a fixed number of rows, staircases.

use super::position::Refused;
use super::rule::Rule;
use super::shape::Board;
use super::solver::Solver;
use crate::budget::Budget;
use crate::nimber::Nimber;

/// The values of the rectangles `height`×1, …, `height`×`width`.
///
/// ```
/// use miyama::board::{rectangles, rule};
/// use miyama::{budget::Budget, nimber::Nimber};
/// let values = rectangles(rule("2d-nim").unwrap(), 3, 3, &Budget::unlimited()).unwrap();
/// assert_eq!(values, [Nimber(3), Nimber(2), Nimber(1)]);
/// ```
///
/// # Errors
/// When the budget says stop, or the largest has too many stones.
pub fn rectangles(rule: &dyn Rule, height: usize, width: usize, budget: &Budget) -> Result<Vec<Nimber>, Refused> {
    series(rule, (1..=width).map(|width| Board::rectangle(height, width)), height.saturating_mul(width), budget)
}

/// The values of the staircases (1), (2,1), …, (n,…,2,1).
///
/// # Errors
/// When the budget says stop, or the largest has too many stones.
pub fn staircases(rule: &dyn Rule, n: usize, budget: &Budget) -> Result<Vec<Nimber>, Refused> {
    series(rule, (1..=n).map(Board::staircase), n.saturating_mul(n.saturating_add(1)) / 2, budget)
}

/// The values of boards of which each lies on the last, which has `stones`.
fn series(
    rule: &dyn Rule,
    boards: impl DoubleEndedIterator<Item = Option<Board>> + Clone,
    stones: usize,
    budget: &Budget,
) -> Result<Vec<Nimber>, Refused> {
    let Some(largest) = boards.clone().next_back() else { return Ok(Vec::new()) };
    let solver = largest.and_then(|largest| Solver::new(rule, &largest));
    let mut solver = solver.ok_or(Refused::Stones(stones))?;
    let values = boards.map(|board| solver.value(&board.expect("smaller than the largest"), budget));
    values.collect()
}
