//! What became of certificates.

use super::number::Convention;
use schemars::JsonSchema;
use serde::Serialize;

/// The certificate of a period.
#[derive(Serialize, JsonSchema)]
pub(crate) struct VerifiedPeriod {
    pub(crate) code: String,
    pub(crate) preperiod: usize,
    pub(crate) period: usize,
    pub(crate) saltus: u32,
    pub(crate) theorem: String,
    pub(crate) holds: bool,
    pub(crate) reason: Option<String>,
}

/// The certificate of a misère quotient.
#[derive(Serialize, JsonSchema)]
pub(crate) struct VerifiedQuotient {
    pub(crate) code: String,
    pub(crate) order: usize,
    pub(crate) p_size: usize,
    pub(crate) heap_reached: usize,
    pub(crate) preperiod: Option<usize>,
    pub(crate) period: Option<usize>,
    pub(crate) holds: bool,
    pub(crate) reason: Option<String>,
}

/// The certificate of a theorem.
#[derive(Serialize, JsonSchema)]
pub(crate) struct VerifiedTheorem {
    pub(crate) game: String,
    pub(crate) arguments: Vec<String>,
    pub(crate) convention: Convention,
    pub(crate) statement: String,
    pub(crate) formula: Option<String>,
    pub(crate) states: usize,
    pub(crate) holds: bool,
    pub(crate) reason: Option<String>,
}

/// The certificate of a sentence about a word.
#[derive(Serialize, JsonSchema)]
pub(crate) struct VerifiedSentence {
    pub(crate) sentence: String,
    pub(crate) holds: bool,
    pub(crate) reason: Option<String>,
}

/// The certificate of a proof by signs.
#[derive(Serialize, JsonSchema)]
pub(crate) struct VerifiedSigns {
    pub(crate) game: String,
    pub(crate) arguments: Vec<String>,
    pub(crate) statement: String,
    pub(crate) formula: String,
    pub(crate) holds: bool,
    pub(crate) reason: Option<String>,
}
