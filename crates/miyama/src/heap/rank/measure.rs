//! Measures of some heaps that are no weighted sums: the greatest, the least,
//! and the multiset of them.

use super::step::Step;
use crate::heap::linear::TooLarge;

/// How heaps are compared before and after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// max of the heaps.
    Greatest,
    /// min of the heaps.
    Least,
    /// The heaps as a multiset: M′ < M if M′ comes from M by replacing some
    /// members, at least one, by any number of members each of which is less
    /// than one of the replaced. Well-founded (Dershowitz and Manna 1979).
    Multiset,
}

/// Whether a step lowers the measure of these heaps everywhere (`strictly`), or
/// at least never raises it. "False" may mean "not shown".
pub(super) fn holds(measure: Measure, step: &Step, among: &[usize], strictly: bool) -> bool {
    match measure {
        Measure::Greatest => {
            // An entry that is not below all heaps would be the greatest at least.
            let more = i128::from(!strictly);
            among.iter().all(|after| excluded(step, among.iter().map(|before| (*after, *before, more))))
        }
        Measure::Least => {
            // All entries would be above one heap, and the least with them.
            let more = i128::from(!strictly);
            among.iter().all(|before| excluded(step, among.iter().map(|after| (*after, *before, more))))
        }
        Measure::Multiset => {
            let sets = 0u32..1 << among.len();
            sets.filter(|set| *set != 0 || !strictly).any(|set| replaced(step, among, set))
        }
    }
}

/// Whether it never happens that each heap `after` is at least the heap `before`
/// plus `more`.
fn excluded(step: &Step, rises: impl Iterator<Item = (usize, usize, i128)>) -> bool {
    let forms: Result<Vec<_>, TooLarge> = rises.map(|(after, before, more)| step.rise(after, before, more)).collect();
    forms.is_ok_and(|forms| step.never(forms))
}

/// Whether replacing the heaps of `set` explains the step: every entry after it is
/// always less than one of them, or is matched with a heap outside the set that
/// it does not exceed, no two with the same. (An entry that is sometimes less than
/// its heap makes the multiset smaller still.)
fn replaced(step: &Step, among: &[usize], set: u32) -> bool {
    let inside = |index: usize| set >> index & 1 == 1;
    let replaced: Vec<usize> = (0..among.len()).filter(|i| inside(*i)).map(|i| among[i]).collect();
    let kept: Vec<usize> = (0..among.len()).filter(|i| !inside(*i)).map(|i| among[i]).collect();
    let open: Vec<usize> = among
        .iter()
        .copied()
        .filter(|after| replaced.is_empty() || !excluded(step, replaced.iter().map(|before| (*after, *before, 0))))
        .collect();
    if open.len() > kept.len() {
        return false;
    }
    let fits: Vec<Vec<bool>> = open
        .iter()
        .map(|after| kept.iter().map(|before| excluded(step, std::iter::once((*after, *before, 1)))).collect())
        .collect();
    matched(&fits, 0, &mut vec![false; kept.len()])
}

/// Whether the entries from `next` on can be matched with different heaps.
fn matched(fits: &[Vec<bool>], next: usize, taken: &mut [bool]) -> bool {
    let Some(row) = fits.get(next) else { return true };
    for (heap, fit) in row.iter().enumerate() {
        if *fit && !taken[heap] {
            taken[heap] = true;
            if matched(fits, next + 1, taken) {
                return true;
            }
            taken[heap] = false;
        }
    }
    false
}
