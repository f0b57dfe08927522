//! Pairs of neighbours in a sequence: quadratic numbers, perhaps alternating, powers, or a
//! sequence in which each term is calculated from those before it.

use crate::candidate::{Candidate, Class};
use crate::exceptions::MOST;
use crate::semilinear::listed;

/// The fewest neighbours that show a sequence of quadratic numbers, and of powers.
const FEWEST: usize = 5;

/// The most exceptions at the beginning of a sequence.
const MOST_LINKED: usize = 3;

/// A sequence k ↦ f(k) with its text.
struct Sequence {
    at: Box<dyn Fn(u64) -> Option<i128>>,
    text: fn(&[i128], &str) -> String,
    numbers: Vec<i128>,
}

/// Candidates from the members of a sparse symmetric set, which are all with heaps up to `to`.
pub(crate) fn candidates(members: &[Vec<u64>], to: u64, names: &[String]) -> Vec<Candidate> {
    let [x, y] = names else { return vec![] };
    let mut pairs: Vec<(u64, u64)> = members.iter().filter(|p| p[0] <= p[1]).map(|p| (p[0], p[1])).collect();
    pairs.sort_unstable();
    let symmetric = members.iter().filter(|p| p[0] > p[1]).count() + members.iter().filter(|p| p[0] == p[1]).count();
    if symmetric != pairs.len() {
        return vec![];
    }
    // A corner of the box that is all in the set.
    let whole = |most: u64| (0..=most).all(|a| pairs.binary_search(&(a, most)).is_ok());
    let corner = (1..=to / 4).take_while(|most| whole(*most)).last().filter(|most| *most >= 2);
    let chained = pairs.windows(2).rev().take_while(|two| two[0].1 == two[1].0 && two[0].0 < two[0].1).count();
    if chained + 1 < FEWEST {
        return vec![];
    }
    let chain = &pairs[pairs.len() - chained - 1..];
    let terms: Vec<i128> =
        chain.iter().map(|pair| i128::from(pair.0)).chain(chain.last().map(|pair| i128::from(pair.1))).collect();
    let mut found = Vec::new();
    // The first pairs may be exceptions that happen to be linked with the sequence.
    let late = (0..=MOST_LINKED).filter_map(|from| terms.get(from..).filter(|late| late.len() > FEWEST));
    let sequences: Vec<Sequence> =
        late.flat_map(|terms| [quadratic(terms), alternating(terms), powers(terms)]).flatten().flatten().collect();
    for sequence in sequences {
        let told = |k: &str| (sequence.text)(&sequence.numbers, k);
        let rule = format!("exists k: {{{x},{y}}} = {{{}, {}}}", told("k"), told("(k+1)"));
        let claimed = |k: u64| {
            let (low, high) = ((sequence.at)(k)?, (sequence.at)(k + 1)?);
            Some((u64::try_from(low.min(high)).ok()?, u64::try_from(low.max(high)).ok()?))
        };
        // Values that are no positions say nothing.
        let all: Vec<(u64, u64)> = (0..200)
            .filter_map(claimed)
            .filter(|pair| pair.1 <= to)
            .chain(corner.iter().flat_map(|most| (0..=*most).flat_map(move |b| (0..=b).map(move |a| (a, b)))))
            .collect();
        let more: Vec<Vec<u64>> = both_ways(all.iter().filter(|pair| !pairs.contains(pair)));
        let less: Vec<Vec<u64>> = both_ways(pairs.iter().filter(|pair| !all.contains(pair)));
        let small = |list: &[Vec<u64>]| list.iter().flatten().all(|heap| heap * 4 <= to);
        if more.len() + less.len() > MOST || !small(&more) || !small(&less) {
            continue;
        }
        let mut text = match corner {
            Some(most) => format!("max({x},{y}) <= {most} or ({rule})"),
            None => rule,
        };
        if !(more.is_empty() && less.is_empty()) {
            text = format!("({text})");
        }
        if !more.is_empty() {
            text = format!("{text} and not ({})", listed(&more, names));
        }
        if !less.is_empty() {
            text = format!("{} or {text}", listed(&less, names));
        }
        let exceptions = more.len() + less.len();
        found.push(Candidate { exceptions, ..Candidate::new(Class::Neighbours, text) });
    }
    found
}

fn both_ways<'a>(pairs: impl Iterator<Item = &'a (u64, u64)>) -> Vec<Vec<u64>> {
    let mut all: Vec<Vec<u64>> = pairs.flat_map(|&(a, b)| [vec![a, b], vec![b, a]]).collect();
    all.sort();
    all.dedup();
    all
}

/// (ak² + bk + c)/2 with the terms at k = first, first+1, …, for the first few places.
fn quadratic(terms: &[i128]) -> Option<Vec<Sequence>> {
    let differences: Vec<i128> = terms.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let second: Vec<i128> = differences.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let a = *second.first()?;
    if a <= 0 || second.iter().any(|difference| *difference != a) {
        return None;
    }
    let places = (0..4).map(|first: i128| {
        // terms[i] = (a·k² + b·k + c)/2 at k = first + i.
        let b = 2 * differences[0] - a * (2 * first + 1);
        let c = 2 * terms[0] - a * first * first - b * first;
        let at = move |k: u64| {
            let k = i128::from(k);
            let double = a * k * k + b * k + c;
            (double % 2 == 0).then_some(double / 2)
        };
        Sequence { at: Box::new(at), numbers: vec![a, b, c], text: quadratic_text }
    });
    Some(places.collect())
}

fn quadratic_text(numbers: &[i128], k: &str) -> String {
    let [a, b, c] = numbers else { return String::new() };
    let signed = |n: i128, of: &str| match n {
        0 => String::new(),
        1 if !of.is_empty() => format!("+{of}"),
        -1 if !of.is_empty() => format!("-{of}"),
        n if of.is_empty() => format!("{n:+}"),
        n => format!("{n:+}*{of}"),
    };
    let times = |n: i128, of: String| if n == 1 { of } else { format!("{n}*{of}") };
    if a % 2 == 0 && b % 2 == 0 && c % 2 == 0 {
        return format!("{}{}{}", times(a / 2, format!("{k}^2")), signed(b / 2, k), signed(c / 2, ""));
    }
    if *c == 0 && a == b {
        return format!("{}/2", times(*a, format!("{k}*({k}+1)")));
    }
    if *c == 0 {
        return format!("{k}*({}{})/2", times(*a, k.to_owned()), signed(*b, ""));
    }
    format!("({}{}{})/2", times(*a, format!("{k}^2")), signed(*b, k), signed(*c, ""))
}

/// (ak² + bk + c + e·(k mod 2))/2 with the terms at k = first, first+1, …; not quadratic.
fn alternating(terms: &[i128]) -> Option<Vec<Sequence>> {
    // Two terms apart, the alternation cancels: f(k+2) − f(k) = 2a·k + 2a + b.
    let apart: Vec<i128> = terms.windows(3).map(|three| three[2] - three[0]).collect();
    let steps: Vec<i128> = apart.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let double = *steps.first()?;
    if terms.len() < FEWEST + 3 || double <= 0 || double % 2 != 0 || steps.iter().any(|step| *step != double) {
        return None;
    }
    let a = double / 2;
    let places = (0..4).filter_map(|first: i128| {
        let b = apart[0] - 2 * a * first - 2 * a;
        let rest = |place: usize| {
            let k = first + place as i128;
            2 * terms[place] - a * k * k - b * k
        };
        let (even, odd) = if first % 2 == 0 { (rest(0), rest(1)) } else { (rest(1), rest(0)) };
        let (c, e) = (even, odd - even);
        let at = move |k: u64| {
            let k = i128::from(k);
            let double = a * k * k + b * k + c + e * (k % 2);
            (double % 2 == 0).then_some(double / 2)
        };
        (e != 0).then(|| Sequence { at: Box::new(at), numbers: vec![a, b, c, e], text: alternating_text })
    });
    Some(places.collect())
}

fn alternating_text(numbers: &[i128], k: &str) -> String {
    let [a, b, c, e] = numbers else { return String::new() };
    let term = |n: i128, of: &str| match n {
        0 => String::new(),
        1 if !of.is_empty() => format!("+{of}"),
        -1 if !of.is_empty() => format!("-{of}"),
        n if of.is_empty() => format!("{n:+}"),
        n => format!("{n:+}*{of}"),
    };
    let square = if *a == 1 { format!("{k}^2") } else { format!("{a}*{k}^2") };
    format!("({square}{}{}{})/2", term(*b, k), term(*c, ""), term(*e, &format!("({k} mod 2)")))
}

/// (a·dᵏ + c)/e with the terms at k = first, first+1, ….
fn powers(terms: &[i128]) -> Option<Vec<Sequence>> {
    let differences: Vec<i128> = terms.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let (first, second) = (*differences.first()?, *differences.get(1)?);
    let d = second.checked_div(first)?;
    if d < 2 || differences.windows(2).any(|pair| pair[1] != d * pair[0]) {
        return None;
    }
    let places = (0..4u32).filter_map(|place| {
        // terms[i] = (a·d^(place+i) + c)/e with e = d − 1: differences are a·dᵏ.
        let power = d.checked_pow(place)?;
        if first % power != 0 {
            return None;
        }
        let (a, e) = (first / power, d - 1);
        let c = e * terms[0] - a * power;
        let divisor = gcd(gcd(a, c), e).max(1);
        let (a, c, e) = (a / divisor, c / divisor, e / divisor);
        let at = move |k: u64| {
            let power = d.checked_pow(u32::try_from(k).ok()?)?;
            let top = a.checked_mul(power)?.checked_add(c)?;
            (top % e == 0).then_some(top / e)
        };
        Some(Sequence { at: Box::new(at), numbers: vec![a, d, c, e], text: powers_text })
    });
    Some(places.collect())
}

fn powers_text(numbers: &[i128], k: &str) -> String {
    let [a, d, c, e] = numbers else { return String::new() };
    let times = if *a == 1 { String::new() } else { format!("{a}*") };
    let plus = if *c == 0 { String::new() } else { format!("{c:+}") };
    match e {
        1 => format!("{times}{d}^{k}{plus}"),
        e => format!("({times}{d}^{k}{plus})/{e}"),
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(f: impl Fn(u64) -> u64, count: u64) -> Vec<String> {
        let mut members: Vec<Vec<u64>> =
            (0..count).flat_map(|k| [vec![f(k), f(k + 1)], vec![f(k + 1), f(k)]]).collect();
        members.sort();
        members.dedup();
        let names = ["x".to_owned(), "y".to_owned()];
        let mut all = candidates(&members, f(count), &names);
        all.sort_by_key(|candidate| candidate.cost);
        all.into_iter().map(|candidate| candidate.text).collect()
    }

    #[test]
    fn sequences_are_told_as_people_do() {
        assert_eq!(told(|k| k * (k + 1) / 2, 20)[0], "exists k: {x,y} = {k*(k+1)/2, (k+1)*((k+1)+1)/2}");
        assert_eq!(told(|k| k * k, 20)[0], "exists k: {x,y} = {k^2, (k+1)^2}");
        // Halves of squares, rounded up: 0, 1, 2, 5, 8, 13, ….
        assert_eq!(
            told(|k| (k * k).div_ceil(2), 20)[0],
            "exists k: {x,y} = {(k^2+(k mod 2))/2, ((k+1)^2+((k+1) mod 2))/2}"
        );
        // The first pair belongs to another rule.
        assert_eq!(
            told(|k| if k == 0 { 0 } else { 3u64.pow(k as u32 - 1) }, 9)[0],
            "(x, y) in {(0, 1), (1, 0)} or (exists k: {x,y} = {3^k, 3^(k+1)})"
        );
        assert_eq!(told(|k| 3u64.pow(k as u32), 9)[0], "exists k: {x,y} = {3^k, 3^(k+1)}");
        assert_eq!(told(|k| (3u64.pow(k as u32) - 1) / 2, 9)[0], "exists k: {x,y} = {(3^k-1)/2, (3^(k+1)-1)/2}");
    }
}
