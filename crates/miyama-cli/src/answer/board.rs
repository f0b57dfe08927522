//! Positions on boards, counted.

use super::number::{Convention, Outcome};
use schemars::JsonSchema;
use serde::Serialize;

/// The positions on a board, counted.
#[derive(Serialize, JsonSchema)]
pub(crate) struct BoardCensus {
    pub(crate) game: String,
    pub(crate) board: String,
    pub(crate) census: Census,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) diagrams: Option<Vec<Diagram>>,
}

/// How many positions have which value, and where HXOR and VXOR are wrong.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Census {
    pub(crate) positions: u64,
    pub(crate) p_positions: u64,
    pub(crate) values: Vec<u64>,
    pub(crate) largest_value: usize,
    pub(crate) largest: Examples,
    pub(crate) basic_theorem: Option<Mistakes>,
}

/// How many there are, and the smallest.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Examples {
    pub(crate) count: u64,
    pub(crate) smallest: Vec<String>,
}

/// Where HXOR and VXOR are wrong.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Mistakes {
    pub(crate) says_p_but_is_n: Examples,
    pub(crate) says_n_but_is_p: Examples,
}

/// A Young diagram and its value.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Diagram {
    pub(crate) rows: Vec<usize>,
    pub(crate) value: u32,
}

/// The values of a series of boards.
#[derive(Serialize, JsonSchema)]
pub(crate) struct BoardSeries {
    pub(crate) game: String,
    pub(crate) boards: Vec<String>,
    pub(crate) values: Vec<u32>,
    pub(crate) complete: bool,
}

/// The positions of a game as they grow, those with fewer cells or stones first: boards with
/// m rows and n columns, strips and graphs of size n, heaps. `complete` is false if the
/// computation was stopped.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SizeTable {
    pub(crate) game: String,
    /// What the numbers of a position are.
    pub(crate) names: Vec<String>,
    pub(crate) to: Vec<u64>,
    pub(crate) convention: Convention,
    pub(crate) members: Vec<Sized>,
    pub(crate) method: String,
    /// The ways to the answer, in order, and those that were passed over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) explain: Option<Vec<String>>,
    pub(crate) complete: bool,
}

/// A position, who wins it, and its value under normal play where that can be written.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Sized {
    pub(crate) numbers: Vec<u64>,
    pub(crate) position: String,
    pub(crate) outcome: Outcome,
    pub(crate) value: Option<String>,
}

/// The positions on all subsets of a board, counted by who wins, with the most frequent values.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SubsetCensus {
    pub(crate) game: String,
    pub(crate) board: String,
    pub(crate) convention: Convention,
    pub(crate) positions: u64,
    pub(crate) n: u64,
    pub(crate) p: u64,
    pub(crate) l: u64,
    pub(crate) r: u64,
    /// How many different values there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) different: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) values: Option<Vec<ValueCount>>,
}

/// How many positions have a value.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ValueCount {
    pub(crate) value: Option<String>,
    pub(crate) positions: u64,
}
