//! Dyadic rationals: the values of short games that are numbers.
//!
//! A number `m / 2^k` is kept in lowest terms. Numerators that fit a machine
//! word are kept in one; all others are big integers, so that nothing wraps.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};

/// A number `m / 2^k`, exact and of any size.
///
/// ```
/// use miyama::value::Dyadic;
/// let sum = Dyadic::new(3, 2) + Dyadic::new(1, 1);
/// assert_eq!(sum.to_string(), "5/4");
/// let large = Dyadic::from(i64::MAX) + Dyadic::from(1);
/// assert_eq!(large.to_string(), "9223372036854775808");
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Dyadic(Repr);

/// In lowest terms: the numerator is odd or the exponent is 0. Small whenever
/// the numerator fits, so that equal numbers are equal as data.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small { numerator: i64, exponent: u32 },
    Big(Box<(BigInt, u32)>),
}

/// Why exponents do not overflow: each step of a computation raises an exponent
/// by at most the exponents it starts from, and a number of exponent 2^31 has
/// as many positions, which no budget allows.
const EXPONENT_FITS: &str = "an exponent of 2^32 needs a game with as many positions";

impl Dyadic {
    /// Zero.
    pub const ZERO: Dyadic = Dyadic(Repr::Small { numerator: 0, exponent: 0 });
    /// One.
    pub const ONE: Dyadic = Dyadic(Repr::Small { numerator: 1, exponent: 0 });

    /// `numerator / 2^exponent`.
    #[must_use]
    pub fn new(numerator: i64, exponent: u32) -> Dyadic {
        let shift = if numerator == 0 { exponent } else { numerator.trailing_zeros().min(exponent) };
        let numerator = if numerator == 0 { 0 } else { numerator >> shift };
        Dyadic(Repr::Small { numerator, exponent: exponent - shift })
    }

    /// `numerator / 2^exponent`, of any size.
    #[must_use]
    pub(crate) fn from_big(numerator: BigInt, exponent: u32) -> Dyadic {
        if numerator.is_zero() {
            return Dyadic::ZERO;
        }
        let zeros = numerator.trailing_zeros().unwrap_or(0);
        let shift = u32::try_from(zeros).unwrap_or(u32::MAX).min(exponent);
        let (numerator, exponent) = (numerator >> shift, exponent - shift);
        match numerator.to_i64() {
            Some(small) => Dyadic(Repr::Small { numerator: small, exponent }),
            None => Dyadic(Repr::Big(Box::new((numerator, exponent)))),
        }
    }

    /// The number as a quotient of integers, or `None` if the denominator is
    /// not a power of two once the fraction is in lowest terms.
    #[must_use]
    pub fn from_quotient(numerator: &BigInt, denominator: &BigInt) -> Option<Dyadic> {
        if denominator.is_zero() {
            return None;
        }
        let divisor = numerator.gcd(denominator);
        let (top, bottom) = (numerator / &divisor, denominator / &divisor);
        let (top, bottom) = if bottom.is_negative() { (-top, -bottom) } else { (top, bottom) };
        let exponent = u32::try_from(bottom.bits() - 1).ok()?;
        (bottom.trailing_zeros() == Some(u64::from(exponent))).then(|| Dyadic::from_big(top, exponent))
    }

    /// `m` of `m / 2^k` in lowest terms.
    #[must_use]
    pub fn numerator(&self) -> BigInt {
        match &self.0 {
            Repr::Small { numerator, .. } => BigInt::from(*numerator),
            Repr::Big(big) => big.0.clone(),
        }
    }

    /// `k` of `m / 2^k` in lowest terms.
    #[must_use]
    pub fn exponent(&self) -> u32 {
        match &self.0 {
            Repr::Small { exponent, .. } => *exponent,
            Repr::Big(big) => big.1,
        }
    }

    /// Is it a whole number?
    #[must_use]
    pub(crate) fn is_integer(&self) -> bool {
        self.exponent() == 0
    }

    /// Is it zero?
    #[must_use]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Repr::Small { numerator: 0, .. })
    }

    /// −1, 0 or 1.
    #[must_use]
    pub fn sign(&self) -> i8 {
        let ordering = match &self.0 {
            Repr::Small { numerator, .. } => numerator.cmp(&0),
            Repr::Big(big) => big.0.cmp(&BigInt::zero()),
        };
        ordering as i8
    }

    /// Without its sign.
    #[must_use]
    pub fn abs(&self) -> Dyadic {
        if self.sign() < 0 { -self } else { self.clone() }
    }

    /// The largest integer that is not larger.
    #[must_use]
    pub fn floor(&self) -> Dyadic {
        match &self.0 {
            Repr::Small { numerator, exponent } => Dyadic::new(numerator >> (*exponent).min(63), 0),
            Repr::Big(big) => Dyadic::from_big(&big.0 >> big.1, 0),
        }
    }

    /// Half of it.
    #[must_use]
    pub fn half(&self) -> Dyadic {
        match &self.0 {
            Repr::Small { numerator, exponent } => {
                Dyadic::new(*numerator, exponent.checked_add(1).expect(EXPONENT_FITS))
            }
            Repr::Big(big) => Dyadic::from_big(big.0.clone(), big.1.checked_add(1).expect(EXPONENT_FITS)),
        }
    }

    /// `1 / 2^exponent`.
    #[must_use]
    pub(crate) fn power_of_half(exponent: u32) -> Dyadic {
        Dyadic::new(1, exponent)
    }

    /// As a machine integer, if it is one that fits.
    #[must_use]
    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            Repr::Small { numerator, exponent: 0 } => Some(*numerator),
            _ => None,
        }
    }

    /// The nearest floating-point number, for drawings.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        let exponent = i32::try_from(self.exponent()).unwrap_or(i32::MAX);
        self.numerator().to_f64().unwrap_or(f64::MAX) * 2f64.powi(exponent.saturating_neg())
    }

    /// `value · 2^bits`, if that is an integer smaller than 2^60 in size.
    pub(crate) fn scaled(&self, bits: u32) -> Option<i64> {
        let Repr::Small { numerator, exponent } = self.0 else { return None };
        let shift = bits.checked_sub(exponent)?;
        let limit = 1i64.checked_shl(60u32.checked_sub(shift)?)?;
        (numerator.unsigned_abs() < limit.unsigned_abs()).then(|| numerator << shift)
    }

    /// Both numerators over the larger of the two exponents.
    fn aligned(&self, other: &Dyadic) -> (BigInt, BigInt, u32) {
        let exponent = self.exponent().max(other.exponent());
        let lift = |d: &Dyadic| d.numerator() << (exponent - d.exponent());
        (lift(self), lift(other), exponent)
    }

    /// The numerators over a common exponent, where machine words suffice.
    fn small_aligned(&self, other: &Dyadic) -> Option<(i64, i64, u32)> {
        let (Repr::Small { numerator: a, exponent: e }, Repr::Small { numerator: b, exponent: f }) =
            (&self.0, &other.0)
        else {
            return None;
        };
        let exponent = (*e).max(*f);
        let lift = |n: i64, by: u32| if by < 63 { n.checked_mul(1 << by) } else { None };
        Some((lift(*a, exponent - e)?, lift(*b, exponent - f)?, exponent))
    }

    /// The simplest number between two bounds, each of which may be missing and
    /// may or may not be allowed itself; `None` if there is no number between.
    ///
    /// Simplest is the integer nearest to zero, else the least exponent: the
    /// value of `{L|R}` by the simplicity theorem.
    pub(crate) fn simplest(low: Option<(&Dyadic, bool)>, high: Option<(&Dyadic, bool)>) -> Option<Dyadic> {
        let above = |x: &Dyadic| low.is_none_or(|(l, may_equal)| x > l || (may_equal && x == l));
        let below = |x: &Dyadic| high.is_none_or(|(h, may_equal)| x < h || (may_equal && x == h));
        if let (Some((l, l_closed)), Some((h, h_closed))) = (low, high)
            && (l > h || (l == h && !(l_closed && h_closed)))
        {
            return None;
        }
        if above(&Dyadic::ZERO) && below(&Dyadic::ZERO) {
            return Some(Dyadic::ZERO);
        }
        if above(&Dyadic::ZERO) {
            // Everything allowed is negative: mirror.
            let flip = |bound: Option<(&Dyadic, bool)>| bound.map(|(x, closed)| (-x, closed));
            let (low, high) = (flip(high), flip(low));
            let low = low.as_ref().map(|(x, closed)| (x, *closed));
            let high = high.as_ref().map(|(x, closed)| (x, *closed));
            let mirrored = Dyadic::simplest(low, high)?;
            return Some(-&mirrored);
        }
        let (l, closed) = low?;
        let floor = l.floor();
        let first = if closed && floor == *l { floor.clone() } else { &floor + &Dyadic::ONE };
        if below(&first) {
            return Some(first);
        }
        // No integer fits: both bounds lie in [floor, floor + 1]. The simplest
        // number there is the first multiple of 1/2, 1/4, … that fits.
        let mut step = Dyadic::ONE;
        loop {
            step = step.half();
            let multiple = l.floor_to(&step);
            let next = if closed && multiple == *l { multiple } else { &multiple + &step };
            if below(&next) {
                return Some(next);
            }
        }
    }

    /// The largest multiple of `step`, a power of one half, that is not larger.
    fn floor_to(&self, step: &Dyadic) -> Dyadic {
        let exponent = step.exponent();
        if self.exponent() <= exponent {
            return self.clone();
        }
        Dyadic::from_big(self.numerator() >> (self.exponent() - exponent), exponent)
    }

    /// The two options `x − 1/2^k | x + 1/2^k` of a number that is no integer.
    pub(crate) fn neighbours(&self) -> (Dyadic, Dyadic) {
        let step = Dyadic::power_of_half(self.exponent());
        (self - &step, self + &step)
    }

    /// The birthday: |n| of an integer; of `m/2^k` one more than that of the
    /// later of its two options, which is ⌊|x|⌋ + 1 + k.
    pub(crate) fn birthday(&self) -> BigInt {
        let whole = self.abs().floor().numerator();
        if self.is_integer() { whole } else { whole + 1 + self.exponent() }
    }
}

impl From<i64> for Dyadic {
    fn from(n: i64) -> Dyadic {
        Dyadic::new(n, 0)
    }
}

impl From<BigInt> for Dyadic {
    fn from(n: BigInt) -> Dyadic {
        Dyadic::from_big(n, 0)
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Dyadic) -> Ordering {
        match self.small_aligned(other) {
            Some((a, b, _)) => a.cmp(&b),
            None if self.sign() != other.sign() => self.sign().cmp(&other.sign()),
            None => {
                let (a, b, _) = self.aligned(other);
                a.cmp(&b)
            }
        }
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Add for &Dyadic {
    type Output = Dyadic;
    fn add(self, other: &Dyadic) -> Dyadic {
        if let Some((a, b, exponent)) = self.small_aligned(other)
            && let Some(sum) = a.checked_add(b)
        {
            return Dyadic::new(sum, exponent);
        }
        let (a, b, exponent) = self.aligned(other);
        Dyadic::from_big(a + b, exponent)
    }
}

impl Neg for &Dyadic {
    type Output = Dyadic;
    fn neg(self) -> Dyadic {
        match &self.0 {
            Repr::Small { numerator, exponent } if *numerator != i64::MIN => Dyadic::new(-numerator, *exponent),
            _ => Dyadic::from_big(-self.numerator(), self.exponent()),
        }
    }
}

impl Sub for &Dyadic {
    type Output = Dyadic;
    fn sub(self, other: &Dyadic) -> Dyadic {
        self + &-other
    }
}

impl Mul for &Dyadic {
    type Output = Dyadic;
    fn mul(self, other: &Dyadic) -> Dyadic {
        let exponent = self.exponent().checked_add(other.exponent()).expect(EXPONENT_FITS);
        Dyadic::from_big(self.numerator() * other.numerator(), exponent)
    }
}

macro_rules! owned {
    ($($op:ident $method:ident),*) => { $(impl $op for Dyadic {
        type Output = Dyadic;
        fn $method(self, other: Dyadic) -> Dyadic { (&self).$method(&other) }
    })* };
}
owned!(Add add, Sub sub, Mul mul);

impl Neg for Dyadic {
    type Output = Dyadic;
    fn neg(self) -> Dyadic {
        -&self
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Small { numerator, exponent: 0 } => write!(f, "{numerator}"),
            Repr::Small { numerator, exponent } if *exponent < 64 => write!(f, "{numerator}/{}", 1u64 << exponent),
            _ => {
                write!(f, "{}", self.numerator())?;
                if self.exponent() > 0 {
                    write!(f, "/{}", BigInt::from(1) << self.exponent())?;
                }
                Ok(())
            }
        }
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigInt;

    /// The slow twin: fractions as pairs of big integers, compared crosswise.
    fn slow(x: &Dyadic) -> (BigInt, BigInt) {
        (x.numerator(), BigInt::from(1) << x.exponent())
    }

    fn samples() -> Vec<Dyadic> {
        let mut all: Vec<Dyadic> = (-9..=9).flat_map(|n| (0..4).map(move |e| Dyadic::new(n, e))).collect();
        for n in [i64::MAX, i64::MIN, i64::MAX - 1, i64::MIN + 1, 1 << 62] {
            all.extend([0, 1, 40, 62, 63, 64, 200].map(|e| Dyadic::new(n, e)));
        }
        all.push(Dyadic::from_big(BigInt::from(3) << 100, 0));
        all.push(Dyadic::from_big((BigInt::from(3) << 100) + 1, 70));
        all
    }

    #[test]
    fn sums_products_and_order_agree_with_fractions() {
        for x in samples() {
            for y in samples() {
                let ((a, b), (c, d)) = (slow(&x), slow(&y));
                let (n, m) = slow(&(&x + &y));
                assert_eq!(n * &b * &d, (&a * &d + &c * &b) * m, "{x} + {y}");
                let (n, m) = slow(&(&x - &y));
                assert_eq!(n * &b * &d, (&a * &d - &c * &b) * m, "{x} - {y}");
                let (n, m) = slow(&(&x * &y));
                assert_eq!(n * &b * &d, &a * &c * m, "{x} · {y}");
                assert_eq!(x.cmp(&y), (&a * &d).cmp(&(&c * &b)), "{x} ? {y}");
                assert_eq!(x == y, a == c && b == d, "one form per number");
            }
        }
    }

    #[test]
    fn the_simplest_number_is_found_by_searching_birthday_by_birthday() {
        let mut by_birthday: Vec<Dyadic> = (-40..=40).map(|n| Dyadic::new(n, 3)).collect();
        by_birthday.sort_by_key(|x| (x.birthday(), x.exponent()));
        let bounds: Vec<Dyadic> = (-20..=20).map(|n| Dyadic::new(n, 2)).collect();
        for l in &bounds {
            for h in &bounds {
                for (lc, hc) in [(false, false), (false, true), (true, false), (true, true)] {
                    let fits = |x: &&Dyadic| (*x > l || (lc && *x == l)) && (*x < h || (hc && *x == h));
                    let expected = by_birthday.iter().find(fits).cloned();
                    assert_eq!(Dyadic::simplest(Some((l, lc)), Some((h, hc))), expected, "{l} {lc} {h} {hc}");
                }
            }
        }
        assert_eq!(Dyadic::simplest(None, Some((&Dyadic::new(-5, 1), false))), Some(Dyadic::from(-3)));
        assert_eq!(Dyadic::simplest(Some((&Dyadic::from(7), true)), None), Some(Dyadic::from(7)));
    }

    #[test]
    fn only_powers_of_two_divide() {
        let quotient = |a: i64, b: i64| Dyadic::from_quotient(&BigInt::from(a), &BigInt::from(b));
        assert_eq!(quotient(6, 8), Some(Dyadic::new(3, 2)));
        assert_eq!(quotient(6, 3), Some(Dyadic::from(2)));
        assert_eq!(quotient(1, -2), Some(Dyadic::new(-1, 1)));
        assert_eq!((quotient(1, 3), quotient(1, 0)), (None, None));
    }

    #[test]
    fn floors_and_text() {
        assert_eq!(Dyadic::new(-1, 1).floor(), Dyadic::from(-1));
        assert_eq!(Dyadic::new(-1, 200).floor(), Dyadic::from(-1));
        assert_eq!(Dyadic::new(7, 1).floor(), Dyadic::from(3));
        assert_eq!(Dyadic::new(5, 3).to_string(), "5/8");
        assert_eq!(Dyadic::new(5, 3).birthday(), BigInt::from(4));
        assert_eq!(Dyadic::new(3, 2).scaled(20), Some(3 << 18));
        assert_eq!(Dyadic::new(1, 21).scaled(20), None);
        assert_eq!(Dyadic::from(1 << 45).scaled(20), None);
    }
}
