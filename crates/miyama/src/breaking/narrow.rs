//! Nim values below 64 with a sparse space, a block of heaps at a time.
//!
//! The options of a heap are the bits of one word. They come from *partners*:
//! pairs of n − k − i with a fixed heap i, and heaps n − k that a move leaves.
//! With every rare heap among the partners, all options of the common class
//! are seen, so that its least value that is not seen is no option; some common heaps
//! are partners too, so that most smaller values outside the class are seen. The few
//! others are looked for among all pairs. If one is not there, it is the value, and the
//! heap is rare.
//!
//! Partners that do not reach into the block are marked for all its heaps at once. Common
//! heaps are taken as partners only if they do not: those that do cost as much for one heap
//! as others for a block.

use super::lanes::{self, HEAPS, Level, Near, Partner};
use super::space::Space;
use super::takings::Takings;
use miyama_budget::{Budget, Stopped};

/// Values must stay below this.
pub(super) const LIMIT: u32 = 64;

/// How many heaps are done between two looks at the budget.
const STRETCH: usize = 1 << 14;

/// Extends `values` to heap `to`. Stops early, with all values so far correct,
/// before a value that does not fit. The rule must not ask for unequal heaps,
/// and no move may take `values.len()` tokens or more.
pub(super) fn run(
    rule: &Takings,
    space: Space,
    values: &mut Vec<u8>,
    to: usize,
    level: Level,
    budget: &Budget,
) -> Result<(), Stopped> {
    let rare = (1..values.len()).filter(|n| !space.is_common(u32::from(values[*n]), *n)).collect();
    let common = [0, 1].map(|n| (0..LIMIT).filter(|v| space.is_common(*v, n)).map(|v| 1 << v).sum());
    let end = (usize::from(values.iter().fold(0, |all, value| all | value)) + 1).next_power_of_two();
    let mut narrow = Narrow {
        rule,
        space,
        level,
        rare,
        common,
        witnesses: 48,
        far: vec![],
        near: Near::default(),
        furthest: 0,
        end,
        searches: 0,
    };
    narrow.arrange(values);
    while values.len() <= to {
        budget.check()?;
        budget.report(values.len() as u64, Some(to as u64));
        let known = values.len();
        let end = (known + STRETCH).min(to + 1);
        values.resize(end, 0);
        let done = narrow.fill(values, known);
        values.truncate(done);
        if done < end {
            return Ok(());
        }
        narrow.adapt(values, end - known);
    }
    Ok(())
}

struct Narrow<'a> {
    rule: &'a Takings,
    space: Space,
    level: Level,
    /// The rare heaps.
    rare: Vec<usize>,
    /// `common[n % 2]` has bit v set if v is of the common class for heap n.
    common: [u64; 2],
    /// So many heaps from [`HEAPS`] on are partners whether they are rare or not.
    witnesses: usize,
    /// Partners whose offsets are at least [`HEAPS`].
    far: Vec<Partner>,
    /// The others.
    near: Near,
    /// The largest offset.
    furthest: usize,
    /// All values so far are below this, a power of two: those of all options then, too.
    end: usize,
    /// How often a pair was looked for since the last adaptation.
    searches: usize,
}

impl Narrow<'_> {
    /// Lists the partners anew.
    fn arrange(&mut self, values: &[u8]) {
        let witnesses = HEAPS..HEAPS + self.witnesses;
        let heaps = self.rare.iter().copied().filter(|heap| !witnesses.contains(heap)).chain(witnesses.clone());
        let splits = &self.rule.splits;
        let pairs =
            heaps.flat_map(|heap| splits.iter().map(move |s| Partner { offset: s.taken + heap, value: values[heap] }));
        let left = self.rule.leaving.iter().map(|k| Partner { offset: *k, value: 0 });
        let (far, near) = pairs.chain(left).partition(|p| p.offset >= HEAPS);
        (self.far, self.near) = (far, Near::new(near));
        self.far.sort_by_key(|p| std::cmp::Reverse(p.offset));
        self.furthest = self.far.iter().map(|p| p.offset).max().unwrap_or(0).max(HEAPS);
    }

    /// Fills `values[from..]`; answers up to where it came.
    fn fill(&mut self, values: &mut [u8], from: usize) -> usize {
        let mut n = from;
        while n < values.len() {
            // Just after a rare heap, pairs with it do not exist yet.
            if n > self.furthest && n + HEAPS <= values.len() {
                let done = self.block(values, n);
                n += done;
                if done == HEAPS {
                    continue;
                }
            }
            let Some(value) = self.single(values, n) else { return n };
            values[n] = value;
            self.end = self.end.max((usize::from(value) + 1).next_power_of_two());
            if !self.space.is_common(u32::from(value), n) {
                self.rare.push(n);
                self.arrange(values);
            }
            n += 1;
        }
        n
    }

    /// Fills the block from heap n on; answers how many of its heaps are right.
    fn block(&mut self, values: &mut [u8], n: usize) -> usize {
        let marks = lanes::mark_block(self.level, values, n, &self.far, self.end);
        let (before, block) = values[n - HEAPS..n + HEAPS].split_at_mut(HEAPS);
        let before: &[u8; HEAPS] = (&*before).try_into().expect("a block");
        let common = [self.common[n % 2], self.common[(n + 1) % 2]];
        let settled = lanes::settle(self.level, before, &marks, &self.near, common);
        block.copy_from_slice(&settled.values);
        let highest = settled.values.iter().fold(0, |all, value| all | value);
        self.end = self.end.max((usize::from(highest) + 1).next_power_of_two());
        let mut unverified = settled.unverified;
        while unverified != 0 {
            let l = unverified.trailing_zeros() as usize;
            unverified &= unverified - 1;
            let mut missing = settled.missing[l];
            while missing != 0 {
                if !self.is_option(values, n + l, missing.trailing_zeros() as u8) {
                    return l;
                }
                missing &= missing - 1;
            }
        }
        settled.count
    }

    /// The value of heap n, from all values before; `None` if it does not fit.
    fn single(&mut self, values: &[u8], n: usize) -> Option<u8> {
        let all = self.far.iter().chain(self.near.iter()).filter(|p| p.offset < n);
        let mut options = all.fold(0, |all, p| all | 1u64 << (u64::from(values[n - p.offset] ^ p.value) % 64));
        loop {
            let mex = options.trailing_ones();
            if mex >= LIMIT {
                return None;
            }
            let value = mex as u8;
            if self.space.is_common(mex, n) || !self.is_option(values, n, value) {
                return Some(value);
            }
            options |= 1 << mex;
        }
    }

    /// Does some pair of heaps have this value, which is not of the common class?
    fn is_option(&mut self, values: &[u8], n: usize, value: u8) -> bool {
        self.searches += 1;
        // Pairs with the witnesses were looked at, but are few.
        self.rule.splits.iter().any(|split| {
            let (last, start) = (split.last(n), 1);
            last >= start && {
                let left = n - split.taken;
                lanes::meets(self.level, &values[start..=last], &values[left - last..=left - start], value)
            }
        })
    }

    /// Takes more common heaps as partners if many values had to be looked for, fewer if few
    /// had. A partner costs a tenth of a cycle for every heap, a search some sixty cycles.
    fn adapt(&mut self, values: &[u8], heaps: usize) {
        let (searches, partners) = (600 * self.searches, heaps * self.witnesses * self.rule.splits.len());
        self.searches = 0;
        let witnesses = if searches > partners {
            (self.witnesses + self.witnesses / 8).min(values.len() / 4)
        } else if 2 * searches < partners {
            (self.witnesses - self.witnesses / 16).max(16)
        } else {
            self.witnesses
        };
        if witnesses != self.witnesses {
            self.witnesses = witnesses;
            self.arrange(values);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::code::Code;
    use super::super::{period, scan, space, values::Stored};
    use super::*;

    /// Where rare heaps are still frequent, and even where there is no sparse space, this way
    /// gives what all pairs give, at every level.
    #[test]
    fn this_way_is_right_from_early_on() {
        let three_digits =
            (0..512).step_by(21).map(|number| Code::plain(&[0, number >> 6, number >> 3 & 7, number & 7]));
        let others = ["0.106", "0.16", "0.4044", "4.0042"].map(|text| text.parse().unwrap());
        let (mut compared, mut rare) = (0, 0);
        for code in three_digits.chain(others) {
            let Some(rule) = Takings::of(&code).filter(|rule| !rule.splits.is_empty()) else { continue };
            let (start, to, budget) = (300, 1800, Budget::unlimited());
            let mut all = vec![0];
            scan::run(&rule, &mut all, to, Level::best(), &budget).unwrap();
            let (space, _) = space::choose(&period::counts(Stored::Words(&all[..start])), &rule.split_numbers());
            let Ok(known) =
                all[..start].iter().map(|v| u8::try_from(*v).map_err(|_| ())).collect::<Result<Vec<_>, _>>()
            else {
                continue;
            };
            if known.iter().any(|v| u32::from(*v) >= LIMIT) {
                continue;
            }
            for level in Level::here() {
                let mut values = known.clone();
                run(&rule, space, &mut values, to, level, &budget).unwrap();
                let words: Vec<u16> = values.iter().map(|v| u16::from(*v)).collect();
                assert_eq!(words, all[..words.len()], "{code}, {level:?}");
                assert!(
                    words.len() == all.len() || u32::from(all[words.len()]) >= LIMIT,
                    "{code} stops at {}",
                    words.len()
                );
                compared += words.len() - start;
                rare += (start..words.len()).filter(|n| !space.is_common(words[*n].into(), *n)).count();
            }
        }
        assert!(compared > 20_000 && rare > 1000, "{compared}, {rare} rare");
    }
}
