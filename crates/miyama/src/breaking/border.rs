//! The least periods of all ends of a sequence, in linear time.

use miyama_budget::{Budget, Stopped};

/// How many members are looked at between two looks at the budget.
const LOOK: usize = 1 << 16;

/// For a sequence of length N, `least_periods(x)[L]` is the least period of its
/// last L members: the least p ≥ 1 with x(i) = x(i+p) wherever both are among
/// them (p = L if there is no smaller one). Entry 0 is 0.
///
/// L − p is the length of the longest proper border of the reversed end. Borders
/// of all ends together are found by the failure function of Knuth, Morris and
/// Pratt on the reversed sequence: at most 2N comparisons.
///
/// ```
/// use miyama::breaking::border::least_periods;
/// use miyama_budget::Budget;
/// assert_eq!(least_periods(&[9, 1, 2, 1, 2], &Budget::unlimited())?, [0, 1, 2, 2, 2, 5]);
/// # Ok::<(), miyama_budget::Stopped>(())
/// ```
///
/// # Errors
/// [`Stopped`] if the budget does not allow it.
///
/// # Panics
/// If the sequence has 2^32 members or more.
pub fn least_periods<T: PartialEq>(sequence: &[T], budget: &Budget) -> Result<Vec<u32>, Stopped> {
    assert!(u32::try_from(sequence.len()).is_ok(), "periods are kept in 32 bits");
    let n = sequence.len();
    let back = |i: usize| &sequence[n - 1 - i];
    // border[L]: the longest proper border of the last L members, reversed.
    let mut border = vec![0u32; n + 1];
    let mut length = 0usize;
    for i in 1..n {
        if i.is_multiple_of(LOOK) {
            budget.check()?;
        }
        while length > 0 && back(i) != back(length) {
            length = border[length] as usize;
        }
        if back(i) == back(length) {
            length += 1;
        }
        border[i + 1] = length as u32;
    }
    for (end, border) in border.iter_mut().enumerate() {
        *border = end as u32 - *border;
    }
    Ok(border)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn borders_give_the_least_periods_of_all_short_sequences() {
        for bits in 0..1u32 << 12 {
            for n in 0..=12usize {
                let x: Vec<u32> = (0..n).map(|i| bits >> i & 1).collect();
                let fast = least_periods(&x, &Budget::unlimited()).unwrap();
                for end in 1..=n {
                    let tail = &x[n - end..];
                    let slow = (1..=end).find(|p| (*p..end).all(|i| tail[i] == tail[i - p])).unwrap();
                    assert_eq!(fast[end] as usize, slow);
                }
            }
        }
    }
}
