//! Residues of one heap, and bands of differences of two whose positions repeat.

use crate::table::Table;
use std::collections::BTreeMap;

/// The longest period that is tried.
const LONGEST: usize = 200;

/// A set of numbers below `known` that repeats: from where, how, and the residues.
struct Periodic {
    from: usize,
    period: usize,
    residues: Vec<usize>,
    before: Vec<usize>,
}

/// The shortest period that the second half of a sequence shows at least twice.
fn periodic(members: &[bool]) -> Option<Periodic> {
    let length = members.len();
    for period in 1..=LONGEST.min(length / 3) {
        let mut from = length - period;
        while from > 0 && members[from - 1] == members[from - 1 + period] {
            from -= 1;
        }
        if from + 2 * period <= length && from <= length / 2 {
            let residues = (0..period).filter(|r| members[from + (r + period - from % period) % period]).collect();
            let before = (0..from).filter(|n| members[*n]).collect();
            return Some(Periodic { from, period, residues, before });
        }
    }
    None
}

impl Periodic {
    /// The condition on a number, in text.
    fn text(&self, of: &str) -> String {
        let late = match (self.period, self.residues.as_slice()) {
            (_, []) => return among(of, &self.before),
            (1, _) => String::new(),
            (period, [r]) => format!("{of} mod {period} = {r}"),
            (period, residues) => format!("{of} mod {period} in {{{}}}", list(residues)),
        };
        // Whether the rule holds from the beginning.
        let rule: Vec<usize> = (0..self.from).filter(|n| self.residues.contains(&(n % self.period))).collect();
        if rule == self.before {
            return if late.is_empty() { "true".to_owned() } else { late };
        }
        // Or it holds from the beginning, and there are some more.
        if !late.is_empty() && rule.iter().all(|n| self.before.contains(n)) {
            let more: Vec<usize> = self.before.iter().copied().filter(|n| !rule.contains(n)).collect();
            return format!("{} or {late}", among(of, &more));
        }
        let from = format!("{of} >= {}", self.from);
        let late = if late.is_empty() { from } else { format!("{from} and {late}") };
        if self.before.is_empty() { late } else { format!("{} or {late}", among(of, &self.before)) }
    }
}

fn among(of: &str, members: &[usize]) -> String {
    match members {
        [] => "false".to_owned(),
        [only] => format!("{of} = {only}"),
        several => format!("{of} in {{{}}}", list(several)),
    }
}

fn list(numbers: &[usize]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// Candidates for one heap.
pub(super) fn residues(table: &Table, x: &str) -> Vec<String> {
    let members: Vec<bool> = (0..=table.to).map(|n| table.at(&[n]) == Some(true)).collect();
    periodic(&members).map(|found| found.text(x)).into_iter().collect()
}

/// The largest modulus of two heaps, each with residues of its own.
const LARGEST_MODULUS: usize = 12;

/// Candidates for two heaps that do not ask for each other: the smallest modulus for which the
/// set is some residues of one and some of the other.
pub(super) fn residues_of_two(table: &Table, x: &str, y: &str) -> Vec<String> {
    let is_member = |row: usize, column: usize| table.at(&[row as u64, column as u64]) == Some(true);
    for modulus in 2..=LARGEST_MODULUS {
        let among = |is_one: &dyn Fn(usize) -> bool| (0..modulus).filter(|r| is_one(*r)).collect::<Vec<usize>>();
        let rows = among(&|row| (0..modulus).any(|column| is_member(row, column)));
        let columns = among(&|column| (0..modulus).any(|row| is_member(row, column)));
        let to = (2 * modulus).min(usize::try_from(table.to).unwrap_or(0));
        let is_product = (0..=to).all(|row| {
            let in_rows = rows.contains(&(row % modulus));
            (0..=to).all(|column| is_member(row, column) == (in_rows && columns.contains(&(column % modulus))))
        });
        if is_product && !rows.is_empty() {
            // All residues are no condition.
            let text = |of: &str, residues: Vec<usize>| {
                let periodic = Periodic { from: 0, period: modulus, residues, before: vec![] };
                (periodic.residues.len() < modulus).then(|| periodic.text(of))
            };
            let both: Vec<String> = text(x, rows).into_iter().chain(text(y, columns)).collect();
            return if both.is_empty() { vec![] } else { vec![both.join(" and ")] };
        }
    }
    vec![]
}

/// Candidates for two heaps whose difference is bounded: for each difference, which
/// smaller heaps occur.
pub(super) fn bands(table: &Table, x: &str, y: &str) -> Vec<String> {
    let half = table.to / 2;
    // By signed difference y − x, the smaller heaps.
    let mut by_difference: BTreeMap<i64, Vec<bool>> = BTreeMap::new();
    let most = 24.min(half / 2);
    for p in table.members() {
        let (low, difference) = (p[0].min(p[1]), p[1].abs_diff(p[0]));
        if difference > most {
            // Few and small: left to the exceptions.
            if low > half / 2 {
                return vec![];
            }
            continue;
        }
        let signed = i64::try_from(difference).unwrap_or(0) * if p[1] < p[0] { -1 } else { 1 };
        let row =
            by_difference.entry(signed).or_insert_with(|| vec![false; usize::try_from(table.to - most).unwrap_or(0)]);
        if let Some(place) = usize::try_from(low).ok().and_then(|low| row.get_mut(low)) {
            *place = true;
        }
    }
    let min = format!("min({x},{y})");
    let mut conditions: BTreeMap<String, Vec<i64>> = BTreeMap::new();
    for (difference, row) in &by_difference {
        let Some(found) = periodic(row) else { return vec![] };
        conditions.entry(found.text(&min)).or_default().push(*difference);
    }
    let both_signs = by_difference.iter().all(|(d, row)| by_difference.get(&-d) == Some(row));
    let mut parts = Vec::new();
    for (condition, differences) in conditions.iter().filter(|(condition, _)| condition.as_str() != "false") {
        let of = if both_signs { format!("|{x}-{y}|") } else { format!("{y}-{x}") };
        let mut sizes: Vec<i64> = differences.iter().copied().filter(|d| !both_signs || *d >= 0).collect();
        sizes.sort_unstable();
        let run = sizes.windows(2).all(|pair| pair[0] + 1 == pair[1]);
        let band = match sizes.as_slice() {
            [0] => format!("{x} = {y}"),
            [only] => format!("{of} = {only}"),
            [0, .., last] if run => format!("{of} <= {last}"),
            [first, .., last] if run => format!("{first} <= {of} <= {last}"),
            _ => format!("{of} in {{{}}}", sizes.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")),
        };
        parts.push(match condition.as_str() {
            "true" => band,
            condition if condition.contains(" or ") => format!("{band} and ({condition})"),
            condition => format!("{band} and {condition}"),
        });
    }
    if parts.is_empty() { vec![] } else { vec![parts.join(" or ")] }
}
