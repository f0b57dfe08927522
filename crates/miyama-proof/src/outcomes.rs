//! P-positions for all sizes.
//!
//! Play ends, so the P-positions are the only set P such that a position is in P
//! exactly if no option of it is: let Pre(p) say that some option of p is in P. By
//! induction on a rank that every move lowers, P(p) ⇔ ¬Pre(p) for all p determines P,
//! and the set of P-positions satisfies it. In misère play a position without a move
//! is won by the player to move: P(p) ⇔ ¬Pre(p) ∧ Can(p), where Can(p) says that p has
//! a move. A move that leaves nothing leads to a position without moves, which is a
//! P-position in normal play and not in misère play. Where the definition has a domain,
//! positions are the tuples in it, moves lead from positions to positions, and P is the set of
//! the *positions* for which this holds.

use crate::moves::{Moves, Way};
use miyama::play::Convention;
use miyama_automata::{Automaton, Formula, Limit, Limits, Numeration, Tracks};
use std::sync::Arc;

/// The variables of the options of a position on k heaps.
pub(crate) fn options(k: u8) -> Tracks {
    (k..2 * k).collect()
}

/// For each way to move, the positions with a move of this kind into `set`, which
/// is on the variables of positions. A move that leaves nothing is one into the set
/// exactly if `nothing` says so.
pub(crate) fn into(
    moves: &Moves,
    set: &Automaton,
    nothing: bool,
    limits: &Limits<'_>,
) -> Result<Vec<Automaton>, Limit> {
    moves.must_suit(set.system())?;
    let k = moves.heaps;
    let there = Arc::new(set.renamed(|variable| variable + k, limits)?);
    let into = |way: &Way| match (way.parts, nothing) {
        (0, true) => way.formula.clone(),
        (0, false) => Formula::falsity(),
        _ => Formula::Exists(
            options(k),
            Box::new(Formula::And(vec![way.formula.clone(), Formula::Member(there.clone())])),
        ),
    };
    moves.ways.iter().map(|way| into(way).set(set.system(), Tracks::first(k), limits)).collect()
}

/// For each way to move, the positions with a move of this kind.
pub(crate) fn can(moves: &Moves, system: Numeration, limits: &Limits<'_>) -> Result<Vec<Automaton>, Limit> {
    moves.must_suit(system)?;
    let k = moves.heaps;
    let can = |way: &Way| match way.parts {
        0 => way.formula.clone(),
        _ => Formula::Exists(options(k), Box::new(way.formula.clone())),
    };
    moves.ways.iter().map(|way| can(way).set(system, Tracks::first(k), limits)).collect()
}

/// What lies in at least one of the sets, of which there may be none.
pub(crate) fn any_of(
    sets: &[Automaton],
    system: Numeration,
    heaps: u8,
    limits: &Limits<'_>,
) -> Result<Automaton, Limit> {
    if sets.is_empty() { Ok(Automaton::empty(system, Tracks::first(heaps))) } else { Automaton::union(sets, limits) }
}

/// What lies in all of the sets.
pub(crate) fn all_of(sets: &[&Automaton], limits: &Limits<'_>) -> Result<Automaton, Limit> {
    let members = sets.iter().map(|set| Formula::Member(Arc::new((*set).clone()))).collect();
    Formula::And(members).set(sets[0].system(), sets[0].tracks(), limits)
}

/// What the equality says of each position from a guess: where the guess is right
/// at all options, the result is right at the position. With it, one automaton per
/// way to move: those that lead into the guess, and in misère play those that exist.
pub(crate) struct Determined {
    pub(crate) set: Automaton,
    pub(crate) into: Vec<Automaton>,
    pub(crate) can: Vec<Automaton>,
}

pub(crate) fn determined(
    moves: &Moves,
    guess: &Automaton,
    convention: Convention,
    limits: &Limits<'_>,
) -> Result<Determined, Limit> {
    let (system, heaps) = (guess.system(), moves.heaps);
    let into = into(moves, guess, convention == Convention::Normal, limits)?;
    let none_into = moves.within(any_of(&into, system, heaps, limits)?.complement(limits)?, limits)?;
    if convention == Convention::Normal {
        return Ok(Determined { set: none_into, into, can: vec![] });
    }
    let can = can(moves, system, limits)?;
    let set = all_of(&[&none_into, &any_of(&can, system, heaps, limits)?], limits)?;
    Ok(Determined { set, into, can })
}
