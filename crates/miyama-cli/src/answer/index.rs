//! Sequences of a game, and rules with given P-positions.

use schemars::JsonSchema;
use serde::Serialize;

/// The sequences of a game, or one list of numbers, with what is known of them.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Sequences {
    pub(crate) game: String,
    pub(crate) sequences: Vec<ListedSequence>,
}

/// A list of numbers from n = 0 on. `rule` gives all of them; `search` is for the OEIS.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ListedSequence {
    pub(crate) what: String,
    pub(crate) terms: Vec<u64>,
    pub(crate) rule: Option<String>,
    pub(crate) repeats: Option<Repetition>,
    pub(crate) stands: Vec<Stands>,
    pub(crate) search: String,
}

/// The term for n + period is the term for n plus the saltus, from some n on, as far as the
/// list goes.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Repetition {
    pub(crate) from: usize,
    pub(crate) period: usize,
    pub(crate) saltus: i64,
}

/// A sequence with a name in which the list stands: term n of the list is its term n + shift,
/// for as many terms as were compared.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Stands {
    pub(crate) name: String,
    pub(crate) shift: i64,
    pub(crate) terms: usize,
}

/// Rules whose P-positions are those of a formula, and why there are none of some kind.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Rules {
    pub(crate) p_positions: String,
    pub(crate) heaps: Vec<String>,
    pub(crate) rules: Vec<FoundRule>,
    pub(crate) none: Vec<NoRule>,
}

/// A rule: `way` is taking, returning, star or family. Without a formula for its displacements
/// it has no `game`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct FoundRule {
    pub(crate) way: String,
    pub(crate) game: Option<String>,
    pub(crate) displacements: Vec<Vec<i64>>,
    pub(crate) checked_to: u64,
    pub(crate) proved: bool,
    pub(crate) says: String,
}

/// A position from which every displacement to a wanted one joins two of the wanted ones.
#[derive(Serialize, JsonSchema)]
pub(crate) struct NoRule {
    pub(crate) returning: bool,
    pub(crate) position: Vec<u64>,
    pub(crate) joined: Vec<Joined>,
    pub(crate) says: String,
}

/// From the position to `option` is as far as from one wanted position to the other.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Joined {
    pub(crate) option: Vec<u64>,
    pub(crate) from: Vec<u64>,
    pub(crate) to: Vec<u64>,
}
