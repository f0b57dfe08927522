//! The notation of rulesets: a position and the set of its options, as a paper
//! writes them. The grammar is stated in `GRAMMAR.md`.

mod compound;
pub(crate) mod cursor;
pub(crate) mod divisible;
mod fraction;
pub mod function;
pub mod indexed;
mod lets;
pub(crate) mod lexer;
mod orders;
pub(crate) mod parser;
mod print;
mod syntax;
mod term;

/// The most heaps of a single ruleset. Sums may have any number.
pub const MOST_HEAPS: usize = 6;

pub use compound::{Meaning, Winning};
pub use function::{Function, Sequence};
pub use indexed::{Change, Each, Entry, Family, Index, Indexed};
pub use lets::calls_itself;
pub use orders::orders;
pub use parser::parse_definition;
pub use syntax::{
    Body, Comparison, Condition, Definition, Exists, Expression, ExpressionKind, Let, LetValue, Name, OptionSet,
    Parameter, Relation, Tuple,
};
pub use term::{Called, Joint, Operator, OperatorKind, Place, Term, Winner};
