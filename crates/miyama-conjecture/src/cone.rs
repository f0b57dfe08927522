//! Two heaps in a ratio within a quadratic bound, as in Euclid's game.

use crate::candidate::{Candidate, Class};
use crate::exceptions::with_exceptions;
use crate::sample::Sample;

/// The bound (p + √q)/r.
struct Slope {
    p: u64,
    q: u64,
    r: u64,
}

impl Slope {
    /// ⌊m(p + √q)/r⌋
    fn times(&self, m: u64) -> u64 {
        (self.p * m + (self.q * m * m).isqrt()) / self.r
    }

    fn text(&self) -> String {
        match (self.p, self.q, self.r) {
            (1, 5, 2) => "phi".to_owned(),
            (3, 5, 2) => "phi^2".to_owned(),
            (0, q, 1) => format!("sqrt({q})"),
            (0, q, r) => format!("sqrt({q})/{r}"),
            (p, q, 1) => format!("({p}+sqrt({q}))"),
            (p, q, r) => format!("({p}+sqrt({q}))/{r}"),
        }
    }
}

/// Whether a position is in a set.
type Inside<'a> = &'a dyn Fn(&[u64]) -> bool;

pub(crate) fn candidates(sample: &Sample, names: &[String]) -> Vec<Candidate> {
    let [x, y] = names else { return vec![] };
    if !sample.symmetric() {
        return vec![];
    }
    let mut found = Vec::new();
    let (low, high) = (format!("min({x},{y})"), format!("max({x},{y})"));
    for r in 1..=3 {
        for p in 0..=4 {
            for q in (2..=40u64).filter(|q| q.isqrt().pow(2) != *q) {
                let slope = Slope { p, q, r };
                // Every bound above 1 is tried inside and outside, with and without empty heaps.
                if slope.times(1000) <= 1000 || slope.times(1000) > 6000 {
                    continue;
                }
                let bound = format!("floor({low}*{})", slope.text());
                let within = |p: &[u64]| p[0].max(p[1]) <= slope.times(p[0].min(p[1]));
                let rules: [(String, Inside<'_>); 4] = [
                    (format!("{high} <= {bound}"), &within),
                    (format!("{low} >= 1 and {high} <= {bound}"), &|p| p[0].min(p[1]) >= 1 && within(p)),
                    (format!("{high} > {bound}"), &|p| !within(p)),
                    (format!("{low} = 0 or {x} != {y} and {high} <= {bound}"), &|p| {
                        p[0].min(p[1]) == 0 || p[0] != p[1] && within(p)
                    }),
                ];
                let told =
                    rules.iter().find_map(|(rule, inside)| with_exceptions(sample, names, Class::Cone, rule, inside));
                found.extend(told);
            }
        }
    }
    found
}
