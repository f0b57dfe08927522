//! Numbers as people write them.

/// The number that is meant by `1000000`, `1_000_000` or `10^6`.
pub(crate) fn size(text: &str) -> Option<u64> {
    let number = |part: &str| part.replace('_', "").parse::<u64>().ok();
    match text.split_once('^') {
        Some((base, power)) => number(base).zip(number(power)).and_then(|(b, p)| b.checked_pow(u32::try_from(p).ok()?)),
        None => number(text),
    }
}

/// The numbers that are meant by `1..8` or `5`, both ends included.
pub(crate) fn range(text: &str) -> Option<std::ops::RangeInclusive<u64>> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let (first, last) = (size(first.trim())?, size(last.trim_start_matches(['.', '=']).trim())?);
    (first <= last).then_some(first..=last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_has_two_ends_or_one() {
        assert_eq!(range("1..8"), Some(1..=8));
        assert_eq!(range(" 2 .. 10^2"), Some(2..=100));
        assert_eq!(range("5"), Some(5..=5));
        assert_eq!((range("8..1"), range("1.."), range("x")), (None, None, None));
    }
}
