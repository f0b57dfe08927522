//! Nim, and Nim with a limit on the stones taken: sums in both conventions.
//!
//! A heap of n with limit m counts as its residue r = n mod (m+1); without a
//! limit r = n. A move changes the residue of one heap to another one; each
//! smaller residue can be reached, a larger one only if n > m.
//!
//! *Normal play*: P exactly if the nim-sum of the residues is 0 (000 theorem 25,
//! 002 theorem 3).
//!
//! *Misère play*: P exactly if (A) all residues are at most 1 and an odd number
//! of them is 1, or (B) some residue is at least 2 and the nim-sum is 0.
//! Proof. The end, all heaps empty, is not in A or B, as it must be: there the
//! next player wins. From A a move leads to residues ≤ 1 with the parity
//! changed, or to exactly one residue ≥ 2, whose high digit stays in the
//! nim-sum: never to A or B. From B, where at least two residues are ≥ 2, one
//! of them stays, and the nim-sum changes: not to A or B. From elsewhere:
//! if all residues are ≤ 1, an even number of them 1, then take one stone from
//! a heap of residue 1 if there is one; else from some heap n > m take m, which
//! makes its residue 1 (not all heaps are empty): this is A. If exactly one
//! residue is ≥ 2, make it 0 or 1, whichever gives A. If several are ≥ 2 and the
//! nim-sum is not 0, the move of normal play lowers one residue so that the
//! nim-sum is 0, and another ≥ 2 is left: this is B. ∎

use super::run::{Run, signed};
use num_bigint::BigUint;
use num_traits::{One, Zero};

/// What a heap counts as.
pub(crate) fn residue(n: &BigUint, limit: Option<u64>) -> BigUint {
    match limit {
        None => n.clone(),
        Some(m) => n % (BigUint::from(m) + 1u32),
    }
}

/// The option of a heap with residue `target`, if there is one.
pub(super) fn option_of_value(n: &BigUint, limit: Option<u64>, target: &BigUint) -> Option<Run> {
    option_of_residue(n, limit, target).map(|option| Run::single(vec![signed(&option)]))
}

/// The option of a heap with residue `target`, if there is one.
pub(crate) fn option_of_residue(n: &BigUint, limit: Option<u64>, target: &BigUint) -> Option<BigUint> {
    let now = residue(n, limit);
    let taken = match limit {
        _ if *target < now => &now - target,
        Some(m) if *target > now && *target <= BigUint::from(m) => &now + (BigUint::from(m) + 1u32) - target,
        _ => return None,
    };
    (taken <= *n).then(|| n - taken)
}

/// The outcome of a misère sum (true: P), and for each heap the residue that
/// would make it P.
pub(crate) fn misere(residues: &[BigUint]) -> (bool, Vec<BigUint>) {
    let two = BigUint::from(2u32);
    let large = residues.iter().filter(|r| **r >= two).count();
    let ones = residues.iter().filter(|r| r.is_one()).count();
    let sum = residues.iter().fold(BigUint::zero(), |sum, r| sum ^ r);
    let is_p = if large == 0 { ones % 2 == 1 } else { sum.is_zero() };
    let targets = residues.iter().map(|r| {
        let others_large = large - usize::from(*r >= two);
        if others_large > 0 {
            return &sum ^ r;
        }
        let other_ones = ones - usize::from(r.is_one());
        if other_ones % 2 == 0 { BigUint::one() } else { BigUint::zero() }
    });
    (is_p, targets.collect())
}
