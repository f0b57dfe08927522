//! Numbers (A + B·√n)/q whose A and B are linear forms.
//!
//! What stands inside a floor of a formula is of this kind: `k*phi`, `3x/2`,
//! `k*(2+sqrt(2))`. A product needs a factor without unknowns.

use crate::outside::What;
use crate::term::Linear;
use num_integer::Integer;

/// (A + B·√n)/q with q > 0 and n free of squares; n = 1 and B = 0 if it is rational.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Real {
    pub(crate) a: Linear,
    pub(crate) b: Linear,
    pub(crate) n: i64,
    pub(crate) q: i64,
}

type Result<T> = std::result::Result<T, What>;

impl Real {
    pub(crate) fn linear(a: Linear) -> Real {
        Real { a, b: Linear::default(), n: 1, q: 1 }
    }

    pub(crate) fn constant(value: i64) -> Real {
        Real::linear(Linear::constant(value))
    }

    /// (1 + √5)/2.
    pub(crate) fn phi() -> Real {
        Real { a: Linear::constant(1), b: Linear::constant(1), n: 5, q: 2 }
    }

    /// √c for c ≥ 0: with c = m²·n it is m·√n.
    pub(crate) fn root(c: i64) -> Option<Real> {
        if c < 0 {
            return None;
        }
        let (m, n) = square_part(c);
        if n == 1 {
            return Some(Real::constant(m));
        }
        Some(Real { a: Linear::default(), b: Linear::constant(m), n, q: 1 })
    }

    /// The form, if it is one without a root and without a denominator.
    pub(crate) fn whole(&self) -> Option<&Linear> {
        (self.is_rational() && self.q == 1).then_some(&self.a)
    }

    pub(crate) fn is_rational(&self) -> bool {
        self.b == Linear::default()
    }

    /// Whether it has no unknowns.
    pub(crate) fn is_constant(&self) -> bool {
        self.a.is_constant().is_some() && self.b.is_constant().is_some()
    }

    /// The root that both have; a mistake if they have different ones.
    fn common(&self, other: &Real) -> Result<i64> {
        match (self.is_rational(), other.is_rational()) {
            (true, true) => Ok(1),
            (true, false) => Ok(other.n),
            (false, true) => Ok(self.n),
            (false, false) if self.n == other.n => Ok(self.n),
            (false, false) => Err(What::Roots),
        }
    }

    /// `self + factor·other`
    pub(crate) fn plus(&self, factor: i64, other: &Real) -> Result<Real> {
        let n = self.common(other)?;
        let times = factor.checked_mul(self.q).ok_or(What::Numbers)?;
        let join = |left: &Linear, right: &Linear| left.times(other.q)?.plus(times, right);
        let q = self.q.checked_mul(other.q).ok_or(What::Numbers)?;
        Ok(Real { a: join(&self.a, &other.a)?, b: join(&self.b, &other.b)?, n, q }.reduced())
    }

    pub(crate) fn negative(&self) -> Result<Real> {
        Real::constant(0).plus(-1, self)
    }

    /// The product, if a factor is constant.
    pub(crate) fn times(&self, other: &Real) -> Result<Real> {
        let (constant, form) = if self.is_constant() { (self, other) } else { (other, self) };
        let (Some(a), Some(b)) = (constant.a.is_constant(), constant.b.is_constant()) else {
            return Err(What::Product);
        };
        let n = constant.common(form)?;
        let under = b.checked_mul(n).ok_or(What::Numbers)?;
        let q = constant.q.checked_mul(form.q).ok_or(What::Numbers)?;
        let (left, right) = (form.a.times(a)?.plus(under, &form.b)?, form.b.times(a)?.plus(b, &form.a)?);
        Ok(Real { a: left, b: right, n, q }.reduced())
    }

    /// q/(a + b√n) = q(a − b√n)/(a² − b²n), for a constant that is not 0.
    pub(crate) fn inverse(&self) -> Result<Real> {
        let (Some(a), Some(b)) = (self.a.is_constant(), self.b.is_constant()) else { return Err(What::Divisor) };
        let norm = || a.checked_mul(a)?.checked_sub(b.checked_mul(b)?.checked_mul(self.n)?);
        let norm = norm().ok_or(What::Numbers)?;
        if norm == 0 {
            return Err(What::Divisor);
        }
        let sign = norm.signum();
        let scaled = |x: i64| x.checked_mul(self.q)?.checked_mul(sign).map(Linear::constant);
        let (a, b) = (scaled(a).ok_or(What::Numbers)?, scaled(-b).ok_or(What::Numbers)?);
        Ok(Real { a, b, n: self.n, q: norm.checked_abs().ok_or(What::Numbers)? }.reduced())
    }

    /// A whole power of a constant.
    pub(crate) fn power(&self, exponent: i64) -> Result<Real> {
        let base = if exponent < 0 { self.inverse()? } else { self.clone() };
        let mut power = Real::constant(1);
        if exponent.unsigned_abs() > 64 && !(base == Real::constant(1) || base == Real::constant(0)) {
            return Err(What::Numbers);
        }
        for _ in 0..exponent.unsigned_abs().min(64) {
            power = power.times(&base)?;
        }
        Ok(power)
    }

    /// A common factor of all numbers is taken out.
    pub(crate) fn reduced(mut self) -> Real {
        if self.b == Linear::default() {
            self.n = 1;
        }
        let common = self.a.content().gcd(&self.b.content()).gcd(&self.q);
        if common > 1 {
            (self.a, self.b, self.q) = (self.a.divided(common), self.b.divided(common), self.q / common);
        }
        self
    }
}

/// c = m²·n with n free of squares; (0, 1) for c = 0.
pub(crate) fn square_part(c: i64) -> (i64, i64) {
    if c == 0 {
        return (0, 1);
    }
    let (mut m, mut n, mut d) = (1, c, 2);
    while d <= n / d {
        while n % (d * d) == 0 {
            (m, n) = (m * d, n / (d * d));
        }
        d += 1;
    }
    // n has no square factor d² with d² ≤ n left but itself.
    let root = n.isqrt();
    if root * root == n { (m * root, 1) } else { (m, n) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_taken_out_of_roots() {
        for c in 0..2000i64 {
            let (m, n) = square_part(c);
            assert_eq!(m * m * n, c);
            assert!((2..50).all(|d| n % (d * d) != 0) || c == 0, "{c} = {m}²·{n}");
        }
    }

    #[test]
    fn the_golden_ratio_is_what_it_is() {
        let phi = Real::phi();
        assert_eq!(phi.times(&phi).unwrap(), phi.plus(1, &Real::constant(1)).unwrap());
        assert_eq!(phi.power(2).unwrap(), phi.times(&phi).unwrap());
        assert_eq!(phi.inverse().unwrap(), phi.plus(-1, &Real::constant(1)).unwrap());
        assert_eq!(phi.times(&phi.inverse().unwrap()).unwrap(), Real::constant(1));
        let root = Real::root(8).unwrap();
        assert_eq!(root.times(&root).unwrap(), Real::constant(8));
        assert_eq!(Real::root(8).unwrap().plus(1, &Real::root(2).unwrap()).unwrap(), Real::root(18).unwrap());
        assert!(Real::root(2).unwrap().plus(1, &Real::root(3).unwrap()).is_err());
    }
}
