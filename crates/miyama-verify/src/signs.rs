//! Proofs by signs, checked: the P-positions of a game on two heaps are some listed ones
//! and the neighbours (f(k), f(k+1)), (f(k+1), f(k)) in a quadratic sequence.
//!
//! The certificate only says which sums to look at. All polynomials are computed here, from
//! the syntax trees of the definition and the formula. Every variable is a natural number,
//! so a polynomial without positive coefficients and with a negative constant is negative,
//! and one without negative coefficients is not.
//!
//! 1. *Play ends*: for every way to move, x+y−x′−y′−1 less a sum of its conditions has no
//!    negative coefficient.
//! 2. *No move inside*: for every way, every pair of places and every comparison of their
//!    indices, a sum of conditions is negative, perhaps after cases by whether a variable
//!    is 0.
//! 3. *A move from everywhere else*: f(0) = 0 and f grows, so the smaller heap is f(k)+u
//!    with u < f(k+1)−f(k) for one k. The tree of cases is followed; each case is
//!    exhaustive by what it says.

pub(crate) mod polynomial;
pub(crate) mod rules;

pub use crate::theorem::Check;

use miyama_language::budget::{Budget, Stopped};
use miyama_language::notation::parse_definition;
use miyama_language::text::say;
use polynomial::Polynomial;
use rules::{Set, Way};
use serde::{Deserialize, Serialize};

/// A certificate as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// `signs`
    pub miyama: String,
    /// The version of the format.
    pub version: u32,
    /// The definition of the game.
    pub game: String,
    /// Its arguments: numbers, or names that stand for every natural number.
    pub arguments: Vec<String>,
    /// The P-positions.
    pub formula: String,
    /// For each way to move, which conditions show that it lowers the total.
    pub ends: Vec<Vec<(usize, u32)>>,
    /// No move inside.
    pub inside: Vec<NoMove>,
    /// A move from everywhere else: for x ≤ y and for x ≥ y.
    pub everywhere: [Tree; 2],
}

/// A position of the formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// By its place in the list.
    Listed(usize),
    /// (f(k), f(k+1)).
    Bracket,
    /// (f(k+1), f(k)).
    BracketMirrored,
    /// (f(m), f(m+1)).
    Difference,
    /// (f(m+1), f(m)).
    DifferenceMirrored,
    /// (f(0), f(1)).
    First,
    /// (f(1), f(0)).
    FirstMirrored,
}

/// A way does not lead from one place to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoMove {
    /// The way.
    pub way: usize,
    /// From here.
    pub from: Place,
    /// To there.
    pub to: Place,
    /// How the indices compare.
    pub indices: Indices,
    /// Why.
    pub because: Closed,
}

/// How the indices k and m compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Indices {
    /// There are not both.
    None,
    /// k = m + 1 + e.
    Greater,
    /// k = m.
    Equal,
    /// m = k + 1 + e.
    Less,
}

/// Why conditions contradict each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Closed {
    /// Their sum is negative.
    Sum(Vec<(usize, u32)>),
    /// A variable is 0, or one more than a natural number.
    Zero(u8, Box<[Closed; 2]>),
}

/// Why there is a move from everywhere else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tree {
    /// The hypotheses contradict each other.
    Contradiction(Vec<(usize, u32)>),
    /// The position is one of the formula.
    Inside(Place),
    /// There is a move by this way to this place.
    Move(usize, Place, Vec<Vec<(usize, u32)>>),
    /// Cases.
    Split(Split, Vec<Tree>),
}

/// A distinction of cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Split {
    /// By the total.
    Total,
    /// By the difference.
    Difference,
    /// By the indices.
    Indices,
    /// By a variable.
    Zero(u8),
}

/// The variables: k, u, d, m, r, e. Parameters come before them, heaps first of all.
const K: u8 = 8;
const U: u8 = 9;
const D: u8 = 10;
const M: u8 = 11;
const R: u8 = 12;
const E: u8 = 13;

/// Checks a certificate.
///
/// # Errors
/// [`Stopped`] if the budget ends first.
pub fn check(certificate: &Certificate, budget: &Budget) -> Result<Check, Stopped> {
    budget.check()?;
    let refused = |reason| Ok(Check::Refused(reason));
    let Some(checker) = Checker::new(certificate) else { return refused(say!("proof.refuse_game")) };
    let Some(checker) = checker else { return refused(say!("proof.refuse_statement")) };
    if checker.ends(&certificate.ends) != Some(true) {
        return refused(say!("proof.refuse_ends"));
    }
    budget.check()?;
    if checker.inside(&certificate.inside) != Some(true) {
        return refused(say!("proof.refuse_inside"));
    }
    for (tree, mirrored) in certificate.everywhere.iter().zip([false, true]) {
        budget.check()?;
        let start = checker.start(mirrored);
        if start.and_then(|case| checker.follows(tree, &case, 0)) != Some(true) {
            return refused(say!("proof.refuse_everywhere"));
        }
    }
    Ok(Check::Holds)
}

struct Checker {
    ways: Vec<Way>,
    set: Set,
}

/// What is known of a position.
#[derive(Clone)]
struct Case {
    position: [Polynomial; 2],
    hypotheses: Vec<Polynomial>,
    k: Polynomial,
    m: Option<Polynomial>,
    /// Whether k, d and m are still whole variables, which splits replace.
    fresh: bool,
}

impl Case {
    fn put(&self, variable: u8, value: &Polynomial) -> Option<Case> {
        let mut next = self.clone();
        let all = next.position.iter_mut().chain(&mut next.hypotheses).chain([&mut next.k]).chain(&mut next.m);
        for polynomial in all {
            *polynomial = polynomial.put(variable, value)?;
        }
        Some(next)
    }
}

/// A sum of multiples; none if a place is wrong.
fn sum(of: &[(usize, u32)], all: &[Polynomial]) -> Option<Polynomial> {
    let mut total = Polynomial::number(0);
    for (place, factor) in of {
        total = total.add(&all.get(*place)?.scale(i128::from(*factor))?)?;
    }
    Some(total)
}

/// 0 and v + 1.
fn zero_or_more(variable: u8) -> Option<[Polynomial; 2]> {
    Some([Polynomial::number(0), Polynomial::variable(variable).add(&Polynomial::number(1))?])
}

/// The deepest tree that is followed.
const DEEPEST: usize = 40;

impl Checker {
    /// None if the game cannot be read, Some(None) if the formula cannot.
    fn new(certificate: &Certificate) -> Option<Option<Checker>> {
        if certificate.miyama != "signs" || certificate.version != 1 {
            return None;
        }
        let definition = parse_definition(&certificate.game).ok().filter(|game| !game.is_partizan())?;
        let (values, names) = rules::arguments(&definition, &certificate.arguments)?;
        let ways = rules::ways(&definition, &values)?;
        let set = Set::read(&certificate.formula, &definition, &names);
        Some(set.map(|set| Checker { ways, set }))
    }

    fn ends(&self, sums: &[Vec<(usize, u32)>]) -> Option<bool> {
        let [x, y, a, b] = [0, 1, 2, 3].map(Polynomial::variable);
        let lowered = x.add(&y)?.add(&a.scale(-1)?)?.add(&b.scale(-1)?)?.add(&Polynomial::number(-1))?;
        if sums.len() != self.ways.len() {
            return Some(false);
        }
        for (way, of) in self.ways.iter().zip(sums) {
            if !lowered.add(&sum(of, way)?.scale(-1)?)?.is_never_negative() {
                return Some(false);
            }
        }
        Some(true)
    }

    fn place(&self, place: Place, k: &Polynomial, m: &Polynomial) -> Option<[Polynomial; 2]> {
        let zero = Polynomial::number(0);
        let (index, mirrored) = match place {
            Place::Listed(n) => return self.set.listed.get(n).map(|heaps| heaps.map(Polynomial::number)),
            Place::Bracket => (k, false),
            Place::BracketMirrored => (k, true),
            Place::Difference => (m, false),
            Place::DifferenceMirrored => (m, true),
            Place::First => (&zero, false),
            Place::FirstMirrored => (&zero, true),
        };
        let (low, high) = (self.set.f(index)?, self.set.f(&index.add(&Polynomial::number(1))?)?);
        Some(if mirrored { [high, low] } else { [low, high] })
    }

    fn conditions(&self, way: usize, from: &[Polynomial; 2], to: &[Polynomial; 2]) -> Option<Vec<Polynomial>> {
        let put = |condition: &Polynomial| {
            let first = condition.put(0, &from[0])?.put(1, &from[1])?;
            first.put(2, &to[0])?.put(3, &to[1])
        };
        self.ways.get(way)?.iter().map(put).collect()
    }

    fn indices(indices: Indices) -> Option<[Polynomial; 2]> {
        let (k, m) = (Polynomial::variable(K), Polynomial::variable(M));
        let more = Polynomial::variable(E).add(&Polynomial::number(1))?;
        Some(match indices {
            Indices::None => [k, m],
            Indices::Greater => [m.add(&more)?, m],
            Indices::Equal => [k.clone(), k],
            Indices::Less => [k.clone(), k.add(&more)?],
        })
    }

    /// Every way, pair of places and comparison is there, and closed.
    fn inside(&self, given: &[NoMove]) -> Option<bool> {
        let listed: Vec<Place> = (0..self.set.listed.len()).map(Place::Listed).collect();
        let from = [listed.as_slice(), &[Place::Bracket, Place::BracketMirrored]].concat();
        let to = [listed.as_slice(), &[Place::Difference, Place::DifferenceMirrored]].concat();
        for way in 0..self.ways.len() {
            for from in &from {
                for to in &to {
                    let listed = matches!(from, Place::Listed(_)) || matches!(to, Place::Listed(_));
                    let all = if listed {
                        vec![Indices::None]
                    } else {
                        vec![Indices::Greater, Indices::Equal, Indices::Less]
                    };
                    for indices in all {
                        let is_this =
                            |one: &&NoMove| (one.way, one.from, one.to, one.indices) == (way, *from, *to, indices);
                        let Some(one) = given.iter().find(is_this) else { return Some(false) };
                        let [k, m] = Checker::indices(indices)?;
                        let (start, end) = (self.place(*from, &k, &m)?, self.place(*to, &k, &m)?);
                        let conditions = self.conditions(way, &start, &end)?;
                        if !closed(&one.because, &conditions, 0)? {
                            return Some(false);
                        }
                    }
                }
            }
        }
        Some(true)
    }

    fn start(&self, mirrored: bool) -> Option<Case> {
        let (k, u) = (Polynomial::variable(K), Polynomial::variable(U));
        let f = self.set.f(&k)?;
        let low = f.add(&u)?;
        let high = low.add(&Polynomial::variable(D))?;
        let below = self.set.gap(&k)?.add(&Polynomial::number(-1))?.add(&u.scale(-1)?)?;
        let position = if mirrored { [high, low] } else { [low, high] };
        Some(Case { position, hypotheses: vec![below, f], k, m: None, fresh: true })
    }

    fn follows(&self, tree: &Tree, case: &Case, depth: usize) -> Option<bool> {
        if depth > DEEPEST {
            return Some(false);
        }
        match tree {
            Tree::Contradiction(of) => Some(sum(of, &case.hypotheses)?.is_negative()),
            Tree::Inside(place) => Some(self.named(*place, case)? == case.position),
            Tree::Move(way, place, sums) => {
                let conditions = self.conditions(*way, &case.position, &self.named(*place, case)?)?;
                if conditions.len() != sums.len() {
                    return Some(false);
                }
                for (condition, of) in conditions.iter().zip(sums) {
                    if !condition.add(&sum(of, &case.hypotheses)?.scale(-1)?)?.is_never_negative() {
                        return Some(false);
                    }
                }
                Some(true)
            }
            Tree::Split(split, trees) => {
                let cases = self.cases(*split, case)?;
                if cases.len() != trees.len() {
                    return Some(false);
                }
                for (case, tree) in cases.iter().zip(trees) {
                    if !self.follows(tree, case, depth + 1)? {
                        return Some(false);
                    }
                }
                Some(true)
            }
        }
    }

    /// A place that a case can name: m only where there is one.
    fn named(&self, place: Place, case: &Case) -> Option<[Polynomial; 2]> {
        let needs_m = matches!(place, Place::Difference | Place::DifferenceMirrored);
        let m = if needs_m { case.m.clone()? } else { Polynomial::number(0) };
        self.place(place, &case.k, &m)
    }

    /// Cases that cover everything.
    fn cases(&self, split: Split, case: &Case) -> Option<Vec<Case>> {
        let one = Polynomial::number(1);
        let less = |a: &Polynomial, b: &Polynomial| a.add(&b.scale(-1)?);
        match split {
            Split::Total => {
                let total = case.position[0].add(&case.position[1])?;
                let over = less(&less(&total, &self.set.f(&case.k)?)?, &self.set.f(&case.k.add(&one)?)?)?;
                let (mut above, mut below) = (case.clone(), case.clone());
                above.hypotheses.push(less(&over, &one)?);
                below.hypotheses.push(over.scale(-1)?);
                Some(vec![above, below])
            }
            Split::Difference => {
                // d is still a variable of its own, and the step is at least 1: d < first, or
                // d − first is step·m + r with r < step.
                let step = less(&self.set.step, &one)?;
                if !case.fresh || case.m.is_some() || !step.is_never_negative() {
                    return None;
                }
                let (m, r) = (Polynomial::variable(M), Polynomial::variable(R));
                let mut far = case.put(D, &self.set.gap(&m)?.add(&r)?)?;
                far.hypotheses.push(less(&step, &r)?);
                far.hypotheses.push(self.set.f(&m)?);
                far.m = Some(m);
                let mut near = case.clone();
                near.hypotheses.push(less(&less(&self.set.first, &one)?, &Polynomial::variable(D))?);
                Some(vec![far, near])
            }
            Split::Indices => {
                let plain = case.k == Polynomial::variable(K) && case.m == Some(Polynomial::variable(M));
                if !case.fresh || !plain {
                    return None;
                }
                let mut all = Vec::new();
                for indices in [Indices::Greater, Indices::Equal, Indices::Less] {
                    let [k, m] = Checker::indices(indices)?;
                    let mut next = if indices == Indices::Greater { case.put(K, &k)? } else { case.put(M, &m)? };
                    next.fresh = false;
                    all.push(next);
                }
                Some(all)
            }
            // A parameter also stands in the rules, which a case does not change.
            Split::Zero(variable) if !(K..=E).contains(&variable) => None,
            Split::Zero(variable) => zero_or_more(variable)?
                .iter()
                .map(|value| {
                    let mut next = case.put(variable, value)?;
                    next.fresh = false;
                    Some(next)
                })
                .collect(),
        }
    }
}

fn closed(because: &Closed, conditions: &[Polynomial], depth: usize) -> Option<bool> {
    match because {
        Closed::Sum(of) => Some(sum(of, conditions)?.is_negative()),
        Closed::Zero(variable, both) if depth < DEEPEST => {
            for (value, because) in zero_or_more(*variable)?.iter().zip(both.iter()) {
                let put: Vec<Polynomial> = conditions.iter().map(|c| c.put(*variable, value)).collect::<Option<_>>()?;
                if !closed(because, &put, depth + 1)? {
                    return Some(false);
                }
            }
            Some(true)
        }
        Closed::Zero(..) => Some(false),
    }
}
