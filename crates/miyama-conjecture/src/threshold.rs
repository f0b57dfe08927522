//! Sets of two heaps that hold one heap below a bound which the other one sets: `m < 2^v2(x)`,
//! as in games whose next move is limited by the last one.

use crate::candidate::{Candidate, Class};
use crate::sample::Sample;

/// A bound for heaps from 1 on, and its text: what stands in front of the formula, and itself.
type Bound = (&'static str, fn(&str) -> String, fn(u64) -> u64);

/// The least part of a number as a sum of Fibonacci numbers no two of which are neighbours.
fn least_part(mut n: u64) -> u64 {
    loop {
        let (mut low, mut high) = (1, 2);
        while high <= n {
            (low, high) = (high, low + high);
        }
        if low >= n {
            return n;
        }
        n -= low;
    }
}

const LEAST_PART: &str =
    "let g(n,a,b) = a if b > n else g(n,b,a+b); let z(n) = n if n in fibonacci else z(n-g(n,1,2)); ";

const BOUNDS: [Bound; 4] = [
    ("", |x| format!("2^v2({x})"), |n| 1 << n.trailing_zeros()),
    ("", |x| format!("v2({x})"), |n| u64::from(n.trailing_zeros())),
    ("", |x| format!("v2({x})+1"), |n| u64::from(n.trailing_zeros()) + 1),
    (LEAST_PART, |x| format!("z({x})"), least_part),
];

/// The candidates.
pub(crate) fn candidates(sample: &Sample, names: &[String]) -> Vec<Candidate> {
    if names.len() != 2 || sample.symmetric() {
        return vec![];
    }
    let mut found = Vec::new();
    for (one, other) in [(0, 1), (1, 0)] {
        for (lets, text, bound) in BOUNDS {
            // An empty heap sets no bound.
            let inside = |p: &[u64]| p[one] == 0 || p[other] < bound(p[one]);
            if sample.all().all(|(position, number)| (number != 0) == inside(&position)) {
                let (x, m) = (&names[one], &names[other]);
                let text = format!("{lets}{x} = 0 or {m} < {}", text(x));
                found.push(Candidate::new(Class::Digits, text));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_of_the_next_move() {
        assert_eq!([1, 2, 3, 4, 5, 6, 7, 11, 12].map(least_part), [1, 2, 3, 1, 5, 1, 2, 3, 1]);
        let names = ["x".to_owned(), "m".to_owned()];
        let sample = Sample::of_set(2, 40, |p| p[0] == 0 || p[1] < 1 << p[0].trailing_zeros());
        let told: Vec<String> = candidates(&sample, &names).into_iter().map(|candidate| candidate.text).collect();
        assert_eq!(told, ["x = 0 or m < 2^v2(x)"]);
    }
}
