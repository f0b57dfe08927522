//! How much memory hash tables of the standard library take.
//!
//! Such a table has a power of two of places, with a byte beside each, of which one in eight is free at least;
//! when it is full, all of it is copied into one twice as large.

/// A box or vector on the heap takes so much beside what it holds, with what is lost to rounding.
const ALLOCATED: u64 = 24;

/// Bytes of a table with room for so many entries of this size.
pub(crate) fn bytes(room: usize, entry: usize) -> u64 {
    room as u64 * (entry as u64 + 1) * 8 / 7
}

/// Bytes that such a table takes while so many more entries come: if there is no room for them, the table and the one that
/// it is copied into.
pub(crate) fn bytes_of_more(len: usize, more: usize, room: usize, entry: usize) -> u64 {
    if len + more <= room { bytes(room, entry) } else { 3 * bytes(room.max(4), entry) }
}

/// Bytes of so many keys, each of so many bytes in an allocation of its own.
pub(crate) fn bytes_of_keys(len: usize, each: usize) -> u64 {
    len as u64 * (ALLOCATED + each as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// The room that the standard library makes, and when.
    #[test]
    fn tables_double_when_they_are_full() {
        let mut table = HashMap::new();
        for n in 0..100_000u64 {
            let (len, room) = (table.len(), table.capacity());
            table.insert(n, n);
            let grown = table.capacity();
            assert_eq!(len < room, grown == room, "{n}");
            let both = bytes(grown, 16) + if grown == room { 0 } else { bytes(room, 16) };
            assert!(n < 8 || bytes_of_more(len, 1, room, 16) == both, "{n}: {room} {grown}");
        }
    }
}
