//! The sparse space: a mask that makes almost all values common.
//!
//! For a mask m, say that heap i is *common* if parity(G(i) & m) = a ⊕ ε·i
//! (mod 2), and *rare* if not. Here ε is 0, or 1 for a *positional* space; a is
//! chosen so that two common heaps never make the value of a common heap:
//! i + j = n − k gives parity((G(i) ⊕ G(j)) & m) = ε·(n − k), which differs
//! from a ⊕ ε·n exactly if a = 1 ⊕ ε·k. With ε = 1 that is one number only if
//! all k that break a heap have the same parity.
//!
//! So the options of heap n that are of the class of common heaps come from a
//! rare heap with a common one, from two rare ones never, and from moves that
//! leave a single heap. If few heaps are rare, that is few options.

/// A sparse space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Space {
    /// The mask m.
    pub mask: u32,
    /// Does the class depend on the parity of the heap as well?
    pub positional: bool,
    /// The parity a of the values of common heaps of even size.
    pub parity: u32,
}

impl Space {
    /// The space of a mask for a game that breaks heaps after taking any of
    /// `splits` tokens; `None` if there is no such space.
    #[must_use]
    pub fn new(mask: u32, positional: bool, splits: &[usize]) -> Option<Space> {
        let odd = splits.first().copied().unwrap_or(0) % 2;
        if positional && splits.iter().any(|k| k % 2 != odd) {
            return None;
        }
        Some(Space { mask, positional, parity: 1 ^ u32::from(positional && odd == 1) })
    }

    /// Is `value` of the class of common heaps, for a heap of n?
    #[must_use]
    #[inline]
    pub fn is_common(&self, value: u32, n: usize) -> bool {
        (value & self.mask).count_ones() & 1 == self.common_parity(n)
    }

    /// The parity of value & mask on a common heap of n.
    #[must_use]
    #[inline]
    pub(crate) fn common_parity(&self, n: usize) -> u32 {
        self.parity ^ u32::from(self.positional && n % 2 == 1)
    }
}

/// The space with the fewest rare heaps, and how many these are, from how often
/// each value stands on heaps of even and of odd size. The Walsh–Hadamard
/// transform of the counts gives for every mask the surplus of even parities.
#[must_use]
pub(crate) fn choose(counts: &[[u32; 2]], splits: &[usize]) -> (Space, usize) {
    let size = counts.len().next_power_of_two();
    let total: i64 = counts.iter().flatten().map(|c| i64::from(*c)).sum();
    let mut best: Option<(Space, i64)> = None;
    for positional in [false, true] {
        let sign = if positional { -1 } else { 1 };
        let mut surplus: Vec<i64> =
            counts.iter().map(|[even, odd]| i64::from(*even) + sign * i64::from(*odd)).collect();
        surplus.resize(size, 0);
        transform(&mut surplus);
        for (mask, surplus) in (0u32..).zip(&surplus) {
            let Some(space) = Space::new(mask, positional, splits) else { continue };
            let rare = (total + if space.parity == 1 { *surplus } else { -surplus }) / 2;
            if best.is_none_or(|(_, fewest)| rare < fewest) {
                best = Some((space, rare));
            }
        }
    }
    let (space, rare) = best.expect("the space of mask 0 always exists");
    (space, usize::try_from(rare).expect("a count of heaps"))
}

/// The Walsh–Hadamard transform, in place; the length is a power of two.
fn transform(values: &mut [i64]) {
    let mut half = 1;
    while half < values.len() {
        for block in values.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every mask counted one heap at a time gives the same least count.
    #[test]
    fn the_transform_counts_rare_heaps() {
        let values: Vec<u32> = (0..500u32).map(|n| (n * n / 7 % 23) ^ (n % 5)).collect();
        for splits in [vec![2], vec![3], vec![1, 2], vec![1, 3]] {
            let mut counts = vec![[0u32; 2]; 32];
            for (n, v) in values.iter().enumerate().skip(1) {
                counts[*v as usize][n % 2] += 1;
            }
            let (space, rare) = choose(&counts, &splits);
            let count = |s: &Space| (1..values.len()).filter(|n| !s.is_common(values[*n], *n)).count();
            assert_eq!(rare, count(&space));
            let spaces = (0..32).flat_map(|m| [false, true].map(|p| Space::new(m, p, &splits)));
            assert_eq!(Some(rare), spaces.flatten().map(|s| count(&s)).min());
        }
    }

    #[test]
    fn two_common_heaps_never_make_a_common_value() {
        for splits in [vec![2], vec![3], vec![0, 2], vec![1, 3]] {
            for positional in [false, true] {
                let space = Space::new(0b101, positional, &splits).unwrap();
                for (i, j, v, w) in (0..4096).map(|c: usize| (c % 8, c / 8 % 8, c / 64 % 8, c / 512)) {
                    if space.is_common(v as u32, i) && space.is_common(w as u32, j) {
                        for k in &splits {
                            assert!(!space.is_common((v ^ w) as u32, i + j + k));
                        }
                    }
                }
            }
        }
        assert_eq!(Space::new(1, true, &[1, 2]), None);
    }
}
