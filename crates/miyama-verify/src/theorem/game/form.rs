//! Linear forms.

use super::super::automaton::Variable;
use super::super::clause::{Linear, Sign};
use std::collections::BTreeMap;

/// Σ aᵢ·xᵢ + c.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(in super::super) struct Form {
    pub(in super::super) terms: BTreeMap<Variable, i64>,
    pub(in super::super) constant: i64,
}

impl Form {
    /// The variable, if it is one and nothing else.
    pub(in super::super) fn alone(&self) -> Option<Variable> {
        let (variable, factor) = self.terms.iter().find(|(_, factor)| **factor != 0)?;
        let others = self.terms.values().filter(|factor| **factor != 0).count() > 1;
        (*factor == 1 && !others && self.constant == 0).then_some(*variable)
    }

    pub(in super::super) fn constant(constant: i64) -> Form {
        Form { terms: BTreeMap::new(), constant }
    }

    pub(in super::super) fn variable(variable: Variable) -> Form {
        Form { terms: BTreeMap::from([(variable, 1)]), constant: 0 }
    }

    /// `self + factor·other`
    pub(in super::super) fn plus(&self, factor: i64, other: &Form) -> Option<Form> {
        let mut sum = self.clone();
        for (variable, a) in &other.terms {
            let entry = sum.terms.entry(*variable).or_insert(0);
            *entry = entry.checked_add(a.checked_mul(factor)?)?;
        }
        sum.terms.retain(|_, a| *a != 0);
        sum.constant = sum.constant.checked_add(other.constant.checked_mul(factor)?)?;
        Some(sum)
    }

    pub(in super::super) fn is(self, sign: Sign) -> Linear {
        Linear { terms: self.terms.into_iter().collect(), shifted: vec![], constant: self.constant, sign }
    }
}
