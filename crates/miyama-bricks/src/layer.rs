//! A layer whose bricks are counted, between bricks that are given.
//!
//! Its vertices are the places that touch at least one given brick; see
//! [`packing`](super::packing) for what is counted on them.

use super::packing::{Counts, Graph, Search, Set, Wanted, first};
use super::partition::{Lattice, Partition};
use super::popcount::{Instruction, Popcount, Portable};
use super::shape::{Brick, Place};
use miyama_budget::{Budget, Stopped};

/// The most places that a layer may have.
pub(crate) const MAX_PLACES: usize = 64 * 32;

/// The graph of one layer, rebuilt for each set of given bricks in the same memory.
#[derive(Default)]
pub(crate) struct Layer {
    sketch: Sketch,
    brick: Option<Brick>,
    /// Is the graph made, and does it have the overlaps of leaves?
    built: Option<bool>,
    words: usize,
    w1: Words<1>,
    w2: Words<2>,
    w3: Words<3>,
    w4: Words<4>,
    w8: Words<8>,
    w32: Words<32>,
}

/// The places of a layer, before they have an order of bits.
#[derive(Default)]
struct Sketch {
    /// Bricks touched by each place of the board, as a set of bits.
    touched: Vec<u8>,
    /// The places with a mark, as they were found.
    found: Vec<(usize, Place)>,
    corner: (i16, i16),
    width: usize,
    height: usize,
    leaves: Vec<Place>,
    joiners: Vec<(Partition, Place)>,
}

/// The graph in sets of W words, and which vertices cover each cell.
#[derive(Default)]
struct Words<const W: usize> {
    graph: Graph<W>,
    cover: Vec<Set<W>>,
}

/// The places that touch a brick in the origin, for each orientation.
#[derive(Clone, Debug)]
pub(crate) struct Touch {
    pub(crate) brick: Brick,
    pub(crate) offsets: [Vec<Place>; 2],
}

impl Touch {
    pub(crate) fn new(brick: Brick) -> Touch {
        let offsets = |turned| brick.touching(Place { x: 0, y: 0, turned });
        let across = if brick.orientations() == 2 { offsets(1) } else { Vec::new() };
        Touch { brick, offsets: [offsets(0), across] }
    }
}

impl Sketch {
    /// Marks what touches `given`; brick `bit` of the lattice is `given[…].0`.
    fn mark(&mut self, touch: &Touch, lattice: &Lattice, given: &[(u8, Place)]) {
        let margin = i16::from(touch.brick.sides().1);
        let span = |of: fn(&Place) -> i16| {
            let low = given.iter().map(|(_, place)| of(place)).min().unwrap_or(0);
            let high = given.iter().map(|(_, place)| of(place)).max().unwrap_or(0);
            #[expect(clippy::cast_sign_loss)]
            (low - margin, (high - low + 3 * margin) as usize)
        };
        let ((x, width), (y, height)) = (span(|place| place.x), span(|place| place.y));
        (self.corner, self.width, self.height) = ((x, y), width, height);
        self.touched.clear();
        self.touched.resize(width * height * 2, 0);
        self.found.clear();
        for &(bit, below) in given {
            for offset in &touch.offsets[usize::from(below.turned)] {
                let place = offset.moved(below.x, below.y);
                let at = self.cell(place) * 2 + usize::from(place.turned);
                if self.touched[at] == 0 {
                    self.found.push((at, place));
                }
                self.touched[at] |= 1 << bit;
            }
        }
        self.leaves.clear();
        self.joiners.clear();
        for &(at, place) in &self.found {
            let mask = self.touched[at];
            if mask & (mask - 1) == 0 {
                self.leaves.push(place);
            } else {
                self.joiners.push((lattice.joining(mask), place));
            }
        }
        self.joiners.sort_unstable_by_key(|(join, _)| *join);
    }

    #[inline]
    #[expect(clippy::cast_sign_loss)]
    fn cell(&self, place: Place) -> usize {
        (place.y - self.corner.1) as usize * self.width + (place.x - self.corner.0) as usize
    }

    /// The first cell of a place, and its extent.
    #[inline]
    #[expect(clippy::cast_sign_loss)]
    fn rectangle(&self, brick: Brick, place: Place) -> (usize, usize, usize) {
        let (w, d) = brick.extent(place.turned);
        (self.cell(place), w as usize, d as usize)
    }
}

impl<const W: usize> Words<W> {
    /// Overlaps among leaves are the larger part of the work and often not needed.
    fn build(&mut self, brick: Brick, sketch: &Sketch, leaves_too: bool) {
        let Words { graph, cover } = self;
        graph.joins.clear();
        graph.joins.extend(sketch.joiners.iter().map(|(join, _)| *join));
        let leaves = || sketch.leaves.iter().copied();
        let joiners = || sketch.joiners.iter().map(|(_, place)| *place);
        cover_cells(cover, brick, sketch, leaves());
        graph.leaf_leaf.clear();
        if leaves_too {
            overlaps(&mut graph.leaf_leaf, cover, brick, sketch, leaves());
        }
        overlaps(&mut graph.joiner_leaf, cover, brick, sketch, joiners());
        cover_cells(cover, brick, sketch, joiners());
        overlaps(&mut graph.joiner_joiner, cover, brick, sketch, joiners());
        for rows in [&mut graph.leaf_leaf, &mut graph.joiner_joiner] {
            rows.iter_mut().enumerate().for_each(|(i, row)| row[i / 64] &= !(1 << (i % 64)));
        }
    }
}

/// Which of `places` cover each cell.
#[inline]
fn cover_cells<const W: usize>(
    cover: &mut Vec<Set<W>>,
    brick: Brick,
    sketch: &Sketch,
    places: impl Iterator<Item = Place>,
) {
    cover.clear();
    cover.resize(sketch.width * sketch.height, [0; W]);
    for (i, place) in places.enumerate() {
        let (mut start, w, d) = sketch.rectangle(brick, place);
        for _ in 0..d {
            for cell in &mut cover[start..start + w] {
                cell[i / 64] |= 1 << (i % 64);
            }
            start += sketch.width;
        }
    }
}

/// For each of `places` the covered ones that share a cell with it.
#[inline]
fn overlaps<const W: usize>(
    rows: &mut Vec<Set<W>>,
    cover: &[Set<W>],
    brick: Brick,
    sketch: &Sketch,
    places: impl Iterator<Item = Place>,
) {
    rows.clear();
    for place in places {
        let (mut start, w, d) = sketch.rectangle(brick, place);
        let mut row = [0; W];
        for _ in 0..d {
            for cell in &cover[start..start + w] {
                for (r, c) in row.iter_mut().zip(cell) {
                    *r |= c;
                }
            }
            start += sketch.width;
        }
        rows.push(row);
    }
}

impl Layer {
    /// Makes it the layer next to `given`: bricks with their numbers in the lattice.
    pub(crate) fn lay(&mut self, touch: &Touch, lattice: &Lattice, given: &[(u8, Place)]) {
        self.sketch.mark(touch, lattice, given);
        self.brick = Some(touch.brick);
        self.built = None;
    }

    /// The places of the layer and the given bricks that each touches, as bits.
    pub(crate) fn places(&self) -> impl Iterator<Item = (Place, u8)> {
        self.sketch.found.iter().map(|&(at, place)| (place, self.sketch.touched[at]))
    }

    /// Makes the graph of the layer, unless that is done.
    fn build(&mut self, leaves_too: bool) {
        let Some(brick) = self.brick else { return };
        if self.built.is_some_and(|has_leaves| has_leaves || !leaves_too) {
            return;
        }
        self.built = Some(leaves_too);
        let sketch = &self.sketch;
        self.words = sketch.leaves.len().max(sketch.joiners.len()).div_ceil(64);
        match self.words {
            0 | 1 => self.w1.build(brick, sketch, leaves_too),
            2 => self.w2.build(brick, sketch, leaves_too),
            3 => self.w3.build(brick, sketch, leaves_too),
            4 => self.w4.build(brick, sketch, leaves_too),
            5..=8 => self.w8.build(brick, sketch, leaves_too),
            _ => self.w32.build(brick, sketch, leaves_too),
        }
    }

    /// Adds the wanted numbers of packings to `counts`.
    pub(crate) fn count(
        &mut self,
        lattice: &Lattice,
        wanted: &Wanted,
        budget: &Budget,
        counts: &mut Counts,
    ) -> Result<(), Stopped> {
        if wanted.is_single() {
            // One brick overlaps nothing: no graph is needed.
            counts[lattice.len()] += self.sketch.leaves.len() as u64;
            for (join, _) in &self.sketch.joiners {
                counts[lattice.len() + usize::from(*join)] += 1;
            }
            return Ok(());
        }
        self.build(wanted.has_leaves(lattice, self.sketch.joiners.iter().map(|(join, _)| *join)));
        match Instruction::detect() {
            Some(popcount) => self.count_with(popcount, lattice, wanted, budget, counts),
            None => self.count_with(Portable, lattice, wanted, budget, counts),
        }
    }

    fn count_with<P: Popcount>(
        &self,
        popcount: P,
        lattice: &Lattice,
        wanted: &Wanted,
        budget: &Budget,
        counts: &mut Counts,
    ) -> Result<(), Stopped> {
        fn go<const W: usize, P: Popcount>(
            words: &Words<W>,
            leaves: usize,
            popcount: P,
            lattice: &Lattice,
            wanted: &Wanted,
            budget: &Budget,
            counts: &mut Counts,
        ) -> Result<(), Stopped> {
            let graph = &words.graph;
            let search = Search { graph, lattice, wanted, popcount, budget };
            search.run(0, &first(leaves), &first(graph.joins.len()), counts)
        }
        let leaves = self.sketch.leaves.len();
        match self.words {
            0 | 1 => go(&self.w1, leaves, popcount, lattice, wanted, budget, counts),
            2 => go(&self.w2, leaves, popcount, lattice, wanted, budget, counts),
            3 => go(&self.w3, leaves, popcount, lattice, wanted, budget, counts),
            4 => go(&self.w4, leaves, popcount, lattice, wanted, budget, counts),
            5..=8 => go(&self.w8, leaves, popcount, lattice, wanted, budget, counts),
            _ => go(&self.w32, leaves, popcount, lattice, wanted, budget, counts),
        }
    }
}
