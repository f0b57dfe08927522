//! The reduced canonical form: the simplest game that differs from G by an
//! infinitesimal only.
//!
//! H is at least G up to infinitesimals if the right stop of H − G is ≥ 0. As
//! with canonical forms, options that are dominated in this coarser order go,
//! and reversible ones are bypassed. A game whose stops agree is a number.

use super::arena::{Arena, GameId, Operation};
use super::unfinished::Unfinished;
use crate::play::Player;

impl Arena {
    /// The reduced canonical form.
    ///
    /// ```
    /// use miyama::{budget::Budget, sum::evaluate, value::Arena};
    /// let mut arena = Arena::new(&Budget::unlimited());
    /// let game = evaluate(&mut arena, "{2^|1*}").unwrap().game().unwrap();
    /// let reduced = arena.reduced(game).unwrap();
    /// assert_eq!(arena.text(reduced).unwrap(), "{2|1}");
    /// ```
    ///
    /// # Errors
    /// The budget, or the depth of the arena.
    pub fn reduced(&mut self, g: GameId) -> Result<GameId, Unfinished> {
        let (left, right) = (self.stop(g, Player::Left).number, self.stop(g, Player::Right).number);
        if left == right {
            return Ok(self.number(&left));
        }
        self.remembered(Operation::Reduced, [g, g, g], |arena| {
            let mut options = [vec![], vec![]];
            for player in Player::BOTH {
                options[player as usize] = arena.map_options(g, player, |arena, option| arena.reduced(option))?;
                arena.drop_nearly_dominated(player, &mut options[player as usize])?;
            }
            while arena.bypass_nearly_reversible(g, &mut options)? {
                for player in Player::BOTH {
                    arena.drop_nearly_dominated(player, &mut options[player as usize])?;
                }
            }
            let [left, right] = options;
            arena.reduce(left, right)
        })
    }

    /// Is `a` no better for `player` than `b`, up to an infinitesimal?
    fn nearly_no_better(&mut self, player: Player, a: GameId, b: GameId) -> Result<bool, Unfinished> {
        let (low, high) = if player == Player::Left { (a, b) } else { (b, a) };
        let difference = self.subtract(high, low)?;
        Ok(self.stop(difference, Player::Right).number.sign() >= 0)
    }

    fn drop_nearly_dominated(&mut self, player: Player, options: &mut Vec<GameId>) -> Result<(), Unfinished> {
        options.sort_unstable();
        options.dedup();
        let mut at = 0;
        while at < options.len() {
            let mut dominated = false;
            for other in 0..options.len() {
                if other != at && self.nearly_no_better(player, options[at], options[other])? {
                    dominated = true;
                    break;
                }
            }
            if dominated {
                options.remove(at);
            } else {
                at += 1;
            }
        }
        Ok(())
    }

    fn bypass_nearly_reversible(&mut self, g: GameId, options: &mut [Vec<GameId>; 2]) -> Result<bool, Unfinished> {
        for player in Player::BOTH {
            for at in 0..options[player as usize].len() {
                let option = options[player as usize][at];
                // A number is a stop: nobody moves beyond it.
                if self.is_number(option) {
                    continue;
                }
                for answer in self.options(option, player.opponent())? {
                    if self.nearly_no_better(player, answer, g)? {
                        let beyond = self.map_options(answer, player, |arena, game| arena.reduced(game))?;
                        let replaced = if self.is_number(answer) { vec![answer] } else { beyond };
                        if replaced == [option] {
                            continue;
                        }
                        options[player as usize].swap_remove(at);
                        options[player as usize].extend(replaced);
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }
}
