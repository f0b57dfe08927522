//! Finite automata that read numbers, and what they decide for all numbers.
//!
//! A set of tuples of natural numbers is *automatic* if a finite automaton
//! recognises the digits of its elements. Sets defined by linear conditions are, in
//! every base and in every metallic system (Zeckendorf's is the first); so are
//! nim-sums in base 2, powers of d in base d, and Beatty sequences of quadratic
//! numbers in metallic systems. First-order statements about automatic sets are
//! decided: two formulas say the same exactly if their minimal automata are equal.
//!
//! ```
//! use miyama_automata::{Formula, Limits, Numeration, Tracks};
//! // There is no x with 2x = y + 1 and y even, but for every odd y there is one.
//! let (x, y, k) = (0, 1, 2);
//! let limits = Limits::generous();
//! let double = Formula::zero(&[(x, 2), (y, -1)], -1)?;
//! let halves = Formula::Exists(Tracks::one(x), Box::new(double));
//! let odd = Formula::Exists(Tracks::one(k), Box::new(Formula::zero(&[(y, 1), (k, -2)], -1)?));
//! let set = |formula: &Formula| formula.set(Numeration::Base(2), Tracks::one(y), &limits);
//! assert_eq!(set(&halves)?, set(&odd)?);
//! assert!(set(&halves)?.contains(&[7u32.into()]));
//! # Ok::<(), miyama_automata::Limit>(())
//! ```
// States and letters are counted in 32 and 64 bits: the limits keep the number of
// states far below 2³², and a digit has four bits.
#![allow(clippy::cast_possible_truncation)]

mod atom;
mod automaton;
mod classes;
mod complement;
mod conjunction;
mod elements;
mod formula;
mod learn;
mod limits;
mod minimise;
mod numeration;
mod sets;
mod sparse;
mod subsets;
mod tracks;

pub use atom::{Atom, Overflow, Relation};
pub use automaton::{Automaton, StateId};
pub use formula::Formula;
pub use learn::{Known, Sample};
pub use limits::{Limit, Limits};
pub use numeration::Numeration;
pub use sets::floor_holds;
pub use sparse::SparseSample;
pub use tracks::{Letter, MOST_VARIABLES, Tracks, Variable, digit, with_digit};
