//! Games on the cells of grids, strips and graphs: a move replaces an
//! occurrence of one pattern by another of the same shape.
//!
//! - [`parse_definition`]: text to [`Definition`], and back by `Display`
//! - [`CellPosition`]: signs on cells, read by [`read_position`]
//! - [`interpreter`]: the naive meaning of a definition

mod bits;
pub mod builtin;
mod cells;
mod census;
pub mod ending;
mod engine;
mod facts;
mod game;
mod graph;
mod involution;
mod matcher;
mod mirror;
mod nearer;
mod part;
mod parts;
mod piece;
mod rule;
mod shown;
mod solver;
mod strip;
mod symmetry;
pub mod taking;
mod territory;

pub use cells::Cells;
pub use census::{NoCensus, SubsetCensus, subset_census};
pub use ending::Ending;
pub use engine::Engine;
pub use game::Game;
pub use mirror::Mirror;
pub use miyama_language::pattern::position::MOST_CELLS;
pub use miyama_language::pattern::{
    CellPosition, Definition, Ground, Kind, is_definition, parse_definition, parse_forms, read_position, unknown_ground,
};
pub use miyama_language::pattern::{interpreter, position, syntax};
pub(crate) use piece::Piece;
pub(crate) use strip::Strips;
