//! Games that can be named.

use schemars::JsonSchema;
use serde::Serialize;

/// The built-in games.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Games {
    pub(crate) games: Vec<Game>,
}

/// A game. `heaps` are their names; there are none for a board. `code` is the code of a
/// taking-and-breaking game.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Game {
    pub(crate) name: String,
    pub(crate) signature: String,
    pub(crate) example: String,
    pub(crate) rule: Option<String>,
    pub(crate) definition: Option<String>,
    pub(crate) heaps: Option<Vec<String>>,
    pub(crate) code: Option<String>,
    pub(crate) source: Option<String>,
}
