//! What is remembered of games and boards.
//!
//! Canonical forms of large boards spend most of their time on questions whose answers are in no
//! cache of the processor. In these tables an answer stands beside its key, and both are small, so
//! that a question is one look at the memory: open addressing, and nothing is deleted but all at once.

use std::fmt;

/// A key with what is known of it, or a free place.
pub(crate) trait Entry: Copy {
    type Key: Copy;
    type Value: Copy;

    /// A free place.
    const FREE: Self;

    fn new(key: Self::Key, value: Self::Value) -> Self;

    fn is_free(&self) -> bool;

    fn key(&self) -> Self::Key;

    fn is_of(&self, key: &Self::Key) -> bool;

    fn value(&self) -> Self::Value;

    /// A number whose highest digits depend on all of the key.
    fn spread(key: &Self::Key) -> u64;
}

/// A table of entries.
pub(crate) struct Memo<E> {
    places: Vec<E>,
    used: usize,
    /// How many binary digits of a spread key are too many.
    shift: u32,
}

const FIRST_DIGITS: u32 = 4;

impl<E: Entry> Memo<E> {
    pub(crate) fn new() -> Memo<E> {
        Memo::with_digits(FIRST_DIGITS)
    }

    fn with_digits(digits: u32) -> Memo<E> {
        Memo { places: vec![E::FREE; 1 << digits], used: 0, shift: u64::BITS - digits }
    }

    /// How many keys there are.
    pub(crate) fn len(&self) -> usize {
        self.used
    }

    /// How many bytes it takes.
    pub(crate) fn bytes(&self) -> u64 {
        (self.places.len() * size_of::<E>()) as u64
    }

    /// Whether a new key would need a larger table.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        (self.used + 1) * 8 > self.places.len() * 5
    }

    /// How many bytes more it takes while it is copied into a larger table.
    pub(crate) fn bytes_to_grow(&self) -> u64 {
        2 * self.bytes()
    }

    /// Forgets everything, and keeps its size.
    pub(crate) fn forget(&mut self) {
        self.places.fill(E::FREE);
        self.used = 0;
    }

    /// The place of `key`, or where it belongs. There always is a free one, because at most
    /// five of eight are used.
    #[inline]
    fn place(&self, key: &E::Key) -> usize {
        let mask = self.places.len() - 1;
        let mut at = (E::spread(key) >> self.shift) as usize;
        while !self.places[at].is_free() && !self.places[at].is_of(key) {
            at = (at + 1) & mask;
        }
        at
    }

    /// What is known of `key`.
    #[inline]
    pub(crate) fn get(&self, key: &E::Key) -> Option<E::Value> {
        let entry = &self.places[self.place(key)];
        (!entry.is_free()).then(|| entry.value())
    }

    /// Remembers what `key` has, in place of what was known.
    pub(crate) fn insert(&mut self, key: E::Key, value: E::Value) {
        if self.is_full() {
            let mut larger = Memo::with_digits(u64::BITS - self.shift + 1);
            for entry in self.places.iter().filter(|entry| !entry.is_free()) {
                let at = larger.place(&entry.key());
                larger.places[at] = *entry;
            }
            larger.used = self.used;
            *self = larger;
        }
        let at = self.place(&key);
        self.used += usize::from(self.places[at].is_free());
        self.places[at] = E::new(key, value);
    }
}

impl<E> fmt::Debug for Memo<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memo").field("used", &self.used).finish_non_exhaustive()
    }
}

/// The multiplier of [`spread`]: 2⁶⁴ divided by the golden ratio.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// A number whose highest digits depend on all digits of `n`.
#[inline]
pub(crate) fn spread(n: u64) -> u64 {
    n.wrapping_mul(GOLDEN)
}

/// Whether one game is at most another: the numbers of both, below 2³¹, and the answer in the
/// highest digit.
#[derive(Clone, Copy)]
pub(super) struct Compared(u64);

const ANSWER: u64 = 1 << 63;

impl Entry for Compared {
    type Key = u64;
    type Value = bool;

    /// No pair of numbers below 2³¹ looks like that.
    const FREE: Compared = Compared(u64::MAX);

    fn new(key: u64, answer: bool) -> Compared {
        debug_assert!(key & ANSWER == 0);
        Compared(if answer { key | ANSWER } else { key })
    }

    #[inline]
    fn is_free(&self) -> bool {
        self.0 == u64::MAX
    }

    #[inline]
    fn key(&self) -> u64 {
        self.0 & !ANSWER
    }

    #[inline]
    fn is_of(&self, key: &u64) -> bool {
        self.key() == *key
    }

    #[inline]
    fn value(&self) -> bool {
        self.0 & ANSWER != 0
    }

    #[inline]
    fn spread(key: &u64) -> u64 {
        spread(*key)
    }
}

/// The number of the sum of two games.
#[derive(Clone, Copy)]
pub(super) struct Added {
    games: u64,
    sum: u32,
}

impl Entry for Added {
    type Key = u64;
    type Value = u32;

    const FREE: Added = Added { games: u64::MAX, sum: 0 };

    fn new(games: u64, sum: u32) -> Added {
        Added { games, sum }
    }

    #[inline]
    fn is_free(&self) -> bool {
        self.games == u64::MAX
    }

    #[inline]
    fn key(&self) -> u64 {
        self.games
    }

    #[inline]
    fn is_of(&self, games: &u64) -> bool {
        self.games == *games
    }

    #[inline]
    fn value(&self) -> u32 {
        self.sum
    }

    #[inline]
    fn spread(games: &u64) -> u64 {
        spread(*games)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Pairs of numbers below 2⁷, some of them often, and the largest numbers that there are.
    fn pairs() -> impl Iterator<Item = u64> {
        let mut state = 1u64;
        let random = std::iter::repeat_with(move || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 57) << 32 | (state >> 40 & 127)
        });
        let largest = (1 << 31) - 1;
        random.take(20_000).chain([largest << 32 | largest, largest << 32, largest])
    }

    #[test]
    fn remembers_what_a_hash_map_remembers() {
        let (mut compared, mut added) = (Memo::<Compared>::new(), Memo::<Added>::new());
        let (mut truths, mut sums) = (HashMap::new(), HashMap::new());
        for (i, pair) in (0u32..).zip(pairs()) {
            let truth = i % 3 == 0;
            compared.insert(pair, truth);
            added.insert(pair, i);
            truths.insert(pair, truth);
            sums.insert(pair, i);
        }
        assert_eq!((compared.len(), added.len()), (truths.len(), sums.len()));
        for pair in (0..200).flat_map(|a| (0..200).map(move |b| a << 32 | b)).chain(pairs()) {
            assert_eq!(compared.get(&pair), truths.get(&pair).copied());
            assert_eq!(added.get(&pair), sums.get(&pair).copied());
        }
    }
}
