//! The notation of rulesets: a position and the set of its options, as a paper
//! writes them. The grammar is stated in `GRAMMAR.md`.

pub(super) mod cursor;
pub(super) mod lexer;
mod parser;
mod print;
mod syntax;

pub use parser::parse_definition;
pub use syntax::{Body, Comparison, Condition, Definition, Divisor, Expression, Name, OptionSet, Parameter, Relation};
