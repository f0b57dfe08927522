//! What a case of a ruleset on one heap takes and leaves, where it asks nothing
//! that a code could not.
//!
//! The number taken and the heaps that are left are made the symbols of the
//! case: i, p₁, …, pᵣ with n = i + p₁ + … + pᵣ. An equation in which a bound
//! integer has coefficient ±1 gives that integer as a form in the other
//! symbols, and every integer solution stays one. A bound integer without such
//! an equation is eliminated where all its lower bounds, or all its upper ones,
//! have coefficient ±1: then an integer lies between the bounds whenever they
//! are in order. So the conditions that remain, in i and p alone, hold for
//! exactly the moves of the case. An equation i = m·q + c keeps q in place of i.
//!
//! These are the moves of some digits if every condition follows from a range
//! of i and comparisons of heaps with each other and with 0.

use crate::breaking::code::{Digit, MOST_PARTS, Sizes};
use crate::heap::linear::{Linear, System};
use crate::heap::ruleset::{Bound, Case};
use std::collections::HashMap;

/// Ways to leave heaps, told apart by which of them are equal.
///
/// The heaps that have tokens, from the smallest on, have a pattern: bit j is
/// set if heap j + 1 is as large as heap j. Bit b of entry s stands for pattern
/// b of s heaps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Patterns([u32; MOST_PARTS + 1]);

impl Patterns {
    pub(super) fn add(&mut self, other: &Patterns) {
        for (own, others) in self.0.iter_mut().zip(other.0) {
            *own |= others;
        }
    }

    /// The digit that allows just these, if one does.
    pub(super) fn digit(&self) -> Option<Digit> {
        let mut digit = Digit::default();
        let mut sizes = None;
        for (heaps, found) in (0u32..).zip(self.0).filter(|(_, found)| *found != 0) {
            digit.counts |= 1 << heaps;
            if heaps < 2 {
                continue;
            }
            // There are 2^(heaps−1) patterns, the last with all heaps equal.
            let last = (1u32 << (heaps - 1)) - 1;
            let these = match found {
                1 => Sizes::Unequal,
                _ if found == 1 << last => Sizes::Equal,
                _ if found == u32::MAX >> (31 - last) => Sizes::Any,
                _ => return None,
            };
            if *sizes.get_or_insert(these) != these {
                return None;
            }
        }
        digit.sizes = sizes.unwrap_or_default();
        Some(digit)
    }

    /// The patterns of all heaps p₁, …, pᵣ with p(b) − p(a) ≥ d for every (a, b, d)
    /// of `order`, where p₀ is 0 and d is 0 or 1.
    ///
    /// Such conditions depend on the order of the heaps alone, and every order
    /// occurs among heaps of at most r tokens.
    fn of(heaps: usize, order: &[(usize, usize, i128)]) -> Patterns {
        let mut patterns = Patterns::default();
        let mut sizes = vec![0];
        patterns.search(heaps, order, &mut sizes);
        patterns
    }

    fn search(&mut self, heaps: usize, order: &[(usize, usize, i128)], sizes: &mut Vec<i128>) {
        let known = sizes.len();
        if known > heaps {
            let mut left: Vec<i128> = sizes.iter().copied().filter(|p| *p > 0).collect();
            left.sort_unstable();
            let ties: u32 = (0u32..).zip(left.windows(2)).filter(|(_, w)| w[0] == w[1]).map(|(j, _)| 1 << j).sum();
            self.0[left.len()] |= 1 << ties;
            return;
        }
        for size in 0..=heaps as i128 {
            sizes.push(size);
            let newest = order.iter().filter(|(a, b, _)| *a.max(b) == known);
            if newest.into_iter().all(|(a, b, d)| sizes[*b] - sizes[*a] >= *d) {
                self.search(heaps, order, sizes);
            }
            sizes.pop();
        }
    }
}

/// Moves that take `first`, `first` + `step`, … tokens, up to `last` if there is
/// a last, and leave the rest in these ways.
#[derive(Clone, Debug)]
pub(super) struct Moves {
    pub(super) first: usize,
    pub(super) step: usize,
    pub(super) last: Option<usize>,
    pub(super) left: Patterns,
}

/// The heaps that conditions on them allow, kept because many cases of a
/// ruleset ask the same of the heaps.
pub(super) type Known = HashMap<(usize, Vec<Linear>), Option<Heaps>>;

/// Heaps that are asked for by their order alone.
#[derive(Clone, Debug)]
pub(super) struct Heaps {
    facts: Vec<Linear>,
    left: Patterns,
}

impl Moves {
    /// The moves of a case, none if it has none; `None` if they are not those of
    /// some digits, or are not seen to be.
    pub(super) fn of(case: &Case, known: &mut Known) -> Option<Option<Moves>> {
        let heaps = case.option.len();
        if !case.bound.iter().all(|b| matches!(b, Bound::Free { .. }))
            || !case.copies_are_one()
            || case.option.iter().any(|tuple| tuple.len() != 1)
            || heaps > MOST_PARTS
        {
            return None;
        }
        // Symbols: n, the bound integers, i, p₁, …, pᵣ.
        let taken = case.bound.len() + 1;
        let part = |j: usize| Linear::symbol(taken + j);
        let mut rest = Linear::symbol(0).minus(&Linear::symbol(taken)).ok()?;
        let mut equations = vec![];
        for (j, tuple) in case.option.iter().enumerate() {
            equations.push(tuple[0].minus(&part(j + 1)).ok()?);
            rest = rest.minus(&part(j + 1)).ok()?;
        }
        equations.push(rest);
        let mut system = case.system(1);
        for equation in equations {
            system = system.and([Linear::default().minus(&equation).ok()?, equation]);
        }
        while let Some((equation, symbol)) = solvable(&system, 0..taken) {
            system = substituted(&system, &equation, symbol)?;
        }
        let (amount, parameter) = match congruence(&system, taken) {
            Some((equation, q)) => {
                system = substituted(&system, &equation, taken)?;
                (solved(&Linear::symbol(taken), &equation, taken)?, q)
            }
            None => (Linear::symbol(taken), taken),
        };
        for symbol in (0..taken).filter(|s| *s != parameter) {
            system = projected(&system, symbol)?;
        }
        system = with_ties(&system, taken)?;
        Moves::from_conditions(&system, &amount, parameter, heaps, taken, known)
    }

    /// The moves for which conditions in `parameter` and the heaps that follow
    /// symbol `taken` hold; the number taken is `amount`.
    fn from_conditions(
        system: &System,
        amount: &Linear,
        parameter: usize,
        heaps: usize,
        taken: usize,
        known: &mut Known,
    ) -> Option<Option<Moves>> {
        let (mut low, mut high) = (None, None);
        for form in system.forms() {
            match form.coefficient(parameter) {
                _ if form.is_constant() => return Some(None),
                _ if form.terms().any(|(s, _)| s != parameter) => {}
                // Tightened, the only coefficient is ±1.
                1 => low = Some(form.constant.checked_neg()?),
                _ => high = Some(form.constant),
            }
        }
        if low.zip(high).is_some_and(|(low, high)| low > high) {
            return Some(None);
        }
        let mut range = vec![];
        if let Some(low) = low {
            range.push(Linear::symbol(parameter).minus(&Linear::constant(low)).ok()?);
        }
        if let Some(high) = high {
            range.push(Linear::constant(high).minus(&Linear::symbol(parameter)).ok()?);
        }
        let fixed = if low == high { range.first() } else { None };
        let system = fixed.map_or(Some(system.clone()), |equation| substituted(system, equation, parameter))?;
        if system.forms().iter().any(Linear::is_constant) {
            return Some(None);
        }
        let of_heaps = system.forms().iter().filter(|f| f.coefficient(parameter) == 0);
        let asked: Vec<Linear> = of_heaps.map(|f| f.renamed(|s| s - taken)).collect();
        let entry = known.entry((heaps, asked.clone())).or_insert_with(|| Heaps::of(heaps, asked));
        let Heaps { facts, left } = entry.as_ref()?;
        let facts = facts.iter().map(|f| f.renamed(|s| s + taken));
        let enough = System::new(facts.chain(range));
        if !system.forms().iter().all(|form| enough.implies(form).is_ok_and(|yes| yes)) {
            return None;
        }
        let slope = amount.coefficient(parameter);
        let at = |t: i128| slope.checked_mul(t)?.checked_add(amount.constant);
        let (start, end) = if slope > 0 { (low?, high) } else { (high?, low) };
        let number = |t: i128| usize::try_from(at(t)?).ok();
        let last = match end {
            Some(end) => Some(number(end)?),
            None => None,
        };
        let step = usize::try_from(slope.unsigned_abs()).ok()?;
        Some(Some(Moves { first: number(start)?, step, last, left: *left }))
    }
}

impl Heaps {
    /// The heaps p₁, …, pᵣ for which these conditions hold, if they say no more
    /// than how the heaps compare with each other and with 0.
    fn of(heaps: usize, asked: Vec<Linear>) -> Option<Heaps> {
        let system = System::new(asked);
        let size = |j: usize| if j == 0 { Linear::default() } else { Linear::symbol(j) };
        let (mut order, mut facts) = (vec![], vec![]);
        for a in 0..=heaps {
            for b in (0..=heaps).filter(|b| *b != a) {
                for d in [1, 0] {
                    let fact = size(b).minus(&size(a)).ok()?.plus(&Linear::constant(-d)).ok()?;
                    if system.implies(&fact).ok()? {
                        order.push((a, b, d));
                        facts.push(fact);
                        break;
                    }
                }
            }
        }
        let enough = System::new(facts.clone());
        let all = system.forms().iter().all(|form| enough.implies(form).is_ok_and(|yes| yes));
        // Heaps are not negative, which is among the conditions of every case.
        all.then(|| Heaps { facts, left: Patterns::of(heaps, &order) })
    }
}

/// Does the system say that the form is 0?
fn is_equation(system: &System, form: &Linear) -> bool {
    Linear::default().minus(form).is_ok_and(|opposite| system.forms().contains(&opposite))
}

/// An equation in which one of the symbols has coefficient ±1, and this symbol.
fn solvable(system: &System, symbols: std::ops::Range<usize>) -> Option<(Linear, usize)> {
    system.forms().iter().find_map(|form| {
        let symbol = symbols.clone().find(|s| matches!(form.coefficient(*s), 1 | -1))?;
        is_equation(system, form).then(|| (form.clone(), symbol))
    })
}

/// An equation between symbol `taken`, with coefficient ±1, and one earlier
/// symbol, and the latter.
fn congruence(system: &System, taken: usize) -> Option<(Linear, usize)> {
    system.forms().iter().find_map(|form| {
        let terms: Vec<(usize, i128)> = form.terms().collect();
        match terms[..] {
            [(q, _), (s, 1 | -1)] if s == taken && is_equation(system, form) => Some((form.clone(), q)),
            _ => None,
        }
    })
}

/// A form with what an equation says for a symbol of coefficient ±1 put in.
fn solved(form: &Linear, equation: &Linear, symbol: usize) -> Option<Linear> {
    let factor = form.coefficient(symbol).checked_mul(-equation.coefficient(symbol))?;
    form.combine(1, equation, factor).ok()
}

fn substituted(system: &System, equation: &Linear, symbol: usize) -> Option<System> {
    let forms: Option<Vec<Linear>> = system.forms().iter().map(|form| solved(form, equation, symbol)).collect();
    Some(System::new(forms?))
}

/// The same with one symbol for heaps that are equal, and 0 for heaps that are
/// 0, where other symbols occur as well.
fn with_ties(system: &System, taken: usize) -> Option<System> {
    let of_heaps = |form: &Linear| form.terms().all(|(s, _)| s > taken);
    let (mut kept, mut others): (Vec<Linear>, Vec<Linear>) = system.forms().iter().cloned().partition(of_heaps);
    for form in kept.iter().filter(|form| form.constant == 0) {
        let terms: Vec<(usize, i128)> = form.terms().collect();
        if let [(symbol, 1)] | [_, (symbol, 1)] = terms[..]
            && is_equation(system, form)
        {
            others = others.iter().map(|other| solved(other, form, symbol)).collect::<Option<_>>()?;
        }
    }
    kept.extend(others);
    Some(System::new(kept))
}

/// The integers for which some integer in place of the symbol solves the
/// system; `None` where elimination could give too many.
fn projected(system: &System, symbol: usize) -> Option<System> {
    let coefficients = || system.forms().iter().map(|form| form.coefficient(symbol));
    let exact = coefficients().all(|c| c <= 1) || coefficients().all(|c| c >= -1);
    if exact { system.without(symbol).ok() } else { None }
}
