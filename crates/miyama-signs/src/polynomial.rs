//! Polynomials with rational coefficients in a few variables, all of which stand for
//! natural numbers: a polynomial whose coefficients all have one sign has that sign
//! everywhere.

use num_integer::Integer;
use std::collections::BTreeMap;

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

    /// The polynomial with another one for a variable.
    pub(crate) fn with(&self, variable: Variable, value: &Polynomial) -> Option<Polynomial> {
        let place = usize::from(variable);
        let mut sum = Polynomial::constant(0);
        for (exponents, a) in &self.terms {
            let mut rest = exponents.clone();
            let power = rest.get(place).copied().unwrap_or(0);
            if power > 0 {
                rest[place] = 0;
                while rest.last() == Some(&0) {
                    rest.pop();
                }
            }
            let mut term = Polynomial { terms: BTreeMap::from([(rest, *a)]), denominator: self.denominator }.reduced();
            for _ in 0..power {
                term = term.times(value)?;
            }
            sum = sum.plus(1, &term)?;
        }
        Some(sum)
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
        let used: Vec<usize> = (0..16).filter(|v| self.has(*v)).map(usize::from).collect();
        let n = self.denominator;
        if n > 12 || used.len() > 4 {
            return n == 1;
        }
        let mut numbers = vec![0i128; 16];
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
