//! A ruleset with what proofs need of it.

use crate::moves::Moves;
use crate::outside::{Outside, Part, What};
use miyama::budget::Budget;
use miyama::heap::notation::{Body, Definition, orders, parse_definition};
use miyama::heap::ruleset::{Argument, Ruleset};
use miyama_automata::{Formula, Limits, Numeration};

/// A ruleset, its definition, and its moves as formulas.
#[derive(Clone, Debug)]
pub struct Rules<'a> {
    pub(crate) ruleset: &'a Ruleset,
    pub(crate) definition: Definition,
    pub(crate) arguments: Vec<Argument>,
    /// So many heaps of a ruleset on one heap, side by side; 1 for the ruleset itself.
    pub(crate) copies: usize,
    pub(crate) moves: Moves,
    /// Weighted sums of the heaps: every move lowers the first that it changes.
    pub(crate) rank: Vec<Vec<i64>>,
}

impl<'a> Rules<'a> {
    /// Reads the moves of a ruleset.
    ///
    /// # Errors
    /// What of its definition no automaton decides.
    pub fn of(ruleset: &'a Ruleset) -> Result<Rules<'a>, Outside> {
        let no = || What::Split.at(Part::Definition, None);
        if !ruleset.is_won_as_usual() {
            return Err(What::Won.at(Part::Definition, None));
        }
        let definition = parse_definition(ruleset.definition()).map_err(|_| no())?;
        // What a `let` cannot be put in for is named below.
        let definition = definition.without_lets().unwrap_or(definition);
        let Body::Options { heaps, .. } = &definition.body else { return Err(no()) };
        if definition.is_partizan() {
            return Err(What::Partizan.at(Part::Definition, None));
        }
        let copies = ruleset.heaps() / heaps.len();
        let arguments = ruleset.arguments().to_vec();
        let moves = Moves::of(&definition, &arguments, copies)?;
        let rank = rank(ruleset, &moves).ok_or_else(|| What::Rank.at(Part::Definition, None))?;
        Ok(Rules { ruleset, definition, arguments, copies, moves, rank })
    }

    /// The ways to move as formulas, each with the number of positions that it leaves:
    /// the position has the variables 0..k, the first of those the variables k..2k, ….
    pub fn ways(&self) -> impl Iterator<Item = (&Formula, u8)> {
        self.moves.ways.iter().map(|way| (&way.formula, way.parts))
    }

    /// The number of heaps of a position.
    #[must_use]
    pub fn heaps(&self) -> u8 {
        self.moves.heaps
    }
}

/// The weights of the ruleset, if it has them; else the heaps in an order in which
/// every move lowers the first heap that it changes, if there is one.
fn rank(ruleset: &Ruleset, moves: &Moves) -> Option<Vec<Vec<i64>>> {
    if let Some(rank) = ruleset.rank() {
        let weights = rank.weights().iter().map(|weight| i64::try_from(*weight).ok()).collect::<Option<_>>()?;
        return Some(vec![weights]);
    }
    let heaps = ruleset.heaps();
    let unit = |heap: usize| (0..heaps).map(|other| i64::from(other == heap)).collect::<Vec<i64>>();
    let ranks = orders(heaps).into_iter().map(|order| order.into_iter().map(unit).collect::<Vec<_>>());
    ranks.into_iter().find(|rank| lowers(moves, rank))
}

/// Whether every move lowers the first of the weighted sums that it changes.
fn lowers(moves: &Moves, rank: &[Vec<i64>]) -> bool {
    let k = moves.heaps;
    let limits = Limits { states: 20_000, transitions: 400_000, go_on: &|| true };
    moves.ways.iter().filter(|way| way.parts > 0).all(|way| {
        (1..=way.parts).all(|part| {
            // The first sum that is not lowered stays the same, and so does the next …
            let mut not_lowered = Formula::And(vec![]);
            for weights in rank.iter().rev() {
                let mut terms = Vec::new();
                for (heap, weight) in (0..k).zip(weights) {
                    terms.push((heap, *weight));
                    terms.push((part * k + heap, -weight));
                }
                let (Ok(equal), Ok(raised)) = (Formula::zero(&terms, 0), Formula::at_most_zero(&terms, 1)) else {
                    return false;
                };
                not_lowered = Formula::Or(vec![raised, Formula::And(vec![equal, not_lowered])]);
            }
            let bad = Formula::And(vec![way.formula.clone(), not_lowered]);
            bad.set(moves.system.unwrap_or(Numeration::Base(2)), bad.tracks(), &limits).is_ok_and(|set| set.is_empty())
        })
    })
}

/// The most states of an automaton, and its most transitions.
const STATES: usize = 600_000;
const TRANSITIONS: usize = 12_000_000;

/// What a budget lets automata use: a state with its rows takes about a hundred
/// bytes, and a subset construction holds two of them and the sets.
#[must_use]
pub fn limits<'a>(budget: &Budget, go_on: &'a dyn Fn() -> bool) -> Limits<'a> {
    let memory = budget.memory().map_or(usize::MAX, |bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
    Limits { states: STATES.min(memory / 512), transitions: TRANSITIONS.min(memory / 64), go_on }
}
