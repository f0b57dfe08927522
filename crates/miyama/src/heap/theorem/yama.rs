//! Yama Nim: take two or more from one heap, return one to the other
//! (003 theorem 3.3).

use super::run::{Run, mirrored, signed};
use miyama_text::{Text, say};
use num_bigint::{BigInt, BigUint};
use num_traits::Zero;

fn gap(x: &BigUint, y: &BigUint) -> BigUint {
    if x > y { x - y } else { y - x }
}

/// 0 if |x−y| ≤ 1, else min(x, y) + 1.
pub(super) fn value(x: &BigUint, y: &BigUint) -> BigUint {
    if gap(x, y) <= BigUint::from(1u32) { BigUint::zero() } else { x.min(y) + 1u32 }
}

/// All options of value `target`: those with one more in the second heap, and
/// the same with heaps exchanged.
pub(super) fn options_of_value(x: &BigUint, y: &BigUint, target: &BigUint) -> Vec<Run> {
    let mut all = returning_to_second(x, y, target);
    all.extend(returning_to_second(y, x, target).iter().map(mirrored));
    all
}

/// The options (x', y+1) with 0 ≤ x' ≤ x−2 of value `target`.
fn returning_to_second(x: &BigUint, y: &BigUint, target: &BigUint) -> Vec<Run> {
    let (second, most, target): (BigInt, BigInt, BigInt) = (signed(y) + 1, signed(x) - 2, signed(target));
    let zero = BigInt::zero();
    let between = |low: BigInt, high: BigInt| {
        Run::ray([zero.clone(), second.clone()], [1, 0])
            .where_at_least(1, 0, &low.max(zero.clone()))
            .where_at_least(-1, 0, &-(high.min(most.clone())))
            .run()
    };
    if target.is_zero() {
        return between(&second - 1, &second + 1).into_iter().collect();
    }
    let mut all = Vec::new();
    // x' + 1 = target with x' ≤ y' − 2, or y' + 1 = target with x' ≥ y' + 2.
    if &target - 1 <= &second - 2 {
        all.extend(between(&target - 1, &target - 1));
    }
    if &second + 1 == target {
        all.extend(between(&second + 2, most.clone()));
    }
    all
}

pub(super) fn reason(x: &BigUint, y: &BigUint) -> Text {
    let gap = gap(x, y);
    if gap <= BigUint::from(1u32) {
        say!("theorem.why_yama_p", gap = &gap)
    } else {
        say!("theorem.why_yama_n", gap = &gap, value = &value(x, y))
    }
}
