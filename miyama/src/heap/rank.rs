//! Why play ends: a linear rank of positions that every option lowers.

use super::linear::Linear;
use super::ruleset::{Case, Ruleset};
use super::unfinished::Unfinished;
use crate::budget::{Budget, Stopped};
use crate::text::{Text, say};
use std::collections::BTreeSet;

/// The largest weight that is tried.
const LARGEST_WEIGHT: i128 = 6;

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
/// does, else the first that is found.
pub(crate) fn find(cases: &[&Case], heaps: usize, budget: &Budget) -> Result<Option<Rank>, Unfinished> {
    for weights in candidates(heaps) {
        if never_rises(cases, heaps, &weights, -1, budget)? {
            return Ok(Some(Rank { weights }));
        }
    }
    Ok(None)
}

/// Whether play ends for another reason: no option raises a first weighted sum;
/// those that need not lower it never raise a second one; and so on, until all
/// cases are used up. Then the sums, compared in order, fall with every option.
pub(crate) fn ends(cases: &[&Case], heaps: usize, budget: &Budget) -> Result<bool, Unfinished> {
    let mut open: Vec<&Case> = cases.to_vec();
    let all = candidates(heaps);
    'again: while !open.is_empty() {
        for weights in &all {
            if !never_rises(&open, heaps, weights, 0, budget)? {
                continue;
            }
            let before = open.len();
            let mut left = Vec::new();
            for case in open.iter().copied() {
                if !never_rises(&[case], heaps, weights, -1, budget)? {
                    left.push(case);
                }
            }
            if left.len() < before {
                open = left;
                continue 'again;
            }
        }
        return Ok(false);
    }
    Ok(true)
}

/// Weights whose sum never rises from a position to an option: they bound the
/// positions that can be reached. Each is minimal: none is the sum of others.
pub(crate) fn bounds(cases: &[&Case], heaps: usize, budget: &Budget) -> Result<Vec<Vec<i128>>, Unfinished> {
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
) -> Result<bool, Unfinished> {
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

/// Why a ruleset is refused for which no rank was found: with a circle of play
/// if there is a small one.
pub(crate) fn endless(ruleset: &Ruleset, budget: &Budget) -> Result<Text, Stopped> {
    Ok(match circle(ruleset, budget)? {
        Some(circle) => {
            let steps: Vec<String> = circle.iter().map(|p| shown(p)).collect();
            say!("ruleset.circle", circle = steps.join(" → "))
        }
        None => say!("ruleset.no_rank"),
    })
}

fn shown(position: &[u64]) -> String {
    let heaps: Vec<String> = position.iter().map(ToString::to_string).collect();
    format!("({})", heaps.join(","))
}

/// Searches small positions for a play that comes back to where it was; one of
/// several moves rather than a move that changes nothing. The positions and
/// options that it looks at are bounded, so that refusing is quick.
fn circle(ruleset: &Ruleset, budget: &Budget) -> Result<Option<Vec<Vec<u64>>>, Stopped> {
    Ok(match circle_of(ruleset, 2, budget)? {
        Some(circle) => Some(circle),
        None => circle_of(ruleset, 1, budget)?,
    })
}

fn circle_of(ruleset: &Ruleset, moves: usize, budget: &Budget) -> Result<Option<Vec<Vec<u64>>>, Stopped> {
    const SIDE: u64 = 6;
    const LARGEST: u64 = 40;
    const MOST_STEPS: usize = 20_000;
    const MOST_OPTIONS: usize = 2_000_000;
    let heaps = ruleset.heaps();
    let mut starts: Vec<Vec<u64>> = super::table::positions(&vec![SIDE; heaps.min(3)]).collect();
    starts.iter_mut().for_each(|start| start.resize(heaps, 1));
    // Unequal heaps that are not empty show best what happens.
    let plain = |p: &Vec<u64>| p.iter().enumerate().all(|(i, h)| *h > 0 && !p[..i].contains(h));
    starts.sort_by_key(|p| (!plain(p), p.iter().sum::<u64>(), p.clone()));
    let mut done: BTreeSet<Vec<u64>> = BTreeSet::new();
    let (mut steps, mut seen) = (0, 0);
    for start in starts {
        // The positions of the play so far, each with the options still to try.
        let mut path: Vec<(Vec<u64>, Vec<Vec<u64>>)> = Vec::new();
        let mut next = Some(start);
        loop {
            if let Some(position) = next.take() {
                if let Some(first) = path.iter().position(|(p, _)| *p == position) {
                    let mut circle: Vec<Vec<u64>> = path[first..].iter().map(|(p, _)| p.clone()).collect();
                    circle.push(position);
                    if circle.len() > moves {
                        return Ok(Some(circle));
                    }
                } else if !done.contains(&position) {
                    steps += 1;
                    if steps > MOST_STEPS {
                        return Ok(None);
                    }
                    let mut small: Vec<Vec<u64>> = Vec::new();
                    let look = |option: &[Vec<u64>]| {
                        small.extend(option.iter().filter(|p| p.iter().all(|h| *h <= LARGEST)).cloned());
                        seen += 1;
                        seen <= MOST_OPTIONS
                    };
                    match ruleset.for_each_option(&position, budget, &mut { look }) {
                        Err(Unfinished::Stopped(stopped)) => return Err(stopped),
                        Err(Unfinished::TooLarge) => return Ok(None),
                        Ok(()) if seen > MOST_OPTIONS => return Ok(None),
                        Ok(()) => {}
                    }
                    small.sort_unstable();
                    small.dedup();
                    path.push((position, small));
                }
            }
            match path.last_mut() {
                None => break,
                Some((position, options)) => match options.pop() {
                    Some(option) => next = Some(option),
                    None => {
                        done.insert(position.clone());
                        path.pop();
                    }
                },
            }
        }
    }
    Ok(None)
}
