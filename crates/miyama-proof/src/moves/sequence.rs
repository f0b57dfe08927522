//! Powers with a bound integer in the exponent, and sequences that are automatic.
//!
//! A bound integer i that occurs in exponents of a constant base b only, as in (x−bⁱ), is not
//! read itself: the unknown is p = bⁱ, a power of b, which an automaton recognises in base b, or
//! in base r if b = rʲ. Then bⁱ⁺ᶜ is bᶜ·p, and what compares i with a number compares p with a
//! power. In Zeckendorf's system the Fibonacci numbers are automatic, in base 2 the evil and the odious
//! numbers. The moves are then automatic in this one system.

use super::{Linear, Reader, Scope, Value, any};
use crate::outside::What;
use crate::statement::root_of;
use miyama::heap::notation::{Expression, ExpressionKind, OptionSet, Sequence};
use miyama_automata::{Automaton, Formula, Numeration, Tracks, Variable};
use std::sync::Arc;

/// bⁱ for a bound integer i.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Power {
    base: i64,
    variable: Variable,
}

/// What the two sides of a comparison may be.
type Sides = (Vec<Value>, Vec<Value>);

impl Reader<'_> {
    /// Notes that the moves need a system.
    fn need(&self, system: Numeration) -> Result<(), What> {
        if self.needs.replace(Some(system)).is_some_and(|other| other != system) {
            return Err(What::Systems);
        }
        Ok(())
    }

    /// Finds the bound integers of a set that stand in exponents; that their powers are powers.
    pub(super) fn powers(&self, set: &OptionSet, scope: &mut Scope) -> Result<Vec<Formula>, What> {
        let mut found: Vec<(String, Expression)> = Vec::new();
        let mut look = |expression: &Expression| self.look(expression, &mut found);
        set.tuples.iter().flat_map(|tuple| &tuple.heaps).for_each(&mut look);
        set.conditions.iter().for_each(|condition| condition.for_each_expression(&mut look));
        let mut members = Vec::new();
        for (name, base) in found {
            let base = self.fixed(&base, scope).filter(|base| *base >= 2).ok_or(What::Function)?;
            if let Some(known) = scope.exponents.get(&name) {
                if known.base == base {
                    continue;
                }
                return Err(What::Power);
            }
            let (root, step) = root_of(base);
            let system = u64::try_from(root).ok().and_then(Numeration::base).ok_or(What::Base)?;
            let Numeration::Base(b) = system else { return Err(What::Base) };
            self.need(system)?;
            let variable = scope.slots.fresh()?;
            scope.free = scope.free.union(Tracks::one(variable));
            scope.exponents.insert(name, Power { base, variable });
            members.push(Formula::Member(Arc::new(Automaton::powers_from(b, 0, step, variable))));
        }
        Ok(members)
    }

    /// The bound integers in exponents within an expression, with their bases.
    fn look(&self, expression: &Expression, found: &mut Vec<(String, Expression)>) {
        if let ExpressionKind::Power(base, exponent) = &expression.kind {
            exponent.names(&mut |name| {
                let known = self.heaps.contains_key(name.text.as_str());
                if !known && !self.parameters.contains_key(name.text.as_str()) {
                    found.push((name.text.clone(), (**base).clone()));
                }
            });
        }
        expression.for_each_part(&mut |part| self.look(part, found));
    }

    /// A constant.
    fn fixed(&self, expression: &Expression, scope: &Scope) -> Option<i64> {
        match self.values(expression, &mut scope.clone()).ok()?.as_slice() {
            [only] if only.given.is_empty() => only.form.is_constant(),
            _ => None,
        }
    }

    /// If an exponent is i + c for a bound integer in exponents: its power, and c.
    pub(super) fn exponent(&self, exponent: &Expression, scope: &Scope) -> Result<Option<(Power, i64)>, What> {
        let mut names = Vec::new();
        exponent.names(&mut |name| names.extend(scope.exponents.get(&name.text).copied()));
        let Some(power) = names.first() else { return Ok(None) };
        let plus = |a: &Expression, b: &Expression| match &a.kind {
            ExpressionKind::Name(name) if scope.exponents.contains_key(&name.text) => self.fixed(b, scope),
            _ => None,
        };
        let more = match &exponent.kind {
            ExpressionKind::Name(_) => Some(0),
            ExpressionKind::Sum(a, b) => plus(a, b).or_else(|| plus(b, a)),
            _ => None,
        };
        more.filter(|more| *more >= 0).map(|more| Some((*power, more))).ok_or(What::Power)
    }

    /// b^(i+c) = b^c·p.
    pub(super) fn power(&self, exponent: &Expression, scope: &Scope) -> Result<Linear, What> {
        let (power, more) = self.exponent(exponent, scope)?.ok_or(What::Power)?;
        let factor = u32::try_from(more).ok().and_then(|more| power.base.checked_pow(more)).ok_or(What::Numbers)?;
        Linear::variable(power.variable).times(factor)
    }

    /// i and a number c as bⁱ and b^c, which relate alike; a negative c is below every i, as 0 is
    /// below every power. None if no i in exponents is compared.
    pub(super) fn exponents_compared(
        &self,
        left: &Expression,
        right: &Expression,
        scope: &Scope,
    ) -> Result<Option<Sides>, What> {
        let named = |expression: &Expression| match &expression.kind {
            ExpressionKind::Name(name) => scope.exponents.get(&name.text).copied(),
            _ => None,
        };
        let to = |base: i64, expression: &Expression| {
            let number = self.fixed(expression, scope).ok_or(What::Exponent)?;
            let power = match u32::try_from(number) {
                Ok(number) => base.checked_pow(number).ok_or(What::Numbers)?,
                Err(_) if number < 0 => 0,
                Err(_) => return Err(What::Numbers),
            };
            Ok(vec![Value::plain(Linear::constant(power))])
        };
        let plain = |power: Power| vec![Value::plain(Linear::variable(power.variable))];
        Ok(match (named(left), named(right)) {
            (None, None) => None,
            (Some(one), Some(other)) if one.base == other.base => Some((plain(one), plain(other))),
            (Some(_), Some(_)) => return Err(What::Exponent),
            (Some(power), None) => Some((plain(power), to(power.base, right)?)),
            (None, Some(power)) => Some((to(power.base, left)?, plain(power))),
        })
    }

    /// That a number is in a sequence, or is not.
    pub(super) fn in_sequence(
        &self,
        term: &Expression,
        name: &str,
        holds: bool,
        scope: &mut Scope,
    ) -> Result<Formula, What> {
        let sequence = Sequence::named(name).ok_or(What::Function)?;
        let (system, of): (Numeration, fn(Variable) -> Automaton) = match sequence {
            Sequence::PowersOfTwo => (Numeration::Base(2), |v| Automaton::powers(2, v)),
            Sequence::Evil => (Numeration::Base(2), |v| Automaton::parity(false, v)),
            Sequence::Odious => (Numeration::Base(2), |v| Automaton::parity(true, v)),
            Sequence::Fibonacci => (Numeration::Metallic(1), Automaton::fibonacci),
            Sequence::Squares | Sequence::Triangular | Sequence::Primes => return Err(What::Function),
        };
        self.need(system)?;
        let values = self.values(term, scope)?;
        let member = scope.slots.fresh()?;
        let inside = any(&values, |form| {
            if let Some(variable) = form.is_variable() {
                return Ok(Formula::Member(Arc::new(of(variable))));
            }
            let equal = form.plus(-1, &Linear::variable(member))?.is_zero()?;
            let both = Formula::And(vec![equal, Formula::Member(Arc::new(of(member)))]);
            Ok(Formula::Exists(Tracks::one(member), Box::new(both)))
        })?;
        Ok(if holds { inside } else { inside.negated() })
    }
}
