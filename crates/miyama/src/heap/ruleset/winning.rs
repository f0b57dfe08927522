//! What holds of every position of a ruleset, and how positions are won where that is not the
//! usual way.

use super::super::lower::{bind, domain};
use super::super::notation::{Body, Condition, Definition, Expression, Name, Winner};
use super::super::options::Loops;
use super::{Argument, large};
use crate::out_of_reach::OutOfReach;
use crate::play::{Convention, Player};
use miyama_budget::{Budget, Mistake};
use num_bigint::{BigInt, BigUint};

/// What holds of every position.
#[derive(Clone, Debug)]
pub(crate) struct Domain {
    /// A tuple is a position if one of these visits something.
    loops: Vec<Loops>,
    /// The heaps of one position: fewer than those of the ruleset where several stand
    /// side by side.
    pub(super) heaps: usize,
    pub(super) text: String,
    /// The same as it is written, with arguments for parameters, for heaps that the loops do not reach.
    conditions: Vec<Condition>,
    names: Vec<String>,
}

impl Domain {
    pub(crate) fn of(
        definition: &Definition,
        arguments: &[Argument],
        budget: &Budget,
    ) -> Result<Option<Domain>, Mistake> {
        let Body::Options { heaps, .. } = &definition.body else { return Ok(None) };
        if definition.domain.is_empty() {
            return Ok(None);
        }
        let cases = domain(definition, heaps, arguments, budget)?;
        let loops =
            cases.iter().map(|case| Loops::new(case, heaps.len()).map_err(|problem| problem.mistake(case, heaps)));
        let parameters = bind(definition, arguments)?;
        let number = |name: &Name| match parameters.get(name.text.as_str()) {
            Some(Argument::Number(number)) => Some(Expression::from(*number)),
            _ => None,
        };
        let conditions: Vec<Condition> = definition.domain.iter().map(|c| c.replaced(&number)).collect();
        let text: Vec<String> = conditions.iter().map(ToString::to_string).collect();
        let names = heaps.iter().map(|name| name.text.clone()).collect();
        let loops = loops.collect::<Result<_, _>>()?;
        Ok(Some(Domain { loops, heaps: heaps.len(), text: text.join(", "), conditions, names }))
    }

    /// Whether it holds of a position with heaps of any size; none if that is not calculated.
    pub(super) fn holds_of_large(&self, position: &[BigUint]) -> Option<bool> {
        let numbers = |name: &str| {
            let heap = self.names.iter().position(|own| own == name)?;
            position.get(heap).map(|heap| BigInt::from(heap.clone()))
        };
        self.conditions.iter().try_fold(true, |all, condition| Some(all & large::holds(condition, &numbers)?))
    }

    /// As it is written, with numbers in the places of parameters.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Whether it holds of a position.
    pub(crate) fn holds(&self, position: &[u64], budget: &Budget) -> Result<bool, OutOfReach> {
        let mut inside = false;
        for loops in &self.loops {
            inside |= !loops.for_each(position, budget, &mut |_| false)?;
        }
        Ok(inside)
    }
}

/// How positions are won where that is not the usual way: see [`miyama_language::notation::Winning`].
#[derive(Clone, Debug, Default)]
pub(crate) struct Winning {
    /// So many options the opponent forbids before each move.
    pub(crate) blocked: u64,
    /// Who wins where play has ended: the first whose conditions hold.
    pub(super) ends: Vec<(Winner, Domain)>,
}

impl Winning {
    /// Whether a player wins who has no move.
    pub(crate) fn at_end(
        &self,
        position: &[u64],
        turn: Player,
        convention: Convention,
        budget: &Budget,
    ) -> Result<bool, OutOfReach> {
        for (winner, conditions) in &self.ends {
            if conditions.holds(position, budget)? {
                return Ok(is_to_move(*winner, turn));
            }
        }
        Ok(convention == Convention::Misere)
    }
}

/// Whether the winner of an end is the player who would have to move there.
pub(crate) fn is_to_move(winner: Winner, turn: Player) -> bool {
    match winner {
        Winner::Left => turn == Player::Left,
        Winner::Right => turn == Player::Right,
        Winner::Next => true,
        Winner::Previous => false,
    }
}
