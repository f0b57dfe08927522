//! What `/` means: in a comparison and inside a floor or a ceiling the fraction itself, and in
//! every other place, where a whole number is needed, the fraction rounded down.
//!
//! Everything behind the parser calculates with integers. So comparisons with fractions are
//! written as comparisons of integers here, once for all: for an integer a and a fraction F
//!
//! ```text
//! a < F  ⇔  a < ⌈F⌉      a ≤ F  ⇔  a ≤ ⌊F⌋      a = n/d  ⇔  d·a = n
//! a > F  ⇔  a > ⌊F⌋      a ≥ F  ⇔  a ≥ ⌈F⌉      F < G    ⇔  F − G < 0
//! ```
//!
//! and everywhere else `a/b` becomes `a div b`. What is left of `/` stands inside floors.
//! Roots are compared in the same way.

use super::{Body, Condition, Definition, Expression, ExpressionKind as Kind, Function, Let, LetValue, Name};
use crate::notation::divisible::is_multiple;
use crate::notation::fraction::Ratio;
use crate::notation::syntax::{Comparison, Relation};
use crate::notation::{calls_itself, orders};

/// Functions that call functions deeper than this are not put in.
const DEEPEST: usize = 32;

/// Settles every `/` of a definition.
pub(super) fn settle(definition: &mut Definition) {
    let mut taken = definition.heap_names();
    taken.extend(definition.parameters.iter().map(|parameter| parameter.name.text.clone()));
    let exact = Exact { lets: definition.lets.clone(), taken };
    for one in &mut definition.lets {
        let recursive = calls_itself(exact.lets.iter(), &one.name.text);
        match &mut one.value {
            LetValue::Function(_, body) if recursive => exact.whole(body),
            // A word for a fraction: where it is used says whether it is rounded.
            LetValue::Function(_, body) => exact.real(body, 0),
            LetValue::Members(members) => members.iter_mut().for_each(|member| exact.whole(member)),
            LetValue::Sequence(_) => {}
        }
    }
    definition.domain.iter_mut().for_each(|condition| exact.condition(condition));
    match &mut definition.body {
        Body::Options { sets, .. } => {
            for set in sets {
                for tuple in &mut set.tuples {
                    tuple.heaps.iter_mut().chain(&mut tuple.copies).for_each(|number| exact.whole(number));
                }
                set.conditions.iter_mut().for_each(|condition| exact.condition(condition));
            }
        }
        Body::Indexed(indexed) => {
            for family in &mut indexed.families {
                for change in &mut family.changes {
                    exact.whole(&mut change.value);
                }
                family.conditions.iter_mut().for_each(|condition| exact.condition(condition));
            }
        }
        Body::Code(_) | Body::Compound(_) => {}
    }
}

struct Exact {
    lets: Vec<Let>,
    /// Heaps and parameters, whose names mean nothing else.
    taken: Vec<String>,
}

impl Exact {
    /// A place for a whole number: `/` is `div`.
    fn whole(&self, number: &mut Expression) {
        match &mut number.kind {
            Kind::Apply(Function::Floor | Function::Ceiling, parts) => {
                parts.iter_mut().for_each(|part| self.real(part, 0));
            }
            Kind::Choice(condition, a, b) => {
                self.condition(condition);
                self.whole(a);
                self.whole(b);
            }
            _ => number.for_each_part_mut(&mut |part| self.whole(part)),
        }
        if let Kind::Fraction(a, b) = &number.kind
            && !self.has_root(a)
            && !self.has_root(b)
        {
            number.kind = Kind::Quotient(a.clone(), b.clone());
        }
    }

    /// A place where `/` is a fraction. Words for fractions are put in.
    fn real(&self, number: &mut Expression, depth: usize) {
        match &mut number.kind {
            Kind::Number(_) | Kind::Indexed(..) => {}
            Kind::Negative(a) | Kind::Absolute(a) => self.real(a, depth),
            Kind::Sum(a, b) | Kind::Difference(a, b) | Kind::Product(a, b) | Kind::Fraction(a, b) => {
                self.real(a, depth);
                self.real(b, depth);
            }
            Kind::Power(base, exponent) => {
                self.real(base, depth);
                self.whole(exponent);
            }
            Kind::Least(parts) | Kind::Greatest(parts) => parts.iter_mut().for_each(|part| self.real(part, depth)),
            Kind::Choice(condition, a, b) => {
                self.condition(condition);
                self.real(a, depth);
                self.real(b, depth);
            }
            Kind::Quotient(..) | Kind::Remainder(..) | Kind::Apply(..) => self.whole(number),
            Kind::Name(_) | Kind::Call(..) => match self.put_in(number, depth) {
                Some(body) => *number = body,
                None => number.for_each_part_mut(&mut |part| self.whole(part)),
            },
        }
    }

    /// What a word of a `let` stands for, if that is a fraction.
    fn put_in(&self, number: &Expression, depth: usize) -> Option<Expression> {
        let (name, given) = match &number.kind {
            Kind::Call(name, given) => (name, given.as_slice()),
            Kind::Name(name) => (name, [].as_slice()),
            _ => return None,
        };
        let one = self.lets.iter().find(|one| one.name == *name)?;
        let LetValue::Function(parameters, body) = &one.value else { return None };
        let hidden = self.taken.contains(&name.text) || calls_itself(self.lets.iter(), &name.text);
        if hidden || parameters.len() != given.len() || depth >= DEEPEST {
            return None;
        }
        let by = |name: &Name| parameters.iter().position(|own| own == name).map(|place| given[place].clone());
        let mut body = body.replaced(&by);
        self.real(&mut body, depth + 1);
        self.is_real(&body).then_some(body)
    }

    fn is_phi(&self, name: &Name) -> bool {
        ["phi", "φ", "ϕ"].contains(&name.text.as_str()) && !self.taken.contains(&name.text)
    }

    /// Whether a root or φ stands in a number and is not rounded.
    fn has_root(&self, number: &Expression) -> bool {
        match &number.kind {
            Kind::Apply(Function::Root, _) => true,
            Kind::Name(name) => self.is_phi(name),
            Kind::Apply(..) | Kind::Call(..) | Kind::Indexed(..) => false,
            _ => {
                let mut found = false;
                number.for_each_part(&mut |part| found |= self.has_root(part));
                found
            }
        }
    }

    /// Whether a number of a place for fractions may be no integer.
    fn is_real(&self, number: &Expression) -> bool {
        match &number.kind {
            Kind::Fraction(a, b) => self.is_real(a) || self.is_real(b) || !is_multiple(a, b, &|_| None),
            Kind::Apply(Function::Root, _) => true,
            Kind::Name(name) => self.is_phi(name),
            Kind::Number(_)
            | Kind::Indexed(..)
            | Kind::Quotient(..)
            | Kind::Remainder(..)
            | Kind::Apply(..)
            | Kind::Call(..) => false,
            Kind::Negative(a) | Kind::Absolute(a) | Kind::Power(a, _) => self.is_real(a),
            Kind::Sum(a, b) | Kind::Difference(a, b) | Kind::Product(a, b) | Kind::Choice(_, a, b) => {
                self.is_real(a) || self.is_real(b)
            }
            Kind::Least(parts) | Kind::Greatest(parts) => parts.iter().any(|part| self.is_real(part)),
        }
    }

    fn condition(&self, condition: &mut Condition) {
        match condition {
            Condition::And(parts) | Condition::Or(parts) => parts.iter_mut().for_each(|part| self.condition(part)),
            Condition::Not(inner) => self.condition(inner),
            // In formulas only.
            Condition::Automaton(..) | Condition::Exists(_) => {}
            Condition::Chain(first, rest) => *condition = self.chain(first, rest),
            Condition::AmongNamed(term, set) => {
                self.real(term, 0);
                if !self.is_real(term) {
                    return self.whole(term);
                }
                // A member is an integer.
                let whole = self.link(term.clone(), Relation::Equal, rounded(term.clone(), Function::Floor));
                let member = Condition::AmongNamed(rounded(term.clone(), Function::Floor), set.clone());
                *condition = all_of(vec![whole, member]);
            }
            Condition::Among(term, members) => {
                let one = |member: &Expression| (vec![term.clone()], vec![member.clone()]);
                let pairs: Vec<Pair> = members.iter().map(one).collect();
                match self.equations(&pairs) {
                    Some(equations) => *condition = equations,
                    None => condition.for_each_expression_mut(&mut |part| self.whole(part)),
                }
            }
            Condition::Tuples(tuple, members) => {
                let pairs: Vec<Pair> = members.iter().map(|member| (tuple.clone(), member.clone())).collect();
                match self.equations(&pairs) {
                    Some(equations) => *condition = equations,
                    None => condition.for_each_expression_mut(&mut |part| self.whole(part)),
                }
            }
            Condition::Unordered(numbers, members) => {
                let mut pairs: Vec<Pair> = vec![];
                for member in members.iter().filter(|member| member.len() == numbers.len()) {
                    for order in orders(member.len()) {
                        pairs.push((numbers.clone(), order.iter().map(|place| member[*place].clone()).collect()));
                    }
                }
                match self.equations(&pairs) {
                    Some(equations) => *condition = equations,
                    None => condition.for_each_expression_mut(&mut |part| self.whole(part)),
                }
            }
        }
    }

    /// That the numbers of one of the pairs are equal, place by place; none if all are integers.
    fn equations(&self, pairs: &[Pair]) -> Option<Condition> {
        let mut any = false;
        let mut all = vec![];
        for (left, right) in pairs {
            let mut equal = vec![];
            for (a, b) in left.iter().zip(right) {
                let (mut a, mut b) = (a.clone(), b.clone());
                self.real(&mut a, 0);
                self.real(&mut b, 0);
                any |= self.is_real(&a) || self.is_real(&b);
                equal.push(self.link(a, Relation::Equal, b));
            }
            all.push(all_of(equal));
        }
        any.then(|| any_of(all))
    }

    fn chain(&self, first: &Expression, rest: &[Comparison]) -> Condition {
        let real = |number: &Expression| {
            let mut number = number.clone();
            self.real(&mut number, 0);
            number
        };
        let mut before = real(first);
        let mut parts: Vec<Condition> = vec![];
        for Comparison { relation, term } in rest {
            let term = real(term);
            let link = self.link(before, *relation, term.clone());
            before = term;
            // 1 <= i and i <= n are written in one again.
            match (parts.last_mut(), link) {
                (Some(Condition::Chain(_, links)), Condition::Chain(left, more))
                    if links.last().is_some_and(|last| last.term == left) =>
                {
                    links.extend(more);
                }
                (_, link) => parts.push(link),
            }
        }
        all_of(parts)
    }

    /// One comparison of numbers from a place for fractions.
    fn link(&self, mut a: Expression, relation: Relation, mut b: Expression) -> Condition {
        let both = (self.is_real(&a), self.is_real(&b));
        if both == (false, false) || both == (true, true) && self.has_root(&a) && self.has_root(&b) {
            // Two roots are for nobody behind the parser.
            self.whole(&mut a);
            self.whole(&mut b);
            return compared(a, relation, b);
        }
        for (one, left) in [(&a, true), (&b, false)] {
            let Some(cases) = self.cases(one) else { continue };
            let of = |(guard, number): (Condition, Expression)| {
                let mut guard = guard;
                self.condition(&mut guard);
                let link =
                    if left { self.link(number, relation, b.clone()) } else { self.link(a.clone(), relation, number) };
                all_of(vec![guard, link])
            };
            return any_of(cases.into_iter().map(of).collect());
        }
        match both {
            (true, true) => {
                let at = a.at.start..b.at.end;
                let difference = Expression { kind: Kind::Difference(Box::new(a), Box::new(b)), at };
                self.rounded_link(difference, relation, 0.into(), false)
            }
            (true, false) => {
                self.whole(&mut b);
                self.rounded_link(a, relation, b, false)
            }
            _ => {
                self.whole(&mut a);
                self.rounded_link(b, turned(relation), a, true)
            }
        }
    }

    /// F {relation} a for an integer a, written with a first if it stood there.
    fn rounded_link(&self, real: Expression, relation: Relation, a: Expression, first: bool) -> Condition {
        let sided = |left: Expression, right: Expression| {
            if first { compared(right, turned(relation), left) } else { compared(left, relation, right) }
        };
        let is_whole = |number: &Expression| !self.is_real(number);
        let ratio = Ratio::of(&real, &is_whole);
        if let Some(Ratio { mut above, constant, below: None }) = ratio.clone()
            && (matches!(relation, Relation::Equal | Relation::Unequal) || a.kind == Kind::Number(0))
        {
            // n/d {relation} a is n {relation} d·a.
            self.whole(&mut above);
            let times = Ratio::times(constant, a);
            return sided(above, times);
        }
        let mut real = ratio.map_or(real, Ratio::expression);
        self.real(&mut real, 0);
        let round = |function: Function| rounded(real.clone(), function);
        match relation {
            Relation::Less | Relation::AtLeast => sided(round(Function::Floor), a),
            Relation::AtMost | Relation::Greater => sided(round(Function::Ceiling), a),
            Relation::Equal => {
                all_of(vec![sided(round(Function::Floor), a.clone()), sided(round(Function::Ceiling), a)])
            }
            Relation::Unequal => {
                Condition::Or(vec![sided(round(Function::Floor), a.clone()), sided(round(Function::Ceiling), a)])
            }
        }
    }

    /// The values of a number that depends on cases, each with its condition: |F| is F where
    /// F ≥ 0 and −F where F < 0. None if no case has to be told from another.
    fn cases(&self, number: &Expression) -> Option<Vec<(Condition, Expression)>> {
        if !self.is_real(number) {
            return None;
        }
        let at = number.at.clone();
        match &number.kind {
            Kind::Absolute(a) => {
                let negative = Expression { kind: Kind::Negative(a.clone()), at };
                Some(vec![
                    (compared((**a).clone(), Relation::AtLeast, 0.into()), (**a).clone()),
                    (compared((**a).clone(), Relation::Less, 0.into()), negative),
                ])
            }
            Kind::Least(parts) | Kind::Greatest(parts) => {
                let least = matches!(number.kind, Kind::Least(_));
                let relation = if least { Relation::AtMost } else { Relation::AtLeast };
                let chosen = |place: usize| {
                    let others = parts.iter().enumerate().filter(|(other, _)| *other != place);
                    let guards = others.map(|(_, other)| compared(parts[place].clone(), relation, other.clone()));
                    (all_of(guards.collect()), parts[place].clone())
                };
                Some((0..parts.len()).map(chosen).collect())
            }
            Kind::Choice(condition, a, b) => {
                Some(vec![((**condition).clone(), (**a).clone()), (Condition::Not(condition.clone()), (**b).clone())])
            }
            _ => {
                let mut parts = 0;
                number.for_each_part(&mut |_| parts += 1);
                (0..parts).find_map(|place| {
                    let mut part = None;
                    let mut seen = 0;
                    number.for_each_part(&mut |one| {
                        if seen == place {
                            part = Some(one);
                        }
                        seen += 1;
                    });
                    let cases = self.cases(part?)?;
                    let with = |(guard, value): (Condition, Expression)| {
                        let mut new = number.clone();
                        let mut seen = 0;
                        new.for_each_part_mut(&mut |one| {
                            if seen == place {
                                *one = value.clone();
                            }
                            seen += 1;
                        });
                        (guard, new)
                    };
                    Some(cases.into_iter().map(with).collect())
                })
            }
        }
    }
}

/// Numbers that are compared place by place.
type Pair = (Vec<Expression>, Vec<Expression>);

fn compared(a: Expression, relation: Relation, b: Expression) -> Condition {
    Condition::Chain(a, vec![Comparison { relation, term: b }])
}

/// All of the conditions, without brackets that say nothing.
fn all_of(parts: Vec<Condition>) -> Condition {
    let mut all = vec![];
    for part in parts {
        match part {
            Condition::And(inner) => all.extend(inner),
            other => all.push(other),
        }
    }
    if all.len() == 1 { all.remove(0) } else { Condition::And(all) }
}

fn any_of(mut parts: Vec<Condition>) -> Condition {
    if parts.len() == 1 { parts.remove(0) } else { Condition::Or(parts) }
}

/// The relation with its sides exchanged.
fn turned(relation: Relation) -> Relation {
    match relation {
        Relation::Less => Relation::Greater,
        Relation::AtMost => Relation::AtLeast,
        Relation::Greater => Relation::Less,
        Relation::AtLeast => Relation::AtMost,
        Relation::Equal | Relation::Unequal => relation,
    }
}

fn rounded(number: Expression, function: Function) -> Expression {
    Expression { at: number.at.clone(), kind: Kind::Apply(function, vec![number]) }
}
