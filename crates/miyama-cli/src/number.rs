//! Numbers as people write them.

/// The number that is meant by `1000000`, `1_000_000` or `10^6`.
pub(crate) fn size(text: &str) -> Option<u64> {
    let number = |part: &str| part.replace('_', "").parse::<u64>().ok();
    match text.split_once('^') {
        Some((base, power)) => number(base).zip(number(power)).and_then(|(b, p)| b.checked_pow(u32::try_from(p).ok()?)),
        None => number(text),
    }
}
