//! What an arena remembers of its games, and the memory that all of it takes.
//!
//! Games cannot be forgotten while somebody holds their numbers, but answers can: which of two games is larger, and what
//! their sum is. These stay within a share of the memory of the budget, in which a table counts with the one that it is
//! copied into when it grows; where there is no room for that, it forgets what it knows and begins again.

use super::arena::{Arena, GameId, Node, Plain};
use super::unfinished::Unfinished;

/// Room for what may be forgotten.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Room {
    /// So many bytes at most; without it, half of the memory of the budget.
    most: Option<u64>,
    /// Whether the values of pieces of boards, which are remembered elsewhere, may be forgotten too.
    with_pieces: bool,
}

impl Arena {
    /// About how many bytes it uses.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let of = |capacity: usize, size: usize| (capacity * size) as u64;
        of(self.nodes.capacity(), size_of::<Node>())
            + of(self.options.capacity(), size_of::<GameId>())
            + of(self.plains.capacity(), 3 * size_of::<Plain>())
            + of(self.slots.capacity(), 4)
            + self.le_memo.bytes()
            + self.sum_memo.bytes()
            + of(self.operations.capacity(), 48)
            + of(self.birthdays.capacity(), 48)
            + of(self.days.capacity(), 4)
            + of(self.thermographs.capacity(), 400)
            + self.extra_bytes
    }

    /// Note that `bytes` more are held elsewhere for this computation.
    pub(crate) fn also_holds(&mut self, bytes: u64) {
        self.extra_bytes = bytes;
    }

    /// The same arena, which takes so many bytes at most for what may be forgotten: the order of games, sums, and values of
    /// pieces. For searches, which ask for values of small pieces only: a value of a large board would never be
    /// found where those of its pieces are forgotten on the way.
    pub(crate) fn forgetting(mut self, most: Option<u64>) -> Arena {
        self.room = Room { most, with_pieces: true };
        self
    }

    /// Whether a table may take so much more while it is copied into a larger one.
    fn has_room(&self, more: u64) -> bool {
        let Some(most) = self.room.most.or(self.budget.memory().map(|memory| memory / 2)) else { return true };
        let pieces = if self.room.with_pieces { self.extra_bytes } else { 0 };
        self.le_memo.bytes() + self.sum_memo.bytes() + pieces + more <= most
    }

    /// Whether a table of values of pieces may take so much more while it is copied; if not, it must forget what it knows.
    ///
    /// # Errors
    /// The budget, where no piece may be forgotten.
    pub(crate) fn has_room_for_pieces(&self, more: u64) -> Result<bool, Unfinished> {
        if self.room.with_pieces {
            return Ok(self.has_room(more));
        }
        self.budget.need(self.bytes() + more)?;
        Ok(true)
    }

    /// Remembers whether one game is at most another.
    #[inline]
    pub(super) fn remember_order(&mut self, games: u64, answer: bool) {
        if self.le_memo.is_full() && !self.has_room(self.le_memo.bytes_to_grow()) {
            self.le_memo.forget();
        }
        self.le_memo.insert(games, answer);
    }

    /// Remembers a sum of two games.
    #[inline]
    pub(super) fn remember_sum(&mut self, games: u64, sum: GameId) {
        if self.sum_memo.is_full() && !self.has_room(self.sum_memo.bytes_to_grow()) {
            self.sum_memo.forget();
        }
        self.sum_memo.insert(games, sum.number());
    }
}
