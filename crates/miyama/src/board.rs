//! Stones on a grid; a move takes some of them away.
//!
//! A game is a [`Rule`]: a list of [`Pattern`]s, each of which says which
//! stones must be there, which must be gone, and which are taken. Everything
//! else works for every such game:
//!
//! - [`Board`]: where the stones lie, written `###/##.` or by its shape
//! - [`Position`]: a board under a rule; its outcome, value and winning moves
//! - [`Solver`]: one position at a time, in the parts it falls into
//! - [`Table`]: all subsets of a board at once, some bits for each
//! - [`nim::Piles`]: what the "basic theorem" of two-dimensional Nim looks at
//! - [`Census`]: how often that theorem is right on a whole board
//!
//! ```
//! use miyama::board::{self, Board, Position};
//! use miyama_budget::Budget;
//! use miyama::nimber::Nimber;
//! let rule = board::rule("2d-nim").unwrap();
//! let position = Position::new(rule, "5x5".parse::<Board>().unwrap());
//! assert_eq!(position.value(&Budget::unlimited()).unwrap(), Nimber(4));
//! ```

mod census;
mod chomp;
mod cram;
mod frame;
mod lanes;
mod layout;
mod memo;
mod misere;
pub mod nim;
mod notation;
mod position;
mod rule;
mod series;
mod shape;
mod solver;
mod table;
mod young;

pub use census::{Census, Found, Wrong, census};
pub use layout::Layout;
pub use position::{Analysis, Moves, Position, Refused, Take};
pub use rule::{Pattern, Rule, Symmetry};
pub use series::{rectangles, rectangles_so_far, staircases, staircases_so_far};
pub use shape::{Board, MOST_SQUARES};
pub use solver::Solver;
pub use table::{ADDRESSABLE, OutcomeTable, Table, most_squares};
pub use young::young_diagrams;

/// Every board game there is. A new one is a file with its [`Rule`] and a line here.
pub const RULES: &[&dyn Rule] = &[&nim::TwoDimensionalNim, &cram::Cram, &chomp::Chomp];

/// The game of this name.
#[must_use]
pub fn rule(name: &str) -> Option<&'static dyn Rule> {
    RULES.iter().copied().find(|rule| rule.name() == name)
}
