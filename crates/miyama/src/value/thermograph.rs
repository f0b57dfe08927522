//! Thermographs: what a game is worth to each player at each temperature.
//!
//! At temperature t every move costs its player t. The left wall is the left
//! stop of the game taxed so, the right wall the right stop. Where the walls
//! meet, the mast begins: above, the game is worth its mean, and nobody wants
//! to move. Temperatures begin at −1, below which even integers would move.

use super::arena::{Arena, GameId};
use super::dyadic::Dyadic;
use super::unfinished::Unfinished;
use crate::play::Player;
use std::sync::Arc;

/// A wall: the corners of a chain of lines from t = −1 upward; from the last
/// corner it goes straight up. Exact, with slopes −1, 0 and 1 only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wall(Vec<(Dyadic, Dyadic)>);

/// Both walls of a game, and where they meet.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Thermograph {
    /// The left wall: slopes −1 and 0.
    pub left: Wall,
    /// The right wall: slopes 1 and 0.
    pub right: Wall,
    /// The value of the mast.
    pub mean: Dyadic,
    /// Where the mast begins; −1 for integers, −1/2^k for other numbers.
    pub temperature: Dyadic,
}

impl Wall {
    fn straight(value: Dyadic) -> Wall {
        Wall(vec![(Dyadic::from(-1), value)])
    }

    /// The corners: (temperature, value), from the bottom up.
    #[must_use]
    pub fn corners(&self) -> &[(Dyadic, Dyadic)] {
        &self.0
    }

    /// The value at temperature t ≥ −1.
    #[must_use]
    pub fn at(&self, t: &Dyadic) -> Dyadic {
        let above = self.0.partition_point(|(corner, _)| corner <= t);
        let (from, value) = &self.0[above.saturating_sub(1)];
        match self.0.get(above) {
            None => value.clone(),
            Some((_, next)) => {
                let slope = i64::from((next - value).sign());
                value + &(&(t - from) * &Dyadic::from(slope))
            }
        }
    }

    /// Without the corners that are none.
    fn tidy(points: Vec<(Dyadic, Dyadic)>) -> Wall {
        let mut corners: Vec<(Dyadic, Dyadic)> = Vec::with_capacity(points.len());
        let slope = |a: &(Dyadic, Dyadic), b: &(Dyadic, Dyadic)| (&b.1 - &a.1).sign();
        for point in points {
            if corners.last().is_some_and(|last| last.0 == point.0) {
                continue;
            }
            while corners.len() >= 2
                && slope(&corners[corners.len() - 2], &corners[corners.len() - 1])
                    == slope(&corners[corners.len() - 1], &point)
            {
                corners.pop();
            }
            corners.push(point);
        }
        while corners.len() >= 2 && corners[corners.len() - 2].1 == corners[corners.len() - 1].1 {
            corners.pop();
        }
        Wall(corners)
    }

    /// The better wall for `player` at every temperature.
    fn best(player: Player, a: &Wall, b: &Wall) -> Wall {
        let mut times: Vec<Dyadic> = a.0.iter().chain(&b.0).map(|(t, _)| t.clone()).collect();
        times.sort();
        times.dedup();
        let better = |x: Dyadic, y: Dyadic| if player == Player::Left { x.max(y) } else { x.min(y) };
        let mut points = Vec::with_capacity(times.len() + 1);
        for (at, t) in times.iter().enumerate() {
            let (x, y) = (a.at(t), b.at(t));
            points.push((t.clone(), better(x.clone(), y.clone())));
            // Walls of one side differ in slope by one at most: where they
            // cross between two corners, they do so at the distance of their values.
            if let Some(next) = times.get(at + 1) {
                let (p, q) = (a.at(next), b.at(next));
                if (&x - &y).sign() * (&p - &q).sign() < 0 {
                    let crossing = t + &(&x - &y).abs();
                    points.push((crossing.clone(), a.at(&crossing)));
                }
            }
        }
        Wall::tidy(points)
    }

    /// The wall of a player's option seen one move earlier: the move costs t,
    /// to Left's left side or Right's right side.
    fn tilted(&self, player: Player) -> Vec<(Dyadic, Dyadic)> {
        let tax = |t: &Dyadic, value: &Dyadic| if player == Player::Left { value - t } else { value + t };
        self.0.iter().map(|(t, value)| (t.clone(), tax(t, value))).collect()
    }
}

/// A wall with the tax on the last move, which ends in a slope.
struct Scaffold {
    corners: Vec<(Dyadic, Dyadic)>,
    /// The slope above the last corner.
    slope: i64,
}

impl Scaffold {
    fn at(&self, t: &Dyadic) -> Dyadic {
        let (last, value) = self.corners.last().expect("a wall has a corner");
        if t >= last {
            return value + &(&(t - last) * &Dyadic::from(self.slope));
        }
        Wall(self.corners.clone()).at(t)
    }

    /// The corners below t, and the point at t.
    fn below(&self, t: &Dyadic) -> Wall {
        let mut points: Vec<_> = self.corners.iter().filter(|(corner, _)| corner < t).cloned().collect();
        points.push((t.clone(), self.at(t)));
        Wall::tidy(points)
    }
}

impl Thermograph {
    /// From the scaffolds: the walls follow them up to where they meet.
    fn from_scaffolds(left: &Scaffold, right: &Scaffold) -> Thermograph {
        let gap = |t: &Dyadic| &left.at(t) - &right.at(t);
        let mut times: Vec<Dyadic> = left.corners.iter().chain(&right.corners).map(|(t, _)| t.clone()).collect();
        times.sort();
        times.dedup();
        // The gap never grows with t, and above the last corner it shrinks by 2
        // per unit. Between corners it is linear, with slope 0, −1 or −2.
        let first = times.iter().position(|t| gap(t).sign() <= 0);
        let temperature = match first {
            Some(0) => times[0].clone(),
            Some(at) => {
                let (low, high) = (&times[at - 1], &times[at]);
                let (from, to) = (gap(low), gap(high));
                let steep = &from - &to == &(high - low) * &Dyadic::from(2);
                low + &if steep { from.half() } else { from }
            }
            None => {
                let last = times.last().expect("a scaffold has a corner");
                last + &gap(last).half()
            }
        };
        Thermograph {
            left: left.below(&temperature),
            right: right.below(&temperature),
            mean: left.at(&temperature),
            temperature,
        }
    }

    /// The wall of `player`.
    #[must_use]
    pub fn wall(&self, player: Player) -> &Wall {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }
}

impl Arena {
    /// The thermograph of a game.
    ///
    /// ```
    /// use miyama::{budget::Budget, sum::evaluate, value::{Arena, Dyadic}};
    /// let mut arena = Arena::new(&Budget::unlimited());
    /// let game = evaluate(&mut arena, "{4|1}").unwrap().game().unwrap();
    /// let thermograph = arena.thermograph(game).unwrap();
    /// assert_eq!(thermograph.mean, Dyadic::new(5, 1));
    /// assert_eq!(thermograph.temperature, Dyadic::new(3, 1));
    /// ```
    ///
    /// # Errors
    /// The budget, or the depth of the arena.
    pub fn thermograph(&mut self, g: GameId) -> Result<Arc<Thermograph>, Unfinished> {
        if let Some(known) = self.thermographs.get(&g) {
            return Ok(known.clone());
        }
        self.tick()?;
        let thermograph = Arc::new(self.deeper(|arena| arena.thermograph_from_options(g))?);
        self.thermographs.insert(g, thermograph.clone());
        Ok(thermograph)
    }

    fn thermograph_from_options(&mut self, g: GameId) -> Result<Thermograph, Unfinished> {
        if let Some(n) = self.as_number(g).filter(|n| n.is_integer()) {
            let wall = Wall::straight(n.clone());
            return Ok(Thermograph { left: wall.clone(), right: wall, mean: n.clone(), temperature: Dyadic::from(-1) });
        }
        if let Some(same) = self.same_thermograph(g) {
            return self.thermograph(same).map(|thermograph| (*thermograph).clone());
        }
        let (left, right) = (self.scaffold(g, Player::Left)?, self.scaffold(g, Player::Right)?);
        Ok(Thermograph::from_scaffolds(&left, &right))
    }

    /// A smaller plain game with the same thermograph, for large multiples of
    /// up and large nimbers.
    ///
    /// Write A and B for the right and left wall of the number x at t < 0, and
    /// L_m, R_m for the walls of x*m: L_1 = A − t, R_1 = B + t; L_2 = max(A − t,
    /// B), R_2 = min(B + t, A); R_2 − t = min(B, A − t) ≤ L_2, so that L_3 = L_2,
    /// R_3 = R_2, and so on. For n ≥ 1 ups the left wall is A − t unless the game
    /// is x↑*, so that from n = 3 on the right wall is A.
    fn same_thermograph(&mut self, g: GameId) -> Option<GameId> {
        let mut plain = self.as_plain(g)?.clone();
        let three = Dyadic::from(3);
        if plain.up.is_zero() && plain.nimber > 2 {
            plain.nimber = 2;
        } else if plain.up.abs() > three {
            plain.up = if plain.up.sign() > 0 { three } else { -three };
        } else {
            return None;
        }
        Some(self.plain(&plain))
    }

    fn scaffold(&mut self, g: GameId, player: Player) -> Result<Scaffold, Unfinished> {
        let mut best: Option<Wall> = None;
        let (start, end) = self.range(g, player)?;
        for at in start..end {
            let thermograph = self.thermograph(self.option(at))?;
            let wall = thermograph.wall(player.opponent());
            best = Some(match best {
                None => wall.clone(),
                Some(so_far) => Wall::best(player, &so_far, wall),
            });
        }
        let corners = best.expect("a game that is no integer has options for both").tilted(player);
        Ok(Scaffold { corners, slope: if player == Player::Left { -1 } else { 1 } })
    }

    /// The mean value.
    ///
    /// # Errors
    /// The budget, or the depth of the arena.
    pub fn mean(&mut self, g: GameId) -> Result<Dyadic, Unfinished> {
        Ok(self.thermograph(g)?.mean.clone())
    }

    /// The temperature.
    ///
    /// # Errors
    /// The budget, or the depth of the arena.
    pub fn temperature(&mut self, g: GameId) -> Result<Dyadic, Unfinished> {
        Ok(self.thermograph(g)?.temperature.clone())
    }
}
