//! Powers of a constant with the integer of an `exists` in the exponent.

use super::super::automaton::{Automaton, Letter, Variable, spelt};
use super::super::numerals::System;
use super::{No, Read};
use miyama_language::formula::syntax::{Exists, Kind, Number, Operation, Truth};
use std::collections::BTreeMap;

/// The numbers bⁿ with n ≥ first and n ≡ first mod step.
pub(super) fn powers(b: u8, first: u32, step: u32, variable: Variable) -> Automaton {
    let (one, count) = (spelt(&[(variable, 1)]), first + step);
    let mut rows: Vec<BTreeMap<Letter, usize>> = vec![BTreeMap::from([(0, 0), (one, 1)])];
    let mut accepts = vec![false];
    for zeros in 0..count {
        let next = if zeros + 1 == count { first } else { zeros + 1 };
        rows.push(BTreeMap::from([(0, 1 + next as usize)]));
        accepts.push(zeros == first);
    }
    Automaton { system: System::Base(b), variables: [variable].into(), accepts, rows }
}

/// base, factor and least shift of the powers whose exponents are factor·k + c; none if
/// the integer occurs in no exponent.
pub(super) fn exponents(exists: &Exists) -> Read<Option<(i64, i64, i64)>> {
    let mut found: Option<(i64, i64, i64)> = None;
    let (mut all, mut inside, mut wrong) = (0usize, 0usize, false);
    exists.body.symbols(&mut |symbol| all += usize::from(symbol == exists.symbol));
    each_number(&exists.body, &mut |number| {
        let Kind::Binary(Operation::Power, base, exponent) = &number.kind else { return };
        let mut here = 0usize;
        exponent.symbols(&mut |symbol| here += usize::from(symbol == exists.symbol));
        if here == 0 {
            return;
        }
        inside += here;
        match (&base.kind, linear_in(exponent, exists.symbol)) {
            (Kind::Constant(base), Some((factor, c))) if *base >= 2 && factor >= 1 => match &mut found {
                None => found = Some((*base, factor, c.min(0))),
                Some((b, f, shift)) if (*b, *f) == (*base, factor) => *shift = c.min(*shift),
                Some(_) => wrong = true,
            },
            _ => wrong = true,
        }
    });
    if wrong || (found.is_some() && inside != all) { Err(No::Unreadable) } else { Ok(found) }
}

/// factor·k + c.
pub(super) fn linear_in(number: &Number, symbol: usize) -> Option<(i64, i64)> {
    match &number.kind {
        Kind::Constant(c) => Some((0, *c)),
        Kind::Symbol(s) if *s == symbol => Some((1, 0)),
        Kind::Binary(Operation::Sum, a, b) => {
            let (a, b) = (linear_in(a, symbol)?, linear_in(b, symbol)?);
            Some((a.0.checked_add(b.0)?, a.1.checked_add(b.1)?))
        }
        Kind::Binary(Operation::Difference, a, b) => {
            let (a, b) = (linear_in(a, symbol)?, linear_in(b, symbol)?);
            Some((a.0.checked_sub(b.0)?, a.1.checked_sub(b.1)?))
        }
        Kind::Binary(Operation::Product, a, b) => {
            let (a, b) = (linear_in(a, symbol)?, linear_in(b, symbol)?);
            let (constant, other) = if a.0 == 0 {
                (a.1, b)
            } else if b.0 == 0 {
                (b.1, a)
            } else {
                return None;
            };
            Some((constant.checked_mul(other.0)?, constant.checked_mul(other.1)?))
        }
        _ => None,
    }
}

fn each_number<'a>(truth: &'a Truth, visit: &mut dyn FnMut(&'a Number)) {
    match truth {
        Truth::Chain(first, rest) => {
            within(first, visit);
            rest.iter().for_each(|(_, number)| within(number, visit));
        }
        Truth::Among(number, members) => {
            within(number, visit);
            members.iter().for_each(|member| within(member, visit));
        }
        Truth::Tuple(tuple, members) => tuple.iter().chain(members.iter().flatten()).for_each(|n| within(n, visit)),
        Truth::Unordered(a, b) => a.iter().chain(b).for_each(|number| within(number, visit)),
        Truth::And(parts) | Truth::Or(parts) => parts.iter().for_each(|part| each_number(part, visit)),
        Truth::Member(number, _) => within(number, visit),
        Truth::Automaton(tuple, _) => tuple.iter().for_each(|number| within(number, visit)),
        Truth::Not(inner) => each_number(inner, visit),
        Truth::Exists(exists) => {
            within(&exists.low, visit);
            within(&exists.high, visit);
            each_number(&exists.body, visit);
        }
    }
}

fn within<'a>(number: &'a Number, visit: &mut dyn FnMut(&'a Number)) {
    visit(number);
    match &number.kind {
        Kind::Constant(_) | Kind::Symbol(_) | Kind::Phi => {}
        Kind::Negative(a) | Kind::Absolute(a) | Kind::Floor(a) | Kind::Ceiling(a) | Kind::Root(a) => within(a, visit),
        Kind::Binary(_, a, b) => {
            within(a, visit);
            within(b, visit);
        }
        Kind::Least(parts) | Kind::Greatest(parts) | Kind::Apply(_, parts) | Kind::Call(_, parts) => {
            parts.iter().for_each(|part| within(part, visit));
        }
        Kind::If(condition, a, b) => {
            each_number(condition, visit);
            within(a, visit);
            within(b, visit);
        }
    }
}
