//! The moves of a definition, read from its syntax tree: for each way to move a list of
//! conjunctions of linear conditions, at least one of which holds.

mod form;
mod fraction;
mod sequence;

pub(super) use form::Form;

use super::automaton::Variable;
use super::clause::{Clause, Linear, Sign};
use super::numerals::System;
use miyama_language::notation::{
    Body, Comparison, Condition, Definition, Expression, ExpressionKind, Function, OptionSet, Parameter, Relation,
    Tuple,
};
use std::collections::BTreeMap;

/// An argument of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Given {
    Number(i64),
    Set(Vec<i64>),
}

/// A number where conditions hold.
pub(super) type Cases = Vec<(Vec<Linear>, Form)>;

/// A way to move: the number of positions it leaves, and its conjunctions. The position
/// has the variables 0..k, the i-th that is left i·k..(i+1)·k.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub(super) parts: u8,
    pub(super) clauses: Vec<Vec<Linear>>,
}

/// The number of heaps and the ways to move, set by set: those of a set closed under
/// exchanging heaps in the lexicographic order of the orders of the heaps, those of
/// several heaps side by side heap by heap. None if the definition is not linear.
pub(super) fn ways(definition: &Definition, given: &[Given], copies: usize) -> Option<(u8, Vec<Way>)> {
    let Body::Options { heaps, sets } = &definition.body else { return None };
    if definition.is_partizan()
        || !definition.lets.is_empty()
        || copies == 0
        || (copies > 1 && heaps.len() != 1)
        || given.len() > definition.parameters.len()
    {
        return None;
    }
    let k = u8::try_from(heaps.len() * copies).ok().filter(|k| (1..=6).contains(k))?;
    let parameters = parameters(definition, given)?;
    let mut all = Vec::new();
    for set in sets {
        let places: Vec<Vec<u8>> = match (copies, set.sym) {
            (1, true) => permutations((0..k).collect()),
            (1, false) => vec![(0..k).collect()],
            _ => (0..k).map(|copy| vec![copy]).collect(),
        };
        for place in places {
            let names = heaps.iter().zip(&place).map(|(name, place)| (name.text.as_str(), *place)).collect();
            let reader = Reader { k, place: &place, beside: copies > 1, names, parameters: &parameters, definition };
            all.push(reader.way(set)?);
        }
    }
    Some((k, all))
}

fn parameters<'a>(definition: &'a Definition, given: &[Given]) -> Option<BTreeMap<&'a str, Given>> {
    let value = |(n, parameter): (usize, &'a Parameter)| {
        let value = given.get(n).cloned().or(parameter.default.map(Given::Number))?;
        Some((parameter.name.text.as_str(), value))
    };
    definition.parameters.iter().enumerate().map(value).collect()
}

/// The conjunctions of which one holds exactly if a tuple is a position, on the variables
/// 0..k; none if that is not linear.
pub(super) fn domain(definition: &Definition, given: &[Given], k: u8) -> Option<Vec<Vec<Linear>>> {
    let parameters = parameters(definition, given)?;
    let names = BTreeMap::new();
    let reader = Reader { k, place: &[], beside: false, names, parameters: &parameters, definition };
    let mut scope = Scope::from(k);
    reader.inside(0, &mut scope)?.into_iter().map(|clause| eliminated(clause, k)).collect()
}

/// All orders, lexicographically.
pub(super) fn permutations(of: Vec<u8>) -> Vec<Vec<u8>> {
    if of.is_empty() {
        return vec![vec![]];
    }
    let mut all = Vec::new();
    for first in &of {
        let rest = of.iter().copied().filter(|other| other != first).collect();
        all.extend(permutations(rest).into_iter().map(|tail| [vec![*first], tail].concat()));
    }
    all
}

struct Reader<'a> {
    k: u8,
    place: &'a [u8],
    beside: bool,
    names: BTreeMap<&'a str, Variable>,
    parameters: &'a BTreeMap<&'a str, Given>,
    definition: &'a Definition,
}

/// The bound integers by name, and the next free variable. Variables beyond a letter's
/// sixteen are numbered on; most of them are eliminated.
struct Scope {
    bound: BTreeMap<String, Variable>,
    /// Those that stand in exponents: the base, and the variable of the power.
    exponents: BTreeMap<String, (i64, Variable)>,
    next: Variable,
}

impl Scope {
    fn from(next: Variable) -> Scope {
        Scope { bound: BTreeMap::new(), exponents: BTreeMap::new(), next }
    }

    fn fresh(&mut self) -> Option<Variable> {
        self.next = self.next.checked_add(1)?;
        Some(self.next - 1)
    }
}

impl Reader<'_> {
    fn way(&self, set: &OptionSet) -> Option<Way> {
        let nothing = [Tuple { copies: None, heaps: vec![Expression::from(0)] }];
        let tuples = if self.beside && set.tuples.is_empty() { &nothing[..] } else { &set.tuples[..] };
        if tuples.iter().any(|tuple| tuple.copies.is_some()) {
            return None;
        }
        let parts = u8::try_from(tuples.len()).ok().filter(|parts| !self.beside || *parts == 1)?;
        let used = self.k.checked_mul(parts.checked_add(1)?)?;
        let mut scope = Scope::from(used);
        let mut clauses: Vec<Vec<Linear>> = vec![self.powers(set, &mut scope)?];
        for (tuple, part) in tuples.iter().zip(1u8..) {
            for (expression, place) in tuple.heaps.iter().zip(self.place) {
                let left = Form::variable(part * self.k + place);
                let mut equal = Vec::new();
                for (given, form) in self.number(expression, &mut scope)? {
                    let mut conditions = given;
                    conditions.push(form.plus(-1, &left)?.is(Sign::Zero));
                    equal.push(conditions);
                }
                clauses = both(&clauses, &equal);
            }
        }
        if self.beside {
            for other in (0..self.k).filter(|other| !self.place.contains(other)) {
                let same = Form::variable(self.k + other).plus(-1, &Form::variable(other))?.is(Sign::Zero);
                clauses = both(&clauses, &[vec![same]]);
            }
        }
        for condition in &set.conditions {
            clauses = both(&clauses, &self.condition(condition, true, &mut scope)?);
        }
        for part in 0..=parts {
            clauses = both(&clauses, &self.inside(part, &mut scope)?);
        }
        // A bound integer that an alternative does not speak of is any number there.
        for name in scope.bound.values() {
            for clause in clauses.iter_mut().filter(|clause| !clause.iter().any(|l| l.variables().any(|v| v == *name)))
            {
                clause.push(Form::default().plus(-1, &Form::variable(*name))?.is(Sign::AtMostZero));
            }
        }
        let clauses = clauses.into_iter().map(|clause| eliminated(clause, used)).collect::<Option<_>>()?;
        Some(Way { parts, clauses })
    }

    /// The conjunctions of which one holds exactly if the heaps of a part, 0 for the position
    /// itself, are a position: of heaps side by side, each is one.
    fn inside(&self, part: u8, scope: &mut Scope) -> Option<Vec<Vec<Linear>>> {
        let heaps = self.definition.heap_names();
        let places: Vec<Variable> = (0..self.k).map(|heap| part * self.k + heap).collect();
        let mut all: Vec<Vec<Linear>> = vec![vec![]];
        for places in places.chunks(heaps.len()) {
            let names = heaps.iter().map(String::as_str).zip(places.iter().copied()).collect();
            let reader = Reader { place: places, names, ..*self };
            let mut own = Scope::from(scope.next);
            for condition in &self.definition.domain {
                all = both(&all, &reader.condition(condition, true, &mut own)?);
            }
            scope.next = own.next;
        }
        Some(all)
    }

    /// The conjunctions of which one holds exactly if the condition does, or does not.
    fn condition(&self, condition: &Condition, holds: bool, scope: &mut Scope) -> Option<Vec<Vec<Linear>>> {
        let (parts, all): (Vec<Vec<Vec<Linear>>>, bool) = match condition {
            Condition::Not(inner) => return self.condition(inner, !holds, scope),
            Condition::And(parts) => {
                (parts.iter().map(|part| self.condition(part, holds, scope)).collect::<Option<_>>()?, holds)
            }
            Condition::Or(parts) => {
                (parts.iter().map(|part| self.condition(part, holds, scope)).collect::<Option<_>>()?, !holds)
            }
            Condition::Chain(first, rest) => {
                let mut links = Vec::new();
                let mut left = first;
                for Comparison { relation, term } in rest {
                    links.push(self.link(left, *relation, term, holds, scope)?);
                    left = term;
                }
                (links, holds)
            }
            Condition::Among(term, members) => {
                let each =
                    |member: &Expression, scope: &mut Scope| self.link(term, Relation::Equal, member, holds, scope);
                (members.iter().map(|member| each(member, scope)).collect::<Option<_>>()?, !holds)
            }
            Condition::AmongNamed(term, name) => {
                let members = match self.parameters.get(name.text.as_str()) {
                    Some(Given::Set(members)) => members,
                    Some(Given::Number(_)) => return None,
                    None => return self.in_sequence(term, &name.text, holds, scope),
                };
                let each = |member: &i64, scope: &mut Scope| {
                    self.link(term, Relation::Equal, &Expression::from(*member), holds, scope)
                };
                (members.iter().map(|member| each(member, scope)).collect::<Option<_>>()?, !holds)
            }
            Condition::Tuples(terms, tuples) => {
                let equal = |tuple: &Vec<Expression>, scope: &mut Scope| self.equal(terms, tuple, holds, scope);
                (tuples.iter().map(|tuple| equal(tuple, scope)).collect::<Option<_>>()?, !holds)
            }
            Condition::Unordered(terms, tuples) => {
                let mut each = Vec::new();
                for tuple in tuples {
                    for order in permutations((0..u8::try_from(tuple.len()).ok()?).collect()) {
                        let exchanged: Vec<Expression> =
                            order.iter().map(|place| tuple[usize::from(*place)].clone()).collect();
                        each.push(self.equal(terms, &exchanged, holds, scope)?);
                    }
                }
                (each, !holds)
            }
            Condition::Exists(_) | Condition::Automaton(..) => return None,
        };
        Some(if all { parts.iter().fold(vec![vec![]], |sum, part| both(&sum, part)) } else { parts.concat() })
    }

    /// That all terms are equal to those of a tuple; or, if that is not to hold, that some differ.
    fn equal(
        &self,
        terms: &[Expression],
        tuple: &[Expression],
        holds: bool,
        scope: &mut Scope,
    ) -> Option<Vec<Vec<Linear>>> {
        if terms.len() != tuple.len() {
            return None;
        }
        let mut links = Vec::new();
        for (term, other) in terms.iter().zip(tuple) {
            links.push(self.link(term, Relation::Equal, other, holds, scope)?);
        }
        Some(if holds { links.iter().fold(vec![vec![]], |all, link| both(&all, link)) } else { links.concat() })
    }

    fn link(
        &self,
        left: &Expression,
        relation: Relation,
        right: &Expression,
        holds: bool,
        scope: &mut Scope,
    ) -> Option<Vec<Vec<Linear>>> {
        let relation = if holds { relation } else { relation.opposite() };
        if let Some((left, right)) = self.exponents(left, right, scope)? {
            return compared(&left, relation, &right);
        }
        let (left, right) = (self.number(left, scope)?, self.number(right, scope)?);
        compared(&left, relation, &right)
    }

    fn number(&self, expression: &Expression, scope: &mut Scope) -> Option<Cases> {
        Some(match &expression.kind {
            ExpressionKind::Number(number) => vec![(vec![], Form::constant(*number))],
            ExpressionKind::Name(name) => vec![(vec![], self.named(&name.text, scope)?)],
            ExpressionKind::Negative(a) => {
                pairs(&[(vec![], Form::default())], &self.number(a, scope)?, |z, a| z.plus(-1, a))?
            }
            ExpressionKind::Sum(a, b) => pairs(&self.number(a, scope)?, &self.number(b, scope)?, |a, b| a.plus(1, b))?,
            ExpressionKind::Difference(a, b) => {
                pairs(&self.number(a, scope)?, &self.number(b, scope)?, |a, b| a.plus(-1, b))?
            }
            ExpressionKind::Product(a, b) => pairs(&self.number(a, scope)?, &self.number(b, scope)?, |a, b| {
                if a.terms.is_empty() {
                    Form::default().plus(a.constant, b)
                } else if b.terms.is_empty() {
                    Form::default().plus(b.constant, a)
                } else {
                    None
                }
            })?,
            // A fraction that no function rounds is rounded down.
            ExpressionKind::Quotient(a, by) | ExpressionKind::Fraction(a, by) => self.divided(a, by, true, scope)?,
            ExpressionKind::Remainder(a, by) => self.divided(a, by, false, scope)?,
            ExpressionKind::Absolute(a) => {
                let mut all = Vec::new();
                for (given, form) in self.number(a, scope)? {
                    let negative = Form::default().plus(-1, &form)?;
                    let above = [given.clone(), vec![negative.clone().is(Sign::AtMostZero)]].concat();
                    let below = [given, vec![form.plus(1, &Form::constant(1))?.is(Sign::AtMostZero)]].concat();
                    all.extend([(above, form), (below, negative)]);
                }
                all
            }
            ExpressionKind::Least(parts) => self.extreme(parts, true, scope)?,
            ExpressionKind::Greatest(parts) => self.extreme(parts, false, scope)?,
            ExpressionKind::Power(_, exponent) if scope.has_exponent(exponent) => {
                vec![(vec![], self.power(exponent, scope)?)]
            }
            ExpressionKind::Power(a, b) => pairs(&self.number(a, scope)?, &self.number(b, scope)?, |a, b| {
                let constants = a.terms.is_empty() && b.terms.is_empty();
                let exponent = u32::try_from(b.constant).ok().filter(|_| constants)?;
                a.constant.checked_pow(exponent).map(Form::constant)
            })?,
            ExpressionKind::Choice(condition, a, b) => {
                let mut all = Vec::new();
                for (holds, chosen) in [(true, a), (false, b)] {
                    let chosen = self.number(chosen, scope)?;
                    for clause in self.condition(condition, holds, scope)? {
                        let with = |(given, form): &(Vec<Linear>, Form)| {
                            ([clause.as_slice(), given.as_slice()].concat(), form.clone())
                        };
                        all.extend(chosen.iter().map(with));
                    }
                }
                all
            }
            ExpressionKind::Apply(Function::Floor, parts) => self.rounded(parts.first()?, false, scope)?,
            ExpressionKind::Apply(Function::Ceiling, parts) => self.rounded(parts.first()?, true, scope)?,
            // Only what is linear is read here.
            ExpressionKind::Apply(..) | ExpressionKind::Call(..) | ExpressionKind::Indexed(..) => return None,
        })
    }

    /// a = m·q + r with 0 ≤ r < m: q is a natural number, or minus one.
    fn divided(&self, a: &Expression, by: &Expression, quotient: bool, scope: &mut Scope) -> Option<Cases> {
        let divisors = self.number(by, scope)?;
        let [(given, divisor)] = divisors.as_slice() else { return None };
        let m = divisor.constant;
        if !given.is_empty() || !divisor.terms.is_empty() || m < 1 {
            return None;
        }
        let mut all = Vec::new();
        for (given, form) in self.number(a, scope)? {
            for sign in [1, -1] {
                let variable = scope.fresh()?;
                let q = Form::default().plus(sign, &Form::variable(variable))?;
                let rest = form.plus(-m, &q)?;
                let mut conditions = given.clone();
                conditions.push(Form::default().plus(-1, &rest)?.is(Sign::AtMostZero));
                conditions.push(rest.plus(1, &Form::constant(1 - m))?.is(Sign::AtMostZero));
                if sign < 0 {
                    conditions.push(Form::constant(1).plus(-1, &Form::variable(variable))?.is(Sign::AtMostZero));
                }
                all.push((conditions, if quotient { q } else { rest }));
            }
        }
        Some(all)
    }

    fn extreme(&self, parts: &[Expression], least: bool, scope: &mut Scope) -> Option<Cases> {
        let mut all: Vec<Cases> = Vec::new();
        for part in parts {
            all.push(self.number(part, scope)?);
        }
        // Each part, where it relates so to all others; of equal ones any will do.
        let mut found = Vec::new();
        for (n, cases) in all.iter().enumerate() {
            for (given, form) in cases {
                let mut ways: Vec<Vec<Linear>> = vec![given.clone()];
                for (m, others) in all.iter().enumerate() {
                    if m != n {
                        let relation = if least { Relation::AtMost } else { Relation::AtLeast };
                        ways = both(&ways, &compared(&[(vec![], form.clone())], relation, others)?);
                    }
                }
                found.extend(ways.into_iter().map(|way| (way, form.clone())));
            }
        }
        Some(found)
    }

    fn named(&self, name: &str, scope: &mut Scope) -> Option<Form> {
        if let Some(heap) = self.names.get(name) {
            return Some(Form::variable(*heap));
        }
        match self.parameters.get(name) {
            Some(Given::Number(number)) => return Some(Form::constant(*number)),
            Some(Given::Set(_)) => return None,
            None => {}
        }
        if let Some(variable) = scope.bound.get(name) {
            return Some(Form::variable(*variable));
        }
        // The golden ratio is no integer.
        if ["phi", "φ", "ϕ"].contains(&name) || scope.exponents.contains_key(name) {
            return None;
        }
        let variable = scope.fresh()?;
        scope.bound.insert(name.to_owned(), variable);
        Some(Form::variable(variable))
    }
}

/// Every conjunction of one list with every one of the other.
pub(super) fn both(a: &[Vec<Linear>], b: &[Vec<Linear>]) -> Vec<Vec<Linear>> {
    a.iter().flat_map(|a| b.iter().map(move |b| [a.as_slice(), b.as_slice()].concat())).collect()
}

fn pairs(
    a: &[(Vec<Linear>, Form)],
    b: &[(Vec<Linear>, Form)],
    join: impl Fn(&Form, &Form) -> Option<Form>,
) -> Option<Cases> {
    let mut all = Vec::new();
    for (given, a) in a {
        for (also, b) in b {
            all.push(([given.as_slice(), also.as_slice()].concat(), join(a, b)?));
        }
    }
    Some(all)
}

/// The conjunctions of which one holds exactly if the relation does.
fn compared(
    left: &[(Vec<Linear>, Form)],
    relation: Relation,
    right: &[(Vec<Linear>, Form)],
) -> Option<Vec<Vec<Linear>>> {
    let mut all = Vec::new();
    for (given, form) in pairs(left, right, |left, right| left.plus(-1, right))? {
        let negative = Form::default().plus(-1, &form)?;
        let less = |form: &Form| Some(form.plus(1, &Form::constant(1))?.is(Sign::AtMostZero));
        let conditions = match relation {
            Relation::Less => vec![less(&form)?],
            Relation::AtMost => vec![form.is(Sign::AtMostZero)],
            Relation::Equal => vec![form.is(Sign::Zero)],
            Relation::Unequal => vec![less(&form)?, less(&negative)?],
            Relation::Greater => vec![less(&negative)?],
            Relation::AtLeast => vec![negative.is(Sign::AtMostZero)],
        };
        all.extend(conditions.into_iter().map(|condition| [given.as_slice(), &[condition]].concat()));
    }
    Some(all)
}

/// The same conjunction without hidden variables that an equation determines: from
/// a·v + rest = 0 with a = ±1, v is ∓rest, which is put in its place; that it is natural
/// becomes a condition. Hidden variables are those from `used` on; those that stay are
/// numbered from `used` on.
fn eliminated(mut clause: Vec<Linear>, used: Variable) -> Option<Vec<Linear>> {
    // What is in a sequence stays.
    let members: Vec<Variable> =
        clause.iter().filter(|l| matches!(l.sign, Sign::In(..))).flat_map(Linear::variables).collect();
    let hidden = |linear: &Linear| {
        let mut terms = linear.terms.iter().filter(|(v, _)| !members.contains(v));
        terms.find(|(v, a)| *v >= used && a.abs() == 1 && linear.sign == Sign::Zero).copied()
    };
    while let Some((place, (variable, a))) =
        clause.iter().enumerate().find_map(|(n, linear)| Some((n, hidden(linear)?)))
    {
        let equation = clause.swap_remove(place);
        let whole = Form { terms: equation.terms.into_iter().collect(), constant: equation.constant };
        let rest = whole.plus(-a, &Form::variable(variable))?;
        // v = −a·rest
        let value = Form::default().plus(-a, &rest)?;
        for linear in &mut clause {
            let form = Form { terms: linear.terms.iter().copied().collect(), constant: linear.constant };
            let times = form.terms.get(&variable).copied().unwrap_or(0);
            let form = form.plus(-times, &Form::variable(variable))?.plus(times, &value)?;
            *linear = form.is(linear.sign);
        }
        clause.push(Form::default().plus(-1, &value)?.is(Sign::AtMostZero));
    }
    let mut kept: Vec<Variable> =
        clause.iter().flat_map(|l| l.terms.iter().map(|(v, _)| *v)).filter(|v| *v >= used).collect();
    kept.sort_unstable();
    kept.dedup();
    let name = |variable: Variable| match kept.binary_search(&variable) {
        Ok(place) => used + u8::try_from(place).unwrap_or(u8::MAX),
        Err(_) => variable,
    };
    for linear in &mut clause {
        linear.terms.iter_mut().for_each(|(variable, _)| *variable = name(*variable));
        linear.terms.sort_unstable();
    }
    let fits = usize::from(used) + kept.len() <= 16;
    fits.then_some(clause)
}

/// The conjunctions as clauses; none in a system in which a sequence is not automatic.
pub(super) fn clauses(conjunctions: &[Vec<Linear>], system: System) -> Option<Vec<Clause>> {
    conjunctions.iter().map(|conditions| Clause::of(conditions, system)).collect()
}
