//! Descriptions that a sample suggests.

use crate::cost::cost;

/// What kind of description it is, from simple to rich.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Class {
    /// Finitely many positions.
    Finite,
    /// Residues and small numbers of one heap.
    Periodic,
    /// Bands, residues and small numbers of several heaps and their differences.
    Semilinear,
    /// Nim-sums of the heaps, of their residues or quotients.
    NimSum,
    /// Trailing zeros, digit sums, sums of digits place by place.
    Digits,
    /// Pairs of floors of multiples of quadratic numbers.
    Beatty,
    /// Neighbours in a sequence, or its members.
    Neighbours,
    /// Values that are those of smaller heaps.
    Recursive,
    /// The heaps in a ratio within an irrational bound.
    Cone,
    /// Numbers chosen by regions.
    Regions,
    /// What an automaton recognises.
    Automaton,
}

impl Class {
    /// Its name in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Class::Finite => "finite",
            Class::Periodic => "periodic",
            Class::Semilinear => "semilinear",
            Class::NimSum => "nim-sum",
            Class::Digits => "digits",
            Class::Beatty => "beatty",
            Class::Neighbours => "neighbours",
            Class::Recursive => "recursive",
            Class::Cone => "cone",
            Class::Regions => "regions",
            Class::Automaton => "automaton",
        }
    }
}

/// A description that a sample suggests: a formula of the language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    pub(crate) class: Class,
    pub(crate) text: String,
    pub(crate) cost: u64,
    /// The number of positions that are listed beside the rule.
    pub(crate) exceptions: usize,
    /// Whether it speaks of the heaps in order only, so that exchanging them changes nothing.
    pub(crate) in_order: bool,
}

impl Candidate {
    pub(crate) fn new(class: Class, text: String) -> Candidate {
        Candidate { class, cost: cost(&text), text, exceptions: 0, in_order: false }
    }
}
