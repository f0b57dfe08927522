//! The brick p×q and where it can lie: positions, overlaps, contacts.

use miyama_budget::Mistake;
use miyama_text::say;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The longest side that the counters accept.
pub const MAX_SIDE: u8 = 8;

/// A brick of p×q studs, p ≤ q.
///
/// ```
/// use miyama_bricks::Brick;
/// let brick: Brick = "4x2".parse().unwrap();
/// assert_eq!((brick.to_string(), brick.orientations(), brick.contacts()), ("2x4".to_owned(), 2, 46));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Brick {
    p: u8,
    q: u8,
}

/// A brick in a layer: its least corner and its orientation. Orientation 0 is
/// q wide (along x) and p deep (along y), orientation 1 the other way round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// Least y of its cells; the first key of the order of places.
    pub y: i16,
    /// Least x of its cells.
    pub x: i16,
    /// 0 or 1; always 0 for a square brick.
    pub turned: u8,
}

impl Place {
    /// The same place moved by (x, y).
    #[must_use]
    pub fn moved(self, x: i16, y: i16) -> Place {
        Place { x: self.x + x, y: self.y + y, ..self }
    }
}

impl Brick {
    /// The brick p×q, in either order; `None` unless 1 ≤ p, q ≤ [`MAX_SIDE`].
    #[must_use]
    pub fn new(p: u8, q: u8) -> Option<Brick> {
        let fits = |side: u8| (1..=MAX_SIDE).contains(&side);
        (fits(p) && fits(q)).then(|| Brick { p: p.min(q), q: p.max(q) })
    }

    /// The shorter and the longer side.
    #[must_use]
    pub fn sides(self) -> (u8, u8) {
        (self.p, self.q)
    }

    /// In how many ways a brick can lie on a given corner: 1 for a square, else 2.
    #[must_use]
    pub fn orientations(self) -> u8 {
        if self.p == self.q { 1 } else { 2 }
    }

    /// Width (x) and depth (y) of the brick in an orientation.
    #[must_use]
    pub fn extent(self, turned: u8) -> (i16, i16) {
        let (p, q) = (i16::from(self.p), i16::from(self.q));
        if turned == 0 { (q, p) } else { (p, q) }
    }

    /// Do two bricks share a cell? In one layer that is forbidden; in
    /// neighbouring layers it is what holds them together.
    #[must_use]
    pub fn overlap(self, a: Place, b: Place) -> bool {
        let ((aw, ad), (bw, bd)) = (self.extent(a.turned), self.extent(b.turned));
        a.x < b.x + bw && b.x < a.x + aw && a.y < b.y + bd && b.y < a.y + ad
    }

    /// Every place on the next layer that touches `below`, in order of places.
    #[must_use]
    pub fn touching(self, below: Place) -> Vec<Place> {
        self.around(below, 0).filter(|&place| self.overlap(below, place)).collect()
    }

    /// All places whose cells come within `gap` cells of those of `centre`
    /// along both axes, in the order of places.
    pub(crate) fn around(self, centre: Place, gap: i16) -> impl Iterator<Item = Place> {
        let (w, d) = self.extent(centre.turned);
        let q = i16::from(self.q);
        (centre.y - q - gap..=centre.y + d + gap).flat_map(move |y| {
            (centre.x - q - gap..=centre.x + w + gap)
                .flat_map(move |x| (0..self.orientations()).map(move |turned| Place { y, x, turned }))
        })
    }

    /// In how many ways a brick can touch a given one from above:
    /// (2p−1)(2q−1) in the same orientation and (p+q−1)² across, which is
    /// p² + q² + 6pq − 4p − 4q + 2; a square has the first only.
    #[must_use]
    pub fn contacts(self) -> u32 {
        let (p, q) = (u32::from(self.p), u32::from(self.q));
        let along = (2 * p - 1) * (2 * q - 1);
        if p == q { along } else { along + (p + q - 1).pow(2) }
    }

    /// The place after a quarter turn of the plane, (x, y) ↦ (−y, x).
    #[must_use]
    pub(crate) fn quarter_turn(self, place: Place) -> Place {
        let (_, depth) = self.extent(place.turned);
        let turned = if self.orientations() == 2 { 1 - place.turned } else { 0 };
        Place { x: -(place.y + depth), y: place.x, turned }
    }
}

impl fmt::Display for Brick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.p, self.q)
    }
}

impl FromStr for Brick {
    type Err = Mistake;

    /// Reads `2x4`, `2×4` or `2X4`.
    fn from_str(text: &str) -> Result<Brick, Mistake> {
        let cross = text.char_indices().find(|(_, c)| matches!(c, 'x' | 'X' | '×'));
        let Some((at, sign)) = cross else {
            return Err(Mistake::new(0..text.len(), say!("brick.no_cross", given = text))
                .with_hint(say!("brick.like_two_by_four")));
        };
        let side = |from: usize, to: usize| {
            let part = &text[from..to];
            if part.is_empty() {
                return Err(Mistake::new(from..to, say!("brick.no_side")).with_hint(say!("brick.like_two_by_four")));
            }
            match part.parse::<u8>() {
                Ok(n) if (1..=MAX_SIDE).contains(&n) && part.bytes().all(|b| b.is_ascii_digit()) => Ok(n),
                _ => Err(Mistake::new(from..to, say!("brick.bad_side", given = part, most = MAX_SIDE))
                    .with_hint(say!("brick.like_two_by_four"))),
            }
        };
        let (p, q) = (side(0, at)?, side(at + sign.len_utf8(), text.len())?);
        Ok(Brick { p: p.min(q), q: p.max(q) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_contacts_is_the_number_of_touching_places() {
        for p in 1..=MAX_SIDE {
            for q in p..=MAX_SIDE {
                let brick = Brick::new(p, q).unwrap();
                for turned in 0..brick.orientations() {
                    let touching = brick.touching(Place { x: 3, y: -2, turned });
                    assert_eq!(touching.len(), brick.contacts() as usize, "{brick}");
                    assert!(touching.is_sorted());
                }
            }
        }
    }

    #[test]
    fn four_quarter_turns_do_nothing_and_one_keeps_overlaps() {
        let brick = Brick::new(2, 3).unwrap();
        let a = Place { x: 1, y: 5, turned: 1 };
        assert_eq!((0..4).fold(a, |place, _| brick.quarter_turn(place)), a);
        for b in brick.around(a, 1) {
            assert_eq!(brick.overlap(a, b), brick.overlap(brick.quarter_turn(a), brick.quarter_turn(b)));
        }
    }

    #[test]
    fn what_is_not_a_brick_is_refused_at_its_place() {
        let at = |text: &str| text.parse::<Brick>().unwrap_err().at;
        assert_eq!((at("0x4"), at("2x"), at("x4"), at("24"), at("2x9")), (0..1, 2..2, 0..0, 0..2, 2..3));
        assert_eq!((at("2x+4"), at("2×-1"), at("2x999999")), (2..4, 3..5, 2..8));
        assert_eq!("8×3".parse::<Brick>().unwrap().to_string(), "3x8");
    }
}
