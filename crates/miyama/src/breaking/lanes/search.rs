//! Looking for values among pairs of heaps: the loops.

/// How many values are looked for at once.
pub(in super::super) const TARGETS: usize = 4;

/// All of them found.
pub(in super::super) const ALL: u32 = (1 << TARGETS) - 1;

/// A search for values among pairs, of which some may be found already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct Search {
    /// Bit t stands for target t.
    pub(in super::super) found: u32,
    /// How many pairs it took.
    pub(in super::super) looked_at: usize,
}

impl Search {
    /// Are all targets but one found?
    #[inline(always)]
    fn is_nearly_over(&self) -> bool {
        self.found.count_ones() + 1 >= TARGETS as u32
    }
}

/// Is one of them 0? One comparison of all lanes; the least of them would take a step for each halving.
#[inline(always)]
fn has_zero<T: Copy + Default + PartialEq, const N: usize>(values: [T; N]) -> bool {
    values.iter().fold(false, |found, value| found | (*value == T::default()))
}

macro_rules! search {
    ($name:ident, $lane:ty, $lanes:expr) => {
        #[inline(always)]
        pub(super) fn $name(a: &[$lane], b: &[$lane], targets: [$lane; TARGETS], search: &mut Search) {
            const LANES: usize = $lanes;
            const PART: usize = 8 * LANES;
            let mut parts = a.chunks_exact(PART).zip(b.chunks_exact(PART));
            // A target is among the values where the least of value ⊕ target is 0: two
            // instructions for each target and vector. All at once, until at most one is left.
            while !search.is_nearly_over() {
                let Some((a, b)) = parts.next() else { break };
                let mut least = [[<$lane>::MAX; LANES]; TARGETS];
                for (a, b) in a.chunks_exact(LANES).zip(b.chunks_exact(LANES)) {
                    for l in 0..LANES {
                        let x = a[l] ^ b[l];
                        for t in 0..TARGETS {
                            least[t][l] = least[t][l].min(x ^ targets[t]);
                        }
                    }
                }
                for t in 0..TARGETS {
                    search.found |= u32::from(has_zero(least[t])) << t;
                }
                search.looked_at += PART;
            }
            if search.found == ALL {
                return;
            }
            if search.is_nearly_over() {
                let last = search.found.trailing_ones();
                let target = targets[last as usize];
                for (a, b) in parts {
                    let mut least = [<$lane>::MAX; LANES];
                    for (a, b) in a.chunks_exact(LANES).zip(b.chunks_exact(LANES)) {
                        for l in 0..LANES {
                            least[l] = least[l].min(a[l] ^ b[l] ^ target);
                        }
                    }
                    // One target is three times as fast as four.
                    search.looked_at += PART / 3;
                    if has_zero(least) {
                        search.found = ALL;
                        return;
                    }
                }
            }
            let done = a.len() / PART * PART;
            for (a, b) in a[done..].iter().zip(&b[done..]) {
                for t in 0..TARGETS {
                    search.found |= u32::from(a ^ b == targets[t]) << t;
                }
            }
            search.looked_at += a.len() - done;
        }
    };
}
search!(search_words_body, u16, 32);
search!(search_bytes_body, u8, 64);

#[inline(always)]
pub(super) fn meets_body<T: Copy + PartialEq + std::ops::BitXor<Output = T>>(a: &[T], b: &[T], target: T) -> bool {
    const LANES: usize = 64;
    let (a_parts, b_parts) = (a.chunks_exact(LANES), b.rchunks_exact(LANES));
    let (a_rest, b_rest) = (a_parts.remainder(), b_parts.remainder());
    let hit = |a: &[T], b: &[T]| a.iter().zip(b.iter().rev()).fold(false, |hit, (a, b)| hit | (*a ^ *b == target));
    a_parts.zip(b_parts).any(|(a, b)| hit(a, b)) || hit(a_rest, b_rest)
}
