//! Who wins the sums that were met, in bounded memory: shared by the threads of a search, and what of
//! it is saved.

use super::key::Key;
use crate::hashed;
use crate::value::mix::Mix;
use miyama_budget::Budget;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

type Sums = HashMap<Key, Entry, BuildHasherDefault<Mix>>;

/// Without a limit on memory, a table takes so much.
const BYTES: u64 = 4 << 30;

/// Threads wait for each other at one of so many locks.
const SHARDS: usize = 16;

/// Of what would be forgotten, the costliest sixteenth at most is kept.
const KEPT: usize = 16;

/// The logarithm of how many sums are looked at to check an entry.
const CHEAP: usize = 5;

/// Bytes of an entry in a saved file: its key, whether it is won, and what it cost.
const SAVED: usize = 17;

/// Whether Left, who moves, wins, and the logarithm of how many sums were looked at for that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry(u8);

impl Entry {
    fn new(won: bool, looked_at: u64) -> Entry {
        Entry((looked_at.checked_ilog2().map_or(0, |log| log as u8 + 1)) << 1 | u8::from(won))
    }

    fn is_won(self) -> bool {
        self.0 & 1 == 1
    }

    fn cost(self) -> usize {
        usize::from(self.0 >> 1)
    }
}

/// The sums of which it is known whether Left, who moves, wins. When half of its memory is taken,
/// what was not asked for since the last time is forgotten, but for what cost most.
#[derive(Debug)]
pub(crate) struct Table {
    shards: Vec<Mutex<Shard>>,
    /// Bytes that searches hold beside it.
    pub(super) held: AtomicU64,
}

#[derive(Debug, Default)]
struct Shard {
    young: Sums,
    old: Sums,
    most: u64,
}

fn bytes(sums: usize) -> u64 {
    hashed::bytes(sums, size_of::<(Key, Entry)>())
}

/// What searches have found out: several may share it, and it can be saved while they go on.
#[derive(Clone, Debug)]
pub struct Memory {
    pub(crate) table: Arc<Table>,
}

impl Memory {
    /// Nothing is known yet; at most three eighths of the memory of the budget will be taken.
    #[must_use]
    pub fn new(budget: &Budget) -> Memory {
        Memory { table: Arc::new(Table::new(budget)) }
    }

    /// How many sums are known.
    #[must_use]
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Is nothing known yet?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All that is known, in pieces of bytes, to be [restored](Memory::restore).
    pub fn saved(&self) -> impl Iterator<Item = Vec<u8>> + '_ {
        self.table.shards.iter().map(|shard| lock(shard).saved())
    }

    /// Adds what was saved; whether the bytes can be that.
    #[must_use]
    pub fn restore(&self, saved: &[u8]) -> bool {
        let (entries, rest) = saved.as_chunks::<SAVED>();
        let fit = rest.is_empty() && entries.iter().all(|entry| Entry(entry[16]).cost() <= 64);
        if fit {
            entries.iter().for_each(|entry| self.table.restore(entry));
        }
        fit
    }
}

fn lock(shard: &Mutex<Shard>) -> MutexGuard<'_, Shard> {
    // A thread that died left whole entries.
    shard.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Table {
    /// An empty table, which takes at most three eighths of the memory that there is.
    pub(crate) fn new(budget: &Budget) -> Table {
        let most = budget.memory().map_or(BYTES, |bytes| bytes / 8 * 3).min(BYTES) / SHARDS as u64;
        let shards = (0..SHARDS).map(|_| Mutex::new(Shard { most, ..Shard::default() })).collect();
        Table { shards, held: AtomicU64::new(0) }
    }

    /// Runs a step on the part of the table that has a key.
    fn with<T>(&self, key: Key, step: impl FnOnce(&mut Shard) -> T) -> T {
        step(&mut lock(&self.shards[key.1 as usize % SHARDS]))
    }

    /// About how many bytes it takes.
    pub(crate) fn bytes(&self) -> u64 {
        self.shards.iter().map(|shard| lock(shard).bytes()).sum()
    }

    pub(crate) fn get(&self, key: Key) -> Option<bool> {
        self.with(key, |shard| shard.get(key))
    }

    /// Who wins, where finding that out cost little.
    pub(crate) fn cheap(&self, key: Key) -> Option<bool> {
        let cheap = |entry: &&Entry| entry.cost() <= CHEAP;
        self.with(key, |shard| {
            let entry = shard.young.get(&key).or_else(|| shard.old.get(&key));
            entry.filter(cheap).map(|entry| entry.is_won())
        })
    }

    /// Keeps who wins, which so many sums were looked at for.
    pub(crate) fn insert(&self, key: Key, won: bool, looked_at: u64) {
        self.with(key, |shard| shard.insert(key, Entry::new(won, looked_at)));
    }

    /// How many sums are known.
    fn len(&self) -> usize {
        let of = |shard: &Mutex<Shard>| {
            let shard = lock(shard);
            shard.young.len() + shard.old.len()
        };
        self.shards.iter().map(of).sum()
    }

    fn restore(&self, saved: &[u8; SAVED]) {
        let word = |at: usize| (0..8).fold(0, |word, i| word | u64::from(saved[at + i]) << (8 * i));
        let key = Key(word(0), word(8));
        self.with(key, |shard| shard.insert(key, Entry(saved[16])));
    }
}

impl Shard {
    fn saved(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(SAVED * (self.young.len() + self.old.len()));
        for (key, entry) in self.young.iter().chain(&self.old) {
            bytes.extend(key.0.to_le_bytes());
            bytes.extend(key.1.to_le_bytes());
            bytes.push(entry.0);
        }
        bytes
    }

    fn bytes(&self) -> u64 {
        bytes(self.young.capacity()) + bytes(self.old.capacity())
    }

    fn get(&mut self, key: Key) -> Option<bool> {
        if let Some(entry) = self.young.get(&key) {
            return Some(entry.is_won());
        }
        let entry = self.old.remove(&key)?;
        self.insert(key, entry);
        Some(entry.is_won())
    }

    fn insert(&mut self, key: Key, entry: Entry) {
        // A table that is full doubles.
        if self.young.len() == self.young.capacity() && bytes(2 * self.young.len()) > self.most / 2 {
            self.turn_over();
        }
        self.young.insert(key, entry);
    }

    /// What was asked for since the last time becomes old, and what is old goes, but for the costliest.
    fn turn_over(&mut self) {
        let mut costs = [0usize; 128];
        self.old.values().for_each(|entry| costs[entry.cost()] += 1);
        let (mut kept, mut least) = (0, costs.len());
        while least > 0 && kept + costs[least - 1] <= self.old.len() / KEPT {
            least -= 1;
            kept += costs[least];
        }
        let costly = self.old.drain().filter(|(_, entry)| entry.cost() >= least).collect::<Sums>();
        self.old = std::mem::replace(&mut self.young, costly);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(n: u64) -> Key {
        Key(n, n.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    #[test]
    fn what_is_asked_for_or_cost_much_is_kept_and_memory_is_bounded() {
        let most = 1 << 20;
        let table = Table::new(&Budget::unlimited().with_memory(most / 3 * 8));
        table.insert(key(1), true, 1 << 40);
        for n in 2..200_000 {
            table.insert(key(n), n % 3 == 0, 1);
            assert_eq!(table.get(key(2)), Some(false));
        }
        assert!(table.bytes() <= most, "{}", table.bytes());
        assert_eq!(table.get(key(199_998)), Some(true));
        assert_eq!(table.get(key(3)), None, "nobody asked for it");
        assert_eq!(table.get(key(1)), Some(true), "it cost much");
    }

    #[test]
    fn what_is_saved_is_restored() {
        let memory = Memory::new(&Budget::unlimited());
        (0..1000).for_each(|n| memory.table.insert(key(n), n % 3 == 0, n));
        let again = Memory::new(&Budget::unlimited());
        assert!(memory.saved().all(|bytes| again.restore(&bytes)));
        assert_eq!(again.len(), 1000);
        assert!((0..1000).all(|n| again.table.get(key(n)) == Some(n % 3 == 0)));
        assert!(!again.restore(&[0; SAVED + 1]) && !again.restore(&[255; SAVED]));
    }
}
