//! What a formula says: a few positions, and the neighbours in a quadratic sequence.

use crate::moves::PARAMETERS;
use crate::polynomial::{Polynomial, Variable};
use miyama_language::formula::Formula;
use miyama_language::formula::syntax::{Kind, Number, Operation, Truth};
use miyama_language::notation::Relation;

/// The variable of an index.
pub(crate) const INDEX: Variable = 8;

/// The positions of `exceptions`, and all (f(k), f(k+1)) and (f(k+1), f(k)), k ≥ 0, with
/// f(k) = first·k + step·k(k−1)/2.
///
/// f(0) = 0 and f(k+1) − f(k) = first + step·k. If `first` and `step` have whole
/// coefficients, none negative, and `first` has the constant 1 at least, f is whole and
/// grows strictly, so that every number x has one k with f(k) ≤ x < f(k+1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Neighbours {
    pub(crate) exceptions: Vec<[i128; 2]>,
    pub(crate) first: Polynomial,
    pub(crate) step: Polynomial,
}

impl Neighbours {
    /// f at an index.
    pub(crate) fn at(&self, index: &Polynomial) -> Option<Polynomial> {
        let before = index.minus(&Polynomial::constant(1))?;
        let triangle = index.times(&before)?.over(2)?;
        self.first.times(index)?.plus(1, &self.step.times(&triangle)?)
    }

    /// f(k+1) − f(k).
    pub(crate) fn gap(&self, index: &Polynomial) -> Option<Polynomial> {
        self.first.plus(1, &self.step.times(index)?)
    }

    /// Reads a condition on two heaps; symbols 0 and 1 are the heaps, the others
    /// parameters with these values. None if it says something else.
    pub(crate) fn read(formula: &Formula, parameters: &[Polynomial]) -> Option<Neighbours> {
        let parts = match formula.condition()? {
            Truth::Or(parts) => parts.as_slice(),
            one => std::slice::from_ref(one),
        };
        let (mut exceptions, mut pairs, mut from) = (Vec::new(), Vec::new(), 0);
        for part in parts {
            match part {
                Truth::Exists(exists) => {
                    let Kind::Constant(low) = exists.low.kind else { return None };
                    let Truth::Unordered(heaps, pair) = &exists.body else { return None };
                    let is_heap = |n: usize| matches!(heaps[n].kind, Kind::Symbol(symbol) if symbol == n);
                    if heaps.len() != 2 || !is_heap(0) || !is_heap(1) || !is_no_bound(&exists.high) {
                        return None;
                    }
                    from = low;
                    let reader = Reader { parameters, index: exists.symbol };
                    let index = Polynomial::variable(INDEX).plus(1, &Polynomial::constant(i128::from(low)))?;
                    let read = |number: &Number| reader.number(number)?.with(INDEX, &index);
                    pairs.push([read(&pair[0])?, read(&pair[1])?]);
                }
                other => exceptions.extend(positions(other)?),
            }
        }
        let [[a, b]] = pairs.as_slice() else { return None };
        let next = Polynomial::variable(INDEX).plus(1, &Polynomial::constant(1))?;
        let mut low = if a.with(INDEX, &next)? == *b {
            a.clone()
        } else if b.with(INDEX, &next)? == *a {
            b.clone()
        } else {
            return None;
        };
        let zero = |low: &Polynomial, k: i128| Some(low.with(INDEX, &Polynomial::constant(k))?.is_zero());
        // Neighbours that begin with 0, 0 are (0, 0) and those from the second 0 on.
        if from == 0 && zero(&low, 0)? && zero(&low, 1)? {
            exceptions.push([0, 0]);
            low = low.with(INDEX, &next)?;
        }
        // The index that the formula writes is at most one more than k, so that it is at most
        // f(k) + f(k+1), which is what the formula bounds it by.
        if !(0..=1).contains(&from) {
            return None;
        }
        let value = |k: i128| low.with(INDEX, &Polynomial::constant(k));
        let first = value(1)?.minus(&value(0)?)?;
        let step = value(2)?.minus(&value(1)?)?.minus(&first)?;
        let found = Neighbours { exceptions, first, step };
        let is_f = value(0)?.is_zero() && found.at(&Polynomial::variable(INDEX))? == low;
        (is_f && found.grows()).then_some(found)
    }

    /// Whether f is whole and grows; see above.
    pub(crate) fn grows(&self) -> bool {
        let more = self.first.minus(&Polynomial::constant(1));
        let signs = more.is_some_and(|more| more.is_at_least_zero()) && self.step.is_at_least_zero();
        signs && self.first.has_whole_coefficients() && self.step.has_whole_coefficients()
    }
}

/// Whether an upper bound of the index is a sum of symbols, both heaps among them: since
/// f(k) ≥ k and f(k+1) ≥ k+1, it bounds neither k nor k+1.
fn is_no_bound(high: &Number) -> bool {
    fn symbols(number: &Number, found: &mut Vec<usize>) -> bool {
        match &number.kind {
            Kind::Symbol(symbol) => {
                found.push(*symbol);
                true
            }
            Kind::Binary(Operation::Sum, a, b) => symbols(a, found) && symbols(b, found),
            _ => false,
        }
    }
    let mut found = Vec::new();
    symbols(high, &mut found) && found.contains(&0) && found.contains(&1)
}

/// The positions that a condition lists.
fn positions(truth: &Truth) -> Option<Vec<[i128; 2]>> {
    let constant = |number: &Number| match number.kind {
        Kind::Constant(value) if value >= 0 => Some(i128::from(value)),
        _ => None,
    };
    let heap = |number: &Number| match number.kind {
        Kind::Symbol(symbol) if symbol < 2 => Some(symbol),
        _ => None,
    };
    match truth {
        Truth::Tuple(tuple, members) => {
            if tuple.len() != 2 || heap(&tuple[0]) != Some(0) || heap(&tuple[1]) != Some(1) {
                return None;
            }
            members.iter().map(|member| Some([constant(&member[0])?, constant(&member[1])?])).collect()
        }
        Truth::And(parts) => {
            let mut found = [None; 2];
            for part in parts {
                let Truth::Chain(left, rest) = part else { return None };
                let [(Relation::Equal, right)] = rest.as_slice() else { return None };
                found[heap(left)?] = Some(constant(right)?);
            }
            Some(vec![[found[0]?, found[1]?]])
        }
        // x = y = 0
        Truth::Chain(left, rest) => match rest.as_slice() {
            [(Relation::Equal, middle), (Relation::Equal, right)]
                if heap(left) == Some(0) && heap(middle) == Some(1) =>
            {
                Some(vec![[constant(right)?; 2]])
            }
            _ => None,
        },
        _ => None,
    }
}

struct Reader<'a> {
    parameters: &'a [Polynomial],
    index: usize,
}

impl Reader<'_> {
    fn number(&self, number: &Number) -> Option<Polynomial> {
        match &number.kind {
            Kind::Constant(value) => Some(Polynomial::constant(i128::from(*value))),
            Kind::Symbol(symbol) if *symbol == self.index => Some(Polynomial::variable(INDEX)),
            Kind::Symbol(symbol) => self.parameters.get(symbol.checked_sub(2)?).cloned(),
            Kind::Negative(a) => Polynomial::constant(0).minus(&self.number(a)?),
            Kind::Binary(operation, a, b) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                match operation {
                    Operation::Sum => a.plus(1, &b),
                    Operation::Difference => a.minus(&b),
                    Operation::Product => a.times(&b),
                    Operation::Fraction => a.over(b.whole()?),
                    // Rounding down changes nothing where the division leaves no rest.
                    Operation::Quotient => {
                        a.over(b.whole().filter(|by| *by >= 1)?).filter(Polynomial::is_whole_everywhere)
                    }
                    Operation::Power => {
                        let power = b.whole().filter(|power| (0..=4).contains(power))?;
                        (0..power).try_fold(Polynomial::constant(1), |all, _| all.times(&a))
                    }
                    Operation::Remainder | Operation::NimSum => None,
                }
            }
            _ => None,
        }
    }
}

/// The polynomial of a parameter that stands for every natural number.
pub(crate) fn symbol(place: usize) -> Option<Polynomial> {
    let variable = PARAMETERS.checked_add(u8::try_from(place).ok()?)?;
    (variable < INDEX).then(|| Polynomial::variable(variable))
}
