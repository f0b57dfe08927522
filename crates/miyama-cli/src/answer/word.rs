//! Words and their repetitions.

use schemars::JsonSchema;
use serde::Serialize;

/// The beginning of a word.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Word")]
pub(crate) struct Word<T> {
    pub(crate) name: String,
    pub(crate) first_index: u8,
    pub(crate) length: usize,
    #[schemars(with = "String")]
    pub(crate) word: T,
}

/// A letter of a word.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Term {
    pub(crate) index: String,
    pub(crate) term: char,
}

/// Where the i-th 0 and the i-th 1 stand.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Pair {
    pub(crate) i: String,
    pub(crate) k: String,
    pub(crate) l: String,
}

/// Where the first zeros and ones stand, from the i-th to the j-th.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Pairs {
    pub(crate) pairs: Vec<Pair>,
}

/// The repetitions of a word.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Repetitions {
    pub(crate) length: usize,
    pub(crate) letters: usize,
    pub(crate) first_index: u64,
    pub(crate) critical_exponent: Option<Exponent>,
    pub(crate) largest_power: usize,
    pub(crate) largest_power_at: Option<Factor>,
    pub(crate) first_square: Option<Factor>,
    pub(crate) first_overlap: Option<Factor>,
    pub(crate) first_cube: Option<Factor>,
    pub(crate) runs: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) complete: Option<bool>,
}

/// The largest exponent, and where it is.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Exponent {
    pub(crate) numerator: u64,
    pub(crate) denominator: u64,
    pub(crate) start: u64,
    pub(crate) length: u64,
    pub(crate) period: u64,
}

/// A part of a word.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Factor {
    pub(crate) start: u64,
    pub(crate) length: usize,
    pub(crate) period: usize,
    pub(crate) factor: String,
}

/// How many words there are of each length; `complete` is false if the search was stopped.
#[derive(Serialize, JsonSchema)]
pub(crate) struct WordCounts {
    pub(crate) first_length: usize,
    pub(crate) counts: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) complete: Option<bool>,
}

/// Words; `complete` is false if the search was stopped.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Words {
    pub(crate) words: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) complete: Option<bool>,
}
