//! Letters: one digit for each of up to sixteen variables, read at once.

use std::fmt;

/// A variable: the slot of its digit in a [`Letter`], below [`MOST_VARIABLES`].
pub type Variable = u8;

/// The most variables that a formula may use at a time.
pub const MOST_VARIABLES: u8 = 16;

/// The largest digit, since a digit has four bits.
pub(crate) const LARGEST_DIGIT: u8 = 15;

/// One digit for each variable, four bits each; digits of variables that an
/// automaton does not read are 0.
pub type Letter = u64;

/// The digit of a variable in a letter.
#[must_use]
pub fn digit(letter: Letter, variable: Variable) -> u8 {
    (letter >> (4 * variable) & 15) as u8
}

/// The letter that has this digit, and 0 for the other variables.
#[must_use]
pub fn with_digit(variable: Variable, digit: u8) -> Letter {
    u64::from(digit) << (4 * variable)
}

/// A set of variables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Tracks(u16);

impl Tracks {
    /// No variable.
    pub const NONE: Tracks = Tracks(0);

    /// One variable.
    #[must_use]
    pub fn one(variable: Variable) -> Tracks {
        Tracks(1 << variable)
    }

    /// The variables 0..count.
    #[must_use]
    pub fn first(count: u8) -> Tracks {
        (0..count).collect()
    }

    /// The variables in either set.
    #[must_use]
    pub fn union(self, other: Tracks) -> Tracks {
        Tracks(self.0 | other.0)
    }

    /// The variables in both sets.
    #[must_use]
    pub(crate) fn intersection(self, other: Tracks) -> Tracks {
        Tracks(self.0 & other.0)
    }

    /// The variables of this set that are not in the other.
    #[must_use]
    pub fn without(self, other: Tracks) -> Tracks {
        Tracks(self.0 & !other.0)
    }

    /// Whether the variable is one of them.
    #[must_use]
    pub fn contains(self, variable: Variable) -> bool {
        self.0 >> variable & 1 == 1
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The variables in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Variable> {
        (0..MOST_VARIABLES).filter(move |variable| self.contains(*variable))
    }

    /// The bits of a letter that belong to these variables.
    #[must_use]
    pub fn mask(self) -> Letter {
        self.iter().fold(0, |mask, variable| mask | with_digit(variable, LARGEST_DIGIT))
    }

    /// The set as bits, bit v for variable v.
    #[must_use]
    pub fn bits(self) -> u16 {
        self.0
    }
}

impl FromIterator<Variable> for Tracks {
    fn from_iter<T: IntoIterator<Item = Variable>>(variables: T) -> Tracks {
        variables.into_iter().fold(Tracks::NONE, |all, variable| all.union(Tracks::one(variable)))
    }
}

impl fmt::Debug for Tracks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
