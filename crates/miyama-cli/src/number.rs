//! Numbers: of any size as JSON, and as people write them.

use num_bigint::BigUint;
use serde_json::{Value, json};

/// A number as JSON: digits in quotes where a reader's doubles would round it.
pub(crate) fn number(n: &BigUint) -> Value {
    match u64::try_from(n) {
        Ok(small) if small < 1 << 53 => json!(small),
        _ => json!(n.to_string()),
    }
}

/// The number that is meant by `1000000`, `1_000_000` or `10^6`.
pub(crate) fn size(text: &str) -> Option<u64> {
    let number = |part: &str| part.replace('_', "").parse::<u64>().ok();
    match text.split_once('^') {
        Some((base, power)) => number(base).zip(number(power)).and_then(|(b, p)| b.checked_pow(u32::try_from(p).ok()?)),
        None => number(text),
    }
}
