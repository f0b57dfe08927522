//! The first position at which a claim is wrong, however large it is.
//!
//! Let D be the positions at which a claimed set differs from what its own options say it must be. A
//! position of D with the least rank is wrong itself: all positions of lower rank obey their
//! condition, so by induction the claim is right there, and what the options say is the truth. So the
//! first of D in the order of rank, total and heaps is the first position at which the
//! claim is wrong, and it is what `check` would find.

use crate::rules::Rules;
use miyama_automata::{Automaton, Formula, Limit, Limits, Tracks, Variable};
use num_bigint::BigUint;
use std::sync::Arc;

/// The most states on the way; what needs more is not ordered.
const MOST_STATES: usize = 60_000;

/// A variable that no position uses.
const SUM: Variable = 15;

/// The first element in the order of rank, total and heaps; none where it was not found.
pub(crate) fn first(set: &Automaton, rules: &Rules<'_>, limits: &Limits<'_>) -> Option<Vec<BigUint>> {
    let heaps = usize::from(rules.heaps());
    let unit = |heap: usize| (0..heaps).map(|other| i64::from(other == heap)).collect::<Vec<i64>>();
    let order = rules.rank.iter().cloned().chain([vec![1; heaps]]).chain((0..heaps).map(unit));
    let limits = Limits { states: limits.states.min(MOST_STATES), ..*limits };
    let mut rest = set.clone();
    for weights in order {
        rest = with_least(&rest, &weights, &limits).ok()??;
    }
    rest.first_element()
}

/// The elements whose weighted sum of heaps is least; none if it needs more than 63 bits.
fn with_least(set: &Automaton, weights: &[i64], limits: &Limits<'_>) -> Result<Option<Automaton>, Limit> {
    let (system, tracks) = (set.system(), set.tracks());
    let member = Formula::Member(Arc::new(set.clone()));
    let mut terms: Vec<(Variable, i64)> = (0..).zip(weights.iter().copied()).collect();
    terms.push((SUM, -1));
    let sums = Formula::Exists(tracks, Box::new(Formula::And(vec![member.clone(), Formula::zero(&terms, 0)?])));
    // Of two numbers the one with fewer digits is smaller, then the one whose word comes first.
    let least = sums.set(system, Tracks::one(SUM), limits)?.first_element();
    let Some(least) = least.and_then(|numbers| i64::try_from(numbers.first()?).ok()) else { return Ok(None) };
    terms.pop();
    Formula::And(vec![member, Formula::zero(&terms, -least)?]).set(system, tracks, limits).map(Some)
}
