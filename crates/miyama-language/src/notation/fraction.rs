//! Expressions as one fraction of whole numbers.

use super::syntax::{Expression, ExpressionKind as Kind};

/// above/(constant · below), where `constant` ≥ 1 is a number.
#[derive(Clone, Debug)]
pub(crate) struct Ratio {
    pub(crate) above: Expression,
    pub(crate) constant: i64,
    /// The part of the denominator that is no constant.
    pub(crate) below: Option<Expression>,
}

fn made(kind: Kind, like: &Expression) -> Expression {
    Expression { kind, at: like.at.clone() }
}

impl Ratio {
    /// k·a.
    pub(crate) fn times(k: i64, a: Expression) -> Expression {
        match a.kind {
            _ if k == 1 => a,
            Kind::Number(0) => a,
            Kind::Number(number) if number.checked_mul(k).is_some() => made(Kind::Number(number * k), &a),
            _ => {
                let at = a.at.clone();
                Expression { kind: Kind::Product(Box::new(k.into()), Box::new(a)), at }
            }
        }
    }

    /// A number as one fraction. None if a denominator is a constant below 1, if two of them are
    /// no constants, or if something else than sums, products and fractions of whole numbers is in it.
    pub(crate) fn of(number: &Expression, is_whole: &dyn Fn(&Expression) -> bool) -> Option<Ratio> {
        if is_whole(number) {
            return Some(Ratio { above: number.clone(), constant: 1, below: None });
        }
        let both = |a: &Expression, b: &Expression| Some((Ratio::of(a, is_whole)?, Ratio::of(b, is_whole)?));
        match &number.kind {
            Kind::Negative(a) => {
                let a = Ratio::of(a, is_whole)?;
                Some(Ratio { above: made(Kind::Negative(Box::new(a.above)), number), ..a })
            }
            Kind::Sum(a, b) => {
                let (a, b) = both(a, b)?;
                a.added(b, Kind::Sum, number)
            }
            Kind::Difference(a, b) => {
                let (a, b) = both(a, b)?;
                a.added(b, Kind::Difference, number)
            }
            Kind::Product(a, b) => {
                let (a, b) = both(a, b)?;
                a.multiplied(b, number)
            }
            Kind::Power(base, exponent) => {
                let Kind::Number(exponent @ 1..=8) = exponent.kind else { return None };
                let base = Ratio::of(base, is_whole)?;
                (1..exponent).try_fold(base.clone(), |power, _| power.multiplied(base.clone(), number))
            }
            Kind::Fraction(a, b) => {
                let (a, b) = both(a, b)?;
                if b.below.is_some() {
                    return None;
                }
                // (p/q)/(r/s) = p·s/(q·r)
                let above = Ratio::times(b.constant, a.above);
                match constant(&b.above) {
                    Some(by @ 1..) => Some(Ratio { above, constant: a.constant.checked_mul(by)?, below: a.below }),
                    Some(_) => None,
                    None if a.below.is_none() => Some(Ratio { above, constant: a.constant, below: Some(b.above) }),
                    None => None,
                }
            }
            _ => None,
        }
    }

    fn added(
        self,
        other: Ratio,
        join: fn(Box<Expression>, Box<Expression>) -> Kind,
        like: &Expression,
    ) -> Option<Ratio> {
        let scaled = |above: Expression, constant: i64, below: &Option<Expression>| {
            let above = Ratio::times(constant, above);
            match below {
                Some(below) => made(Kind::Product(Box::new(above), Box::new(below.clone())), like),
                None => above,
            }
        };
        if self.below.is_some() && other.below.is_some() {
            return None;
        }
        let shared = gcd(self.constant, other.constant);
        let left = scaled(self.above, other.constant / shared, &other.below);
        let right = scaled(other.above, self.constant / shared, &self.below);
        Some(Ratio {
            above: made(join(Box::new(left), Box::new(right)), like),
            constant: self.constant.checked_mul(other.constant / shared)?,
            below: self.below.or(other.below),
        })
    }

    fn multiplied(self, other: Ratio, like: &Expression) -> Option<Ratio> {
        if self.below.is_some() && other.below.is_some() {
            return None;
        }
        let above = match (&self.above.kind, &other.above.kind) {
            (Kind::Number(k), _) => Ratio::times(*k, other.above),
            (_, Kind::Number(k)) => Ratio::times(*k, self.above),
            _ => made(Kind::Product(Box::new(self.above), Box::new(other.above)), like),
        };
        let constant = self.constant.checked_mul(other.constant)?;
        Some(Ratio { above, constant, below: self.below.or(other.below) })
    }

    /// As it is written.
    pub(crate) fn expression(self) -> Expression {
        let below = match self.below {
            None if self.constant == 1 => return self.above,
            None => Expression::from(self.constant),
            Some(below) => Ratio::times(self.constant, below),
        };
        let at = self.above.at.clone();
        Expression { kind: Kind::Fraction(Box::new(self.above), Box::new(below)), at }
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The value of a number without names.
pub(crate) fn constant(number: &Expression) -> Option<i64> {
    match &number.kind {
        Kind::Number(number) => Some(*number),
        Kind::Negative(a) => constant(a)?.checked_neg(),
        Kind::Sum(a, b) => constant(a)?.checked_add(constant(b)?),
        Kind::Difference(a, b) => constant(a)?.checked_sub(constant(b)?),
        Kind::Product(a, b) => constant(a)?.checked_mul(constant(b)?),
        Kind::Power(a, b) => constant(a)?.checked_pow(u32::try_from(constant(b)?).ok()?),
        _ => None,
    }
}
