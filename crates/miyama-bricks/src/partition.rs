//! The lattice of set partitions of a few things, as tables.
//!
//! A set of bricks that touches others joins them: it induces a partition of
//! them. Two sets together induce the join of their partitions. The partitions
//! of r things are numbered; number 0 is the finest one, all apart, and the
//! last one is the coarsest, all in one block.

use std::collections::HashMap;
use std::sync::OnceLock;

/// The most things.
pub(crate) const MAX_THINGS: usize = 6;
/// The number of partitions of six things: the sixth Bell number.
pub(crate) const MAX_PARTITIONS: usize = 203;

/// The number of a partition.
pub(crate) type Partition = u8;

/// A set of partitions.
pub(crate) type PartitionSet = [u64; MAX_PARTITIONS.div_ceil(64)];

/// All partitions of `things` things.
#[derive(Debug)]
pub(crate) struct Lattice {
    things: usize,
    /// Block number of each thing, blocks numbered by their first thing.
    blocks: Vec<[u8; MAX_THINGS]>,
    rank: Vec<u8>,
    join: Vec<Partition>,
    /// The partition whose one block of more than one thing is the mask.
    of_mask: Vec<Partition>,
    /// `within[ρ][d]`: the partitions not finer than ρ, of rank at most rank(ρ) + d.
    within: Vec<[PartitionSet; MAX_THINGS]>,
    /// The partitions whose join with ρ is the whole.
    completing: Vec<PartitionSet>,
}

impl Lattice {
    /// The lattice of 1 ≤ things ≤ [`MAX_THINGS`] things; its tables are made once.
    pub(crate) fn of(things: usize) -> &'static Lattice {
        static LATTICES: [OnceLock<Lattice>; MAX_THINGS] = [const { OnceLock::new() }; MAX_THINGS];
        LATTICES[things - 1].get_or_init(|| Lattice::new(things))
    }

    fn new(things: usize) -> Lattice {
        let mut blocks: Vec<[u8; MAX_THINGS]> = Vec::new();
        let mut stack = vec![([0u8; MAX_THINGS], 0usize, 0u8)];
        while let Some((string, len, used)) = stack.pop() {
            if len == things {
                blocks.push(string);
                continue;
            }
            for block in 0..=used {
                let mut longer = string;
                longer[len] = block;
                stack.push((longer, len + 1, used.max(block + 1)));
            }
        }
        // From all apart to all together.
        let size = |string: &[u8; MAX_THINGS]| string[..things].iter().max().map_or(0, |b| b + 1);
        blocks.sort_by_key(|string| (std::cmp::Reverse(size(string)), *string));
        #[expect(clippy::cast_possible_truncation)]
        let rank: Vec<u8> = blocks.iter().map(|string| things as u8 - size(string)).collect();
        let numbers: HashMap<[u8; MAX_THINGS], Partition> = blocks.iter().copied().zip(0..).collect();
        let number = |string: &[u8; MAX_THINGS]| numbers[string];
        let mut join = Vec::with_capacity(blocks.len() * blocks.len());
        for a in &blocks {
            for b in &blocks {
                join.push(number(&joined(&a[..things], &b[..things])));
            }
        }
        let of_mask = (0..1usize << things)
            .map(|mask| {
                let own: Vec<u8> = (0..MAX_THINGS as u8).collect();
                let first = mask.trailing_zeros() as u8;
                let one: Vec<u8> = (0..things).map(|i| if mask >> i & 1 == 1 { first } else { i as u8 }).collect();
                number(&joined(&own[..things], &one))
            })
            .collect();
        let mut within = vec![[PartitionSet::default(); MAX_THINGS]; blocks.len()];
        for (a, sets) in within.iter_mut().enumerate() {
            for b in (0..blocks.len()).filter(|&b| usize::from(join[a * blocks.len() + b]) == b) {
                let gain = usize::from(rank[b] - rank[a]);
                for set in &mut sets[gain..] {
                    set[b / 64] |= 1 << (b % 64);
                }
            }
        }
        let mut completing = vec![PartitionSet::default(); blocks.len()];
        for (a, set) in completing.iter_mut().enumerate() {
            for b in (0..blocks.len()).filter(|b| usize::from(join[a * blocks.len() + b]) + 1 == blocks.len()) {
                set[b / 64] |= 1 << (b % 64);
            }
        }
        Lattice { things, blocks, rank, join, of_mask, within, completing }
    }

    pub(crate) fn len(&self) -> usize {
        self.blocks.len()
    }

    /// All in one block.
    #[expect(clippy::cast_possible_truncation)]
    pub(crate) fn whole(&self) -> Partition {
        (self.len() - 1) as Partition
    }

    /// The finest partition coarser than both.
    #[inline]
    pub(crate) fn join(&self, a: Partition, b: Partition) -> Partition {
        self.join[usize::from(a) * self.blocks.len() + usize::from(b)]
    }

    /// The partitions whose join with `a` is the whole.
    #[inline]
    pub(crate) fn completing(&self, a: Partition) -> &PartitionSet {
        &self.completing[usize::from(a)]
    }

    /// Two independent choices, each with its numbers by partition: the numbers
    /// of both together by the join.
    pub(crate) fn product(&self, given: &[u128], counts: &[u64]) -> Vec<u128> {
        let mut both = vec![0; self.len()];
        for (a, &ways) in (0..).zip(given).filter(|(_, ways)| **ways > 0) {
            for (b, &count) in (0..).zip(counts).filter(|(_, count)| **count > 0) {
                both[usize::from(self.join(a, b))] += ways * u128::from(count);
            }
        }
        both
    }

    /// The partition that joins the things of `mask` and nothing else.
    #[inline]
    pub(crate) fn joining(&self, mask: u8) -> Partition {
        self.of_mask[usize::from(mask)]
    }

    /// How many joins of two blocks lead to it from the finest.
    #[inline]
    pub(crate) fn rank(&self, a: Partition) -> u8 {
        self.rank[usize::from(a)]
    }

    /// Can ρ become one of `wanted` by joins that add up to at most `gain` ranks?
    #[inline]
    pub(crate) fn reaches(&self, a: Partition, gain: usize, wanted: &PartitionSet) -> bool {
        let set = &self.within[usize::from(a)][gain.min(self.things - 1)];
        let words = self.blocks.len().div_ceil(64);
        set[..words].iter().zip(wanted).any(|(s, w)| s & w != 0)
    }
}

/// The join of two partitions given by block numbers, as a growth string.
fn joined(a: &[u8], b: &[u8]) -> [u8; MAX_THINGS] {
    let mut label: Vec<usize> = (0..a.len()).collect();
    for other in [a, b] {
        for i in 0..a.len() {
            for j in 0..i {
                if other[i] == other[j] && label[i] != label[j] {
                    let (from, to) = (label[i].max(label[j]), label[i].min(label[j]));
                    label.iter_mut().filter(|l| **l == from).for_each(|l| *l = to);
                }
            }
        }
    }
    let mut string = [0; MAX_THINGS];
    let mut names: Vec<usize> = Vec::new();
    for (i, l) in label.iter().enumerate() {
        let name = names.iter().position(|n| n == l).unwrap_or_else(|| {
            names.push(*l);
            names.len() - 1
        });
        #[expect(clippy::cast_possible_truncation)]
        {
            string[i] = name as u8;
        }
    }
    string
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bell_numbers_and_the_laws_of_the_join() {
        for (things, bell) in (1..).zip([1, 2, 5, 15, 52, MAX_PARTITIONS]) {
            let lattice = Lattice::of(things);
            assert_eq!(lattice.len(), bell);
            let all = 0..u8::try_from(bell).unwrap();
            for a in all.clone() {
                assert_eq!((lattice.join(a, a), lattice.join(a, 0)), (a, a));
                assert_eq!(lattice.join(a, lattice.whole()), lattice.whole());
                for b in all.clone() {
                    let j = lattice.join(a, b);
                    assert_eq!(j, lattice.join(b, a));
                    assert!(lattice.rank(j) <= lattice.rank(a) + lattice.rank(b));
                    let mut only = PartitionSet::default();
                    only[usize::from(b) / 64] |= 1 << (b % 64);
                    assert_eq!(lattice.reaches(a, things, &only), j == b);
                }
            }
        }
    }

    #[test]
    fn a_mask_joins_its_things() {
        let lattice = Lattice::of(4);
        assert_eq!((lattice.joining(0b0100), lattice.joining(0b1111)), (0, lattice.whole()));
        assert_eq!(lattice.join(lattice.joining(0b0011), lattice.joining(0b0110)), lattice.joining(0b0111));
        assert_eq!(lattice.rank(lattice.joining(0b1011)), 2);
    }
}
