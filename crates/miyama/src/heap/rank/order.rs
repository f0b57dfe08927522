//! Several measures compared in order.
//!
//! A chain of steps is endless only if some steps come in it again and again.
//! From some place on it consists of these alone, and each of them can follow
//! another: they lie in one *knot*, a strongly connected component of "can come
//! next". If no step of a knot raises a measure that cannot fall for ever, then
//! those that lower it occur finitely often, and can be taken out. If in this way
//! every knot is undone, every chain ends.

use super::measure::{Measure, holds};
use super::step::Step;
use super::weights::lowered_by_some;
use crate::out_of_reach::OutOfReach;
use miyama_budget::{Budget, Stopped};

/// With more steps than this, linear programming for each of them takes long.
const MOST_STEPS: usize = 120;

/// Whether every chain of these steps ends.
pub(super) fn ends(steps: Vec<Step>, heaps: usize, budget: &Budget) -> Result<bool, OutOfReach> {
    if steps.len() > MOST_STEPS {
        return Ok(false);
    }
    let mut tangles = vec![steps];
    while let Some(steps) = tangles.pop() {
        let left = without_lowered(steps, heaps, budget)?;
        let count = left.len();
        if count == 0 {
            continue;
        }
        let knots = knots(left, heaps, budget)?;
        // One knot of all steps: nothing was undone.
        if knots.iter().any(|knot| knot.len() == count) {
            return Ok(false);
        }
        tangles.extend(knots);
    }
    Ok(true)
}

/// Takes out steps that lower a measure which none raises, as long as there are
/// such measures.
fn without_lowered(mut steps: Vec<Step>, heaps: usize, budget: &Budget) -> Result<Vec<Step>, Stopped> {
    while !steps.is_empty() {
        let mut lowered = lowered_by_some(&steps, heaps, budget)?;
        if lowered.is_empty() {
            lowered = measured(&steps, heaps, budget)?;
        }
        if lowered.is_empty() {
            break;
        }
        let mut index = 0;
        steps.retain(|_| {
            index += 1;
            !lowered.contains(&(index - 1))
        });
    }
    Ok(steps)
}

/// The steps that lower a measure of some heaps which none raises.
fn measured(steps: &[Step], heaps: usize, budget: &Budget) -> Result<Vec<usize>, Stopped> {
    let mut sets: Vec<Vec<usize>> =
        (1u32..1 << heaps).map(|set| (0..heaps).filter(|heap| set >> heap & 1 == 1).collect()).collect();
    // A single heap is a weighted sum; all heaps are the likeliest.
    sets.retain(|set| set.len() > 1);
    sets.sort_by_key(|set| std::cmp::Reverse(set.len()));
    for set in sets {
        for measure in [Measure::Greatest, Measure::Multiset, Measure::Least] {
            let mut lowered = Vec::new();
            let mut rises = false;
            for (index, step) in steps.iter().enumerate() {
                budget.check()?;
                if holds(measure, step, &set, true) {
                    lowered.push(index);
                } else if !holds(measure, step, &set, false) {
                    rises = true;
                    break;
                }
            }
            if !rises && !lowered.is_empty() {
                return Ok(lowered);
            }
        }
    }
    Ok(vec![])
}

/// The sets of steps that can follow each other for ever.
fn knots(steps: Vec<Step>, heaps: usize, budget: &Budget) -> Result<Vec<Vec<Step>>, Stopped> {
    let count = steps.len();
    let mut leads = vec![vec![false; count]; count];
    for (from, row) in leads.iter_mut().enumerate() {
        for (to, leads) in row.iter_mut().enumerate() {
            budget.check()?;
            *leads = steps[from].leads_to(&steps[to], heaps);
        }
    }
    // Whether a chain leads from one to the other (Warshall 1962).
    for by in 0..count {
        for from in 0..count {
            for to in 0..count {
                leads[from][to] |= leads[from][by] && leads[by][to];
            }
        }
    }
    let mut done = vec![false; count];
    let mut knots = Vec::new();
    for first in 0..count {
        if done[first] || !leads[first][first] {
            continue;
        }
        let members: Vec<usize> = (0..count).filter(|other| leads[first][*other] && leads[*other][first]).collect();
        members.iter().for_each(|member| done[*member] = true);
        knots.push(members.into_iter().map(|member| steps[member].clone()).collect());
    }
    Ok(knots)
}
