//! 002: three-heap Nim in both conventions, and with a limit.

use super::compare::{built_in, side_by_side};
use super::{Bound, Claim, Ground, Unchecked, Verdict};
use crate::play::Convention;

const HEAPS: &str = "claim.measure_three_heaps";

pub(super) const CLAIMS: &[Claim] = &[Claim::holds("claim.002-T2", "theorem", Bound::to(HEAPS, 40), misere_nim)];

/// Misère Nim: an odd number of ones, or nim-sum 0 with a larger heap.
fn misere_nim(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let says_p = |heaps: &[u64]| match heaps.iter().max() {
        Some(0 | 1) => heaps.iter().sum::<u64>() % 2 == 1,
        _ => heaps.iter().fold(0, |sum, heap| sum ^ heap) == 0,
    };
    let nim = side_by_side(&built_in("nim", &[]), 3);
    Ok(ground.unless(ground.p_positions(&nim, &[ground.to; 3], Convention::Misere, says_p)?))
}
