//! The nim value of one more heap in a sparse space, from all its options.

use super::lanes::{self, Level};
use super::rule::Rule;
use super::space::Space;

/// The value of heap `values.len()`, where `rare` lists all rare heaps before.
///
/// Every option of the common class has a rare heap in its pair, or is a single
/// heap. The least value c of that class that is missing is the value unless a
/// smaller one outside the class is missing too; each of those is looked for
/// among all pairs.
pub(super) fn value(rule: &Rule, space: Space, rare: &[usize], values: &[u16], level: Level) -> u32 {
    let n = values.len();
    let mut seen = vec![false; 1 << 16];
    if rule.whole.contains(&n) {
        seen[0] = true;
    }
    for k in rule.leaving.iter().filter(|k| **k < n) {
        seen[usize::from(values[n - k])] = true;
    }
    for split in &rule.splits {
        let left = n.saturating_sub(split.taken);
        for heap in rare.iter().take_while(|heap| **heap < left) {
            if !(split.unequal && 2 * heap == left) {
                seen[usize::from(values[*heap] ^ values[left - heap])] = true;
            }
        }
    }
    for (value, seen) in (0u32..).zip(&seen) {
        if !seen && (space.is_common(value, n) || !is_pair(rule, values, n, value as u16, level)) {
            return value;
        }
    }
    u32::from(u16::MAX) + 1
}

/// Is `value` that of some pair of heaps that a move from n leaves?
fn is_pair(rule: &Rule, values: &[u16], n: usize, value: u16, level: Level) -> bool {
    rule.splits.iter().any(|split| {
        let last = split.last(n);
        last >= 1 && {
            let left = n - split.taken;
            lanes::meets_words(level, &values[1..=last], &values[left - last..left], value)
        }
    })
}
