//! §3 and §4: Nim, bounded Nim, energy.

use crate::claim::compare::{built_in, exhausted};
use crate::claim::{Ground, Unchecked, Verdict};

/// With at most 3 stones a move, E(a) = a mod `modulus`.
fn bounded_by_three(ground: &Ground<'_>, modulus: u64) -> Result<Verdict, Unchecked> {
    let wrong = ground.grundy_values(&built_in("bounded", &[3]), &[ground.to], |heap| heap[0] % modulus)?;
    Ok(ground.unless(wrong))
}

pub(super) fn bounded_by_three_mod_three(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    bounded_by_three(ground, 3)
}

pub(super) fn bounded_by_three_mod_four(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    bounded_by_three(ground, 4)
}

/// Heaps without limit, with limit 3, with limit 5: is E(4,5,6) this?
fn mixed_limits(ground: &Ground<'_>, said: u64) -> Result<Verdict, Unchecked> {
    let game = crate::claim::compare::written(
        "mixed: (x, y, z) -> { (x-i, y, z) | 1 <= i <= x } ∪ { (x, y-i, z) | 1 <= i <= 3, i <= y }
         ∪ { (x, y, z-i) | 1 <= i <= 5, i <= z }",
    );
    let table = ground.values(&game, &[4, 5, 6])?;
    let value = table.value(&[4, 5, 6]).map_or(u64::MAX, |value| u64::from(value.0));
    let wrong = (value != said)
        .then(|| Verdict::refuted("(4,5,6)", crate::claim::compare::other_value("", "(4,5,6)", value, said)));
    Ok(exhausted(wrong))
}

pub(super) fn mixed_limits_seven(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    mixed_limits(ground, 7)
}

pub(super) fn mixed_limits_five(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    mixed_limits(ground, 5)
}
