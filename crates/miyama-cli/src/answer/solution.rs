//! Positions: who wins, and the moves.

use super::number::{Convention, Natural, Outcome};
use schemars::JsonSchema;
use serde::Serialize;

/// Who wins. `winning_moves` are the first of `winning_moves_count`, which is exact if
/// `winning_moves_counted`. Where the players have different moves they are those of Left,
/// and `form` is the canonical form. `complete` is false if the search was stopped.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Solution {
    pub(crate) position: String,
    pub(crate) convention: Convention,
    pub(crate) outcome: Outcome,
    pub(crate) value: Option<Natural>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) form: Option<String>,
    pub(crate) winning_moves: Vec<String>,
    pub(crate) winning_moves_count: Natural,
    pub(crate) winning_moves_counted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) winning_moves_right: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) winning_moves_right_count: Option<Natural>,
    pub(crate) why: String,
    pub(crate) method: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) boards: Option<Boards>,
    /// The ways to the answer, in order, and those that were passed over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) explain: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) complete: Option<bool>,
}

/// What is known when the search was stopped before it was known who wins: who wins if each player
/// begins, where that is known, numbers between which the value lies up to infinitesimals, and the moves of each
/// player that are known to win or to lose.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SolutionSoFar {
    pub(crate) position: String,
    pub(crate) convention: Convention,
    pub(crate) possible_outcomes: Vec<Outcome>,
    pub(crate) left_wins_first: Option<bool>,
    pub(crate) right_wins_first: Option<bool>,
    pub(crate) at_least: Option<String>,
    pub(crate) at_most: Option<String>,
    pub(crate) moves_left: MovesSoFar,
    pub(crate) moves_right: MovesSoFar,
    /// How many sums were looked at.
    pub(crate) sums: u64,
    /// The largest heaps of the table that was finished, where both players have the same moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) known_to: Option<Vec<u64>>,
    /// The parts whose nim values are known, where those of others are not.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) known_values: Vec<KnownValue>,
    pub(crate) complete: bool,
}

/// A part of a sum and its nim value.
#[derive(Serialize, JsonSchema)]
pub(crate) struct KnownValue {
    pub(crate) part: String,
    pub(crate) value: String,
}

/// The positions after moves that are known to win and to lose, and how many others there are; not all
/// of them if not `listed`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct MovesSoFar {
    pub(crate) winning: Vec<String>,
    pub(crate) losing: Vec<String>,
    pub(crate) unknown: usize,
    pub(crate) listed: bool,
}

/// The boards of a position.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Boards {
    pub(crate) parts: Vec<BoardPart>,
    pub(crate) winning_takes: Vec<Taking>,
}

/// A board in the signs of its game; with HXOR and VXOR and what they say, where the game has that
/// theorem.
#[derive(Serialize, JsonSchema)]
pub(crate) struct BoardPart {
    pub(crate) game: String,
    pub(crate) board: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) hxor: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) vxor: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) basic_theorem: Option<Outcome>,
    /// The rules 1) to 4) of the paper's search that apply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) search: Option<Vec<SearchRule>>,
}

/// A rule of the search in the paper on two-dimensional Nim: how many stones it takes, how many moves it
/// names, and how many of them win, where that is known.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SearchRule {
    pub(crate) rule: u8,
    pub(crate) stones: usize,
    pub(crate) moves: usize,
    pub(crate) winning: Option<usize>,
}

/// The stones of a winning move, each as row and column.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Taking {
    pub(crate) part: usize,
    pub(crate) taken: Vec<[usize; 2]>,
}

/// The moves of a position, and the move of the machine. `turn` and `form` are there where
/// the players have different moves.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Reply {
    pub(crate) position: String,
    pub(crate) parts: Vec<Part>,
    pub(crate) convention: Convention,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) turn: Option<Turn>,
    /// Null where nobody knows who wins: then the reply is chosen by temperature.
    pub(crate) outcome: Option<Outcome>,
    pub(crate) value: Option<Natural>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) form: Option<String>,
    pub(crate) moves_left: Option<u32>,
    pub(crate) over: bool,
    pub(crate) options: Vec<Move>,
    pub(crate) options_complete: bool,
    pub(crate) winning_moves_count: Natural,
    pub(crate) reply: Option<MachineMove>,
    pub(crate) why: String,
    pub(crate) method: String,
    /// So many options the other player may forbid before this move, in games that have it so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) may_forbid: Option<usize>,
    /// The positions that are forbidden now: those that were given, or what a perfect player forbids.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) forbidden: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) complete: Option<bool>,
}

/// Whose turn it is.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Turn {
    Left,
    Right,
}

/// A part of a sum: heaps, a board of stones, cells, or a value.
#[derive(Default, Serialize, JsonSchema)]
pub(crate) struct Part {
    /// Its number in moves.
    pub(crate) number: usize,
    pub(crate) game: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) heaps: Option<Vec<Natural>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) board: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cells: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) worth: Option<String>,
}

/// A move: its words, the part it is made in, what it leaves of the part, and what is known
/// of the whole after it.
#[derive(Clone, Serialize, JsonSchema)]
pub(crate) struct Move {
    pub(crate) r#move: String,
    pub(crate) part: usize,
    pub(crate) left: Vec<String>,
    pub(crate) position: String,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) value: Option<Natural>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) form: Option<String>,
    pub(crate) wins: Option<bool>,
    pub(crate) moves_left: Option<u32>,
    /// The stones or cells that change, each as row and column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) taken: Option<Vec<[usize; 2]>>,
}

/// The move that the machine makes, and why.
#[derive(Serialize, JsonSchema)]
pub(crate) struct MachineMove {
    #[serde(flatten)]
    pub(crate) made: Move,
    pub(crate) how: How,
    pub(crate) says: String,
}

/// Why the machine made a move.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum How {
    Over,
    Wins,
    Resists,
    LeavesMost,
    Unknown,
    Errs,
    Temperature,
}

/// The moves of a position by the rules alone; `complete` is false if there are more.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Moves {
    pub(crate) position: String,
    pub(crate) options: Vec<Left>,
    /// For each of the options the part of the sum in which the move is made, from 0.
    pub(crate) parts: Vec<usize>,
    pub(crate) complete: bool,
}

/// What a move leaves of its part: pieces, each as its heaps or as it is written.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Left {
    Heaps(Vec<Vec<Natural>>),
    Written(Vec<String>),
}
