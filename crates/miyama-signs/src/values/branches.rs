//! A number for each position, as a formula writes it, by cases: in each case it is a
//! polynomial in the heaps and in quotients and remainders.

use crate::polynomial::{Polynomial, Variable};
use miyama_language::formula::syntax::{Kind, Number, Operation, Truth};
use miyama_language::notation::Relation;

/// A case: where all facts are ≥ 0, the formula has this value. The first variables are the
/// heaps; then come a quotient and a remainder for each division.
#[derive(Clone, Debug)]
pub(crate) struct Branch {
    pub(crate) facts: Vec<Polynomial>,
    pub(crate) variables: Variable,
    pub(crate) value: Polynomial,
}

/// What is assumed on the way to a value.
#[derive(Clone, Debug)]
struct Path {
    facts: Vec<Polynomial>,
    heaps: Variable,
    variables: Variable,
}

/// The most cases.
const MOST: usize = 200;

/// The cases of a number for positions of so many heaps; they cover all of them. None if it is
/// not of this kind.
pub(crate) fn branches(number: &Number, heaps: Variable) -> Option<Vec<Branch>> {
    let start = Path { facts: vec![], heaps, variables: heaps };
    let all = values(number, &start)?;
    Some(all.into_iter().map(|(Path { facts, variables, .. }, value)| Branch { facts, variables, value }).collect())
}

impl Path {
    fn given(&self, fact: Polynomial) -> Path {
        let mut path = self.clone();
        path.facts.push(fact);
        path
    }

    /// Both signs of a number, or the one that is known.
    fn signs(&self, of: &Polynomial) -> Option<Vec<(Path, bool)>> {
        let below = negative(of)?.minus(&Polynomial::constant(1))?;
        Some(if self.facts.contains(of) || of.is_at_least_zero() {
            vec![(self.clone(), true)]
        } else if self.facts.contains(&below) || below.is_at_least_zero() {
            vec![(self.clone(), false)]
        } else {
            vec![(self.given(of.clone()), true), (self.given(below), false)]
        })
    }

    /// Whether one fact, or a half of it, shows that a number is not negative.
    fn shows(&self, number: &Polynomial) -> Option<bool> {
        if number.is_at_least_zero() {
            return Some(true);
        }
        for fact in &self.facts {
            if number.minus(fact)?.is_at_least_zero() || number.minus(&fact.over(2)?)?.is_at_least_zero() {
                return Some(true);
            }
        }
        Some(false)
    }
}

fn negative(of: &Polynomial) -> Option<Polynomial> {
    Polynomial::constant(0).minus(of)
}

fn values(number: &Number, path: &Path) -> Option<Vec<(Path, Polynomial)>> {
    let all = match &number.kind {
        Kind::Constant(value) => vec![(path.clone(), Polynomial::constant(i128::from(*value)))],
        Kind::Symbol(symbol) if *symbol < usize::from(path.heaps) => {
            vec![(path.clone(), Polynomial::variable(Variable::try_from(*symbol).ok()?))]
        }
        Kind::Negative(a) => {
            values(a, path)?.into_iter().map(|(path, a)| Some((path, negative(&a)?))).collect::<Option<_>>()?
        }
        Kind::Absolute(a) => {
            let mut all = Vec::new();
            for (path, a) in values(a, path)? {
                for (path, positive) in path.signs(&a)? {
                    all.push((path, if positive { a.clone() } else { negative(&a)? }));
                }
            }
            all
        }
        Kind::Floor(inside) => match &inside.kind {
            Kind::Binary(Operation::Fraction, a, b) => pairs(a, b, path, &quotient)?,
            _ => values(inside, path)?,
        },
        Kind::Binary(operation, a, b) => pairs(a, b, path, &|path, a, b| operated(*operation, path, a, b))?,
        Kind::Least(parts) => chosen(parts, path, true)?,
        Kind::Greatest(parts) => chosen(parts, path, false)?,
        Kind::If(condition, a, b) => {
            let mut all = Vec::new();
            for (path, holds) in truths(condition, path)? {
                all.extend(values(if holds { a } else { b }, &path)?);
            }
            all
        }
        _ => return None,
    };
    (all.len() <= MOST).then_some(all)
}

type Join<'a> = dyn Fn(Path, &Polynomial, &Polynomial) -> Option<Vec<(Path, Polynomial)>> + 'a;

fn pairs(a: &Number, b: &Number, path: &Path, join: &Join<'_>) -> Option<Vec<(Path, Polynomial)>> {
    let mut all = Vec::new();
    for (path, a) in values(a, path)? {
        for (path, b) in values(b, &path)? {
            all.extend(join(path, &a, &b)?);
        }
    }
    Some(all)
}

fn operated(operation: Operation, path: Path, a: &Polynomial, b: &Polynomial) -> Option<Vec<(Path, Polynomial)>> {
    let value = match operation {
        Operation::Sum => a.plus(1, b)?,
        Operation::Difference => a.minus(b)?,
        Operation::Product => a.times(b)?,
        Operation::Power => {
            let power = b.whole().filter(|power| (0..=4).contains(power))?;
            (0..power).try_fold(Polynomial::constant(1), |all, _| all.times(a))?
        }
        Operation::Quotient => return quotient(path, a, b),
        Operation::Remainder => {
            let all = divided(path, a, b)?;
            return Some(all.into_iter().map(|(path, [_, rest])| (path, rest)).collect());
        }
        Operation::Fraction | Operation::NimSum => return None,
    };
    Some(vec![(path, value)])
}

fn quotient(path: Path, a: &Polynomial, b: &Polynomial) -> Option<Vec<(Path, Polynomial)>> {
    let all = divided(path, a, b)?;
    Some(all.into_iter().map(|(path, [quotient, _])| (path, quotient)).collect())
}

/// Quotient and remainder, where the path shows b ≥ 1. Where the division never leaves a rest
/// the quotient is a polynomial. Else there are new variables q and r ≤ b − 1: for a ≥ 0,
/// a = b·q + r; for a ≤ −1, −a − 1 = b·q + r, so that a = b·(−q − 1) + (b − 1 − r).
fn divided(path: Path, a: &Polynomial, b: &Polynomial) -> Option<Vec<(Path, [Polynomial; 2])>> {
    if let Some(by) = b.whole()
        && by >= 1
        && let Some(exact) = a.over(by).filter(Polynomial::is_whole_everywhere)
    {
        return Some(vec![(path, [exact, Polynomial::constant(0)])]);
    }
    let one = Polynomial::constant(1);
    let room = b.minus(&one)?;
    if !path.shows(&room)? {
        return None;
    }
    let signs = if path.shows(a)? { vec![(path, true)] } else { path.signs(a)? };
    let mut all = Vec::new();
    for (mut path, positive) in signs {
        let (q, r) = (Polynomial::variable(path.variables), Polynomial::variable(path.variables + 1));
        path.variables = path.variables.checked_add(2)?;
        let of = if positive { a.clone() } else { negative(a)?.minus(&one)? };
        let rest = of.minus(&b.times(&q)?)?.minus(&r)?;
        path.facts.extend([rest.clone(), negative(&rest)?, room.minus(&r)?]);
        all.push((path, if positive { [q, r] } else { [negative(&q)?.minus(&one)?, room.minus(&r)?] }));
    }
    Some(all)
}

/// The least or the greatest of some numbers.
fn chosen(parts: &[Number], path: &Path, least: bool) -> Option<Vec<(Path, Polynomial)>> {
    let (first, rest) = parts.split_first()?;
    let mut all = values(first, path)?;
    for part in rest {
        let mut next = Vec::new();
        for (path, so_far) in all {
            for (path, other) in values(part, &path)? {
                // The one so far stays if it is on the right side, or equal.
                let keeps = if least { other.minus(&so_far)? } else { so_far.minus(&other)? };
                for (path, stays) in path.signs(&keeps)? {
                    next.push((path, if stays { so_far.clone() } else { other.clone() }));
                }
            }
        }
        all = next;
    }
    Some(all)
}

/// Where a condition holds and where it does not.
fn truths(truth: &Truth, path: &Path) -> Option<Vec<(Path, bool)>> {
    Some(match truth {
        Truth::Chain(first, links) => {
            let mut all = Vec::new();
            for (path, value) in values(first, path)? {
                all.extend(chain(&value, links, &path)?);
            }
            all
        }
        Truth::Not(inner) => truths(inner, path)?.into_iter().map(|(path, holds)| (path, !holds)).collect(),
        Truth::And(parts) => all_of(parts, path, true)?,
        Truth::Or(parts) => all_of(parts, path, false)?,
        _ => return None,
    })
}

/// The parts one after the other, as long as each is what it must be to go on.
fn all_of(parts: &[Truth], path: &Path, goes_on: bool) -> Option<Vec<(Path, bool)>> {
    let Some((first, rest)) = parts.split_first() else { return Some(vec![(path.clone(), goes_on)]) };
    let mut all = Vec::new();
    for (path, holds) in truths(first, path)? {
        if holds == goes_on {
            all.extend(all_of(rest, &path, goes_on)?);
        } else {
            all.push((path, holds));
        }
    }
    Some(all)
}

fn chain(left: &Polynomial, links: &[(Relation, Number)], path: &Path) -> Option<Vec<(Path, bool)>> {
    let Some(((relation, term), rest)) = links.split_first() else { return Some(vec![(path.clone(), true)]) };
    let mut all = Vec::new();
    for (path, right) in values(term, path)? {
        for (path, holds) in link(left, *relation, &right, &path)? {
            if holds {
                all.extend(chain(&right, rest, &path)?);
            } else {
                all.push((path, false));
            }
        }
    }
    Some(all)
}

fn link(left: &Polynomial, relation: Relation, right: &Polynomial, path: &Path) -> Option<Vec<(Path, bool)>> {
    let one = Polynomial::constant(1);
    match relation {
        Relation::AtMost => path.signs(&right.minus(left)?),
        Relation::Less => path.signs(&right.minus(left)?.minus(&one)?),
        Relation::AtLeast => path.signs(&left.minus(right)?),
        Relation::Greater => path.signs(&left.minus(right)?.minus(&one)?),
        Relation::Equal | Relation::Unequal => {
            let equal = relation == Relation::Equal;
            let mut all = Vec::new();
            for (path, at_most) in path.signs(&right.minus(left)?)? {
                if !at_most {
                    all.push((path, !equal));
                    continue;
                }
                for (path, at_least) in path.signs(&left.minus(right)?)? {
                    all.push((path, at_least == equal));
                }
            }
            Some(all)
        }
    }
}
