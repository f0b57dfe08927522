//! Where the threads of a sweep meet, and learn together whether to go on.
//!
//! A thread may pass the barrier late, when the first one has already done its
//! part and asked the budget again. So a checkpoint does not only say that it is
//! closed, but from which visit on: all threads turn back at the same one, and
//! none waits for another that has left.

use crate::barrier::Barrier;
use crate::out_of_reach::OutOfReach;
use miyama_budget::{Budget, Stopped};
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, Ordering};

/// Why a sweep ends without a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    Unfinished(OutOfReach),
    /// A value is larger than the sets and cells were made for.
    LargeValue,
}

impl From<Stopped> for Halt {
    fn from(stopped: Stopped) -> Halt {
        Halt::Unfinished(OutOfReach::Stopped(stopped))
    }
}

pub(super) struct Checkpoint<'a> {
    barrier: Barrier,
    budget: &'a Budget,
    /// The first visit at which it is closed.
    closed_from: AtomicI64,
    reason: Mutex<Option<Halt>>,
}

impl<'a> Checkpoint<'a> {
    pub(super) fn new(threads: usize, budget: &'a Budget) -> Checkpoint<'a> {
        let closed_from = AtomicI64::new(i64::MAX);
        Checkpoint { barrier: Barrier::new(threads), budget, closed_from, reason: Mutex::new(None) }
    }

    /// Waits for all threads; whether they go on. Each counts its visits, and
    /// the first thread asks the budget, and whether one of them has refused.
    pub(super) fn opens(&self, is_first: bool, visit: i64) -> bool {
        if is_first {
            if let Err(stopped) = self.budget.check() {
                self.refuse(stopped.into());
            }
            if self.reason().is_some() {
                self.closed_from.store(visit, Ordering::Relaxed);
            }
        }
        self.barrier.wait();
        visit < self.closed_from.load(Ordering::Relaxed)
    }

    /// Waits for all threads.
    pub(super) fn wait(&self) {
        self.barrier.wait();
    }

    /// Says why there will be no result; the first reason counts.
    pub(super) fn refuse(&self, halt: Halt) {
        if let Ok(mut reason) = self.reason.lock() {
            reason.get_or_insert(halt);
        }
    }

    /// Why there is no result, if there is none.
    pub(super) fn reason(&self) -> Option<Halt> {
        // A thread that died while it said why leaves no result either.
        self.reason.lock().map_or(Some(Stopped::Cancelled.into()), |reason| *reason)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Eight threads on few cores pass the checkpoint at very different times.
    #[test]
    fn all_threads_turn_back_at_the_same_visit() {
        for closes_at in (0..400).map(|round| round % 5 + 1) {
            let budget = Budget::unlimited();
            let checkpoint = Checkpoint::new(8, &budget);
            let pass = |thread: usize| {
                let mut visit = 0;
                while checkpoint.opens(thread == 0, visit) {
                    visit += 1;
                    if thread == 0 && visit == closes_at {
                        budget.cancel();
                    } else if thread % 2 == 1 {
                        std::thread::yield_now();
                    }
                }
                visit
            };
            let visits: Vec<i64> = std::thread::scope(|scope| {
                let threads: Vec<_> = (0..8).map(|thread| scope.spawn(move || pass(thread))).collect();
                threads.into_iter().map(|thread| thread.join().unwrap()).collect()
            });
            assert_eq!(visits, [closes_at; 8]);
            assert_eq!(checkpoint.reason(), Some(Stopped::Cancelled.into()));
        }
    }
}
