//! Values of growing boards: rectangles with a fixed number of rows, staircases.

use super::position::Unsolved;
use super::rule::Taking;
use super::shape::Board;
use super::solver::Solver;
use crate::nimber::Nimber;
use miyama_budget::Budget;

/// The values of the rectangles `height`×1, …, `height`×`width`.
///
/// ```
/// use miyama::pattern::taking::{built_in, rectangles};
/// use miyama::{budget::Budget, nimber::Nimber};
/// let values = rectangles(&built_in("2d-nim").unwrap(), 3, 3, &Budget::unlimited()).unwrap();
/// assert_eq!(values, [Nimber(3), Nimber(2), Nimber(1)]);
/// ```
///
/// # Errors
/// When the budget says stop, or the largest has too many stones.
pub fn rectangles(rule: &Taking, height: usize, width: usize, budget: &Budget) -> Result<Vec<Nimber>, Unsolved> {
    whole(rectangles_so_far(rule, height, width, budget))
}

/// The values of the first of these rectangles, and why not of all.
pub fn rectangles_so_far(
    rule: &Taking,
    height: usize,
    width: usize,
    budget: &Budget,
) -> (Vec<Nimber>, Option<Unsolved>) {
    series(rule, (1..=width).map(|width| Board::rectangle(height, width)), height.saturating_mul(width), budget)
}

/// The values of the staircases (1), (2,1), …, (n,…,2,1).
///
/// # Errors
/// When the budget says stop, or the largest has too many stones.
pub fn staircases(rule: &Taking, n: usize, budget: &Budget) -> Result<Vec<Nimber>, Unsolved> {
    whole(staircases_so_far(rule, n, budget))
}

/// The values of the first of these staircases, and why not of all.
pub fn staircases_so_far(rule: &Taking, n: usize, budget: &Budget) -> (Vec<Nimber>, Option<Unsolved>) {
    series(rule, (1..=n).map(Board::staircase), n.saturating_mul(n.saturating_add(1)) / 2, budget)
}

fn whole((values, refused): (Vec<Nimber>, Option<Unsolved>)) -> Result<Vec<Nimber>, Unsolved> {
    refused.map_or(Ok(values), Err)
}

/// The values of boards of which each lies on the last, which has `stones`.
fn series(
    rule: &Taking,
    boards: impl DoubleEndedIterator<Item = Option<Board>> + Clone,
    stones: usize,
    budget: &Budget,
) -> (Vec<Nimber>, Option<Unsolved>) {
    let mut values = Vec::new();
    let Some(largest) = boards.clone().next_back() else { return (values, None) };
    let Some(mut solver) = largest.and_then(|largest| Solver::new(rule, &largest)) else {
        return (values, Some(Unsolved::Stones(stones)));
    };
    for board in boards {
        let board = board.expect("smaller than the largest");
        // Where a free square is not the same as none, a board is no part of a larger one.
        if !rule.is_the_same_anywhere()
            && let Some(own) = Solver::new(rule, &board)
        {
            solver = own;
        }
        match solver.value(&board, budget) {
            Ok(value) => values.push(value),
            Err(refused) => return (values, Some(refused)),
        }
    }
    (values, None)
}
