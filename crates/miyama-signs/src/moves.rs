//! The moves of a definition as polynomial conditions: the heaps of the position have the
//! variables 0..k, those of the option k..2k.

use crate::polynomial::{Polynomial, Variable};
use miyama_language::notation::{
    Body, Comparison, Condition, Definition, Expression, ExpressionKind, OptionSet, Relation, Tuple, orders,
};
use std::collections::BTreeMap;

/// The heaps of the position and of the option, on two heaps, and the first parameter.
pub(crate) const HEAPS: [Variable; 2] = [0, 1];
pub(crate) const LEFT: [Variable; 2] = [2, 3];
pub(crate) const PARAMETERS: Variable = 4;

/// A way to move: all of these are ≥ 0.
pub(crate) type Way = Vec<Polynomial>;

/// The ways to move: set by set, those of a set closed under exchanging heaps first as
/// written, then exchanged, and for each the alternatives of its conditions. None if
/// something is not of the kind that is read here.
pub(crate) fn ways(definition: &Definition, arguments: &[Polynomial]) -> Option<Vec<Way>> {
    let two = definition.heap_names().len() == 2 && definition.domain.is_empty();
    if two { ways_on(definition, arguments) } else { None }
}

/// The same on any number of heaps, of which `where` may say something: then of the position
/// and of the option.
pub(crate) fn ways_on(definition: &Definition, arguments: &[Polynomial]) -> Option<Vec<Way>> {
    let Body::Options { heaps, sets } = &definition.body else { return None };
    let plain = definition.lets.is_empty() && !definition.is_partizan();
    if !plain || arguments.len() != definition.parameters.len() {
        return None;
    }
    let k = Variable::try_from(heaps.len()).ok()?;
    let mut all = Vec::new();
    for set in sets {
        let in_order: Vec<usize> = (0..heaps.len()).collect();
        for order in if set.sym { orders(heaps.len()) } else { vec![in_order] } {
            let order: Vec<Variable> = order.iter().map(|place| *place as Variable).collect();
            let reader = Reader { names: names(definition, arguments, &order)?, k };
            all.extend(reader.set(set, &order)?);
        }
    }
    let here = positions(definition, arguments, 0)?;
    Some(both(&both(&all, &here), &positions(definition, arguments, k)?))
}

/// The alternatives of what `where` says of heaps whose variables are from a first one on.
pub(crate) fn positions(definition: &Definition, arguments: &[Polynomial], first: Variable) -> Option<Vec<Way>> {
    let k = Variable::try_from(definition.heap_names().len()).ok()?;
    let places: Vec<Variable> = (first..first.checked_add(k)?).collect();
    let reader = Reader { names: names(definition, arguments, &places)?, k };
    definition.domain.iter().try_fold(vec![vec![]], |all, part| Some(both(&all, &reader.condition(part)?)))
}

/// What the names of a definition stand for where its heaps have these variables.
fn names(
    definition: &Definition,
    arguments: &[Polynomial],
    places: &[Variable],
) -> Option<BTreeMap<String, Polynomial>> {
    let given = definition.parameters.iter().zip(arguments);
    let mut names: BTreeMap<String, Polynomial> =
        given.map(|(parameter, value)| (parameter.name.text.clone(), value.clone())).collect();
    let Body::Options { heaps, .. } = &definition.body else { return None };
    names.extend(heaps.iter().zip(places).map(|(heap, place)| (heap.text.clone(), Polynomial::variable(*place))));
    Some(names)
}

struct Reader {
    names: BTreeMap<String, Polynomial>,
    k: Variable,
}

/// Alternatives, each with the conditions under which it is.
type Cases = Vec<(Way, Polynomial)>;

impl Reader {
    fn set(mut self, set: &OptionSet, order: &[Variable]) -> Option<Vec<Way>> {
        let [Tuple { copies: None, heaps: tuple }] = set.tuples.as_slice() else { return None };
        let mut ways: Vec<Way> = vec![vec![]];
        let mut later = Vec::new();
        for (expression, place) in tuple.iter().zip(order) {
            let left = Polynomial::variable(self.k + *place);
            if !self.solved(expression, &left, &mut ways)? {
                later.push((expression, left));
            }
        }
        for (expression, left) in later {
            let mut equal = Vec::new();
            for (mut given, value) in self.number(expression)? {
                given.extend([value.minus(&left)?, left.minus(&value)?]);
                equal.push(given);
            }
            ways = both(&ways, &equal);
        }
        for condition in &set.conditions {
            ways = both(&ways, &self.condition(condition)?);
        }
        Some(ways)
    }

    /// If an expression is a + b or a − b where one of both is a name that is not known
    /// yet, the name is what makes it equal to `left`; it is natural.
    fn solved(&mut self, expression: &Expression, left: &Polynomial, ways: &mut [Way]) -> Option<bool> {
        let unknown = |part: &Expression| match &part.kind {
            ExpressionKind::Name(name) if !self.names.contains_key(&name.text) => Some(name.text.clone()),
            _ => None,
        };
        let (name, value) = match &expression.kind {
            ExpressionKind::Name(_) => match unknown(expression) {
                Some(name) => (name, left.clone()),
                None => return Some(false),
            },
            ExpressionKind::Sum(a, b) | ExpressionKind::Difference(a, b) => {
                let sign = if matches!(expression.kind, ExpressionKind::Sum(..)) { 1 } else { -1 };
                match (unknown(a), unknown(b)) {
                    (None, Some(name)) => {
                        let [(given, a)] = &self.number(a)?[..] else { return Some(false) };
                        if !given.is_empty() {
                            return Some(false);
                        }
                        let rest = left.minus(a)?;
                        (name, if sign == 1 { rest } else { Polynomial::constant(0).minus(&rest)? })
                    }
                    (Some(name), None) => {
                        let [(given, b)] = &self.number(b)?[..] else { return Some(false) };
                        if !given.is_empty() {
                            return Some(false);
                        }
                        (name, left.plus(-sign, b)?)
                    }
                    _ => return Some(false),
                }
            }
            _ => return Some(false),
        };
        ways.iter_mut().for_each(|way| way.push(value.clone()));
        self.names.insert(name, value);
        Some(true)
    }

    fn number(&self, expression: &Expression) -> Option<Cases> {
        let pair = |a: &Expression, b: &Expression, join: &dyn Fn(&Polynomial, &Polynomial) -> Option<Polynomial>| {
            let (a, b) = (self.number(a)?, self.number(b)?);
            let mut all = Vec::new();
            for (left, a) in &a {
                for (right, b) in &b {
                    all.push(([left.as_slice(), right].concat(), join(a, b)?));
                }
            }
            Some(all)
        };
        Some(match &expression.kind {
            ExpressionKind::Number(number) => vec![(vec![], Polynomial::constant(i128::from(*number)))],
            ExpressionKind::Name(name) => vec![(vec![], self.names.get(&name.text)?.clone())],
            ExpressionKind::Negative(a) => {
                let zero = Expression::from(0);
                pair(&zero, a, &|zero, a| zero.minus(a))?
            }
            ExpressionKind::Sum(a, b) => pair(a, b, &|a, b| a.plus(1, b))?,
            ExpressionKind::Difference(a, b) => pair(a, b, &Polynomial::minus)?,
            ExpressionKind::Product(a, b) => pair(a, b, &Polynomial::times)?,
            ExpressionKind::Absolute(a) => {
                let mut all = Vec::new();
                for (given, a) in self.number(a)? {
                    let negative = Polynomial::constant(0).minus(&a)?;
                    all.push(([given.as_slice(), std::slice::from_ref(&a)].concat(), a));
                    all.push(([given.as_slice(), &[negative.minus(&Polynomial::constant(1))?]].concat(), negative));
                }
                all
            }
            _ => return None,
        })
    }

    /// The alternatives of a condition.
    fn condition(&self, condition: &Condition) -> Option<Vec<Way>> {
        match condition {
            Condition::And(parts) => {
                parts.iter().try_fold(vec![vec![]], |all, part| Some(both(&all, &self.condition(part)?)))
            }
            Condition::Or(parts) => {
                let each: Option<Vec<Vec<Way>>> = parts.iter().map(|part| self.condition(part)).collect();
                Some(each?.concat())
            }
            Condition::Chain(first, rest) => {
                let mut all = vec![vec![]];
                let mut left = first;
                for Comparison { relation, term } in rest {
                    all = both(&all, &self.link(left, *relation, term)?);
                    left = term;
                }
                Some(all)
            }
            Condition::Among(term, members) => {
                let each: Option<Vec<Vec<Way>>> =
                    members.iter().map(|member| self.link(term, Relation::Equal, member)).collect();
                Some(each?.concat())
            }
            _ => None,
        }
    }

    fn link(&self, left: &Expression, relation: Relation, right: &Expression) -> Option<Vec<Way>> {
        if let (Relation::AtMost | Relation::Less, ExpressionKind::Absolute(inside)) = (relation, &left.kind) {
            // |e| ≤ r says e ≤ r and −e ≤ r.
            let negative = Expression { kind: ExpressionKind::Negative(inside.clone()), at: left.at.clone() };
            return Some(both(&self.link(inside, relation, right)?, &self.link(&negative, relation, right)?));
        }
        match relation {
            Relation::AtLeast => self.link(right, Relation::AtMost, left),
            Relation::Greater => self.link(right, Relation::Less, left),
            Relation::Unequal => {
                Some([self.link(left, Relation::Less, right)?, self.link(right, Relation::Less, left)?].concat())
            }
            _ => {
                let mut all = Vec::new();
                for (given, a) in self.number(left)? {
                    for (more, b) in self.number(right)? {
                        let mut way = [given.as_slice(), &more].concat();
                        let difference = b.minus(&a)?;
                        match relation {
                            Relation::AtMost => way.push(difference),
                            Relation::Less => way.push(difference.minus(&Polynomial::constant(1))?),
                            _ => way.extend([a.minus(&b)?, difference]),
                        }
                        all.push(way);
                    }
                }
                Some(all)
            }
        }
    }
}

/// Each of the first with each of the second.
fn both(a: &[Way], b: &[Way]) -> Vec<Way> {
    a.iter().flat_map(|a| b.iter().map(move |b| [a.as_slice(), b].concat())).collect()
}
