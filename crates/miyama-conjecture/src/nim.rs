//! Nim-sums: of the heaps, of their residues, quotients, or both.

use crate::candidate::{Candidate, Class};
use crate::sample::Sample;

/// The largest divisor that is tried.
const LARGEST: u64 = 40;

/// What is calculated from a heap.
type Term = (fn(&str, u64) -> String, fn(u64, u64) -> u64);

const TERMS: [Term; 4] = [
    (|name, _| name.to_owned(), |heap, _| heap),
    (|name, m| format!("({name} mod {m})"), |heap, m| heap % m),
    (|name, m| format!("({name} div {m})"), |heap, m| heap / m),
    (|name, m| format!("min({name},{m})"), |heap, m| heap.min(m)),
];

/// Candidates for sets.
pub(crate) fn candidates(sample: &Sample, names: &[String]) -> Vec<Candidate> {
    let mut found = Vec::new();
    // Of one heap residues and quotients say it plainly.
    if names.len() < 2 {
        return vec![];
    }
    for (number, (text, value)) in TERMS.iter().enumerate() {
        for m in if number == 0 { 1..=1 } else { 2..=LARGEST.min(sample.to() / 2) } {
            let sum = |position: &[u64]| position.iter().fold(0, |sum, heap| sum ^ value(*heap, m));
            let largest = |position: &[u64]| position.iter().map(|heap| value(*heap, m)).max().unwrap_or(0);
            let terms: Vec<String> = names.iter().map(|name| text(name, m)).collect();
            let xor = terms.join(" xor ");
            let inner: Vec<&str> = terms.iter().map(|t| t.trim_start_matches('(').trim_end_matches(')')).collect();
            let list = if number == 3 { terms.join(",") } else { inner.join(",") };
            if agrees(sample, &|p| sum(p) == 0) {
                found.push(format!("{xor} = 0"));
            }
            if agrees(sample, &|p| (sum(p) == 0) == (largest(p) > 1)) {
                // Misère play: the rule of normal play until all heaps are 0 or 1.
                found.push(format!("{xor} = 0 and max({list}) >= 2 or {xor} = 1 and max({list}) <= 1"));
            }
            if number == 2 && agrees(sample, &|p| sum(p) == 0 && p.iter().map(|h| h % m).sum::<u64>() % m == 0) {
                found.push(format!("{xor} = 0 and ({}) mod {m} = 0", names.join("+")));
            }
        }
    }
    found.into_iter().map(|text| Candidate::new(Class::NimSum, text)).collect()
}

fn agrees(sample: &Sample, inside: &dyn Fn(&[u64]) -> bool) -> bool {
    sample.all().all(|(position, number)| (number != 0) == inside(&position))
}
