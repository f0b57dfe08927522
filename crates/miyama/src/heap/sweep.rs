//! Values of all positions of a box, rank by rank, with a few words of work per
//! position instead of one step per option.
//!
//! For displacements L = `b + ℕd₁ + … + ℕdᵣ` let R(p) be the set of values on
//! p + L. It satisfies R(p) = R(p + d₁) ∪ R'(p), where R' belongs to
//! `b + ℕd₂ + … + ℕdᵣ`: a lattice is a ray of lattices with one direction less.
//! So every direction keeps one set per line in that direction, and a visit at
//! p updates the set of the line through p: the last position visited on the
//! line was p + d₁. The value of p is the least number in none of its sets.
//!
//! Two things need care. *Lines begin at the edge*: where p + d₁ has a negative
//! heap, the set is built from the definition; see [`plan`], which also says for
//! which displacements p + d₁ was visited in all other cases. *Directions
//! along a rank*: where d₁ does not lower the rank, p + d₁ belongs to the same
//! rank as p, and the sets are updated in a pass of their own that visits the
//! positions of the rank in the order of the line, before their values are
//! computed; the values that enter the sets are all of lower ranks.
//!
//! Positions of one rank are independent: threads share them.

mod checkpoint;
mod domain;
mod family;
mod lines;
pub mod plan;
mod plane;
mod ray;
mod shape;
mod shared;
mod worker;

pub use domain::Domain;
pub use shape::Shape;
pub(crate) use worker::memory;
pub use worker::{PositionNumber, Swept, sweep};
