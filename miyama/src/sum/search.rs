//! Misère sums by search: nim-sums do not apply there, so the whole sum is
//! played out, every position once.

use super::board;
use super::solve::NoSolution;
use super::{Part, Sum};
use crate::budget::Budget;
use std::collections::HashMap;

/// A position of the search: for each part the index of its game and its heaps,
/// or the words of its board, sorted, because the order of parts does not matter. Parts that no move can
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
            let index = self.games.iter().position(|g| g.label() == part.label()).unwrap_or(0);
            key.extend(pieces(part)?.into_iter().map(|piece| (index, piece)));
        }
        key.sort();
        Ok(key)
    }

    fn open(&self, key: Key) -> Result<Open, NoSolution> {
        let mut options = Vec::new();
        for (at, (index, piece)) in key.iter().enumerate() {
            for left in left_of(self.games[*index], piece)? {
                let mut next = key.clone();
                next.remove(at);
                next.extend(left.into_iter().map(|piece| (*index, piece)));
                next.sort();
                options.push(next);
            }
        }
        options.sort();
        options.dedup();
        Ok(Open { key, options, next: 0 })
    }
}

/// The pieces of a part that can still be moved.
fn pieces(part: &Part) -> Result<Vec<Vec<u64>>, NoSolution> {
    match part {
        Part::Heap { game, heaps } => {
            let heaps: Option<Vec<u64>> = heaps.iter().map(|heap| u64::try_from(heap).ok()).collect();
            let heaps = heaps.ok_or_else(|| NoSolution::too_large(part))?;
            let options = game.ruleset.options(&heaps).map_err(|_| NoSolution::too_large(part))?;
            Ok(if options.is_empty() { vec![] } else { vec![heaps] })
        }
        Part::Board(position) => board::pieces(position).map_err(|reason| NoSolution::board(position, reason)),
    }
}

/// What the moves of a piece of a game leave, in pieces that can still be moved.
fn left_of(game: &Part, piece: &[u64]) -> Result<Vec<Vec<Vec<u64>>>, NoSolution> {
    match game {
        Part::Heap { game: heap_game, .. } => {
            let ruleset = &heap_game.ruleset;
            let moves = ruleset.options(piece).map_err(|_| NoSolution::too_large(game))?;
            let can_move = |heaps: &Vec<u64>| ruleset.options(heaps).is_ok_and(|options| !options.is_empty());
            Ok(moves.into_iter().map(|option| option.into_iter().filter(can_move).collect()).collect())
        }
        Part::Board(position) => board::options(position, piece).map_err(|reason| NoSolution::board(position, reason)),
    }
}
