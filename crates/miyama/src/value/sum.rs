//! Negatives, sums and integer multiples.

use super::arena::{Arena, GameId, Plain, pair};
use super::dyadic::Dyadic;
use super::unfinished::Unfinished;
use crate::play::Player;

impl Arena {
    /// −G: the game with the players exchanged.
    ///
    /// ```
    /// use miyama::{budget::Budget, value::{Arena, Dyadic}};
    /// let mut arena = Arena::new(&Budget::unlimited());
    /// let one = arena.number(&Dyadic::ONE);
    /// let minus = arena.negative(one).unwrap();
    /// assert_eq!(arena.add(one, minus).unwrap(), arena.zero());
    /// ```
    ///
    /// # Errors
    /// The budget, or the depth of the arena.
    pub fn negative(&mut self, g: GameId) -> Result<GameId, Unfinished> {
        if let Some(known) = self.known_negative(g) {
            return Ok(known);
        }
        let negative = match self.as_plain(g) {
            Some(plain) => {
                let mirrored = Plain { number: -&plain.number, up: -&plain.up, nimber: plain.nimber };
                self.plain(&mirrored)
            }
            // The mirror image of a canonical form is canonical.
            None => self.deeper(|arena| {
                let left = arena.map_options(g, Player::Right, |arena, option| arena.negative(option))?;
                let right = arena.map_options(g, Player::Left, |arena, option| arena.negative(option))?;
                arena.intern(left, right)
            })?,
        };
        self.set_negative(g, negative);
        Ok(negative)
    }

    /// What becomes of each option of `player`.
    pub(super) fn map_options(
        &mut self,
        g: GameId,
        player: Player,
        mut change: impl FnMut(&mut Arena, GameId) -> Result<GameId, Unfinished>,
    ) -> Result<Vec<GameId>, Unfinished> {
        let (start, end) = self.range(g, player)?;
        (start..end).map(|at| change(self, self.option(at))).collect()
    }

    /// G + H: each player moves in one of them.
    ///
    /// # Errors
    /// The budget, or the depth of the arena.
    pub fn add(&mut self, g: GameId, h: GameId) -> Result<GameId, Unfinished> {
        if let (Some(a), Some(b)) = (self.as_plain(g), self.as_plain(h)) {
            let sum = Plain { number: &a.number + &b.number, up: &a.up + &b.up, nimber: a.nimber ^ b.nimber };
            return Ok(self.plain(&sum));
        }
        let (g, h) = if g <= h { (g, h) } else { (h, g) };
        if let Some(known) = self.sum_memo.get(&pair(g, h)) {
            return Ok(self.id(known));
        }
        self.tick()?;
        let sum = self.deeper(|arena| arena.add_by_options(g, h))?;
        self.remember_sum(pair(g, h), sum);
        Ok(sum)
    }

    fn add_by_options(&mut self, g: GameId, h: GameId) -> Result<GameId, Unfinished> {
        for (number, other) in [(g, h), (h, g)] {
            if self.is_number(number) {
                return self.translate(other, number);
            }
        }
        let mut options = [vec![], vec![]];
        for player in Player::BOTH {
            let mut found = self.map_options(g, player, |arena, option| arena.add(option, h))?;
            found.append(&mut self.map_options(h, player, |arena, option| arena.add(g, option))?);
            options[player as usize] = found;
        }
        let [left, right] = options;
        self.reduce(left, right)
    }

    /// G + x for a number x and a G that is no plain game. By the number
    /// translation theorem it is {Gᴸ + x | Gᴿ + x}, and that is canonical:
    /// order survives translation, so that nothing is dominated or reversible
    /// which was not so in G.
    fn translate(&mut self, g: GameId, x: GameId) -> Result<GameId, Unfinished> {
        if self.as_number(x).is_some_and(Dyadic::is_zero) {
            return Ok(g);
        }
        let left = self.map_options(g, Player::Left, |arena, option| arena.add(option, x))?;
        let right = self.map_options(g, Player::Right, |arena, option| arena.add(option, x))?;
        self.intern(left, right)
    }

    /// G − H.
    ///
    /// # Errors
    /// The budget, or the depth of the arena.
    pub fn subtract(&mut self, g: GameId, h: GameId) -> Result<GameId, Unfinished> {
        let negative = self.negative(h)?;
        self.add(g, negative)
    }

    /// The sum of all.
    ///
    /// # Errors
    /// The budget, or the depth of the arena.
    pub fn add_all(&mut self, games: &[GameId]) -> Result<GameId, Unfinished> {
        let mut sum = self.zero();
        for game in games {
            sum = self.add(sum, *game)?;
        }
        Ok(sum)
    }

    /// n·G for an integer n: n copies of G, or of −G if n < 0. By doubling, so
    /// that it takes about as many sums as n has binary digits.
    ///
    /// # Errors
    /// The budget, or the depth of the arena.
    ///
    /// # Panics
    /// If `n` is not an integer.
    pub fn multiple(&mut self, n: &Dyadic, g: GameId) -> Result<GameId, Unfinished> {
        assert!(n.is_integer(), "a multiple by a whole number");
        if let Some(plain) = self.as_plain(g) {
            let odd = n.numerator().bit(0);
            let nimber = if odd { plain.nimber } else { 0 };
            let product = Plain { number: &plain.number * n, up: &plain.up * n, nimber };
            return Ok(self.plain(&product));
        }
        let mut power = if n.sign() < 0 { self.negative(g)? } else { g };
        let mut sum = self.zero();
        let count = n.abs().numerator();
        for bit in 0..count.bits() {
            if bit > 0 {
                power = self.add(power, power)?;
            }
            if count.bit(bit) {
                sum = self.add(sum, power)?;
            }
        }
        Ok(sum)
    }
}
