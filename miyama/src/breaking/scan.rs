//! Nim values from all pairs of heaps, many pairs at a time.
//!
//! For each heap, the values of the first pairs are marked one by one; that
//! leaves a few candidates for the mex. Whether one of these is the value of a
//! further pair is a comparison of the sequence with itself read backwards,
//! which goes many pairs at a time. This is the way for short sequences and for
//! games without a sparse space.

use super::lanes::{self, ALL, Level, Search, TARGETS};
use super::rule::Rule;
use crate::budget::{Budget, Stopped};

/// Extends `values` to heap `to`. Stops early, with all values so far correct,
/// before a value that does not fit.
pub(super) fn run(rule: &Rule, values: &mut Vec<u16>, to: usize, level: Level, budget: &Budget) -> Result<(), Stopped> {
    let mut scan = Scan::new(values, to, level);
    while values.len() <= to {
        let n = values.len();
        if n.is_multiple_of(256) {
            budget.check()?;
            budget.report(n as u64, Some(to as u64));
        }
        let Some(value) = scan.mex(rule, values, n) else { return Ok(()) };
        scan.push(n, value);
        values.push(value);
    }
    Ok(())
}

struct Scan {
    level: Level,
    /// `backwards[to − j]` is the value of heap j.
    backwards: Vec<u16>,
    to: usize,
    /// `seen[v] == n + 1` says that v is known to be an option of heap n.
    seen: Vec<u32>,
    /// How many pairs are marked one by one.
    bulk: usize,
}

impl Scan {
    fn new(values: &[u16], to: usize, level: Level) -> Scan {
        let mut scan = Scan { level, backwards: vec![0; to + 1], to, seen: vec![0; 1 << 16], bulk: 64 };
        for (n, value) in values.iter().enumerate().take(to + 1) {
            scan.push(n, *value);
        }
        scan
    }

    fn push(&mut self, n: usize, value: u16) {
        self.backwards[self.to - n] = value;
    }

    /// The value of heap n; `None` if it does not fit into 16 bits.
    fn mex(&mut self, rule: &Rule, values: &[u16], n: usize) -> Option<u16> {
        let stamp = u32::try_from(n).ok()? + 1;
        if rule.whole.contains(&n) && n > 0 {
            self.seen[0] = stamp;
        }
        for k in rule.leaving.iter().filter(|k| **k < n) {
            self.seen[usize::from(values[n - k])] = stamp;
        }
        for split in &rule.splits {
            let last = split.last(n).min(self.bulk);
            let start = self.to - (n - split.taken.min(n));
            for (a, b) in values[..=last].iter().zip(&self.backwards[start..=start + last]).skip(1) {
                self.seen[usize::from(a ^ b)] = stamp;
            }
        }
        let mut from = 0;
        let mut looked_at = 0;
        let value = loop {
            let (targets, count) = self.unseen(from, stamp);
            if count == 0 {
                return None;
            }
            let search = self.search(rule, values, n, targets);
            looked_at += search.looked_at;
            // Fewer than TARGETS targets are filled up with the first one.
            if let Some(t) = (0..count).find(|t| search.found >> t & 1 == 0) {
                break targets[t];
            }
            from = usize::from(targets[count - 1]) + 1;
        };
        // Every pair marked saves some searches; the sum is least about where
        // both cost the same. A search takes some ten pairs for one mark.
        if looked_at > 10 * self.bulk {
            self.bulk += self.bulk / 32;
        } else if self.bulk > 64 {
            self.bulk -= self.bulk / 32;
        }
        Some(value)
    }

    /// The least values from `from` on that are not seen, and how many.
    fn unseen(&self, from: usize, stamp: u32) -> ([u16; TARGETS], usize) {
        let mut targets = [0; TARGETS];
        let mut count = 0;
        for (v, seen) in self.seen.iter().enumerate().skip(from) {
            if *seen != stamp {
                targets[count] = v as u16;
                count += 1;
                if count == TARGETS {
                    return (targets, count);
                }
            }
        }
        let first = targets[0];
        targets[count..].fill(first);
        (targets, count)
    }

    /// Which targets are values of pairs that were not marked one by one?
    fn search(&self, rule: &Rule, values: &[u16], n: usize, targets: [u16; TARGETS]) -> Search {
        let mut search = Search::default();
        for split in &rule.splits {
            let last = split.last(n);
            if last > self.bulk && search.found != ALL {
                let start = self.to - (n - split.taken);
                let behind = &self.backwards[start + self.bulk + 1..=start + last];
                lanes::search_words(self.level, &values[self.bulk + 1..=last], behind, targets, &mut search);
            }
        }
        search
    }
}
