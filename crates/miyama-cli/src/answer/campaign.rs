//! Campaigns: random rulesets compared with their definitions.

use schemars::JsonSchema;
use serde::Serialize;

/// Random rulesets from a seed on: how many tables are what the definition says, how many
/// rulesets are no games, how many have too much to try, and which differ.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Campaign {
    pub(crate) seed: u64,
    pub(crate) rulesets: u64,
    pub(crate) agree: u64,
    pub(crate) refused: u64,
    pub(crate) passed_over: u64,
    pub(crate) different: Vec<Difference>,
    pub(crate) complete: bool,
}

/// A defect: what was found, and what the definition says.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Difference {
    pub(crate) seed: u64,
    pub(crate) ruleset: String,
    pub(crate) what: String,
    pub(crate) position: Vec<u64>,
    pub(crate) found: String,
    pub(crate) expected: String,
}
