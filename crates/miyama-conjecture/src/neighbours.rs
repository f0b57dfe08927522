//! Pairs of neighbours in a sequence, and the members of a sequence.

use crate::candidate::{Candidate, Class};
use crate::exceptions::MOST;
use crate::sequence::{Sequence, rules};
use miyama::heap::formula::finite_set;

/// The fewest neighbours that show a sequence.
const FEWEST: usize = 5;

/// The most exceptions at the beginning of a sequence.
const MOST_LINKED: usize = 3;

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
    for sequence in late(&terms) {
        let rule = format!("{{{x},{y}}} in consecutive(k: {})", sequence.text);
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
        let rule = match corner {
            Some(most) => format!("max({x},{y}) <= {most} or {rule}"),
            None => rule,
        };
        let (rule, all) = match line(&pairs, &all) {
            Some(total) => {
                let line = (0..=total / 2).map(|low| (low, total - low));
                (format!("{x}+{y} = {total} or {rule}"), all.into_iter().chain(line).collect())
            }
            None => (rule, all),
        };
        let more: Vec<Vec<u64>> = both_ways(all.iter().filter(|pair| !pairs.contains(pair)));
        let less: Vec<Vec<u64>> = both_ways(pairs.iter().filter(|pair| !all.contains(pair)));
        found.extend(excepted(&rule, &sequence, &more, &less, to, names));
    }
    shortest(found)
}

/// The total of some pairs that are not told, and of most pairs at all, if these are several.
fn line(pairs: &[(u64, u64)], told: &[(u64, u64)]) -> Option<u64> {
    let totals = pairs.iter().filter(|pair| !told.contains(pair)).map(|pair| pair.0 + pair.1);
    let with = |total: u64| pairs.iter().filter(|pair| pair.0 + pair.1 == total).count();
    totals.map(|total| (with(total), total)).filter(|(count, _)| *count >= 2).max().map(|(_, total)| total)
}

/// Candidates from the members of a sparse set of numbers, which are all up to `to`.
pub(crate) fn of_numbers(members: &[u64], to: u64, names: &[String]) -> Vec<Candidate> {
    let [x] = names else { return vec![] };
    if members.len() < FEWEST + 1 {
        return vec![];
    }
    let terms: Vec<i128> = members.iter().map(|member| i128::from(*member)).collect();
    let mut found = Vec::new();
    for sequence in late(&terms) {
        let rule = format!("exists k: {x} = {}", sequence.text);
        // `exists k` looks up to the heap itself.
        let all: Vec<u64> = (0..=to)
            .map_while(|k| (sequence.at)(k).filter(|term| *term <= i128::from(to)).map(|term| (k, term)))
            .filter_map(|(k, term)| u64::try_from(term).ok().filter(|term| k <= *term))
            .collect();
        let single = |numbers: &[u64], others: &[u64]| -> Vec<Vec<u64>> {
            let mut all: Vec<u64> = numbers.iter().copied().filter(|number| !others.contains(number)).collect();
            all.dedup();
            all.into_iter().map(|number| vec![number]).collect()
        };
        let (more, less) = (single(&all, members), single(members, &all));
        found.extend(excepted(&rule, &sequence, &more, &less, to, names));
    }
    shortest(found)
}

/// The two shortest: the others tell the same sequence from another place on.
fn shortest(mut found: Vec<Candidate>) -> Vec<Candidate> {
    found.sort_by(|a, b| (a.cost, &a.text).cmp(&(b.cost, &b.text)));
    found.truncate(2);
    found
}

/// The rules for the terms, or for all but the first few: those may be exceptions that happen
/// to be linked with the sequence.
fn late(terms: &[i128]) -> Vec<Sequence> {
    let late = (0..=MOST_LINKED).filter_map(|from| terms.get(from..).filter(|late| late.len() > FEWEST));
    // Negative terms at the beginning would be no positions.
    late.flat_map(rules).filter(|sequence| (sequence.at)(0).is_some_and(|term| term >= 0)).collect()
}

/// The rule with its exceptions, if they are few and small.
fn excepted(
    rule: &str,
    sequence: &Sequence,
    more: &[Vec<u64>],
    less: &[Vec<u64>],
    to: u64,
    names: &[String],
) -> Option<Candidate> {
    let small = |list: &[Vec<u64>]| list.iter().flatten().all(|heap| heap * 4 <= to);
    if more.len() + less.len() > MOST || !small(more) || !small(less) {
        return None;
    }
    let compound = rule.contains(" or ") || rule.starts_with("exists");
    let mut text =
        if compound && !(more.is_empty() && less.is_empty()) { format!("({rule})") } else { rule.to_owned() };
    if !more.is_empty() {
        text = format!("{text} and not ({})", finite_set(more, names));
    }
    if !less.is_empty() {
        text = format!("{} or {text}", finite_set(less, names));
    }
    let exceptions = more.len() + less.len();
    Some(Candidate { exceptions, ..Candidate::new(Class::Neighbours, format!("{}{text}", sequence.lets)) })
}

fn both_ways<'a>(pairs: impl Iterator<Item = &'a (u64, u64)>) -> Vec<Vec<u64>> {
    let mut all: Vec<Vec<u64>> = pairs.flat_map(|&(a, b)| [vec![a, b], vec![b, a]]).collect();
    all.sort();
    all.dedup();
    all
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
        assert_eq!(told(|k| k * (k + 1) / 2, 20)[0], "{x,y} in consecutive(k: k*(k+1)/2)");
        assert_eq!(told(|k| k * k, 20)[0], "{x,y} in consecutive(k: k^2)");
        // Halves of squares, rounded up: 0, 1, 2, 5, 8, 13, ….
        assert_eq!(told(|k| (k * k).div_ceil(2), 20)[0], "{x,y} in consecutive(k: (k^2+(k mod 2))/2)");
        // The first pair belongs to another rule.
        assert_eq!(
            told(|k| if k == 0 { 0 } else { 3u64.pow(k as u32 - 1) }, 9)[0],
            "(x, y) in {(0, 1), (1, 0)} or {x,y} in consecutive(k: 3^k)"
        );
        assert_eq!(told(|k| 3u64.pow(k as u32), 9)[0], "{x,y} in consecutive(k: 3^k)");
        assert_eq!(told(|k| (3u64.pow(k as u32) - 1) / 2, 9)[0], "{x,y} in consecutive(k: (3^k-1)/2)");
    }

    /// The positions of a value of a twist: a line, and neighbours.
    #[test]
    fn a_line_and_neighbours() {
        let f = |k: u64| k * k + 5 * k;
        let chain = (1..9).map(|k| (f(k), f(k + 1)));
        let line = (0..=3).map(|low| (low, 6 - low));
        let mut members: Vec<Vec<u64>> = chain.chain(line).flat_map(|(a, b)| [vec![a, b], vec![b, a]]).collect();
        members.sort();
        members.dedup();
        let told = candidates(&members, f(9), &["x".to_owned(), "y".to_owned()]);
        assert_eq!(told[0].text, "x+y = 6 or {x,y} in consecutive(k: k^2+5*k)");
    }

    #[test]
    fn members_of_a_sequence() {
        let names = ["x".to_owned()];
        let told = |members: &[u64]| {
            let mut all = of_numbers(members, *members.last().unwrap_or(&0), &names);
            all.sort_by_key(|candidate| candidate.cost);
            all.into_iter().next().map(|candidate| candidate.text)
        };
        let powers: Vec<u64> = (0..10).map(|k| (1 << k) - 1).collect();
        assert_eq!(told(&powers).as_deref(), Some("exists k: x = 2^k-1"));
        let fibonacci = [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233];
        let expected = "let f(k) = 1 if k = 0 else 2 if k = 1 else f(k-1)+f(k-2); x = 0 or (exists k: x = f(k))";
        assert_eq!(told(&fibonacci).as_deref(), Some(expected));
    }
}
