//! The inner loops of the solvers, compiled once for every kind of machine.
//!
//! Each loop is written once, in plain Rust over arrays of a fixed length, and
//! compiled three times: portably, for AVX2 and for AVX-512. Only marking names
//! its instructions, as no plain text becomes them. Which of the three runs is
//! decided while the program runs, by a [`Level`].
//!
//! # Why this file is sound
//! The unsafe steps are to call a function compiled for instructions that the
//! machine might lack, and to load and store vectors. A [`Level`] other than
//! [`Level::PORTABLE`] can only be had from [`Level::here`], which asks the
//! machine for exactly the features named at the functions below; vectors are
//! loaded from and stored to arrays of their length.
#![allow(unsafe_code)]

mod narrow;
mod search;

use narrow::settle_body;
pub(super) use narrow::{Near, Partner, Settled};
pub(super) use search::{ALL, Search, TARGETS};
use search::{meets_body, search_bytes_body, search_words_body};

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

for_every_level! {
    /// Looks for the targets among `a[i] ^ b[i]`. The slices have the same
    /// length. Stops some time after all are found.
    search_words = search_words_body(a: &[u16], b: &[u16], targets: [u16; TARGETS], search: &mut Search)
}
for_every_level! {
    /// The same for bytes.
    search_bytes = search_bytes_body(a: &[u8], b: &[u8], targets: [u8; TARGETS], search: &mut Search)
}

for_every_level! {
    /// Settles the heaps of a block one by one, from the values `before` it, the marks of
    /// partners that do not reach into it, and those that do. Bit v of `common[l % 2]` is set
    /// if v is of the common class for heap l of the block.
    settle = settle_body(before: &[u8; HEAPS], marks: &Marks, near: &Near, common: [u64; 2]) -> Settled
}

for_every_level! {
    /// Is `target` the value `a[i] ^ b[len − 1 − i]` for some i? The slices have
    /// the same length.
    meets = meets_body(a: &[u8], b: &[u8], target: u8) -> bool
}
for_every_level! {
    /// The same for words.
    meets_words = meets_body(a: &[u16], b: &[u16], target: u16) -> bool
}

/// How many heaps make a block.
pub(super) const HEAPS: usize = 64;

/// How many codes there are.
pub(super) const CODES: usize = 256;

/// How many candidates every heap of a block has.
pub(super) const CANDIDATES: usize = 8;

/// How many codes share a byte of marks.
const PLANE: usize = 8;

/// The codes that are marked: bit c of `marks[p][l]` stands for code 8·p + c and
/// heap l of a block.
pub(super) type Marks = [[u8; HEAPS]; CODES / PLANE];

/// The marks of one heap: bit c of word w stands for code 64·w + c.
pub(super) type Marked = [u64; CODES / 64];

/// For every candidate, one code for every heap of a block.
pub(super) type Candidates = [[u8; HEAPS]; CANDIDATES];

/// Marks the options that `partners` give to the heaps n, n + 1, … of a block,
/// at least those with codes below `end`. All offsets are at least [`HEAPS`] and
/// at most n.
pub(super) fn mark_block(level: Level, codes: &[u8], n: usize, partners: &[Partner], end: usize) -> Marks {
    // As many accumulators as codes need: up to 32 fit into registers.
    match end {
        0..=16 => mark_pairs::<1>(level, codes, n, partners),
        17..=32 => mark_pairs::<2>(level, codes, n, partners),
        33..=64 => mark_pairs::<4>(level, codes, n, partners),
        65..=96 => mark_pairs::<6>(level, codes, n, partners),
        97..=128 => mark_pairs::<8>(level, codes, n, partners),
        129..=144 => mark_pairs::<9>(level, codes, n, partners),
        145..=160 => mark_pairs::<10>(level, codes, n, partners),
        161..=192 => mark_pairs::<12>(level, codes, n, partners),
        _ => mark_pairs::<16>(level, codes, n, partners),
    }
}

/// The same for codes below 16·P.
fn mark_pairs<const P: usize>(level: Level, codes: &[u8], n: usize, partners: &[Partner]) -> Marks {
    match level.0 {
        Kind::Portable => mark_portable(codes, n, partners),
        // SAFETY: a level of this kind comes from Level::here, which found all
        // features that the function is compiled for.
        #[cfg(target_arch = "x86_64")]
        Kind::Avx2 => unsafe { mark_avx2::<P>(codes, n, partners) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Kind::Avx512 => unsafe { mark_avx512::<P>(codes, n, partners) },
    }
}

fn mark_portable(codes: &[u8], n: usize, partners: &[Partner]) -> Marks {
    let mut marks = [[0; HEAPS]; CODES / PLANE];
    for partner in partners {
        let start = n - partner.offset;
        for (l, earlier) in codes[start..start + HEAPS].iter().enumerate() {
            let code = earlier ^ partner.value;
            marks[usize::from(code) / PLANE][l] |= 1 << (code % PLANE as u8);
        }
    }
    marks
}

/// The eight bits of a byte, one in each byte.
#[cfg(target_arch = "x86_64")]
const BITS: i64 = 0x8040_2010_0804_0201_u64.cast_signed();

/// Marks with vectors of bytes, one for each heap: for sixteen codes at a time,
/// code ⊕ 16·p is brought to 112 + (0…15) if it is one of them, and else to 128
/// or more, by an addition that saturates. Looking that up in a table of sixteen
/// bytes gives the bit to set, or nothing where the highest bit is set.
macro_rules! mark_with {
    ($name:ident, $features:literal, $width:literal,
     $load:ident, $store:ident, $bytes:ident, $xor:ident, $add:ident, $look_up:ident, $or:ident, $tables:expr) => {
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = $features)]
        fn $name<const P: usize>(codes: &[u8], n: usize, partners: &[Partner]) -> Marks {
            use std::arch::x86_64::*;
            let mut marks = [[0; HEAPS]; CODES / PLANE];
            let (low, high) = $tables;
            let floor = $bytes(112);
            let sixteens: [_; P] = std::array::from_fn(|p| $bytes((16 * p as u8).cast_signed()));
            for first in (0..HEAPS).step_by($width) {
                let mut group = [[$bytes(0); 2]; P];
                for partner in partners {
                    let start = n + first - partner.offset;
                    let earlier: &[u8; $width] = codes[start..start + $width].try_into().expect("as long");
                    // SAFETY: the bytes are borrowed, and the load needs no alignment.
                    let earlier = unsafe { $load(earlier.as_ptr().cast()) };
                    let codes = $xor(earlier, $bytes(partner.value.cast_signed()));
                    for ([lower, upper], sixteen) in group.iter_mut().zip(sixteens) {
                        let place = $add($xor(codes, sixteen), floor);
                        *lower = $or(*lower, $look_up(low, place));
                        *upper = $or(*upper, $look_up(high, place));
                    }
                }
                for (marks, vector) in marks.iter_mut().zip(group.as_flattened()) {
                    let marks: &mut [u8; $width] = (&mut marks[first..first + $width]).try_into().expect("as long");
                    // SAFETY: the bytes are borrowed, and the store needs no alignment.
                    unsafe { $store(marks.as_mut_ptr().cast(), *vector) }
                }
            }
            marks
        }
    };
}
mark_with!(
    mark_avx512,
    "avx512f,avx512bw",
    64,
    _mm512_loadu_si512,
    _mm512_storeu_si512,
    _mm512_set1_epi8,
    _mm512_xor_si512,
    _mm512_adds_epu8,
    _mm512_shuffle_epi8,
    _mm512_or_si512,
    (_mm512_broadcast_i32x4(_mm_set_epi64x(0, BITS)), _mm512_broadcast_i32x4(_mm_set_epi64x(BITS, 0)))
);
mark_with!(
    mark_avx2,
    "avx2",
    32,
    _mm256_loadu_si256,
    _mm256_storeu_si256,
    _mm256_set1_epi8,
    _mm256_xor_si256,
    _mm256_adds_epu8,
    _mm256_shuffle_epi8,
    _mm256_or_si256,
    (_mm256_set_epi64x(0, BITS, 0, BITS), _mm256_set_epi64x(BITS, 0, BITS, 0))
);

/// The marks of one heap of the block.
#[inline(always)]
pub(super) fn of_heap(marks: &Marks, lane: usize) -> Marked {
    let bytes: [u8; CODES / PLANE] = std::array::from_fn(|plane| marks[plane][lane]);
    let (words, _) = bytes.as_chunks::<8>();
    std::array::from_fn(|word| u64::from_le_bytes(words[word]))
}

/// Writes the codes below `end` whose bits are not set to `found`, the lowest
/// first, as many as there are and fit; answers how many.
#[inline(always)]
pub(super) fn unmarked(marks: Marked, end: usize, found: &mut [u8]) -> usize {
    let mut count = 0;
    for (first, word) in (0..end).step_by(64).zip(marks) {
        let mut left = !word;
        if end - first < 64 {
            left &= (1 << (end - first)) - 1;
        }
        while left != 0 {
            let Some(place) = found.get_mut(count) else { return count };
            *place = (first + left.trailing_zeros() as usize) as u8;
            count += 1;
            left &= left - 1;
        }
    }
    count
}

for_every_level! {
    /// Which candidates are among the options that `partners` give to the heaps
    /// of a block? Not zero where one is.
    strike = strike_body(codes: &[u8], n: usize, partners: &[Partner], candidates: &Candidates) -> Candidates
}

#[inline(always)]
fn strike_body(codes: &[u8], n: usize, partners: &[Partner], candidates: &Candidates) -> Candidates {
    let mut struck = [[0u8; HEAPS]; CANDIDATES];
    for partner in partners {
        let start = n - partner.offset;
        let earlier: &[u8; HEAPS] = codes[start..start + HEAPS].try_into().expect("a block");
        for (struck, candidates) in struck.iter_mut().zip(candidates) {
            for l in 0..HEAPS {
                struck[l] |= if earlier[l] ^ partner.value == candidates[l] { 0xFF } else { 0 };
            }
        }
    }
    struck
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_marks_the_same() {
        let codes: Vec<u8> = (0..500u32).map(|i| (i * i % 251) as u8).collect();
        let partners: Vec<Partner> = (0..200).map(|i| Partner { offset: HEAPS + i, value: (i * 7) as u8 }).collect();
        for count in [0, 1, 5, 200] {
            for end in [1, 16, 32, 64, 65, 100, 130, 150, 200, CODES] {
                for level in Level::here() {
                    let marks = mark_block(level, &codes, 300, &partners[..count], end);
                    for l in 0..HEAPS {
                        let marked = of_heap(&marks, l);
                        for code in 0..end {
                            let is = |p: &Partner| usize::from(codes[300 + l - p.offset] ^ p.value) == code;
                            let found = marked[code / 64] >> (code % 64) & 1 == 1;
                            let expected = partners[..count].iter().any(is);
                            assert_eq!(found, expected, "{level:?} {count} {end} {l} {code}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn unmarked_codes_come_in_order() {
        let marks = [0x5555_0000_FFFF_1234, 0, u64::MAX, 7];
        for end in 0..=CODES {
            let slow: Vec<u8> = (0..end).filter(|c| marks[c / 64] >> (c % 64) & 1 == 0).map(|c| c as u8).collect();
            for room in [0, 1, 9, CODES] {
                let mut found = vec![0; room];
                let count = unmarked(marks, end, &mut found);
                assert_eq!(found[..count], slow[..slow.len().min(room)], "{end} {room}");
            }
        }
    }

    /// Every single place, every length, every level.
    #[test]
    fn every_level_finds_the_same() {
        for level in Level::here() {
            for length in (0..1100).step_by(37) {
                let a: Vec<u16> = (0..length).map(|i| (i * 7 % 251) as u16).collect();
                for hit in 0..length {
                    let mut b = a.clone();
                    b[hit] ^= 0x1234;
                    let bytes = |v: &[u16]| v.iter().map(|x| *x as u8).collect::<Vec<_>>();
                    for before in [0, 1, 0b1010, 0b1101] {
                        let mut search = Search { found: before, looked_at: 0 };
                        search_words(level, &a, &b, [1, 0x1234, 0x1235, 0x34], &mut search);
                        assert_eq!(search.found, before | 2, "{level:?} {length} {hit}");
                        let mut search = Search { found: before, looked_at: 0 };
                        search_bytes(level, &bytes(&a), &bytes(&b), [1, 0x34, 2, 3], &mut search);
                        assert_eq!(search.found, before | 2, "{level:?} {length} {hit}");
                    }
                }
            }
        }
    }
}
