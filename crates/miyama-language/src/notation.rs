//! The notation of rulesets: a position and the set of its options, as a paper
//! writes them. The grammar is stated in `GRAMMAR.md`.

pub(crate) mod cursor;
pub(crate) mod lexer;
mod parser;
mod print;
mod syntax;

/// The most heaps of a single ruleset. Sums may have any number.
pub const MOST_HEAPS: usize = 6;

pub use parser::parse_definition;
pub use syntax::{Body, Comparison, Condition, Definition, Divisor, Expression, Name, OptionSet, Parameter, Relation};
