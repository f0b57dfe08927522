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
//! common heaps. The pairs (i, n − k − i) with i in a *window* without rare
//! heaps are enough for nearly all heaps; others are computed exactly.
//!
//! A pair of two rare heaps would be marked wrongly, as its class is not the
//! common one. Heaps that have such a pair are computed exactly too.

use super::exact::Exact;
use super::lanes::{self, ALL, CANDIDATES, CODES, Candidates, HEAPS, Level, Marks, Partner, Search, TARGETS};
use super::rule::Rule;
use super::space::Space;
use crate::budget::{Budget, Stopped};
use std::ops::Range;

/// Values must stay below this.
pub(super) const LIMIT: u32 = 512;

/// The longest window for witnesses.
const WINDOW: usize = 1 << 17;

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
    /// Pairs with rare heaps, by rising offset.
    partners: Vec<Partner>,
    /// How many of them reach into a block.
    near: usize,
    /// How many of the others are marked rather than compared.
    marked: usize,
    /// Heaps from `mixed_from` on that have a pair of rare heaps.
    mixed: Vec<bool>,
    mixed_from: usize,
    /// Heaps without rare ones, for witnesses.
    window: Range<usize>,
    /// How many pairs of the window are marked one by one.
    bulk: usize,
    marks: Box<Marks>,
    mark: u8,
    seen: [u8; CODES],
    seen_mark: u8,
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
        let mut planes = Planes {
            rule,
            space,
            level,
            to,
            bit,
            codes,
            backwards,
            rare: vec![],
            partners: vec![],
            near: 0,
            marked: 0,
            mixed: vec![],
            mixed_from: values.len(),
            window: 0..0,
            bulk: 512,
            marks: vec![0; HEAPS * CODES].into_boxed_slice().try_into().expect("the size is that of marks"),
            mark: 0,
            seen: [0; CODES],
            seen_mark: 0,
            exact: Exact::new(),
        };
        for heap in rare {
            planes.add_rare(heap);
        }
        planes.arrange();
        planes.marked = planes.partners.len() / 2;
        Some(planes)
    }

    fn add_rare(&mut self, heap: usize) {
        self.rare.push(heap);
        for split in &self.rule.splits {
            for other in &self.rare {
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

    /// Lists the partners anew.
    fn arrange(&mut self) {
        let splits = self.rule.splits.iter();
        let codes = &self.codes;
        let rare = &self.rare;
        self.partners = splits
            .flat_map(|split| rare.iter().map(|heap| Partner { offset: heap + split.taken, value: codes[*heap] }))
            .collect();
        self.partners.sort_by_key(|p| p.offset);
        self.near = self.partners.partition_point(|p| p.offset < HEAPS);
        self.window = longest_gap(&self.rare, self.codes.len() / 2);
    }

    /// Computes the next heaps, a block at most; false if a value does not fit.
    fn block(&mut self, values: &mut Vec<u16>) -> bool {
        let n = values.len();
        if n >= self.window.end.saturating_mul(2).saturating_add(n / 16) && self.window.len() < WINDOW {
            self.window = longest_gap(&self.rare, n / 2);
        }
        let furthest = self.partners.last().map_or(0, |p| p.offset);
        if n <= furthest || n + HEAPS > self.to + 1 {
            return self.exact(values);
        }
        let far = self.near..self.partners.len();
        let marked = self.near + self.marked.min(far.len());
        self.next_mark();
        lanes::mark_block(self.level, &self.codes, n, &self.partners[far.start..marked], &mut self.marks, self.mark);
        let (candidates, counts) = self.candidates();
        let struck = lanes::strike(self.level, &self.codes, n, &self.partners[marked..], &candidates);
        let mut missed = 0;
        for lane in 0..HEAPS {
            let is_mixed = self.mixed.get(n + lane - self.mixed_from) == Some(&true);
            let rares = self.rare.len();
            if is_mixed || !self.heap(values, lane, &candidates, &struck, counts[lane], marked, &mut missed) {
                if !self.exact(values) {
                    return false;
                }
                // A new rare heap: the block was prepared without it.
                if self.rare.len() > rares {
                    return true;
                }
            }
        }
        // Few heaps should need more candidates than they have.
        if missed > HEAPS / 16 {
            self.marked += self.marked / 32 + 1;
        } else if missed < HEAPS / 32 {
            self.marked -= self.marked / 128;
        }
        true
    }

    fn next_mark(&mut self) {
        self.mark = self.mark.wrapping_add(1);
        if self.mark == 0 {
            self.marks.fill(0);
            self.mark = 1;
        }
    }

    /// The lowest unmarked codes of every heap of the block, and how many.
    fn candidates(&self) -> (Candidates, [usize; HEAPS]) {
        let mut candidates = [[0; HEAPS]; CANDIDATES];
        let mut counts = [0; HEAPS];
        for (lane, marks) in self.marks.chunks_exact(CODES).enumerate() {
            let mut lowest = [0; CANDIDATES];
            counts[lane] = unmarked(marks, self.mark, &mut lowest);
            for (candidates, code) in candidates.iter_mut().zip(lowest) {
                candidates[lane] = code;
            }
        }
        (candidates, counts)
    }

    /// Computes the heap of `lane`; false if it has to be computed exactly.
    #[expect(clippy::too_many_arguments)]
    fn heap(
        &mut self,
        values: &mut Vec<u16>,
        lane: usize,
        candidates: &Candidates,
        struck: &Candidates,
        count: usize,
        marked: usize,
        missed: &mut usize,
    ) -> bool {
        let n = values.len();
        let mark = self.mark;
        let marks: &mut [u8; CODES] =
            (&mut self.marks[lane * CODES..(lane + 1) * CODES]).try_into().expect("the codes of one heap");
        for partner in &self.partners[..self.near] {
            marks[usize::from(self.codes[n - partner.offset] ^ partner.value)] = mark;
        }
        self.seen_mark = self.seen_mark.wrapping_add(1);
        if self.seen_mark == 0 {
            self.seen.fill(0);
            self.seen_mark = 1;
        }
        for k in &self.rule.leaving {
            let value = u32::from(values[n - k]);
            let (marks, mark) =
                if self.space.is_common(value, n) { (&mut *marks, mark) } else { (&mut self.seen, self.seen_mark) };
            marks[usize::from(code(value, self.bit))] = mark;
        }
        let open = (0..count).find(|c| struck[*c][lane] == 0 && marks[usize::from(candidates[*c][lane])] != mark);
        let own = match open {
            Some(c) => candidates[c][lane],
            None => {
                *missed += 1;
                for partner in &self.partners[marked..] {
                    marks[usize::from(self.codes[n - partner.offset] ^ partner.value)] = mark;
                }
                let mut lowest = [0];
                if unmarked(&marks[..], mark, &mut lowest) == 0 {
                    return false;
                }
                lowest[0]
            }
        };
        let value = self.decode(own, self.space.common_parity(n));
        if value >= LIMIT || !self.is_witnessed(n, own, value) {
            return false;
        }
        self.push(values, value);
        true
    }

    /// Are all values below `value` and outside the common class options of n?
    fn is_witnessed(&mut self, n: usize, own: u8, value: u32) -> bool {
        // The value outside the class with the same code is smaller if the bit
        // that codes lack is set.
        let end = usize::from(own) + usize::from(value >> self.bit & 1 == 1);
        let last_rare = self.rare.last().copied().unwrap_or(0);
        let start = self.window.start;
        // The pairs of the window: the other heap must be common and not smaller.
        let pairs = |taken: usize| {
            let left = n - taken;
            let end = self.window.end.min(left / 2);
            let others = (left + 1).saturating_sub(end);
            let free = others > last_rare
                || self.rare.partition_point(|r| *r < others) == self.rare.partition_point(|r| *r <= left - start);
            (free && end > start).then(|| (end, self.to - left))
        };
        let bulk_end = |end: usize| (start + self.bulk).min(end);
        for split in &self.rule.splits {
            let Some((end, shift)) = pairs(split.taken) else { return false };
            let (ahead, behind) = (start..bulk_end(end), shift + start..shift + bulk_end(end));
            lanes::mark_pairs(self.level, &self.codes[ahead], &self.backwards[behind], &mut self.seen, self.seen_mark);
        }
        let mut missing = [0; CODES];
        let count = unmarked(&self.seen[..end], self.seen_mark, &mut missing);
        let mut looked_at = 0;
        for targets in missing[..count].chunks(TARGETS) {
            let mut four = [targets[0]; TARGETS];
            four[..targets.len()].copy_from_slice(targets);
            let mut search = Search::default();
            for split in &self.rule.splits {
                let Some((end, shift)) = pairs(split.taken) else { return false };
                let ahead = &self.codes[bulk_end(end)..end];
                let behind = &self.backwards[shift + bulk_end(end)..shift + end];
                lanes::search_bytes(self.level, ahead, behind, four, &mut search);
                if search.found == ALL {
                    break;
                }
            }
            looked_at += search.looked_at;
            if search.found != ALL {
                return false;
            }
        }
        // As in the scan: least where marking and searching cost the same.
        if looked_at > 6 * self.bulk {
            self.bulk += self.bulk / 32;
        } else if self.bulk > 64 {
            self.bulk -= self.bulk / 64;
        }
        true
    }

    fn push(&mut self, values: &mut Vec<u16>, value: u32) {
        let code = code(value, self.bit);
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
            self.arrange();
        }
        true
    }

    /// The value of a code, given the parity of value & mask.
    fn decode(&self, code: u8, parity: u32) -> u32 {
        let code = u32::from(code);
        let low = (1 << self.bit) - 1;
        let without = (code & !low) << 1 | code & low;
        let odd = (without & self.space.mask).count_ones() & 1;
        without | (odd ^ parity) << self.bit
    }
}

/// A value without the bit of this number.
fn code(value: u32, bit: u32) -> u8 {
    let low = (1 << bit) - 1;
    ((value >> 1) & !low | value & low) as u8
}

/// Writes the first positions in `marks` that are not `mark` to `found`, as many
/// as there are and fit; answers how many.
fn unmarked(marks: &[u8], mark: u8, found: &mut [u8]) -> usize {
    let all = u64::from(mark) * 0x0101_0101_0101_0101;
    let mut count = 0;
    let mut start = 0;
    let words = marks.chunks_exact(8);
    let rest = words.remainder();
    for chunk in words {
        let mut left = u64::from_le_bytes(chunk.try_into().expect("chunks of eight")) ^ all;
        while left != 0 {
            if count == found.len() {
                return count;
            }
            let byte = left.trailing_zeros() / 8;
            found[count] = (start + byte) as u8;
            count += 1;
            left &= !(0xFF << (8 * byte));
        }
        start += 8;
    }
    for (position, _) in (start..).zip(rest).filter(|(_, m)| **m != mark) {
        if count == found.len() {
            return count;
        }
        found[count] = position as u8;
        count += 1;
    }
    count
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
    fn unmarked_positions_come_in_order() {
        for length in [0, 1, 7, 8, 9, 255, 256] {
            let marks: Vec<u8> = (0..length).map(|i| (i * i % 3) as u8).collect();
            let slow: Vec<u8> = (0..length).filter(|i| marks[*i] != 1).map(|i| i as u8).collect();
            for room in [0, 1, 100, 256] {
                let mut found = vec![0; room];
                let count = unmarked(&marks, 1, &mut found);
                assert_eq!(found[..count], slow[..slow.len().min(room)]);
            }
        }
    }

    #[test]
    fn the_window_avoids_rare_heaps() {
        assert_eq!(longest_gap(&[2, 3, 10, 12], 20), 13..20);
        assert_eq!(longest_gap(&[2, 3, 10, 12], 15), 4..10);
        assert_eq!(longest_gap(&[], 5), 1..5);
    }
}
