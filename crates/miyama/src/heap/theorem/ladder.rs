//! Twists of Triangular Nim, whose P-positions are neighbours in a sequence
//! a₀ ≤ a₁ ≤ a₂ …: (0, 0), and (aₖ, aₖ₊₁) and (aₖ₊₁, aₖ).
//!
//! * c-Wythoff twist: the polygonal numbers (003 theorem 4.4).
//! * d-geometric twist: 0, then the powers of d; for d = 2 also (1, 1) (theorem 4.7).
//! * d-sub-geometric twist: the repunits (dᵏ−1)/(d−1) (theorem 4.8).
//! * revised c-Wythoff twist: (c+1) times the triangular numbers, which the
//!   paper leaves as a conjecture. Proof, with n = c+1 and Aₖ = n·k(k+1)/2:
//!   the gaps of the pairs are n, 2n, 3n, …, and 0 for (0, 0).
//!   *No move joins two of them*: taking from both heaps changes the gap by at
//!   most c < n, and different ones have gaps that differ by n or more (exchanged
//!   ones by more). A move of Triangular Nim raises one heap and lowers the
//!   other: from (Aₖ, Aₖ₊₁) the pair (Aₗ, Aₘ) with l < k, m > k+1 is no
//!   neighbour pair, and with l ≥ k+1, m ≤ k only (Aₖ₊₁, Aₖ) is, whose total is
//!   not lower. *Every other position (x, y), x ≤ y, has a move to one*: if
//!   y − x ≤ c, take all. Else let Aₖ ≤ x < Aₖ₊₁. If x + y > Aₖ + Aₖ₊₁, then
//!   (Aₖ₊₁, Aₖ) is a move of Triangular Nim. Else the gap D = y − x is less than
//!   n(k+1), since it could only be equal for (Aₖ, Aₖ₊₁) itself, and at least n.
//!   With l + 1 = ⌊D/n⌋ ≤ k the pair (Aₗ, Aₗ₊₁) has a gap smaller by at most c,
//!   and Aₗ < Aₖ ≤ x: taking x − Aₗ and y − Aₗ₊₁ is allowed. ∎

use super::run::{Run, signed};
use miyama_text::{Text, say};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};

/// Up to this many pairs are tried one by one.
const MANY: u32 = 2000;

/// Which twist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ladder {
    /// The c-Wythoff twist.
    Twist(u64),
    /// The revised c-Wythoff twist.
    RevisedTwist(u64),
    /// The d-geometric twist.
    Geometric(u64),
    /// The d-sub-geometric twist.
    SubGeometric(u64),
}

impl Ladder {
    /// The k-th term aₖ.
    fn term(&self, k: &BigUint) -> BigUint {
        let power = |d: u64, exponent: &BigUint| {
            // Heaps that fit in memory have exponents that fit in 32 bits.
            u32::try_from(exponent).map_or_else(|_| BigUint::zero(), |e| BigUint::from(d).pow(e))
        };
        match self {
            // ((1+c)k² + (1−c)k)/2 = k + (1+c)·k(k−1)/2
            Ladder::Twist(c) if k.is_zero() || *c == u64::MAX => BigUint::zero(),
            Ladder::Twist(c) => k + (k * (k - 1u32) / 2u32) * (c + 1),
            Ladder::RevisedTwist(c) => (k * (k + 1u32) / 2u32) * c.saturating_add(1),
            Ladder::Geometric(_) if k.is_zero() => BigUint::zero(),
            Ladder::Geometric(d) => power(*d, &(k - 1u32)),
            Ladder::SubGeometric(d) => (power(*d, k) - 1u32) / (d - 1),
        }
    }

    /// The least k with aₖ ≥ n. The terms grow at least as fast as k.
    fn first_at_least(&self, n: &BigUint) -> BigUint {
        let mut high = BigUint::one();
        while self.term(&high) < *n {
            high *= 2u32;
        }
        let mut low = BigUint::zero();
        while low < high {
            let middle: BigUint = (&low + &high) / 2u32;
            if self.term(&middle) < *n { low = middle + 1u32 } else { high = middle }
        }
        low
    }

    /// The k for which (x, y) is (aₖ, aₖ₊₁) in some order; 0 also for (0, 0) and,
    /// in the 2-geometric twist, for (1, 1).
    pub(super) fn step_of(&self, x: &BigUint, y: &BigUint) -> Option<BigUint> {
        let (low, high) = if x <= y { (x, y) } else { (y, x) };
        if high.is_zero() || (*self == Ladder::Geometric(2) && low.is_one() && high.is_one()) {
            return Some(BigUint::zero());
        }
        let k = self.first_at_least(low);
        (self.term(&k) == *low && self.term(&(&k + 1u32)) == *high).then_some(k)
    }

    /// The options that are P-positions, as runs of single steps where they are
    /// few; for the twists the many moves to pairs further down are one run in k,
    /// which is not a run of positions, so they are listed up to a bound.
    pub(super) fn options_to_p(&self, x: &BigUint, y: &BigUint) -> Vec<Run> {
        self.options_up_to(x, y, MANY)
    }

    fn options_up_to(&self, x: &BigUint, y: &BigUint, many: u32) -> Vec<Run> {
        let mut found: Vec<[BigUint; 2]> = Vec::new();
        let mut note = |target: [BigUint; 2]| {
            if self.allows(x, y, &target) {
                found.push(target);
            }
        };
        note([BigUint::zero(), BigUint::zero()]);
        if *self == Ladder::Geometric(2) {
            note([BigUint::one(), BigUint::one()]);
        }
        for k in self.candidates(x, y, many) {
            let (low, high) = (self.term(&k), self.term(&(&k + 1u32)));
            note([low.clone(), high.clone()]);
            note([high, low]);
        }
        found.sort();
        found.dedup();
        found.into_iter().map(|p| Run::single(p.iter().map(signed).collect())).collect()
    }

    /// The k of the pairs that a move may reach. All with terms up to the
    /// larger heap, if these are not too many; else those that taking from both
    /// heaps reaches (the gap tells which) and the ends of the range that
    /// Triangular Nim reaches.
    fn candidates(&self, x: &BigUint, y: &BigUint, many: u32) -> Vec<BigUint> {
        let top = self.first_at_least(&(x.max(y) + 1u32));
        if top <= BigUint::from(many) {
            let top = u32::try_from(&top).unwrap_or(many);
            return (0..=top).map(BigUint::from).collect();
        }
        let (low, high) = if x <= y { (x, y) } else { (y, x) };
        let width = match self {
            Ladder::Twist(c) | Ladder::RevisedTwist(c) => c.saturating_add(1),
            // Their terms double at least: never many.
            Ladder::Geometric(_) | Ladder::SubGeometric(_) => 1,
        };
        let gap = (high - low) / width;
        let from = self.first_at_least(&(low + 1u32));
        let mut all: Vec<BigUint> = Vec::new();
        for around in [gap, from, top] {
            let first = if around > BigUint::from(2u32) { &around - 2u32 } else { BigUint::zero() };
            all.extend((0..5u32).map(|i| &first + i));
        }
        all.sort();
        all.dedup();
        all
    }

    /// How many P-positions a move reaches, where they are too many to list:
    /// the pairs that raise the smaller heap and lower the larger, and the few
    /// others found by [`Ladder::options_to_p`].
    pub(crate) fn count_to_p(&self, x: &BigUint, y: &BigUint) -> BigUint {
        self.count_up_to(x, y, MANY)
    }

    fn count_up_to(&self, x: &BigUint, y: &BigUint, many: u32) -> BigUint {
        let listed = self.options_up_to(x, y, many);
        let top = self.first_at_least(&(x.max(y) + 1u32));
        if top <= BigUint::from(many) {
            return BigUint::from(listed.len());
        }
        let (low, high) = if x <= y { (x.clone(), y.clone()) } else { (y.clone(), x.clone()) };
        // One heap rises above `low`, the other falls below `high`, and the
        // total falls. In the order (aₖ₊₁, aₖ) relative to (low, high): aₖ₊₁ > low,
        // aₖ < high; in the order (aₖ, aₖ₊₁): aₖ > low, aₖ₊₁ < high.
        let total = &low + &high;
        let sum_below = |k: &BigUint| self.term(k) + self.term(&(k + 1u32)) < total;
        let mut last = self.first_at_least(&high);
        // The sums grow with k: the last k whose sum is below the total.
        let mut least = BigUint::zero();
        while least < last {
            let middle: BigUint = (&least + &last + 1u32) / 2u32;
            if sum_below(&middle) { least = middle } else { last = middle - 1u32 }
        }
        let range = |first: BigUint, most: BigUint| if first <= most { most - first + 1u32 } else { BigUint::zero() };
        let above = self.first_at_least(&(&low + 1u32));
        let crossed_first = if above.is_zero() { BigUint::zero() } else { &above - 1u32 };
        let under = self.first_at_least(&high);
        let crossed_last = (under.clone().max(BigUint::one()) - 1u32).min(least.clone());
        let straight_last = if under >= BigUint::from(2u32) { (&under - 2u32).min(least) } else { BigUint::zero() };
        let by_returning = range(crossed_first, crossed_last) + range(above, straight_last);
        // All others are listed.
        let (x, y) = (signed(x), signed(y));
        let others = listed.iter().filter(|run| {
            let (first, second) = (&run.first[0], &run.first[1]);
            let returned = if x <= y { *first > x && *second < y } else { *second > y && *first < x };
            !returned
        });
        by_returning + BigUint::from(others.count())
    }

    /// Whether a move leads from (x, y) to the target.
    fn allows(&self, x: &BigUint, y: &BigUint, target: &[BigUint; 2]) -> bool {
        let (x, y) = (signed(x), signed(y));
        let (i, j) = (&x - signed(&target[0]), &y - signed(&target[1]));
        let zero = BigInt::zero();
        // Triangular Nim: one heap rises, the other falls by more.
        if (i > zero && j < zero && -&j < i) || (j > zero && i < zero && -&i < j) {
            return true;
        }
        if i < zero || j < zero {
            return false;
        }
        let both = i > zero && j > zero;
        match self {
            Ladder::Twist(c) => both && (&i - &j).magnitude() <= &BigUint::from(*c),
            Ladder::RevisedTwist(c) => &i + &j > zero && (&i - &j).magnitude() <= &BigUint::from(*c),
            Ladder::Geometric(d) => both && i <= *d * &j - 2 && j <= *d * &i - 2,
            Ladder::SubGeometric(d) => both && i < *d * &j && j < *d * &i,
        }
    }

    pub(super) fn name(&self) -> Text {
        match self {
            Ladder::Twist(c) => say!("theorem.twist", c = *c),
            Ladder::RevisedTwist(c) => say!("theorem.revised_twist", c = *c),
            Ladder::Geometric(d) => say!("theorem.geometric", d = *d),
            Ladder::SubGeometric(d) => say!("theorem.sub_geometric", d = *d),
        }
    }

    pub(super) fn reason(&self, x: &BigUint, y: &BigUint) -> Text {
        let (low, high) = if x <= y { (x, y) } else { (y, x) };
        if let Some(k) = self.step_of(x, y) {
            return say!("theorem.why_ladder_p", k = &k, low = low, high = high);
        }
        let k = self.first_at_least(low);
        let (a, b) = (self.term(&k), self.term(&(&k + 1u32)));
        say!("theorem.why_ladder_n", k = &k, a = &a, b = &b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counting_without_listing_agrees_with_listing() {
        for ladder in
            [Ladder::Twist(0), Ladder::Twist(1), Ladder::Twist(3), Ladder::RevisedTwist(0), Ladder::RevisedTwist(2)]
        {
            for (x, y) in (0u32..90).flat_map(|x| (0u32..90).map(move |y| (x, y))) {
                let (x, y) = (BigUint::from(x), BigUint::from(y));
                let listed = BigUint::from(ladder.options_to_p(&x, &y).len());
                assert_eq!(ladder.count_up_to(&x, &y, 2), listed, "{ladder:?} {x} {y}");
            }
        }
    }
}
