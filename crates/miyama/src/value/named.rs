//! Games that have a name: powers of up, tinies.

use super::arena::{Arena, GameId, Plain};
use super::dyadic::Dyadic;
use super::unfinished::Unfinished;
use crate::play::Player;

impl Arena {
    /// `^[n]`, the sum of the first n powers of up: `^[1]` is up, and `^[n]` is
    /// `{^[n-1]|*}`.
    ///
    /// # Errors
    /// The budget, or the depth of the arena.
    pub fn up_sum(&mut self, n: u32) -> Result<GameId, Unfinished> {
        if n == 0 {
            return Ok(self.zero());
        }
        let star = self.nimber(1);
        let mut sum = self.plain(&Plain { number: Dyadic::ZERO, up: Dyadic::ONE, nimber: 0 });
        for _ in 1..n {
            sum = self.game(&[sum], &[star])?;
        }
        Ok(sum)
    }

    /// `^<n>`, the n-th power of up, for n ≥ 1: {0 | *} for n = 1, and beyond
    /// `{0|v[n-1]*}`.
    ///
    /// ```
    /// use miyama::{budget::Budget, value::Arena};
    /// let mut arena = Arena::new(&Budget::unlimited());
    /// let (second, sum) = (arena.up_power(2).unwrap(), arena.up_sum(2).unwrap());
    /// let first = arena.up_sum(1).unwrap();
    /// assert_eq!(arena.add(first, second).unwrap(), sum);
    /// ```
    ///
    /// # Errors
    /// The budget, or the depth of the arena.
    pub fn up_power(&mut self, n: u32) -> Result<GameId, Unfinished> {
        let before = self.up_sum(n.saturating_sub(1))?;
        let star = self.nimber(1);
        let beyond = self.subtract(star, before)?;
        let zero = self.zero();
        self.game(&[zero], &[beyond])
    }

    /// Tiny G = {0 || 0 | −G}.
    ///
    /// # Errors
    /// The budget, or the depth of the arena.
    pub(crate) fn tiny(&mut self, g: GameId) -> Result<GameId, Unfinished> {
        let zero = self.zero();
        let threat = self.negative(g)?;
        let right = self.game(&[zero], &[threat])?;
        self.game(&[zero], &[right])
    }

    /// The only options of both players, if each has one.
    pub(super) fn sole_options(&mut self, g: GameId) -> Result<Option<(GameId, GameId)>, Unfinished> {
        let (left, right) = (self.range(g, Player::Left)?, self.range(g, Player::Right)?);
        let single = left.1 - left.0 == 1 && right.1 - right.0 == 1;
        Ok(single.then(|| (self.option(left.0), self.option(right.0))))
    }

    /// n, if the game is `^[n]` with n ≥ 2.
    pub(super) fn as_up_sum(&mut self, g: GameId) -> Result<Option<u32>, Unfinished> {
        let star = self.nimber(1);
        let up = self.plain(&Plain { number: Dyadic::ZERO, up: Dyadic::ONE, nimber: 0 });
        let (mut game, mut n) = (g, 1);
        while game != up {
            match self.sole_options(game)? {
                Some((left, right)) if right == star && self.as_nimber(left).is_none() => game = left,
                _ => return Ok(None),
            }
            n += 1;
        }
        Ok((n >= 2).then_some(n))
    }

    /// n, if the game is `^<n>` with n ≥ 2.
    pub(super) fn as_up_power(&mut self, g: GameId) -> Result<Option<u32>, Unfinished> {
        let (zero, star) = (self.zero(), self.nimber(1));
        let Some((left, right)) = self.sole_options(g)? else { return Ok(None) };
        if left != zero {
            return Ok(None);
        }
        let sum = self.subtract(star, right)?;
        let first = self.plain(&Plain { number: Dyadic::ZERO, up: Dyadic::ONE, nimber: 0 });
        if sum == first {
            return Ok(Some(2));
        }
        Ok(self.as_up_sum(sum)?.map(|n| n + 1))
    }

    /// G, if the game is Tiny(G) and G is warm enough to deserve the name: its
    /// right stop is positive.
    pub(super) fn as_tiny(&mut self, g: GameId) -> Result<Option<GameId>, Unfinished> {
        let zero = self.zero();
        let Some((left, right)) = self.sole_options(g)? else { return Ok(None) };
        if left != zero || self.as_plain(right).is_some() {
            return Ok(None);
        }
        let Some((answer, threat)) = self.sole_options(right)? else { return Ok(None) };
        if answer != zero || self.stop(threat, Player::Left).number.sign() >= 0 {
            return Ok(None);
        }
        self.negative(threat).map(Some)
    }
}
