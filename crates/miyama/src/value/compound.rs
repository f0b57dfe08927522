//! Other ways to put two games together: ordinal and conjunctive sums, the
//! products of Norton and Conway; and heating and cooling, which are close to them.
//!
//! All but Norton's depend on the form of the games, not only on their value.
//! They are taken of the canonical forms.

use super::arena::{Arena, GameId, Operation};
use super::dyadic::Dyadic;
use super::unfinished::Unfinished;
use crate::play::Player;
use miyama_text::say;

impl Arena {
    /// Keeps the result of an operation on `g` and `h`.
    pub(super) fn remembered(
        &mut self,
        operation: Operation,
        operands: [GameId; 3],
        compute: impl FnOnce(&mut Arena) -> Result<GameId, Unfinished>,
    ) -> Result<GameId, Unfinished> {
        let key = (operation, operands[0], operands[1], operands[2]);
        if let Some(known) = self.operations.get(&key) {
            return Ok(*known);
        }
        self.tick()?;
        let result = self.deeper(compute)?;
        self.operations.insert(key, result);
        Ok(result)
    }

    /// G : H = {Gᴸ, G:Hᴸ | Gᴿ, G:Hᴿ}: a move in G destroys H.
    ///
    /// ```
    /// use miyama::{budget::Budget, sum::evaluate, value::Arena};
    /// let mut arena = Arena::new(&Budget::unlimited());
    /// let game = evaluate(&mut arena, "* : 1").unwrap().game().unwrap();
    /// assert_eq!(arena.text(game).unwrap(), "^*");
    /// ```
    ///
    /// # Errors
    /// The budget, or the depth of the arena.
    pub fn ordinal_sum(&mut self, g: GameId, h: GameId) -> Result<GameId, Unfinished> {
        self.remembered(Operation::OrdinalSum, [g, h, h], |arena| {
            let mut options = [vec![], vec![]];
            for player in Player::BOTH {
                let mut found = arena.options(g, player)?;
                found.append(&mut arena.map_options(h, player, |arena, option| arena.ordinal_sum(g, option))?);
                options[player as usize] = found;
            }
            let [left, right] = options;
            arena.reduce(left, right)
        })
    }

    /// The ordinal product: in H, a copy of G in place of every move of Left,
    /// and of −G in place of every move of Right.
    ///
    /// # Errors
    /// The budget, or the depth of the arena.
    pub fn ordinal_product(&mut self, g: GameId, h: GameId) -> Result<GameId, Unfinished> {
        self.remembered(Operation::OrdinalProduct, [g, h, h], |arena| {
            let mut options = [vec![], vec![]];
            for edge in Player::BOTH {
                let copy = if edge == Player::Left { g } else { arena.negative(g)? };
                for below in arena.options(h, edge)? {
                    let base = arena.ordinal_product(g, below)?;
                    for player in Player::BOTH {
                        let moved = arena.map_options(copy, player, |arena, option| arena.ordinal_sum(base, option))?;
                        options[player as usize].extend(moved);
                    }
                }
            }
            let [left, right] = options;
            arena.reduce(left, right)
        })
    }

    /// The conjunctive sum {Gᴸ∧Hᴸ | Gᴿ∧Hᴿ}: a move in both at once; play ends
    /// when one of them ends.
    ///
    /// # Errors
    /// The budget, or the depth of the arena.
    pub fn conjunctive_sum(&mut self, g: GameId, h: GameId) -> Result<GameId, Unfinished> {
        self.remembered(Operation::Conjunctive, [g, h, h], |arena| {
            let mut options = [vec![], vec![]];
            for player in Player::BOTH {
                for option in arena.options(g, player)? {
                    let both = arena.map_options(h, player, |arena, other| arena.conjunctive_sum(option, other))?;
                    options[player as usize].extend(both);
                }
            }
            let [left, right] = options;
            arena.reduce(left, right)
        })
    }

    /// Conway's product: for options G′ and H′ the option G′H + GH′ − G′H′,
    /// Left's if both are of the same player, else Right's.
    ///
    /// # Errors
    /// The budget, or the depth of the arena.
    pub fn conway_product(&mut self, g: GameId, h: GameId) -> Result<GameId, Unfinished> {
        let (g, h) = if g <= h { (g, h) } else { (h, g) };
        self.remembered(Operation::Conway, [g, h, h], |arena| {
            let mut options = [vec![], vec![]];
            for p in Player::BOTH {
                for q in Player::BOTH {
                    for a in arena.options(g, p)? {
                        for b in arena.options(h, q)? {
                            let (ah, gb) = (arena.conway_product(a, h)?, arena.conway_product(g, b)?);
                            let ab = arena.conway_product(a, b)?;
                            let sum = arena.add(ah, gb)?;
                            options[usize::from(p != q)].push(arena.subtract(sum, ab)?);
                        }
                    }
                }
            }
            let [left, right] = options;
            arena.reduce(left, right)
        })
    }

    /// Norton's product G·U by a positive game U: n copies of U if G is the
    /// integer n, else {Gᴸ·U + U + Δ | Gᴿ·U − U − Δ} over the incentives Δ of U.
    ///
    /// # Errors
    /// The budget or depth; [`Unfinished::Undefined`] if U is not positive.
    pub(crate) fn norton_product(&mut self, g: GameId, unit: GameId) -> Result<GameId, Unfinished> {
        let zero = self.zero();
        if unit == zero || !self.le(zero, unit)? {
            return Err(Unfinished::Undefined(say!("value.norton_positive")));
        }
        if let Some(n) = self.as_number(g).filter(|n| n.is_integer()).cloned() {
            return self.multiple(&n, unit);
        }
        self.remembered(Operation::Norton, [g, unit, unit], |arena| {
            let mut steps = Vec::new();
            for incentive in arena.incentives(unit)? {
                steps.push(arena.add(unit, incentive)?);
            }
            let mut options = [vec![], vec![]];
            for player in Player::BOTH {
                for option in arena.options(g, player)? {
                    let product = arena.norton_product(option, unit)?;
                    for step in &steps {
                        let moved = match player {
                            Player::Left => arena.add(product, *step)?,
                            Player::Right => arena.subtract(product, *step)?,
                        };
                        options[player as usize].push(moved);
                    }
                }
            }
            let [left, right] = options;
            arena.reduce(left, right)
        })
    }

    /// What a move gains: Gᴸ − G for Left, G − Gᴿ for Right, the best of them.
    ///
    /// # Errors
    /// The budget, or the depth of the arena.
    pub fn player_incentives(&mut self, g: GameId, player: Player) -> Result<Vec<GameId>, Unfinished> {
        let mut found = self.map_options(g, player, |arena, option| match player {
            Player::Left => arena.subtract(option, g),
            Player::Right => arena.subtract(g, option),
        })?;
        found.sort_unstable();
        found.dedup();
        self.drop_dominated(Player::Left, &mut found)?;
        Ok(found)
    }

    /// The incentives of both players, the best of them.
    ///
    /// # Errors
    /// The budget, or the depth of the arena.
    pub fn incentives(&mut self, g: GameId) -> Result<Vec<GameId>, Unfinished> {
        let mut found = self.player_incentives(g, Player::Left)?;
        found.append(&mut self.player_incentives(g, Player::Right)?);
        found.sort_unstable();
        found.dedup();
        self.drop_dominated(Player::Left, &mut found)?;
        Ok(found)
    }

    /// G heated by t: a number stays, else {heated Gᴸ + t | heated Gᴿ − t}.
    ///
    /// # Errors
    /// The budget, or the depth of the arena.
    pub fn heat(&mut self, g: GameId, t: GameId) -> Result<GameId, Unfinished> {
        if self.is_number(g) {
            return Ok(g);
        }
        if let (Some(plain), Some(t)) = (self.as_plain(g), self.as_number(t))
            && plain.up.is_zero()
            && t.sign() > 0
        {
            let (number, nimber, t) = (plain.number.clone(), plain.nimber, t.clone());
            let heated = self.heated_nimber(nimber, &t)?;
            let number = self.number(&number);
            return self.add(heated, number);
        }
        self.remembered(Operation::Heat, [g, t, t], |arena| {
            let left = arena.map_options(g, Player::Left, |arena, option| {
                let heated = arena.heat(option, t)?;
                arena.add(heated, t)
            })?;
            let right = arena.map_options(g, Player::Right, |arena, option| {
                let heated = arena.heat(option, t)?;
                arena.subtract(heated, t)
            })?;
            arena.reduce(left, right)
        })
    }

    /// *n heated by a number t > 0: Hₙ = {Hₖ + t | Hₖ − t, k < n}, which is canonical.
    ///
    /// Hᵢ + Hⱼ + Hₘ = 0 where i ⊕ j ⊕ m = 0: whoever moves leaves a nim-sum other than 0 and
    /// gains t, and the other makes it 0 again and gains t; each Hₙ is its own negative.
    /// Hence Hᵢ − Hⱼ = H with the index i ⊕ j, and for i ≠ j that is confused with 0, as the
    /// first move to H₀ ± t = ±t wins. So no option Hₖ + t dominates another. Its Right
    /// options are Hⱼ for j < k ≤ n, none of them ≤ Hₙ; of H₀ + t = t they are numbers
    /// above t, which are not ≤ Hₙ, as Right moves from Hₙ to −t. So none is reversible.
    /// Adding a number x to all of it heats x + *n, as numbers stay.
    fn heated_nimber(&mut self, n: u32, t: &Dyadic) -> Result<GameId, Unfinished> {
        let (zero, up, down) = (self.zero(), self.number(t), self.number(&-t));
        let (mut heated, mut left, mut right) = (zero, vec![up], vec![down]);
        for k in 1..=n {
            self.tick()?;
            heated = self.intern(left.clone(), right.clone())?;
            if k < n {
                left.push(self.add(heated, up)?);
                right.push(self.add(heated, down)?);
            }
        }
        Ok(heated)
    }

    /// G overheated from s to t: n copies of s if G is the integer n, else
    /// {overheated Gᴸ + t | overheated Gᴿ − t}.
    ///
    /// # Errors
    /// The budget, or the depth of the arena.
    pub fn overheat(&mut self, g: GameId, s: GameId, t: GameId) -> Result<GameId, Unfinished> {
        if let Some(n) = self.as_number(g).filter(|n| n.is_integer()).cloned() {
            return self.multiple(&n, s);
        }
        self.remembered(Operation::Overheat, [g, s, t], |arena| {
            let left = arena.map_options(g, Player::Left, |arena, option| {
                let heated = arena.overheat(option, s, t)?;
                arena.add(heated, t)
            })?;
            let right = arena.map_options(g, Player::Right, |arena, option| {
                let heated = arena.overheat(option, s, t)?;
                arena.subtract(heated, t)
            })?;
            arena.reduce(left, right)
        })
    }

    /// G cooled by t > −1: above its temperature the mean, else
    /// {cooled Gᴸ − t | cooled Gᴿ + t}.
    ///
    /// # Errors
    /// The budget, or the depth of the arena.
    ///
    /// # Panics
    /// If t ≤ −1.
    pub fn cool(&mut self, g: GameId, t: &Dyadic) -> Result<GameId, Unfinished> {
        assert!(*t > Dyadic::from(-1), "below the temperature of integers nothing can be cooled");
        let thermograph = self.thermograph(g)?;
        if *t > thermograph.temperature {
            return Ok(self.number(&thermograph.mean));
        }
        let tax = self.number(t);
        self.remembered(Operation::Cool, [g, tax, tax], |arena| {
            let left = arena.map_options(g, Player::Left, |arena, option| {
                let cooled = arena.cool(option, t)?;
                arena.subtract(cooled, tax)
            })?;
            let right = arena.map_options(g, Player::Right, |arena, option| {
                let cooled = arena.cool(option, t)?;
                arena.add(cooled, tax)
            })?;
            arena.reduce(left, right)
        })
    }

    /// G cooled by its own temperature: its mean plus an infinitesimal. A
    /// number stays as it is.
    ///
    /// # Errors
    /// The budget, or the depth of the arena.
    pub fn freeze(&mut self, g: GameId) -> Result<GameId, Unfinished> {
        if self.is_number(g) {
            return Ok(g);
        }
        let temperature = self.temperature(g)?;
        self.cool(g, &temperature)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use miyama_budget::Budget;

    /// A heated nimber is what its options give.
    #[test]
    fn heated_nimbers_are_canonical() {
        let mut arena = Arena::new(&Budget::unlimited());
        for (t, x) in
            [(Dyadic::ONE, Dyadic::from(0)), (Dyadic::new(1, 2), Dyadic::new(-3, 1)), (Dyadic::from(3), Dyadic::ONE)]
        {
            let (up, down, base) = (arena.number(&t), arena.number(&-&t), arena.number(&x));
            let mut heated = vec![base];
            for n in 1..8u32 {
                let left: Vec<GameId> = heated.iter().map(|h| arena.add(*h, up).unwrap()).collect();
                let right: Vec<GameId> = heated.iter().map(|h| arena.add(*h, down).unwrap()).collect();
                let slowly = arena.game(&left, &right).unwrap();
                let nimber = arena.nimber(n);
                let cold = arena.add(nimber, base).unwrap();
                assert_eq!(arena.heat(cold, up).unwrap(), slowly, "*{n} + {x} heated by {t}");
                heated.push(slowly);
            }
        }
        let many = arena.nimber(80);
        let one = arena.number(&Dyadic::ONE);
        assert!(arena.heat(many, one).is_ok());
    }
}
