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

mod mark;
mod narrow;
mod search;

use mark::by_heap_body;
pub(super) use mark::mark_block;
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

for_every_level! {
    /// The marks of every heap of the block.
    by_heap = by_heap_body(marks: &Marks) -> [Marked; HEAPS]
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
    /// Which candidates are not among the options that `partners` give to the heaps
    /// of a block? Bit c stands for candidate c.
    unstruck = unstruck_body(codes: &[u8], n: usize, partners: &[Partner], candidates: &Candidates) -> [u8; HEAPS]
}

#[inline(always)]
fn unstruck_body(codes: &[u8], n: usize, partners: &[Partner], candidates: &Candidates) -> [u8; HEAPS] {
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
    let mut open = [0; HEAPS];
    for (c, struck) in struck.iter().enumerate() {
        for l in 0..HEAPS {
            open[l] |= !struck[l] & 1 << c;
        }
    }
    open
}

/// Codes that are marked one by one: not zero for those that are. Bytes, as marks that are set
/// one after the other in the same word would wait for each other.
pub(super) struct Single([u8; CODES]);

impl Single {
    pub(super) fn new() -> Single {
        Single([0; CODES])
    }

    #[inline(always)]
    pub(super) fn mark(&mut self, code: u8) {
        self.0[usize::from(code)] = 1;
    }

    pub(super) fn marked(&self) -> Marked {
        let (words, _) = self.0.as_chunks::<64>();
        std::array::from_fn(|w| words[w].iter().enumerate().fold(0, |all, (c, is)| all | u64::from(*is) << c))
    }
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
                    for (l, marked) in by_heap(level, &marks).iter().enumerate() {
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
    fn every_level_strikes_the_same() {
        let codes: Vec<u8> = (0..500u32).map(|i| (i * i % 61) as u8).collect();
        let partners: Vec<Partner> =
            (0..150).map(|i| Partner { offset: HEAPS + i, value: (i * 5 % 64) as u8 }).collect();
        let candidates: Candidates = std::array::from_fn(|c| std::array::from_fn(|l| ((7 * c + l) % 64) as u8));
        for count in [0, 1, 40, 150] {
            for level in Level::here() {
                let open = unstruck(level, &codes, 300, &partners[..count], &candidates);
                for (l, open) in open.iter().enumerate() {
                    let is = |c: &usize| {
                        partners[..count].iter().all(|p| codes[300 + l - p.offset] ^ p.value != candidates[*c][l])
                    };
                    let expected = (0..CANDIDATES).filter(is).fold(0, |all, c| all | 1 << c);
                    assert_eq!(*open, expected, "{level:?} {count} {l}");
                }
            }
        }
    }

    #[test]
    fn single_marks_have_their_places() {
        let mut single = Single::new();
        let codes = [0, 1, 63, 64, 127, 130, 255];
        codes.iter().for_each(|code| single.mark(*code));
        let marked = single.marked();
        let found: Vec<u8> = (0..=255).filter(|c: &u8| marked[usize::from(c / 64)] >> (c % 64) & 1 == 1).collect();
        assert_eq!(found, codes);
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
