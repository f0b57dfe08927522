//! Rows with repetitions: how they are cut, and which are one read backwards.

use super::{Round, Shape, Sign};

/// Joins what comes once between repetitions: alternately a part that comes
/// once, possibly empty, and a round that repeats.
pub(super) fn cut(row: &[(bool, Vec<Sign>)]) -> Vec<Vec<Sign>> {
    let mut parts = vec![vec![]];
    for (repeated, signs) in row {
        if *repeated {
            parts.push(signs.clone());
            parts.push(vec![]);
        } else if let Some(last) = parts.last_mut() {
            last.extend(signs);
        }
    }
    parts
}

/// A line and the same read backwards are one where no class is carried.
pub(in crate::pattern) fn straightened(along: (i32, i32), from: &[Round], to: &[Vec<Sign>]) -> Shape {
    let used: Vec<char> = to.iter().flatten().filter_map(Sign::class).collect();
    let carries = to.iter().zip(cut_rounds(from)).any(|(to, from)| !same_classes(to, &from, &used));
    if along > (0, 0) || carries {
        return Shape::Line { along, from: from.to_vec(), to: to.to_vec() };
    }
    let mut rounds = from.to_vec();
    rounds.reverse();
    rounds.iter_mut().for_each(|round| round.cells.reverse());
    let mut parts = to.to_vec();
    parts.reverse();
    parts.iter_mut().for_each(|part| part.reverse());
    Shape::Line { along: (-along.0, -along.1), from: rounds, to: parts }
}

/// The classes of a left side, cut as [`cut`] cuts a right side.
fn cut_rounds(from: &[Round]) -> Vec<Vec<Option<char>>> {
    let mut parts = vec![vec![]];
    for round in from {
        let classes: Vec<Option<char>> = round.cells.iter().map(|(_, class)| *class).collect();
        if round.count.is_some() {
            parts.push(classes);
            parts.push(vec![]);
        } else if let Some(last) = parts.last_mut() {
            last.extend(classes);
        }
    }
    parts
}

/// Does every class stay where it is? The n-th on the right is the n-th on the left, counted from either end, only if
/// the classes that are used have the same places on both sides: `[AA+] -> [.A+]` carries, though letters agree.
fn same_classes(to: &[Sign], from: &[Option<char>], used: &[char]) -> bool {
    let left = |class: &Option<char>| class.filter(|class| used.contains(class));
    to.len() == from.len() && to.iter().zip(from).all(|(to, from)| to.class() == left(from))
}

impl Sign {
    /// The class that is put, if it is one.
    fn class(&self) -> Option<char> {
        match self {
            Sign::Class(class) => Some(*class),
            Sign::Code(_) | Sign::Keep => None,
        }
    }
}
