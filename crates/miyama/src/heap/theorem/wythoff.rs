//! The games of Wythoff: P-positions from a metallic mean, in exact integers
//! (000 theorems 44 and 49).
//!
//! With μ = (s + √(s²+4))/2 the P-positions are (kᵢ, lᵢ) and (lᵢ, kᵢ) for
//! kᵢ = ⌊i(1/μ + 1)⌋ and lᵢ = kᵢ + s·i. Since 1/μ + 1 = (2 − s + √(s²+4))/2,
//! kᵢ = ⌊(i(2−s) + ⌊√(i²(s²+4))⌋)/2⌋: taking the floor of the root first
//! changes nothing, because the other summand is an integer and halving and
//! rounding down commutes with rounding down before.

use super::run::{Run, signed};
use miyama_text::{Text, say};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::Zero;

/// kᵢ.
fn k(s: u64, i: &BigUint) -> BigUint {
    let s = BigUint::from(s);
    let root = (i * i * (&s * &s + 4u32)).sqrt();
    // i(2−s) may be negative, the sum is not: √(s²+4) > s.
    let twice = signed(&root) + signed(i) * (2 - signed(&s));
    Integer::div_floor(&twice, &BigInt::from(2)).magnitude().clone()
}

/// The i of the P-position (x, y), if it is one.
pub(super) fn index(s: u64, x: &BigUint, y: &BigUint) -> Option<BigUint> {
    let (low, high) = if x <= y { (x, y) } else { (y, x) };
    let (i, rest) = (high - low).div_rem(&BigUint::from(s));
    (rest.is_zero() && k(s, &i) == *low).then_some(i)
}

/// The heap that makes a P-position together with `n`.
///
/// k and l grow strictly and together take every positive number once. Since
/// kᵢ = ⌊iα⌋ with α = (2−s+√(s²+4))/2, the least i with kᵢ ≥ n is ⌈n/α⌉, and
/// n/α = n(√(s²+4) − (2−s))/2s because (√(s²+4))² − (2−s)² = 4s. In the same
/// way lᵢ = ⌊iβ⌋ with β = (2+s+√(s²+4))/2 and n/β = n((2+s) − √(s²+4))/2s.
/// With the root of n²(s²+4) rounded down, the first is at most 1/2s too small,
/// the second at most 1/2s too large.
fn partner(s: u64, n: &BigUint) -> BigUint {
    let (whole, wide) = (signed(n), BigInt::from(s));
    let root = signed(&(n * n * (BigUint::from(s) * s + 4u32)).sqrt());
    let near = |twice_s_times: BigInt| Integer::div_floor(&twice_s_times, &(&wide * 2));
    let found = |of: &dyn Fn(&BigUint) -> BigUint, near: &BigInt| {
        (-1..=2).filter_map(|by| BigUint::try_from(near + by).ok()).find(|i| of(i) == *n)
    };
    if let Some(i) = found(&|i| k(s, i), &near(&root - &whole * (2 - &wide))) {
        return n + i * s;
    }
    let l = |i: &BigUint| k(s, i) + i * s;
    let i = found(&l, &near(&whole * (2 + &wide) - &root)).expect("every number is some k or some l");
    n - i * s
}

/// The options that are P-positions.
pub(super) fn options_to_p(s: u64, x: &BigUint, y: &BigUint) -> Vec<Run> {
    let mut found: Vec<[BigUint; 2]> = Vec::new();
    let (with_x, with_y) = (partner(s, x), partner(s, y));
    if with_x < *y {
        found.push([x.clone(), with_x]);
    }
    if with_y < *x {
        found.push([with_y, y.clone()]);
    }
    // From both heaps: |(x − x') − (y − y')| < s, so that the gap changes by
    // less than s; gaps of P-positions are multiples of s.
    let (gap, mirrored) = if x <= y { (y - x, false) } else { (x - y, true) };
    let below = &gap / s;
    for i in [below.clone(), below + 1u32] {
        let (low, high) = (k(s, &i), k(s, &i) + &i * s);
        let difference = if &i * s > gap { &i * s - &gap } else { &gap - &i * s };
        let target = if mirrored { [high, low] } else { [low, high] };
        if difference < BigUint::from(s) && target[0] < *x && target[1] < *y {
            found.push(target);
        }
    }
    found.sort();
    found.dedup();
    found.into_iter().map(|p| Run::single(p.iter().map(signed).collect())).collect()
}

pub(super) fn reason(s: u64, x: &BigUint, y: &BigUint) -> Text {
    let (low, high) = if x <= y { (x, y) } else { (y, x) };
    match index(s, x, y) {
        Some(i) if s == 1 => say!("theorem.why_wythoff_p", i = &i, low = low, high = high),
        Some(i) => say!("theorem.why_wythoff_s_p", i = &i, low = low, high = high, s = s),
        None => {
            let i = (high - low) / s;
            let (k, l) = (k(s, &i), k(s, &i) + &i * s);
            let partner = partner(s, low);
            if s == 1 {
                say!("theorem.why_wythoff_n", i = &i, k = &k, l = &l, low = low, partner = &partner)
            } else {
                say!("theorem.why_wythoff_s_n", i = &i, k = &k, l = &l, s = s, low = low, partner = &partner)
            }
        }
    }
}
