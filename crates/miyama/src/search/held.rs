//! Memory that the searches hold which share a table: all of them together must fit into it.

use super::table::Table;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// What one search holds beside the table.
pub(super) struct Held {
    table: Arc<Table>,
    own: u64,
}

impl Held {
    /// Nothing yet.
    pub(super) fn beside(table: &Arc<Table>) -> Held {
        Held { table: table.clone(), own: 0 }
    }

    /// This search holds so many bytes now: what all searches hold, and the table.
    pub(super) fn now(&mut self, own: u64) -> u64 {
        // The difference, which may be less than nothing: numbers wrap around.
        let more = own.wrapping_sub(self.own);
        let others = self.table.held.fetch_add(more, Ordering::Relaxed).wrapping_sub(self.own);
        self.own = own;
        others + own + self.table.bytes()
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.table.held.fetch_sub(self.own, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use miyama_budget::Budget;

    #[test]
    fn what_several_hold_is_added_up() {
        let table = Arc::new(Table::new(&Budget::unlimited()));
        let (mut one, mut two) = (Held::beside(&table), Held::beside(&table));
        assert_eq!([one.now(5), two.now(7), one.now(3), one.now(4)], [5, 12, 10, 11]);
        drop(two);
        assert_eq!(one.now(6), 6);
    }
}
