//! Statements about games: proved, tested, compared.

use super::number::{Convention, Natural};
use schemars::JsonSchema;
use serde::Serialize;

/// A formula, proved for all sizes or refuted. `violation` and `option` say what is broken
/// at the counterexample.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Proof {
    pub(crate) game: String,
    pub(crate) heaps: Vec<String>,
    pub(crate) statement: String,
    pub(crate) claim: ProvedClaim,
    pub(crate) formula: String,
    pub(crate) level: Option<u32>,
    pub(crate) convention: Convention,
    pub(crate) verdict: Verdict,
    pub(crate) how: String,
    pub(crate) counterexample: Option<Vec<Natural>>,
    pub(crate) violation: Option<String>,
    pub(crate) option: Option<Vec<Vec<u64>>>,
    pub(crate) states: Option<usize>,
    pub(crate) numeration: Option<String>,
    pub(crate) certificate: Option<Certificate>,
    /// The theorem for another program, if that was asked for.
    pub(crate) export: Option<String>,
}

/// A sentence about an infinite word, decided. `variables` names the numbers of the
/// counterexample.
#[derive(Serialize, JsonSchema)]
pub(crate) struct WordProof {
    pub(crate) word: String,
    pub(crate) statement: String,
    pub(crate) sentence: String,
    pub(crate) verdict: Verdict,
    pub(crate) how: String,
    pub(crate) counterexample: Option<Vec<Natural>>,
    pub(crate) variables: Option<Vec<String>>,
    pub(crate) states: Option<usize>,
    pub(crate) numeration: Option<String>,
    pub(crate) certificate: Option<Certificate>,
}

/// What is claimed of a game.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ProvedClaim {
    PPositions,
    Values,
    Level,
    Subset,
}

/// What became of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Verdict {
    Proved,
    /// Nothing here proves it, but SMT solvers say that it holds.
    Attested,
    Refuted,
    /// It cannot be said in what proofs are made of.
    Outside,
    /// It was not decided within the limits.
    Limit,
}

/// The certificate of a proof.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Certificate {
    pub(crate) version: u32,
    pub(crate) bytes: usize,
    pub(crate) sha256: String,
}

/// What holds for all sizes. `formula` is null where none was found that says the same as
/// the automaton.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Theorem {
    pub(crate) game: String,
    pub(crate) heaps: Vec<String>,
    pub(crate) statement: Option<String>,
    pub(crate) convention: Convention,
    pub(crate) level: Option<u32>,
    pub(crate) verdict: Verdict,
    pub(crate) how: String,
    pub(crate) counterexample: Option<Vec<Natural>>,
    pub(crate) states: Option<usize>,
    pub(crate) certificate: Option<Certificate>,
    pub(crate) formula: Option<String>,
    pub(crate) numeration: Option<String>,
    pub(crate) learned_to: Option<u64>,
    pub(crate) facts: Vec<Fact>,
    /// The automaton of the set, the start first; null if it has many states.
    pub(crate) automaton: Option<Vec<AutomatonState>>,
    /// The theorem for another program, if that was asked for.
    pub(crate) export: Option<String>,
}

/// A state of an automaton.
#[derive(Serialize, JsonSchema)]
pub(crate) struct AutomatonState {
    pub(crate) accepts: bool,
    pub(crate) row: Vec<AutomatonArrow>,
}

/// One digit of each heap, and the state that follows.
#[derive(Serialize, JsonSchema)]
pub(crate) struct AutomatonArrow {
    pub(crate) digits: Vec<u8>,
    pub(crate) to: u32,
}

/// Something that holds of the set for all sizes.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "fact", rename_all = "kebab-case")]
pub(crate) enum Fact {
    Symmetric {
        says: String,
    },
    Finite {
        count: u64,
        largest: Natural,
        says: String,
    },
    OnePerRow {
        heap: String,
        says: String,
    },
    AtMostOnePerRow {
        heap: String,
        says: String,
    },
    Diagonal {
        period: u64,
        from: u64,
        says: String,
    },
    /// With the period 1 the heap does not matter once it is at least `from`.
    Repeats {
        heap: String,
        period: u64,
        from: u64,
        says: String,
    },
    /// Of one heap, `count` of every `period` sizes in a row; of more heaps, the limit of their
    /// share among the positions with heaps below n.
    Density {
        count: u64,
        period: u64,
        says: String,
    },
}

/// Two games compared, for all sizes. The counterexample of the moves is a position and an
/// option.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Comparison {
    pub(crate) games: [String; 2],
    pub(crate) convention: Convention,
    pub(crate) moves: Same,
    pub(crate) p_positions: Same,
    pub(crate) values: Option<Same>,
    pub(crate) says: String,
}

/// What became of a comparison.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Same {
    pub(crate) verdict: Verdict,
    pub(crate) counterexample: Option<Vec<Natural>>,
}

/// A formula put to the test, the first violation, and the positions around it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Tested {
    pub(crate) game: String,
    pub(crate) heaps: Vec<String>,
    pub(crate) convention: Convention,
    pub(crate) claim: TestedClaim,
    pub(crate) formula: String,
    pub(crate) verdict: TestedVerdict,
    pub(crate) how: Option<String>,
    /// What is true instead.
    pub(crate) truth: Option<String>,
    /// The ways to the answer, in order, and those that were passed over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) explain: Option<Vec<String>>,
    pub(crate) bound: Vec<u64>,
    pub(crate) counterexample: Option<String>,
    pub(crate) order: String,
    pub(crate) violation: Option<Violation>,
    pub(crate) window: Window,
    pub(crate) says: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) complete: Option<bool>,
}

/// What is claimed of the positions up to a bound.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum TestedClaim {
    PPositions,
    Values,
}

/// What became of a formula: it holds up to the bound, or for all sizes, or fails.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum TestedVerdict {
    Refuted,
    Holds,
    Proved,
}

impl TestedVerdict {
    pub(crate) fn name(self) -> &'static str {
        match self {
            TestedVerdict::Refuted => "refuted",
            TestedVerdict::Holds => "holds",
            TestedVerdict::Proved => "proved",
        }
    }
}

/// A position where a formula fails. `claimed` and `actual` are values, or P and N;
/// `option` is the option that shows it, as heaps of its parts.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Violation {
    pub(crate) position: Vec<u64>,
    pub(crate) kind: String,
    pub(crate) claimed: String,
    pub(crate) actual: String,
    pub(crate) option: Option<Vec<Vec<u64>>>,
    pub(crate) says: String,
    pub(crate) beyond: bool,
}

/// A part of a table: the heaps before the last two, and the sizes of the last two.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Window {
    pub(crate) fixed: Vec<u64>,
    pub(crate) rows: Vec<u64>,
    pub(crate) columns: Vec<u64>,
    pub(crate) cells: Vec<Vec<Cell>>,
}

/// What is claimed and what is true at a position: values, or P and N.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Cell {
    pub(crate) claimed: Option<String>,
    pub(crate) actual: Option<String>,
    pub(crate) differs: bool,
}

/// A formula about some of the positions, compared with the truth: `level` is the Grundy value
/// that it is about, `region` the condition on the positions.
#[derive(Serialize, JsonSchema)]
pub(crate) struct RegionTested {
    pub(crate) game: String,
    pub(crate) heaps: Vec<String>,
    pub(crate) level: Option<u32>,
    pub(crate) formula: String,
    pub(crate) region: Option<String>,
    pub(crate) verdict: TestedVerdict,
    pub(crate) bound: Vec<u64>,
    pub(crate) compared: u64,
    pub(crate) counterexample: Option<Vec<u64>>,
    pub(crate) claimed: Option<String>,
    pub(crate) actual: Option<String>,
    pub(crate) says: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) complete: Option<bool>,
}

/// What a table seems to say. `formula` is null where nothing was found; `verdict` is that of
/// the proof.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Conjecture {
    pub(crate) game: String,
    pub(crate) heaps: Vec<String>,
    pub(crate) convention: Convention,
    pub(crate) level: Option<u32>,
    pub(crate) statement: Option<String>,
    pub(crate) formula: Option<String>,
    pub(crate) class: Option<String>,
    pub(crate) exceptions: usize,
    pub(crate) learned_to: u64,
    pub(crate) checked_to: Option<u64>,
    pub(crate) verdict: Option<Verdict>,
    pub(crate) how: Option<String>,
    pub(crate) runners_up: Vec<String>,
    pub(crate) check: Option<String>,
    pub(crate) prove: Option<String>,
}
