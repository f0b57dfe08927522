//! Heaps of small values, a block at a time: the loop that goes heap by heap.

use super::{HEAPS, Marks};

/// An option of every heap n: the value of heap n − `offset`, ⊕ `value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Partner {
    pub(in super::super) offset: usize,
    pub(in super::super) value: u8,
}

/// How many heaps [`settle`](super::settle) takes at a time within a block.
const GROUP: usize = 8;

/// Partners whose offsets are below [`HEAPS`], so that they reach into the block.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Near {
    /// Offsets of at least [`GROUP`].
    group: Vec<Partner>,
    /// Smaller ones.
    heap: Vec<Partner>,
    /// The same, as how far to shift the last values, and the value.
    shifts: Vec<(u32, u64)>,
}

impl Near {
    pub(in super::super) fn new(partners: Vec<Partner>) -> Near {
        let (mut group, mut heap): (Vec<_>, Vec<_>) = partners.into_iter().partition(|p| p.offset >= GROUP);
        // Values that were written last are read last.
        group.sort_by_key(|p| std::cmp::Reverse(p.offset));
        heap.sort_by_key(|p| std::cmp::Reverse(p.offset));
        let shifts = heap.iter().map(|p| (8 * (p.offset as u32 - 1), u64::from(p.value))).collect();
        Near { group, heap, shifts }
    }

    pub(in super::super) fn iter(&self) -> impl Iterator<Item = &Partner> {
        self.group.iter().chain(&self.heap)
    }
}

/// The values of a block, and what has to be verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Settled {
    /// For every heap its value: the least of the common class that is no option.
    pub(in super::super) values: [u8; HEAPS],
    /// For every heap the smaller values that no partner gives: bit v stands for v.
    pub(in super::super) missing: [u64; HEAPS],
    /// Bit l is set if heap l has such values.
    pub(in super::super) unverified: u64,
    /// So many heaps, counted from the first, have a value below 64, and perhaps more.
    pub(in super::super) count: usize,
}

#[inline(always)]
pub(super) fn settle_body(before: &[u8; HEAPS], marks: &Marks, near: &Near, common: [u64; 2]) -> Settled {
    // The block before and this one: an offset back is always inside.
    let mut values = [0; 2 * HEAPS];
    values[..HEAPS].copy_from_slice(before);
    let (mut missing, mut unverified, mut count) = ([0; HEAPS], 0, HEAPS);
    // The last values, the latest in the lowest byte.
    let mut last = before[HEAPS - GROUP..].iter().fold(0u64, |last, value| last << 8 | u64::from(*value));
    'groups: for first in (0..HEAPS).step_by(GROUP) {
        let mut options = [0u64; GROUP];
        for (plane, marks) in marks.iter().take(8).enumerate() {
            for (options, marks) in options.iter_mut().zip(&marks[first..first + GROUP]) {
                *options |= u64::from(*marks) << (8 * plane);
            }
        }
        for partner in &near.group {
            let start = HEAPS + first - partner.offset % HEAPS;
            for (options, earlier) in options.iter_mut().zip(&values[start..start + GROUP]) {
                *options |= 1 << (u64::from(earlier ^ partner.value) % 64);
            }
        }
        for l in 0..GROUP {
            let mut options = options[l];
            for (shift, value) in &near.shifts {
                options |= 1 << ((last >> (shift % 64) ^ value) % 64);
            }
            let value = (!options & common[l % 2]).trailing_zeros();
            if value >= u64::BITS {
                (unverified, count) = (unverified & ((1 << first) - 1), first);
                break 'groups;
            }
            last = last << 8 | u64::from(value);
            let smaller = !options & ((1 << value) - 1);
            missing[first + l] = smaller;
            unverified |= u64::from(smaller != 0) << (first + l);
        }
        values[HEAPS + first..HEAPS + first + GROUP].copy_from_slice(&last.to_be_bytes());
    }
    let mut own = [0; HEAPS];
    own.copy_from_slice(&values[HEAPS..]);
    Settled { values: own, missing, unverified, count }
}
