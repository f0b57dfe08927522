//! Heaps on which the players have different moves and all of whose values are integers,
//! as in Cutcake: a dense table, filled by loops over machine numbers.
//!
//! The simplicity theorem: if every left option is less than every right option, and an
//! integer lies strictly between the greatest of the first and the least of the
//! second, then the value is the integer of least size there. Positions come in
//! lexicographic order; an option that comes later, a value that is no number, and a
//! number that is no integer are left to the canonical forms.

use crate::game::HeapGame;
use crate::heap::options::{Room, Run, Runs};
use crate::heap::ruleset::Ruleset;
use crate::play::Player;
use miyama_budget::{Budget, Stopped};

/// Boxes with more positions than this are not laid out.
const MOST: u64 = 1 << 28;

/// How many positions are computed between two looks at the budget.
const LOOK: usize = 1 << 8;

/// The integers of all positions of a box.
pub(super) struct Integers {
    /// What each heap adds to the number of a position.
    strides: Vec<i64>,
    to: Vec<i64>,
    values: Vec<i32>,
    /// Of two heaps the same with the first heap running fastest: what lies far apart in one of
    /// the two lies side by side in the other.
    turned: Vec<i32>,
}

impl Integers {
    /// The values of all positions with heaps up to `to`; none if some of them is no integer,
    /// or is not found in this way.
    pub(super) fn new(game: &HeapGame, to: &[u64], budget: &Budget) -> Result<Option<Integers>, Stopped> {
        // Rows of many heaps have no cases, and so no runs.
        if game.ruleset.is_row() {
            return Ok(None);
        }
        let count = to.iter().try_fold(1u64, |count, heap| count.checked_mul(heap.checked_add(1)?));
        let Some(count) = count.filter(|count| *count <= MOST) else { return Ok(None) };
        let to: Vec<i64> = to.iter().map(|heap| heap.cast_signed()).collect();
        let runs = |player| runs(game.rules_of(player), &to);
        let (Some(left), Some(right)) = (runs(Player::Left), runs(Player::Right)) else { return Ok(None) };
        budget.need(count * 8)?;
        let mut strides = vec![1i64; to.len()];
        for heap in (1..to.len()).rev() {
            strides[heap - 1] = strides[heap] * (to[heap] + 1);
        }
        let turned = if to.len() == 2 { vec![0; count as usize] } else { vec![] };
        let mut table = Integers { strides, values: Vec::with_capacity(count as usize), turned, to };
        let mut position = vec![0i64; table.to.len()];
        let mut room = Room::default();
        loop {
            if table.values.len().is_multiple_of(LOOK) {
                budget.check()?;
                budget.report(table.values.len() as u64, Some(count));
            }
            let low = table.best(&left, &position, &mut room, Player::Left);
            let high = table.best(&right, &position, &mut room, Player::Right);
            let value = low.zip(high).and_then(|(low, high)| simplest(low, high));
            // Sums of two stay within 32 bits.
            let small = |value: &i32| value.abs() < 1 << 30;
            let Some(value) = value.and_then(|value| i32::try_from(value).ok()).filter(small) else { return Ok(None) };
            table.values.push(value);
            if let [x, y] = *position {
                table.turned[(y * (table.to[0] + 1) + x) as usize] = value;
            }
            let Some(step) = (0..position.len()).rev().find(|j| position[*j] < table.to[*j]) else { break };
            position[step] += 1;
            position[step + 1..].fill(0);
        }
        Ok(Some(table))
    }

    /// The value of a position of the box.
    pub(super) fn at(&self, position: &[u64]) -> Option<i32> {
        let inside = position.iter().zip(&self.to).all(|(heap, most)| *heap <= most.unsigned_abs());
        let number: i64 = position.iter().zip(&self.strides).map(|(heap, stride)| heap.cast_signed() * stride).sum();
        inside.then(|| self.values[number as usize])
    }

    /// The best value that an option has for the player: far beyond all values if there
    /// is no option, none if an option is not known yet.
    fn best(&self, runs: &[Runs], position: &[i64], room: &mut Room, player: Player) -> Option<i64> {
        let heaps = position.len();
        let mut best = if player == Player::Left { NO_LEFT } else { NO_RIGHT };
        let mut number = |value: i64| {
            best = if player == Player::Left { best.max(value) } else { best.min(value) };
        };
        let all = runs.iter().all(|runs| {
            runs.for_each(position, room, &mut |run: Run<'_>| {
                if run.second.iter().any(|second| *second != 0) {
                    return false;
                }
                // Along the run the numbers of the pieces grow by constants: the ends decide
                // whether all of them are known.
                let known = |steps: i64| {
                    let heap = |i: usize| run.start[i] + steps * run.first[i];
                    (0..run.start.len()).all(|i| 0 <= heap(i) && heap(i) <= self.to[i % heaps])
                };
                if !known(0) || !known(run.count - 1) {
                    return false;
                }
                let product = |heaps: &[i64]| heaps.iter().zip(&self.strides).map(|(heap, stride)| heap * stride).sum();
                let mut pieces = [(0i64, 0i64); MOST_PIECES];
                let count = run.start.len() / heaps;
                let Some(pieces) = pieces.get_mut(..count) else { return false };
                for (index, (start, step)) in pieces.iter_mut().enumerate() {
                    let range = index * heaps..(index + 1) * heaps;
                    (*start, *step) = (product(&run.start[range.clone()]), product(&run.first[range]));
                    let last = *start + (run.count - 1) * *step;
                    if (*start).max(last) >= self.values.len() as i64 {
                        return false;
                    }
                }
                if let [(a, a_step), (b, b_step)] = *pieces {
                    if let Some(sum) = self.best_sum([a, b], [a_step, b_step], run.count, player) {
                        number(sum);
                        return true;
                    }
                    let (mut a, mut b) = (a, b);
                    for _ in 0..run.count {
                        number(i64::from(self.values[a as usize]) + i64::from(self.values[b as usize]));
                        (a, b) = (a + a_step, b + b_step);
                    }
                    return true;
                }
                for k in 0..run.count {
                    number(pieces.iter().map(|(at, step)| i64::from(self.values[(at + k * step) as usize])).sum());
                }
                true
            })
        });
        all.then_some(best)
    }

    /// The best of the sums of two values, the places of which begin at `starts` and go in
    /// opposite directions by `steps`, where places follow each other in one of the two tables;
    /// none if they do not.
    fn best_sum(&self, starts: [i64; 2], steps: [i64; 2], count: i64, player: Player) -> Option<i64> {
        if steps[0] + steps[1] != 0 || count < 1 {
            return None;
        }
        // One piece is what the other was so many steps from the end: half of them say all.
        let mirrored = starts[1] == starts[0] + (count - 1) * steps[0];
        let count = if mirrored { (count + 1) / 2 } else { count };
        let place = |at: i64| (at % self.strides[0]) * (self.to[0] + 1) + at / self.strides[0];
        let (table, starts) = match steps[0].abs() {
            1 => (&self.values, starts),
            step if self.to.len() == 2 && step == self.strides[0] => (&self.turned, starts.map(place)),
            _ => return None,
        };
        let (up, down) = if steps[0] > 0 { (starts[0], starts[1]) } else { (starts[1], starts[0]) };
        let rising = table.get(up as usize..(up + count) as usize)?;
        let falling = table.get((down + 1 - count) as usize..=down as usize)?;
        let sums = rising.iter().zip(falling.iter().rev()).map(|(a, b)| a.wrapping_add(*b));
        let best = match player {
            Player::Left => sums.fold(i32::MIN, i32::max),
            Player::Right => sums.fold(i32::MAX, i32::min),
        };
        Some(i64::from(best))
    }
}

/// An option has no more pieces than this.
const MOST_PIECES: usize = 8;

/// What stands for the best of no options; values are below 2³¹ in size, pieces are few.
const NO_LEFT: i64 = i64::MIN / 2;
const NO_RIGHT: i64 = i64::MAX / 2;

/// The integer of least size strictly between two, if there is one.
fn simplest(low: i64, high: i64) -> Option<i64> {
    let between = match (low < 0, high > 0) {
        (true, true) => 0,
        (false, _) => low + 1,
        (true, false) => high - 1,
    };
    (low < between && between < high).then_some(between)
}

/// The loops over the options of one player, if all of them are of the fast kind.
fn runs(rules: &Ruleset, to: &[i64]) -> Option<Vec<Runs>> {
    if rules.domain().is_some() {
        return None;
    }
    rules.ways().map(|(case, loops)| Runs::cheapest(case, loops, to)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Games};
    use crate::sum::heap_values::by_canonical_forms;
    use crate::value::Arena;
    use std::collections::HashMap;

    fn game(text: &str) -> HeapGame {
        match Games::built_in().find(text).unwrap() {
            Game::Heap(game) => game,
            _ => panic!("{text}"),
        }
    }

    /// The table has the values that canonical forms give, and refuses where one of
    /// them is no integer.
    #[test]
    fn integers_are_the_canonical_forms() {
        let mut kinds = [0, 0];
        for (text, to) in [
            ("cutcake", [9, 12]),
            ("(x, y) -> left { (x, y-1) } right { (x-1, y) }", [5, 7]),
            ("(x, y) -> left { (x, y-i) | 1 <= i } right { (x-1, y-1) }", [6, 6]),
            ("(x, y) -> left { (x, y-1) } right { (x, y-2) | y >= 9 }", [2, 8]),
            ("(x, y) -> left { (x, y-i)+(x, i) | 1 <= i < y } right { (x-2, y) }", [6, 6]),
            ("(x, y) -> left { (x, 0) | y >= 1 } right { (x, 0) | y >= 2 }", [2, 3]),
        ] {
            let game = game(text);
            let budget = Budget::unlimited();
            let table = Integers::new(&game, &to, &budget).unwrap();
            let mut arena = Arena::new(&budget);
            let (mut all_whole, mut forms) = (true, HashMap::new());
            for (x, y) in (0..=to[0]).flat_map(|x| (0..=to[1]).map(move |y| (x, y))) {
                let value = by_canonical_forms(&mut arena, &game, &[x, y], &mut forms, &budget).unwrap().unwrap();
                let whole = arena.as_number(value).filter(|number| number.is_integer());
                all_whole &= whole.is_some();
                if let (Some(table), Some(whole)) = (&table, whole) {
                    assert_eq!(table.at(&[x, y]).map(|v| v.to_string()), Some(whole.to_string()), "{text} {x} {y}");
                }
            }
            assert_eq!(table.is_some(), all_whole, "{text}");
            kinds[usize::from(all_whole)] += 1;
        }
        assert!(kinds[0] > 1 && kinds[1] > 1, "{kinds:?}");
    }
}
