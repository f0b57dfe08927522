//! Sets of two heaps told by one linear form: `max(x,y)-2*min(x,y) in {1, 2}`,
//! `(x+2*y) mod 5 = 0`, `x = y mod 5`; of more heaps `(x+y+z) mod 4 = 0`.

use crate::candidate::{Candidate, Class};
use crate::exceptions::with_exceptions;
use crate::sample::Sample;
use std::collections::BTreeSet;

/// The largest coefficient, the largest modulus, and the most parallel lines.
const COEFFICIENT: u64 = 4;
const MODULUS: u64 = 24;
const PARALLEL: usize = 6;

/// The candidates.
pub(crate) fn candidates(sample: &Sample, names: &[String]) -> Vec<Candidate> {
    match names {
        [] | [_] => vec![],
        [x, y] => {
            let mut all = parallel(sample, names, [x, y]);
            all.extend(residues(sample, names));
            if !sample.symmetric() {
                all.extend([(0, 1), (1, 0)].into_iter().filter_map(|places| residue_of(sample, names, places)));
            }
            all
        }
        _ => residues(sample, names),
    }
}

/// p·large − q·small, for coefficients without a common divisor that are not both 1.
fn coefficients() -> impl Iterator<Item = (u64, u64)> {
    let all = (1..=COEFFICIENT).flat_map(|p| (1..=COEFFICIENT).map(move |q| (p, q)));
    all.filter(|(p, q)| p != q && gcd(*p, *q) == 1)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn times(coefficient: u64, of: &str) -> String {
    if coefficient == 1 { of.to_owned() } else { format!("{coefficient}*{of}") }
}

/// A few parallel lines, seen in the outer half of the box.
fn parallel(sample: &Sample, names: &[String], [x, y]: [&String; 2]) -> Vec<Candidate> {
    let symmetric = sample.symmetric();
    let (large, small) =
        if symmetric { (format!("max({x},{y})"), format!("min({x},{y})")) } else { (y.clone(), x.clone()) };
    let numbers = move |position: &[u64]| {
        let [x, y] = [position[0], position[1]];
        if symmetric { (x.max(y), x.min(y)) } else { (y, x) }
    };
    let mut found = Vec::new();
    for (p, q) in coefficients().filter(|(p, q)| !symmetric || p < q) {
        let form = |position: &[u64]| {
            let (large, small) = numbers(position);
            i64::try_from(p * large).unwrap_or(i64::MAX) - i64::try_from(q * small).unwrap_or(0)
        };
        let outer = sample.members().filter(|position| position.iter().any(|heap| 2 * heap > sample.to()));
        let mut values = BTreeSet::new();
        for position in outer {
            values.insert(form(&position));
            if values.len() > PARALLEL {
                break;
            }
        }
        let near = |value: &i64| value.unsigned_abs() * 4 <= sample.to();
        if values.is_empty() || values.len() > PARALLEL || !values.iter().all(near) {
            continue;
        }
        let text = format!("{}-{}", times(p, &large), times(q, &small));
        let list: Vec<String> = values.iter().map(ToString::to_string).collect();
        let rule = match (values.len(), values.first()) {
            (1, Some(0)) => format!("{} = {}", times(p, &large), times(q, &small)),
            (1, Some(only)) => format!("{} = {}{only:+}", times(p, &large), times(q, &small)),
            _ => format!("{text} in {{{}}}", list.join(", ")),
        };
        found.extend(with_exceptions(sample, names, Class::Semilinear, &rule, &|p| values.contains(&form(p))));
    }
    found
}

/// The residues of one form.
fn residues(sample: &Sample, names: &[String]) -> Vec<Candidate> {
    let largest = MODULUS.min(sample.to() / 2);
    let forms: Vec<Vec<u64>> = match names.len() {
        2 => [vec![vec![1, 1]], coefficients().map(|(p, q)| vec![p, q]).collect()].concat(),
        heaps => vec![vec![1; heaps]],
    };
    let mut found = Vec::new();
    for form in forms {
        for m in (2..=largest).filter(|m| form.iter().all(|coefficient| coefficient < m)) {
            let residue = |position: &[u64]| form.iter().zip(position).map(|(c, heap)| c * heap).sum::<u64>() % m;
            let inside: BTreeSet<u64> = sample
                .members()
                .filter(|position| position.iter().any(|heap| 2 * heap > sample.to()))
                .map(|position| residue(&position))
                .collect();
            if inside.is_empty() || 2 * inside.len() as u64 > m {
                continue;
            }
            let sum: Vec<String> = form.iter().zip(names).map(|(c, name)| times(*c, name)).collect();
            let list: Vec<String> = inside.iter().map(ToString::to_string).collect();
            let rule = match list.as_slice() {
                [only] => format!("({}) mod {m} = {only}", sum.join("+")),
                several => format!("({}) mod {m} in {{{}}}", sum.join("+"), several.join(", ")),
            };
            let told = with_exceptions(sample, names, Class::Semilinear, &rule, &|p| inside.contains(&residue(p)));
            if told.is_some() {
                // Multiples of the modulus say the same at greater length.
                found.extend(told);
                break;
            }
        }
    }
    found
}

/// One heap is the residue of the other: `x = (y mod 5)`, in brackets, because without them it is easily
/// read as a congruence.
fn residue_of(sample: &Sample, names: &[String], (one, other): (usize, usize)) -> Option<Candidate> {
    (2..=MODULUS.min(sample.to() / 2)).find_map(|m| {
        let rule = format!("{} = ({} mod {m})", names[one], names[other]);
        with_exceptions(sample, names, Class::Semilinear, &rule, &|p| p[one] == p[other] % m)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(inside: impl Fn(u64, u64) -> bool) -> Option<String> {
        let names = ["x".to_owned(), "y".to_owned()];
        let sample = Sample::of_set(2, 63, |p| inside(p[0], p[1]));
        let mut all = candidates(&sample, &names);
        all.sort_by_key(|candidate| candidate.cost);
        all.into_iter().next().map(|candidate| candidate.text)
    }

    #[test]
    fn lines_and_residues() {
        assert_eq!(told(|x, y| (x + y) % 3 == 0).as_deref(), Some("(x+y) mod 3 = 0"));
        assert_eq!(told(|x, y| (x + 2 * y) % 5 == 1).as_deref(), Some("(x+2*y) mod 5 = 1"));
        assert_eq!(told(|x, y| x == y % 5).as_deref(), Some("x = (y mod 5)"));
        assert_eq!(told(|x, y| y == 2 * x + 1).as_deref(), Some("y = 2*x+1"));
        let blocked = |x: u64, y: u64| {
            let (low, high) = (x.min(y), x.max(y));
            high == 0 || high == 2 * low + 1 || high == 2 * low + 2
        };
        assert_eq!(told(blocked).as_deref(), Some("(x, y) = (0, 0) or max(x,y)-2*min(x,y) in {1, 2}"));
        assert_eq!(told(|x, y| (x * x + y * 7 + x * y) % 13 < 3), None);
    }
}
