//! Rows of bits: shifted, filled, cut.

/// dst bit i becomes true where src bit i + shift is.
#[inline]
pub(crate) fn or_shifted(dst: &mut [u64], src: &[u64], shift: i64) {
    let (words, bits) = (shift.div_euclid(64), shift.rem_euclid(64) as u32);
    // Word i of dst takes words i + words and i + words + 1 of src.
    let length = src.len() as i64;
    let end = (length - words).min(dst.len() as i64);
    let start = (-words).max(0);
    if bits == 0 {
        if start < end {
            let from = (start + words) as usize..(end + words) as usize;
            dst[start as usize..end as usize].iter_mut().zip(&src[from]).for_each(|(d, s)| *d |= s);
        }
        return;
    }
    let inner = end.min(length - 1 - words);
    if start < inner {
        let from = (start + words) as usize..(inner + words) as usize;
        let next = from.start + 1..from.end + 1;
        let low = &src[from];
        let high = &src[next];
        for ((d, low), high) in dst[start as usize..inner as usize].iter_mut().zip(low).zip(high) {
            *d |= low >> bits | high << (64 - bits);
        }
    }
    // The first word of src alone, and the last one alone.
    let before = -words - 1;
    if before >= 0 && before < dst.len() as i64 && length > 0 {
        dst[before as usize] |= src[0] << (64 - bits);
    }
    let last = length - 1 - words;
    if last >= 0 && last < dst.len() as i64 && length > 0 {
        dst[last as usize] |= src[(length - 1) as usize] >> bits;
    }
}

/// Bit i becomes true where one of the bits i + step, i + 2·step, … is.
pub(crate) fn fill(row: &mut [u64], step: i64) {
    match step {
        // Everything below the last bit, or above the first one.
        1 => {
            let Some(last) = row.iter().rposition(|word| *word != 0) else { return };
            row[..last].fill(u64::MAX);
            row[last] = u64::MAX >> row[last].leading_zeros();
        }
        -1 => {
            let Some(first) = row.iter().position(|word| *word != 0) else { return };
            row[first + 1..].fill(u64::MAX);
            row[first] = u64::MAX << row[first].trailing_zeros();
        }
        _ => {
            // Doubling: after k rounds bits up to 2ᵏ − 1 steps away are in.
            let bits = row.len() as i64 * 64;
            let mut shift = step;
            let mut source = row.to_vec();
            while shift.abs() < bits {
                or_shifted(row, &source, shift);
                source.copy_from_slice(row);
                shift *= 2;
            }
        }
    }
}

/// The bits from `low` to `high` of a word with this index.
#[inline]
fn mask(word: usize, low: i64, high: i64) -> u64 {
    let first = (low - word as i64 * 64).clamp(0, 64) as u32;
    let last = (high + 1 - word as i64 * 64).clamp(0, 64) as u32;
    let below = |n: u32| if n == 64 { u64::MAX } else { (1 << n) - 1 };
    below(last) & !below(first)
}

/// The words that hold the bits from `low` to `high`, of a row of this length.
#[inline]
fn touched(low: i64, high: i64, words: usize) -> std::ops::Range<usize> {
    let low = low.max(0);
    let high = high.min(words as i64 * 64 - 1);
    if low > high { 0..0 } else { (low / 64) as usize..(high / 64) as usize + 1 }
}

/// dst |= src between two bits.
#[inline]
pub(crate) fn or_between(dst: &mut [u64], src: &[u64], low: i64, high: i64) {
    let words = touched(low, high, dst.len().min(src.len()));
    let Some(last) = words.clone().last() else { return };
    dst[words.start] |= src[words.start] & mask(words.start, low, high);
    if last > words.start {
        let inner = words.start + 1..last;
        dst[inner.clone()].iter_mut().zip(&src[inner]).for_each(|(d, s)| *d |= s);
        dst[last] |= src[last] & mask(last, low, high);
    }
}

/// Sets the bits between two.
#[inline]
pub(crate) fn set_between(row: &mut [u64], low: i64, high: i64) {
    for word in touched(low, high, row.len()) {
        row[word] |= mask(word, low, high);
    }
}

/// dst = not src between two bits, 0 elsewhere.
#[inline]
pub(crate) fn negate_between(dst: &mut [u64], src: &[u64], low: i64, high: i64) {
    let words = touched(low, high, dst.len());
    dst[..words.start].fill(0);
    dst[words.end..].fill(0);
    let Some(last) = words.clone().last() else { return };
    dst[words.clone()].iter_mut().zip(&src[words.clone()]).for_each(|(d, s)| *d = !s);
    dst[words.start] &= mask(words.start, low, high);
    dst[last] &= mask(last, low, high);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bit(row: &[u64], at: i64) -> bool {
        at >= 0 && (at as usize) < row.len() * 64 && row[at as usize / 64] >> (at % 64) & 1 == 1
    }

    /// Rows of a few words with bits at random.
    fn rows() -> impl Iterator<Item = Vec<u64>> {
        let mut state = 1u64;
        (0..60).map(move |n| {
            (0..n % 5)
                .map(|_| {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    (state ^ state >> 29) & (state << 17 ^ state >> 31)
                })
                .collect()
        })
    }

    #[test]
    fn rows_equal_single_bits() {
        for (n, src) in rows().enumerate() {
            for shift in [-200i64, -129, -128, -65, -64, -63, -2, -1, 0, 1, 5, 63, 64, 65, 128, 191, 300] {
                let mut dst = vec![0; 1 + n % 4];
                or_shifted(&mut dst, &src, shift);
                for at in 0..dst.len() as i64 * 64 {
                    assert_eq!(bit(&dst, at), bit(&src, at + shift), "shift {shift}");
                }
                if shift != 0 {
                    let mut filled = src.clone();
                    fill(&mut filled, shift);
                    for at in 0..filled.len() as i64 * 64 {
                        let expected = (0..).map(|k| at + k * shift).take_while(|at| (0..320).contains(at));
                        assert_eq!(bit(&filled, at), expected.into_iter().any(|at| bit(&src, at)), "step {shift}");
                    }
                }
            }
            for (low, high) in [(0, 0), (3, 70), (-5, 64), (64, 127), (10, 9), (60, 1000), (200, 210)] {
                let [mut ored, mut set, mut negated] = [src.clone(), src.clone(), src.clone()];
                ored.iter_mut().for_each(|word| *word &= 0x00ff_ff00_1234_5678);
                let before = ored.clone();
                or_between(&mut ored, &src, low, high);
                set_between(&mut set, low, high);
                negate_between(&mut negated, &src, low, high);
                for at in 0..src.len() as i64 * 64 {
                    let inside = low <= at && at <= high;
                    assert_eq!(bit(&ored, at), bit(&before, at) || inside && bit(&src, at));
                    assert_eq!(bit(&set, at), bit(&src, at) || inside);
                    assert_eq!(bit(&negated, at), inside && !bit(&src, at));
                }
            }
        }
    }
}
