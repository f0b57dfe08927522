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

#[cfg(test)]
mod tests {
    use super::*;

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
