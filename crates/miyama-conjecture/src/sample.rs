//! What is learned from: numbers or membership at all positions of a box.

use miyama::heap::table::positions;

/// A number for every position with heaps up to `to`; of a set, 1 for its members.
#[derive(Clone, Debug)]
pub struct Sample {
    heaps: usize,
    to: u64,
    /// The last heap running fastest.
    numbers: Vec<u32>,
}

impl Sample {
    /// The numbers that `at` gives.
    pub fn of(heaps: usize, to: u64, mut at: impl FnMut(&[u64]) -> u32) -> Sample {
        let numbers = positions(&vec![to; heaps]).map(|position| at(&position)).collect();
        Sample { heaps, to, numbers }
    }

    /// A set.
    pub fn of_set(heaps: usize, to: u64, mut inside: impl FnMut(&[u64]) -> bool) -> Sample {
        Sample::of(heaps, to, |position| u32::from(inside(position)))
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

    /// All positions with their numbers.
    pub(crate) fn all(&self) -> impl Iterator<Item = (Vec<u64>, u32)> + '_ {
        self.numbers.iter().enumerate().map(|(place, number)| (self.position(place as u64), *number))
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
