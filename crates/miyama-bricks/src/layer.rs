//! A layer whose bricks are counted, between bricks that are given.
//!
//! Its vertices are the places that touch at least one given brick; see
//! [`packing`](super::packing) for what is counted on them, and [`board`](super::board) for how
//! up to three are counted.

use super::board::{self, Board};
use super::packing::{Counts, Graph, Search, Set, Wanted, first};
use super::partition::{Lattice, Partition};
use super::popcount::{Instruction, Popcount, Portable};
use super::shape::{Brick, Place};
use super::window::Window;
use miyama_budget::{Budget, Stopped};

/// The most places that a layer may have.
pub(crate) const MAX_PLACES: usize = 64 * 32;

/// The graph of one layer, rebuilt for each set of given bricks in the same memory.
#[derive(Default)]
pub(crate) struct Layer {
    given: Vec<(u8, Place)>,
    board: Board,
    /// Is the board made, and does it hold the layer?
    boarded: Option<bool>,
    sketch: Sketch,
    sketched: bool,
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
    window: Option<Window>,
}

impl Touch {
    pub(crate) fn new(brick: Brick) -> Touch {
        let offsets = |turned| brick.touching(Place { x: 0, y: 0, turned });
        let across = if brick.orientations() == 2 { offsets(1) } else { Vec::new() };
        Touch { brick, offsets: [offsets(0), across], window: None }
    }

    /// For layers in which packings are counted.
    pub(crate) fn with_window(brick: Brick) -> Touch {
        Touch { window: Window::new(brick), ..Touch::new(brick) }
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
    pub(crate) fn lay(&mut self, given: impl IntoIterator<Item = (u8, Place)>) {
        self.given.clear();
        self.given.extend(given);
        (self.boarded, self.sketched, self.built) = (None, false, None);
    }

    fn sketch(&mut self, touch: &Touch, lattice: &Lattice) -> &Sketch {
        if !self.sketched {
            self.sketch.mark(touch, lattice, &self.given);
            self.sketched = true;
        }
        &self.sketch
    }

    /// The places of the layer and the given bricks that each touches, as bits.
    pub(crate) fn places(&mut self, touch: &Touch, lattice: &Lattice) -> impl Iterator<Item = (Place, u8)> {
        let sketch = self.sketch(touch, lattice);
        sketch.found.iter().map(|&(at, place)| (place, sketch.touched[at]))
    }

    /// Makes the graph of the layer, unless that is done.
    fn build(&mut self, brick: Brick, leaves_too: bool) {
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
        touch: &Touch,
        lattice: &Lattice,
        wanted: &Wanted,
        budget: &Budget,
        counts: &mut Counts,
    ) -> Result<(), Stopped> {
        match Instruction::detect() {
            Some(popcount) => self.count_by(popcount, touch, lattice, wanted, budget, counts),
            None => self.count_by(Portable, touch, lattice, wanted, budget, counts),
        }
    }

    fn count_by<P: Popcount>(
        &mut self,
        popcount: P,
        touch: &Touch,
        lattice: &Lattice,
        wanted: &Wanted,
        budget: &Budget,
        counts: &mut Counts,
    ) -> Result<(), Stopped> {
        if let (Some(window), true) = (&touch.window, wanted.most() <= board::MOST) {
            let Layer { board, given, .. } = self;
            let lay = || board.lay(touch.brick, window, lattice, given, popcount).is_some();
            if *self.boarded.get_or_insert_with(lay) {
                self.board.count(window, lattice, wanted, popcount, counts);
                return Ok(());
            }
        }
        let joiners = &self.sketch(touch, lattice).joiners;
        let leaves_too = wanted.has_leaves(lattice, joiners.iter().map(|(join, _)| *join));
        self.build(touch.brick, leaves_too);
        self.count_with(popcount, lattice, wanted, budget, counts)
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// All packings of at most three bricks next to `given`, one by one.
    fn slow(brick: Brick, lattice: &Lattice, given: &[(u8, Place)]) -> Vec<u64> {
        let mut places: Vec<Place> = given.iter().flat_map(|(_, place)| brick.touching(*place)).collect();
        places.sort_unstable();
        places.dedup();
        let mask = |place: Place| given.iter().filter(|g| brick.overlap(g.1, place)).map(|g| 1 << g.0).sum::<u8>();
        let joins: Vec<Partition> = places.iter().map(|&place| lattice.joining(mask(place))).collect();
        let mut counts = vec![0; 4 * lattice.len()];
        let mut add = |size: usize, partition: Partition| counts[size * lattice.len() + usize::from(partition)] += 1;
        for a in 0..places.len() {
            add(1, joins[a]);
            let free: Vec<usize> = (a + 1..places.len()).filter(|&b| !brick.overlap(places[a], places[b])).collect();
            for (i, &b) in free.iter().enumerate() {
                let two = lattice.join(joins[a], joins[b]);
                add(2, two);
                for &c in free[i + 1..].iter().filter(|&&c| !brick.overlap(places[b], places[c])) {
                    add(3, lattice.join(two, joins[c]));
                }
            }
        }
        counts
    }

    /// A brick, and up to six of them that do not overlap.
    fn layers() -> impl Strategy<Value = (Brick, Vec<Place>)> {
        let sides =
            proptest::sample::select(vec![(2, 4), (2, 4), (2, 4), (1, 2), (2, 2), (2, 3), (1, 4), (3, 3), (1, 6)]);
        let places = proptest::collection::vec((0i16..14, 0i16..10, 0u8..2), 1..9);
        (sides, places).prop_map(|((p, q), places)| {
            let brick = Brick::new(p, q).unwrap();
            let mut given: Vec<Place> = Vec::new();
            for (x, y, turned) in places {
                let place = Place { x, y, turned: turned % brick.orientations() };
                if given.len() < 6 && given.iter().all(|&other| !brick.overlap(place, other)) {
                    given.push(place);
                }
            }
            (brick, given)
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn boards_and_graphs_count_what_is_found_one_by_one((brick, places) in layers(), seed in any::<[u64; 4]>()) {
            let lattice = Lattice::of(places.len());
            let given: Vec<(u8, Place)> = (0..).zip(places).collect();
            let (touch, slow) = (Touch::with_window(brick), slow(brick, lattice, &given));
            let mut all = Wanted::nothing();
            (1..=3).for_each(|size| all.add_all(size, lattice));
            let mut some = Wanted::nothing();
            some.add_set(3, &seed);
            some.add_set(2, &seed.map(|word| word.rotate_left(13)));
            // As it is used, with a board where there is one, and without it.
            let graph = Touch::new(brick);
            let (mut layer, mut layer_of_graph) = (Layer::default(), Layer::default());
            layer.lay(given.clone());
            layer_of_graph.lay(given);
            for wanted in [&some, &all, &some] {
                for (layer, touch) in [(&mut layer, &touch), (&mut layer_of_graph, &graph)] {
                    let mut counts = vec![0; 4 * lattice.len()];
                    layer.count(touch, lattice, wanted, &Budget::unlimited(), &mut counts).unwrap();
                    for (at, (found, expected)) in counts.iter().zip(&slow).enumerate().skip(lattice.len()) {
                        let partition = u8::try_from(at % lattice.len()).unwrap();
                        if wanted.has(at / lattice.len(), partition) {
                            prop_assert_eq!(found, expected, "{} of {}", at / lattice.len(), partition);
                        }
                    }
                }
            }
            prop_assert_eq!(layer.boarded.is_some(), touch.window.is_some());
        }
    }
}
