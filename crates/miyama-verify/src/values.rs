//! Grundy values of a game on two heaps, checked: a formula V gives them if play ends, V is
//! natural, no move keeps V, and from every position a move leads to each g < V.
//!
//! The certificate is a list of trees. What they begin with, the conditions of a way to
//! move and the cases of the formula, is derived here from the syntax trees of both. All
//! variables are natural numbers and all facts are polynomials ≥ 0. A tree may only
//!
//! - *rewrite*: where a fact says v ≥ n, n without v and never negative, v = n + v′, and v′ is
//!   called v again; where a fact has no positive coefficient and a multiple of v, v is 0;
//! - distinguish a whole number ≥ 0 from one ≤ −1;
//! - divide a number ≥ 0 by one ≥ 1, or find the terms f(t) ≤ n < f(t+1) of a sequence with
//!   f(0) = 0 that grows: both give two new natural numbers;
//! - end with a sum of facts that proves −1 ≥ 0, or with a move, each of whose conditions is
//!   proved by a sum of facts. A sum proves a goal if a multiple of the goal less the sum has
//!   no negative coefficient.

mod cases;

pub use crate::theorem::Check;

use crate::signs::polynomial::Polynomial;
use crate::signs::rules::{self, Way};
use cases::{Case, cases};
use miyama_language::budget::{Budget, Stopped};
use miyama_language::formula::{Formula, Names};
use miyama_language::notation::parse_definition;
use miyama_language::text::say;
use serde::{Deserialize, Serialize};

/// A certificate as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// `values`
    pub miyama: String,
    /// The version of the format.
    pub version: u32,
    /// The definition of the game.
    pub game: String,
    /// Its arguments: numbers.
    pub arguments: Vec<String>,
    /// The Grundy value of every position.
    pub formula: String,
    /// For each way to move, why it lowers the total.
    pub ends: Vec<Sum>,
    /// For each case of the formula, why its value is not negative.
    pub natural: Vec<Tree>,
    /// For each way, case where it begins and case where it leads, why the values differ.
    pub inside: Vec<Tree>,
    /// For each case, a move to every smaller value.
    pub below: Vec<Tree>,
}

/// Multiples of facts: place and factor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sum {
    /// How often the goal is taken.
    pub times: u64,
    /// Places of facts, and how often each is taken.
    pub of: Vec<(usize, u64)>,
}

/// A polynomial: coefficients with the variables that they are multiplied by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// The denominator of all.
    pub over: u64,
    /// The terms.
    pub sum: Vec<(i64, Vec<u8>)>,
}

/// A tree of cases.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tree {
    /// Facts and variables.
    Rewrite(Vec<(usize, u8)>, Box<Tree>),
    /// A whole number is ≥ 0, or ≤ −1.
    Sign(Terms, Box<[Tree; 2]>),
    /// Quotient and remainder.
    Divide {
        /// What is divided.
        of: Terms,
        /// By what.
        by: Terms,
        /// Why the one is ≥ 0 and the other ≥ 1.
        because: [Sum; 2],
        /// What follows.
        then: Box<Tree>,
    },
    /// The index of a term and the distance to it.
    Bracket {
        /// The number.
        of: Terms,
        /// The sequence, with the index as variable 0.
        sequence: Terms,
        /// Why the number is ≥ 0.
        because: Sum,
        /// What follows.
        then: Box<Tree>,
    },
    /// −1 ≥ 0.
    Contradiction(Sum),
    /// A move to a position of the value g.
    Move {
        /// The way.
        way: usize,
        /// The position.
        to: [Terms; 2],
        /// The case of the formula there.
        case: usize,
        /// Its variables.
        with: Vec<Terms>,
        /// Why everything is ≥ 0 that must be, in the order in which the checker asks for it.
        because: Vec<Sum>,
    },
}

/// Checks a certificate.
///
/// # Errors
/// [`Stopped`] if the budget ends first.
pub fn check(certificate: &Certificate, budget: &Budget) -> Result<Check, Stopped> {
    let refused = |reason| Ok(Check::Refused(reason));
    let Some(checker) = Checker::new(certificate) else { return refused(say!("proof.refuse_game")) };
    let Some(checker) = checker else { return refused(say!("proof.refuse_statement")) };
    if checker.ends(&certificate.ends) != Some(true) {
        return refused(say!("proof.refuse_ends"));
    }
    let parts = [
        (&certificate.natural, checker.natural(), say!("proof.refuse_statement")),
        (&certificate.inside, checker.inside(), say!("proof.refuse_inside")),
        (&certificate.below, checker.below(), say!("proof.refuse_everywhere")),
    ];
    for (trees, known, reason) in parts {
        let Some(known) = known.filter(|known| known.len() == trees.len()) else { return refused(reason) };
        for (tree, known) in trees.iter().zip(known) {
            budget.check()?;
            if checker.follows(tree, known, 0) != Some(true) {
                return refused(reason);
            }
        }
    }
    Ok(Check::Holds)
}

struct Checker {
    ways: Vec<Way>,
    cases: Vec<Case>,
}

/// What is known on the way down a tree.
#[derive(Clone)]
struct Known {
    facts: Vec<Polynomial>,
    /// The heaps and the smaller value, where a move is looked for.
    asked: Option<[Polynomial; 3]>,
    /// All variables are below this one.
    free: u8,
}

/// The deepest tree that is followed, and the most variables.
const DEEPEST: usize = 100;
const MOST_VARIABLES: u8 = 200;

fn less(a: &Polynomial, b: &Polynomial) -> Option<Polynomial> {
    a.add(&b.scale(-1)?)
}

impl Known {
    fn put(&mut self, variable: u8, value: &Polynomial) -> Option<()> {
        for polynomial in self.facts.iter_mut().chain(self.asked.iter_mut().flatten()) {
            *polynomial = polynomial.put(variable, value)?;
        }
        Some(())
    }

    fn given(&self, fact: Polynomial) -> Known {
        let mut next = self.clone();
        next.facts.push(fact);
        next
    }

    /// Whether a sum proves that a goal is ≥ 0.
    fn proves(&self, goal: &Polynomial, sum: &Sum) -> Option<bool> {
        let mut rest = goal.scale(i128::from(sum.times))?;
        for (place, factor) in &sum.of {
            rest = less(&rest, &self.facts.get(*place)?.scale(i128::from(*factor))?)?;
        }
        Some(sum.times >= 1 && rest.is_never_negative())
    }

    /// A polynomial in the known variables that is whole everywhere.
    fn read(&self, terms: &Terms) -> Option<Polynomial> {
        read(terms, self.free)
    }

    /// One step of a rewriting.
    fn rewrite(&mut self, place: usize, variable: u8) -> Option<()> {
        let fact = self.facts.get(place)?.clone();
        let own = Polynomial::variable(variable);
        let least = less(&own, &fact)?;
        if least.is_never_negative() && least.is_whole() && !least.has(variable) {
            return self.put(variable, &own.add(&least)?);
        }
        let nothing = fact.scale(-1)?.is_never_negative() && fact.has_alone(variable);
        if nothing { self.put(variable, &Polynomial::number(0)) } else { None }
    }
}

fn read(terms: &Terms, free: u8) -> Option<Polynomial> {
    let mut sum = Polynomial::number(0);
    for (coefficient, factors) in &terms.sum {
        let mut term = Polynomial::number(i128::from(*coefficient));
        for factor in factors {
            if *factor >= free {
                return None;
            }
            term = term.multiply(&Polynomial::variable(*factor))?;
        }
        sum = sum.add(&term)?;
    }
    sum.divide(i128::from(terms.over)).filter(Polynomial::is_whole)
}

/// With these for the variables 0, 1, … of a polynomial that has no others.
fn at(polynomial: &Polynomial, values: &[Polynomial]) -> Option<Polynomial> {
    // Moved out of the way first, so that no value is replaced again.
    const AWAY: u8 = MOST_VARIABLES;
    let mut moved = polynomial.clone();
    for n in 0..u8::try_from(values.len()).ok()? {
        moved = moved.put(n, &Polynomial::variable(AWAY.checked_add(n)?))?;
    }
    for (n, value) in (0u8..).zip(values) {
        moved = moved.put(AWAY + n, value)?;
    }
    Some(moved)
}

fn variables(from: u8, to: u8) -> Vec<Polynomial> {
    (from..to).map(Polynomial::variable).collect()
}

impl Checker {
    /// None if the game cannot be read, Some(None) if the formula cannot.
    fn new(certificate: &Certificate) -> Option<Option<Checker>> {
        if certificate.miyama != "values" || certificate.version != 1 {
            return None;
        }
        let definition = parse_definition(&certificate.game).ok()?;
        let (values, names) = rules::arguments(&definition, &certificate.arguments)?;
        let ways = rules::ways(&definition, &values).filter(|_| names.is_empty())?;
        let formula = Formula::value(&certificate.formula, &Names::only(definition.heap_names())).ok();
        let cases = formula.and_then(|formula| cases(formula.number()?));
        // Values are put in place of variables from MOST_VARIABLES on.
        let few = |cases: &Vec<Case>| cases.iter().all(|case| case.variables < 50);
        Some(cases.filter(few).map(|cases| Checker { ways, cases }))
    }

    fn ends(&self, sums: &[Sum]) -> Option<bool> {
        let [x, y, a, b] = [0, 1, 2, 3].map(Polynomial::variable);
        let lowered = less(&less(&x.add(&y)?, &a)?, &b)?.add(&Polynomial::number(-1))?;
        let mut good = sums.len() == self.ways.len();
        for (way, sum) in self.ways.iter().zip(sums) {
            good &= Known { facts: way.clone(), asked: None, free: 4 }.proves(&lowered, sum)?;
        }
        Some(good)
    }

    /// For each case, its facts and that the value is ≤ −1.
    fn natural(&self) -> Option<Vec<Known>> {
        let one = |case: &Case| {
            let mut facts = case.facts.clone();
            facts.push(case.value.scale(-1)?.add(&Polynomial::number(-1))?);
            Some(Known { facts, asked: None, free: case.variables })
        };
        self.cases.iter().map(one).collect()
    }

    /// For each way and two cases, the facts of both, that the values are equal, and the conditions of the way. The
    /// variables are the heaps, those of the option, those of the one case, of the other.
    fn inside(&self) -> Option<Vec<Known>> {
        let mut all = Vec::new();
        for way in &self.ways {
            for from in &self.cases {
                for to in &self.cases {
                    let second = 2 + from.variables;
                    let free = second + to.variables - 2;
                    let here = [variables(0, 2), variables(4, second)].concat();
                    let there = [variables(2, 4), variables(second, free)].concat();
                    let mut facts = Vec::new();
                    for (case, values) in [(from, &here), (to, &there)] {
                        for fact in &case.facts {
                            facts.push(at(fact, values)?);
                        }
                    }
                    let over = less(&at(&from.value, &here)?, &at(&to.value, &there)?)?;
                    facts.extend([over.clone(), over.scale(-1)?]);
                    facts.extend(way.iter().cloned());
                    all.push(Known { facts, asked: None, free });
                }
            }
        }
        Some(all)
    }

    /// For each case, its facts and g ≤ V − 1. The variables are the heaps, g, those of the
    /// case.
    fn below(&self) -> Option<Vec<Known>> {
        let one = |case: &Case| {
            let free = case.variables + 1;
            let here = [variables(0, 2), variables(3, free)].concat();
            let mut facts = case.facts.iter().map(|fact| at(fact, &here)).collect::<Option<Vec<_>>>()?;
            let g = Polynomial::variable(2);
            facts.push(less(&at(&case.value, &here)?, &g)?.add(&Polynomial::number(-1))?);
            Some(Known { facts, asked: Some([0, 1, 2].map(Polynomial::variable)), free })
        };
        self.cases.iter().map(one).collect()
    }

    fn follows(&self, tree: &Tree, mut known: Known, depth: usize) -> Option<bool> {
        if depth > DEEPEST || known.free > MOST_VARIABLES - 2 {
            return Some(false);
        }
        let one = Polynomial::number(1);
        match tree {
            Tree::Rewrite(steps, then) => {
                for (place, variable) in steps {
                    known.rewrite(*place, *variable)?;
                }
                self.follows(then, known, depth + 1)
            }
            Tree::Sign(of, then) => {
                let of = known.read(of)?;
                let below = of.scale(-1)?.add(&Polynomial::number(-1))?;
                let both = self.follows(&then[0], known.given(of), depth + 1)?;
                Some(both && self.follows(&then[1], known.given(below), depth + 1)?)
            }
            Tree::Divide { of, by, because, then } => {
                let (of, by) = (known.read(of)?, known.read(by)?);
                let room = less(&by, &one)?;
                if !(known.proves(&of, &because[0])? && known.proves(&room, &because[1])?) {
                    return Some(false);
                }
                let (q, r) = known.fresh();
                let equal = less(&less(&of, &by.multiply(&q)?)?, &r)?;
                known.facts.extend([equal.clone(), equal.scale(-1)?, less(&room, &r)?]);
                self.follows(then, known, depth + 1)
            }
            Tree::Bracket { of, sequence, because, then } => {
                let (of, f) = (known.read(of)?, read(sequence, 1)?);
                let gap = |t: &Polynomial| less(&f.put(0, &t.add(&one)?)?, &f.put(0, t)?);
                let grows = less(&gap(&Polynomial::variable(0))?, &one)?.is_never_negative();
                let begins = f.put(0, &Polynomial::number(0))? == Polynomial::number(0);
                if !(grows && begins && known.proves(&of, because)?) {
                    return Some(false);
                }
                let (t, r) = known.fresh();
                let equal = less(&less(&of, &f.put(0, &t)?)?, &r)?;
                let room = less(&less(&gap(&t)?, &one)?, &r)?;
                known.facts.extend([equal.clone(), equal.scale(-1)?, room]);
                self.follows(then, known, depth + 1)
            }
            Tree::Contradiction(sum) => known.proves(&Polynomial::number(-1), sum),
            Tree::Move { way, to, case, with, because } => {
                let goals = self.goals(&known, *way, to, *case, with)?;
                let mut good = goals.len() == because.len();
                for (goal, sum) in goals.iter().zip(because) {
                    good &= known.proves(goal, sum)?;
                }
                Some(good)
            }
        }
    }

    /// What must be ≥ 0 for a move to a position of value g: its heaps, the conditions of the
    /// way, the variables of the case there, its facts, its value less g, and g less that.
    fn goals(
        &self,
        known: &Known,
        way: usize,
        to: &[Terms; 2],
        case: usize,
        with: &[Terms],
    ) -> Option<Vec<Polynomial>> {
        let [x, y, g] = known.asked.as_ref()?;
        let to = [known.read(&to[0])?, known.read(&to[1])?];
        let all = [x.clone(), y.clone(), to[0].clone(), to[1].clone()];
        let mut goals = to.to_vec();
        for condition in self.ways.get(way)? {
            goals.push(at(condition, &all)?);
        }
        let case = self.cases.get(case)?;
        let with = with.iter().map(|terms| known.read(terms)).collect::<Option<Vec<_>>>()?;
        if with.len() + 2 != usize::from(case.variables) {
            return None;
        }
        goals.extend(with.iter().cloned());
        let values = [to.as_slice(), &with].concat();
        for fact in &case.facts {
            goals.push(at(fact, &values)?);
        }
        let over = less(&at(&case.value, &values)?, g)?;
        goals.extend([over.clone(), over.scale(-1)?]);
        Some(goals)
    }
}

impl Known {
    /// Two new variables.
    fn fresh(&mut self) -> (Polynomial, Polynomial) {
        self.free += 2;
        (Polynomial::variable(self.free - 2), Polynomial::variable(self.free - 1))
    }
}
