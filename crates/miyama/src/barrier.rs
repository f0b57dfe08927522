//! A barrier for threads that meet every few microseconds: one that only sleeps
//! would wake too late, and one that never sleeps would hold up a thread that
//! shares its core.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

/// How often a thread looks whether the others have come before it sleeps: often
/// as long as that is enough, less often each time that it is not, as there are
/// fewer cores than threads then.
const LOOKS: RangeInclusive<u32> = 200..=20_000;

/// A barrier that spins for a while.
pub(crate) struct Barrier {
    threads: usize,
    arrived: AtomicUsize,
    visit: AtomicUsize,
    looks: AtomicU32,
    /// How many threads sleep or are about to.
    asleep: AtomicUsize,
    lock: Mutex<()>,
    over: Condvar,
}

impl Barrier {
    pub(crate) fn new(threads: usize) -> Barrier {
        Barrier {
            threads,
            arrived: AtomicUsize::new(0),
            visit: AtomicUsize::new(0),
            looks: AtomicU32::new(*LOOKS.end()),
            asleep: AtomicUsize::new(0),
            lock: Mutex::new(()),
            over: Condvar::new(),
        }
    }

    /// Returns when all threads have come here.
    pub(crate) fn wait(&self) {
        self.wait_for(self.arrive());
    }

    /// Says that a thread has come here, and which visit this is. Before the
    /// next one, all threads must have come.
    pub(crate) fn arrive(&self) -> usize {
        let visit = self.visit.load(Ordering::Acquire);
        if self.arrived.fetch_add(1, Ordering::AcqRel) + 1 == self.threads {
            self.arrived.store(0, Ordering::Relaxed);
            self.visit.fetch_add(1, Ordering::SeqCst);
            // A sleeper counts itself before it looks at the visit for the last
            // time: it is seen here, or it sees the visit over.
            if self.asleep.load(Ordering::SeqCst) > 0 {
                drop(self.lock.lock().unwrap_or_else(PoisonError::into_inner));
                self.over.notify_all();
            }
        }
        visit
    }

    /// Have all threads come for this visit?
    pub(crate) fn is_over(&self, visit: usize) -> bool {
        self.visit.load(Ordering::SeqCst) != visit
    }

    /// Returns when they have.
    pub(crate) fn wait_for(&self, visit: usize) {
        let looks = self.looks.load(Ordering::Relaxed);
        for look in 0..looks {
            if self.is_over(visit) {
                if look > looks / 2 {
                    self.looks.store((2 * looks).min(*LOOKS.end()), Ordering::Relaxed);
                }
                return;
            }
            std::hint::spin_loop();
        }
        self.looks.store((looks / 2).max(*LOOKS.start()), Ordering::Relaxed);
        self.asleep.fetch_add(1, Ordering::SeqCst);
        let mut guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_over(visit) {
            guard = self.over.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
        self.asleep.fetch_sub(1, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No thread is a visit ahead of another, on as many threads as sleep.
    #[test]
    fn all_threads_keep_in_step() {
        let (barrier, step) = (Barrier::new(8), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for visit in 0..200 {
                        assert_eq!(step.load(Ordering::SeqCst) / 8, visit);
                        barrier.wait();
                        step.fetch_add(1, Ordering::SeqCst);
                        barrier.wait();
                    }
                });
            }
        });
        assert_eq!(step.into_inner(), 1600);
    }
}
