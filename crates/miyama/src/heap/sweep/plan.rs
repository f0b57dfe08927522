//! Which sets a sweep keeps, and in which order it updates them.

mod short_lines;

use super::family::Family;
use super::lines::Guard;
use super::shape::Shape;
use super::worker::PositionNumber;
use crate::heap::linear::Linear;
use crate::heap::notation::orders;
use crate::heap::ruleset::Ruleset;
use crate::heap::semilinear::{Displacement, Displacements, Lattice};
use miyama_budget::{Budget, Stopped};

/// How the values of a ruleset are found.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Lattices with directions: kept as sets per line.
    pub chains: Vec<Chain>,
    /// Single displacements, with their guards: looked up.
    pub points: Vec<(Vec<Displacement>, Vec<Linear>)>,
    /// Indices of the cases whose options are enumerated at each position.
    pub enumerated: Vec<usize>,
    /// No value is larger, if that is known beforehand; see [`Plan::largest`].
    largest: Option<u64>,
}

/// A lattice, its directions in the order in which rays are taken of it.
///
/// Take the directions as d₁, …, dᵣ. On a line in direction dⱼ the first
/// position p is one for which p + dⱼ is none. There the set must hold the
/// values on p + b + Σ kᵢdᵢ (i ≥ j). For the last direction these are listed.
/// For the others the part with kⱼ ≥ 1 must be empty, and it is if wherever
/// dⱼ has a negative entry, b and all dᵢ with i > j have none that is positive:
/// p + dⱼ has a negative heap there, and adding b and such dᵢ leaves it negative.
///
/// The set of a line is carried at every position, also where the guard is
/// closed: the guard decides only whether it is read. So it is not enough that
/// options are of a lower rank and stay in the shape, which is what the weights
/// promise of positions with an open guard. Of the displacements themselves it
/// must hold that
///
/// * no dⱼ raises a weighted sum of the shape, the rank among them: then p + dⱼ
///   has a negative heap or is a position of the shape that was visited before p;
/// * no b raises one, and every b lowers the rank: then p + b has a negative heap
///   or is a position whose value is known.
///
/// Without a guard this follows from what the weights promise, as large positions
/// have all displacements for options. Lattices of which it does not hold are
/// enumerated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// The directions, outermost first.
    pub directions: Vec<Displacement>,
    /// Where the innermost rays start.
    pub bases: Vec<Displacement>,
    /// What must hold of a position for the lattice to be open to it.
    pub guard: Vec<Linear>,
    /// The visiting order of a rank that the directions along it need: for each
    /// heap whether it runs up (1) or down (−1). None if there is no such direction.
    pub order: Option<Vec<i64>>,
}

/// Displacements with larger entries are enumerated: sums of a heap and two of
/// these fit in 64 bits with ease.
const LARGEST_ENTRY: i64 = 1 << 60;

impl Plan {
    /// The plan for the positions of a shape, of which there are so many.
    ///
    /// # Errors
    /// [`Stopped`] if the budget does not allow it.
    pub fn new(
        ruleset: &Ruleset,
        shape: &Shape,
        positions: u128,
        rule: PositionNumber,
        budget: &Budget,
    ) -> Result<Plan, Stopped> {
        let mut plan = Plan::of_lattices(ruleset, shape, budget)?;
        plan.unroll_where_sets_are_large(shape, positions, rule, budget)?;
        plan.largest = plan.bound(ruleset, shape);
        Ok(plan)
    }

    /// The plan that keeps every set that it can.
    fn of_lattices(ruleset: &Ruleset, shape: &Shape, budget: &Budget) -> Result<Plan, Stopped> {
        let found = Displacements::within(ruleset, budget)?;
        let mut plan = Plan { chains: vec![], points: vec![], enumerated: found.others, largest: None };
        for (lattice, cases) in found.lattices.into_iter().zip(found.sources) {
            if !plan.take(&lattice, shape) {
                plan.enumerated.extend(cases);
            }
        }
        plan.enumerated.sort_unstable();
        plan.largest = plan.bound(ruleset, shape);
        Ok(plan)
    }

    /// Adds a lattice as a chain or as points; whether it can be either.
    fn take(&mut self, lattice: &Lattice, shape: &Shape) -> bool {
        let small = |d: &Displacement| d.iter().all(|x| x.abs() <= LARGEST_ENTRY);
        let all_small = lattice.directions.iter().chain(&lattice.bases).all(small);
        if !all_small || !Guard::fit(&lattice.guard, shape.extents()) {
            return false;
        }
        let chained = lattice.directions.is_empty()
            || lattice.directions.iter().all(|d| shape.keeps(d))
                && lattice.bases.iter().all(|b| shape.keeps(b) && shape.rise(b) < 0);
        if !chained {
            return false;
        }
        let Some(lattice) = short_lines::without_single_steps(lattice, shape) else { return false };
        if lattice.directions.is_empty() {
            self.points.push((lattice.bases, lattice.guard));
            return true;
        }
        self.chains.extend(chain(&lattice, shape));
        chain(&lattice, shape).is_some()
    }

    /// Whether options of some cases are enumerated.
    #[must_use]
    pub(crate) fn enumerates(&self) -> bool {
        !self.enumerated.is_empty()
    }

    /// A number that no value exceeds; none if options are sums.
    ///
    /// *Where no option is a sum* a value is at most the rank: by induction all
    /// options of p have values of at most rank(p) − 1, and the least number
    /// that is not among them is at most one more than the largest. An option
    /// that leaves nothing has the value 0 and no rank: with such options it is
    /// at most the rank + 1. A value is also at most the number of options, which
    /// all are points if there is nothing else.
    ///
    /// *Where options are sums* the rank says nothing: pieces may have larger
    /// nim-sums than any of them. (x) -> {(a)+(b) | a<x, b<x} has the value 1999
    /// at 1000. What remains is the number of options; so a sweep of such a
    /// ruleset finds out how large its values are.
    #[must_use]
    pub fn largest(&self) -> Option<u64> {
        self.largest
    }

    fn bound(&self, ruleset: &Ruleset, shape: &Shape) -> Option<u64> {
        if ruleset.splits() {
            return None;
        }
        let leaves_nothing = ruleset.cases().any(|case| case.option.is_empty());
        let rank = shape.top_rank().unsigned_abs() + u64::from(leaves_nothing);
        if self.chains.is_empty() && self.enumerated.is_empty() {
            let points: usize = self.points.iter().map(|(bases, _)| bases.len()).sum();
            return Some(rank.min(points as u64));
        }
        Some(rank)
    }

    /// The lines of all sets.
    pub(super) fn lines(&self, shape: &Shape) -> u128 {
        self.chains.iter().map(|chain| lines(chain, shape)).fold(0, u128::saturating_add)
    }
}

/// The lines of all sets of a chain.
fn lines(chain: &Chain, shape: &Shape) -> u128 {
    Family::of_chain(chain, shape).into_iter().map(|family| family.lines).fold(0, u128::saturating_add)
}

/// An order of the directions in which every line begins well, if there is one.
fn chain(lattice: &Lattice, shape: &Shape) -> Option<Chain> {
    let along = |d: &Displacement| shape.rise(d) == 0;
    // Directions along the rank are innermost: their lines live within one rank.
    let mut orders = permutations(&lattice.directions);
    orders.retain(|order| order.windows(2).all(|w| !along(&w[0]) || along(&w[1])));
    let directions = orders.into_iter().find(|order| begins_well(order, &lattice.bases))?;
    let along: Vec<&Displacement> = directions.iter().filter(|d| along(d)).collect();
    let order = if along.is_empty() { None } else { Some(visiting_order(&along)?) };
    Some(Chain { directions, bases: lattice.bases.clone(), guard: lattice.guard.clone(), order })
}

fn begins_well(directions: &[Displacement], bases: &[Displacement]) -> bool {
    let outer = directions.len() - 1;
    (0..outer).all(|j| {
        let inner = &directions[j + 1..];
        directions[j]
            .iter()
            .enumerate()
            .filter(|(_, x)| **x < 0)
            .all(|(heap, _)| inner.iter().chain(bases).all(|d| d[heap] <= 0))
    })
}

/// Whether each heap runs up or down so that p + d comes before p for all d:
/// the first heap in which d is not 0 decides.
fn visiting_order(directions: &[&Displacement]) -> Option<Vec<i64>> {
    let mut open: Vec<&Displacement> = directions.to_vec();
    let mut order = Vec::new();
    for heap in 0..directions[0].len() {
        let falls = open.iter().any(|d| d[heap] < 0);
        let rises = open.iter().any(|d| d[heap] > 0);
        if falls && rises {
            return None;
        }
        order.push(if rises { -1 } else { 1 });
        open.retain(|d| d[heap] == 0);
    }
    Some(order)
}

fn permutations(items: &[Displacement]) -> Vec<Vec<Displacement>> {
    if items.len() > 4 {
        return vec![];
    }
    orders(items.len()).iter().map(|order| order.iter().map(|item| items[*item].clone()).collect()).collect()
}
