//! Whether the position and the conditions leave finitely many values for every bound
//! integer: a definition in which they do not is not one, and what a name in it stands for
//! would be anybody's guess.
//!
//! The conditions of a conjunction are a polyhedron {v ≥ 0 : A·v + B·p + c ≤ 0} for each
//! position p. Where it is not empty, it is bounded exactly if the cone
//! {v ≥ 0 : A·v ≤ 0} is {0}; and the cone has a point other than 0 exactly if it has one whose
//! coordinates are natural numbers, because it is rational. Likewise some rational point
//! (v, p) satisfies the conditions exactly if A·v + B·p + c·t ≤ 0 for natural numbers with t ≥ 1.

use super::automaton::{TooLarge, Variable};
use super::clause::{Clause, Linear, Sign};
use super::numerals::System;
use super::subsets::Projection;
use std::collections::BTreeSet;

/// Whether a conjunction bounds all of its variables but the first k, the heaps of the
/// position, or holds nowhere.
pub(super) fn is_bounded(conditions: &[Linear], k: Variable, go_on: &dyn Fn() -> bool) -> Result<bool, TooLarge> {
    // Sequences have no end.
    let conditions: Vec<Linear> =
        conditions.iter().filter(|condition| !matches!(condition.sign, Sign::In(..))).cloned().collect();
    let variables: BTreeSet<Variable> = conditions.iter().flat_map(Linear::variables).collect();
    let behind: Vec<Variable> = variables.iter().copied().filter(|variable| *variable >= k).collect();
    let Some(last) = behind.last() else { return Ok(true) };
    let mut cone: Vec<Linear> = conditions.clone();
    for linear in &mut cone {
        linear.terms.retain(|(variable, _)| *variable >= k);
        linear.constant = 0;
    }
    cone.push(at_least_one(&behind));
    if holds_nowhere(cone, go_on)? {
        return Ok(true);
    }
    let t = last.checked_add(1).filter(|t| *t < 16).ok_or(TooLarge)?;
    let mut rational: Vec<Linear> = conditions;
    for linear in &mut rational {
        linear.terms.push((t, linear.constant));
        linear.constant = 0;
    }
    rational.push(at_least_one(&[t]));
    holds_nowhere(rational, go_on)
}

/// Σ v ≥ 1.
fn at_least_one(variables: &[Variable]) -> Linear {
    let terms = variables.iter().map(|variable| (*variable, -1)).collect();
    Linear { terms, shifted: vec![], constant: 1, sign: Sign::AtMostZero }
}

/// Base 2 has the fewest letters; how numbers are written does not matter here.
fn holds_nowhere(conditions: Vec<Linear>, go_on: &dyn Fn() -> bool) -> Result<bool, TooLarge> {
    let clause = Clause { linear: conditions, members: vec![] };
    Projection::new(System::Base(2), BTreeSet::new(), &[clause]).is_empty(go_on)
}
