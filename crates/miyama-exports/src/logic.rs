//! Linear arithmetic as a tree that every format can print.

pub(crate) use miyama::heap::notation::Relation;
use std::collections::BTreeMap;

/// An integer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Term {
    Number(i64),
    Name(String),
    Sum(Vec<Term>),
    Times(i64, Box<Term>),
    /// Rounded down; the divisor is at least 1.
    Quotient(Box<Term>, i64),
    Remainder(Box<Term>, i64),
    Absolute(Box<Term>),
    Least(Vec<Term>),
    Greatest(Vec<Term>),
}

/// Something that holds or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Prop {
    Compare(Term, Relation, Term),
    And(Vec<Prop>),
    Or(Vec<Prop>),
    Not(Box<Prop>),
    Exists(String, Box<Prop>),
}

/// What names stand for.
pub(crate) type Values = BTreeMap<String, i64>;

impl Term {
    pub(crate) fn name(name: &str) -> Term {
        Term::Name(name.to_owned())
    }

    pub(crate) fn minus(self, other: Term) -> Term {
        Term::Sum(vec![self, Term::Times(-1, Box::new(other))])
    }

    /// With other terms in the place of names.
    pub(crate) fn with(&self, put: &dyn Fn(&str) -> Option<Term>) -> Term {
        let one = |term: &Term| Box::new(term.with(put));
        let all = |terms: &[Term]| terms.iter().map(|term| term.with(put)).collect();
        match self {
            Term::Number(_) => self.clone(),
            Term::Name(name) => put(name).unwrap_or_else(|| self.clone()),
            Term::Sum(terms) => Term::Sum(all(terms)),
            Term::Times(factor, term) => Term::Times(*factor, one(term)),
            Term::Quotient(term, by) => Term::Quotient(one(term), *by),
            Term::Remainder(term, by) => Term::Remainder(one(term), *by),
            Term::Absolute(term) => Term::Absolute(one(term)),
            Term::Least(terms) => Term::Least(all(terms)),
            Term::Greatest(terms) => Term::Greatest(all(terms)),
        }
    }

    /// The same with like terms collected.
    pub(crate) fn collected(&self) -> Term {
        let mut parts: Vec<(Term, i64)> = Vec::new();
        let mut constant = 0;
        self.collect(1, &mut parts, &mut constant);
        let mut terms: Vec<Term> = Vec::new();
        for (term, factor) in parts {
            match factor {
                0 => {}
                1 => terms.push(term),
                factor => terms.push(Term::Times(factor, Box::new(term))),
            }
        }
        // What is added stands before what is taken away.
        terms.sort_by_key(|term| matches!(term, Term::Times(factor, _) if *factor < 0));
        if constant != 0 || terms.is_empty() {
            terms.push(Term::Number(constant));
        }
        if terms.len() == 1 { terms.swap_remove(0) } else { Term::Sum(terms) }
    }

    fn collect(&self, factor: i64, parts: &mut Vec<(Term, i64)>, constant: &mut i64) {
        match self {
            Term::Number(number) => *constant += factor * number,
            Term::Sum(terms) => terms.iter().for_each(|term| term.collect(factor, parts, constant)),
            Term::Times(by, term) => term.collect(factor * by, parts, constant),
            other => {
                let other = other.inside_collected();
                if let Term::Number(number) = other {
                    *constant += factor * number;
                } else if let Some((_, known)) = parts.iter_mut().find(|(term, _)| *term == other) {
                    *known += factor;
                } else {
                    parts.push((other, factor));
                }
            }
        }
    }

    fn inside_collected(&self) -> Term {
        let constants = |terms: &[Term]| -> Option<Vec<i64>> {
            terms.iter().map(|term| if let Term::Number(n) = term { Some(*n) } else { None }).collect()
        };
        match self {
            Term::Quotient(term, by) => match term.collected() {
                Term::Number(n) => Term::Number(n.div_euclid(*by)),
                term => Term::Quotient(Box::new(term), *by),
            },
            Term::Remainder(term, by) => match term.collected() {
                Term::Number(n) => Term::Number(n.rem_euclid(*by)),
                term => Term::Remainder(Box::new(term), *by),
            },
            Term::Absolute(term) => match term.collected() {
                Term::Number(n) => Term::Number(n.abs()),
                term => Term::Absolute(Box::new(term)),
            },
            Term::Least(terms) | Term::Greatest(terms) => {
                let least = matches!(self, Term::Least(_));
                let terms: Vec<Term> = terms.iter().map(Term::collected).collect();
                match constants(&terms) {
                    Some(all) => {
                        Term::Number(if least { all.iter().min() } else { all.iter().max() }.copied().unwrap_or(0))
                    }
                    None if least => Term::Least(terms),
                    None => Term::Greatest(terms),
                }
            }
            other => other.clone(),
        }
    }

    /// Its number; none if a name is unknown or the number too large.
    pub(crate) fn value(&self, values: &Values) -> Option<i64> {
        let all = |terms: &[Term]| terms.iter().map(|term| term.value(values)).collect::<Option<Vec<i64>>>();
        match self {
            Term::Number(number) => Some(*number),
            Term::Name(name) => values.get(name).copied(),
            Term::Sum(terms) => all(terms)?.into_iter().try_fold(0i64, i64::checked_add),
            Term::Times(factor, term) => factor.checked_mul(term.value(values)?),
            Term::Quotient(term, by) => Some(term.value(values)?.div_euclid(*by)),
            Term::Remainder(term, by) => Some(term.value(values)?.rem_euclid(*by)),
            Term::Absolute(term) => term.value(values)?.checked_abs(),
            Term::Least(terms) => all(terms)?.into_iter().min(),
            Term::Greatest(terms) => all(terms)?.into_iter().max(),
        }
    }

    /// The divisors of `mod` and `div` in it.
    pub(crate) fn divisors(&self, found: &mut Vec<i64>) {
        match self {
            Term::Number(_) | Term::Name(_) => {}
            Term::Quotient(term, by) | Term::Remainder(term, by) => {
                found.push(*by);
                term.divisors(found);
            }
            Term::Times(_, term) | Term::Absolute(term) => term.divisors(found),
            Term::Sum(terms) | Term::Least(terms) | Term::Greatest(terms) => {
                terms.iter().for_each(|term| term.divisors(found));
            }
        }
    }
}

/// Two sides of a comparison without minus signs, where that is possible.
fn balanced(a: &Term, b: &Term) -> (Term, Term) {
    let parts = match a.clone().minus(b.clone()).collected() {
        Term::Sum(parts) => parts,
        other => vec![other],
    };
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for part in parts {
        match part {
            Term::Number(number) if number < 0 => right.push(Term::Number(-number)),
            Term::Times(factor, term) if factor < 0 => right.push(Term::Times(-factor, term)),
            other => left.push(other),
        }
    }
    (Term::Sum(left).collected(), Term::Sum(right).collected())
}

impl Prop {
    pub(crate) fn compare(left: Term, relation: Relation, right: Term) -> Prop {
        Prop::Compare(left, relation, right)
    }

    /// With other terms in the place of free names.
    pub(crate) fn with(&self, put: &dyn Fn(&str) -> Option<Term>) -> Prop {
        let all = |props: &[Prop]| props.iter().map(|prop| prop.with(put)).collect();
        match self {
            Prop::Compare(a, relation, b) => Prop::Compare(a.with(put), *relation, b.with(put)),
            Prop::And(props) => Prop::And(all(props)),
            Prop::Or(props) => Prop::Or(all(props)),
            Prop::Not(prop) => Prop::Not(Box::new(prop.with(put))),
            Prop::Exists(name, prop) => {
                let inside = |other: &str| if other == name { None } else { put(other) };
                Prop::Exists(name.clone(), Box::new(prop.with(&inside)))
            }
        }
    }

    /// Whether it holds; none if that needs a search, or a number is too large.
    pub(crate) fn holds(&self, values: &Values) -> Option<bool> {
        match self {
            Prop::Compare(a, relation, b) => {
                let (a, b) = (a.value(values)?, b.value(values)?);
                Some(match relation {
                    Relation::Less => a < b,
                    Relation::AtMost => a <= b,
                    Relation::Equal => a == b,
                    Relation::Unequal => a != b,
                    Relation::Greater => a > b,
                    Relation::AtLeast => a >= b,
                })
            }
            Prop::And(props) => {
                for prop in props {
                    if !prop.holds(values)? {
                        return Some(false);
                    }
                }
                Some(true)
            }
            Prop::Or(props) => {
                for prop in props {
                    if prop.holds(values)? {
                        return Some(true);
                    }
                }
                Some(false)
            }
            Prop::Not(prop) => Some(!prop.holds(values)?),
            Prop::Exists(..) => None,
        }
    }

    /// The same without conjunctions inside conjunctions and the like, terms collected,
    /// and what is plainly true or false left out.
    pub(crate) fn simplified(&self) -> Prop {
        match self {
            Prop::Compare(a, relation, b) => {
                let (a, b) = balanced(a, b);
                let constant = Prop::Compare(a.clone(), *relation, b.clone()).holds(&Values::new());
                match constant {
                    Some(true) => Prop::And(vec![]),
                    Some(false) => Prop::Or(vec![]),
                    None => Prop::Compare(a, *relation, b),
                }
            }
            Prop::And(props) => {
                let mut all = Vec::new();
                for prop in props {
                    match prop.simplified() {
                        Prop::And(inner) => all.extend(inner),
                        Prop::Or(inner) if inner.is_empty() => return Prop::Or(vec![]),
                        other => all.push(other),
                    }
                }
                if all.len() == 1 { all.swap_remove(0) } else { Prop::And(all) }
            }
            Prop::Or(props) => {
                let mut all = Vec::new();
                for prop in props {
                    match prop.simplified() {
                        Prop::Or(inner) => all.extend(inner),
                        Prop::And(inner) if inner.is_empty() => return Prop::And(vec![]),
                        other => all.push(other),
                    }
                }
                if all.len() == 1 { all.swap_remove(0) } else { Prop::Or(all) }
            }
            Prop::Not(prop) => match prop.simplified() {
                Prop::Compare(a, relation, b) => Prop::Compare(a, relation.opposite(), b),
                Prop::And(inner) if inner.is_empty() => Prop::Or(vec![]),
                Prop::Or(inner) if inner.is_empty() => Prop::And(vec![]),
                other => Prop::Not(Box::new(other)),
            },
            Prop::Exists(name, prop) => Prop::Exists(name.clone(), Box::new(prop.simplified())),
        }
    }

    /// Whether an `exists` stands in it.
    pub(crate) fn is_quantified(&self) -> bool {
        match self {
            Prop::Compare(..) => false,
            Prop::And(props) | Prop::Or(props) => props.iter().any(Prop::is_quantified),
            Prop::Not(prop) => prop.is_quantified(),
            Prop::Exists(..) => true,
        }
    }

    /// The divisors of `mod` and `div` in it, each once.
    pub(crate) fn divisors(&self) -> Vec<i64> {
        let mut found = Vec::new();
        self.all_divisors(&mut found);
        found.sort_unstable();
        found.dedup();
        found
    }

    fn all_divisors(&self, found: &mut Vec<i64>) {
        match self {
            Prop::Compare(a, _, b) => {
                a.divisors(found);
                b.divisors(found);
            }
            Prop::And(props) | Prop::Or(props) => props.iter().for_each(|prop| prop.all_divisors(found)),
            Prop::Not(prop) | Prop::Exists(_, prop) => prop.all_divisors(found),
        }
    }
}
