//! Floors and ceilings of fractions with constant denominators.

use super::number::divided;
use super::{Reader, Scope};
use crate::outside::What;
use crate::term::Value;
use miyama::heap::notation::{Expression, ExpressionKind, Function};

/// A fraction, case by case: a numerator over a number ≥ 1.
type Fractions = Vec<(Value, i64)>;

impl Reader<'_> {
    /// ⌊a⌋ or, upwards, ⌈a⌉ = −⌊−a⌋.
    pub(super) fn rounded(&self, a: &Expression, upwards: bool, scope: &mut Scope) -> Result<Vec<Value>, What> {
        let sign = if upwards { -1 } else { 1 };
        let mut all = Vec::new();
        for (mut over, denominator) in self.fractions(a, scope)? {
            over.form = over.form.times(sign)?;
            let mut down = match denominator {
                1 => vec![over],
                _ => divided(&over, denominator, true, &mut scope.slots)?,
            };
            for value in &mut down {
                value.form = value.form.times(sign)?;
            }
            all.extend(down);
        }
        Ok(all)
    }

    fn fractions(&self, expression: &Expression, scope: &mut Scope) -> Result<Fractions, What> {
        Ok(match &expression.kind {
            ExpressionKind::Negative(a) => {
                let mut all = self.fractions(a, scope)?;
                for (value, _) in &mut all {
                    value.form = value.form.times(-1)?;
                }
                all
            }
            ExpressionKind::Sum(a, b) => self.added(a, 1, b, scope)?,
            ExpressionKind::Difference(a, b) => self.added(a, -1, b, scope)?,
            ExpressionKind::Product(a, b) => self.joined(a, b, scope, |(a, over), (b, under)| {
                let product = a.with(b, |a, b| match (a.is_constant(), b.is_constant()) {
                    (Some(factor), _) => b.times(factor),
                    (None, Some(factor)) => a.times(factor),
                    (None, None) => Err(What::Product),
                })?;
                Ok((product, over.checked_mul(under).ok_or(What::Numbers)?))
            })?,
            ExpressionKind::Fraction(a, b) => self.joined(a, b, scope, |(a, over), (b, under)| {
                // (a/over) / (b/under) = a·under / (over·b)
                let by = b.form.is_constant().filter(|by| *by >= 1).ok_or(What::Divisor)?;
                let quotient = a.with(b, |a, _| a.times(under))?;
                Ok((quotient, over.checked_mul(by).ok_or(What::Numbers)?))
            })?,
            _ if is_whole(expression) => self.values(expression, scope)?.into_iter().map(|value| (value, 1)).collect(),
            _ => return Err(What::Function),
        })
    }

    fn added(&self, a: &Expression, sign: i64, b: &Expression, scope: &mut Scope) -> Result<Fractions, What> {
        self.joined(a, b, scope, |(a, over), (b, under)| {
            let sum = a.with(b, |a, b| a.times(under)?.plus(sign.checked_mul(over).ok_or(What::Numbers)?, b))?;
            Ok((sum, over.checked_mul(under).ok_or(What::Numbers)?))
        })
    }

    fn joined(
        &self,
        a: &Expression,
        b: &Expression,
        scope: &mut Scope,
        join: impl Fn((&Value, i64), (&Value, i64)) -> Result<(Value, i64), What>,
    ) -> Result<Fractions, What> {
        let (a, b) = (self.fractions(a, scope)?, self.fractions(b, scope)?);
        let mut all = Vec::new();
        for (a, over) in &a {
            for (b, under) in &b {
                all.push(join((a, *over), (b, *under))?);
            }
        }
        Ok(all)
    }
}

/// Whether nothing in an expression is a fraction, or a root, that has not been rounded: there
/// `/` would mean something else.
fn is_whole(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Fraction(..) | ExpressionKind::Apply(Function::Root, _) => false,
        ExpressionKind::Apply(..) => true,
        _ => {
            let mut whole = true;
            expression.for_each_part(&mut |part| whole &= is_whole(part));
            whole
        }
    }
}
