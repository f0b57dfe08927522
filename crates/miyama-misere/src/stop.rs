//! What a computation may use, and why it ended without an answer.

use miyama_budget::{Budget, Stopped};
use std::cell::Cell;

/// Time and memory, how large a quotient may get, and how much work may be done for it.
#[derive(Clone, Copy, Debug)]
pub struct Watch<'a> {
    budget: &'a Budget,
    order: usize,
    work: Option<&'a Cell<u64>>,
}

impl<'a> Watch<'a> {
    /// Quotients may have up to `order` elements.
    #[must_use]
    pub fn new(budget: &'a Budget, order: usize) -> Watch<'a> {
        Watch { budget, order, work: None }
    }

    /// The same, ending with [`Stop::Work`] when so many steps of a few nanoseconds are
    /// made: in the same place on every machine. What is left of them stands in `work`.
    #[must_use]
    pub fn with_work(self, work: &'a Cell<u64>) -> Watch<'a> {
        Watch { work: Some(work), ..self }
    }

    /// So many steps were made.
    pub(crate) fn spend(&self, steps: u64) -> Result<(), Stop> {
        let Some(work) = self.work else { return Ok(()) };
        let left = work.get().checked_sub(steps).ok_or(Stop::Work)?;
        work.set(left);
        Ok(())
    }

    /// May the computation go on, with so many bytes in use?
    pub(crate) fn ask(&self, bytes: u64) -> Result<(), Stop> {
        self.budget.check()?;
        // Tables are counted one by one; two of them stand side by side, or one and its copy
        // as it grows.
        self.budget.need(bytes.saturating_mul(2))?;
        Ok(())
    }

    /// For a loop with many short steps.
    pub(crate) fn now_and_then(&self) -> NowAndThen<'a> {
        NowAndThen { watch: *self, asked: 0, stop: None }
    }

    pub(crate) fn allows(&self, order: usize) -> Result<(), Stop> {
        if order > self.order { Err(Stop::Order(self.order)) } else { Ok(()) }
    }
}

/// Asks whether to go on at every 4096th step.
pub(crate) struct NowAndThen<'a> {
    watch: Watch<'a>,
    asked: u32,
    stop: Option<Stop>,
}

impl NowAndThen<'_> {
    /// May the loop go on?
    pub(crate) fn ask(&mut self) -> bool {
        self.asked = self.asked.wrapping_add(1);
        if self.asked.is_multiple_of(4096) {
            self.stop = self.watch.ask(0).and(self.watch.spend(4096)).err();
        }
        self.stop.is_none()
    }

    /// Why it did not.
    pub(crate) fn end(self) -> Result<(), Stop> {
        self.stop.map_or(Ok(()), Err)
    }
}

/// Why there is no quotient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The budget is used up.
    Budget(Stopped),
    /// It has more elements than this, if it is finite at all.
    Order(usize),
    /// The work that was allowed is done.
    Work,
}

impl From<Stopped> for Stop {
    fn from(stopped: Stopped) -> Stop {
        Stop::Budget(stopped)
    }
}
