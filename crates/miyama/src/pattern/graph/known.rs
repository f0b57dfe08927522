//! What is known of parts of positions, and the bytes that it takes.

use crate::hashed;
use crate::value::mix::Mix;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// Parts, as codes of their cells, with what is known of each.
pub(super) struct Known<V> {
    parts: HashMap<Vec<u8>, V, BuildHasherDefault<Mix>>,
    cells: usize,
}

impl<V: Copy> Known<V> {
    /// Nothing is known yet of positions of so many cells.
    pub(super) fn new(cells: usize) -> Known<V> {
        Known { parts: HashMap::default(), cells }
    }

    pub(super) fn len(&self) -> usize {
        self.parts.len()
    }

    pub(super) fn get(&self, part: &[u8]) -> Option<V> {
        self.parts.get(part).copied()
    }

    pub(super) fn insert(&mut self, part: Vec<u8>, known: V) {
        self.parts.insert(part, known);
    }

    /// Forgets everything.
    pub(super) fn forget(&mut self) {
        self.parts = HashMap::default();
    }

    /// About how many bytes all of it takes.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes_of_keys() + hashed::bytes(self.parts.capacity(), size_of::<(Vec<u8>, V)>())
    }

    /// The same while one more part comes.
    pub(super) fn bytes_of_one_more(&self) -> u64 {
        let (len, room) = (self.parts.len(), self.parts.capacity());
        self.bytes_of_keys() + hashed::bytes_of_more(len, 1, room, size_of::<(Vec<u8>, V)>())
    }

    fn bytes_of_keys(&self) -> u64 {
        hashed::bytes_of_keys(self.parts.len(), self.cells)
    }
}
