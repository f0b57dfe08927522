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

/// A search for values among pairs, of which some may be found already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Search {
    /// Bit t stands for target t.
    pub(super) found: u32,
    /// How many pairs it took.
    pub(super) looked_at: usize,
}

impl Search {
    /// Are all targets but one found?
    #[inline(always)]
    fn is_nearly_over(&self) -> bool {
        self.found.count_ones() + 1 >= TARGETS as u32
    }
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
for_every_level! {
    /// The same for words.
    meets_words = meets_body(a: &[u16], b: &[u16], target: u16) -> bool
}

#[inline(always)]
fn meets_body<T: Copy + PartialEq + std::ops::BitXor<Output = T>>(a: &[T], b: &[T], target: T) -> bool {
    const LANES: usize = 64;
    let (a_parts, b_parts) = (a.chunks_exact(LANES), b.rchunks_exact(LANES));
    let (a_rest, b_rest) = (a_parts.remainder(), b_parts.remainder());
    let hit = |a: &[T], b: &[T]| a.iter().zip(b.iter().rev()).fold(false, |hit, (a, b)| hit | (*a ^ *b == target));
    a_parts.zip(b_parts).any(|(a, b)| hit(a, b)) || hit(a_rest, b_rest)
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
        0..=64 => mark_pairs::<4>(level, codes, n, partners),
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

macro_rules! search {
    ($name:ident, $lane:ty, $lanes:expr) => {
        #[inline(always)]
        fn $name(a: &[$lane], b: &[$lane], targets: [$lane; TARGETS], search: &mut Search) {
            const LANES: usize = $lanes;
            const PART: usize = 8 * LANES;
            let mut parts = a.chunks_exact(PART).zip(b.chunks_exact(PART));
            // All targets at once, until at most one is left.
            while !search.is_nearly_over() {
                let Some((a, b)) = parts.next() else { break };
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
                    search.found |= u32::from(hits[t].iter().fold(0, |all, h| all | h) != 0) << t;
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
                    let hit =
                        a.iter().zip(b).fold(0, |hit, (a, b)| hit | if a ^ b == target { <$lane>::MAX } else { 0 });
                    // One target is three times as fast as four.
                    search.looked_at += PART / 3;
                    if hit != 0 {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_marks_the_same() {
        let codes: Vec<u8> = (0..500u32).map(|i| (i * i % 251) as u8).collect();
        let partners: Vec<Partner> = (0..200).map(|i| Partner { offset: HEAPS + i, value: (i * 7) as u8 }).collect();
        for count in [0, 1, 5, 200] {
            for end in [1, 64, 65, 100, 130, 150, 200, CODES] {
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
