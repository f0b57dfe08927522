//! Repetitions in records of games.

use super::table::Whole;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// The games of a record. `complete` is false if not all were read.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Record")]
pub(crate) struct Record<'a, G: Serialize> {
    pub(crate) format: String,
    #[schemars(with = "Vec<EitherGame>")]
    pub(crate) games: G,
    #[schemars(with = "bool")]
    pub(crate) complete: Whole<'a>,
}

/// A game, or what is wrong with it.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum EitherGame {
    Read(Box<RecordedGame>),
    Unread(UnreadGame),
}

/// What the rules of repetition say of a game.
#[derive(Serialize, JsonSchema)]
pub(crate) struct RecordedGame {
    pub(crate) game: String,
    pub(crate) number: usize,
    pub(crate) moves: usize,
    pub(crate) first_move: usize,
    pub(crate) recurrences: Vec<Recurrence>,
    pub(crate) old_rule: Option<Thrice>,
    pub(crate) word: Option<Vec<String>>,
    pub(crate) blocks: BTreeMap<String, Vec<String>>,
    /// The moves as they are written, where diagrams were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) played: Option<Vec<String>>,
    /// The position before the first move and after each, in SFEN or FEN.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) diagrams: Option<Vec<String>>,
    pub(crate) word_square: Option<BlockFactor>,
    pub(crate) word_cube: Option<BlockFactor>,
    /// The rule of today of shogi.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) present_rule: Option<Ruling>,
    /// Those of chess.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) threefold: Option<Ruling>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) fivefold: Option<Ruling>,
}

/// What a rule says of a game, if it applies.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Ruling(pub(crate) Option<Repeated>);

/// A position that came back so often that the game ends, or a draw can be claimed.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Repeated {
    pub(crate) after: usize,
    pub(crate) occurrences: Vec<usize>,
    pub(crate) perpetual_check: Option<&'static str>,
}

/// A position, and after which moves it stood.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Recurrence {
    pub(crate) times: usize,
    pub(crate) after: Vec<usize>,
}

/// The same moves three times in a row.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Thrice {
    pub(crate) after: usize,
    pub(crate) first_move: usize,
    pub(crate) period: usize,
}

/// A repetition in the word of blocks.
#[derive(Serialize, JsonSchema)]
pub(crate) struct BlockFactor {
    pub(crate) first_block: usize,
    pub(crate) length: usize,
    pub(crate) period: usize,
}

/// A game that could not be read.
#[derive(Serialize, JsonSchema)]
pub(crate) struct UnreadGame {
    pub(crate) number: usize,
    pub(crate) error: UnreadPlace,
}

/// Where, and why.
#[derive(Serialize, JsonSchema)]
pub(crate) struct UnreadPlace {
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) message: String,
}
