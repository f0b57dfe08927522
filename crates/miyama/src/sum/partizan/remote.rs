//! Large nimbers beside games of two players.
//!
//! **Theorem.** Let the value G be born by day d, and m, n > d. Then G + *m and G + *n have the same outcome.
//!
//! By induction on d, for Left, who moves first in G + *m; likewise for Right. A winning move of Left leads to
//! (a) Gᴸ + *m: Gᴸ is born by day d − 1, so that Gᴸ + *n is won as well; or to (b) G + *k with k ≤ d, where Left can move from
//! G + *n too; or to (c) G + *k with d < k < m. Whether there are moves (a) or (b) does not depend on m, and for
//! Right neither. In case (c) Left wins G + *k as second, so Right has no moves (a) or (b) there. If Left had none either,
//! nobody who begins could win G + *(d+1), from which there are no moves (c): it were 0, and G = *(d+1) not
//! born by day d. So Left has moves (a) or (b), and wins G + *n with the same. ∎
//!
//! So of a sum of nimbers and a value G no more counts than G + *min(n, d + 1), which is soon computed however
//! large n is.

use super::super::heap_values::HeapValues;
use super::super::options::Move;
use super::super::part_value::{unvalued, unvalued_sum, value_of};
use super::super::solve::NoSolution;
use super::super::valued::{nim_value, valued_parts};
use super::super::{Part, Position};
use crate::play::{Outcome, Player};
use crate::value::{Arena, GameId};
use miyama_budget::Budget;
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use std::cmp::Ordering;

/// Smaller nimbers are values like all others.
const LARGE: u64 = 64;

/// Values born later are not compared with so large nimbers.
const LATEST: u32 = 2000;

/// A sum of a value and a large nimber.
pub(in super::super) struct Remote {
    arena: Box<Arena>,
    heaps: HeapValues,
    /// The values of the parts that are not impartial, and of their sum.
    values: Vec<Option<GameId>>,
    rest: GameId,
    /// The nim values of the impartial parts, and of their sum.
    pub(super) nimbers: Vec<Option<BigUint>>,
    nimber: BigUint,
}

impl Remote {
    /// None where no nim value is large, or some value is not found within the budget.
    pub(super) fn new(sum: &Position, budget: &Budget) -> Result<Option<Remote>, NoSolution> {
        let is_large = |part: &Part| match part {
            Part::Heap { heaps, .. } => part.is_impartial() && heaps.iter().any(|heap| *heap >= BigUint::from(LARGE)),
            Part::Worth(worth) => worth.nimber().is_some_and(|n| u64::from(n) >= LARGE),
            _ => false,
        };
        if !sum.parts.iter().any(is_large) {
            return Ok(None);
        }
        let (mut arena, mut heaps) = (Box::new(Arena::new(budget)), HeapValues::default());
        let mut nimbers = vec![];
        for part in &sum.parts {
            let impartial = part.is_impartial();
            nimbers.push(if impartial { Some(nim_value(part, &mut heaps.tables, budget)?) } else { None });
        }
        let nimber = nimbers.iter().flatten().fold(BigUint::zero(), |sum, nimber| sum ^ nimber);
        let (mut values, mut rest) = (vec![], arena.zero());
        for part in &sum.parts {
            if part.is_impartial() {
                values.push(None);
                continue;
            }
            let value = value_of(&mut arena, &mut heaps, part, budget)?;
            rest = arena.add(rest, value).map_err(|reason| unvalued(part, reason))?;
            values.push(Some(value));
        }
        Ok(Some(Remote { arena, heaps, values, rest, nimbers, nimber }))
    }

    pub(super) fn outcome(&mut self, sum: &Position) -> Result<Outcome, NoSolution> {
        let (rest, nimber) = (self.rest, self.nimber.clone());
        let total = self.with_nimber(sum, rest, &nimber)?;
        Ok(self.arena.outcome(total))
    }

    /// The value of the whole, where it is written with the nimber as it is.
    pub(super) fn form(&mut self) -> Option<String> {
        let nimber = self.arena.nimber(self.nimber.to_u32()?);
        self.arena.as_plain(self.rest)?;
        let total = self.arena.add(self.rest, nimber).ok()?;
        self.arena.text(total).ok()
    }

    /// The value of a part that is not impartial, written.
    pub(super) fn value_of_part(&mut self, part: usize) -> Option<String> {
        self.arena.text((*self.values.get(part)?)?).ok()
    }

    /// A value with a nimber: no larger one than counts.
    fn with_nimber(&mut self, sum: &Position, rest: GameId, nimber: &BigUint) -> Result<GameId, NoSolution> {
        let failed = |reason| unvalued_sum(sum, reason);
        let day = self.arena.birthday(rest).map_err(failed)?.to_u32().filter(|day| *day <= LATEST);
        let day = day.ok_or_else(|| NoSolution::numbers(sum))?;
        let near = nimber.to_u32().map_or(day + 1, |nimber| nimber.min(day + 1));
        let near = self.arena.nimber(near);
        self.arena.add(rest, near).map_err(failed)
    }

    /// Whether the player who made this move wins.
    pub(super) fn wins_second(&mut self, choice: &Move, player: Player, budget: &Budget) -> Result<bool, NoSolution> {
        budget.check()?;
        let after = &choice.after;
        let (mut rest, mut nimber) = (self.rest, self.nimber.clone());
        match (&self.nimbers[choice.part], self.values[choice.part]) {
            (Some(before), _) => {
                nimber ^= before;
                for part in &choice.left {
                    nimber ^= nim_value(part, &mut self.heaps.tables, budget)?;
                }
            }
            (None, before) => {
                let failed = |reason| unvalued_sum(after, reason);
                let before = before.unwrap_or_else(|| self.arena.zero());
                rest = self.arena.subtract(rest, before).map_err(failed)?;
                for part in &choice.left {
                    let value = value_of(&mut self.arena, &mut self.heaps, part, budget)?;
                    rest = self.arena.add(rest, value).map_err(failed)?;
                }
            }
        }
        let total = self.with_nimber(after, rest, &nimber)?;
        let zero = self.arena.zero();
        let order = self.arena.compare(total, zero).map_err(|reason| unvalued_sum(after, reason))?;
        Ok(match player {
            Player::Left => matches!(order, Some(Ordering::Equal | Ordering::Greater)),
            Player::Right => matches!(order, Some(Ordering::Equal | Ordering::Less)),
        })
    }

    /// The positions after moves in impartial parts that leave a nimber which is not large: what a list of the
    /// nearest moves of a large heap does not reach.
    pub(super) fn leaving_small_nimbers(&mut self, sum: &Position, budget: &Budget) -> Result<Vec<Move>, NoSolution> {
        let day = self.arena.birthday(self.rest).map_err(|reason| unvalued_sum(sum, reason))?;
        let mut found = vec![];
        for nimber in 0..=day.to_u32().unwrap_or(0).min(LATEST) {
            for (index, own) in self.nimbers.iter().enumerate() {
                let Some(own) = own else { continue };
                let target = own ^ &self.nimber ^ BigUint::from(nimber);
                if target == *own {
                    continue;
                }
                let alone = Position { parts: vec![sum.parts[index].clone()] };
                let mut moves = super::super::moves::Moves::listing(usize::MAX);
                for valued in &mut valued_parts(&alone, budget)? {
                    valued.add_moves(&alone, 0, &target, &mut moves, budget)?;
                }
                for after in moves.listed {
                    found.push(Move::new(Player::Left, sum, index, after.parts));
                }
            }
        }
        Ok(found)
    }
}

#[cfg(test)]
#[allow(clippy::panic)]
mod tests {
    use super::super::judge::Judge;
    use super::*;
    use crate::game::Games;
    use crate::play::Convention;
    use crate::sum::{parse_position, solve};

    const SMALL: [&str; 9] = [
        "domineering:2x2",
        "domineering:3x3",
        "clobber:xo/ox",
        "clobber:xxo + hackenbush:lrl",
        "toads-and-frogs:tt.ff",
        "{2|-3}",
        "1/2",
        "^ + {1|*}",
        "{3||1|-1} + *70",
    ];

    /// Nimbers that values can still be added to: both ways tell the same of the sum and of every move.
    #[test]
    fn large_nimbers_are_as_values_say() {
        let budget = Budget::unlimited();
        for rest in SMALL {
            for heaps in ["nim:64", "nim:70,3", "nim:65,64", "bounded(6):1000"] {
                let sum = parse_position(&format!("{rest} + {heaps}"), &Games::built_in()).unwrap();
                let mut by_remote = Judge::beside_nimbers(&sum, &budget).unwrap().unwrap();
                let mut by_values = Judge::by_values(&sum, &budget).unwrap();
                assert_eq!(by_remote.outcome, by_values.outcome, "{sum}");
                for player in Player::BOTH {
                    for choice in sum.options_of(player, usize::MAX, &budget).unwrap().listed {
                        let [one, two] =
                            [&mut by_remote, &mut by_values].map(|judge| judge.wins_second(&choice, player, &budget));
                        assert_eq!(one.unwrap(), two.unwrap(), "{sum} to {}", choice.after);
                    }
                }
            }
        }
    }

    /// The theorem, for all games born by day 2 and all of day 3: nimbers above the day have one outcome, and that of
    /// the day itself may have another.
    #[test]
    fn nimbers_above_the_day_are_alike() {
        let mut arena = Arena::new(&Budget::unlimited());
        let games = crate::value::born_by(&mut arena, 3).unwrap();
        let mut others = 0;
        for game in games {
            let day = arena.birthday(game).unwrap().to_u32().unwrap();
            let outcomes: Vec<Outcome> = (day..=day + 4)
                .map(|n| {
                    let nimber = arena.nimber(n);
                    let sum = arena.add(game, nimber).unwrap();
                    arena.outcome(sum)
                })
                .collect();
            assert!(outcomes[1..].windows(2).all(|pair| pair[0] == pair[1]), "{outcomes:?}");
            others += usize::from(outcomes[0] != outcomes[1]);
        }
        assert!(others > 0);
    }

    /// Nimbers of any size, with the moves that leave small ones.
    #[test]
    fn any_nimber_beside_partizan_games() {
        for (text, outcome, move_to) in [
            ("nim:5000 + domineering:2x2", Outcome::N, None),
            ("nim:1000000000000 + clobber:xo/ox", Outcome::N, Some("nim:1 + clobber:xo/ox")),
            ("nim:1000000000001,1000000000000 + clobber:xo/ox", Outcome::P, None),
            ("1 + nim:99999999999999999999999", Outcome::L, None),
            ("hackenbush:r + moore(2):40,20,70", Outcome::R, None),
        ] {
            let sum = parse_position(text, &Games::built_in()).unwrap();
            let budget = Budget::unlimited();
            let found = solve(&sum, Convention::Normal, &budget);
            let found = found.unwrap_or_else(|reason| panic!("{text}: {}", reason.text()));
            assert_eq!(found.outcome, outcome, "{text}");
            let wins: Vec<String> = found.moves.listed.iter().map(ToString::to_string).collect();
            assert!(move_to.is_none_or(|after| wins.contains(&after.to_owned())), "{text}: {wins:?}");
        }
    }
}
