//! What a proof leaves behind: everything that separate code needs to check it.
//!
//! A certificate holds the definition of the game, the statement, the numeration
//! system, the automaton of the set, and one automaton per way to move. Letters are
//! numbers: the digit of variable v has the weight 16ᵛ.

use crate::learn::Learned;
use crate::rules::Rules;
use miyama::heap::formula::Automaton as Named;
use miyama::play::Convention;
use miyama_automata::{Automaton, Numeration};
use serde::{Deserialize, Serialize};

/// A proof as it is saved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// What kind of file it is: `theorem`.
    pub miyama: String,
    /// The version of the format.
    pub version: u32,
    /// The definition of the game.
    pub game: String,
    /// The arguments of its parameters, as they are written.
    pub arguments: Vec<String>,
    /// So many heaps of a game on one heap; 1 for the game itself.
    pub copies: usize,
    /// How the last move counts.
    pub convention: Convention,
    /// Why play ends: weights of the heaps. Every move lowers the first of the weighted
    /// sums that it changes, and it changes one.
    pub rank: Vec<Vec<i64>>,
    /// What is claimed.
    pub statement: Statement,
    /// How numbers are written.
    pub numeration: System,
    /// The set; for values, the pairs of a position and its value.
    pub set: States,
    /// For each set of options of the definition, and each order of the heaps if it is
    /// closed under exchanging them (lexicographically; or each heap, of several side by
    /// side), the place of its automaton in `into` and `can`.
    pub ways: Vec<usize>,
    /// For each way to move, where it leads into the set; for values, the pairs of a
    /// position and a value that it leads to.
    pub into: Vec<States>,
    /// In misère play, for each way to move, where it is possible.
    pub can: Vec<States>,
    /// For the positions of a Grundy value, those of the smaller ones.
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
    /// For each way to move, where it leads into the set.
    pub into: Vec<States>,
}

/// What is claimed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "claim", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Statement {
    /// The P-positions are the set; the formula, if there is one, says the same.
    PPositions {
        /// The formula.
        formula: Option<String>,
    },
    /// The formula gives the Grundy value of every position.
    Values {
        /// The formula.
        formula: String,
    },
    /// The positions of this Grundy value are the set.
    Level {
        /// The value.
        level: u32,
        /// The formula.
        formula: Option<String>,
    },
    /// Where the formula holds, there are only P-positions, which are the set.
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

/// A numeration system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum System {
    /// A base.
    Base(u8),
    /// A metallic system.
    Metallic(u8),
}

/// The states of an automaton: whether each accepts, and its row of letters and
/// targets. The first is the start.
pub type States = Vec<(bool, Vec<(u64, u32)>)>;

impl From<Numeration> for System {
    fn from(system: Numeration) -> System {
        match system {
            Numeration::Base(b) => System::Base(b),
            Numeration::Metallic(s) => System::Metallic(s),
        }
    }
}

/// An automaton as it is saved.
pub(crate) fn states(set: &Automaton) -> States {
    let all = 0..u32::try_from(set.states()).expect("states are numbered in 32 bits");
    all.map(|state| (set.is_accepting(state), set.row(state).to_vec())).collect()
}

impl Certificate {
    /// The version of the format.
    pub const VERSION: u32 = 1;

    pub(crate) fn of(
        rules: &Rules<'_>,
        convention: Convention,
        statement: Statement,
        learned: &Learned,
    ) -> Certificate {
        let all = |sets: &[Automaton]| -> Vec<States> { sets.iter().map(states).collect() };
        Certificate {
            miyama: "theorem".to_owned(),
            version: Certificate::VERSION,
            game: rules.ruleset.definition().to_owned(),
            arguments: rules.arguments.iter().map(ToString::to_string).collect(),
            copies: rules.copies,
            convention,
            rank: rules.rank.clone(),
            statement,
            numeration: learned.set.system().into(),
            set: states(&learned.set),
            ways: rules.moves.listed.clone(),
            into: all(&learned.into),
            can: all(&learned.can),
            automata: vec![],
            below: learned
                .below
                .iter()
                .map(|lower| Level { set: states(&lower.set), into: all(&lower.into) })
                .collect(),
        }
    }
}
