//! Polynomials as sums of monomials, each a list of factors, with fractions as
//! coefficients. Slow and plain.

use std::collections::BTreeMap;

/// The factors of a monomial, ascending; a power is written out.
type Monomial = Vec<u8>;

/// Coefficients as numerator and denominator, the denominator at least 1.
#[derive(Clone, Debug)]
pub(crate) struct Polynomial(BTreeMap<Monomial, (i128, i128)>);

/// Two are the same if their difference is 0.
impl PartialEq for Polynomial {
    fn eq(&self, other: &Polynomial) -> bool {
        other.scale(-1).and_then(|other| self.add(&other)).is_some_and(|difference| difference.0.is_empty())
    }
}

/// The most factors of a monomial.
const MOST_FACTORS: usize = 24;

/// The most choices of remainders.
const MOST_CHOICES: i128 = 30_000;

fn lowest((a, b): (i128, i128)) -> (i128, i128) {
    let (mut x, mut y) = (a.abs(), b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    if x == 0 { (0, 1) } else { (a / x, b / x) }
}

impl Polynomial {
    pub(crate) fn number(value: i128) -> Polynomial {
        Polynomial(if value == 0 { BTreeMap::new() } else { BTreeMap::from([(vec![], (value, 1))]) })
    }

    pub(crate) fn variable(variable: u8) -> Polynomial {
        Polynomial(BTreeMap::from([(vec![variable], (1, 1))]))
    }

    pub(crate) fn add(&self, other: &Polynomial) -> Option<Polynomial> {
        let mut sum = self.0.clone();
        for (monomial, (c, d)) in &other.0 {
            let (a, b) = sum.get(monomial).copied().unwrap_or((0, 1));
            let top = a.checked_mul(*d)?.checked_add(c.checked_mul(b)?)?;
            let both = lowest((top, b.checked_mul(*d)?));
            if both.0 == 0 {
                sum.remove(monomial);
            } else {
                sum.insert(monomial.clone(), both);
            }
        }
        Some(Polynomial(sum))
    }

    pub(crate) fn scale(&self, by: i128) -> Option<Polynomial> {
        self.multiply(&Polynomial::number(by))
    }

    pub(crate) fn multiply(&self, other: &Polynomial) -> Option<Polynomial> {
        let mut product = Polynomial::number(0);
        for (left, (a, b)) in &self.0 {
            for (right, (c, d)) in &other.0 {
                let mut monomial = [left.as_slice(), right].concat();
                monomial.sort_unstable();
                if monomial.len() > MOST_FACTORS {
                    return None;
                }
                let coefficient = lowest((a.checked_mul(*c)?, b.checked_mul(*d)?));
                product = product.add(&Polynomial(BTreeMap::from([(monomial, coefficient)])))?;
            }
        }
        Some(product)
    }

    /// Divided by a positive number.
    pub(crate) fn divide(&self, by: i128) -> Option<Polynomial> {
        if by < 1 {
            return None;
        }
        self.multiply(&Polynomial(BTreeMap::from([(vec![], (1, by))])))
    }

    /// With something else for a variable.
    pub(crate) fn put(&self, variable: u8, value: &Polynomial) -> Option<Polynomial> {
        let mut sum = Polynomial::number(0);
        for (monomial, coefficient) in &self.0 {
            let (own, rest): (Vec<u8>, Vec<u8>) = monomial.iter().partition(|factor| **factor == variable);
            let mut term = Polynomial(BTreeMap::from([(rest, *coefficient)]));
            for _ in own {
                term = term.multiply(value)?;
            }
            sum = sum.add(&term)?;
        }
        Some(sum)
    }

    pub(crate) fn is_never_negative(&self) -> bool {
        self.0.values().all(|(a, _)| *a >= 0)
    }

    pub(crate) fn is_negative(&self) -> bool {
        self.0.values().all(|(a, _)| *a <= 0) && self.0.get(&vec![]).is_some_and(|(a, _)| *a < 0)
    }

    pub(crate) fn has(&self, variable: u8) -> bool {
        self.0.keys().any(|monomial| monomial.contains(&variable))
    }

    /// Whether a multiple of the variable alone is one of the terms.
    pub(crate) fn has_alone(&self, variable: u8) -> bool {
        self.0.contains_key(&vec![variable])
    }

    /// The number, if it is a whole one.
    pub(crate) fn whole(&self) -> Option<i128> {
        match self.0.first_key_value() {
            None => Some(0),
            Some((monomial, (a, 1))) if monomial.is_empty() && self.0.len() == 1 => Some(*a),
            Some(_) => None,
        }
    }

    pub(crate) fn has_whole_coefficients(&self) -> bool {
        self.0.values().all(|(_, b)| *b == 1)
    }

    /// Whether it is whole for all natural numbers, by trying all remainders modulo the
    /// common denominator.
    pub(crate) fn is_whole(&self) -> bool {
        let Some(n) = self.0.values().try_fold(1i128, |n, (_, b)| {
            let (common, _) = lowest((n, *b));
            common.checked_mul(*b).filter(|n| *n <= 12)
        }) else {
            return false;
        };
        let mut used: Vec<u8> = self.0.keys().flatten().copied().collect();
        used.sort_unstable();
        used.dedup();
        let choices = n.checked_pow(u32::try_from(used.len()).unwrap_or(u32::MAX));
        let Some(choices) = choices.filter(|choices| *choices <= MOST_CHOICES) else { return false };
        (0..choices).all(|choice| {
            let mut rest = choice;
            let numbers: BTreeMap<u8, i128> = used
                .iter()
                .map(|variable| {
                    let number = rest % n;
                    rest /= n;
                    (*variable, number)
                })
                .collect();
            let value = self.0.iter().fold(0, |sum, (monomial, (a, b))| {
                let product = monomial.iter().fold(a.rem_euclid(n) * (n / b), |p, v| p * numbers[v] % n);
                (sum + product) % n
            });
            value == 0
        })
    }
}
