//! Nim values of codes that may leave three heaps or more.
//!
//! P(r, m) is the set of nim values of all ways to leave m tokens as r heaps:
//! P(1, m) = {G(m)} and P(r, m) = ∪ₐ G(a) ⊕ P(r−1, m−a). With "r heaps or
//! more" allowed, the union U of all P(r', m), r' ≥ r, satisfies
//! U(m) = P(r, m) ∪ ∪ₐ G(a) ⊕ U(m−a). Sets are bit sets, and a bit set is
//! shifted by ⊕ g a word at a time.

use super::code::{Code, Sizes};
use miyama_budget::{Budget, Stopped};

/// A set of nim values; the number of words is a power of two.
type Set = Vec<u64>;

/// Nim values of any code at all.
#[derive(Clone, Debug)]
pub(super) struct Several {
    /// `exactly[r][m]` = P(r, m), for r up to the largest number that some
    /// digit names with sizes left free.
    exactly: Vec<Vec<Set>>,
    /// `at_least[i][m]` = U(m) for the number of heaps `thresholds[i]`.
    at_least: Vec<Vec<Set>>,
    thresholds: Vec<u32>,
    pub(super) values: Vec<u32>,
}

impl Several {
    pub(super) fn new(code: &Code) -> Several {
        let free = || code.digits().iter().chain(code.tail()).filter(|d| d.sizes == Sizes::Any);
        let mut thresholds: Vec<u32> = free().filter_map(|d| d.from.map(|from| from.max(1))).collect();
        thresholds.sort_unstable();
        thresholds.dedup();
        let named = free().map(|d| d.counts.checked_ilog2().unwrap_or(0)).max().unwrap_or(0);
        let levels = named.max(thresholds.last().copied().unwrap_or(0)) as usize;
        Several {
            exactly: vec![vec![]; levels + 1],
            at_least: vec![vec![]; thresholds.len()],
            thresholds,
            values: vec![],
        }
    }

    /// The sets of all heaps that have values, as bytes: for each, the number of
    /// words and the words, lowest byte first. Those of one heap are not among
    /// them: the values tell them.
    pub(super) fn tables(&self) -> Vec<u8> {
        let sets = self.exactly.iter().skip(2).chain(&self.at_least).flat_map(|sets| &sets[..self.values.len()]);
        let mut bytes = vec![];
        for set in sets {
            bytes.extend_from_slice(&(set.len() as u64).to_le_bytes());
            set.iter().for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
        }
        bytes
    }

    /// Takes over values and sets that were computed before; `None` if there are
    /// not as many sets as belong to the values.
    pub(super) fn resume(code: &Code, values: Vec<u32>, tables: &[u8]) -> Option<Several> {
        let mut several = Several::new(code);
        let (words, []) = tables.as_chunks::<8>() else { return None };
        let mut words = words.iter().map(|bytes| u64::from_le_bytes(*bytes));
        for sets in several.exactly.iter_mut().skip(2).chain(&mut several.at_least) {
            for _ in &values {
                let length = usize::try_from(words.next()?).ok().filter(|length| length.is_power_of_two())?;
                let set: Set = words.by_ref().take(length).collect();
                sets.push(Some(set).filter(|set| set.len() == length)?);
            }
        }
        if let [none, one, ..] = &mut several.exactly[..] {
            none.extend((0..values.len()).map(|n| if n == 0 { single(0) } else { vec![0] }));
            one.extend(values.iter().map(|value| single(*value)));
        }
        several.values = values;
        words.next().is_none().then_some(several)
    }

    /// Bytes per heap, roughly, once values have reached `largest`.
    fn bytes_per_heap(&self, largest: u32) -> u64 {
        let words = u64::from(largest / 64 + 1).next_power_of_two();
        (self.exactly.len() + self.at_least.len()) as u64 * (words * 8 + 24) + 4
    }

    pub(super) fn extend(&mut self, code: &Code, to: usize, budget: &Budget) -> Result<(), Stopped> {
        let mut largest = self.values.iter().copied().max().unwrap_or(0);
        while self.values.len() <= to {
            let n = self.values.len();
            budget.check()?;
            budget.need(self.bytes_per_heap(largest).saturating_mul(n as u64))?;
            budget.report(n as u64, Some(to as u64));
            self.split(n, budget)?;
            let mut seen: Set = vec![0];
            for k in 0..=n {
                self.mark(code, n, k, &mut seen, budget)?;
            }
            let word = seen.iter().position(|w| *w != u64::MAX).unwrap_or(seen.len());
            let bit = seen.get(word).map_or(0, |w| w.trailing_ones());
            let value = u32::try_from(word * 64).expect("values are bounded by memory") + bit;
            largest = largest.max(value);
            self.values.push(value);
            if self.exactly.len() > 1 {
                self.exactly[1].push(single(value));
            }
        }
        Ok(())
    }

    /// Fills P(r, n) for r ≥ 2 and U(n) for thresholds above 1; those of one
    /// heap follow when G(n) is known, and no move from n leaves n.
    fn split(&mut self, n: usize, budget: &Budget) -> Result<(), Stopped> {
        // What a stopped run has left of this heap.
        self.exactly.iter_mut().chain(&mut self.at_least).for_each(|sets| sets.truncate(n));
        for r in 2..self.exactly.len() {
            let mut set = vec![0];
            for a in 1..n {
                merge(&mut set, &self.exactly[r - 1][n - a], self.values[a]);
            }
            self.exactly[r].push(set);
            budget.check()?;
        }
        if self.exactly.len() > 1 {
            self.exactly[0].push(if n == 0 { single(0) } else { vec![0] });
        }
        for i in 0..self.thresholds.len() {
            // Until G(n) is known, U(n) holds the ways with at least two heaps.
            let from = self.thresholds[i].max(2) as usize;
            let mut set = self.exactly.get(from).map_or_else(|| vec![0], |level| level[n].clone());
            for a in 1..n {
                let rest = n - a;
                merge(&mut set, &self.at_least[i][rest], self.values[a]);
                if self.thresholds[i] == 1 {
                    merge(&mut set, &single(self.values[rest]), self.values[a]);
                }
            }
            self.at_least[i].push(set);
            budget.check()?;
        }
        Ok(())
    }

    /// Adds the values of all moves from n that take k tokens.
    fn mark(&self, code: &Code, n: usize, k: usize, seen: &mut Set, budget: &Budget) -> Result<(), Stopped> {
        let digit = code.digit(k);
        let left = n - k;
        if digit.is_zero() {
            return Ok(());
        }
        if k > 0 && left == 0 && digit.allows(0) {
            merge(seen, &[1], 0);
        }
        if k > 0 && left > 0 && digit.allows(1) {
            merge(seen, &single(self.values[left]), 0);
        }
        match digit.sizes {
            Sizes::Any => {
                for r in (2..self.exactly.len()).filter(|r| digit.counts >> r & 1 == 1) {
                    merge(seen, &self.exactly[r][left], 0);
                }
                if let Some(from) = digit.from {
                    let i = self.thresholds.iter().position(|t| *t == from.max(1)).expect("every threshold is listed");
                    merge(seen, &self.at_least[i][left], 0);
                }
            }
            Sizes::Equal => {
                let counts = (2..=left).filter(|r| left.is_multiple_of(*r));
                for r in counts.filter(|r| u32::try_from(*r).is_ok_and(|r| digit.allows(r))) {
                    let value = if r % 2 == 1 { self.values[left / r] } else { 0 };
                    merge(seen, &single(value), 0);
                }
            }
            Sizes::Unequal => {
                let mut steps = 0u32;
                let mut stopped = Ok(());
                self.unequal(
                    left,
                    1,
                    0,
                    0,
                    &mut |heaps, value| {
                        steps = steps.wrapping_add(1);
                        if steps.is_multiple_of(4096) {
                            stopped = budget.check();
                        }
                        if heaps >= 2 && digit.allows(heaps) {
                            merge(seen, &single(value), 0);
                        }
                        stopped.is_ok()
                    },
                    digit.most().unwrap_or(u32::MAX),
                );
                stopped?;
            }
        }
        Ok(())
    }

    /// Visits all ways to leave `left` tokens as heaps of rising sizes, until
    /// `visit` says no.
    fn unequal(
        &self,
        left: usize,
        least: usize,
        heaps: u32,
        value: u32,
        visit: &mut impl FnMut(u32, u32) -> bool,
        most: u32,
    ) -> bool {
        if left < least || heaps == most {
            return true;
        }
        if left < self.values.len() && !visit(heaps + 1, value ^ self.values[left]) {
            return false;
        }
        // A further heap must be larger than this one.
        (least..left.div_ceil(2)).all(|a| self.unequal(left - a, a + 1, heaps + 1, value ^ self.values[a], visit, most))
    }
}

fn single(value: u32) -> Set {
    let mut set = vec![0; (value as usize / 64 + 1).next_power_of_two()];
    set[value as usize / 64] = 1 << (value % 64);
    set
}

/// Adds `g ⊕ set` to `into`.
fn merge(into: &mut Set, set: &[u64], g: u32) {
    let high = g as usize / 64;
    let words = set.len().max((high + 1).next_power_of_two());
    if into.len() < words {
        into.resize(words, 0);
    }
    for (i, word) in set.iter().enumerate() {
        into[i ^ high] |= exchange(*word, g % 64);
    }
}

/// The word whose bit i ⊕ g is bit i of `word`, for g < 64.
fn exchange(mut word: u64, g: u32) -> u64 {
    const LOW: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0F0F_0F0F_0F0F_0F0F,
        0x00FF_00FF_00FF_00FF,
        0x0000_FFFF_0000_FFFF,
        0x0000_0000_FFFF_FFFF,
    ];
    for (bit, low) in LOW.iter().enumerate() {
        if g >> bit & 1 == 1 {
            let shift = 1 << bit;
            word = (word & low) << shift | (word >> shift & low);
        }
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exchange_moves_every_bit_to_its_place() {
        for g in 0..64 {
            for i in 0..64 {
                assert_eq!(exchange(1 << i, g), 1 << (i ^ g));
            }
        }
    }
}
