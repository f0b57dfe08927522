//! Fixed buildings of fat profiles, from the bricks of every second layer.
//!
//! The bricks R of every second layer are enumerated ([`spread`](super::spread));
//! those of the layers between are counted ([`layer`](super::layer)). R needs
//! no contacts of its own, but to become one building its bricks must hang
//! together by links, two bricks being linked if one brick of a counted layer
//! could touch both. Each counted layer contributes packings that join R by
//! some partition; the building is connected if the join of these partitions
//! is the whole of R. So the number for one R is the sum of the products
//! n₁(ρ₁)·n₂(ρ₂)⋯ over all ρ₁, ρ₂, … whose join is the whole.
//!
//! The layer with most bricks is searched last, and only for those partitions
//! that the others can complete. Where two layers are searched in the same places for
//! as many bricks, as below and above the five of ⟨3 5 3⟩, one search serves both. The rank of a
//! join is at most the sum of the ranks, so of two partitions whose join is the whole of t
//! bricks one has at least half of the rank t − 1: those are counted first, and of the others
//! only what completes one of them. Most layers have none for three bricks that join nothing, of
//! which there are most.

use super::board::each;
use super::image;
use super::layer::{Layer, Touch};
use super::packing::{SIZES, Wanted};
use super::partition::{Lattice, MAX_THINGS, Partition, PartitionSet};
use super::profile::Profile;
use super::shape::{Brick, Place};
use super::spread::{Links, Spot, Spread};
use miyama_budget::{Budget, Stopped};

/// How the layers of a profile are divided: the enumerated ones, and the
/// numbers of counted bricks below, between and above them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Division {
    pub(crate) enumerated: Vec<u8>,
    pub(crate) counted: Vec<u8>,
}

impl Division {
    /// Both ways to take every second layer.
    pub(crate) fn both(profile: &Profile) -> [Option<Division>; 2] {
        [0, 1].map(|parity| {
            let (mut enumerated, mut counted) = (Vec::new(), vec![0]);
            for (i, &c) in profile.layers().iter().enumerate() {
                if i % 2 == parity {
                    enumerated.push(c);
                    counted.push(0);
                } else if let Some(last) = counted.last_mut() {
                    *last = c;
                }
            }
            let fits = enumerated.iter().map(|&c| usize::from(c)).sum::<usize>() <= MAX_THINGS;
            (fits && !enumerated.is_empty()).then_some(Division { enumerated, counted })
        })
    }

    /// The same upside down.
    pub(crate) fn reversed(&self) -> Division {
        let flip = |sizes: &[u8]| sizes.iter().rev().copied().collect();
        Division { enumerated: flip(&self.enumerated), counted: flip(&self.counted) }
    }

    /// What it costs, roughly: enumerated bricks, then their layers, then the
    /// largest counted layer.
    pub(crate) fn cost(&self) -> (u8, usize, u8) {
        let most = self.counted.iter().copied().max().unwrap_or(0);
        (self.enumerated.iter().sum(), self.enumerated.len(), most)
    }

    /// The cheapest division, turned so that the lower enumerated layers are the
    /// larger ones.
    pub(crate) fn best(profile: &Profile) -> Option<Division> {
        let best = Division::both(profile).into_iter().flatten().min_by_key(Division::cost)?;
        let reversed = best.reversed();
        Some(if reversed.enumerated > best.enumerated { reversed } else { best })
    }
}

/// Several profiles that share their enumerated layers.
#[derive(Debug)]
pub(crate) struct Joint {
    touch: Touch,
    spread: Spread,
    lattice: &'static Lattice,
    enumerated: Vec<u8>,
    members: Vec<Vec<u8>>,
    /// The partitions with at least half of the rank of the whole.
    upper: PartitionSet,
    /// The smaller layers of each member are searched first, for every partition.
    first: Vec<Wanted>,
}

/// Memory for the evaluation of one spread after another.
pub(crate) struct Desk {
    layers: Vec<Layer>,
    /// Numbers of packings of each layer.
    counts: Vec<Vec<u64>>,
    /// What the first search found.
    known: Vec<Vec<u64>>,
    /// For each member, what its layers but the largest give: partitions, and in how many ways.
    given: Vec<Vec<(Partition, u128)>>,
    /// What the largest layers have to complete.
    last: Vec<Wanted>,
}

impl Joint {
    /// `members` are the counted layers of each profile.
    pub(crate) fn new(brick: Brick, enumerated: &[u8], members: Vec<Vec<u8>>) -> Joint {
        let (same, next) = links(brick);
        let lattice = Lattice::of(enumerated.iter().map(|&c| usize::from(c)).sum());
        let mut joint = Joint {
            touch: Touch::with_window(brick),
            spread: Spread::new(brick, enumerated, same, next),
            lattice,
            enumerated: enumerated.to_vec(),
            members,
            upper: PartitionSet::default(),
            first: vec![Wanted::nothing(); enumerated.len() + 1],
        };
        for partition in (0..=lattice.whole()).filter(|&p| 2 * lattice.rank(p) >= lattice.rank(lattice.whole())) {
            joint.upper[usize::from(partition) / 64] |= 1 << (partition % 64);
        }
        for member in &joint.members {
            if let Some(size) = joint.twins(member) {
                joint.first[0].add_set(size, &joint.upper);
                continue;
            }
            for (slot, size) in others(member) {
                let slot = joint.stand_in(slot);
                joint.first[slot].add_all(size, lattice);
            }
        }
        joint
    }

    /// The bricks of each of two layers that are searched in the same places for as many.
    fn twins(&self, member: &[u8]) -> Option<usize> {
        match (self.enumerated.len(), member) {
            (1, [below, above]) if below == above && *below > 0 => Some(usize::from(*below)),
            _ => None,
        }
    }

    fn is_upper(&self, partition: usize) -> bool {
        self.upper[partition / 64] >> (partition % 64) & 1 == 1
    }

    pub(crate) fn spread(&self) -> &Spread {
        &self.spread
    }

    pub(crate) fn desk(&self) -> Desk {
        let slots = self.enumerated.len() + 1;
        Desk {
            layers: (0..slots).map(|_| Layer::default()).collect(),
            counts: vec![vec![0; SIZES * self.lattice.len()]; slots],
            known: vec![vec![0; SIZES * self.lattice.len()]; slots],
            given: vec![Vec::new(); self.members.len()],
            last: vec![Wanted::nothing(); slots],
        }
    }

    /// The layer that stands for `slot`: below and above a single enumerated
    /// layer the same places are free.
    fn stand_in(&self, slot: usize) -> usize {
        if self.enumerated.len() == 1 { 0 } else { slot }
    }

    /// Adds to `totals` the fixed buildings of each member over all images of `spots`.
    pub(crate) fn evaluate(
        &self,
        spots: &[Spot],
        desk: &mut Desk,
        budget: &Budget,
        totals: &mut [u128],
    ) -> Result<(), Stopped> {
        let weight = image::weight(self.touch.brick, spots);
        if weight == 0 {
            return Ok(());
        }
        budget.check()?;
        let lattice = self.lattice;
        self.lay(spots, desk);
        self.search(desk, &self.first, budget)?;
        std::mem::swap(&mut desk.counts, &mut desk.known);
        // What the others give must be completed to the whole by the last one.
        let Desk { known, given, last, .. } = desk;
        last.iter_mut().for_each(Wanted::clear);
        for (member, given) in self.members.iter().zip(given) {
            self.give(member, known, given);
            let mut open = PartitionSet::default();
            for (partition, _) in given {
                open.iter_mut().zip(lattice.completing(*partition)).for_each(|(all, more)| *all |= more);
            }
            if self.twins(member).is_some() {
                open.iter_mut().zip(&self.upper).for_each(|(open, upper)| *open &= !upper);
            }
            let (slot, size) = largest(member);
            last[self.stand_in(slot)].add_set(size, &open);
        }
        let last = std::mem::take(&mut desk.last);
        self.search(desk, &last, budget)?;
        desk.last = last;
        for ((member, given), total) in self.members.iter().zip(&desk.given).zip(totals) {
            let (slot, size) = largest(member);
            let slot = self.stand_in(slot);
            let part = size * lattice.len()..(size + 1) * lattice.len();
            let twins = self.twins(member).is_some();
            for &(partition, ways) in given {
                let completing = lattice.completing(partition);
                let completed = |counts: &[u64], within: &dyn Fn(usize) -> u64| -> u128 {
                    let sets = completing.iter().enumerate().map(|(i, set)| set & within(i));
                    members(sets).map(|partition| u128::from(counts[partition])).sum()
                };
                // Of twins either layer may be the one whose partition is in the lower half.
                let others = if twins {
                    let lower = completed(&desk.counts[slot][part.clone()], &|i| !self.upper[i]);
                    completed(&desk.known[slot][part.clone()], &|i| self.upper[i]) + 2 * lower
                } else {
                    completed(&desk.counts[slot][part.clone()], &|_| u64::MAX)
                };
                *total += u128::from(weight) * ways * others;
            }
        }
        Ok(())
    }

    /// Builds the layers that some member counts.
    fn lay(&self, spots: &[Spot], desk: &mut Desk) {
        for slot in 0..desk.layers.len() {
            let used = |member: &Vec<u8>| (0..member.len()).any(|s| member[s] > 0 && self.stand_in(s) == slot);
            if !self.members.iter().any(used) {
                continue;
            }
            let beside = |spot: &Spot| {
                let layer = usize::from(spot.layer);
                layer == slot || layer + 1 == slot
            };
            let given = (0..).zip(spots).filter(|(_, spot)| beside(spot)).map(|(i, spot)| (i, spot.place));
            desk.layers[slot].lay(given);
        }
    }

    fn search(&self, desk: &mut Desk, wanted: &[Wanted], budget: &Budget) -> Result<(), Stopped> {
        for ((layer, counts), wanted) in desk.layers.iter_mut().zip(&mut desk.counts).zip(wanted) {
            if !wanted.is_nothing() {
                counts[..(wanted.most() + 1) * self.lattice.len()].fill(0);
                layer.count(&self.touch, self.lattice, wanted, budget, counts)?;
            }
        }
        Ok(())
    }

    /// In how many ways the layers but the largest give each partition of R; of twins, those in
    /// the upper half.
    fn give(&self, member: &[u8], known: &[Vec<u64>], given: &mut Vec<(Partition, u128)>) {
        let lattice = self.lattice;
        given.clear();
        let counts = |slot: usize, size: usize| &known[self.stand_in(slot)][size * lattice.len()..][..lattice.len()];
        let mut others = others(member);
        let Some((slot, size)) = others.next() else {
            given.push((0, 1));
            return;
        };
        let first = (0..).zip(counts(slot, size)).filter(|(_, count)| **count > 0);
        given.extend(first.map(|(partition, &count)| (partition, u128::from(count))));
        if self.twins(member).is_some() {
            given.retain(|(partition, _)| self.is_upper(usize::from(*partition)));
            return;
        }
        for (slot, size) in others {
            let mut ways = vec![0; lattice.len()];
            given.iter().for_each(|&(partition, number)| ways[usize::from(partition)] = number);
            let ways = lattice.product(&ways, counts(slot, size));
            given.clear();
            given.extend((0..).zip(ways).filter(|(_, ways)| *ways > 0));
        }
    }
}

/// The members of a set of partitions.
fn members(set: impl Iterator<Item = u64>) -> impl Iterator<Item = usize> {
    set.enumerate().flat_map(|(i, word)| each(word).map(move |bit| 64 * i + bit))
}

/// Slot and size of the largest counted layer.
fn largest(member: &[u8]) -> (usize, usize) {
    let slot = (0..member.len()).max_by_key(|&slot| member[slot]).unwrap_or(0);
    (slot, usize::from(member[slot]))
}

/// Slots and sizes of the other counted layers.
fn others(member: &[u8]) -> impl Iterator<Item = (usize, usize)> {
    let (last, _) = largest(member);
    (0..member.len())
        .filter(move |&slot| slot != last && member[slot] > 0)
        .map(|slot| (slot, usize::from(member[slot])))
}

/// Can one brick touch both `a` and `b`, lying above or below them?
///
/// A brick of extent w×d can if along x their cells are at most w−2 apart, and
/// along y at most d−2.
pub(crate) fn linked(brick: Brick, a: Place, b: Place) -> bool {
    let ((aw, ad), (bw, bd)) = (brick.extent(a.turned), brick.extent(b.turned));
    let gap = ((b.x - a.x - aw).max(a.x - b.x - bw), (b.y - a.y - ad).max(a.y - b.y - bd));
    (0..brick.orientations()).any(|turned| {
        let (w, d) = brick.extent(turned);
        gap.0 <= w - 2 && gap.1 <= d - 2
    })
}

/// The places [`linked`] to one in the origin: disjoint ones of the same layer,
/// and any of the next enumerated layer.
pub(crate) fn links(brick: Brick) -> (Links, Links) {
    let next = |turned: u8| -> Vec<Place> {
        let centre = Place { x: 0, y: 0, turned };
        brick.around(centre, i16::from(brick.sides().1)).filter(|&other| linked(brick, centre, other)).collect()
    };
    let next: Links = [next(0), if brick.orientations() == 2 { next(1) } else { Vec::new() }];
    let apart = |turned: u8| {
        let centre = Place { x: 0, y: 0, turned };
        next[usize::from(turned)].iter().copied().filter(|&other| !brick.overlap(centre, other)).collect()
    };
    ([apart(0), apart(1)], next)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bricks_are_linked_if_some_brick_touches_both() {
        for (p, q) in [(1, 1), (1, 2), (2, 2), (2, 4), (1, 4), (3, 5)] {
            let brick = Brick::new(p, q).unwrap();
            let (same, next) = links(brick);
            for turned in 0..brick.orientations() {
                let centre = Place { x: 0, y: 0, turned };
                let touching = brick.touching(centre);
                for other in brick.around(centre, 2 * i16::from(q)) {
                    let linked = touching.iter().any(|&between| brick.overlap(between, other));
                    assert_eq!(next[usize::from(turned)].contains(&other), linked, "{brick} {other:?}");
                    let apart = linked && !brick.overlap(centre, other);
                    assert_eq!(same[usize::from(turned)].contains(&other), apart, "{brick} {other:?}");
                }
            }
        }
    }

    #[test]
    fn the_best_division_enumerates_fewest_bricks() {
        let best = |text: &str| {
            let division = Division::best(&Profile::parse(text).unwrap()).unwrap();
            (division.enumerated, division.counted)
        };
        assert_eq!(best("4,4"), (vec![4], vec![0, 4]));
        assert_eq!(best("2,6"), (vec![2], vec![0, 6]));
        assert_eq!(best("1,4,3"), (vec![4], vec![1, 3]));
        assert_eq!(best("1,3,3,1"), (vec![3, 1], vec![1, 3, 0]));
        assert_eq!(best("1,2,3,2"), (vec![3, 1], vec![2, 2, 0]));
    }
}

#[cfg(test)]
mod against_the_twin {
    use super::*;
    use crate::building;

    pub(crate) fn fixed(brick: Brick, division: &Division) -> u128 {
        let joint = Joint::new(brick, &division.enumerated, vec![division.counted.clone()]);
        let mut desk = joint.desk();
        let mut totals = [0];
        let budget = Budget::unlimited();
        joint
            .spread()
            .each(&budget, &mut |_, _| true, &mut |spots| joint.evaluate(spots, &mut desk, &budget, &mut totals))
            .unwrap();
        totals[0]
    }

    #[test]
    fn every_division_of_every_profile_counts_what_the_twin_finds() {
        for (p, q, most) in [(1, 1, 5), (1, 2, 5), (1, 3, 4), (2, 2, 4), (2, 3, 4), (1, 4, 4), (2, 4, 4), (3, 3, 4)] {
            let brick = Brick::new(p, q).unwrap();
            for n in 2..=most {
                let twin = building::tallies(brick, n, &Budget::unlimited()).unwrap();
                for profile in Profile::all(n).into_iter().filter(|c| c.height() > 1) {
                    let expected = twin.get(&profile).copied().unwrap_or_default().fixed;
                    for division in Division::both(&profile).into_iter().flatten() {
                        for division in [division.reversed(), division] {
                            assert_eq!(fixed(brick, &division), expected, "{brick} {profile} {division:?}");
                        }
                    }
                }
            }
        }
    }
}
