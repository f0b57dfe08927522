//! Who wins the sums that were met, in bounded memory.

use crate::value::arena::Mix;
use miyama_budget::Budget;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

type Sums = HashMap<Box<[u64]>, bool, BuildHasherDefault<Mix>>;

/// Without a limit on memory, a table takes so much.
const BYTES: u64 = 4 << 30;

/// The sums of which it is known whether Left, who moves, wins. When half of the memory is taken, all
/// that was not asked for since the last time is forgotten.
pub(super) struct Table {
    young: Sums,
    old: Sums,
    young_bytes: u64,
    old_bytes: u64,
    most: u64,
}

/// About the bytes of an entry.
fn bytes(key: &[u64]) -> u64 {
    48 + 8 * key.len() as u64
}

impl Table {
    /// An empty table, which takes at most half of the memory that there is.
    pub(super) fn new(budget: &Budget) -> Table {
        let most = budget.memory().map_or(BYTES, |bytes| bytes / 2).min(BYTES);
        Table { young: Sums::default(), old: Sums::default(), young_bytes: 0, old_bytes: 0, most }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.young_bytes + self.old_bytes
    }

    pub(super) fn get(&mut self, key: &[u64]) -> Option<bool> {
        if let Some(won) = self.young.get(key) {
            return Some(*won);
        }
        let (key, won) = self.old.remove_entry(key)?;
        self.old_bytes = self.old_bytes.saturating_sub(bytes(&key));
        self.insert(key, won);
        Some(won)
    }

    pub(super) fn insert(&mut self, key: Box<[u64]>, won: bool) {
        self.young_bytes += bytes(&key);
        self.young.insert(key, won);
        if self.young_bytes > self.most / 2 {
            (self.old, self.old_bytes) = (std::mem::take(&mut self.young), self.young_bytes);
            self.young_bytes = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_is_kept_and_memory_is_bounded() {
        let mut table = Table::new(&Budget::unlimited().with_memory(20_000));
        let key = |n: u64| -> Box<[u64]> { vec![n, 1, 2].into() };
        for n in 0..10_000 {
            table.insert(key(n), n % 3 == 0);
            assert_eq!(table.get(&key(0)), Some(true));
            assert!(table.bytes() <= 10_000 + 200);
        }
        assert_eq!(table.get(&key(9_999)), Some(true));
        assert_eq!(table.get(&key(1)), None);
    }
}
