//! 004: values of games and octal games.

use super::Claim;

pub(super) const CLAIMS: &[Claim] = &[Claim::definition("claim.004-D1.1", "definition", "miyama::value::Form")];
