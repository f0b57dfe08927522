//! What is learned from: numbers or membership at all positions of a box.

use miyama::budget::{Budget, Stopped};
use miyama::heap::table::positions;

/// So many positions are looked at between two looks at the budget.
pub(crate) const BETWEEN: usize = 1 << 12;

/// What stands at a tuple that is no position.
const OUTSIDE: u32 = u32::MAX;

/// A number for every position with heaps up to `to`; of a set, 1 for its members.
#[derive(Clone, Debug)]
pub struct Sample {
    heaps: usize,
    to: u64,
    /// The last heap running fastest.
    numbers: Vec<u32>,
    budget: Budget,
}

impl Sample {
    /// The numbers that `at` gives.
    pub fn of(heaps: usize, to: u64, mut at: impl FnMut(&[u64]) -> u32) -> Sample {
        let numbers = positions(&vec![to; heaps]).map(|position| at(&position)).collect();
        Sample { heaps, to, numbers, budget: Budget::unlimited() }
    }

    /// The numbers that `at` gives, for as long as a budget lasts. Whoever goes through [`Sample::all`] sees fewer
    /// positions when it is over, and must ask it before he believes what he saw.
    ///
    /// # Errors
    /// [`Stopped`] if it is over before all numbers are there.
    pub(crate) fn within(
        heaps: usize,
        to: u64,
        budget: &Budget,
        mut at: impl FnMut(&[u64]) -> u32,
    ) -> Result<Sample, Stopped> {
        let mut numbers = Vec::new();
        for position in positions(&vec![to; heaps]) {
            if numbers.len() % BETWEEN == 0 {
                budget.check()?;
            }
            numbers.push(at(&position));
        }
        Ok(Sample { heaps, to, numbers, budget: budget.clone() })
    }

    /// The same for as long as a budget lasts: what is found when it is over may be wrong.
    #[must_use]
    pub fn for_as_long(mut self, budget: &Budget) -> Sample {
        self.budget = budget.clone();
        self
    }

    /// A set.
    pub fn of_set(heaps: usize, to: u64, mut inside: impl FnMut(&[u64]) -> bool) -> Sample {
        Sample::of(heaps, to, |position| u32::from(inside(position)))
    }

    /// The same without the tuples that are no positions: nothing is learned from them.
    #[must_use]
    pub fn only(mut self, is_position: impl Fn(&[u64]) -> bool) -> Sample {
        for place in 0..self.numbers.len() {
            if !is_position(&self.position(place as u64)) {
                self.numbers[place] = OUTSIDE;
            }
        }
        self
    }

    /// The set of the positions where a condition holds that is given in their order.
    pub(crate) fn region(&self, mut inside: impl Iterator<Item = bool>) -> Sample {
        let of = |number: &u32| if *number == OUTSIDE { OUTSIDE } else { u32::from(inside.next() == Some(true)) };
        let numbers = self.numbers.iter().map(of).collect();
        Sample { heaps: self.heaps, to: self.to, numbers, budget: self.budget.clone() }
    }

    /// The number of heaps.
    #[must_use]
    pub fn heaps(&self) -> usize {
        self.heaps
    }

    /// The largest heap.
    #[must_use]
    pub fn to(&self) -> u64 {
        self.to
    }

    /// The number of a position of the box.
    ///
    /// # Panics
    /// If the position is not in the box.
    #[must_use]
    pub fn at(&self, position: &[u64]) -> u32 {
        let place = position.iter().fold(0, |place, heap| place * (self.to + 1) + heap);
        self.numbers[usize::try_from(place).expect("the sample is in memory")]
    }

    /// The position at a place of the numbers.
    fn position(&self, mut place: u64) -> Vec<u64> {
        let mut position = vec![0; self.heaps];
        for heap in position.iter_mut().rev() {
            *heap = place % (self.to + 1);
            place /= self.to + 1;
        }
        position
    }

    /// All positions with their numbers, the last heap running fastest; none behind the end of the budget.
    pub(crate) fn all(&self) -> impl Iterator<Item = (Vec<u64>, u32)> + '_ {
        let within = |(place, _): &(usize, &u32)| place % BETWEEN != 0 || self.may_go_on();
        let inside = self.numbers.iter().enumerate().take_while(within).filter(|(_, number)| **number != OUTSIDE);
        inside.map(|(place, number)| (self.position(place as u64), *number))
    }

    /// Whether there is time to look at more positions.
    pub(crate) fn may_go_on(&self) -> bool {
        self.budget.check().is_ok()
    }

    /// The members of a set.
    pub(crate) fn members(&self) -> impl Iterator<Item = Vec<u64>> + '_ {
        self.all().filter(|(_, number)| *number != 0).map(|(position, _)| position)
    }

    /// Whether exchanging heaps changes nothing.
    pub(crate) fn symmetric(&self) -> bool {
        self.all().all(|(position, number)| {
            let mut sorted = position.clone();
            sorted.sort_unstable();
            self.at(&sorted) == number
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_looked_at_behind_the_end_of_the_budget() {
        let budget = Budget::unlimited();
        let sample = Sample::within(3, 40, &budget, |_| 1).unwrap();
        assert_eq!(sample.all().count(), 41 * 41 * 41);
        budget.cancel();
        assert_eq!(sample.all().count(), 0);
        assert_eq!(Sample::within(3, 40, &budget, |_| 1).err(), Some(Stopped::Cancelled));
    }
}
