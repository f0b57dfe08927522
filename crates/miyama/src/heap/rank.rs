//! Why play ends: something that every move lowers and that cannot fall for ever.
//!
//! A *step* leads from a position to one of the positions that an option
//! consists of. If no chain of steps is endless then every play is finite, of
//! sums too: a move replaces a position by finitely many that come later in
//! chains, and multisets over a well-founded order are well-founded (Dershowitz
//! and Manna 1979).
//!
//! What is looked for, in this order:
//! - weights w ≥ 0 whose sum Σ wⱼ·(heap j) every step lowers, by linear
//!   programming (`weights`): a [`Rank`];
//! - several measures, compared in order (`Order`): a weighted sum, of weights
//!   of any sign where it is bounded below; the greatest or the least of some heaps; or
//!   these heaps as a multiset.
//!
//! These see linear conditions. Where they do not suffice, more is derived from functions and
//! products first (`sharpened`); and a condition may state the fall itself (`said`).

mod known;
mod measure;
mod multiplied;
mod order;
mod said;
mod sharpened;
mod step;
mod weights;

pub(crate) use said::left_over;
pub(crate) use sharpened::{Effort, Pairs, sharpened};

use super::linear::Linear;
use super::ruleset::Case;
use crate::out_of_reach::OutOfReach;
use miyama_budget::Budget;
use step::Step;

/// The largest weight of the bounds that are tried.
const LARGEST_WEIGHT: i128 = 6;

/// On so many heaps all weights 0 and 1 are tried.
const MOST_TRIED: usize = 12;

/// Weights w₁, …, wₖ ≥ 0: the rank of a position is Σ wⱼ·(heap j). Every
/// option of every position has a lower rank, so no play is longer than the
/// rank of its first position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rank {
    weights: Vec<i128>,
}

impl Rank {
    /// The weights of the heaps.
    #[must_use]
    pub fn weights(&self) -> &[i128] {
        &self.weights
    }

    /// The rank of a position.
    #[must_use]
    pub fn of(&self, position: &[u64]) -> i128 {
        self.weights.iter().zip(position).map(|(w, h)| w * i128::from(*h)).sum()
    }
}

/// A rank that every option of every case lowers: the total of the heaps if it
/// does; else weights of which none is 0 if there are any, their sum small.
pub(crate) fn find(cases: &[&Case], heaps: usize, budget: &Budget) -> Result<Option<Rank>, OutOfReach> {
    if total_falls(cases, heaps, budget)? {
        return Ok(Some(Rank { weights: vec![1; heaps] }));
    }
    let steps = Step::all(cases, heaps);
    for least in [1, 0] {
        if let Some(found) = weights::lowered_by_all(&steps, heaps, least, budget)? {
            // Where fractions were made whole, rounding up may do with less.
            for weights in [found.rounded, found.exact] {
                if never_rises(cases, heaps, &weights, -1, budget)? {
                    return Ok(Some(Rank { weights }));
                }
            }
        }
    }
    // Linear programming knows the conditions for rational numbers; that the
    // bound integers are whole may matter.
    let few = if heaps <= MOST_TRIED { candidates(heaps) } else { vec![] };
    for weights in few {
        if never_rises(cases, heaps, &weights, -1, budget)? {
            return Ok(Some(Rank { weights }));
        }
    }
    Ok(None)
}

/// Whether every option has a smaller total.
pub(crate) fn total_falls(cases: &[&Case], heaps: usize, budget: &Budget) -> Result<bool, OutOfReach> {
    never_rises(cases, heaps, &vec![1; heaps], -1, budget)
}

/// Whether play ends for another reason than a rank.
pub(crate) fn ends(cases: &[&Case], heaps: usize, budget: &Budget) -> Result<bool, OutOfReach> {
    order::ends(Step::all(cases, heaps), heaps, budget)
}

/// Weights whose sum never rises from a position to an option: they bound the
/// positions that can be reached. Each is minimal: none is the sum of others.
pub(crate) fn bounds(cases: &[&Case], heaps: usize, budget: &Budget) -> Result<Vec<Vec<i128>>, OutOfReach> {
    let mut found: Vec<Vec<i128>> = Vec::new();
    let mut all = candidates(heaps);
    // Bounds on single heaps first: a bound that is a sum of others adds nothing.
    all.sort_by_key(|w| w.iter().sum::<i128>());
    for weights in all {
        if !spanned(&found, &weights) && never_rises(cases, heaps, &weights, 0, budget)? {
            found.push(weights);
        }
    }
    Ok(found)
}

/// Whether the weights are a sum of found ones, tried greedily.
fn spanned(found: &[Vec<i128>], weights: &[i128]) -> bool {
    let mut rest = weights.to_vec();
    for f in found {
        while f.iter().zip(&rest).all(|(a, b)| a <= b) && f.iter().any(|a| *a > 0) {
            rest.iter_mut().zip(f).for_each(|(r, a)| *r -= a);
        }
    }
    rest.iter().all(|r| *r == 0)
}

/// All weights up to the largest, small ones first; for many heaps only 0 and 1.
fn candidates(heaps: usize) -> Vec<Vec<i128>> {
    let largest = match heaps {
        0..=2 => LARGEST_WEIGHT,
        3 => 3,
        4 => 2,
        _ => 1,
    };
    let mut all: Vec<Vec<i128>> = vec![vec![]];
    for _ in 0..heaps {
        all = all.iter().flat_map(|w| (0..=largest).map(|last| [w.as_slice(), &[last]].concat())).collect();
    }
    if heaps == 2 {
        // One heap may grow by much while the other falls by little.
        all.extend((3..12).flat_map(|power| [vec![1, 1 << power], vec![1 << power, 1]]));
    }
    all.retain(|w| w.iter().any(|x| *x > 0));
    // The total first: it is what most rulesets lower.
    all.sort_by_key(|w| (w.iter().any(|x| *x != 1), w.contains(&0), w.iter().sum::<i128>(), w.clone()));
    all
}

/// Whether Σ wⱼ·(option) ≤ Σ wⱼ·(position) + most for every option.
fn never_rises(
    cases: &[&Case],
    heaps: usize,
    weights: &[i128],
    most: i128,
    budget: &Budget,
) -> Result<bool, OutOfReach> {
    for case in cases {
        budget.check()?;
        let system = case.system(heaps);
        for tuple in &case.option {
            let mut fall = Linear::constant(most);
            for (heap, (weight, form)) in weights.iter().zip(tuple).enumerate() {
                fall = fall.combine(1, &Linear::symbol(heap), *weight)?.combine(1, form, -weight)?;
            }
            if !system.implies(&fall)? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}
