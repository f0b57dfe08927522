//! P-positions of games on heaps, where every move adds a displacement: without
//! values, one bit per position or only the list of them.
//!
//! The input is [`Rules`]: displacements `b + ℕd₁ + … + ℕdᵣ` with guards, and the
//! weights of a rank that every move lowers; and a [`Region`] that no move leaves.
//! [`for_each_row`] computes all outcomes of a region as rows of bits;
//! [`for_each_listed`] the list alone, in time and memory that grow like the list,
//! for two heaps and rules of some kinds; [`Values`] the Grundy values, where moves are
//! rays. None of them knows of the others.
// Coordinates are numbers of machine size that the caller has bounded; indices of
// words and lines are not negative where they are cast.
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]

mod bits;
mod frame;
mod list;
mod rows;
mod rules;
mod values;

pub use list::{NoList, for_each_listed, for_each_listed_beside, orders};
pub use rows::{NoRows, Row, Sharing, for_each_row, for_each_row_shared};
pub use rules::{Ending, Form, Lattice, Region, Rules};
pub use values::{Cells, NoValues, Values, Wanted, Window};
