//! Values of one heap: periods with a saltus, and values that are those of smaller heaps.

use crate::candidate::{Candidate, Class};
use crate::digits::features;
use crate::numbers::{Cells, among};
use crate::sample::Sample;
use std::collections::BTreeMap;

/// The longest period, the most different numbers in it, and the most exceptions before it.
const LONGEST: usize = 64;
const MOST: usize = 10;
const EXCEPTIONS: usize = 16;

/// The candidates.
pub(crate) fn candidates(sample: &Sample, x: &str) -> Vec<Candidate> {
    let values: Vec<i64> = sample.all().map(|(_, value)| i64::from(value)).collect();
    let mut all: Vec<Candidate> = periodic(&values, x).into_iter().collect();
    all.extend(repeated(&values, x));
    all.extend(divided(&values, x));
    all.extend(by_zeros_and_ones(&values, x));
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

/// g(n+p) = g(n) + s from some n on, and the values that differ from this rule before.
fn periodic(values: &[i64], x: &str) -> Option<Candidate> {
    let count = values.len();
    for period in 1..=LONGEST.min(count / 4) {
        let saltus = values[count - 1] - values[count - 1 - period];
        let repeats = |n: usize| values[n + period] == values[n] + saltus;
        let from = (0..count - period).rev().take_while(|n| repeats(*n)).last()?;
        if 3 * (from + period) > count || saltus < 0 {
            continue;
        }
        // What is added to s·(n div p), or to n itself where s = p, by the residue of n.
        let (p, own) = (i64::try_from(period).ok()?, saltus == period as i64);
        let rise = |n: usize| i64::try_from(n).ok().map(|n| if own { n } else { saltus * n.div_euclid(p) });
        let rest = |n: usize| Some(values[n] - rise(n)?);
        let late: Vec<i64> = (from..from + period).map(rest).collect::<Option<_>>()?;
        let of_residue = |residue: usize| late[(residue + period - from % period) % period];
        let early: Vec<(usize, i64)> = (0..from).map(|n| Some((n, rest(n)?))).collect::<Option<_>>()?;
        let early: Vec<(usize, i64)> = early.into_iter().filter(|(n, rest)| of_residue(n % period) != *rest).collect();
        let numbers = |of: &dyn Fn(&i64) -> usize| -> Vec<i64> {
            let mut all = late.clone();
            all.sort_unstable();
            all.dedup();
            all.sort_by_key(of);
            all
        };
        // The number that stands most often comes last, without a condition.
        let often = |number: &i64| late.iter().filter(|other| *other == number).count();
        let mut numbers = numbers(&|number| if own { often(number) } else { 0 });
        if numbers.len() > MOST || early.len() > EXCEPTIONS {
            return None;
        }
        let own_number = |number: i64| match number {
            _ if !own => number.to_string(),
            0 => x.to_owned(),
            number => format!("{x}{number:+}"),
        };
        let last = numbers.pop()?;
        let mut list = String::new();
        // Exceptions with the same value stand together.
        let mut told: Vec<(i64, Vec<u64>)> = Vec::new();
        for (n, rest) in &early {
            let value = if saltus == 0 { *rest } else { values[*n] };
            match told.iter_mut().find(|(other, _)| *other == value) {
                Some((_, all)) => all.push(*n as u64),
                None => told.push((value, vec![*n as u64])),
            }
        }
        let mut exceptions = String::new();
        for (value, all) in &told {
            exceptions.push_str(&format!("{value} if {} else ", among(x, all).text()));
        }
        let cells = Cells { cap: 0, modulus: period as u64 };
        for number in numbers {
            let chosen: Vec<bool> = (0..period).map(|residue| of_residue(residue) == number).collect();
            list.push_str(&format!("{} if {} else ", own_number(number), cells.condition(&chosen, x).text()));
        }
        list.push_str(&own_number(last));
        let rule = match saltus {
            _ if own || saltus == 0 => list,
            1 => format!("{x} div {period} + ({list})"),
            _ => format!("{saltus}*({x} div {period}) + ({list})"),
        };
        let text = format!("{exceptions}{rule}");
        return Some(Candidate { exceptions: early.len(), ..Candidate::new(Class::Periodic, text) });
    }
    None
}

/// Values that follow from the number of trailing zeros and the number of ones, both modulo 2 or 3:
/// `0 if x = 0 or v2(x) mod 2 = 1 else 1 if digitsum(x) mod 2 = 1 else 2`.
fn by_zeros_and_ones(values: &[i64], x: &str) -> Option<Candidate> {
    let moduli = [(2, 1), (1, 2), (2, 2), (3, 1), (1, 3), (3, 2), (2, 3)];
    let (of, table) = moduli.into_iter().find_map(|(a, b)| Some(((a, b), zeros_and_ones(values, a, b)?)))?;
    // Rows are the residues of the zeros; those with one value are told by it.
    let mut rows: Vec<(usize, &[i64])> = table.chunks(of.1).enumerate().collect();
    rows.sort_by_key(|(_, row)| row.iter().any(|value| *value != row[0]));
    let zeros = |residue: usize| format!("v2({x}) mod {} = {residue}", of.0);
    let ones = |residue: usize| format!("digitsum({x}) mod {} = {residue}", of.1);
    let mut text = String::new();
    for (place, (residue, row)) in rows.iter().enumerate() {
        let last = place + 1 == rows.len();
        let only = row.iter().all(|value| *value == row[0]);
        for (one, value) in row.iter().enumerate() {
            let conditions: Vec<String> = [(!last, zeros(*residue)), (!only, ones(one))]
                .into_iter()
                .filter(|(told, _)| *told)
                .map(|(_, t)| t)
                .collect();
            let end = last && (only || one + 1 == row.len());
            text.push_str(&if end {
                value.to_string()
            } else {
                format!("{value} if {} else ", conditions.join(" and "))
            });
            if only {
                break;
            }
        }
    }
    let first = values[0];
    let rule = match text.strip_prefix(&format!("{first} if ")) {
        Some(rest) => format!("{first} if {x} = 0 or {rest}"),
        None => format!("{first} if {x} = 0 else {text}"),
    };
    Some(Candidate::new(Class::Digits, rule))
}

/// The value for each residue of the zeros and of the ones, if there is just one.
fn zeros_and_ones(values: &[i64], a: usize, b: usize) -> Option<Vec<i64>> {
    let mut table: Vec<Option<i64>> = vec![None; a * b];
    for (n, value) in values.iter().enumerate().skip(1) {
        let place = n.trailing_zeros() as usize % a * b + n.count_ones() as usize % b;
        if *table[place].get_or_insert(*value) != *value {
            return None;
        }
    }
    table.into_iter().collect()
}

/// Values that follow from the value of the heap divided by 2 or 3 and from the remainder.
fn divided(values: &[i64], x: &str) -> Vec<Candidate> {
    let mut different = values.to_vec();
    different.sort_unstable();
    different.dedup();
    if different.len() > 4 {
        return vec![];
    }
    let tables = (2..=3usize).flat_map(|base| (1..=2 * base).map(move |from| (base, from)));
    tables.filter_map(|(base, from)| by_division(values, x, base, from, &different)).take(1).collect()
}

/// The rule from `from` on, if every step was seen several times and always led to the same.
fn by_division(values: &[i64], x: &str, base: usize, from: usize, different: &[i64]) -> Option<Candidate> {
    let mut steps: BTreeMap<(usize, i64), (i64, usize)> = BTreeMap::new();
    for n in from..values.len() {
        let step = steps.entry((n % base, values[n / base])).or_insert((values[n], 0));
        step.1 += 1;
        if step.0 != values[n] {
            return None;
        }
    }
    // A small domain, or a budget that is over, leaves few values or none.
    if steps.is_empty() || steps.values().any(|(_, seen)| *seen < 4) {
        return None;
    }
    let told = |residue: usize| -> String {
        let all: Vec<(i64, i64)> = different
            .iter()
            .filter_map(|before| steps.get(&(residue, *before)).map(|(after, _)| (*before, *after)))
            .collect();
        if all.iter().all(|(before, after)| before == after) {
            return format!("g(n div {base})");
        }
        let often = |number: i64| all.iter().filter(|(_, after)| *after == number).count();
        let last = all.iter().map(|(_, after)| *after).max_by_key(|after| often(*after)).unwrap_or(0);
        let mut text = String::new();
        for (before, after) in all.iter().filter(|(_, after)| *after != last) {
            text.push_str(&format!("{after} if g(n div {base}) = {before} else "));
        }
        if text.is_empty() { last.to_string() } else { format!("({text}{last})") }
    };
    let mut text = String::new();
    if values[..from].iter().enumerate().all(|(n, value)| i64::try_from(n).ok() == Some(*value)) {
        text = if from == 1 { "0 if n = 0 else ".to_owned() } else { format!("n if n <= {} else ", from - 1) };
    } else {
        for (n, value) in values[..from].iter().enumerate() {
            text.push_str(&format!("{value} if n = {n} else "));
        }
    }
    for residue in 0..base - 1 {
        text.push_str(&format!("{} if n mod {base} = {residue} else ", told(residue)));
    }
    let text = format!("let g(n) = {text}{}; g({x})", told(base - 1));
    Some(Candidate::new(Class::Recursive, text))
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

    /// A small domain leaves few values, and a budget that is over none.
    #[test]
    fn few_values_suggest_nothing_by_division() {
        for count in 0..8 {
            let values = vec![0; count];
            assert!(divided(&values, "x").is_empty(), "{count}");
        }
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
        // Lasker's Nim.
        let lasker = |n: u64| {
            u32::try_from(match n % 4 {
                3 => n + 1,
                0 => n.max(1) - 1,
                _ => n,
            })
            .unwrap_or(0)
        };
        assert_eq!(told(lasker).as_deref(), Some("0 if x = 0 else x-1 if x mod 4 = 0 else x+1 if x mod 4 = 3 else x"));
        // Mark, the game of taking one or half.
        let mark = |n: u64| match (n, n.trailing_zeros() % 2, n.count_ones() % 2) {
            (0, ..) | (_, 1, _) => 0,
            (_, _, 1) => 1,
            _ => 2,
        };
        let zeros = "0 if x = 0 or v2(x) mod 2 = 1 else 2 if digitsum(x) mod 2 = 0 else 1";
        assert_eq!(told(mark).as_deref(), Some(zeros));
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
