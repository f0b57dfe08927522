//! P-positions of games on heaps, where every move adds a displacement: without
//! values, one bit per position or only the list of them.
//!
//! The input is [`Rules`]: displacements `b + ℕd₁ + … + ℕdᵣ` with guards, and the
//! weights of a rank that every move lowers; and a [`Region`] that no move leaves.
//! [`for_each_row`] computes all outcomes of a region as rows of bits;
//! [`for_each_listed`] the list alone, in time and memory that grow like the list,
//! for two heaps and rules of some kinds; [`Values`] the Grundy values, where moves are
//! rays. None of them knows of the others.
//!
//! Which is the last P-position of Wythoff's game with heaps up to 1000?
//!
//! ```
//! use miyama_budget::Budget;
//! use miyama_outcomes::{Ending, Lattice, Region, Rules, for_each_row};
//! // Wythoff's game: rays along both heaps and the diagonal.
//! let ray = |d: [i64; 2]| Lattice { directions: vec![d.to_vec()], bases: vec![d.to_vec()], guard: vec![] };
//! let rules = Rules { weights: vec![1, 1], lattices: vec![ray([-1, 0]), ray([0, -1]), ray([-1, -1])] };
//! let region = Region { limits: vec![(vec![1, 0], 1000), (vec![0, 1], 1000)], top_rank: 2000 };
//! let mut last = None;
//! for_each_row(&rules, &region, Ending::Normal, &Budget::unlimited(), &mut |row| {
//!     row.try_for_each(&mut |p| {
//!         last = Some([p[0].min(p[1]), p[0].max(p[1])]);
//!         Ok(())
//!     })
//! })?;
//! assert_eq!(last, Some([618, 1000]));
//! # Ok::<(), miyama_outcomes::NoRows>(())
//! ```
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
