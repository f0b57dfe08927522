//! Positions: disjunctive sums of games. A move is a move in one part.

mod abridged;
mod asked;
mod by_search;
mod checked;
mod compound;
mod duel;
mod explain;
mod expression;
mod family;
mod graph;
mod heap_values;
mod integers;
mod mirrored;
mod misere;
mod moves;
mod negative;
mod options;
mod parse;
mod part_value;
mod partizan;
mod pieces;
mod proved;
mod quotient;
pub mod quotients;
mod remoteness;
mod search;
mod series;
mod smaller;
mod solve;
mod stolen;
mod stones;
pub mod strategy;
mod survey;
mod valued;
mod winners;
mod worth;

pub use crate::heap::proved::{Proved, TheoremQuery, Theorems};
pub use crate::pattern::Cells;
pub use crate::search::Memory;
pub use abridged::abridged;
pub use by_search::{Knowledge, Searched, SoFar, Tried, agrees, searched, searched_on};
pub use compound::{Compound, Slot};
pub use explain::columns;
pub use expression::{Evaluated, NoValue, evaluate, is_impartial_form};
pub use family::Family;
pub use moves::Moves;
pub use negative::terms;
pub use options::{Move, Options};
pub(crate) use parse::parse_part;
pub use parse::{parse_heaps, parse_heaps_within, parse_position};
pub use part_value::value;
pub use pieces::Pieces;
pub use remoteness::{Endings, Remoteness};
pub use series::{Member, NoSeries, Series, series};
pub use solve::{NoSolution, Solution, explain, solve, solve_on, solve_so_far};
pub(crate) use survey::survey_on;
pub use survey::{Known, Survey, survey, survey_of};
pub(crate) use winners::survey_forbidding;
pub use winners::{forbidden, most_forbidden, wins_at_end};
pub use worth::Worth;

use crate::game::HeapGame;
use num_bigint::BigUint;
use std::fmt;
use std::hash::{Hash, Hasher};

/// How a sum without parts is written: nothing is left, not even an empty heap.
pub const NOTHING: &str = "∅";

/// A position: parts that are played side by side.
///
/// ```
/// use miyama::game::Games;
/// use miyama::sum::parse_position;
/// let sum = parse_position("nim:3,5 + wythoff(2):4,9", &Games::built_in()).unwrap();
/// assert_eq!(sum.parts.len(), 3);
/// assert_eq!(sum.to_string(), "nim:3,5 + wythoff(2):4,9");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    /// The parts, in the order in which they were written.
    pub parts: Vec<Part>,
}

/// A part of a sum: a position of one game.
#[derive(Clone, Debug)]
pub enum Part {
    /// Heaps under a ruleset.
    Heap {
        /// The game.
        game: HeapGame,
        /// One heap for each heap of the ruleset.
        heaps: Vec<BigUint>,
    },
    /// Signs on the cells of a grid, a strip or a graph.
    Cells(Cells),
    /// A value, in place of any game that has it.
    Worth(Worth),
    /// A position of a game that operators make of others.
    Compound(Compound),
}

/// The same position of the same game.
impl PartialEq for Part {
    fn eq(&self, other: &Part) -> bool {
        match (self, other) {
            (Part::Heap { heaps, .. }, Part::Heap { heaps: others, .. }) => heaps == others && self.same_game(other),
            (Part::Cells(cells), Part::Cells(others)) => cells == others,
            (Part::Worth(worth), Part::Worth(other)) => worth == other,
            (Part::Compound(compound), Part::Compound(other)) => compound == other,
            _ => false,
        }
    }
}

impl Eq for Part {}

/// By the position alone: parts that differ in the game only are rare.
impl Hash for Part {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Part::Heap { heaps, .. } => heaps.hash(state),
            Part::Cells(cells) => cells.hash(state),
            Part::Worth(worth) => worth.hash(state),
            Part::Compound(compound) => compound.hash(state),
        }
    }
}

impl Part {
    /// Whether two parts are positions of one game. Labels do not tell: two
    /// definitions without a name have the same.
    #[must_use]
    pub(crate) fn same_game(&self, other: &Part) -> bool {
        match (self, other) {
            (Part::Heap { game, .. }, Part::Heap { game: other, .. }) => game == other,
            (Part::Cells(cells), Part::Cells(other)) => cells.same_game(other),
            (Part::Worth(_), Part::Worth(_)) => true,
            (Part::Compound(compound), Part::Compound(other)) => compound.covers(other),
            _ => false,
        }
    }

    /// The game as it stands before the colon.
    #[must_use]
    pub fn label(&self) -> &str {
        match self {
            Part::Heap { game, .. } => &game.label,
            Part::Cells(cells) => cells.label(),
            Part::Worth(_) => "",
            Part::Compound(compound) => &compound.game().label,
        }
    }

    /// Whether both players have the same moves, here and ever after.
    #[must_use]
    pub fn is_impartial(&self) -> bool {
        match self {
            Part::Heap { game, .. } => !game.is_partizan(),
            Part::Cells(cells) => cells.game().is_impartial(),
            Part::Worth(worth) => worth.nimber().is_some(),
            Part::Compound(compound) => compound.game().is_impartial(),
        }
    }

    /// The position as it stands behind the colon.
    fn position(&self) -> String {
        match self {
            Part::Heap { heaps, .. } => heaps.iter().map(ToString::to_string).collect::<Vec<_>>().join(","),
            Part::Cells(cells) => cells.position().to_string(),
            Part::Worth(worth) => worth.text().to_owned(),
            Part::Compound(compound) => compound.to_string(),
        }
    }

    /// Whether the other is written behind the same colon as this one.
    #[must_use]
    pub fn follows(&self, other: &Part) -> bool {
        self.joins() && self.label() == other.label() && self.same_game(other)
    }

    /// What the game is: its definition, else its name.
    fn definition(&self) -> String {
        match self {
            Part::Heap { game, .. } => game.ruleset.definition().to_owned(),
            Part::Cells(cells) => cells.game().definition().to_string(),
            Part::Worth(worth) => worth.text().to_owned(),
            Part::Compound(compound) => compound.game().label.clone(),
        }
    }

    /// Whether several parts of this game are written behind one colon.
    #[must_use]
    pub fn joins(&self) -> bool {
        match self {
            Part::Heap { game, .. } => game.ruleset.heaps() == 1 && game.any.is_none(),
            Part::Cells(_) | Part::Worth(_) | Part::Compound(_) => false,
        }
    }
}

impl Position {
    /// The same position with boards of stones as they lie: nothing is known of groups.
    pub(crate) fn whole(&self) -> Position {
        let whole = |part: &Part| match part {
            Part::Cells(cells) => Part::Cells(cells.whole()),
            other => other.clone(),
        };
        Position { parts: self.parts.iter().map(whole).collect() }
    }

    /// The part with a winning condition of its own, and so belongs to no sum and has no value.
    pub(crate) fn alone(&self) -> Option<&Part> {
        self.parts.iter().find(|part| match part {
            Part::Heap { game, .. } => !game.ruleset.is_won_as_usual(),
            Part::Compound(compound) => !compound.game().is_won_as_usual(),
            Part::Cells(_) | Part::Worth(_) => false,
        })
    }

    /// Whether it is a position of a game with a winning condition of its own.
    #[must_use]
    pub fn is_alone(&self) -> bool {
        self.alone().is_some()
    }

    /// The mistake of a question that only sums of other games have an answer to.
    pub(crate) fn not_alone(&self) -> Result<(), NoSolution> {
        match self.alone() {
            Some(part) => Err(NoSolution::Alone { part: part.to_string() }),
            None => Ok(()),
        }
    }

    /// Whether both players have the same moves, here and ever after.
    #[must_use]
    pub fn is_impartial(&self) -> bool {
        self.parts.iter().all(Part::is_impartial)
    }
}

/// As it can be read again: neighbouring heaps of a one-heap game share a colon.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.parts.is_empty() {
            return f.write_str(NOTHING);
        }
        let mut before: Option<&Part> = None;
        for part in &self.parts {
            match before {
                Some(last) if last.follows(part) => write!(f, ",{}", part.position())?,
                _ => {
                    if before.is_some() {
                        f.write_str(" + ")?;
                    }
                    part.fmt(f)?;
                }
            }
            before = Some(part);
        }
        Ok(())
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.label().is_empty() {
            write!(f, "{}:", self.label())?;
        }
        f.write_str(&self.position())
    }
}
