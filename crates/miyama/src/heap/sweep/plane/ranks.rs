//! Rank after rank: first all sets are brought up to the positions of a rank,
//! then their values are found.

use super::walker::Walker;
use super::{Base, MOST_BASES, Read, Track};
use crate::heap::sweep::lines::{Lines, mex_of};
use std::sync::atomic::Ordering;

/// The pieces of a rank that each of several threads takes.
const PIECES: i64 = 2;

/// Positions of a rank with y from `first` to `last`.
#[derive(Clone, Copy)]
pub(super) struct Piece {
    first: i64,
    last: i64,
    /// Whether this thread takes it.
    own: bool,
    /// Whether values are found there, and not read off the mirror image.
    decided: bool,
}

impl Walker<'_, '_, '_> {
    #[inline(always)]
    pub(super) fn walk_ranks(&mut self) {
        let board = self.board;
        let plane = board.plane;
        let mut done = 0;
        for rank in 0..=plane.domain.top_rank() {
            if !self.may_go_on(done) {
                return;
            }
            let (low, high) = plane.domain.rank_range(rank);
            self.divide(rank, low, high);
            let used = (board.largest.load(Ordering::Relaxed) / 64) as usize + 1;
            if let Some(quadrants) = &mut self.quadrants {
                quadrants.enter(board, rank);
            }
            for index in 0..plane.tracks.len() {
                if plane.tracks[index].is_quadrant() {
                    continue;
                }
                if plane.tracks[index].along != 0 {
                    self.carry(index, rank, used);
                } else {
                    self.prepare(index, rank, used);
                }
            }
            board.checkpoint.wait();
            for at in 0..self.pieces.len() {
                let piece = self.pieces[at];
                if piece.own && piece.decided {
                    self.decide_rank(rank, piece.first, piece.last);
                }
            }
            board.largest.fetch_max(self.largest, Ordering::Relaxed);
            done += (high - low + 1).max(0).unsigned_abs();
        }
    }

    /// Divides a rank among the threads. From rank to rank a piece hardly moves,
    /// so that a thread finds the lines that it needs in its own cache; and it
    /// takes a piece together with its mirror image, as a value needs the lines
    /// of both.
    fn divide(&mut self, rank: i64, low: i64, high: i64) {
        let threads = self.board.threads;
        let pieces = if threads == 1 { 1 } else { PIECES * threads };
        let half = if self.board.plane.symmetric { high.min(rank / 2) } else { high };
        let edge = |piece: i64| low + (half - low + 1).max(0) * piece / pieces;
        let of = |piece: i64| Piece {
            first: edge(piece),
            last: edge(piece + 1) - 1,
            own: piece % threads == self.thread,
            decided: true,
        };
        self.pieces.clear();
        self.pieces.extend((0..pieces).map(of));
        if half < high {
            let image = |piece: Piece| Piece {
                first: (rank - piece.last).max(half + 1),
                last: rank - piece.first,
                decided: false,
                ..piece
            };
            self.pieces.extend((0..pieces).rev().map(|piece| image(of(piece))));
        }
    }

    /// Carries the ray along the rank and adds it to the lines.
    #[inline(always)]
    fn carry(&mut self, index: usize, rank: i64, used: usize) {
        let board = self.board;
        let track = &board.plane.tracks[index];
        let lines = &board.sets[index];
        self.carried[..used].fill(0);
        let mut begun = false;
        let mut left = self.pieces.iter().filter(|piece| piece.own).count();
        for at in 0..self.pieces.len() {
            if left == 0 {
                return;
            }
            let piece = self.pieces[if track.along > 0 { self.pieces.len() - 1 - at } else { at }];
            left -= usize::from(piece.own);
            if begun && !piece.own {
                self.pass(track, rank, piece);
                continue;
            }
            for step in 0..piece.last - piece.first + 1 {
                let y = if track.along > 0 { piece.last - step } else { piece.first + step };
                let x = rank - y;
                if begun {
                    for base in &track.bases {
                        if let Some(value) = self.value(x, y, *base) {
                            self.carried[(value / 64) as usize] |= 1 << (value % 64);
                        }
                    }
                } else {
                    begun = true;
                    self.carry_first(track, x, y);
                }
                if piece.own {
                    self.add_carried(track, lines, x, y, used);
                }
            }
        }
    }

    /// Carries the ray past a piece of another thread: the order within it does
    /// not matter.
    #[inline(always)]
    fn pass(&mut self, track: &Track, rank: i64, piece: Piece) {
        for base in &track.bases {
            let (first, last) = (piece.first.max(-base.dy), piece.last.min(rank + base.dx));
            if first > last {
                continue;
            }
            let place = self.board.plane.shifts[(rank + base.dx + base.dy) as usize] + base.dy;
            for y in first..=last {
                let value = self.board.cells.get((place + y) as usize);
                self.carried[usize::from(value / 64)] |= 1 << (value % 64);
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
        if self.begins(&track.directions[last], &lines[last], x, y) {
            lines[last].clear(line);
        }
        lines[last].absorb_words(line, &self.carried, used);
        for j in (0..last).rev() {
            let outer = track.directions[j].line(x, y);
            if self.begins(&track.directions[j], &lines[j], x, y) {
                lines[j].clear(outer);
            }
            lines[j].absorb(outer, &lines[j + 1], line, used);
            line = outer;
        }
    }

    /// The whole ray from the first position of the rank.
    fn carry_first(&mut self, track: &Track, x: i64, y: i64) {
        let board = self.board;
        for place in board.plane.ray(x, y, &track.bases, [-track.along, track.along]) {
            let value = board.cells.get(place);
            self.carried[usize::from(value / 64)] |= 1 << (value % 64);
        }
    }

    /// Brings the lines of a track up to the positions of a rank.
    #[inline(always)]
    fn prepare(&mut self, index: usize, rank: i64, used: usize) {
        let board = self.board;
        let (track, lines) = (&board.plane.tracks[index], &board.sets[index]);
        // Most tracks are one ray: away from the ends of the rank, where it
        // begins or a base is off the board, every base adds a value to it.
        let inner = track.interior(rank);
        for Piece { first, last: end, .. } in self.pieces.iter().filter(|p| p.own && (p.decided || !track.half)) {
            let (first, end) = (*first, *end);
            let (from, to) = (first.max(inner.0), end.min(inner.1));
            if from > to {
                (first..=end).for_each(|y| self.update(track, lines, rank - y, y, used));
                continue;
            }
            (first..from).for_each(|y| self.update(track, lines, rank - y, y, used));
            self.extend(track, &lines[0], rank, from, to);
            (to + 1..=end).for_each(|y| self.update(track, lines, rank - y, y, used));
        }
    }

    /// Adds the values at all bases to the lines through (rank − y, y), y from
    /// `from` to `to`, which go on there.
    #[inline(always)]
    fn extend(&self, track: &Track, lines: &Lines, rank: i64, from: i64, to: i64) {
        let cells = &self.board.cells;
        let (first, step) = (track.directions[0].line(rank, 0) as i64, track.directions[0].step());
        if cfg!(debug_assertions) {
            let begins = |y: i64| self.begins(&track.directions[0], lines, rank - y, y);
            assert!(!(from..=to).any(begins), "no line begins in the interior");
        }
        let place = |base: &Base| self.board.plane.shifts[(rank + base.dx + base.dy) as usize] + base.dy;
        if let [base] = track.bases[..] {
            let place = place(&base);
            for y in from..=to {
                lines.insert((first + step * y) as usize, u32::from(cells.get((place + y) as usize)));
            }
            return;
        }
        let mut places = [0; MOST_BASES];
        let places = &mut places[..track.bases.len()];
        places.iter_mut().zip(&track.bases).for_each(|(at, base)| *at = place(base));
        for y in from..=to {
            let values = places.iter().map(|place| u32::from(cells.get((place + y) as usize)));
            lines.insert_all((first + step * y) as usize, values);
        }
    }

    /// Finds the values of (rank − y, y) for y from `from` to `to`.
    #[inline(always)]
    fn decide_rank(&mut self, rank: i64, from: i64, to: i64) {
        let board = self.board;
        if let Some(quadrants) = &mut self.quadrants {
            quadrants.begin(rank, from, to);
        }
        match board.reads.len() {
            0 if board.plain => self.decide_all::<0>(rank, from, to),
            1 if board.plain => self.decide_all::<1>(rank, from, to),
            2 if board.plain => self.decide_all::<2>(rank, from, to),
            3 if board.plain => self.decide_all::<3>(rank, from, to),
            4 if board.plain => self.decide_all::<4>(rank, from, to),
            _ => (from..=to).for_each(|y| {
                if let Some(quadrants) = &mut self.quadrants {
                    quadrants.go_to(y);
                }
                self.decide(rank - y, y);
            }),
        }
    }

    /// The same from N sets and the quadrants alone.
    #[inline(always)]
    fn decide_all<const N: usize>(&mut self, rank: i64, from: i64, to: i64) {
        let board = self.board;
        let reads: [&Read; N] = std::array::from_fn(|i| &board.reads[i]);
        let level = board.plane.shifts[rank as usize];
        let mut largest = 0;
        for y in from..=to {
            let mut start = 0;
            let mut sets: [&[u64]; N] = [&[]; N];
            for (set, read) in sets.iter_mut().zip(reads) {
                let line = (read.a * (rank - y) + read.b * y + read.c) as usize;
                start = start.max(read.lines.full.get(line));
                *set = read.lines.words.part(line * board.width, board.width);
            }
            let value = match &mut self.quadrants {
                None => mex_of(sets, start as usize, board.width),
                Some(quadrants) => {
                    quadrants.go_to(y);
                    let (start, taken) = (quadrants.full().max(start as usize), quadrants.taken());
                    let word = |at: usize| sets.iter().fold(taken[at], |word, set| word | set[at]);
                    let at = (start..board.width).find(|at| word(*at) != u64::MAX).unwrap_or(board.width);
                    at as u32 * 64 + if at < board.width { word(at).trailing_ones() } else { 0 }
                }
            };
            largest = largest.max(value);
            board.cells.set((level + y) as usize, value as u16);
            if board.plane.symmetric {
                board.cells.set((level + rank - y) as usize, value as u16);
            }
        }
        self.largest = self.largest.max(largest);
    }
}
