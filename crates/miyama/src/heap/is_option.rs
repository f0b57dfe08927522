//! Is this position an option of that one? Asked of heaps of any size, without
//! going through all options.
//!
//! The heaps of an option are linear forms in the heaps and the bound integers
//! of its case. Where position and option are both given these forms are
//! equations, and mostly each holds one bound integer that no other equation
//! has left open. What remains open is searched within the bounds that the
//! conditions give.

use super::linear::Linear;
use super::ruleset::{Bound, Case, Ruleset};
use crate::breaking::definition;
use miyama_budget::Budget;
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

/// A bound integer that the equations leave open is tried at no more values.
const MOST_TRIED: u32 = 10_000;

/// All of them together are tried at no more.
const MOST_TRIED_IN_ALL: u32 = 200_000;

impl Ruleset {
    /// Whether the pieces are what a move may leave of a position: in any
    /// order, and with or without pieces that have no stone, if these have no
    /// move. `None` if there are too many ways to try.
    ///
    /// ```
    /// use miyama::heap::builtin;
    /// use num_bigint::BigUint;
    /// let wythoff = builtin::ruleset("wythoff", &[]).unwrap();
    /// let heaps = |x: u64, y: u64| vec![BigUint::from(x), BigUint::from(y)];
    /// let far = heaps(1 << 60, 1 << 61);
    /// assert_eq!(wythoff.reaches(&far, &[heaps((1 << 60) - 7, (1 << 61) - 7)]), Some(true));
    /// assert_eq!(wythoff.reaches(&far, &[heaps((1 << 60) - 7, (1 << 61) - 8)]), Some(false));
    /// ```
    #[must_use]
    pub fn reaches(&self, position: &[BigUint], pieces: &[Vec<BigUint>]) -> Option<bool> {
        let wrong = |heaps: &[BigUint]| heaps.len() != self.heaps();
        if wrong(position) || pieces.iter().any(|piece| wrong(piece)) {
            return Some(false);
        }
        if let Some(code) = self.code() {
            return Some(definition::leaves(code, &position[0], pieces.iter().map(|piece| &piece[0])));
        }
        if self.is_row() {
            return self.walks_to(position, pieces);
        }
        let mut known = true;
        for case in self.cases() {
            match case_reaches(case, position, pieces, self.ends_at_zero()) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => known = false,
            }
        }
        if known { Some(false) } else { self.walks_to(position, pieces) }
    }

    /// The same by going through the options of a position that is not large: some rules
    /// calculate what they leave, and no equation tells them.
    fn walks_to(&self, position: &[BigUint], pieces: &[Vec<BigUint>]) -> Option<bool> {
        let small = |heaps: &[BigUint]| heaps.iter().map(|heap| u64::try_from(heap).ok()).collect::<Option<Vec<u64>>>();
        let counts = |piece: &&Vec<u64>| !self.ends_at_zero() || piece.iter().any(|heap| *heap != 0);
        let in_order = |pieces: &[Vec<u64>]| {
            let mut full: Vec<Vec<u64>> = pieces.iter().filter(counts).cloned().collect();
            full.sort_unstable();
            full
        };
        let wanted = in_order(&pieces.iter().map(|piece| small(piece)).collect::<Option<Vec<_>>>()?);
        let (mut tries, mut found) = (MOST_TRIED_IN_ALL, false);
        let visited = self.for_each_option(&small(position)?, &Budget::unlimited(), &mut |option| {
            tries -= 1;
            found = in_order(option) == wanted;
            !found && tries > 0
        });
        (visited.is_ok() && (found || tries > 0)).then_some(found)
    }
}

fn case_reaches(case: &Case, position: &[BigUint], pieces: &[Vec<BigUint>], ends_at_zero: bool) -> Option<bool> {
    // What is computed, or left several times, is not known of heaps of any size.
    if case.bound.iter().any(|bound| matches!(bound, Bound::Computed(_))) || !case.copies_are_one() {
        return None;
    }
    let counts = |piece: &&Vec<BigUint>| !ends_at_zero || piece.iter().any(|heap| !heap.is_zero());
    let full: Vec<&Vec<BigUint>> = pieces.iter().filter(counts).collect();
    if full.len() > case.option.len() || (!ends_at_zero && full.len() < case.option.len()) {
        return Some(false);
    }
    let empty = vec![BigUint::zero(); position.len()];
    let mut order: Vec<&Vec<BigUint>> = full;
    order.resize(case.option.len(), &empty);
    order.sort();
    let mut known = true;
    let mut tries = MOST_TRIED_IN_ALL;
    loop {
        let equations: Vec<(&Linear, BigInt)> = case
            .option
            .iter()
            .zip(&order)
            .flat_map(|(forms, piece)| forms.iter().zip(piece.iter()))
            .map(equation)
            .collect();
        let mut values: Vec<Option<BigInt>> = position.iter().map(|heap| Some(BigInt::from(heap.clone()))).collect();
        values.resize(position.len() + case.bound.len(), None);
        match solvable(case, &equations, values, &mut tries) {
            Some(true) => return Some(true),
            Some(false) => {}
            None => known = false,
        }
        if !next_order(&mut order) {
            return known.then_some(false);
        }
    }
}

fn equation<'a>((form, heap): (&'a Linear, &BigUint)) -> (&'a Linear, BigInt) {
    (form, BigInt::from(heap.clone()))
}

/// The next order of the same pieces, if this is not the last one.
fn next_order(order: &mut [&Vec<BigUint>]) -> bool {
    let Some(rise) = (1..order.len()).rev().find(|&i| order[i - 1] < order[i]) else { return false };
    let pivot = rise - 1;
    let above = (rise..order.len()).rev().find(|&i| order[i] > order[pivot]).unwrap_or(rise);
    order.swap(pivot, above);
    order[rise..].reverse();
    true
}

/// Whether the bound integers that are still open can be chosen so that the
/// equations and conditions hold; `None` if there are too many ways to try.
fn solvable(
    case: &Case,
    equations: &[(&Linear, BigInt)],
    mut values: Vec<Option<BigInt>>,
    tries: &mut u32,
) -> Option<bool> {
    let first = values.len() - case.bound.len();
    loop {
        let mut settled = false;
        for (form, heap) in equations {
            match Open::of(form, &values) {
                Open::None(value) if value != *heap => return Some(false),
                Open::One { symbol, coefficient, rest } => {
                    let (value, remainder) = (heap - rest).div_rem(&coefficient);
                    if !remainder.is_zero() {
                        return Some(false);
                    }
                    values[symbol] = Some(value);
                    settled = true;
                }
                Open::None(_) | Open::Several => {}
            }
        }
        for (index, bound) in case.bound.iter().enumerate() {
            let Bound::Product(a, b) = bound else { continue };
            let (Open::None(a), Open::None(b)) = (Open::of(a, &values), Open::of(b, &values)) else { continue };
            match &values[first + index] {
                Some(value) if *value != &a * &b => return Some(false),
                Some(_) => {}
                None => {
                    values[first + index] = Some(a * b);
                    settled = true;
                }
            }
        }
        if !settled {
            break;
        }
    }
    if values.iter().all(Option::is_some) {
        return Some(case.conditions.iter().all(|form| match Open::of(form, &values) {
            Open::None(value) => !value.is_negative(),
            _ => false,
        }));
    }
    let ranges: Vec<(usize, BigInt, BigInt)> = (first..values.len())
        .filter(|symbol| values[*symbol].is_none())
        .filter_map(|s| range(case, s, &values))
        .collect();
    let (symbol, low, high) = ranges.into_iter().min_by_key(|(_, low, high)| high - low)?;
    if &high - &low > BigInt::from(MOST_TRIED) {
        return None;
    }
    let mut known = true;
    let mut value = low;
    while value <= high {
        *tries = tries.checked_sub(1)?;
        values[symbol] = Some(value.clone());
        match solvable(case, equations, values.clone(), tries) {
            Some(true) => return Some(true),
            Some(false) => {}
            None => known = false,
        }
        value += BigInt::one();
    }
    known.then_some(false)
}

/// The bounds that the conditions give a symbol where it is the only open one.
fn range(case: &Case, symbol: usize, values: &[Option<BigInt>]) -> Option<(usize, BigInt, BigInt)> {
    let (mut low, mut high): (Option<BigInt>, Option<BigInt>) = (None, None);
    for form in &case.conditions {
        let Open::One { symbol: open, coefficient, rest } = Open::of(form, values) else { continue };
        if open != symbol {
            continue;
        }
        if coefficient.is_positive() {
            let bound = Integer::div_ceil(&-rest, &coefficient);
            low = Some(low.map_or(bound.clone(), |low| low.max(bound)));
        } else {
            let bound = Integer::div_floor(&rest, &-coefficient);
            high = Some(high.map_or(bound.clone(), |high| high.min(bound)));
        }
    }
    Some((symbol, low?, high?))
}

/// What of a form is still open.
enum Open {
    /// Nothing: this is its value.
    None(BigInt),
    /// One symbol; the form is `coefficient·symbol + rest`.
    One {
        symbol: usize,
        coefficient: BigInt,
        rest: BigInt,
    },
    Several,
}

impl Open {
    fn of(form: &Linear, values: &[Option<BigInt>]) -> Open {
        let mut rest = BigInt::from(form.constant);
        let mut open = None;
        for (symbol, coefficient) in form.terms() {
            match (&values[symbol], &open) {
                (Some(value), _) => rest += value * coefficient,
                (None, None) => open = Some((symbol, BigInt::from(coefficient))),
                (None, Some(_)) => return Open::Several,
            }
        }
        match open {
            None => Open::None(rest),
            Some((symbol, coefficient)) => Open::One { symbol, coefficient, rest },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::notation::parse_definition;
    use crate::heap::table::positions;

    fn ruleset(text: &str) -> Ruleset {
        Ruleset::new(&parse_definition(text).unwrap(), &[]).unwrap()
    }

    fn big(heaps: &[u64]) -> Vec<BigUint> {
        heaps.iter().map(|heap| BigUint::from(*heap)).collect()
    }

    /// Pieces with stones, sorted.
    fn plain(pieces: &[Vec<u64>]) -> Vec<Vec<u64>> {
        let mut plain: Vec<Vec<u64>> = pieces.iter().filter(|p| p.iter().any(|h| *h > 0)).cloned().collect();
        plain.sort();
        plain
    }

    /// `reaches` says yes to exactly what the loops visit.
    fn agrees(text: &str, to: u64) {
        let rules = ruleset(text);
        let k = rules.heaps();
        let singles: Vec<Vec<u64>> = positions(&vec![to + 2; k]).collect();
        let mut candidates: Vec<Vec<Vec<u64>>> = singles.iter().map(|p| vec![p.clone()]).collect();
        if k == 1 {
            let pairs = singles.iter().flat_map(|a| singles.iter().map(move |b| vec![a.clone(), b.clone()]));
            candidates.extend(pairs.collect::<Vec<_>>());
        }
        for position in positions(&vec![to; k]) {
            let options: Vec<Vec<Vec<u64>>> = rules.options(&position).unwrap().iter().map(|o| plain(o)).collect();
            for candidate in &candidates {
                let pieces: Vec<Vec<BigUint>> = candidate.iter().map(|p| big(p)).collect();
                let expected = options.contains(&plain(candidate));
                assert_eq!(
                    rules.reaches(&big(&position), &pieces),
                    Some(expected),
                    "{text} {position:?} {candidate:?}"
                );
            }
        }
    }

    #[test]
    fn it_says_yes_to_exactly_the_options() {
        agrees(
            "(x, y) -> sym { (x-i, y+j) | 2 <= i <= x, 1 <= j < i } U { (x-i, y-j) | 1 <= i, 1 <= j, |i-j| <= 1 }",
            6,
        );
        agrees("(n) -> { (a) + (b) | a + b < n }", 8);
        agrees("(n) -> { (a) + (b) | a + b = n, 1 <= a < b }", 9);
        agrees("(n) -> { (n-i) | i in {1, 3, 4} } U { 0 | n = 2 }", 9);
        agrees("(n) -> { (n-i) | 1 <= i <= n, i mod 3 = 1 } U { (n div 2) | n >= 1 }", 12);
        agrees("(n) -> { (n-i*i) | 1 <= i, i*i <= n }", 12);
        agrees("(x, y) -> { (x-i, y) | 1 <= i } U { (max(x, y) - i, 0) | 1 <= i, i + x + y > 3, y >= 1, i >= x }", 5);
    }
}
