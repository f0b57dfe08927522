//! A ruleset: a definition with its arguments put in, ready to be asked for options.

mod case;
mod from_definition;
mod large;
mod rows;
mod same_moves;
mod side_by_side;
mod winning;

pub(crate) use case::Bound;
pub use case::Case;
use rows::Rows;
pub(crate) use winning::{Domain, Winning, is_to_move};

use super::formula::Names;
use super::interpreter::Interpreter;
use super::linear::TooLarge;
use super::notation::{Let, Winner};
use super::options::{Loops, Watch};
use super::rank::{self, Rank};
use crate::breaking::{self, code::Code};
use crate::out_of_reach::OutOfReach;
use miyama_budget::Budget;
use miyama_text::{Text, say};
use num_bigint::BigUint;
use std::sync::OnceLock;

pub use miyama_language::argument::Argument;
pub use miyama_language::notation::MOST_HEAPS;

/// On so many heaps a definition on any number of them is taken where nobody says how many.
pub(crate) const EXAMPLE: usize = 3;

/// The most heaps of a definition on any number of them. From [`MOST_HEAPS`] on there are no
/// tables of boxes: positions are followed one by one.
pub(crate) const MOST_INDEXED: usize = 100;

/// A ruleset on k heaps whose every play ends.
#[derive(Clone, Debug)]
pub struct Ruleset {
    name: String,
    heaps: Vec<String>,
    cases: Vec<(Case, Loops)>,
    /// The moves, if they are those of a code that no cases write: it may leave any
    /// number of heaps, or has very many digits. Then there is no case.
    code: Option<Code>,
    /// The moves, if they are those of a row of many heaps from which empty ones are removed.
    /// Then there is no case.
    rows: Option<Rows>,
    rank: Option<Rank>,
    /// The text with its arguments, and the same executed as it stands: what answers
    /// are compared with.
    definition: String,
    arguments: Vec<Argument>,
    interpreter: Option<Interpreter>,
    ends_at_zero: bool,
    /// Whether the definition, on any number of heaps, treats all of them alike.
    exchangeable: bool,
    /// Whether empty heaps count as removed.
    shrinking: bool,
    domain: Option<Domain>,
    /// The functions and sets of the definition, and its parameters: formulas may use them.
    lets: Vec<Let>,
    given: Vec<(String, Argument)>,
    /// Found when a table first asks for them: see [`Ruleset::bounds`].
    bounds: OnceLock<Vec<Vec<i128>>>,
    winning: Winning,
}

impl Ruleset {
    /// The name with its arguments, such as `wythoff(2)`; empty for a
    /// definition without a name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The names of the heaps.
    #[must_use]
    pub fn heap_names(&self) -> &[String] {
        &self.heaps
    }

    /// The names that a formula about its positions may use.
    #[must_use]
    pub fn names(&self) -> Names {
        Names::of(&self.heaps).with_lets(&self.lets, &self.given)
    }

    /// The same for several heaps of a one-heap ruleset.
    #[must_use]
    pub fn names_side_by_side(&self, copies: usize) -> Names {
        let heap = self.heaps.first().map_or("x", String::as_str);
        Names::side_by_side(heap, copies).with_lets(&self.lets, &self.given)
    }

    /// The number of heaps of a position.
    #[must_use]
    pub fn heaps(&self) -> usize {
        self.heaps.len()
    }

    /// The definition as text.
    #[must_use]
    pub fn definition(&self) -> &str {
        &self.definition
    }

    /// The arguments that were put into the definition.
    #[must_use]
    pub fn arguments(&self) -> &[Argument] {
        &self.arguments
    }

    /// The definition executed as it stands.
    #[must_use]
    pub fn interpreter(&self) -> Option<&Interpreter> {
        self.interpreter.as_ref()
    }

    #[cfg(test)]
    pub(crate) fn interpreter_for_tests(&mut self, interpreter: Option<Interpreter>) {
        self.interpreter = interpreter;
    }

    /// Whether who cannot move loses, or in misère play wins, and nothing is forbidden. Else
    /// positions have outcomes and no values, and belong to no sum.
    #[must_use]
    pub fn is_won_as_usual(&self) -> bool {
        self.winning.blocked == 0 && self.winning.ends.is_empty()
    }

    /// Whether an end may be won by one of the players, whoever is to move.
    #[must_use]
    pub(crate) fn ends_take_sides(&self) -> bool {
        self.winning.ends.iter().any(|(winner, _)| matches!(winner, Winner::Left | Winner::Right))
    }

    /// How positions are won.
    pub(crate) fn winning(&self) -> &Winning {
        &self.winning
    }

    /// A weighted sum of the heaps that every option lowers, if there is one.
    #[must_use]
    pub fn rank(&self) -> Option<&Rank> {
        self.rank.as_ref()
    }

    /// The code whose moves these are, if no cases write them.
    pub(crate) fn code(&self) -> Option<&Code> {
        self.code.as_ref()
    }

    /// Weights whose sum never rises from a position to an option.
    ///
    /// # Errors
    /// [`OutOfReach`] if the budget does not allow to find them.
    pub(crate) fn bounds(&self, budget: &Budget) -> Result<&[Vec<i128>], OutOfReach> {
        if let Some(bounds) = self.bounds.get() {
            return Ok(bounds);
        }
        let cases: Vec<&Case> = self.cases().collect();
        let bounds = rank::bounds(&cases, self.heaps(), budget)?;
        Ok(self.bounds.get_or_init(|| bounds))
    }

    /// The domain as text: what holds of every position, if something does.
    #[must_use]
    pub fn domain(&self) -> Option<&str> {
        self.domain.as_ref().map(|domain| domain.text.as_str())
    }

    /// Whether a tuple is in the domain, and so a position.
    ///
    /// # Errors
    /// [`OutOfReach`] when the heaps are so large that numbers overflow, or the
    /// budget does not allow it.
    pub fn is_position(&self, heaps: &[u64], budget: &Budget) -> Result<bool, OutOfReach> {
        let Some(domain) = &self.domain else { return Ok(true) };
        for position in heaps.chunks(domain.heaps) {
            if !domain.holds(position, budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The mistake of a tuple that is outside the domain, or of which that cannot be told.
    #[must_use]
    pub(crate) fn no_position(&self, heaps: &[BigUint]) -> Option<Text> {
        let domain = self.domain.as_ref()?;
        let small: Option<Vec<u64>> = heaps.iter().map(|heap| u64::try_from(heap).ok()).collect();
        let inside = small.and_then(|small| self.is_position(&small, &Budget::unlimited()).ok()).or_else(|| {
            let each = heaps.chunks(domain.heaps).map(|position| domain.holds_of_large(position));
            each.collect::<Option<Vec<bool>>>().map(|each| each.into_iter().all(|one| one))
        });
        let position = || heaps.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        match inside {
            Some(true) => None,
            Some(false) => Some(say!("ruleset.outside", position = position(), domain = domain.text())),
            None => Some(say!("ruleset.outside_unknown", position = position(), domain = domain.text())),
        }
    }

    /// Whether heaps without stones are a position that has no move, so that they count
    /// for nothing in any sum. Where they have one, as in `(x) -> {0} U {(x-1)}`, an empty
    /// heap is something else than no heap.
    #[must_use]
    pub(crate) fn ends_at_zero(&self) -> bool {
        self.ends_at_zero
    }

    fn has_no_move_at_zero(&self, budget: &Budget) -> Result<bool, OutOfReach> {
        let zero = vec![0; self.heaps()];
        let mut ends = self.is_position(&zero, budget)?;
        if ends {
            self.for_each_option(&zero, budget, &mut |_| {
                ends = false;
                false
            })?;
        }
        Ok(ends)
    }

    /// Whether a move may leave nothing, not even an empty heap.
    #[must_use]
    pub fn vanishes(&self) -> bool {
        let takes_all = |code: &Code| code.digits().iter().chain(code.tail()).any(|digit| digit.allows(0));
        self.code.as_ref().is_some_and(takes_all)
            || self.cases.iter().any(|(case, _)| case.option.is_empty() || !case.copies_are_one())
    }

    /// Whether an option may consist of several positions.
    #[must_use]
    pub fn splits(&self) -> bool {
        self.code.is_some() || self.cases.iter().any(|(case, _)| case.option.len() > 1 || !case.copies_are_one())
    }

    pub(crate) fn cases(&self) -> impl Iterator<Item = &Case> {
        self.cases.iter().map(|(case, _)| case)
    }

    /// The cases, each with its loops.
    pub(crate) fn ways(&self) -> impl Iterator<Item = (&Case, &Loops)> {
        self.cases.iter().map(|(case, loops)| (case, loops))
    }

    pub(crate) fn loops(&self) -> impl Iterator<Item = &Loops> {
        self.cases.iter().map(|(_, loops)| loops)
    }

    /// All options of a position, sorted, each once; an option is a sum of
    /// positions.
    ///
    /// # Errors
    /// [`TooLarge`] when the heaps are so large that numbers overflow.
    pub fn options(&self, position: &[u64]) -> Result<Vec<Vec<Vec<u64>>>, TooLarge> {
        let mut found = Vec::new();
        let visited = self.for_each_option(position, &Budget::unlimited(), &mut |option: &[Vec<u64>]| {
            found.push(option.to_vec());
            true
        });
        // An unlimited budget does not stop it.
        visited.map_err(|_| TooLarge)?;
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// Calls `visit` with every option, some perhaps more than once, until it
    /// returns false.
    ///
    /// # Errors
    /// [`OutOfReach`] when the heaps are so large that numbers overflow, or the
    /// budget does not allow it.
    pub fn for_each_option(
        &self,
        position: &[u64],
        budget: &Budget,
        visit: &mut impl FnMut(&[Vec<u64>]) -> bool,
    ) -> Result<(), OutOfReach> {
        budget.check()?;
        if let (Some(code), [heap]) = (&self.code, position) {
            return breaking::definition::within(code, *heap, budget, visit);
        }
        let mut watch = Watch::new(budget);
        if let Some(rows) = &self.rows {
            return rows.for_each_option(position, &mut watch, visit);
        }
        for loops in self.loops() {
            if !loops.for_each_watched(position, &mut watch, visit)? {
                return Ok(());
            }
        }
        Ok(())
    }
}
