//! The same case with fewer integers, in an order in which its loops are short.
//!
//! An equation gives one of its integers as a form in the others, if that one is not
//! multiplied: it needs no loop. In `i mod 3 = y mod 3`, which is i = 3q + r, y = 3s + t and
//! r = t, the integers s and q are left, and i = 3q + y − 3s.
//!
//! Of the others the one with the shortest range goes first, as measured at some positions
//! of the box: what y bounds to one value is found once and not for every i, and the longest
//! range is the innermost, which is solved as a run.

use super::{Bound, Case, Linear, Loops, Runs, System, TooLarge};
use num_integer::{div_ceil, div_floor};

/// Cases with more integers are left as they are: conditions multiply when integers are
/// eliminated.
const MOST_INTEGERS: usize = 8;

/// No more conditions than this are worked on.
const MOST_FORMS: usize = 200;

/// An integer that may be as large as this is unbounded.
const WIDEST: i128 = 1 << 40;

/// The least and the largest value at each of some positions.
type Ranges = Vec<(i128, i128)>;

impl Runs {
    /// The options of a case in runs, as [`Runs::new`] says, by whichever loops are shorter:
    /// those that are given, or those of the same case with fewer integers in another order.
    pub(crate) fn cheapest(case: &Case, loops: &Loops, extents: &[i64]) -> Option<Runs> {
        let shorter =
            shortened(case, extents).and_then(|case| Runs::new(&Loops::new(&case, extents.len()).ok()?, extents));
        shorter.or_else(|| Runs::new(loops, extents))
    }
}

/// The case with short loops; none if it is to stay as it is.
fn shortened(case: &Case, extents: &[i64]) -> Option<Case> {
    let few = (2..=MOST_INTEGERS).contains(&case.bound.len());
    if !few {
        return None;
    }
    let heaps = extents.len();
    let mut solved = case.clone();
    while let Some(without) = without_solved(&solved, heaps).ok()? {
        solved = without;
    }
    let order = cheapest_order(&solved, extents)?;
    Some(solved.reordered(&order, heaps))
}

/// The case without an integer that an equation gives as a form in other symbols, if there
/// is one.
fn without_solved(case: &Case, heaps: usize) -> Result<Option<Case>, TooLarge> {
    let system = case.system(heaps);
    for equation in system.forms() {
        let opposite = Linear::constant(0).minus(equation)?;
        if !system.forms().contains(&opposite) {
            continue;
        }
        let is_free = |symbol: usize| {
            symbol.checked_sub(heaps).is_some_and(|index| matches!(case.bound[index], Bound::Free { .. }))
        };
        let Some((symbol, sign)) = equation.terms().find(|(symbol, c)| c.abs() == 1 && is_free(*symbol)) else {
            continue;
        };
        // With c = ±1 and c·s + rest = 0, a form k·s + f is f − k·c·rest.
        let put_in = |form: &Linear| -> Result<Linear, TooLarge> {
            let without = form.combine(1, equation, -(form.coefficient(symbol) * sign))?;
            Ok(without.renamed(|other| if other > symbol { other - 1 } else { other }))
        };
        let all = |forms: &[Linear]| forms.iter().map(put_in).collect::<Result<Vec<Linear>, TooLarge>>();
        for argument in case.bound.iter().flat_map(Bound::arguments) {
            put_in(argument)?;
        }
        let mut bound: Vec<Bound> =
            case.bound.iter().map(|bound| bound.renamed(|form| put_in(form).unwrap_or_default())).collect();
        bound.remove(symbol - heaps);
        return Ok(Some(Case {
            bound,
            conditions: all(system.forms())?,
            option: case.option.iter().map(|tuple| all(tuple)).collect::<Result<_, _>>()?,
            copies: all(&case.copies)?,
            at: case.at.clone(),
        }));
    }
    Ok(None)
}

/// An order of the integers in which the next one is computed from earlier symbols, or has
/// the shortest range of all that are left.
fn cheapest_order(case: &Case, extents: &[i64]) -> Option<Vec<usize>> {
    let heaps = extents.len();
    let system = case.system(heaps);
    let mut samples = samples(extents, case.bound.len());
    let mut order: Vec<usize> = Vec::new();
    let mut left: Vec<usize> = (0..case.bound.len()).collect();
    while !left.is_empty() {
        let known = |form: &Linear| form.terms().all(|(symbol, _)| symbol < heaps || order.contains(&(symbol - heaps)));
        let computed = |index: &&usize| {
            let bound = &case.bound[**index];
            !matches!(bound, Bound::Free { .. }) && bound.arguments().into_iter().all(known)
        };
        let next = match left.iter().find(computed) {
            Some(index) => {
                for values in &mut samples {
                    values[heaps + index] = match &case.bound[*index] {
                        Bound::Product(a, b) => a.at(values).ok()?.checked_mul(b.at(values).ok()?)?,
                        Bound::Free { .. } | Bound::Computed(_) => 1,
                    };
                }
                *index
            }
            None => {
                let free = left.iter().filter(|index| matches!(case.bound[**index], Bound::Free { .. }));
                let mut shortest: Option<(i128, usize, Ranges)> = None;
                for index in free {
                    let others = left.iter().filter(|other| *other != index).map(|other| heaps + other);
                    let Some(ranges) = ranges(&system, others, heaps + index, &samples) else { continue };
                    let length = ranges.iter().map(|(low, high)| (high - low + 1).max(0)).sum();
                    if shortest.as_ref().is_none_or(|(least, ..)| length < *least) {
                        shortest = Some((length, *index, ranges));
                    }
                }
                let (_, index, ranges) = shortest?;
                for (values, (low, high)) in samples.iter_mut().zip(ranges) {
                    values[heaps + index] = div_floor(low + high, 2);
                }
                index
            }
        };
        left.retain(|index| *index != next);
        order.push(next);
    }
    Some(order)
}

/// Some positions of a box, with room for integers: the corner, and two whose heaps are one
/// and two thirds of the sides.
fn samples(extents: &[i64], integers: usize) -> Vec<Vec<i128>> {
    let room = || std::iter::repeat_n(0, integers);
    let sides = || extents.iter().map(|extent| i128::from(*extent));
    let mixed = |n: i128| sides().zip(n..).map(|(side, heap)| side * (1 + heap % 2) / 3).chain(room()).collect();
    vec![sides().chain(room()).collect(), mixed(0), mixed(1)]
}

/// Where a symbol can lie in each of the samples, by what follows from the system without
/// the others; none if it has not both ends.
fn ranges(
    system: &System,
    others: impl Iterator<Item = usize>,
    symbol: usize,
    samples: &[Vec<i128>],
) -> Option<Ranges> {
    let mut system = system.clone();
    for other in others {
        system = system.without(other).ok().filter(|rest| rest.forms().len() <= MOST_FORMS)?;
    }
    let range = |values: &Vec<i128>| {
        let (mut low, mut high) = (-WIDEST, WIDEST);
        for form in system.forms() {
            let coefficient = form.coefficient(symbol);
            let rest = form.at(values).ok()?.checked_sub(coefficient.checked_mul(values[symbol])?)?;
            match coefficient.signum() {
                1 => low = low.max(div_ceil(-rest, coefficient)),
                -1 => high = high.min(div_floor(rest, -coefficient)),
                _ => {}
            }
        }
        (low > -WIDEST && high < WIDEST).then_some((low, high))
    };
    samples.iter().map(range).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::notation::parse_definition;
    use crate::heap::options::Room;
    use crate::heap::ruleset::Ruleset;
    use crate::heap::table::positions;
    use miyama_budget::Budget;

    /// The options of a position in runs, each once.
    fn in_runs(runs: &Runs, position: &[u64]) -> Vec<Vec<i64>> {
        let signed: Vec<i64> = position.iter().map(|heap| heap.cast_signed()).collect();
        let mut found = vec![];
        runs.for_each(&signed, &mut Room::default(), &mut |run| {
            for _ in 0..run.count {
                found.push(run.start.to_vec());
                for ((heap, first), second) in run.start.iter_mut().zip(run.first.iter_mut()).zip(run.second) {
                    *heap += *first;
                    *first += second;
                }
            }
            true
        });
        found.sort();
        found.dedup();
        found
    }

    /// Short loops have the options of the loops as they are written, and fewer integers.
    #[test]
    fn short_loops_have_the_same_options() {
        for (text, most) in [
            ("(x,y) -> sym {(x-i,y) | 1<=i, i mod 3 = y mod 3}", 2),
            ("(x,y) -> {(x-i,y-j) | i+j=k*k, 1<=i+j, i<=x, j<=y}", 3),
            ("(x,y) -> {(a,b) | a+b = x+y-1, a <= x, b <= y}", 1),
            ("(x,y) -> {(a,b) | a < x, b = y div 2}", 2),
            ("(x,y) -> {(x-i,y-j) | 1<=i<=x, 1<=j<=y, i*j<=x}", 3),
            ("(x,y) -> {(x-i*j,y) | i = 2j+1, 1<=j<=x}", 2),
            ("(x,y) -> {(x-i,y-j) | 1<=i<=x, 0<=j<=y, 2i=3j}", 2),
            ("(x,y) -> {(a,b) | a+b = x+y-2, a mod 2 = b mod 3}", 3),
        ] {
            let ruleset = Ruleset::new(&parse_definition(text).unwrap(), &[]).unwrap();
            let to = vec![14; ruleset.heaps()];
            let extents = vec![14; ruleset.heaps()];
            for (case, loops) in ruleset.ways() {
                let short = shortened(case, &extents).unwrap_or_else(|| panic!("{text}"));
                assert!(short.bound.len() <= most, "{text}");
                let runs = Runs::cheapest(case, loops, &extents).unwrap_or_else(|| panic!("{text}"));
                for position in positions(&to) {
                    let mut expected = vec![];
                    loops
                        .for_each(&position, &Budget::unlimited(), &mut |option| {
                            expected.push(option.iter().flatten().map(|heap| heap.cast_signed()).collect::<Vec<i64>>());
                            true
                        })
                        .unwrap();
                    expected.sort();
                    expected.dedup();
                    assert_eq!(in_runs(&runs, &position), expected, "{text} at {position:?}");
                }
            }
        }
    }
}
