//! Cones that are quadrants: one number for each value in place of sets.
//!
//! Let |v| = v_x + v_y. In the coordinates |p| and p_y the direction (−1, 0) is (−1, 0) and
//! (−1, 1) is (0, 1). So b + ℕ(−1, 0) + ℕ(−1, 1) leads from p to exactly the points q
//! with |q| ≤ |p| + |b| and q_y − b_y ≥ p_y. An option of p has the value v exactly if
//! the largest q_y − b_y over all positions q of value v and rank at most |p| + |b| is at
//! least p_y. That number, `by_y`, is kept for each value, and it only grows from rank to
//! rank. The mirror image b + ℕ(0, −1) + ℕ(1, −1) has the same with x: `by_x`.
//!
//! At the positions of a rank s the value v is free, no option by these cones has
//! it, where p_y > by_y(v) and s − p_y > by_x(v): on one interval of p_y. Going along the
//! rank, each value is freed once and taken once.

use super::{Base, SharedPlane, Track};

/// The end of a list.
const NONE: u32 = u32::MAX;

/// No position of a value is known yet.
const NEVER: i32 = i32::MIN / 2;

/// The quadrants of one thread.
pub(super) struct Quadrants {
    /// For each value the largest q_y − b_y so far, and the largest q_x − b_x. Where
    /// exchanging the heaps changes nothing they are the same, and the second is not kept.
    by_y: Vec<i32>,
    by_x: Vec<i32>,
    /// Values from here on have not occurred.
    known: usize,
    /// The values that are taken at the current position.
    taken: Vec<u64>,
    /// A bit for each word of these that is not full.
    not_full: Vec<u64>,
    first: i64,
    /// For each position of a piece the values whose state changes there, as lists: the
    /// head of each, and for each value what follows. Freed ones, then taken ones.
    heads: [Vec<u32>; 2],
    next: [Vec<u32>; 2],
}

impl Track {
    /// Whether its cone is a quadrant that is open to all positions.
    pub(super) fn is_quadrant(&self) -> bool {
        let [only] = self.directions.as_slice() else { return false };
        let own = if self.along > 0 { (-1, 0) } else { (0, -1) };
        self.along != 0 && self.guard.is_empty() && (only.dx, only.dy) == own
    }
}

impl Quadrants {
    /// For the quadrants of a board, if it has any.
    pub(super) fn of(board: &SharedPlane<'_, '_>) -> Option<Quadrants> {
        let plane = board.plane;
        if !plane.tracks.iter().any(Track::is_quadrant) {
            return None;
        }
        // One more than the sets can hold: such a value ends the sweep at the end of its rank.
        let values = board.width * 64 + 1;
        let positions = plane.domain.extents()[1] as usize + 2;
        Some(Quadrants {
            by_y: vec![NEVER; values],
            by_x: if plane.symmetric { vec![] } else { vec![NEVER; values] },
            known: 0,
            taken: vec![0; board.width],
            not_full: vec![0; board.width / 64 + 1],
            first: 0,
            heads: [vec![NONE; positions], vec![NONE; positions]],
            next: [vec![NONE; values], vec![NONE; values]],
        })
    }

    /// Takes in the values that the positions of a rank see for the first time.
    #[inline(always)]
    pub(super) fn enter(&mut self, board: &SharedPlane<'_, '_>, rank: i64) {
        for track in board.plane.tracks.iter().filter(|track| track.is_quadrant()) {
            for base in &track.bases {
                self.enter_base(board, rank + base.dx + base.dy, track.along > 0, base);
            }
        }
    }

    #[inline(always)]
    fn enter_base(&mut self, board: &SharedPlane<'_, '_>, rank: i64, by_y: bool, base: &Base) {
        if rank < 0 {
            return;
        }
        let plane = board.plane;
        let (low, high) = plane.domain.rank_range(rank);
        let place = plane.shifts[rank as usize];
        // Of a position and its mirror image one has the larger y.
        let (low, high) = match (plane.symmetric, by_y) {
            (false, _) => (low, high),
            (true, true) => (low.max(rank / 2), high),
            (true, false) => (low, high.min(rank - rank / 2)),
        };
        let numbers = if by_y || plane.symmetric { &mut self.by_y } else { &mut self.by_x };
        for y in low..=high {
            let value = usize::from(board.cells.get((place + y) as usize));
            let number = if by_y { y - base.dy } else { rank - y - base.dx } as i32;
            if let Some(most) = numbers.get_mut(value) {
                *most = (*most).max(number);
                self.known = self.known.max(value + 1);
            }
        }
    }

    /// Gets ready for the positions of a rank with y from `first` to `last`.
    #[inline(always)]
    pub(super) fn begin(&mut self, rank: i64, first: i64, last: i64) {
        self.first = first;
        let known = self.known.min(self.taken.len() * 64);
        self.not_full.fill(u64::MAX);
        let by_x = if self.by_x.is_empty() { &self.by_y } else { &self.by_x };
        for word in 0..known.div_ceil(64) {
            let mut taken = 0;
            let values = word * 64..known.min(word * 64 + 64);
            for (value, (by_y, by_x)) in values.clone().zip(self.by_y[values.clone()].iter().zip(&by_x[values])) {
                let (from, to) = (i64::from(*by_y) + 1, rank - i64::from(*by_x) - 1);
                if from > to || to < first || from > last {
                    taken |= 1u64 << (value % 64);
                    continue;
                }
                if from > first {
                    taken |= 1 << (value % 64);
                    let head = &mut self.heads[0][(from - first) as usize];
                    self.next[0][value] = std::mem::replace(head, value as u32);
                }
                if to < last {
                    let head = &mut self.heads[1][(to + 1 - first) as usize];
                    self.next[1][value] = std::mem::replace(head, value as u32);
                }
            }
            self.taken[word] = taken;
            if taken == u64::MAX {
                self.not_full[word / 64] &= !(1 << (word % 64));
            }
        }
    }

    /// Whether a word is full.
    #[inline(always)]
    fn note(&mut self, word: usize) {
        let bit = 1u64 << (word % 64);
        let summary = &mut self.not_full[word / 64];
        *summary = if self.taken[word] == u64::MAX { *summary & !bit } else { *summary | bit };
    }

    /// Goes on to the next position of the piece: y grows by one each time.
    #[inline(always)]
    pub(super) fn go_to(&mut self, y: i64) {
        let at = (y - self.first) as usize;
        for kind in 0..2 {
            let mut value = std::mem::replace(&mut self.heads[kind][at], NONE);
            while value != NONE {
                let word = value as usize / 64;
                self.taken[word] ^= 1 << (value % 64);
                self.note(word);
                value = self.next[kind][value as usize];
            }
        }
    }

    /// The values that are taken at the current position.
    pub(super) fn taken(&self) -> &[u64] {
        &self.taken
    }

    /// How many words of them are full before the first that is not.
    #[inline(always)]
    pub(super) fn full(&self) -> usize {
        let at = self.not_full.iter().position(|word| *word != 0).unwrap_or(0);
        (at * 64 + self.not_full[at].trailing_zeros() as usize).min(self.taken.len())
    }
}
