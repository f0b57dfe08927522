//! Fixed buildings of profiles that swing about one layer.
//!
//! Let M be the bricks of one layer. What stands above M joins them by some
//! partition, what hangs below by another, and the two are chosen
//! independently; the building is connected if the join is the whole of M. So
//! only M is enumerated, and each side is a vector over the partitions of M.
//!
//! The sides this can do are: nothing; one layer of k bricks, counted as in
//! [`packing`](super::packing); and two bricks with such a side on top of them.
//! For the last, what stands on the two depends on their displacement alone: a
//! table says in how many ways it leaves them apart and in how many it joins
//! them. The two bricks then run over the places that touch M; one of them may
//! miss M if it is joined to the other.

use super::image;
use super::joint::{linked, links};
use super::layer::{Layer, Touch};
use super::packing::{SIZES, Wanted};
use super::partition::{Lattice, MAX_THINGS};
use super::profile::Profile;
use super::shape::{Brick, Place};
use super::spread::{Links, Spot, Spread};
use miyama_budget::{Budget, Stopped};
use std::collections::{BTreeSet, HashMap};

/// Layer sizes going away from the hinge: k, or 2 and then a side.
pub(crate) type Side = Vec<u8>;

fn is_side(sizes: &[u8]) -> bool {
    match sizes {
        [] | [_] => true,
        [first, rest @ ..] => *first == 2 && is_side(rest),
    }
}

/// A layer about which a profile swings, and its two sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Swing {
    pub(crate) bricks: u8,
    pub(crate) sides: [Side; 2],
}

impl Swing {
    /// The layers of the profile that can be the hinge.
    pub(crate) fn all(profile: &Profile) -> Vec<Swing> {
        let layers = profile.layers();
        (0..layers.len())
            .filter_map(|i| {
                let below: Side = layers[..i].iter().rev().copied().collect();
                let above = layers[i + 1..].to_vec();
                let fits = usize::from(layers[i]) <= MAX_THINGS && is_side(&below) && is_side(&above);
                fits.then_some(Swing { bricks: layers[i], sides: [below, above] })
            })
            .collect()
    }

    /// What it costs, roughly: bricks in the hinge, then the longest side. One
    /// brick is as good as two, which need shorter tables.
    fn cost(&self) -> (u8, usize) {
        (self.bricks.max(2), self.sides.iter().map(Vec::len).max().unwrap_or(0))
    }

    /// The cheapest one, unless it is expensive: what stands on two and two bricks
    /// links bricks so far apart that three of them have too many places.
    pub(crate) fn best(profile: &Profile) -> Option<Swing> {
        let quick = |swing: &Swing| swing.bricks <= 2 || swing.sides.iter().all(|side| side.len() <= 2);
        Swing::all(profile).into_iter().min_by_key(Swing::cost).filter(quick)
    }
}

/// In how many ways a side stands on two bricks of one layer.
#[derive(Debug)]
struct PairTable {
    /// Beyond this displacement along an axis the two do not feel each other.
    reach: i16,
    /// `[apart, joined]`; zero where the two overlap.
    near: Vec<[u128; 2]>,
    /// `apart` for two bricks far from each other.
    far: [[u128; 2]; 2],
    /// For a brick of each orientation, the sum of `joined` over all others.
    joined: [u128; 2],
}

impl PairTable {
    fn get(&self, a: Place, b: Place) -> [u128; 2] {
        let (x, y) = (b.x - a.x, b.y - a.y);
        if x.abs() > self.reach || y.abs() > self.reach {
            return [self.far[usize::from(a.turned)][usize::from(b.turned)], 0];
        }
        self.near[self.at(a.turned, b.turned, x, y)]
    }

    #[expect(clippy::cast_sign_loss)]
    fn at(&self, a: u8, b: u8, x: i16, y: i16) -> usize {
        let side = 2 * self.reach as usize + 1;
        let (column, row) = ((x + self.reach) as usize, (y + self.reach) as usize);
        ((usize::from(a) * 2 + usize::from(b)) * side + row) * side + column
    }
}

/// Several profiles that swing about layers of the same size.
pub(crate) struct Hinge {
    touch: Touch,
    spread: Spread,
    lattice: &'static Lattice,
    sides: Vec<Side>,
    /// Profiles: which two sides each has.
    members: Vec<[usize; 2]>,
    tables: HashMap<Side, PairTable>,
    /// How many groups of M, each linked by single bricks, the sides can join.
    groups: usize,
}

impl Hinge {
    pub(crate) fn new(brick: Brick, bricks: u8, swings: &[[Side; 2]], budget: &Budget) -> Result<Hinge, Stopped> {
        let touch = Touch::with_window(brick);
        let mut sides: Vec<Side> = swings.iter().flatten().cloned().collect();
        sides.sort();
        sides.dedup();
        let number = |side: &Side| sides.iter().position(|s| s == side).unwrap_or_default();
        let members = swings.iter().map(|[a, b]| [number(a), number(b)]).collect();
        let mut tables = HashMap::new();
        for side in &sides {
            for start in (1..side.len()).rev() {
                if !tables.contains_key(&side[start..]) {
                    let table = pair_table(&touch, &side[start..], &tables, budget)?;
                    tables.insert(side[start..].to_vec(), table);
                }
            }
        }
        let (simple, _) = links(brick);
        let mut same: [BTreeSet<Place>; 2] = simple.map(|list| list.into_iter().collect());
        for side in sides.iter().filter(|side| side.len() > 1) {
            if let Some(table) = tables.get(&side[1..]) {
                for turned in 0..brick.orientations() {
                    same[usize::from(turned)].extend(linked_by_two(&touch, table, turned));
                }
            }
        }
        let groups = swings.iter().map(|pair| 1 + pair.iter().filter(|s| s.len() > 1).count()).max().unwrap_or(1);
        let same: Links = same.map(|set| set.into_iter().collect());
        let spread = Spread::new(brick, &[bricks], same, [Vec::new(), Vec::new()]);
        let lattice = Lattice::of(usize::from(bricks));
        Ok(Hinge { touch, spread, lattice, sides, members, tables, groups })
    }

    pub(crate) fn spread(&self) -> &Spread {
        &self.spread
    }

    /// Adds to `totals` the fixed buildings of each member over all images of `spots`.
    pub(crate) fn evaluate(
        &self,
        spots: &[Spot],
        layer: &mut Layer,
        budget: &Budget,
        totals: &mut [u128],
    ) -> Result<(), Stopped> {
        let weight = image::weight(self.touch.brick, spots);
        if weight == 0 || self.number_of_groups(spots) > self.groups {
            return Ok(());
        }
        budget.check()?;
        let lattice = self.lattice;
        layer.lay((0..).zip(spots).map(|(i, spot)| (i, spot.place)));
        let vectors = self
            .sides
            .iter()
            .map(|side| stand(side, layer, lattice, &self.tables, &self.touch, budget))
            .collect::<Result<Vec<_>, _>>()?;
        for (&[a, b], total) in self.members.iter().zip(totals) {
            for (low, &ways) in (0..).zip(&vectors[a]).filter(|(_, ways)| **ways > 0) {
                let whole = |high: u8| lattice.join(low, high) == lattice.whole();
                let others: u128 = (0..).zip(&vectors[b]).filter(|(high, _)| whole(*high)).map(|(_, w)| w).sum();
                *total += u128::from(weight) * ways * others;
            }
        }
        Ok(())
    }

    /// Into how many groups M falls if only single bricks link.
    fn number_of_groups(&self, spots: &[Spot]) -> usize {
        let mut group: Vec<usize> = (0..spots.len()).collect();
        for (i, a) in spots.iter().enumerate() {
            for (j, b) in spots.iter().enumerate().take(i) {
                if group[i] != group[j] && linked(self.touch.brick, a.place, b.place) {
                    let (from, to) = (group[i], group[j]);
                    group.iter_mut().filter(|g| **g == from).for_each(|g| *g = to);
                }
            }
        }
        group.sort_unstable();
        group.dedup();
        group.len()
    }
}

/// The number of ways in which `side` stands on the bricks beside `layer`, for
/// each partition of them.
fn stand(
    side: &[u8],
    layer: &mut Layer,
    lattice: &Lattice,
    tables: &HashMap<Side, PairTable>,
    touch: &Touch,
    budget: &Budget,
) -> Result<Vec<u128>, Stopped> {
    match side {
        [] => {
            let mut apart = vec![0; lattice.len()];
            apart[0] = 1;
            Ok(apart)
        }
        [size] => {
            let mut wanted = Wanted::nothing();
            wanted.add_all(usize::from(*size), lattice);
            let mut counts = vec![0; SIZES * lattice.len()];
            layer.count(touch, lattice, &wanted, budget, &mut counts)?;
            Ok(counts[usize::from(*size) * lattice.len()..][..lattice.len()].iter().map(|&c| u128::from(c)).collect())
        }
        [_, rest @ ..] => {
            let table = tables.get(rest).expect("a table is made for what stands on two bricks");
            Ok(stand_on_two(layer, lattice, table, touch))
        }
    }
}

fn stand_on_two(layer: &mut Layer, lattice: &Lattice, table: &PairTable, touch: &Touch) -> Vec<u128> {
    let places: Vec<(Place, u8)> = layer.places(touch, lattice).collect();
    let mut vector = vec![0; lattice.len()];
    let mut missing: Vec<u128> = places.iter().map(|(place, _)| table.joined[usize::from(place.turned)]).collect();
    for (i, &(a, a_mask)) in places.iter().enumerate() {
        for (j, &(b, b_mask)) in places.iter().enumerate().take(i) {
            if touch.brick.overlap(a, b) {
                continue;
            }
            let [apart, joined] = table.get(a, b);
            vector[usize::from(lattice.join(lattice.joining(a_mask), lattice.joining(b_mask)))] += apart;
            if joined > 0 {
                vector[usize::from(lattice.joining(a_mask | b_mask))] += joined;
                missing[i] -= joined;
                missing[j] -= joined;
            }
        }
    }
    // The second brick touches nothing below; it hangs on the first.
    for (&(_, mask), missing) in places.iter().zip(missing) {
        vector[usize::from(lattice.joining(mask))] += missing;
    }
    vector
}

fn pair_table(
    touch: &Touch,
    side: &[u8],
    tables: &HashMap<Side, PairTable>,
    budget: &Budget,
) -> Result<PairTable, Stopped> {
    let brick = touch.brick;
    let step = i16::from(brick.sides().1) - 1;
    // Places that touch a brick lie within `step` of it, and two of them overlap
    // within `step`; with more layers the reach of the next two adds to that.
    let reach = match side {
        [_, rest @ ..] if !rest.is_empty() => tables.get(rest).map_or(step, |table| table.reach) + 2 * step,
        _ => 3 * step,
    };
    #[expect(clippy::cast_sign_loss)]
    let cells = (2 * reach as usize + 1).pow(2) * 4;
    budget.need(cells as u64 * 32)?;
    let mut table = PairTable { reach, near: vec![[0; 2]; cells], far: [[0; 2]; 2], joined: [0; 2] };
    let lattice = Lattice::of(2);
    let mut layer = Layer::default();
    let mut known: HashMap<Vec<Spot>, [u128; 2]> = HashMap::new();
    for turned in 0..brick.orientations() {
        let a = Place { x: 0, y: 0, turned };
        let far = (0..brick.orientations()).map(|turned| Place { x: reach + 1, y: reach + 1, turned });
        let near = (-reach..=reach).flat_map(|y| {
            (-reach..=reach).flat_map(move |x| (0..brick.orientations()).map(move |turned| Place { x, y, turned }))
        });
        for b in near.chain(far).filter(|&b| !brick.overlap(a, b)) {
            let spots = [a, b].map(|place| Spot { layer: 0, place });
            let class = image::least(brick, &spots);
            let ways = match known.get(&class) {
                Some(ways) => *ways,
                None => {
                    budget.check()?;
                    layer.lay([(0, a), (1, b)]);
                    let vector = stand(side, &mut layer, lattice, tables, touch, budget)?;
                    known.insert(class, [vector[0], vector[1]]);
                    [vector[0], vector[1]]
                }
            };
            if b.x > reach {
                table.far[usize::from(turned)][usize::from(b.turned)] = ways[0];
            } else {
                let at = table.at(turned, b.turned, b.x, b.y);
                table.near[at] = ways;
                table.joined[usize::from(turned)] += ways[1];
            }
        }
    }
    Ok(table)
}

/// Bricks of M that two bricks, joined by what stands on them, can link to one
/// in the origin.
fn linked_by_two(touch: &Touch, table: &PairTable, turned: u8) -> BTreeSet<Place> {
    let brick = touch.brick;
    let origin = Place { x: 0, y: 0, turned };
    let mut seconds = BTreeSet::new();
    for &c in &touch.offsets[usize::from(turned)] {
        for d in brick.around(c, table.reach) {
            if table.get(c, d)[1] > 0 {
                seconds.insert(d);
            }
        }
    }
    let reached = seconds
        .into_iter()
        .flat_map(|d| touch.offsets[usize::from(d.turned)].iter().map(move |offset| offset.moved(d.x, d.y)));
    reached.filter(|&place| !brick.overlap(origin, place)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::building;

    fn fixed(brick: Brick, swing: &Swing) -> u128 {
        let budget = Budget::unlimited();
        let hinge = Hinge::new(brick, swing.bricks, std::slice::from_ref(&swing.sides), &budget).unwrap();
        let mut layer = Layer::default();
        let mut totals = [0];
        hinge
            .spread()
            .each(&budget, &mut |_, _| true, &mut |spots| hinge.evaluate(spots, &mut layer, &budget, &mut totals))
            .unwrap();
        totals[0]
    }

    #[test]
    fn every_hinge_of_every_profile_counts_what_the_twin_finds() {
        for (p, q, most) in [(1, 1, 5), (1, 2, 6), (1, 3, 5), (2, 2, 5), (2, 3, 4), (2, 4, 4)] {
            let brick = Brick::new(p, q).unwrap();
            for n in 2..=most {
                let twin = building::tallies(brick, n, &Budget::unlimited()).unwrap();
                for profile in Profile::all(n).into_iter().filter(|c| c.height() > 1) {
                    let expected = twin.get(&profile).copied().unwrap_or_default().fixed;
                    for swing in Swing::all(&profile) {
                        assert_eq!(fixed(brick, &swing), expected, "{brick} {profile} {swing:?}");
                    }
                }
            }
        }
    }
}
