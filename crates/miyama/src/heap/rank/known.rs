//! What functions of one case say of each other.
//!
//! Lowering states what is known of each value alone. Here stand the conditions between
//! several: 2^log2(a) ≤ a, powers of one base, the greater value of the greater argument.

use crate::heap::linear::{Linear, System, TooLarge};
use crate::heap::lower::{Computed, Known};
use crate::heap::notation::Function;
use crate::heap::ruleset::{Bound, Case};

/// Exponents of one base that differ by more are not compared.
const FAR: i128 = 20;

/// A function of the case: what it is, its arguments, and its value.
struct Value<'a> {
    known: Known,
    arguments: &'a [Linear],
    is: Linear,
}

/// Conditions that follow from what the functions of a case are.
pub(super) fn facts(case: &Case, heaps: usize) -> Result<Vec<Linear>, TooLarge> {
    let system = case.system(heaps);
    let fresh = heaps + case.bound.len();
    let values = values(case, heaps);
    let mut facts = vec![];
    for value in &values {
        if value.known == Known::Function(Function::TwoAdic) {
            facts.extend(even_or_odd(&system, value, fresh)?);
        }
        facts.extend(power_of_any(&system, value)?);
        facts.extend(single_digit(&system, value, &values)?);
        for other in &values {
            facts.extend(log_and_power(&system, value, other)?);
            facts.extend(growing(&system, value, other)?);
        }
    }
    Ok(facts)
}

/// The functions of a case.
fn values(case: &Case, heaps: usize) -> Vec<Value<'_>> {
    let mut values = vec![];
    for (index, bound) in case.bound.iter().enumerate() {
        if let Bound::Computed(Computed { known: Some(known), arguments, .. }) = bound {
            values.push(Value { known: *known, arguments, is: Linear::symbol(heaps + index) });
        }
    }
    values
}

/// The squares and products that a function is known by: t = ⌊√a⌋ has t² ≤ a ≤ t² + 2t;
/// lcm(a, b)·gcd(a, b) = a·b for a, b ≥ 0, and lcm(a, b) ≤ a·b. Each is a sum of products of two forms
/// and a form, which is ≥ 0.
pub(super) fn products(case: &Case, heaps: usize) -> Result<Vec<(Vec<Product>, Linear)>, TooLarge> {
    let system = case.system(heaps);
    let values = values(case, heaps);
    let mut all = vec![];
    for value in &values {
        let t = &value.is;
        match value.known {
            Known::Root => {
                let a = &value.arguments[0];
                all.push((vec![(-1, t.clone(), t.clone())], a.clone()));
                all.push((vec![(1, t.clone(), t.clone())], Linear::default().combine(1, t, 2)?.minus(a)?));
            }
            Known::Function(Function::Lcm) => {
                let (a, b) = (&value.arguments[0], &value.arguments[1]);
                if !(system.implies(a)? && system.implies(b)?) {
                    continue;
                }
                let both = (a.clone(), b.clone());
                all.push((vec![(1, both.0.clone(), both.1.clone())], Linear::default().minus(t)?));
                for gcd in values.iter().filter(|other| other.known == Known::Function(Function::Gcd)) {
                    if gcd.arguments == value.arguments || gcd.arguments.iter().eq(value.arguments.iter().rev()) {
                        for sign in [1, -1] {
                            let product = (sign, both.0.clone(), both.1.clone());
                            all.push((vec![product, (-sign, t.clone(), gcd.is.clone())], Linear::default()));
                        }
                    }
                }
            }
            _ => {}
        }
    }
    Ok(all)
}

/// `times · a · b`.
pub(super) type Product = (i128, Linear, Linear);

/// v2(a) = 0 where a is odd; where it is even, v2(a) = t ≥ 1 and 2t ≤ 2^t ≤ a.
fn even_or_odd(system: &System, value: &Value<'_>, fresh: usize) -> Result<Vec<Linear>, TooLarge> {
    let (a, t) = (&value.arguments[0], &value.is);
    let never = |rest: i128| -> Result<bool, TooLarge> {
        let left = a.combine(1, &Linear::symbol(fresh), -2)?.minus(&Linear::constant(rest))?;
        Ok(!system.and([left.clone(), Linear::default().minus(&left)?]).may_have_solution())
    };
    if never(1)? {
        return Ok(vec![t.minus(&Linear::constant(1))?, a.combine(1, t, -2)?]);
    }
    if never(0)? {
        return Ok(vec![Linear::default().minus(t)?]);
    }
    Ok(vec![])
}

/// Whether two forms are the same number, such as k and log2(x) where k = log2(x).
fn same(system: &System, a: &Linear, b: &Linear) -> Result<bool, TooLarge> {
    Ok(a == b || system.implies(&a.minus(b)?)? && system.implies(&b.minus(a)?)?)
}

/// aᵉ ≥ 1 for a ≥ 1 and e ≥ 0, aᵉ ≥ a for a ≥ 0 and e ≥ 1, aᵉ ≥ e + 1 for a ≥ 2.
fn power_of_any(system: &System, value: &Value<'_>) -> Result<Vec<Linear>, TooLarge> {
    let [a, e] = value.arguments else { return Ok(vec![]) };
    if value.known != Known::Power {
        return Ok(vec![]);
    }
    let (p, one) = (&value.is, Linear::constant(1));
    let mut facts = vec![];
    if system.implies(&a.minus(&one)?)? {
        facts.push(p.minus(&one)?);
    }
    if system.implies(a)? && system.implies(&e.minus(&one)?)? {
        facts.push(p.minus(a)?);
    }
    if system.implies(&a.minus(&Linear::constant(2))?)? {
        facts.push(p.minus(e)?.minus(&one)?);
    }
    Ok(facts)
}

/// and(a, p) = p where p is one of the powers of 2 whose sum a is: 2^log2(a) or 2^v2(a).
fn single_digit(system: &System, both: &Value<'_>, values: &[Value<'_>]) -> Result<Vec<Linear>, TooLarge> {
    let [first, second] = both.arguments else { return Ok(vec![]) };
    if both.known != Known::Function(Function::BitAnd) {
        return Ok(vec![]);
    }
    for (a, p) in [(first, second), (second, first)] {
        let exponent = values.iter().find_map(|power| match power.arguments {
            [base, exponent] if power.known == Known::Power && power.is == *p && *base == Linear::constant(2) => {
                Some(exponent)
            }
            _ => None,
        });
        let Some(exponent) = exponent else { continue };
        for value in values {
            let place = matches!(value.known, Known::Function(Function::Logarithm | Function::TwoAdic));
            if place && value.arguments[0] == *a && same(system, &value.is, exponent)? {
                let difference = both.is.minus(p)?;
                return Ok(vec![Linear::default().minus(&difference)?, difference]);
            }
        }
    }
    Ok(vec![])
}

/// For p = b^t: where t = log2(a) and b = 2, p ≤ a ≤ 2p − 1; where t = v2(a), p ≤ a; where t is the number of
/// digits of a in base b, a ≤ p − 1.
fn log_and_power(system: &System, power: &Value<'_>, of: &Value<'_>) -> Result<Vec<Linear>, TooLarge> {
    let [base, exponent] = power.arguments else { return Ok(vec![]) };
    let length = matches!(of.known, Known::Function(Function::Logarithm | Function::TwoAdic | Function::Digits));
    if power.known != Known::Power || !base.is_constant() || !length || !same(system, exponent, &of.is)? {
        return Ok(vec![]);
    }
    let (p, a) = (&power.is, &of.arguments[0]);
    let one = Linear::constant(1);
    Ok(match of.known {
        Known::Function(Function::Logarithm) if base.constant == 2 => {
            vec![a.minus(p)?, p.combine(2, a, -1)?.minus(&one)?]
        }
        Known::Function(Function::TwoAdic) if base.constant == 2 => vec![a.minus(p)?],
        Known::Function(Function::Digits) if of.arguments.get(1) == Some(base) => vec![p.minus(a)?.minus(&one)?],
        _ => vec![],
    })
}

/// Values s and t of one growing function at arguments a ≤ b. Roots, logarithms and numbers of
/// digits grow by at most 1 from one argument to the next, so that 0 ≤ t − s ≤ b − a; powers c^b are at
/// least c^(b−a)·c^a, and this much where b − a is a number.
fn growing(system: &System, lower: &Value<'_>, upper: &Value<'_>) -> Result<Vec<Linear>, TooLarge> {
    if lower.known != upper.known || lower.is == upper.is {
        return Ok(vec![]);
    }
    let (s, t) = (&lower.is, &upper.is);
    match lower.known {
        Known::Power => {
            let ([base, a], [other, b]) = (lower.arguments, upper.arguments) else { return Ok(vec![]) };
            if base != other || !base.is_constant() || base.constant < 2 {
                return Ok(vec![]);
            }
            let apart = b.minus(a)?;
            if apart.is_constant() && (0..=FAR).contains(&apart.constant) {
                let times = base.constant.checked_pow(apart.constant as u32).ok_or(TooLarge)?;
                let difference = t.combine(1, s, -times)?;
                return Ok(vec![Linear::default().minus(&difference)?, difference]);
            }
            if system.implies(&apart.minus(&Linear::constant(1))?)? {
                return Ok(vec![t.combine(1, s, -base.constant)?]);
            }
            Ok(if system.implies(&apart)? { vec![t.minus(s)?] } else { vec![] })
        }
        Known::Root | Known::Function(Function::Logarithm | Function::Digits) => {
            let apart = upper.arguments[0].minus(&lower.arguments[0])?;
            if lower.arguments[1..] != upper.arguments[1..] || !system.implies(&apart)? {
                return Ok(vec![]);
            }
            let rise = t.minus(s)?;
            Ok(vec![apart.minus(&rise)?, rise])
        }
        Known::Function(_) => Ok(vec![]),
    }
}
