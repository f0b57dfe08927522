//! What is known in a case: facts about natural numbers, each a polynomial that is ≥ 0.

use super::certificate::{Multiples, Terms, ValueTree};
use crate::polynomial::{Polynomial, Variable};
use miyama::simplex::{Program, Relation};
use num_bigint::BigInt;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

/// A case.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    /// All ≥ 0.
    pub(crate) all: Vec<Polynomial>,
    /// Numbers that are spoken of, such as the heaps: what became of them.
    pub(crate) named: Vec<Polynomial>,
    /// The first variable that is free.
    pub(crate) free: Variable,
    /// Numbers for the variables where all facts hold: what is negative there is not shown.
    examples: OnceCell<Vec<Vec<i128>>>,
}

/// So many numbers for the variables are tried.
const TRIED: usize = 400;

impl Facts {
    pub(crate) fn new(all: Vec<Polynomial>, named: Vec<Polynomial>, free: Variable) -> Facts {
        Facts { all, named, free, examples: OnceCell::new() }
    }

    /// Some of the numbers where all facts hold.
    fn examples(&self) -> &[Vec<i128>] {
        self.examples.get_or_init(|| {
            let facts: Vec<&Polynomial> = self.all.iter().filter(|fact| !fact.is_at_least_zero()).collect();
            // Any fixed sequence of numbers will do; small ones are the most telling.
            let mut state = 1u64;
            let mut next = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let number = i128::from(state >> 60);
                if number < 12 { number / 3 } else { number }
            };
            let points = (0..TRIED).map(|_| (0..self.free).map(|_| next()).collect::<Vec<i128>>());
            points.filter(|point| facts.iter().all(|fact| fact.is_at_least_zero_at(point))).take(40).collect()
        })
    }

    fn put(&mut self, variable: Variable, value: &Polynomial) -> Option<()> {
        for polynomial in self.all.iter_mut().chain(&mut self.named) {
            if polynomial.has(variable) {
                *polynomial = polynomial.with(variable, value)?;
            }
        }
        Some(())
    }

    pub(crate) fn given(&self, fact: Polynomial) -> Facts {
        let mut facts = Facts::new(self.all.clone(), self.named.clone(), self.free);
        facts.all.push(fact);
        facts
    }

    /// Facts that say that a variable is at least something, or that it is 0, are used up:
    /// see [`ValueTree::Rewrite`].
    pub(crate) fn rewritten(&self) -> Option<(Facts, Vec<(usize, Variable)>)> {
        let mut facts = Facts::new(self.all.clone(), self.named.clone(), self.free);
        let mut steps = Vec::new();
        while let Some((place, variable, value)) = facts.solved() {
            facts.put(variable, &value)?;
            steps.push((place, variable));
        }
        Some((facts, steps))
    }

    fn solved(&self) -> Option<(usize, Variable, Polynomial)> {
        let found = |(place, fact): (usize, &Polynomial)| {
            if fact.is_at_least_zero() {
                return None;
            }
            let (over, terms) = fact.fractions();
            let mut positive = terms.filter(|(_, a)| *a > 0);
            match (positive.next(), positive.next()) {
                (None, _) => {
                    let variable = fact.variables().into_iter().find(|v| fact.coefficient_of(*v) < 0)?;
                    Some((place, variable, Polynomial::constant(0)))
                }
                (Some((exponents, a)), None) => {
                    let variable = Variable::try_from(exponents.len().checked_sub(1)?).ok()?;
                    let is_alone = a == over && exponents.iter().map(|power| u32::from(*power)).sum::<u32>() == 1;
                    let own = Polynomial::variable(variable);
                    let least = own.minus(fact)?;
                    let good = is_alone && !least.has(variable) && least.is_whole_everywhere();
                    good.then_some(())?;
                    Some((place, variable, own.plus(1, &least)?))
                }
                _ => None,
            }
        };
        self.all.iter().enumerate().find_map(found)
    }

    /// Why a goal is ≥ 0: multiples of facts, found by a linear program over its
    /// coefficients.
    pub(crate) fn shows(&self, goal: &Polynomial) -> Option<Multiples> {
        if goal.is_at_least_zero() {
            return Some(Multiples { times: 1, of: vec![] });
        }
        if self.examples().iter().any(|point| !goal.is_at_least_zero_at(point)) {
            return None;
        }
        let coefficients = |polynomial: &Polynomial| -> BTreeMap<Vec<u8>, i128> {
            polynomial.fractions().1.map(|(exponents, a)| (exponents.to_vec(), a)).collect()
        };
        // Facts and goal without their denominators.
        let wanted = coefficients(goal);
        let mut used: Vec<(usize, BTreeMap<Vec<u8>, i128>)> = self
            .all
            .iter()
            .enumerate()
            .filter(|(_, fact)| !fact.is_at_least_zero())
            .map(|(place, fact)| (place, coefficients(fact)))
            .collect();
        // A fact with a positive coefficient that nothing makes up for is of no use.
        loop {
            let before = used.len();
            let negative: BTreeSet<Vec<u8>> = used
                .iter()
                .flat_map(|(_, fact)| fact.iter().filter(|(_, a)| **a < 0).map(|(monomial, _)| monomial.clone()))
                .collect();
            let room = |monomial: &Vec<u8>| negative.contains(monomial) || wanted.get(monomial).is_some_and(|a| *a > 0);
            used.retain(|(_, fact)| fact.iter().all(|(monomial, a)| *a <= 0 || room(monomial)));
            let missing = wanted.iter().any(|(monomial, a)| *a < 0 && !negative.contains(monomial));
            if missing || used.is_empty() {
                return None;
            }
            if used.len() == before {
                break;
            }
        }
        let monomials: BTreeSet<&Vec<u8>> =
            used.iter().flat_map(|(_, fact)| fact.keys()).chain(wanted.keys()).collect();
        let mut program = Program::new(used.len());
        for monomial in monomials {
            let row: Vec<i128> = used.iter().map(|(_, fact)| fact.get(monomial).copied().unwrap_or(0)).collect();
            let bound = wanted.get(monomial).copied().unwrap_or(0);
            if bound < 0 || row.iter().any(|a| *a > 0) {
                program.require(row.into_iter().map(BigInt::from).collect(), Relation::AtMost, bound.into());
            }
        }
        let point = program.solution().ok()?;
        // times·goal/(its denominator) − Σ multiple·fact/(its denominator): with the point
        // n/d, the goal is taken d·(its denominator) times and each fact n·(its own).
        let whole = |number: &BigInt| u64::try_from(number).ok();
        let over = |polynomial: &Polynomial| u64::try_from(polynomial.fractions().0).ok();
        let times = whole(&point.denominator)?.checked_mul(over(goal)?)?;
        let mut of = Vec::new();
        for ((place, _), numerator) in used.iter().zip(&point.numerators) {
            let factor = whole(numerator)?.checked_mul(over(&self.all[*place])?)?;
            if factor > 0 {
                of.push((*place, factor));
            }
        }
        Some(Multiples { times, of })
    }

    /// Why the facts contradict each other.
    pub(crate) fn contradiction(&self) -> Option<ValueTree> {
        self.shows(&Polynomial::constant(-1)).map(ValueTree::Contradiction)
    }

    /// A new case, and the tree around what follows from it.
    pub(crate) fn divided(&self, of: &Polynomial, by: &Polynomial) -> Option<(Facts, Around)> {
        let one = Polynomial::constant(1);
        let room = by.minus(&one)?;
        let because = [self.shows(of)?, self.shows(&room)?];
        let (q, r) = (Polynomial::variable(self.free), Polynomial::variable(self.free + 1));
        let rest = of.minus(&by.times(&q)?)?.minus(&r)?;
        let facts = self.with([rest.clone(), Polynomial::constant(0).minus(&rest)?, room.minus(&r)?], [q, r])?;
        let (of, by) = (Terms::of(of)?, Terms::of(by)?);
        Some((facts, Box::new(move |then| ValueTree::Divide { of, by, because, then: Box::new(then) })))
    }

    pub(crate) fn bracketed(&self, of: &Polynomial, sequence: &Polynomial) -> Option<(Facts, Around)> {
        let because = self.shows(of)?;
        let one = Polynomial::constant(1);
        let (t, r) = (Polynomial::variable(self.free), Polynomial::variable(self.free + 1));
        let at = |index: &Polynomial| sequence.with(0, index);
        let gap = at(&t.plus(1, &one)?)?.minus(&at(&t)?)?;
        let rest = of.minus(&at(&t)?)?.minus(&r)?;
        let room = gap.minus(&one)?.minus(&r)?;
        let facts = self.with([rest.clone(), Polynomial::constant(0).minus(&rest)?, room], [t, r])?;
        let (of, sequence) = (Terms::of(of)?, Terms::of(sequence)?);
        Some((facts, Box::new(move |then| ValueTree::Bracket { of, sequence, because, then: Box::new(then) })))
    }

    fn with(&self, facts: [Polynomial; 3], named: [Polynomial; 2]) -> Option<Facts> {
        let mut next = Facts::new(self.all.clone(), self.named.clone(), self.free);
        next.all.extend(facts);
        next.named.extend(named);
        next.free = next.free.checked_add(2)?;
        Some(next)
    }
}

/// Puts a tree around what follows.
pub(crate) type Around = Box<dyn FnOnce(ValueTree) -> ValueTree>;
