//! What a formula says, as a tree whose names are resolved and whose kinds are
//! checked: a number is a number, a condition a condition.

use super::automaton::Automaton;
use super::index::Index;
use crate::notation::{Function, Relation, Sequence, orders};
use std::ops::Range;
use std::sync::Arc;

/// A number, and the bytes of the formula that it comes from.
#[derive(Clone, Debug)]
pub struct Number {
    /// What it is.
    pub kind: Kind,
    /// Its bytes in the formula.
    pub at: Range<usize>,
    /// Whether it is a whole number at every position.
    pub whole: bool,
}

/// The forms of a number.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A whole number.
    Constant(i64),
    /// A heap, by its place; behind the heaps stand the integers of `exists`.
    Symbol(usize),
    /// The golden ratio.
    Phi,
    /// `-a`
    Negative(Box<Number>),
    /// `|a|`
    Absolute(Box<Number>),
    /// `floor(a)`
    Floor(Box<Number>),
    /// `ceil(a)`
    Ceiling(Box<Number>),
    /// √ of a whole number.
    Root(Box<Number>),
    /// An operation on two numbers.
    Binary(Operation, Box<Number>, Box<Number>),
    /// `min(a, b, …)`
    Least(Vec<Number>),
    /// `max(a, b, …)`
    Greatest(Vec<Number>),
    /// `gcd(a, b)` and the like: whole numbers.
    Apply(Function, Vec<Number>),
    /// A function of a `let` that calls itself, by its place among those of the formula.
    Call(usize, Vec<Number>),
    /// `a if C else b`
    If(Box<Truth>, Box<Number>, Box<Number>),
}

/// What is done with two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// `a + b`
    Sum,
    /// `a - b`
    Difference,
    /// `a * b`
    Product,
    /// Rounded down.
    Quotient,
    /// As a fraction: inside a floor, or where a root is divided.
    Fraction,
    /// `a mod b`
    Remainder,
    /// `a xor b`
    NimSum,
    /// `a^b`
    Power,
}

/// A condition.
#[derive(Clone, Debug)]
pub enum Truth {
    /// `a <= b < c`
    Chain(Number, Vec<(Relation, Number)>),
    /// `a in {b, c}`
    Among(Number, Vec<Number>),
    /// `(a, b) in {(c, d), …}`; `(a, b) = (c, d)` has one tuple.
    Tuple(Vec<Number>, Vec<Vec<Number>>),
    /// `{a, b} = {c, d}`: the same numbers in some order.
    Unordered(Vec<Number>, Vec<Number>),
    /// `a in fibonacci`
    Member(Number, Sequence),
    /// `(a, b) in automaton FILE`
    Automaton(Vec<Number>, Arc<Automaton>),
    /// All of them.
    And(Vec<Truth>),
    /// At least one of them.
    Or(Vec<Truth>),
    /// Not this one.
    Not(Box<Truth>),
    /// `exists k in low..high (body)`
    Exists(Box<Exists>),
}

/// `exists k in low..high (body)`: the integer k is a symbol behind the heaps.
#[derive(Clone, Debug)]
pub struct Exists {
    /// The symbol of k.
    pub symbol: usize,
    /// The least k.
    pub low: Number,
    /// The greatest k.
    pub high: Number,
    /// What must hold.
    pub body: Truth,
    /// Where the body fixes a heap by k alone: which k belong to which heap.
    pub(super) index: Option<Index>,
}

impl Number {
    pub(super) fn constant(value: i64, at: Range<usize>) -> Number {
        Number { kind: Kind::Constant(value), at, whole: true }
    }

    pub(super) fn symbol(symbol: usize, at: Range<usize>) -> Number {
        Number { kind: Kind::Symbol(symbol), at, whole: true }
    }

    /// Calls `visit` with every symbol of the number.
    pub fn symbols(&self, visit: &mut dyn FnMut(usize)) {
        match &self.kind {
            Kind::Constant(_) | Kind::Phi => {}
            Kind::Symbol(symbol) => visit(*symbol),
            Kind::Negative(a) | Kind::Absolute(a) | Kind::Floor(a) | Kind::Ceiling(a) | Kind::Root(a) => {
                a.symbols(visit);
            }
            Kind::Binary(_, a, b) => [a, b].into_iter().for_each(|part| part.symbols(visit)),
            Kind::Least(parts) | Kind::Greatest(parts) | Kind::Apply(_, parts) | Kind::Call(_, parts) => {
                parts.iter().for_each(|part| part.symbols(visit));
            }
            Kind::If(condition, a, b) => {
                condition.symbols(visit);
                [a, b].into_iter().for_each(|part| part.symbols(visit));
            }
        }
    }
}

/// A number, how it compares, and the number that it is compared with.
pub type Compared<'a> = (&'a Number, Relation, &'a Number);

impl Truth {
    /// Comparisons of two numbers that say the same: all of one of these lists must hold. None of a
    /// condition that is made of other conditions, or asks for a member of a sequence or of an automaton.
    #[must_use]
    pub fn comparisons(&self) -> Option<Vec<Vec<Compared<'_>>>> {
        fn equal<'a>(a: &'a [Number], b: impl Iterator<Item = &'a Number>) -> Vec<Compared<'a>> {
            a.iter().zip(b).map(|(a, b)| (a, Relation::Equal, b)).collect()
        }
        Some(match self {
            Truth::Chain(first, rest) => {
                let lefts = std::iter::once(first).chain(rest.iter().map(|(_, number)| number));
                vec![lefts.zip(rest).map(|(left, (relation, right))| (left, *relation, right)).collect()]
            }
            Truth::Among(number, members) => members.iter().map(|m| vec![(number, Relation::Equal, m)]).collect(),
            Truth::Tuple(tuple, members) => members.iter().map(|member| equal(tuple, member.iter())).collect(),
            Truth::Unordered(a, b) => {
                orders(b.len()).iter().map(|order| equal(a, order.iter().map(|n| &b[*n]))).collect()
            }
            Truth::Member(..)
            | Truth::Automaton(..)
            | Truth::And(_)
            | Truth::Or(_)
            | Truth::Not(_)
            | Truth::Exists(_) => return None,
        })
    }

    /// Calls `visit` with every symbol of the condition.
    pub fn symbols(&self, visit: &mut dyn FnMut(usize)) {
        let all =
            |numbers: &[Number], visit: &mut dyn FnMut(usize)| numbers.iter().for_each(|number| number.symbols(visit));
        match self {
            Truth::Chain(first, rest) => {
                first.symbols(visit);
                rest.iter().for_each(|(_, number)| number.symbols(visit));
            }
            Truth::Among(number, members) => {
                number.symbols(visit);
                all(members, visit);
            }
            Truth::Member(number, _) => number.symbols(visit),
            Truth::Automaton(numbers, _) => all(numbers, visit),
            Truth::Tuple(tuple, members) => {
                all(tuple, visit);
                members.iter().for_each(|member| all(member, visit));
            }
            Truth::Unordered(a, b) => [a, b].into_iter().for_each(|numbers| all(numbers, visit)),
            Truth::And(parts) | Truth::Or(parts) => parts.iter().for_each(|part| part.symbols(visit)),
            Truth::Not(inner) => inner.symbols(visit),
            Truth::Exists(exists) => {
                exists.low.symbols(visit);
                exists.high.symbols(visit);
                exists.body.symbols(visit);
            }
        }
    }
}
