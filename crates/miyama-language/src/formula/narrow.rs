//! `exists k` with linear conditions, solved for k instead of tried.
//!
//! Where all other integers have values, a condition a·k + b = 0 leaves one k, and a·k + b ≤ 0
//! a half-line of them. What is left between the bounds is tried.

use super::evaluate::Place;
use super::syntax::{Exists, Kind, Number, Operation, Truth};
use crate::notation::Relation;

/// The part of a range of k outside of which some linear condition of the body fails.
///
/// Conditions are read in their order, up to the first that is not made of sums and products:
/// one that has no value for some k is asked for the same k as before.
pub(super) fn narrowed(place: &mut Place<'_>, exists: &Exists, (low, high): (i64, i64)) -> (i64, i64) {
    let mut range = (i128::from(low), i128::from(high));
    let mut conditions = Vec::new();
    conjuncts(&exists.body, &mut conditions);
    for condition in conditions {
        let Truth::Chain(first, rest) = condition else { break };
        if !is_plain(first) || !rest.iter().all(|(_, number)| is_plain(number)) {
            break;
        }
        let mut left = linear(place, first, exists.symbol);
        for (relation, number) in rest {
            let right = linear(place, number, exists.symbol);
            if let (Some((a, b)), Some((c, d))) = (left, right) {
                range = within(range, (a - c, b - d), *relation);
            }
            left = right;
        }
    }
    // Within the range that was given, so in 64 bits again, but for an empty one.
    match (i64::try_from(range.0), i64::try_from(range.1)) {
        (Ok(low), Ok(high)) => (low, high),
        _ => (1, 0),
    }
}

/// The conditions that must all hold, in order.
fn conjuncts<'a>(truth: &'a Truth, found: &mut Vec<&'a Truth>) {
    match truth {
        Truth::And(parts) => parts.iter().for_each(|part| conjuncts(part, found)),
        // What the body of another `exists` says of this integer alone must hold too.
        Truth::Exists(inner) => conjuncts(&inner.body, found),
        other => found.push(other),
    }
}

/// Whether a number is made of sums and products, so that it always has a value unless it is too
/// large, and then nothing is said to be found.
fn is_plain(number: &Number) -> bool {
    match &number.kind {
        Kind::Constant(_) | Kind::Symbol(_) => true,
        Kind::Negative(inner) => is_plain(inner),
        Kind::Binary(Operation::Sum | Operation::Difference | Operation::Product, a, b) => is_plain(a) && is_plain(b),
        _ => false,
    }
}

/// The range of the k in a range with a·k + b {relation} 0.
fn within((low, high): (i128, i128), (a, b): (i128, i128), relation: Relation) -> (i128, i128) {
    const NONE: (i128, i128) = (1, 0);
    let (a, b, relation) = match relation {
        Relation::Greater => (-a, -b, Relation::Less),
        Relation::AtLeast => (-a, -b, Relation::AtMost),
        other => (a, b, other),
    };
    let at_most = |b: i128| match a {
        // a·k ≤ −b
        0 if b <= 0 => (low, high),
        0 => NONE,
        1.. => (low, high.min((-b).div_euclid(a))),
        // k ≥ −b/a = b/|a|, rounded up.
        _ => (low.max(-((-b).div_euclid(-a))), high),
    };
    match relation {
        Relation::Equal if a == 0 => {
            if b == 0 {
                (low, high)
            } else {
                NONE
            }
        }
        Relation::Equal => match (-b) % a {
            0 => (low.max(-b / a), high.min(-b / a)),
            _ => NONE,
        },
        Relation::Less => at_most(b + 1),
        Relation::AtMost => at_most(b),
        Relation::Unequal | Relation::Greater | Relation::AtLeast => (low, high),
    }
}

/// A number as a·k + b, both in 64 bits; none if it is not of this form, or needs an integer
/// that is bound deeper inside.
fn linear(place: &mut Place<'_>, number: &Number, k: usize) -> Option<(i128, i128)> {
    if !number.whole {
        return None;
    }
    let (mut own, mut deeper) = (false, false);
    number.symbols(&mut |symbol| {
        own |= symbol == k;
        deeper |= symbol > k;
    });
    if deeper {
        return None;
    }
    if !own {
        return Some((0, i128::from(place.whole(number).ok()?)));
    }
    let fits = |(a, b): (i128, i128)| {
        let small = i64::try_from(a).is_ok() && i64::try_from(b).is_ok();
        small.then_some((a, b))
    };
    match &number.kind {
        Kind::Symbol(_) => Some((1, 0)),
        Kind::Negative(inner) => {
            let (a, b) = linear(place, inner, k)?;
            fits((-a, -b))
        }
        Kind::Binary(operation @ (Operation::Sum | Operation::Difference | Operation::Product), left, right) => {
            let ((a, b), (c, d)) = (linear(place, left, k)?, linear(place, right, k)?);
            fits(match operation {
                Operation::Sum => (a + c, b + d),
                Operation::Difference => (a - c, b - d),
                _ if a == 0 => (b * c, b * d),
                _ if c == 0 => (a * d, b * d),
                _ => return None,
            })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Formula, Names};
    use miyama_budget::Budget;

    /// Behind `not not` nothing is solved: every k is tried.
    #[test]
    fn what_is_solved_is_what_is_found_by_trying() {
        let budget = Budget::unlimited();
        let names = Names::of(&["x".to_owned(), "y".to_owned()]);
        let parts = [
            "2k+3 <= x",
            "x = 3k",
            "y - 2*k >= 1",
            "5 > k",
            "-k < 2 - y",
            "x - k != 3",
            "k + y < 3*k - 2",
            "0 <= 2k - y <= 4",
            "k*k = x",
            "x + 2 = y + k",
            "k mod 2 = 0",
        ];
        for a in parts {
            for b in parts {
                for range in ["", " in 1..y", " <= 7"] {
                    let solved = format!("exists k{range} ({a} and {b})");
                    let tried = format!("exists k{range} (not not ({a} and {b}))");
                    let [solved, tried] = [&solved, &tried].map(|text| Formula::set(text, &names).unwrap());
                    let (mut one, mut other) = (solved.evaluator(&budget), tried.evaluator(&budget));
                    for position in (0..14u64).flat_map(|x| (0..14u64).map(move |y| [x, y])) {
                        let found = one.number(&position).ok();
                        assert_eq!(found, other.number(&position).ok(), "{} at {position:?}", solved.source());
                    }
                }
            }
        }
        let two = Formula::set("exists i: exists j: x = 2i + 3j and y = i + 7j and i >= 1", &names).unwrap();
        let mut evaluator = two.evaluator(&budget);
        assert_eq!(evaluator.number(&[20_003, 10_007]).ok(), Some(0));
        assert_eq!(evaluator.number(&[20_003, 10_008]).ok(), Some(1));
    }
}
