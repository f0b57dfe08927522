//! The nim value of one more heap in a sparse space, from all its options.

use super::lanes::{self, Level};
use super::space::Space;
use super::takings::Takings;

/// How many pairs are marked before values are looked for one by one.
const BULK: usize = 1024;

/// Computes single heaps.
pub(super) struct Exact {
    /// `seen[v]` is the stamp of the heap that has v among its options.
    seen: Vec<u32>,
    stamp: u32,
}

impl Exact {
    pub(super) fn new() -> Exact {
        Exact { seen: vec![0; 1 << 16], stamp: 0 }
    }

    /// The value of heap `values.len()`, where `rare` lists all rare heaps
    /// before; 2^16 if it does not fit into 16 bits.
    ///
    /// Every option of the common class has a rare heap in its pair, or is a
    /// single heap. The least value c of that class that is missing is the
    /// value unless a smaller one outside the class is missing too; each of
    /// those is looked for among all pairs.
    pub(super) fn value(&mut self, rule: &Takings, space: Space, rare: &[usize], values: &[u16], level: Level) -> u32 {
        let n = values.len();
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.seen.fill(0);
            self.stamp = 1;
        }
        let Exact { seen, stamp } = self;
        if rule.whole.contains(&n) {
            seen[0] = *stamp;
        }
        for k in rule.leaving.iter().filter(|k| **k < n) {
            seen[usize::from(values[n - k])] = *stamp;
        }
        for split in &rule.splits {
            let left = n.saturating_sub(split.taken);
            for heap in rare.iter().take_while(|heap| **heap < left) {
                if !(split.unequal && 2 * heap == left) {
                    seen[usize::from(values[*heap] ^ values[left - heap])] = *stamp;
                }
            }
            let bulk = split.last(n).min(BULK);
            for (a, b) in values[1..=bulk].iter().zip(values[..left].iter().rev()) {
                seen[usize::from(a ^ b)] = *stamp;
            }
        }
        for (value, seen) in (0..=u16::MAX).zip(&*seen) {
            let common = || space.is_common(value.into(), n);
            if seen != stamp && (common() || !is_pair(rule, values, n, value, level)) {
                return value.into();
            }
        }
        1 << 16
    }
}

/// Is `value` that of some pair of heaps that a move from n leaves?
fn is_pair(rule: &Takings, values: &[u16], n: usize, value: u16, level: Level) -> bool {
    rule.splits.iter().any(|split| {
        let last = split.last(n);
        last >= 1 && {
            let left = n - split.taken;
            lanes::meets_words(level, &values[1..=last], &values[left - last..left], value)
        }
    })
}
