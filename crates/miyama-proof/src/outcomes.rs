//! P-positions for all sizes.
//!
//! Play ends, so the P-positions are the only set P such that a position is in P
//! exactly if no option of it is: let Pre(p) say that some option of p is in P. By
//! induction on a rank that every move lowers, P(p) ⇔ ¬Pre(p) for all p determines P,
//! and the set of P-positions satisfies it. In misère play a position without a move
//! is won by the player to move: P(p) ⇔ ¬Pre(p) ∧ Can(p), where Can(p) says that p has
//! a move. A move that leaves nothing leads to a position without moves, which is a
//! P-position in normal play and not in misère play.

use crate::moves::Moves;
use miyama::play::Convention;
use miyama_automata::{Automaton, Formula, Limit, Limits, Tracks};
use std::sync::Arc;

/// The positions that the equality determines from a guess: where the guess is
/// right at all options, the result is right at the position.
pub(crate) fn determined(
    moves: &Moves,
    guess: &Automaton,
    convention: Convention,
    limits: &Limits<'_>,
) -> Result<Automaton, Limit> {
    let (k, system) = (moves.heaps, guess.system());
    let (positions, options) = (Tracks::first(k), (k..2 * k).collect::<Tracks>());
    let there = Arc::new(guess.renamed(|variable| variable + k, limits)?);
    let some = |body: Formula| Formula::Exists(options, Box::new(body));
    let into = |step: &Formula| some(Formula::And(vec![step.clone(), Formula::Member(there.clone())]));
    let mut pre: Vec<Formula> = moves.to_position.iter().map(into).collect();
    if convention == Convention::Normal {
        pre.extend(moves.to_nothing.iter().cloned());
        return Formula::Or(pre).negated().set(system, positions, limits);
    }
    let can = moves.to_position.iter().cloned().map(some).chain(moves.to_nothing.iter().cloned()).collect();
    Formula::And(vec![Formula::Or(pre).negated(), Formula::Or(can)]).set(system, positions, limits)
}
