//! The functions and sequences that have a name, on whole numbers of 64 bits.

use super::evaluate::Reason;
use crate::notation::{Function, Sequence};
use num_integer::{Integer, Roots};

/// The value of a function.
pub(super) fn apply(function: Function, of: &[i64]) -> Result<i64, Reason> {
    let natural = |value: i64| if value < 0 { Err(Reason::Argument) } else { Ok(value) };
    let base = |value: i64| if value < 2 { Err(Reason::Argument) } else { Ok(value) };
    match (function, of) {
        (Function::Gcd, [a, b]) => i64::try_from(a.unsigned_abs().gcd(&b.unsigned_abs())).map_err(|_| Reason::TooLarge),
        (Function::Lcm, [a, b]) => {
            let (a, b) = (u128::from(a.unsigned_abs()), u128::from(b.unsigned_abs()));
            i64::try_from(a.lcm(&b)).map_err(|_| Reason::TooLarge)
        }
        (Function::BitAnd, [a, b]) => Ok(natural(*a)? & natural(*b)?),
        (Function::BitOr, [a, b]) => Ok(natural(*a)? | natural(*b)?),
        (Function::Logarithm, [a]) if *a >= 1 => Ok(i64::from(a.ilog2())),
        (Function::TwoAdic, [a]) if *a >= 1 => Ok(i64::from(a.trailing_zeros())),
        (Function::DigitSum, [a, b]) => {
            let (mut rest, b) = (natural(*a)?, base(*b)?);
            let mut sum = 0;
            while rest > 0 {
                sum += rest % b;
                rest /= b;
            }
            Ok(sum)
        }
        (Function::Digits, [a, b]) => {
            let (a, b) = (natural(*a)?, base(*b)?);
            Ok(a.checked_ilog(b).map_or(0, |digits| i64::from(digits) + 1))
        }
        (Function::Digit, [a, k, b]) => {
            let (a, k, b) = (natural(*a)?, natural(*k)?, base(*b)?);
            // A base to a power that leaves the range is beyond every digit.
            let power = u32::try_from(k).ok().and_then(|k| b.checked_pow(k));
            Ok(power.map_or(0, |power| a / power % b))
        }
        (Function::Factorial, [a]) => {
            (1..=natural(*a)?).try_fold(1i64, |product, k| product.checked_mul(k)).ok_or(Reason::TooLarge)
        }
        (Function::Binomial, [a, b]) => {
            let (a, b) = (natural(*a)?, natural(*b)?);
            if b > a {
                return Ok(0);
            }
            // C(a, k) = C(a, k−1)·(a−k+1)/k grows up to k = a/2, at least as fast as 2^k.
            let mut chosen = 1i128;
            for k in 1..=i128::from(b.min(a - b)) {
                chosen = chosen * (i128::from(a) - k + 1) / k;
                if chosen > i128::from(i64::MAX) {
                    return Err(Reason::TooLarge);
                }
            }
            i64::try_from(chosen).map_err(|_| Reason::TooLarge)
        }
        _ => Err(Reason::Argument),
    }
}

/// Whether a number is in a sequence.
pub(super) fn is_member(sequence: Sequence, number: i64) -> bool {
    let Ok(n) = u64::try_from(number) else { return false };
    match sequence {
        Sequence::Fibonacci => {
            let (mut a, mut b) = (1u64, 2u64);
            while a < n {
                (a, b) = (b, a.saturating_add(b));
            }
            a == n
        }
        Sequence::Squares => is_square(u128::from(n)),
        // 8·k(k+1)/2 + 1 = (2k+1)²
        Sequence::Triangular => is_square(8 * u128::from(n) + 1),
        Sequence::Primes => is_prime(n),
        Sequence::PowersOfTwo => n.is_power_of_two(),
        Sequence::Evil => n.count_ones().is_multiple_of(2),
        Sequence::Odious => !n.count_ones().is_multiple_of(2),
    }
}

fn is_square(n: u128) -> bool {
    let root = n.sqrt();
    root * root == n
}

/// The test of Miller with the first twelve primes, which decides all numbers of 64
/// bits (Sorenson and Webster 2015).
fn is_prime(n: u64) -> bool {
    const FIRST: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if n < 2 {
        return false;
    }
    if let Some(divisor) = FIRST.iter().find(|p| n.is_multiple_of(**p)) {
        return *divisor == n;
    }
    let times = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(n)) as u64;
    let power = |mut base: u64, mut exponent: u64| {
        let mut result = 1;
        while exponent > 0 {
            if exponent % 2 == 1 {
                result = times(result, base);
            }
            base = times(base, base);
            exponent /= 2;
        }
        result
    };
    let twos = (n - 1).trailing_zeros();
    FIRST.iter().all(|witness| {
        let mut x = power(*witness, (n - 1) >> twos);
        if x == 1 {
            return true;
        }
        for _ in 0..twos {
            if x == n - 1 {
                return true;
            }
            x = times(x, x);
        }
        false
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_on_small_numbers_are_what_they_are_said_to_be() {
        for a in 0..200i64 {
            assert_eq!(apply(Function::Logarithm, &[a]).ok(), (0..10).rev().find(|t| 1 << t <= a));
            assert_eq!(apply(Function::TwoAdic, &[a]).ok(), (0..10).rev().find(|t| a > 0 && a % (1 << t) == 0));
            for b in 0..40i64 {
                let divides = |d: i64| (a % d, b % d) == (0, 0);
                let gcd = (1..=200).rev().find(|d| divides(*d)).unwrap_or(0);
                assert_eq!(apply(Function::Gcd, &[a, b]).unwrap(), if a == 0 && b == 0 { 0 } else { gcd });
                let lcm = (1..=a * b).find(|m| m % a == 0 && m % b == 0).unwrap_or(0);
                assert_eq!(apply(Function::Lcm, &[a, b]).unwrap(), lcm);
            }
            for base in 2..12i64 {
                let digits = |k: i64| apply(Function::Digit, &[a, k, base]).unwrap();
                let count = apply(Function::Digits, &[a, base]).unwrap();
                assert_eq!((0..count).map(|k| digits(k) * base.pow(k as u32)).sum::<i64>(), a);
                assert_eq!((0..70).map(digits).sum::<i64>(), apply(Function::DigitSum, &[a, base]).unwrap());
                assert!(count == 0 && a == 0 || digits(count - 1) > 0);
            }
        }
        let choose = |a: i64, b: i64| apply(Function::Binomial, &[a, b]).unwrap();
        for a in 1..60 {
            assert_eq!((choose(a, 0), choose(a, a), choose(a, a + 1)), (1, 1, 0));
            assert!((1..a).all(|b| choose(a, b) == choose(a - 1, b) + choose(a - 1, b - 1)));
        }
        assert!((1..=20).all(|a| apply(Function::Factorial, &[a]).unwrap()
            == a * apply(Function::Factorial, &[a - 1]).unwrap()));
        assert_eq!(apply(Function::Factorial, &[21]), Err(Reason::TooLarge));
        assert_eq!(apply(Function::Binomial, &[i64::MAX, 2]), Err(Reason::TooLarge));
        assert_eq!(apply(Function::Binomial, &[i64::MAX, i64::MAX - 1]), Ok(i64::MAX));
        assert_eq!(apply(Function::Factorial, &[-1]), Err(Reason::Argument));
        assert_eq!(apply(Function::BitOr, &[12, 10]), Ok(14));
        assert_eq!(apply(Function::BitAnd, &[12, 10]), Ok(8));
        assert_eq!(apply(Function::TwoAdic, &[0]), Err(Reason::Argument));
    }

    #[test]
    fn sequences_begin_as_they_do() {
        let first = |sequence| (0..40).filter(|n| is_member(sequence, *n)).collect::<Vec<i64>>();
        assert_eq!(first(Sequence::Fibonacci), [1, 2, 3, 5, 8, 13, 21, 34]);
        assert_eq!(first(Sequence::Squares), [0, 1, 4, 9, 16, 25, 36]);
        assert_eq!(first(Sequence::Triangular), [0, 1, 3, 6, 10, 15, 21, 28, 36]);
        assert_eq!(first(Sequence::Primes), [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37]);
        assert_eq!(first(Sequence::PowersOfTwo), [1, 2, 4, 8, 16, 32]);
        assert_eq!(first(Sequence::Evil)[..6], [0, 3, 5, 6, 9, 10]);
        assert_eq!(first(Sequence::Odious)[..6], [1, 2, 4, 7, 8, 11]);
        let by_division = |n: i64| n > 1 && (2..n).take_while(|d| d * d <= n).all(|d| n % d != 0);
        assert!((0..20_000).all(|n| is_member(Sequence::Primes, n) == by_division(n)));
        assert!(!is_member(Sequence::Fibonacci, i64::MAX));
    }
}
