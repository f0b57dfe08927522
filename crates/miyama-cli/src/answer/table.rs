//! Tables: values or outcomes of all positions, written while they are computed.

use super::number::Convention;
use crate::export::stream::Shared;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use std::borrow::Cow;

/// Values or outcomes of all positions, the first heap outermost; or the positions with one
/// value. `complete` is false if the computation was stopped.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Table")]
pub(crate) struct Table<'a, N: Serialize, L: Serialize> {
    pub(crate) game: String,
    pub(crate) heaps: Vec<String>,
    pub(crate) to: Vec<u64>,
    pub(crate) convention: Convention,
    /// Why it was not compared with the definition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) not_compared: Option<String>,
    /// What holds of every position, where not every tuple is one: the others are null.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) domain: Option<String>,
    /// How it was found.
    pub(crate) method: String,
    /// The ways to the answer, in order, and those that were passed over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) explain: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Values")]
    pub(crate) values: Option<N>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Outcomes")]
    pub(crate) outcomes: Option<N>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) value: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<Vec<u64>>")]
    pub(crate) positions: Option<L>,
    #[schemars(with = "bool")]
    pub(crate) complete: Whole<'a>,
}

/// Whether nothing ended the computation so far.
pub(crate) struct Whole<'a> {
    pub(crate) out: Shared<'a>,
    /// Whether there was less to write than was asked for.
    pub(crate) stopped: bool,
}

impl Serialize for Whole<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bool(!self.stopped && self.out.is_whole())
    }
}

/// Lists in lists, as many as there are heaps.
fn nested(name: &str, leaf: serde_json::Value) -> Schema {
    let list = json_schema!({ "type": "array", "items": { "$ref": format!("#/components/schemas/{name}") } });
    json_schema!({ "description": "A list for each heap, one in the other", "anyOf": [leaf, list] })
}

struct Values;

impl JsonSchema for Values {
    fn schema_name() -> Cow<'static, str> {
        "Values".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        nested("Values", serde_json::Map::from_iter([("type".to_owned(), vec!["integer", "null"].into())]).into())
    }
}

struct Outcomes;

impl JsonSchema for Outcomes {
    fn schema_name() -> Cow<'static, str> {
        "Outcomes".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        nested(
            "Outcomes",
            serde_json::Map::from_iter([("enum".to_owned(), vec![Some("P"), Some("N"), None].into())]).into(),
        )
    }
}
