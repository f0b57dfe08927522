//! A case of a ruleset: one way to move, in linear forms.

use super::super::linear::{Linear, System};
use super::super::lower::Computed;
use std::ops::Range;

/// One way to move: bound integers, what must hold of them, and the option.
///
/// Symbols 0..k are the heaps, the bound integers follow. The conditions
/// contain that every heap of the option is ≥ 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// How the bound integers are found, in the order of their symbols.
    pub(crate) bound: Vec<Bound>,
    /// The conditions: each form is ≥ 0.
    pub(crate) conditions: Vec<Linear>,
    /// The option: a sum of tuples of heaps.
    pub(crate) option: Vec<Vec<Linear>>,
    /// How often each tuple is left.
    pub(crate) copies: Vec<Linear>,
    /// The set that it comes from, in the source.
    pub(crate) at: Range<usize>,
}

/// How a bound integer of a [`Case`] gets its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// It runs through all integers that the conditions allow.
    Free {
        /// The name in the source; none for one that the program introduced.
        name: Option<String>,
    },
    /// It is the product of two forms in earlier symbols.
    Product(Linear, Linear),
    /// It is computed from forms in earlier symbols.
    Computed(Computed),
}

impl Bound {
    /// The same of other symbols.
    pub(crate) fn renamed(&self, rename: impl Fn(&Linear) -> Linear) -> Bound {
        match self {
            Bound::Free { name } => Bound::Free { name: name.clone() },
            Bound::Product(a, b) => Bound::Product(rename(a), rename(b)),
            Bound::Computed(computed) => Bound::Computed(computed.renamed(rename)),
        }
    }

    /// The forms from which it is computed.
    pub(crate) fn arguments(&self) -> Vec<&Linear> {
        match self {
            Bound::Free { .. } => vec![],
            Bound::Product(a, b) => vec![a, b],
            Bound::Computed(computed) => computed.arguments.iter().collect(),
        }
    }
}

impl Case {
    /// Whether two cases say the same, names, places, order and repetitions aside.
    pub(super) fn same_moves(&self, other: &Case, heaps: usize) -> bool {
        self.option == other.option && self.system(heaps) == other.system(heaps) && self.same_integers(other)
    }

    /// Whether the bound integers and the numbers of copies are the same, names aside.
    pub(crate) fn same_integers(&self, other: &Case) -> bool {
        let same_bound = |(a, b): (&Bound, &Bound)| match (a, b) {
            (Bound::Free { .. }, Bound::Free { .. }) => true,
            (Bound::Product(..), Bound::Product(..)) | (Bound::Computed(_), Bound::Computed(_)) => a == b,
            _ => false,
        };
        self.copies == other.copies
            && self.bound.len() == other.bound.len()
            && self.bound.iter().zip(&other.bound).all(same_bound)
    }

    /// Whether every tuple of the option is left once.
    pub(crate) fn copies_are_one(&self) -> bool {
        self.copies.iter().all(|copies| *copies == Linear::constant(1))
    }

    /// The same with every computed integer, and every one that a condition determines, as early as it
    /// can be: right behind the last one that it is computed from, so that what it bounds stands behind
    /// it. In `i <= x, x odd` the half of x comes before i, so that an even x is seen before i runs.
    pub(crate) fn settled(self, heaps: usize) -> Case {
        // The place, among the integers that run, of the last one that is needed.
        let mut needs: Vec<Option<usize>> = vec![];
        let mut runs = vec![];
        for (index, bound) in self.bound.iter().enumerate() {
            let last = |form: &Linear| {
                let earlier = form.terms().filter(|(symbol, _)| (heaps..heaps + index).contains(symbol));
                earlier.filter_map(|(symbol, _)| needs[symbol - heaps]).max()
            };
            let needed = match bound {
                Bound::Free { .. } => self.determined_by(heaps + index).map(last).min(),
                Bound::Product(..) | Bound::Computed(_) => Some(bound.arguments().into_iter().filter_map(last).max()),
            };
            runs.push(needed.is_none());
            needs.push(needed.unwrap_or(Some(index)));
        }
        let mut order: Vec<usize> = (0..self.bound.len()).collect();
        order.sort_by_key(|index| (needs[*index], !runs[*index], *index));
        if order.is_sorted() {
            return self;
        }
        self.reordered(&order, heaps)
    }

    /// The forms f in this symbol s and earlier ones that leave at most one value of s where the
    /// earlier ones are known: f ≥ 0 and d − f ≥ 0 are conditions, and s has in f a coefficient c > d, so
    /// that of the integers from 0 to d at most one is f.
    fn determined_by(&self, symbol: usize) -> impl Iterator<Item = &Linear> {
        let is_last = move |form: &Linear| form.terms().all(|(other, _)| other <= symbol);
        self.conditions.iter().filter(move |form| {
            let factor = form.coefficient(symbol);
            let opposite = |other: &Linear| match other.plus(form) {
                Ok(sum) => sum.terms().next().is_none() && sum.constant >= 0 && sum.constant < factor.abs(),
                Err(_) => false,
            };
            factor != 0 && is_last(form) && self.conditions.iter().any(opposite)
        })
    }

    /// The same with bound integer `order[n]` as the n-th.
    pub(crate) fn reordered(self, order: &[usize], heaps: usize) -> Case {
        let mut place = vec![0; order.len()];
        order.iter().enumerate().for_each(|(new, old)| place[*old] = new);
        let rename =
            |form: &Linear| form.renamed(|symbol| if symbol < heaps { symbol } else { heaps + place[symbol - heaps] });
        Case {
            bound: order.iter().map(|old| self.bound[*old].renamed(rename)).collect(),
            conditions: self.conditions.iter().map(rename).collect(),
            option: self.option.iter().map(|tuple| tuple.iter().map(rename).collect()).collect(),
            copies: self.copies.iter().map(rename).collect(),
            at: self.at,
        }
    }

    /// The conditions, and that heaps are not negative.
    pub(crate) fn system(&self, heaps: usize) -> System {
        System::new(self.conditions.iter().cloned().chain((0..heaps).map(Linear::symbol)))
    }
}
