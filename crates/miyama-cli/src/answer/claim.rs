//! Claims of the literature.

use schemars::JsonSchema;
use serde::Serialize;

/// Claims, not checked.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Claims {
    pub(crate) claims: Vec<Claim>,
}

/// A claim of the literature.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Claim {
    pub(crate) id: String,
    pub(crate) source: String,
    pub(crate) document: String,
    pub(crate) kind: String,
    pub(crate) statement: String,
    pub(crate) expected: String,
    pub(crate) bounds: Option<Bounds>,
    pub(crate) corrected_by: Option<String>,
}

/// How far a claim can be checked.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Bounds {
    pub(crate) default: u64,
    pub(crate) least: u64,
    pub(crate) most: u64,
    pub(crate) measure: String,
}

/// Claims with their verdicts: `done` of so many.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Findings {
    pub(crate) findings: Vec<Finding>,
    pub(crate) complete: bool,
    pub(crate) done: usize,
    pub(crate) of: usize,
}

/// A claim with its verdict.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Finding {
    #[serde(flatten)]
    pub(crate) claim: Claim,
    pub(crate) verdict: String,
    pub(crate) bound: Option<u64>,
    pub(crate) counterexample: Option<String>,
    pub(crate) at: Option<String>,
    pub(crate) how: Option<String>,
    pub(crate) seconds: f64,
    pub(crate) as_expected: bool,
}
