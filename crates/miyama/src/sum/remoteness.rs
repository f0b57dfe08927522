//! How long a position lasts: the winner hurries, the loser delays.
//!
//! The remoteness of a position without moves is 0. A won position lasts one
//! move longer than the shortest-lived of its lost options, a lost one a move
//! longer than the longest-lived of its options, all of which are won. No
//! theorem is used, so this decides who wins a second time, by definition. Where
//! the players have different moves, won and lost are meant for the player to move.

use super::Position;
use super::graph::{Graph, Key, Open, bytes, table_bytes};
use super::solve::NoSolution;
use crate::play::{Convention, Outcome, Player};
use miyama_budget::{Budget, Stopped};
use std::collections::HashMap;

/// A search of more than so many machine words of positions is given up: about
/// a tenth of a second on heaps, a second where the players have different moves and a board is laid out
/// again for each.
const EFFORT: usize = 1 << 20;

/// A search is given up when it would hold more bytes than this.
const MEMORY: u64 = 256 << 20;

/// How a position ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Remoteness {
    /// Who wins: N if the player to move does.
    pub outcome: Outcome,
    /// In how many moves, if the winner hurries and the loser delays.
    pub moves: u32,
}

/// The remoteness of positions that play from one sum can reach.
#[derive(Clone, Debug)]
pub struct Endings {
    graph: Graph,
    convention: Convention,
    /// Left and Right have different moves.
    partizan: bool,
    /// By the player to move, Left where both have the same moves.
    known: [HashMap<Key, Remoteness>; 2],
    looked_at: usize,
    /// Bytes of what is known.
    held: u64,
}

impl Endings {
    /// Nothing is known yet.
    #[must_use]
    pub fn new(sum: &Position, convention: Convention) -> Endings {
        let partizan = !sum.is_impartial();
        let known = [HashMap::new(), HashMap::new()];
        Endings { graph: Graph::new(sum), convention, partizan, known, looked_at: 0, held: 0 }
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
        self.of_turn(sum, Player::Left, budget)
    }

    /// The same where this player is to move.
    ///
    /// # Errors
    /// [`NoSolution`] if the budget says stop.
    pub(crate) fn of_turn(
        &mut self,
        sum: &Position,
        turn: Player,
        budget: &Budget,
    ) -> Result<Option<Remoteness>, NoSolution> {
        let memory = budget.memory().map_or(MEMORY, |allowed| allowed.min(MEMORY));
        match self.search(sum, turn, &budget.clone().with_memory(memory)) {
            Ok(found) => Ok(found),
            Err(NoSolution::Stopped(Stopped::Memory { .. })) => Ok(None),
            Err(NoSolution::Stopped(stopped)) => Err(NoSolution::Stopped(stopped)),
            Err(wrong @ NoSolution::Wrong(_)) => Err(wrong),
            Err(_) => Ok(None),
        }
    }

    /// Whose moves are meant.
    fn side(&self, player: Player) -> Player {
        if self.partizan { player } else { Player::Left }
    }

    fn search(&mut self, sum: &Position, turn: Player, budget: &Budget) -> Result<Option<Remoteness>, NoSolution> {
        let turn = self.side(turn);
        let start = self.graph.key(sum, budget)?;
        if let Some(known) = self.known[turn as usize].get(&start) {
            return Ok(Some(*known));
        }
        if self.looked_at >= EFFORT {
            return Ok(None);
        }
        // Bytes of the options on the path.
        let mut waiting = 0;
        let mut path = vec![(turn, self.open(start.clone(), turn, &mut waiting, budget)?)];
        while let Some((turn, top)) = path.last_mut() {
            let (turn, next) = (*turn, self.side(turn.opponent()));
            let unknown = loop {
                match top.options.get(top.next) {
                    Some(option) if self.known[next as usize].contains_key(option) => top.next += 1,
                    other => break other.cloned(),
                }
            };
            match unknown {
                Some(option) => {
                    if self.looked_at >= EFFORT {
                        return Ok(None);
                    }
                    path.push((next, self.open(option, next, &mut waiting, budget)?));
                }
                None => {
                    let Some((_, done)) = path.pop() else { break };
                    let ending = self.ending(&done.options, next);
                    waiting = waiting.saturating_sub(done.bytes());
                    self.held += bytes(&done.key);
                    self.known[turn as usize].insert(done.key, ending);
                    if self.known[turn as usize].len().is_multiple_of(256) {
                        budget.check()?;
                    }
                }
            }
        }
        Ok(self.known[turn as usize].get(&start).copied())
    }

    fn open(&mut self, key: Key, player: Player, waiting: &mut u64, budget: &Budget) -> Result<Open, NoSolution> {
        let tables = self.known.iter().map(|known| table_bytes(known, 1)).sum::<u64>();
        let open = self.graph.open(key, player, self.held + tables + *waiting, budget)?;
        budget.need(self.held + tables + *waiting + open.bytes())?;
        self.looked_at += open.options.iter().map(|option| self.graph.cost(option)).sum::<usize>() + 1;
        *waiting += open.bytes();
        Ok(open)
    }

    /// The ending of a position whose options are known, where this player moves next.
    fn ending(&self, options: &[Key], next: Player) -> Remoteness {
        let endings = || options.iter().filter_map(|option| self.known[next as usize].get(option));
        let lost = endings().filter(|ending| ending.outcome == Outcome::P).map(|ending| ending.moves).min();
        match (lost, endings().map(|ending| ending.moves).max()) {
            (Some(quickest), _) => Remoteness { outcome: Outcome::N, moves: quickest + 1 },
            (None, Some(longest)) => Remoteness { outcome: Outcome::P, moves: longest + 1 },
            (None, None) => Remoteness { outcome: Outcome::from_options([], self.convention), moves: 0 },
        }
    }
}
