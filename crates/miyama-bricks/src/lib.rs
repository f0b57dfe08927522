//! Towers and buildings of equal bricks p×q.
//!
//! A building is a connected set of bricks: each lies on a layer, at whole
//! coordinates, along or across; bricks of one layer do not overlap, and two
//! bricks hold together if they lie on neighbouring layers and overlap. Two
//! buildings are the same if a translation and a rotation about the vertical
//! carry one to the other; mirror images differ.
//!
//! | module | what it holds |
//! |---|---|
//! | [`building`] | buildings one by one, and the simple count that checks the fast one |
//! | [`tower`] | the closed forms of towers |
//!
//! How many buildings can be made of four bricks 2×4?
//!
//! ```
//! use miyama_bricks::{Brick, Ledger, Plan, Shard, Tally};
//! use miyama_budget::Budget;
//! let budget = Budget::unlimited();
//! let plan = Plan::all(Brick::new(2, 4).unwrap(), 4, &budget).unwrap();
//! let mut ledger = Ledger::new(&plan);
//! plan.run(Shard::WHOLE, &mut ledger, &budget, &mut |_| {}).unwrap();
//! let tally: Tally = plan.tallies(&ledger.parts).into_values().sum();
//! assert_eq!(tally.count(), 119_580);
//! ```

mod board;
pub mod building;
mod count;
mod hinge;
mod image;
mod joint;
mod layer;
mod packing;
mod partition;
mod plan;
mod popcount;
mod profile;
mod sample;
mod shape;
mod spread;
mod symmetric;
mod tally;
pub mod tower;
mod window;

pub use count::{Ledger, Shard};
pub use plan::{Plan, Refusal, VERSION};
pub use profile::{MAX_BRICKS, Profile};
pub use sample::Sample;
pub use shape::{Brick, MAX_SIDE, Place};
pub use tally::Tally;
