//! A number for every position: those of a box in order, the others as they are met.

use std::collections::HashMap;

/// The number of what leaves no position.
pub(super) const NOTHING: usize = usize::MAX;

/// How many positions a box has, if that is a number.
pub(super) fn positions(to: &[u64]) -> Option<u64> {
    to.iter().try_fold(1u64, |all, heap| all.checked_mul(heap.checked_add(1)?))
}

/// Positions as numbers.
#[derive(Clone, Debug)]
pub(super) struct Numbering {
    to: Vec<u64>,
    /// How many positions of the box have numbers of their own: all, or none.
    inside: usize,
    beyond: HashMap<Vec<u64>, usize>,
    listed: Vec<Vec<u64>>,
}

impl Numbering {
    /// The positions of the box are numbered, if there are any inside.
    pub(super) fn new(to: &[u64], inside: usize) -> Numbering {
        Numbering { to: to.to_vec(), inside, beyond: HashMap::new(), listed: vec![] }
    }

    /// The number of a position of the box: the last heap counts most quickly.
    fn in_box(&self, position: &[u64]) -> Option<usize> {
        if self.inside == 0 || position.len() != self.to.len() {
            return None;
        }
        let mut number = 0;
        for (heap, most) in position.iter().zip(&self.to) {
            if heap > most {
                return None;
            }
            // Less than the number of positions, which is one of this type.
            number = number * (*most as usize + 1) + *heap as usize;
        }
        Some(number)
    }

    /// The number of a position, if it has one.
    pub(super) fn get(&self, position: &[u64]) -> Option<usize> {
        self.in_box(position).or_else(|| self.beyond.get(position).copied())
    }

    /// The number of a position, a new one if it has none.
    pub(super) fn number(&mut self, position: &[u64]) -> usize {
        if let Some(number) = self.get(position) {
            return number;
        }
        let number = self.inside + self.listed.len();
        self.beyond.insert(position.to_vec(), number);
        self.listed.push(position.to_vec());
        number
    }

    /// The position of a number.
    pub(super) fn position(&self, number: usize) -> Vec<u64> {
        if let Some(beyond) = number.checked_sub(self.inside) {
            return self.listed.get(beyond).cloned().unwrap_or_default();
        }
        let mut rest = number as u64;
        let mut position = vec![0; self.to.len()];
        for (heap, most) in position.iter_mut().zip(&self.to).rev() {
            *heap = rest % (most + 1);
            rest /= most + 1;
        }
        position
    }

    /// About the bytes that positions outside of the box take.
    pub(super) fn bytes(&self) -> u64 {
        self.listed.len() as u64 * (160 + 16 * self.to.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_has_one_number() {
        let mut numbering = Numbering::new(&[2, 0, 3], 12);
        let all: Vec<Vec<u64>> = crate::heap::table::positions(&[3, 1, 3]).collect();
        let numbers: Vec<usize> = all.iter().map(|position| numbering.number(position)).collect();
        for (position, number) in all.iter().zip(&numbers) {
            assert_eq!((numbering.position(*number), numbering.get(position)), (position.clone(), Some(*number)));
            assert_eq!(*number < 12, position[0] <= 2 && position[1] == 0);
        }
        let mut sorted = numbers.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..32).collect::<Vec<_>>());
    }
}
