//! How fast this machine is.

use schemars::JsonSchema;
use serde::Serialize;

/// Measurements; `complete` is false if they were stopped.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Measured<T> {
    pub(crate) rows: Vec<T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) complete: Option<bool>,
}

/// Nim values of a game; `right` if they are those that are known.
#[derive(Serialize, JsonSchema)]
pub(crate) struct OctalRow {
    pub(crate) game: String,
    pub(crate) to: usize,
    pub(crate) threads: usize,
    pub(crate) seconds: f64,
    pub(crate) values_per_second: f64,
    pub(crate) hash: String,
    pub(crate) right: bool,
}

/// A proof, from a formula or, where `claim` is empty, without one; the check of its certificate; and what
/// became of statements that differ a little from it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ProofRow {
    pub(crate) game: String,
    pub(crate) claim: String,
    pub(crate) misere: bool,
    pub(crate) seconds: f64,
    /// None if the certificate is not accepted.
    pub(crate) check_seconds: Option<f64>,
    pub(crate) states: Option<usize>,
    pub(crate) proved: bool,
    /// The number of changed statements.
    pub(crate) changed: usize,
    /// Refuted at a position where the interpreter says otherwise.
    pub(crate) refuted: usize,
    /// Those that say the same as the theorem.
    pub(crate) same: usize,
    /// The longest time of a changed statement.
    pub(crate) slowest_refutation: f64,
    /// The others, with what became of them.
    pub(crate) wrong: Vec<String>,
}

/// A table from the text of a definition, and a plain loop for the same; `agrees` if all
/// numbers are equal.
#[derive(Serialize, JsonSchema)]
pub(crate) struct TableRow {
    pub(crate) work: String,
    pub(crate) game: String,
    pub(crate) to: Vec<u64>,
    pub(crate) seconds: f64,
    pub(crate) plain: Option<f64>,
    pub(crate) megabytes: Option<f64>,
    pub(crate) bar_seconds: Option<f64>,
    pub(crate) bar_ratio: Option<f64>,
    pub(crate) agrees: bool,
    pub(crate) reaches_bar: bool,
}

/// A misère quotient, of all heaps or up to one; `right` if it is the published one.
#[derive(Serialize, JsonSchema)]
pub(crate) struct QuotientRow {
    pub(crate) code: String,
    pub(crate) to: Option<usize>,
    pub(crate) order: usize,
    pub(crate) p_size: usize,
    pub(crate) seconds: f64,
    pub(crate) bar_seconds: f64,
    pub(crate) right: bool,
}

/// Who wins a board, by a search that uses what is known of pieces, and by a plain one; `plain_sums` is a
/// lower bound where the plain one was not `finished`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SearchRow {
    pub(crate) position: String,
    pub(crate) outcome: String,
    pub(crate) sums: u64,
    pub(crate) seconds: f64,
    pub(crate) plain_sums: u64,
    pub(crate) finished: bool,
    pub(crate) right: bool,
    pub(crate) reaches_bar: bool,
}
