//! Values and outcomes of compounds, by following all that play can reach.

use super::follow::Made;
use super::{Compound, Followed, Words};
use crate::nimber::{Nimber, mex};
use crate::play::{Convention, Outcome, Player};
use crate::sum::duel::Duel;
use crate::sum::moves::Moves;
use crate::sum::solve::{NoSolution, Solution};
use crate::sum::{Part, Position};
use crate::value::{Arena, GameId, Unfinished};
use miyama_budget::{Budget, Stopped};
use miyama_text::say;

/// A value is given up after so many positions: who wins takes fewer.
const MOST_FOLLOWED: usize = 1 << 19;

fn given_up(compound: &Compound) -> NoSolution {
    NoSolution::Value { part: Part::Compound(compound.clone()).to_string(), reason: Unfinished::TooLarge }
}

/// The nim value of a compound in which both players have the same moves.
pub(in crate::sum) fn nimber(
    compound: &Compound,
    known: &mut Followed<Nimber>,
    budget: &Budget,
) -> Result<Nimber, NoSolution> {
    let made: Made<'_, Nimber> = &mut |_, [options, _]| Ok(mex(options.iter().map(|v| **v)));
    known.of(compound, made, MOST_FOLLOWED, budget)?.copied().ok_or_else(|| given_up(compound))
}

/// The canonical form of a compound.
pub(in crate::sum) fn value_of(
    arena: &mut Arena,
    compound: &Compound,
    known: &mut Followed<GameId>,
    budget: &Budget,
) -> Result<GameId, NoSolution> {
    let made: Made<'_, GameId> = &mut |_, [left, right]| {
        let ids = |options: &Vec<&GameId>| options.iter().map(|id| **id).collect::<Vec<GameId>>();
        arena.game(&ids(left), &ids(right)).map_err(|reason| match reason {
            Unfinished::Stopped(stopped @ (Stopped::Cancelled | Stopped::Time { .. })) => NoSolution::Stopped(stopped),
            reason => NoSolution::Value { part: Part::Compound(compound.clone()).to_string(), reason },
        })
    };
    known.of(compound, made, MOST_FOLLOWED, budget)?.copied().ok_or_else(|| given_up(compound))
}

impl Followed<[bool; 2]> {
    /// Whether Left wins who is to move, and whether Right does, where the opponent forbids some options
    /// before each move ([`crate::heap::winning_table`] says why this is the rule).
    pub(in crate::sum) fn wins(
        &mut self,
        compound: &Compound,
        convention: Convention,
        budget: &Budget,
    ) -> Result<[bool; 2], NoSolution> {
        let blocked = compound.game.blocked;
        let impartial = compound.game.rules.is_impartial();
        let root = self.root().clone();
        let wins = |words: &Words, options: &Vec<&[bool; 2]>, turn: Player| {
            let lost = options.iter().filter(|option| !option[turn.opponent() as usize]).count();
            if lost as u64 > blocked || lost < options.len() {
                return Ok(lost as u64 > blocked);
            }
            // Nothing is left, or all that was left is forbidden: play ends here.
            root.with_words(words).won_at_end(turn, convention, budget)
        };
        let made: Made<'_, [bool; 2]> = &mut |words, [left, right]| {
            let right = if impartial { left } else { right };
            Ok([wins(words, left, Player::Left)?, wins(words, right, Player::Right)?])
        };
        self.of(compound, made, usize::MAX, budget)?.copied().ok_or_else(|| given_up(compound))
    }
}

/// Who wins a sum with compounds whose value is out of reach, where both players have the same moves.
pub(in crate::sum) fn outcome_alone(
    sum: &Position,
    convention: Convention,
    most: usize,
    budget: &Budget,
) -> Result<Solution, NoSolution> {
    let mut duel = Duel::new(sum, convention);
    let first = Player::Left;
    let outcome = if duel.wins_first(sum, first, budget)? { Outcome::N } else { Outcome::P };
    let mut moves = Moves::listing(most);
    if outcome == Outcome::N {
        let mut look = || -> Result<(), NoSolution> {
            for choice in sum.options(usize::MAX, budget)?.listed {
                if !duel.wins_first(&choice.after, first.opponent(), budget)? {
                    moves.push(choice.after);
                }
            }
            Ok(())
        };
        let looked = look();
        moves.stops(looked)?;
    }
    let method = vec![say!("solve.method_search", met = duel.met())];
    let why = vec![say!("solve.why_search", met = duel.met())];
    Ok(Solution { outcome, value: None, form: None, moves, right: None, why, method })
}
