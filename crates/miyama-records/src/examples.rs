//! Records that come with the crate, from the lecture notes on repetition.

/// Moves 119 to 178 of the game Yonenaga against Tanigawa (1983).
pub const SENNICHITE: &str = include_str!("../examples/sennichite-1983.ki2");

/// The two cycles of figure 12, one after the other.
pub const TWO_WAYS: &str = include_str!("../examples/two-ways.kif");
