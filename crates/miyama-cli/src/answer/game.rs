//! Games that can be named.

use schemars::JsonSchema;
use serde::Serialize;

/// The built-in games.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Games {
    pub(crate) games: Vec<Game>,
}

/// A game. `kinds` says what it is played on: heaps, code, grid, strip, graph. `heaps` are
/// their names; there are none for a board. `code` is the code of a taking-and-breaking game.
/// `derived` and `known` are sentences about a single game: what follows from its text, and
/// what is proved for all sizes; `mathml` is a definition on heaps as it was understood.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Game {
    pub(crate) name: String,
    pub(crate) signature: String,
    pub(crate) kinds: Vec<String>,
    pub(crate) partizan: bool,
    pub(crate) example: String,
    pub(crate) rule: Option<String>,
    pub(crate) definition: Option<String>,
    pub(crate) heaps: Option<Vec<String>>,
    pub(crate) code: Option<String>,
    pub(crate) source: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) derived: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) known: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) mathml: Option<String>,
}
