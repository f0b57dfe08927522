//! The places that overlap a given one, as the bits of a word.
//!
//! A brick 2×4 is overlapped by 46 places, itself among them: its *window*. Which of them
//! another place overlaps as well depends on the displacement of the two alone, so that a table
//! has it: whatever two places have in common is the bits of one word.

use super::board::each;
use super::popcount::Popcount;
use super::shape::{Brick, Place};

/// The windows of a brick.
#[derive(Clone, Debug)]
pub(crate) struct Window {
    /// For each orientation, the places of either orientation in its window.
    parts: [[Part; 2]; 2],
    /// For each orientation and bit, what of the window that place overlaps.
    near: [Vec<u64>; 2],
    /// The same for two orientations and any displacement; bit 63 says whether the two overlap.
    common: Vec<u64>,
    /// For each orientation, how many places of its window other places overlap.
    sizes: [Vec<Chunk>; 2],
}

/// Numbers at LANES places in a row, from a displacement on.
#[derive(Clone, Debug)]
struct Chunk {
    turned: u8,
    y: i16,
    x: i16,
    numbers: [u8; LANES],
}

/// So many bytes are added at once.
const LANES: usize = 16;

/// A row of a board in bytes, with room for lanes that begin on it.
pub(crate) const ROW: usize = 64 + LANES;

/// A number for each place of a board: for each orientation, rows.
pub(crate) type Numbers = [Vec<[u8; ROW]>; 2];

/// Places of one orientation: a box of displacements.
#[derive(Clone, Copy, Debug, Default)]
struct Part {
    y: i16,
    x: i16,
    rows: usize,
    width: u32,
    mask: u64,
    /// The same as bytes.
    lanes: [u8; LANES],
    words: [u64; 2],
}

impl Window {
    /// `None` if a window has too many places for a word, of which one bit is left.
    #[expect(clippy::cast_sign_loss)]
    pub(crate) fn new(brick: Brick) -> Option<Window> {
        if brick.contacts() > 63 {
            return None;
        }
        let mut parts = [[Part::default(); 2]; 2];
        let mut places = [Vec::new(), Vec::new()];
        for turned in 0..brick.orientations() {
            let (w, d) = brick.extent(turned);
            // The last row read has the lowest bits.
            for other in (0..brick.orientations()).rev() {
                let (width, depth) = brick.extent(other);
                for y in (1 - depth..d).rev() {
                    places[usize::from(turned)].extend((1 - width..w).map(|x| Place { x, y, turned: other }));
                }
                let (rows, width, x, y) = ((d + depth - 1) as usize, (w + width - 1) as u32, 1 - width, 1 - depth);
                let (mask, lanes): (u64, [u8; LANES]) =
                    ((1 << width) - 1, std::array::from_fn(|lane| u8::MAX * u8::from(lane < width as usize)));
                let words = [0, 8].map(|from| (0..8).map(|lane| u64::from(lanes[from + lane]) << (8 * lane)).sum());
                parts[usize::from(turned)][usize::from(other)] = Part { y, x, rows, width, mask, lanes, words };
            }
        }
        let overlapped = |turned: u8, other: Place| -> u64 {
            let bits = (0..).zip(&places[usize::from(turned)]);
            bits.filter(|(_, place)| brick.overlap(**place, other)).map(|(bit, _)| 1u64 << bit).sum()
        };
        let near =
            [0, 1].map(|turned| places[usize::from(turned)].iter().map(|&place| overlapped(turned, place)).collect());
        // What two places overlap both lies within a side of either, at most 7.
        let mut common = Vec::new();
        let reach = 2 * i16::from(brick.sides().1);
        for (turned, other) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            for (y, x) in (-16i16..16).flat_map(|y| (-16i16..16).map(move |x| (y, x))) {
                let place = Place { x, y, turned: other };
                let is_near = x.abs() < reach && y.abs() < reach && turned.max(other) < brick.orientations();
                let overlap = is_near && brick.overlap(Place { x: 0, y: 0, turned }, place);
                common.push(if is_near { overlapped(turned, place) | u64::from(overlap) << 63 } else { 0 });
            }
        }
        let mut window = Window { parts, near, common, sizes: [Vec::new(), Vec::new()] };
        window.sizes = [0, 1].map(|turned| window.chunks(brick, turned));
        Some(window)
    }

    fn chunks(&self, brick: Brick, turned: u8) -> Vec<Chunk> {
        let (reach, mut chunks) = (2 * i16::from(brick.sides().1), Vec::new());
        let centre = Place { x: 64, y: 64, turned };
        for other in 0..brick.orientations() {
            for y in -reach..=reach {
                let number =
                    |x: i16| self.common(centre, Place { x: 64 + x, y: 64 + y, turned: other }).1.count_ones() as u8;
                let Some(mut x) = (-reach..=reach).find(|&x| number(x) > 0) else { continue };
                while x <= reach {
                    let numbers = std::array::from_fn(|lane| number(x + lane as i16));
                    chunks.push(Chunk { turned: other, y, x, numbers });
                    x += LANES as i16;
                }
            }
        }
        chunks
    }

    /// Adds to the number of each place how many of the window of `centre` it overlaps.
    #[inline]
    #[expect(clippy::cast_sign_loss)]
    pub(crate) fn add_sizes(&self, numbers: &mut Numbers, centre: Place) {
        for chunk in &self.sizes[usize::from(centre.turned)] {
            let row = &mut numbers[usize::from(chunk.turned)][(centre.y + chunk.y) as usize];
            let x = (centre.x + chunk.x) as usize;
            for (number, more) in row[x..x + LANES].iter_mut().zip(&chunk.numbers) {
                *number = number.wrapping_add(*more);
            }
        }
    }

    /// Takes `less` from the number of each place in the window of `centre`.
    #[inline]
    #[expect(clippy::cast_sign_loss)]
    pub(crate) fn subtract(&self, numbers: &mut Numbers, centre: Place, less: u8) {
        for (rows, part) in numbers.iter_mut().zip(&self.parts[usize::from(centre.turned)]) {
            let (top, x) = ((centre.y + part.y) as usize, (centre.x + part.x) as usize);
            let less: [u8; LANES] = part.lanes.map(|lane| lane & less);
            for row in &mut rows[top..top + part.rows] {
                for (number, less) in row[x..x + LANES].iter_mut().zip(&less) {
                    *number = number.wrapping_sub(*less);
                }
            }
        }
    }

    /// The sum of the numbers in the window of `centre`.
    #[inline]
    #[expect(clippy::cast_sign_loss)]
    pub(crate) fn sum(&self, numbers: &Numbers, centre: Place) -> u64 {
        // Every second byte of a word has room for the sum of all rows: 13 of at most 64 each.
        const EVEN: u64 = 0x00FF_00FF_00FF_00FF;
        let mut sums = 0;
        for (rows, part) in numbers.iter().zip(&self.parts[usize::from(centre.turned)]) {
            let (top, x) = ((centre.y + part.y) as usize, (centre.x + part.x) as usize);
            for (i, &mask) in part.words.iter().enumerate().take_while(|(_, mask)| **mask != 0) {
                for row in &rows[top..top + part.rows] {
                    let bytes = row[x + 8 * i..].first_chunk().copied().unwrap_or_default();
                    let word = u64::from_le_bytes(bytes) & mask;
                    sums += (word & EVEN) + (word >> 8 & EVEN);
                }
            }
        }
        sums = (sums & 0x0000_FFFF_0000_FFFF) + (sums >> 16 & 0x0000_FFFF_0000_FFFF);
        (sums & 0xFFFF_FFFF) + (sums >> 32)
    }

    /// The bits of the window of `centre` on a board, which has rows of places for each
    /// orientation. The window must lie on the board.
    #[inline]
    #[expect(clippy::cast_sign_loss)]
    pub(crate) fn on(&self, board: &[Vec<u64>; 2], centre: Place) -> u64 {
        let mut word = 0;
        for (rows, part) in board.iter().zip(&self.parts[usize::from(centre.turned)]) {
            let (top, x) = ((centre.y + part.y) as usize, (centre.x + part.x) as u32);
            for row in &rows[top..top + part.rows] {
                word = word << part.width | (row >> x & part.mask);
            }
        }
        word
    }

    /// Whether `a` and `b` overlap, and what `b` overlaps of the window of `a`. Coordinates are
    /// those of a board, from 0 to 127.
    #[inline(always)]
    #[expect(clippy::cast_sign_loss)]
    pub(crate) fn common(&self, a: Place, b: Place) -> (bool, u64) {
        // Both displacements in one number, in bytes: a byte that is not below 2·REACH has a high bit.
        let key = |place: Place| (place.y as u32) << 8 | place.x as u32;
        let both = (key(b) + (REACH << 8 | REACH)).wrapping_sub(key(a));
        if both & !(LOW << 8 | LOW) != 0 {
            return (false, 0);
        }
        let turned = u32::from(a.turned) << 1 | u32::from(b.turned);
        let word = self.common[(turned << 10 | (both & LOW << 8) >> 3 | both & LOW) as usize];
        (word >> 63 == 1, word & u64::MAX >> 1)
    }
}

/// Displacements from −REACH to REACH − 1 are in the table.
const REACH: u32 = 16;
const LOW: u32 = 2 * REACH - 1;

/// Numbers of overlaps that were counted before: the windows of neighbouring boards look alike.
#[derive(Default)]
pub(crate) struct Known(Vec<(u64, u64)>);

impl Known {
    const BITS: u32 = 12;

    /// How many ordered pairs of the places `some` of a window overlap, a place and itself among them.
    #[inline]
    pub(crate) fn overlaps<P: Popcount>(&mut self, window: &Window, popcount: P, turned: u8, some: u64) -> u64 {
        // A window has no bit 63, so the key says which orientation it is. Nothing has no pairs, so
        // that an empty list is right.
        let key = if turned == 0 { some } else { !some };
        self.0.resize(1 << Known::BITS, (0, 0));
        let entry = &mut self.0[(key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - Known::BITS)) as usize];
        if entry.0 != key {
            let near = &window.near[usize::from(turned)];
            let pairs = each(some).map(|bit| u64::from(popcount.count(near[bit] & some))).sum();
            *entry = (key, pairs);
        }
        entry.1
    }
}

#[cfg(test)]
mod tests {
    use super::super::popcount::Portable;
    use super::*;

    const BRICKS: [(u8, u8); 8] = [(1, 1), (1, 2), (2, 2), (2, 3), (2, 4), (1, 7), (2, 5), (4, 4)];

    fn at(place: Place) -> (usize, usize) {
        (usize::try_from(place.y).unwrap(), usize::try_from(place.x).unwrap())
    }

    /// Each place that overlaps `centre`, with its bit.
    fn bits(brick: Brick, window: &Window, centre: Place) -> Vec<(Place, u64)> {
        let bit = |place: Place| {
            let mut board = [vec![0; 64], vec![0; 64]];
            board[usize::from(place.turned)][at(place).0] |= 1 << place.x;
            (place, window.on(&board, centre))
        };
        brick.around(centre, 20).map(bit).filter(|(_, bit)| *bit > 0).collect()
    }

    #[test]
    fn windows_hold_what_overlaps() {
        for (p, q) in BRICKS {
            let brick = Brick::new(p, q).unwrap();
            let window = Window::new(brick).unwrap();
            for turned in 0..brick.orientations() {
                let centre = Place { x: 30, y: 30, turned };
                let bits = bits(brick, &window, centre);
                assert_eq!(bits.iter().map(|(place, _)| *place).collect::<Vec<_>>(), brick.touching(centre), "{brick}");
                assert!(bits.iter().all(|(_, bit)| bit.is_power_of_two()));
                assert_eq!(bits.iter().fold(0, |all, (_, bit)| all | bit).count_ones() as usize, bits.len());
                let mut sizes: Numbers = [vec![[0; ROW]; 64], vec![[0; ROW]; 64]];
                window.add_sizes(&mut sizes, centre);
                let mut less = sizes.clone();
                window.subtract(&mut less, centre, 3);
                for other in brick.around(centre, 20) {
                    let both = bits.iter().filter(|(place, _)| brick.overlap(*place, other));
                    let both: u64 = both.map(|(_, bit)| bit).sum();
                    let overlap = brick.overlap(centre, other);
                    assert_eq!(window.common(centre, other), (overlap, both), "{brick} {other:?}");
                    let (y, x) = at(other);
                    let size = sizes[usize::from(other.turned)][y][x];
                    assert_eq!(u32::from(size), both.count_ones(), "{brick} {other:?}");
                    let left = size.wrapping_sub(if overlap { 3 } else { 0 });
                    assert_eq!(less[usize::from(other.turned)][y][x], left);
                }
                let number =
                    |&(place, _): &(Place, u64)| u64::from(sizes[usize::from(place.turned)][at(place).0][at(place).1]);
                assert_eq!(window.sum(&sizes, centre), bits.iter().map(number).sum::<u64>());
            }
        }
        assert!(Window::new(Brick::new(2, 6).unwrap()).is_none());
    }

    #[test]
    fn overlaps_inside_a_window_are_known_again() {
        let brick = Brick::new(2, 4).unwrap();
        let window = Window::new(brick).unwrap();
        let mut known = Known::default();
        let mut state = 7u64;
        for case in 0..400u32 {
            // Every set twice, in both orientations.
            if case.is_multiple_of(4) {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            }
            let turned = u8::from(case % 2 == 1);
            let bits = bits(brick, &window, Place { x: 30, y: 30, turned });
            let some = (state >> 9) & ((1 << bits.len()) - 1);
            let places: Vec<Place> =
                bits.into_iter().filter(|(_, bit)| some & bit > 0).map(|(place, _)| place).collect();
            let slow = places.iter().flat_map(|&a| places.iter().filter(move |b| brick.overlap(a, **b))).count();
            assert_eq!(known.overlaps(&window, Portable, turned, some), slow as u64);
        }
    }
}
