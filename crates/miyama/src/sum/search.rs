//! Misère sums by search: nim-sums do not apply there, so the whole sum is
//! played out, every position once.

use super::Position;
use super::graph::{Graph, Key, Open, bytes, table_bytes};
use super::solve::NoSolution;
use crate::heap::played_out::{Seen, seen};
use crate::play::Player;
use miyama_budget::Budget;
use std::collections::HashMap;

/// A search gives up after so many positions, some minutes, unless there is a limit of time.
const MOST: usize = 20_000_000;

/// How often the budget is looked at, in positions.
const LOOK: usize = 1024;

/// The misère outcomes of all positions met.
pub(super) struct Search<'a> {
    graph: Graph,
    won: HashMap<Key, bool>,
    budget: &'a Budget,
    /// Bytes of what is known.
    held: u64,
    /// Bytes of the options on the path.
    waiting: u64,
}

impl<'a> Search<'a> {
    pub(super) fn new(sum: &Position, budget: &'a Budget) -> Search<'a> {
        Search { graph: Graph::new(sum), won: HashMap::new(), budget, held: 0, waiting: 0 }
    }

    /// How many positions were met.
    pub(super) fn met(&self) -> usize {
        self.won.len()
    }

    /// Whether the next player wins.
    pub(super) fn next_wins(&mut self, sum: &Position) -> Result<bool, NoSolution> {
        let start = self.graph.key(sum, self.budget)?;
        if let Some(won) = self.won.get(&start) {
            return Ok(*won);
        }
        self.waiting = 0;
        let mut path = vec![self.open(start.clone())?];
        while let Some(top) = path.last_mut() {
            match seen(&top.options, &mut top.next, &self.won) {
                Seen::Won(won) => {
                    if let Some(done) = path.pop() {
                        self.waiting = self.waiting.saturating_sub(done.bytes());
                        self.held += bytes(&done.key);
                        self.won.insert(done.key, won);
                    }
                    self.account(sum)?;
                }
                Seen::Unknown(option) => path.push(self.open(option)?),
            }
        }
        Ok(self.won.get(&start).copied().unwrap_or(true))
    }

    fn account(&self, sum: &Position) -> Result<(), NoSolution> {
        let met = self.won.len();
        if met >= MOST && !self.budget.has_deadline() {
            return Err(NoSolution::Open { sum: sum.to_string(), met });
        }
        if met.is_multiple_of(LOOK) {
            self.budget.check()?;
            self.budget.need(self.held + self.waiting + table_bytes(&self.won, LOOK))?;
            self.budget.report(met as u64, None);
        }
        Ok(())
    }

    fn open(&mut self, key: Key) -> Result<Open, NoSolution> {
        let open = self.graph.open(key, Player::Left, self.held + self.waiting, self.budget)?;
        self.waiting += open.bytes();
        Ok(open)
    }
}
