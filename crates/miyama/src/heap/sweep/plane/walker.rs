//! A thread of the sweep: what both orders of the positions need.

use super::quadrants::Quadrants;
use super::ranks::Piece;
use super::{Base, Direction, SharedPlane, Track};
use crate::heap::sweep::lines::{Guard, Lines, mex};
use crate::heap::sweep::shared::Work;
use std::sync::atomic::Ordering;

/// The most sets that a position is decided from.
pub(super) const MOST_SETS: usize = 16;

pub(super) struct Walker<'b, 'p, 'a> {
    pub(super) board: &'b SharedPlane<'p, 'a>,
    pub(super) thread: i64,
    /// The set carried along a rank.
    pub(super) carried: Vec<u64>,
    pub(super) scratch: Vec<u64>,
    pub(super) touched: Vec<usize>,
    pub(super) largest: u32,
    /// How the rank is divided.
    pub(super) pieces: Vec<Piece>,
    pub(super) quadrants: Option<Quadrants>,
    /// How often it came to the checkpoint.
    visits: i64,
}

impl Work for Walker<'_, '_, '_> {
    #[inline(always)]
    fn run(&mut self) {
        if self.board.plane.by_rank == 1 {
            self.walk_ranks();
        } else {
            self.walk_tiles();
        }
        self.board.largest.fetch_max(self.largest, Ordering::Relaxed);
        self.board.checkpoint.wait();
    }
}

impl<'b, 'p, 'a> Walker<'b, 'p, 'a> {
    pub(super) fn new(board: &'b SharedPlane<'p, 'a>, thread: i64) -> Walker<'b, 'p, 'a> {
        let (carried, scratch) = (vec![0; board.width], vec![0; board.width]);
        Walker {
            board,
            thread,
            carried,
            scratch,
            touched: Vec::new(),
            largest: 0,
            pieces: Vec::new(),
            quadrants: Quadrants::of(board),
            visits: 0,
        }
    }

    /// The place of a position of the domain.
    #[inline(always)]
    pub(super) fn place(&self, x: i64, y: i64) -> usize {
        let plane = self.board.plane;
        (plane.shifts[(x + plane.by_rank * y) as usize] + y) as usize
    }

    /// The value of (x, y) plus a base, if that is a position.
    #[inline(always)]
    pub(super) fn value(&self, x: i64, y: i64, base: Base) -> Option<u32> {
        let (x, y) = (x + base.dx, y + base.dy);
        if x < 0 || y < 0 {
            return None;
        }
        Some(u32::from(self.board.cells.get(self.place(x, y))))
    }

    /// Whether a line is new at (x, y); if not, it was left one step before.
    #[inline(always)]
    pub(super) fn begins(&self, direction: &Direction, lines: &Lines, x: i64, y: i64) -> bool {
        let (before_x, before_y) = (x + direction.dx, y + direction.dy);
        let begins = before_x < 0 || before_y < 0;
        if cfg!(debug_assertions) {
            let domain = self.board.plane.domain;
            let [at, before] = [[x, y], [before_x, before_y]].map(|p| domain.index(&p));
            assert!(begins || before.is_some(), "a direction leads to a position or to a negative heap");
            lines.follow(direction.line(x, y), at.expect("a position"), before);
        }
        begins
    }

    /// Brings the lines of a track up to (x, y).
    #[inline(always)]
    pub(super) fn update(&self, track: &Track, lines: &[Lines], x: i64, y: i64, used: usize) {
        let inner = track.directions.len() - 1;
        let direction = &track.directions[inner];
        let mut line = direction.line(x, y);
        if self.begins(direction, &lines[inner], x, y) {
            lines[inner].clear(line);
            for place in self.board.plane.ray(x, y, &track.bases, [direction.dx, direction.dy]) {
                lines[inner].insert(line, u32::from(self.board.cells.get(place)));
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
            if self.begins(&track.directions[j], &lines[j], x, y) {
                lines[j].clear(outer);
            }
            lines[j].absorb(outer, &lines[j + 1], line, used);
            line = outer;
        }
    }

    /// Finds the value of (x, y).
    #[inline(always)]
    pub(super) fn decide(&mut self, x: i64, y: i64) -> u32 {
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
        if let Some(quadrants) = &self.quadrants {
            start = quadrants.full();
            sets[count] = quadrants.taken();
            count += 1;
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
    pub(super) fn put(&self, x: i64, y: i64, value: u16) {
        self.board.cells.set(self.place(x, y), value);
    }

    /// Whether to go on with a rank; the first thread asks the budget.
    pub(super) fn may_go_on(&mut self, done: u64) -> bool {
        let board = self.board;
        self.visits += 1;
        let opens = board.checkpoint.opens(self.thread == 0, self.visits);
        if opens && self.thread == 0 {
            board.budget.report(done, Some(board.plane.domain.len() as u64));
        }
        opens
    }
}
