//! The notation of games: definitions, formulas and positions, from text to syntax
//! tree and back, and what they mean, executed naively.
//!
//! | module | what it holds |
//! |---|---|
//! | [`notation`] | rulesets on heaps: a position and the set of its options |
//! | [`formula`] | sets of positions and numbers for each, as people write them |
//! | [`code`] | taking-and-breaking codes |
//! | [`pattern`] | games on cells: rules that replace one pattern by another; their positions |
//! | [`prose`] | definitions with the sentences around them, as pages have them |
//! | [`words`] | rules for taking stones in Japanese words |
//! | [`graph_shape`] | graphs that are known by a name |
//! | [`interpreter`] | rulesets executed as they stand: the slow twin of all that is fast |
//! | [`sentence`] | first-order sentences about infinite words |
//! | [`play`], [`nimber`] | players, conventions, outcomes; values of impartial games |
//!
//! ```
//! use miyama_language::interpreter::{Interpreter, Naive};
//! use miyama_language::notation::parse_definition;
//! let yama = parse_definition("f(x, y) = {(x−i, y+1) | 2 ≤ i ≤ x} ∪ {(x+1, y−i) | 2 ≤ i ≤ y}").unwrap();
//! let yama = Interpreter::new(&yama, &[]).unwrap();
//! assert_eq!(Naive::of(&[&yama]).value(0, &[4, 4]).unwrap().0, 0);
//! ```

pub mod argument;
pub mod code;
pub mod formula;
pub mod graph_shape;
pub mod interpreter;
pub mod nimber;
pub mod notation;
pub mod pattern;
pub mod play;
pub mod prose;
pub mod sentence;
pub mod words;

pub use argument::Argument;
pub use miyama_budget as budget;
pub use miyama_text as text;
