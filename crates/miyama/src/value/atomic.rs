//! Atomic weight: about how many ups an infinitesimal is worth.
//!
//! G has atomic weight g if G − g·↑ lies between ↓ + *n and ↑ + *n for all
//! large n ("far stars"). Weights are computed from the options: {Gᴸ's − 2 |
//! Gᴿ's + 2}; when that is an integer, a comparison with a far star decides
//! which of the integers that fit is the weight.

use super::arena::{Arena, GameId, Operation, Plain};
use super::dyadic::Dyadic;
use super::unfinished::Unfinished;
use crate::play::Player;
use num_traits::ToPrimitive;

/// Stands for the weight of a positive number, which is larger than any. Weights
/// of games that people compute are small; a game whose own weight still shows
/// it has none.
const LARGE: i64 = 1 << 40;

impl Arena {
    /// The atomic weight, if the game has one. Every all-small game has; some
    /// others have, because their large threats are always answered.
    ///
    /// ```
    /// use miyama::{budget::Budget, sum::evaluate, value::Arena};
    /// let mut arena = Arena::new(&Budget::unlimited());
    /// let game = evaluate(&mut arena, "^3*").unwrap().game().unwrap();
    /// let weight = arena.atomic_weight(game).unwrap().unwrap();
    /// assert_eq!(arena.text(weight).unwrap(), "3");
    /// ```
    ///
    /// # Errors
    /// The budget, or the depth of the arena.
    pub fn atomic_weight(&mut self, g: GameId) -> Result<Option<GameId>, Unfinished> {
        if !self.is_infinitesimal(g) {
            return Ok(None);
        }
        let weight = self.weight(g)?;
        if self.is_all_small(g)? {
            return Ok(Some(weight));
        }
        // Threats were given weights that are only stand-ins: check the result.
        let small = self.reaches_only_below(weight, &Dyadic::from(LARGE / 2))?;
        Ok(if small && self.has_weight(g, weight)? { Some(weight) } else { None })
    }

    /// Does ↓ + *n < G − g·↑ < ↑ + *n hold for a far star *n?
    pub(super) fn has_weight(&mut self, g: GameId, weight: GameId) -> Result<bool, Unfinished> {
        let up = self.plain(&Plain { number: Dyadic::ZERO, up: Dyadic::ONE, nimber: 0 });
        let ups = self.norton_product(weight, up)?;
        let rest = self.subtract(g, ups)?;
        let star = self.far_star(rest)?;
        let (high, low) = (self.add(up, star)?, self.subtract(star, up)?);
        Ok(rest != high && rest != low && self.le(low, rest)? && self.le(rest, high)?)
    }

    /// A nimber that is no option of any position in play: a power of two
    /// above the birthday, and not *, which is an option of ↑.
    fn far_star(&mut self, g: GameId) -> Result<GameId, Unfinished> {
        let days = self.birthday(g)?.to_u32().filter(|days| *days < 1 << 30).ok_or(Unfinished::TooLarge)?;
        Ok(self.nimber((days + 2).next_power_of_two()))
    }

    fn reaches_only_below(&mut self, g: GameId, limit: &Dyadic) -> Result<bool, Unfinished> {
        Ok(self.stop(g, Player::Left).number.abs() < *limit && self.stop(g, Player::Right).number.abs() < *limit && {
            let mut below = true;
            self.walk(g, |plain| below &= plain.number.abs() < *limit)?;
            below
        })
    }

    fn weight(&mut self, g: GameId) -> Result<GameId, Unfinished> {
        if let Some(plain) = self.as_plain(g) {
            let weight = match plain.number.sign() {
                0 => plain.up.clone(),
                sign => Dyadic::from(i64::from(sign) * LARGE),
            };
            return Ok(self.number(&weight));
        }
        self.remembered(Operation::AtomicWeight, [g, g, g], |arena| {
            let mut sides = [vec![], vec![]];
            for player in Player::BOTH {
                let step = arena.number(&Dyadic::from(if player == Player::Left { -2 } else { 2 }));
                sides[player as usize] = arena.map_options(g, player, |arena, option| {
                    let weight = arena.weight(option)?;
                    arena.add(weight, step)
                })?;
            }
            let weight = arena.game(&sides[0], &sides[1])?;
            if arena.as_number(weight).is_none_or(|n| !n.is_integer()) {
                return Ok(weight);
            }
            let star = arena.far_star(g)?;
            let (at_least, at_most) = (arena.le(star, g)?, arena.le(g, star)?);
            let integer = match (at_least, at_most) {
                (true, _) => arena.greatest_below(&sides[1]),
                (_, true) => -arena.greatest_below_mirrored(&sides[0])?,
                _ => Dyadic::ZERO,
            };
            Ok(arena.number(&integer))
        })
    }

    /// The greatest integer n with n ⊲| every game: n ⊲| w exactly if n < the
    /// left stop of w, which is x ± ε.
    fn greatest_below(&self, games: &[GameId]) -> Dyadic {
        let greatest = games.iter().map(|g| {
            let stop = self.stop(*g, Player::Left);
            let floor = stop.number.floor();
            if floor == stop.number && !stop.above { &floor - &Dyadic::ONE } else { floor }
        });
        greatest.min().expect("a game that is not plain has options for both players")
    }

    fn greatest_below_mirrored(&mut self, games: &[GameId]) -> Result<Dyadic, Unfinished> {
        let mirrored = games.iter().map(|g| self.negative(*g)).collect::<Result<Vec<_>, _>>()?;
        Ok(self.greatest_below(&mirrored))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sum::evaluate;
    use miyama_budget::Budget;

    fn value(arena: &mut Arena, text: &str) -> GameId {
        evaluate(arena, text).unwrap().game().unwrap()
    }

    #[test]
    fn weights_satisfy_their_definition() {
        let mut arena = Arena::new(&Budget::unlimited());
        let small = ["0", "*", "*2", "^", "v", "^*", "^^", "vv*", "^[2]", "v<2>*", "{^|v3}", "{^^|*2}", "{0,*|v}"];
        let small: Vec<GameId> = small.iter().map(|text| value(&mut arena, text)).collect();
        let mut games = 0;
        for a in &small {
            for b in &small {
                for game in [arena.game(&[*a], &[*b]).unwrap(), arena.add(*a, *b).unwrap()] {
                    if !arena.is_all_small(game).unwrap() {
                        continue;
                    }
                    let weight = arena.atomic_weight(game).unwrap().unwrap();
                    let text = arena.text(game).unwrap();
                    assert!(arena.has_weight(game, weight).unwrap(), "{text}");
                    // The test can fail: no other integer near it is the weight.
                    let one = arena.number(&Dyadic::ONE);
                    let wrong = arena.add(weight, one).unwrap();
                    assert!(!arena.has_weight(game, wrong).unwrap(), "{text}");
                    games += 1;
                }
            }
        }
        assert!(games > 250, "{games}");
    }

    #[test]
    fn threats_do_not_count_where_they_are_answered() {
        let mut arena = Arena::new(&Budget::unlimited());
        for (text, weight) in [("Tiny(2)", Some("0")), ("{1|^^||^}", Some("2")), ("+-1", None), ("1", None)] {
            let game = value(&mut arena, text);
            let found = arena.atomic_weight(game).unwrap();
            let found = found.map(|weight| arena.text(weight).unwrap());
            assert_eq!(found.as_deref(), weight, "{text}");
        }
    }
}
