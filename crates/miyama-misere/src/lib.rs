//! Misère quotients: who wins sums of heaps when whoever takes the last token loses.
//!
//! Nim values do not add in misère play. What replaces them (Plambeck and Siegel) is a
//! commutative monoid Q with a subset P for the heaps of a game: every heap counts as an
//! element, a sum as the product, and a sum is a P-position exactly if the product is in
//! P. Q is the set of all sums up to indistinguishability: X ~ Y if X + Z and Y + Z have
//! the same outcome for all sums Z.
//!
//! | module | what it holds |
//! |---|---|
//! | `solver` | heap by heap: place the next one, or let the quotient grow |
//! | `learn`, `outcomes` | the quotient of a few generators, from the outcomes of some sums |
//! | `proof` | why a quotient is right for all sums: nothing else is trusted |
//! | [`period`] | when the map of heaps to elements repeats for ever |
//! | [`presentation`] | generators and relations |
//! | `tame` | the quotients of Nim |
//! | `atoms`, `class` | heaps as sums of few games; tame, restive, restless and wild ones |
//! | `form`, `genus` | canonical forms of single games, and their genera |
//! | `genera` | the genera of all heaps, where they repeat |
//!
//! ```
//! use miyama_budget::Budget;
//! use miyama_misere::{Moves, Solver, Watch};
//! // Nim with heaps up to 3: two heaps of two are lost, two heaps of one are not.
//! let nim = Moves::rule(|heap, tell| {
//!     (0..heap).all(|left| tell(&[left]));
//! });
//! let mut solver = Solver::new(nim);
//! let budget = Budget::unlimited();
//! while solver.len() <= 3 {
//!     solver.add(Watch::new(&budget, 100)).unwrap();
//! }
//! let (quotient, map) = (solver.quotient(), solver.images());
//! assert_eq!((quotient.order(), quotient.tame()), (6, Some(2)));
//! assert!(quotient.is_p(quotient.product(map[2], map[2])));
//! assert!(!quotient.is_p(quotient.product(map[1], map[1])));
//! ```
#![allow(clippy::cast_possible_truncation)]

mod atoms;
mod bits;
mod class;
mod form;
mod genera;
mod genus;
mod learn;
mod outcomes;
pub mod period;
mod position;
pub mod presentation;
mod proof;
mod quotient;
mod solver;
mod stop;
mod tame;

pub use atoms::{Atoms, Known};
pub use class::Class;
pub use form::{Form, Forms};
pub use genera::{Genera, genera};
pub use genus::Genus;
pub use quotient::Quotient;
pub use solver::{Growth, Moves, Solver, Tell, TellOptions};
pub use stop::{Stop, Watch};
