//! Sets told by equations that hold together: `x1 = x3 and x2 = x4`, `x1 xor x3 = 0`,
//! `(x+1) xor (y+1) xor (z+1) = 0`.
//!
//! Of a stock of short equations those are kept that hold at every member. If nothing else
//! satisfies all of them, they tell the set; then equations that follow from the others are
//! left out, the longest first.

use crate::candidate::{Candidate, Class};
use crate::cost::cost;
use crate::sample::Sample;

/// Whether something holds at a position.
type Holds = dyn Fn(&[u64]) -> bool;

/// An equation between the heaps of a position.
struct Equation {
    text: String,
    holds: Box<Holds>,
}

/// The fewest members that show an equation.
const FEWEST: usize = 8;

/// The candidate, if there is one.
pub(crate) fn candidates(sample: &Sample, names: &[String]) -> Vec<Candidate> {
    // Of one and two heaps residues and differences say it plainly.
    if names.len() < 3 || sample.members().take(FEWEST).count() < FEWEST {
        return vec![];
    }
    let mut kept = stock(names);
    for member in sample.members() {
        kept.retain(|equation| (equation.holds)(&member));
    }
    let others: Vec<Vec<u64>> = sample.all().filter(|(_, number)| *number == 0).map(|(position, _)| position).collect();
    let tell = |chosen: &[&Equation]| !others.iter().any(|p| chosen.iter().all(|equation| (equation.holds)(p)));
    kept.sort_by_key(|equation| std::cmp::Reverse(cost(&equation.text)));
    let mut chosen: Vec<&Equation> = kept.iter().collect();
    if chosen.is_empty() || !tell(&chosen) {
        return vec![];
    }
    let mut place = 0;
    while place < chosen.len() && sample.may_go_on() {
        let left_out = chosen.remove(place);
        if !tell(&chosen) {
            chosen.insert(place, left_out);
            place += 1;
        }
    }
    chosen.sort_by_key(|equation| (cost(&equation.text), &equation.text));
    let text = chosen.iter().map(|equation| equation.text.as_str()).collect::<Vec<_>>().join(" and ");
    let class = if text.contains("xor") { Class::NimSum } else { Class::Semilinear };
    vec![Candidate::new(class, text)]
}

/// Equations between two, three and four heaps, residues, and nim-sums of some of the heaps.
fn stock(names: &[String]) -> Vec<Equation> {
    let mut all: Vec<Equation> = Vec::new();
    let mut add = |text: String, holds: Box<Holds>| all.push(Equation { text, holds });
    let heaps = 0..names.len();
    for i in heaps.clone() {
        add(format!("{} = 0", names[i]), Box::new(move |p| p[i] == 0));
        for m in 2..=4 {
            for r in 0..m {
                add(format!("{} mod {m} = {r}", names[i]), Box::new(move |p| p[i] % m == r));
            }
        }
        for j in i + 1..names.len() {
            add(format!("{} = {}", names[i], names[j]), Box::new(move |p| p[i] == p[j]));
            for (k, sum) in names.iter().enumerate().filter(|(k, _)| *k != i && *k != j) {
                let two = format!("{sum} = {}+{}", names[i], names[j]);
                add(two.clone(), Box::new(move |p| p[k] == p[i] + p[j]));
                add(format!("{two}+1"), Box::new(move |p| p[k] == p[i] + p[j] + 1));
                add(format!("{two}-1"), Box::new(move |p| p[k] + 1 == p[i] + p[j]));
            }
            for k in i + 1..names.len() {
                for l in (k + 1..names.len()).filter(|l| *l != j && k != j) {
                    let text = format!("{}+{} = {}+{}", names[i], names[j], names[k], names[l]);
                    add(text, Box::new(move |p| p[i] + p[j] == p[k] + p[l]));
                }
            }
        }
    }
    for m in 2..=9 {
        for r in 0..m {
            let text = format!("({}) mod {m} = {r}", names.join("+"));
            add(text, Box::new(move |p| p.iter().sum::<u64>() % m == r));
        }
    }
    for some in 0..1u32 << names.len() {
        let chosen: Vec<usize> = heaps.clone().filter(|heap| some >> heap & 1 == 1).collect();
        if chosen.len() < 2 {
            continue;
        }
        for moved in 0..=1u64 {
            let term = |heap: &usize| {
                if moved == 0 { names[*heap].clone() } else { format!("({}+{moved})", names[*heap]) }
            };
            let text = format!("{} = 0", chosen.iter().map(term).collect::<Vec<_>>().join(" xor "));
            let chosen = chosen.clone();
            add(text, Box::new(move |p| chosen.iter().fold(0, |sum, heap| sum ^ (p[*heap] + moved)) == 0));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(heaps: usize, inside: impl Fn(&[u64]) -> bool) -> Vec<String> {
        let names: Vec<String> = ["x", "y", "z", "u"][..heaps].iter().map(ToString::to_string).collect();
        let sample = Sample::of_set(heaps, 7, inside);
        candidates(&sample, &names).into_iter().map(|candidate| candidate.text).collect()
    }

    #[test]
    fn sets_of_several_heaps() {
        assert_eq!(told(4, |p| p[0] == p[2] && p[1] == p[3]), ["x = z and y = u"]);
        assert_eq!(told(4, |p| p[0] == p[2]), ["x = z"]);
        assert_eq!(told(3, |p| (p[0] + 1) ^ (p[1] + 1) ^ (p[2] + 1) == 0), ["(x+1) xor (y+1) xor (z+1) = 0"]);
        assert_eq!(told(4, |p| p[3] + p[0] == p[2] + p[1]), ["x+u = y+z"]);
        assert_eq!(told(3, |p| p[2] == p[0] + p[1] + 1), ["z = x+y+1"]);
        // A product is none of these.
        assert!(told(3, |p| p[2] == p[0] * p[1]).is_empty());
        assert!(told(3, |p| (p[0] * 7 + p[1] * p[2] * 5 + p[2]) % 11 < 3).is_empty());
    }
}
