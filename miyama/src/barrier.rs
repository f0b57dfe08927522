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
        self.wait_for(self.arrive());
    }

    /// Says that a thread has come here, and which visit this is. Before the
    /// next one, all threads must have come.
    pub(crate) fn arrive(&self) -> usize {
        let round = self.round.load(Ordering::Acquire);
        if self.arrived.fetch_add(1, Ordering::AcqRel) + 1 == self.threads {
            self.arrived.store(0, Ordering::Relaxed);
            self.round.fetch_add(1, Ordering::AcqRel);
        }
        round
    }

    /// Have all threads come for this visit?
    pub(crate) fn is_over(&self, visit: usize) -> bool {
        self.round.load(Ordering::Acquire) != visit
    }

    /// Returns when they have.
    pub(crate) fn wait_for(&self, visit: usize) {
        let mut spins = 0u32;
        while !self.is_over(visit) {
            spins += 1;
            if spins < 2000 {
                std::hint::spin_loop();
            } else {
                std::thread::yield_now();
            }
        }
    }
}
