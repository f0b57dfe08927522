//! Nim values straight from the definition: for every heap, every move.
//!
//! This is the yardstick of the fast ways. It is slow on purpose and shares
//! nothing with them: it walks through all ways to leave heaps, one by one.

use super::code::{Code, Sizes};
use crate::out_of_reach::{OutOfReach, TooLarge};
use miyama_budget::Budget;
use num_bigint::BigUint;
use num_traits::Zero;

/// Calls `visit` with the heaps that each move leaves from a heap of `n`,
/// largest last. A set of heaps that several moves leave comes several times.
///
/// ```
/// use miyama::breaking::{code::Code, definition::options};
/// let mut seen = vec![];
/// options(&"0.07".parse::<Code>()?, 5, &mut |heaps| seen.push(heaps.to_vec()));
/// assert_eq!(seen, [vec![1, 2], vec![3]]);
/// # Ok::<(), miyama_budget::Mistake>(())
/// ```
pub fn options(code: &Code, n: usize, visit: &mut impl FnMut(&[usize])) {
    let visited: Result<(), std::convert::Infallible> = try_options(code, n, &mut |heaps| {
        visit(heaps);
        Ok(())
    });
    match visited {
        Ok(()) => {}
        Err(never) => match never {},
    }
}

/// As [`options`], until `visit` fails.
///
/// # Errors
/// The error of `visit`.
pub(crate) fn try_options<E>(
    code: &Code,
    n: usize,
    visit: &mut impl FnMut(&[usize]) -> Result<(), E>,
) -> Result<(), E> {
    for taken in 0..=n {
        let digit = code.digit(taken);
        if digit.is_zero() {
            continue;
        }
        let left = n - taken;
        let mut heaps = vec![];
        parts(
            left,
            1,
            &mut heaps,
            &mut |heaps| {
                let fits = fits(digit.sizes, heaps);
                // Leaving the heap as it is is not a move.
                let moves = taken > 0 || heaps.len() > 1;
                if moves && fits && u32::try_from(heaps.len()).is_ok_and(|r| digit.allows(r)) {
                    visit(heaps)
                } else {
                    Ok(())
                }
            },
            digit.most().map_or(usize::MAX, |m| m as usize),
        )?;
    }
    Ok(())
}

/// As [`options`], each heap a position, until `visit` returns false.
///
/// # Errors
/// [`OutOfReach`] if the heap is too large, or the budget ends.
pub(crate) fn within(
    code: &Code,
    n: u64,
    budget: &Budget,
    visit: &mut impl FnMut(&[Vec<u64>]) -> bool,
) -> Result<(), OutOfReach> {
    let n = usize::try_from(n).map_err(|_| TooLarge)?;
    let mut visited = 0u32;
    let seen = try_options(code, n, &mut |heaps| {
        visited = visited.wrapping_add(1);
        if visited.is_multiple_of(1024) {
            budget.check().map_err(|stopped| Some(stopped.into()))?;
        }
        let left: Vec<Vec<u64>> = heaps.iter().map(|heap| vec![*heap as u64]).collect();
        if visit(&left) { Ok(()) } else { Err(None) }
    });
    match seen {
        Ok(()) | Err(None) => Ok(()),
        Err(Some(reason)) => Err(reason),
    }
}

/// Whether a move of a heap of any size leaves these heaps, empty ones aside.
pub(crate) fn leaves<'a>(code: &Code, heap: &BigUint, left: impl Iterator<Item = &'a BigUint>) -> bool {
    let mut left: Vec<&BigUint> = left.filter(|heap| !heap.is_zero()).collect();
    left.sort_unstable();
    let total: BigUint = left.iter().copied().sum();
    if total > *heap {
        return false;
    }
    // The digits of numbers beyond 64 bits: no tail is as long, and where there is none
    // they are 0.
    let taken = heap - &total;
    let Some(taken) = usize::try_from(&taken).ok().or_else(|| {
        let (first, step) = (code.digits().len(), code.tail().len());
        (step > 0).then(|| usize::try_from((taken - first) % step).map(|rest| first + rest).ok())?
    }) else {
        return false;
    };
    let (digit, count) = (code.digit(taken), u32::try_from(left.len()));
    count.is_ok_and(|count| digit.allows(count)) && fits(digit.sizes, &left) && (taken > 0 || left.len() > 1)
}

/// Whether heaps in rising order have sizes as a digit asks.
fn fits<T: PartialEq>(sizes: Sizes, heaps: &[T]) -> bool {
    match sizes {
        Sizes::Any => true,
        Sizes::Unequal => heaps.windows(2).all(|w| w[0] != w[1]),
        Sizes::Equal => heaps.windows(2).all(|w| w[0] == w[1]),
    }
}

/// All ways to write `left` as a sum of at most `most` parts, each at least
/// `least`, in rising order.
fn parts<E>(
    left: usize,
    least: usize,
    heaps: &mut Vec<usize>,
    visit: &mut impl FnMut(&[usize]) -> Result<(), E>,
    most: usize,
) -> Result<(), E> {
    if left == 0 {
        return visit(heaps);
    }
    if heaps.len() == most {
        return Ok(());
    }
    // Another heap follows that is as large at least, or this one is the last.
    if heaps.len() + 1 < most {
        for part in least..=left / 2 {
            heaps.push(part);
            parts(left - part, part, heaps, visit, most)?;
            heaps.pop();
        }
    }
    heaps.push(left);
    visit(heaps)?;
    heaps.pop();
    Ok(())
}

/// The nim values of heaps 0 to `to`.
///
/// ```
/// use miyama::breaking::{code::Code, definition::nim_values};
/// assert_eq!(nim_values(&"0.77".parse::<Code>()?, 6), [0, 1, 2, 3, 1, 4, 3]);
/// # Ok::<(), miyama_budget::Mistake>(())
/// ```
#[must_use]
pub fn nim_values(code: &Code, to: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::with_capacity(to + 1);
    for n in 0..=to {
        // A heap of n has at most as many different option values as moves.
        let mut seen: Vec<bool> = vec![];
        options(code, n, &mut |heaps| {
            let value = heaps.iter().fold(0, |sum, heap| sum ^ values[*heap]) as usize;
            if seen.len() <= value {
                seen.resize(value + 1, false);
            }
            seen[value] = true;
        });
        let mex = seen.iter().position(|s| !s).unwrap_or(seen.len());
        values.push(u32::try_from(mex).expect("values are bounded by memory"));
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_heaps_are_left_in_every_way() {
        let mut seen = vec![];
        options(&"0.8".parse().unwrap(), 7, &mut |heaps| seen.push(heaps.to_vec()));
        assert_eq!(seen, [vec![1, 1, 4], vec![1, 2, 3], vec![2, 2, 2]]);
    }

    #[test]
    fn taking_nothing_must_break_the_heap() {
        let mut seen = vec![];
        options(&"4.0".parse().unwrap(), 4, &mut |heaps| seen.push(heaps.to_vec()));
        assert_eq!(seen, [vec![1, 3], vec![2, 2]]);
    }
}
