//! What is known of the pieces of a board, in bounded memory: when that is full, all is forgotten.

use crate::hashed;
use std::collections::HashMap;

/// Facts of pieces.
pub(super) struct OfPieces<V> {
    known: HashMap<Box<[u64]>, V>,
    /// Words of the longest piece.
    words: usize,
    /// So many bytes at most.
    most: u64,
}

impl<V> OfPieces<V> {
    /// Nothing is known yet.
    pub(super) fn within(most: u64) -> OfPieces<V> {
        OfPieces { known: HashMap::new(), words: 0, most }
    }

    pub(super) fn get(&self, piece: &[u64]) -> Option<&V> {
        self.known.get(piece)
    }

    pub(super) fn get_mut(&mut self, piece: &[u64]) -> Option<&mut V> {
        self.known.get_mut(piece)
    }

    pub(super) fn insert(&mut self, piece: &[u64], fact: V) {
        self.words = self.words.max(piece.len());
        let (len, room) = (self.known.len(), self.known.capacity());
        if hashed::bytes_of_more(len, 1, room, size_of::<(Box<[u64]>, V)>()) + self.bytes_of_keys() > self.most {
            self.forget();
        }
        self.known.insert(piece.into(), fact);
    }

    /// Forgets everything.
    pub(super) fn forget(&mut self) {
        self.known = HashMap::new();
    }

    /// About how many bytes it takes.
    pub(super) fn bytes(&self) -> u64 {
        hashed::bytes(self.known.capacity(), size_of::<(Box<[u64]>, V)>()) + self.bytes_of_keys()
    }

    fn bytes_of_keys(&self) -> u64 {
        hashed::bytes_of_keys(self.known.len(), self.words * size_of::<u64>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_bounded_and_the_last_is_known() {
        let mut known = OfPieces::within(1 << 16);
        for n in 0..100_000u64 {
            known.insert(&[n, 1], n);
            assert!(known.bytes() <= 1 << 16, "{n}: {}", known.bytes());
            assert_eq!(known.get(&[n, 1]), Some(&n));
        }
        assert_eq!(known.get(&[0, 1]), None);
        let held = (0..100_000).filter(|n| known.get(&[*n, 1]) == Some(n)).count();
        assert!(held > 50, "{held}");
    }
}
