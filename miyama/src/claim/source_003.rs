//! 003: Yama Nim, Triangular Nim and its twists.

use super::compare::built_in;
use super::{Bound, Claim, Ground, Unchecked, Verdict};
use crate::play::Convention;

const HEAPS: &str = "claim.measure_heaps";

pub(super) const CLAIMS: &[Claim] =
    &[Claim::holds("claim.003-T3.3", "theorem", Bound::to(HEAPS, 500), yama_and_triangular)];

/// P exactly if |x−y| ≤ 1 in both games; values of Yama Nim.
fn yama_and_triangular(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let near = |heaps: &[u64]| heaps[0].abs_diff(heaps[1]) <= 1;
    let to = [ground.to; 2];
    if let Some(wrong) = ground.p_positions(&built_in("triangular", &[]), &to, Convention::Normal, near)? {
        return Ok(wrong);
    }
    let says = |heaps: &[u64]| if near(heaps) { 0 } else { heaps[0].min(heaps[1]) + 1 };
    Ok(ground.unless(ground.grundy_values(&built_in("yama", &[]), &to, says)?))
}
