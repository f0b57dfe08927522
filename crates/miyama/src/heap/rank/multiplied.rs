//! What follows from conditions with products in them.
//!
//! f ≥ 0 and g ≥ 0 give f·g ≥ 0. Written out, that is linear in the symbols and in the
//! products s·t of two of them, and so is what each product of the case stands for.
//! With every s·t as an unknown of its own these conditions are a linear program (Sherali and
//! Adams 1990), and if multipliers ≥ 0 of them add up to a negative constant (Farkas
//! 1902) no integers satisfy the case. A goal is shown by its opposite, which is multiplied too:
//! from q ≥ x follows q·(x+1) ≥ x·(x+1), more than x·x has room for.

use super::known;
use super::sharpened::Effort;
use crate::heap::linear::{Linear, TooLarge};
use crate::heap::ruleset::{Bound, Case};
use crate::simplex::{Program, Relation};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use std::collections::{BTreeMap, BTreeSet};

/// Cases with more conditions or symbols would take long.
const MOST_FORMS: usize = 28;
const MOST_SYMBOLS: usize = 9;

/// A polynomial of degree 2 that is ≥ 0: the constant stands at `[]`, others at their symbols.
type Quadratic = BTreeMap<Vec<usize>, i128>;

/// The conditions of a case, and their products.
pub(super) struct Multiplied {
    forms: Vec<Linear>,
    quadratics: Vec<Quadratic>,
    /// The symbols of each condition and of what stands for a product.
    connections: Vec<Vec<usize>>,
}

impl Multiplied {
    /// Those of a case; none if they are too many, or their numbers too large.
    pub(super) fn new(case: &Case, heaps: usize) -> Option<Multiplied> {
        let forms = case.system(heaps).forms().to_vec();
        let symbols = heaps + case.bound.len();
        if forms.len() > MOST_FORMS || symbols > MOST_SYMBOLS {
            return None;
        }
        Multiplied::of(case, heaps, forms).ok()
    }

    fn of(case: &Case, heaps: usize, forms: Vec<Linear>) -> Result<Multiplied, TooLarge> {
        let mut quadratics = vec![];
        for (index, bound) in case.bound.iter().enumerate() {
            let Bound::Product(a, b) = bound else { continue };
            // product − a·b is neither positive nor negative.
            for sign in [1, -1] {
                let mut zero = Quadratic::new();
                add(&mut zero, &[heaps + index], sign)?;
                add_product(&mut zero, a, b, -sign)?;
                quadratics.push(zero);
            }
        }
        for (products, form) in known::products(case, heaps)? {
            let mut sum = linear(&form)?;
            for (times, a, b) in products {
                add_product(&mut sum, &a, &b, times)?;
            }
            quadratics.push(sum);
        }
        let symbols = |one: &Quadratic| one.keys().flatten().copied().collect();
        let mut connections: Vec<Vec<usize>> = quadratics.iter().map(symbols).collect();
        connections.extend(forms.iter().map(|form| form.terms().map(|(symbol, _)| symbol).collect()));
        for symbol in 0..heaps + case.bound.len() {
            // s·(s − 1) ≥ 0 and s·(s + 1) ≥ 0 for whole numbers.
            for sign in [1, -1] {
                quadratics.push(Quadratic::from([(vec![symbol, symbol], 1), (vec![symbol], sign)]));
            }
        }
        for form in &forms {
            quadratics.push(linear(form)?);
        }
        // Conditions on products are multiplied with the opposite of a goal alone: of their
        // products with each other there are many, which hardly ever cancel.
        let is_product = |symbol: usize| {
            let bound = symbol.checked_sub(heaps).and_then(|index| case.bound.get(index));
            matches!(bound, Some(Bound::Product(..)))
        };
        let plain: Vec<&Linear> = forms.iter().filter(|form| !form.terms().any(|(s, _)| is_product(s))).collect();
        for (index, f) in plain.iter().enumerate() {
            for g in &plain[index..] {
                quadratics.push(product(f, g)?);
            }
        }
        Ok(Multiplied { forms, quadratics, connections })
    }

    /// Whether `goal ≥ 0` wherever the case holds. "False" may mean "not shown".
    pub(super) fn imply(&self, goal: &Linear, effort: &mut Effort) -> bool {
        self.contradict(goal, effort).unwrap_or(false)
    }

    /// The symbols that conditions and products connect with those of a form: others say
    /// nothing about it.
    fn connected(&self, form: &Linear) -> BTreeSet<usize> {
        let mut found: BTreeSet<usize> = form.terms().map(|(symbol, _)| symbol).collect();
        loop {
            let before = found.len();
            for one in &self.connections {
                if one.iter().any(|symbol| found.contains(symbol)) {
                    found.extend(one);
                }
            }
            if found.len() == before {
                return found;
            }
        }
    }

    fn contradict(&self, goal: &Linear, effort: &mut Effort) -> Result<bool, TooLarge> {
        let opposite = Linear::constant(-1).minus(goal)?;
        let mut all = self.quadratics.clone();
        all.extend([linear(&opposite)?, product(&opposite, &opposite)?]);
        for form in &self.forms {
            all.push(product(&opposite, form)?);
        }
        let connected = self.connected(goal);
        all.retain(|one| one.keys().flatten().all(|symbol| connected.contains(symbol)));
        all.retain(|one| one.keys().any(|key| !key.is_empty()) || one.values().any(|constant| *constant < 0));
        drop_useless(&mut all);
        let keys: BTreeSet<&Vec<usize>> = all.iter().flat_map(BTreeMap::keys).filter(|key| !key.is_empty()).collect();
        // About as many pivots as rows, each through the whole tableau.
        let cost = keys.len() as u64 * keys.len() as u64 * all.len() as u64;
        if !effort.spend(cost) {
            return Ok(false);
        }
        let row = |key: &[usize]| all.iter().map(|one| BigInt::from(one.get(key).copied().unwrap_or(0))).collect();
        let mut program = Program::new(all.len());
        for key in keys {
            program.require(row(key), Relation::Equal, BigInt::zero());
        }
        program.require(row(&[]), Relation::Equal, -BigInt::one());
        Ok(program.solution().is_ok())
    }
}

#[cfg(test)]
impl Multiplied {
    /// A polynomial that is negative where the symbols have these values: there is none where the case holds.
    pub(super) fn negative_at(&self, values: &[i128]) -> Option<String> {
        let at = |one: &Quadratic| -> i128 {
            one.iter().map(|(key, times)| key.iter().map(|symbol| values[*symbol]).product::<i128>() * times).sum()
        };
        self.quadratics.iter().find(|one| at(one) < 0).map(|one| format!("{one:?}"))
    }
}

/// Drops what cannot be part of a contradiction: an unknown that has one sign wherever it occurs
/// does not cancel.
fn drop_useless(all: &mut Vec<Quadratic>) {
    loop {
        let mut signs: BTreeMap<Vec<usize>, (bool, bool)> = BTreeMap::new();
        for (key, coefficient) in all.iter().flatten().filter(|(key, _)| !key.is_empty()) {
            let (plus, minus) = signs.entry(key.clone()).or_default();
            *plus |= *coefficient > 0;
            *minus |= *coefficient < 0;
        }
        let before = all.len();
        all.retain(|one| one.keys().all(|key| signs.get(key).is_none_or(|(plus, minus)| *plus && *minus)));
        if all.len() == before {
            return;
        }
    }
}

fn add(sum: &mut Quadratic, symbols: &[usize], coefficient: i128) -> Result<(), TooLarge> {
    let mut key = symbols.to_vec();
    key.sort_unstable();
    let entry = sum.entry(key.clone()).or_insert(0);
    *entry = entry.checked_add(coefficient).ok_or(TooLarge)?;
    if *entry == 0 {
        sum.remove(&key);
    }
    Ok(())
}

fn linear(form: &Linear) -> Result<Quadratic, TooLarge> {
    product(form, &Linear::constant(1))
}

fn product(f: &Linear, g: &Linear) -> Result<Quadratic, TooLarge> {
    let mut sum = Quadratic::new();
    add_product(&mut sum, f, g, 1)?;
    Ok(sum)
}

/// Adds `times · f · g`.
fn add_product(sum: &mut Quadratic, f: &Linear, g: &Linear, times: i128) -> Result<(), TooLarge> {
    let terms = |form: &Linear| -> Vec<(Option<usize>, i128)> {
        form.terms().map(|(symbol, c)| (Some(symbol), c)).chain([(None, form.constant)]).collect()
    };
    for (s, a) in terms(f) {
        for (t, b) in terms(g) {
            let coefficient = a.checked_mul(b).and_then(|ab| ab.checked_mul(times)).ok_or(TooLarge)?;
            let symbols: Vec<usize> = s.into_iter().chain(t).collect();
            add(sum, &symbols, coefficient)?;
        }
    }
    Ok(())
}
