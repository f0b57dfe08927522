//! §5.3: where the c-Wythoff twist has Grundy value g.
//!
//! A position of value g > 0 is said to lie on x + y = g + 1, or to be a pair
//! of neighbours in a sequence a₁, a₂, …; for c ≥ 1 and small g the sequence
//! is said to be aₖ = ((1+c)k² + (1+2g−c)k)/2.

use crate::compare::{built_in, differs, exhausted, other_value};
use crate::{Ground, Unchecked, Verdict};
use miyama::heap::table::positions;
use miyama_text::say;
use std::collections::BTreeMap;

/// For each value g > 0, the positions (x, y), x ≤ y, of that value that are
/// not on x + y = g + 1; by x.
type Levels = BTreeMap<u64, Vec<(u64, u64)>>;

fn levels(ground: &Ground<'_>, c: u64) -> Result<Levels, Unchecked> {
    let game = built_in("twist", &[i64::try_from(c).map_err(|_| Unchecked::TooLarge)?]);
    let table = ground.values(&game, &[ground.to; 2])?;
    let mut levels = Levels::new();
    for position in positions(&[ground.to; 2]).filter(|p| p[0] <= p[1]) {
        if position[0] == position[1] {
            ground.budget.check()?;
        }
        let value = table.value(&position).map_or(0, |value| u64::from(value.0));
        if value > 0 && position[0] + position[1] != value + 1 {
            levels.entry(value).or_default().push((position[0], position[1]));
        }
    }
    Ok(levels)
}

/// The level sets of the twists with these c are chains of neighbours?
fn chains_for(ground: &Ground<'_>, all: impl Iterator<Item = u64>) -> Result<Verdict, Unchecked> {
    for c in all {
        for (g, level) in levels(ground, c)? {
            if let Some(pair) = level.windows(2).find(|pair| pair[0].1 != pair[1].0) {
                let [(x, y), (u, v)] = [pair[0], pair[1]];
                let at = format!("c = {c}, g = {g}: ({u},{v})");
                let (one, other) = (format!("({x},{y})"), format!("({u},{v})"));
                let says = say!("claim.no_chain", c = c, value = g, one = one, other = other);
                return Ok(Verdict::refuted(at, says));
            }
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// The conjecture, for c up to 4.
pub(super) fn chains(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    chains_for(ground, 0..=4)
}

/// The conjecture for c = 1.
pub(super) fn chains_for_one(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    chains_for(ground, 1..=1)
}

/// The conjecture for c = 2, 3, 4.
pub(super) fn chains_from_two(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    chains_for(ground, 2..=4)
}

/// The first disagreement between a level set and the neighbours in a sequence
/// a₁ < a₂ < …: a position of the level that is no pair, or a pair that has
/// another value.
fn disagreement(level: &[(u64, u64)], term: impl Fn(u64) -> u64, to: u64) -> Option<(u64, u64)> {
    let pairs = (1..).map(|k| (term(k), term(k + 1))).take_while(|pair| pair.1 <= to);
    let pairs: Vec<(u64, u64)> = pairs.collect();
    let differing = level.iter().filter(|p| !pairs.contains(p)).chain(pairs.iter().filter(|p| !level.contains(p)));
    differing.copied().min_by_key(|(x, y)| (x + y, *x))
}

/// (k² + k + 1 − (−1)ᵏ)/2.
fn value_one_term(k: u64) -> u64 {
    (k * k + k + if k % 2 == 1 { 2 } else { 0 }) / 2
}

/// c = 0, g = 1.
pub(super) fn value_one(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let levels = levels(ground, 0)?;
    let level = levels.get(&1).map(Vec::as_slice).unwrap_or_default();
    let wrong = disagreement(level, value_one_term, ground.to);
    let table = ground.values(&built_in("twist", &[0]), &[2, 2])?;
    let on_diagonal = [[1, 1], [0, 2], [2, 0]].iter().all(|p| table.value(p).is_some_and(|v| v.0 == 1));
    let wrong = wrong.map(|(x, y)| differs(format!("({x},{y})"), "≠", "="));
    Ok(ground.unless(wrong.or_else(|| (!on_diagonal).then(|| differs("x + y = 2", "≠ 1", 1)))))
}

/// The value of (5, 8) for c = 1 is this?
fn five_eight(ground: &Ground<'_>, said: u64) -> Result<Verdict, Unchecked> {
    let table = ground.values(&built_in("twist", &[1]), &[5, 8])?;
    let value = table.value(&[5, 8]).map_or(u64::MAX, |value| u64::from(value.0));
    Ok(exhausted((value != said).then(|| Verdict::refuted("(5,8)", other_value("twist(1)", "(5,8)", value, said)))))
}

/// §5.3 calls (5, 8) a P-position.
pub(super) fn five_eight_is_p(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    five_eight(ground, 0)
}

/// (5, 8) has value 4.
pub(super) fn five_eight_has_four(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    five_eight(ground, 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_of_value_one() {
        assert_eq!([1, 2, 3, 4, 5, 6].map(value_one_term), [2, 3, 7, 10, 16, 21]);
    }
}
