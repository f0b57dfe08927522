//! What no engine takes.

use std::ops::Range;

/// Why a definition or a formula is outside what automata decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outside {
    /// What it is.
    pub what: What,
    /// Its bytes in the text, where known.
    pub at: Option<Range<usize>>,
    /// Which text.
    pub part: Part,
}

/// The text that something stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The definition of the game.
    Definition,
    /// The formula.
    Formula,
    /// The formula behind `where`, of the positions that are meant.
    Domain,
}

/// What is outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A product of two unknowns.
    Product,
    /// A divisor that is not a constant of at least 1.
    Divisor,
    /// An option of several positions.
    Split,
    /// More unknowns at a time than there is room for.
    Variables,
    /// A number beyond 64 bits.
    Numbers,
    /// Two different roots, or one that no metallic system has.
    Roots,
    /// A root of an unknown.
    Root,
    /// A power that is not that of a constant with the integer of an `exists`.
    Power,
    /// An integer of an `exists` that stands both in an exponent and elsewhere.
    Exponent,
    /// The bound of an integer in an exponent decides.
    Range,
    /// A nim-sum with a number that may be negative.
    NegativeNimSum,
    /// Nim-sums, powers and roots that no one numeration system has.
    Systems,
    /// A base whose digits are too many.
    Base,
    /// The players have options of their own.
    Partizan,
    /// No weighted sums of the heaps show that play ends.
    Rank,
    /// Positions are limited by `where`.
    Domain,
    /// A function or a sequence that is not linear.
    Function,
    /// The game says itself who wins.
    Won,
}

impl What {
    /// With its place.
    pub(crate) fn at(self, part: Part, at: Option<Range<usize>>) -> Outside {
        Outside { what: self, at, part }
    }

    /// A short name, also of the sentence for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            What::Product => "product",
            What::Divisor => "divisor",
            What::Split => "split",
            What::Variables => "variables",
            What::Numbers => "numbers",
            What::Roots => "roots",
            What::Root => "root",
            What::Power => "power",
            What::Exponent => "exponent",
            What::Range => "range",
            What::NegativeNimSum => "negative_nim_sum",
            What::Systems => "systems",
            What::Base => "base",
            What::Rank => "rank",
            What::Domain => "domain",
            What::Function => "function",
            What::Partizan => "partizan",
            What::Won => "won",
        }
    }
}
