//! Functions of whole numbers, roots and fractions, written from what they mean.

use super::meaning::Undefined;
use crate::notation::{Function, Sequence};

/// base^exponent.
pub(super) fn power(base: i128, exponent: i128) -> Result<i128, Undefined> {
    if exponent < 0 {
        return Err(Undefined::Divisor);
    }
    let mut result: i128 = 1;
    // Of 0, 1 and −1 the parity of the exponent says all.
    let exponent = if (-1..=1).contains(&base) { if exponent == 0 { 0 } else { 2 - exponent % 2 } } else { exponent };
    for _ in 0..exponent {
        result = result.checked_mul(base).ok_or(Undefined::TooLarge)?;
    }
    Ok(result)
}

/// The digits of a number, the last one first.
fn digits(number: i128, base: i128) -> Result<Vec<i128>, Undefined> {
    if number < 0 || base < 2 {
        return Err(Undefined::Divisor);
    }
    let mut rest = number;
    let mut digits = vec![];
    while rest > 0 {
        digits.push(rest % base);
        rest /= base;
    }
    Ok(digits)
}

/// Digit by digit in base 2.
fn by_digits(a: i128, b: i128, join: fn(i128, i128) -> i128) -> Result<i128, Undefined> {
    let (a, b) = (digits(a, 2)?, digits(b, 2)?);
    let digit = |digits: &[i128], place: usize| digits.get(place).copied().unwrap_or(0);
    Ok((0..a.len().max(b.len())).map(|place| join(digit(&a, place), digit(&b, place)) << place).sum())
}

/// Euclid's way.
fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

/// The value of a function.
pub(super) fn apply(function: Function, of: &[i128]) -> Result<i128, Undefined> {
    match (function, of) {
        (Function::Gcd, [a, b]) => Ok(gcd(*a, *b)),
        (Function::Lcm, [a, b]) if *a == 0 || *b == 0 => Ok(0),
        (Function::Lcm, [a, b]) => (a.abs() / gcd(*a, *b)).checked_mul(b.abs()).ok_or(Undefined::TooLarge),
        (Function::NimSum, [a, b]) => by_digits(*a, *b, |a, b| (a + b) % 2),
        (Function::BitAnd, [a, b]) => by_digits(*a, *b, i128::min),
        (Function::BitOr, [a, b]) => by_digits(*a, *b, i128::max),
        (Function::Logarithm, [a]) if *a >= 1 => Ok(digits(*a, 2)?.len() as i128 - 1),
        (Function::TwoAdic, [a]) if *a >= 1 => {
            Ok(digits(*a, 2)?.iter().take_while(|digit| **digit == 0).count() as i128)
        }
        (Function::DigitSum, [a, base]) => Ok(digits(*a, *base)?.iter().sum()),
        (Function::Digits, [a, base]) => Ok(digits(*a, *base)?.len() as i128),
        (Function::Digit, [a, place, base]) => {
            let place = usize::try_from(*place).map_err(|_| Undefined::Divisor)?;
            Ok(digits(*a, *base)?.get(place).copied().unwrap_or(0))
        }
        (Function::Factorial, [a]) if *a >= 0 => {
            (1..=*a).try_fold(1i128, |product, k| product.checked_mul(k)).ok_or(Undefined::TooLarge)
        }
        (Function::Binomial, [a, b]) if *a >= 0 && *b > *a => Ok(0),
        // One more thing, one more chosen: C(n+k, k) = C(n+k−1, k−1)·(n+k)/k.
        (Function::Binomial, [a, b]) if *b >= 0 => (1..=(*b).min(a - b)).try_fold(1i128, |product, k| {
            let more = (*b).max(a - b) + k;
            product.checked_mul(more).map(|product| product / k).ok_or(Undefined::TooLarge)
        }),
        _ => Err(Undefined::Divisor),
    }
}

/// Whether a number is in a sequence: the sequence is written down up to it, or its
/// members are tried.
pub(super) fn is_member(sequence: Sequence, number: i128) -> bool {
    let up_to = |member: &dyn Fn(i128) -> i128| (0..).map(member).take_while(|m| *m <= number).any(|m| m == number);
    let ones = || digits(number, 2).map(|digits| digits.iter().sum::<i128>());
    match sequence {
        Sequence::Fibonacci => {
            let (mut a, mut b) = (1, 2);
            while a < number {
                (a, b) = (b, a + b);
            }
            a == number
        }
        Sequence::Squares => up_to(&|k| k * k),
        Sequence::Triangular => up_to(&|k| k * (k + 1) / 2),
        Sequence::Primes => number >= 2 && (2..).take_while(|d| d * d <= number).all(|d| number % d != 0),
        Sequence::PowersOfTwo => ones() == Ok(1),
        Sequence::Evil => ones().is_ok_and(|ones| ones % 2 == 0),
        Sequence::Odious => ones().is_ok_and(|ones| ones % 2 == 1),
    }
}

/// (a + b√d)/c with c ≥ 1; d is no square, or b is 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Surd {
    a: i128,
    b: i128,
    d: i128,
    c: i128,
}

type Found = Result<Surd, Undefined>;

/// Numbers are kept below this, so that products of three of them stay in range.
const LARGEST: i128 = 1 << 40;

impl Surd {
    pub(super) const PHI: Surd = Surd { a: 1, b: 1, d: 5, c: 2 };

    pub(super) fn whole(a: i128) -> Surd {
        Surd { a, b: 0, d: 1, c: 1 }
    }

    pub(super) fn root(n: i128) -> Found {
        if n < 0 {
            return Err(Undefined::Divisor);
        }
        let root = root(n);
        if root * root == n {
            return Ok(Surd::whole(root));
        }
        // √(s²·d) = s√d
        let (mut d, mut s) = (n, 1);
        let mut factor = 2;
        while factor * factor <= d && factor < 1000 {
            while d % (factor * factor) == 0 {
                d /= factor * factor;
                s *= factor;
            }
            factor += 1;
        }
        Ok(Surd { a: 0, b: s, d, c: 1 })
    }

    /// The common root of two numbers.
    fn together(self, other: Surd) -> Result<i128, Undefined> {
        match (self.b, other.b) {
            (0, _) => Ok(other.d),
            (_, 0) => Ok(self.d),
            _ if self.d == other.d => Ok(self.d),
            _ => Err(Undefined::TooLarge),
        }
    }

    fn small(self) -> Found {
        let common = gcd(gcd(self.a, self.b), self.c).max(1);
        let surd = Surd { a: self.a / common, b: self.b / common, c: self.c / common, d: self.d };
        let fits = [surd.a, surd.b, surd.c].iter().all(|n| n.abs() < LARGEST) && surd.d < LARGEST;
        if fits || surd.b == 0 && surd.c == 1 { Ok(surd) } else { Err(Undefined::TooLarge) }
    }

    pub(super) fn plus(self, other: Surd) -> Found {
        let d = self.together(other)?;
        let (x, y) = (self.small()?, other.small()?);
        let of = |p: i128, q: i128| {
            let (left, right) = (p.checked_mul(y.c)?, q.checked_mul(x.c)?);
            left.checked_add(right)
        };
        let large = Undefined::TooLarge;
        Surd { a: of(x.a, y.a).ok_or(large)?, b: of(x.b, y.b).ok_or(large)?, d, c: x.c * y.c }.small()
    }

    pub(super) fn minus(self, other: Surd) -> Found {
        self.plus(Surd { a: -other.a, b: -other.b, ..other })
    }

    pub(super) fn times(self, other: Surd) -> Found {
        let d = self.together(other)?;
        let (x, y) = (self.small()?, other.small()?);
        let of = |p: i128, q: i128| p.checked_mul(q).ok_or(Undefined::TooLarge);
        let sum = |p: i128, q: i128| p.checked_add(q).ok_or(Undefined::TooLarge);
        let a = sum(of(x.a, y.a)?, of(of(x.b, y.b)?, d)?)?;
        Surd { a, b: sum(of(x.a, y.b)?, of(x.b, y.a)?)?, d, c: x.c * y.c }.small()
    }

    /// 1/(a + b√d) = (a − b√d)/(a² − b²d).
    pub(super) fn over(self, other: Surd) -> Found {
        let y = other.small()?;
        let norm = y.a * y.a - y.b * y.b * y.d;
        if norm == 0 {
            return Err(Undefined::Divisor);
        }
        let sign = norm.signum();
        let inverse = Surd { a: sign * y.a * y.c, b: -sign * y.b * y.c, d: y.d, c: norm.abs() };
        self.times(inverse.small()?)
    }

    /// A number is negative exactly if its floor is.
    pub(super) fn is_negative(self) -> Result<bool, Undefined> {
        Ok(self.floor()? < 0)
    }

    pub(super) fn floor(self) -> Result<i128, Undefined> {
        let x = self.small()?;
        // b√d = ±√(b²d), and its floor is one of two numbers; whole steps decide.
        let square = x.b * x.b * x.d;
        let root = root(square);
        let whole = match x.b.signum() {
            1 => root,
            -1 if root * root == square => -root,
            -1 => -root - 1,
            _ => 0,
        };
        Ok((x.a + whole).div_euclid(x.c))
    }

    pub(super) fn ceiling(self) -> Result<i128, Undefined> {
        Ok(-Surd { a: -self.a, b: -self.b, ..self }.floor()?)
    }
}

/// The greatest s with s² ≤ n, for n ≥ 0.
pub(super) fn root(n: i128) -> i128 {
    let (mut low, mut high) = (0i128, 1i128 << 63);
    while low < high {
        let middle = (low + high + 1) / 2;
        match middle.checked_mul(middle) {
            Some(square) if square <= n => low = middle,
            _ => high = middle - 1,
        }
    }
    low
}
