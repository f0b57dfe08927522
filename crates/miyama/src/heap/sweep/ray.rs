//! Which part of a ray lies in a box.

use num_integer::{div_ceil, div_floor};

/// The first and last k ≥ 0 for which every heap of start + k·direction is
/// within its bounds; none if there is no such k. The direction is not 0.
pub(super) fn within(start: &[i64], direction: &[i64], bounds: impl Fn(usize) -> (i64, i64)) -> Option<(i64, i64)> {
    let (mut first, mut last) = (0i128, i128::from(i64::MAX));
    for (heap, (at, step)) in start.iter().zip(direction).enumerate() {
        let (low, high) = bounds(heap);
        let (below, above) = (i128::from(low) - i128::from(*at), i128::from(high) - i128::from(*at));
        match i128::from(*step) {
            0 if below > 0 || above < 0 => return None,
            0 => {}
            step if step > 0 => {
                first = first.max(div_ceil(below, step));
                last = last.min(div_floor(above, step));
            }
            step => {
                first = first.max(div_ceil(above, step));
                last = last.min(div_floor(below, step));
            }
        }
    }
    let (first, last) = (i64::try_from(first).ok()?, i64::try_from(last).ok()?);
    (first <= last).then_some((first, last))
}

#[cfg(test)]
mod tests {
    use super::within;

    #[test]
    fn the_part_of_a_ray_is_what_walking_it_finds() {
        let small = -4i64..5;
        for (a, b) in small.clone().flat_map(|a| small.clone().map(move |b| (a, b))) {
            for (d, e) in small.clone().flat_map(|d| small.clone().map(move |e| (d, e))) {
                if (d, e) == (0, 0) {
                    continue;
                }
                let inside = |k: &i64| (0..=3).contains(&(a + k * d)) && (0..=2).contains(&(b + k * e));
                let walked: Vec<i64> = (0..20).filter(inside).collect();
                let found = within(&[a, b], &[d, e], |heap| (0, [3, 2][heap]));
                assert_eq!(found, walked.first().map(|first| (*first, walked[walked.len() - 1])));
            }
        }
    }

    #[test]
    fn large_numbers_do_not_overflow() {
        let far = i64::MAX;
        assert_eq!(within(&[-far, 0], &[1, 0], |_| (0, 5)), Some((far, far)));
        assert_eq!(within(&[0, far], &[0, -far], |_| (0, 5)), Some((1, 1)));
        assert_eq!(within(&[-far], &[far], |_| (-far, far)), Some((0, 2)));
    }
}
