//! Packings of at most three bricks in a layer, counted on a board of bits.
//!
//! As in [`packing`](super::packing), places that touch one given brick are leaves, the others
//! join. Let L be the n leaves and N(a) the leaves that overlap a: a word, being part of the
//! [`Window`] of a. Beside joiners, leaves need not be listed:
//!
//! * beside a and b lie n − |N(a)| − |N(b)| + |N(a) ∩ N(b)| leaves;
//! * beside a lie m = n − |N(a)|, and m(m−1)/2 − e pairs of them, e being those that overlap.
//!   Count ordered pairs of overlapping leaves, a leaf and itself among them: S in all of L, D(y)
//!   with y as the first. Those with both outside N(a) are S − 2·Σ D(y) + Q, the sum over y in
//!   N(a) and Q being those with both inside; they are 2e + m.
//! * Three leaves are a leaf and two beside it, counted three times.
//!
//! D(y) is a sum over the given bricks, of how many places that touch the brick overlap y, but
//! that counts each joiner that overlaps y for every brick that it touches.

use super::packing::{Counts, Wanted};
use super::partition::{Lattice, Partition};
use super::popcount::Popcount;
use super::shape::{Brick, Place};
use super::window::{Known, Numbers, ROW, Window};

/// The most bricks that are counted here.
pub(crate) const MOST: usize = 3;

/// The places next to given bricks, as bits: for each orientation rows, which have a bit for each x.
#[derive(Default)]
pub(crate) struct Board {
    leaves: [Vec<u64>; 2],
    joins: [Vec<u64>; 2],
    spans: Vec<Span>,
    /// How many leaves there are.
    number: u64,
    joiners: Vec<Joiner>,
    classes: Vec<Class>,
    /// For two classes: disjoint pairs of joiners, and the leaves beside each, summed.
    pairs: Vec<Pairs>,
    thirds: Vec<Third>,
    /// D(y) for every place y that is no joiner.
    degrees: Numbers,
    /// D(y) for leaves, and 0 for others.
    leaf_degrees: Numbers,
    /// Their sum S, if the degrees are known.
    all_degrees: Option<u64>,
    known: Known,
}

/// What touches a given brick: for each orientation some rows, and some bits of each.
#[derive(Clone, Copy)]
struct Span {
    bit: u8,
    below: Place,
    rows: [(i16, i16); 2],
    bits: [u64; 2],
}

/// A place that touches several given bricks.
#[derive(Clone, Copy)]
struct Joiner {
    place: Place,
    class: u8,
    /// How many given bricks it touches.
    touched: u8,
    /// The leaves that overlap it, in its window.
    leaves: u64,
    /// How many these are.
    number: u64,
    /// The joiners that overlap it, itself among them.
    overlaps: u64,
}

/// The joiners with the same partition.
#[derive(Clone, Copy)]
struct Class {
    join: Partition,
    members: u64,
}

#[derive(Clone, Copy, Default)]
struct Pairs {
    number: u64,
    leaves: u64,
}

/// Where a third joiner comes from: a class, how many were found, and where that is counted.
#[derive(Clone, Copy)]
struct Third {
    members: u64,
    number: u64,
    at: usize,
}

impl Board {
    /// Makes it the board next to `given`; `None` if it is too large.
    pub(crate) fn lay<P: Popcount>(
        &mut self,
        brick: Brick,
        window: &Window,
        lattice: &Lattice,
        given: &[(u8, Place)],
        popcount: P,
    ) -> Option<()> {
        self.mark(brick, given)?;
        self.number = self.leaves.iter().flatten().map(|&row| u64::from(popcount.count(row))).sum();
        self.find_joiners(window, lattice, popcount)?;
        self.compare_joiners(window, popcount);
        self.all_degrees = None;
        Some(())
    }

    /// Marks the leaves and the joiners.
    fn mark(&mut self, brick: Brick, given: &[(u8, Place)]) -> Option<()> {
        // The window of a place that touches a given brick lies within this.
        let margin = 2 * i16::from(brick.sides().1);
        let low = |of: fn(&Place) -> i16| given.iter().map(|(_, place)| of(place)).min().unwrap_or(0) - margin;
        let high = |of: fn(&Place) -> i16| given.iter().map(|(_, place)| of(place)).max().unwrap_or(0) + margin;
        let corner = (low(|place| place.x), low(|place| place.y));
        let (width, height) = (high(|place| place.x) - corner.0 + 1, high(|place| place.y) - corner.1 + 1);
        if width > 64 || height > 128 {
            return None;
        }
        for rows in self.leaves.iter_mut().chain(&mut self.joins) {
            rows.clear();
            #[expect(clippy::cast_sign_loss)]
            rows.resize(height as usize, 0);
        }
        self.spans.clear();
        for &(bit, below) in given {
            let below = below.moved(-corner.0, -corner.1);
            let (w, d) = brick.extent(below.turned);
            let mut span = Span { bit, below, rows: [(0, 0); 2], bits: [0; 2] };
            for turned in 0..brick.orientations() {
                let (width, depth) = brick.extent(turned);
                let bits = u64::MAX >> (65 - w - width) << (below.x + 1 - width);
                let (from, to) = (below.y + 1 - depth, below.y + d);
                let turned = usize::from(turned);
                #[expect(clippy::cast_sign_loss)]
                let rows = from as usize..to as usize;
                for (leaves, joins) in self.leaves[turned][rows.clone()].iter_mut().zip(&mut self.joins[turned][rows]) {
                    // Leaves hold what is touched at all, for now.
                    *joins |= *leaves & bits;
                    *leaves |= bits;
                }
                (span.rows[turned], span.bits[turned]) = ((from, to), bits);
            }
            self.spans.push(span);
        }
        for (leaves, joins) in self.leaves.iter_mut().flatten().zip(self.joins.iter().flatten()) {
            *leaves &= !joins;
        }
        Some(())
    }

    fn find_joiners<P: Popcount>(&mut self, window: &Window, lattice: &Lattice, popcount: P) -> Option<()> {
        self.joiners.clear();
        self.classes.clear();
        for place in places(&self.joins) {
            if self.joiners.len() == 64 {
                return None;
            }
            let turned = usize::from(place.turned);
            let touches = |span: &Span| {
                let (from, to) = span.rows[turned];
                (from..to).contains(&place.y) && span.bits[turned] >> place.x & 1 == 1
            };
            let mask = self.spans.iter().fold(0, |mask, span| mask | u8::from(touches(span)) << span.bit);
            let join = lattice.joining(mask);
            let class = self.classes.iter().position(|class| class.join == join).unwrap_or_else(|| {
                self.classes.push(Class { join, members: 0 });
                self.classes.len() - 1
            });
            let overlaps = 1 << self.joiners.len();
            self.classes[class].members |= overlaps;
            let leaves = window.on(&self.leaves, place);
            let number = u64::from(popcount.count(leaves));
            #[expect(clippy::cast_possible_truncation)]
            let (class, touched) = (class as u8, popcount.count(u64::from(mask)) as u8);
            self.joiners.push(Joiner { place, class, touched, leaves, number, overlaps });
        }
        Some(())
    }

    fn compare_joiners<P: Popcount>(&mut self, window: &Window, popcount: P) {
        let classes = self.classes.len();
        self.pairs.clear();
        self.pairs.resize(classes * classes, Pairs::default());
        for second in 1..self.joiners.len() {
            let (before, after) = self.joiners.split_at_mut(second);
            let Some(first) = before.last_mut() else { continue };
            let row = &mut self.pairs[usize::from(first.class) * classes..][..classes];
            let (own, free) = (1 << (second - 1), self.number - first.number);
            let mut bit = own;
            for other in after {
                bit <<= 1;
                let (overlap, common) = window.common(first.place, other.place);
                if overlap {
                    first.overlaps |= bit;
                    other.overlaps |= own;
                } else {
                    let pairs = &mut row[usize::from(other.class)];
                    pairs.number += 1;
                    pairs.leaves += free + u64::from(popcount.count(first.leaves & common)) - other.number;
                }
            }
        }
    }

    /// Adds the wanted numbers of packings to `counts`.
    pub(crate) fn count<P: Popcount>(
        &mut self,
        window: &Window,
        lattice: &Lattice,
        wanted: &Wanted,
        popcount: P,
        counts: &mut Counts,
    ) {
        let at = |size: usize, partition: Partition| size * lattice.len() + usize::from(partition);
        let n = self.number;
        if wanted.has(1, 0) {
            counts[at(1, 0)] += n;
        }
        if wanted.has(2, 0) {
            counts[at(2, 0)] += pairs(n) - (self.measure(window) - n) / 2;
        }
        if wanted.has(3, 0) {
            self.measure(window);
            counts[at(3, 0)] += self.three_leaves(window, popcount);
        }
        for first in 0..self.classes.len() {
            let Class { join, members } = self.classes[first];
            if wanted.has(1, join) {
                counts[at(1, join)] += u64::from(popcount.count(members));
            }
            if wanted.has(2, join) {
                counts[at(2, join)] += each(members).map(|a| n - self.joiners[a].number).sum::<u64>();
            }
            if wanted.has(3, join) {
                self.measure(window);
                for a in each(members) {
                    let Joiner { place, leaves, .. } = self.joiners[a];
                    counts[at(3, join)] += self.pairs_beside(window, popcount, place, leaves);
                }
            }
            for second in first..self.classes.len() {
                let join = lattice.join(join, self.classes[second].join);
                let found = self.pairs_of(first, second);
                if found.number == 0 {
                    continue;
                }
                if wanted.has(2, join) {
                    counts[at(2, join)] += found.number;
                }
                if wanted.has(3, join) {
                    counts[at(3, join)] += found.leaves;
                }
                self.three_joiners(first, second, lattice, wanted, popcount, counts);
            }
        }
    }

    fn pairs_of(&self, first: usize, second: usize) -> Pairs {
        let classes = self.classes.len();
        let (one, two) = (self.pairs[first * classes + second], self.pairs[second * classes + first]);
        if first == second {
            return one;
        }
        Pairs { number: one.number + two.number, leaves: one.leaves + two.leaves }
    }

    /// Packings of three joiners, two of these classes and one of the second or a later class.
    fn three_joiners<P: Popcount>(
        &mut self,
        first: usize,
        second: usize,
        lattice: &Lattice,
        wanted: &Wanted,
        popcount: P,
        counts: &mut Counts,
    ) {
        let Board { joiners, classes, thirds, .. } = self;
        let (one, two) = (classes[first], classes[second]);
        let join = lattice.join(one.join, two.join);
        thirds.clear();
        for third in &classes[second..] {
            let joined = lattice.join(join, third.join);
            if wanted.has(3, joined) {
                let at = 3 * lattice.len() + usize::from(joined);
                thirds.push(Third { members: third.members, number: 0, at });
            }
        }
        if thirds.is_empty() {
            return;
        }
        for a in each(one.members) {
            let later = if first == second { u64::MAX << a << 1 } else { u64::MAX };
            for b in each(two.members & !joiners[a].overlaps & later) {
                let free = !(joiners[a].overlaps | joiners[b].overlaps);
                // Of the same class those after the second.
                let free_twice = free & (u64::MAX << b << 1);
                for third in thirds.iter_mut() {
                    let free = if third.members == two.members { free_twice } else { free };
                    third.number += u64::from(popcount.count(third.members & free));
                }
            }
        }
        thirds.iter().for_each(|third| counts[third.at] += third.number);
    }

    /// D(y) of all leaves, once; their sum S.
    fn measure(&mut self, window: &Window) -> u64 {
        if let Some(sum) = self.all_degrees {
            return sum;
        }
        for numbers in [&mut self.degrees, &mut self.leaf_degrees] {
            for (numbers, rows) in numbers.iter_mut().zip(&self.leaves) {
                numbers.clear();
                numbers.resize(rows.len(), [0; ROW]);
            }
        }
        self.spans.iter().for_each(|span| window.add_sizes(&mut self.degrees, span.below));
        self.joiners.iter().for_each(|joiner| window.subtract(&mut self.degrees, joiner.place, joiner.touched));
        let mut sum = 0;
        for (turned, rows) in self.leaves.iter().enumerate() {
            let numbers = self.degrees[turned].iter().zip(&mut self.leaf_degrees[turned]);
            for (&row, (degrees, leaf_degrees)) in rows.iter().zip(numbers) {
                for x in each(row) {
                    leaf_degrees[x] = degrees[x];
                    sum += u64::from(degrees[x]);
                }
            }
        }
        self.all_degrees = Some(sum);
        sum
    }

    /// Pairs of leaves that lie beside `a`, which overlaps `leaves` of its window.
    fn pairs_beside<P: Popcount>(&mut self, window: &Window, popcount: P, a: Place, leaves: u64) -> u64 {
        let degrees = window.sum(&self.leaf_degrees, a);
        let inside = self.known.overlaps(window, popcount, a.turned, leaves);
        let beside = self.number - u64::from(popcount.count(leaves));
        let ends = self.all_degrees.unwrap_or(0) + inside - 2 * degrees;
        pairs(beside) - (ends - beside) / 2
    }

    fn three_leaves<P: Popcount>(&mut self, window: &Window, popcount: P) -> u64 {
        let places: Vec<Place> = places(&self.leaves).collect();
        let beside = |a: Place| self.pairs_beside(window, popcount, a, window.on(&self.leaves, a));
        places.into_iter().map(beside).sum::<u64>() / 3
    }
}

/// The places of a board.
fn places(board: &[Vec<u64>; 2]) -> impl Iterator<Item = Place> {
    (0..).zip(board).flat_map(|(turned, rows)| {
        (0..).zip(rows).flat_map(move |(y, &row)| {
            #[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap)]
            each(row).map(move |x| Place { x: x as i16, y, turned })
        })
    })
}

/// The members of a set of bits.
#[inline(always)]
pub(crate) fn each(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let bit = set.trailing_zeros() as usize;
        set &= set - 1;
        Some(bit)
    })
}

#[inline(always)]
fn pairs(n: u64) -> u64 {
    n * n.saturating_sub(1) / 2
}
