//! Nim values of codes, and misère quotients.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// The nim values of a code. A file of `certificate_file` can be checked by `miyama verify`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Period {
    pub(crate) code: String,
    pub(crate) complete: bool,
    pub(crate) preperiod: Option<usize>,
    pub(crate) period: Option<usize>,
    pub(crate) saltus: Option<u32>,
    pub(crate) proven: bool,
    pub(crate) theorem: Option<String>,
    pub(crate) checked_from: Option<usize>,
    pub(crate) checked_to: Option<usize>,
    /// The certificate as in its file (docs/formats.md).
    #[schemars(with = "Option<serde_json::Map<String, Value>>")]
    pub(crate) certificate: Option<miyama::breaking::certificate::Certificate>,
    pub(crate) certificate_file: Option<String>,
    pub(crate) values_computed: usize,
    pub(crate) largest_value: u32,
    pub(crate) exceptions_count: Option<usize>,
    pub(crate) exceptions: Option<Vec<Exception>>,
    pub(crate) zeros: Option<Zeros>,
    pub(crate) sparse_space: Option<SparseSpace>,
    pub(crate) frequencies: Vec<u64>,
}

/// A heap before the period.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Exception {
    pub(crate) heap: usize,
    pub(crate) value: u32,
    pub(crate) expected: i64,
}

/// The P-positions: residues modulo the period, and what differs.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Zeros {
    pub(crate) residues: Vec<usize>,
    pub(crate) extra: Vec<usize>,
    pub(crate) missing: Vec<usize>,
}

/// A sparse space and its rare heaps.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SparseSpace {
    pub(crate) mask: u32,
    pub(crate) positional: bool,
    pub(crate) rare: usize,
    pub(crate) last_rare: usize,
    pub(crate) rare_values: Vec<u32>,
}

/// All codes of some length: `done` of so many.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PeriodRows {
    pub(crate) codes: Vec<PeriodRow>,
    pub(crate) complete: bool,
    pub(crate) done: usize,
    pub(crate) of: usize,
}

/// A code among all codes of some length; `equal` is an earlier one with the same values.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PeriodRow {
    pub(crate) code: String,
    pub(crate) preperiod: Option<usize>,
    pub(crate) period: Option<usize>,
    pub(crate) proven: bool,
    pub(crate) theorem: Option<String>,
    pub(crate) values_computed: usize,
    pub(crate) largest_value: u32,
    pub(crate) equal: Option<String>,
    pub(crate) shift: Option<i64>,
    pub(crate) compared_to: usize,
}

/// A misère quotient. `map` is the element of each heap, or of each of `positions`;
/// `heap_reached` is the last of them. Of a code it is the quotient of all heaps if
/// `closed`, else of the heaps up to `heap_reached`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Quotient {
    pub(crate) code: String,
    pub(crate) order: usize,
    pub(crate) p_size: usize,
    pub(crate) tame: bool,
    pub(crate) closed: bool,
    pub(crate) period: Option<u64>,
    pub(crate) preperiod: Option<u64>,
    pub(crate) proven: bool,
    pub(crate) checked_to: Option<u64>,
    pub(crate) heap_reached: usize,
    pub(crate) last_growth: Option<u32>,
    pub(crate) growth: Vec<Growth>,
    pub(crate) presentation: String,
    pub(crate) letters: Vec<u32>,
    pub(crate) p_portion: Vec<String>,
    pub(crate) map: Vec<String>,
    pub(crate) positions: Option<Vec<String>>,
    pub(crate) genus: Vec<String>,
    /// Where genera repeat for ever; null if that is not proven.
    pub(crate) genus_period: Option<u64>,
    pub(crate) genus_preperiod: Option<u64>,
    /// tame, restive, restless or wild, for each genus.
    pub(crate) class: Vec<String>,
}

/// A heap at which a quotient grew.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Growth {
    pub(crate) heap: u32,
    pub(crate) order: usize,
    pub(crate) p_size: usize,
}

/// The quotients of all codes of some length: `done` of so many.
#[derive(Serialize, JsonSchema)]
pub(crate) struct QuotientRows {
    pub(crate) codes: Vec<QuotientRow>,
    pub(crate) complete: bool,
    pub(crate) done: usize,
    pub(crate) of: usize,
}

/// A code in a table of quotients.
#[derive(Serialize, JsonSchema)]
pub(crate) struct QuotientRow {
    pub(crate) code: String,
    pub(crate) order: usize,
    pub(crate) p_size: usize,
    pub(crate) tame: bool,
    pub(crate) closed: bool,
    pub(crate) period: Option<u64>,
    pub(crate) preperiod: Option<u64>,
    pub(crate) proven: bool,
    pub(crate) heap_reached: usize,
    pub(crate) presentation: String,
}
