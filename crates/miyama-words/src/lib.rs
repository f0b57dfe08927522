//! Infinite words and the repetitions in finite ones.
//!
//! A game that always comes back to one position by one of several ways is a
//! word over those ways; a rule against repeating moves is a rule about powers
//! in that word. So this module has the words without much repetition
//! ([`thue_morse`]), the words of a line crossing a grid ([`fibonacci`],
//! [`line`](mod@line)), whose counts answer Wythoff's game, the fixed points
//! of substitutions ([`morphism`]), and what finds repetitions in any word
//! ([`runs`](mod@runs), [`repetitions`](mod@repetitions)) or builds words
//! that avoid them ([`avoid`]).
//!
//! | module | what it holds |
//! |---|---|
//! | [`name`] | a word as a user names it, its prefixes and its terms |
//! | [`quadratic`] | exact numbers (a + b√d)/c, and how they are written |
//!
//! Which is the largest power in the Fibonacci word?
//!
//! ```
//! use miyama_budget::Budget;
//! use miyama_words::Word;
//! use miyama_words::repetitions::repetitions;
//! let budget = Budget::unlimited();
//! let letters = Word::parse("fibonacci", None).unwrap().prefix(1000, &budget).unwrap();
//! let found = repetitions(&letters, &budget).unwrap();
//! let power = found.largest_power.unwrap();
//! assert_eq!(power.length / power.period, 3);
//! ```

pub mod avoid;
pub mod exponent;
pub mod fibonacci;
pub mod line;
pub mod morphism;
pub mod name;
pub mod power;
pub mod quadratic;
pub mod repetitions;
pub mod runs;
mod slope;
pub mod thue_morse;

pub use name::Word;
