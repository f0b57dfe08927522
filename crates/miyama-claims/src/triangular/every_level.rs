//! §5.3: is the formula for the positions of value g of the c-Wythoff twist
//! right for every g? Decided by [`level_sets`], which needs no table; a table
//! of the rules shows that it speaks of the same game.

use crate::compare::{built_in, shown};
use crate::{Ground, Unchecked, Verdict};
use miyama::heap::level_sets::{Failure, first_failure, formula, never_fails};
use miyama::heap::table::positions;
use miyama_text::{Arg, say};

/// Heaps up to which the values of the formula are compared with a table. The
/// first failures that this document is about are far beyond, for c ≥ 3.
const COMPARED: u64 = 60;

/// The first position, by a table, at which the formula is wrong about a value below this.
fn wrong_in_table(ground: &Ground<'_>, c: u64, below: u64) -> Result<Option<Verdict>, Unchecked> {
    let game = built_in("twist", &[i64::try_from(c).map_err(|_| Unchecked::TooLarge)?]);
    let to = [COMPARED; 2];
    let table = ground.values(&game, &to)?;
    let value = |p: &[u64]| table.value(p).map_or(u64::MAX, |value| u64::from(value.0));
    let lower = |p: &[u64], found: u64| found.min(formula(c, [p[0], p[1]]));
    let wrong = positions(&to).map(|p| (value(&p), p));
    let wrong = wrong.filter(|(found, p)| *found != formula(c, [p[0], p[1]]) && lower(p, *found) < below);
    let first = wrong.min_by_key(|(found, p)| (lower(p, *found), p[0] + p[1], p[0])).map(|(_, p)| p);
    Ok(first.map(|p| fails(c, value(&p), [p[0], p[1]])))
}

fn fails(c: u64, g: u64, [x, y]: [u64; 2]) -> Verdict {
    let at = format!("c = {c}, g = {g}: ({x},{y})");
    Verdict::refuted(at, say!("claim.level_fails", c = c, value = g, x = x, y = y))
}

/// The failure, with why none of the positions with x + y = g + 1 in reach has
/// value g.
fn explained(c: u64, failure: &Failure) -> Verdict {
    let (g, [x, y]) = (failure.value, failure.position);
    let barred =
        failure.barred.iter().map(|b| say!("claim.level_barred", position = shown(&b.position), value = b.value));
    let barred: Arg = barred.collect::<Vec<_>>().into();
    let at = format!("c = {c}, g = {g}: ({x},{y})");
    Verdict::refuted(
        at,
        say!("claim.level_fails_because", c = c, value = g, x = x, y = y, total = g + 1, barred = barred),
    )
}

/// The formula is right for every g up to the bound?
fn formula_holds(ground: &Ground<'_>, all: &[u64]) -> Result<Verdict, Unchecked> {
    for c in all {
        if let Some(wrong) = wrong_in_table(ground, *c, u64::MAX)? {
            return Ok(wrong);
        }
        if let Some(failure) = first_failure(*c, ground.to, ground.budget)? {
            return Ok(explained(*c, &failure));
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// c = 3.
pub(super) fn three(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    formula_holds(ground, &[3])
}

/// c = 4.
pub(super) fn four(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    formula_holds(ground, &[4])
}

/// c = 6, 7, 8.
pub(super) fn six_to_eight(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    formula_holds(ground, &[6, 7, 8])
}

/// c = 5, for every g: by remainders.
pub(super) fn five(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    if let Some(wrong) = wrong_in_table(ground, 5, u64::MAX)? {
        return Ok(wrong);
    }
    Ok(if never_fails(5) { Verdict::Proved(say!("claim.level_remainders")) } else { Verdict::HoldsTo(0) })
}

/// The formula fails first for this g, at this position?
fn fails_first(ground: &Ground<'_>, c: u64, g: u64, position: [u64; 2]) -> Result<Verdict, Unchecked> {
    if let Some(wrong) = wrong_in_table(ground, c, g)? {
        return Ok(wrong);
    }
    match first_failure(c, g, ground.budget)? {
        Some(failure) if (failure.value, failure.position) == (g, position) => {
            Ok(Verdict::Proved(say!("claim.level_runs", c = c)))
        }
        Some(failure) => Ok(explained(c, &failure)),
        None => Ok(Verdict::refuted(format!("c = {c}, g = {g}"), say!("claim.level_right", c = c, value = g))),
    }
}

/// c = 1: wrong first for g = 4.
pub(super) fn one_fails(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    fails_first(ground, 1, 4, [5, 8])
}

/// c = 2: wrong first for g = 26.
pub(super) fn two_fails(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    fails_first(ground, 2, 26, [27, 37])
}

/// c = 3: wrong first for g = 122850.
pub(super) fn three_fails(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    fails_first(ground, 3, 122_850, [122_851, 123_554])
}

/// c = 4: wrong first for g = 3930128134.
pub(super) fn four_fails(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    fails_first(ground, 4, 3_930_128_134, [3_930_128_135, 3_930_268_319])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::refutation;

    #[test]
    fn slightly_other_statements_are_refuted() {
        let at = |check: &dyn Fn(&Ground<'_>) -> Result<Verdict, Unchecked>| refutation(check, 1_000_000).unwrap().at;
        assert_eq!(at(&|ground| fails_first(ground, 3, 122_849, [122_850, 123_553])), "c = 3, g = 122849");
        let found = "c = 3, g = 122850: (122851,123554)";
        assert_eq!(at(&|ground| fails_first(ground, 3, 122_851, [122_852, 123_555])), found);
        assert_eq!(at(&|ground| formula_holds(ground, &[5, 3])), found);
        assert_eq!(at(&|ground| formula_holds(ground, &[1])), "c = 1, g = 4: (5,8)");
        assert_eq!(at(&|ground| formula_holds(ground, &[2])), "c = 2, g = 26: (27,37)");
    }
}
