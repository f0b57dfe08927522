//! Exact numbers (a + b√n)/q in machine integers: what stands inside a floor.
//!
//! A formula is evaluated at millions of positions, so these numbers do not
//! grow: where one leaves 128 bits there is none. `Quadratic` of miyama-words does
//! the same with integers of any size, and the tests compare the two.

use num_integer::{Integer, div_floor};
use std::cmp::Ordering;

/// (a + b√n)/q with q > 0; n is not a square, or b = n = 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Real {
    a: i128,
    b: i128,
    n: i128,
    q: i128,
}

/// Why an operation has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoReal {
    /// A number leaves the range of the machine.
    TooLarge,
    /// A sum or product of two roots such as √2 + √3 is of another kind.
    TwoRoots,
    /// Division by zero.
    ByZero,
}

type Result = std::result::Result<Real, NoReal>;

/// Beyond this a fraction is reduced, so that short sums stay cheap.
const LARGE: i128 = 1 << 40;

impl Real {
    /// A whole number.
    pub(super) fn whole(number: i64) -> Real {
        Real { a: number.into(), b: 0, n: 0, q: 1 }
    }

    /// The golden ratio (1 + √5)/2.
    pub(super) fn phi() -> Real {
        Real { a: 1, b: 1, n: 5, q: 2 }
    }

    /// √n for n ≥ 0; none for a negative n.
    pub(super) fn root(n: i64) -> Option<Real> {
        let root = i128::from(n.checked_isqrt()?);
        let n = i128::from(n);
        Some(if root * root == n { Real { a: root, b: 0, n: 0, q: 1 } } else { Real { a: 0, b: 1, n, q: 1 } })
    }

    /// With b = 0 the root is gone; large numbers are reduced.
    fn tidy(mut self) -> Real {
        if self.b == 0 {
            self.n = 0;
        }
        if self.q < 0 {
            (self.a, self.b, self.q) = (-self.a, -self.b, -self.q);
        }
        if self.q > 1 && (self.a.abs() > LARGE || self.b.abs() > LARGE || self.q > LARGE) {
            let common = self.a.gcd(&self.b).gcd(&self.q);
            (self.a, self.b, self.q) = (self.a / common, self.b / common, self.q / common);
        }
        self
    }

    /// The same number over the root of `other`: √n = √(nm)/m · √m where √(nm)
    /// is whole.
    fn over(self, other: Real) -> Result {
        if self.b == 0 || other.b == 0 || self.n == other.n {
            return Ok(self);
        }
        let product = times(self.n, other.n)?;
        let root = product.isqrt();
        if root * root != product {
            return Err(NoReal::TwoRoots);
        }
        let (a, b, q) = (times(self.a, other.n)?, times(self.b, root)?, times(self.q, other.n)?);
        Ok(Real { a, b, n: other.n, q }.tidy())
    }

    pub(super) fn negative(self) -> Real {
        // Every product was checked, so none is the smallest number.
        Real { a: -self.a, b: -self.b, ..self }
    }

    pub(super) fn plus(self, other: Real) -> Result {
        let this = self.over(other)?;
        let n = this.n.max(other.n);
        if this.q == other.q {
            return Ok(Real { a: add(this.a, other.a)?, b: add(this.b, other.b)?, n, q: this.q }.tidy());
        }
        let a = add(times(this.a, other.q)?, times(other.a, this.q)?)?;
        let b = add(times(this.b, other.q)?, times(other.b, this.q)?)?;
        Ok(Real { a, b, n, q: times(this.q, other.q)? }.tidy())
    }

    pub(super) fn minus(self, other: Real) -> Result {
        self.plus(other.negative())
    }

    pub(super) fn times(self, other: Real) -> Result {
        let this = self.over(other)?;
        let n = this.n.max(other.n);
        let a = add(times(this.a, other.a)?, times(times(this.b, other.b)?, n)?)?;
        let b = add(times(this.a, other.b)?, times(this.b, other.a)?)?;
        Ok(Real { a, b, n, q: times(this.q, other.q)? }.tidy())
    }

    /// q/(a + b√n) = q(a − b√n)/(a² − b²n).
    fn inverse(self) -> Result {
        let norm = add(times(self.a, self.a)?, -times(times(self.b, self.b)?, self.n)?)?;
        if norm == 0 {
            return Err(NoReal::ByZero);
        }
        let (a, b) = (times(self.q, self.a)?, -times(self.q, self.b)?);
        Ok(Real { a, b, n: self.n, q: norm }.tidy())
    }

    pub(super) fn over_by(self, other: Real) -> Result {
        self.times(other.inverse()?)
    }

    /// A whole power, by squaring; a negative one is that of the inverse.
    pub(super) fn power(self, exponent: i64) -> Result {
        let mut square = if exponent < 0 { self.inverse()? } else { self };
        let mut left = exponent.unsigned_abs();
        let mut power = Real::whole(1);
        while left > 0 {
            if left % 2 == 1 {
                power = power.times(square)?;
            }
            left /= 2;
            if left > 0 {
                square = square.times(square)?;
            }
        }
        Ok(power)
    }

    /// The number, if it is whole and has 64 bits.
    pub(super) fn as_whole(self) -> Option<i64> {
        (self.b == 0 && self.a % self.q == 0).then(|| i64::try_from(self.a / self.q).ok()).flatten()
    }

    /// −1, 0 or 1.
    fn sign(self) -> std::result::Result<i128, NoReal> {
        let (a, b) = (self.a.signum(), self.b.signum());
        if a * b >= 0 {
            return Ok(if a != 0 { a } else { b });
        }
        // Opposite signs: the larger square decides; they differ, n being no square.
        let (square, under) = (times(self.a, self.a)?, times(times(self.b, self.b)?, self.n)?);
        Ok(if square > under { a } else { b })
    }

    pub(super) fn compare(self, other: Real) -> std::result::Result<Ordering, NoReal> {
        Ok(self.minus(other)?.sign()?.cmp(&0))
    }

    /// The largest whole number that is not larger: ⌊(a + ⌊b√n⌋)/q⌋, where
    /// rounding the root first changes nothing, a being whole.
    pub(super) fn floor(self) -> std::result::Result<i64, NoReal> {
        let root = times(times(self.b, self.b)?, self.n)?.isqrt();
        let root = if self.b < 0 { -root - 1 } else { root };
        let floor = div_floor(add(self.a, root)?, self.q);
        i64::try_from(floor).map_err(|_| NoReal::TooLarge)
    }
}

fn add(a: i128, b: i128) -> std::result::Result<i128, NoReal> {
    in_range(a.checked_add(b))
}

fn times(a: i128, b: i128) -> std::result::Result<i128, NoReal> {
    in_range(a.checked_mul(b))
}

/// The smallest number is left out, so that every number has a negative.
fn in_range(result: Option<i128>) -> std::result::Result<i128, NoReal> {
    result.filter(|r| *r != i128::MIN).ok_or(NoReal::TooLarge)
}

#[cfg(test)]
mod tests {
    use super::*;
    use miyama_words::quadratic::Quadratic;
    use num_traits::ToPrimitive;
    use proptest::prelude::*;

    /// (a + b√n)/q in both arithmetics.
    fn both(a: i64, b: i64, n: i64, q: i64) -> (Real, Quadratic) {
        let root = Real::root(n).unwrap();
        let real = Real::whole(b).times(root).unwrap().plus(Real::whole(a)).unwrap();
        let whole = |n: i64| {
            let size = Quadratic::from(n.unsigned_abs());
            if n < 0 { size.negated() } else { size }
        };
        let big = whole(b).times(&whole(n).root().unwrap()).unwrap().plus(&whole(a)).unwrap();
        (real.over_by(Real::whole(q)).unwrap(), big.times(&whole(q).inverse().unwrap()).unwrap())
    }

    #[test]
    fn the_golden_ratio_is_the_root_that_it_is() {
        let other = both(1, 1, 5, 2).0;
        assert_eq!(Real::phi().compare(other), Ok(Ordering::Equal));
        let square = Real::phi().times(Real::phi()).unwrap();
        assert_eq!(square.compare(Real::phi().plus(Real::whole(1)).unwrap()), Ok(Ordering::Equal));
        assert_eq!(Real::phi().power(2).unwrap().compare(square), Ok(Ordering::Equal));
        let fifth = Real::whole(5).times(Real::phi()).unwrap().plus(Real::whole(3)).unwrap();
        assert_eq!(Real::phi().power(5).unwrap().compare(fifth), Ok(Ordering::Equal));
        let inverse = Real::phi().minus(Real::whole(1)).unwrap();
        assert_eq!(Real::phi().power(-1).unwrap().compare(inverse), Ok(Ordering::Equal));
        assert_eq!(Real::phi().power(0).unwrap().compare(Real::whole(1)), Ok(Ordering::Equal));
        assert_eq!(Real::whole(0).power(-1).unwrap_err(), NoReal::ByZero);
        assert_eq!(Real::phi().power(i64::MAX).unwrap_err(), NoReal::TooLarge);
        assert_eq!(Real::root(-1).map(|r| r.n), None);
        assert_eq!(Real::root(2).unwrap().plus(Real::root(3).unwrap()).unwrap_err(), NoReal::TwoRoots);
        assert_eq!(Real::whole(1).over_by(Real::whole(0)).unwrap_err(), NoReal::ByZero);
    }

    proptest! {
        #[test]
        fn the_same_as_with_integers_of_any_size(
            a in -999i64..999, b in -999i64..999, c in -999i64..999, e in -999i64..999,
            n in prop::sample::select(vec![2i64, 3, 5, 8, 9, 18, 50]), q in 1i64..40, r in 1i64..40,
        ) {
            let ((x, big_x), (y, big_y)) = (both(a, b, n, q), both(c, e, n, r));
            let agree = |real: Result, big: Option<Quadratic>| {
                let (real, big) = (real.unwrap().floor().unwrap(), big.unwrap().floor_times(&1.into()).to_i64().unwrap());
                assert_eq!(real, big);
            };
            agree(Ok(x), Some(big_x.clone()));
            agree(Ok(x.negative()), Some(big_x.negated()));
            agree(x.plus(y), big_x.plus(&big_y));
            agree(x.minus(y), big_x.minus(&big_y));
            agree(x.times(y), big_x.times(&big_y));
            if let Some(inverse) = big_y.inverse() {
                agree(x.over_by(y), big_x.times(&inverse));
            }
            let greater = big_x.minus(&big_y).unwrap().is_positive();
            prop_assert_eq!(x.compare(y).unwrap() == Ordering::Greater, greater);
            prop_assert_eq!(x.compare(y).unwrap() == Ordering::Equal, big_x == big_y);
        }
    }
}
