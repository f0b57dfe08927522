//! Every way to spread given numbers of bricks over layers, each once, up to
//! translation, so that they hang together by given links.
//!
//! The links need not be contacts: the counter enumerates bricks of every
//! second layer and links two if a brick between or beside them could touch
//! both. It is Redelmeier's method again: bricks linked to those taken wait in
//! a list; each is taken or passed over for good.

use super::profile::MAX_BRICKS;
use super::shape::{Brick, Place};
use miyama_budget::{Budget, Stopped};

/// The most layers of a spread: every second one of a building.
const MAX_LAYERS: usize = MAX_BRICKS as usize;

/// A brick on a layer of the spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Spot {
    pub(crate) layer: u8,
    pub(crate) place: Place,
}

/// Places linked to one in the origin, for each of its orientations.
pub(crate) type Links = [Vec<Place>; 2];

/// What is spread, and the links.
#[derive(Debug)]
pub(crate) struct Spread {
    brick: Brick,
    sizes: Vec<u8>,
    /// Links within a layer; they never overlap.
    same: Links,
    /// Links to the next layer. They are symmetric, so they also lead back.
    next: Links,
    /// Bricks that a task has at its start.
    depth: usize,
    half: i16,
}

impl Spread {
    pub(crate) fn new(brick: Brick, sizes: &[u8], same: Links, next: Links) -> Spread {
        let bricks = sizes.iter().sum::<u8>();
        let far = same.iter().chain(&next).flatten().map(|place| place.x.abs().max(place.y.abs())).max().unwrap_or(0);
        let half = far * i16::from(bricks) + 1;
        Spread { brick, sizes: sizes.to_vec(), same, next, depth: usize::from(bricks - 1).clamp(1, 4), half }
    }

    /// How many tasks the enumeration splits into, and the sum of their sizes.
    pub(crate) fn tasks(&self, budget: &Budget) -> Result<(u64, f64), Stopped> {
        let (mut tasks, mut sizes) = (0, 0.0);
        self.each(
            budget,
            &mut |_, size| {
                tasks += 1;
                sizes += size;
                false
            },
            &mut |_| Ok(()),
        )?;
        Ok((tasks, sizes))
    }

    /// Visits the spreads of those tasks that `take` accepts; it is asked for
    /// each number in turn, and told the size of the task, a guess at its spreads.
    pub(crate) fn each(
        &self,
        budget: &Budget,
        take: &mut dyn FnMut(u64, f64) -> bool,
        visit: &mut dyn FnMut(&[Spot]) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        #[expect(clippy::cast_sign_loss)]
        let side = 2 * self.half as usize + 1;
        let mut next_task = 0;
        for turned in 0..self.brick.orientations() {
            let root = Spot { layer: 0, place: Place { x: 0, y: 0, turned } };
            let mut growth = Growth {
                spread: self,
                budget,
                root,
                left: self.sizes.clone(),
                taken: Vec::new(),
                waiting: vec![root],
                seen: vec![false; side * side * 2 * self.sizes.len()],
                side,
                next_task,
            };
            growth.grow(0, take, visit)?;
            next_task = growth.next_task;
        }
        Ok(())
    }

    /// The size of the largest list that an enumeration keeps, in bytes.
    pub(crate) fn memory(&self) -> u64 {
        #[expect(clippy::cast_sign_loss)]
        let side = 2 * self.half as u64 + 1;
        side * side * 2 * self.sizes.len() as u64
    }
}

struct Growth<'a> {
    spread: &'a Spread,
    budget: &'a Budget,
    root: Spot,
    left: Vec<u8>,
    taken: Vec<Spot>,
    waiting: Vec<Spot>,
    seen: Vec<bool>,
    side: usize,
    next_task: u64,
}

impl Growth<'_> {
    fn grow(
        &mut self,
        from: usize,
        take: &mut dyn FnMut(u64, f64) -> bool,
        visit: &mut dyn FnMut(&[Spot]) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        let end = self.waiting.len();
        let size = self.taken.len() + 1;
        let full: usize = self.spread.sizes.iter().map(|&c| usize::from(c)).sum();
        let mut later = [0u32; MAX_LAYERS];
        if size == self.spread.depth {
            self.waiting[from..].iter().for_each(|spot| later[usize::from(spot.layer)] += 1);
        }
        for i in from..end {
            let spot = self.waiting[i];
            if size == self.spread.depth {
                later[usize::from(spot.layer)] -= 1;
            }
            if self.left[usize::from(spot.layer)] == 0 || self.is_blocked(spot) {
                continue;
            }
            if size == self.spread.depth {
                let task = self.next_task;
                self.next_task += 1;
                if task.is_multiple_of(256) {
                    self.budget.check()?;
                }
                if !take(task, self.size(spot, &later)) {
                    continue;
                }
            }
            self.taken.push(spot);
            if size == full {
                visit(&self.taken)?;
            } else {
                self.left[usize::from(spot.layer)] -= 1;
                self.wait_for_neighbours(spot);
                self.grow(i + 1, take, visit)?;
                while self.waiting.len() > end {
                    if let Some(spot) = self.waiting.pop() {
                        let at = self.at(spot);
                        self.seen[at] = false;
                    }
                }
                self.left[usize::from(spot.layer)] += 1;
            }
            self.taken.pop();
        }
        Ok(())
    }

    /// A guess at the number of spreads that have the bricks taken, `spot` and others: those are
    /// chosen among the `later` ones that wait on each layer and among half of those that `spot`
    /// links, as if they did not get in each other's way.
    fn size(&self, spot: Spot, later: &[u32; MAX_LAYERS]) -> f64 {
        let (spread, turned) = (self.spread, usize::from(spot.place.turned));
        let mut size = 1.0;
        for (layer, (&left, &later)) in self.left.iter().zip(later).enumerate() {
            let (links, left) = match usize::from(spot.layer).abs_diff(layer) {
                0 => (spread.same[turned].len(), left - 1),
                1 => (spread.next[turned].len(), left),
                _ => (0, left),
            };
            #[expect(clippy::cast_precision_loss)]
            let choices = f64::from(later) + links as f64 / 2.0;
            for i in 0..left {
                size *= (choices - f64::from(i)).max(0.5) / f64::from(i + 1);
            }
        }
        size
    }

    fn is_blocked(&self, spot: Spot) -> bool {
        let brick = self.spread.brick;
        self.taken.iter().any(|other| other.layer == spot.layer && brick.overlap(other.place, spot.place))
    }

    fn wait_for_neighbours(&mut self, spot: Spot) {
        let spread = self.spread;
        let turned = usize::from(spot.place.turned);
        let (below, above) = (spot.layer.checked_sub(1), spot.layer + 1);
        self.wait_for(spot.layer, spot.place, &spread.same[turned]);
        if usize::from(above) < spread.sizes.len() {
            self.wait_for(above, spot.place, &spread.next[turned]);
        }
        if let Some(below) = below {
            self.wait_for(below, spot.place, &spread.next[turned]);
        }
    }

    fn wait_for(&mut self, layer: u8, centre: Place, links: &[Place]) {
        if self.left[usize::from(layer)] == 0 {
            return;
        }
        for offset in links {
            let spot = Spot { layer, place: offset.moved(centre.x, centre.y) };
            // The root is the least brick of the lowest layer.
            if layer == 0 && spot <= self.root {
                continue;
            }
            let at = self.at(spot);
            if !self.seen[at] {
                self.seen[at] = true;
                self.waiting.push(spot);
            }
        }
    }

    #[expect(clippy::cast_sign_loss)]
    fn at(&self, spot: Spot) -> usize {
        let half = self.spread.half;
        let (x, y) = ((spot.place.x + half) as usize, (spot.place.y + half) as usize);
        ((usize::from(spot.layer) * self.side + y) * self.side + x) * 2 + usize::from(spot.place.turned)
    }
}
