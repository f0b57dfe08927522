//! Packings: sets of disjoint bricks of one layer, counted by what they join.
//!
//! The bricks that may lie in a layer are vertices of a graph; an edge says
//! that two overlap. A packing of k bricks is an independent set of k vertices.
//! Each vertex joins some given things (bricks of the neighbouring layers): it
//! has a partition of them, and a packing has the join of its vertices'
//! partitions. Asked for is the number of packings with k bricks and partition
//! ρ, for wanted pairs (k, ρ).
//!
//! Most vertices are *leaves*: they touch one thing and join nothing. Few are
//! *joiners*. The search runs over sets of joiners only; the leaves beside them
//! are counted without being listed: of n leaves with e overlapping pairs, p
//! paths of two edges and t triangles,
//!
//! * one: n,
//! * two: n(n−1)/2 − e,
//! * three: C(n,3) − e(n−2) + p − t, by inclusion and exclusion over the edges
//!   of a triple,
//! * more: a first leaf, and the rest from the later ones.

use super::partition::{Lattice, Partition, PartitionSet};
use super::popcount::Popcount;
use super::profile::MAX_BRICKS;
use miyama_budget::{Budget, Stopped};

/// The most bricks of a packing, plus one for the empty packing.
pub(crate) const SIZES: usize = MAX_BRICKS as usize;

/// A set of vertices.
pub(crate) type Set<const W: usize> = [u64; W];

/// The graph of a layer.
#[derive(Debug, Default)]
pub(crate) struct Graph<const W: usize> {
    /// Overlaps of leaves with leaves.
    pub(crate) leaf_leaf: Vec<Set<W>>,
    /// Overlaps of joiners with leaves.
    pub(crate) joiner_leaf: Vec<Set<W>>,
    /// Overlaps of joiners with joiners.
    pub(crate) joiner_joiner: Vec<Set<W>>,
    /// What each joiner joins; equal ones stand together.
    pub(crate) joins: Vec<Partition>,
}

/// Which numbers of packings are wanted: for each size, a set of partitions.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    sets: [PartitionSet; SIZES],
    most: usize,
}

impl Wanted {
    pub(crate) fn nothing() -> Wanted {
        Wanted { sets: [PartitionSet::default(); SIZES], most: 0 }
    }

    pub(crate) fn add(&mut self, size: usize, partition: usize) {
        self.sets[size][partition / 64] |= 1 << (partition % 64);
        self.most = self.most.max(size);
    }

    pub(crate) fn add_set(&mut self, size: usize, set: &PartitionSet) {
        self.sets[size].iter_mut().zip(set).for_each(|(all, more)| *all |= more);
        if set.iter().any(|word| *word != 0) {
            self.most = self.most.max(size);
        }
    }

    pub(crate) fn clear(&mut self) {
        self.sets[..=self.most].fill(PartitionSet::default());
        self.most = 0;
    }

    pub(crate) fn add_all(&mut self, size: usize, lattice: &Lattice) {
        (0..lattice.len()).for_each(|partition| self.add(size, partition));
    }

    pub(crate) fn is_nothing(&self) -> bool {
        self.most == 0
    }

    /// Can two or more leaves be part of something wanted, beside joiners with
    /// these partitions? Only then their overlaps matter.
    pub(crate) fn has_leaves(&self, lattice: &Lattice, joins: impl Iterator<Item = Partition> + Clone) -> bool {
        // What 0, 1, 2, … joiners can give, overlapping or not.
        let mut given: Vec<Partition> = vec![0];
        for used in 0..self.most.saturating_sub(1) {
            if given.iter().any(|&partition| (used + 2..=self.most).any(|size| self.has(size, partition))) {
                return true;
            }
            let mut more = vec![false; lattice.len()];
            let mut last = None;
            for join in joins.clone().filter(|join| last.replace(*join) != Some(*join)) {
                given.iter().for_each(|&partition| more[usize::from(lattice.join(partition, join))] = true);
            }
            given = (0..).zip(&more).filter(|(_, given)| **given).map(|(partition, _)| partition).collect();
        }
        false
    }

    /// The largest size wanted.
    pub(crate) fn most(&self) -> usize {
        self.most
    }

    #[inline]
    pub(crate) fn has(&self, size: usize, partition: Partition) -> bool {
        self.sets[size][usize::from(partition) / 64] >> (partition % 64) & 1 == 1
    }
}

/// Numbers of packings: `counts[size * lattice.len() + partition]`.
pub(crate) type Counts = [u64];

/// Counts the wanted packings of `graph`, each vertex standing for one brick.
/// `start` is what is joined already; `leaves` and `joiners` are the vertices
/// that may be used. Adds to `counts`.
pub(crate) struct Search<'a, const W: usize, P> {
    pub(crate) graph: &'a Graph<W>,
    pub(crate) lattice: &'a Lattice,
    pub(crate) wanted: &'a Wanted,
    pub(crate) popcount: P,
    pub(crate) budget: &'a Budget,
}

/// Overlaps among all leaves of a search.
struct Leaves<const W: usize> {
    all: Set<W>,
    degrees: Vec<u64>,
    /// The sum of all degrees, twice the number of edges.
    ends: u64,
}

impl<const W: usize, P: Popcount> Search<'_, W, P> {
    pub(crate) fn run(
        &self,
        start: Partition,
        leaves: &Set<W>,
        joiners: &Set<W>,
        counts: &mut Counts,
    ) -> Result<(), Stopped> {
        let mut classes: Vec<(Partition, Set<W>)> = Vec::new();
        let mut gain = 0;
        for (i, &join) in self.graph.joins.iter().enumerate() {
            if classes.last().is_none_or(|last| last.0 != join) {
                classes.push((join, [0; W]));
                gain = gain.max(usize::from(self.lattice.rank(join)));
            }
            if let Some((_, class)) = classes.last_mut() {
                class[i / 64] |= 1 << (i % 64);
            }
        }
        let most = self.wanted.most;
        // useful[j][ρ]: can j joiners that give ρ be part of something wanted?
        let partitions = self.lattice.len();
        let mut useful = vec![false; (most + 1) * partitions];
        for joined in 0..=most {
            for partition in 0..partitions {
                #[expect(clippy::cast_possible_truncation)]
                let from = partition as Partition;
                useful[joined * partitions + partition] = (joined..=most)
                    .any(|size| self.lattice.reaches(from, gain * (size - joined), &self.wanted.sets[size]));
            }
        }
        let degrees: Vec<u64> = self.graph.leaf_leaf.iter().map(|row| self.size(&and(row, leaves))).collect();
        let mut ends = 0;
        if !degrees.is_empty() {
            self.each(leaves, |v| ends += degrees[v]);
        }
        let leaves = Leaves { all: *leaves, degrees, ends };
        let walk = Walk { search: self, classes: &classes, useful: &useful, leaves: &leaves };
        walk.extend(0, start, &leaves.all, joiners, counts)
    }

    /// Twice the number of overlaps among the leaves `free`: counted among them,
    /// or, where they are most of the leaves, from those that are not free. Let
    /// X be those: the edges that meet X are Σ deg(x) less those within X.
    fn ends(&self, free: &Set<W>, leaves: &Leaves<W>) -> u64 {
        let taken = minus(&leaves.all, free);
        let mut ends = 0;
        if self.size(free) <= self.size(&taken) {
            self.each(free, |v| ends += self.size(&and(&self.graph.leaf_leaf[v], free)));
            return ends;
        }
        let mut meeting = 0;
        self.each(&taken, |v| {
            meeting += 2 * leaves.degrees[v];
            ends += self.size(&and(&self.graph.leaf_leaf[v], &taken));
        });
        leaves.ends + ends - meeting
    }

    /// Adds to `out[i]` the number of packings of i of the leaves `free`, for i ≤ top.
    fn packings(&self, free: &Set<W>, top: usize, out: &mut [u64]) -> Result<(), Stopped> {
        out[0] += 1;
        match top {
            0 => {}
            1 => out[1] += self.size(free),
            2 => {
                let n = self.size(free);
                let mut ends = 0;
                self.each(free, |v| ends += self.size(&and(&self.graph.leaf_leaf[v], free)));
                out[1] += n;
                out[2] += pairs(n) - ends / 2;
            }
            3 => self.up_to_triples(free, out),
            _ => {
                if top > 4 {
                    self.budget.check()?;
                }
                let mut later = *free;
                while let Some(v) = pop(&mut later) {
                    self.packings(&minus(&later, &self.graph.leaf_leaf[v]), top - 1, &mut out[1..])?;
                }
            }
        }
        Ok(())
    }

    #[inline]
    fn up_to_triples(&self, free: &Set<W>, out: &mut [u64]) {
        let n = self.size(free);
        let (mut ends, mut paths, mut triangles) = (0, 0, 0);
        let mut later = *free;
        while let Some(v) = pop(&mut later) {
            let near = &self.graph.leaf_leaf[v];
            let degree = self.size(&and(near, free));
            ends += degree;
            paths += pairs(degree);
            let after = and(near, &later);
            let mut second = after;
            while let Some(u) = pop(&mut second) {
                triangles += self.size(&and(&self.graph.leaf_leaf[u], &second));
            }
        }
        let edges = ends / 2;
        out[1] += n;
        out[2] += pairs(n) - edges;
        // C(n,3) + p ≥ e(n−2) + t: the sum counts something.
        let triples = n * n.saturating_sub(1) * n.saturating_sub(2) / 6;
        out[3] += triples + paths - edges * n.saturating_sub(2) - triangles;
    }

    #[inline(always)]
    fn size(&self, set: &Set<W>) -> u64 {
        u64::from(set.iter().map(|&word| self.popcount.count(word)).sum::<u32>())
    }

    #[inline(always)]
    fn each(&self, set: &Set<W>, mut visit: impl FnMut(usize)) {
        for (i, &word) in set.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                visit(i * 64 + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
    }
}

struct Walk<'a, const W: usize, P> {
    search: &'a Search<'a, W, P>,
    classes: &'a [(Partition, Set<W>)],
    useful: &'a [bool],
    leaves: &'a Leaves<W>,
}

impl<const W: usize, P: Popcount> Walk<'_, W, P> {
    /// `used` joiners give `partition`; `free` leaves and `open` later joiners
    /// do not overlap them.
    fn extend(
        &self,
        used: usize,
        partition: Partition,
        free: &Set<W>,
        open: &Set<W>,
        counts: &mut Counts,
    ) -> Result<(), Stopped> {
        let Search { graph, lattice, wanted, popcount, .. } = self.search;
        let (most, partitions) = (wanted.most, lattice.len());
        let at = |size: usize, partition: Partition| size * partitions + usize::from(partition);
        if let Some(size) = (used..=most).rev().find(|&size| wanted.has(size, partition)) {
            if size == used + 1 {
                counts[at(size, partition)] += self.search.size(free);
                counts[at(used, partition)] += 1;
            } else if size == used + 2 {
                let n = self.search.size(free);
                counts[at(size, partition)] += pairs(n) - self.search.ends(free, self.leaves) / 2;
                counts[at(used + 1, partition)] += n;
                counts[at(used, partition)] += 1;
            } else {
                let mut out = [0u64; SIZES];
                self.search.packings(free, size - used, &mut out)?;
                for (i, number) in out[..=size - used].iter().enumerate() {
                    counts[at(used + i, partition)] += number;
                }
            }
        }
        if used >= most {
            return Ok(());
        }
        if used + 1 == most {
            for (class, members) in self.classes {
                let joined = lattice.join(partition, *class);
                if wanted.has(most, joined) {
                    let number: u32 = members.iter().zip(open).map(|(m, o)| popcount.count(m & o)).sum();
                    counts[at(most, joined)] += u64::from(number);
                }
            }
            return Ok(());
        }
        let mut later = *open;
        while let Some(joiner) = pop(&mut later) {
            let joined = lattice.join(partition, graph.joins[joiner]);
            if self.useful[at(used + 1, joined)] {
                let free = minus(free, &graph.joiner_leaf[joiner]);
                let open = minus(&later, &graph.joiner_joiner[joiner]);
                self.extend(used + 1, joined, &free, &open, counts)?;
            }
        }
        Ok(())
    }
}

/// Removes the least member.
#[inline(always)]
fn pop<const W: usize>(set: &mut Set<W>) -> Option<usize> {
    for (i, word) in set.iter_mut().enumerate() {
        if *word != 0 {
            let bit = word.trailing_zeros() as usize;
            *word &= *word - 1;
            return Some(i * 64 + bit);
        }
    }
    None
}

#[inline(always)]
fn and<const W: usize>(a: &Set<W>, b: &Set<W>) -> Set<W> {
    std::array::from_fn(|i| a[i] & b[i])
}

#[inline(always)]
fn minus<const W: usize>(a: &Set<W>, b: &Set<W>) -> Set<W> {
    std::array::from_fn(|i| a[i] & !b[i])
}

#[inline(always)]
fn pairs(n: u64) -> u64 {
    n * n.saturating_sub(1) / 2
}

/// The set {0, …, n−1}.
pub(crate) fn first<const W: usize>(n: usize) -> Set<W> {
    std::array::from_fn(|i| match n.saturating_sub(64 * i) {
        0 => 0,
        left if left >= 64 => u64::MAX,
        left => (1 << left) - 1,
    })
}

#[cfg(test)]
mod tests {
    use super::super::popcount::Portable;
    use super::*;
    use proptest::prelude::*;

    /// A random graph: for each vertex what it joins, and the edges.
    fn graphs() -> impl Strategy<Value = (Vec<u8>, Vec<(usize, usize)>)> {
        (proptest::collection::vec(0u8..16, 1..14), proptest::collection::vec((0usize..14, 0usize..14), 0..40))
    }

    proptest! {
        #[test]
        fn the_search_counts_what_all_subsets_show((masks, edges) in graphs(), most in 1usize..6) {
            let lattice = Lattice::of(4);
            let mut masks = masks;
            masks.sort_by_key(|&mask| (mask.count_ones() > 1, lattice.joining(mask)));
            let n = masks.len();
            let linked = |a: usize, b: usize| a != b && edges.iter().any(|&(x, y)| (x, y) == (a, b) || (y, x) == (a, b));
            let mut slow = vec![0u64; SIZES * lattice.len()];
            for subset in 0u32..1 << n {
                let members: Vec<usize> = (0..n).filter(|i| subset >> i & 1 == 1).collect();
                if members.iter().all(|&a| members.iter().all(|&b| !linked(a, b))) && members.len() < SIZES {
                    let joined = members.iter().fold(0, |p, &i| lattice.join(p, lattice.joining(masks[i])));
                    slow[members.len() * lattice.len() + usize::from(joined)] += 1;
                }
            }
            let leaves = masks.iter().filter(|m| m.count_ones() <= 1).count();
            let row = |a: usize, from: usize, to: usize| -> Set<1> {
                [(from..to).filter(|&b| linked(a, b)).map(|b| 1 << (b - from)).sum()]
            };
            let graph = Graph::<1> {
                leaf_leaf: (0..leaves).map(|a| row(a, 0, leaves)).collect(),
                joiner_leaf: (leaves..n).map(|a| row(a, 0, leaves)).collect(),
                joiner_joiner: (leaves..n).map(|a| row(a, leaves, n)).collect(),
                joins: masks[leaves..].iter().map(|&m| lattice.joining(m)).collect(),
            };
            let mut all = Wanted::nothing();
            (0..=most).for_each(|size| all.add_all(size, lattice));
            let mut some = Wanted::nothing();
            some.add(most, usize::from(lattice.whole()));
            some.add(most - 1, 3);
            for wanted in [all, some] {
                let search = Search { graph: &graph, lattice, wanted: &wanted, popcount: Portable, budget: &Budget::unlimited() };
                let mut counts = vec![0; SIZES * lattice.len()];
                search.run(0, &first(leaves), &first(n - leaves), &mut counts).unwrap();
                for size in 0..=most {
                    for partition in 0..lattice.len() {
                        let at = size * lattice.len() + partition;
                        if wanted.has(size, u8::try_from(partition).unwrap()) {
                            prop_assert_eq!(counts[at], slow[at], "size {} partition {}", size, partition);
                        }
                    }
                }
            }
        }
    }
}
