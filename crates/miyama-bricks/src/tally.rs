//! The three numbers from which every count up to rotation follows.

use serde::{Deserialize, Serialize};

/// Numbers of *fixed* buildings: those that differ by a rotation are different,
/// those that differ by a translation are not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// All of them.
    pub fixed: u128,
    /// Those that a half turn maps to themselves.
    pub half: u128,
    /// Those that a quarter turn maps to themselves.
    pub quarter: u128,
}

impl Tally {
    /// Buildings up to rotation: by Burnside's lemma over the four rotations,
    /// (fixed + half + 2·quarter) / 4.
    ///
    /// ```
    /// use miyama_bricks::Tally;
    /// // Two bricks 2×4: the lower one lies in 2 ways, the upper one touches it in 46.
    /// assert_eq!(Tally { fixed: 92, half: 4, quarter: 0 }.count(), 24);
    /// ```
    #[must_use]
    pub fn count(self) -> u128 {
        (self.fixed + self.half + 2 * self.quarter) / 4
    }

    /// Buildings up to rotation that a half turn maps to themselves. The
    /// quarter turns act on them as a group of order 2.
    #[must_use]
    pub fn symmetric(self) -> u128 {
        (self.half + self.quarter) / 2
    }

    /// Are the numbers possible? Orbits have whole numbers of members.
    #[must_use]
    pub fn is_whole(self) -> bool {
        (self.fixed + self.half + 2 * self.quarter).is_multiple_of(4)
            && (self.half + self.quarter).is_multiple_of(2)
            && self.quarter <= self.half
            && self.half <= self.fixed
    }
}

impl std::ops::Add for Tally {
    type Output = Tally;
    fn add(self, other: Tally) -> Tally {
        Tally { fixed: self.fixed + other.fixed, half: self.half + other.half, quarter: self.quarter + other.quarter }
    }
}

impl std::iter::Sum for Tally {
    fn sum<I: Iterator<Item = Tally>>(tallies: I) -> Tally {
        tallies.fold(Tally::default(), std::ops::Add::add)
    }
}
