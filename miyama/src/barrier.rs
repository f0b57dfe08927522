//! A barrier for threads that meet every few microseconds: one that sleeps would
//! wake too late.

use std::sync::atomic::{AtomicUsize, Ordering};

/// A barrier that spins.
pub(crate) struct Barrier {
    threads: usize,
    arrived: AtomicUsize,
    round: AtomicUsize,
}

impl Barrier {
    pub(crate) fn new(threads: usize) -> Barrier {
        Barrier { threads, arrived: AtomicUsize::new(0), round: AtomicUsize::new(0) }
    }

    /// Returns when all threads have come here.
    pub(crate) fn wait(&self) {
        if self.threads == 1 {
            return;
        }
        let round = self.round.load(Ordering::Acquire);
        if self.arrived.fetch_add(1, Ordering::AcqRel) + 1 == self.threads {
            self.arrived.store(0, Ordering::Relaxed);
            self.round.fetch_add(1, Ordering::AcqRel);
            return;
        }
        let mut spins = 0u32;
        while self.round.load(Ordering::Acquire) == round {
            spins += 1;
            if spins < 2000 {
                std::hint::spin_loop();
            } else {
                std::thread::yield_now();
            }
        }
    }
}
