//! The sweep of two heaps ranked by their total: what most tables are, made
//! fast. The sets are those of [`super::worker`], with less to compute at each
//! position: lines are numbered by an affine form, values lie in the order in
//! which they are computed, and where exchanging the heaps changes nothing only
//! positions with y ≤ x are decided.
//!
//! *Order.* Where a heap can grow, rank follows rank. Where no heap grows, the
//! board is cut into square tiles, and diagonals of tiles follow each other: the
//! sets that a tile needs stay in the cache. Within a tile and between tiles
//! p + d comes before p for every d ≤ 0. Tiles of one diagonal share no line of
//! a direction d ≤ 0 other than one along which they follow each other: two
//! positions on a line differ by a multiple of d, so the tile of one is below
//! and left of the other's, on an earlier diagonal.
//!
//! *Symmetry.* Let the plan be its own mirror image. Then the value of (x, y) is
//! that of (y, x). A chain C with another chain as its mirror image C' has
//! R_C'(x, y) = R_C(y, x): only one of the two is kept, up to date at all
//! positions, and read at both places. A chain that is its own image has
//! R(x, y) = R(y, x): it is read once; if its only direction is along (1, 1), the
//! line through (x, y) stays in y ≤ x, and it is updated there alone.
//!
//! *Directions along the rank* are (−1, 1) and (1, −1), innermost in their
//! chain. Cones that such a direction makes a quadrant need no sets ([`quadrants`]).
//! Otherwise the set of such a ray is carried along the rank, piece after piece; in a
//! piece of another thread, a thread only adds the values to the set that it
//! carries.

mod quadrants;
mod ranks;
mod tiles;
mod walker;

use super::checkpoint::{Checkpoint, Halt};
use super::domain::Domain;
use super::family::Family;
use super::lines::{Guard, Lines};
use super::plan::{Chain, Plan};
use super::ray;
use super::shape::Shape;
use super::shared::{Shared, with_vectors};
use super::worker::words;
use crate::heap::linear::TooLarge;
use miyama_budget::Budget;
use std::sync::atomic::{AtomicU32, Ordering};
use walker::{MOST_SETS, Walker};

/// The most bases that a ray takes its values from all at once.
const MOST_BASES: usize = 16;

/// A sweep over two heaps.
pub(super) struct Plane<'a> {
    domain: &'a Domain,
    tracks: Vec<Track>,
    points: Vec<(Vec<Base>, Vec<Guard>)>,
    symmetric: bool,
    /// The place of (x, y) is y plus the shift of x, or of x + y.
    shifts: Vec<i64>,
    by_rank: i64,
    /// No value is larger.
    limit: u32,
}

/// A displacement (dx, dy).
#[derive(Clone, Copy, Debug)]
struct Base {
    dx: i64,
    dy: i64,
}

/// A chain as the plane keeps it.
struct Track {
    bases: Vec<Base>,
    /// Outermost first; of a direction along the rank there are no lines.
    directions: Vec<Direction>,
    /// The direction along the rank, if the innermost is one: 1 for (−1, 1),
    /// whose positions are visited with y falling, −1 for (1, −1).
    along: i64,
    guard: Vec<Guard>,
    /// Read at (y, x) too: it stands for its mirror image as well.
    both: bool,
    /// Updated at y ≤ x alone.
    half: bool,
    /// A ray that starts with its first step: its set at p + d is what p adds to,
    /// so that a value can enter as soon as it is found.
    plain: bool,
}

/// A direction that lowers the rank, and its lines: number = a·x + b·y + c.
struct Direction {
    dx: i64,
    dy: i64,
    a: i64,
    b: i64,
    c: i64,
}

impl Direction {
    #[inline(always)]
    fn line(&self, x: i64, y: i64) -> usize {
        (self.a * x + self.b * y + self.c) as usize
    }

    /// What the number grows by from (x, y) to (x − 1, y + 1).
    fn step(&self) -> i64 {
        self.b - self.a
    }
}

impl<'a> Plane<'a> {
    /// None if the plan is not for two heaps ranked by their total, keeps no sets,
    /// has options to enumerate, or directions that are multiples of others; or if tiles
    /// would meet a displacement that raises a heap. No value is above `limit`.
    pub(super) fn new(plan: &Plan, domain: &'a Domain, limit: u32) -> Option<Plane<'a>> {
        if domain.weights() != [1, 1] || plan.enumerates() || plan.chains.is_empty() {
            return None;
        }
        let displacements = plan.chains.iter().flat_map(|c| c.directions.iter().chain(&c.bases));
        let mut displacements = displacements.chain(plan.points.iter().flat_map(|(bases, _)| bases));
        if !domain.by_rank() && displacements.any(|d| d.iter().any(|x| *x > 0)) {
            return None;
        }
        let mirror = |v: &Vec<i64>| vec![v[1], v[0]];
        let sorted = |chain: &Chain, swap: bool| {
            let mut lists = [chain.directions.clone(), chain.bases.clone()];
            for list in &mut lists {
                list.iter_mut().for_each(|v| {
                    if swap {
                        *v = mirror(v)
                    }
                });
                list.sort();
            }
            lists
        };
        let unguarded = plan.chains.iter().all(|c| c.guard.is_empty()) && plan.points.iter().all(|p| p.1.is_empty());
        let image_of = |chain: &Chain| plan.chains.iter().position(|other| sorted(other, false) == sorted(chain, true));
        let points_symmetric = plan.points.iter().all(|(bases, _)| bases.iter().all(|b| bases.contains(&mirror(b))));
        // Exchanging the heaps turns the y of a rank into rank − y.
        let square = (0..=domain.top_rank()).all(|rank| {
            let (low, high) = domain.rank_range(rank);
            low + high == rank
        });
        let symmetric = unguarded && square && points_symmetric && plan.chains.iter().all(|c| image_of(c).is_some());
        let mut tracks = Vec::new();
        for (index, chain) in plan.chains.iter().enumerate() {
            let image = image_of(chain);
            if symmetric && image.is_some_and(|i| i < index) {
                continue;
            }
            let own = image == Some(index);
            let mut track = Track::new(chain, domain.shape())?;
            track.both = symmetric && !own;
            track.half = symmetric && own && chain.directions == [[-1, -1]];
            tracks.push(track);
        }
        let points = plan
            .points
            .iter()
            .map(|(bases, guard)| (bases.iter().map(|b| Base::new(b)).collect(), Guard::all(guard, 2)))
            .collect::<Vec<(Vec<Base>, _)>>();
        let by_rank = i64::from(domain.by_rank());
        let plane = Plane { domain, tracks, points, symmetric, shifts: domain.shifts(), by_rank, limit };
        (2 * plane.tracks.len() < MOST_SETS).then_some(plane)
    }

    /// The places on the rays from (x, y) plus each base: all of a line's set
    /// where it begins.
    fn ray(&self, x: i64, y: i64, bases: &[Base], direction: [i64; 2]) -> impl Iterator<Item = usize> {
        let extents = self.domain.extents();
        let rays = bases.iter().filter_map(move |base| {
            let start = [x + base.dx, y + base.dy];
            ray::within(&start, &direction, |heap| (0, extents[heap])).map(|steps| (start, steps))
        });
        rays.flat_map(|([x, y], (first, last))| (first..=last).map(move |k| (x, y, k)))
            .filter_map(move |(x, y, k)| self.domain.index(&[x + k * direction[0], y + k * direction[1]]))
    }

    /// The values of all positions of the domain.
    pub(super) fn run(self, budget: &Budget) -> Result<Result<Vec<u16>, Halt>, TooLarge> {
        let width = words(self.limit);
        // The sets are watched where assertions are: they cost about as much as
        // the sets.
        let lines = |family| Lines::new(family, width, cfg!(debug_assertions));
        let [columns, rows] = [self.domain.extents()[0] + 1, self.domain.extents()[1] + 1];
        let sets = self.tracks.iter().map(|track| {
            let shape = self.domain.shape();
            if track.is_quadrant() {
                return Ok(vec![]);
            }
            if track.directions.is_empty() {
                return Ok(vec![lines(Family::still(shape))?]);
            }
            track.directions.iter().map(|d| lines(Family::new(&vec![d.dx, d.dy], shape))).collect()
        });
        let sets: Vec<Vec<Lines>> = sets.collect::<Result<_, TooLarge>>()?;
        let threads = if columns.min(rows) < 64 { 1 } else { budget.threads() };
        let plain = self.points.is_empty() && self.tracks.iter().all(|track| track.guard.is_empty());
        let shared = SharedPlane {
            plain,
            plane: &self,
            sets: &sets,
            reads: self.tracks.iter().zip(&sets).flat_map(|(track, lines)| Read::of(track, lines)).collect(),
            width,
            cells: Shared::new(vec![0u16; self.domain.len()]),
            largest: AtomicU32::new(0),
            budget,
            checkpoint: Checkpoint::new(threads, budget),
            threads: threads as i64,
        };
        std::thread::scope(|scope| {
            for thread in 1..threads as i64 {
                let board = &shared;
                scope.spawn(move || with_vectors(&mut Walker::new(board, thread)));
            }
            with_vectors(&mut Walker::new(&shared, 0));
        });
        // The values that were cut to 16 bits are those up to the largest.
        let largest = shared.largest.load(Ordering::Relaxed);
        Ok(match shared.checkpoint.reason() {
            Some(halt) => Err(halt),
            None if largest > self.limit.min(u16::MAX.into()) => Err(Halt::LargeValue),
            None => Ok(shared.cells.into_inner()),
        })
    }
}

impl Base {
    fn new(displacement: &[i64]) -> Base {
        Base { dx: displacement[0], dy: displacement[1] }
    }
}

impl Track {
    fn new(chain: &Chain, shape: &Shape) -> Option<Track> {
        let (mut directions, mut along) = (Vec::new(), 0);
        for (index, d) in chain.directions.iter().enumerate() {
            let (dx, dy) = (d[0], d[1]);
            if dx + dy == 0 {
                let innermost = index + 1 == chain.directions.len();
                if !innermost || dx.abs() != 1 {
                    return None;
                }
                along = dy;
                continue;
            }
            directions.push(Direction::new(dx, dy, shape)?);
        }
        let bases = chain.bases.iter().map(|b| Base::new(b)).collect();
        let plain = chain.directions.len() == 1 && chain.bases == chain.directions;
        Some(Track { bases, directions, along, guard: Guard::all(&chain.guard, 2), both: false, half: false, plain })
    }

    /// The first and last y of a rank at which a track of one ray has a position
    /// behind it and at all bases; none for other tracks.
    fn interior(&self, rank: i64) -> (i64, i64) {
        if self.directions.len() != 1 || self.along != 0 || self.bases.len() > MOST_BASES {
            return (0, -1);
        }
        let direction = Base { dx: self.directions[0].dx, dy: self.directions[0].dy };
        let steps = || self.bases.iter().chain([&direction]);
        (steps().map(|s| -s.dy).max().unwrap_or(0), rank + steps().map(|s| s.dx).min().unwrap_or(0))
    }
}

impl Direction {
    /// The numbering of [`Family`], which is affine where a step is 1.
    fn new(dx: i64, dy: i64, shape: &Shape) -> Option<Direction> {
        if dx.abs() != 1 && dy.abs() != 1 {
            return None;
        }
        let family = Family::new(&vec![dx, dy], shape);
        let number = |x: i64, y: i64| i64::try_from(family.line(&[x, y])).ok();
        let c = number(0, 0)?;
        let direction = Direction { dx, dy, a: number(1, 0)? - c, b: number(0, 1)? - c, c };
        Some(direction)
    }
}

/// A set that decides about (x, y): that of line a·x + b·y + c.
struct Read<'p> {
    a: i64,
    b: i64,
    c: i64,
    lines: &'p Lines,
    guard: &'p [Guard],
}

impl<'p> Read<'p> {
    /// The sets that a track is read from.
    fn of(track: &'p Track, lines: &'p [Lines]) -> Vec<Read<'p>> {
        if track.is_quadrant() {
            return vec![];
        }
        let number = |x: i64, y: i64| lines[0].family.line(&[x, y]) as i64;
        let c = number(0, 0);
        let (a, b) = (number(1, 0) - c, number(0, 1) - c);
        let read = |a: i64, b: i64| Read { a, b, c, lines: &lines[0], guard: &track.guard };
        if track.both { vec![read(a, b), read(b, a)] } else { vec![read(a, b)] }
    }
}

/// What the threads share.
struct SharedPlane<'p, 'a> {
    plane: &'p Plane<'a>,
    /// The lines of each track; of one without lines the sets of a rank.
    sets: &'p [Vec<Lines>],
    reads: Vec<Read<'p>>,
    /// Whether every position is decided from all of these sets and no others.
    plain: bool,
    width: usize,
    cells: Shared<u16>,
    largest: AtomicU32,
    budget: &'p Budget,
    checkpoint: Checkpoint<'p>,
    threads: i64,
}
