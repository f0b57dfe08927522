//! `exists k` without a walk through every k: where the body says that a heap
//! equals an expression in k alone, only the k that give this heap matter.
//!
//! The body `x = f(k) and …` is true only for k with f(k) = x. So the pairs
//! (f(k), k) are listed once, in order, and looked up by x. The same holds of
//! `{x, y} = {f(k), g(k)}`, where x is f(k) or g(k).

use super::evaluate::{Place, Reason};
use super::syntax::{Exists, Kind, Number, Truth};
use super::{Formula, Says};
use crate::budget::{Budget, Stopped};
use crate::heap::notation::Relation;

/// Which k give which size of a heap, for k from 0 to `top`.
#[derive(Clone, Debug)]
pub(super) struct Index {
    heap: usize,
    top: i64,
    /// (f(k), k), sorted.
    pairs: Vec<(i64, i64)>,
}

impl Index {
    pub(super) fn heap(&self) -> usize {
        self.heap
    }

    pub(super) fn covers(&self, low: i64, high: i64) -> bool {
        0 <= low && high <= self.top
    }

    /// The k from `low` to `high` that give this heap.
    pub(super) fn found(&self, heap: i64, low: i64, high: i64) -> impl Iterator<Item = i64> + '_ {
        let start = self.pairs.partition_point(|pair| *pair < (heap, low));
        self.pairs[start..].iter().take_while(move |pair| **pair <= (heap, high)).map(|pair| pair.1)
    }
}

/// Lists the pairs of every `exists` of a formula that has them.
pub(super) fn prepare(formula: &mut Formula, top: u64, budget: &Budget) -> Result<(), Stopped> {
    let Ok(top) = i64::try_from(top) else { return Ok(()) };
    let mut work = Work { heaps: formula.heaps, symbols: vec![0; formula.symbols], top, budget };
    match &mut formula.says {
        Says::Set(truth) => work.truth(truth),
        Says::Value(number) => work.number(number),
    }
}

struct Work<'a> {
    heaps: usize,
    symbols: Vec<i64>,
    top: i64,
    budget: &'a Budget,
}

impl Work<'_> {
    fn truth(&mut self, truth: &mut Truth) -> Result<(), Stopped> {
        match truth {
            Truth::And(parts) | Truth::Or(parts) => parts.iter_mut().try_for_each(|part| self.truth(part)),
            Truth::Not(inner) => self.truth(inner),
            Truth::Exists(exists) => {
                exists.index = self.index(exists)?;
                self.truth(&mut exists.body)
            }
            // Numbers with an `exists` inside stand only in `if`: looked for where it is cheap.
            Truth::Chain(..) | Truth::Among(..) | Truth::Tuple(..) | Truth::Unordered(..) => Ok(()),
        }
    }

    fn number(&mut self, number: &mut Number) -> Result<(), Stopped> {
        match &mut number.kind {
            Kind::If(condition, a, b) => {
                self.truth(condition)?;
                self.number(a)?;
                self.number(b)
            }
            Kind::Binary(_, a, b) => {
                self.number(a)?;
                self.number(b)
            }
            _ => Ok(()),
        }
    }

    fn index(&mut self, exists: &Exists) -> Result<Option<Index>, Stopped> {
        let Some((heap, sizes)) = keys(&exists.body, exists.symbol, self.heaps).into_iter().next() else {
            return Ok(None);
        };
        let count = u64::try_from(self.top).unwrap_or(u64::MAX).saturating_add(1);
        self.budget.need(count.saturating_mul(16 * sizes.len() as u64))?;
        let mut pairs = Vec::new();
        for k in 0..=self.top {
            if k % 1024 == 0 {
                self.budget.check()?;
            }
            self.symbols[exists.symbol] = k;
            for size in &sizes {
                let mut place = Place { symbols: &mut self.symbols, budget: self.budget };
                match place.whole(size) {
                    Ok(value) => pairs.push((value, k)),
                    Err(no) if no.why == Reason::TooLarge => {}
                    // Not for every k: the walk through them decides when it matters.
                    Err(_) => return Ok(None),
                }
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        Ok(Some(Index { heap, top: self.top, pairs }))
    }
}

/// Heaps that the truth of a condition fixes, each with the expressions in the
/// symbol alone of which it then equals one.
fn keys<'a>(truth: &'a Truth, symbol: usize, heaps: usize) -> Vec<(usize, Vec<&'a Number>)> {
    let heap = |number: &Number| match number.kind {
        Kind::Symbol(heap) if heap < heaps => Some(heap),
        _ => None,
    };
    let alone = |number: &Number| {
        let (mut others, mut own) = (false, false);
        number.symbols(&mut |s| if s == symbol { own = true } else { others = true });
        number.whole && own && !others
    };
    let equal = |a: &'a Number, b: &'a Number| {
        let one = |a: &Number, b: &'a Number| heap(a).filter(|_| alone(b)).map(|heap| (heap, vec![b]));
        one(a, b).or_else(|| one(b, a))
    };
    match truth {
        Truth::Chain(first, rest) => {
            let before = std::iter::once(first).chain(rest.iter().map(|(_, number)| number));
            let links = before.zip(rest).filter(|(_, (relation, _))| *relation == Relation::Equal);
            links.filter_map(|(a, (_, b))| equal(a, b)).collect()
        }
        Truth::Tuple(tuple, members) if members.len() == 1 => {
            tuple.iter().zip(&members[0]).filter_map(|(a, b)| equal(a, b)).collect()
        }
        Truth::Unordered(a, b) => {
            let one = |a: &Vec<Number>, b: &'a Vec<Number>| {
                a.iter().find_map(heap).filter(|_| b.iter().all(alone)).map(|heap| (heap, b.iter().collect()))
            };
            one(a, b).or_else(|| one(b, a)).into_iter().collect()
        }
        Truth::And(parts) => parts.iter().flat_map(|part| keys(part, symbol, heaps)).collect(),
        Truth::Or(parts) => {
            let all: Vec<_> = parts.iter().map(|part| keys(part, symbol, heaps)).collect();
            let of = |found: &[(usize, Vec<&'a Number>)], heap| {
                found.iter().find(|(other, _)| *other == heap).map(|(_, sizes)| sizes.clone())
            };
            let common = |heap| {
                let sizes = all.iter().map(|found| of(found, heap)).collect::<Option<Vec<_>>>()?.concat();
                (!sizes.is_empty()).then_some((heap, sizes))
            };
            (0..heaps).filter_map(common).collect()
        }
        Truth::Among(..) | Truth::Tuple(..) | Truth::Not(_) | Truth::Exists(_) => vec![],
    }
}
