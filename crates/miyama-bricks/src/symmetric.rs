//! Fixed buildings that a half turn, or a quarter turn, maps to themselves.
//!
//! Move the centre of rotation to a fixed place: its doubled coordinates are 0
//! or 1 up to translation. Bricks then come in orbits; an orbit is a single
//! brick about the centre, or as many bricks as there are rotations. As in
//! [`joint`](super::joint), orbits of every second layer are enumerated and
//! those between are counted by the partition that they induce.

use super::joint::{Division, linked};
use super::layer::{Layer, Touch};
use super::partition::{Lattice, Partition};
use super::shape::{Brick, Place};
use miyama_budget::{Budget, Stopped};

/// A rotation of a layer onto itself.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Turn {
    Half,
    Quarter,
}

/// A rotation about a centre.
#[derive(Clone, Copy, Debug)]
struct Rotation {
    brick: Brick,
    turn: Turn,
    /// The doubled coordinates of the centre.
    centre: (i16, i16),
}

impl Turn {
    /// How often it must be done to do nothing.
    fn order(self) -> u8 {
        match self {
            Turn::Half => 2,
            Turn::Quarter => 4,
        }
    }

    /// The centres, up to translation; a quarter turn about (½, 0) does not map
    /// cells to cells.
    fn centres(self) -> &'static [(i16, i16)] {
        match self {
            Turn::Half => &[(0, 0), (0, 1), (1, 0), (1, 1)],
            Turn::Quarter => &[(0, 0), (1, 1)],
        }
    }
}

impl Rotation {
    fn turn(self, place: Place) -> Place {
        let quarter = self.brick.quarter_turn(place);
        match self.turn {
            Turn::Half => self.brick.quarter_turn(quarter).moved(self.centre.0, self.centre.1),
            Turn::Quarter => quarter.moved(self.centre.0, 0),
        }
    }

    /// The orbit of `place`, if `place` is its least member and its members are
    /// one brick or do not overlap.
    fn orbit(self, place: Place) -> Option<Vec<Place>> {
        let mut orbit = vec![place];
        let mut next = self.turn(place);
        while next != place {
            if next < place || orbit.iter().any(|&other| self.brick.overlap(other, next)) {
                return None;
            }
            orbit.push(next);
            next = self.turn(next);
        }
        Some(orbit)
    }
}

/// The number of fixed buildings with layers divided like this that `turn` maps
/// to themselves.
pub(crate) fn count(brick: Brick, turn: Turn, division: &Division, budget: &Budget) -> Result<u128, Stopped> {
    let order = turn.order();
    if division.enumerated.iter().chain(&division.counted).any(|size| size % order > 1) {
        return Ok(0);
    }
    let bricks: u8 = division.enumerated.iter().sum();
    // A link moves the centre of a brick by at most 2q−2 along an axis, and a
    // brick hangs together with its opposite by at most r−1 links.
    let far = i16::from(bricks - 1) * (i16::from(brick.sides().1) - 1);
    let mut total = 0;
    for &centre in turn.centres() {
        let rotation = Rotation { brick, turn, centre };
        let (mut single, mut orbits) = (Vec::new(), Vec::new());
        let origin = Place { x: 0, y: 0, turned: 0 };
        for orbit in brick.around(origin, far + 1).filter_map(|place| rotation.orbit(place)) {
            if orbit.len() == 1 { single.push(orbit) } else { orbits.push(orbit) }
        }
        let mut run = Run {
            rotation,
            division,
            single,
            orbits,
            touch: Touch::new(brick),
            lattice: Lattice::of(usize::from(bricks)),
            layer: Layer::default(),
            budget,
            taken: Vec::new(),
            total: 0,
        };
        run.fill_layer(0)?;
        total += run.total;
    }
    Ok(total)
}

struct Run<'a> {
    rotation: Rotation,
    division: &'a Division,
    single: Vec<Vec<Place>>,
    orbits: Vec<Vec<Place>>,
    touch: Touch,
    lattice: &'static Lattice,
    layer: Layer,
    budget: &'a Budget,
    /// Enumerated bricks with their layers.
    taken: Vec<(usize, Place)>,
    total: u128,
}

impl Run<'_> {
    fn fill_layer(&mut self, layer: usize) -> Result<(), Stopped> {
        let Some(&size) = self.division.enumerated.get(layer) else {
            return self.evaluate();
        };
        let order = self.rotation.turn.order();
        if size.is_multiple_of(order) {
            return self.add_orbits(layer, 0, size / order);
        }
        for single in self.single.clone() {
            self.taken.push((layer, single[0]));
            self.add_orbits(layer, 0, size / order)?;
            self.taken.pop();
        }
        Ok(())
    }

    fn add_orbits(&mut self, layer: usize, from: usize, left: u8) -> Result<(), Stopped> {
        if left == 0 {
            return self.fill_layer(layer + 1);
        }
        let brick = self.rotation.brick;
        for i in from..self.orbits.len() {
            // All bricks of the layer are symmetric: the first of the orbit speaks for all.
            let first = self.orbits[i][0];
            if self.taken.iter().any(|&(l, other)| l == layer && brick.overlap(first, other)) {
                continue;
            }
            let before = self.taken.len();
            self.taken.extend(self.orbits[i].iter().map(|&place| (layer, place)));
            self.add_orbits(layer, i + 1, left - 1)?;
            self.taken.truncate(before);
        }
        Ok(())
    }

    fn hangs_together(&self) -> bool {
        let mut reached = 1u8;
        let mut fresh = 1u8;
        while fresh != 0 {
            let i = fresh.trailing_zeros() as usize;
            fresh &= fresh - 1;
            let (layer, place) = self.taken[i];
            for (j, &(other, place_j)) in self.taken.iter().enumerate() {
                let near = layer.abs_diff(other) <= 1 && linked(self.rotation.brick, place, place_j);
                if near && reached >> j & 1 == 0 {
                    reached |= 1 << j;
                    fresh |= 1 << j;
                }
            }
        }
        reached.count_ones() as usize == self.taken.len()
    }

    fn evaluate(&mut self) -> Result<(), Stopped> {
        if !self.hangs_together() {
            return Ok(());
        }
        self.budget.check()?;
        let mut given = vec![0u128; self.lattice.len()];
        given[0] = 1;
        for (slot, &size) in self.division.counted.iter().enumerate().filter(|(_, size)| **size > 0) {
            let beside = |layer: usize| layer == slot || layer + 1 == slot;
            let bricks = (0..).zip(&self.taken).filter(|(_, (layer, _))| beside(*layer));
            self.layer.lay(bricks.map(|(i, &(_, place))| (i, place)));
            let counts = self.symmetric_packings(size);
            given = self.lattice.product(&given, &counts);
        }
        self.total += given[usize::from(self.lattice.whole())];
        Ok(())
    }

    /// Symmetric packings of `size` bricks of the layer, by partition.
    fn symmetric_packings(&mut self, size: u8) -> Vec<u64> {
        let Rotation { brick, turn, .. } = self.rotation;
        let mut marks: Vec<(Place, u8)> = self.layer.places(&self.touch, self.lattice).collect();
        marks.sort_unstable();
        let joining = |orbit: &[Place]| {
            orbit.iter().fold(0, |partition, place| {
                let at = marks.binary_search_by_key(place, |mark| mark.0);
                let mask = at.map_or(0, |at| marks[at].1);
                self.lattice.join(partition, self.lattice.joining(mask))
            })
        };
        let (mut single, mut orbits) = (Vec::new(), Vec::new());
        for orbit in marks.iter().filter_map(|&(place, _)| self.rotation.orbit(place)) {
            let join = joining(&orbit);
            if orbit.len() == 1 { single.push((join, orbit)) } else { orbits.push((join, orbit)) }
        }
        let disjoint = |a: &[Place], b: &[Place]| b.iter().all(|&place| !brick.overlap(a[0], place));
        let mut counts = vec![0; self.lattice.len()];
        let all: Vec<usize> = (0..orbits.len()).collect();
        let apart = |a: usize, b: usize| disjoint(&orbits[a].1, &orbits[b].1);
        let joins: Vec<Partition> = orbits.iter().map(|(join, _)| *join).collect();
        if size.is_multiple_of(turn.order()) {
            choose(self.lattice, &joins, &apart, &all, size / turn.order(), 0, &mut counts);
        } else {
            for (join, middle) in &single {
                let beside: Vec<usize> = all.iter().copied().filter(|&i| disjoint(&orbits[i].1, middle)).collect();
                choose(self.lattice, &joins, &apart, &beside, size / turn.order(), *join, &mut counts);
            }
        }
        counts
    }
}

/// Counts the ways to choose `left` of `open`, pairwise apart, by the join of
/// what they join and `partition`.
fn choose(
    lattice: &Lattice,
    joins: &[Partition],
    apart: &dyn Fn(usize, usize) -> bool,
    open: &[usize],
    left: u8,
    partition: Partition,
    counts: &mut [u64],
) {
    if left == 0 {
        counts[usize::from(partition)] += 1;
        return;
    }
    for (i, &first) in open.iter().enumerate() {
        let joined = lattice.join(partition, joins[first]);
        if left == 1 {
            counts[usize::from(joined)] += 1;
        } else {
            let later: Vec<usize> = open[i + 1..].iter().copied().filter(|&other| apart(first, other)).collect();
            choose(lattice, joins, apart, &later, left - 1, joined, counts);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Profile, building};

    #[test]
    fn every_division_of_every_profile_has_as_many_symmetric_buildings_as_the_twin_finds() {
        let bricks =
            [(1, 1, 5), (1, 2, 5), (1, 3, 4), (2, 2, 5), (2, 3, 4), (1, 4, 4), (2, 4, 4), (3, 3, 4), (3, 1, 4)];
        for (p, q, most) in bricks {
            let brick = Brick::new(p, q).unwrap();
            let budget = Budget::unlimited();
            for n in 2..=most {
                let twin = building::tallies(brick, n, &budget).unwrap();
                for profile in Profile::all(n).into_iter().filter(|c| c.height() > 1) {
                    let expected = twin.get(&profile).copied().unwrap_or_default();
                    for division in Division::both(&profile).into_iter().flatten() {
                        let half = count(brick, Turn::Half, &division, &budget).unwrap();
                        let quarter = count(brick, Turn::Quarter, &division, &budget).unwrap();
                        assert_eq!(
                            (half, quarter),
                            (expected.half, expected.quarter),
                            "{brick} {profile} {division:?}"
                        );
                    }
                }
            }
        }
    }
}
