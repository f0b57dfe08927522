//! The order of games, decided by the stops where they suffice.
//!
//! The left stop of a game is the number that play reaches when Left begins and
//! the play stops as soon as the game is a number; the right stop likewise. It
//! matters also whose turn it then is: the player to move in `x − x` loses. So
//! a stop is `x + ε` where Right would have to move and `x − ε` where Left
//! would. With that, for every number x and game G:
//!
//! - x ≤ G exactly if x < right stop of G, and G ≤ x exactly if left stop < x;
//! - G ≤ H needs left stop ≤ left stop and right stop ≤ right stop;
//! - left stop of G < right stop of H is enough for G ≤ H, for then some number
//!   x has G ≤ x ≤ H.

use super::arena::{Arena, GameId, Plain, pair};
use super::dyadic::Dyadic;
use super::unfinished::Unfinished;
use crate::play::{Outcome, Player};
use std::cmp::Ordering;

/// The number at which play stops, and a trace of who is to move there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Stop {
    /// The number.
    pub number: Dyadic,
    /// True for x + ε: at the stop it is Right's turn. False for x − ε.
    pub above: bool,
}

/// Fraction bits of a stop key.
const BITS: u32 = 20;
/// The key of a stop that is too large or too fine for a key.
const NO_KEY: i64 = i64::MIN;

impl Stop {
    /// `4·s ± 1` for the number `s / 2^20`: keys compare as stops do.
    fn key(&self) -> i64 {
        match self.number.scaled(BITS) {
            Some(scaled) => 4 * scaled + if self.above { 1 } else { -1 },
            None => NO_KEY,
        }
    }

    fn from_key(key: i64) -> Stop {
        let above = key.rem_euclid(4) == 1;
        let scaled = if above { (key - 1) / 4 } else { (key + 1) / 4 };
        Stop { number: Dyadic::new(scaled, BITS), above }
    }
}

/// How `up·↑ + *nimber` compares with 0; `None` if they are confused.
fn infinitesimal_sign(up: &Dyadic, nimber: u32) -> Option<Ordering> {
    match (up.sign(), nimber) {
        (0, 0) => Some(Ordering::Equal),
        (0, _) => None,
        (_, 1) if up.abs() == Dyadic::ONE => None,
        (sign, _) => Some(sign.cmp(&0)),
    }
}

/// The stops of a plain game, which is infinitesimally near its number.
pub(super) fn plain_stops(plain: &Plain) -> [Stop; 2] {
    let (left, right) = match infinitesimal_sign(&plain.up, plain.nimber) {
        Some(Ordering::Equal) => (false, true),
        Some(Ordering::Greater) => (true, true),
        Some(Ordering::Less) => (false, false),
        None => (true, false),
    };
    [left, right].map(|above| Stop { number: plain.number.clone(), above })
}

impl Arena {
    pub(super) fn set_stops(&mut self, g: GameId, stops: [Stop; 2]) {
        let keys = [stops[0].key(), stops[1].key()];
        self.set_stop_keys(g, keys);
        if keys.contains(&NO_KEY) {
            self.exact_stops.insert(g, stops);
        }
    }

    /// The left stop is the best right stop of Left's options, and so for Right.
    pub(super) fn set_stops_from_options(&mut self, g: GameId, left: &[GameId], right: &[GameId]) {
        if let Some(keys) = self.stop_keys(left, right) {
            self.set_stop_keys(g, keys);
            return;
        }
        let best_left = left.iter().map(|o| self.stop(*o, Player::Right)).max();
        let best_right = right.iter().map(|o| self.stop(*o, Player::Left)).min();
        const BOTH: &str = "a game that is no number has options for both players";
        self.set_stops(g, [best_left.expect(BOTH), best_right.expect(BOTH)]);
    }

    /// The keys of both stops of a game that is no number, if all have keys.
    fn stop_keys(&self, left: &[GameId], right: &[GameId]) -> Option<[i64; 2]> {
        let keys =
            [left.iter().map(|o| self.node(*o).stops[1]).max()?, right.iter().map(|o| self.node(*o).stops[0]).min()?];
        // NO_KEY is the least key: it shows in the minimum, and must be looked for in the maximum.
        let all = keys[1] != NO_KEY && left.iter().all(|o| self.node(*o).stops[1] != NO_KEY);
        all.then_some(keys)
    }

    /// The stop when `first` begins.
    #[must_use]
    pub fn stop(&self, g: GameId, first: Player) -> Stop {
        match self.node(g).stops[first as usize] {
            NO_KEY => self.exact_stops[&g][first as usize].clone(),
            key => Stop::from_key(key),
        }
    }

    /// Compares the stop of `a` when `p` begins with that of `b` when `q` does.
    #[inline]
    pub(super) fn compare_stops(&self, a: GameId, p: Player, b: GameId, q: Player) -> Ordering {
        let (x, y) = (self.node(a).stops[p as usize], self.node(b).stops[q as usize]);
        if x != NO_KEY && y != NO_KEY { x.cmp(&y) } else { self.stop(a, p).cmp(&self.stop(b, q)) }
    }

    /// Is `a ≤ b`, as far as the stops tell?
    #[inline]
    pub(super) fn le_by_stops(&self, a: GameId, b: GameId) -> Option<bool> {
        use Player::{Left, Right};
        if self.compare_stops(a, Left, b, Left).is_gt() || self.compare_stops(a, Right, b, Right).is_gt() {
            return Some(false);
        }
        // For a number the condition on one stop is also enough.
        if self.is_number(a) || self.is_number(b) || self.compare_stops(a, Left, b, Right).is_lt() {
            return Some(true);
        }
        None
    }

    /// `a ≤ b`: Left, moving second, wins `b − a`. That is so if no left option
    /// of `a` is ≥ `b` and no right option of `b` is ≤ `a`.
    ///
    /// ```
    /// use miyama::{budget::Budget, value::Arena};
    /// let mut arena = Arena::new(&Budget::unlimited());
    /// let (zero, star) = (arena.zero(), arena.nimber(1));
    /// assert!(!arena.le(zero, star).unwrap() && !arena.le(star, zero).unwrap());
    /// ```
    ///
    /// # Errors
    /// The budget, or the depth of the arena.
    pub fn le(&mut self, a: GameId, b: GameId) -> Result<bool, Unfinished> {
        if a == b {
            return Ok(true);
        }
        if let Some(known) = self.le_by_stops(a, b) {
            return Ok(known);
        }
        if let (Some(x), Some(y)) = (self.as_plain(a), self.as_plain(b)) {
            // Their numbers are equal, or the stops would have told.
            let sign = infinitesimal_sign(&(&y.up - &x.up), x.nimber ^ y.nimber);
            return Ok(x.number <= y.number && matches!(sign, Some(Ordering::Greater | Ordering::Equal)));
        }
        if let Some(known) = self.le_memo.get(&pair(a, b)) {
            return Ok(known);
        }
        self.tick()?;
        let answer = self.deeper(|arena| arena.le_by_options(a, b))?;
        self.remember_order(pair(a, b), answer);
        Ok(answer)
    }

    fn le_by_options(&mut self, a: GameId, b: GameId) -> Result<bool, Unfinished> {
        let (start, end) = self.range(a, Player::Left)?;
        for at in start..end {
            if self.le(b, self.option(at))? {
                return Ok(false);
            }
        }
        let (start, end) = self.range(b, Player::Right)?;
        for at in start..end {
            if self.le(self.option(at), a)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Is `a` no better for `player` than `b`?
    pub(super) fn no_better(&mut self, player: Player, a: GameId, b: GameId) -> Result<bool, Unfinished> {
        match player {
            Player::Left => self.le(a, b),
            Player::Right => self.le(b, a),
        }
    }

    /// Less, equal, greater, or `None` for confused.
    ///
    /// # Errors
    /// The budget, or the depth of the arena.
    pub fn compare(&mut self, a: GameId, b: GameId) -> Result<Option<Ordering>, Unfinished> {
        Ok(match (self.le(a, b)?, self.le(b, a)?) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Less),
            (false, true) => Some(Ordering::Greater),
            (false, false) => None,
        })
    }

    /// Who wins, by comparison with 0: G > 0, G < 0, G = 0 and G confused with
    /// 0 are the wins of Left, Right, the previous and the next player.
    ///
    /// ```
    /// use miyama::{budget::Budget, play::Outcome, value::Arena};
    /// let mut arena = Arena::new(&Budget::unlimited());
    /// let star = arena.nimber(1);
    /// assert_eq!(arena.outcome(star), Outcome::N);
    /// ```
    pub fn outcome(&mut self, g: GameId) -> Outcome {
        let zero = Stop { number: Dyadic::ZERO, above: false };
        // 0 ≤ G exactly if 0 < right stop; G ≤ 0 exactly if left stop < 0.
        match (self.stop(g, Player::Right) > zero, self.stop(g, Player::Left) <= zero) {
            (true, true) => Outcome::P,
            (true, false) => Outcome::L,
            (false, true) => Outcome::R,
            (false, false) => Outcome::N,
        }
    }
}
