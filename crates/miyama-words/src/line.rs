//! The word of a line that starts at the origin of a grid and crosses it.
//!
//! The line y = αx with an irrational slope α > 0 meets no other point of the
//! grid. Going to the right it crosses vertical lines x = 1, 2, … and
//! horizontal lines y = 1, 2, … one at a time: write 0 for a vertical one and 1
//! for a horizontal one. The terms count from 1. The slope 1/φ gives the
//! Fibonacci word, the slope 1/μₛ the s-th metallic one.
//!
//! **The number of ones among the first n terms is ⌊(n+1)β⌋ with β = α/(1+α).**
//! Let the n-th crossing be at x. One of x and αx is an integer and the other
//! is not, say with fraction ε; both floors together count n crossings, so
//! x + αx = n + ε and αx = β(n+ε), since β(1+α) = α. The ones are ⌊αx⌋. Now
//! β(n+1) = αx + β(1−ε). At a horizontal crossing αx is an integer and
//! 0 < β(1−ε) < 1. At a vertical one αx = ⌊αx⌋ + ε and ε + β(1−ε) < 1. Either
//! way ⌊β(n+1)⌋ = ⌊αx⌋.

use super::quadratic::{Quadratic, sign};
use miyama_budget::{Budget, Stopped};
use num_bigint::{BigInt, BigUint};
use num_traits::ToPrimitive;
use std::cmp::Ordering;

/// A line y = αx with an irrational slope α > 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    slope: Quadratic,
    /// α/(1+α)
    ones: Quadratic,
    /// 1/α
    inverse: Quadratic,
}

impl Line {
    /// The line with this slope; `None` unless it is positive and irrational.
    ///
    /// ```
    /// use miyama_budget::Budget;
    /// use miyama_words::{line::Line, quadratic::Quadratic};
    /// let line = Line::new(Quadratic::parse("sqrt(2)-1").unwrap()).unwrap();
    /// assert_eq!(line.crossings(8, &Budget::unlimited()).unwrap(), [0, 0, 1, 0, 0, 1, 0, 0]);
    /// assert!(Line::new(Quadratic::parse("1/2").unwrap()).is_none());
    /// ```
    #[must_use]
    pub fn new(slope: Quadratic) -> Option<Line> {
        if slope.is_rational() || !slope.is_positive() {
            return None;
        }
        let inverse = slope.inverse()?;
        let ones = inverse.plus(&Quadratic::from(1))?.inverse()?;
        Some(Line { slope, ones, inverse })
    }

    /// The line of the Fibonacci word: slope 1/φ.
    #[must_use]
    pub fn fibonacci() -> Line {
        Line::metallic(1).expect("s = 1 is positive")
    }

    /// The line of the s-th metallic word: slope 1/μₛ, where μₛ is the positive
    /// root of x² = sx + 1. `None` for s = 0, where the slope is 1.
    #[must_use]
    pub fn metallic(s: u64) -> Option<Line> {
        Line::new(Quadratic::metallic(s).inverse()?)
    }

    /// The slope α.
    #[must_use]
    pub fn slope(&self) -> &Quadratic {
        &self.slope
    }

    /// The n-th term, for n ≥ 1, from the counts of ones: ⌊(n+1)β⌋ − ⌊nβ⌋.
    #[must_use]
    pub fn term(&self, n: &BigUint) -> u8 {
        let n = BigInt::from(n.clone());
        u8::from(self.ones.floor_times(&(&n + 1)) > self.ones.floor_times(&n))
    }

    /// The place of the i-th 0: the i-th vertical crossing is at (i, αi), after
    /// ⌊αi⌋ horizontal ones, so that kᵢ = i + ⌊αi⌋.
    ///
    /// ```
    /// use miyama_words::line::Line;
    /// assert_eq!(Line::fibonacci().zero(&9.into()), 14.into());
    /// ```
    #[must_use]
    pub fn zero(&self, i: &BigInt) -> BigInt {
        i + self.slope.floor_times(i)
    }

    /// The place of the i-th 1: the i-th horizontal crossing is at (i/α, i),
    /// after ⌊i/α⌋ vertical ones, so that lᵢ = i + ⌊i/α⌋.
    ///
    /// ```
    /// use miyama_words::line::Line;
    /// assert_eq!(Line::fibonacci().one(&9.into()), 23.into());
    /// ```
    #[must_use]
    pub fn one(&self, i: &BigInt) -> BigInt {
        i + self.inverse.floor_times(i)
    }

    /// The first `n` terms, by following the line from crossing to crossing.
    ///
    /// # Errors
    /// [`Stopped`] when the budget says so.
    pub fn crossings(&self, n: usize, budget: &Budget) -> Result<Vec<u8>, Stopped> {
        budget.need(n as u64)?;
        match self.crossings_in_machine_words(n, budget)? {
            Some(word) => Ok(word),
            None => self.crossings_in_big_integers(n, budget),
        }
    }

    /// With α = (a + b√d)/c and the next crossings at x = i and y = j: the
    /// vertical one comes first when αi < j, that is a·i − c·j + b·i·√d < 0.
    /// `None` if a square could leave the range of i128.
    fn crossings_in_machine_words(&self, n: usize, budget: &Budget) -> Result<Option<Vec<u8>>, Stopped> {
        let (a, b, c, d) = self.slope.parts();
        let small = |x: &BigInt| x.to_i128().filter(|x| x.unsigned_abs() < 1 << 64);
        let (Some(a), Some(b), Some(c), Some(d)) = (small(a), small(b), small(c), d.to_i128()) else {
            return Ok(None);
        };
        // Both i and j stay at most n + 1, so |first| and |second| below stay
        // at most (n+1)(|a|+c) and (n+1)|b|.
        let most = n as i128 + 1;
        let fits = |bound: Option<i128>| bound.is_some();
        let first_fits = a.abs().checked_add(c).and_then(|x| x.checked_mul(most)).and_then(|x| x.checked_mul(x));
        let second_fits =
            b.abs().checked_mul(most).and_then(|x| x.checked_mul(x)).and_then(|square| square.checked_mul(d));
        if !fits(first_fits) || !fits(second_fits) {
            return Ok(None);
        }
        let (mut first, mut second) = (a - c, b);
        let mut word = Vec::with_capacity(n);
        while word.len() < n {
            if word.len() % 65_536 == 0 {
                budget.check()?;
                budget.report(word.len() as u64, Some(n as u64));
            }
            let squares = (first * first).cmp(&(second * second * d));
            let vertical = match (first > 0, second > 0) {
                (true, true) => false,
                (false, false) => true,
                (true, false) => squares == Ordering::Less,
                (false, true) => squares == Ordering::Greater,
            };
            if vertical {
                word.push(0);
                first += a;
                second += b;
            } else {
                word.push(1);
                first -= c;
            }
        }
        Ok(Some(word))
    }

    /// The same with integers of any size.
    fn crossings_in_big_integers(&self, n: usize, budget: &Budget) -> Result<Vec<u8>, Stopped> {
        let (a, b, c, d) = self.slope.parts();
        let (mut first, mut second) = (a - c, b.clone());
        let mut word = Vec::with_capacity(n);
        while word.len() < n {
            if word.len() % 1024 == 0 {
                budget.check()?;
                budget.report(word.len() as u64, Some(n as u64));
            }
            if sign(&first, &second, d) == Ordering::Less {
                word.push(0);
                first += a;
                second += b;
            } else {
                word.push(1);
                first -= c;
            }
        }
        Ok(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sizes_of_integers_follow_the_same_line() {
        let budget = Budget::unlimited();
        for slope in ["1/phi", "phi", "sqrt(2)/7", "100*sqrt(3)", "(7-sqrt(5))/3", "7*sqrt(2)-9", "9-6*sqrt(2)"] {
            let line = Line::new(Quadratic::parse(slope).unwrap()).unwrap();
            let small = line.crossings_in_machine_words(3000, &budget).unwrap().unwrap();
            assert_eq!(small, line.crossings_in_big_integers(3000, &budget).unwrap(), "{slope}");
        }
        let huge = Line::new(Quadratic::parse("sqrt(2)/100000000000000000000").unwrap()).unwrap();
        assert!(huge.crossings_in_machine_words(10, &budget).unwrap().is_none());
        assert_eq!(huge.crossings(10, &budget).unwrap(), [0; 10]);
    }
}
