//! The cases of a formula. It is evaluated as it stands, with polynomials for numbers;
//! where the sign of one decides, the run takes the side that its script says, and notes the
//! fact. All scripts are run, those with "not negative" first, so every position is in one
//! of the cases.

use crate::signs::polynomial::Polynomial;
use miyama_language::formula::syntax::{Kind, Number, Operation, Truth};
use miyama_language::notation::Relation;

/// Where the facts are ≥ 0, the formula has this value. The variables 0 and 1 are the heaps,
/// those from 2 up to `variables` quotients and remainders.
pub(super) struct Case {
    pub(super) facts: Vec<Polynomial>,
    pub(super) variables: u8,
    pub(super) value: Polynomial,
}

/// The most cases, and decisions in one.
const MOST: usize = 200;
const MOST_DECISIONS: usize = 60;

/// All cases; none if the formula says something that is not followed here.
pub(super) fn cases(number: &Number) -> Option<Vec<Case>> {
    let (mut all, mut script) = (Vec::new(), Vec::new());
    loop {
        let mut run = Run { script, used: 0, facts: vec![], variables: 2 };
        let value = run.number(number)?;
        all.push(Case { facts: run.facts, variables: run.variables, value });
        script = run.script;
        while script.last() == Some(&false) {
            script.pop();
        }
        match script.last_mut() {
            None => return Some(all),
            Some(last) => *last = false,
        }
        if all.len() >= MOST {
            return None;
        }
    }
}

struct Run {
    script: Vec<bool>,
    used: usize,
    facts: Vec<Polynomial>,
    variables: u8,
}

fn less(a: &Polynomial, b: &Polynomial) -> Option<Polynomial> {
    a.add(&b.scale(-1)?)
}

impl Run {
    /// Whether a whole number is ≥ 0; if it is not, it is ≤ −1.
    fn decide(&mut self, number: &Polynomial) -> Option<bool> {
        let below = number.scale(-1)?.add(&Polynomial::number(-1))?;
        if number.is_never_negative() || self.facts.contains(number) {
            return Some(true);
        }
        if below.is_never_negative() || self.facts.contains(&below) {
            return Some(false);
        }
        if self.used == self.script.len() {
            self.script.push(true);
        }
        let side = self.script[self.used];
        self.used += 1;
        self.facts.push(if side { number.clone() } else { below });
        (self.used <= MOST_DECISIONS).then_some(side)
    }

    fn number(&mut self, number: &Number) -> Option<Polynomial> {
        match &number.kind {
            Kind::Constant(value) => Some(Polynomial::number(i128::from(*value))),
            Kind::Symbol(0) => Some(Polynomial::variable(0)),
            Kind::Symbol(1) => Some(Polynomial::variable(1)),
            Kind::Negative(a) => self.number(a)?.scale(-1),
            Kind::Absolute(a) => {
                let a = self.number(a)?;
                if self.decide(&a)? { Some(a) } else { a.scale(-1) }
            }
            Kind::Least(parts) | Kind::Greatest(parts) => {
                let least = matches!(number.kind, Kind::Least(_));
                let mut best = self.number(parts.first()?)?;
                for part in &parts[1..] {
                    let other = self.number(part)?;
                    let stays = if least { less(&other, &best)? } else { less(&best, &other)? };
                    if !self.decide(&stays)? {
                        best = other;
                    }
                }
                Some(best)
            }
            Kind::If(condition, a, b) => {
                if self.truth(condition)? {
                    self.number(a)
                } else {
                    self.number(b)
                }
            }
            Kind::Floor(inside) => match &inside.kind {
                Kind::Binary(Operation::Fraction, a, b) => {
                    let (a, b) = (self.number(a)?, self.number(b)?);
                    Some(self.divide(&a, &b)?.0)
                }
                _ => self.number(inside),
            },
            Kind::Binary(operation, a, b) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                match operation {
                    Operation::Sum => a.add(&b),
                    Operation::Difference => less(&a, &b),
                    Operation::Product => a.multiply(&b),
                    Operation::Quotient => Some(self.divide(&a, &b)?.0),
                    Operation::Remainder => Some(self.divide(&a, &b)?.1),
                    Operation::Power => {
                        let mut power = Polynomial::number(1);
                        for _ in 0..b.whole().filter(|power| (0..=4).contains(power))? {
                            power = power.multiply(&a)?;
                        }
                        Some(power)
                    }
                    Operation::Fraction | Operation::NimSum => None,
                }
            }
            _ => None,
        }
    }

    /// Quotient and remainder of a by b, where the facts so far show b ≥ 1; if the quotient
    /// by a number is always whole, no new variables are needed. Of a ≤ −1 it is −a − 1 that
    /// is divided: if that is b·q + r, then a = b·(−q − 1) + (b − 1 − r).
    fn divide(&mut self, a: &Polynomial, b: &Polynomial) -> Option<(Polynomial, Polynomial)> {
        if let Some(exact) = b.whole().and_then(|by| a.divide(by)).filter(Polynomial::is_whole) {
            return Some((exact, Polynomial::number(0)));
        }
        let room = b.add(&Polynomial::number(-1))?;
        if !self.shows(&room)? {
            return None;
        }
        let positive = self.shows(a)? || self.decide(a)?;
        let of = if positive { a.clone() } else { a.scale(-1)?.add(&Polynomial::number(-1))? };
        let (q, r) = (Polynomial::variable(self.variables), Polynomial::variable(self.variables + 1));
        self.variables = self.variables.checked_add(2).filter(|variables| *variables < 100)?;
        let equal = less(&less(&of, &b.multiply(&q)?)?, &r)?;
        self.facts.push(equal.clone());
        self.facts.push(equal.scale(-1)?);
        self.facts.push(less(&room, &r)?);
        if positive { Some((q, r)) } else { Some((q.scale(-1)?.add(&Polynomial::number(-1))?, less(&room, &r)?)) }
    }

    /// Whether one fact, or half of it, shows that a number is not negative.
    fn shows(&self, number: &Polynomial) -> Option<bool> {
        let mut shown = number.is_never_negative();
        for fact in &self.facts {
            shown |= less(number, fact)?.is_never_negative() || less(number, &fact.divide(2)?)?.is_never_negative();
        }
        Some(shown)
    }

    fn truth(&mut self, truth: &Truth) -> Option<bool> {
        match truth {
            Truth::Not(inner) => Some(!self.truth(inner)?),
            Truth::And(parts) => {
                for part in parts {
                    if !self.truth(part)? {
                        return Some(false);
                    }
                }
                Some(true)
            }
            Truth::Or(parts) => {
                for part in parts {
                    if self.truth(part)? {
                        return Some(true);
                    }
                }
                Some(false)
            }
            Truth::Chain(first, links) => {
                let mut left = self.number(first)?;
                for (relation, term) in links {
                    let right = self.number(term)?;
                    if !self.compare(&left, *relation, &right)? {
                        return Some(false);
                    }
                    left = right;
                }
                Some(true)
            }
            _ => None,
        }
    }

    fn compare(&mut self, left: &Polynomial, relation: Relation, right: &Polynomial) -> Option<bool> {
        let (over, under) = (less(right, left)?, less(left, right)?);
        let one = Polynomial::number(-1);
        match relation {
            Relation::AtMost => self.decide(&over),
            Relation::Less => self.decide(&over.add(&one)?),
            Relation::AtLeast => self.decide(&under),
            Relation::Greater => self.decide(&under.add(&one)?),
            Relation::Equal => Some(self.decide(&over)? && self.decide(&under)?),
            Relation::Unequal => Some(!(self.decide(&over)? && self.decide(&under)?)),
        }
    }
}
