//! How long a position lasts: the winner hurries, the loser delays.
//!
//! The remoteness of a position without moves is 0. A won position lasts one
//! move longer than the shortest-lived of its lost options, a lost one a move
//! longer than the longest-lived of its options, all of which are won. No
//! theorem is used, so this decides who wins a second time, by definition.

use super::Position;
use super::graph::{Graph, Key, Open, bytes};
use super::solve::NoSolution;
use crate::play::{Convention, Outcome, Player};
use miyama_budget::{Budget, Stopped};
use std::collections::HashMap;

/// A search of more than so many machine words of positions is given up: about
/// a second.
const EFFORT: usize = 1 << 23;

/// A search is given up when it would hold more bytes than this.
const MEMORY: u64 = 256 << 20;

/// How a position ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remoteness {
    /// Who wins.
    pub outcome: Outcome,
    /// In how many moves, if the winner hurries and the loser delays.
    pub moves: u32,
}

/// The remoteness of positions that play from one sum can reach.
#[derive(Clone, Debug)]
pub struct Endings {
    graph: Graph,
    convention: Convention,
    known: HashMap<Key, Remoteness>,
    looked_at: usize,
    /// Bytes of what is known.
    held: u64,
}

impl Endings {
    /// Nothing is known yet.
    #[must_use]
    pub fn new(sum: &Position, convention: Convention) -> Endings {
        Endings { graph: Graph::new(sum), convention, known: HashMap::new(), looked_at: 0, held: 0 }
    }

    /// How a position of the sum, or one that is reached from it, ends; `None`
    /// if there is too much to search.
    ///
    /// ```
    /// use miyama_budget::Budget;
    /// use miyama::game::Games;
    /// use miyama::play::{Convention, Outcome};
    /// use miyama::sum::{Endings, parse_position};
    /// let sum = parse_position("nim:2,2", &Games::built_in()).unwrap();
    /// let mut endings = Endings::new(&sum, Convention::Normal);
    /// let ending = endings.of(&sum, &Budget::unlimited()).unwrap().unwrap();
    /// assert_eq!((ending.outcome, ending.moves), (Outcome::P, 4));
    /// ```
    ///
    /// # Errors
    /// [`NoSolution`] if the budget says stop.
    pub fn of(&mut self, sum: &Position, budget: &Budget) -> Result<Option<Remoteness>, NoSolution> {
        let memory = budget.memory().map_or(MEMORY, |allowed| allowed.min(MEMORY));
        match self.search(sum, &budget.clone().with_memory(memory)) {
            Ok(found) => Ok(found),
            Err(NoSolution::Stopped(Stopped::Memory { .. })) => Ok(None),
            Err(NoSolution::Stopped(stopped)) => Err(NoSolution::Stopped(stopped)),
            Err(wrong @ NoSolution::Wrong(_)) => Err(wrong),
            Err(_) => Ok(None),
        }
    }

    fn search(&mut self, sum: &Position, budget: &Budget) -> Result<Option<Remoteness>, NoSolution> {
        let start = self.graph.key(sum, budget)?;
        if let Some(known) = self.known.get(&start) {
            return Ok(Some(*known));
        }
        if self.looked_at >= EFFORT {
            return Ok(None);
        }
        // Bytes of the options on the path.
        let mut waiting = 0;
        let mut path = vec![self.open(start.clone(), &mut waiting, budget)?];
        while let Some(top) = path.last_mut() {
            let unknown = loop {
                match top.options.get(top.next) {
                    Some(option) if self.known.contains_key(option) => top.next += 1,
                    other => break other.cloned(),
                }
            };
            match unknown {
                Some(option) => {
                    if self.looked_at >= EFFORT {
                        return Ok(None);
                    }
                    path.push(self.open(option, &mut waiting, budget)?);
                }
                None => {
                    let Some(done) = path.pop() else { break };
                    let ending = self.ending(&done.options);
                    waiting = waiting.saturating_sub(done.bytes());
                    self.held += bytes(&done.key);
                    self.known.insert(done.key, ending);
                    if self.known.len().is_multiple_of(256) {
                        budget.check()?;
                    }
                }
            }
        }
        Ok(self.known.get(&start).copied())
    }

    fn open(&mut self, key: Key, waiting: &mut u64, budget: &Budget) -> Result<Open, NoSolution> {
        let open = self.graph.open(key, Player::Left, self.held + *waiting, budget)?;
        self.looked_at += open.options.iter().map(|option| self.graph.cost(option)).sum::<usize>() + 1;
        *waiting += open.bytes();
        Ok(open)
    }

    /// The ending of a position whose options are known.
    fn ending(&self, options: &[Key]) -> Remoteness {
        let endings = || options.iter().filter_map(|option| self.known.get(option));
        let lost = endings().filter(|ending| ending.outcome == Outcome::P).map(|ending| ending.moves).min();
        match (lost, endings().map(|ending| ending.moves).max()) {
            (Some(quickest), _) => Remoteness { outcome: Outcome::N, moves: quickest + 1 },
            (None, Some(longest)) => Remoteness { outcome: Outcome::P, moves: longest + 1 },
            (None, None) => Remoteness { outcome: Outcome::from_options([], self.convention), moves: 0 },
        }
    }
}
