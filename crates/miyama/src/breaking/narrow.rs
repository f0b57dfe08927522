//! Nim values below 64 with a sparse space, eight heaps at a time.
//!
//! The options of a heap are the bits of one word. They come from *partners*:
//! pairs of n − k − i with a fixed heap i, and heaps n − k that a move leaves.
//! With every rare heap among the partners, all options of the common class
//! are seen; some common heaps are partners too, so that most options outside
//! the class are seen. Then the mex of what is seen is the value if it is of the
//! common class: it is missing for certain, and everything below is there. If
//! it is not of that class, a pair with this value is looked for; if there is
//! none, it is the value, and the heap is rare.

use super::lanes::{self, BLOCK, Level, Partner, Partners};
use super::space::Space;
use super::takings::Takings;
use miyama_budget::{Budget, Stopped};

/// Values must stay below this.
pub(super) const LIMIT: u32 = 64;

/// How many further heaps are asked one by one, before all others at once.
const MORE: usize = 128;

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
    let partners = Partners { common, ..Partners::default() };
    let mut narrow = Narrow { rule, space, level, rare, first: 24, partners, furthest: 0, asked: 0, searches: 0 };
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
    /// Heaps 1 to `first` are partners whether they are rare or not.
    first: usize,
    partners: Partners,
    /// The largest offset.
    furthest: usize,
    /// How many further partners were asked since the last adaptation.
    asked: usize,
    /// How often a pair was looked for since then.
    searches: usize,
}

impl Narrow<'_> {
    /// Lists the partners anew.
    fn arrange(&mut self, values: &[u8]) {
        let pair = |heap: usize| {
            let splits = self.rule.splits.iter();
            splits.map(move |split| Partner { offset: split.taken + heap, value: values[heap] })
        };
        let asked_always = (1..=self.first).chain(self.rare.iter().copied().filter(|h| *h > self.first));
        let left = self.rule.leaving.iter().map(|k| Partner { offset: *k, value: 0 });
        let always = asked_always.flat_map(pair).chain(left);
        (self.partners.far, self.partners.near) = always.partition(|p| p.offset >= BLOCK);
        self.partners.more = (self.first + 1..=self.first + MORE).flat_map(pair).collect();
        // Values that were written last are read last.
        self.partners.far.sort_by_key(|p| std::cmp::Reverse(p.offset));
        let Partners { far, near, more, .. } = &self.partners;
        self.furthest = far.iter().chain(near).chain(more).map(|p| p.offset).max().unwrap_or(0);
    }

    /// Fills `values[from..]`; answers up to where it came.
    fn fill(&mut self, values: &mut [u8], from: usize) -> usize {
        let mut n = from;
        while n < values.len() {
            // Just after a rare heap, pairs with it do not exist yet.
            let options = if n > self.furthest && n + BLOCK <= values.len() {
                let halt = lanes::narrow(self.level, values, n, &self.partners);
                self.asked += halt.asked;
                n = halt.heap;
                let Some(options) = halt.options else { continue };
                options
            } else {
                let all = self.partners.far.iter().chain(&self.partners.near).filter(|p| p.offset < n);
                all.fold(0, |options, p| options | 1 << (u64::from(values[n - p.offset] ^ p.value) & 63))
            };
            let Some(value) = self.settle(values, n, options) else { return n };
            values[n] = value;
            if !self.space.is_common(u32::from(value), n) {
                self.rare.push(n);
                self.arrange(values);
            }
            n += 1;
        }
        n
    }

    /// The value of heap n, given all its options of the common class and some
    /// others; `None` if it does not fit.
    fn settle(&mut self, values: &[u8], n: usize, mut options: u64) -> Option<u8> {
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

    /// Does some pair of heaps, both beyond the first ones, have this value?
    fn is_option(&mut self, values: &[u8], n: usize, value: u8) -> bool {
        self.searches += 1;
        self.rule.splits.iter().any(|split| {
            let (last, start) = (split.last(n), self.first + 1);
            last >= start && {
                let left = n - split.taken;
                lanes::meets(self.level, &values[start..=last], &values[left - last..=left - start], value)
            }
        })
    }

    /// Takes more common heaps as partners from the start if many others had to
    /// be asked later, fewer if few had. One from the start costs a third of a
    /// cycle for every heap, one asked later one or two.
    fn adapt(&mut self, values: &[u8], heaps: usize) {
        let later = 4 * self.asked + 900 * self.searches;
        let always = heaps * self.first * self.rule.splits.len();
        (self.asked, self.searches) = (0, 0);
        let first = if later > always {
            (self.first + self.first / 8).min(values.len() / 4)
        } else if 2 * later < always {
            (self.first - self.first / 16).max(16)
        } else {
            self.first
        };
        if first != self.first {
            self.first = first;
            self.arrange(values);
        }
    }
}
