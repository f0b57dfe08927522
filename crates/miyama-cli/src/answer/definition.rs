//! A position solved by the definition, step by step: what a teacher writes on the board.

use super::number::{Convention, Natural, Outcome};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a position is solved before the eyes of a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Way {
    /// Whichever suits the position.
    Any,
    /// Every position that play reaches, with the least value that its options lack.
    Tree,
    /// A table filled cell by cell.
    Table,
    /// Good forms, and what each crosses off.
    Sieve,
    /// Values in binary columns, and groups of powers of two.
    Columns,
    /// An answer to every move.
    Replies,
    /// The cases of Wythoff's theorem.
    Wythoff,
}

/// A position solved by the definition alone. `ways` are all that suit it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ByDefinition<'a> {
    pub(crate) position: String,
    pub(crate) convention: Convention,
    pub(crate) outcome: Outcome,
    pub(crate) value: Option<Natural>,
    pub(crate) ways: &'a [Way],
    pub(crate) steps: &'a Steps,
    /// The steps in words.
    pub(crate) says: Vec<String>,
}

/// The steps, each after those that it needs, behind the name of the way.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Steps {
    Tree(Tree),
    Table(Filling),
    Sieve(Sieve),
    Columns(Columns),
    Replies(Replies),
    Wythoff(Wythoff),
}

/// Positions, each after its options; the last is the one that is asked for.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Tree {
    pub(crate) nodes: Vec<Node>,
}

/// A position; `options` are indices of nodes, those of Left where the players have
/// different moves, whose `right` are those of Right.
#[derive(Clone, Serialize, JsonSchema)]
pub(crate) struct Node {
    pub(crate) position: String,
    pub(crate) options: Vec<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) right: Option<Vec<usize>>,
    pub(crate) outcome: Outcome,
    /// Under normal play, where the players have the same moves.
    pub(crate) value: Option<u32>,
}

/// A table of values filled in this order; `to` is the last cell of the table, and cells
/// beyond it are needed all the same.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Filling {
    pub(crate) to: Vec<u64>,
    pub(crate) cells: Vec<Cell>,
}

/// A cell, the options that it has, and the least value that they lack.
#[derive(Clone, Serialize, JsonSchema)]
pub(crate) struct Cell {
    pub(crate) at: Vec<u64>,
    pub(crate) options: Vec<CellOption>,
    pub(crate) value: u32,
    pub(crate) beyond: bool,
}

/// What a move leaves: one position, or several that are added.
#[derive(Clone, Serialize, JsonSchema)]
pub(crate) struct CellOption {
    pub(crate) pieces: Vec<Vec<u64>>,
    pub(crate) value: u32,
}

/// Good forms in order, until all positions below the one that is asked for are good or
/// crossed off. `end` is crossed off before: under misère play nobody likes to have taken the last stone.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Sieve {
    /// Whether positions that differ in the order of the heaps only are one.
    pub(crate) sorted: bool,
    pub(crate) end: Vec<Vec<u64>>,
    pub(crate) forms: Vec<GoodForm>,
}

/// A good form, the bad forms that it crosses off and that were not crossed off before, and the
/// same with ranges.
#[derive(Serialize, JsonSchema)]
pub(crate) struct GoodForm {
    pub(crate) form: Vec<u64>,
    pub(crate) crosses: Vec<Vec<u64>>,
    pub(crate) ranges: Vec<String>,
}

/// Values in binary, and how often each power of two occurs.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Columns {
    pub(crate) rows: Vec<Row>,
    pub(crate) sum: Natural,
    pub(crate) binary: String,
    /// From the largest power down.
    pub(crate) groups: Vec<Group>,
    pub(crate) moves: Vec<Lowered>,
}

/// A part, its value, and that in binary and as a sum of powers of two.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Row {
    pub(crate) part: String,
    pub(crate) value: Natural,
    pub(crate) binary: String,
    pub(crate) powers: Vec<Natural>,
}

/// A power of two, and the parts whose values hold it, from 1.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Group {
    pub(crate) power: Natural,
    pub(crate) parts: Vec<usize>,
}

/// A part, from 1, whose value is to become another; `lower` if that one is smaller, so that
/// there is such a move.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Lowered {
    pub(crate) part: usize,
    pub(crate) from: Natural,
    pub(crate) to: Natural,
    pub(crate) lower: bool,
}

/// An answer to every move. If the position is won there is an `opening` first.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Replies {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) opening: Option<Step>,
    pub(crate) replies: Vec<MoveAndReply>,
}

/// A move in words, and the position after it.
#[derive(Clone, Serialize, JsonSchema)]
pub(crate) struct Step {
    pub(crate) r#move: String,
    pub(crate) position: String,
}

/// A move and the answer to it; `symmetry` maps the move to the answer.
#[derive(Clone, Serialize, JsonSchema)]
pub(crate) struct MoveAndReply {
    pub(crate) first: Step,
    pub(crate) reply: Step,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) symmetry: Option<Symmetry>,
}

/// A symmetry of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Symmetry {
    HalfTurn,
    LeftRight,
    UpDown,
    Diagonal,
}

/// Both heaps among the numbers k and l, and the case that they are in.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Wythoff {
    pub(crate) s: u64,
    /// The smaller heap.
    pub(crate) low: Named,
    pub(crate) high: Named,
    pub(crate) case: Case,
    /// Where the case leads, the smaller heap first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) to: Option<[Natural; 2]>,
    /// The first pairs, up to those of the heaps where they are small: i, kᵢ, lᵢ.
    pub(crate) pairs: Vec<[Natural; 3]>,
}

/// A number as kᵢ or lᵢ.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Named {
    pub(crate) heap: Natural,
    pub(crate) letter: Letter,
    pub(crate) index: Natural,
}

/// Which of the two sequences a number belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Letter {
    K,
    L,
}

/// The cases of the proof, named by the letters of the smaller and the larger heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Case {
    /// The position is good.
    Good,
    /// Both heaps are equal.
    Equal,
    LL,
    LK,
    KL,
    KK,
}
