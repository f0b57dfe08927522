//! Floors and ceilings of fractions with constant denominators.

use super::{Cases, Form, Reader, Scope};
use crate::theorem::clause::{Linear, Sign};
use miyama_language::notation::{Expression, ExpressionKind, Function};

/// Where conditions hold, a form over a number ≥ 1.
type Fractions = Vec<(Vec<Linear>, Form, i64)>;

impl Reader<'_> {
    /// The q with q ≤ n/d < q + 1, or, upwards, q − 1 < n/d ≤ q: with r = n − d·q that is
    /// 0 ≤ r ≤ d − 1, or 1 − d ≤ r ≤ 0.
    pub(super) fn rounded(&self, a: &Expression, upwards: bool, scope: &mut Scope) -> Option<Cases> {
        let mut all = Vec::new();
        for (given, over, denominator) in self.fractions(a, scope)? {
            let (least, most) = if upwards { (1 - denominator, 0) } else { (0, denominator - 1) };
            for sign in [1, -1] {
                // q is a natural number, or minus a positive one.
                let variable = scope.fresh()?;
                let quotient = Form::default().plus(sign, &Form::variable(variable))?;
                let rest = over.plus(-denominator, &quotient)?;
                let mut conditions = given.clone();
                conditions.push(Form::constant(least).plus(-1, &rest)?.is(Sign::AtMostZero));
                conditions.push(rest.plus(-1, &Form::constant(most))?.is(Sign::AtMostZero));
                if sign < 0 {
                    conditions.push(Form::constant(1).plus(-1, &Form::variable(variable))?.is(Sign::AtMostZero));
                }
                all.push((conditions, quotient));
            }
        }
        Some(all)
    }

    fn fractions(&self, expression: &Expression, scope: &mut Scope) -> Option<Fractions> {
        let (a, b) = match &expression.kind {
            ExpressionKind::Sum(a, b)
            | ExpressionKind::Difference(a, b)
            | ExpressionKind::Product(a, b)
            | ExpressionKind::Fraction(a, b) => (a, b),
            ExpressionKind::Negative(a) => {
                let negative =
                    |(given, form, under): (_, Form, _)| Some((given, Form::default().plus(-1, &form)?, under));
                return self.fractions(a, scope)?.into_iter().map(negative).collect();
            }
            _ if !has_fractions(expression) => {
                let whole = self.number(expression, scope)?;
                return Some(whole.into_iter().map(|(given, form)| (given, form, 1)).collect());
            }
            _ => return None,
        };
        let (a, b) = (self.fractions(a, scope)?, self.fractions(b, scope)?);
        let mut all = Vec::new();
        for (given, a, over) in &a {
            for (also, b, under) in &b {
                let times = |factor: i64, form: &Form| Form::default().plus(factor, form);
                let both = over.checked_mul(*under)?;
                let (form, denominator) = match &expression.kind {
                    ExpressionKind::Sum(..) => (times(*under, a)?.plus(*over, b)?, both),
                    ExpressionKind::Difference(..) => (times(*under, a)?.plus(over.checked_neg()?, b)?, both),
                    ExpressionKind::Product(..) if a.terms.is_empty() => (times(a.constant, b)?, both),
                    ExpressionKind::Product(..) if b.terms.is_empty() => (times(b.constant, a)?, both),
                    ExpressionKind::Fraction(..) if b.terms.is_empty() && b.constant >= 1 => {
                        (times(*under, a)?, over.checked_mul(b.constant)?)
                    }
                    _ => return None,
                };
                all.push(([given.as_slice(), also].concat(), form, denominator));
            }
        }
        Some(all)
    }
}

/// Whether an expression has a `/` or a root that no function around it rounds.
fn has_fractions(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Fraction(..) | ExpressionKind::Apply(Function::Root, _) => true,
        ExpressionKind::Apply(..) => false,
        _ => {
            let mut found = false;
            expression.for_each_part(&mut |part| found |= has_fractions(part));
            found
        }
    }
}
