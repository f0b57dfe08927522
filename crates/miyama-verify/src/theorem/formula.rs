//! What a formula says, as an automaton: read from its syntax tree, comparison by
//! comparison, each by the explicit subset construction.

mod number;
mod powers;
mod real;

use super::automaton::{Automaton, TooLarge, Variable, spelt};
use super::clause::{Clause, Sign};
use super::game::Form;
use super::numerals::System;
use super::subsets::{Projection, built};
use miyama_language::Argument;
use miyama_language::formula::syntax::{Exists, Kind, Number, Truth};
use miyama_language::formula::{Automaton as Named, Formula, Names, Numerals};
use miyama_language::notation::{Definition, Let, Relation};
use number::Case;
use powers::{exponents, powers};
use real::Real;
use std::collections::BTreeSet;

/// The names of the heaps, in the order of their places.
pub(super) fn names(definition: &Definition, lets: &[Let], given: &[super::game::Given], copies: usize) -> Names {
    let names = match definition.heap_names().as_slice() {
        [heap] if copies != 1 => Names::side_by_side(heap, copies),
        heaps => Names::of(heaps),
    };
    let parameters = definition.parameters.iter().enumerate().filter_map(|(place, parameter)| {
        let argument = match (given.get(place), parameter.default) {
            (Some(super::game::Given::Number(number)), _) => Argument::Number(*number),
            (Some(super::game::Given::Set(members)), _) => Argument::Set(members.clone()),
            (None, default) => Argument::Number(default?),
        };
        Some((parameter.name.text.clone(), argument))
    });
    names.with_lets(lets, &parameters.collect::<Vec<_>>())
}

/// Why there is no automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum No {
    /// The formula is not of the kind that is read here.
    Unreadable,
    /// The facts about floors do not hold.
    Floors,
    TooLarge,
}

impl From<TooLarge> for No {
    fn from(TooLarge: TooLarge) -> No {
        No::TooLarge
    }
}

type Read<T> = Result<T, No>;

/// The set of the tuples where a formula holds; for values, of the pairs of a tuple and its
/// value, which must not be negative at positions.
pub(super) fn read(
    text: &str,
    names: &Names,
    (heaps, domain): (u8, Option<&Automaton>),
    values: bool,
    system: System,
    go_on: &dyn Fn() -> bool,
) -> Read<Automaton> {
    let formula = if values { Formula::value(text, names) } else { Formula::set(text, names) };
    let formula = formula.map_err(|_| No::Unreadable)?;
    if formula.heaps() != usize::from(heaps) {
        return Err(No::Unreadable);
    }
    let symbols = (0..heaps).map(|heap| Symbol::Form(Form::variable(heap))).collect();
    let next = heaps + u8::from(values);
    let mut reader = Reader { system, symbols, next, go_on, floors_hold: false };
    let said = match (formula.condition(), formula.number()) {
        (Some(truth), _) => reader.truth(truth)?,
        (_, Some(number)) => {
            let g = Case::plain(Real::form(Form::variable(heaps)));
            let cases = reader.number(number)?;
            let negative = reader.compare(&cases, Relation::Less, &[Case::plain(Real::constant(0))])?;
            let negative = match domain {
                Some(domain) => reader.all(&[negative, domain.clone()])?,
                None => negative,
            };
            if !reader.is_empty(&negative)? {
                return Err(No::Unreadable);
            }
            reader.compare(&cases, Relation::Equal, &[g])?
        }
        (None, None) => return Err(No::Unreadable),
    };
    // On all variables, also those that do not occur.
    let all: BTreeSet<Variable> = (0..next).collect();
    reader.joined(&[&said], &all, |accepts| accepts[0])
}

/// x ⊕ y = z in base 2.
pub(super) fn nim_sum(x: Variable, y: Variable, z: Variable) -> Automaton {
    let pairs = [(0, 0), (0, 1), (1, 0), (1, 1)];
    let row = pairs.iter().map(|(a, b)| (spelt(&[(x, *a), (y, *b), (z, a ^ b)]), 0)).collect();
    Automaton { system: System::Base(2), variables: [x, y, z].into(), accepts: vec![true], rows: vec![row] }
}

#[derive(Clone, Debug)]
enum Symbol {
    Form(Form),
    /// base^(factor·k + shift) is the variable.
    Power {
        base: i64,
        factor: i64,
        shift: i64,
        variable: Variable,
    },
}

pub(crate) struct Reader<'a> {
    system: System,
    symbols: Vec<Symbol>,
    next: Variable,
    go_on: &'a dyn Fn() -> bool,
    /// Whether the facts about floors have been decided, and hold.
    pub(crate) floors_hold: bool,
}

impl<'a> Reader<'a> {
    /// A reader of conditions on so many variables.
    pub(crate) fn of(system: System, variables: u8, go_on: &'a dyn Fn() -> bool) -> Reader<'a> {
        let symbols = (0..variables).map(|variable| Symbol::Form(Form::variable(variable))).collect();
        Reader { system, symbols, next: variables, go_on, floors_hold: false }
    }

    /// The set of a condition.
    pub(crate) fn condition(&mut self, formula: &Formula) -> Read<Automaton> {
        self.truth(formula.condition().ok_or(No::Unreadable)?)
    }

    fn fresh(&mut self) -> Read<Variable> {
        if self.next >= 16 {
            return Err(No::TooLarge);
        }
        self.next += 1;
        Ok(self.next - 1)
    }

    /// What some automata say together, on these variables.
    fn joined(
        &self,
        parts: &[&Automaton],
        variables: &BTreeSet<Variable>,
        accepts: impl Fn(&[bool]) -> bool,
    ) -> Read<Automaton> {
        Ok(built(
            self.system,
            variables,
            vec![Some(0); parts.len()],
            |(), states: &Vec<Option<usize>>, letter| {
                Ok(parts.iter().zip(states).map(|(part, state)| part.step(*state, letter)).collect())
            },
            |(), states| {
                let each: Vec<bool> = parts.iter().zip(states).map(|(part, state)| part.accepting(*state)).collect();
                accepts(&each)
            },
            &mut (),
            self.go_on,
        )?)
    }

    pub(crate) fn all(&self, parts: &[Automaton]) -> Read<Automaton> {
        self.folded(parts, true)
    }

    pub(crate) fn any(&self, parts: &[Automaton]) -> Read<Automaton> {
        self.folded(parts, false)
    }

    /// All of them, or some of them; one after the other, so that they stay small.
    fn folded(&self, parts: &[Automaton], all: bool) -> Read<Automaton> {
        let mut whole = self.joined(&[], &BTreeSet::new(), |_| all)?;
        for part in parts {
            let variables = whole.variables.union(&part.variables).copied().collect();
            whole =
                self.joined(
                    &[&whole, part],
                    &variables,
                    |both| if all { both[0] && both[1] } else { both[0] || both[1] },
                )?;
        }
        Ok(whole)
    }

    pub(crate) fn not(&self, part: &Automaton) -> Read<Automaton> {
        self.joined(&[part], &part.variables, |each| !each[0])
    }

    /// The tuples of the clauses' variables below `self.next` at the time of `mark`: all
    /// later ones are helpers.
    fn projected(&self, clauses: &[Clause], mark: Variable) -> Read<Automaton> {
        let all = clauses.iter().flat_map(Clause::variables);
        let kept: BTreeSet<Variable> = all.filter(|variable| *variable < mark).collect();
        Ok(Projection::step_by_step(self.system, kept, clauses, self.go_on)?.determined(self.go_on)?)
    }

    fn is_empty(&self, set: &Automaton) -> Read<bool> {
        let clause = [Clause { linear: vec![], members: vec![set.clone()] }];
        Ok(Projection::new(self.system, BTreeSet::new(), &clause).is_empty(self.go_on)?)
    }

    fn truth(&mut self, truth: &Truth) -> Read<Automaton> {
        match truth {
            Truth::Chain(first, rest) => {
                let mut links = Vec::new();
                let mut left = first;
                for (relation, right) in rest {
                    links.push(self.comparison(left, *relation, right)?);
                    left = right;
                }
                self.all(&links)
            }
            Truth::Among(number, members) => {
                let each: Vec<Automaton> = members
                    .iter()
                    .map(|member| self.comparison(number, Relation::Equal, member))
                    .collect::<Read<_>>()?;
                self.any(&each)
            }
            Truth::Tuple(tuple, members) => {
                let each: Vec<Automaton> =
                    members.iter().map(|member| self.equal(tuple, member)).collect::<Read<_>>()?;
                self.any(&each)
            }
            Truth::Unordered(a, b) => {
                let places = (0..u8::try_from(b.len()).map_err(|_| No::TooLarge)?).collect();
                let each: Vec<Automaton> = super::game::permutations(places)
                    .iter()
                    .map(|order| {
                        let b: Vec<Number> = order.iter().map(|n| b[usize::from(*n)].clone()).collect();
                        self.equal(a, &b)
                    })
                    .collect::<Read<_>>()?;
                self.any(&each)
            }
            Truth::And(parts) => {
                let each: Vec<Automaton> = parts.iter().map(|part| self.truth(part)).collect::<Read<_>>()?;
                self.all(&each)
            }
            Truth::Or(parts) => {
                let each: Vec<Automaton> = parts.iter().map(|part| self.truth(part)).collect::<Read<_>>()?;
                self.any(&each)
            }
            Truth::Not(inner) => {
                let inner = self.truth(inner)?;
                self.not(&inner)
            }
            Truth::Exists(exists) => self.exists(exists),
            Truth::Member(..) => Err(No::Unreadable),
            Truth::Automaton(tuple, set) => self.member(tuple, set),
        }
    }

    /// That a tuple is in the set of an automaton, which reads helpers equal to its numbers.
    fn member(&mut self, tuple: &[Number], set: &Named) -> Read<Automaton> {
        let system = match set.numeration {
            Numerals::Base(b) => System::Base(b),
            Numerals::Metallic(s) => System::Metallic(s),
        };
        if system != self.system || usize::from(set.tracks) != tuple.len() {
            return Err(No::Unreadable);
        }
        let read = Automaton::read(system, set.tracks, &set.set);
        let read = read.filter(|read| read.is_tidy() && read.ignores_leading_zeros()).ok_or(No::Unreadable)?;
        let mark = self.next;
        let helpers: Vec<Variable> = tuple.iter().map(|_| self.fresh()).collect::<Read<_>>()?;
        let mut parts = vec![read.renamed(|track| helpers[usize::from(track)])];
        for (number, helper) in tuple.iter().zip(&helpers) {
            let after = self.next;
            let cases = self.number(number)?;
            let own = [Case::plain(Real::form(Form::variable(*helper)))];
            parts.push(self.compare_from(&cases, Relation::Equal, &own, after)?);
            self.next = after;
        }
        let mut found = self.all(&parts)?;
        for helper in helpers {
            found = self.without(&found, helper)?;
        }
        self.next = mark;
        Ok(found)
    }

    fn equal(&mut self, a: &[Number], b: &[Number]) -> Read<Automaton> {
        let each: Vec<Automaton> =
            a.iter().zip(b).map(|(a, b)| self.comparison(a, Relation::Equal, b)).collect::<Read<_>>()?;
        self.all(&each)
    }

    fn comparison(&mut self, left: &Number, relation: Relation, right: &Number) -> Read<Automaton> {
        let mark = self.next;
        let (left, right) = (self.number(left)?, self.number(right)?);
        let found = self.compare_from(&left, relation, &right, mark);
        self.next = mark;
        found
    }

    fn compare(&mut self, left: &[Case], relation: Relation, right: &[Case]) -> Read<Automaton> {
        let mark = self.next;
        // Helpers of the cases are those above the symbols in use.
        let least = left.iter().chain(right).flat_map(|case| case.helpers.iter().copied()).min().unwrap_or(mark);
        let found = self.compare_from(left, relation, right, mark.min(least));
        self.next = mark;
        found
    }

    fn compare_from(&mut self, left: &[Case], relation: Relation, right: &[Case], mark: Variable) -> Read<Automaton> {
        let mut clauses = Vec::new();
        let helpers_from = self.next;
        for left in left {
            for right in right {
                // Alternatives may use the same helpers.
                self.next = helpers_from;
                let difference = left.real.plus(-1, &right.real).ok_or(No::Unreadable)?;
                clauses.extend(self.relates(&left.with(right, difference), relation)?);
            }
        }
        self.projected(&clauses, mark)
    }

    /// The clauses of which one holds exactly if the number of the case relates so to 0.
    fn relates(&mut self, case: &Case, relation: Relation) -> Read<Vec<Clause>> {
        let negative = || case.real.plus(-2, &case.real).ok_or(No::Unreadable);
        Ok(match relation {
            Relation::Equal => {
                vec![case.given(vec![case.real.a.clone().is(Sign::Zero), case.real.b.clone().is(Sign::Zero)])]
            }
            Relation::Unequal => {
                let mut all = self.relates(case, Relation::Less)?;
                all.extend(self.relates(case, Relation::Greater)?);
                all
            }
            Relation::Less => self.floored(case, |floor| floor.plus(1, &Form::constant(1)))?,
            Relation::AtLeast => self.floored(case, |floor| Form::default().plus(-1, floor))?,
            Relation::Greater => self.relates(&Case { real: negative()?, ..case.clone() }, Relation::Less)?,
            Relation::AtMost => self.relates(&Case { real: negative()?, ..case.clone() }, Relation::AtLeast)?,
        })
    }

    /// A condition form ≤ 0 on the floor of a number: it is negative exactly if its floor is.
    fn floored(&mut self, case: &Case, form: impl Fn(&Form) -> Option<Form>) -> Read<Vec<Clause>> {
        let plain = case.real.is_rational().then(|| Case { real: Real { q: 1, ..case.real.clone() }, ..case.clone() });
        let cases = match plain {
            // The sign of a fraction is that of its numerator.
            Some(plain) => vec![plain],
            None => self.floor(case)?,
        };
        cases
            .iter()
            .map(|case| Ok(case.given(vec![form(&case.real.a).ok_or(No::TooLarge)?.is(Sign::AtMostZero)])))
            .collect()
    }

    fn exists(&mut self, exists: &Exists) -> Read<Automaton> {
        let mark = self.next;
        let found = match exponents(exists)? {
            Some((base, factor, shift)) => self.exists_power(exists, base, factor, shift)?,
            None => {
                let variable = self.fresh()?;
                let natural = Form::variable(variable);
                let mut branches = vec![self.body(exists, natural.clone())?];
                if !matches!(exists.low.kind, Kind::Constant(low) if low >= 0) {
                    let negative = Form::default().plus(-1, &natural).ok_or(No::TooLarge)?;
                    let below = Form::constant(1).plus(-1, &natural).ok_or(No::TooLarge)?.is(Sign::AtMostZero);
                    let below = self.projected(&[Clause { linear: vec![below], members: vec![] }], self.next)?;
                    let body = self.body(exists, negative)?;
                    branches.push(self.all(&[below, body])?);
                }
                let any = self.any(&branches)?;
                self.without(&any, variable)?
            }
        };
        self.next = mark;
        Ok(found)
    }

    /// The set with one variable completed by some number.
    pub(crate) fn without(&self, set: &Automaton, variable: Variable) -> Read<Automaton> {
        let kept = set.variables.iter().copied().filter(|v| *v != variable).collect();
        let clause = [Clause { linear: vec![], members: vec![set.clone()] }];
        Ok(Projection::new(self.system, kept, &clause).determined(self.go_on)?)
    }

    /// The body of an `exists` with its bounds, where k is this form.
    fn body(&mut self, exists: &Exists, form: Form) -> Read<Automaton> {
        let mark = self.next;
        let k = [Case::plain(Real::form(form.clone()))];
        let low = self.number(&exists.low)?;
        let from = self.compare_from(&low, Relation::AtMost, &k, mark)?;
        self.next = mark;
        let high = self.number(&exists.high)?;
        let to = self.compare_from(&k, Relation::AtMost, &high, mark)?;
        self.next = mark;
        self.symbols.truncate(exists.symbol);
        self.symbols.push(Symbol::Form(form));
        let body = self.truth(&exists.body)?;
        self.all(&[from, to, body])
    }

    /// The same where k occurs in exponents only: the power itself is the unknown.
    fn exists_power(&mut self, exists: &Exists, base: i64, factor: i64, shift: i64) -> Read<Automaton> {
        let (System::Base(b), Kind::Constant(low)) = (self.system, &exists.low.kind) else {
            return Err(No::Unreadable);
        };
        let exponent =
            |k: i64| factor.checked_mul(k).and_then(|e| e.checked_add(shift)).and_then(|e| u32::try_from(e).ok());
        let first = exponent(*low).and_then(|e| base.checked_pow(e)).ok_or(No::Unreadable)?;
        let step = u32::try_from(factor).ok().and_then(|f| base.checked_pow(f)).ok_or(No::Unreadable)?;
        let in_base = |number: i64| (0..63).find(|e| i64::from(b).checked_pow(*e) == Some(number));
        let (first, step) = (in_base(first).ok_or(No::Unreadable)?, in_base(step).ok_or(No::Unreadable)?);
        let variable = self.fresh()?;
        let powers = powers(b, first, step, variable);
        self.symbols.truncate(exists.symbol);
        self.symbols.push(Symbol::Power { base, factor, shift, variable });
        let body = self.truth(&exists.body)?;
        let both = self.all(&[powers, body])?;
        let mark = self.next;
        if let Kind::Constant(high) = exists.high.kind {
            let bound = match exponent(high) {
                None => self.joined(&[], &BTreeSet::new(), |_| false)?,
                Some(e) => {
                    let most = base.checked_pow(e).ok_or(No::TooLarge)?;
                    let form = Form::variable(variable).plus(-1, &Form::constant(most)).ok_or(No::TooLarge)?;
                    self.projected(&[Clause { linear: vec![form.is(Sign::AtMostZero)], members: vec![] }], mark)?
                }
            };
            let bounded = self.all(&[both, bound])?;
            return self.without(&bounded, variable);
        }
        // p ≥ factor·k + shift + 1 ≥ k + shift + 1: k > high means p ≥ high + shift + 2. The
        // bound has no effect if the body never holds there.
        let high = self.number(&exists.high)?;
        let beyond = Form::variable(variable).plus(-1, &Form::constant(shift + 2)).ok_or(No::TooLarge)?;
        let beyond = self.compare_from(&high, Relation::AtMost, &[Case::plain(Real::form(beyond))], mark)?;
        self.next = mark;
        if !self.is_empty(&self.all(&[both.clone(), beyond])?)? {
            return Err(No::Unreadable);
        }
        self.without(&both, variable)
    }
}
