//! Exact numbers of the form (a + b√d)/c, with integers of any size.
//!
//! Nothing here is rounded: a floor is taken by an integer square root, and a
//! sign by comparing squares.

use super::slope;
use miyama_budget::Mistake;
use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use std::cmp::Ordering;
use std::fmt;

/// (a + b√d)/c in lowest terms, with c > 0. A rational number has b = 0 and
/// d = 0; otherwise d is not a square.
#[derive(Clone, Debug)]
pub struct Quadratic {
    a: BigInt,
    b: BigInt,
    c: BigInt,
    d: BigUint,
}

impl Quadratic {
    /// Reads a number such as `(1+sqrt(5))/2`, `1/metallic(3)` or `√2 - 1`.
    ///
    /// ```
    /// use miyama_words::quadratic::Quadratic;
    /// let phi = Quadratic::parse("(1+sqrt(5))/2").unwrap();
    /// assert_eq!(phi, Quadratic::metallic(1));
    /// assert_eq!(Quadratic::parse("1+sqrt(5").unwrap_err().at, 8..8);
    /// ```
    ///
    /// # Errors
    /// A [`Mistake`] where the text is no such number.
    pub fn parse(text: &str) -> Result<Quadratic, Mistake> {
        slope::parse(text)
    }

    /// The s-th metallic mean (s + √(s²+4))/2, the positive root of x² = sx + 1.
    #[must_use]
    pub fn metallic(s: u64) -> Quadratic {
        let d = BigUint::from(s) * s + 4u32;
        Quadratic::new(s.into(), 1.into(), 2.into(), d)
    }

    /// (a + b√d)/c in lowest terms; c is not 0.
    fn new(a: BigInt, b: BigInt, c: BigInt, d: BigUint) -> Quadratic {
        let root = d.sqrt();
        let (a, b, d) = if &root * &root == d {
            (a + b * BigInt::from(root), BigInt::zero(), BigUint::zero())
        } else if b.is_zero() {
            (a, b, BigUint::zero())
        } else {
            (a, b, d)
        };
        let common = a.gcd(&b).gcd(&c) * if c.is_negative() { -1 } else { 1 };
        Quadratic { a: a / &common, b: b / &common, c: c / &common, d }
    }

    /// √(p/q) for this number p/q; `None` if it is negative or not rational.
    #[must_use]
    pub fn root(&self) -> Option<Quadratic> {
        if !self.is_rational() || self.a.is_negative() {
            return None;
        }
        // √(p/q) = √(pq)/q
        let under = (&self.a * &self.c).to_biguint()?;
        Some(Quadratic::new(BigInt::zero(), BigInt::one(), self.c.clone(), under))
    }

    /// Is it a fraction of integers?
    #[must_use]
    pub fn is_rational(&self) -> bool {
        self.b.is_zero()
    }

    /// The same number over the root of `other`, if it lies in that field:
    /// √e = √(de)/d · √d, and √(de) must be an integer.
    fn with_root_of(&self, other: &Quadratic) -> Option<Quadratic> {
        if self.is_rational() || other.is_rational() || self.d == other.d {
            return Some(self.clone());
        }
        let product = &self.d * &other.d;
        let root = product.sqrt();
        if &root * &root != product {
            return None;
        }
        let (root, d) = (BigInt::from(root), BigInt::from(other.d.clone()));
        Some(Quadratic { a: &self.a * &d, b: &self.b * root, c: &self.c * &d, d: other.d.clone() })
    }

    /// The sum; `None` if the two numbers lie in no common quadratic field.
    #[must_use]
    pub fn plus(&self, other: &Quadratic) -> Option<Quadratic> {
        let x = self.with_root_of(other)?;
        let d = if x.is_rational() { &other.d } else { &x.d };
        let (a, b) = (&x.a * &other.c + &other.a * &x.c, &x.b * &other.c + &other.b * &x.c);
        Some(Quadratic::new(a, b, &x.c * &other.c, d.clone()))
    }

    /// The difference; `None` if the two numbers lie in no common quadratic field.
    #[must_use]
    pub fn minus(&self, other: &Quadratic) -> Option<Quadratic> {
        self.plus(&other.negated())
    }

    /// The product; `None` if the two numbers lie in no common quadratic field.
    #[must_use]
    pub fn times(&self, other: &Quadratic) -> Option<Quadratic> {
        let x = self.with_root_of(other)?;
        let d = if x.is_rational() { &other.d } else { &x.d };
        let a = &x.a * &other.a + &x.b * &other.b * BigInt::from(d.clone());
        let b = &x.a * &other.b + &x.b * &other.a;
        Some(Quadratic::new(a, b, &x.c * &other.c, d.clone()))
    }

    /// One over this number; `None` for 0.
    #[must_use]
    pub fn inverse(&self) -> Option<Quadratic> {
        // c/(a + b√d) = c(a − b√d)/(a² − b²d), and the norm of a number that is not 0 is not 0.
        let norm = &self.a * &self.a - &self.b * &self.b * BigInt::from(self.d.clone());
        if norm.is_zero() {
            return None;
        }
        Some(Quadratic::new(&self.c * &self.a, -(&self.c * &self.b), norm, self.d.clone()))
    }

    /// Minus this number.
    #[must_use]
    pub fn negated(&self) -> Quadratic {
        Quadratic { a: -&self.a, b: -&self.b, c: self.c.clone(), d: self.d.clone() }
    }

    /// Is it more than 0?
    #[must_use]
    pub fn is_positive(&self) -> bool {
        sign(&self.a, &self.b, &self.d) == Ordering::Greater
    }

    /// ⌊n · self⌋, exactly.
    ///
    /// ```
    /// use miyama_words::quadratic::Quadratic;
    /// let phi = Quadratic::metallic(1);
    /// assert_eq!(phi.floor_times(&100.into()), 161.into());
    /// ```
    #[must_use]
    pub fn floor_times(&self, n: &BigInt) -> BigInt {
        // ⌊(x + y)/c⌋ = ⌊(x + ⌊y⌋)/c⌋ for an integer x and c > 0.
        let b = n * &self.b;
        let root = BigInt::from((b.magnitude() * b.magnitude() * &self.d).sqrt());
        // y = b√d is irrational unless b = 0, so that ⌊−y⌋ = −⌊y⌋ − 1.
        let floor = if b.is_negative() { -root - 1 } else { root };
        (n * &self.a + floor).div_floor(&self.c)
    }

    /// The parts (a, b, c, d) of (a + b√d)/c.
    #[must_use]
    pub fn parts(&self) -> (&BigInt, &BigInt, &BigInt, &BigUint) {
        (&self.a, &self.b, &self.c, &self.d)
    }
}

/// The sign of a + b√d, compared with 0.
pub(super) fn sign(a: &BigInt, b: &BigInt, d: &BigUint) -> Ordering {
    let (sa, sb) = (a.sign(), b.sign());
    if sb == Sign::NoSign {
        return a.cmp(&BigInt::zero());
    }
    if sa != Sign::NoSign && sa != sb {
        // Of two terms with different signs the larger square decides.
        let squares = (a.magnitude() * a.magnitude()).cmp(&(b.magnitude() * b.magnitude() * d));
        return if sa == Sign::Plus { squares } else { squares.reverse() };
    }
    b.cmp(&BigInt::zero())
}

impl From<u64> for Quadratic {
    fn from(n: u64) -> Quadratic {
        Quadratic { a: n.into(), b: BigInt::zero(), c: BigInt::one(), d: BigUint::zero() }
    }
}

impl From<BigUint> for Quadratic {
    fn from(n: BigUint) -> Quadratic {
        Quadratic { a: n.into(), b: BigInt::zero(), c: BigInt::one(), d: BigUint::zero() }
    }
}

impl PartialEq for Quadratic {
    fn eq(&self, other: &Quadratic) -> bool {
        self.minus(other).is_some_and(|difference| difference.a.is_zero() && difference.b.is_zero())
    }
}

impl Eq for Quadratic {}

impl fmt::Display for Quadratic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_rational() {
            return match self.c.is_one() {
                true => write!(f, "{}", self.a),
                false => write!(f, "{}/{}", self.a, self.c),
            };
        }
        let size = self.b.magnitude();
        let root = if size.is_one() { format!("sqrt({})", self.d) } else { format!("{size}*sqrt({})", self.d) };
        let top = match (self.a.is_zero(), self.b.is_negative()) {
            (true, false) => root,
            (true, true) => format!("-{root}"),
            (false, false) => format!("{}+{root}", self.a),
            (false, true) => format!("{}-{root}", self.a),
        };
        match (self.c.is_one(), self.a.is_zero()) {
            (true, _) => f.write_str(&top),
            (false, true) => write!(f, "{top}/{}", self.c),
            (false, false) => write!(f, "({top})/{}", self.c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Quadratic {
        Quadratic::parse(text).unwrap()
    }

    #[test]
    fn arithmetic_in_one_field() {
        assert_eq!(number("sqrt(8) + sqrt(2)"), number("3*sqrt(2)"));
        assert_eq!(number("1/(1+sqrt(2))"), number("sqrt(2)-1"));
        assert_eq!(number("sqrt(5)*sqrt(5)"), number("5"));
        assert_eq!(number("sqrt(1/2)"), number("sqrt(2)/2"));
        assert_eq!(number("sqrt(18)*sqrt(2) - 6"), number("0"));
        assert_eq!(number("metallic(2)"), number("1+sqrt(2)"));
        assert!(number("sqrt(2)").plus(&number("sqrt(3)")).is_none());
        assert_ne!(number("sqrt(2)"), number("sqrt(3)"));
        assert!(number("0").inverse().is_none());
    }

    #[test]
    fn signs_and_floors_agree_with_floating_point_where_it_is_exact_enough() {
        for a in -9i32..10 {
            for b in -9i32..10 {
                for c in [1i32, 2, 7] {
                    let x = Quadratic::new(a.into(), b.into(), c.into(), 5u32.into());
                    let real = (f64::from(a) + f64::from(b) * 5f64.sqrt()) / f64::from(c);
                    assert_eq!(x.is_positive(), real > 1e-9, "{x}");
                    for n in -20i32..21 {
                        let expected = (real * f64::from(n) + 1e-12).floor();
                        assert_eq!(x.floor_times(&n.into()), BigInt::from(expected as i64), "{n} · {x}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_shown_can_be_read_again() {
        for text in ["(1+sqrt(5))/2", "sqrt(2)", "-3*sqrt(2)/7", "(2-5*sqrt(3))/11", "7/3", "-4", "1-sqrt(2)"] {
            assert_eq!(number(text).to_string(), text);
        }
    }
}
