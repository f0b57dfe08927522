//! What the expressions of a definition are, case by case.

use super::{Reader, Scope};
use crate::outside::What;
use crate::term::{Linear, Slots, Value};
use miyama::heap::notation::{Expression, ExpressionKind, Function};
use miyama_automata::Tracks;

impl Reader<'_> {
    /// What an expression is, case by case; the cases cover everything.
    pub(super) fn values(&self, expression: &Expression, scope: &mut Scope) -> Result<Vec<Value>, What> {
        Ok(match &expression.kind {
            ExpressionKind::Number(number) => vec![Value::plain(Linear::constant(*number))],
            ExpressionKind::Name(name) => vec![Value::plain(self.named(&name.text, scope)?)],
            ExpressionKind::Negative(a) => {
                let zero = Value::plain(Linear::default());
                let values = self.values(a, scope)?;
                values.iter().map(|a| zero.with(a, |zero, a| zero.plus(-1, a))).collect::<Result<_, _>>()?
            }
            ExpressionKind::Sum(a, b) => self.pairs(a, b, scope, |a, b| a.plus(1, b))?,
            ExpressionKind::Difference(a, b) => self.pairs(a, b, scope, |a, b| a.plus(-1, b))?,
            ExpressionKind::Product(a, b) => {
                self.pairs(a, b, scope, |a, b| match (a.is_constant(), b.is_constant()) {
                    (Some(factor), _) => b.times(factor),
                    (None, Some(factor)) => a.times(factor),
                    (None, None) => Err(What::Product),
                })?
            }
            // Outside of floors `/` rounds down.
            ExpressionKind::Quotient(a, by) | ExpressionKind::Fraction(a, by) | ExpressionKind::Remainder(a, by) => {
                let divisor = match self.values(by, scope)?.as_slice() {
                    [only] => only.form.is_constant().filter(|divisor| *divisor >= 1),
                    _ => None,
                };
                let divisor = divisor.ok_or(What::Divisor)?;
                let wants_quotient = !matches!(expression.kind, ExpressionKind::Remainder(..));
                let mut all = Vec::new();
                for value in self.values(a, scope)? {
                    all.extend(divided(&value, divisor, wants_quotient, &mut scope.slots)?);
                }
                all
            }
            ExpressionKind::Absolute(a) => {
                let mut all = Vec::new();
                for value in self.values(a, scope)? {
                    let negative = value.form.times(-1)?;
                    let mut below = value.clone();
                    below.given.push(value.form.plus(1, &Linear::constant(1))?.at_most_zero()?);
                    below.form = negative.clone();
                    let mut above = value;
                    above.given.push(negative.at_most_zero()?);
                    all.extend([above, below]);
                }
                all
            }
            ExpressionKind::Least(parts) => self.extreme(parts, 1, scope)?,
            ExpressionKind::Greatest(parts) => self.extreme(parts, -1, scope)?,
            ExpressionKind::Power(_, b) if self.exponent(b, scope)?.is_some() => {
                vec![Value::plain(self.power(b, scope)?)]
            }
            ExpressionKind::Power(a, b) => {
                self.pairs(a, b, scope, |a, b| match (a.is_constant(), b.is_constant()) {
                    (Some(base), Some(exponent)) => {
                        let power = u32::try_from(exponent).ok().and_then(|exponent| base.checked_pow(exponent));
                        power.map(Linear::constant).ok_or(What::Numbers)
                    }
                    (None, Some(1)) => Ok(a.clone()),
                    (None, Some(_)) => Err(What::Product),
                    (_, None) => Err(What::Function),
                })?
            }
            ExpressionKind::Choice(condition, a, b) => {
                let mut all = Vec::new();
                for (holds, chosen) in [(true, a), (false, b)] {
                    let condition = self.condition(condition, holds, scope)?;
                    for mut value in self.values(chosen, scope)? {
                        value.given.push(condition.clone());
                        all.push(value);
                    }
                }
                all
            }
            ExpressionKind::Apply(function @ (Function::Floor | Function::Ceiling), parts) => {
                self.rounded(parts.first().ok_or(What::Function)?, *function == Function::Ceiling, scope)?
            }
            ExpressionKind::Apply(..) | ExpressionKind::Call(..) | ExpressionKind::Indexed(..) => {
                return Err(What::Function);
            }
        })
    }

    fn pairs(
        &self,
        a: &Expression,
        b: &Expression,
        scope: &mut Scope,
        form: impl Fn(&Linear, &Linear) -> Result<Linear, What>,
    ) -> Result<Vec<Value>, What> {
        let (a, b) = (self.values(a, scope)?, self.values(b, scope)?);
        let mut all = Vec::new();
        for a in &a {
            for b in &b {
                all.push(a.with(b, &form)?);
            }
        }
        Ok(all)
    }

    /// The least (sign 1) or the greatest (sign −1) of several.
    fn extreme(&self, parts: &[Expression], sign: i64, scope: &mut Scope) -> Result<Vec<Value>, What> {
        let mut best: Vec<Value> = Vec::new();
        for part in parts {
            let values = self.values(part, scope)?;
            if best.is_empty() {
                best = values;
                continue;
            }
            let mut next = Vec::new();
            for old in &best {
                for new in &values {
                    // sign·(new − old) ≥ 0 keeps the old one.
                    let difference = new.form.plus(-1, &old.form)?.times(sign)?;
                    let mut keep = old.with(new, |old, _| Ok(old.clone()))?;
                    keep.given.push(difference.times(-1)?.at_most_zero()?);
                    let mut change = old.with(new, |_, new| Ok(new.clone()))?;
                    change.given.push(difference.plus(1, &Linear::constant(1))?.at_most_zero()?);
                    next.extend([keep, change]);
                }
            }
            best = next;
        }
        Ok(best)
    }
}

/// a div m or a mod m: a = m·q + r with 0 ≤ r < m, where q or −q is natural.
pub(super) fn divided(a: &Value, m: i64, wants_quotient: bool, slots: &mut Slots) -> Result<Vec<Value>, What> {
    let q = slots.fresh()?;
    [1, -1]
        .into_iter()
        .map(|sign| {
            let quotient = Linear::variable(q).times(sign)?;
            let rest = a.form.plus(-m, &quotient)?;
            let mut value = a.clone();
            value.helpers = value.helpers.union(Tracks::one(q));
            value.given.push(rest.times(-1)?.at_most_zero()?);
            value.given.push(rest.plus(1, &Linear::constant(1 - m))?.at_most_zero()?);
            if sign < 0 {
                // q = 0 belongs to the first case.
                value.given.push(Linear::constant(1).plus(-1, &Linear::variable(q))?.at_most_zero()?);
            }
            value.form = if wants_quotient { quotient } else { rest };
            Ok(value)
        })
        .collect()
}
