//! What a proof by signs leaves behind: which polynomials to look at. Everything that
//! they are made of, the checker computes itself.

use serde::{Deserialize, Serialize};

/// A proof as it is saved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// `signs`
    pub miyama: String,
    /// The version of the format.
    pub version: u32,
    /// The definition of the game.
    pub game: String,
    /// Its arguments: numbers, or names that stand for every natural number.
    pub arguments: Vec<String>,
    /// The P-positions: listed ones, and the neighbours in a quadratic sequence.
    pub formula: String,
    /// For each way to move, which of its conditions show that it lowers the total.
    pub ends: Vec<Sum>,
    /// No move leads from one of these positions to another.
    pub inside: Vec<NoMove>,
    /// From all others there is a move to one of them: for x ≤ y and for x ≥ y.
    pub everywhere: [Tree; 2],
}

impl Certificate {
    /// The version of the format.
    pub const VERSION: u32 = 1;
}

/// Multiples of conditions or hypotheses that are added up: place and factor.
pub type Sum = Vec<(usize, u32)>;

/// One of the positions of the formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// A listed one, by its place in the formula.
    Listed(usize),
    /// (f(k), f(k+1)), k the index of the bracket.
    Bracket,
    /// (f(k+1), f(k)).
    BracketMirrored,
    /// (f(m), f(m+1)), m the index of the difference.
    Difference,
    /// (f(m+1), f(m)).
    DifferenceMirrored,
    /// (f(0), f(1)).
    First,
    /// (f(1), f(0)).
    FirstMirrored,
}

/// A way to move does not lead from one position to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoMove {
    /// The way.
    pub way: usize,
    /// From here: a listed position, or one of the bracket.
    pub from: Place,
    /// To there: a listed position, or one of the difference.
    pub to: Place,
    /// How the indices k and m compare, where there are two.
    pub indices: Indices,
    /// Why.
    pub because: Closed,
}

/// How k and m compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Indices {
    /// There are not both.
    None,
    /// k = m + 1 + e.
    Greater,
    /// k = m.
    Equal,
    /// m = k + 1 + e.
    Less,
}

/// Why conditions contradict each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Closed {
    /// Their sum has no positive coefficient and a negative constant.
    Sum(Sum),
    /// A variable is 0, or one more than a natural number.
    Zero(u8, Box<[Closed; 2]>),
}

/// Why there is a move from everywhere else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tree {
    /// The hypotheses contradict each other: their sum has no positive coefficient and a
    /// negative constant.
    Contradiction(Sum),
    /// The position is one of the formula.
    Inside(Place),
    /// There is a move by this way to this position: each condition less the sum of the
    /// hypotheses has no negative coefficient.
    Move(usize, Place, Vec<Sum>),
    /// Cases.
    Split(Split, Vec<Tree>),
}

/// A distinction of cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Split {
    /// x + y > f(k) + f(k+1), or not.
    Total,
    /// The difference of the heaps is f(m+1) − f(m) + r with 0 ≤ r < step, or less than f(1).
    Difference,
    /// k = m + 1 + e, k = m, m = k + 1 + e.
    Indices,
    /// A variable is 0, or one more than a natural number.
    Zero(u8),
}
