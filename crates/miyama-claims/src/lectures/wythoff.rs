//! §7 and §8: the games of Wythoff.

use crate::compare::{built_in, differs, exhausted, shown};
use crate::{Ground, Unchecked, Verdict};
use miyama::heap::table::positions;
use miyama::play::{Convention, Outcome};
use miyama_text::say;
use miyama_words::line::Line;
use miyama_words::quadratic::Quadratic;
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use std::collections::HashSet;

/// The pairs (a(i), b(i)) for i = 0, 1, … as long as the first is at most `to`.
fn pairs(to: u64, pair: impl Fn(&BigInt) -> (BigInt, BigInt)) -> HashSet<(u64, u64)> {
    let numbers = (0u64..).map(|i| pair(&i.into()));
    let numbers = numbers.map(|(a, b)| (a.to_u64().unwrap_or(u64::MAX), b.to_u64().unwrap_or(u64::MAX)));
    numbers.take_while(|(a, _)| *a <= to).collect()
}

fn in_some_order(pairs: &HashSet<(u64, u64)>, heaps: &[u64]) -> bool {
    pairs.contains(&(heaps[0].min(heaps[1]), heaps[0].max(heaps[1])))
}

/// Theorem 44: (⌊iφ⌋, ⌊iφ²⌋); and the table for up to 10 stones.
pub(super) fn golden_pairs(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let phi = Quadratic::metallic(1);
    let square = phi.times(&phi).expect("numbers of one field");
    let pairs = pairs(ground.to, |i| (phi.floor_times(i), square.floor_times(i)));
    let game = built_in("wythoff", &[]);
    let to = [ground.to; 2];
    if let Some(wrong) = ground.p_positions(&game, &to, Convention::Normal, |heaps| in_some_order(&pairs, heaps))? {
        return Ok(wrong);
    }
    const TABLE: [[u64; 11]; 11] = [
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
        [1, 2, 0, 4, 5, 3, 7, 8, 6, 10, 11],
        [2, 0, 1, 5, 3, 4, 8, 6, 7, 11, 9],
        [3, 4, 5, 6, 2, 0, 1, 9, 10, 12, 8],
        [4, 5, 3, 2, 7, 6, 9, 0, 1, 8, 13],
        [5, 3, 4, 0, 6, 8, 10, 1, 2, 7, 12],
        [6, 7, 8, 1, 9, 10, 3, 4, 5, 13, 0],
        [7, 8, 6, 9, 0, 1, 4, 5, 3, 14, 15],
        [8, 6, 7, 10, 1, 2, 5, 3, 4, 15, 16],
        [9, 10, 11, 12, 8, 7, 13, 14, 15, 16, 17],
        [10, 11, 9, 8, 13, 12, 0, 15, 16, 17, 14],
    ];
    let said = |heaps: &[u64]| TABLE[heaps[0] as usize][heaps[1] as usize];
    Ok(ground.unless(ground.grundy_values(&game, &[10, 10], said)?))
}

/// The value of (1, 1) is not the nim-sum of the values of its heaps, so that the game is
/// no sum of games on one heap each.
pub(super) fn no_sum(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let table = ground.values(&built_in("wythoff", &[]), &[1, 1])?;
    let value = |heaps: [u64; 2]| table.value(&heaps).map_or(0, |value| value.0);
    let (both, apart) = (value([1, 1]), value([1, 0]) ^ value([0, 1]));
    Ok(exhausted((both != 2 || both == apart).then(|| differs("(1,1)", both, apart))))
}

/// Problem 43: at most one P-position in each row and on each diagonal.
pub(super) fn one_in_each_row(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let to = [ground.to; 2];
    let table = ground.outcomes(&built_in("wythoff", &[]), &to, Convention::Normal)?;
    let (mut rows, mut diagonals) = (HashSet::new(), HashSet::new());
    for position in positions(&to) {
        if position[1] == 0 {
            ground.budget.check()?;
        }
        if table.outcome(&position) == Some(Outcome::P) {
            let gap = i128::from(position[1]) - i128::from(position[0]);
            if !rows.insert(position[0]) || !diagonals.insert(gap) {
                return Ok(differs(shown(&position), 2, 1));
            }
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// kᵢ and lᵢ of definition 46, from the crossings of the line itself: the
/// places of the i-th 0 and the i-th 1, up to `to`.
pub(super) fn crossings(ground: &Ground<'_>, s: u64, to: u64) -> Result<[Vec<u64>; 2], Unchecked> {
    let line = Line::metallic(s).expect("s is positive");
    let count = usize::try_from(to).map_err(|_| Unchecked::TooLarge)?;
    ground.budget.need(to.saturating_mul(9))?;
    let mut places = [vec![], vec![]];
    for (n, letter) in (1..).zip(line.crossings(count, ground.budget)?) {
        places[usize::from(letter)].push(n);
    }
    Ok(places)
}

/// P-positions of the game with |a−b| < n are the (kᵢ, lᵢ) of s?
fn metallic_pairs(ground: &Ground<'_>, s: u64, n: u64, to: u64) -> Result<Option<Verdict>, Unchecked> {
    // lᵢ < (s + 3)·i and kᵢ ≥ i: enough terms for all kᵢ ≤ to.
    let [zeros, ones] = crossings(ground, s, (to + 2).saturating_mul(s + 3))?;
    let mut pairs: HashSet<(u64, u64)> = zeros.into_iter().zip(ones).collect();
    pairs.insert((0, 0));
    let limit = i64::try_from(n).map_err(|_| Unchecked::TooLarge)?;
    let game = built_in("wythoff", &[limit]);
    ground.p_positions(&game, &[to; 2], Convention::Normal, |heaps| in_some_order(&pairs, heaps))
}

/// Theorem 49 with the rule as printed: |a−b| < n, for every n.
pub(super) fn metallic_game_printed(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    for s in 1..=ground.to {
        for n in 1..=ground.to {
            if let Some(Verdict::Refuted(found)) = metallic_pairs(ground, s, n, 20)? {
                let at = format!("s = {s}, n = {n}: {}", found.at);
                return Ok(Verdict::refuted(at, say!("claim.with_numbers", s = s, n = n, what = found.says)));
            }
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// Theorem 49 with |a−b| < s, for s up to 6.
pub(super) fn metallic_game(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    for s in 1..=6 {
        if let Some(wrong) = metallic_pairs(ground, s, s, ground.to)? {
            return Ok(wrong);
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::refutation;

    #[test]
    fn the_silver_game_is_not_the_golden_one() {
        let check = |ground: &Ground<'_>| Ok(ground.unless(metallic_pairs(ground, 2, 1, 9)?));
        assert_eq!(refutation(check, 9).unwrap().at, "(1,2)");
        let right = |ground: &Ground<'_>| Ok(ground.unless(metallic_pairs(ground, 2, 2, 30)?));
        assert_eq!(refutation(right, 9), None);
    }
}
