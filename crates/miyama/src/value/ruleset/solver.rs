//! The value of a position, from the values of the positions below it.

use super::Ruleset;
use crate::play::Player;
use crate::value::arena::{Arena, GameId, Mix};
use crate::value::unfinished::Unfinished;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// A table of the values of positions of one ruleset in one arena.
///
/// A position is split into parts; each part is looked up as it stands, then
/// as the position that stands for it up to symmetry, and only then computed.
///
/// ```
/// use miyama::{budget::Budget, value::Arena};
/// use miyama::value::ruleset::{Domineering, Solver};
/// let mut arena = Arena::new(&Budget::unlimited());
/// let square = Domineering::rectangle(2, 2).unwrap();
/// let value = Solver::new().value(&mut arena, &square).unwrap();
/// assert_eq!(arena.text(value).unwrap(), "+-1");
/// ```
#[derive(Debug)]
pub struct Solver<P: Ruleset> {
    table: HashMap<P, GameId, BuildHasherDefault<Mix>>,
}

impl<P: Ruleset> Default for Solver<P> {
    fn default() -> Solver<P> {
        Solver { table: HashMap::default() }
    }
}

impl<P: Ruleset> Solver<P> {
    /// An empty table.
    #[must_use]
    pub fn new() -> Solver<P> {
        Solver::default()
    }

    /// How many parts of positions the table holds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Is the table empty?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    /// The value of a position: the sum of the values of its parts.
    ///
    /// # Errors
    /// The budget, or the depth of the arena.
    pub fn value(&mut self, arena: &mut Arena, position: &P) -> Result<GameId, Unfinished> {
        let mut sum: Option<GameId> = None;
        let mut failed = None;
        position.parts(&mut |part| {
            if failed.is_some() {
                return;
            }
            let value = self.part(arena, part).and_then(|value| match sum {
                None => Ok(value),
                Some(so_far) => arena.add(so_far, value),
            });
            match value {
                Ok(value) => sum = Some(value),
                Err(stopped) => failed = Some(stopped),
            }
        });
        match (failed, sum) {
            (Some(stopped), _) => Err(stopped),
            (None, Some(sum)) => Ok(sum),
            (None, None) => Ok(arena.zero()),
        }
    }

    fn part(&mut self, arena: &mut Arena, part: P) -> Result<GameId, Unfinished> {
        if let Some(known) = self.table.get(&part) {
            return Ok(*known);
        }
        let (normal, exchanged) = part.normal();
        let known = if normal == part { None } else { self.table.get(&normal).copied() };
        let value = match known {
            Some(known) => known,
            None => {
                let value = arena.deeper(|arena| self.computed(arena, &normal))?;
                let bytes = self.table.capacity() * (size_of::<(P, GameId)>() + 1);
                arena.also_holds(bytes as u64);
                self.table.insert(normal, value);
                value
            }
        };
        let value = if exchanged { arena.negative(value)? } else { value };
        self.table.insert(part, value);
        Ok(value)
    }

    fn computed(&mut self, arena: &mut Arena, position: &P) -> Result<GameId, Unfinished> {
        arena.tick()?;
        let mut options = [vec![], vec![]];
        for player in Player::BOTH {
            let moves = position.moves(player);
            let values = &mut options[player as usize];
            values.reserve(moves.len());
            for step in moves {
                values.push(self.value(arena, &position.after(player, &step))?);
            }
        }
        let [left, right] = options;
        arena.reduce(left, right)
    }
}
