//! Games on heaps, defined by the set of options of a position.
//!
//! The way of a definition: [`notation`] reads the text, [`ruleset`] puts the
//! arguments in and turns every option set into cases of linear conditions
//! ([`linear`]), [`rank`] shows that play ends, [`semilinear`] writes the cases
//! as displacements `b + ℕd₁ + … + ℕdᵣ` where it can, and a table computes
//! the values of a whole box from them.

pub mod as_code;
pub mod builtin;
mod circle;
pub mod comparison;
pub mod conjecture;
mod dense;
pub(crate) mod fault;
mod is_option;
pub mod layout;
pub mod level_sets;
pub mod linear;
mod lower;
pub mod options;
mod orbit;
mod outcomes;
pub mod played_out;
pub mod proved;
pub mod random;
pub mod rank;
mod recursion;
pub mod ruleset;
pub mod semilinear;
pub mod sweep;
pub mod table;
pub mod theorem;
pub(crate) mod unfold;
pub mod winning_table;

pub use miyama_language::{formula, interpreter, notation};
pub use outcomes::{Listing, listed_levels};
