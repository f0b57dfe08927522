//! Sets and values told by digits: trailing zeros, digit sums, sums place by place.

use crate::candidate::{Candidate, Class};
use crate::condition::Condition;
use crate::numbers::Cells;
use crate::sample::Sample;

/// A number calculated from the digits of a heap, none for some heaps; and its text.
pub(crate) struct Feature {
    pub(crate) text: String,
    pub(crate) of: Box<dyn Fn(u64) -> Option<u64>>,
}

/// The features of one heap.
pub(crate) fn features(x: &str) -> Vec<Feature> {
    let mut all = Vec::new();
    for c in 0..=2u64 {
        let name = if c == 0 { x.to_owned() } else { format!("{x}+{c}") };
        let zeros = move |heap: u64| (heap + c > 0).then(|| u64::from((heap + c).trailing_zeros()));
        all.push(Feature { text: format!("v2({name})"), of: Box::new(zeros) });
    }
    for base in [2u64, 3] {
        let text = if base == 2 { format!("digitsum({x})") } else { format!("digitsum({x},{base})") };
        all.push(Feature { text, of: Box::new(move |heap| Some(digits(heap, base).iter().sum())) });
    }
    all
}

fn digits(mut heap: u64, base: u64) -> Vec<u64> {
    let mut all = Vec::new();
    while heap > 0 {
        all.push(heap % base);
        heap /= base;
    }
    all
}

/// Candidates for sets.
pub(crate) fn candidates(sample: &Sample, names: &[String]) -> Vec<Candidate> {
    match names {
        [x] => features(x).iter().filter_map(|feature| of_feature(sample, feature, x)).collect(),
        _ => place_by_place(sample, names),
    }
}

/// The set, if it depends on a small part of the feature only.
fn of_feature(sample: &Sample, feature: &Feature, x: &str) -> Option<Candidate> {
    let cells = (1..=4).flat_map(|modulus| (0..=3).map(move |cap| Cells { cap, modulus }));
    let told = cells.filter_map(|cells| {
        let mut chosen: Vec<Option<bool>> = vec![None; cells.count()];
        for (position, number) in sample.all() {
            let Some(value) = (feature.of)(position[0]) else { continue };
            if *chosen[cells.of(value)].get_or_insert(number != 0) != (number != 0) {
                return None;
            }
        }
        // Every cell was seen.
        let chosen = chosen.into_iter().collect::<Option<Vec<bool>>>()?;
        Some(cells.condition(&chosen, &feature.text))
    });
    let rule = told.min_by_key(|condition| crate::cost::cost(&condition.text()))?;
    if matches!(rule, Condition::True | Condition::False) {
        return None;
    }
    let rule = match ((feature.of)(0), sample.at(&[0]) != 0) {
        (Some(_), _) => rule,
        (None, true) => Condition::atom(format!("{x} = 0")).or(rule),
        (None, false) => Condition::atom(format!("{x} >= 1")).and(rule),
    };
    Some(Candidate::new(Class::Digits, rule.text()))
}

/// Moore's condition: at every place the digits have a sum that m divides, written in base b.
fn place_by_place(sample: &Sample, names: &[String]) -> Vec<Candidate> {
    let ways = [(2, 3), (2, 4), (2, 5), (3, 3), (4, 4)];
    let holds = |position: &[u64], base: u64, m: u64| {
        let all: Vec<Vec<u64>> = position.iter().map(|heap| digits(*heap, base)).collect();
        let places = all.iter().map(Vec::len).max().unwrap_or(0);
        (0..places).all(|k| all.iter().filter_map(|digits| digits.get(k)).sum::<u64>() % m == 0)
    };
    let fits = ways
        .into_iter()
        .filter(|(base, m)| sample.all().all(|(position, number)| (number != 0) == holds(&position, *base, *m)));
    let told = fits.map(|(base, m)| {
        let digit =
            |name: &String| if base == 2 { format!("digit({name},k)") } else { format!("digit({name},k,{base})") };
        let sum: Vec<String> = names.iter().map(digit).collect();
        Candidate::new(Class::Digits, format!("for all k: ({}) mod {m} = 0", sum.join("+")))
    });
    told.collect()
}
