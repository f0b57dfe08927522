//! Options that are found once for all positions that they look the same from.
//!
//! In `(x-i, y) | gcd(i, x) = 1` conditions and moves are about x alone: whatever y is, it
//! stays, and the i are the same. For every x of the box the options are found once, by the
//! loops of the case as they are, and kept as runs; at (x, y) the kept ones are read. So
//! what a function or a search for divisors costs is paid for each x and not for each
//! position.

use super::{Loops, Room, Run, Runs};
use crate::heap::linear::Linear;
use crate::heap::ruleset::{Bound, Case};
use miyama_budget::Budget;

/// Options of a case, a run at a time.
#[derive(Clone, Debug)]
pub(crate) enum OptionRuns {
    /// Calculated from the position.
    Runs(Runs),
    /// Read from a list.
    Listed(Listed),
}

impl OptionRuns {
    /// The fastest way to the options of a case in a box; none if they are for [`Loops`].
    pub(crate) fn new(case: &Case, loops: &Loops, extents: &[i64], budget: &Budget) -> Option<OptionRuns> {
        let runs = Runs::cheapest(case, loops, extents);
        if runs.as_ref().is_some_and(Runs::is_one_run) {
            return runs.map(OptionRuns::Runs);
        }
        Listed::new(case, loops, extents, budget).map(OptionRuns::Listed).or_else(|| runs.map(OptionRuns::Runs))
    }

    /// As [`Runs::for_each`].
    #[inline(always)]
    pub(crate) fn for_each(&self, position: &[i64], room: &mut Room, visit: &mut impl FnMut(Run<'_>) -> bool) -> bool {
        match self {
            OptionRuns::Runs(runs) => runs.for_each(position, room, visit),
            OptionRuns::Listed(listed) => listed.for_each(position, room, visit),
        }
    }
}

/// The options of a case for each choice of the heaps that it is about.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    /// The heaps that it is about, and how many sizes of each there are.
    heaps: Vec<(usize, i64)>,
    /// Where the runs of each choice begin, and where the last ones end.
    begins: Vec<u32>,
    /// Sizes of these heaps in the first option of each run, and their differences.
    numbers: Vec<i32>,
    counts: Vec<i32>,
}

/// More choices of heaps are not listed.
const MOST_CHOICES: i64 = 1 << 20;

/// Nor more runs than this.
const MOST_RUNS: usize = 1 << 24;

impl Listed {
    /// None if the case is about all heaps, or there is too much to list.
    fn new(case: &Case, loops: &Loops, extents: &[i64], budget: &Budget) -> Option<Listed> {
        let [option] = case.option.as_slice() else { return None };
        if !case.copies_are_one() {
            return None;
        }
        let about = heaps_of(case, option, extents.len());
        if about.is_empty() || about.len() == extents.len() {
            return None;
        }
        let heaps: Vec<(usize, i64)> = about.iter().map(|heap| (*heap, extents[*heap] + 1)).collect();
        let choices = heaps.iter().try_fold(1i64, |all, (_, sizes)| all.checked_mul(*sizes))?;
        if choices > MOST_CHOICES || heaps.iter().any(|(_, sizes)| *sizes > 1 << 30) {
            return None;
        }
        let mut listed = Listed { heaps, begins: vec![0], numbers: vec![], counts: vec![] };
        let mut position = vec![0u64; extents.len()];
        let mut found: Vec<Vec<i32>> = Vec::new();
        for choice in 0..choices {
            let mut rest = choice;
            for (heap, sizes) in listed.heaps.iter().rev() {
                position[*heap] = (rest % sizes).unsigned_abs();
                rest /= sizes;
            }
            found.clear();
            let mut fits = true;
            let all = loops.for_each(&position, budget, &mut |option| {
                let sizes = about.iter().map(|heap| i32::try_from(option[0][*heap]).ok()).collect::<Option<Vec<i32>>>();
                match sizes {
                    Some(sizes) => found.push(sizes),
                    None => fits = false,
                }
                fits
            });
            // Whoever looks at options again meets what stopped this.
            all.ok()?;
            found.sort_unstable();
            found.dedup();
            listed.add_runs(&found);
            if !fits || listed.counts.len() > MOST_RUNS {
                return None;
            }
            listed.begins.push(u32::try_from(listed.counts.len()).ok()?);
            if choice % 256 == 0 {
                budget.need(listed.numbers.len() as u64 * 8).ok()?;
            }
        }
        Some(listed)
    }

    /// Options in order, as runs with equal differences.
    fn add_runs(&mut self, options: &[Vec<i32>]) {
        let mut left = options;
        while let Some((first, rest)) = left.split_first() {
            let difference = |next: &Vec<i32>, last: &Vec<i32>| -> Vec<i32> {
                next.iter().zip(last).map(|(next, last)| next - last).collect()
            };
            let step = rest.first().map_or_else(|| vec![0; first.len()], |second| difference(second, first));
            let same = left.windows(2).take_while(|pair| difference(&pair[1], &pair[0]) == step).count();
            self.numbers.extend(first);
            self.numbers.extend(step);
            self.counts.push(i32::try_from(same + 1).unwrap_or(i32::MAX));
            left = &left[same + 1..];
        }
    }

    #[inline(always)]
    fn for_each(&self, position: &[i64], room: &mut Room, visit: &mut impl FnMut(Run<'_>) -> bool) -> bool {
        let choice = self.heaps.iter().fold(0, |choice, (heap, sizes)| choice * sizes + position[*heap]) as usize;
        let about = self.heaps.len();
        for run in self.begins[choice] as usize..self.begins[choice + 1] as usize {
            let numbers = &self.numbers[run * 2 * about..][..2 * about];
            let [start, first, second] = room.run_from(position);
            for (index, (heap, _)) in self.heaps.iter().enumerate() {
                start[*heap] = i64::from(numbers[index]);
                first[*heap] = i64::from(numbers[about + index]);
            }
            if !visit(Run { start, first, second: &*second, count: i64::from(self.counts[run]) }) {
                return false;
            }
        }
        true
    }
}

/// The heaps that a case is about: those in its conditions, in what is computed, and in
/// heaps of the option that are not left as they are. No option leaves others otherwise.
fn heaps_of(case: &Case, option: &[Linear], heaps: usize) -> Vec<usize> {
    let is_any = |form: &&Linear| (0..heaps).any(|heap| **form == Linear::symbol(heap));
    let changed = option.iter().enumerate().filter(|(heap, form)| **form != Linear::symbol(*heap));
    let in_option = changed.clone().flat_map(|(_, form)| form.terms()).map(|(symbol, _)| symbol);
    let forms = case.conditions.iter().filter(|form| !is_any(form)).chain(case.bound.iter().flat_map(Bound::arguments));
    let mut all: Vec<usize> = forms
        .flat_map(Linear::terms)
        .map(|(symbol, _)| symbol)
        .chain(in_option)
        .filter(|symbol| *symbol < heaps)
        .chain(changed.map(|(heap, _)| heap))
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::notation::parse_definition;
    use crate::heap::ruleset::Ruleset;
    use crate::heap::table::positions;

    /// What is listed are the options of the loops, and nothing is listed that depends on all heaps.
    #[test]
    fn lists_have_the_options_of_the_loops() {
        for (text, listed) in [
            ("(x,y) -> sym {(x-i,y) | 1<=i, gcd(i,x)=1}", true),
            ("(x,y) -> {(x-i,y) | 1<=i<=x, x mod i = 0} U {(x,y-i) | 1<=i, y mod i = 1}", true),
            ("(x,y,z) -> {(y,x-1,z) | 1<=x, gcd(x,y) > 1} U {(x,y,z-i) | 1<=i, gcd(i,z)=2}", true),
            ("(x,y) -> {(x-i,y) | 1<=i, gcd(i,x+y)=1}", false),
            ("(x,y) -> {(x-i,y-i) | 1<=i, gcd(i,x)=1}", false),
            ("(x,y) -> {(x-i*j,y) | 1<=i, 2<=j, i<=j}", true),
        ] {
            let ruleset = Ruleset::new(&parse_definition(text).unwrap(), &[]).unwrap();
            let to = vec![13; ruleset.heaps()];
            let extents = vec![13; ruleset.heaps()];
            let budget = Budget::unlimited();
            let mut lists = 0;
            for (case, loops) in ruleset.ways() {
                let Some(list) = Listed::new(case, loops, &extents, &budget) else { continue };
                lists += 1;
                for position in positions(&to) {
                    let mut expected = vec![];
                    let all = loops.for_each(&position, &budget, &mut |option| {
                        expected.push(option.concat().iter().map(|heap| heap.cast_signed()).collect::<Vec<i64>>());
                        true
                    });
                    assert!(all.is_ok());
                    expected.sort();
                    expected.dedup();
                    let signed: Vec<i64> = position.iter().map(|heap| heap.cast_signed()).collect();
                    let mut found = vec![];
                    list.for_each(&signed, &mut Room::default(), &mut |run| {
                        for _ in 0..run.count {
                            found.push(run.start.to_vec());
                            run.start.iter_mut().zip(run.first.iter()).for_each(|(heap, first)| *heap += first);
                        }
                        true
                    });
                    found.sort();
                    assert_eq!(found, expected, "{text} at {position:?}");
                }
            }
            assert_eq!(lists > 0, listed, "{text}");
        }
    }
}
