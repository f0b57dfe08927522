//! Threads that search for the same: what each finds out stands in the table that they share, and each
//! looks first at what no other is looking at.

use super::key::Key;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// What threads that search for who wins one sum tell each other.
#[derive(Debug, Default)]
pub(crate) struct Team {
    /// On how many paths a sum lies.
    busy: Mutex<HashMap<Key, u32>>,
    found: Mutex<Option<bool>>,
    over: AtomicBool,
}

impl Team {
    /// A thread begins with a sum.
    pub(super) fn enter(&self, key: Key) {
        *self.busy.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_default() += 1;
    }

    /// A thread is done with a sum.
    pub(super) fn leave(&self, key: Key) {
        let mut busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(paths) = busy.get_mut(&key) {
            *paths -= 1;
            if *paths == 0 {
                busy.remove(&key);
            }
        }
    }

    pub(super) fn is_busy(&self, key: Key) -> bool {
        self.busy.lock().unwrap_or_else(PoisonError::into_inner).contains_key(&key)
    }

    /// One thread knows who wins, or gave up: the others need not go on.
    pub(crate) fn end(&self, won: Option<bool>) {
        if won.is_some() {
            *self.found.lock().unwrap_or_else(PoisonError::into_inner) = won;
        }
        self.over.store(true, Ordering::Release);
    }

    pub(super) fn is_over(&self) -> bool {
        self.over.load(Ordering::Acquire)
    }

    /// Who wins, if a thread knows.
    pub(crate) fn found(&self) -> Option<bool> {
        *self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
