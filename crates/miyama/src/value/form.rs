//! Games as they are written, not reduced: the definitions of the theory, word
//! for word.
//!
//! Everything here follows the definitions and takes exponential time. It is
//! what the arena is checked against, and what to use where the form matters:
//! being impartial, for instance, is a property of a form and not of a value.

use super::arena::{Arena, GameId};
use super::unfinished::Unfinished;
use crate::nimber::{Nimber, mex};
use crate::play::{Outcome, Player};
use std::sync::Arc;

/// A game {L | R}: two finite lists of games, kept as given.
///
/// ```
/// use miyama::play::Outcome;
/// use miyama::value::Form;
/// let zero = Form::new(vec![], vec![]);
/// let star = Form::new(vec![zero.clone()], vec![zero]);
/// assert_eq!(star.outcome(), Outcome::N);
/// assert_eq!(star.add(&star).outcome(), Outcome::P);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Form(Arc<[Vec<Form>; 2]>);

impl Form {
    /// The game with these options of Left and of Right.
    #[must_use]
    pub fn new(left: Vec<Form>, right: Vec<Form>) -> Form {
        Form(Arc::new([left, right]))
    }

    /// The options of `player`.
    #[must_use]
    pub fn options(&self, player: Player) -> &[Form] {
        &self.0[player as usize]
    }

    /// One more than the latest birthday of the options; 0 without options.
    #[must_use]
    pub fn birthday(&self) -> u32 {
        self.0.iter().flatten().map(|option| option.birthday() + 1).max().unwrap_or(0)
    }

    /// Does `player` win when he begins? He does if some option of his is one
    /// from which the opponent, beginning, does not.
    #[must_use]
    pub fn wins_first(&self, player: Player) -> bool {
        self.options(player).iter().any(|option| !option.wins_first(player.opponent()))
    }

    /// Who wins, by the recursive definition.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match (self.wins_first(Player::Left), self.wins_first(Player::Right)) {
            (true, true) => Outcome::N,
            (false, false) => Outcome::P,
            (true, false) => Outcome::L,
            (false, true) => Outcome::R,
        }
    }

    /// G + H = {Gᴸ + H, G + Hᴸ | Gᴿ + H, G + Hᴿ}.
    #[must_use]
    pub fn add(&self, other: &Form) -> Form {
        let side = |player: Player| {
            let here = self.options(player).iter().map(|option| option.add(other));
            here.chain(other.options(player).iter().map(|option| self.add(option))).collect()
        };
        Form::new(side(Player::Left), side(Player::Right))
    }

    /// −G = {−Gᴿ | −Gᴸ}.
    #[must_use]
    pub fn negative(&self) -> Form {
        let side = |player: Player| self.options(player).iter().map(Form::negative).collect();
        Form::new(side(Player::Right), side(Player::Left))
    }

    /// G ≤ H: Right, beginning, does not win H − G.
    #[must_use]
    pub fn le(&self, other: &Form) -> bool {
        !other.add(&self.negative()).wins_first(Player::Right)
    }

    /// Do both players have the same options, here and in every position below?
    #[must_use]
    pub fn is_impartial(&self) -> bool {
        let [left, right] = &*self.0;
        left.iter().all(|option| right.contains(option))
            && right.iter().all(|option| left.contains(option))
            && left.iter().all(Form::is_impartial)
    }

    /// The nimber of an impartial game: the least that no option has.
    #[must_use]
    pub fn nimber(&self) -> Option<Nimber> {
        self.is_impartial().then(|| self.least_excluded())
    }

    fn least_excluded(&self) -> Nimber {
        mex(self.options(Player::Left).iter().map(Form::least_excluded))
    }

    /// The value of the game in an arena.
    ///
    /// # Errors
    /// The budget, or the depth of the arena.
    pub fn value(&self, arena: &mut Arena) -> Result<GameId, Unfinished> {
        let mut sides = [vec![], vec![]];
        for player in Player::BOTH {
            for option in self.options(player) {
                sides[player as usize].push(option.value(arena)?);
            }
        }
        let [left, right] = sides;
        arena.game(&left, &right)
    }

    /// All games born by day `n`: 1, 4, 256 for n = 0, 1, 2; more do not fit.
    #[must_use]
    pub fn born_by(n: u32) -> Vec<Form> {
        let mut all = vec![Form::new(vec![], vec![])];
        for _ in 0..n.min(2) {
            let subsets: Vec<Vec<Form>> = (0..1usize << all.len())
                .map(|set| (0..all.len()).filter(|i| set >> i & 1 == 1).map(|i| all[i].clone()).collect())
                .collect();
            all = subsets.iter().flat_map(|l| subsets.iter().map(|r| Form::new(l.clone(), r.clone()))).collect();
        }
        all
    }
}
