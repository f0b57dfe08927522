//! Misère sums by search: nim-sums do not apply there, so the whole sum is
//! played out, every position once.

use super::solve::NoSolution;
use super::{Part, Sum};
use crate::budget::Budget;
use std::collections::HashMap;

/// A position of the search: for each part the index of its game and its heaps,
/// sorted, because the order of parts does not matter. Parts that no move can
/// change are left out.
type Key = Vec<(usize, Vec<u64>)>;

/// The misère outcomes of all positions met.
pub(super) struct Search<'a> {
    games: Vec<&'a Part>,
    won: HashMap<Key, bool>,
    budget: &'a Budget,
}

struct Open {
    key: Key,
    options: Vec<Key>,
    next: usize,
}

impl<'a> Search<'a> {
    pub(super) fn new(sum: &'a Sum, budget: &'a Budget) -> Search<'a> {
        let mut games: Vec<&Part> = Vec::new();
        for part in &sum.parts {
            if !games.iter().any(|g| g.label() == part.label()) {
                games.push(part);
            }
        }
        Search { games, won: HashMap::new(), budget }
    }

    /// How many positions were met.
    pub(super) fn met(&self) -> usize {
        self.won.len()
    }

    /// Whether the next player wins.
    pub(super) fn next_wins(&mut self, sum: &Sum) -> Result<bool, NoSolution> {
        let start = self.key(sum)?;
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
            self.budget.need(self.won.len() as u64 * (64 + 80 * self.games.len() as u64 * 4))?;
            self.budget.report(self.won.len() as u64, None);
        }
        Ok(())
    }

    fn key(&self, sum: &Sum) -> Result<Key, NoSolution> {
        let mut key = Vec::new();
        for part in &sum.parts {
            let Part::Heap { game, heaps } = part;
            let index = self.games.iter().position(|g| g.label() == part.label()).unwrap_or(0);
            let heaps: Vec<u64> =
                heaps.iter().map(u64::try_from).collect::<Result<_, _>>().map_err(|_| NoSolution::too_large(part))?;
            if !game.ruleset.options(&heaps).map_err(|_| NoSolution::too_large(part))?.is_empty() {
                key.push((index, heaps));
            }
        }
        key.sort();
        Ok(key)
    }

    fn open(&self, key: Key) -> Result<Open, NoSolution> {
        let mut options = Vec::new();
        for (at, (index, heaps)) in key.iter().enumerate() {
            let Part::Heap { game, .. } = self.games[*index];
            let moves = game.ruleset.options(heaps).map_err(|_| NoSolution::too_large(self.games[*index]))?;
            for option in moves {
                let mut next = key.clone();
                next.remove(at);
                for part in option {
                    let can_move = game.ruleset.options(&part).is_ok_and(|o| !o.is_empty());
                    if can_move {
                        next.push((*index, part));
                    }
                }
                next.sort();
                options.push(next);
            }
        }
        options.sort();
        options.dedup();
        Ok(Open { key, options, next: 0 })
    }
}
