//! What terms are worth and whether conditions hold, for given integers.

use super::{Formula, Functions, Reader, Real, Term, Undefined};
use crate::interpreter::arithmetic;
use crate::notation::{Function, Relation};
use std::collections::HashMap;

/// How deep functions may call themselves.
const DEEPEST: usize = 500;

/// Values of functions that were met.
type Memo = HashMap<(usize, Vec<i128>), i128>;

impl Functions {
    /// The value of a function for given arguments.
    fn value(&self, place: usize, of: &[i128], depth: usize, memo: &mut Memo) -> Result<i128, Undefined> {
        let key = (place, of.to_vec());
        if let Some(known) = memo.get(&key) {
            return Ok(*known);
        }
        if depth > DEEPEST {
            return Err(Undefined::TooLarge);
        }
        let (_, body, arguments) = &self.0[place];
        let mut reader = Reader { heaps: arguments.clone(), given: &self.1, functions: self, bound: None, row: None };
        let body = reader.term(body).ok_or(Undefined::Divisor)?;
        let value = body.valued(of, depth + 1, memo)?;
        memo.insert(key, value);
        Ok(value)
    }
}

impl Term {
    /// The value for given integers.
    pub(in crate::interpreter) fn value(&self, at: &[i128]) -> Result<i128, Undefined> {
        self.valued(at, 0, &mut Memo::new())
    }

    fn valued(&self, at: &[i128], depth: usize, memo: &mut Memo) -> Result<i128, Undefined> {
        let large = Undefined::TooLarge;
        let mut of = |term: &Term| term.valued(at, depth, memo);
        match self {
            Term::Number(number) => Ok(*number),
            Term::Symbol(symbol) => Ok(at[*symbol]),
            Term::Negative(a) => of(a)?.checked_neg().ok_or(large),
            Term::Sum(a, b) => of(a)?.checked_add(of(b)?).ok_or(large),
            Term::Difference(a, b) => of(a)?.checked_sub(of(b)?).ok_or(large),
            Term::Product(a, b) => of(a)?.checked_mul(of(b)?).ok_or(large),
            Term::Quotient(a, b) => Ok(of(a)?.div_euclid(divisor(of(b)?)?)),
            Term::Remainder(a, b) => match of(a) {
                Ok(a) => Ok(a.rem_euclid(divisor(of(b)?)?)),
                Err(Undefined::TooLarge) => {
                    let modulus = divisor(of(b)?)?;
                    a.residue(modulus, &mut of)
                }
                Err(undefined) => Err(undefined),
            },
            Term::Absolute(a) => of(a)?.checked_abs().ok_or(large),
            Term::Least(parts) => extreme(parts, &mut of, i128::min),
            Term::Greatest(parts) => extreme(parts, &mut of, i128::max),
            Term::Power(a, b) => arithmetic::power(of(a)?, of(b)?),
            Term::Apply(function, parts) => {
                let parts = parts.iter().map(of).collect::<Result<Vec<i128>, _>>()?;
                arithmetic::apply(*function, &parts)
            }
            Term::Rounded(up, real) => {
                let real = real.value(&mut of)?;
                if *up { real.ceiling() } else { real.floor() }
            }
            Term::Call(functions, place, parts) => {
                let parts = parts.iter().map(of).collect::<Result<Vec<i128>, _>>()?;
                functions.value(*place, &parts, depth, memo)
            }
            Term::Choice(condition, a, b) => {
                if condition.0.valued(at, depth, memo)? {
                    a.valued(at, depth, memo)
                } else if condition.1.valued(at, depth, memo)? {
                    b.valued(at, depth, memo)
                } else {
                    Err(Undefined::Divisor)
                }
            }
        }
    }
}

impl Term {
    /// Its residue where it is too large itself: those of its terms and factors have the same.
    fn residue(&self, modulus: i128, of: &mut dyn FnMut(&Term) -> Result<i128, Undefined>) -> Result<i128, Undefined> {
        let large = Undefined::TooLarge;
        let times = |a: i128, b: i128| a.checked_mul(b).map(|product| product.rem_euclid(modulus)).ok_or(large);
        match self {
            Term::Negative(a) => Ok((-a.residue(modulus, of)?).rem_euclid(modulus)),
            Term::Sum(a, b) => {
                let sum = a.residue(modulus, of)?.checked_add(b.residue(modulus, of)?).ok_or(large)?;
                Ok(sum.rem_euclid(modulus))
            }
            Term::Difference(a, b) => Ok((a.residue(modulus, of)? - b.residue(modulus, of)?).rem_euclid(modulus)),
            Term::Product(a, b) => times(a.residue(modulus, of)?, b.residue(modulus, of)?),
            Term::Power(a, b) => {
                let (mut square, mut exponent) = (a.residue(modulus, of)?, of(b)?);
                if exponent < 0 {
                    return Err(Undefined::Divisor);
                }
                let mut power = 1_i128.rem_euclid(modulus);
                while exponent > 0 {
                    if exponent % 2 == 1 {
                        power = times(power, square)?;
                    }
                    exponent /= 2;
                    if exponent > 0 {
                        square = times(square, square)?;
                    }
                }
                Ok(power)
            }
            _ => Ok(of(self)?.rem_euclid(modulus)),
        }
    }

    /// Whether a term without a value in range is a power of a number ≥ 2, or a number of ways.
    fn is_large_power(&self, at: &[i128], depth: usize, memo: &mut Memo) -> bool {
        match self {
            Term::Power(base, exponent) => {
                let base = base.valued(at, depth, memo);
                base.is_ok_and(|base| base >= 2) && exponent.valued(at, depth, memo).is_ok()
            }
            Term::Apply(Function::Factorial | Function::Binomial, parts) => {
                parts.iter().all(|part| part.valued(at, depth, memo).is_ok_and(|part| part >= 0))
            }
            _ => false,
        }
    }
}

impl Real {
    fn value(&self, of: &mut dyn FnMut(&Term) -> Result<i128, Undefined>) -> Result<arithmetic::Surd, Undefined> {
        use arithmetic::Surd;
        match self {
            Real::Whole(term) => Ok(Surd::whole(of(term)?)),
            Real::Phi => Ok(Surd::PHI),
            Real::Root(term) => Surd::root(of(term)?),
            Real::Negative(a) => Surd::whole(0).minus(a.value(of)?),
            Real::Sum(a, b) => a.value(of)?.plus(b.value(of)?),
            Real::Difference(a, b) => a.value(of)?.minus(b.value(of)?),
            Real::Product(a, b) => a.value(of)?.times(b.value(of)?),
            Real::Over(a, b) => a.value(of)?.over(b.value(of)?),
            Real::Power(base, exponent) => {
                let (base, exponent) = (base.value(of)?, of(exponent)?);
                if exponent < 0 {
                    return Err(Undefined::Divisor);
                }
                if exponent > 1 << 10 {
                    return Err(Undefined::TooLarge);
                }
                (0..exponent).try_fold(Surd::whole(1), |power, _| power.times(base))
            }
            Real::Absolute(a) => {
                let a = a.value(of)?;
                if a.is_negative()? { Surd::whole(0).minus(a) } else { Ok(a) }
            }
            Real::Least(parts) => Real::extreme(parts, true, of),
            Real::Greatest(parts) => Real::extreme(parts, false, of),
        }
    }

    fn extreme(
        parts: &[Real],
        least: bool,
        of: &mut dyn FnMut(&Term) -> Result<i128, Undefined>,
    ) -> Result<arithmetic::Surd, Undefined> {
        let (first, others) = parts.split_first().ok_or(Undefined::Divisor)?;
        let mut extreme = first.value(of)?;
        for other in others {
            let other = other.value(of)?;
            if other.minus(extreme)?.is_negative()? == least {
                extreme = other;
            }
        }
        Ok(extreme)
    }
}

/// Euclidean division by a positive number rounds down, and its remainder is
/// not negative.
fn divisor(value: i128) -> Result<i128, Undefined> {
    if value < 1 { Err(Undefined::Divisor) } else { Ok(value) }
}

fn extreme(
    parts: &[Term],
    of: &mut dyn FnMut(&Term) -> Result<i128, Undefined>,
    choose: fn(i128, i128) -> i128,
) -> Result<i128, Undefined> {
    let (first, rest) = parts.split_first().expect("the parser reads at least one part");
    let first = of(first)?;
    rest.iter().try_fold(first, |best, part| Ok(choose(best, of(part)?)))
}

impl Formula {
    /// Whether it holds for given integers.
    pub(in crate::interpreter) fn holds(&self, at: &[i128]) -> Result<bool, Undefined> {
        self.valued(at, 0, &mut Memo::new())
    }

    fn valued(&self, at: &[i128], depth: usize, memo: &mut Memo) -> Result<bool, Undefined> {
        match self {
            Formula::Link(left, relation, right) => {
                let (left, right) = match (left.valued(at, depth, memo), right.valued(at, depth, memo)) {
                    (Ok(left), Ok(right)) => (left, right),
                    (Err(Undefined::Divisor), _) | (_, Err(Undefined::Divisor)) => return Ok(false),
                    // A power beyond all numbers is more than any of them.
                    (Err(_), Ok(_)) if left.is_large_power(at, depth, memo) => (1, 0),
                    (Ok(_), Err(_)) if right.is_large_power(at, depth, memo) => (0, 1),
                    (Err(large), _) | (_, Err(large)) => return Err(large),
                };
                Ok(match relation {
                    Relation::Less => left < right,
                    Relation::AtMost => left <= right,
                    Relation::Equal => left == right,
                    Relation::Unequal => left != right,
                    Relation::Greater => left > right,
                    Relation::AtLeast => left >= right,
                })
            }
            Formula::Member(term, sequence, holds) => match term.valued(at, depth, memo) {
                Ok(value) => Ok(arithmetic::is_member(*sequence, value) == *holds),
                Err(Undefined::Divisor) => Ok(false),
                Err(large) => Err(large),
            },
            Formula::All(parts) => {
                for part in parts {
                    if !part.valued(at, depth, memo)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Formula::Any(parts) => {
                for part in parts {
                    if part.valued(at, depth, memo)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }
}
