//! 001: two-dimensional Nim.

use super::Claim;

pub(super) const CLAIMS: &[Claim] = &[Claim::definition("claim.001-rule", "ruleset", "miyama::board::nim, 2d-nim")];
