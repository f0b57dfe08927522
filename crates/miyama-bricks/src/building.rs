//! Buildings themselves, one after another: the simple program.
//!
//! It grows every building brick by brick and shares nothing with the counter
//! but the brick. It lists buildings for people, and it is the twin that checks
//! the counter.

use super::profile::Profile;
use super::shape::{Brick, Place};
use super::tally::Tally;
use miyama_budget::{Budget, Stopped};
use std::collections::{BTreeMap, HashSet};

/// A brick of a building: its layer, counted from 0 at the bottom, and its place.
pub type Block = (u8, Place);

/// A building: its bricks in order, moved so that the least x and y are 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Building {
    blocks: Vec<Block>,
}

/// The rotations that map a building to itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// The identity only.
    Trivial,
    /// Half turns.
    Half,
    /// Quarter turns.
    Quarter,
}

impl Building {
    /// The building of these bricks, if every layer from the lowest on holds one, and there are
    /// at most [`MAX_BRICKS`](super::MAX_BRICKS). Whether they hold together is not asked.
    #[must_use]
    pub fn of_blocks(blocks: Vec<Block>) -> Option<Building> {
        let height = blocks.iter().map(|(layer, _)| usize::from(*layer) + 1).max()?;
        let mut layers = vec![0; height];
        blocks.iter().for_each(|(layer, _)| layers[usize::from(*layer)] += 1);
        Profile::new(layers).map(|_| Building::new(blocks))
    }

    fn new(mut blocks: Vec<Block>) -> Building {
        let x = blocks.iter().map(|(_, place)| place.x).min().unwrap_or(0);
        let y = blocks.iter().map(|(_, place)| place.y).min().unwrap_or(0);
        for (_, place) in &mut blocks {
            *place = place.moved(-x, -y);
        }
        blocks.sort_unstable();
        Building { blocks }
    }

    /// The bricks: by layer, then by place.
    #[must_use]
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// How many bricks each layer holds.
    #[must_use]
    pub fn profile(&self) -> Profile {
        let height = self.blocks.last().map_or(0, |(layer, _)| usize::from(*layer) + 1);
        let mut layers = vec![0; height];
        for (layer, _) in &self.blocks {
            layers[usize::from(*layer)] += 1;
        }
        Profile::new(layers).expect("a building has a brick on every layer and at most MAX_BRICKS")
    }

    /// The building after a quarter turn.
    #[must_use]
    pub fn turned(&self, brick: Brick) -> Building {
        Building::new(self.blocks.iter().map(|&(layer, place)| (layer, brick.quarter_turn(place))).collect())
    }

    /// The building in a mirror: x becomes −x.
    #[must_use]
    pub fn mirrored(&self, brick: Brick) -> Building {
        let mirror = |place: Place| {
            let (width, _) = brick.extent(place.turned);
            Place { x: -place.x - width, ..place }
        };
        Building::new(self.blocks.iter().map(|&(layer, place)| (layer, mirror(place))).collect())
    }

    /// Its images under the four rotations, and those of its mirror image.
    #[must_use]
    pub fn images(&self, brick: Brick) -> Vec<Building> {
        let mut images = Vec::with_capacity(8);
        for start in [self.clone(), self.mirrored(brick)] {
            images.push(start);
            for _ in 0..3 {
                images.extend(images.last().map(|last| last.turned(brick)));
            }
        }
        images
    }

    /// Which rotations map it to itself, if it is the least of its rotations.
    fn if_least(&self, brick: Brick) -> Option<Symmetry> {
        let quarter = self.turned(brick);
        let half = quarter.turned(brick);
        if quarter < *self || half < *self || half.turned(brick) < *self {
            return None;
        }
        Some(match (quarter == *self, half == *self) {
            (true, _) => Symmetry::Quarter,
            (false, true) => Symmetry::Half,
            (false, false) => Symmetry::Trivial,
        })
    }
}

/// Visits every fixed building of `bricks` bricks once.
///
/// It is Redelmeier's method. The building grows from its least block; blocks
/// that touch it wait in a list; each is either taken, or never looked at again
/// below this point.
///
/// # Errors
/// [`Stopped`] when the budget ends or `visit` says so.
pub fn each_fixed(
    brick: Brick,
    bricks: u8,
    budget: &Budget,
    visit: &mut dyn FnMut(&[Block]) -> Result<(), Stopped>,
) -> Result<(), Stopped> {
    for turned in 0..brick.orientations() {
        let root = (0, Place { x: 0, y: 0, turned });
        let mut growth = Growth {
            brick,
            size: usize::from(bricks),
            root,
            taken: Vec::new(),
            waiting: vec![root],
            seen: HashSet::from([root]),
            steps: 0,
        };
        growth.grow(0, budget, visit)?;
    }
    Ok(())
}

struct Growth {
    brick: Brick,
    size: usize,
    root: Block,
    taken: Vec<Block>,
    waiting: Vec<Block>,
    seen: HashSet<Block>,
    steps: u64,
}

impl Growth {
    fn grow(
        &mut self,
        from: usize,
        budget: &Budget,
        visit: &mut dyn FnMut(&[Block]) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        let end = self.waiting.len();
        for i in from..end {
            let block = self.waiting[i];
            if self.taken.iter().any(|other| other.0 == block.0 && self.brick.overlap(other.1, block.1)) {
                continue;
            }
            self.taken.push(block);
            if self.taken.len() == self.size {
                self.steps += 1;
                if self.steps.is_multiple_of(1024) {
                    budget.check()?;
                }
                visit(&self.taken)?;
            } else {
                self.wait_for_neighbours(block);
                self.grow(i + 1, budget, visit)?;
                for block in self.waiting.drain(end..) {
                    self.seen.remove(&block);
                }
            }
            self.taken.pop();
        }
        Ok(())
    }

    fn wait_for_neighbours(&mut self, (layer, place): Block) {
        for place in self.brick.touching(place) {
            let above = Some((layer + 1, place));
            let below = layer.checked_sub(1).map(|layer| (layer, place)).filter(|block| *block > self.root);
            for block in [above, below].into_iter().flatten() {
                if self.seen.insert(block) {
                    self.waiting.push(block);
                }
            }
        }
    }
}

/// Visits one building of each class under rotation, with its symmetry.
///
/// ```
/// use miyama_bricks::{Brick, building};
/// use miyama_budget::Budget;
/// let mut found = 0;
/// let brick = Brick::new(2, 4).unwrap();
/// building::each(brick, 3, &Budget::unlimited(), &mut |_, _| { found += 1; Ok(()) }).unwrap();
/// assert_eq!(found, 1560);
/// ```
///
/// # Errors
/// [`Stopped`] when the budget ends or `visit` says so.
pub fn each(
    brick: Brick,
    bricks: u8,
    budget: &Budget,
    visit: &mut dyn FnMut(&Building, Symmetry) -> Result<(), Stopped>,
) -> Result<(), Stopped> {
    each_fixed(brick, bricks, budget, &mut |blocks| {
        let building = Building::new(blocks.to_vec());
        match building.if_least(brick) {
            Some(symmetry) => visit(&building, symmetry),
            None => Ok(()),
        }
    })
}

/// How many buildings there are if mirror images are one, of each profile: one by one, which is slow
/// from five bricks on.
///
/// ```
/// use miyama_bricks::{Brick, building};
/// use miyama_budget::Budget;
/// let counted = building::up_to_mirrors(Brick::new(2, 4).unwrap(), 2, &Budget::unlimited()).unwrap();
/// assert_eq!(counted.values().sum::<u128>(), 17);
/// ```
///
/// # Errors
/// [`Stopped`] when the budget ends.
pub fn up_to_mirrors(brick: Brick, bricks: u8, budget: &Budget) -> Result<BTreeMap<Profile, u128>, Stopped> {
    let mut counted: BTreeMap<Profile, u128> = BTreeMap::new();
    each(brick, bricks, budget, &mut |building, _| {
        // The least of all images stands for its class.
        if building.images(brick).iter().all(|image| building <= image) {
            *counted.entry(building.profile()).or_default() += 1;
        }
        Ok(())
    })?;
    Ok(counted)
}

/// The tally of every profile, counted one by one.
///
/// # Errors
/// [`Stopped`] when the budget ends.
pub fn tallies(brick: Brick, bricks: u8, budget: &Budget) -> Result<BTreeMap<Profile, Tally>, Stopped> {
    let mut tallies: BTreeMap<Profile, Tally> = BTreeMap::new();
    each(brick, bricks, budget, &mut |building, symmetry| {
        let tally = tallies.entry(building.profile()).or_default();
        let (fixed, half, quarter) = match symmetry {
            Symmetry::Trivial => (4, 0, 0),
            Symmetry::Half => (2, 2, 0),
            Symmetry::Quarter => (1, 1, 1),
        };
        *tally = *tally + Tally { fixed, half, quarter };
        Ok(())
    })?;
    Ok(tallies)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// All fixed buildings of n bricks, by adding a brick to each of n−1 in
    /// every possible way and forgetting doubles.
    fn by_adding(brick: Brick, bricks: u8) -> BTreeSet<Vec<(i16, Place)>> {
        let normal = |mut blocks: Vec<(i16, Place)>| {
            let low = blocks.iter().map(|b| b.0).min().unwrap();
            let (x, y) = (blocks.iter().map(|b| b.1.x).min().unwrap(), blocks.iter().map(|b| b.1.y).min().unwrap());
            for block in &mut blocks {
                *block = (block.0 - low, block.1.moved(-x, -y));
            }
            blocks.sort_unstable();
            blocks
        };
        let mut all: BTreeSet<Vec<(i16, Place)>> =
            (0..brick.orientations()).map(|turned| vec![(0, Place { x: 0, y: 0, turned })]).collect();
        for _ in 1..bricks {
            let mut more = BTreeSet::new();
            for building in &all {
                for &(layer, place) in building {
                    for (new, next) in brick.touching(place).into_iter().flat_map(|p| [(p, layer + 1), (p, layer - 1)])
                    {
                        if building.iter().all(|b| b.0 != next || !brick.overlap(b.1, new)) {
                            let mut bigger = building.clone();
                            bigger.push((next, new));
                            more.insert(normal(bigger));
                        }
                    }
                }
            }
            all = more;
        }
        all
    }

    #[test]
    fn growth_visits_what_adding_finds_each_once() {
        for (p, q, n) in [(1, 1, 4), (1, 2, 4), (2, 2, 3), (1, 3, 3), (2, 4, 3)] {
            let brick = Brick::new(p, q).unwrap();
            let mut seen = BTreeSet::new();
            let mut visits = 0;
            each_fixed(brick, n, &Budget::unlimited(), &mut |blocks| {
                visits += 1;
                seen.insert(Building::new(blocks.to_vec()).blocks.iter().map(|&(l, p)| (i16::from(l), p)).collect());
                Ok(())
            })
            .unwrap();
            assert_eq!(visits, seen.len(), "{brick}");
            assert_eq!(seen, by_adding(brick, n), "{brick}");
        }
    }

    #[test]
    fn four_bricks_of_two_by_four() {
        let brick = Brick::new(2, 4).unwrap();
        let tallies = tallies(brick, 4, &Budget::unlimited()).unwrap();
        assert_eq!(tallies.values().copied().sum::<Tally>().count(), 119_580);
        let high = |h| tallies.iter().filter(|(c, _)| c.height() == h).map(|(_, t)| *t).sum::<Tally>().count();
        assert_eq!([2, 3, 4].map(high), [11707, 59201, 48672]);
        assert!(tallies.values().all(|t| t.is_whole()));
    }

    #[test]
    fn a_cancelled_budget_stops_the_growth() {
        let budget = Budget::unlimited();
        budget.cancel();
        assert_eq!(tallies(Brick::new(2, 4).unwrap(), 5, &budget), Err(Stopped::Cancelled));
    }
}
