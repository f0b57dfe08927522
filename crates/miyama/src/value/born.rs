//! Games born by a given day.

use super::arena::{Arena, GameId};
use super::unfinished::Unfinished;
use miyama_text::say;
use std::cmp::Ordering;

/// The last day whose games are listed: by day 4 there are far too many.
const LAST_DAY: u32 = 3;

/// All values of games born by day `n`, in the order in which they are printed.
///
/// ```
/// use miyama::{budget::Budget, value::{Arena, born_by}};
/// let mut arena = Arena::new(&Budget::unlimited());
/// assert_eq!(born_by(&mut arena, 2).unwrap().len(), 22);
/// ```
///
/// # Errors
/// The budget; [`Unfinished::Undefined`] for days after the third.
pub fn born_by(arena: &mut Arena, n: u32) -> Result<Vec<GameId>, Unfinished> {
    if n > LAST_DAY {
        return Err(Unfinished::Undefined(say!("value.born_too_late", last = LAST_DAY)));
    }
    let mut all = vec![arena.zero()];
    for _ in 0..n {
        // Of several comparable options the best suffices: sets of options are antichains.
        let sets = antichains(arena, &all)?;
        let mut next = Vec::new();
        for left in &sets {
            for right in &sets {
                next.push(arena.game(left, right)?);
            }
            next.sort_unstable();
            next.dedup();
        }
        all = next;
    }
    arena.in_print_order(&all)
}

/// All sets of games of which no two are comparable.
fn antichains(arena: &mut Arena, games: &[GameId]) -> Result<Vec<Vec<GameId>>, Unfinished> {
    let mut sets: Vec<Vec<GameId>> = vec![vec![]];
    for game in games {
        let mut grown = Vec::new();
        for set in &sets {
            let mut confused = true;
            for other in set {
                confused &= arena.compare(*game, *other)?.is_none();
            }
            if confused {
                grown.push(set.iter().copied().chain([*game]).collect());
            }
        }
        sets.append(&mut grown);
    }
    Ok(sets)
}

/// The pairs (i, j) for which game i is less than game j with none between
/// them: the lines of the diagram of the order.
///
/// # Errors
/// The budget, or the depth of the arena.
pub fn covers(arena: &mut Arena, games: &[GameId]) -> Result<Vec<(usize, usize)>, Unfinished> {
    let mut less = vec![vec![false; games.len()]; games.len()];
    for (i, a) in games.iter().enumerate() {
        for (j, b) in games.iter().enumerate() {
            less[i][j] = arena.compare(*a, *b)? == Some(Ordering::Less);
        }
    }
    let between = |i: usize, j: usize| (0..games.len()).any(|k| less[i][k] && less[k][j]);
    let pairs = (0..games.len()).flat_map(|i| (0..games.len()).map(move |j| (i, j)));
    Ok(pairs.filter(|(i, j)| less[*i][*j] && !between(*i, *j)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Form;
    use miyama_budget::Budget;
    use std::collections::HashSet;

    #[test]
    fn there_are_1_4_22_and_1474_values_by_day_0_to_3() {
        let mut arena = Arena::new(&Budget::unlimited());
        let counts = [0, 1, 2, 3].map(|n| born_by(&mut arena, n).unwrap().len());
        assert_eq!(counts, [1, 4, 22, 1474]);
        assert!(matches!(born_by(&mut arena, 4), Err(Unfinished::Undefined(_))));
    }

    #[test]
    fn all_forms_born_by_day_two_have_just_these_values() {
        let mut arena = Arena::new(&Budget::unlimited());
        let listed: HashSet<GameId> = born_by(&mut arena, 2).unwrap().into_iter().collect();
        let forms: HashSet<GameId> = Form::born_by(2).iter().map(|form| form.value(&mut arena).unwrap()).collect();
        assert_eq!(listed, forms);
    }

    #[test]
    fn the_order_of_day_one_is_a_diamond() {
        let mut arena = Arena::new(&Budget::unlimited());
        let games = born_by(&mut arena, 1).unwrap();
        assert_eq!(arena.texts(&games).unwrap(), ["-1", "0", "*", "1"]);
        assert_eq!(covers(&mut arena, &games).unwrap(), [(0, 1), (0, 2), (1, 3), (2, 3)]);
    }
}
