//! The syntax tree with its arguments put in; `value.rs` says what it means for given integers.

mod value;

use super::indexed::Row;
use crate::argument::Argument;
use crate::notation::{
    Condition, Definition, Expression, ExpressionKind, Function, Let, LetValue, Name, OptionSet, Relation, Sequence,
};
use std::collections::HashMap;
use std::sync::Arc;

/// A set of options: `sym { (x-i, y) | 1 <= i }`.
#[derive(Clone, Debug)]
pub(super) struct Set {
    pub(super) sym: bool,
    /// The names of the bound integers; their symbols follow those of the heaps.
    pub(super) bound: Vec<String>,
    pub(super) conditions: Vec<Formula>,
    pub(super) tuples: Vec<Vec<Term>>,
    /// How often each tuple is left.
    pub(super) copies: Vec<Term>,
}

/// An expression. Symbols are the heaps, then the bound integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Term {
    Number(i128),
    Symbol(usize),
    Negative(Box<Term>),
    Sum(Box<Term>, Box<Term>),
    Difference(Box<Term>, Box<Term>),
    Product(Box<Term>, Box<Term>),
    Quotient(Box<Term>, Box<Term>),
    Remainder(Box<Term>, Box<Term>),
    Absolute(Box<Term>),
    Least(Vec<Term>),
    Greatest(Vec<Term>),
    Power(Box<Term>, Box<Term>),
    /// A function of whole numbers.
    Apply(Function, Vec<Term>),
    /// The floor, or the ceiling, of a number that may be a fraction or a root.
    Rounded(bool, Box<Real>),
    /// A function of a `let`, by its place, with what its arguments are.
    Call(Functions, usize, Vec<Term>),
    /// The condition, and that it does not hold: where it has no value, neither is so.
    Choice(Box<(Formula, Formula)>, Box<Term>, Box<Term>),
}

/// The bodies of the functions of `let`s; in each, the symbols are the arguments.
#[derive(Clone, Debug, Default)]
pub(super) struct Functions(Arc<Vec<(String, Expression, Vec<String>)>>, Arc<Given>);

/// There is one list in a definition.
impl PartialEq for Functions {
    fn eq(&self, _: &Functions) -> bool {
        true
    }
}
impl Eq for Functions {}

/// A number that need not be whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Real {
    Whole(Term),
    Phi,
    Root(Term),
    Negative(Box<Real>),
    Sum(Box<Real>, Box<Real>),
    Difference(Box<Real>, Box<Real>),
    Product(Box<Real>, Box<Real>),
    Over(Box<Real>, Box<Real>),
    Power(Box<Real>, Term),
    Absolute(Box<Real>),
    Least(Vec<Real>),
    Greatest(Vec<Real>),
}

/// What the parameters and the sets of `let`s are.
#[derive(Clone, Debug, Default)]
pub(super) struct Given {
    arguments: HashMap<String, Argument>,
    sets: HashMap<String, LetValue>,
}

impl Given {
    /// Whether a name is that of a parameter.
    pub(super) fn has(&self, name: &str) -> bool {
        self.arguments.contains_key(name)
    }
}

/// A condition without `not`: negations stand at the comparisons, as the
/// opposite relation. So a comparison with a divisor below 1 holds neither as it
/// is written nor negated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Formula {
    Link(Term, Relation, Term),
    /// A number is a member of a sequence, or is not.
    Member(Term, Sequence, bool),
    All(Vec<Formula>),
    Any(Vec<Formula>),
}

/// Why a term has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Undefined {
    /// A divisor is below 1, or a function has no value for its argument.
    Divisor,
    /// It leaves 128 bits.
    TooLarge,
}

/// What a definition says: its sets, and its domain as conditions on the heaps.
pub(super) struct Read {
    pub(super) sets: Vec<Set>,
    pub(super) domain: Vec<Formula>,
}

/// What the names of a definition stand for that are no heaps and no bound integers; `None`
/// if the arguments do not fit.
pub(super) fn given(definition: &Definition, arguments: &[Argument]) -> Option<(Arc<Given>, Functions)> {
    let mut given = Given::default();
    for (place, parameter) in definition.parameters.iter().enumerate() {
        let argument = arguments.get(place).cloned().or(parameter.default.map(Argument::Number))?;
        given.arguments.insert(parameter.name.text.clone(), argument);
    }
    if arguments.len() > definition.parameters.len() {
        return None;
    }
    let mut bodies = vec![];
    for Let { name, value } in &definition.lets {
        match value {
            LetValue::Function(parameters, body) => {
                let parameters = parameters.iter().map(|name| name.text.clone()).collect();
                bodies.push((name.text.clone(), body.clone(), parameters));
            }
            set => {
                given.sets.insert(name.text.clone(), set.clone());
            }
        }
    }
    let given = Arc::new(given);
    let functions = Functions(Arc::new(bodies), given.clone());
    Some((given, functions))
}

/// Reads a definition; `None` if the arguments do not fit.
pub(super) fn read(
    definition: &Definition,
    heaps: &[Name],
    sets: &[OptionSet],
    arguments: &[Argument],
) -> Option<Read> {
    let (given, functions) = given(definition, arguments)?;
    let heaps: Vec<String> = heaps.iter().map(|heap| heap.text.clone()).collect();
    let reader =
        || Reader { heaps: heaps.clone(), given: &given, functions: &functions, bound: Some(Vec::new()), row: None };
    let set = |set: &OptionSet| {
        let mut reader = reader();
        let conditions = set.conditions.iter().map(|c| reader.condition(c, true)).collect::<Option<Vec<Formula>>>()?;
        let tuples = set.tuples.iter().map(|tuple| reader.terms(&tuple.heaps)).collect::<Option<Vec<Vec<Term>>>>()?;
        let one = Expression::from(1);
        let copies = set.tuples.iter().map(|tuple| reader.term(tuple.copies.as_ref().unwrap_or(&one)));
        let copies = copies.collect::<Option<Vec<Term>>>()?;
        let fits = tuples.iter().all(|tuple| tuple.len() == heaps.len());
        fits.then_some(Set { sym: set.sym, bound: reader.bound.unwrap_or_default(), conditions, tuples, copies })
    };
    let mut on_heaps = Reader { bound: None, ..reader() };
    let domain = definition.domain.iter().map(|c| on_heaps.condition(c, true)).collect::<Option<Vec<Formula>>>()?;
    Some(Read { sets: sets.iter().map(set).collect::<Option<_>>()?, domain })
}

pub(super) struct Reader<'a> {
    pub(super) heaps: Vec<String>,
    pub(super) given: &'a Given,
    pub(super) functions: &'a Functions,
    /// The bound integers that were met; none where there are none.
    pub(super) bound: Option<Vec<String>>,
    /// Which heaps are chosen, where there is any number of them.
    pub(super) row: Option<Row<'a>>,
}

impl Reader<'_> {
    pub(super) fn condition(&mut self, condition: &Condition, holds: bool) -> Option<Formula> {
        let (parts, all) = match condition {
            Condition::Not(inner) => return self.condition(inner, !holds),
            Condition::And(parts) => (self.conditions(parts, holds)?, holds),
            Condition::Or(parts) => (self.conditions(parts, holds)?, !holds),
            Condition::Chain(first, links) => {
                let mut parts = Vec::new();
                let mut left = self.term(first)?;
                for link in links {
                    let right = self.term(&link.term)?;
                    parts.push(Formula::Link(left, signed(link.relation, holds), right.clone()));
                    left = right;
                }
                (parts, holds)
            }
            Condition::Among(term, members) => {
                let (term, members) = (self.term(term)?, self.terms(members)?);
                (equations(&term, members, holds), !holds)
            }
            Condition::AmongNamed(term, name) => {
                let term = self.term(term)?;
                let sequence = match (self.given.arguments.get(&name.text), self.given.sets.get(&name.text)) {
                    (Some(Argument::Set(members)), _) => {
                        let members = members.iter().map(|member| Term::Number(i128::from(*member))).collect();
                        let parts = equations(&term, members, holds);
                        return Some(if holds { Formula::Any(parts) } else { Formula::All(parts) });
                    }
                    (None, Some(LetValue::Members(members))) => {
                        let members = members.clone();
                        let parts = equations(&term, self.terms(&members)?, holds);
                        return Some(if holds { Formula::Any(parts) } else { Formula::All(parts) });
                    }
                    (None, Some(LetValue::Sequence(sequence))) => *sequence,
                    (None, None) => Sequence::named(&name.text)?,
                    _ => return None,
                };
                return Some(Formula::Member(term, sequence, holds));
            }
            Condition::Tuples(tuple, members) => {
                let tuple = self.terms(tuple)?;
                let one = |member: &Vec<Expression>| Some(pairs(&tuple, &self.terms(member)?, holds));
                (members.iter().map(one).collect::<Option<Vec<_>>>()?, !holds)
            }
            Condition::Unordered(numbers, members) => {
                let numbers = self.terms(numbers)?;
                let mut parts = vec![];
                for member in members {
                    let member = self.terms(member)?;
                    // The same numbers in some order: in one of all orders.
                    for order in super::orders(member.len()) {
                        let ordered: Vec<Term> = order.iter().map(|place| member[*place].clone()).collect();
                        parts.push(pairs(&numbers, &ordered, holds));
                    }
                }
                (parts, !holds)
            }
            Condition::Exists(_) | Condition::Automaton(..) => return None,
        };
        Some(if all { Formula::All(parts) } else { Formula::Any(parts) })
    }

    fn conditions(&mut self, parts: &[Condition], holds: bool) -> Option<Vec<Formula>> {
        parts.iter().map(|part| self.condition(part, holds)).collect()
    }

    pub(super) fn terms(&mut self, expressions: &[Expression]) -> Option<Vec<Term>> {
        expressions.iter().map(|expression| self.term(expression)).collect()
    }

    fn boxed(&mut self, expression: &Expression) -> Option<Box<Term>> {
        self.term(expression).map(Box::new)
    }

    pub(super) fn term(&mut self, expression: &Expression) -> Option<Term> {
        use ExpressionKind as Kind;
        if self.row.is_some()
            && let Some(term) = self.in_row(expression)
        {
            return term;
        }
        Some(match &expression.kind {
            Kind::Number(number) => Term::Number(i128::from(*number)),
            Kind::Name(name) => return self.named(name),
            Kind::Negative(a) => Term::Negative(self.boxed(a)?),
            Kind::Sum(a, b) => Term::Sum(self.boxed(a)?, self.boxed(b)?),
            Kind::Difference(a, b) => Term::Difference(self.boxed(a)?, self.boxed(b)?),
            Kind::Product(a, b) => Term::Product(self.boxed(a)?, self.boxed(b)?),
            Kind::Quotient(a, by) | Kind::Fraction(a, by) => Term::Quotient(self.boxed(a)?, self.boxed(by)?),
            Kind::Remainder(a, by) => Term::Remainder(self.boxed(a)?, self.boxed(by)?),
            // A power of a small number of factors is their product, which bounds what is multiplied.
            Kind::Power(a, b) => match b.kind {
                Kind::Number(exponent @ 1..=20) => {
                    let base = self.term(a)?;
                    let product = |product, _| Term::Product(Box::new(product), Box::new(base.clone()));
                    (1..exponent).fold(base.clone(), product)
                }
                _ => Term::Power(self.boxed(a)?, self.boxed(b)?),
            },
            Kind::Absolute(a) => Term::Absolute(self.boxed(a)?),
            Kind::Least(parts) => Term::Least(self.terms(parts)?),
            Kind::Greatest(parts) => Term::Greatest(self.terms(parts)?),
            Kind::Apply(Function::Floor, parts) => Term::Rounded(false, Box::new(self.real(parts.first()?)?)),
            Kind::Apply(Function::Ceiling, parts) => Term::Rounded(true, Box::new(self.real(parts.first()?)?)),
            Kind::Apply(Function::Root, _) => return None,
            Kind::Apply(function, parts) => {
                let mut terms = self.terms(parts)?;
                if terms.len() < function.takes().1 {
                    terms.push(Term::Number(2));
                }
                Term::Apply(*function, terms)
            }
            Kind::Call(name, parts) => {
                let place = self.functions.0.iter().position(|(known, _, _)| *known == name.text)?;
                Term::Call(self.functions.clone(), place, self.terms(parts)?)
            }
            Kind::Indexed(..) => return None,
            Kind::Choice(condition, a, b) => {
                let both = (self.condition(condition, true)?, self.condition(condition, false)?);
                Term::Choice(Box::new(both), self.boxed(a)?, self.boxed(b)?)
            }
        })
    }

    /// A number inside a floor: there `/` does not round.
    fn real(&mut self, expression: &Expression) -> Option<Real> {
        use ExpressionKind as Kind;
        Some(match &expression.kind {
            Kind::Name(name) if self.is_phi(name) => Real::Phi,
            Kind::Negative(a) => Real::Negative(Box::new(self.real(a)?)),
            Kind::Sum(a, b) => Real::Sum(Box::new(self.real(a)?), Box::new(self.real(b)?)),
            Kind::Difference(a, b) => Real::Difference(Box::new(self.real(a)?), Box::new(self.real(b)?)),
            Kind::Product(a, b) => Real::Product(Box::new(self.real(a)?), Box::new(self.real(b)?)),
            Kind::Fraction(a, b) => Real::Over(Box::new(self.real(a)?), Box::new(self.real(b)?)),
            Kind::Absolute(a) => Real::Absolute(Box::new(self.real(a)?)),
            Kind::Least(parts) => Real::Least(parts.iter().map(|part| self.real(part)).collect::<Option<_>>()?),
            Kind::Greatest(parts) => Real::Greatest(parts.iter().map(|part| self.real(part)).collect::<Option<_>>()?),
            Kind::Apply(Function::Root, parts) => Real::Root(self.term(parts.first()?)?),
            Kind::Power(a, b) if !self.is_whole(a) => Real::Power(Box::new(self.real(a)?), self.term(b)?),
            _ if self.is_whole(expression) => Real::Whole(self.term(expression)?),
            _ => return None,
        })
    }

    fn is_whole(&self, expression: &Expression) -> bool {
        match &expression.kind {
            ExpressionKind::Name(name) => !self.is_phi(name),
            ExpressionKind::Apply(Function::Root, _) | ExpressionKind::Fraction(..) => false,
            ExpressionKind::Apply(..) | ExpressionKind::Call(..) | ExpressionKind::Indexed(..) => true,
            _ => {
                let mut whole = true;
                expression.for_each_part(&mut |part| whole &= self.is_whole(part));
                whole
            }
        }
    }

    fn is_phi(&self, name: &Name) -> bool {
        let phi = ["phi", "φ", "ϕ"].contains(&name.text.as_str());
        phi && !self.heaps.contains(&name.text) && !self.given.arguments.contains_key(&name.text)
    }

    fn named(&mut self, name: &Name) -> Option<Term> {
        if let Some(heap) = self.heaps.iter().position(|heap| *heap == name.text) {
            return Some(Term::Symbol(heap));
        }
        match self.given.arguments.get(&name.text) {
            Some(Argument::Number(number)) => return Some(Term::Number(i128::from(*number))),
            Some(Argument::Set(_)) => return None,
            None => {}
        }
        let without_arguments =
            |(known, _, arguments): &(String, Expression, Vec<String>)| *known == name.text && arguments.is_empty();
        if let Some(place) = self.functions.0.iter().position(without_arguments) {
            return Some(Term::Call(self.functions.clone(), place, vec![]));
        }
        let bound = self.bound.as_mut()?;
        let place = bound.iter().position(|known| *known == name.text).unwrap_or_else(|| {
            bound.push(name.text.clone());
            bound.len() - 1
        });
        Some(Term::Symbol(self.heaps.len() + place))
    }
}

/// All of the pairs are equal, or one of them is not.
fn pairs(left: &[Term], right: &[Term], holds: bool) -> Formula {
    let relation = signed(Relation::Equal, holds);
    let links = left.iter().zip(right).map(|(a, b)| Formula::Link(a.clone(), relation, b.clone())).collect();
    if holds { Formula::All(links) } else { Formula::Any(links) }
}

/// `term` is, or is not, each of the members.
fn equations(term: &Term, members: Vec<Term>, holds: bool) -> Vec<Formula> {
    let relation = signed(Relation::Equal, holds);
    members.into_iter().map(|member| Formula::Link(term.clone(), relation, member)).collect()
}

/// The relation, or the one that holds exactly when it does not.
fn signed(relation: Relation, holds: bool) -> Relation {
    match (relation, holds) {
        (relation, true) => relation,
        (Relation::Less, false) => Relation::AtLeast,
        (Relation::AtMost, false) => Relation::Greater,
        (Relation::Equal, false) => Relation::Unequal,
        (Relation::Unequal, false) => Relation::Equal,
        (Relation::Greater, false) => Relation::AtMost,
        (Relation::AtLeast, false) => Relation::Less,
    }
}
