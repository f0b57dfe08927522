//! Sets of values, one per line of a family, and the small types around them.

use super::family::Family;
use super::shared::Shared;
use crate::heap::linear::{Linear, TooLarge};

/// A number of a table, as small as it may be.
pub(crate) trait Cell: Copy + Default + Send + Sync {
    /// None if the cell is too small for it.
    fn of(value: u32) -> Option<Self>;
    fn value(self) -> u32;
}

macro_rules! cell {
    ($($t:ty),*) => { $(impl Cell for $t {
        #[inline(always)]
        fn of(value: u32) -> Option<$t> { <$t>::try_from(value).ok() }
        #[inline(always)]
        fn value(self) -> u32 { u32::from(self) }
    })* };
}
cell!(u8, u16, u32);

/// The sets of all lines of a family.
pub(super) struct Lines {
    pub(super) family: Family,
    pub(super) width: usize,
    pub(super) words: Shared<u64>,
    /// For each line, how many of its first words are full.
    pub(super) full: Shared<u32>,
    /// For each line, the place of the position visited last on it; empty if
    /// nobody watches.
    visited: Shared<usize>,
}

impl Lines {
    /// Empty sets of `width` words; with `watched`, [`Lines::follow`] can be asked.
    pub(super) fn new(family: Family, width: usize, watched: bool) -> Result<Lines, TooLarge> {
        let lines = usize::try_from(family.lines).map_err(|_| TooLarge)?;
        let words = lines.checked_mul(width).ok_or(TooLarge)?;
        let visited = vec![usize::MAX; if watched { lines } else { 0 }];
        let (words, full) = (Shared::in_cache_lines(words), Shared::new(vec![0; lines]));
        Ok(Lines { family, width, words, full, visited: Shared::new(visited) })
    }

    /// Notes that a line comes to a place, and checks what the sets rest on:
    /// that it begins there (`before` is none), or comes from the place one step
    /// before.
    #[inline(always)]
    pub(super) fn follow(&self, line: usize, place: usize, before: Option<usize>) {
        if let Some(before) = before {
            assert!(self.visited.get(line) == before, "a line goes on where it was left");
        }
        self.visited.set(line, place);
    }

    #[inline(always)]
    pub(super) fn clear(&self, line: usize) {
        self.words.part_mut(line * self.width, self.width).fill(0);
        self.full.set(line, 0);
    }

    #[inline(always)]
    pub(super) fn insert(&self, line: usize, value: u32) {
        let words = self.words.part_mut(line * self.width, self.width);
        words[(value / 64) as usize] |= 1 << (value % 64);
        self.advance(line, words);
    }

    /// Adds several values.
    #[inline(always)]
    pub(super) fn insert_all(&self, line: usize, values: impl Iterator<Item = u32>) {
        let words = self.words.part_mut(line * self.width, self.width);
        for value in values {
            words[(value / 64) as usize] |= 1 << (value % 64);
        }
        self.advance(line, words);
    }

    /// Adds the set of a line of another family, up to `used` words.
    #[inline(always)]
    pub(super) fn absorb(&self, line: usize, other: &Lines, other_line: usize, used: usize) {
        self.absorb_words(line, other.words.part(other_line * other.width, other.width), used);
    }

    /// Adds a set that is kept elsewhere, of which the first `used` words count
    /// and the others are empty.
    #[inline(always)]
    pub(super) fn absorb_words(&self, line: usize, from: &[u64], used: usize) {
        let first = self.full.get(line) as usize;
        if first >= used {
            return;
        }
        let words = self.words.part_mut(line * self.width, self.width);
        // Eight words at a time: full ones before and empty ones behind do no harm.
        let range = first / 8 * 8..used.next_multiple_of(8).min(self.width);
        let (blocks, rest) = words[range.clone()].as_chunks_mut::<8>();
        let (new_blocks, new_rest) = from[range].as_chunks::<8>();
        for (block, new) in blocks.iter_mut().zip(new_blocks) {
            for i in 0..8 {
                block[i] |= new[i];
            }
        }
        for (word, new) in rest.iter_mut().zip(new_rest) {
            *word |= new;
        }
        self.advance(line, words);
    }

    #[inline(always)]
    fn advance(&self, line: usize, words: &[u64]) {
        let mut full = self.full.get(line) as usize;
        if full < words.len() && words[full] == u64::MAX {
            while full < words.len() && words[full] == u64::MAX {
                full += 1;
            }
            self.full.set(line, u32::try_from(full).unwrap_or(u32::MAX));
        }
    }
}

/// A condition on the heaps: constant + Σ coefficient·heap ≥ 0.
pub(super) struct Guard {
    constant: i64,
    coefficients: Vec<i64>,
}

impl Guard {
    /// Whether the forms can be computed in 64 bits where no heap is larger than
    /// its extent.
    pub(super) fn fit(forms: &[Linear], extents: &[i64]) -> bool {
        let largest = |form: &Linear| {
            extents.iter().enumerate().try_fold(form.constant.unsigned_abs(), |sum, (heap, extent)| {
                let term = form.coefficient(heap).unsigned_abs().checked_mul(u128::from(extent.unsigned_abs()))?;
                sum.checked_add(term)
            })
        };
        forms.iter().all(|form| {
            largest(form).is_some_and(|sum| sum <= u128::from(i64::MAX.unsigned_abs()))
                && (0..extents.len()).all(|heap| i64::try_from(form.coefficient(heap)).is_ok())
        })
    }

    /// Guards of forms that [fit](Guard::fit).
    pub(super) fn all(forms: &[Linear], heaps: usize) -> Vec<Guard> {
        let narrow = |x: i128| i64::try_from(x).expect("a guard that fits in 64 bits");
        let guard = |form: &Linear| Guard {
            constant: narrow(form.constant),
            coefficients: (0..heaps).map(|heap| narrow(form.coefficient(heap))).collect(),
        };
        forms.iter().map(guard).collect()
    }

    #[inline(always)]
    pub(super) fn open(guards: &[Guard], position: &[i64]) -> bool {
        guards
            .iter()
            .all(|guard| guard.constant + guard.coefficients.iter().zip(position).map(|(c, p)| c * p).sum::<i64>() >= 0)
    }
}

/// The least value in none of the sets, of which the first `start` words are
/// known to be full together. The sets have equal widths.
#[inline(always)]
pub(super) fn mex(sets: &[&[u64]], start: usize, width: usize) -> u32 {
    // A fixed number of sets is what the compiler makes vector code of.
    match *sets {
        [a] => mex_of([a], start, width),
        [a, b] => mex_of([a, b], start, width),
        [a, b, c] => mex_of([a, b, c], start, width),
        [a, b, c, d] => mex_of([a, b, c, d], start, width),
        _ => {
            let word = |at: usize| sets.iter().fold(0, |word, set| word | set[at]);
            let at = (start..width).find(|at| word(*at) != u64::MAX).unwrap_or(width);
            at as u32 * 64 + if at < width { word(at).trailing_ones() } else { 0 }
        }
    }
}

#[inline(always)]
pub(super) fn mex_of<const N: usize>(sets: [&[u64]; N], start: usize, width: usize) -> u32 {
    const BLOCK: usize = 8;
    let mut at = start;
    while at + BLOCK <= width {
        let mut block = [0u64; BLOCK];
        for set in sets {
            let part = &set[at..at + BLOCK];
            for i in 0..BLOCK {
                block[i] |= part[i];
            }
        }
        if block.iter().fold(u64::MAX, |all, word| all & word) != u64::MAX {
            let word = block.iter().position(|w| *w != u64::MAX).unwrap_or(0);
            return (at + word) as u32 * 64 + block[word].trailing_ones();
        }
        at += BLOCK;
    }
    while at < width {
        let word = sets.iter().fold(0, |word, set| word | set[at]);
        if word != u64::MAX {
            return at as u32 * 64 + word.trailing_ones();
        }
        at += 1;
    }
    // All numbers that the sets can hold.
    at as u32 * 64
}
