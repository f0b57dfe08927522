//! Numbers, outcomes and conventions as every answer has them.

use miyama::play;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use std::borrow::Cow;

/// A number that may be larger than 2^53, from where on doubles round. It is a string of
/// digits in every answer, however small it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Natural(String);

impl<T: ToString> From<T> for Natural {
    fn from(number: T) -> Natural {
        Natural(number.to_string())
    }
}

impl JsonSchema for Natural {
    fn schema_name() -> Cow<'static, str> {
        "Natural".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A number of any size: its digits",
            "type": "string",
            "pattern": "^[0-9]+$",
        })
    }
}

/// All numbers of a list.
pub(crate) fn naturals<T: ToString>(numbers: &[T]) -> Vec<Natural> {
    numbers.iter().map(|number| Natural(number.to_string())).collect()
}

/// P: the player who moved wins; N: the next one; L and R: Left or Right, whoever begins.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub(crate) enum Outcome {
    N,
    P,
    L,
    R,
}

impl From<play::Outcome> for Outcome {
    fn from(outcome: play::Outcome) -> Outcome {
        match outcome {
            play::Outcome::N => Outcome::N,
            play::Outcome::P => Outcome::P,
            play::Outcome::L => Outcome::L,
            play::Outcome::R => Outcome::R,
        }
    }
}

/// Whether who cannot move loses, or wins.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Convention {
    Normal,
    Misere,
}

impl From<play::Convention> for Convention {
    fn from(convention: play::Convention) -> Convention {
        match convention {
            play::Convention::Normal => Convention::Normal,
            play::Convention::Misere => Convention::Misere,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_a_string_whatever_its_size() {
        assert_eq!(serde_json::to_string(&Natural::from(3_u8)).unwrap(), "\"3\"");
        assert_eq!(serde_json::to_string(&naturals(&[0_u64, 1 << 60])).unwrap(), "[\"0\",\"1152921504606846976\"]");
    }
}
