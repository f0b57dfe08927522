//! Nim values that are computed while they are written, so that the first rows
//! of a long table are there at once.

use super::no_table;
use crate::failure::Failure;
use miyama::breaking::values::NimValues;
use miyama::heap::comparison::compare_values;
use miyama::heap::ruleset::Ruleset;
use miyama_budget::Budget;
use std::cell::{Ref, RefCell};
use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

/// Nim values of heaps up to `to`, as many as were needed so far.
pub(super) struct Growing {
    values: RefCell<NimValues>,
    to: usize,
    /// What the values are compared with before they are shown.
    ruleset: Arc<Ruleset>,
    budget: Budget,
}

impl Growing {
    pub(super) fn new(values: NimValues, to: usize, ruleset: Arc<Ruleset>, budget: &Budget) -> Growing {
        Growing { values: RefCell::new(values), to, ruleset, budget: budget.stage_of(to as u64) }
    }

    /// The value of a heap that has been reached.
    pub(super) fn get(&self, heap: u64) -> Option<u32> {
        self.values.borrow().get(usize::try_from(heap).ok()?)
    }

    /// Computes on if this heap is not known yet. What was written before goes
    /// out first.
    pub(super) fn reach(&self, heap: u64, out: &mut dyn Write) -> Result<(), Failure> {
        let known = self.values.borrow().len();
        let heap = usize::try_from(heap).unwrap_or(usize::MAX).min(self.to);
        if heap < known {
            return Ok(());
        }
        out.flush()?;
        // The search itself thinks again whenever it has doubled: steps like
        // these cost it nothing.
        let next = known.saturating_mul(2).max(heap).min(self.to);
        let started = Instant::now();
        self.values.borrow_mut().extend(next, &self.budget).map_err(Failure::Stopped)?;
        let value = |heap| self.get(heap);
        compare_values(&self.ruleset, next as u64, started.elapsed(), &value, &self.budget).map_err(no_table)?;
        Ok(())
    }

    /// The values that were reached.
    pub(super) fn values(&self) -> Ref<'_, NimValues> {
        self.values.borrow()
    }
}
