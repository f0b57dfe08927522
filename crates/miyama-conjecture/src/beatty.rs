//! Pairs (⌊kα+γ⌋, ⌊kα+γ⌋ + sk + t): two sequences that together hold every integer once.
//!
//! The difference of the k-th pair is sk + t. That the sequences are complementary forces
//! the slope (Beatty): with β = α + s, 1/α + 1/β = 1, so α = (2 − s + √(s²+4))/2. It forces
//! the offset too (Fraenkel): γ/α + (γ+t)/β is 0 or 1, that is γ = c − t/β with c = 0 or 1.
//! Because 1/β = 1 − 1/α and 1/α = (s − 2 + √(s²+4))/2s, the k-th lower number is
//!
//! ⌊(sk(2−s) + 2s(c−t) + t(s−2) + (sk+t)√(s²+4)) / 2s⌋.

use crate::candidate::{Candidate, Class};
use crate::exceptions::with_exceptions;
use crate::sample::Sample;
use std::collections::BTreeSet;

/// The largest step of the differences that is tried.
const LARGEST: i64 = 12;

pub(crate) fn candidates(sample: &Sample, names: &[String]) -> Vec<Candidate> {
    let [x, y] = names else { return vec![] };
    let families = (1..=LARGEST).flat_map(|s| (0..=3).flat_map(move |t| (0..=1).map(move |c| Family { s, t, c })));
    let tried = families.filter(|family| family.t > 0 || family.c == 0).filter_map(|family| {
        // Numbers below 0 are no heaps.
        let pairs: BTreeSet<(u64, u64)> = (0..)
            .map(|k| family.pair(k))
            .take_while(|(low, _)| low.is_none_or(|low| low <= sample.to()))
            .filter_map(|(low, high)| Some((low?, high?)))
            .collect();
        let inside = |p: &[u64]| pairs.contains(&(p[0].min(p[1]), p[0].max(p[1])));
        with_exceptions(sample, names, Class::Beatty, &family.text(x, y), &inside)
    });
    tried.collect()
}

/// The pairs with differences sk + t.
#[derive(Clone, Copy, Debug)]
struct Family {
    s: i64,
    t: i64,
    c: i64,
}

impl Family {
    /// The numerator without the root, by powers of k: (k¹, k⁰).
    fn rational(self) -> (i64, i64) {
        let Family { s, t, c } = self;
        (s * (2 - s), 2 * s * (c - t) + t * (s - 2))
    }

    /// The k-th pair. ⌊(m + √q)/n⌋ is ⌊(m + ⌊√q⌋)/n⌋ for whole m, because a whole number is at
    /// most √q exactly if it is at most ⌊√q⌋.
    fn pair(self, k: i64) -> (Option<u64>, Option<u64>) {
        let Family { s, t, .. } = self;
        let (by_k, constant) = self.rational();
        let root = ((s * s + 4) * (s * k + t) * (s * k + t)).isqrt();
        let low = (by_k * k + constant + root).div_euclid(2 * s);
        (u64::try_from(low).ok(), u64::try_from(low + s * k + t).ok())
    }

    fn text(self, x: &str, y: &str) -> String {
        let Family { s, t, c } = self;
        let root = s * s + 4;
        let low = match (s, t, c) {
            (1, 0, 0) => return format!("min({x},{y}) = floor(|{x}-{y}|*phi)"),
            (2, 0, 0) => "floor(k*sqrt(2))".to_owned(),
            (s, 0, 0) if s % 2 == 0 => format!("floor(k*(sqrt({})-{}))", root / 4, s / 2 - 1),
            (s, 0, 0) => format!("floor(k*(sqrt({root})-{})/2)", s - 2),
            _ => self.general(),
        };
        let more = if t == 0 { String::new() } else { format!("+{t}") };
        format!(
            "exists k: {{{x},{y}}} = {{{low}, {low}+{}k{more}}}",
            if s == 1 { String::new() } else { format!("{s}*") }
        )
    }

    /// The lower number with everything in lowest terms: the root is √D or 2√(D/4).
    fn general(self) -> String {
        let Family { s, t, .. } = self;
        let (by_k, constant) = self.rational();
        let (root, twice) = if s % 2 == 0 { ((s * s + 4) / 4, 2) } else { (s * s + 4, 1) };
        let numbers = [by_k, constant, twice * s, twice * t, 2 * s];
        let divisor = numbers.iter().fold(0, |divisor, number| gcd(divisor, number.abs()));
        let [by_k, constant, root_k, root_constant, below] = numbers.map(|number| number / divisor);
        let times = |n: i64| if n == 1 { "k".to_owned() } else { format!("{n}*k") };
        let mut text = format!("({}{root_constant:+})*sqrt({root})", times(root_k));
        if by_k != 0 {
            text =
                format!("{text}{}", if by_k < 0 { format!("-{}", times(-by_k)) } else { format!("+{}", times(by_k)) });
        }
        if constant != 0 {
            text = format!("{text}{constant:+}");
        }
        match (below, by_k == 0 && constant == 0) {
            (1, _) => format!("floor({text})"),
            (below, true) => format!("floor({text}/{below})"),
            (below, false) => format!("floor(({text})/{below})"),
        }
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::Family;

    fn pairs(s: i64, t: i64, c: i64) -> Vec<(u64, u64)> {
        let family = Family { s, t, c };
        (0..5).map(|k| family.pair(k)).filter_map(|(low, high)| Some((low?, high?))).collect()
    }

    #[test]
    fn pairs_of_wythoff() {
        assert_eq!(pairs(1, 0, 0), [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10)]);
        assert_eq!(pairs(2, 0, 0)[1..4], [(1, 3), (2, 6), (4, 10)]);
        assert_eq!(pairs(3, 0, 0)[1..4], [(1, 4), (2, 8), (3, 12)]);
    }

    #[test]
    fn pairs_with_an_offset_hold_every_number_once() {
        // Misère play with s = 2: differences 1, 3, 5, …
        assert_eq!(pairs(2, 1, 1), [(0, 1), (2, 5), (3, 8), (4, 11), (6, 15)]);
        for s in 2..6 {
            let family = Family { s, t: 1, c: 1 };
            let mut all: Vec<u64> = (0..100).flat_map(|k| <[Option<u64>; 2]>::from(family.pair(k))).flatten().collect();
            all.sort_unstable();
            assert!(all.iter().take(100).copied().eq(0..100), "{s}");
        }
    }
}
