//! What a formula says at a position. Whole numbers are 64-bit and checked;
//! numbers with fractions and roots are exact.

use super::function::{apply, is_member};
use super::real::{NoReal, Real};
use super::resolve::Recursive;
use super::syntax::{Exists, Kind, Number, Operation, Truth};
use super::{Content, Formula};
use crate::notation::Relation;
use miyama_budget::{Budget, Mistake, Stopped};
use miyama_text::{Text, say};
use num_integer::{div_floor, mod_floor};
use std::cmp::Ordering;
use std::collections::HashMap;
use std::ops::Range;

/// Why a formula says nothing at a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NoNumber {
    /// The part of the formula that has no value.
    pub at: Range<usize>,
    /// Why not.
    pub why: Reason,
}

/// Why a part of a formula has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// A number leaves 64 bits, or an exact one 128.
    TooLarge,
    /// Division by zero, or `div` and `mod` by a number below 1.
    Divisor,
    /// The root of a negative number.
    NegativeRoot,
    /// √2 + √3 and the like.
    TwoRoots,
    /// A nim-sum with a negative number.
    NegativeNimSum,
    /// A power with a negative exponent.
    NegativePower,
    /// A function is asked for a number for which it has no value.
    Argument,
    /// A function calls itself deeper than can be followed.
    Depth,
    /// The budget is used up.
    Stopped(Stopped),
}

impl NoNumber {
    /// As a mistake in the formula, which shows at this position.
    #[must_use]
    pub fn mistake(&self, position: &str) -> Mistake {
        let says: Text = match self.why {
            Reason::TooLarge => say!("formula.too_large", position = position),
            Reason::Divisor => say!("formula.divisor", position = position),
            Reason::NegativeRoot => say!("formula.negative_root", position = position),
            Reason::TwoRoots => say!("formula.two_roots"),
            Reason::NegativeNimSum => say!("formula.negative_nim_sum", position = position),
            Reason::NegativePower => say!("formula.negative_power", position = position),
            Reason::Argument => say!("formula.argument", position = position),
            Reason::Depth => say!("formula.recursion", position = position, most = DEEPEST),
            Reason::Stopped(stopped) => stopped.text(),
        };
        Mistake::new(self.at.clone(), says)
    }
}

/// Calculates a formula at positions.
#[derive(Debug)]
pub struct Evaluator<'a> {
    formula: &'a Formula,
    budget: &'a Budget,
    /// The heaps, then the integers of `exists`.
    symbols: Vec<i64>,
    memo: Memo,
}

/// How deep functions may call themselves.
const DEEPEST: usize = 500;

/// Values of functions that call themselves; none where one leaves 64 bits.
pub(super) type Memo = HashMap<(usize, Vec<i64>), Option<i64>>;

type Found<T> = Result<T, NoNumber>;

impl<'a> Evaluator<'a> {
    pub(super) fn new(formula: &'a Formula, budget: &'a Budget) -> Evaluator<'a> {
        Evaluator { formula, budget, symbols: vec![0; formula.symbols], memo: Memo::new() }
    }

    /// What the formula says at a position: its number; for a set, 0 for a
    /// member and 1 for any other, as P and N are counted in tables.
    ///
    /// # Errors
    /// [`NoNumber`] says which part of the formula has no value there.
    ///
    /// # Panics
    /// If the position has not as many heaps as the formula.
    pub fn number(&mut self, position: &[u64]) -> Result<i64, NoNumber> {
        assert_eq!(position.len(), self.formula.heaps, "one number per heap");
        for (symbol, heap) in self.symbols.iter_mut().zip(position) {
            *symbol = i64::try_from(*heap).map_err(|_| NoNumber { at: 0..0, why: Reason::TooLarge })?;
        }
        self.calculated()
    }

    /// The same for any whole numbers in the places of the heaps.
    ///
    /// # Errors
    /// [`NoNumber`] says which part of the formula has no value there.
    ///
    /// # Panics
    /// If there are not as many numbers as the formula has names.
    pub fn number_for(&mut self, numbers: &[i64]) -> Result<i64, NoNumber> {
        assert_eq!(numbers.len(), self.formula.heaps, "one number per name");
        self.symbols[..numbers.len()].copy_from_slice(numbers);
        self.calculated()
    }

    fn calculated(&mut self) -> Result<i64, NoNumber> {
        let memo = std::mem::take(&mut self.memo);
        let functions = &self.formula.functions;
        let mut at = Place { symbols: &mut self.symbols, budget: self.budget, functions, memo, depth: 0 };
        let found = match &self.formula.says {
            Content::Set(truth) => at.truth(truth).map(|holds| i64::from(!holds)),
            Content::Value(number) => at.whole(number),
        };
        self.memo = at.memo;
        found
    }
}

/// The symbols of a formula with their values.
pub(super) struct Place<'a> {
    pub(super) symbols: &'a mut [i64],
    pub(super) budget: &'a Budget,
    pub(super) functions: &'a [Recursive],
    pub(super) memo: Memo,
    pub(super) depth: usize,
}

impl Place<'_> {
    /// A number that is whole at every position.
    pub(super) fn whole(&mut self, number: &Number) -> Found<i64> {
        let no = |why: Reason| NoNumber { at: number.at.clone(), why };
        let checked = |result: Option<i64>| result.ok_or_else(|| no(Reason::TooLarge));
        match &number.kind {
            Kind::Constant(value) => Ok(*value),
            Kind::Symbol(symbol) => Ok(self.symbols[*symbol]),
            Kind::Negative(a) => checked(self.whole(a)?.checked_neg()),
            Kind::Absolute(a) => checked(self.whole(a)?.checked_abs()),
            Kind::Floor(a) if a.whole => self.whole(a),
            Kind::Ceiling(a) if a.whole => self.whole(a),
            Kind::Floor(a) => self.real(a)?.floor().map_err(|why| no(why.into())),
            Kind::Ceiling(a) => {
                let floor = self.real(a)?.negative().floor().map_err(|why| no(why.into()))?;
                checked(floor.checked_neg())
            }
            Kind::Least(parts) => self.best(parts, i64::min),
            Kind::Greatest(parts) => self.best(parts, i64::max),
            Kind::If(condition, a, b) => {
                if self.truth(condition)? {
                    self.whole(a)
                } else {
                    self.whole(b)
                }
            }
            Kind::Binary(Operation::Remainder, a, b) => match self.whole(a) {
                Err(large) if large.why == Reason::TooLarge => {
                    let modulus = self.whole(b)?;
                    if modulus < 1 { Err(no(Reason::Divisor)) } else { self.residue(a, modulus) }
                }
                a => {
                    let (a, b) = (a?, self.whole(b)?);
                    if b < 1 { Err(no(Reason::Divisor)) } else { Ok(mod_floor(a, b)) }
                }
            },
            Kind::Binary(operation, a, b) => {
                let (a, b) = (self.whole(a)?, self.whole(b)?);
                match operation {
                    Operation::Sum => checked(a.checked_add(b)),
                    Operation::Difference => checked(a.checked_sub(b)),
                    Operation::Product => checked(a.checked_mul(b)),
                    Operation::Quotient if b < 1 => Err(no(Reason::Divisor)),
                    Operation::Quotient => Ok(div_floor(a, b)),
                    Operation::NimSum if a < 0 || b < 0 => Err(no(Reason::NegativeNimSum)),
                    Operation::NimSum => Ok(a ^ b),
                    Operation::Power => power(a, b).map_err(no),
                    // Never whole, as the parser sees to it; and remainders are above.
                    Operation::Fraction | Operation::Remainder => Err(no(Reason::Divisor)),
                }
            }
            Kind::Apply(function, parts) => {
                let of = parts.iter().map(|part| self.whole(part)).collect::<Found<Vec<i64>>>()?;
                apply(*function, &of).map_err(no)
            }
            Kind::Call(function, parts) => {
                let of = parts.iter().map(|part| self.whole(part)).collect::<Found<Vec<i64>>>()?;
                self.call(*function, of, &number.at)
            }
            // Never whole either.
            Kind::Phi | Kind::Root(_) => Err(no(Reason::TwoRoots)),
        }
    }

    /// The residue of a number that is too large itself: terms and factors may be replaced by theirs.
    fn residue(&mut self, number: &Number, modulus: i64) -> Found<i64> {
        let m = i128::from(modulus);
        // Residues are below 2⁶³, so that 128 bits hold their products.
        let reduced = |wide: i128| i64::try_from(wide.rem_euclid(m)).expect("below the modulus");
        match &number.kind {
            Kind::Negative(a) => Ok(reduced(-i128::from(self.residue(a, modulus)?))),
            Kind::Binary(operation @ (Operation::Sum | Operation::Difference | Operation::Product), a, b) => {
                let (a, b) = (i128::from(self.residue(a, modulus)?), i128::from(self.residue(b, modulus)?));
                Ok(reduced(match operation {
                    Operation::Sum => a + b,
                    Operation::Difference => a - b,
                    _ => a * b,
                }))
            }
            Kind::Binary(Operation::Power, base, exponent) => {
                let (base, exponent) = (self.residue(base, modulus)?, self.whole(exponent)?);
                let exponent = u64::try_from(exponent)
                    .map_err(|_| NoNumber { at: number.at.clone(), why: Reason::NegativePower })?;
                let times = |a: i64, b: i64| reduced(i128::from(a) * i128::from(b));
                let bits = (0..u64::BITS - exponent.leading_zeros()).rev();
                Ok(bits.fold(reduced(1), |power, bit| {
                    let square = times(power, power);
                    if exponent >> bit & 1 == 1 { times(square, base) } else { square }
                }))
            }
            _ => Ok(mod_floor(self.whole(number)?, modulus)),
        }
    }

    /// A function that calls itself: its body, with the arguments for its symbols.
    fn call(&mut self, function: usize, of: Vec<i64>, at: &Range<usize>) -> Found<i64> {
        let key = (function, of);
        let no = |why: Reason| NoNumber { at: at.clone(), why };
        if let Some(known) = self.memo.get(&key) {
            return known.ok_or_else(|| no(Reason::TooLarge));
        }
        if self.depth >= DEEPEST {
            return Err(no(Reason::Depth));
        }
        self.budget.check().map_err(|stopped| no(Reason::Stopped(stopped)))?;
        let functions = self.functions;
        let mut symbols = key.1.clone();
        symbols.resize(functions[function].takes, 0);
        let memo = std::mem::take(&mut self.memo);
        let mut inside = Place { symbols: &mut symbols, budget: self.budget, functions, memo, depth: self.depth + 1 };
        let found = inside.whole(&functions[function].body);
        self.memo = inside.memo;
        match &found {
            Ok(value) => _ = self.memo.insert(key, Some(*value)),
            Err(no) if no.why == Reason::TooLarge => _ = self.memo.insert(key, None),
            Err(_) => {}
        }
        found
    }

    fn best(&mut self, parts: &[Number], better: fn(i64, i64) -> i64) -> Found<i64> {
        let mut best = self.whole(&parts[0])?;
        for part in &parts[1..] {
            best = better(best, self.whole(part)?);
        }
        Ok(best)
    }

    /// Any number, exactly.
    pub(super) fn real(&mut self, number: &Number) -> Found<Real> {
        if number.whole {
            return self.whole(number).map(Real::whole);
        }
        let no = |why: Reason| NoNumber { at: number.at.clone(), why };
        let exact = |result: Result<Real, NoReal>| result.map_err(|why| no(why.into()));
        match &number.kind {
            Kind::Phi => Ok(Real::phi()),
            Kind::Root(a) => Real::root(self.whole(a)?).ok_or_else(|| no(Reason::NegativeRoot)),
            Kind::Negative(a) => Ok(self.real(a)?.negative()),
            Kind::Absolute(a) => {
                let inner = self.real(a)?;
                let below = inner.compare(Real::whole(0)).map_err(|why| no(why.into()))? == Ordering::Less;
                Ok(if below { inner.negative() } else { inner })
            }
            Kind::Binary(Operation::Power, base, exponent) => {
                let (base, exponent) = (self.real(base)?, self.whole(exponent)?);
                exact(base.power(exponent))
            }
            Kind::Binary(operation, a, b) => {
                let (a, b) = (self.real(a)?, self.real(b)?);
                exact(match operation {
                    Operation::Sum => a.plus(b),
                    Operation::Difference => a.minus(b),
                    Operation::Product => a.times(b),
                    _ => a.over_by(b),
                })
            }
            Kind::Least(parts) => self.best_real(parts, Ordering::Less, &number.at),
            Kind::Greatest(parts) => self.best_real(parts, Ordering::Greater, &number.at),
            Kind::If(condition, a, b) => {
                if self.truth(condition)? {
                    self.real(a)
                } else {
                    self.real(b)
                }
            }
            // Always whole, and answered above.
            Kind::Constant(_)
            | Kind::Symbol(_)
            | Kind::Floor(_)
            | Kind::Ceiling(_)
            | Kind::Apply(..)
            | Kind::Call(..) => self.whole(number).map(Real::whole),
        }
    }

    fn best_real(&mut self, parts: &[Number], better: Ordering, at: &Range<usize>) -> Found<Real> {
        let mut best = self.real(&parts[0])?;
        for part in &parts[1..] {
            let next = self.real(part)?;
            let order = next.compare(best).map_err(|why| NoNumber { at: at.clone(), why: why.into() })?;
            if order == better {
                best = next;
            }
        }
        Ok(best)
    }

    pub(super) fn compare(&mut self, a: &Number, b: &Number) -> Found<Ordering> {
        if a.whole && b.whole {
            return Ok(self.whole(a)?.cmp(&self.whole(b)?));
        }
        let (left, right) = (self.real(a)?, self.real(b)?);
        left.compare(right).map_err(|why| NoNumber { at: a.at.start..b.at.end, why: why.into() })
    }

    fn truth(&mut self, truth: &Truth) -> Found<bool> {
        match truth {
            Truth::Chain(first, rest) => {
                let mut before = first;
                for (relation, number) in rest {
                    if !holds(*relation, self.compare(before, number)?) {
                        return Ok(false);
                    }
                    before = number;
                }
                Ok(true)
            }
            Truth::Among(number, members) => {
                for member in members {
                    if self.compare(number, member)? == Ordering::Equal {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Truth::Tuple(tuple, members) => {
                for member in members {
                    if self.same(tuple, member)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Truth::Unordered(a, b) => self.unordered(a, b),
            Truth::Member(number, sequence) => Ok(is_member(*sequence, self.whole(number)?)),
            Truth::Automaton(numbers, set) => {
                let mut tuple = Vec::with_capacity(numbers.len());
                for number in numbers {
                    tuple.push(self.whole(number)?);
                }
                Ok(set.contains(&tuple))
            }
            Truth::And(parts) => {
                for part in parts {
                    if !self.truth(part)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Truth::Or(parts) => {
                for part in parts {
                    if self.truth(part)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Truth::Not(inner) => Ok(!self.truth(inner)?),
            Truth::Exists(exists) => self.exists(exists),
        }
    }

    fn same(&mut self, a: &[Number], b: &[Number]) -> Found<bool> {
        for (a, b) in a.iter().zip(b) {
            if self.compare(a, b)? != Ordering::Equal {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The same numbers in some order: each of `a` takes an equal one of `b`.
    fn unordered(&mut self, a: &[Number], b: &[Number]) -> Found<bool> {
        let mut left: Vec<&Number> = b.iter().collect();
        for number in a {
            let mut found = None;
            for (place, other) in left.iter().enumerate() {
                if self.compare(number, other)? == Ordering::Equal {
                    found = Some(place);
                    break;
                }
            }
            match found {
                Some(place) => left.swap_remove(place),
                None => return Ok(false),
            };
        }
        Ok(true)
    }

    fn exists(&mut self, exists: &Exists) -> Found<bool> {
        let (low, high) = (self.whole(&exists.low)?, self.whole(&exists.high)?);
        // Where the key has no value, the walk finds out whether that matters.
        if let Some(index) = &exists.index
            && index.covers(low, high)
            && let Ok(key) = self.whole(index.key())
        {
            for k in index.found(key, low, high) {
                if self.exists_with(exists, k)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        let (low, high) = super::narrow::narrowed(self, exists, (low, high));
        for (step, k) in (low..=high).enumerate() {
            if step % 4096 == 4095 {
                self.budget.check().map_err(|stopped| NoNumber { at: 0..0, why: Reason::Stopped(stopped) })?;
            }
            if self.exists_with(exists, k)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the body holds for this k. Numbers that grow with k leave the
    /// range sooner or later: such a k is not what is looked for.
    fn exists_with(&mut self, exists: &Exists, k: i64) -> Found<bool> {
        self.symbols[exists.symbol] = k;
        match self.truth(&exists.body) {
            Err(NoNumber { why: Reason::TooLarge, .. }) => Ok(false),
            other => other,
        }
    }
}

impl From<NoReal> for Reason {
    fn from(why: NoReal) -> Reason {
        match why {
            NoReal::TooLarge => Reason::TooLarge,
            NoReal::TwoRoots => Reason::TwoRoots,
            NoReal::ByZero => Reason::Divisor,
        }
    }
}

fn power(base: i64, exponent: i64) -> Result<i64, Reason> {
    if exponent < 0 {
        return Err(Reason::NegativePower);
    }
    // Only 0, 1 and −1 have powers with large exponents: their parity decides.
    let exponent = if base.unsigned_abs() <= 1 { exponent.min(2 + exponent % 2) } else { exponent };
    u32::try_from(exponent).ok().and_then(|e| base.checked_pow(e)).ok_or(Reason::TooLarge)
}

pub(super) fn holds(relation: Relation, order: Ordering) -> bool {
    match relation {
        Relation::Less => order == Ordering::Less,
        Relation::AtMost => order != Ordering::Greater,
        Relation::Equal => order == Ordering::Equal,
        Relation::Unequal => order != Ordering::Equal,
        Relation::Greater => order == Ordering::Greater,
        Relation::AtLeast => order != Ordering::Less,
    }
}
