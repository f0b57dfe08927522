//! Why no move leads from the set to itself: inequalities that add up to a contradiction.
//!
//! That a position, a move and the option are all as they should not be is a disjunction
//! of systems of linear inequalities. If one of these has no solution, multiples of its
//! inequalities and of "this number is not negative" add up to 0 ≥ 1 (Farkas), which
//! anybody can check by adding.

use crate::claim::{Claim, Way};
use crate::logic::{Prop, Relation, Term};
use miyama::simplex::{self, Program};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};
use std::collections::BTreeMap;

/// Σ aᵢ·xᵢ + c ≤ 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Inequality {
    pub(crate) terms: BTreeMap<String, i64>,
    pub(crate) constant: i64,
}

/// Inequalities with positive multipliers that contradict each other.
pub(crate) type Contradiction = Vec<(i64, Inequality)>;

/// A proof with more systems than this is none that people read.
const MOST_SYSTEMS: usize = 64;

/// For each system of a way its contradiction, each once; none if one has no such
/// contradiction or there are too many.
pub(crate) fn contradictions(claim: &Claim, way: &Way) -> Option<Vec<Contradiction>> {
    let marks: Vec<Term> = way.option.clone();
    let mut all: Vec<Prop> = way.conditions.clone();
    all.push(claim.set.clone());
    all.push(claim.set_with(&marks));
    for term in &marks {
        all.push(Prop::compare(Term::Number(0), Relation::AtMost, term.clone()));
    }
    let mut found: Vec<Contradiction> = Vec::new();
    for system in systems(&Prop::And(all).simplified(), true)? {
        let contradiction = contradiction(&system)?;
        if !found.contains(&contradiction) {
            found.push(contradiction);
        }
    }
    Some(found)
}

fn contradiction(system: &[Inequality]) -> Option<Contradiction> {
    let mut names: Vec<&String> = system.iter().flat_map(|one| one.terms.keys()).collect();
    names.sort();
    names.dedup();
    let mut program = Program::new(names.len());
    for one in system {
        let row = names.iter().map(|name| BigInt::from(one.terms.get(*name).copied().unwrap_or(0))).collect();
        program.require(row, simplex::Relation::AtMost, BigInt::from(-one.constant));
    }
    let multipliers = program.solution().err()?;
    let mut found: Contradiction = Vec::new();
    for (multiplier, one) in multipliers.iter().zip(system).filter(|(multiplier, _)| !multiplier.is_zero()) {
        let multiplier = multiplier.abs().to_i64()?;
        match found.iter_mut().find(|(_, known)| known == one) {
            Some((known, _)) => *known += multiplier,
            None => found.push((multiplier, one.clone())),
        }
    }
    let common = found.iter().fold(0, |common: i64, (multiplier, _)| common.gcd(multiplier)).max(1);
    found.iter_mut().for_each(|(multiplier, _)| *multiplier /= common);
    Some(found)
}

/// What holds, as systems of inequalities of which one must hold.
fn systems(prop: &Prop, holds: bool) -> Option<Vec<Vec<Inequality>>> {
    let every = |props: &[Prop], holds: bool| -> Option<Vec<Vec<Inequality>>> {
        let mut all: Vec<Vec<Inequality>> = vec![vec![]];
        for prop in props {
            let next = systems(prop, holds)?;
            all = all.iter().flat_map(|a| next.iter().map(|b| [a.as_slice(), b.as_slice()].concat())).collect();
            if all.len() > MOST_SYSTEMS {
                return None;
            }
        }
        Some(all)
    };
    let some = |props: &[Prop], holds: bool| -> Option<Vec<Vec<Inequality>>> {
        let mut all = Vec::new();
        for prop in props {
            all.extend(systems(prop, holds)?);
        }
        Some(all)
    };
    match (prop, holds) {
        (Prop::And(props), true) | (Prop::Or(props), false) => every(props, holds),
        (Prop::And(props), false) | (Prop::Or(props), true) => some(props, holds),
        (Prop::Not(inner), _) => systems(inner, !holds),
        (Prop::Exists(..), _) => None,
        (Prop::Compare(a, relation, b), _) => {
            let relation = if holds { *relation } else { relation.opposite() };
            // What is at most something where all of several forms are is one system.
            let bounded = match relation {
                Relation::AtMost => upper(&a.clone().minus(b.clone())),
                Relation::Less => upper(&Term::Sum(vec![a.clone().minus(b.clone()), Term::Number(1)])),
                Relation::AtLeast => upper(&b.clone().minus(a.clone())),
                Relation::Greater => upper(&Term::Sum(vec![b.clone().minus(a.clone()), Term::Number(1)])),
                Relation::Equal | Relation::Unequal => None,
            };
            if let Some(system) = bounded {
                return Some(vec![system]);
            }
            let mut all = Vec::new();
            for (given, form) in cases(&a.clone().minus(b.clone()))? {
                let least =
                    |form: &Inequality, more: i64| Inequality { constant: form.constant + more, ..form.clone() };
                let ends: Vec<Vec<Inequality>> = match relation {
                    Relation::AtMost => vec![vec![form.clone()]],
                    Relation::Less => vec![vec![least(&form, 1)]],
                    Relation::AtLeast => vec![vec![form.times(-1)]],
                    Relation::Greater => vec![vec![least(&form.times(-1), 1)]],
                    Relation::Equal => vec![vec![form.clone(), form.times(-1)]],
                    Relation::Unequal => vec![vec![least(&form, 1)], vec![least(&form.times(-1), 1)]],
                };
                all.extend(ends.into_iter().map(|end| [given.as_slice(), end.as_slice()].concat()));
            }
            Some(all)
        }
    }
}

/// Forms of which the greatest is the term: where absolute values and maxima are added and
/// minima taken away.
fn upper(term: &Term) -> Option<Vec<Inequality>> {
    let several = |terms: &[Term], sign: i64| -> Option<Vec<Inequality>> {
        let mut all = Vec::new();
        for term in terms {
            all.extend(upper(&Term::Times(sign, Box::new(term.clone())))?);
        }
        Some(all)
    };
    match term {
        Term::Number(_) | Term::Name(_) => Some(vec![cases(term)?.swap_remove(0).1]),
        Term::Sum(terms) => {
            let mut all = vec![Inequality::default()];
            for term in terms {
                let next = upper(term)?;
                all = all.iter().flat_map(|a| next.iter().map(|b| a.plus(b))).collect();
                if all.len() > MOST_SYSTEMS {
                    return None;
                }
            }
            Some(all)
        }
        Term::Absolute(inner) => {
            let mut all = upper(inner)?;
            all.extend(upper(&Term::Times(-1, inner.clone()))?);
            Some(all)
        }
        Term::Greatest(terms) => several(terms, 1),
        Term::Times(factor, inner) => match (&**inner, factor.signum()) {
            (Term::Number(_) | Term::Name(_), _) | (_, 1) => {
                Some(upper(inner)?.iter().map(|form| form.times(*factor)).collect())
            }
            (Term::Sum(terms), _) => {
                let turned = terms.iter().map(|term| Term::Times(*factor, Box::new(term.clone()))).collect();
                upper(&Term::Sum(turned))
            }
            (Term::Times(by, inner), _) => upper(&Term::Times(factor * by, inner.clone())),
            (Term::Least(terms), -1) => Some(several(terms, -1)?.iter().map(|form| form.times(factor.abs())).collect()),
            _ => None,
        },
        Term::Least(_) | Term::Quotient(..) | Term::Remainder(..) => None,
    }
}

/// A term as linear forms, each where its inequalities hold.
fn cases(term: &Term) -> Option<Vec<(Vec<Inequality>, Inequality)>> {
    Some(match term {
        Term::Number(number) => vec![(vec![], Inequality { constant: *number, ..Inequality::default() })],
        Term::Name(name) => {
            vec![(vec![], Inequality { terms: BTreeMap::from([(name.clone(), 1)]), constant: 0 })]
        }
        Term::Times(factor, inner) => {
            cases(inner)?.into_iter().map(|(given, form)| (given, form.times(*factor))).collect()
        }
        Term::Sum(terms) => {
            let mut all = vec![(vec![], Inequality::default())];
            for term in terms {
                let next = cases(term)?;
                let add = |(given, form): &(Vec<Inequality>, Inequality)| {
                    let with = |(also, other): &(Vec<Inequality>, Inequality)| {
                        ([given.as_slice(), also.as_slice()].concat(), form.plus(other))
                    };
                    next.iter().map(with).collect::<Vec<_>>()
                };
                all = all.iter().flat_map(add).collect();
                if all.len() > MOST_SYSTEMS {
                    return None;
                }
            }
            all
        }
        Term::Absolute(inner) => {
            let mut all = Vec::new();
            for (given, form) in cases(inner)? {
                let below = [given.as_slice(), std::slice::from_ref(&form)].concat();
                let above = [given.as_slice(), &[form.times(-1)]].concat();
                all.extend([(above, form.clone()), (below, form.times(-1))]);
            }
            all
        }
        Term::Least(terms) | Term::Greatest(terms) => {
            let sign = if matches!(term, Term::Least(_)) { 1 } else { -1 };
            let forms: Option<Vec<_>> = terms.iter().map(cases).collect();
            let mut all = Vec::new();
            for (at, own) in forms.as_ref()?.iter().enumerate() {
                for (given, form) in own {
                    // It is the extreme one: sign·(form − other) ≤ 0.
                    let mut given = given.clone();
                    for (_, others) in forms.as_ref()?.iter().enumerate().filter(|(other, _)| *other != at) {
                        let [(also, other)] = others.as_slice() else { return None };
                        given.extend(also.iter().cloned());
                        given.push(form.plus(&other.times(-1)).times(sign));
                    }
                    all.push((given, form.clone()));
                }
            }
            all
        }
        Term::Quotient(..) | Term::Remainder(..) => return None,
    })
}

impl Inequality {
    fn times(&self, factor: i64) -> Inequality {
        let terms = self.terms.iter().map(|(name, a)| (name.clone(), a * factor)).filter(|(_, a)| *a != 0).collect();
        Inequality { terms, constant: self.constant * factor }
    }

    fn plus(&self, other: &Inequality) -> Inequality {
        let mut sum = self.clone();
        for (name, a) in &other.terms {
            *sum.terms.entry(name.clone()).or_default() += a;
        }
        sum.terms.retain(|_, a| *a != 0);
        sum.constant += other.constant;
        sum
    }
}
