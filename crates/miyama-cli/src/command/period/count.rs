//! Reads how far to look: `1000000`, `1_000_000`, `2^32`.

use crate::failure::Failure;
use crate::number::size;
use miyama_budget::Mistake;
use miyama_text::say;

/// The largest heap that can be asked for.
const LARGEST: u64 = 1 << 40;

pub(super) fn parse(text: &str) -> Result<usize, Failure> {
    match size(text).filter(|v| (1..=LARGEST).contains(v)).and_then(|v| usize::try_from(v).ok()) {
        Some(value) => Ok(value),
        None => {
            Err(Failure::option("--to", Mistake::new(0..text.len(), say!("breaking.bad_to", most = LARGEST)), text))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn powers_and_underscores() {
        assert_eq!(parse("2^20").ok(), Some(1 << 20));
        assert_eq!(parse("1_000").ok(), Some(1000));
        for bad in ["", "0", "-3", "2^", "2^99", "1e6", "99999999999999999999"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
