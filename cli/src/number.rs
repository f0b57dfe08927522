//! Numbers of any size as JSON.

use num_bigint::BigUint;
use serde_json::{Value, json};

/// A number as JSON: digits in quotes where a reader's doubles would round it.
pub(crate) fn number(n: &BigUint) -> Value {
    match u64::try_from(n) {
        Ok(small) if small < 1 << 53 => json!(small),
        _ => json!(n.to_string()),
    }
}
