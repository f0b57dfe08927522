//! Conditions on heaps of any size: whether a tuple of hundreds of digits is a position at all.
//!
//! Everything is a fraction of whole numbers, and exact. What is no fraction, or belongs to a sequence, is not
//! calculated here, and then nothing is said.

use super::super::notation::function::Function;
use super::super::notation::{Condition, Expression, ExpressionKind, Relation};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::cmp::Ordering;

/// Names and their numbers.
pub(super) type Numbers<'a> = &'a dyn Fn(&str) -> Option<BigInt>;

/// Powers with larger exponents are not calculated.
const LARGEST_EXPONENT: u32 = 64;

/// Whether a condition holds; none if that is not calculated.
pub(super) fn holds(condition: &Condition, numbers: Numbers<'_>) -> Option<bool> {
    let all = |a: &[Expression]| a.iter().map(|one| value(one, numbers)).collect::<Option<Vec<_>>>();
    Some(match condition {
        Condition::Chain(first, rest) => {
            let mut left = value(first, numbers)?;
            let mut holds = true;
            for link in rest {
                let right = value(&link.term, numbers)?;
                let order = left.compare(&right);
                holds &= match link.relation {
                    Relation::Less => order == Ordering::Less,
                    Relation::AtMost => order != Ordering::Greater,
                    Relation::Equal => order == Ordering::Equal,
                    Relation::Unequal => order != Ordering::Equal,
                    Relation::Greater => order == Ordering::Greater,
                    Relation::AtLeast => order != Ordering::Less,
                };
                left = right;
            }
            holds
        }
        Condition::Among(term, members) => {
            let term = value(term, numbers)?;
            all(members)?.iter().any(|member| member.compare(&term) == Ordering::Equal)
        }
        Condition::Tuples(tuple, members) => {
            let tuple = all(tuple)?;
            let same = |member: &Vec<Fraction>| member.iter().zip(&tuple).all(|(a, b)| a.compare(b) == Ordering::Equal);
            members.iter().map(|member| all(member)).collect::<Option<Vec<_>>>()?.iter().any(same)
        }
        Condition::And(parts) => {
            let each = parts.iter().map(|part| holds(part, numbers)).collect::<Option<Vec<_>>>()?;
            each.into_iter().all(|one| one)
        }
        Condition::Or(parts) => {
            let each = parts.iter().map(|part| holds(part, numbers)).collect::<Option<Vec<_>>>()?;
            each.into_iter().any(|one| one)
        }
        Condition::Not(inner) => !holds(inner, numbers)?,
        Condition::AmongNamed(..) | Condition::Unordered(..) | Condition::Automaton(..) | Condition::Exists(_) => {
            return None;
        }
    })
}

/// A fraction; what stands below is positive.
struct Fraction {
    above: BigInt,
    below: BigInt,
}

impl Fraction {
    fn whole(above: BigInt) -> Fraction {
        Fraction { above, below: BigInt::one() }
    }

    fn compare(&self, other: &Fraction) -> Ordering {
        (&self.above * &other.below).cmp(&(&other.above * &self.below))
    }

    fn floor(&self) -> BigInt {
        self.above.div_floor(&self.below)
    }

    fn as_whole(&self) -> Option<BigInt> {
        self.above.is_multiple_of(&self.below).then(|| self.floor())
    }

    fn plus(&self, sign: i8, other: &Fraction) -> Fraction {
        let above = &self.above * &other.below + &other.above * &self.below * sign;
        Fraction { above, below: &self.below * &other.below }
    }
}

fn value(expression: &Expression, numbers: Numbers<'_>) -> Option<Fraction> {
    use ExpressionKind as Kind;
    let of = |part: &Expression| value(part, numbers);
    let whole = |part: &Expression| of(part)?.as_whole();
    let best = |parts: &[Expression], better: Ordering| {
        let mut all = parts.iter().map(of);
        let first = all.next()?;
        all.try_fold(first?, |best, next| {
            let next = next?;
            Some(if next.compare(&best) == better { next } else { best })
        })
    };
    Some(match &expression.kind {
        Kind::Number(number) => Fraction::whole((*number).into()),
        Kind::Name(name) => Fraction::whole(numbers(&name.text)?),
        Kind::Negative(a) => Fraction::whole(BigInt::zero()).plus(-1, &of(a)?),
        Kind::Sum(a, b) => of(a)?.plus(1, &of(b)?),
        Kind::Difference(a, b) => of(a)?.plus(-1, &of(b)?),
        Kind::Product(a, b) => {
            let (a, b) = (of(a)?, of(b)?);
            Fraction { above: a.above * b.above, below: a.below * b.below }
        }
        Kind::Fraction(a, b) => {
            let (a, b) = (of(a)?, of(b)?);
            if b.above.is_zero() {
                return None;
            }
            let sign = if b.above.is_negative() { -1 } else { 1 };
            Fraction { above: a.above * b.below * sign, below: a.below * b.above.abs() }
        }
        Kind::Quotient(a, b) | Kind::Remainder(a, b) => {
            let (a, b) = (whole(a)?, whole(b)?);
            if !b.is_positive() {
                return None;
            }
            let (quotient, remainder) = a.div_mod_floor(&b);
            Fraction::whole(if matches!(expression.kind, Kind::Quotient(..)) { quotient } else { remainder })
        }
        Kind::Power(a, b) => {
            let exponent = whole(b)?.to_u32().filter(|exponent| *exponent <= LARGEST_EXPONENT)?;
            let a = of(a)?;
            Fraction { above: a.above.pow(exponent), below: a.below.pow(exponent) }
        }
        Kind::Absolute(a) => {
            let a = of(a)?;
            Fraction { above: a.above.abs(), ..a }
        }
        Kind::Least(parts) => best(parts, Ordering::Less)?,
        Kind::Greatest(parts) => best(parts, Ordering::Greater)?,
        Kind::Choice(condition, a, b) => of(if holds(condition, numbers)? { a } else { b })?,
        Kind::Apply(function, parts) => match (function, parts.as_slice()) {
            (Function::Floor, [a]) => Fraction::whole(of(a)?.floor()),
            (Function::Ceiling, [a]) => {
                let negative = Fraction::whole(BigInt::zero()).plus(-1, &of(a)?);
                Fraction::whole(-negative.floor())
            }
            (Function::Gcd, [a, b]) => Fraction::whole(whole(a)?.gcd(&whole(b)?)),
            _ => return None,
        },
        Kind::Call(..) | Kind::Indexed(..) => return None,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::heap::notation::parse_definition;

    /// As the interpreter has it where it reaches, and exact beyond.
    #[test]
    fn conditions_hold_as_for_small_heaps() {
        for said in [
            "x <= y",
            "x even",
            "2 * x != y",
            "x / 2 < y",
            "x * x <= y + 3",
            "x in {1, 4, 6}",
            "(x, y) in {(1,2), (3,3)}",
            "x mod 3 = y mod 3",
            "x div 2 <= y - 1",
            "|x - y| <= 2 or x = 0",
            "not (x = y)",
            "min(x, y) >= max(1, x - y)",
            "gcd(x, y) = 1",
            "floor(x / 3) <= y < 2^x",
            "x <= (y if y even else 2)",
            "1 <= x, y odd",
        ] {
            let definition = parse_definition(&format!("(x, y) -> {{(x-1, y-1)}} where {said}")).unwrap();
            let ruleset = crate::heap::ruleset::Ruleset::new(&definition, &[]).unwrap();
            for (x, y) in (0..9u64).flat_map(|x| (0..9u64).map(move |y| (x, y))) {
                let numbers = |name: &str| match name {
                    "x" => Some(BigInt::from(x)),
                    "y" => Some(BigInt::from(y)),
                    _ => None,
                };
                let here = definition.domain.iter().map(|one| holds(one, &numbers)).collect::<Option<Vec<_>>>();
                let expected = ruleset.is_position(&[x, y], &miyama_budget::Budget::unlimited()).unwrap();
                assert_eq!(here.unwrap().into_iter().all(|one| one), expected, "{said} at ({x}, {y})");
            }
        }
    }
}
