//! Games on the cells of grids, strips and graphs: a move replaces an
//! occurrence of one pattern by another of the same shape.
//!
//! - [`parse_definition`]: text to [`Definition`], and back by `Display`
//! - [`Position`]: signs on cells, read by [`read_position`]
//! - [`interpreter`]: the naive meaning of a definition

mod bits;
pub mod builtin;
mod check;
pub mod ending;
mod game;
mod graph;
pub mod interpreter;
mod matcher;
mod parser;
mod part;
mod parts;
pub mod position;
mod print;
mod rule;
mod solver;
mod symmetry;
pub mod syntax;

pub use ending::Ending;
pub use game::{Engine, Game};
pub use parser::{is_definition, parse_definition};
pub use position::{Ground, Position, read as read_position};
pub use syntax::{Definition, Kind};
