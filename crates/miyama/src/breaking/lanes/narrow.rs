//! Heaps of small values, some at a time: the loop.

/// An option of every heap n: the value of heap n − `offset`, ⊕ `value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Partner {
    pub(in super::super) offset: usize,
    pub(in super::super) value: u8,
}

/// How many heaps [`narrow`] takes at a time.
pub(in super::super) const BLOCK: usize = 8;

/// The partners of [`narrow`].
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Partners {
    /// Offsets of at least [`BLOCK`].
    pub(in super::super) far: Vec<Partner>,
    /// Smaller offsets.
    pub(in super::super) near: Vec<Partner>,
    /// Partners that are asked only when the others do not settle a heap.
    pub(in super::super) more: Vec<Partner>,
    /// `common[n % 2]` has bit v set if v is of the common class for heap n.
    pub(in super::super) common: [u64; 2],
}

/// Where [`narrow`] stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Halt {
    /// The first heap without a value.
    pub(in super::super) heap: usize,
    /// Its options so far, if their mex is not of the common class: bit v
    /// stands for value v. `None` if fewer heaps are left than it takes at a
    /// time.
    pub(in super::super) options: Option<u64>,
    /// How many further partners were asked.
    pub(in super::super) asked: usize,
}

#[inline(always)]
pub(super) fn narrow_body(values: &mut [u8], from: usize, partners: &Partners) -> Halt {
    const STEP: usize = 8;
    let Partners { far, near, more, common } = partners;
    let option = |values: &[u8], heap: usize, p: &Partner| 1u64 << (u64::from(values[heap - p.offset] ^ p.value) & 63);
    let mut asked = 0;
    let mut n = from;
    while n + BLOCK <= values.len() {
        let mut options = [0u64; BLOCK];
        for partner in far {
            let earlier = &values[n - partner.offset..n - partner.offset + BLOCK];
            for (options, earlier) in options.iter_mut().zip(earlier) {
                *options |= 1 << (u64::from(earlier ^ partner.value) & 63);
            }
        }
        for (heap, far_options) in (n..n + BLOCK).zip(options) {
            let mut options = near.iter().fold(far_options, |options, p| options | option(values, heap, p));
            let settled = |options: u64| common[heap % 2].checked_shr(options.trailing_ones()).unwrap_or(0) & 1 == 1;
            let mut further = more.chunks(STEP);
            while !settled(options) {
                let Some(step) = further.next() else { return Halt { heap, options: Some(options), asked } };
                options = step.iter().fold(options, |options, p| options | option(values, heap, p));
                asked += STEP;
            }
            values[heap] = options.trailing_ones() as u8;
        }
        n += BLOCK;
    }
    Halt { heap: n, options: None, asked }
}
