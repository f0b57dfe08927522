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
//! comparison of whole blocks. Pairs that reach into the block itself are
//! marked last, heap by heap.
//!
//! That gives the least value c of the common class that is no option. Every
//! smaller value outside the class must then be seen as the value of a pair of
//! common heaps. Most are seen with one of some chosen *witnesses*, common heaps
//! with which the whole block is marked as above. The rest is looked for among
//! the pairs (i, n − k − i) with i in a *window* without rare heaps. If that is
//! not enough, the heap is computed exactly.
//!
//! A pair of two rare heaps, or of a witness and a rare heap, would be marked
//! wrongly, as its class is the other one. Heaps that have such a pair are
//! computed exactly too.

use super::exact::Exact;
use super::lanes::{self, ALL, CANDIDATES, CODES, Candidates, HEAPS, Level, Marked, Marks, Partner, Search, TARGETS};
use super::order::Outlook;
use super::rule::Rule;
use super::space::Space;
use crate::budget::{Budget, Stopped};
use std::ops::Range;

/// Values must stay below this.
pub(super) const LIMIT: u32 = 512;

/// The longest window for witnesses.
const WINDOW: usize = 1 << 17;

/// The most witnesses that are marked.
const WITNESSES: usize = 1024;

/// Extends `values` to heap `to`. Stops early, with all values so far correct,
/// before a value that does not fit.
pub(super) fn run(
    rule: &Rule,
    space: Space,
    values: &mut Vec<u16>,
    to: usize,
    level: Level,
    budget: &Budget,
) -> Result<(), Stopped> {
    let Some(mut planes) = Planes::new(rule, space, values, to, level) else { return Ok(()) };
    while values.len() <= to {
        budget.check()?;
        budget.report(values.len() as u64, Some(to as u64));
        if !planes.block(values) {
            return Ok(());
        }
    }
    Ok(())
}

struct Planes<'a> {
    rule: &'a Rule,
    space: Space,
    level: Level,
    to: usize,
    /// The number of the bit that codes lack.
    bit: u32,
    /// The code of each heap, in the class of that heap.
    codes: Vec<u8>,
    /// `backwards[to − n]` is the code of heap n.
    backwards: Vec<u8>,
    /// The rare heaps.
    rare: Vec<usize>,
    /// Pairs with rare heaps that reach into a block.
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
    /// Heaps from `mixed_from` on that have a pair of rare heaps.
    mixed: Vec<bool>,
    mixed_from: usize,
    /// Heaps without rare ones, for witnesses.
    window: Range<usize>,
    /// All codes so far are below this.
    end: usize,
    exact: Exact,
}

impl<'a> Planes<'a> {
    /// `None` if this way cannot be gone.
    fn new(rule: &'a Rule, space: Space, values: &[u16], to: usize, level: Level) -> Option<Planes<'a>> {
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
            codes,
            backwards,
            rare: vec![],
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
            exact: Exact::new(),
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
        let end = (self.codes.len() / 4).min(1 << 13);
        let heaps: Vec<usize> = (HEAPS..end.max(HEAPS)).filter(|n| rare.binary_search(n).is_err()).collect();
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
        for split in &self.rule.splits {
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
        let (near, far): (Vec<Partner>, Vec<Partner>) = pairs.partition(|p| p.offset < HEAPS);
        let of_far: Vec<u8> = far.iter().map(|p| p.value).collect();
        // The order pays only where many heaps follow.
        let steps = if self.to - codes.len() > 1 << 15 { far.len() } else { 0 };
        self.far = self.outlook().order(&of_far, steps).into_iter().map(|number| far[number]).collect();
        self.near = near;
        self.look_around();
    }

    /// What depends on where rare heaps are.
    fn look_around(&mut self) {
        self.furthest = self.far.iter().map(|p| p.offset).max().unwrap_or(0).max(HEAPS);
        self.window = longest_gap(&self.rare, self.codes.len() / 2);
    }

    /// Computes the next heaps, a block at most; false if a value does not fit.
    fn block(&mut self, values: &mut Vec<u16>) -> bool {
        let n = values.len();
        if n >= self.window.end.saturating_mul(2).saturating_add(n / 16) && self.window.len() < WINDOW {
            self.window = longest_gap(&self.rare, n / 2);
        }
        if n <= self.furthest || n + HEAPS > self.to + 1 {
            return self.exact(values);
        }
        let (marked, compared) = self.far.split_at(self.marked.min(self.far.len()));
        let witnesses = &self.witness_pairs[..self.bulk.min(self.witness_pairs.len())];
        // Marks of the common class, and of the other one.
        let marks = lanes::mark_block(self.level, &self.codes, n, marked, self.end);
        let seen = lanes::mark_block(self.level, &self.codes, n, witnesses, self.end);
        let (candidates, counts) = self.candidates(&marks);
        let struck = lanes::strike(self.level, &self.codes, n, compared, &candidates);
        let (mut missed, mut looked_at) = (0, 0);
        for lane in 0..HEAPS {
            let is_mixed = self.mixed.get(n + lane - self.mixed_from) == Some(&true);
            let rares = self.rare.len();
            let value = if is_mixed {
                None
            } else {
                let open = (0..counts[lane]).filter(|c| struck[*c][lane] == 0).map(|c| candidates[c][lane]);
                let marks = [lanes::of_heap(&marks, lane), lanes::of_heap(&seen, lane)];
                self.heap(values, marks, open, &mut missed, &mut looked_at)
            };
            match value {
                Some(value) => self.push(values, value),
                None if !self.exact(values) => return false,
                // A new rare heap: the block was prepared without it.
                None if self.rare.len() > rares => return true,
                None => {}
            }
        }
        self.adapt(missed, looked_at);
        true
    }

    /// Chooses how much to mark for the next block.
    fn adapt(&mut self, missed: usize, looked_at: usize) {
        // Few heaps should need more candidates than they have.
        if missed > HEAPS / 16 {
            self.marked += self.marked / 32 + 1;
        } else if missed < HEAPS / 32 {
            self.marked -= self.marked / 128;
        }
        // Marking and searching together cost least about where both cost the
        // same; a mark takes as long as some three pairs of a search.
        if looked_at > 3 * HEAPS * self.bulk {
            self.bulk = (self.bulk + self.bulk / 32).min(self.witness_pairs.len().max(64));
        } else if self.bulk > 64 {
            self.bulk -= self.bulk / 64;
        }
    }

    /// The lowest unmarked codes of every heap of the block, and how many.
    fn candidates(&self, marks: &Marks) -> (Candidates, [usize; HEAPS]) {
        let mut candidates = [[0; HEAPS]; CANDIDATES];
        let mut counts = [0; HEAPS];
        for lane in 0..HEAPS {
            let mut lowest = [0; CANDIDATES];
            counts[lane] = lanes::unmarked(lanes::of_heap(marks, lane), self.end, &mut lowest);
            for (candidates, code) in candidates.iter_mut().zip(lowest) {
                candidates[lane] = code;
            }
        }
        (candidates, counts)
    }

    /// The value of the next heap, whose marks of the common class and of the
    /// other one are given, where `open` are the candidates that no pair has
    /// struck; `None` if it has to be computed exactly.
    fn heap(
        &self,
        values: &[u16],
        [mut marks, mut seen]: [Marked; 2],
        mut open: impl Iterator<Item = u8>,
        missed: &mut usize,
        looked_at: &mut usize,
    ) -> Option<u32> {
        let n = values.len();
        let mark = |marks: &mut Marked, code: u8| marks[usize::from(code / 64)] |= 1 << (code % 64);
        for partner in &self.near {
            mark(&mut marks, self.codes[n - partner.offset] ^ partner.value);
        }
        for k in &self.rule.leaving {
            let value = u32::from(values[n - k]);
            let marks = if self.space.is_common(value, n) { &mut marks } else { &mut seen };
            mark(marks, code(value, self.bit));
        }
        let own = match open.find(|code| marks[usize::from(code / 64)] >> (code % 64) & 1 == 0) {
            Some(code) => code,
            None => {
                *missed += 1;
                for partner in self.far.iter().skip(self.marked) {
                    mark(&mut marks, self.codes[n - partner.offset] ^ partner.value);
                }
                let mut lowest = [0];
                if lanes::unmarked(marks, self.end, &mut lowest) == 0 {
                    return None;
                }
                lowest[0]
            }
        };
        let value = decode(own, self.bit, self.space, n);
        // The value outside the class with the same code is smaller if the bit
        // that codes lack is set.
        let end = usize::from(own) + usize::from(value >> self.bit & 1 == 1);
        let mut missing = [0; CODES];
        let count = lanes::unmarked(seen, end, &mut missing);
        (value < LIMIT && self.are_pairs(n, &missing[..count], looked_at)).then_some(value)
    }

    /// Are all these codes, outside the common class, those of pairs of heap n
    /// with a heap of the window?
    fn are_pairs(&self, n: usize, missing: &[u8], looked_at: &mut usize) -> bool {
        let last_rare = self.rare.last().copied().unwrap_or(0);
        let start = self.window.start;
        for targets in missing.chunks(TARGETS) {
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
            if search.found != ALL {
                return false;
            }
        }
        true
    }

    fn push(&mut self, values: &mut Vec<u16>, value: u32) {
        let code = code(value, self.bit);
        self.end = self.end.max(usize::from(code) + 1);
        self.backwards[self.to - values.len()] = code;
        self.codes.push(code);
        values.push(value as u16);
    }

    /// Computes the next heap from all its options; false if it does not fit.
    fn exact(&mut self, values: &mut Vec<u16>) -> bool {
        let n = values.len();
        let value = self.exact.value(self.rule, self.space, &self.rare, values, self.level);
        if value >= LIMIT {
            return false;
        }
        self.push(values, value);
        if !self.space.is_common(value, n) {
            self.add_rare(n);
            let value = self.codes[n];
            self.far.extend(self.rule.splits.iter().map(|s| Partner { offset: n + s.taken, value }));
            self.look_around();
        }
        true
    }
}

/// The value of a code of the common class of heap n.
fn decode(code: u8, bit: u32, space: Space, n: usize) -> u32 {
    let code = u32::from(code);
    let low = (1 << bit) - 1;
    let without = (code & !low) << 1 | code & low;
    if space.is_common(without, n) { without } else { without | 1 << bit }
}

/// A value without the bit of this number.
fn code(value: u32, bit: u32) -> u8 {
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
    use super::*;

    #[test]
    fn the_window_avoids_rare_heaps() {
        assert_eq!(longest_gap(&[2, 3, 10, 12], 20), 13..20);
        assert_eq!(longest_gap(&[2, 3, 10, 12], 15), 4..10);
        assert_eq!(longest_gap(&[], 5), 1..5);
    }
}
