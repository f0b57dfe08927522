//! Partizan values, and misère forms.

use super::number::Outcome;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// A partizan value. Numbers are texts, as they may be fractions. What is too long is null,
/// and `left_out` says why.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Value {
    pub(crate) canonical: Option<String>,
    pub(crate) outcome: Outcome,
    pub(crate) birthday: Option<String>,
    pub(crate) left_stop: String,
    pub(crate) right_stop: String,
    pub(crate) mean: Option<String>,
    pub(crate) temperature: Option<String>,
    pub(crate) thermograph: Option<Thermograph>,
    pub(crate) number: bool,
    pub(crate) infinitesimal: bool,
    pub(crate) all_small: Option<bool>,
    pub(crate) impartial: bool,
    pub(crate) impartial_form: Option<bool>,
    pub(crate) impartial_value: bool,
    pub(crate) nimber: Option<u32>,
    pub(crate) atomic_weight: Option<String>,
    pub(crate) reduced_canonical_form: Option<String>,
    pub(crate) left_incentives: Option<Vec<String>>,
    pub(crate) right_incentives: Option<Vec<String>>,
    pub(crate) positions: Option<String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) left_out: BTreeMap<&'static str, String>,
}

/// Its walls: corners as temperature and value.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Thermograph {
    pub(crate) left: Vec<[String; 2]>,
    pub(crate) right: Vec<[String; 2]>,
}

/// Whether a comparison of values holds.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ValueRelation {
    pub(crate) holds: bool,
}

/// The values born by a day.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Born {
    pub(crate) day: u32,
    pub(crate) count: usize,
    pub(crate) values: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) complete: Option<bool>,
}

/// The misère canonical form of a position, null if it is very long, and its genus;
/// `tame_genus` if Nim has the same.
#[derive(Serialize, JsonSchema)]
pub(crate) struct MisereForm {
    pub(crate) position: String,
    pub(crate) form: Option<String>,
    pub(crate) genus: String,
    pub(crate) tame_genus: bool,
    /// tame, restive, restless or wild.
    pub(crate) class: String,
    pub(crate) outcome: Outcome,
}
