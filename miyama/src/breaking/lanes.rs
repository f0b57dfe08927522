//! The inner loops of the solvers, compiled once for every kind of machine.
//!
//! Each loop is written once, in plain Rust over arrays of a fixed length, and
//! compiled three times: portably, for AVX2 and for AVX-512. Which of these
//! runs is decided while the program runs, by a [`Level`].
//!
//! # Why this file is sound
//! The loops themselves are safe code. The only unsafe step is to call a
//! function compiled for instructions that the machine might lack. A [`Level`]
//! other than [`Level::PORTABLE`] can only be had from [`Level::here`], which
//! asks the machine for exactly the features named at the functions below.
#![allow(unsafe_code)]

/// A set of instructions that this machine has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Level {
    /// What every machine has.
    pub const PORTABLE: Level = Level(Kind::Portable);

    /// All levels that this machine has, the best first.
    ///
    /// ```
    /// use miyama::breaking::lanes::Level;
    /// assert_eq!(Level::here().last(), Some(&Level::PORTABLE));
    /// ```
    #[must_use]
    pub fn here() -> Vec<Level> {
        let mut levels = vec![];
        #[cfg(target_arch = "x86_64")]
        {
            let avx2 = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("popcnt");
            let avx512 = avx2
                && is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl");
            if avx512 {
                levels.push(Level(Kind::Avx512));
            }
            if avx2 {
                levels.push(Level(Kind::Avx2));
            }
        }
        levels.push(Level::PORTABLE);
        levels
    }

    /// The best level of this machine.
    #[must_use]
    pub fn best() -> Level {
        Level::here()[0]
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self.0 {
            Kind::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => "AVX-512",
        }
    }
}

/// Compiles a loop for every level: `name` calls `body`, which must be
/// `#[inline(always)]` to be compiled anew each time.
macro_rules! for_every_level {
    ($(#[$doc:meta])* $name:ident = $body:ident ( $($arg:ident : $type:ty),* ) $(-> $out:ty)?) => {
        $(#[$doc])*
        pub(super) fn $name(level: Level, $($arg: $type),*) $(-> $out)? {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
            fn avx2($($arg: $type),*) $(-> $out)? { $body($($arg),*) }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,avx512f,avx512bw,avx512dq,avx512vl")]
            fn avx512($($arg: $type),*) $(-> $out)? { $body($($arg),*) }
            match level.0 {
                Kind::Portable => $body($($arg),*),
                // SAFETY: a level of this kind comes from Level::here, which
                // found all features that the function is compiled for.
                #[cfg(target_arch = "x86_64")]
                Kind::Avx2 => unsafe { avx2($($arg),*) },
                // SAFETY: as above.
                #[cfg(target_arch = "x86_64")]
                Kind::Avx512 => unsafe { avx512($($arg),*) },
            }
        }
    };
}

/// How many values are looked for at once.
pub(super) const TARGETS: usize = 4;

/// All of them found.
pub(super) const ALL: u32 = (1 << TARGETS) - 1;

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// Bit t stands for target t.
    pub(super) found: u32,
    /// How many pairs it took.
    pub(super) looked_at: usize,
}

for_every_level! {
    /// Which of the targets are `a[i] ^ b[i]` for some i? The slices have the
    /// same length. Stops some time after all are found.
    find_words = find_words_body(a: &[u16], b: &[u16], targets: [u16; TARGETS]) -> Found
}
/// An option of every heap n: the value of heap n − `offset`, ⊕ `value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Partner {
    pub(super) offset: usize,
    pub(super) value: u8,
}

/// How many heaps [`narrow`] takes at a time.
pub(super) const BLOCK: usize = 8;

/// The partners of [`narrow`].
#[derive(Clone, Debug, Default)]
pub(super) struct Partners {
    /// Offsets of at least [`BLOCK`].
    pub(super) far: Vec<Partner>,
    /// Smaller offsets.
    pub(super) near: Vec<Partner>,
    /// Partners that are asked only when the others do not settle a heap.
    pub(super) more: Vec<Partner>,
    /// `common[n % 2]` has bit v set if v is of the common class for heap n.
    pub(super) common: [u64; 2],
}

/// Where [`narrow`] stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Halt {
    /// The first heap without a value.
    pub(super) heap: usize,
    /// Its options so far, if their mex is not of the common class: bit v
    /// stands for value v. `None` if fewer heaps are left than it takes at a
    /// time.
    pub(super) options: Option<u64>,
    /// How many further partners were asked.
    pub(super) asked: usize,
}

for_every_level! {
    /// Fills `values[from..]`, all below 64, as long as the mex of the options
    /// that the partners give is of the common class. All offsets are at most
    /// `from`.
    narrow = narrow_body(values: &mut [u8], from: usize, partners: &Partners) -> Halt
}

#[inline(always)]
fn narrow_body(values: &mut [u8], from: usize, partners: &Partners) -> Halt {
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

for_every_level! {
    /// Is `target` the value `a[i] ^ b[len − 1 − i]` for some i? The slices have
    /// the same length.
    meets = meets_body(a: &[u8], b: &[u8], target: u8) -> bool
}

#[inline(always)]
fn meets_body(a: &[u8], b: &[u8], target: u8) -> bool {
    const LANES: usize = 64;
    let (a_parts, b_parts) = (a.chunks_exact(LANES), b.rchunks_exact(LANES));
    let (a_rest, b_rest) = (a_parts.remainder(), b_parts.remainder());
    let hit = |a: &[u8], b: &[u8]| a.iter().zip(b.iter().rev()).fold(false, |hit, (a, b)| hit | (a ^ b == target));
    a_parts.zip(b_parts).any(|(a, b)| hit(a, b)) || hit(a_rest, b_rest)
}

for_every_level! {
    /// The same for bytes.
    find_bytes = find_bytes_body(a: &[u8], b: &[u8], targets: [u8; TARGETS]) -> Found
}

macro_rules! find {
    ($name:ident, $lane:ty, $lanes:expr) => {
        #[inline(always)]
        fn $name(a: &[$lane], b: &[$lane], targets: [$lane; TARGETS]) -> Found {
            const LANES: usize = $lanes;
            const STEPS: usize = 8;
            let mut found = 0;
            let mut looked_at = 0;
            let mut a_parts = a.chunks_exact(LANES * STEPS);
            let mut b_parts = b.chunks_exact(LANES * STEPS);
            for (a, b) in (&mut a_parts).zip(&mut b_parts) {
                let mut hits = [[0 as $lane; LANES]; TARGETS];
                for (a, b) in a.chunks_exact(LANES).zip(b.chunks_exact(LANES)) {
                    for l in 0..LANES {
                        let x = a[l] ^ b[l];
                        for t in 0..TARGETS {
                            hits[t][l] |= if x == targets[t] { <$lane>::MAX } else { 0 };
                        }
                    }
                }
                for t in 0..TARGETS {
                    found |= u32::from(hits[t].iter().fold(0, |all, h| all | h) != 0) << t;
                }
                looked_at += LANES * STEPS;
                if found == ALL {
                    return Found { found, looked_at };
                }
            }
            for (a, b) in a_parts.remainder().iter().zip(b_parts.remainder()) {
                for t in 0..TARGETS {
                    found |= u32::from(a ^ b == targets[t]) << t;
                }
            }
            Found { found, looked_at: a.len() }
        }
    };
}
find!(find_words_body, u16, 32);
find!(find_bytes_body, u8, 64);

#[cfg(test)]
mod tests {
    use super::*;

    /// Every single place, every length, every level.
    #[test]
    fn every_level_finds_the_same() {
        for level in Level::here() {
            for length in (0..1100).step_by(37) {
                let a: Vec<u16> = (0..length).map(|i| (i * 7 % 251) as u16).collect();
                for hit in 0..length {
                    let mut b = a.clone();
                    b[hit] ^= 0x1234;
                    assert_eq!(find_words(level, &a, &b, [1, 0x1234, 0x1235, 0x34]).found, 2, "{level:?} {length} {hit}");
                    let bytes = |v: &[u16]| v.iter().map(|x| *x as u8).collect::<Vec<_>>();
                    assert_eq!(find_bytes(level, &bytes(&a), &bytes(&b), [1, 2, 3, 0x34]).found, 8, "{level:?} {length} {hit}");
                }
            }
        }
    }
}
