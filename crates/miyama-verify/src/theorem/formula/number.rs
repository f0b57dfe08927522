//! Numbers of a formula, case by case: (A + B·√n)/q with linear forms A and B.

use super::super::automaton::{Automaton, Variable, spelt};
use super::super::clause::{Clause, Linear, Sign};
use super::super::game::Form;
use super::super::numerals::System;
use super::super::subsets::Projection;
use super::powers::linear_in;
use super::real::{Real, root};
use super::{No, Read, Reader, Symbol, nim_sum};
use miyama_language::formula::syntax::{Kind, Number, Operation};
use miyama_language::notation::Relation;
use std::collections::{BTreeMap, BTreeSet};

/// A number, where a clause holds for some numbers of the helpers.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) clause: Clause,
    pub(super) helpers: BTreeSet<Variable>,
    pub(super) real: Real,
}

impl Case {
    pub(super) fn plain(real: Real) -> Case {
        Case { clause: Clause::default(), helpers: BTreeSet::new(), real }
    }

    pub(super) fn with(&self, other: &Case, real: Real) -> Case {
        let mut case = self.clone();
        case.clause.linear.extend(other.clause.linear.iter().cloned());
        case.clause.members.extend(other.clause.members.iter().cloned());
        case.helpers.extend(&other.helpers);
        case.real = real;
        case
    }

    /// The clause with more conditions.
    pub(super) fn given(&self, more: Vec<Linear>) -> Clause {
        let mut clause = self.clause.clone();
        clause.linear.extend(more);
        clause
    }
}

impl Reader<'_> {
    pub(super) fn number(&mut self, number: &Number) -> Read<Vec<Case>> {
        match &number.kind {
            Kind::Constant(value) => Ok(vec![Case::plain(Real::constant(*value))]),
            Kind::Phi => {
                let one = Form::constant(1);
                Ok(vec![Case::plain(Real { a: one.clone(), b: one, n: 5, q: 2 })])
            }
            Kind::Symbol(symbol) => match self.symbols.get(*symbol) {
                Some(Symbol::Form(form)) => Ok(vec![Case::plain(Real::form(form.clone()))]),
                _ => Err(No::Unreadable),
            },
            Kind::Negative(a) => self.mapped(a, |real| Real::constant(0).plus(-1, real)),
            Kind::Absolute(a) => {
                let cases = self.number(a)?;
                self.alternatives(cases, |reader, case| {
                    let negative = Real::constant(0).plus(-1, &case.real).ok_or(No::TooLarge)?;
                    let mut both = reader.where_it(&case, Relation::AtLeast, &case.real)?;
                    both.extend(reader.where_it(&case, Relation::Less, &negative)?);
                    Ok(both)
                })
            }
            Kind::Floor(a) => {
                let cases = self.number(a)?;
                self.alternatives(cases, |reader, case| reader.floor(&case))
            }
            Kind::Ceiling(a) => {
                let cases = self.number(a)?;
                self.alternatives(cases, |reader, mut case| {
                    case.real = Real::constant(0).plus(-1, &case.real).ok_or(No::TooLarge)?;
                    let mut floors = reader.floor(&case)?;
                    for floor in &mut floors {
                        floor.real = Real::constant(0).plus(-1, &floor.real).ok_or(No::TooLarge)?;
                    }
                    Ok(floors)
                })
            }
            Kind::Root(a) => {
                let cases = self.number(a)?;
                let [Case { real, .. }] = cases.as_slice() else { return Err(No::Unreadable) };
                let constant = real.whole().filter(|form| form.terms.is_empty()).ok_or(No::Unreadable)?.constant;
                root(constant).map(|root| vec![Case::plain(root)]).ok_or(No::Unreadable)
            }
            Kind::Least(parts) => self.extreme(parts, Relation::AtMost),
            Kind::Greatest(parts) => self.extreme(parts, Relation::AtLeast),
            Kind::If(condition, a, b) => {
                let holds = self.truth(condition)?;
                let fails = self.not(&holds)?;
                self.alternatives([(holds, a), (fails, b)], |reader, (given, number)| {
                    let mut cases = reader.number(number)?;
                    cases.iter_mut().for_each(|case| case.clause.members.push(given.clone()));
                    Ok(cases)
                })
            }
            Kind::Binary(operation, a, b) => self.binary(*operation, a, b),
            Kind::Apply(..) | Kind::Call(..) => Err(No::Unreadable),
        }
    }

    /// Cases that come from others, one after the other. They are alternatives, so that each may use the same helpers.
    fn alternatives<T>(
        &mut self,
        cases: impl IntoIterator<Item = T>,
        mut of: impl FnMut(&mut Self, T) -> Read<Vec<Case>>,
    ) -> Read<Vec<Case>> {
        let (mark, mut last) = (self.next, self.next);
        let mut all = Vec::new();
        for case in cases {
            self.next = mark;
            all.extend(of(self, case)?);
            last = last.max(self.next);
        }
        self.next = last;
        Ok(all)
    }

    fn binary(&mut self, operation: Operation, a: &Number, b: &Number) -> Read<Vec<Case>> {
        match operation {
            Operation::Sum => self.pairs(a, b, |a, b| a.plus(1, b)),
            Operation::Difference => self.pairs(a, b, |a, b| a.plus(-1, b)),
            Operation::Product => self.pairs(a, b, Real::times),
            Operation::Fraction => self.pairs(a, b, |a, b| a.times(&b.inverse()?)),
            Operation::Quotient | Operation::Remainder => {
                let divisors = self.number(b)?;
                let [Case { real: by, .. }] = divisors.as_slice() else { return Err(No::Unreadable) };
                let m = by.whole().filter(|form| form.terms.is_empty()).ok_or(No::Unreadable)?.constant;
                if m < 1 {
                    return Err(No::Unreadable);
                }
                let cases = self.number(a)?;
                self.alternatives(cases, |reader, case| {
                    let mut part = case.clone();
                    part.real.q = part.real.q.checked_mul(m).ok_or(No::TooLarge)?;
                    let mut quotients = reader.floor(&part)?;
                    if operation == Operation::Remainder {
                        for quotient in &mut quotients {
                            quotient.real = case.real.plus(-m, &quotient.real).ok_or(No::TooLarge)?;
                        }
                    }
                    Ok(quotients)
                })
            }
            Operation::NimSum => self.nim(a, b),
            Operation::Power => self.power(a, b),
        }
    }

    fn mapped(&mut self, number: &Number, map: impl Fn(&Real) -> Option<Real>) -> Read<Vec<Case>> {
        let mut cases = self.number(number)?;
        for case in &mut cases {
            case.real = map(&case.real).ok_or(No::Unreadable)?;
        }
        Ok(cases)
    }

    fn pairs(&mut self, a: &Number, b: &Number, join: impl Fn(&Real, &Real) -> Option<Real>) -> Read<Vec<Case>> {
        let (a, b) = (self.number(a)?, self.number(b)?);
        let mut all = Vec::new();
        for a in &a {
            for b in &b {
                all.push(a.with(b, join(&a.real, &b.real).ok_or(No::Unreadable)?));
            }
        }
        Ok(all)
    }

    /// The case where its number relates so to 0, with another number.
    fn where_it(&mut self, case: &Case, relation: Relation, real: &Real) -> Read<Vec<Case>> {
        let clauses = self.relates(case, relation)?;
        let helper = |clause: &Clause| -> BTreeSet<Variable> {
            let known = self.symbols.iter().filter_map(|symbol| match symbol {
                Symbol::Form(form) => form.terms.keys().max().copied(),
                Symbol::Power { variable, .. } => Some(*variable),
            });
            let last = known.max().unwrap_or(0);
            clause.variables().into_iter().filter(|v| *v > last).collect()
        };
        Ok(clauses.into_iter().map(|clause| Case { helpers: helper(&clause), clause, real: real.clone() }).collect())
    }

    fn extreme(&mut self, parts: &[Number], relation: Relation) -> Read<Vec<Case>> {
        let other = if relation == Relation::AtMost { Relation::Greater } else { Relation::Less };
        let mut best = self.number(&parts[0])?;
        for part in &parts[1..] {
            let next = self.number(part)?;
            let pairs = best.iter().flat_map(|old| next.iter().map(move |new| (old, new)));
            best = self.alternatives(pairs, |reader, (old, new)| {
                let difference = old.real.plus(-1, &new.real).ok_or(No::Unreadable)?;
                let both = old.with(new, difference);
                let mut kept = reader.where_it(&both, relation, &old.real)?;
                kept.extend(reader.where_it(&both, other, &new.real)?);
                Ok(kept)
            })?;
        }
        Ok(best)
    }

    /// A new variable that is this form, so that the form is not negative.
    fn natural(&mut self, case: &mut Case, form: &Form) -> Read<Variable> {
        let variable = self.fresh()?;
        case.helpers.insert(variable);
        let equal = form.plus(-1, &Form::variable(variable)).ok_or(No::TooLarge)?;
        case.clause.linear.push(equal.is(Sign::Zero));
        Ok(variable)
    }

    fn nim(&mut self, a: &Number, b: &Number) -> Read<Vec<Case>> {
        if self.system != System::Base(2) {
            return Err(No::Unreadable);
        }
        let (a, b) = (self.number(a)?, self.number(b)?);
        for case in a.iter().chain(&b) {
            // A nim-sum with a negative number has no value.
            let below = self.relates(case, Relation::Less)?;
            if !Projection::new(self.system, BTreeSet::new(), &below).is_empty(self.go_on)? {
                return Err(No::Unreadable);
            }
        }
        let pairs = a.iter().flat_map(|a| b.iter().map(move |b| (a, b)));
        self.alternatives(pairs, |reader, (a, b)| {
            let mut case = a.with(b, a.real.clone());
            let (left, right) = (a.real.whole().ok_or(No::Unreadable)?, b.real.whole().ok_or(No::Unreadable)?);
            // A variable stands for itself, but x and y must be different ones.
            let x = match left.alone() {
                Some(variable) => variable,
                None => reader.natural(&mut case, left)?,
            };
            let y = match right.alone() {
                Some(variable) if variable != x => variable,
                _ => reader.natural(&mut case, right)?,
            };
            let z = reader.fresh()?;
            case.helpers.insert(z);
            case.clause.members.push(nim_sum(x, y, z));
            case.real = Real::form(Form::variable(z));
            Ok(vec![case])
        })
    }

    fn power(&mut self, base: &Number, exponent: &Number) -> Read<Vec<Case>> {
        let mut symbol = None;
        exponent.symbols(&mut |found| symbol = Some(found));
        if let Some(symbol) = symbol {
            let Some(Symbol::Power { base: known, factor, shift, variable }) = self.symbols.get(symbol).cloned() else {
                return Err(No::Unreadable);
            };
            let (Kind::Constant(base), Some((times, c))) = (&base.kind, linear_in(exponent, symbol)) else {
                return Err(No::Unreadable);
            };
            let more = u32::try_from(c - shift).ok().and_then(|more| base.checked_pow(more)).ok_or(No::TooLarge)?;
            if *base != known || times != factor {
                return Err(No::Unreadable);
            }
            let form = Form::default().plus(more, &Form::variable(variable)).ok_or(No::TooLarge)?;
            return Ok(vec![Case::plain(Real::form(form))]);
        }
        let exponents = self.number(exponent)?;
        let [Case { real, .. }] = exponents.as_slice() else { return Err(No::Unreadable) };
        let exponent = real.whole().filter(|form| form.terms.is_empty()).ok_or(No::Unreadable)?.constant;
        match exponent {
            1 => self.number(base),
            _ if exponent.abs() > 64 => Err(No::TooLarge),
            _ => self.mapped(base, |real| {
                let factor = if exponent < 0 { real.inverse()? } else { real.clone() };
                (0..exponent.abs()).try_fold(Real::constant(1), |product, _| product.times(&factor))
            }),
        }
    }

    /// ⌊(A + B√n)/q⌋. With s² + 4 = n·t² and θ = (s + √(s²+4))/2, √n = (2θ − s)/t, so the number
    /// is (N + Mθ)/Q with N = tA − sB, M = 2B, Q = tq, and its floor is ⌊(N + ⌊Mθ⌋)/Q⌋. The
    /// floors of the system give f(M) = ⌊M(θ+1−s)⌋ = ⌊Mθ⌋ − (s−1)M for natural M; for M < 0,
    /// ⌊Mθ⌋ = −⌊−Mθ⌋ − 1.
    pub(super) fn floor(&mut self, case: &Case) -> Read<Vec<Case>> {
        let real = case.real.clone().reduced();
        if real.is_rational() {
            return self.quotient(case, &real.a, real.q);
        }
        let System::Metallic(s) = self.system else { return Err(No::Unreadable) };
        self.need_floors(s)?;
        let s = i64::from(s);
        let square = (s * s + 4) / real.n;
        let t = square.isqrt();
        if t * t * real.n != s * s + 4 {
            return Err(No::Unreadable);
        }
        let whole = |form: Option<Form>| form.ok_or(No::TooLarge);
        let n = whole(Form::default().plus(t, &real.a).and_then(|form| form.plus(-s, &real.b)))?;
        let m = whole(Form::default().plus(2, &real.b))?;
        // Reduce by what all of N, M and Q have in common.
        let Real { a: n, b: m, q, .. } = Real { a: n, b: m, n: 2, q: t * real.q }.reduced();
        let mut all = Vec::new();
        let mut above = case.clone();
        let natural = self.natural(&mut above, &m)?;
        let floor = self.theta(&mut above, natural, s)?;
        all.extend(self.quotient(&above, &whole(n.plus(1, &floor))?, q)?);
        if m.constant < 0 || m.terms.values().any(|a| *a < 0) {
            let mut below = case.clone();
            let positive = self.natural(&mut below, &whole(Form::default().plus(-1, &m))?)?;
            let at_least_one = whole(Form::constant(1).plus(-1, &Form::variable(positive)))?;
            below.clause.linear.push(at_least_one.is(Sign::AtMostZero));
            let floor = self.theta(&mut below, positive, s)?;
            let floor = whole(Form::constant(-1).plus(-1, &floor))?;
            all.extend(self.quotient(&below, &whole(n.plus(1, &floor))?, q)?);
        }
        Ok(all)
    }

    /// ⌊Mθ⌋ = f + (s−1)M with f = f(M).
    fn theta(&mut self, case: &mut Case, m: Variable, s: i64) -> Read<Form> {
        let f = self.fresh()?;
        case.helpers.insert(f);
        floors(u8::try_from(s).map_err(|_| No::TooLarge)?, m, f, &mut case.clause);
        Form::variable(f).plus(s - 1, &Form::variable(m)).ok_or(No::TooLarge)
    }

    /// ⌊form/q⌋ = r or −r.
    fn quotient(&mut self, case: &Case, form: &Form, q: i64) -> Read<Vec<Case>> {
        if q == 1 {
            return Ok(vec![Case { real: Real::form(form.clone()), ..case.clone() }]);
        }
        let natural = form.constant >= 0 && form.terms.values().all(|a| *a >= 0);
        let signs: &[i64] = if natural { &[1] } else { &[1, -1] };
        self.alternatives(signs, |reader, &sign| {
            let r = reader.fresh()?;
            let mut part = case.clone();
            part.helpers.insert(r);
            let build = || {
                let quotient = Form::default().plus(sign, &Form::variable(r))?;
                let rest = form.plus(-q, &quotient)?;
                let natural = Form::default().plus(-1, &rest)?;
                let small = rest.plus(1, &Form::constant(1 - q))?;
                let positive = Form::constant(1).plus(-1, &Form::variable(r))?;
                Some((quotient, natural, small, positive))
            };
            let (quotient, natural, small, positive) = build().ok_or(No::TooLarge)?;
            part.clause.linear.push(natural.is(Sign::AtMostZero));
            part.clause.linear.push(small.is(Sign::AtMostZero));
            if sign < 0 {
                part.clause.linear.push(positive.is(Sign::AtMostZero));
            }
            part.real = Real::form(quotient);
            Ok(vec![part])
        })
    }

    /// That f(n) = x, as [`floors`] has it, is x = ⌊n(θ+1−s)⌋. It follows from facts about
    /// all numbers that are decided here: f is total and functional,
    /// f(m) + f(n) ≤ f(m+n) ≤ f(m) + f(n) + 1, and f(n) is at most s+1 away from
    /// sh(n) − (s−1)n. By the second, f(n) and f(n)+1 are super- and subadditive, so that f(n)/n
    /// has a limit β with f(n) ≤ nβ ≤ f(n) + 1 (Fekete); by the third β = lim sh(n)/n − (s−1),
    /// and sh(n) − θn is bounded, being Σ dₖ·(Uₖ₊₁ − θUₖ) with terms that fall geometrically.
    /// θ is irrational, so f(n) < nβ < f(n) + 1 for n ≥ 1.
    fn need_floors(&mut self, s: u8) -> Read<()> {
        if self.floors_hold {
            return Ok(());
        }
        let (n, x, m, y, k, z) = (0, 1, 2, 3, 4, 5);
        let f = |pairs: &[(Variable, Variable)]| {
            let mut clause = Clause::default();
            pairs.iter().for_each(|(n, x)| floors(s, *n, *x, &mut clause));
            clause
        };
        let at_most = |terms: &[(Variable, i64)], shifted: &[(Variable, i64)], constant: i64| Linear {
            terms: terms.to_vec(),
            shifted: shifted.to_vec(),
            constant,
            sign: Sign::AtMostZero,
        };
        let mut impossible = Vec::new();
        let mut twice = f(&[(n, x), (n, y)]);
        twice.linear.push(at_most(&[(x, 1), (y, -1)], &[], 1));
        impossible.push(twice);
        for far in [at_most(&[(z, 1), (x, -1), (y, -1)], &[], 1), at_most(&[(x, 1), (y, 1), (z, -1)], &[], 2)] {
            let mut sums = f(&[(n, x), (m, y), (k, z)]);
            let terms = vec![(k, 1), (m, -1), (n, -1)];
            sums.linear.push(Linear { terms, shifted: vec![], constant: 0, sign: Sign::Zero });
            sums.linear.push(far);
            impossible.push(sums);
        }
        let step = i64::from(s);
        for sign in [1, -1] {
            let mut far = f(&[(n, x)]);
            far.linear.push(at_most(&[(x, -sign), (n, -sign * (step - 1))], &[(n, sign)], step + 2));
            impossible.push(far);
        }
        for clause in impossible {
            // One variable after the other: there are (s+1)⁶ letters of all six.
            let none = BTreeSet::new();
            if !Projection::step_by_step(self.system, none, &[clause], self.go_on)?.is_empty(self.go_on)? {
                return Err(No::Floors);
            }
        }
        let total = [f(&[(n, x)])];
        let total = Projection::new(self.system, BTreeSet::from([n]), &total).determined(self.go_on)?;
        let none = self.not(&total)?;
        if !self.is_empty(&none)? {
            return Err(No::Floors);
        }
        self.floors_hold = true;
        Ok(())
    }
}

/// x ends in an even number of zeros and sh(x) = x + s·n.
fn floors(s: u8, n: Variable, x: Variable, clause: &mut Clause) {
    let terms = vec![(x, -1), (n, -i64::from(s))];
    clause.linear.push(Linear { terms, shifted: vec![(x, 1)], constant: 0, sign: Sign::Zero });
    // State 0: only zeros so far; 1, 2: an even or odd number of zeros at the end. That
    // nothing but 0 follows a digit s is seen to elsewhere.
    let row = |zero: usize| -> BTreeMap<u64, usize> {
        (0..=s).map(|d| (spelt(&[(x, d)]), if d == 0 { zero } else { 1 })).collect()
    };
    clause.members.push(Automaton {
        system: System::Metallic(s),
        variables: [x].into(),
        accepts: vec![true, true, false],
        rows: vec![row(0), row(2), row(1)],
    });
}
