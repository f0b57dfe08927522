//! Diagonals of tiles after each other, where no heap grows.

use super::walker::Walker;
use super::{Read, Track};
use crate::heap::sweep::lines::{Lines, mex_of};

/// The side of a tile.
const TILE: i64 = 64;

impl Walker<'_, '_, '_> {
    #[inline(always)]
    pub(super) fn walk_tiles(&mut self) {
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
                    self.decide_column(x, tile_y * TILE, end, used);
                }
                done += (TILE * TILE).unsigned_abs() * board.threads.unsigned_abs();
            }
        }
    }

    /// Finds the values of (x, y) for y from `from` to below `end`.
    #[inline(always)]
    fn decide_column(&mut self, x: i64, from: i64, end: i64, used: usize) {
        let board = self.board;
        let plane = board.plane;
        // Then a value enters the sets that it was found from, and no others:
        // those of a track that is read at (y, x) too are updated there too.
        let simple = |track: &Track| track.plain && (!plane.symmetric || track.both || track.half);
        if board.plain && plane.tracks.iter().all(simple) {
            match board.reads.len() {
                1 => return self.extend_column::<1>(x, from, end),
                2 => return self.extend_column::<2>(x, from, end),
                3 => return self.extend_column::<3>(x, from, end),
                4 => return self.extend_column::<4>(x, from, end),
                _ => {}
            }
        }
        for y in from..end {
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
                    self.enter(track, &lines[0], x, y, value);
                    if plane.symmetric && !track.half && x != y {
                        self.enter(track, &lines[0], y, x, value);
                    }
                }
            }
        }
    }

    /// Adds the value of (x, y) to the ray that starts there with a step.
    #[inline(always)]
    fn enter(&self, track: &Track, lines: &Lines, x: i64, y: i64, value: u32) {
        self.begins(&track.directions[0], lines, x, y);
        lines.insert(track.directions[0].line(x, y), value);
    }

    /// The same from N sets alone, which the values enter.
    #[inline(always)]
    fn extend_column<const N: usize>(&mut self, x: i64, from: i64, end: i64) {
        let board = self.board;
        let reads: [&Read; N] = std::array::from_fn(|i| &board.reads[i]);
        let mut largest = 0;
        for y in from..end {
            let (mut lines, mut sets, mut start) = ([0; N], [&[][..]; N], 0);
            for i in 0..N {
                lines[i] = (reads[i].a * x + reads[i].b * y + reads[i].c) as usize;
                start = start.max(reads[i].lines.full.get(lines[i]));
                sets[i] = reads[i].lines.words.part(lines[i] * board.width, board.width);
            }
            let value = mex_of(sets, start as usize, board.width);
            for i in 0..N {
                reads[i].lines.insert(lines[i], value);
            }
            if cfg!(debug_assertions) {
                for (track, lines) in board.plane.tracks.iter().zip(board.sets) {
                    self.begins(&track.directions[0], &lines[0], x, y);
                    if track.both && x != y {
                        self.begins(&track.directions[0], &lines[0], y, x);
                    }
                }
            }
            largest = largest.max(value);
            self.put(x, y, value as u16);
            if board.plane.symmetric {
                self.put(y, x, value as u16);
            }
        }
        self.largest = self.largest.max(largest);
    }
}
