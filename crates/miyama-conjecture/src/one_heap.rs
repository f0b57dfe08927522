//! Values of one heap: periods with a saltus, and values that are those of smaller heaps.

use crate::candidate::{Candidate, Class};
use crate::digits::features;
use crate::numbers::Cells;
use crate::sample::Sample;

/// The longest period, and the most different numbers in it.
const LONGEST: usize = 64;
const MOST: usize = 6;

/// The candidates.
pub(crate) fn candidates(sample: &Sample, x: &str) -> Vec<Candidate> {
    let values: Vec<i64> = sample.all().map(|(_, value)| i64::from(value)).collect();
    let mut all: Vec<Candidate> = periodic(&values, x).into_iter().collect();
    all.extend(repeated(&values, x));
    for feature in features(x) {
        let of = |n: usize| (feature.of)(n as u64).and_then(|value| i64::try_from(value).ok());
        for c in 0..=2 {
            let fits = (0..values.len()).all(|n| of(n).map(|value| value + c) == Some(values[n]));
            let first = (1..values.len()).all(|n| of(n).map(|value| value + c) == Some(values[n]));
            let plus = if c == 0 { String::new() } else { format!("+{c}") };
            let term = format!("{}{plus}", feature.text);
            if fits {
                all.push(Candidate::new(Class::Digits, term));
            } else if first {
                all.push(Candidate::new(Class::Digits, format!("{} if {x} = 0 else {term}", values[0])));
            }
        }
    }
    all
}

/// g(n+p) = g(n) + s for all n from the beginning, or from a few exceptions on.
fn periodic(values: &[i64], x: &str) -> Option<Candidate> {
    let count = values.len();
    for period in 1..=LONGEST.min(count / 4) {
        let saltus = values[count - 1] - values[count - 1 - period];
        let repeats = |n: usize| values[n + period] == values[n] + saltus;
        let from = (0..count - period).rev().take_while(|n| repeats(*n)).last()?;
        if from > 8 || 3 * (from + period) > count || saltus < 0 || (saltus > 0 && from > 0) {
            continue;
        }
        let p = i64::try_from(period).ok()?;
        let rest = |n: usize| Some(values[n] - saltus * i64::try_from(n).ok()?.div_euclid(p));
        let told: Vec<i64> = (0..from + period).map(rest).collect::<Option<_>>()?;
        let mut numbers = told.clone();
        numbers.sort_unstable();
        numbers.dedup();
        if numbers.len() > MOST {
            return None;
        }
        let cells = Cells { cap: from as u64, modulus: period as u64 };
        let last = numbers.pop()?;
        let mut list = String::new();
        for number in numbers {
            let chosen: Vec<bool> = told.iter().map(|other| *other == number).collect();
            list.push_str(&format!("{number} if {} else ", cells.condition(&chosen, x).text()));
        }
        list.push_str(&last.to_string());
        let text = match saltus {
            0 => list,
            1 => format!("{x} div {period} + ({list})"),
            _ => format!("{saltus}*({x} div {period}) + ({list})"),
        };
        return Some(Candidate { exceptions: from, ..Candidate::new(Class::Periodic, text) });
    }
    None
}

/// A function of n and its text.
type Part = (String, Box<dyn Fn(usize) -> Option<usize>>);

/// Values like those of Maximum Nim: new ones at some heaps, and at all others that of a
/// smaller heap. `let g(n) = n div 2 if n mod 2 = 0 else g(n div 2); g(x)`.
fn repeated(values: &[i64], x: &str) -> Vec<Candidate> {
    let mut found = Vec::new();
    let mut attempt = |condition: &str, holds: &dyn Fn(usize) -> bool, new: &[Part], old: &[Part]| {
        for (new_text, new) in new {
            let right = |n: usize| new(n).and_then(|value| i64::try_from(value).ok()) == Some(values[n]);
            if !(0..values.len()).filter(|n| holds(*n)).all(right) {
                continue;
            }
            for (old_text, old) in old {
                let same = |n: usize| old(n).is_some_and(|m| m < n && values[m] == values[n]);
                if (0..values.len()).filter(|n| !holds(*n)).all(same) {
                    let text = format!("let g(n) = {new_text} if {condition} else g({old_text}); g({x})");
                    found.push(Candidate::new(Class::Recursive, text));
                }
            }
        }
    };
    for m in 2..=6usize {
        let part = |text: String, of: Box<dyn Fn(usize) -> Option<usize>>| (text, of);
        let new = [
            part(format!("n div {m}"), Box::new(move |n| Some(n / m))),
            part(format!("(n+{}) div {m}", m - 1), Box::new(move |n| Some(n.div_ceil(m)))),
            part("n".to_owned(), Box::new(Some)),
        ];
        let old: Vec<Part> = vec![
            part(format!("n div {m}"), Box::new(move |n| Some(n / m))),
            part(format!("n-1-n div {m}"), Box::new(move |n| n.checked_sub(1 + n / m))),
            part(format!("n-(n+{}) div {m}", m - 1), Box::new(move |n| n.checked_sub(n.div_ceil(m)))),
        ];
        for r in 0..m {
            let condition = if r == 0 { format!("n mod {m} = 0") } else { format!("n = 0 or n mod {m} = {r}") };
            attempt(&condition, &|n| n == 0 || n % m == r, &new, &old);
        }
    }
    let root: [Part; 1] = [("floor(sqrt(n))".to_owned(), Box::new(|n: usize| Some(n.isqrt())))];
    let before: [Part; 1] = [("n-1-floor(sqrt(n))".to_owned(), Box::new(|n: usize| n.checked_sub(1 + n.isqrt())))];
    attempt("n in squares", &|n| n.isqrt().pow(2) == n, &root, &before);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(of: impl Fn(u64) -> u32) -> Option<String> {
        let sample = Sample::of(1, 400, |position| of(position[0]));
        let mut all = candidates(&sample, "x");
        all.sort_by_key(|candidate| candidate.cost);
        all.into_iter().next().map(|candidate| candidate.text)
    }

    fn mex(of: &[u32]) -> u32 {
        (0..).find(|value| !of.contains(value)).unwrap_or(0)
    }

    #[test]
    fn values_of_one_heap() {
        let subtraction = |n: u64| [0, 1, 0, 1, 2, 3, 2][usize::try_from(n % 7).unwrap_or(0)];
        let list = "0 if x mod 7 in {0, 2} else 1 if x mod 7 in {1, 3} else 2 if x mod 7 in {4, 6} else 3";
        assert_eq!(told(subtraction).as_deref(), Some(list));
        let saltus = |n: u64| u32::try_from(2 * (n / 3) + [0, 0, 1][usize::try_from(n % 3).unwrap_or(0)]).unwrap_or(0);
        assert_eq!(told(saltus).as_deref(), Some("2*(x div 3) + (0 if x mod 3 != 2 else 1)"));
        // Maximum Nim by its options.
        let mut values: Vec<u32> = Vec::new();
        for n in 0..=400usize {
            let next = mex(&(1..=n / 2).map(|i| values[n - i]).collect::<Vec<_>>());
            values.push(next);
        }
        let text = told(|n| values[usize::try_from(n).unwrap_or(0)]);
        assert_eq!(text.as_deref(), Some("let g(n) = n div 2 if n mod 2 = 0 else g(n div 2); g(x)"));
        // A sequence without a rule.
        assert_eq!(told(|n| u32::try_from((n * n + n / 7) % 11 * (n % 5)).unwrap_or(0) % 9), None);
    }
}
