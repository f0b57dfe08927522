//! Moore's Nim: a move takes from at least one and at most k heaps.
//!
//! **Theorem** (E. H. Moore, 1910). The P-positions are those in which, for every place of
//! the binary digits, the number of heaps with digit 1 there is divisible by k + 1.
//!
//! *No move leads from such a position to another:* at the highest place at which a heap
//! changes, the t heaps that change there, 1 ≤ t ≤ k, lose a 1, and the others keep their digit.
//!
//! *From every other position a move leads to one:* go through the places from the highest
//! down, with a set of f ≤ k *free* heaps, which have lost a higher digit, so that their digits
//! here may be chosen. Let r be the number of ones in the other heaps, mod k + 1. If r = 0, all
//! free heaps get 0. If r ≥ k + 1 − f, then k + 1 − r of the free heaps get 1. Else
//! r ≤ k − f, and r of the other heaps with digit 1 become free and get 0 here.
//!
//! All such moves are found by trying at every place which heaps become free.

use crate::heap::notation::{
    Comparison, Condition, Definition, Each, Expression, ExpressionKind as Kind, Indexed, Relation,
};
use crate::heap::ruleset::Argument;
use miyama_text::{Text, say};
use num_bigint::BigUint;
use num_traits::{One, Zero};
use std::collections::{BTreeMap, BTreeSet};

/// More sets of free heaps than this are not followed: then the moves are not counted.
const MOST_SETS: usize = 1 << 14;

/// The k of a definition that is Moore's game, whatever its names are:
/// `for each subset S of at most k heaps { x[S]-a[S] | 1 <= a[S] }`.
pub(crate) fn recognise(definition: &Definition, indexed: &Indexed, arguments: &[Argument]) -> Option<u64> {
    let [family] = indexed.families.as_slice() else { return None };
    if indexed.shrinking || !definition.domain.is_empty() || family.who.is_some() {
        return None;
    }
    let ([each], [change], [condition]) = (&*family.each, &*family.changes, &*family.conditions) else { return None };
    let Each::Subset { name, exactly: false, size } = each else { return None };
    let of = |expression: &Expression, own: &str| match &expression.kind {
        Kind::Indexed(name, index) if name.text == own => {
            index.to.is_none() && is_named(&index.from, &each.names()[0].text)
        }
        _ => false,
    };
    let Kind::Difference(heap, taken) = &change.value.kind else { return None };
    let Kind::Indexed(integer, _) = &taken.kind else { return None };
    let Condition::Chain(least, links) = condition else { return None };
    let [Comparison { relation, term }] = links.as_slice() else { return None };
    let at_least_one = match (&least.kind, relation, &term.kind) {
        (Kind::Number(1), Relation::AtMost, _) | (Kind::Number(0), Relation::Less, _) => of(term, &integer.text),
        (_, Relation::AtLeast, Kind::Number(1)) | (_, Relation::Greater, Kind::Number(0)) => of(least, &integer.text),
        _ => false,
    };
    let fits = is_named(&change.index, &name.text) && of(heap, &indexed.heap.text) && of(taken, &integer.text);
    if !fits || !at_least_one || integer.text == indexed.heap.text {
        return None;
    }
    let number = match &size.kind {
        Kind::Number(number) => Some(*number),
        Kind::Name(name) => {
            let place = definition.parameters.iter().position(|parameter| parameter.name == *name)?;
            match arguments.get(place) {
                Some(Argument::Number(number)) => Some(*number),
                Some(Argument::Set(_)) => None,
                None => definition.parameters[place].default,
            }
        }
        _ => None,
    };
    u64::try_from(number?).ok().filter(|k| *k > 0)
}

fn is_named(expression: &Expression, text: &str) -> bool {
    matches!(&expression.kind, Kind::Name(name) if name.text == text)
}

fn places(heaps: &[BigUint]) -> u64 {
    heaps.iter().map(BigUint::bits).max().unwrap_or(0)
}

fn ones(heaps: &[BigUint], place: u64) -> u64 {
    heaps.iter().filter(|heap| heap.bit(place)).count() as u64
}

/// Whether every digit sum is divisible by k + 1.
pub(super) fn is_p(k: u64, heaps: &[BigUint]) -> bool {
    (0..places(heaps)).all(|place| u128::from(ones(heaps, place)) % (u128::from(k) + 1) == 0)
}

/// Moves to P-positions: the first `most`, and how many there are if that can be counted.
pub(crate) struct ToP {
    pub(crate) listed: Vec<Vec<BigUint>>,
    pub(crate) count: Option<BigUint>,
}

/// The moves that win.
pub(crate) fn options_to_p(k: u64, heaps: &[BigUint], most: usize) -> ToP {
    let search =
        Search { k: usize::try_from(k).unwrap_or(usize::MAX).min(heaps.len()), modulus: u128::from(k) + 1, heaps };
    let mut listed = vec![];
    let Some(levels) = search.levels() else {
        return ToP { listed: search.one().into_iter().take(most).collect(), count: None };
    };
    let count = levels.first().and_then(|level| level.get(&BTreeSet::new())).cloned().unwrap_or_default();
    if most > 0 {
        search.list(&levels, 0, &BTreeSet::new(), heaps.to_vec(), most, &mut listed);
    }
    ToP { listed, count: Some(count) }
}

/// The free heaps, by their places in the row.
type Free = BTreeSet<usize>;

struct Search<'a> {
    k: usize,
    modulus: u128,
    heaps: &'a [BigUint],
}

/// A way through a place: which heaps are free afterwards, and how many that were free get 1.
struct Step {
    free: Free,
    given: usize,
}

impl Search<'_> {
    /// The digits are looked at from the highest: that of a level.
    fn place(&self, level: usize) -> u64 {
        places(self.heaps) - 1 - level as u64
    }

    /// The ways on from a set of free heaps.
    fn steps(&self, level: usize, free: &Free) -> Vec<Step> {
        let place = self.place(level);
        let bound = |heap: &usize| !free.contains(heap) && self.heaps[*heap].bit(place);
        let ones: Vec<usize> = (0..self.heaps.len()).filter(bound).collect();
        let mut found = vec![];
        for more in 0..=(self.k - free.len()).min(ones.len()) {
            for given in 0..=free.len() {
                if ((ones.len() - more + given) as u128).is_multiple_of(self.modulus) {
                    chosen(&ones, more, &mut |chosen| {
                        found.push(Step { free: free.iter().chain(chosen).copied().collect(), given });
                    });
                }
            }
        }
        found
    }

    /// For every level, how many ways lead on from each set of free heaps to the end with
    /// some heap free; none where there are too many sets.
    fn levels(&self) -> Option<Vec<BTreeMap<Free, BigUint>>> {
        let depth = usize::try_from(places(self.heaps)).ok()?;
        let mut met: Vec<BTreeSet<Free>> = vec![BTreeSet::from([Free::new()])];
        let mut all = 1;
        for level in 0..depth {
            let mut next = BTreeSet::new();
            for free in &met[level] {
                // All choices of the heaps that become free are tried.
                if binomial(self.heaps.len(), self.k - free.len()) > BigUint::from(MOST_SETS) {
                    return None;
                }
                next.extend(self.steps(level, free).into_iter().map(|step| step.free));
            }
            all += next.len();
            if all > MOST_SETS {
                return None;
            }
            met.push(next);
        }
        let ends = met.pop()?.into_iter().map(|free| {
            let ways = BigUint::from(u8::from(!free.is_empty()));
            (free, ways)
        });
        let mut levels: Vec<BTreeMap<Free, BigUint>> = vec![ends.collect()];
        for (level, sets) in met.into_iter().enumerate().rev() {
            let below = levels.last()?;
            let ways = sets.into_iter().map(|free| {
                let on = self.steps(level, &free);
                let ways = on.iter().map(|step| binomial(free.len(), step.given) * &below[&step.free]).sum();
                (free, ways)
            });
            let ways = ways.collect();
            levels.push(ways);
        }
        levels.reverse();
        Some(levels)
    }

    fn list(
        &self,
        levels: &[BTreeMap<Free, BigUint>],
        level: usize,
        free: &Free,
        row: Vec<BigUint>,
        most: usize,
        found: &mut Vec<Vec<BigUint>>,
    ) {
        if found.len() >= most || levels[level].get(free).is_none_or(Zero::is_zero) {
            return;
        }
        if level + 1 == levels.len() {
            found.push(row);
            return;
        }
        let place = self.place(level);
        let own: Vec<usize> = free.iter().copied().collect();
        for step in self.steps(level, free) {
            chosen(&own, step.given, &mut |given| {
                let mut next = row.clone();
                own.iter().for_each(|heap| next[*heap].set_bit(place, given.contains(heap)));
                step.free.difference(free).for_each(|heap| next[*heap].set_bit(place, false));
                self.list(levels, level + 1, &step.free, next, most, found);
            });
        }
    }

    /// The move of the proof.
    fn one(&self) -> Option<Vec<BigUint>> {
        let (mut free, mut row) = (Free::new(), self.heaps.to_vec());
        for place in (0..places(self.heaps)).rev() {
            let bound: Vec<usize> =
                (0..row.len()).filter(|heap| !free.contains(heap) && self.heaps[*heap].bit(place)).collect();
            let rest = usize::try_from(bound.len() as u128 % self.modulus).ok()?;
            let missing = self.modulus - rest as u128;
            let given = if rest > 0 && missing <= free.len() as u128 { usize::try_from(missing).ok()? } else { 0 };
            for (index, heap) in free.iter().enumerate() {
                row[*heap].set_bit(place, index < given);
            }
            if rest > 0 && given == 0 {
                for heap in &bound[..rest] {
                    row[*heap].set_bit(place, false);
                    free.insert(*heap);
                }
            }
        }
        (!free.is_empty()).then_some(row)
    }
}

fn binomial(n: usize, k: usize) -> BigUint {
    (0..k.min(n)).fold(BigUint::one(), |all, i| all * (n - i) / (i + 1)) * usize::from(k <= n)
}

/// Calls `visit` with every choice of so many of some numbers.
fn chosen(of: &[usize], many: usize, visit: &mut dyn FnMut(&[usize])) {
    fn further(of: &[usize], many: usize, taken: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize])) {
        if many == 0 {
            return visit(taken);
        }
        for first in 0..(of.len() + 1).saturating_sub(many) {
            taken.push(of[first]);
            further(&of[first + 1..], many - 1, taken, visit);
            taken.pop();
        }
    }
    further(of, many, &mut vec![], visit);
}

pub(super) fn reason(k: u64, heaps: &[BigUint]) -> Text {
    let modulus = u128::from(k) + 1;
    let wrong = (0..places(heaps)).rev().find(|place| u128::from(ones(heaps, *place)) % modulus != 0);
    match wrong {
        None => say!("theorem.why_moore_p", modulus = modulus),
        Some(place) => {
            let (power, ones) = (BigUint::one() << place, ones(heaps, place));
            say!("theorem.why_moore_n", modulus = modulus, power = &power, ones = ones)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::notation::{Body, parse_definition};
    use crate::heap::table::positions;

    fn options(k: usize, position: &[u64]) -> Vec<Vec<u64>> {
        let changed = |option: &Vec<u64>| option.iter().zip(position).filter(|(after, before)| after != before).count();
        positions(position).filter(|option| (1..=k).contains(&changed(option))).collect()
    }

    fn big(position: &[u64]) -> Vec<BigUint> {
        position.iter().map(|heap| BigUint::from(*heap)).collect()
    }

    /// The P-positions and all winning moves, against the definition.
    #[test]
    fn digit_sums_are_the_definition() {
        for (k, to) in [(1, vec![5; 3]), (2, vec![3; 4]), (3, vec![2; 5]), (2, vec![7; 3]), (4, vec![3; 3])] {
            let mut p = std::collections::BTreeSet::new();
            for position in positions(&to) {
                let mut winning: Vec<Vec<u64>> =
                    options(k, &position).into_iter().filter(|option| p.contains(option)).collect();
                if winning.is_empty() {
                    p.insert(position.clone());
                }
                let heaps = big(&position);
                assert_eq!(is_p(k as u64, &heaps), winning.is_empty(), "{k} {position:?}");
                let found = options_to_p(k as u64, &heaps, usize::MAX);
                assert_eq!(found.count, Some(BigUint::from(winning.len())), "{k} {position:?}");
                let search = Search { k: k.min(heaps.len()), modulus: k as u128 + 1, heaps: &heaps };
                let one = search.one();
                assert_eq!(one.is_some(), !winning.is_empty());
                assert!(one.is_none_or(|one| winning.iter().any(|option| big(option) == one)), "{k} {position:?}");
                let mut listed = found.listed;
                listed.sort();
                winning.sort();
                assert_eq!(listed, winning.iter().map(|option| big(option)).collect::<Vec<_>>(), "{k} {position:?}");
            }
        }
    }

    #[test]
    fn the_game_is_known_by_its_meaning_and_nothing_else_is_taken_for_it() {
        let k = |text: &str, arguments: &[Argument]| {
            let definition = parse_definition(text).unwrap();
            let Body::Indexed(indexed) = &definition.body else { panic!("{text}") };
            recognise(&definition, indexed, arguments)
        };
        let moore = "moore(k = 2): heaps x[1..n] -> for each subset S of at most k heaps { x[S]-a[S] | 1 <= a[S] }";
        assert_eq!(k(moore, &[]), Some(2));
        assert_eq!(k(moore, &[Argument::Number(5)]), Some(5));
        assert_eq!(k("heaps h[1..m] cyclic -> for each subset T of at most 3 { h[T]-t[T] | t[T] > 0 }", &[]), Some(3));
        for other in [
            "heaps x[1..n] -> for each subset S of exactly 2 heaps { x[S]-a[S] | 1 <= a[S] }",
            "heaps x[1..n] -> for each subset S of at most 2 heaps { x[S]-a[S] | 2 <= a[S] }",
            "heaps x[1..n] -> for each subset S of at most 2 heaps { x[S]-a[S] | 1 <= a[S], a[S] <= 3 }",
            "heaps x[1..n] -> for each subset S of at most 2 heaps { x[S]-a | 1 <= a }",
            "heaps x[1..n] -> for each subset S of at most 2 heaps { x[S]-a[S] | 1 <= sum(a[S]) }",
            "heaps x[1..n] -> for each subset S of at most n-1 heaps { x[S]-a[S] | 1 <= a[S] }",
            "heaps x[1..n] shrinking -> for each subset S of at most 2 heaps { x[S]-a[S] | 1 <= a[S] }",
            "heaps x[1..n] -> for each subset S of at most 2 heaps { x[S]-a[S] | 1 <= a[S] } where x[i] < x[i+1]",
            "heaps x[1..n] -> for each subset S of at most 2 heaps { x[S]-a[S] | 1 <= a[S] } ∪ { x[1]-1 }",
        ] {
            assert_eq!(k(other, &[]), None, "{other}");
        }
    }
}
