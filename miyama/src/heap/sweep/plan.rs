//! Which sets a sweep keeps, and in which order it updates them.

use crate::budget::{Budget, Stopped};
use crate::heap::linear::Linear;
use crate::heap::rank::Rank;
use crate::heap::ruleset::Ruleset;
use crate::heap::semilinear::{Displacement, Displacements, Lattice};

/// How the values of a ruleset are found.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Lattices with directions: kept as sets per line.
    pub chains: Vec<Chain>,
    /// Single displacements, with their guards: looked up.
    pub points: Vec<(Vec<Displacement>, Vec<Linear>)>,
    /// Indices of the cases whose options are enumerated at each position.
    pub enumerated: Vec<usize>,
}

/// A lattice, its directions in the order in which rays are taken of it.
///
/// Take the directions as d₁, …, dᵣ. On a line in direction dⱼ the first
/// position p is one for which p + dⱼ is none. There the set must hold the
/// values on p + b + Σ kᵢdᵢ (i ≥ j). For the last direction these are listed.
/// For the others the part with kⱼ ≥ 1 must be empty, and it is if wherever
/// dⱼ has a negative entry, b and all dᵢ with i > j have none that is positive:
/// p + dⱼ has a negative heap there, and adding b and such dᵢ leaves it negative.
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

impl Plan {
    /// The plan for a ruleset, from its definition alone.
    ///
    /// # Errors
    /// [`Stopped`] if the budget does not allow it.
    pub fn new(ruleset: &Ruleset, rank: &Rank, budget: &Budget) -> Result<Plan, Stopped> {
        let found = Displacements::within(ruleset, budget)?;
        let mut plan = Plan { chains: vec![], points: vec![], enumerated: found.others };
        for (lattice, cases) in found.lattices.into_iter().zip(found.sources) {
            if lattice.directions.is_empty() {
                plan.points.push((lattice.bases, lattice.guard));
                continue;
            }
            match chain(&lattice, rank) {
                Some(chain) => plan.chains.push(chain),
                None => plan.enumerated.extend(cases),
            }
        }
        plan.enumerated.sort_unstable();
        Ok(plan)
    }

    /// How options are found, in a word for people: `lines` or `enumeration`.
    #[must_use]
    pub fn enumerates(&self) -> bool {
        !self.enumerated.is_empty()
    }
}

/// An order of the directions in which every line begins well, if there is one.
fn chain(lattice: &Lattice, rank: &Rank) -> Option<Chain> {
    let fall = |d: &Displacement| -> i128 { rank.weights().iter().zip(d).map(|(w, x)| w * i128::from(*x)).sum() };
    // Directions along the rank are innermost: their lines live within one rank.
    let mut orders = permutations(&lattice.directions);
    orders.retain(|order| order.windows(2).all(|w| fall(&w[0]) != 0 || fall(&w[1]) == 0));
    let directions = orders.into_iter().find(|order| begins_well(order, &lattice.bases))?;
    let along: Vec<&Displacement> = directions.iter().filter(|d| fall(d) == 0).collect();
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
    let mut all: Vec<Vec<Displacement>> = vec![vec![]];
    for _ in items {
        all = all
            .into_iter()
            .flat_map(|start| {
                let rest: Vec<_> = items.iter().filter(|d| !start.contains(d)).cloned().collect();
                rest.into_iter().map(move |next| [start.clone(), vec![next]].concat())
            })
            .collect();
    }
    all
}
