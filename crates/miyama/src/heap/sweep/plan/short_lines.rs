//! Directions in which all lines are short: the few displacements b + k·d are
//! written out, so that values are looked up and no set is kept.
//!
//! A set takes one bit for every value, and a box that is narrow and long has
//! many short lines and large values: (5, 1000000) has a million lines of six
//! positions in the direction (−1, 0), and values of a million. The six lines
//! in the direction (0, −1) are worth their sets.

use super::{Chain, Plan, chain, lines};
use crate::heap::semilinear::{Displacement, Lattice};
use crate::heap::sweep::ray;
use crate::heap::sweep::shape::Shape;
use crate::heap::sweep::worker::{PositionNumber, cell_bytes, set_bytes};
use miyama_budget::{Budget, Stopped};

/// So many look-ups take about as long as keeping a set up to date.
const FEW: usize = 64;

/// The most look-ups instead of sets that do not fit into memory.
const MOST: usize = 4096;

/// Sets of less than this many bytes are small.
const SMALL: u128 = 1 << 20;

/// More bytes than this fit into no memory.
const LARGEST: u128 = 1 << 40;

/// Writes out the directions with a step that is longer than the board: no
/// line in them has two positions. None if one cannot be written out.
pub(super) fn without_single_steps(lattice: &Lattice, shape: &Shape) -> Option<Lattice> {
    let mut lattice = lattice.clone();
    let long = |d: &Displacement| d.iter().zip(shape.extents()).any(|(x, extent)| x.abs() > *extent);
    while let Some(direction) = lattice.directions.iter().position(long) {
        lattice = unrolled(&lattice, direction, shape, MOST)?;
    }
    if lattice.directions.is_empty() {
        lattice.bases.retain(|b| b.iter().zip(shape.extents()).all(|(x, extent)| x.abs() <= *extent));
    }
    Some(lattice)
}

/// The same displacements with one direction less, as far as they join two
/// positions; none if there are more than `most` bases, or no end to them.
fn unrolled(lattice: &Lattice, direction: usize, shape: &Shape, most: usize) -> Option<Lattice> {
    let mut directions = lattice.directions.clone();
    let step = directions.remove(direction);
    // Below −extent (above extent) a heap joins no two positions any more, if no
    // other direction raises (lowers) it again.
    let bounds = |heap: usize| {
        let (extent, far) = (shape.extents()[heap], i64::MAX);
        let raised = directions.iter().any(|d| d[heap] > 0);
        let lowered = directions.iter().any(|d| d[heap] < 0);
        (if raised { -far } else { -extent }, if lowered { far } else { extent })
    };
    let mut bases: Vec<Displacement> = Vec::new();
    for base in &lattice.bases {
        let Some((first, last)) = ray::within(base, &step, bounds) else { continue };
        if last - first >= i64::try_from(most).ok()? {
            return None;
        }
        for k in first..=last {
            let at: Option<Displacement> =
                base.iter().zip(&step).map(|(b, d)| d.checked_mul(k).and_then(|d| b.checked_add(d))).collect();
            bases.push(at?);
        }
        bases.sort_unstable();
        bases.dedup();
        if bases.len() > most {
            return None;
        }
    }
    if directions.is_empty() {
        bases.retain(|b| b.iter().zip(shape.extents()).all(|(x, extent)| x.abs() <= *extent));
    }
    Some(Lattice { directions, bases, guard: lattice.guard.clone() })
}

impl Plan {
    /// Writes short lines out where their sets would take much memory.
    pub(super) fn unroll_where_sets_are_large(
        &mut self,
        shape: &Shape,
        positions: u128,
        rule: PositionNumber,
        budget: &Budget,
    ) -> Result<(), Stopped> {
        let cells = positions.saturating_mul(cell_bytes(self, shape, rule));
        let mut found = Unrollings::default();
        loop {
            budget.check()?;
            let sets = set_bytes(self, shape, rule);
            let needed = u64::try_from(cells.saturating_add(sets)).unwrap_or(u64::MAX);
            let most = if sets > LARGEST || budget.need(needed).is_err() {
                MOST
            } else if sets > cells.saturating_mul(4).saturating_add(SMALL) {
                FEW
            } else {
                return Ok(());
            };
            if !self.unroll_one(shape, most, &mut found) {
                return Ok(());
            }
        }
    }

    /// Writes out the direction that saves the most lines, and so the most memory; whether there is one.
    fn unroll_one(&mut self, shape: &Shape, most: usize, found: &mut Unrollings) -> bool {
        if found.most != most {
            *found = Unrollings { most, best: vec![] };
        }
        // Chains that are new stand at the end.
        let known = found.best.len();
        found.best.extend(self.chains[known..].iter().map(|chain| Unrolling::best(chain, shape, most)));
        let saved = |unrolling: &Option<Unrolling>| unrolling.as_ref().map_or(0, |unrolling| unrolling.saved);
        // Of equals the first.
        let Some(index) = (0..found.best.len()).rev().max_by_key(|index| saved(&found.best[*index])) else {
            return false;
        };
        let Some(unrolling) = found.best[index].take().filter(|unrolling| unrolling.saved > 0) else { return false };
        self.chains.remove(index);
        found.best.remove(index);
        match unrolling.left {
            Left::Points(lattice) => self.points.push((lattice.bases, lattice.guard)),
            Left::Chain(chain) => self.chains.push(chain),
        }
        true
    }
}

/// What each chain of a plan would save: a rule on many heaps has a thousand chains, and one that is written
/// out changes nothing about the others.
#[derive(Default)]
struct Unrollings {
    most: usize,
    best: Vec<Option<Unrolling>>,
}

/// A chain with one direction written out.
struct Unrolling {
    left: Left,
    /// How many lines fewer there are.
    saved: u128,
}

enum Left {
    Points(Lattice),
    Chain(Chain),
}

impl Unrolling {
    /// The direction of a chain that saves the most lines, of equals the first.
    fn best(old: &Chain, shape: &Shape, most: usize) -> Option<Unrolling> {
        let before = lines(old, shape);
        let lattice =
            Lattice { directions: old.directions.clone(), bases: old.bases.clone(), guard: old.guard.clone() };
        let unrolling = |direction: usize| {
            let lattice = unrolled(&lattice, direction, shape, most)?;
            if lattice.directions.is_empty() {
                return Some(Unrolling { left: Left::Points(lattice), saved: before });
            }
            let chain = chain(&lattice, shape)?;
            let saved = before.saturating_sub(lines(&chain, shape));
            Some(Unrolling { left: Left::Chain(chain), saved })
        };
        (0..old.directions.len()).rev().filter_map(unrolling).max_by_key(|unrolling| unrolling.saved)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::notation::parse_definition;
    use crate::heap::ruleset::Ruleset;
    use crate::heap::sweep::{Domain, sweep};

    /// Every direction that can be written out is, one after the other, and the
    /// values stay the same.
    #[test]
    fn lines_written_out_have_the_same_values() {
        let rulesets = [
            ("(x,y) -> {(x-i,y) | i>=1} U {(x,y-i) | i>=1} U {(x-i,y-i) | i>=1}", 3),
            ("(x,y) -> {(x-i,y-j) | i>=1, j>=0} U {(x,y-i) | i>=2}", 2),
            ("(x,y) -> sym {(x-i,y+j) | i>=1, 0<=j, j<i} U {(x-i,y-j) | i>=1, j>=1, i-j<=2, j-i<=2}", 2),
            ("(x,y) -> {(x-2*i+j,y+i-2*j) | i>=0, j>=0, 1<=i+j} U {(x-i,y) | i>=1, y>=3}", 1),
            ("(x,y,z) -> sym {(x-i,y-j,z) | 1<=i+j, i>=0, j>=0} U {(x-i,y-i,z-i) | 1<=i}", 4),
        ];
        let budget = Budget::unlimited();
        for (text, least) in rulesets {
            let ruleset = Ruleset::new(&parse_definition(text).unwrap(), &[]).unwrap();
            let to = [6, 9, 4];
            let shape = Shape::new(&ruleset, &to[..ruleset.heaps()], &budget).unwrap().unwrap();
            let domain = Domain::new(shape, &budget).unwrap();
            let mut plan = Plan::of_lattices(&ruleset, domain.shape(), &budget).unwrap();
            let values = |plan: &Plan| {
                let swept = sweep(&ruleset, plan, &domain, PositionNumber::Grundy, &budget).unwrap();
                (0..domain.len()).map(|place| swept.get(place)).collect::<Vec<u32>>()
            };
            let expected = values(&plan);
            let (mut steps, mut found) = (0, Unrollings::default());
            while plan.unroll_one(domain.shape(), MOST, &mut found) {
                steps += 1;
                plan.largest = plan.bound(&ruleset, domain.shape());
                assert_eq!(values(&plan), expected, "{text}, {steps} directions written out");
            }
            assert!(steps >= least, "{text}: {steps}");
        }
    }
}
