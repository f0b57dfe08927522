//! Every position that play from a compound can reach, once, with something that is made of what is
//! known of its options: a nim value, a canonical form, who wins.

use super::{Compound, Words};
use crate::hashed;
use crate::play::Player;
use crate::sum::solve::NoSolution;
use miyama_budget::Budget;
use std::collections::HashMap;

/// What is known of positions.
pub(in crate::sum) struct Followed<T> {
    root: Compound,
    /// Right has other moves than Left.
    partizan: bool,
    known: HashMap<Words, T>,
    held: u64,
}

/// A position on the path, with its options.
struct Open {
    words: Words,
    options: [Vec<Words>; 2],
    next: usize,
}

impl Open {
    fn option(&self, at: usize) -> Option<&Words> {
        self.options[0].iter().chain(&self.options[1]).nth(at)
    }

    fn bytes(&self) -> u64 {
        let all = self.options[0].len() + self.options[1].len();
        bytes(&self.words) * (all as u64 + 1)
    }
}

fn bytes(words: &Words) -> u64 {
    64 + 8 * words.len() as u64
}

/// What a position, which is told by its words, is made of what its options are; those of Right are none where
/// both players have the same moves.
pub(super) type Made<'a, T> = &'a mut dyn FnMut(&Words, &[Vec<&T>; 2]) -> Result<T, NoSolution>;

impl<T> Followed<T> {
    /// Nothing is known yet of the positions that this one covers.
    pub(in crate::sum) fn new(root: &Compound) -> Followed<T> {
        let partizan = !root.game.rules.is_impartial();
        Followed { root: root.clone(), partizan, known: HashMap::new(), held: 0 }
    }

    /// The position that covers all others.
    pub(super) fn root(&self) -> &Compound {
        &self.root
    }

    /// How many positions are known.
    pub(in crate::sum) fn met(&self) -> usize {
        self.known.len()
    }

    /// What a position is; `None` after so many positions.
    pub(super) fn of(
        &mut self,
        position: &Compound,
        made: Made<'_, T>,
        most: usize,
        budget: &Budget,
    ) -> Result<Option<&T>, NoSolution> {
        let start = position.words().ok_or_else(|| position.too_large())?;
        if self.known.contains_key(&start) {
            return Ok(self.known.get(&start));
        }
        let mut path = vec![self.open(start.clone(), budget)?];
        let mut waiting = path[0].bytes();
        while let Some(top) = path.last_mut() {
            while top.option(top.next).is_some_and(|option| self.known.contains_key(option)) {
                top.next += 1;
            }
            if let Some(option) = top.option(top.next).cloned() {
                if self.known.len() + path.len() > most {
                    return Ok(None);
                }
                let open = self.open(option, budget)?;
                waiting += open.bytes();
                let table = hashed::bytes_of_more(self.known.len(), 1, self.known.capacity(), size_of::<(Words, T)>());
                budget.need(self.held + waiting + table)?;
                path.push(open);
                continue;
            }
            let Some(done) = path.pop() else { break };
            waiting = waiting.saturating_sub(done.bytes());
            let options = [0, 1].map(|player| done.options[player].iter().filter_map(|o| self.known.get(o)).collect());
            let found = made(&done.words, &options)?;
            self.held += bytes(&done.words);
            self.known.insert(done.words, found);
            if self.known.len().is_multiple_of(256) {
                budget.report(self.known.len() as u64, None);
            }
        }
        Ok(self.known.get(&start))
    }

    fn open(&self, words: Words, budget: &Budget) -> Result<Open, NoSolution> {
        let position = self.root.with_words(&words);
        let mut options = [vec![], vec![]];
        for player in if self.partizan { &Player::BOTH[..] } else { &Player::BOTH[..1] } {
            let found = position.options(*player, budget)?;
            options[*player as usize] = found
                .iter()
                .map(|option| option.words().ok_or_else(|| position.too_large()))
                .collect::<Result<_, _>>()?;
        }
        Ok(Open { words, options, next: 0 })
    }
}
