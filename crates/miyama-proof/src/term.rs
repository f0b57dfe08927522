//! Expressions as linear forms, case by case.

use crate::outside::What;
use miyama_automata::{Formula, MOST_VARIABLES, Tracks, Variable};
use num_integer::Integer;

/// Σ aᵢ·xᵢ + c.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Linear {
    /// Sorted by variable, no coefficient 0.
    pub(crate) terms: Vec<(Variable, i64)>,
    pub(crate) constant: i64,
}

impl Linear {
    pub(crate) fn constant(constant: i64) -> Linear {
        Linear { terms: vec![], constant }
    }

    pub(crate) fn variable(variable: Variable) -> Linear {
        Linear { terms: vec![(variable, 1)], constant: 0 }
    }

    pub(crate) fn is_variable(&self) -> Option<Variable> {
        match (self.terms.as_slice(), self.constant) {
            ([(variable, 1)], 0) => Some(*variable),
            _ => None,
        }
    }

    pub(crate) fn is_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    pub(crate) fn coefficient(&self, variable: Variable) -> i64 {
        self.terms.iter().find(|(v, _)| *v == variable).map_or(0, |(_, a)| *a)
    }

    /// `self + factor·other`, if it stays within 64 bits.
    pub(crate) fn plus(&self, factor: i64, other: &Linear) -> Result<Linear, What> {
        let mut terms = self.terms.clone();
        for (variable, a) in &other.terms {
            let a = a.checked_mul(factor).ok_or(What::Numbers)?;
            match terms.iter_mut().find(|(v, _)| v == variable) {
                Some((_, sum)) => *sum = sum.checked_add(a).ok_or(What::Numbers)?,
                None => terms.push((*variable, a)),
            }
        }
        terms.retain(|(_, a)| *a != 0);
        terms.sort_unstable();
        let more = other.constant.checked_mul(factor).ok_or(What::Numbers)?;
        let constant = self.constant.checked_add(more).ok_or(What::Numbers)?;
        Ok(Linear { terms, constant })
    }

    /// The greatest common divisor of all its numbers; 0 if it is 0.
    pub(crate) fn content(&self) -> i64 {
        self.terms.iter().fold(self.constant, |all, (_, a)| all.gcd(a)).abs()
    }

    /// The form divided by a divisor of all its numbers.
    pub(crate) fn divided(&self, by: i64) -> Linear {
        Linear { terms: self.terms.iter().map(|(v, a)| (*v, a / by)).collect(), constant: self.constant / by }
    }

    pub(crate) fn times(&self, factor: i64) -> Result<Linear, What> {
        Linear::default().plus(factor, self)
    }

    pub(crate) fn is_zero(&self) -> Result<Formula, What> {
        Formula::zero(&self.terms, self.constant).map_err(|_| What::Numbers)
    }

    /// `self <= 0`
    pub(crate) fn at_most_zero(&self) -> Result<Formula, What> {
        Formula::at_most_zero(&self.terms, self.constant).map_err(|_| What::Numbers)
    }
}

/// A value under conditions: where `given` holds, for some numbers of the
/// `helpers`, the value is `form`.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    pub(crate) given: Vec<Formula>,
    pub(crate) helpers: Tracks,
    pub(crate) form: Linear,
}

impl Value {
    pub(crate) fn plain(form: Linear) -> Value {
        Value { given: vec![], helpers: Tracks::NONE, form }
    }

    /// The two values side by side, with a form made of both.
    pub(crate) fn with(
        &self,
        other: &Value,
        form: impl Fn(&Linear, &Linear) -> Result<Linear, What>,
    ) -> Result<Value, What> {
        let given = self.given.iter().chain(&other.given).cloned().collect();
        Ok(Value { given, helpers: self.helpers.union(other.helpers), form: form(&self.form, &other.form)? })
    }
}

/// Hands out variables that are not in use.
#[derive(Clone, Debug)]
pub(crate) struct Slots {
    next: Variable,
}

impl Slots {
    pub(crate) fn after(used: Variable) -> Slots {
        Slots { next: used }
    }

    /// The next variable, to give back those from it on by [`Slots::back_to`].
    pub(crate) fn mark(&self) -> Variable {
        self.next
    }

    pub(crate) fn back_to(&mut self, mark: Variable) {
        self.next = mark;
    }

    pub(crate) fn fresh(&mut self) -> Result<Variable, What> {
        let variable = self.next;
        if variable >= MOST_VARIABLES {
            return Err(What::Variables);
        }
        self.next += 1;
        Ok(variable)
    }
}
