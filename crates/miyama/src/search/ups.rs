//! Many values, each bounded by a number and a few ups.
//!
//! The sum of many hot or infinitesimal values may be much larger than they are, but bounds are added up
//! quickly: from v ≤ x + m·↑ and w ≤ y + n·↑ follows v + w ≤ (x + y) + (m + n)·↑, because the order of games
//! is kept by addition. Each inequality is checked in the arena, so that nothing else has to be believed: x is
//! tried as the left stop of v, below which no number bounds it, and m from 0 on. If the total of the bounds
//! from above is ≤ 0, Left, who begins, loses; if the total of those from below is not ≤ 0, Left, who begins,
//! wins it, and all the more what is at least as much.

use super::{Search, SearchedSum};
use crate::play::Player;
use crate::value::{Dyadic, GameId, Unfinished};
use std::collections::HashMap;

/// So many ups are tried.
const MOST_UPS: u32 = 3;

/// The bounds of values that were met: from above, and from below.
#[derive(Default)]
pub(super) struct Ups(HashMap<GameId, [Option<GameId>; 2]>);

impl Ups {
    /// About how many bytes they take.
    pub(super) fn bytes(&self) -> u64 {
        (self.0.capacity() * (size_of::<(GameId, [Option<GameId>; 2])>() + 1)) as u64
    }
}

impl Search {
    /// Whether Left, who moves, wins a sum of many values and of pieces between these numbers, as far as
    /// bounds of each value tell.
    pub(super) fn sign_by_ups(
        &mut self,
        sum: &SearchedSum,
        [low, high]: [Option<i64>; 2],
    ) -> Result<Option<bool>, Unfinished> {
        for (player, pieces) in [(Player::Left, [None, high]), (Player::Right, [low, None])] {
            if pieces == [None, None] {
                continue;
            }
            let mut total = Some(sum.plain);
            for value in &sum.values {
                let bound = self.plain_bound(*value, player)?;
                total = match total.zip(bound) {
                    Some((total, bound)) => Some(self.arena.add(total, bound)?),
                    None => None,
                };
            }
            let known = match total {
                Some(total) => self.sign_between(total, pieces)?,
                None => self.sign_by_stops(sum, pieces),
            };
            if known.is_some() {
                return Ok(known);
            }
        }
        Ok(None)
    }

    /// The same where some value has no such bound: its stops are at most the totals of the stops.
    fn sign_by_stops(&self, sum: &SearchedSum, [low, high]: [Option<i64>; 2]) -> Option<bool> {
        let [most, least] = Player::BOTH.map(|player| self.stops(sum, player));
        let loses = high.is_some_and(|high| (&most + &Dyadic::from(high)).sign() < 0);
        let wins = low.is_some_and(|low| (&least + &Dyadic::from(low)).sign() > 0);
        if loses { Some(false) } else { wins.then_some(true) }
    }

    /// A number and a few ups, or downs, that bound a value: from above for Left, from below for Right.
    fn plain_bound(&mut self, value: GameId, player: Player) -> Result<Option<GameId>, Unfinished> {
        if let Some(known) = self.ups.0.get(&value) {
            return Ok(known[player as usize]);
        }
        let mut bounds = [None; 2];
        for player in Player::BOTH {
            let number = self.arena.stop(value, player).number;
            let number = self.arena.number(&number);
            for ups in 0..=MOST_UPS {
                let ups = self.arena.up_sum(ups)?;
                let bound = match player {
                    Player::Left => self.arena.add(number, ups)?,
                    Player::Right => self.arena.subtract(number, ups)?,
                };
                let holds = match player {
                    Player::Left => self.arena.le(value, bound)?,
                    Player::Right => self.arena.le(bound, value)?,
                };
                if holds {
                    bounds[player as usize] = Some(bound);
                    break;
                }
            }
        }
        self.ups.0.insert(value, bounds);
        Ok(bounds[player as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Convention;
    use crate::search::Table;
    use crate::sum::evaluate;
    use crate::value::born_by;
    use miyama_budget::Budget;
    use std::sync::Arc;

    /// Sums of five values each, of which the bounds must say what the total says, and must say it often.
    #[test]
    fn bounds_agree_with_totals() {
        let budget = Budget::unlimited();
        let mut search = Search::new(Convention::Normal, &Arc::new(Table::new(&budget)), &budget);
        let mut values = born_by(&mut search.arena, 2).unwrap();
        for text in ["{0||0|-1}", "{0||0|-2}", "{1|0||0}", "^^*", "{1|-1}", "{0,*|0}", "{^|v}", "{1/2|0}"] {
            values.push(evaluate(&mut search.arena, text).unwrap().game().unwrap());
        }
        let (mut state, mut told, mut both) = (0xBEEF_u64, 0, [false; 2]);
        for _ in 0..3_000 {
            let mut sum = SearchedSum::zero(&mut search.arena);
            for _ in 0..5 {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                sum.add_value(&mut search.arena, values[(state % values.len() as u64) as usize]).unwrap();
            }
            let (total, zero) = (search.total(&sum).unwrap(), search.arena.zero());
            let wins = !search.arena.le(total, zero).unwrap();
            if let Some(said) = search.sign_by_ups(&sum, [Some(0), Some(0)]).unwrap() {
                assert_eq!(said, wins, "{}", search.arena.text(total).unwrap());
                (told, both[usize::from(said)]) = (told + 1, true);
            }
        }
        assert!(told > 1_000 && both == [true; 2], "{told} {both:?}");
    }
}
