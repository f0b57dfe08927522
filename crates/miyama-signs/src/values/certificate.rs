//! What a proof of Grundy values leaves behind: trees of cases whose leaves are sums of
//! facts. Everything that the facts say, the checker derives itself from the definition and
//! the formula.

use crate::polynomial::Polynomial;
use serde::{Deserialize, Serialize};

/// A proof as it is saved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueCertificate {
    /// `values`
    pub miyama: String,
    /// The version of the format.
    pub version: u32,
    /// The definition of the game.
    pub game: String,
    /// Its arguments: numbers.
    pub arguments: Vec<String>,
    /// The Grundy value of every position.
    pub formula: String,
    /// For each way to move, why it lowers the total.
    pub ends: Vec<Multiples>,
    /// For each case of the formula, why its value is not negative.
    pub natural: Vec<ValueTree>,
    /// For each way to move, each case of the formula where it begins and each where it
    /// leads, why the values differ.
    pub inside: Vec<ValueTree>,
    /// For each case of the formula, a move to every smaller value.
    pub below: Vec<ValueTree>,
}

impl ValueCertificate {
    /// The version of the format.
    pub const VERSION: u32 = 1;
}

/// Facts that are added up: a goal, taken `times` times, less these multiples of facts has no
/// negative coefficient.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Multiples {
    /// How often the goal is taken, at least once.
    pub times: u64,
    /// Places of facts, and how often each is taken.
    pub of: Vec<(usize, u64)>,
}

/// A polynomial: whole coefficients with the variables that they are multiplied by, over a
/// common denominator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// The denominator.
    pub over: u64,
    /// The terms; a power is written out.
    pub sum: Vec<(i64, Vec<u8>)>,
}

/// Why facts contradict each other, or which move there is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ValueTree {
    /// Facts, and for each a variable v. The fact is v − n, where n has no negative
    /// coefficient and does not contain v: v + n takes the place of v. Or it has no positive
    /// coefficient and contains a multiple of v: v is 0.
    Rewrite(Vec<(usize, u8)>, Box<ValueTree>),
    /// A whole number is ≥ 0, or ≤ −1.
    Sign(Terms, Box<[ValueTree; 2]>),
    /// A number that is ≥ 0 divided by one that is ≥ 1: two new variables, quotient and
    /// remainder.
    Divide {
        /// What is divided.
        of: Terms,
        /// By what.
        by: Terms,
        /// Why `of` is ≥ 0 and `by` ≥ 1.
        because: [Multiples; 2],
        /// What follows.
        then: Box<ValueTree>,
    },
    /// A number that is ≥ 0 lies between two terms of a sequence that begins with 0 and
    /// grows: two new variables, the index of the lower one and the distance to it.
    Bracket {
        /// The number.
        of: Terms,
        /// The sequence; its index is the variable 0.
        sequence: Terms,
        /// Why the number is ≥ 0.
        because: Multiples,
        /// What follows.
        then: Box<ValueTree>,
    },
    /// The facts contradict each other: −1 is ≥ 0.
    Contradiction(Multiples),
    /// There is a move.
    Move {
        /// The way.
        way: usize,
        /// Where it leads.
        to: [Terms; 2],
        /// The case of the formula there.
        case: usize,
        /// Its variables.
        with: Vec<Terms>,
        /// Why the heaps there, the conditions of the way, the variables of the case, its
        /// conditions, the value less g and g less the value are ≥ 0.
        because: Vec<Multiples>,
    },
}

impl Terms {
    /// None beyond 64 bits.
    pub(crate) fn of(polynomial: &Polynomial) -> Option<Terms> {
        let (over, terms) = polynomial.fractions();
        let sum = terms
            .map(|(exponents, a)| {
                let factors = (0u8..).zip(exponents);
                let written = factors.flat_map(|(variable, power)| std::iter::repeat_n(variable, usize::from(*power)));
                Some((i64::try_from(a).ok()?, written.collect()))
            })
            .collect::<Option<_>>()?;
        Some(Terms { over: u64::try_from(over).ok()?, sum })
    }
}
