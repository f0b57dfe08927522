//! Misère sums by search: nim-sums do not apply there, so the whole sum is
//! played out, every position once.

use super::Sum;
use super::graph::{Graph, Key};
use super::solve::NoSolution;
use crate::budget::Budget;
use std::collections::HashMap;

/// The misère outcomes of all positions met.
pub(super) struct Search<'a> {
    graph: Graph,
    won: HashMap<Key, bool>,
    budget: &'a Budget,
}

struct Open {
    key: Key,
    options: Vec<Key>,
    next: usize,
}

impl<'a> Search<'a> {
    pub(super) fn new(sum: &Sum, budget: &'a Budget) -> Search<'a> {
        Search { graph: Graph::new(sum), won: HashMap::new(), budget }
    }

    /// How many positions were met.
    pub(super) fn met(&self) -> usize {
        self.won.len()
    }

    /// Whether the next player wins.
    pub(super) fn next_wins(&mut self, sum: &Sum) -> Result<bool, NoSolution> {
        let start = self.graph.key(sum)?;
        if let Some(won) = self.won.get(&start) {
            return Ok(*won);
        }
        let mut path = vec![self.open(start.clone())?];
        while let Some(top) = path.last_mut() {
            // A position without options is won: the other player moved last.
            let mut decided = top.options.is_empty().then_some(true);
            let mut unknown = None;
            while decided.is_none() {
                match top.options.get(top.next) {
                    None => decided = Some(false),
                    Some(option) => match self.won.get(option) {
                        Some(false) => decided = Some(true),
                        Some(true) => top.next += 1,
                        None => {
                            unknown = Some(option.clone());
                            break;
                        }
                    },
                }
            }
            if let Some(won) = decided {
                if let Some(done) = path.pop() {
                    self.won.insert(done.key, won);
                }
                self.account()?;
            } else if let Some(option) = unknown {
                path.push(self.open(option)?);
            }
        }
        Ok(self.won.get(&start).copied().unwrap_or(true))
    }

    fn account(&self) -> Result<(), NoSolution> {
        if self.won.len().is_multiple_of(1024) {
            self.budget.check()?;
            // A key of a few parts with its vectors: an estimate from above.
            self.budget.need(self.won.len() as u64 * (64 + 80 * self.graph.games() as u64 * 4))?;
            self.budget.report(self.won.len() as u64, None);
        }
        Ok(())
    }

    fn open(&self, key: Key) -> Result<Open, NoSolution> {
        let options = self.graph.options(&key)?;
        Ok(Open { key, options, next: 0 })
    }
}
