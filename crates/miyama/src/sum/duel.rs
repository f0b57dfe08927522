//! Sums played out by both players, every position once: who wins when a given
//! player begins.

use super::Position;
use super::graph::{Graph, Key, Open, bytes, table_bytes};
use super::solve::NoSolution;
use crate::play::{Convention, Outcome, Player};
use miyama_budget::Budget;
use std::collections::HashMap;

/// Who wins, from whether Left wins who begins, and whether Right does.
pub(super) fn outcome(left: bool, right: bool) -> Outcome {
    match (left, right) {
        (true, true) => Outcome::N,
        (false, false) => Outcome::P,
        (true, false) => Outcome::L,
        (false, true) => Outcome::R,
    }
}

/// How often the budget is looked at, in positions.
const LOOK: usize = 1024;

/// Who wins the positions that were met.
pub(super) struct Duel {
    graph: Graph,
    convention: Convention,
    /// Whether the player to move wins.
    won: [HashMap<Key, bool>; 2],
    held: u64,
}

impl Duel {
    /// Nothing is known yet.
    pub(super) fn new(sum: &Position, convention: Convention) -> Duel {
        Duel { graph: Graph::new(sum), convention, won: [HashMap::new(), HashMap::new()], held: 0 }
    }

    /// How many positions were met.
    pub(super) fn met(&self) -> usize {
        self.won.iter().map(HashMap::len).sum()
    }

    /// Who wins.
    pub(super) fn outcome(&mut self, sum: &Position, budget: &Budget) -> Result<Outcome, NoSolution> {
        let [left, right] = Player::BOTH.map(|first| self.wins_first(sum, first, budget));
        Ok(outcome(left?, right?))
    }

    /// Whether a player wins who moves first.
    pub(super) fn wins_first(&mut self, sum: &Position, player: Player, budget: &Budget) -> Result<bool, NoSolution> {
        let start = self.graph.key(sum, budget)?;
        if let Some(won) = self.won[player as usize].get(&start) {
            return Ok(*won);
        }
        // Bytes of the options on the path.
        let mut waiting = 0;
        let mut path = vec![(player, self.open(start.clone(), player, &mut waiting, budget)?)];
        while let Some((turn, top)) = path.last_mut() {
            let turn = *turn;
            let known = &self.won[turn.opponent() as usize];
            let mut decided = top.options.is_empty().then_some(self.convention == Convention::Misere);
            let mut unknown = None;
            while decided.is_none() && unknown.is_none() {
                match top.options.get(top.next) {
                    None => decided = Some(false),
                    Some(option) => match known.get(option) {
                        Some(false) => decided = Some(true),
                        Some(true) => top.next += 1,
                        None => unknown = Some(option.clone()),
                    },
                }
            }
            if let Some(option) = unknown {
                let open = self.open(option, turn.opponent(), &mut waiting, budget)?;
                path.push((turn.opponent(), open));
            } else if let (Some(won), Some((_, done))) = (decided, path.pop()) {
                waiting = waiting.saturating_sub(done.bytes());
                self.held += bytes(&done.key);
                self.won[turn as usize].insert(done.key, won);
                if self.met().is_multiple_of(LOOK) {
                    budget.check()?;
                    let tables = self.won.iter().map(|won| table_bytes(won, LOOK)).sum::<u64>();
                    budget.need(self.held + waiting + tables)?;
                    budget.report(self.met() as u64, None);
                }
            }
        }
        Ok(self.won[player as usize].get(&start).copied().unwrap_or(false))
    }

    fn open(&self, key: Key, player: Player, waiting: &mut u64, budget: &Budget) -> Result<Open, NoSolution> {
        let open = self.graph.open(key, player, self.held + *waiting, budget)?;
        *waiting += open.bytes();
        Ok(open)
    }
}
