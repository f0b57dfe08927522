//! Games in which play only takes stones: two-dimensional Nim, Cram, Chomp, Kayles
//! on a strip, and whatever else is written so.
//!
//! [`Taking`] is derived from the text of a game; a position is then a set of
//! stones in one machine word, and a move a mask. What works for every such game:
//!
//! - [`Board`]: where the stones lie, written `###/##.` or by its shape
//! - [`StonePosition`]: a board under a rule; its outcome, value and winning moves
//! - [`Solver`]: one position at a time, in the parts it falls into
//! - [`Table`]: all subsets of a board at once, some bits for each
//! - [`nim::Piles`]: what the "basic theorem" of two-dimensional Nim looks at
//! - [`Census`]: how often that theorem is right on a whole board
//!
//! ```
//! use miyama::pattern::taking::{Board, StonePosition, built_in};
//! use miyama_budget::Budget;
//! use miyama::nimber::Nimber;
//! let rule = built_in("2d-nim").unwrap();
//! let position = StonePosition::new(&rule, "5x5".parse::<Board>().unwrap());
//! assert_eq!(position.value(&Budget::unlimited()).unwrap(), Nimber(4));
//! ```

mod census;
mod frame;
mod lanes;
mod layout;
mod memo;
mod misere;
pub mod nim;
mod notation;
mod pairing;
mod placement;
mod position;
mod rule;
mod series;
mod shape;
mod solver;
mod table;
mod young;

pub use census::{Census, Found, Wrong, census};
pub use layout::Layout;
pub use position::{Analysis, Moves, StonePosition, Take, Unsolved};
pub use rule::{Pattern, Taking};
pub use series::{rectangles, rectangles_so_far, staircases, staircases_so_far};
pub use shape::{Board, MOST_SQUARES};
pub use solver::Solver;
pub use table::{ADDRESSABLE, OutcomeTable, Table, most_squares};
pub use young::young_diagrams;

use super::builtin;
use super::game::Game;
use std::sync::Arc;

/// Boards that hang together have at most this many stones, and rows and columns of
/// at most as many cells.
pub const LONGEST: usize = 64;

/// The built-in game of this name, if its moves only take stones.
#[must_use]
pub fn built_in(name: &str) -> Option<Arc<Taking>> {
    let mut forms = builtin::find(name).filter_map(|form| Game::new(form.definition.clone(), &[]).ok());
    forms.find_map(|game| Taking::of(name, &game, LONGEST))
}
