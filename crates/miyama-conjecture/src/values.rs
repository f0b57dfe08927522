//! Values told by one term, or by two terms on two regions.

use crate::candidate::{Candidate, Class};
use crate::condition::Condition;
use crate::sample::Sample;
use crate::{one_heap, semilinear};

/// A number calculated from a position, and its text.
struct Term {
    text: String,
    of: Number,
}

type Number = Box<dyn Fn(&[u64]) -> i64>;

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// The candidates: the shortest terms first, then two regions.
pub(crate) fn candidates(sample: &Sample, names: &[String]) -> Vec<Candidate> {
    let terms = terms(sample, names);
    let mut found = Vec::new();
    for term in &terms {
        if sample.all().all(|(position, value)| (term.of)(&position) == i64::from(value)) {
            let class = match &term.text {
                text if text.contains("xor") => Class::NimSum,
                text if text.starts_with("v2(") => Class::Digits,
                _ => Class::Regions,
            };
            found.push(Candidate::new(class, term.text.clone()));
        }
    }
    if let [x] = names {
        found.extend(one_heap::candidates(sample, x));
    }
    if found.is_empty() {
        found.extend(regions(sample, names, &terms));
    }
    if found.is_empty() && names.len() > 1 {
        found.extend(levels(sample, names));
    }
    found
}

/// The most values that are told one by one.
const LEVELS: u32 = 6;

/// `0 if C else 1 if D else 2`: few values, each with a set of positions of its own.
fn levels(sample: &Sample, names: &[String]) -> Option<Candidate> {
    let largest = sample.all().map(|(_, value)| value).max()?;
    if largest >= LEVELS {
        return None;
    }
    let mut told = Vec::new();
    for value in 0..=largest {
        let level = sample.region(sample.all().map(|(_, other)| other == value));
        let mut all = semilinear::candidates(&level, names);
        all.extend(crate::lines::candidates(&level, names));
        let shortest = all.into_iter().min_by_key(|candidate| candidate.cost)?;
        told.push((shortest.cost, value, shortest.text));
    }
    // What is longest to tell is all that is left over.
    told.sort();
    let (_, last, _) = told.pop()?;
    let text: String = told.iter().map(|(_, value, text)| format!("{value} if {text} else ")).collect();
    Some(Candidate::new(Class::Regions, format!("{text}{last}")))
}

/// `A if C else B`: the positions where A is right are those of a describable set.
fn regions(sample: &Sample, names: &[String], terms: &[Term]) -> Vec<Candidate> {
    let all: Vec<(Vec<u64>, i64)> = sample.all().map(|(position, value)| (position, i64::from(value))).collect();
    let right = |term: &Term| all.iter().map(|(position, value)| (term.of)(position) == *value).collect::<Vec<bool>>();
    let mut rows: Vec<(usize, Vec<bool>)> = terms.iter().map(right).enumerate().collect();
    // A term that is right nearly nowhere is no region.
    rows.retain(|(_, row)| row.iter().filter(|right| **right).count() * 50 >= row.len());
    let mut found = Vec::new();
    for (first, row) in &rows {
        for (second, other) in &rows {
            if first == second || !row.iter().zip(other).all(|(a, b)| *a || *b) {
                continue;
            }
            // Where both are right, either may be chosen: the first, and then the second.
            for prefer_first in [true, false] {
                let places = row.iter().zip(other);
                let region = sample.region(places.map(|(a, b)| if prefer_first { *a } else { !*b }));
                let told = semilinear::candidates(&region, names).into_iter().min_by_key(|candidate| candidate.cost);
                let Some(told) =
                    told.filter(|told| told.text != Condition::True.text() && told.text != Condition::False.text())
                else {
                    continue;
                };
                let text = format!("{} if {} else {}", terms[*first].text, told.text, terms[*second].text);
                found.push(Candidate::new(Class::Regions, text));
            }
        }
    }
    found.sort_by_key(|candidate| candidate.cost);
    found.truncate(8);
    found
}

/// The trailing zeros of heaps that are joined digit by digit: `v2(or(x,y)+1)`.
fn add_digits(add: &mut impl FnMut(String, Number), names: &[String]) {
    for less in 0..=1u64 {
        let name = |name: &String| if less == 0 { name.clone() } else { format!("{name}-{less}") };
        for (word, join) in [("or", (|a, b| a | b) as fn(u64, u64) -> u64), ("and", |a, b| a & b)] {
            let joined = names.iter().map(name).reduce(|all, next| format!("{word}({all},{next})")).unwrap_or_default();
            let zeros = move |p: &[u64]| {
                let digits = p.iter().map(|heap| heap.checked_sub(less)).reduce(|a, b| Some(join(a?, b?))).flatten();
                // No value is negative.
                digits.map_or(-1, |digits| i64::from((digits + 1).trailing_zeros()))
            };
            add(format!("v2({joined}+1)"), Box::new(zeros));
        }
    }
}

/// Terms that values are made of.
fn terms(sample: &Sample, names: &[String]) -> Vec<Term> {
    let mut all: Vec<Term> = Vec::new();
    let mut add = |text: String, of: Number| all.push(Term { text, of });
    for c in 0..=3 {
        add(c.to_string(), Box::new(move |_| c));
    }
    let list = names.join(",");
    let shifted = |text: &str, c: i64| if c == 0 { text.to_owned() } else { format!("{text}{c:+}") };
    let largest = (sample.to() / 2).min(40);
    for c in -3..=3 {
        if names.len() > 1 {
            add(shifted(&format!("min({list})"), c), Box::new(move |p| p.iter().copied().min().map_or(0, signed) + c));
            add(shifted(&format!("max({list})"), c), Box::new(move |p| p.iter().copied().max().map_or(0, signed) + c));
        }
        add(shifted(&names.join("+"), c), Box::new(move |p| signed(p.iter().sum()) + c));
        if let [x, y] = names {
            add(shifted(&format!("|{x}-{y}|"), c), Box::new(move |p| signed(p[0].abs_diff(p[1])) + c));
            add(shifted(x, c), Box::new(move |p| signed(p[0]) + c));
            add(shifted(y, c), Box::new(move |p| signed(p[1]) + c));
        }
    }
    if names.len() > 1 {
        add(names.join(" xor "), Box::new(|p| signed(p.iter().fold(0, |sum, heap| sum ^ heap))));
    }
    if names.len() > 1 {
        add_digits(&mut add, names);
    }
    for m in 2..=largest {
        let total = names.join("+");
        let total = if names.len() > 1 { format!("({total})") } else { total };
        add(format!("{total} mod {m}"), Box::new(move |p| signed(p.iter().sum::<u64>() % m)));
        for c in 0..m.min(8) {
            let moved = if c == 0 { total.clone() } else { format!("({}+{c})", names.join("+")) };
            add(format!("{moved} div {m}"), Box::new(move |p| signed((p.iter().sum::<u64>() + c) / m)));
        }
        for k in 2..m.min(8) {
            if names.len() == 1 {
                add(format!("{total} mod {m} div {k}"), Box::new(move |p| signed(p[0] % m / k)));
            }
        }
        if names.len() > 1 {
            let each =
                |word: &str| names.iter().map(|name| format!("({name} {word} {m})")).collect::<Vec<_>>().join(" xor ");
            add(each("mod"), Box::new(move |p| signed(p.iter().fold(0, |sum, heap| sum ^ (heap % m)))));
            add(each("div"), Box::new(move |p| signed(p.iter().fold(0, |sum, heap| sum ^ (heap / m)))));
            let text = format!("{m}*({}) + ({}) mod {m}", each("div"), names.join("+"));
            let of = move |p: &[u64]| {
                let quotients = p.iter().fold(0, |sum, heap| sum ^ (heap / m));
                signed(m * quotients + p.iter().map(|heap| heap % m).sum::<u64>() % m)
            };
            add(text, Box::new(of));
        }
    }
    all
}
