//! Nim values by plain loops, for the check of certificates alone.
//!
//! Short sequences come from the definition of a code. Long sequences of codes
//! that leave at most two heaps use a sparse space: a mask under which two
//! common heaps never make a value of the class of common ones, so that this
//! class needs only pairs with a rare heap; every smaller value outside the
//! class must be seen as the value of a pair, or it is the value itself.

use super::super::code::{Code, Sizes};
use super::super::definition;
use miyama_budget::{Budget, Stopped};

/// Up to here the definition serves.
const SHORT: usize = 1000;

/// How many options are looked at between two looks at the budget.
const LOOK: usize = 1 << 20;

/// Looks at the budget once for so many options.
struct Watch<'a> {
    budget: &'a Budget,
    unwatched: usize,
}

impl<'a> Watch<'a> {
    fn new(budget: &'a Budget) -> Watch<'a> {
        Watch { budget, unwatched: 0 }
    }

    /// After the work of `options` more, with values below heap `n` of `count` done.
    fn worked(&mut self, options: usize, n: usize, count: usize) -> Result<(), Stopped> {
        self.unwatched += options;
        if self.unwatched < LOOK {
            return Ok(());
        }
        self.unwatched = 0;
        self.budget.report(n as u64, Some(count as u64));
        self.budget.check()
    }
}

/// The first `count` values; `None` if one does not fit into 16 bits.
pub(super) fn values(code: &Code, count: usize, budget: &Budget) -> Result<Option<Vec<u16>>, Stopped> {
    let two = code.tail().is_empty()
        && code.digits().iter().all(|d| d.sizes == Sizes::Any && d.from.is_none() && d.counts < 8);
    let at_most_one = |d: &super::super::code::Digit| d.from.is_none() && d.counts < 4;
    if code.digits().iter().chain(code.tail()).all(at_most_one) {
        return one_heap(code, count, budget);
    }
    let mut values: Vec<u16> = vec![];
    let first = if two { count.min(SHORT.max(2 * code.digits().len())) } else { count };
    let mut watch = Watch::new(budget);
    for n in 0..first {
        let mut seen: Vec<bool> = vec![];
        definition::try_options(code, n, &mut |heaps| {
            let value = heaps.iter().fold(0, |sum, h| sum ^ values[*h]);
            see(&mut seen, value);
            watch.worked(1, n, count)
        })?;
        match u16::try_from(mex(&seen)) {
            Ok(value) => values.push(value),
            Err(_) => return Ok(None),
        }
    }
    if two { two_heaps(code, values, count, budget) } else { Ok(Some(values)) }
}

fn see(seen: &mut Vec<bool>, value: u16) {
    let value = usize::from(value);
    if seen.len() <= value {
        seen.resize(value + 1, false);
    }
    seen[value] = true;
}

fn mex(seen: &[bool]) -> usize {
    seen.iter().position(|s| !s).unwrap_or(seen.len())
}

/// Codes that never break a heap: every option, one by one.
fn one_heap(code: &Code, count: usize, budget: &Budget) -> Result<Option<Vec<u16>>, Stopped> {
    let mut values: Vec<u16> = vec![];
    let finite = code.tail().is_empty();
    let moves: Vec<usize> = (1..code.digits().len()).filter(|k| code.digit(*k).allows(1)).collect();
    let mut watch = Watch::new(budget);
    for n in 0..count {
        watch.worked(1 + if finite { moves.len() } else { n }, n, count)?;
        let mut seen = vec![];
        if n > 0 && code.digit(n).allows(0) {
            see(&mut seen, 0);
        }
        if finite {
            moves.iter().filter(|k| **k < n).for_each(|k| see(&mut seen, values[n - k]));
        } else {
            (1..n).filter(|k| code.digit(*k).allows(1)).for_each(|k| see(&mut seen, values[n - k]));
        }
        match u16::try_from(mex(&seen)) {
            Ok(value) => values.push(value),
            Err(_) => return Ok(None),
        }
    }
    Ok(Some(values))
}

/// A mask, with or without the parity of the heap, and its rare heaps.
struct Sparse {
    mask: u16,
    positional: usize,
    taken: usize,
    rare: Vec<(usize, u16)>,
}

impl Sparse {
    fn is_common(&self, value: u16, n: usize) -> bool {
        ((value & self.mask).count_ones() as usize + self.positional * (n + self.taken)) % 2 == 1
    }

    /// The mask with the fewest rare heaps, every one tried.
    fn choose(values: &[u16], splits: &[usize], budget: &Budget) -> Result<Sparse, Stopped> {
        let largest = usize::from(values.iter().copied().max().unwrap_or(0));
        let mut counts = vec![[0usize; 2]; largest + 1];
        for (n, value) in values.iter().enumerate().skip(1) {
            counts[usize::from(*value)][n % 2] += 1;
        }
        let parities = if splits.iter().all(|k| k % 2 == splits[0] % 2) { 2 } else { 1 };
        let masks = u16::try_from((largest + 1).next_power_of_two().min(1 << 12) - 1).expect("at most 2^12");
        let mut best = (usize::MAX, 0, 0);
        for positional in 0..parities {
            for mask in 0..=masks {
                if mask.is_multiple_of(64) {
                    budget.check()?;
                }
                let sparse = Sparse { mask, positional, taken: splits[0], rare: vec![] };
                let rare = (0u16..)
                    .zip(&counts)
                    .map(|(value, c)| (0..2).filter(|n| !sparse.is_common(value, *n)).map(|n| c[n]).sum::<usize>());
                best = best.min((rare.sum(), mask, positional));
            }
        }
        let mut sparse = Sparse { mask: best.1, positional: best.2, taken: splits[0], rare: vec![] };
        sparse.rare = values.iter().copied().enumerate().skip(1).filter(|(n, v)| !sparse.is_common(*v, *n)).collect();
        Ok(sparse)
    }
}

fn two_heaps(code: &Code, mut values: Vec<u16>, count: usize, budget: &Budget) -> Result<Option<Vec<u16>>, Stopped> {
    let splits: Vec<usize> = (0..code.digits().len()).filter(|k| code.digit(*k).allows(2)).collect();
    let leaving: Vec<usize> = (1..code.digits().len()).filter(|k| code.digit(*k).allows(1)).collect();
    // The definition went further than any move can take.
    let mut next_choice = values.len();
    let mut sparse = Sparse { mask: 0, positional: 0, taken: 0, rare: vec![] };
    let mut seen = vec![0usize; 1 << 16];
    let mut watch = Watch::new(budget);
    while values.len() < count {
        let n = values.len();
        watch.worked(1 + leaving.len() + splits.len() * sparse.rare.len(), n, count)?;
        if n == next_choice {
            sparse = Sparse::choose(&values, &splits, budget)?;
            next_choice *= 2;
        }
        for k in &leaving {
            seen[usize::from(values[n - k])] = n;
        }
        for k in &splits {
            for (heap, value) in sparse.rare.iter().take_while(|(heap, _)| *heap < n - k) {
                seen[usize::from(values[n - k - heap] ^ value)] = n;
            }
        }
        let Some(common) = (0..=u16::MAX).find(|v| seen[usize::from(*v)] != n && sparse.is_common(*v, n)) else {
            return Ok(None);
        };
        let mut missing = (0..common).filter(|v| seen[usize::from(*v)] != n).count();
        let furthest = (n - splits[0]) / 2;
        let mut i = 1;
        while missing > 0 && i <= furthest {
            for k in splits.iter().filter(|k| i < n - **k) {
                let value = values[i] ^ values[n - k - i];
                if value < common && seen[usize::from(value)] != n {
                    seen[usize::from(value)] = n;
                    missing -= 1;
                }
            }
            i += 1;
        }
        watch.worked(i * splits.len(), n, count)?;
        let value = if missing == 0 {
            common
        } else {
            let rare = (0..common).find(|v| seen[usize::from(*v)] != n).expect("a value below is missing");
            sparse.rare.push((n, rare));
            rare
        };
        values.push(value);
    }
    Ok(Some(values))
}

#[cfg(test)]
mod tests {
    use super::super::super::values::NimValues;
    use super::*;

    /// Two ways that share no line; in 0.376 new rare heaps turn up beyond heap
    /// 1,140,000.
    #[test]
    fn long_sequences_are_those_of_the_fast_way() {
        for (text, to) in [("0.376", 1_200_000), ("0.6", 60_000), ("0.356", 60_000), ("4.06", 30_000)] {
            let (code, budget) = (text.parse().unwrap(), Budget::unlimited());
            let mut fast = NimValues::new(&code);
            fast.extend(to, &budget).unwrap();
            let slow = values(&code, to + 1, &budget).unwrap().unwrap();
            let first = (0..=to).find(|n| fast.get(*n) != Some(u32::from(slow[*n])));
            assert_eq!(first, None, "{text}");
        }
    }
}
