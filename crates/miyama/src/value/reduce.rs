//! The canonical form of a game from the canonical forms of its options.
//!
//! Two simplifications leave the value as it is: an option that is no better
//! than another one of the same player is dominated and may go; an option to
//! which the opponent has an answer that is no worse for him than the whole
//! game was is reversible, and the options beyond the answer may take its
//! place. When neither applies any more, the form is the only such one of its
//! value.

use super::arena::{Arena, GameId, Plain};
use super::dyadic::Dyadic;
use super::mix::Mix;
use super::order::Stop;
use super::unfinished::Unfinished;
use crate::play::Player;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// A game on its way to canonical form: Left's and Right's options.
struct Sketch {
    options: [Vec<GameId>; 2],
    /// Whether the sketch is no better (`true` in the key) or no worse for the
    /// player than a game, as far as already asked; its value never changes.
    asked: HashMap<(bool, Player, GameId), bool, BuildHasherDefault<Mix>>,
}

impl Arena {
    /// The value of the game with these options.
    ///
    /// ```
    /// use miyama::{budget::Budget, value::{Arena, Dyadic}};
    /// let mut arena = Arena::new(&Budget::unlimited());
    /// let one = arena.number(&Dyadic::ONE);
    /// let zero = arena.zero();
    /// let half = arena.game(&[zero], &[one]).unwrap();
    /// assert_eq!(arena.as_number(half), Some(&Dyadic::new(1, 1)));
    /// ```
    ///
    /// # Errors
    /// The budget, or the depth of the arena.
    pub fn game(&mut self, left: &[GameId], right: &[GameId]) -> Result<GameId, Unfinished> {
        self.reduce(left.to_vec(), right.to_vec())
    }

    /// The same, for lists that are given away.
    pub(crate) fn reduce(&mut self, mut left: Vec<GameId>, mut right: Vec<GameId>) -> Result<GameId, Unfinished> {
        for options in [&mut left, &mut right] {
            options.sort_unstable();
            options.dedup();
        }
        if let Some(number) = self.simplest_number(&left, &right) {
            return Ok(self.number(&number));
        }
        self.drop_dominated(Player::Left, &mut left)?;
        self.drop_dominated(Player::Right, &mut right)?;
        let mut sketch = Sketch { options: [left, right], asked: HashMap::default() };
        while self.bypass_reversible(&mut sketch)? {
            for player in Player::BOTH {
                self.drop_dominated(player, &mut sketch.options[player as usize])?;
            }
        }
        let [left, right] = sketch.options;
        match self.recognised(&left, &right) {
            Some(plain) => Ok(self.plain(&plain)),
            None => self.intern(left, right),
        }
    }

    /// The simplicity theorem: if some number x has every left option ⊲| x and
    /// x ⊲| every right option, the game is the simplest such number.
    ///
    /// A left option is ⊲| x exactly if its right stop is at most x − ε.
    fn simplest_number(&self, left: &[GameId], right: &[GameId]) -> Option<Dyadic> {
        let highest = |a: GameId, b: GameId| {
            if self.compare_stops(a, Player::Right, b, Player::Right).is_lt() { b } else { a }
        };
        let lowest =
            |a: GameId, b: GameId| if self.compare_stops(a, Player::Left, b, Player::Left).is_gt() { b } else { a };
        let low = left.iter().copied().reduce(highest);
        let high = right.iter().copied().reduce(lowest);
        if let (Some(low), Some(high)) = (low, high)
            && self.compare_stops(low, Player::Right, high, Player::Left).is_ge()
        {
            return None;
        }
        let low = low.map(|g| self.stop(g, Player::Right));
        let high = high.map(|g| self.stop(g, Player::Left));
        let low = low.as_ref().map(|Stop { number, above }| (number, !above));
        let high = high.as_ref().map(|Stop { number, above }| (number, *above));
        Dyadic::simplest(low, high)
    }

    /// Drops every option that is no better for `player` than another.
    pub(super) fn drop_dominated(&mut self, player: Player, options: &mut Vec<GameId>) -> Result<(), Unfinished> {
        let nimber = |g: &GameId| self.as_nimber(*g).is_some();
        if options.iter().all(nimber) {
            return Ok(()); // Different nimbers are confused with each other.
        }
        // What dominates has stops as good, so that it comes first and most others are compared
        // with one option only.
        let stops = |g: GameId| self.node(g).stops.map(i128::from).iter().sum::<i128>();
        match player {
            Player::Left => options.sort_unstable_by_key(|g| std::cmp::Reverse(stops(*g))),
            Player::Right => options.sort_unstable_by_key(|g| stops(*g)),
        }
        let mut kept: Vec<GameId> = Vec::with_capacity(options.len());
        'next: for &option in options.iter() {
            self.tick()?;
            let mut at = 0;
            while at < kept.len() {
                if self.no_better(player, option, kept[at])? {
                    continue 'next;
                }
                if self.no_better(player, kept[at], option)? {
                    kept.swap_remove(at);
                } else {
                    at += 1;
                }
            }
            kept.push(option);
        }
        *options = kept;
        Ok(())
    }

    /// Replaces every reversible option once; true if there was one.
    fn bypass_reversible(&mut self, sketch: &mut Sketch) -> Result<bool, Unfinished> {
        let mut changed = false;
        for player in Player::BOTH {
            let mut at = 0;
            while at < sketch.options[player as usize].len() {
                let option = sketch.options[player as usize][at];
                let Some(answer) = self.reversing_answer(sketch, player, option)? else {
                    at += 1;
                    continue;
                };
                let beyond = self.options(answer, player)?;
                let options = &mut sketch.options[player as usize];
                options.swap_remove(at);
                for game in beyond {
                    if !options.contains(&game) {
                        options.push(game);
                    }
                }
                changed = true;
            }
        }
        Ok(changed)
    }

    /// An answer of the opponent to `option` that is no better for `player`
    /// than the whole game.
    fn reversing_answer(
        &mut self,
        sketch: &mut Sketch,
        player: Player,
        option: GameId,
    ) -> Result<Option<GameId>, Unfinished> {
        let (start, end) = self.range(option, player.opponent())?;
        for at in start..end {
            let answer = self.option(at);
            if self.no_better_than_sketch(sketch, player, answer)? {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    /// Is `game` no better for `player` than the sketch?
    fn no_better_than_sketch(&mut self, sketch: &mut Sketch, player: Player, game: GameId) -> Result<bool, Unfinished> {
        for at in 0..sketch.options[player.opponent() as usize].len() {
            let option = sketch.options[player.opponent() as usize][at];
            if self.no_better(player, option, game)? {
                return Ok(false);
            }
        }
        if let Some(known) = sketch.asked.get(&(false, player, game)) {
            return Ok(*known);
        }
        let answer = self.deeper(|arena| {
            let (start, end) = arena.range(game, player)?;
            for at in start..end {
                if arena.sketch_no_better_than(sketch, player, arena.option(at))? {
                    return Ok(false);
                }
            }
            Ok(true)
        })?;
        sketch.asked.insert((false, player, game), answer);
        Ok(answer)
    }

    /// Is the sketch no better for `player` than `game`?
    fn sketch_no_better_than(&mut self, sketch: &mut Sketch, player: Player, game: GameId) -> Result<bool, Unfinished> {
        for at in 0..sketch.options[player as usize].len() {
            let option = sketch.options[player as usize][at];
            if self.no_better(player, game, option)? {
                return Ok(false);
            }
        }
        if let Some(known) = sketch.asked.get(&(true, player, game)) {
            return Ok(*known);
        }
        let answer = self.deeper(|arena| {
            let (start, end) = arena.range(game, player.opponent())?;
            for at in start..end {
                if arena.no_better_than_sketch(sketch, player, arena.option(at))? {
                    return Ok(false);
                }
            }
            Ok(true)
        })?;
        sketch.asked.insert((true, player, game), answer);
        Ok(answer)
    }

    /// The plain game with exactly these canonical options, if there is one.
    fn recognised(&self, left: &[GameId], right: &[GameId]) -> Option<Plain> {
        let first = self.as_plain(*left.first()?)?;
        let number = first.number.clone();
        let plain = |g: &GameId| self.as_plain(*g).filter(|p| p.number == number);
        let found = |up: Dyadic, nimber: u32| Some(Plain { number: number.clone(), up, nimber });
        // x*m: the options of both players are x, x*, …, x*(m−1).
        let nimbers = |options: &[GameId]| -> Option<Vec<u32>> {
            let mut all: Vec<u32> =
                options.iter().map(|g| plain(g).filter(|p| p.up.is_zero()).map(|p| p.nimber)).collect::<Option<_>>()?;
            all.sort_unstable();
            all.iter().zip(0u32..).all(|(n, k)| *n == k).then_some(all)
        };
        if left.len() == right.len() && nimbers(left).is_some() && nimbers(right).is_some() {
            return found(Dyadic::ZERO, u32::try_from(left.len()).ok()?);
        }
        for (near, far, sign) in [(left, right, 1), (right, left, -1)] {
            let is_number = |g: &GameId| plain(g).is_some_and(|p| p.up.is_zero() && p.nimber == 0);
            if far.len() != 1 {
                continue;
            }
            if near.len() == 2 && is_number(&far[0]) && nimbers(near).is_some() {
                return found(Dyadic::from(sign), 1);
            }
            let Some(beyond) = plain(&far[0]) else { continue };
            // {x | x*} is x↑, {x | x*k} with k ≥ 2 is x↑*(k⊕1), {x | x + n↑ + *k} adds an up.
            let climbs = (beyond.up.is_zero() && beyond.nimber > 0) || i64::from(beyond.up.sign()) == sign;
            if near.len() == 1 && is_number(&near[0]) && climbs {
                return found(&beyond.up + &Dyadic::from(sign), beyond.nimber ^ 1);
            }
        }
        None
    }
}
