//! From the table of a game to a formula that people would write.
//!
//! [`conjecture`] computes a small table of a ruleset, looks for descriptions that it
//! suggests, compares each with the whole table, and keeps what also holds in a box with
//! at least four times the side. What it returns is true to that bound, not proved.
//!
//! From which heaps does the next player lose who may take up to three stones?
//!
//! ```
//! use miyama::budget::Budget;
//! use miyama::heap::{builtin, formula::Names, ruleset::Argument};
//! use miyama::play::Convention;
//! use miyama_conjecture::{Wanted, conjecture};
//! let bounded = builtin::ruleset("bounded", &[Argument::Number(3)]).unwrap();
//! let wanted = Wanted::PPositions(Convention::Normal);
//! let found = conjecture(&bounded, wanted, &Names::of(bounded.heap_names()), None, &Budget::unlimited()).unwrap();
//! assert_eq!(found.best.unwrap().formula, "x mod 4 = 0");
//! ```

mod beatty;
mod candidate;
mod cells;
mod condition;
mod cone;
mod cost;
mod cover;
mod digits;
mod equations;
mod exceptions;
pub mod find_rule;
pub mod index;
mod lines;
mod neighbours;
mod nim;
mod numbers;
mod one_heap;
mod sample;
mod search;
mod semilinear;
mod sequence;
mod threshold;
mod values;

pub use candidate::Class;
pub use cells::CellSet;
pub use numbers::Cells;
pub use sample::Sample;
pub use search::{Conjecture, Description, Wanted, conjecture, described, holds};
pub use semilinear::by_cells;
