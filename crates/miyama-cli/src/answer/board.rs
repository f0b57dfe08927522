//! Positions on boards, counted.

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
