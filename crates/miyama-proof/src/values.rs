//! Grundy values for all sizes.
//!
//! Let V(p, g) say that p has the value g, and O(p, g) that some option of p has.
//! Then V(p, g) ⇔ ¬O(p, g) ∧ ¬∃h < g: ¬O(p, h), and by induction on the rank this
//! determines V; that every p has exactly one value follows. An option that leaves
//! several positions has the nim-sum of their values, one that leaves nothing 0.

use crate::moves::{Moves, Way};
use miyama_automata::{Automaton, Formula, Limit, Limits, MOST_VARIABLES, Tracks, Variable};
use std::sync::Arc;

/// For each way to move, the (p, g) such that it leads from p to an option of value g.
pub(crate) fn reached(moves: &Moves, graph: &Automaton, limits: &Limits<'_>) -> Result<Vec<Automaton>, Limit> {
    moves.must_suit(graph.system())?;
    moves.ways.iter().map(|way| reached_by(way, moves.heaps, graph, limits)).collect()
}

fn reached_by(way: &Way, k: u8, graph: &Automaton, limits: &Limits<'_>) -> Result<Automaton, Limit> {
    let system = graph.system();
    // The values of the parts, then the nim-sums of the first two, three, …
    let first = k * (way.parts + 1);
    let needed = usize::from(first) + 2 * usize::from(way.parts.max(1));
    if needed > usize::from(MOST_VARIABLES) {
        return Err(Limit::Variables);
    }
    let value = |part: u8| first + part;
    let mut parts = vec![way.formula.clone()];
    for part in 0..way.parts {
        let at = |variable: Variable| if variable == k { value(part) } else { k * (part + 1) + variable };
        parts.push(Formula::Member(Arc::new(graph.renamed(at, limits)?)));
    }
    let mut sum = value(0);
    if way.parts == 0 {
        parts.push(Formula::zero(&[(sum, 1)], 0)?);
    }
    for part in 1..way.parts {
        let next = first + way.parts + part - 1;
        parts.push(Formula::Member(Arc::new(Automaton::nim_sum(sum, value(part), next))));
        sum = next;
    }
    let dropped: Tracks = (k..first + 2 * way.parts.max(1)).filter(|variable| *variable != sum).collect();
    let kept = Tracks::first(k).union(Tracks::one(sum));
    let set = Formula::Exists(dropped, Box::new(Formula::And(parts))).set(system, kept, limits)?;
    set.renamed(|variable| if variable == sum { k } else { variable }, limits)
}

/// What the equation says from a guess: where the guess is right at all options, the
/// result is right at the position.
pub(crate) fn determined(
    moves: &Moves,
    graph: &Automaton,
    limits: &Limits<'_>,
) -> Result<(Automaton, Vec<Automaton>), Limit> {
    let (k, system, tracks) = (moves.heaps, graph.system(), graph.tracks());
    let ways = reached(moves, graph, limits)?;
    let missing = match ways.as_slice() {
        [] => Automaton::empty(system, tracks),
        ways => Automaton::union(ways, limits)?,
    }
    .complement(limits)?;
    let (g, h) = (k, k + 1);
    let smaller = Arc::new(missing.renamed(|variable| if variable == g { h } else { variable }, limits)?);
    let below = Formula::And(vec![Formula::at_most_zero(&[(h, 1), (g, -1)], 1)?, Formula::Member(smaller)]);
    let none_below = Formula::Exists(Tracks::one(h), Box::new(below)).negated();
    let least = Formula::And(vec![Formula::Member(Arc::new(missing)), none_below]);
    Ok((moves.within(least.set(system, tracks, limits)?, limits)?, ways))
}
