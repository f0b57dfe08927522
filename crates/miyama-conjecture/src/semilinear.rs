//! Sets told by small numbers and residues of coordinates.
//!
//! The coordinates of a position are its heaps; or, where exchanging heaps changes
//! nothing, the least heap and the differences of the heaps in order; or, of two heaps,
//! the smaller one and the difference on each side of the diagonal. A set is of this
//! kind if it depends only on the cell of each coordinate: which number it is if it is
//! small, else its residue. That is a finite table, which is told by grouping.

use crate::candidate::{Candidate, Class};
use crate::condition::Condition;
use crate::cost::cost;
use crate::numbers::{Cells, among};
use crate::sample::Sample;
use std::collections::BTreeMap;

/// Some of the positions, by a condition and as a test.
type Side = (Condition, fn(&[u64]) -> bool);

/// Numbers that tell positions apart, and how they are written.
struct Coordinates {
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

fn least_and_differences(position: &[u64]) -> Vec<u64> {
    let mut sorted = position.to_vec();
    sorted.sort_unstable();
    let differences = sorted.windows(2).map(|pair| pair[1] - pair[0]);
    std::iter::once(sorted[0]).chain(differences).collect()
}

/// The candidates of this kind.
pub(crate) fn candidates(sample: &Sample, names: &[String]) -> Vec<Candidate> {
    let class = if names.len() == 1 { Class::Periodic } else { Class::Semilinear };
    let mut found: Vec<Condition> = Vec::new();
    let plain = Coordinates { names: names.to_vec(), of: heaps, side: None };
    found.extend(told(sample, &plain));
    if let Some(sorted) = sorted_names(names) {
        if sample.symmetric() {
            found.extend(told(sample, &Coordinates { names: sorted, of: least_and_differences, side: None }));
            let in_order = in_order_names(names);
            found.extend(told(sample, &Coordinates { names: in_order, of: in_order_of, side: None }));
        } else if let [x, y] = names {
            let side = |of: String, least: &str, condition: String, holds: fn(&[u64]) -> bool| {
                let names = vec![least.to_owned(), of];
                told(
                    sample,
                    &Coordinates { names, of: least_and_differences, side: Some((Condition::atom(condition), holds)) },
                )
            };
            let below = side(format!("{y}-{x}"), x, format!("{x} <= {y}"), |p| p[0] <= p[1]);
            let above = side(format!("{x}-{y}"), y, format!("{x} > {y}"), |p| p[0] > p[1]);
            if let (Some(below), Some(above)) = (below, above) {
                found.push(below.or(above));
            }
        }
    }
    let equal = |text: String| match names {
        [x, y] => text.replace(&format!("|{x}-{y}| = 0"), &format!("{x} = {y}")),
        _ => text,
    };
    found.into_iter().map(|condition| Candidate::new(class, equal(condition.text()))).collect()
}

/// The least heap and the differences of two or three heaps in order.
fn sorted_names(names: &[String]) -> Option<Vec<String>> {
    match names {
        [x, y] => Some(vec![format!("min({x},{y})"), format!("|{x}-{y}|")]),
        [x, y, z] => {
            let all = format!("{x},{y},{z}");
            let median = median(names);
            Some(vec![format!("min({all})"), format!("{median}-min({all})"), format!("max({all})-{median}")])
        }
        _ => None,
    }
}

/// The heaps in order, two or three of them.
fn in_order_names(names: &[String]) -> Vec<String> {
    let all = names.join(",");
    let (least, greatest) = (format!("min({all})"), format!("max({all})"));
    match names {
        [_, _] => vec![least, greatest],
        _ => vec![least, median(names), greatest],
    }
}

fn median(names: &[String]) -> String {
    format!("median({})", names.join(","))
}

/// The set in these coordinates, in the fewest cells that tell it.
fn told(sample: &Sample, coordinates: &Coordinates) -> Option<Condition> {
    let (mut points, mut positions) = (Vec::new(), 0u64);
    for (position, number) in sample.all() {
        positions += 1;
        if coordinates.side.as_ref().is_none_or(|(_, holds)| holds(&position)) {
            points.push(((coordinates.of)(&position), number != 0));
        }
    }
    let dimensions = u32::try_from(coordinates.names.len()).ok()?;
    // So few cells that every one of them is seen several times over.
    let side = sample.to() + 1;
    let longest = if dimensions == 1 { side / 3 } else { side / 4 };
    let mut sizes: Vec<Cells> = (1..=longest)
        .flat_map(|modulus| (0..=longest).map(move |cap| Cells { cap, modulus }))
        .filter(|cells| cells.cap + cells.modulus <= longest.max(2))
        .filter(|cells| (cells.cap + cells.modulus).pow(dimensions) <= positions / 4)
        .collect();
    sizes.sort_by_key(|cells| (cells.cap + cells.modulus, cells.modulus));
    let cells = sizes.into_iter().find(|cells| consistent(&points, *cells))?;
    let table = table(&points, cells);
    let orders = permutations(coordinates.names.len());
    let all = orders.iter().map(|order| grouped(&table, cells, &coordinates.names, order));
    let shortest = all.min_by_key(|condition| cost(&condition.text()))?;
    Some(match &coordinates.side {
        Some((side, _)) => side.clone().and(shortest),
        None => shortest,
    })
}

/// Whether every cell is either inside the set or outside.
fn consistent(points: &[(Vec<u64>, bool)], cells: Cells) -> bool {
    let dimensions = points.first().map_or(0, |(point, _)| point.len());
    let mut seen: Vec<Option<bool>> = vec![None; cells.count().pow(u32::try_from(dimensions).unwrap_or(u32::MAX))];
    points.iter().all(|(point, inside)| {
        let place = point.iter().fold(0, |place, number| place * cells.count() + cells.of(*number));
        *seen[place].get_or_insert(*inside) == *inside
    })
}

/// Which cells are inside.
fn table(points: &[(Vec<u64>, bool)], cells: Cells) -> BTreeMap<Vec<usize>, bool> {
    points.iter().map(|(point, inside)| (point.iter().map(|number| cells.of(*number)).collect(), *inside)).collect()
}

/// The table told coordinate by coordinate, in this order: cells of the first one that
/// have the same rest stand together.
fn grouped(table: &BTreeMap<Vec<usize>, bool>, cells: Cells, names: &[String], order: &[usize]) -> Condition {
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
        groups.entry(told).or_insert_with(|| vec![false; cells.count()])[*cell] = true;
    }
    groups.remove(&Condition::False);
    let mut parts: Vec<Condition> =
        groups.into_iter().map(|(told, chosen)| cells.condition(&chosen, &names[*first]).and(told)).collect();
    parts.sort_by_key(|part| cost(&part.text()));
    parts.into_iter().fold(Condition::False, Condition::or)
}

fn permutations(count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![vec![]];
    }
    let shorter = permutations(count - 1);
    let insert = |order: &Vec<usize>| {
        let places = 0..=order.len();
        places.map(|place| [&order[..place], &[count - 1], &order[place..]].concat()).collect::<Vec<_>>()
    };
    shorter.iter().flat_map(insert).collect()
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
        _ => Condition::atom(listed(&members, names)),
    };
    Some(Candidate::new(Class::Finite, condition.text()))
}

/// `(x, y) in {(0, 0), (1, 2)}`
pub(crate) fn listed(positions: &[Vec<u64>], names: &[String]) -> String {
    let tuple = |heaps: Vec<String>| if heaps.len() == 1 { heaps.concat() } else { format!("({})", heaps.join(", ")) };
    let all: Vec<String> =
        positions.iter().map(|heaps| tuple(heaps.iter().map(ToString::to_string).collect())).collect();
    match all.as_slice() {
        [] => "false".to_owned(),
        [only] => format!("{} = {only}", tuple(names.to_vec())),
        _ => format!("{} in {{{}}}", tuple(names.to_vec()), all.join(", ")),
    }
}
