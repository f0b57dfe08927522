//! The file of a certificate. The prover writes it from types of its own (`miyama-proof`): the two
//! share nothing, so that neither can hide a mistake of the other.

use super::{States, System};
use miyama_language::formula::Automaton as Named;
use miyama_language::play::Convention;
use serde::{Deserialize, Serialize};

/// A certificate as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// `theorem`
    pub miyama: String,
    /// The version of the format.
    pub version: u32,
    /// The definition of the game.
    pub game: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// So many heaps of a game on one heap.
    pub copies: usize,
    /// How the last move counts.
    pub convention: Convention,
    /// Weights of the heaps.
    pub rank: Vec<Vec<i64>>,
    /// What is claimed.
    pub statement: Statement,
    /// How numbers are written.
    pub numeration: System,
    /// The set.
    pub set: States,
    /// For each way to move that the definition writes, which automaton is its own.
    pub ways: Vec<usize>,
    /// Where ways lead into the set.
    pub into: Vec<States>,
    /// In misère play, where ways are possible.
    pub can: Vec<States>,
    /// The positions of smaller Grundy values.
    pub below: Vec<Level>,
    /// The automata that the statement names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub automata: Vec<Named>,
}

/// The positions of one Grundy value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// The set.
    pub set: States,
    /// Where ways lead into it.
    pub into: Vec<States>,
}

/// What is claimed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "claim", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Statement {
    /// The P-positions are the set; the formula says the same.
    PPositions {
        /// The formula.
        formula: Option<String>,
    },
    /// The formula gives the Grundy values, whose graph is the set.
    Values {
        /// The formula.
        formula: String,
    },
    /// The positions of a Grundy value are the set.
    Level {
        /// The value.
        level: u32,
        /// The formula.
        formula: Option<String>,
    },
    /// The formula holds in the set only, which is that of the P-positions.
    Subset {
        /// The formula.
        formula: String,
    },
    /// Of the positions in the domain, the P-positions, which are the set, are those where the
    /// formula holds.
    Within {
        /// The domain.
        domain: String,
        /// The formula.
        formula: String,
    },
}
