//! Triangular Nim: take from one heap, return fewer, at least one, to the other
//! (003 theorems 3.4 and 3.6). The values are proved for all heaps: the certificate
//! `triangular-values` of the crate of theorems.
//!
//! The positions of value g > 0 are, with x ≤ y and d = y − x ≥ 2,
//! those with x + y = g + 1 ≤ d² + 1, and the pairs (g+1+kD, g+1+(k+1)D) for
//! k ≥ 0, where D(D−1)/2 ≤ g < D(D+1)/2.

use super::run::{Run, mirrored, signed};
use miyama_text::{Text, say};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};

fn gap(x: &BigUint, y: &BigUint) -> BigUint {
    if x > y { x - y } else { y - x }
}

/// Theorem 3.4.
pub(super) fn value(x: &BigUint, y: &BigUint) -> BigUint {
    let (d, total) = (gap(x, y), x + y);
    if d <= BigUint::one() {
        return BigUint::zero();
    }
    let square = &d * &d;
    if total <= &square + 1u32 {
        return total - 1u32;
    }
    let rest = ((total - square - 2u32) / 2u32) % &d;
    &d * (&d - 1u32) / 2u32 + rest
}

/// The step D of a value: the largest with D(D−1)/2 ≤ g.
fn step(g: &BigUint) -> BigUint {
    // D ≤ (1 + √(1+8g)) / 2, exactly.
    ((g * 8u32 + 1u32).sqrt() + 1u32) / 2u32
}

pub(super) fn options_of_value(x: &BigUint, y: &BigUint, target: &BigUint) -> Vec<Run> {
    let mut all = from_first_heap(x, y, target);
    all.extend(from_first_heap(y, x, target).iter().map(mirrored));
    all
}

/// The options (x', y') with x' ≤ x−2, y' > y and x'+y' < x+y of value `target`.
fn from_first_heap(x: &BigUint, y: &BigUint, target: &BigUint) -> Vec<Run> {
    let (x, y, g) = (signed(x), signed(y), signed(target));
    let zero = BigInt::zero();
    let mut rays = Vec::new();
    if target.is_zero() {
        for start in [[0, 0], [0, 1], [1, 0]] {
            rays.push(Run::ray(start.map(BigInt::from), [1, 1]));
        }
    } else {
        // x' + y' = g + 1 with |x' − y'|² ≥ g and |x' − y'| ≥ 2: from the ends
        // of the diagonal inwards.
        let root = target.sqrt();
        let least = if &root * &root == *target { root } else { root + 1u32 };
        let least = signed(&least.max(BigUint::from(2u32)));
        let left = Run::ray([zero.clone(), &g + 1], [1, -1]);
        rays.push(left.where_at_least(-1, 1, &least));
        let right = Run::ray([&g + 1, zero.clone()], [-1, 1]);
        rays.push(right.where_at_least(1, -1, &least));
        let d = signed(&step(target));
        // A step of 1 belongs to value 0, where |x' − y'| = 1.
        let mut pairs = Run::ray([&g + 1, &g + 1 + &d], [1, 1]);
        pairs.step = [d.clone(), d.clone()];
        let mut swapped = pairs.clone();
        swapped.first.reverse();
        rays.extend([pairs, swapped]);
    }
    let runs = rays.into_iter().filter_map(|ray| {
        ray.where_at_least(1, 0, &zero)
            .where_at_least(-1, 0, &(2 - &x))
            .where_at_least(0, 1, &(&y + 1))
            .where_at_least(-1, -1, &(1 - &x - &y))
            .run()
    });
    runs.collect()
}

pub(super) fn reason(x: &BigUint, y: &BigUint) -> Text {
    let (d, total) = (gap(x, y), x + y);
    if d <= BigUint::one() {
        say!("theorem.why_triangular_p", gap = &d)
    } else if total <= &d * &d + 1u32 {
        say!("theorem.why_triangular_small", gap = &d, total = &total, value = &value(x, y))
    } else {
        say!("theorem.why_triangular_large", gap = &d, total = &total, value = &value(x, y))
    }
}
