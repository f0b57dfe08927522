//! Every choice of the bound integers that satisfies the conditions of a set.

use super::elimination::Elimination;
use super::interval::Interval;
use super::meaning::{Formula, Set, Term, Undefined};
use super::{Left, NotInterpreted};
use miyama_budget::Budget;

/// Bounds are narrowed at most so often: each round may give a little only.
const ROUNDS: usize = 30;

/// More copies of a position than this are not written down.
const MOST_COPIES: i128 = 10_000;

/// How many integers are tried between two looks at the budget.
const LOOK: u64 = 4096;

/// The trial of one set at one position.
pub(super) struct Search<'a> {
    set: &'a Set,
    heaps: usize,
    /// The heaps and the bound integers, as far as they are chosen.
    at: Vec<i128>,
    effort: &'a mut u64,
    budget: &'a Budget,
}

impl<'a> Search<'a> {
    pub(super) fn of(set: &'a Set, position: &[u64], effort: &'a mut u64, budget: &'a Budget) -> Search<'a> {
        let heaps = position.iter().map(|heap| i128::from(*heap));
        let at = heaps.chain(set.bound.iter().map(|_| 0)).collect();
        Search { set, heaps: position.len(), at, effort, budget }
    }

    /// Visits every option that the set gives.
    pub(super) fn run(mut self, visit: &mut dyn FnMut(Left)) -> Result<(), NotInterpreted> {
        let heaps = self.at[..self.heaps].iter().map(|heap| Interval::one(*heap));
        let ranges: Vec<Interval> = heaps.chain(self.set.bound.iter().map(|_| Interval::NATURAL)).collect();
        let formulas: Vec<&Formula> = self.set.conditions.iter().collect();
        self.choose(&formulas, ranges, visit)
    }

    /// Visits every option with bound integers in `ranges` that satisfy `formulas`.
    fn choose(
        &mut self,
        formulas: &[&Formula],
        mut ranges: Vec<Interval>,
        visit: &mut dyn FnMut(Left),
    ) -> Result<(), NotInterpreted> {
        self.spend()?;
        if !self.narrow(formulas, &mut ranges) {
            return Ok(());
        }
        let endless = |ranges: &[Interval]| (self.heaps..ranges.len()).find(|symbol| !ranges[*symbol].has_end());
        if endless(&ranges).is_some() {
            let together = Elimination::of(formulas, &self.set.tuples, &ranges);
            let symbols = self.heaps..ranges.len();
            let bounds: Vec<Option<Interval>> = symbols.clone().map(|symbol| together.bounds(symbol)).collect();
            for (symbol, bounds) in symbols.zip(bounds) {
                if bounds.is_some_and(|bounds| !Term::Symbol(symbol).narrow(bounds, &mut ranges)) {
                    return Ok(());
                }
            }
        }
        let open: Vec<usize> = (self.heaps..ranges.len()).filter(|symbol| !ranges[*symbol].is_one()).collect();
        let with_end = open.iter().filter(|symbol| ranges[**symbol].has_end());
        let narrowest = with_end.min_by_key(|symbol| ranges[**symbol].high - ranges[**symbol].low).copied();
        match (endless(&ranges), narrowest) {
            (Some(symbol), None) => self.split(formulas, &ranges, symbol, visit),
            (_, Some(symbol)) => {
                let last = open.len() == 1;
                for value in ranges[symbol].low..=ranges[symbol].high {
                    if last {
                        self.fix(&ranges);
                        self.at[symbol] = value;
                        self.spend()?;
                        self.visit(visit)?;
                    } else {
                        let mut chosen = ranges.clone();
                        chosen[symbol] = Interval::one(value);
                        self.choose(formulas, chosen, visit)?;
                    }
                }
                Ok(())
            }
            (None, None) => {
                self.fix(&ranges);
                self.visit(visit)
            }
        }
    }

    /// Tries the alternatives of the first `or` one after the other: each says
    /// more than all of them together.
    fn split(
        &mut self,
        formulas: &[&Formula],
        ranges: &[Interval],
        endless: usize,
        visit: &mut dyn FnMut(Left),
    ) -> Result<(), NotInterpreted> {
        let mut flat: Vec<&Formula> = formulas.to_vec();
        while let Some(place) = flat.iter().position(|formula| matches!(formula, Formula::All(_))) {
            if let Formula::All(parts) = flat.swap_remove(place) {
                flat.extend(parts);
            }
        }
        let Some(place) = flat.iter().position(|formula| matches!(formula, Formula::Any(_))) else {
            return Err(NotInterpreted::Unbounded(self.set.bound[endless - self.heaps].clone()));
        };
        if let Formula::Any(alternatives) = flat.swap_remove(place) {
            for alternative in alternatives {
                let mut formulas = flat.clone();
                formulas.push(alternative);
                self.choose(&formulas, ranges.to_vec(), visit)?;
            }
        }
        Ok(())
    }

    /// Narrows the ranges by all conditions until nothing changes.
    fn narrow(&self, formulas: &[&Formula], ranges: &mut [Interval]) -> bool {
        for _ in 0..ROUNDS {
            let before = ranges.to_vec();
            let possible = formulas.iter().all(|formula| formula.narrow(ranges))
                && self
                    .set
                    .tuples
                    .iter()
                    .flatten()
                    .chain(&self.set.copies)
                    .all(|heap| heap.narrow(Interval::NATURAL, ranges));
            if !possible {
                return false;
            }
            if ranges == before {
                break;
            }
        }
        true
    }

    fn fix(&mut self, ranges: &[Interval]) {
        for (value, range) in self.at.iter_mut().zip(ranges) {
            *value = range.low;
        }
    }

    /// Visits the option of the chosen integers, if there is one.
    fn visit(&self, visit: &mut dyn FnMut(Left)) -> Result<(), NotInterpreted> {
        for condition in &self.set.conditions {
            if !condition.holds(&self.at)? {
                return Ok(());
            }
        }
        let mut left = Vec::with_capacity(self.set.tuples.len());
        for (tuple, copies) in self.set.tuples.iter().zip(&self.set.copies) {
            let mut heaps = Vec::with_capacity(tuple.len());
            for heap in tuple {
                match heap.value(&self.at) {
                    Ok(heap) if heap < 0 => return Ok(()),
                    Ok(heap) => heaps.push(u64::try_from(heap).map_err(|_| NotInterpreted::TooLarge)?),
                    Err(Undefined::Divisor) => return Ok(()),
                    Err(Undefined::TooLarge) => return Err(NotInterpreted::TooLarge),
                }
            }
            match copies.value(&self.at) {
                Ok(copies) if copies < 0 => return Ok(()),
                Ok(copies) if copies > MOST_COPIES => return Err(NotInterpreted::TooLarge),
                Ok(copies) => (0..copies).for_each(|_| left.push(heaps.clone())),
                Err(Undefined::Divisor) => return Ok(()),
                Err(Undefined::TooLarge) => return Err(NotInterpreted::TooLarge),
            }
        }
        visit(left);
        Ok(())
    }

    fn spend(&mut self) -> Result<(), NotInterpreted> {
        *self.effort = self.effort.checked_sub(1).ok_or(NotInterpreted::Effort)?;
        if self.effort.is_multiple_of(LOOK) {
            self.budget.check()?;
        }
        Ok(())
    }
}
