//! Games on the cells of grids, strips and graphs: a move replaces an
//! occurrence of one pattern by another of the same shape.
//!
//! - [`parse_definition`]: text to [`Definition`], and back by `Display`
//! - [`CellPosition`]: signs on cells, read by [`read_position`]
//! - [`interpreter`]: the naive meaning of a definition

pub mod check;
pub mod interpreter;
mod parser;
pub mod position;
mod print;
pub mod syntax;
pub mod wide;

pub use parser::{LARGEST, is_definition, parse_definition, parse_forms, unknown_ground};
pub use position::{CellPosition, Ground, read as read_position};
pub use syntax::{Definition, Kind};
