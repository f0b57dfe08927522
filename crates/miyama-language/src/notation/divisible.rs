//! Fractions that are whole for all integers, such as k(k+1)/2.

use super::fraction::constant;
use super::syntax::{Expression, ExpressionKind as Kind, Name};

/// No more remainders than this are tried.
const MOST: u64 = 20_000;

/// Whether b is a constant ≥ 1 that divides the polynomial a for all integers: whether it does
/// for all remainders of the integers by b, which decide. What is no sum or product of others
/// counts as an integer of its own. `known` gives the names that stand for constants.
pub(crate) fn is_multiple(a: &Expression, b: &Expression, known: &dyn Fn(&Name) -> Option<i64>) -> bool {
    let with_known = |name: &Name| known(name).map(Expression::from);
    let (a, b) = (a.replaced(&with_known), b.replaced(&with_known));
    let Some(by @ 1..) = constant(&b) else { return false };
    let mut parts = vec![];
    atoms(&a, by, &mut parts);
    let choices = u32::try_from(parts.len()).ok().and_then(|n| by.unsigned_abs().checked_pow(n));
    let Some(choices) = choices.filter(|choices| *choices <= MOST) else { return false };
    (0..choices).all(|choice| {
        let mut rest = choice;
        let mut values = vec![];
        for _ in &parts {
            values.push(i128::from(rest % by.unsigned_abs()));
            rest /= by.unsigned_abs();
        }
        remainder(&a, by, &parts, &values) == 0
    })
}

/// c^k where c leaves 0 or 1 by the divisor, so that k does not matter from 1 on or at all.
fn is_one(base: &Expression, by: i64) -> bool {
    constant(base).is_some_and(|base| base.rem_euclid(by) == 1 % by)
}

fn atoms<'a>(number: &'a Expression, by: i64, found: &mut Vec<&'a Expression>) {
    match &number.kind {
        Kind::Number(_) => {}
        Kind::Negative(a) => atoms(a, by, found),
        Kind::Sum(a, b) | Kind::Difference(a, b) | Kind::Product(a, b) => {
            atoms(a, by, found);
            atoms(b, by, found);
        }
        Kind::Power(a, b) if matches!(b.kind, Kind::Number(0..=64)) => atoms(a, by, found),
        Kind::Power(a, _) if is_one(a, by) => {}
        _ if found.contains(&number) => {}
        _ => found.push(number),
    }
}

/// What is left by the divisor where the integers leave these.
fn remainder(number: &Expression, by: i64, parts: &[&Expression], values: &[i128]) -> i128 {
    let of = |part: &Expression| remainder(part, by, parts, values);
    let value = match &number.kind {
        Kind::Number(number) => i128::from(*number),
        Kind::Negative(a) => -of(a),
        Kind::Sum(a, b) => of(a) + of(b),
        Kind::Difference(a, b) => of(a) - of(b),
        Kind::Product(a, b) => of(a) * of(b),
        Kind::Power(a, b) => match b.kind {
            Kind::Number(exponent @ 0..=64) => {
                let base = of(a);
                (0..exponent).fold(1, |power, _| (power * base).rem_euclid(i128::from(by)))
            }
            _ if is_one(a, by) => 1,
            _ => place(number, parts, values),
        },
        _ => place(number, parts, values),
    };
    value.rem_euclid(i128::from(by))
}

fn place(number: &Expression, parts: &[&Expression], values: &[i128]) -> i128 {
    // Every part was listed; a missing one would leave 1, which proves nothing.
    parts.iter().position(|part| *part == number).map_or(1, |place| values[place])
}

#[cfg(test)]
mod tests {
    use super::super::parser::parse_number;
    use super::super::syntax::ExpressionKind as Kind;
    use super::is_multiple;

    #[test]
    fn polynomials_that_a_number_always_divides() {
        for (text, whole) in [
            ("k*(k+1)/2", true),
            ("k*(3*k-1)/2", true),
            ("(k^3-k)/6", true),
            ("((1+c)*k^2+(1-c)*k)/2", true),
            ("(d^k-1)/(d-1)", true),
            ("|x|*(|x|-1)/2", true),
            ("6*x/3", true),
            ("x/1", true),
            ("x/2", false),
            ("k*(k+1)/3", false),
            ("(2^k-1)/3", false),
            ("|x|*(|y|-1)/2", false),
            ("x/y", false),
            ("x/0", false),
            ("x/(-1)", false),
        ] {
            let (_, number) = parse_number(text).unwrap();
            let Kind::Fraction(a, b) = number.kind else { panic!("{text}") };
            assert_eq!(is_multiple(&a, &b, &|name| (name.text == "d").then_some(5)), whole, "{text}");
        }
    }
}
