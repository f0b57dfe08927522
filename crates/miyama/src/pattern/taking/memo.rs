//! A compact hash table from sets of stones to small numbers: nine bytes a
//! slot, open addressing, nothing is ever deleted.

use miyama_budget::{Budget, Stopped};

/// Keys are not 0: the empty set never needs to be looked up.
#[derive(Debug)]
pub(super) struct Memo {
    keys: Vec<u64>,
    values: Vec<u8>,
    used: usize,
}

const FIRST_SIZE: usize = 1 << 10;

impl Memo {
    pub(super) fn new() -> Memo {
        Memo { keys: vec![0; FIRST_SIZE], values: vec![0; FIRST_SIZE], used: 0 }
    }

    /// How many keys there are.
    pub(super) fn len(&self) -> usize {
        self.used
    }

    /// The slot that holds `key` or where it belongs. There always is a free
    /// slot, because at most three quarters are used.
    fn slot(&self, key: u64) -> usize {
        let mask = self.keys.len() - 1;
        // The product with well mixed digits spreads keys that differ in few
        // bits; its middle digits depend on all of them.
        let product = u128::from(key) * 0x9e37_79b9_7f4a_7c15;
        let mut slot = (product >> 32) as usize & mask;
        while self.keys[slot] != key && self.keys[slot] != 0 {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// What is known of `key`; 0 if nothing.
    pub(super) fn get(&self, key: u64) -> u8 {
        self.values[self.slot(key)]
    }

    /// Remembers `value` for `key`, in place of what was known.
    pub(super) fn set(&mut self, key: u64, value: u8, budget: &Budget) -> Result<(), Stopped> {
        debug_assert!(key != 0);
        let mut slot = self.slot(key);
        if self.keys[slot] == 0 {
            if (self.used + 1) * 4 > self.keys.len() * 3 {
                self.grow(budget)?;
                slot = self.slot(key);
            }
            self.keys[slot] = key;
            self.used += 1;
        }
        self.values[slot] = value;
        Ok(())
    }

    fn grow(&mut self, budget: &Budget) -> Result<(), Stopped> {
        let size = self.keys.len() * 2;
        // Old and new table stand side by side while the keys move.
        budget.need((size as u64 + size as u64 / 2) * 9)?;
        let mut larger = Memo { keys: vec![0; size], values: vec![0; size], used: self.used };
        for (&key, &value) in self.keys.iter().zip(&self.values).filter(|(key, _)| **key != 0) {
            let slot = larger.slot(key);
            larger.keys[slot] = key;
            larger.values[slot] = value;
        }
        *self = larger;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn remembers_what_a_hash_map_remembers() {
        let (mut memo, mut map) = (Memo::new(), HashMap::new());
        let mut key = 1u64;
        for i in 0..20_000u32 {
            key = key.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let key = (key >> 50) + 1;
            let value = (i % 251) as u8 + 1;
            memo.set(key, value, &Budget::unlimited()).unwrap();
            map.insert(key, value);
        }
        assert_eq!(memo.len(), map.len());
        assert!((1..=1 << 14).all(|key| memo.get(key) == map.get(&key).copied().unwrap_or(0)));
    }

    #[test]
    fn growing_asks_the_budget() {
        let budget = Budget::unlimited().with_memory(20_000);
        let mut memo = Memo::new();
        let stopped = (1..2000).find_map(|key| memo.set(key, 1, &budget).err());
        assert!(matches!(stopped, Some(Stopped::Memory { .. })));
    }
}
