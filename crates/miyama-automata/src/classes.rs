//! Numbers for classes of states, by what tells them apart.

use hashbrown::{DefaultHashBuilder, HashTable};
use std::hash::BuildHasher;

/// Keys of any length, numbered in the order in which they are met. They lie in one long list,
/// because there are millions of them.
#[derive(Default)]
pub(crate) struct Classes {
    keys: Vec<u32>,
    /// Where the key of each class ends; that of the first begins at 0.
    ends: Vec<usize>,
    /// The number of the first class.
    first: u32,
    table: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl Classes {
    /// Classes whose numbers begin here.
    pub(crate) fn from(first: u32) -> Classes {
        Classes { first, ..Classes::default() }
    }

    /// The number of the class with this key.
    pub(crate) fn number(&mut self, key: &[u32]) -> u32 {
        let Classes { keys, ends, first, table, hasher } = self;
        let at = |class: &u32| {
            let place = (*class - *first) as usize;
            &keys[place.checked_sub(1).map_or(0, |before| ends[before])..ends[place]]
        };
        let hash = hasher.hash_one(key);
        if let Some(class) = table.find(hash, |class| at(class) == key) {
            return *class;
        }
        let class = *first + ends.len() as u32;
        table.insert_unique(hash, class, |class| hasher.hash_one(at(class)));
        keys.extend_from_slice(key);
        ends.push(keys.len());
        class
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_keys_have_one_number_and_others_have_others() {
        for first in [0, 1] {
            let mut classes = Classes::from(first);
            let keys: Vec<Vec<u32>> = (0..2000).map(|n| (0..n % 5).map(|i| n / 5 + i).collect()).collect();
            let numbers: Vec<u32> = keys.iter().map(|key| classes.number(key)).collect();
            assert_eq!(numbers[0], first);
            for (key, number) in keys.iter().zip(&numbers) {
                assert_eq!(classes.number(key), *number);
                let alike = keys.iter().zip(&numbers).filter(|(_, other)| *other == number);
                assert!(alike.into_iter().all(|(other, _)| other == key));
            }
        }
    }
}
