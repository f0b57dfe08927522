//! Sets told by small numbers and residues of coordinates.
//!
//! The coordinates of a position are its heaps; or, where exchanging heaps changes
//! nothing, the least heap and the differences of the heaps in order; or, of two heaps,
//! the smaller one and the difference on each side of the diagonal. A set is of this
//! kind if it depends only on the cell of each coordinate: which number it is if it is
//! small, else its residue. That is a finite table, which is told by grouping.

use crate::candidate::{Candidate, Class};
use crate::cells::CellSet;
use crate::condition::Condition;
use crate::cost::cost;
use crate::cover::cover;
use crate::numbers::{Cells, among};
use crate::sample::Sample;
use miyama::heap::formula::finite_set;
use miyama::heap::notation::orders;
use std::collections::BTreeMap;

/// Some of the positions, by a condition and as a test.
type Side = (Condition, fn(&[u64]) -> bool);

/// Numbers that tell positions apart, and how they are written.
struct Coordinates {
    /// Words that the names are made of, and what they stand for.
    words: Vec<(String, String)>,
    names: Vec<String>,
    of: fn(&[u64]) -> Vec<u64>,
    /// A condition on the positions that these coordinates are for.
    side: Option<Side>,
}

fn heaps(position: &[u64]) -> Vec<u64> {
    position.to_vec()
}

fn in_order_of(position: &[u64]) -> Vec<u64> {
    let mut sorted = position.to_vec();
    sorted.sort_unstable();
    sorted
}

pub(crate) fn least_and_differences(position: &[u64]) -> Vec<u64> {
    let mut sorted = position.to_vec();
    sorted.sort_unstable();
    let differences = sorted.windows(2).map(|pair| pair[1] - pair[0]);
    std::iter::once(sorted[0]).chain(differences).collect()
}

/// Formulas of this kind that a sample of a set suggests, the shortest first.
#[must_use]
pub fn by_cells(sample: &Sample, names: &[String]) -> Vec<String> {
    let mut all = candidates(sample, names);
    all.sort_by_key(|candidate| candidate.cost);
    all.into_iter().map(|candidate| candidate.text).collect()
}

/// The least heap, the differences, and how far the greatest is from the sum of the others.
fn with_sum(position: &[u64]) -> Vec<u64> {
    far_from(position, 0, 0)
}

/// The same for the sum less 1.
fn with_less(position: &[u64]) -> Vec<u64> {
    far_from(position, 1, 0)
}

/// The same for the sum and 1.
fn with_more(position: &[u64]) -> Vec<u64> {
    far_from(position, 0, 1)
}

fn far_from(position: &[u64], less: u64, more: u64) -> Vec<u64> {
    let mut numbers = least_and_differences(position);
    let total: u64 = position.iter().sum();
    let greatest = position.iter().copied().max().unwrap_or(0);
    numbers.push((2 * greatest + less).abs_diff(total + more));
    numbers
}

/// From a position with its heaps in order to the numbers that are looked at.
type Sorted = fn(&[u64]) -> Vec<u64>;

/// How the number of [`with_sum`] and its relatives is written, for heaps a ≤ b ≤ c.
const SUMS: [(Sorted, &str); 3] = [(with_sum, ""), (with_less, "+1"), (with_more, "-1")];

/// The candidates of this kind.
pub(crate) fn candidates(sample: &Sample, names: &[String]) -> Vec<Candidate> {
    let class = if names.len() == 1 { Class::Periodic } else { Class::Semilinear };
    let plain = |names: Vec<String>, of| Coordinates { words: vec![], names, of, side: None };
    let mut found: Vec<String> = told(sample, &plain(names.to_vec(), heaps)).into_iter().collect();
    let plainly = found.len();
    match names {
        [x, y] if sample.symmetric() => {
            let (least, greatest) = (format!("min({x},{y})"), format!("max({x},{y})"));
            found.extend(told(sample, &plain(vec![least.clone(), format!("|{x}-{y}|")], least_and_differences)));
            found.extend(told(sample, &plain(vec![least, greatest], in_order_of)));
        }
        [x, y] => {
            let side = |of: String, least: &str, condition: String, holds: fn(&[u64]) -> bool| {
                let names = vec![least.to_owned(), of];
                let side = Some((Condition::atom(condition), holds));
                told_as(sample, &Coordinates { side, ..plain(names, least_and_differences) })
            };
            let below = side(format!("{y}-{x}"), x, format!("{x} <= {y}"), |p| p[0] <= p[1]);
            let above = side(format!("{x}-{y}"), y, format!("{x} > {y}"), |p| p[0] > p[1]);
            if let (Some(below), Some(above)) = (below, above) {
                found.push(below.or(above).text());
            }
        }
        [_, _, _] if sample.symmetric() => {
            let all = names.join(",");
            let [a, b, c] = ordered_names(names);
            let words = vec![
                (a.clone(), format!("min({all})")),
                (b.clone(), format!("median({all})")),
                (c.clone(), format!("max({all})")),
            ];
            let differences = vec![a.clone(), format!("{b}-{a}"), format!("{c}-{b}")];
            for (of, moved) in SUMS {
                let sum = [differences.clone(), vec![format!("|{c}-{b}-{a}{moved}|")]].concat();
                found.extend(told_by_forms(sample, &Coordinates { words: words.clone(), ..plain(sum, of) }));
            }
            let in_order = vec![a, b, c];
            for (names, of) in [(differences, least_and_differences as fn(&[u64]) -> Vec<u64>), (in_order, in_order_of)]
            {
                found.extend(told(sample, &Coordinates { words: words.clone(), ..plain(names, of) }));
            }
        }
        _ => {}
    }
    let equal = |text: String| match names {
        [x, y] => {
            let (same, least) = (format!("{x} = {y}"), format!("min({x},{y}) = 0"));
            let both = text.replace(&format!("|{x}-{y}| = 0"), &same);
            let both = both.replace(&format!("{same} and {least}"), &format!("{same} = 0"));
            both.replace(&format!("{least} and {same}"), &format!("{same} = 0"))
        }
        _ => text,
    };
    let whole = |(place, text): (usize, String)| {
        // The first one is told by the heaps themselves.
        Candidate { in_order: names.len() == 3 && place >= plainly, ..Candidate::new(class, equal(text)) }
    };
    found.into_iter().enumerate().map(whole).collect()
}

/// Names for three heaps in order that are not those of the heaps.
fn ordered_names(heaps: &[String]) -> [String; 3] {
    let all = [["a", "b", "c"], ["p", "q", "r"], ["s", "t", "u"], ["least", "middle", "greatest"]];
    let free = |names: &&[&str; 3]| names.iter().all(|name| !heaps.iter().any(|heap| heap == name));
    all.iter().find(free).unwrap_or(&all[0]).map(ToOwned::to_owned)
}

/// The set by more numbers than there are heaps, of which only small ones matter.
fn told_by_forms(sample: &Sample, coordinates: &Coordinates) -> Option<String> {
    let set = (1..=4).find_map(|cap| CellSet::uniform(sample, coordinates.of, Cells { cap, modulus: 1 }))?;
    Some(worded(equations(shortest(&set, &coordinates.names)?.text(), &coordinates.words), &coordinates.words))
}

/// The set in these coordinates, as a formula.
fn told(sample: &Sample, coordinates: &Coordinates) -> Option<String> {
    Some(worded(equations(told_as(sample, coordinates)?.text(), &coordinates.words), &coordinates.words))
}

/// The text with equations between heaps as people write them: a = b for b-a = 0.
fn equations(text: String, words: &[(String, String)]) -> String {
    let [(a, least), (b, _), (c, _)] = words else { return text };
    let heaps = least.trim_start_matches("min(").trim_end_matches(')').replace(',', " = ");
    let told = |text: String, moved: &str, sum: &str| {
        text.replace(&format!("|{c}-{b}-{a}{moved}| = 0"), &format!("{c} = {a}+{b}{sum}"))
    };
    let sum = told(told(told(text, "", ""), "+1", "-1"), "-1", "+1");
    let lower = sum.replace(&format!("{b}-{a} = 0"), &format!("{a} = {b}"));
    let upper = lower.replace(&format!("{c}-{b} = 0"), &format!("{b} = {c}"));
    let equal = upper.replace(&format!("{a} = {b} and {b} = {c}"), &heaps);
    equal.replace(&format!("{b} = {c} and {a} = {b}"), &heaps)
}

/// The text with its words explained in front of it, or in place if they occur once.
fn worded(mut text: String, words: &[(String, String)]) -> String {
    let mut lets = String::new();
    for (word, means) in words {
        match occurrences(&text, word) {
            0 => {}
            1 => text = replaced(&text, word, means),
            _ => lets.push_str(&format!("let {word} = {means}; ")),
        }
    }
    format!("{lets}{text}")
}

/// Where a word stands by itself.
fn places<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    let part = |sign: Option<char>| sign.is_some_and(|sign| sign.is_ascii_alphanumeric());
    text.match_indices(word)
        .map(|(at, _)| at)
        .filter(move |at| !part(text[..*at].chars().next_back()) && !part(text[at + word.len()..].chars().next()))
}

fn occurrences(text: &str, word: &str) -> usize {
    places(text, word).count()
}

fn replaced(text: &str, word: &str, means: &str) -> String {
    match places(text, word).next() {
        Some(at) => format!("{}{means}{}", &text[..at], &text[at + word.len()..]),
        None => text.to_owned(),
    }
}

/// The set in these coordinates, in the fewest cells that tell it.
fn told_as(sample: &Sample, coordinates: &Coordinates) -> Option<Condition> {
    let holds = |position: &[u64]| coordinates.side.as_ref().is_none_or(|(_, holds)| holds(position));
    let set = CellSet::of(sample, coordinates.of, holds)?;
    let shortest = shortest(&set, &coordinates.names)?;
    Some(match &coordinates.side {
        Some((side, _)) => side.clone().and(shortest),
        None => shortest,
    })
}

/// The shortest way to tell the table.
fn shortest(set: &CellSet, names: &[String]) -> Option<Condition> {
    let mut orders = orders(names.len());
    // Heaps are named in their order; of other numbers the difference says more.
    if !names.iter().all(|name| name.chars().all(char::is_alphanumeric)) {
        orders.reverse();
    }
    let all = orders.iter().map(|order| grouped(&set.table, &set.cells, names, order));
    all.chain(cover(set, names)).min_by_key(|condition| cost(&condition.text()))
}

/// The table told coordinate by coordinate, in this order: cells of the first one that
/// have the same rest stand together.
fn grouped(table: &BTreeMap<Vec<usize>, bool>, cells: &[Cells], names: &[String], order: &[usize]) -> Condition {
    let Some((first, rest)) = order.split_first() else {
        return if table.values().any(|inside| *inside) { Condition::True } else { Condition::False };
    };
    let mut slices: BTreeMap<usize, BTreeMap<Vec<usize>, bool>> = BTreeMap::new();
    for (key, inside) in table {
        let mut others = key.clone();
        others[*first] = 0;
        slices.entry(key[*first]).or_default().insert(others, *inside);
    }
    let mut groups: BTreeMap<Condition, Vec<bool>> = BTreeMap::new();
    for (cell, slice) in &slices {
        let told = grouped(slice, cells, names, rest);
        groups.entry(told).or_insert_with(|| vec![false; cells[*first].count()])[*cell] = true;
    }
    groups.remove(&Condition::False);
    let mut parts: Vec<Condition> =
        groups.into_iter().map(|(told, chosen)| cells[*first].condition(&chosen, &names[*first]).and(told)).collect();
    parts.sort_by_key(|part| cost(&part.text()));
    parts.into_iter().fold(Condition::False, Condition::or)
}

/// A finite set, if no member is in the outer half of the box.
pub(crate) fn finite(sample: &Sample, names: &[String]) -> Option<Candidate> {
    let most = if names.len() == 1 { 40 } else { 16 };
    let members: Vec<Vec<u64>> = sample.members().take(most + 1).collect();
    if members.len() > most || members.iter().flatten().any(|heap| heap * 2 > sample.to()) {
        return None;
    }
    let condition = match names {
        [x] => among(x, &members.concat()),
        _ => Condition::atom(finite_set(&members, names)),
    };
    Some(Candidate::new(Class::Finite, condition.text()))
}
