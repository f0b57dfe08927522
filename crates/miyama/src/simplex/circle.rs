//! Displacements that add up to nothing.

use super::{Optimum, Program, Relation, primitive};
use num_bigint::BigInt;
use num_traits::{One, Zero};

/// How many times to take each displacement, once in all at least and as few as fractions allow,
/// so that they add up to 0; none if that is impossible. Then by Farkas there are weights under
/// which every displacement falls.
///
/// # Panics
/// If a displacement has more entries than there are heaps.
#[must_use]
pub(crate) fn circle(displacements: &[Vec<i64>], heaps: usize) -> Option<Vec<BigInt>> {
    assert!(displacements.iter().all(|d| d.len() <= heaps), "one entry per heap");
    let mut program = Program::new(displacements.len());
    for heap in 0..heaps {
        let row = displacements.iter().map(|d| BigInt::from(d.get(heap).copied().unwrap_or(0))).collect();
        program.require(row, Relation::Equal, BigInt::zero());
    }
    program.require(vec![BigInt::one(); displacements.len()], Relation::AtLeast, BigInt::one());
    match program.least(&vec![BigInt::one(); displacements.len()]) {
        Optimum::At(point) => Some(primitive(point.numerators)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{big, dot};
    use super::*;
    use num_traits::Signed;
    use proptest::prelude::*;

    /// Weights of any sign, each the difference of two variables, with w·d ≤ −1 for every d.
    fn weights(displacements: &[Vec<i64>], heaps: usize) -> Option<Vec<BigInt>> {
        let mut program = Program::new(2 * heaps);
        for displacement in displacements {
            let row = displacement.iter().map(|entry| -entry).chain(displacement.iter().copied());
            program.require(row.map(BigInt::from).collect(), Relation::AtLeast, BigInt::one());
        }
        let found = program.solution().ok()?.numerators;
        Some((0..heaps).map(|heap| &found[heap] - &found[heaps + heap]).collect())
    }

    #[test]
    fn small_circles() {
        assert_eq!(circle(&[vec![-2, 12], vec![1, -6]], 2), Some(big(&[1, 2])));
        assert_eq!(circle(&[vec![0, 0]], 2), Some(big(&[1])));
        assert_eq!(circle(&[vec![-2, 13], vec![1, -7]], 2), None);
        assert_eq!(circle(&[], 2), None);
    }

    proptest! {
        #[test]
        fn a_circle_or_weights(rows in prop::collection::vec(prop::collection::vec(-9i64..10, 3), 1..7)) {
            match (circle(&rows, 3), weights(&rows, 3)) {
                (Some(times), None) => {
                    let some = times.iter().all(|t| !t.is_negative()) && times.iter().any(Signed::is_positive);
                    prop_assert!(some);
                    for heap in 0..3 {
                        let total: BigInt = times.iter().zip(&rows).map(|(t, row)| t * row[heap]).sum();
                        prop_assert!(total.is_zero());
                    }
                }
                (None, Some(found)) => prop_assert!(rows.iter().all(|row| dot(&big(row), &found).is_negative())),
                both => prop_assert!(false, "{:?}", both),
            }
        }
    }
}
