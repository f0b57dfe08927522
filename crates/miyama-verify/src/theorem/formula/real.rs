//! Numbers (A + B·√n)/q with linear forms A and B.

use super::super::game::Form;

/// (A + B·√n)/q, q > 0; n = 1 if B = 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Real {
    pub(super) a: Form,
    pub(super) b: Form,
    pub(super) n: i64,
    pub(super) q: i64,
}

impl Real {
    pub(super) fn form(a: Form) -> Real {
        Real { a, b: Form::default(), n: 1, q: 1 }
    }

    pub(super) fn constant(value: i64) -> Real {
        Real::form(Form::constant(value))
    }

    pub(super) fn is_rational(&self) -> bool {
        self.b == Form::default()
    }

    pub(super) fn constants(&self) -> Option<(i64, i64)> {
        (self.a.terms.is_empty() && self.b.terms.is_empty()).then_some((self.a.constant, self.b.constant))
    }

    pub(super) fn whole(&self) -> Option<&Form> {
        (self.is_rational() && self.q == 1).then_some(&self.a)
    }

    pub(super) fn root_with(&self, other: &Real) -> Option<i64> {
        match (self.is_rational(), other.is_rational()) {
            (true, _) => Some(other.n),
            (_, true) => Some(self.n),
            _ => (self.n == other.n).then_some(self.n),
        }
    }

    /// Divided by the common factor of all numbers.
    pub(super) fn reduced(mut self) -> Real {
        let numbers = self.a.terms.values().chain(self.b.terms.values());
        let common = numbers.chain([&self.a.constant, &self.b.constant]).fold(self.q, |g, n| gcd(g, *n));
        if common > 1 {
            for form in [&mut self.a, &mut self.b] {
                form.terms.values_mut().for_each(|a| *a /= common);
                form.constant /= common;
            }
            self.q /= common;
        }
        if self.is_rational() {
            self.n = 1;
        }
        self
    }

    pub(super) fn plus(&self, factor: i64, other: &Real) -> Option<Real> {
        let n = self.root_with(other)?;
        let scale = |form: &Form, by: i64| Form::default().plus(by, form);
        let times = factor.checked_mul(self.q)?;
        let a = scale(&self.a, other.q)?.plus(times, &other.a)?;
        let b = scale(&self.b, other.q)?.plus(times, &other.b)?;
        Some(Real { a, b, n, q: self.q.checked_mul(other.q)? }.reduced())
    }

    pub(super) fn times(&self, other: &Real) -> Option<Real> {
        let (constants, form) = match (self.constants(), other.constants()) {
            (Some(constants), _) => ((constants, self.q), other),
            (None, Some(constants)) => ((constants, other.q), self),
            (None, None) => return None,
        };
        let n = self.root_with(other)?;
        let ((c, d), q) = constants;
        // (c + d√n)(A + B√n) = cA + dnB + (cB + dA)√n
        let a = Form::default().plus(c, &form.a)?.plus(d.checked_mul(n)?, &form.b)?;
        let b = Form::default().plus(c, &form.b)?.plus(d, &form.a)?;
        Some(Real { a, b, n, q: q.checked_mul(form.q)? }.reduced())
    }

    pub(super) fn inverse(&self) -> Option<Real> {
        let (a, b) = self.constants()?;
        let norm = a.checked_mul(a)?.checked_sub(b.checked_mul(b)?.checked_mul(self.n)?)?;
        let sign = norm.signum();
        let part = |x: i64| x.checked_mul(self.q)?.checked_mul(sign).map(Form::constant);
        (norm != 0).then_some(())?;
        Some(Real { a: part(a)?, b: part(-b)?, n: self.n, q: norm.abs() }.reduced())
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

/// √c = m·√n with n free of squares.
pub(super) fn root(c: i64) -> Option<Real> {
    if c < 0 {
        return None;
    }
    let mut n = c.max(1);
    let mut m = i64::from(c > 0);
    let mut d = 2i64;
    while d.checked_mul(d).is_some_and(|square| square <= n) {
        while n % (d * d) == 0 {
            n /= d * d;
            m *= d;
        }
        d += 1;
    }
    if n == 1 {
        return Some(Real::constant(m));
    }
    Some(Real { a: Form::default(), b: Form::constant(m), n, q: 1 })
}
