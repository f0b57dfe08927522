//! Powers dᵏ where k is the integer of an `exists` and occurs in exponents only.
//!
//! The unknown is then the power p itself: p = dᵏ is a power of d, which an automaton
//! recognises in base d, and d^(k+c) = dᶜ·p is linear in p. The bounds of k are
//! bounds of p: low ≤ k is d^low ≤ p for a constant low. An upper bound that is not
//! a constant is no linear condition on p, but since dʲ ≥ j+1, every p ≤ high + 1
//! has k ≤ high: if the body of the `exists` holds for no larger p, the bound has no
//! effect. Where it has, the formula is outside.

use super::{Case, Read, Reading, Symbol, growing_power, inside, is_constant, numbers, outside};
use crate::outside::What;
use crate::real::Real;
use crate::term::Linear;
use miyama::heap::formula::syntax::{Exists, Kind, Number, Operation};
use miyama_automata::{Automaton, Formula, Numeration, Tracks};
use std::ops::Range;
use std::sync::Arc;

/// What stands in the exponents of an `exists`: base^(factor·k + c).
pub(super) struct Exponents {
    base: i64,
    factor: i64,
    /// The least c, or 0.
    shift: i64,
}

type Place = (What, Range<usize>);

/// The exponents with the integer of an `exists`; none if it stands in no exponent.
pub(super) fn exponents(exists: &Exists) -> Result<Option<Exponents>, Place> {
    let mut found: Option<Exponents> = None;
    let mut wrong: Option<Place> = None;
    // Occurrences in exponents, and all of them.
    let (mut in_exponents, mut everywhere) = (0usize, 0usize);
    numbers(&exists.body, &mut |number: &Number| {
        if matches!(number.kind, Kind::Symbol(symbol) if symbol == exists.symbol) {
            everywhere += 1;
        }
        let Some((base, exponent)) = growing_power(number) else { return };
        let mut here = 0;
        inside(exponent, &mut |part| {
            here += usize::from(matches!(part.kind, Kind::Symbol(symbol) if symbol == exists.symbol));
        });
        if here == 0 {
            return;
        }
        in_exponents += here;
        match (constant(base), linear(exponent, exists.symbol)) {
            (Some(base), Some((factor, c))) if base >= 2 && factor >= 1 => match &mut found {
                None => found = Some(Exponents { base, factor, shift: c.min(0) }),
                Some(known) if (known.base, known.factor) == (base, factor) => known.shift = known.shift.min(c),
                Some(_) => wrong = Some((What::Power, number.at.clone())),
            },
            _ => wrong = Some((What::Power, number.at.clone())),
        }
    });
    if let Some(place) = wrong {
        return Err(place);
    }
    if found.is_some() && in_exponents != everywhere {
        return Err((What::Exponent, exists.low.at.clone()));
    }
    Ok(found)
}

fn constant(number: &Number) -> Option<i64> {
    match number.kind {
        Kind::Constant(value) => Some(value),
        _ => None,
    }
}

/// factor·k + c.
fn linear(number: &Number, symbol: usize) -> Option<(i64, i64)> {
    match &number.kind {
        Kind::Symbol(found) if *found == symbol => Some((1, 0)),
        Kind::Constant(value) => Some((0, *value)),
        Kind::Binary(operation, a, b) => {
            let (a, b) = (linear(a, symbol)?, linear(b, symbol)?);
            match operation {
                Operation::Sum => Some((a.0.checked_add(b.0)?, a.1.checked_add(b.1)?)),
                Operation::Difference => Some((a.0.checked_sub(b.0)?, a.1.checked_sub(b.1)?)),
                Operation::Product if a.0 == 0 => Some((a.1.checked_mul(b.0)?, a.1.checked_mul(b.1)?)),
                Operation::Product if b.0 == 0 => Some((b.1.checked_mul(a.0)?, b.1.checked_mul(a.1)?)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// r and j with d = rʲ and j as large as possible.
pub(crate) fn root_of(d: i64) -> (i64, u32) {
    let power = |r: i64| (1..63).find(|j| r.checked_pow(*j) == Some(d));
    (2..d)
        .take_while(|r| r.checked_mul(*r).is_some_and(|square| square <= d))
        .find_map(|r| Some((r, power(r)?)))
        .unwrap_or((d, 1))
}

impl Reading<'_> {
    /// `exists k (body)` with p = base^(factor·k + shift) in the place of k.
    pub(super) fn exists_power(&mut self, exists: &Exists, found: Exponents) -> Read<Formula> {
        let at = &exists.low.at;
        let no = |what: What| outside(what, at);
        let low = constant(&exists.low).ok_or(no(What::Range))?;
        // Lower k would have no power, or a negative one.
        let first =
            low.checked_mul(found.factor).and_then(|low| low.checked_add(found.shift)).ok_or(no(What::Numbers))?;
        let first = u32::try_from(first).map_err(|_| no(What::Range))?;
        let step = u32::try_from(found.factor).ok().and_then(|f| found.base.checked_pow(f)).ok_or(no(What::Numbers))?;
        let least = found.base.checked_pow(first).ok_or(no(What::Numbers))?;
        let (root, j) = root_of(step);
        let Numeration::Base(b) = self.system else { return Err(no(What::Systems)) };
        if i64::from(b) != root {
            return Err(no(What::Systems));
        }
        let p = self.fresh(at)?;
        // p = least·stepⁱ: least is rᵃ, and rᵃ·(rʲ)ⁱ are the powers of r with at least a
        // zeros, their number ≡ a mod j.
        let (least_root, a) = if least == 1 { (root, 0) } else { root_of(least) };
        if least_root != root {
            return Err(no(What::Systems));
        }
        let powers = Automaton::powers_from(b, a, j, p);
        self.bind(exists.symbol, Symbol::Exponent { base: found.base, shift: found.shift, power: p });
        let body = self.truth(&exists.body)?;
        let both = Formula::And(vec![Formula::Member(Arc::new(powers)), body]);
        if let Kind::Constant(high) = exists.high.kind {
            // A constant bound is one of p.
            let last = high.checked_mul(found.factor).and_then(|high| high.checked_add(found.shift));
            let last = last.and_then(|last| u32::try_from(last).ok());
            let bound = match last {
                None => Formula::falsity(),
                Some(last) => match found.base.checked_pow(last) {
                    None => return Err(no(What::Numbers)),
                    Some(most) => Formula::at_most_zero(&[(p, 1)], -most)?,
                },
            };
            return Ok(Formula::Exists(Tracks::one(p), Box::new(Formula::And(vec![both, bound]))));
        }
        // p = base^(factor·k + shift) ≥ factor·k + shift + 1 ≥ k + shift + 1, so that
        // k > high means p ≥ high + shift + 2.
        let high = self.number(&exists.high)?;
        let beyond = Real::linear(Linear::variable(p)).plus(-1, &Real::constant(found.shift + 2)).map_err(no)?;
        let beyond =
            self.compare(&high, miyama::heap::notation::Relation::AtMost, &[Case::plain(beyond)], &exists.high.at)?;
        let too_large = Formula::And(vec![both.clone(), beyond]);
        if !too_large.set(self.system, too_large.tracks(), self.limits)?.is_empty() {
            return Err(outside(What::Range, &exists.high.at));
        }
        Ok(Formula::Exists(Tracks::one(p), Box::new(both)))
    }

    /// base^(factor·k + c) = base^(c − shift)·p.
    pub(super) fn growing(&mut self, base: &Number, exponent: &Number, at: &Range<usize>) -> Read<Vec<Case>> {
        let no = |what: What| outside(what, at);
        let mut symbol = None;
        exponent.symbols(&mut |found| symbol = Some(found));
        let symbol = symbol.ok_or(no(What::Power))?;
        let Symbol::Exponent { base: known, shift, power } = self.symbols[symbol].clone() else {
            return Err(no(What::Power));
        };
        let (Some(base), Some((_, c))) = (constant(base), linear(exponent, symbol)) else {
            return Err(no(What::Power));
        };
        if base != known || is_constant(exponent) {
            return Err(no(What::Power));
        }
        let more = u32::try_from(c - shift).ok().and_then(|more| base.checked_pow(more)).ok_or(no(What::Numbers))?;
        let form = Linear::variable(power).times(more).map_err(no)?;
        Ok(vec![Case::plain(Real::linear(form))])
    }
}
