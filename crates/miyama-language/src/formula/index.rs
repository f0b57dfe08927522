//! `exists k` without a walk through every k: where the body says that a number
//! without k equals an expression in k alone, only the k that give it matter.
//!
//! The body `x+y = f(k) and …` is true only for k with f(k) = x+y. So the pairs
//! (f(k), k) are listed once, in order, and looked up by x+y. The same holds of
//! `{x, y} = {f(k), g(k)}`, where x is f(k) or g(k). f(k) may have fractions and roots: the pairs are
//! those where it is whole.

use super::evaluate::{Memo, NoNumber, Place, Reason};
use super::resolve::Recursive;
use super::syntax::{Exists, Kind, Number, Truth};
use super::{Content, Formula};
use crate::notation::Relation;
use miyama_budget::{Budget, Stopped};

/// Which k give which number, for k from 0 to `top`.
#[derive(Clone, Debug)]
pub(super) struct Index {
    /// The number without k.
    key: Number,
    top: i64,
    /// (f(k), k), sorted.
    pairs: Vec<(i64, i64)>,
}

impl Index {
    pub(super) fn key(&self) -> &Number {
        &self.key
    }

    pub(super) fn covers(&self, low: i64, high: i64) -> bool {
        0 <= low && high <= self.top
    }

    /// The k from `low` to `high` that give this number.
    pub(super) fn found(&self, number: i64, low: i64, high: i64) -> impl Iterator<Item = i64> + '_ {
        let start = self.pairs.partition_point(|pair| *pair < (number, low));
        self.pairs[start..].iter().take_while(move |pair| **pair <= (number, high)).map(|pair| pair.1)
    }
}

/// Lists the pairs of every `exists` of a formula that has them.
pub(super) fn prepare(formula: &mut Formula, top: u64, budget: &Budget) -> Result<(), Stopped> {
    let Ok(top) = i64::try_from(top) else { return Ok(()) };
    let functions = formula.functions.clone();
    let mut work = Work { functions, symbols: vec![0; formula.symbols], memo: Memo::new(), top, budget };
    match &mut formula.says {
        Content::Set(truth) => work.truth(truth),
        Content::Value(number) => work.number(number),
    }
}

struct Work<'a> {
    functions: Vec<Recursive>,
    symbols: Vec<i64>,
    /// What is known of functions that call themselves: f(k) is calculated from f(k−1).
    memo: Memo,
    top: i64,
    budget: &'a Budget,
}

impl Work<'_> {
    /// The number, if it is a whole one for these symbols: no other equals a key.
    fn whole(&mut self, number: &Number) -> Result<Option<i64>, NoNumber> {
        let (budget, functions) = (self.budget, &self.functions);
        let memo = std::mem::take(&mut self.memo);
        let mut place = Place { symbols: &mut self.symbols, budget, functions, memo, depth: 0 };
        let found =
            if number.whole { place.whole(number).map(Some) } else { place.real(number).map(|real| real.as_whole()) };
        self.memo = place.memo;
        found
    }

    fn truth(&mut self, truth: &mut Truth) -> Result<(), Stopped> {
        match truth {
            Truth::And(parts) | Truth::Or(parts) => parts.iter_mut().try_for_each(|part| self.truth(part)),
            Truth::Not(inner) => self.truth(inner),
            Truth::Exists(exists) => {
                exists.index = self.index(exists)?;
                self.truth(&mut exists.body)
            }
            // Numbers with an `exists` inside stand only in `if`: looked for where it is cheap.
            Truth::Chain(..)
            | Truth::Among(..)
            | Truth::Tuple(..)
            | Truth::Unordered(..)
            | Truth::Member(..)
            | Truth::Automaton(..) => Ok(()),
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
        let Some((key, sizes)) = keys(&exists.body, exists.symbol).into_iter().next() else {
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
                match self.whole(size) {
                    Ok(Some(value)) => pairs.push((value, k)),
                    Ok(None) => {}
                    Err(no) if no.why == Reason::TooLarge => {}
                    // Not for every k: the walk through them decides when it matters.
                    Err(_) => return Ok(None),
                }
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        Ok(Some(Index { key: key.clone(), top: self.top, pairs }))
    }
}

/// Numbers without the symbol that the truth of a condition fixes, each with the
/// expressions in the symbol alone of which it then equals one.
fn keys(truth: &Truth, symbol: usize) -> Vec<(&Number, Vec<&Number>)> {
    // Integers that are bound deeper inside have no value yet.
    let inner = |s: usize| s > symbol;
    let without = |number: &Number| {
        let mut free = number.whole;
        number.symbols(&mut |s| free &= s != symbol && !inner(s));
        free
    };
    let alone = |number: &Number| {
        let (mut others, mut own) = (false, false);
        number.symbols(&mut |s| if s == symbol { own = true } else { others = true });
        own && !others
    };
    fn paired<'a>(
        a: &'a Number,
        b: &'a Number,
        without: impl Fn(&Number) -> bool,
        alone: impl Fn(&Number) -> bool,
    ) -> Option<(&'a Number, Vec<&'a Number>)> {
        match (without(a) && alone(b), without(b) && alone(a)) {
            (true, _) => Some((a, vec![b])),
            (_, true) => Some((b, vec![a])),
            _ => None,
        }
    }
    match truth {
        Truth::Chain(first, rest) => {
            let before = std::iter::once(first).chain(rest.iter().map(|(_, number)| number));
            let links = before.zip(rest).filter(|(_, (relation, _))| *relation == Relation::Equal);
            links.filter_map(|(a, (_, b))| paired(a, b, without, alone)).collect()
        }
        Truth::Tuple(tuple, members) if members.len() == 1 => {
            tuple.iter().zip(&members[0]).filter_map(|(a, b)| paired(a, b, without, alone)).collect()
        }
        Truth::Unordered(a, b) => {
            let fixed = [(a, b), (b, a)].into_iter().find_map(|(a, b)| {
                let key = a.iter().find(|number| without(number))?;
                b.iter().all(alone).then(|| (key, b.iter().collect()))
            });
            fixed.into_iter().collect()
        }
        Truth::And(parts) => parts.iter().flat_map(|part| keys(part, symbol)).collect(),
        Truth::Or(parts) => common(parts.iter().map(|part| keys(part, symbol)).collect()),
        Truth::Among(..)
        | Truth::Tuple(..)
        | Truth::Member(..)
        | Truth::Automaton(..)
        | Truth::Not(_)
        | Truth::Exists(_) => vec![],
    }
}

/// Keys that all alternatives have, if they are heaps: one of the expressions of
/// any of them is equal to it.
fn common<'a>(all: Vec<Vec<(&'a Number, Vec<&'a Number>)>>) -> Vec<(&'a Number, Vec<&'a Number>)> {
    let heap = |number: &Number| match number.kind {
        Kind::Symbol(heap) => Some(heap),
        _ => None,
    };
    let Some((first, others)) = all.split_first() else { return vec![] };
    let mut found = Vec::new();
    for (key, sizes) in first.iter().filter(|(key, _)| heap(key).is_some()) {
        let same = |keys: &Vec<(&'a Number, Vec<&'a Number>)>| {
            keys.iter().find(|(other, _)| heap(other) == heap(key)).map(|(_, sizes)| sizes.clone())
        };
        if let Some(more) = others.iter().map(same).collect::<Option<Vec<_>>>() {
            found.push((*key, [sizes.clone(), more.concat()].concat()));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::Names;
    use super::*;

    #[test]
    fn fractions_and_roots_are_looked_up_where_they_are_whole() {
        let budget = Budget::unlimited();
        let names = Names::of(&["x", "y"]);
        for text in [
            "exists k: {x,y} = {(20*9^k-2)/9, (20*10^(k+1)-2)/9}",
            "exists k: {x,y} = {(3^k-1)/2, (3^(k+1)-1)/2}",
            "exists k: x = k/3 and y = k",
            "exists k: {x,y} = {k*phi, 2k}",
            "exists k: (x,y) = (k*sqrt(2)*sqrt(8)/4, k*sqrt(9)/2)",
            "exists k: x = (k-7)/2 and y >= k",
        ] {
            let plain = Formula::set(text, &names).unwrap();
            let mut prepared = plain.clone();
            prepared.prepare(60, &budget).unwrap();
            let Content::Set(Truth::Exists(exists)) = &prepared.says else { panic!("{text}") };
            assert!(exists.index.is_some(), "{text}");
            let (mut one, mut other) = (prepared.evaluator(&budget), plain.evaluator(&budget));
            let mut members = 0;
            for position in (0..30u64).flat_map(|x| (0..30u64).map(move |y| [x, y])) {
                let says = other.number(&position).unwrap();
                assert_eq!(one.number(&position).unwrap(), says, "{text} at {position:?}");
                members += 1 - says;
            }
            assert!(members > 0, "{text}");
        }
    }
}
