//! The notation of rulesets: a position and the set of its options, as a paper
//! writes them. The grammar is stated in `GRAMMAR.md`.

mod lexer;
mod parser;
mod print;
mod syntax;

pub use parser::{parse_condition, parse_definition, parse_expression};
pub use syntax::{Body, Comparison, Condition, Definition, Expression, Name, OptionSet, Parameter, Relation};
