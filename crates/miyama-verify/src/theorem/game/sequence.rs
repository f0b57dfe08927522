//! Powers of a constant with a bound integer in the exponent, and sequences with a name.
//!
//! Where i stands in exponents of a constant b ≥ 2 only, and in comparisons with constants, the
//! variable is p = bⁱ. i ↦ bⁱ is increasing, so i and c compare as p and b^c do; below every i ≥ 0 is any
//! c < 0, and below every p is 0.

use super::{Cases, Form, Reader, Scope, compared};
use crate::theorem::automaton::Variable;
use crate::theorem::clause::{Linear, Sequence, Sign};
use miyama_language::notation;
use miyama_language::notation::{Expression, ExpressionKind, OptionSet, Relation};

impl Scope {
    /// Whether a bound integer whose powers are read stands in an expression.
    pub(super) fn has_exponent(&self, expression: &Expression) -> bool {
        let mut found = false;
        expression.names(&mut |name| found |= self.exponents.contains_key(&name.text));
        found
    }
}

fn is_in(variable: Variable, sequence: Sequence, inside: bool) -> Linear {
    Form::variable(variable).is(Sign::In(sequence, inside))
}

impl Reader<'_> {
    fn constant(&self, expression: &Expression, scope: &Scope) -> Option<i64> {
        let mut names = 0;
        expression.names(&mut |name| names += usize::from(!self.parameters.contains_key(name.text.as_str())));
        let mut own = Scope::from(scope.next);
        match self.number(expression, &mut own)?.as_slice() {
            [(given, form)] if given.is_empty() && names == 0 => form.terms.is_empty().then_some(form.constant),
            _ => None,
        }
    }

    /// Takes variables for the powers of a set; that they are powers.
    pub(super) fn powers(&self, set: &OptionSet, scope: &mut Scope) -> Option<Vec<Linear>> {
        let mut found: Vec<(&str, &Expression)> = Vec::new();
        for heap in set.tuples.iter().flat_map(|tuple| &tuple.heaps) {
            exponents_in(heap, &mut found);
        }
        set.conditions.iter().for_each(|condition| condition.for_each_expression(&mut |e| exponents_in(e, &mut found)));
        let mut powers = Vec::new();
        for (name, base) in found {
            if self.names.contains_key(name) || self.parameters.contains_key(name) {
                continue;
            }
            let base = self.constant(base, scope).filter(|base| *base >= 2)?;
            if let Some((known, _)) = scope.exponents.get(name) {
                if *known != base {
                    return None;
                }
                continue;
            }
            // The least root: base = rᵗ.
            let root = (2..=base.min(16)).find(|r| (1..63).any(|t| r.checked_pow(t) == Some(base)))?;
            let times = (1..63u8).find(|t| root.checked_pow(u32::from(*t)) == Some(base))?;
            let variable = scope.fresh()?;
            scope.exponents.insert(name.to_owned(), (base, variable));
            powers.push(is_in(variable, Sequence::Powers(u8::try_from(root).ok()?, times), true));
        }
        Some(powers)
    }

    /// b^(i+c) is b^c times the power; c is a constant, at least 0.
    pub(super) fn power(&self, exponent: &Expression, scope: &Scope) -> Option<Form> {
        let of = |expression: &Expression| match &expression.kind {
            ExpressionKind::Name(name) => scope.exponents.get(&name.text).copied(),
            _ => None,
        };
        let ((base, variable), more) = match (&exponent.kind, of(exponent)) {
            (_, Some(power)) => (power, 0),
            (ExpressionKind::Sum(a, b), None) => match (of(a), of(b)) {
                (Some(power), None) => (power, self.constant(b, scope)?),
                (None, Some(power)) => (power, self.constant(a, scope)?),
                _ => return None,
            },
            _ => return None,
        };
        Form::default().plus(base.checked_pow(u32::try_from(more).ok()?)?, &Form::variable(variable))
    }

    /// What to compare instead of an i in exponents and a constant, or another such i of the same base;
    /// none inside if neither side is one.
    pub(super) fn exponents(
        &self,
        left: &Expression,
        right: &Expression,
        scope: &Scope,
    ) -> Option<Option<(Cases, Cases)>> {
        let of = |expression: &Expression| match &expression.kind {
            ExpressionKind::Name(name) => scope.exponents.get(&name.text).copied(),
            _ => None,
        };
        let Some((base, _)) = of(left).or(of(right)) else { return Some(None) };
        let side = |expression: &Expression| -> Option<Cases> {
            let form = match of(expression) {
                Some((own, variable)) => (own == base).then_some(Form::variable(variable))?,
                None => match self.constant(expression, scope)? {
                    ..0 => Form::constant(0),
                    c => Form::constant(base.checked_pow(u32::try_from(c).ok()?)?),
                },
            };
            Some(vec![(vec![], form)])
        };
        Some(Some((side(left)?, side(right)?)))
    }

    /// That a number is in a sequence with a name, or is not: then it is negative, or another number.
    pub(super) fn in_sequence(
        &self,
        term: &Expression,
        name: &str,
        holds: bool,
        scope: &mut Scope,
    ) -> Option<Vec<Vec<Linear>>> {
        let sequence = match notation::Sequence::named(name)? {
            notation::Sequence::PowersOfTwo => Sequence::Powers(2, 1),
            notation::Sequence::Fibonacci => Sequence::Fibonacci,
            notation::Sequence::Evil => Sequence::Ones(true),
            notation::Sequence::Odious => Sequence::Ones(false),
            notation::Sequence::Squares | notation::Sequence::Triangular | notation::Sequence::Primes => return None,
        };
        let cases = self.number(term, scope)?;
        let variable = scope.fresh()?;
        let mut all = Vec::new();
        for (given, form) in &cases {
            let equal = form.plus(-1, &Form::variable(variable))?.is(Sign::Zero);
            all.push([given.as_slice(), &[equal, is_in(variable, sequence, holds)]].concat());
        }
        if !holds {
            all.extend(compared(&cases, Relation::Less, &[(vec![], Form::constant(0))])?);
        }
        Some(all)
    }
}

/// The names in exponents within an expression, with the bases.
fn exponents_in<'a>(expression: &'a Expression, found: &mut Vec<(&'a str, &'a Expression)>) {
    if let ExpressionKind::Power(base, exponent) = &expression.kind {
        exponent.names(&mut |name| found.push((name.text.as_str(), base)));
    }
    expression.for_each_part(&mut |part| exponents_in(part, found));
}
