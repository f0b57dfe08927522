//! Marking the options of a block of heaps.

use super::{CODES, HEAPS, Kind, Level, Marked, Marks, PLANE, Partner};

/// Marks the options that `partners` give to the heaps n, n + 1, … of a block,
/// at least those with codes below `end`. All offsets are at least [`HEAPS`] and
/// at most n.
pub(in super::super) fn mark_block(level: Level, codes: &[u8], n: usize, partners: &[Partner], end: usize) -> Marks {
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
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn mark_avx2<const P: usize>(codes: &[u8], n: usize, partners: &[Partner]) -> Marks {
    use std::arch::x86_64::*;
    const WIDTH: usize = 32;
    let mut marks = [[0; HEAPS]; CODES / PLANE];
    let (low, high) = (_mm256_set_epi64x(0, BITS, 0, BITS), _mm256_set_epi64x(BITS, 0, BITS, 0));
    let floor = _mm256_set1_epi8(112);
    for first in (0..HEAPS).step_by(WIDTH) {
        let mut group = [[_mm256_setzero_si256(); 2]; P];
        for partner in partners {
            let start = n + first - partner.offset;
            let earlier: &[u8; WIDTH] = codes[start..start + WIDTH].try_into().expect("as long");
            // SAFETY: the bytes are borrowed, and the load needs no alignment.
            let earlier = unsafe { _mm256_loadu_si256(earlier.as_ptr().cast()) };
            let codes = _mm256_xor_si256(earlier, _mm256_set1_epi8(partner.value.cast_signed()));
            for (p, [lower, upper]) in group.iter_mut().enumerate() {
                let sixteen = _mm256_set1_epi8((16 * p as u8).cast_signed());
                let place = _mm256_adds_epu8(_mm256_xor_si256(codes, sixteen), floor);
                *lower = _mm256_or_si256(*lower, _mm256_shuffle_epi8(low, place));
                *upper = _mm256_or_si256(*upper, _mm256_shuffle_epi8(high, place));
            }
        }
        for (marks, vector) in marks.iter_mut().zip(group.as_flattened()) {
            let marks: &mut [u8; WIDTH] = (&mut marks[first..first + WIDTH]).try_into().expect("as long");
            // SAFETY: the bytes are borrowed, and the store needs no alignment.
            unsafe { _mm256_storeu_si256(marks.as_mut_ptr().cast(), *vector) }
        }
    }
    marks
}

/// The same for all heaps of a block at once, and for two partners: their marks are joined
/// by one instruction. Which codes are among the sixteen is a mask here, and the look-up gives
/// nothing for others.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
fn mark_avx512<const P: usize>(codes: &[u8], n: usize, partners: &[Partner]) -> Marks {
    use std::arch::x86_64::*;
    /// a | b | c
    const OR: i32 = 0xFE;
    let mut marks = [[0; HEAPS]; CODES / PLANE];
    let (low, high) =
        (_mm512_broadcast_i32x4(_mm_set_epi64x(0, BITS)), _mm512_broadcast_i32x4(_mm_set_epi64x(BITS, 0)));
    let nibble = _mm512_set1_epi8(15);
    let mut group = [[_mm512_setzero_si512(); 2]; P];
    for two in partners.chunks(2) {
        // An odd partner is taken twice.
        let (a, b) = (pairs_with(codes, n, &two[0]), pairs_with(codes, n, &two[two.len() - 1]));
        let (a_high, b_high) = (_mm512_andnot_si512(nibble, a), _mm512_andnot_si512(nibble, b));
        let (a, b) = (_mm512_and_si512(a, nibble), _mm512_and_si512(b, nibble));
        for (p, [lower, upper]) in group.iter_mut().enumerate() {
            let sixteen = _mm512_set1_epi8((16 * p as u8).cast_signed());
            let (in_a, in_b) = (_mm512_cmpeq_epi8_mask(a_high, sixteen), _mm512_cmpeq_epi8_mask(b_high, sixteen));
            let of_a = _mm512_maskz_shuffle_epi8(in_a, low, a);
            let of_b = _mm512_maskz_shuffle_epi8(in_b, low, b);
            *lower = _mm512_ternarylogic_epi64::<OR>(*lower, of_a, of_b);
            let of_a = _mm512_maskz_shuffle_epi8(in_a, high, a);
            let of_b = _mm512_maskz_shuffle_epi8(in_b, high, b);
            *upper = _mm512_ternarylogic_epi64::<OR>(*upper, of_a, of_b);
        }
    }
    for (marks, vector) in marks.iter_mut().zip(group.as_flattened()) {
        // SAFETY: the bytes are borrowed, and the store needs no alignment.
        unsafe { _mm512_storeu_si512(marks.as_mut_ptr().cast(), *vector) }
    }
    marks
}

/// The codes of the pairs of the heaps of a block with a partner.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn pairs_with(codes: &[u8], n: usize, partner: &Partner) -> std::arch::x86_64::__m512i {
    use std::arch::x86_64::*;
    let start = n - partner.offset;
    let earlier: &[u8; HEAPS] = codes[start..start + HEAPS].try_into().expect("as long");
    // SAFETY: the bytes are borrowed, and the load needs no alignment.
    let earlier = unsafe { _mm512_loadu_si512(earlier.as_ptr().cast()) };
    _mm512_xor_si512(earlier, _mm512_set1_epi8(partner.value.cast_signed()))
}

/// Puts the bytes of marks, 32 planes of 64 heaps, in the order of the heaps. The place of a byte
/// is plane·2⁶ + heap and becomes heap·2⁵ + plane: its eleven bits turn by five, and exchanging the
/// halves of all bytes one by one, like cards, turns them by one.
#[inline(always)]
pub(super) fn by_heap_body(marks: &Marks) -> [Marked; HEAPS] {
    const ALL: usize = HEAPS * CODES / PLANE;
    let mut bytes: [u8; ALL] = marks.as_flattened().try_into().expect("as many");
    for _ in 0..(CODES / PLANE).ilog2() {
        let mut mixed = [0; ALL];
        let (first, second) = bytes.split_at(ALL / 2);
        for ((pair, a), b) in mixed.chunks_exact_mut(2).zip(first).zip(second) {
            (pair[0], pair[1]) = (*a, *b);
        }
        bytes = mixed;
    }
    let (words, _) = bytes.as_chunks::<8>();
    let (heaps, _) = words.as_chunks::<{ CODES / 64 }>();
    std::array::from_fn(|heap| heaps[heap].map(u64::from_le_bytes))
}
