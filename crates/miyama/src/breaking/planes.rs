//! Nim values below 512 with a sparse space, a block of heaps at a time.
//!
//! Within a class, a value is known without the lowest bit of the mask: the
//! parity gives it back. What is left is the *code*, a byte. Codes of the same
//! class are in the order of the values, as two values of a class that differ
//! in that bit differ in a higher one too; and the code of a nim-sum is the
//! nim-sum of the codes.
//!
//! For a block of heaps, marks are set for the pairs with rare heaps, one rare
//! heap after the other for all heaps of the block. Most of the marks decide
//! nothing: after some rare heaps only a few codes of a heap are unmarked, and
//! whether one of the lowest of them is struck by a further rare heap is a
//! comparison of whole blocks. Pairs that reach into what is computed at the
//! same time are marked last, heap by heap; see [`rounds`].
//!
//! That gives the least value c of the common class that is no option. Every
//! smaller value outside the class must then be seen as the value of a pair of
//! common heaps. Most are seen with one of some chosen *witnesses*, common heaps
//! with which the whole block is marked as above. The rest is looked for among
//! the pairs (i, n − k − i) with i in a *window* without rare heaps. If that is
//! not enough, the heap is computed exactly.
//!
//! A pair of two rare heaps, or of a witness and a rare heap, would be marked
//! wrongly, as its class is the other one. The pairs of heaps that have such a
//! pair are marked one by one.

mod rounds;

use super::exact::Exact;
use super::lanes::{self, ALL, HEAPS, Level, Marked, Partner, Search, Single, TARGETS};
use super::order::Outlook;
use super::space::Space;
use super::takings::Takings;
use miyama_budget::{Budget, Stopped};
use std::ops::Range;

/// Values must stay below this.
pub(super) const LIMIT: u32 = 512;

/// The longest window for witnesses.
const WINDOW: usize = 1 << 17;

/// How many pairs are put in order: about as many as are marked.
const ORDERED: usize = 1 << 10;

/// The most threads: with each, more pairs reach into a round.
const MOST_THREADS: usize = 4;

/// The most witnesses that are marked.
const WITNESSES: usize = 1024;

/// Witnesses are smaller than this.
const WITNESSES_BELOW: usize = 1 << 13;

/// Extends `values` to heap `to`. Stops early, with all values so far correct,
/// before a value that does not fit.
pub(super) fn run(
    rule: &Takings,
    space: Space,
    values: &mut Vec<u16>,
    to: usize,
    level: Level,
    budget: &Budget,
) -> Result<(), Stopped> {
    let threads = budget.threads().min(MOST_THREADS);
    let Some(mut planes) = Planes::new(rule, space, values, to, level, threads) else { return Ok(()) };
    planes.values = std::mem::take(values);
    let result = rounds::run(&mut planes, budget);
    *values = planes.values;
    result
}

struct Planes<'a> {
    rule: &'a Takings,
    space: Space,
    level: Level,
    to: usize,
    /// The number of the bit that codes lack.
    bit: u32,
    /// The value of each heap.
    values: Vec<u16>,
    /// Its code, in the class of that heap.
    codes: Vec<u8>,
    /// `backwards[to − n]` is the code of heap n.
    backwards: Vec<u8>,
    /// The rare heaps.
    rare: Vec<usize>,
    /// How many heaps a round takes, a block for every thread.
    round: usize,
    /// Pairs with rare heaps that reach into a round.
    near: Vec<Partner>,
    /// The other pairs with rare heaps, the most useful first.
    far: Vec<Partner>,
    /// How many of these are marked rather than compared.
    marked: usize,
    /// The largest offset of all.
    furthest: usize,
    /// Heaps that serve as witnesses, and the pairs with them.
    witnesses: Vec<usize>,
    witness_pairs: Vec<Partner>,
    /// How many of these pairs are marked.
    bulk: usize,
    /// Heaps from `mixed_from` on that have a pair of rare heaps, or of a witness
    /// and a rare one.
    mixed: Vec<bool>,
    mixed_from: usize,
    /// Heaps without rare ones, for witnesses.
    window: Range<usize>,
    /// All codes so far are below this.
    end: usize,
}

impl<'a> Planes<'a> {
    /// `None` if this does not apply.
    fn new(
        rule: &'a Takings,
        space: Space,
        values: &[u16],
        to: usize,
        level: Level,
        threads: usize,
    ) -> Option<Planes<'a>> {
        let bit = space.mask.trailing_zeros();
        if space.mask == 0 || values.len() > to || values.iter().any(|v| u32::from(*v) >= LIMIT) {
            return None;
        }
        let code = |value: u16| code(u32::from(value), bit);
        let codes: Vec<u8> = values.iter().map(|v| code(*v)).collect();
        let mut backwards = vec![0; to + 1];
        for (n, code) in codes.iter().enumerate() {
            backwards[to - n] = *code;
        }
        let rare: Vec<usize> = (1..values.len()).filter(|n| !space.is_common(u32::from(values[*n]), *n)).collect();
        let end = codes.iter().max().map_or(1, |code| usize::from(*code) + 1);
        let mut planes = Planes {
            rule,
            space,
            level,
            to,
            bit,
            values: vec![],
            codes,
            backwards,
            rare: vec![],
            round: HEAPS * threads,
            near: vec![],
            far: vec![],
            marked: 0,
            furthest: 0,
            witnesses: vec![],
            witness_pairs: vec![],
            bulk: 256,
            mixed: vec![],
            mixed_from: values.len(),
            window: 0..0,
            end,
        };
        planes.choose_witnesses(&rare);
        for heap in rare {
            planes.add_rare(heap);
        }
        planes.arrange();
        planes.marked = planes.far.len() / 2;
        Some(planes)
    }

    /// Chooses common heaps, small ones, as witnesses.
    fn choose_witnesses(&mut self, rare: &[usize]) {
        let end = (self.codes.len() / 4).min(WITNESSES_BELOW);
        let heaps: Vec<usize> = (self.round..end.max(self.round)).filter(|n| rare.binary_search(n).is_err()).collect();
        let codes: Vec<u8> = heaps.iter().map(|n| self.codes[*n]).collect();
        let order = self.outlook().order(&codes, WITNESSES);
        self.witnesses = order.into_iter().take(WITNESSES).map(|number| heaps[number]).collect();
        let pair = |heap: &usize| {
            self.rule
                .splits
                .iter()
                .map(|s| Partner { offset: s.taken + heap, value: self.codes[*heap] })
                .collect::<Vec<_>>()
        };
        self.witness_pairs = self.witnesses.iter().flat_map(pair).collect();
    }

    /// What the last heaps looked like.
    fn outlook(&self) -> Outlook {
        Outlook::of(&self.codes[self.codes.len().saturating_sub(1 << 14)..])
    }

    fn add_rare(&mut self, heap: usize) {
        self.rare.push(heap);
        let largest = heap.max(WITNESSES_BELOW);
        for split in self.rule.splits.iter().filter(|split| heap + largest + split.taken >= self.mixed_from) {
            for other in self.rare.iter().chain(&self.witnesses) {
                let n = heap + other + split.taken;
                if n >= self.mixed_from {
                    if self.mixed.len() <= n - self.mixed_from {
                        self.mixed.resize(n - self.mixed_from + 1, false);
                    }
                    self.mixed[n - self.mixed_from] = true;
                }
            }
        }
    }

    /// Lists the pairs with rare heaps.
    fn arrange(&mut self) {
        let (codes, rare) = (&self.codes, &self.rare);
        let pairs = self
            .rule
            .splits
            .iter()
            .flat_map(|split| rare.iter().map(|heap| Partner { offset: heap + split.taken, value: codes[*heap] }));
        let (near, far): (Vec<Partner>, Vec<Partner>) = pairs.partition(|p| p.offset < self.round);
        let of_far: Vec<u8> = far.iter().map(|p| p.value).collect();
        // The order pays only where many heaps follow.
        let steps = if self.to - codes.len() > 1 << 15 { far.len().min(ORDERED) } else { 0 };
        self.far = self.outlook().order(&of_far, steps).into_iter().map(|number| far[number]).collect();
        self.near = near;
        self.look_around();
    }

    /// What depends on where rare heaps are.
    fn look_around(&mut self) {
        self.furthest = self.far.iter().map(|p| p.offset).max().unwrap_or(0).max(self.round);
        self.window = longest_gap(&self.rare, self.codes.len() / 2);
    }

    /// Whether a round can be taken: every pair that is marked reaches down to a
    /// heap.
    fn is_ready(&self) -> bool {
        self.codes.len() > self.furthest
    }

    /// Chooses how much to mark for the next round.
    fn adapt(&mut self, missed: usize, looked_at: usize) {
        let n = self.codes.len();
        if n >= self.window.end.saturating_mul(2).saturating_add(n / 16) && self.window.len() < WINDOW {
            self.window = longest_gap(&self.rare, n / 2);
        }
        // Few heaps should need more candidates than they have.
        if missed > self.round / 32 {
            self.marked += self.marked / 32 + 1;
        } else if missed < self.round / 64 {
            self.marked -= self.marked / 128;
        }
        // Marking and searching together cost least where a search looks at about as many
        // pairs as are marked.
        if looked_at > self.round * self.bulk {
            self.bulk = (self.bulk + self.bulk / 32).min(self.witness_pairs.len().max(64));
        } else if self.bulk > 64 {
            self.bulk -= self.bulk / 64;
        }
    }

    /// Has heap n a pair of rare heaps, or of a witness and a rare one?
    fn is_mixed(&self, n: usize) -> bool {
        self.mixed.get(n - self.mixed_from) == Some(&true)
    }

    fn is_rare(&self, n: usize) -> bool {
        !self.space.is_common(u32::from(self.values[n]), n)
    }

    /// The codes of the common class and of the other one that a mixed heap n
    /// has from its pairs with rare heaps and witnesses, if these do not reach
    /// beyond the values that are known.
    fn marks_of_mixed(&self, n: usize) -> (Marked, Marked) {
        let Planes { codes, rare, .. } = self;
        let (mut common, mut outside) = (Single::new(), Single::new());
        for split in &self.rule.splits {
            let left = n - split.taken;
            let first = rare.partition_point(|heap| left - heap >= codes.len());
            for heap in rare[first..].iter().filter(|heap| !(split.unequal && 2 * **heap == left)) {
                let marks = if self.is_rare(left - heap) { &mut outside } else { &mut common };
                marks.mark(codes[*heap] ^ codes[left - heap]);
            }
            for heap in self.witnesses.iter().take(self.bulk).filter(|heap| !self.is_rare(left - **heap)) {
                outside.mark(codes[*heap] ^ codes[left - heap]);
            }
        }
        (common.marked(), outside.marked())
    }

    /// Marks the codes that heap n has from pairs that are compared rather than
    /// marked.
    fn mark_rest(&self, n: usize, marks: &mut Marked) {
        let mut rest = Single::new();
        for partner in self.far.iter().skip(self.marked) {
            rest.mark(self.codes[n - partner.offset] ^ partner.value);
        }
        for (word, more) in marks.iter_mut().zip(rest.marked()) {
            *word |= more;
        }
    }

    /// Are all these codes, outside the common class, those of pairs of heap n?
    /// `fresh` are the values after those that are known.
    fn are_options(&self, n: usize, missing: &[u8], fresh: &[u16], looked_at: &mut usize) -> bool {
        missing.chunks(TARGETS).all(|targets| {
            let found = if fresh.is_empty() { self.search(n, targets, looked_at) } else { 0 };
            let mut left = targets.iter().enumerate().filter(|(t, _)| found >> t & 1 == 0);
            left.all(|(_, code)| self.is_option(n, self.common_value(*code, n) ^ 1 << self.bit, fresh))
        })
    }

    /// Which of these codes are those of pairs of heap n with a heap of the
    /// window? Bit t stands for target t.
    fn search(&self, n: usize, targets: &[u8], looked_at: &mut usize) -> u32 {
        let last_rare = self.rare.last().copied().unwrap_or(0);
        let start = self.window.start;
        let mut four = [targets[0]; TARGETS];
        four[..targets.len()].copy_from_slice(targets);
        let mut search = Search::default();
        for split in &self.rule.splits {
            // The other heaps of the pairs must be common and larger.
            let left = n - split.taken;
            let end = self.window.end.min(left / 2);
            let others = (left + 1).saturating_sub(end);
            let free = others > last_rare
                || self.rare.partition_point(|r| *r < others) == self.rare.partition_point(|r| *r <= left - start);
            if free && start < end && search.found != ALL {
                let shift = self.to - left;
                let behind = &self.backwards[shift + start..shift + end];
                lanes::search_bytes(self.level, &self.codes[start..end], behind, four, &mut search);
            }
        }
        *looked_at += search.looked_at;
        search.found
    }

    /// Is `value` that of some pair of heaps that a move from n leaves? The
    /// values of heaps below n are the known ones and `fresh`.
    fn is_option(&self, n: usize, value: u32, fresh: &[u16]) -> bool {
        // The values of the sequence are below LIMIT: a larger one is that of no pair.
        let Ok(value) = u16::try_from(value) else { return false };
        let values = &self.values;
        self.rule.splits.iter().any(|split| {
            let (left, last) = (n - split.taken, split.last(n));
            // The other heap of a pair is among the known ones from this on.
            let first = (left + 1).saturating_sub(values.len()).max(1);
            (1..first).any(|i| values[i] ^ fresh[left - i - values.len()] == value)
                || lanes::meets_words(self.level, &values[first..=last], &values[left - last..=left - first], value)
        })
    }

    /// The value of a code of the common class of heap n.
    fn common_value(&self, code: u8, n: usize) -> u32 {
        let code = u32::from(code);
        let low = (1 << self.bit) - 1;
        let without = (code & !low) << 1 | code & low;
        if self.space.is_common(without, n) { without } else { without | 1 << self.bit }
    }

    /// The codes below this belong to values outside the common class that are
    /// smaller than `value`, which is of that class and has this code. Values of
    /// the two classes that agree in all higher bits differ in the bit that
    /// codes lack, whatever their lower bits are.
    fn smaller(&self, code: u8, value: u32) -> usize {
        let lower = (1 << self.bit) - 1;
        let code = usize::from(code);
        if value >> self.bit & 1 == 1 { (code | lower) + 1 } else { code & !lower }
    }

    fn push(&mut self, value: u32) {
        let code = code(value, self.bit);
        self.end = self.end.max(usize::from(code) + 1);
        self.backwards[self.to - self.values.len()] = code;
        self.codes.push(code);
        self.values.push(u16::try_from(value).expect("below LIMIT"));
    }

    /// Computes the next heap from all its options; false if it does not fit.
    fn exact(&mut self, exact: &mut Exact) -> bool {
        let n = self.values.len();
        let value = self.exact_value(n, exact);
        if value >= LIMIT {
            return false;
        }
        self.push(value);
        if !self.space.is_common(value, n) {
            self.add_rare(n);
            let value = self.codes[n];
            self.far.extend(self.rule.splits.iter().map(|s| Partner { offset: n + s.taken, value }));
            self.look_around();
        }
        true
    }

    /// The value of heap n from all its options; 2^16 if it is that or more.
    fn exact_value(&self, n: usize, exact: &mut Exact) -> u32 {
        let rare = &self.rare[..self.rare.partition_point(|heap| *heap < n)];
        exact.value(self.rule, self.space, rare, &self.values[..n], self.level)
    }

    /// Forgets heap n and all above.
    fn forget(&mut self, n: usize) {
        self.values.truncate(n);
        self.codes.truncate(n);
        if self.rare.last().is_some_and(|last| *last >= n) {
            self.rare.retain(|heap| *heap < n);
            self.arrange();
        }
    }
}

#[inline(always)]
fn mark(marks: &mut Marked, code: u8) {
    marks[usize::from(code / 64)] |= 1 << (code % 64);
}

/// A value below LIMIT = 2⁹ without the bit of this number: below 2⁸.
fn code(value: u32, bit: u32) -> u8 {
    debug_assert!(value < LIMIT);
    let low = (1 << bit) - 1;
    ((value >> 1) & !low | value & low) as u8
}

/// The longest stretch of heaps below `end` without rare ones, cut to the
/// length of a window.
fn longest_gap(rare: &[usize], end: usize) -> Range<usize> {
    let below = &rare[..rare.partition_point(|r| *r < end)];
    let starts = std::iter::once(1).chain(below.iter().map(|r| r + 1));
    let gaps = starts.zip(below.iter().copied().chain([end]));
    let (start, stop) = gaps.max_by_key(|(start, stop)| stop.saturating_sub(*start).min(WINDOW)).unwrap_or((1, 1));
    start..stop.min(start + WINDOW).max(start)
}

#[cfg(test)]
mod tests {
    use super::super::code::Code;
    use super::super::{period, scan, space, values::Stored};
    use super::*;

    /// Where rare heaps are still frequent, which is not where this way is
    /// chosen, it gives what all pairs give.
    #[test]
    fn this_way_is_right_from_early_on() {
        let three_digits =
            (0..512).step_by(11).map(|number| Code::plain(&[0, number >> 6, number >> 3 & 7, number & 7]));
        let others = ["grundy", "0.6!4", "4.064", "0.0606", "0.4044"].map(|text| text.parse().unwrap());
        let mut compared = 0;
        for code in three_digits.chain(others) {
            let Some(rule) = Takings::of(&code).filter(|rule| !rule.splits.is_empty()) else { continue };
            let (start, to, budget) = (800, 2400, Budget::unlimited());
            let mut all = vec![0];
            scan::run(&rule, &mut all, to, Level::best(), &budget).unwrap();
            let counts = period::counts(Stored::Words(&all[..start]));
            let (space, _) = space::choose(&counts, &rule.split_numbers());
            for threads in 1..=3 {
                let mut values = all[..start].to_vec();
                let budget = Budget::unlimited().with_threads(threads);
                run(&rule, space, &mut values, to, Level::best(), &budget).unwrap();
                assert_eq!(values, all[..values.len()], "{code}, {threads} threads");
                compared += values.len() - start;
            }
        }
        assert!(compared > 50_000, "{compared}");
    }

    #[test]
    fn the_window_avoids_rare_heaps() {
        assert_eq!(longest_gap(&[2, 3, 10, 12], 20), 13..20);
        assert_eq!(longest_gap(&[2, 3, 10, 12], 15), 4..10);
        assert_eq!(longest_gap(&[], 5), 1..5);
    }
}
