//! 000: lecture notes on games and sequences — bricks, Nim, energy,
//! sennichite, Thue–Morse, Fibonacci, Wythoff.

mod nim;

use super::{Bound, Claim};

const HEAPS: &str = "claim.measure_heaps";

pub(super) const CLAIMS: &[Claim] = &[
    Claim::refuted_from("claim.000-E26", "example", 3, Bound::to(HEAPS, 1000), nim::bounded_by_three_mod_three),
    Claim::holds("claim.000-E26-corrected", "example", Bound::to(HEAPS, 1000), nim::bounded_by_three_mod_four),
    Claim::refuted("claim.000-E27", "example", nim::mixed_limits_seven),
    Claim::proved("claim.000-E27-corrected", "example", nim::mixed_limits_five),
];
