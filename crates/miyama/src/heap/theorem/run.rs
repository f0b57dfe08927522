//! Positions in a row: `first + k·step`, possibly very many.

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{One, Zero};

/// The positions first, first + step, …, `count` of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The first position.
    pub first: Vec<BigInt>,
    /// What is added from one to the next.
    pub step: Vec<BigInt>,
    /// How many there are.
    pub count: BigUint,
}

impl Run {
    /// A single position.
    #[must_use]
    pub fn single(position: Vec<BigInt>) -> Run {
        let step = vec![BigInt::zero(); position.len()];
        Run { first: position, step, count: BigUint::one() }
    }

    /// At most `most` positions of the run.
    #[must_use]
    pub fn take(&self, most: usize) -> Vec<Vec<BigUint>> {
        let mut at = self.first.clone();
        let mut found = Vec::new();
        let mut left = self.count.clone();
        while found.len() < most && !left.is_zero() {
            found.push(at.iter().map(|h| h.magnitude().clone()).collect());
            at.iter_mut().zip(&self.step).for_each(|(a, s)| *a += s);
            left -= 1u32;
        }
        found
    }

    /// A ray of positions without end.
    pub(super) fn ray(first: [BigInt; 2], step: [i64; 2]) -> Ray {
        Ray { first, step: step.map(BigInt::from), least: BigInt::zero(), most: None }
    }
}

/// Two heaps, `first + k·step` for k from `least` to `most`.
#[derive(Clone, Debug)]
pub(super) struct Ray {
    pub(super) first: [BigInt; 2],
    pub(super) step: [BigInt; 2],
    least: BigInt,
    most: Option<BigInt>,
}

impl Ray {
    /// Keeps the positions with a·x + b·y ≥ c.
    pub(super) fn where_at_least(mut self, a: i64, b: i64, c: &BigInt) -> Ray {
        let form = |v: &[BigInt; 2]| BigInt::from(a) * &v[0] + BigInt::from(b) * &v[1];
        let (rest, slope) = (c - form(&self.first), form(&self.step));
        match slope.sign() {
            Sign::NoSign if rest.sign() == Sign::Plus => self.most = Some(&self.least - 1),
            Sign::NoSign => {}
            Sign::Plus => self.least = self.least.max(Integer::div_ceil(&rest, &slope)),
            Sign::Minus => {
                // k·slope ≥ rest with slope < 0: k ≤ ⌊rest / slope⌋.
                let bound = Integer::div_floor(&rest, &slope);
                self.most = Some(self.most.map_or(bound.clone(), |most| most.min(bound)));
            }
        }
        self
    }

    /// The run that is left. A ray that is still without end has lost its
    /// bounds by mistake; it is taken as empty in release builds.
    pub(super) fn run(self) -> Option<Run> {
        debug_assert!(self.most.is_some());
        let most = self.most?;
        let count = (most - &self.least + 1u32).to_biguint().filter(|c| !c.is_zero())?;
        let first = self.first.iter().zip(&self.step).map(|(f, s)| f + s * &self.least).collect();
        Some(Run { first, step: self.step.to_vec(), count })
    }
}

/// The other position of a pair with heaps exchanged.
pub(super) fn mirrored(run: &Run) -> Run {
    let swap = |v: &[BigInt]| v.iter().rev().cloned().collect();
    Run { first: swap(&run.first), step: swap(&run.step), count: run.count.clone() }
}

pub(super) fn signed(n: &BigUint) -> BigInt {
    BigInt::from(n.clone())
}
