//! The syntax tree with its arguments put in, and what it says for given integers.

use crate::argument::Argument;
use crate::notation::{Condition, Definition, Expression, Name, OptionSet, Relation};
use std::collections::HashMap;

/// A set of options: `sym { (x-i, y) | 1 <= i }`.
#[derive(Clone, Debug)]
pub(super) struct Set {
    pub(super) sym: bool,
    /// The names of the bound integers; their symbols follow those of the heaps.
    pub(super) bound: Vec<String>,
    pub(super) conditions: Vec<Formula>,
    pub(super) tuples: Vec<Vec<Term>>,
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
}

/// A condition without `not`: negations stand at the comparisons, as the
/// opposite relation. So a comparison with a divisor below 1 holds neither as it
/// is written nor negated.
#[derive(Clone, Debug)]
pub(super) enum Formula {
    Link(Term, Relation, Term),
    All(Vec<Formula>),
    Any(Vec<Formula>),
}

/// Why a term has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Undefined {
    /// A divisor is below 1.
    Divisor,
    /// It leaves 128 bits.
    TooLarge,
}

/// Reads the sets of a definition; `None` if the arguments do not fit.
pub(super) fn read(
    definition: &Definition,
    heaps: &[Name],
    sets: &[OptionSet],
    arguments: &[Argument],
) -> Option<Vec<Set>> {
    let mut given = HashMap::new();
    for (place, parameter) in definition.parameters.iter().enumerate() {
        let argument = arguments.get(place).cloned().or(parameter.default.map(Argument::Number))?;
        given.insert(parameter.name.text.as_str(), argument);
    }
    if arguments.len() > definition.parameters.len() {
        return None;
    }
    sets.iter()
        .map(|set| {
            let mut reader = Reader { heaps, given: &given, bound: Vec::new() };
            let conditions =
                set.conditions.iter().map(|c| reader.condition(c, true)).collect::<Option<Vec<Formula>>>()?;
            let tuples = set.tuples.iter().map(|tuple| reader.terms(tuple)).collect::<Option<Vec<Vec<Term>>>>()?;
            let fits = tuples.iter().all(|tuple| tuple.len() == heaps.len());
            fits.then_some(Set { sym: set.sym, bound: reader.bound, conditions, tuples })
        })
        .collect()
}

struct Reader<'a> {
    heaps: &'a [Name],
    given: &'a HashMap<&'a str, Argument>,
    bound: Vec<String>,
}

impl Reader<'_> {
    fn condition(&mut self, condition: &Condition, holds: bool) -> Option<Formula> {
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
                let Some(Argument::Set(members)) = self.given.get(name.text.as_str()) else { return None };
                let members = members.iter().map(|member| Term::Number(i128::from(*member))).collect();
                (equations(&self.term(term)?, members, holds), !holds)
            }
        };
        Some(if all { Formula::All(parts) } else { Formula::Any(parts) })
    }

    fn conditions(&mut self, parts: &[Condition], holds: bool) -> Option<Vec<Formula>> {
        parts.iter().map(|part| self.condition(part, holds)).collect()
    }

    fn terms(&mut self, expressions: &[Expression]) -> Option<Vec<Term>> {
        expressions.iter().map(|expression| self.term(expression)).collect()
    }

    fn boxed(&mut self, expression: &Expression) -> Option<Box<Term>> {
        self.term(expression).map(Box::new)
    }

    fn term(&mut self, expression: &Expression) -> Option<Term> {
        Some(match expression {
            Expression::Number(number) => Term::Number(i128::from(*number)),
            Expression::Name(name) => return self.named(name),
            Expression::Negative(a) => Term::Negative(self.boxed(a)?),
            Expression::Sum(a, b) => Term::Sum(self.boxed(a)?, self.boxed(b)?),
            Expression::Difference(a, b) => Term::Difference(self.boxed(a)?, self.boxed(b)?),
            Expression::Product(a, b) => Term::Product(self.boxed(a)?, self.boxed(b)?),
            Expression::Quotient(a, by) => Term::Quotient(self.boxed(a)?, self.boxed(&by.value)?),
            Expression::Remainder(a, by) => Term::Remainder(self.boxed(a)?, self.boxed(&by.value)?),
            Expression::Absolute(a) => Term::Absolute(self.boxed(a)?),
            Expression::Least(parts) => Term::Least(self.terms(parts)?),
            Expression::Greatest(parts) => Term::Greatest(self.terms(parts)?),
        })
    }

    fn named(&mut self, name: &Name) -> Option<Term> {
        if let Some(heap) = self.heaps.iter().position(|heap| heap.text == name.text) {
            return Some(Term::Symbol(heap));
        }
        match self.given.get(name.text.as_str()) {
            Some(Argument::Number(number)) => return Some(Term::Number(i128::from(*number))),
            Some(Argument::Set(_)) => return None,
            None => {}
        }
        let place = self.bound.iter().position(|known| *known == name.text).unwrap_or_else(|| {
            self.bound.push(name.text.clone());
            self.bound.len() - 1
        });
        Some(Term::Symbol(self.heaps.len() + place))
    }
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

impl Term {
    /// The value for given integers.
    pub(super) fn value(&self, at: &[i128]) -> Result<i128, Undefined> {
        let large = Undefined::TooLarge;
        match self {
            Term::Number(number) => Ok(*number),
            Term::Symbol(symbol) => Ok(at[*symbol]),
            Term::Negative(a) => a.value(at)?.checked_neg().ok_or(large),
            Term::Sum(a, b) => a.value(at)?.checked_add(b.value(at)?).ok_or(large),
            Term::Difference(a, b) => a.value(at)?.checked_sub(b.value(at)?).ok_or(large),
            Term::Product(a, b) => a.value(at)?.checked_mul(b.value(at)?).ok_or(large),
            Term::Quotient(a, b) => Ok(a.value(at)?.div_euclid(divisor(b.value(at)?)?)),
            Term::Remainder(a, b) => Ok(a.value(at)?.rem_euclid(divisor(b.value(at)?)?)),
            Term::Absolute(a) => a.value(at)?.checked_abs().ok_or(large),
            Term::Least(parts) => extreme(parts, at, i128::min),
            Term::Greatest(parts) => extreme(parts, at, i128::max),
        }
    }
}

/// Euclidean division by a positive number rounds down, and its remainder is
/// not negative.
fn divisor(value: i128) -> Result<i128, Undefined> {
    if value < 1 { Err(Undefined::Divisor) } else { Ok(value) }
}

fn extreme(parts: &[Term], at: &[i128], choose: fn(i128, i128) -> i128) -> Result<i128, Undefined> {
    let (first, rest) = parts.split_first().expect("the parser reads at least one part");
    rest.iter().try_fold(first.value(at)?, |best, part| Ok(choose(best, part.value(at)?)))
}

impl Formula {
    /// Whether it holds for given integers.
    pub(super) fn holds(&self, at: &[i128]) -> Result<bool, Undefined> {
        match self {
            Formula::Link(left, relation, right) => {
                let (left, right) = match (left.value(at), right.value(at)) {
                    (Ok(left), Ok(right)) => (left, right),
                    (Err(Undefined::Divisor), _) | (_, Err(Undefined::Divisor)) => return Ok(false),
                    (Err(large), _) | (_, Err(large)) => return Err(large),
                };
                Ok(match relation {
                    Relation::Less => left < right,
                    Relation::AtMost => left <= right,
                    Relation::Equal => left == right,
                    Relation::Unequal => left != right,
                    Relation::Greater => left > right,
                    Relation::AtLeast => left >= right,
                })
            }
            Formula::All(parts) => {
                for part in parts {
                    if !part.holds(at)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Formula::Any(parts) => {
                for part in parts {
                    if part.holds(at)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }
}
