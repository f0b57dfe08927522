//! The game of Euclid: take a multiple of the smaller heap from the larger one.
//!
//! **Theorem** (A. J. Cole and A. J. T. Davie, 1969). With heaps s ≤ l the P-positions are those with
//! s = 0 and those with s < l < φs.
//!
//! *No move leads from one to another.* If s = 0 there is no move. If s < l < φs, then l < 2s, and the only
//! move is to (l−s, s), where 0 < l−s < s and s/(l−s) > 1/(φ−1) = φ.
//!
//! *From everywhere else one leads there.* From (s, s) to (0, s). Else l > φs, as φ is irrational; let
//! l = qs + r with r < s. If r = 0 take all. If s < φr, leave (r, s). Else leave (s+r, s): there
//! 1 < (s+r)/s < 1 + 1/φ = φ; and q ≥ 2, as l = s+r would be less than φs. ∎
//!
//! So of all moves at most two win for each heap that may be taken from: those that leave r or s+r.

use super::run::{Run, signed};
use miyama_text::{Text, say};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::Zero;

/// l < φs for s ≤ l: l² < ls + s².
fn is_below_golden(s: &BigUint, l: &BigUint) -> bool {
    l * l < l * s + s * s
}

pub(super) fn is_p(x: &BigUint, y: &BigUint) -> bool {
    let (s, l) = if x <= y { (x, y) } else { (y, x) };
    s.is_zero() || s < l && is_below_golden(s, l)
}

/// The moves to P-positions.
pub(super) fn options_to_p(x: &BigUint, y: &BigUint) -> Vec<Run> {
    let from_first = left(x, y).into_iter().map(|rest| [rest, y.clone()]);
    let from_second = left(y, x).into_iter().map(|rest| [x.clone(), rest]);
    from_first.chain(from_second).map(|heaps| Run::single(heaps.iter().map(signed).collect())).collect()
}

/// What may be left of the heap `from` beside another one.
fn left(from: &BigUint, other: &BigUint) -> Vec<BigUint> {
    if other.is_zero() || from < other {
        return vec![];
    }
    let rest = from.mod_floor(other);
    let more = &rest + other;
    [rest, more].into_iter().filter(|left| left < from && is_p(left, other)).collect()
}

pub(super) fn reason(x: &BigUint, y: &BigUint) -> Text {
    let (s, l) = if x <= y { (x, y) } else { (y, x) };
    if s.is_zero() {
        say!("theorem.why_euclid_end")
    } else if s == l {
        say!("theorem.why_euclid_equal")
    } else if is_below_golden(s, l) {
        say!("theorem.why_euclid_p", larger = l, smaller = s)
    } else {
        say!("theorem.why_euclid_n", larger = l, smaller = s)
    }
}
