//! What can be read off a canonical form: birthday, number of positions,
//! whether it is all-small or infinitesimal.

use super::arena::{Arena, GameId, Plain};
use super::dyadic::Dyadic;
use super::unfinished::Unfinished;
use crate::play::Player;
use num_bigint::{BigInt, BigUint};
use num_traits::ToPrimitive;
use std::collections::{BTreeMap, HashMap, HashSet};

impl Arena {
    /// The day on which the game is born: 0 for 0, else one more than the
    /// latest birthday of its options.
    ///
    /// ```
    /// use miyama::{budget::Budget, value::Arena};
    /// let mut arena = Arena::new(&Budget::unlimited());
    /// let star = arena.nimber(3);
    /// assert_eq!(arena.birthday(star).unwrap(), 3.into());
    /// ```
    ///
    /// # Errors
    /// The budget, or the depth of the arena.
    pub fn birthday(&mut self, g: GameId) -> Result<BigInt, Unfinished> {
        if let Some(plain) = self.as_plain(g) {
            return Ok(plain.birthday());
        }
        if let Some(day) = self.day(g) {
            return Ok(day.into());
        }
        if let Some(known) = self.birthdays.get(&g) {
            return Ok(known.clone());
        }
        let latest: BigInt = self.deeper(|arena| {
            let (mut latest, mut day) = (BigInt::from(0), 0u32);
            for player in Player::BOTH {
                let (start, end) = arena.range(g, player)?;
                for at in start..end {
                    let option = arena.option(at);
                    match arena.day(option) {
                        Some(known) => day = day.max(known),
                        None => latest = latest.max(arena.birthday(option)?),
                    }
                }
            }
            Ok(latest.max(BigInt::from(day)))
        })? + 1;
        match latest.to_u32() {
            Some(day) => {
                let index = g.number() as usize;
                let games = self.len();
                if self.days.len() <= index {
                    self.days.resize(games, 0);
                }
                self.days[index] = day;
            }
            None => {
                self.birthdays.insert(g, latest.clone());
            }
        }
        Ok(latest)
    }

    /// The birthday of a game that is not plain, if it was found and is small.
    #[inline]
    fn day(&self, g: GameId) -> Option<u32> {
        self.days.get(g.number() as usize).copied().filter(|day| *day > 0)
    }

    /// Is it between all positive and all negative numbers?
    #[must_use]
    pub fn is_infinitesimal(&self, g: GameId) -> bool {
        Player::BOTH.iter().all(|player| self.stop(g, *player).number.is_zero())
    }

    /// Can both players move, or neither, in the game and in every position below?
    ///
    /// # Errors
    /// The budget.
    pub fn is_all_small(&mut self, g: GameId) -> Result<bool, Unfinished> {
        let mut small = true;
        self.walk(g, |plain| small &= plain.number.is_zero())?;
        Ok(small)
    }

    /// The number of positions that can be reached, the game itself included.
    ///
    /// ```
    /// use miyama::{budget::Budget, value::{Arena, Dyadic}};
    /// let mut arena = Arena::new(&Budget::unlimited());
    /// let large = arena.number(&Dyadic::from(1_823_437_481_924));
    /// assert_eq!(arena.positions(large).unwrap(), 1_823_437_481_925u64.into());
    /// ```
    ///
    /// # Errors
    /// The budget.
    pub fn positions(&mut self, g: GameId) -> Result<BigUint, Unfinished> {
        let mut below = PlainPositions::default();
        let general = self.walk(g, |plain| below.add(plain))?;
        Ok(below.count() + general)
    }

    /// Visits the games below `g` that are not plain, and tells of each plain
    /// game at which it stops. Returns how many were not plain.
    pub(super) fn walk(&mut self, g: GameId, mut found: impl FnMut(&Plain)) -> Result<usize, Unfinished> {
        // Ids are indices: a mark for each.
        let mut seen = vec![false; self.len()];
        let mut first_time = |game: GameId| {
            let index = game.number() as usize;
            if seen.len() <= index {
                seen.resize(2 * index + 1, false);
            }
            !std::mem::replace(&mut seen[index], true)
        };
        first_time(g);
        let mut to_do = vec![g];
        let mut general = 0;
        while let Some(game) = to_do.pop() {
            if let Some(plain) = self.as_plain(game) {
                found(plain);
                continue;
            }
            self.tick()?;
            general += 1;
            for player in Player::BOTH {
                let (start, end) = self.range(game, player)?;
                to_do.extend((start..end).map(|at| self.option(at)).filter(|option| first_time(*option)));
            }
        }
        Ok(general)
    }
}

impl Plain {
    /// Each up or down adds a day, and the nimber left over at the end adds its
    /// own; where nothing is left over, the way there leads through x↑*, of
    /// which x* is an option.
    fn birthday(&self) -> BigInt {
        let ups = self.up.abs().numerator();
        let last = self.nimber ^ u32::from(ups.bit(0));
        let extra = if self.up.is_zero() { self.nimber } else { last.max(1) };
        self.number.birthday() + ups + extra
    }
}

/// The positions below some plain games, as chains that need not be walked.
#[derive(Default)]
struct PlainPositions {
    /// The least and the largest integer; all between them and 0 are positions.
    integers: (BigInt, BigInt),
    /// Whether any integer, hence 0, is a position.
    any: bool,
    fractions: HashSet<Dyadic>,
    /// For a number x the largest m such that x*m is a position; m > 0.
    stars: HashMap<Dyadic, u32>,
    /// Chains x + k·↑ + *(b ⊕ (k odd)) for 0 < k ≤ n, and mirrored: n for (x, sign, b).
    chains: BTreeMap<(Dyadic, i8, u32), BigUint>,
}

impl PlainPositions {
    fn add(&mut self, plain: &Plain) {
        self.add_number(&plain.number);
        let n = plain.up.abs().numerator();
        let base = plain.nimber ^ u32::from(n.bit(0));
        // A chain ends in x*base; with base 0 it goes through x↑*, whose option is x*.
        let stars = if plain.up.is_zero() { base } else { base.max(1) };
        if stars > 0 {
            let most = self.stars.entry(plain.number.clone()).or_insert(0);
            *most = stars.max(*most);
        }
        if !plain.up.is_zero() {
            let length = self.chains.entry((plain.number.clone(), plain.up.sign(), base)).or_default();
            *length = n.magnitude().max(length).clone();
        }
    }

    fn add_number(&mut self, number: &Dyadic) {
        let mut to_do = vec![number.clone()];
        while let Some(x) = to_do.pop() {
            if x.is_integer() {
                self.any = true;
                let n = x.numerator();
                self.integers.0 = n.clone().min(self.integers.0.clone());
                self.integers.1 = n.max(self.integers.1.clone());
            } else if self.fractions.insert(x.clone()) {
                let (below, above) = x.neighbours();
                to_do.extend([below, above]);
            }
        }
    }

    fn count(&self) -> BigUint {
        let span: BigInt = &self.integers.1 - &self.integers.0;
        let integers = if self.any { span.magnitude() + 1u32 } else { BigUint::default() };
        let stars: BigUint = self.stars.values().copied().map(BigUint::from).sum();
        let chains: BigUint = self.chains.values().sum();
        integers + self.fractions.len() + stars + chains
    }
}
