//! Nim values of codes that never break a heap: subtraction games and their
//! kin, with finitely many moves or with all but finitely many.

use super::code::Code;
use miyama_budget::{Budget, Stopped};

/// Nim values of a code whose moves leave at most one heap.
#[derive(Clone, Debug)]
pub(super) struct Taking {
    /// Numbers of tokens, at most `horizon`, after which one heap may be left.
    leaving: Vec<usize>,
    /// Larger numbers are allowed or not all alike, as the tail says; a tail of
    /// several digits is walked through instead.
    horizon: usize,
    tail_leaves: bool,
    walks: bool,
    pub(super) values: Vec<u32>,
    /// Which values stand on heaps 1 to `n - horizon - 1`, for the next n.
    used: Vec<bool>,
    /// All values below are used.
    base: usize,
    /// `seen[v] == n` says that v is an option of heap n.
    seen: Vec<usize>,
}

impl Taking {
    pub(super) fn new(code: &Code, values: Vec<u32>) -> Taking {
        let horizon = code.digits().len() - 1;
        let mut taking = Taking {
            leaving: (1..=horizon).filter(|k| code.digit(*k).allows(1)).collect(),
            horizon,
            tail_leaves: code.tail().first().is_some_and(|d| d.allows(1)),
            walks: code.tail().len() > 1,
            values: vec![],
            used: vec![],
            base: 0,
            seen: vec![],
        };
        for (n, value) in values.into_iter().enumerate() {
            taking.enter(n);
            taking.values.push(value);
        }
        taking
    }

    /// Prepares `used` for heap n.
    fn enter(&mut self, n: usize) {
        if self.tail_leaves && !self.walks && n > self.horizon + 1 {
            let value = self.values[n - self.horizon - 1] as usize;
            if self.used.len() <= value {
                self.used.resize(value + 1, false);
            }
            self.used[value] = true;
            while self.used.get(self.base) == Some(&true) {
                self.base += 1;
            }
        }
    }

    pub(super) fn extend(&mut self, code: &Code, to: usize, budget: &Budget) -> Result<(), Stopped> {
        while self.values.len() <= to {
            let n = self.values.len();
            if n.is_multiple_of(1024) || self.walks {
                budget.check()?;
                budget.report(n as u64, Some(to as u64));
            }
            self.enter(n);
            self.mark(code, n);
            let mut value = self.base;
            while self.used.get(value) == Some(&true) || self.seen.get(value) == Some(&n) {
                value += 1;
            }
            self.values.push(u32::try_from(value).expect("a heap has fewer than 2^32 options here"));
        }
        Ok(())
    }

    /// Marks the options of heap n that `used` does not hold.
    fn mark(&mut self, code: &Code, n: usize) {
        if n > 0 && code.digit(n).allows(0) {
            self.see(n, 0);
        }
        if self.walks {
            for k in (1..n).filter(|k| code.digit(*k).allows(1)) {
                self.see(n, self.values[n - k] as usize);
            }
        } else {
            for i in 0..self.leaving.len() {
                if self.leaving[i] < n {
                    self.see(n, self.values[n - self.leaving[i]] as usize);
                }
            }
        }
    }

    fn see(&mut self, n: usize, value: usize) {
        if self.seen.len() <= value {
            self.seen.resize(value + 1, usize::MAX);
        }
        self.seen[value] = n;
    }
}
