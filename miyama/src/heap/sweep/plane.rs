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
//! chain. The set of such a ray is carried along the rank, in a block of
//! positions after the other; a thread that does not have its turn in a block
//! only adds the values of the block to the set that it carries.

use super::domain::Domain;
use super::family::Family;
use super::lines::{Guard, Lines, mex};
use super::plan::{Chain, Plan};
use super::shared::{Barrier, Shared, Work, with_vectors};
use crate::budget::{Budget, Stopped};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// Positions that a thread takes at a time.
const BLOCK: i64 = 64;

/// The side of a tile.
const TILE: i64 = 64;

/// The most sets that a position is decided from.
const MOST_SETS: usize = 16;

/// A sweep over two heaps.
pub(super) struct Plane<'a> {
    domain: &'a Domain,
    tracks: Vec<Track>,
    points: Vec<(Vec<Base>, Vec<Guard>)>,
    symmetric: bool,
    /// The place of (x, y) is y plus the shift of x, or of x + y.
    shifts: Vec<i64>,
    by_rank: i64,
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

    #[inline(always)]
    fn begins(&self, x: i64, y: i64) -> bool {
        x + self.dx < 0 || y + self.dy < 0
    }
}

impl<'a> Plane<'a> {
    /// None if the plan is not for two heaps ranked by their total, has options
    /// to enumerate, or directions that are multiples of others.
    pub(super) fn new(plan: &Plan, domain: &'a Domain) -> Option<Plane<'a>> {
        if domain.weights() != [1, 1] || plan.enumerates() {
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
            let mut track = Track::new(chain, domain)?;
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
        if by_rank == 0 && tracks.iter().any(|t| t.along != 0) {
            return None;
        }
        let plane = Plane { domain, tracks, points, symmetric, shifts: domain.shifts(), by_rank };
        (2 * plane.tracks.len() < MOST_SETS).then_some(plane)
    }

    /// The values of all positions of the domain.
    pub(super) fn run(self, budget: &Budget) -> Result<Vec<u16>, Stopped> {
        let width = (self.domain.top_rank() / 64 + 1).unsigned_abs() as usize;
        let [columns, rows] = [self.domain.extents()[0] + 1, self.domain.extents()[1] + 1];
        let sets = self.tracks.iter().map(|track| {
            let mut families: Vec<Lines> = track
                .directions
                .iter()
                .map(|d| Lines::new(Family::new(&vec![d.dx, d.dy], self.domain), width))
                .collect();
            if families.is_empty() {
                families.push(Lines::new(Family::still(self.domain), width));
            }
            families
        });
        let sets: Vec<Vec<Lines>> = sets.collect();
        let threads = if columns.min(rows) < 64 { 1 } else { budget.threads() };
        let shared = Board {
            plane: &self,
            sets: &sets,
            reads: self.tracks.iter().zip(&sets).flat_map(|(track, lines)| Read::of(track, lines)).collect(),
            width,
            cells: Shared::new(vec![0u16; self.domain.len()]),
            largest: AtomicU32::new(0),
            budget,
            barrier: Barrier::new(threads),
            stopped: AtomicBool::new(false),
            reason: Mutex::new(None),
            threads: threads as i64,
        };
        std::thread::scope(|scope| {
            for thread in 1..threads as i64 {
                let board = &shared;
                scope.spawn(move || with_vectors(&mut Walker::new(board, thread)));
            }
            with_vectors(&mut Walker::new(&shared, 0));
        });
        match shared.reason.into_inner().unwrap_or(Some(Stopped::Cancelled)) {
            Some(stopped) => Err(stopped),
            None => Ok(shared.cells.into_inner()),
        }
    }
}

impl Base {
    fn new(displacement: &[i64]) -> Base {
        Base { dx: displacement[0], dy: displacement[1] }
    }
}

impl Track {
    fn new(chain: &Chain, domain: &Domain) -> Option<Track> {
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
            directions.push(Direction::new(dx, dy, domain)?);
        }
        let bases = chain.bases.iter().map(|b| Base::new(b)).collect();
        let plain = chain.directions.len() == 1 && chain.bases == chain.directions;
        Some(Track { bases, directions, along, guard: Guard::all(&chain.guard, 2), both: false, half: false, plain })
    }
}

impl Direction {
    /// The numbering of [`Family`], which is affine where a step is 1.
    fn new(dx: i64, dy: i64, domain: &Domain) -> Option<Direction> {
        if dx.abs() != 1 && dy.abs() != 1 {
            return None;
        }
        let family = Family::new(&vec![dx, dy], domain);
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
        let number = |x: i64, y: i64| lines[0].family.line(&[x, y]) as i64;
        let c = number(0, 0);
        let (a, b) = (number(1, 0) - c, number(0, 1) - c);
        let read = |a: i64, b: i64| Read { a, b, c, lines: &lines[0], guard: &track.guard };
        if track.both { vec![read(a, b), read(b, a)] } else { vec![read(a, b)] }
    }
}

/// What the threads share.
struct Board<'p, 'a> {
    plane: &'p Plane<'a>,
    /// The lines of each track; of one without lines the sets of a rank.
    sets: &'p [Vec<Lines>],
    reads: Vec<Read<'p>>,
    width: usize,
    cells: Shared<u16>,
    largest: AtomicU32,
    budget: &'p Budget,
    barrier: Barrier,
    stopped: AtomicBool,
    reason: Mutex<Option<Stopped>>,
    threads: i64,
}

struct Walker<'b, 'p, 'a> {
    board: &'b Board<'p, 'a>,
    thread: i64,
    /// The set carried along a rank.
    carried: Vec<u64>,
    scratch: Vec<u64>,
    touched: Vec<usize>,
    largest: u32,
}

impl<'b, 'p, 'a> Walker<'b, 'p, 'a> {
    fn new(board: &'b Board<'p, 'a>, thread: i64) -> Walker<'b, 'p, 'a> {
        let (carried, scratch) = (vec![0; board.width], vec![0; board.width]);
        Walker { board, thread, carried, scratch, touched: Vec::new(), largest: 0 }
    }

    /// The place of a position of the domain.
    #[inline(always)]
    fn place(&self, x: i64, y: i64) -> usize {
        let plane = self.board.plane;
        (plane.shifts[(x + plane.by_rank * y) as usize] + y) as usize
    }

    /// The value of (x, y) plus a base, if that is a position.
    #[inline(always)]
    fn value(&self, x: i64, y: i64, base: Base) -> Option<u32> {
        let (x, y) = (x + base.dx, y + base.dy);
        if x < 0 || y < 0 {
            return None;
        }
        Some(u32::from(self.board.cells.get(self.place(x, y))))
    }

    /// The first and last step of each block of `length` steps, and whether this
    /// thread has its turn in it.
    #[inline(always)]
    fn blocks(&self, length: i64) -> impl Iterator<Item = (i64, i64, bool)> + use<> {
        let (thread, threads) = (self.thread, self.board.threads);
        // One thread alone takes everything at once.
        let size = if threads == 1 { length.max(1) } else { BLOCK };
        let count = (length + size - 1) / size;
        (0..count).map(move |block| (block * size, ((block + 1) * size).min(length) - 1, block % threads == thread))
    }

    /// Carries the ray along the rank and adds it to the lines.
    #[inline(always)]
    fn carry(&mut self, index: usize, rank: i64, low: i64, high: i64, used: usize) {
        let board = self.board;
        let track = &board.plane.tracks[index];
        let lines = &board.sets[index];
        self.carried[..used].fill(0);
        let start = if track.along > 0 { high } else { low };
        for (first, end, turn) in self.blocks(high - low + 1) {
            for step in first..=end {
                let y = start - track.along * step;
                let x = rank - y;
                if step == 0 {
                    self.carry_first(track, x, y);
                } else {
                    for base in &track.bases {
                        if let Some(value) = self.value(x, y, *base) {
                            self.carried[(value / 64) as usize] |= 1 << (value % 64);
                        }
                    }
                }
                if turn {
                    self.add_carried(track, lines, x, y, used);
                }
            }
        }
    }

    /// Adds the carried set to the lines through (x, y).
    #[inline(always)]
    fn add_carried(&self, track: &Track, lines: &[Lines], x: i64, y: i64, used: usize) {
        let Some(last) = track.directions.len().checked_sub(1) else {
            let line = lines[0].family.line(&[x, y]);
            lines[0].clear(line);
            lines[0].absorb_words(line, &self.carried, used);
            return;
        };
        let mut line = track.directions[last].line(x, y);
        if track.directions[last].begins(x, y) {
            lines[last].clear(line);
        }
        lines[last].absorb_words(line, &self.carried, used);
        for j in (0..last).rev() {
            let outer = track.directions[j].line(x, y);
            if track.directions[j].begins(x, y) {
                lines[j].clear(outer);
            }
            lines[j].absorb(outer, &lines[j + 1], line, used);
            line = outer;
        }
    }

    /// The whole ray from the first position of the rank.
    fn carry_first(&mut self, track: &Track, x: i64, y: i64) {
        let along = (-track.along, track.along);
        for base in &track.bases {
            let (mut x, mut y) = (x, y);
            // Over once the heap that falls along the ray is negative.
            while (along.0 > 0 || x + base.dx >= 0) && (along.1 > 0 || y + base.dy >= 0) {
                if let Some(value) = self.value(x, y, *base) {
                    self.carried[(value / 64) as usize] |= 1 << (value % 64);
                }
                x += along.0;
                y += along.1;
            }
        }
    }

    /// Brings the lines of a track up to the positions of a rank.
    #[inline(always)]
    fn prepare(&mut self, index: usize, rank: i64, low: i64, high: i64, used: usize) {
        let board = self.board;
        let (track, lines) = (&board.plane.tracks[index], &board.sets[index]);
        let last = if track.half { high.min(rank / 2) } else { high };
        for (first, end, _) in self.blocks(last - low + 1).filter(|(_, _, turn)| *turn) {
            for y in low + first..=low + end {
                self.update(track, lines, rank - y, y, used);
            }
        }
    }

    /// Brings the lines of a track up to (x, y).
    #[inline(always)]
    fn update(&self, track: &Track, lines: &[Lines], x: i64, y: i64, used: usize) {
        let inner = track.directions.len() - 1;
        let direction = &track.directions[inner];
        let mut line = direction.line(x, y);
        if direction.begins(x, y) {
            lines[inner].clear(line);
            for base in &track.bases {
                let (mut x, mut y) = (x, y);
                while !((x + base.dx < 0 && direction.dx <= 0) || (y + base.dy < 0 && direction.dy <= 0)) {
                    // The ray may leave the ranks that the ring holds.
                    if let Some(place) = self.board.plane.domain.index(&[x + base.dx, y + base.dy]) {
                        lines[inner].insert(line, u32::from(self.board.cells.get(place)));
                    }
                    (x, y) = (x + direction.dx, y + direction.dy);
                }
            }
        } else {
            for base in &track.bases {
                if let Some(value) = self.value(x, y, *base) {
                    lines[inner].insert(line, value);
                }
            }
        }
        for j in (0..inner).rev() {
            let outer = track.directions[j].line(x, y);
            if track.directions[j].begins(x, y) {
                lines[j].clear(outer);
            }
            lines[j].absorb(outer, &lines[j + 1], line, used);
            line = outer;
        }
    }

    /// Finds the value of (x, y).
    #[inline(always)]
    fn decide(&mut self, x: i64, y: i64) -> u32 {
        let board = self.board;
        let plane = board.plane;
        for (bases, guard) in &plane.points {
            if guard.is_empty() || Guard::open(guard, &[x, y]) {
                for base in bases {
                    if let Some(value) = self.value(x, y, *base) {
                        let word = (value / 64) as usize;
                        self.scratch[word] |= 1 << (value % 64);
                        self.touched.push(word);
                    }
                }
            }
        }
        let mut sets: [&[u64]; MOST_SETS] = [&[]; MOST_SETS];
        let (mut count, mut start) = (0, 0);
        if !self.touched.is_empty() {
            sets[0] = &self.scratch;
            count = 1;
        }
        for read in &board.reads {
            if !read.guard.is_empty() && !Guard::open(read.guard, &[x, y]) {
                continue;
            }
            let line = (read.a * x + read.b * y + read.c) as usize;
            start = start.max(read.lines.full.get(line) as usize);
            sets[count] = read.lines.words.part(line * board.width, board.width);
            count += 1;
        }
        let value = if count == 0 { 0 } else { mex(&sets[..count], start, board.width) };
        self.largest = self.largest.max(value);
        self.put(x, y, value as u16);
        if plane.symmetric && x != y {
            self.put(y, x, value as u16);
        }
        for word in self.touched.drain(..) {
            self.scratch[word] = 0;
        }
        value
    }

    #[inline(always)]
    fn put(&self, x: i64, y: i64, value: u16) {
        self.board.cells.set(self.place(x, y), value);
    }

    /// Whether to go on with a rank; the first thread asks the budget.
    fn may_go_on(&self, done: u64) -> bool {
        let board = self.board;
        if self.thread == 0 {
            if let Err(stopped) = board.budget.check() {
                if let Ok(mut reason) = board.reason.lock() {
                    *reason = Some(stopped);
                }
                board.stopped.store(true, Ordering::Relaxed);
            }
            board.budget.report(done, Some(board.plane.domain.len() as u64));
        }
        board.barrier.wait();
        !board.stopped.load(Ordering::Relaxed)
    }
}

impl Work for Walker<'_, '_, '_> {
    #[inline(always)]
    fn run(&mut self) {
        if self.board.plane.by_rank == 1 {
            self.walk_ranks();
        } else {
            self.walk_tiles();
        }
        self.board.barrier.wait();
    }
}

impl Walker<'_, '_, '_> {
    #[inline(always)]
    fn walk_ranks(&mut self) {
        let board = self.board;
        let plane = board.plane;
        let mut done = 0;
        for rank in 0..=plane.domain.top_rank() {
            if !self.may_go_on(done) {
                return;
            }
            let (low, high) = plane.domain.rank_range(rank);
            let used = (board.largest.load(Ordering::Relaxed) / 64) as usize + 1;
            for index in 0..plane.tracks.len() {
                if plane.tracks[index].along != 0 {
                    self.carry(index, rank, low, high, used);
                } else {
                    self.prepare(index, rank, low, high, used);
                }
            }
            board.barrier.wait();
            let last = if plane.symmetric { high.min(rank / 2) } else { high };
            for (first, end, _) in self.blocks(last - low + 1).filter(|(_, _, turn)| *turn) {
                for y in low + first..=low + end {
                    self.decide(rank - y, y);
                }
            }
            board.largest.fetch_max(self.largest, Ordering::Relaxed);
            done += (high - low + 1).max(0).unsigned_abs();
        }
    }

    #[inline(always)]
    fn walk_tiles(&mut self) {
        let board = self.board;
        let plane = board.plane;
        let [width, height] = [plane.domain.extents()[0], plane.domain.extents()[1]];
        let (tiles_x, tiles_y) = (width / TILE, height / TILE);
        let mut done = 0;
        for diagonal in 0..=tiles_x + tiles_y {
            if !self.may_go_on(done) {
                return;
            }
            // Values of the diagonal are at most the highest rank in it: sets
            // absorb that much of each other.
            let used = (((diagonal + 2) * TILE) / 64 + 1).min(board.width as i64) as usize;
            for tile_y in (diagonal - tiles_x).max(0)..=diagonal.min(tiles_y) {
                let tile_x = diagonal - tile_y;
                let mirrored = plane.symmetric && tile_y > tile_x;
                if mirrored || tile_y % board.threads != self.thread {
                    continue;
                }
                for x in tile_x * TILE..((tile_x + 1) * TILE).min(width + 1) {
                    let end = ((tile_y + 1) * TILE).min(height + 1);
                    let end = if plane.symmetric { end.min(x + 1) } else { end };
                    for y in tile_y * TILE..end {
                        for (track, lines) in plane.tracks.iter().zip(board.sets) {
                            if !track.plain {
                                self.update(track, lines, x, y, used);
                                if plane.symmetric && !track.half && x != y {
                                    self.update(track, lines, y, x, used);
                                }
                            }
                        }
                        let value = self.decide(x, y);
                        for (track, lines) in plane.tracks.iter().zip(board.sets) {
                            if track.plain {
                                lines[0].insert(track.directions[0].line(x, y), value);
                                if plane.symmetric && !track.half && x != y {
                                    lines[0].insert(track.directions[0].line(y, x), value);
                                }
                            }
                        }
                    }
                }
                done += (TILE * TILE).unsigned_abs() * board.threads.unsigned_abs();
            }
        }
    }
}
