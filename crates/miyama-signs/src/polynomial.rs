//! Polynomials with rational coefficients in a few variables, all of which stand for
//! natural numbers: a polynomial whose coefficients all have one sign has that sign
//! everywhere.

use num_integer::Integer;
use std::collections::BTreeMap;

/// So many choices of remainders are tried at most.
const MOST_TRIED: i128 = 30_000;

/// A variable.
pub(crate) type Variable = u8;

/// A sum of terms over one denominator; the exponents of a term by variable, without
/// zeros at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Polynomial {
    terms: BTreeMap<Vec<u8>, i128>,
    /// At least 1, and without a common factor with the numerators.
    denominator: i128,
}

impl Polynomial {
    pub(crate) fn constant(value: i128) -> Polynomial {
        Polynomial { terms: BTreeMap::from([(vec![], value)]), denominator: 1 }.reduced()
    }

    pub(crate) fn variable(variable: Variable) -> Polynomial {
        let mut exponents = vec![0; usize::from(variable) + 1];
        exponents[usize::from(variable)] = 1;
        Polynomial { terms: BTreeMap::from([(exponents, 1)]), denominator: 1 }
    }

    fn reduced(mut self) -> Polynomial {
        self.terms.retain(|_, a| *a != 0);
        let common = self.terms.values().fold(self.denominator, |common, a| common.gcd(a));
        if common > 1 {
            self.terms.values_mut().for_each(|a| *a /= common);
            self.denominator /= common;
        }
        self
    }

    /// `self + factor·other`; none beyond 128 bits.
    pub(crate) fn plus(&self, factor: i128, other: &Polynomial) -> Option<Polynomial> {
        let denominator = self.denominator.checked_mul(other.denominator)?;
        let mut terms = BTreeMap::new();
        for (exponents, a) in &self.terms {
            terms.insert(exponents.clone(), a.checked_mul(other.denominator)?);
        }
        for (exponents, a) in &other.terms {
            let more = a.checked_mul(self.denominator)?.checked_mul(factor)?;
            let entry = terms.entry(exponents.clone()).or_insert(0i128);
            *entry = entry.checked_add(more)?;
        }
        Some(Polynomial { terms, denominator }.reduced())
    }

    pub(crate) fn minus(&self, other: &Polynomial) -> Option<Polynomial> {
        self.plus(-1, other)
    }

    pub(crate) fn times(&self, other: &Polynomial) -> Option<Polynomial> {
        let mut terms: BTreeMap<Vec<u8>, i128> = BTreeMap::new();
        for (left, a) in &self.terms {
            for (right, b) in &other.terms {
                let length = left.len().max(right.len());
                let at = |of: &[u8], n: usize| of.get(n).copied().unwrap_or(0);
                let exponents =
                    (0..length).map(|n| at(left, n).checked_add(at(right, n))).collect::<Option<Vec<u8>>>()?;
                let entry = terms.entry(exponents).or_insert(0);
                *entry = entry.checked_add(a.checked_mul(*b)?)?;
            }
        }
        let denominator = self.denominator.checked_mul(other.denominator)?;
        Some(Polynomial { terms, denominator }.reduced())
    }

    /// Divided by a number that is not 0.
    pub(crate) fn over(&self, by: i128) -> Option<Polynomial> {
        let sign = by.signum();
        let terms = self
            .terms
            .iter()
            .map(|(e, a)| Some((e.clone(), a.checked_mul(sign)?)))
            .collect::<Option<BTreeMap<_, _>>>()?;
        let denominator = self.denominator.checked_mul(by.checked_abs()?)?;
        (by != 0).then_some(Polynomial { terms, denominator }.reduced())
    }

    /// The polynomial with another one for a variable: Σ (part with the power n)·valueⁿ.
    pub(crate) fn with(&self, variable: Variable, value: &Polynomial) -> Option<Polynomial> {
        let place = usize::from(variable);
        let mut parts: BTreeMap<u8, BTreeMap<Vec<u8>, i128>> = BTreeMap::new();
        for (exponents, a) in &self.terms {
            let mut rest = exponents.clone();
            let power = rest.get(place).copied().unwrap_or(0);
            if power > 0 {
                rest[place] = 0;
                while rest.last() == Some(&0) {
                    rest.pop();
                }
            }
            parts.entry(power).or_default().insert(rest, *a);
        }
        let (mut sum, mut raised, mut reached) = (Polynomial::constant(0), Polynomial::constant(1), 0);
        for (power, terms) in parts {
            for _ in reached..power {
                raised = raised.times(value)?;
            }
            reached = power;
            sum = sum.plus(1, &raised.times(&Polynomial { terms, denominator: 1 })?)?;
        }
        sum.over(self.denominator)
    }

    /// Whether no coefficient is negative.
    pub(crate) fn is_at_least_zero(&self) -> bool {
        self.terms.values().all(|a| *a >= 0)
    }

    /// Whether no coefficient is positive and the constant is negative.
    pub(crate) fn is_below_zero(&self) -> bool {
        self.terms.values().all(|a| *a <= 0) && self.terms.get(&vec![]).is_some_and(|a| *a < 0)
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// The value, if no variable occurs and it is whole.
    pub(crate) fn whole(&self) -> Option<i128> {
        match (self.terms.len(), self.denominator) {
            (0, _) => Some(0),
            (1, 1) => self.terms.get(&vec![]).copied(),
            _ => None,
        }
    }

    /// Whether all coefficients are whole.
    pub(crate) fn has_whole_coefficients(&self) -> bool {
        self.denominator == 1
    }

    /// Whether it is whole for all natural numbers: the numerators repeat with the
    /// denominator in every variable, so that remainders are enough.
    pub(crate) fn is_whole_everywhere(&self) -> bool {
        let used: Vec<usize> = self.variables().into_iter().map(usize::from).collect();
        let n = self.denominator;
        let choices = n.checked_pow(u32::try_from(used.len()).unwrap_or(u32::MAX));
        if n > 12 || choices.is_none_or(|choices| choices > MOST_TRIED) {
            return false;
        }
        let mut numbers = vec![0i128; used.last().map_or(0, |last| last + 1)];
        loop {
            let value = self.terms.iter().fold(0, |sum, (exponents, a)| {
                let power = exponents.iter().zip(&numbers).fold(a.rem_euclid(n), |product, (power, number)| {
                    (0..*power).fold(product, |product, _| product * number % n)
                });
                (sum + power) % n
            });
            if value != 0 {
                return false;
            }
            let Some(place) = used.iter().find(|v| numbers[**v] + 1 < n) else { return true };
            numbers[*place] += 1;
            used.iter().take_while(|v| *v != place).for_each(|v| numbers[*v] = 0);
        }
    }

    /// Its variables, ascending.
    pub(crate) fn variables(&self) -> Vec<Variable> {
        let most = self.terms.keys().map(Vec::len).max().unwrap_or(0);
        (0..most).filter_map(|v| Variable::try_from(v).ok()).filter(|v| self.has(*v)).collect()
    }

    /// The denominator, and the numerators with their exponents by variable.
    pub(crate) fn fractions(&self) -> (i128, impl Iterator<Item = (&[u8], i128)>) {
        (self.denominator, self.terms.iter().map(|(exponents, a)| (exponents.as_slice(), *a)))
    }

    /// Whether it is ≥ 0 at these numbers, or they are too large to say.
    pub(crate) fn is_at_least_zero_at(&self, numbers: &[i128]) -> bool {
        let term = |(exponents, a): (&Vec<u8>, &i128)| {
            let mut term = *a;
            for (power, number) in exponents.iter().zip(numbers) {
                for _ in 0..*power {
                    term = term.checked_mul(*number)?;
                }
            }
            Some(term)
        };
        let sum = self.terms.iter().map(term).try_fold(0i128, |sum, term| sum.checked_add(term?));
        sum.is_none_or(|sum| sum >= 0)
    }

    /// The numerator of a variable alone.
    pub(crate) fn coefficient_of(&self, variable: Variable) -> i128 {
        let mut exponents = vec![0; usize::from(variable) + 1];
        exponents[usize::from(variable)] = 1;
        self.terms.get(&exponents).copied().unwrap_or(0)
    }

    /// With a polynomial for each variable, all at once; those beyond the list stay. Terms
    /// are taken in order, so that common first factors are multiplied once.
    pub(crate) fn at(&self, values: &[Polynomial]) -> Option<Polynomial> {
        let factor = |variable: usize| match values.get(variable) {
            Some(value) => Some(value.clone()),
            None => Some(Polynomial::variable(Variable::try_from(variable).ok()?)),
        };
        let mut products: BTreeMap<Vec<u8>, Polynomial> = BTreeMap::from([(vec![], Polynomial::constant(1))]);
        let mut sum = Polynomial::constant(0);
        for (exponents, a) in &self.terms {
            let mut so_far = vec![];
            for (variable, power) in exponents.iter().enumerate() {
                so_far.push(0);
                for _ in 0..*power {
                    let mut before = so_far.clone();
                    while before.last() == Some(&0) {
                        before.pop();
                    }
                    so_far[variable] += 1;
                    if !products.contains_key(&so_far) {
                        let product = products.get(&before)?.times(&factor(variable)?)?;
                        products.insert(so_far.clone(), product);
                    }
                }
            }
            sum.add(*a, products.get(exponents)?)?;
        }
        sum.over(self.denominator)
    }

    /// Adds a multiple of another one to this.
    fn add(&mut self, factor: i128, other: &Polynomial) -> Option<()> {
        if self.denominator != other.denominator {
            *self = self.plus(factor, other)?;
            return Some(());
        }
        for (exponents, a) in &other.terms {
            let more = a.checked_mul(factor)?;
            match self.terms.get_mut(exponents) {
                Some(entry) => *entry = entry.checked_add(more)?,
                None => {
                    self.terms.insert(exponents.clone(), more);
                }
            }
        }
        self.terms.retain(|_, a| *a != 0);
        Some(())
    }

    pub(crate) fn has(&self, variable: Variable) -> bool {
        self.terms.keys().any(|exponents| exponents.get(usize::from(variable)).is_some_and(|power| *power > 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomial() {
        let (x, y) = (Polynomial::variable(0), Polynomial::variable(3));
        let sum = x.plus(1, &y).unwrap();
        let square = sum.times(&sum).unwrap();
        let twice = x.times(&y).unwrap().plus(1, &x.times(&y).unwrap()).unwrap();
        let expected = x.times(&x).unwrap().plus(1, &twice).unwrap().plus(1, &y.times(&y).unwrap()).unwrap();
        assert_eq!(square, expected);
        assert_eq!(square.with(3, &Polynomial::constant(0)).unwrap(), x.times(&x).unwrap());
        assert_eq!(square.over(2).unwrap().plus(1, &square.over(2).unwrap()).unwrap(), square);
        assert!(square.is_at_least_zero() && !square.is_below_zero());
        assert!(Polynomial::constant(-1).minus(&square).unwrap().is_below_zero());
    }
}
