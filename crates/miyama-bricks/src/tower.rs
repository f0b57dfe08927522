//! Towers: n bricks on n layers. They have closed forms.
//!
//! Fix the lowest brick. Each of the n−1 others touches the one below in
//! k = [`Brick::contacts`] ways, so there are k ⁿ⁻¹ towers on it.
//!
//! **p < q** (theorems 5 and 7). The lowest brick may be turned lengthwise;
//! then only the half turn is left. It keeps a tower if every brick has its
//! centre above the one below: lying along it, or across it, which the studs
//! allow if p and q have the same parity. So b = 2ⁿ⁻¹ or 1 towers are
//! symmetric, and up to rotation there are (k ⁿ⁻¹ + b)/2 of them. With
//! p×q = 2×4 that is (46ⁿ⁻¹ + 2ⁿ⁻¹)/2.
//!
//! **p = q** (problem 8). There is one orientation, k = (2p−1)², and all four
//! rotations remain. The half turn about the centre of the lowest brick keeps a
//! tower if every brick has that centre: the straight tower alone. The same
//! holds for the quarter turns. By Burnside's lemma there are
//! ((2p−1)²ⁿ⁻² + 1 + 2)/4 = ((2p−1)²ⁿ⁻² + 3)/4 towers. The square of the odd
//! number (2p−1)ⁿ⁻¹ is 1 modulo 8, so this is a whole number.

use super::shape::Brick;
use num_bigint::BigUint;

/// The numbers of 000 §2.2 for towers of n bricks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Towers {
    /// aₙ: towers on a given lowest brick, every rotation counted.
    pub on_brick: BigUint,
    /// bₙ: those of them that a half turn maps to themselves.
    pub symmetric: BigUint,
    /// xₙ: towers up to rotation.
    pub count: BigUint,
}

/// Towers of `bricks` ≥ 1 bricks, exactly.
///
/// ```
/// use miyama_bricks::{Brick, tower::towers};
/// assert_eq!(towers(Brick::new(2, 4).unwrap(), 6).count, 102_981_504u32.into());
/// ```
#[must_use]
pub fn towers(brick: Brick, bricks: u32) -> Towers {
    let steps = bricks.saturating_sub(1);
    let on_brick = BigUint::from(brick.contacts()).pow(steps);
    let (p, q) = brick.sides();
    let one = || BigUint::from(1u32);
    if p == q {
        let count = (&on_brick + 3u32) / 4u32;
        return Towers { on_brick, symmetric: one(), count };
    }
    let symmetric = if (q - p).is_multiple_of(2) { one() << steps } else { one() };
    let count = (&on_brick + &symmetric) / 2u32;
    Towers { on_brick, symmetric, count }
}

/// Towers of `bricks` ≥ 1 bricks, rotations *and mirror images* counted as one.
///
/// **p < q.** With the lowest brick lengthwise four maps are left: the identity, the half turn, and
/// the mirrors along and across it. A mirror keeps a tower if every brick has its centre on the
/// mirror's line. A brick that is d studs wide along that line carries 2d−1 such bricks in its own
/// direction and, if p and q have the same parity, p+q−1 across; so the towers that a mirror
/// keeps are counted by the powers of a 2×2 matrix, from one state for one mirror and from the other
/// for the other.
///
/// **p = q.** The four mirrors keep (2p−1)ⁿ⁻¹ towers each.
///
/// ```
/// use miyama_bricks::{Brick, tower::up_to_mirrors};
/// assert_eq!(up_to_mirrors(Brick::new(2, 4).unwrap(), 2), 17u32.into());
/// ```
#[must_use]
pub fn up_to_mirrors(brick: Brick, bricks: u32) -> BigUint {
    let steps = bricks.saturating_sub(1);
    let Towers { on_brick, symmetric, .. } = towers(brick, bricks);
    let (p, q) = brick.sides();
    let along = |side: u8| BigUint::from(2 * u32::from(side) - 1);
    if p == q {
        return (on_brick + 3u32 + along(p).pow(steps) * 4u32) / 8u32;
    }
    let across = if (q - p).is_multiple_of(2) { BigUint::from(u32::from(p) + u32::from(q) - 1) } else { BigUint::ZERO };
    // Towers of so many steps on a brick that is p, or q, studs wide along the line.
    let (mut on_p, mut on_q) = (BigUint::from(1u32), BigUint::from(1u32));
    for _ in 0..steps {
        (on_p, on_q) = (along(p) * &on_p + &across * &on_q, &across * &on_p + along(q) * &on_q);
    }
    (on_brick + symmetric + on_p + on_q) / 4u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::building::{Building, each};
    use miyama_budget::Budget;
    use std::collections::BTreeSet;

    /// One by one: a tower is its own image or another is counted in its place.
    #[test]
    fn mirrors_as_counted_one_by_one() {
        for (p, q, n) in [(2, 4, 2), (2, 4, 3), (1, 2, 4), (1, 3, 3), (2, 2, 4), (1, 1, 4), (2, 3, 3)] {
            let brick = Brick::new(p, q).unwrap();
            let mut seen: BTreeSet<Building> = BTreeSet::new();
            let mut classes = 0u32;
            each(brick, n, &Budget::unlimited(), &mut |building, _| {
                if building.profile().height() == usize::from(n) && !seen.contains(building) {
                    classes += 1;
                    seen.extend(building.images(brick));
                }
                Ok(())
            })
            .unwrap();
            assert_eq!(up_to_mirrors(brick, u32::from(n)), classes.into(), "{brick} {n}");
        }
    }

    #[test]
    fn the_table_of_example_6() {
        let brick = Brick::new(2, 4).unwrap();
        let table = [1, 24, 1060, 48_672, 2_238_736, 102_981_504, 4_737_148_480u64, 217_908_828_672];
        for (n, x) in (1..).zip(table) {
            assert_eq!(towers(brick, n).count, x.into());
        }
    }

    #[test]
    fn every_count_is_whole() {
        for p in 1..=8 {
            for q in p..=8 {
                let brick = Brick::new(p, q).unwrap();
                for n in 1..=9 {
                    let t = towers(brick, n);
                    let orbits = if p == q { t.count * 4u32 - 3u32 } else { t.count * 2u32 - t.symmetric };
                    assert_eq!(orbits, t.on_brick, "{brick} {n}");
                }
            }
        }
    }
}
