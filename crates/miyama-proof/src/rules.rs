//! A ruleset with what proofs need of it.

use crate::moves::Moves;
use crate::outside::{Outside, Part, What};
use miyama::budget::Budget;
use miyama::heap::notation::{Body, Definition, parse_definition};
use miyama::heap::ruleset::{Argument, Ruleset};
use miyama_automata::Limits;

/// A ruleset, its definition, and its moves as formulas.
#[derive(Clone, Debug)]
pub struct Rules<'a> {
    pub(crate) ruleset: &'a Ruleset,
    pub(crate) definition: Definition,
    pub(crate) arguments: Vec<Argument>,
    /// So many heaps of a ruleset on one heap, side by side; 1 for the ruleset itself.
    pub(crate) copies: usize,
    pub(crate) moves: Moves,
}

impl<'a> Rules<'a> {
    /// Reads the moves of a ruleset.
    ///
    /// # Errors
    /// What of its definition no automaton decides.
    pub fn of(ruleset: &'a Ruleset) -> Result<Rules<'a>, Outside> {
        let no = || What::Split.at(Part::Definition, None);
        let definition = parse_definition(ruleset.definition()).map_err(|_| no())?;
        let Body::Options { heaps, .. } = &definition.body else { return Err(no()) };
        let copies = ruleset.heaps() / heaps.len();
        let arguments = ruleset.arguments().to_vec();
        let moves = Moves::of(&definition, &arguments, copies)?;
        Ok(Rules { ruleset, definition, arguments, copies, moves })
    }

    /// The number of heaps of a position.
    #[must_use]
    pub fn heaps(&self) -> u8 {
        self.moves.heaps
    }
}

/// The most states of an automaton, and its most transitions.
const STATES: usize = 2_000_000;
const TRANSITIONS: usize = 30_000_000;

/// What a budget lets automata use: a state with its rows takes about a hundred
/// bytes, and a subset construction holds two of them and the sets.
pub(crate) fn limits<'a>(budget: &Budget, go_on: &'a dyn Fn() -> bool) -> Limits<'a> {
    let memory = budget.memory().map_or(usize::MAX, |bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
    Limits { states: STATES.min(memory / 512), transitions: TRANSITIONS.min(memory / 64), go_on }
}
