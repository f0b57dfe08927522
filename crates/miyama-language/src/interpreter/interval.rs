//! Between which integers conditions leave each symbol.
//!
//! Every step keeps all solutions: the range of a term is computed from the
//! ranges of its parts, and what is known of the term narrows its parts in turn.

use super::arithmetic::root;
use super::meaning::{Formula, Real, Term};
use crate::notation::{Function, Relation};

/// Beyond this a bound is taken for none. Numbers of the notation are below 2⁶³.
const FAR: i128 = 1 << 100;

/// The integers from `low` to `high`; from −[`FAR`] or to [`FAR`] means without bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    pub(super) low: i128,
    pub(super) high: i128,
}

impl Interval {
    const ALL: Interval = Interval { low: -FAR, high: FAR };
    pub(super) const NATURAL: Interval = Interval { low: 0, high: FAR };

    pub(super) fn one(value: i128) -> Interval {
        Interval::new(value, value)
    }

    fn new(low: i128, high: i128) -> Interval {
        Interval { low: low.clamp(-FAR, FAR), high: high.clamp(-FAR, FAR) }
    }

    pub(super) fn is_empty(self) -> bool {
        self.low > self.high
    }

    pub(super) fn has_end(self) -> bool {
        self.high < FAR
    }

    pub(super) fn has_start(self) -> bool {
        self.low > -FAR
    }

    pub(super) fn is_one(self) -> bool {
        self.low == self.high && self.high < FAR
    }

    fn meet(self, other: Interval) -> Interval {
        Interval { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    fn hull(self, other: Interval) -> Interval {
        Interval { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    fn negative(self) -> Interval {
        Interval { low: -self.high, high: -self.low }
    }

    fn plus(self, other: Interval) -> Interval {
        let low = if self.has_start() && other.has_start() { self.low + other.low } else { -FAR };
        let high = if self.has_end() && other.has_end() { self.high + other.high } else { FAR };
        Interval::new(low, high)
    }

    fn minus(self, other: Interval) -> Interval {
        self.plus(other.negative())
    }

    /// The least and the greatest product are products of ends; 0 times no bound is 0.
    fn times(self, other: Interval) -> Interval {
        let ends = [(self.low, other.low), (self.low, other.high), (self.high, other.low), (self.high, other.high)];
        let products = ends.map(|(a, b)| a.saturating_mul(b).clamp(-FAR, FAR));
        let [first, rest @ ..] = products;
        Interval::new(rest.iter().fold(first, |a, b| a.min(*b)), rest.iter().fold(first, |a, b| a.max(*b)))
    }

    /// All a with a·b in this interval for some b ≥ 1 of `by`.
    fn shared(self, by: Interval) -> Interval {
        let by = by.meet(Interval { low: 1, high: FAR });
        if by.is_empty() || self.is_empty() {
            return Interval { low: 1, high: 0 };
        }
        let high = match self.high {
            FAR => FAR,
            high if high >= 0 => high.div_euclid(by.low),
            high => high.div_euclid(by.high),
        };
        // ⌈a/b⌉ = −⌊−a/b⌋
        let low = match self.low {
            low if low <= -FAR => -FAR,
            low if low <= 0 => -((-low).div_euclid(by.low)),
            low => -((-low).div_euclid(by.high)),
        };
        Interval { low, high }
    }
}

impl Term {
    /// Between which integers it lies, where it has a value.
    pub(super) fn range(&self, ranges: &[Interval]) -> Interval {
        match self {
            Term::Number(number) => Interval::one(*number),
            Term::Symbol(symbol) => ranges[*symbol],
            Term::Negative(a) => a.range(ranges).negative(),
            Term::Sum(a, b) => a.range(ranges).plus(b.range(ranges)),
            Term::Difference(a, b) => a.range(ranges).minus(b.range(ranges)),
            Term::Product(a, b) => {
                let product = a.range(ranges).times(b.range(ranges));
                if a == b { product.meet(Interval::NATURAL) } else { product }
            }
            Term::Quotient(a, b) => {
                let (a, b) = (a.range(ranges), positive(b.range(ranges)));
                let quotient = |end: i128| (end.div_euclid(b.low), end.div_euclid(b.high));
                let (one, other) = quotient(a.low);
                let low = if a.has_start() { one.min(other) } else { -FAR };
                let (one, other) = quotient(a.high);
                let high = if a.has_end() { one.max(other) } else { FAR };
                Interval { low, high }
            }
            Term::Remainder(a, b) => {
                let (a, b) = (a.range(ranges), positive(b.range(ranges)));
                let below = if b.has_end() { b.high - 1 } else { FAR };
                Interval { low: 0, high: if a.low >= 0 { below.min(a.high) } else { below } }
            }
            Term::Absolute(a) => {
                let a = a.range(ranges);
                let low = if a.low > 0 { a.low } else { 0.max(-a.high) };
                Interval { low, high: a.high.max(-a.low) }
            }
            Term::Least(parts) => extreme(parts, ranges, i128::min),
            Term::Greatest(parts) => extreme(parts, ranges, i128::max),
            Term::Power(..) | Term::Apply(..) | Term::Rounded(..) | Term::Call(..) | Term::Choice(..) => {
                self.known(ranges)
            }
        }
    }

    /// The same for what is no arithmetic: the value itself where all symbols of it
    /// have one, else what is known of the function.
    fn known(&self, ranges: &[Interval]) -> Interval {
        let mut fixed = true;
        self.symbols(&mut |symbol| fixed &= ranges[symbol].is_one());
        if fixed {
            let at: Vec<i128> = ranges.iter().map(|range| range.low).collect();
            // Without a value nothing is known, and nothing holds.
            return self.value(&at).map_or(Interval::ALL, Interval::one);
        }
        let end = |part: &Term| part.range(ranges).high;
        match self {
            // c^e ≥ 1 + (c − 1)·e for c ≥ 1.
            Term::Power(a, b) => {
                let (a, b) = (a.range(ranges), b.range(ranges));
                let low = if a.low >= 1 { (a.low - 1).saturating_mul(b.low.max(0)).saturating_add(1) } else { -FAR };
                Interval::new(if a.low >= 0 { low.max(0) } else { low }, FAR)
            }
            Term::Apply(function, parts) => match function {
                Function::Gcd | Function::Lcm | Function::BitOr | Function::NimSum => Interval::NATURAL,
                Function::BitAnd => Interval::new(0, end(&parts[0]).min(end(&parts[1]))),
                Function::Logarithm | Function::TwoAdic => Interval::new(0, end(&parts[0]).saturating_sub(1)),
                Function::DigitSum | Function::Digits | Function::Digit => Interval::new(0, end(&parts[0])),
                Function::Factorial => Interval::new(parts[0].range(ranges).low.max(1), FAR),
                Function::Binomial => Interval::NATURAL,
                Function::Floor | Function::Ceiling | Function::Root => Interval::ALL,
            },
            Term::Rounded(_, real) => match &**real {
                Real::Root(a) => {
                    let a = a.range(ranges);
                    let root_of = |n: i128| if n >= FAR { FAR } else { root(n.max(0)) + 1 };
                    Interval::new(if a.low > 0 && a.has_start() { root(a.low) } else { 0 }, root_of(a.high))
                }
                _ => Interval::ALL,
            },
            Term::Choice(_, a, b) => a.range(ranges).hull(b.range(ranges)),
            _ => Interval::ALL,
        }
    }

    /// Calls `visit` with every symbol of the term.
    fn symbols(&self, visit: &mut dyn FnMut(usize)) {
        match self {
            Term::Number(_) => {}
            Term::Symbol(symbol) => visit(*symbol),
            Term::Negative(a) | Term::Absolute(a) => a.symbols(visit),
            Term::Sum(a, b)
            | Term::Difference(a, b)
            | Term::Product(a, b)
            | Term::Quotient(a, b)
            | Term::Remainder(a, b)
            | Term::Power(a, b) => {
                a.symbols(visit);
                b.symbols(visit);
            }
            Term::Least(parts) | Term::Greatest(parts) | Term::Apply(_, parts) | Term::Call(_, _, parts) => {
                parts.iter().for_each(|part| part.symbols(visit));
            }
            Term::Rounded(_, real) => real.symbols(visit),
            Term::Choice(condition, a, b) => {
                condition.0.symbols(visit);
                a.symbols(visit);
                b.symbols(visit);
            }
        }
    }

    /// Keeps of `ranges` what lets every divisor, and what `log2` and `v2` are of, be at least 1.
    fn narrow_divisors(&self, ranges: &mut [Interval]) -> bool {
        match self {
            Term::Number(_) | Term::Symbol(_) => true,
            Term::Negative(a) | Term::Absolute(a) => a.narrow_divisors(ranges),
            Term::Sum(a, b) | Term::Difference(a, b) | Term::Product(a, b) => {
                a.narrow_divisors(ranges) && b.narrow_divisors(ranges)
            }
            Term::Quotient(a, b) | Term::Remainder(a, b) => {
                a.narrow_divisors(ranges)
                    && b.narrow_divisors(ranges)
                    && b.narrow(Interval { low: 1, high: FAR }, ranges)
            }
            Term::Apply(Function::Logarithm | Function::TwoAdic, parts) => {
                let least = Interval { low: 1, high: FAR };
                parts.iter().all(|part| part.narrow_divisors(ranges) && part.narrow(least, ranges))
            }
            Term::Least(parts) | Term::Greatest(parts) | Term::Apply(_, parts) | Term::Call(_, _, parts) => {
                parts.iter().all(|part| part.narrow_divisors(ranges))
            }
            Term::Power(a, b) => {
                a.narrow_divisors(ranges) && b.narrow_divisors(ranges) && b.narrow(Interval::NATURAL, ranges)
            }
            // Of a choice only one side needs a value.
            Term::Rounded(..) | Term::Choice(..) => true,
        }
    }

    /// Keeps of `ranges` what lets the term lie in `target`. False if nothing does.
    pub(super) fn narrow(&self, target: Interval, ranges: &mut [Interval]) -> bool {
        let target = target.meet(self.range(ranges));
        if target.is_empty() {
            return false;
        }
        match self {
            Term::Number(_) => true,
            Term::Symbol(symbol) => {
                ranges[*symbol] = ranges[*symbol].meet(target);
                !ranges[*symbol].is_empty()
            }
            Term::Negative(a) => a.narrow(target.negative(), ranges),
            Term::Sum(a, b) => {
                let other = target.minus(b.range(ranges));
                a.narrow(other, ranges) && b.narrow(target.minus(a.range(ranges)), ranges)
            }
            Term::Difference(a, b) => {
                let other = target.plus(b.range(ranges));
                a.narrow(other, ranges) && b.narrow(a.range(ranges).minus(target), ranges)
            }
            Term::Product(a, b) if a == b => {
                let most = if target.has_end() { root(target.high) } else { FAR };
                a.narrow(Interval { low: -most, high: most }, ranges) && a.narrow(factor(target, a, ranges), ranges)
            }
            Term::Product(a, b) => {
                a.narrow(factor(target, b, ranges), ranges) && b.narrow(factor(target, a, ranges), ranges)
            }
            Term::Quotient(a, b) => {
                // b·q ≤ a ≤ b·q + b − 1.
                let by = positive(b.range(ranges));
                let rest = Interval { low: 0, high: if by.has_end() { by.high - 1 } else { FAR } };
                a.narrow(target.times(by).plus(rest), ranges)
            }
            Term::Remainder(a, b) => {
                // The remainder is below the divisor, and of a ≥ 0 at most a.
                let least = if a.range(ranges).low >= 0 { target.low } else { -FAR };
                b.narrow(Interval { low: target.low + 1, high: FAR }, ranges)
                    && a.narrow(Interval { low: least, high: FAR }, ranges)
            }
            Term::Absolute(a) => {
                let of = a.range(ranges);
                let low = if of.low > -target.low { target.low } else { -target.high };
                let high = if of.high < target.low { -target.low } else { target.high };
                a.narrow(Interval { low, high }, ranges)
            }
            Term::Least(parts) => narrow_extreme(parts, target, ranges, true),
            Term::Greatest(parts) => narrow_extreme(parts, target, ranges, false),
            // base^e ≤ high, for a base of 2 and more: e is at most log₂ high.
            Term::Power(a, b) if a.range(ranges).low >= 2 && target.has_end() && target.high >= 1 => {
                b.narrow(Interval { low: 0, high: i128::from(target.high.ilog2()) }, ranges)
            }
            // a! ≥ 2^(a−1)
            Term::Apply(Function::Factorial, parts) if target.has_end() && target.high >= 1 => {
                parts[0].narrow(Interval { low: 0, high: i128::from(target.high.ilog2()) + 1 }, ranges)
            }
            // C(a, b) ≥ a − b + 1 for a ≥ b ≥ 1
            Term::Apply(Function::Binomial, parts) if target.has_end() && parts[1].range(ranges).low >= 1 => {
                let high = target.high.max(0).saturating_add(parts[1].range(ranges).high.min(FAR) - 1);
                parts[0].narrow(Interval { low: 0, high: high.min(FAR) }, ranges)
            }
            // ⌊√a⌋ ≤ t if and only if a < (t+1)².
            Term::Rounded(false, real) => match &**real {
                Real::Root(a) => {
                    let below = target.high.saturating_add(1).saturating_mul(target.high.saturating_add(1));
                    let high = if target.high < 1 << 60 { below - 1 } else { FAR };
                    a.narrow(Interval { low: 0, high }, ranges)
                }
                Real::Over(a, b) => match (&**a, &**b) {
                    (Real::Whole(a), Real::Whole(b)) => {
                        Term::Quotient(Box::new(a.clone()), Box::new(b.clone())).narrow(target, ranges)
                    }
                    _ => true,
                },
                _ => true,
            },
            Term::Power(..) | Term::Apply(..) | Term::Rounded(..) | Term::Call(..) | Term::Choice(..) => true,
        }
    }
}

/// Divisors are at least 1.
fn positive(range: Interval) -> Interval {
    Interval { low: range.low.max(1), high: range.high.max(1) }
}

fn extreme(parts: &[Term], ranges: &[Interval], choose: fn(i128, i128) -> i128) -> Interval {
    let mut all = parts.iter().map(|part| part.range(ranges));
    let first = all.next().expect("the parser reads at least one part");
    all.fold(first, |a, b| Interval { low: choose(a.low, b.low), high: choose(a.high, b.high) })
}

/// Where a factor lies if the product lies in `target`.
fn factor(target: Interval, other: &Term, ranges: &[Interval]) -> Interval {
    let by = other.range(ranges);
    let may_vanish = by.low <= 0 && by.high >= 0;
    if may_vanish && target.low <= 0 && target.high >= 0 {
        return Interval::ALL;
    }
    let (above, below) = (target.shared(by), target.negative().shared(by.negative()));
    match (above.is_empty(), below.is_empty()) {
        (false, false) => above.hull(below),
        (false, true) => above,
        _ => below,
    }
}

/// Every part is at least the least; if only one can be as small, it is.
fn narrow_extreme(parts: &[Term], target: Interval, ranges: &mut [Interval], least: bool) -> bool {
    let side = if least { Interval { low: target.low, high: FAR } } else { Interval { low: -FAR, high: target.high } };
    if !parts.iter().all(|part| part.narrow(side, ranges)) {
        return false;
    }
    let can = |part: &&Term| !part.range(ranges).meet(target).is_empty();
    let mut able = parts.iter().filter(can);
    match (able.next(), able.next()) {
        (Some(only), None) => only.narrow(target, ranges),
        (Some(_), Some(_)) => true,
        (None, _) => false,
    }
}

impl Real {
    fn symbols(&self, visit: &mut dyn FnMut(usize)) {
        match self {
            Real::Whole(a) | Real::Root(a) => a.symbols(visit),
            Real::Phi => {}
            Real::Negative(a) | Real::Absolute(a) => a.symbols(visit),
            Real::Power(base, exponent) => {
                base.symbols(visit);
                exponent.symbols(visit);
            }
            Real::Least(parts) | Real::Greatest(parts) => parts.iter().for_each(|part| part.symbols(visit)),
            Real::Sum(a, b) | Real::Difference(a, b) | Real::Product(a, b) | Real::Over(a, b) => {
                a.symbols(visit);
                b.symbols(visit);
            }
        }
    }
}

impl Formula {
    fn symbols(&self, visit: &mut dyn FnMut(usize)) {
        match self {
            Formula::Link(a, _, b) => {
                a.symbols(visit);
                b.symbols(visit);
            }
            Formula::Member(a, _, _) => a.symbols(visit),
            Formula::All(parts) | Formula::Any(parts) => parts.iter().for_each(|part| part.symbols(visit)),
        }
    }

    /// Keeps of `ranges` what can satisfy it. False if nothing can.
    pub(super) fn narrow(&self, ranges: &mut [Interval]) -> bool {
        match self {
            Formula::Link(left, relation, right) => {
                if !left.narrow_divisors(ranges) || !right.narrow_divisors(ranges) {
                    return false;
                }
                match relation {
                    Relation::Less => at_most(left, right, 1, ranges),
                    Relation::AtMost => at_most(left, right, 0, ranges),
                    Relation::Greater => at_most(right, left, 1, ranges),
                    Relation::AtLeast => at_most(right, left, 0, ranges),
                    Relation::Equal => at_most(left, right, 0, ranges) && at_most(right, left, 0, ranges),
                    Relation::Unequal => true,
                }
            }
            Formula::Member(term, _, holds) => {
                term.narrow_divisors(ranges) && (!holds || term.narrow(Interval::NATURAL, ranges))
            }
            Formula::All(parts) => parts.iter().all(|part| part.narrow(ranges)),
            Formula::Any(parts) => {
                let mut kept: Option<Vec<Interval>> = None;
                for part in parts {
                    let mut own = ranges.to_vec();
                    if part.narrow(&mut own) {
                        kept = Some(match kept {
                            None => own,
                            Some(kept) => kept.iter().zip(&own).map(|(a, b)| a.hull(*b)).collect(),
                        });
                    }
                }
                kept.is_some_and(|kept| {
                    ranges.copy_from_slice(&kept);
                    true
                })
            }
        }
    }
}

/// `left` + `gap` ≤ `right`.
fn at_most(left: &Term, right: &Term, gap: i128, ranges: &mut [Interval]) -> bool {
    let below = right.range(ranges).minus(Interval::one(gap)).high;
    if !left.narrow(Interval { low: -FAR, high: below }, ranges) {
        return false;
    }
    let above = left.range(ranges).plus(Interval::one(gap)).low;
    right.narrow(Interval { low: above, high: FAR }, ranges)
}
