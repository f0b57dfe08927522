//! Numbers of a formula, case by case.

use super::{Case, Read, Reading, Symbol, is_constant, outside};
use crate::outside::What;
use crate::real::Real;
use crate::term::Linear;
use miyama::heap::formula::syntax::{Kind, Number, Operation};
use miyama::heap::notation::Relation;
use miyama_automata::{Automaton, Formula, Limit, Tracks, Variable};
use std::ops::Range;
use std::sync::Arc;

/// The most cases of a number.
const MOST_CASES: usize = 20_000;

impl Reading<'_> {
    /// What a number is, case by case; the cases cover everything.
    pub(super) fn number(&mut self, number: &Number) -> Read<Vec<Case>> {
        let at = &number.at;
        let no = |what: What| outside(what, at);
        Ok(match &number.kind {
            Kind::Constant(value) => vec![Case::plain(Real::constant(*value))],
            Kind::Phi => vec![Case::plain(Real::phi())],
            Kind::Symbol(symbol) => match &self.symbols[*symbol] {
                Symbol::Form(form) => vec![Case::plain(Real::linear(form.clone()))],
                Symbol::Exponent { .. } => return Err(no(What::Exponent)),
            },
            Kind::Negative(a) => self.mapped(a, |real| real.negative().map_err(no))?,
            Kind::Absolute(a) => self.absolute(a)?,
            Kind::Floor(a) => self.floors_of(a, at)?,
            Kind::Ceiling(a) => {
                // ⌈a⌉ = −⌊−a⌋
                let mut all = Vec::new();
                for mut case in self.number(a)? {
                    case.real = case.real.negative().map_err(no)?;
                    for mut floor in self.floor(&case, at)? {
                        floor.real = floor.real.negative().map_err(no)?;
                        all.push(floor);
                    }
                }
                all
            }
            Kind::Root(a) => {
                let cases = self.number(a)?;
                let [Case { real, .. }] = cases.as_slice() else { return Err(no(What::Root)) };
                let constant = real.whole().and_then(Linear::is_constant).ok_or(no(What::Root))?;
                vec![Case::plain(Real::root(constant).ok_or(no(What::Root))?)]
            }
            Kind::Least(parts) | Kind::Greatest(parts) if let Some(heap) = self.known_extreme(&number.kind, parts) => {
                vec![Case::plain(Real::linear(Linear::variable(heap)))]
            }
            Kind::Least(parts) => self.extreme(parts, Relation::AtMost, at)?,
            Kind::Greatest(parts) => self.extreme(parts, Relation::AtLeast, at)?,
            Kind::If(condition, a, b) => {
                let condition = self.truth(condition)?;
                let mut all = Vec::new();
                for (given, number) in [(condition.clone(), a), (condition.negated(), b)] {
                    for mut case in self.number(number)? {
                        case.given.push(given.clone());
                        all.push(case);
                    }
                }
                all
            }
            Kind::Binary(operation, a, b) => self.binary(*operation, a, b, at)?,
            Kind::Apply(..) | Kind::Call(..) => return Err(no(What::Function)),
        })
    }

    fn binary(&mut self, operation: Operation, a: &Number, b: &Number, at: &Range<usize>) -> Read<Vec<Case>> {
        let no = |what: What| outside(what, at);
        match operation {
            Operation::Sum => self.pairs(a, b, |a, b| a.plus(1, b).map_err(no)),
            Operation::Difference => self.pairs(a, b, |a, b| a.plus(-1, b).map_err(no)),
            Operation::Product => self.pairs(a, b, |a, b| a.times(b).map_err(no)),
            Operation::Fraction => self.pairs(a, b, |a, b| a.times(&b.inverse().map_err(no)?).map_err(no)),
            Operation::Quotient | Operation::Remainder => {
                let divisors = self.number(b)?;
                let [Case { real: divisor, .. }] = divisors.as_slice() else {
                    return Err(outside(What::Divisor, &b.at));
                };
                let m = divisor.whole().and_then(Linear::is_constant).filter(|m| *m >= 1);
                let m = m.ok_or_else(|| outside(What::Divisor, &b.at))?;
                let mut all = Vec::new();
                for case in self.number(a)? {
                    let mut part = case.clone();
                    part.real.q = part.real.q.checked_mul(m).ok_or(no(What::Numbers))?;
                    part.real = part.real.reduced();
                    for mut quotient in self.floor(&part, at)? {
                        if operation == Operation::Remainder {
                            quotient.real = case.real.plus(-m, &quotient.real).map_err(no)?;
                        }
                        all.push(quotient);
                    }
                }
                Ok(all)
            }
            Operation::NimSum => self.nim_sum(a, b, at),
            Operation::Power => self.power(a, b, at),
        }
    }

    /// Cases multiply: there must be time, and room for so many.
    fn room(&self, cases: usize) -> Read<()> {
        if cases > MOST_CASES {
            return Err(Limit::States(MOST_CASES).into());
        }
        if (self.limits.go_on)() { Ok(()) } else { Err(Limit::Stopped.into()) }
    }

    fn mapped(&mut self, number: &Number, map: impl Fn(&Real) -> Read<Real>) -> Read<Vec<Case>> {
        let mut cases = self.number(number)?;
        for case in &mut cases {
            case.real = map(&case.real)?;
        }
        Ok(cases)
    }

    fn pairs(&mut self, a: &Number, b: &Number, join: impl Fn(&Real, &Real) -> Read<Real>) -> Read<Vec<Case>> {
        let (a, b) = (self.number(a)?, self.number(b)?);
        self.room(a.len() * b.len())?;
        let mut all = Vec::new();
        for a in &a {
            for b in &b {
                all.push(a.with(b, join(&a.real, &b.real)?));
            }
        }
        Ok(all)
    }

    fn absolute(&mut self, number: &Number) -> Read<Vec<Case>> {
        let mut all = Vec::new();
        for case in self.number(number)? {
            let negative = self.is_negative(&case.real, &number.at)?;
            let mut below = case.clone();
            below.real = case.real.negative().map_err(|what| outside(what, &number.at))?;
            below.given.push(negative.clone());
            let mut above = case;
            above.given.push(negative.negated());
            all.extend([above, below]);
        }
        Ok(all)
    }

    /// The least or the greatest: the first that relates so to all others.
    fn extreme(&mut self, parts: &[Number], relation: Relation, at: &Range<usize>) -> Read<Vec<Case>> {
        let mut best = self.number(&parts[0])?;
        for part in &parts[1..] {
            let next = self.number(part)?;
            self.room(2 * best.len() * next.len())?;
            let mut all = Vec::new();
            for old in &best {
                for new in &next {
                    let difference = old.real.plus(-1, &new.real).map_err(|what| outside(what, at))?;
                    let keeps = self.relates(&difference, relation, at)?;
                    let mut keep = old.with(new, old.real.clone());
                    keep.given.push(keeps.clone());
                    let mut change = old.with(new, new.real.clone());
                    change.given.push(keeps.negated());
                    all.extend([keep, change]);
                }
            }
            best = all;
        }
        Ok(best)
    }

    /// A helper variable that is this form, which must not be negative.
    pub(super) fn natural(&mut self, case: &mut Case, form: &Linear, at: &Range<usize>) -> Read<u8> {
        if let Linear { terms, constant: 0 } = form
            && let [(variable, 1)] = terms.as_slice()
        {
            return Ok(*variable);
        }
        let variable = self.fresh(at)?;
        case.helpers = case.helpers.union(Tracks::one(variable));
        let equal = form.plus(-1, &Linear::variable(variable)).and_then(|form| form.is_zero());
        case.given.push(equal.map_err(|what| outside(what, at))?);
        Ok(variable)
    }

    fn nim_sum(&mut self, a: &Number, b: &Number, at: &Range<usize>) -> Read<Vec<Case>> {
        let (left, right) = (self.number(a)?, self.number(b)?);
        for (cases, place) in [(&left, &a.at), (&right, &b.at)] {
            self.must_be_natural(cases, place)?;
        }
        let mut all = Vec::new();
        for a in &left {
            for b in &right {
                let mut case = a.with(b, a.real.clone());
                // Numbers in nim-sums are whole: the parser sees to that. One that is a variable
                // keeps its track; x ⊕ x needs two.
                let mut operand = |real: &Real, taken: Option<Variable>, reading: &mut Self| {
                    let form = real.whole().ok_or_else(|| outside(What::Numbers, at))?.clone();
                    if let ([(variable, 1)], 0) = (form.terms.as_slice(), form.constant)
                        && taken != Some(*variable)
                    {
                        return Ok(*variable);
                    }
                    let variable = reading.fresh(at)?;
                    case.helpers = case.helpers.union(Tracks::one(variable));
                    let equal = form.plus(-1, &Linear::variable(variable)).and_then(|form| form.is_zero());
                    case.given.push(equal.map_err(|what| outside(what, at))?);
                    Ok::<_, super::Unread>(variable)
                };
                let u = operand(&a.real, None, self)?;
                let v = operand(&b.real, Some(u), self)?;
                let w = self.fresh(at)?;
                case.helpers = case.helpers.union(Tracks::one(w));
                case.given.push(Formula::Member(Arc::new(Automaton::nim_sum(u, v, w))));
                case.real = Real::linear(Linear::variable(w));
                all.push(case);
            }
        }
        Ok(all)
    }

    /// That the number is negative for no numbers of its symbols. Where it may be, a
    /// nim-sum with it has no value.
    fn must_be_natural(&mut self, cases: &[Case], at: &Range<usize>) -> Read<()> {
        for case in cases {
            let mut parts = case.given.clone();
            parts.push(self.is_negative(&case.real, at)?);
            let below = Formula::And(parts);
            if !below.set(self.system, below.tracks(), self.limits)?.is_empty() {
                return Err(outside(What::NegativeNimSum, at));
            }
        }
        Ok(())
    }

    fn power(&mut self, base: &Number, exponent: &Number, at: &Range<usize>) -> Read<Vec<Case>> {
        let no = |what: What| outside(what, at);
        if is_constant(exponent) {
            let exponents = self.number(exponent)?;
            let [Case { real, .. }] = exponents.as_slice() else { return Err(no(What::Power)) };
            let exponent = real.whole().and_then(Linear::is_constant).ok_or(no(What::Power))?;
            return match exponent {
                1 => self.number(base),
                _ => self.mapped(base, |real| match real.is_constant() {
                    true => real.power(exponent).map_err(no),
                    false if exponent == 0 => Ok(Real::constant(1)),
                    false => Err(no(What::Product)),
                }),
            };
        }
        self.growing(base, exponent, at)
    }
}
