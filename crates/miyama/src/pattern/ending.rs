//! Why every play ends, or how it can go on forever.
//!
//! Give every sign a weight. If the sum over a board falls with every move, no
//! position comes back, and play ends because boards are finite. Moves under
//! which one sum stays the same may fall under the next: sums are compared in
//! order. First weights are sought that depend on the sign alone, then on the
//! sign and linearly on row and column. They are found by linear programming,
//! and the answer is checked with whole numbers.
//!
//! Where no such weights exist, a position that comes back is looked for on
//! small boards, and play is followed from the position that is asked about. Where neither
//! an end nor a circle is found, that is what is said.

mod change;
mod circle;

pub(super) use change::line_cells;

use super::game::Game;
use super::position::{CellPosition, Ground};
use super::rule::{Codes, Rules};
use crate::simplex::{Optimum, Program, Relation};
use change::{Change, changes};
use miyama_budget::{Budget, Stopped};
use miyama_text::{Text, say};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::collections::{BTreeSet, HashSet};

/// What is known about the end of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// These sums, compared in order, fall with every move.
    Falls(Vec<Weights>),
    /// Play from one position was followed through so many positions, and ends.
    Followed(usize),
    /// Play can come back: each position leads to the next, the last is the first.
    Circle(Vec<CellPosition>),
    /// Neither was found.
    Unknown,
}

impl Ending {
    /// Why the game has no values: how play comes back, or that nothing is known.
    #[must_use]
    pub fn refusal(&self) -> Option<Text> {
        match self {
            Ending::Falls(_) | Ending::Followed(_) => None,
            Ending::Circle(circle) => {
                let shown = circle.iter().map(ToString::to_string).collect::<Vec<_>>().join(" > ");
                Some(say!("pattern.circle", circle = shown))
            }
            Ending::Unknown => Some(say!("pattern.no_end")),
        }
    }
}

/// Weights of signs; a sign at (row, column) counts `sign + row · down + column · across`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights(pub Vec<Weight>);

/// The weight of one sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weight {
    /// The sign.
    pub sign: char,
    /// What it counts anywhere.
    pub constant: i64,
    /// What it counts more for each row further down.
    pub down: i64,
    /// What it counts more for each column further right.
    pub across: i64,
}

impl Game {
    /// Why play ends on boards of this ground.
    ///
    /// # Errors
    /// The budget.
    pub fn ending(&self, ground: &Ground, budget: &Budget) -> Result<Ending, Stopped> {
        if let Some(weights) = self.weights(ground, budget)? {
            return Ok(Ending::Falls(weights));
        }
        Ok(self.circle(budget)?.map_or(Ending::Unknown, Ending::Circle))
    }

    /// Why play ends from this position: where nothing is known of its ground, play is followed.
    ///
    /// # Errors
    /// The budget.
    pub fn ending_from(&self, position: &CellPosition, budget: &Budget) -> Result<Ending, Stopped> {
        match self.ending(&position.ground, budget)? {
            Ending::Unknown => self.play_from(position, budget),
            known => Ok(known),
        }
    }

    /// Weights whose sums fall with every move on boards of this ground, if any
    /// are found.
    ///
    /// # Errors
    /// The budget.
    pub fn weights(&self, ground: &Ground, budget: &Budget) -> Result<Option<Vec<Weights>>, Stopped> {
        let rules = Rules::new(self.definition(), self.arguments(), ground.longest());
        let Some(mut changes) = changes(&rules, budget)? else { return Ok(None) };
        if matches!(ground, Ground::Edges(edges) if edges.grounded().is_some()) {
            // Edges that fall with a move are changes too: a sum of changes that all fall,
            // compared in order, falls.
            let lost = |code: usize| (0..rules.codes()).map(|c| [-i64::from(c == code), 0, 0]).collect();
            changes.extend((0..rules.codes()).map(lost));
        }
        falling(&rules, &changes, ground.neighbours().is_some(), budget)
    }
}

/// Games with more signs are not looked at for signs that become fewer.
const MOST_COUNTED: usize = 8;

/// Sets of signs of which every move of these rules leaves so many fewer on the board, at least: if
/// there are n cells with such signs and each move takes d of them, there are at most n/d moves.
pub(super) fn falling_counts(rules: &Rules) -> Vec<(Codes, u32)> {
    let signs = rules.signs.len();
    let changes = changes(rules, &Budget::unlimited()).ok().flatten();
    let Some(changes) = changes.filter(|changes| !changes.is_empty() && signs <= MOST_COUNTED) else {
        return vec![];
    };
    let taken = |set: Codes| {
        let one =
            |change: &Change| -> i64 { (0..signs).filter(|i| set >> (i + 1) & 1 == 1).map(|i| -change[i][0]).sum() };
        changes.iter().map(one).min().and_then(|taken| u32::try_from(taken).ok()).unwrap_or(0)
    };
    let mut sets: Vec<Codes> = (1..1 << signs).map(|set: Codes| set << 1).collect();
    sets.sort_by_key(|set| set.count_ones());
    let mut found: Vec<(Codes, u32)> = vec![];
    for set in sets {
        let taken = taken(set);
        // A larger set has as many cells at least.
        if taken > 0 && found.iter().all(|(other, fewer)| other & !set != 0 || *fewer < taken) {
            found.push((set, taken));
        }
    }
    found
}

/// Weights under which all changes fall, sum after sum, if there are any.
fn falling(
    rules: &Rules,
    changes: &BTreeSet<Change>,
    on_graph: bool,
    budget: &Budget,
) -> Result<Option<Vec<Weights>>, Stopped> {
    let mut left: Vec<&Change> = changes.iter().collect();
    let mut sums = vec![];
    for places in [false, true] {
        // Rows and columns of a graph mean nothing, and where a continuation
        // lies is not known.
        let unplaced = left.iter().any(|change| change.iter().any(|c| c[1] == i64::MAX));
        if places && (on_graph || unplaced) {
            break;
        }
        while !left.is_empty() {
            budget.check()?;
            let Some(weights) = one_sum(&indecomposable(reduced(&left, places)), rules.codes(), places) else { break };
            let (falls, same): (Vec<&Change>, Vec<&Change>) = left.iter().partition(|c| weighed(&weights, c) < 0);
            // What the program says is checked here: no sum rises, some falls.
            if falls.is_empty() || same.iter().any(|c| weighed(&weights, c) != 0) {
                break;
            }
            left = same;
            sums.push(weights);
        }
    }
    if !left.is_empty() {
        return Ok(None);
    }
    let weight = |(i, w): (usize, &[i64; 3])| {
        let sign = rules.signs.get(i)?;
        Some(Weight { sign: *sign, constant: w[0], down: w[1], across: w[2] })
    };
    let named = |sum: Vec<[i64; 3]>| Weights(sum.iter().enumerate().filter_map(weight).collect());
    Ok(Some(sums.into_iter().map(named).collect()))
}

/// The changes as far as they are weighed, each divided by what its numbers have
/// in common: it falls if and only if the divided one does.
fn reduced(changes: &[&Change], places: bool) -> Vec<Change> {
    let one = |change: &&Change| divided(change.iter().map(|c| if places { *c } else { [c[0], 0, 0] }).collect());
    changes.iter().map(one).collect::<BTreeSet<_>>().into_iter().collect()
}

/// The change divided by what its numbers have in common.
fn divided(mut change: Change) -> Change {
    let common = change.iter().flatten().fold(0i64, |gcd, n| gcd.gcd(n)).max(1);
    change.iter_mut().flatten().for_each(|n| *n /= common);
    change
}

/// The changes without those that are made up of others: if d and c − d rise under no weights, nor
/// does c, and it falls where one of them does. So the linear program need not see c. Smaller ones
/// are looked at first, and c − d is smaller than c: what is left out is a sum of what is kept.
fn indecomposable(mut changes: Vec<Change>) -> Vec<Change> {
    let size = |change: &Change| change.iter().flatten().map(|n| n.unsigned_abs()).sum::<u64>();
    let all: HashSet<Change> = changes.iter().cloned().collect();
    changes.sort_by_cached_key(|change| (size(change), change.clone()));
    let mut kept: Vec<Change> = vec![];
    for change in changes {
        let parts = |part: &Change| {
            let rest: Change = change.iter().zip(part).map(|(a, b)| [a[0] - b[0], a[1] - b[1], a[2] - b[2]]).collect();
            size(&rest) < size(&change) && (size(&rest) == 0 || all.contains(&divided(rest)))
        };
        if !kept.iter().any(parts) {
            kept.push(change);
        }
    }
    kept
}

/// By how much a sum rises with a change, wherever it happens.
fn weighed(weights: &[[i64; 3]], change: &Change) -> i128 {
    let product = |a: i64, b: i64| if a == 0 { 0 } else { i128::from(a) * i128::from(b) };
    let one = |(w, c): (&[i64; 3], &[i64; 3])| -> i128 { (0..3).map(|i| product(w[i], c[i])).sum() };
    weights.iter().zip(change).map(one).sum()
}

/// One sum that rises with no change and falls with as many as possible: for
/// weights w and t with 0 ≤ t ≤ 1 and w·change + t ≤ 0, the sum of all t is made
/// as large as it can be.
fn one_sum(changes: &[Change], codes: usize, places: bool) -> Option<Vec<[i64; 3]>> {
    let kinds = if places { 3 } else { 1 };
    // A weight of any sign is the difference of two variables.
    let variables = 2 * kinds * codes;
    let mut program = Program::new(variables + changes.len());
    let variable = |code: usize, kind: usize| 2 * (kinds * code + kind);
    for (number, change) in changes.iter().enumerate() {
        let mut row = vec![BigInt::zero(); variables + changes.len()];
        for (code, entry) in change.iter().enumerate() {
            for (kind, coefficient) in entry.iter().enumerate().take(kinds) {
                row[variable(code, kind)] += *coefficient;
                row[variable(code, kind) + 1] -= *coefficient;
            }
        }
        row[variables + number] = BigInt::one();
        program.require(row, Relation::AtMost, BigInt::zero());
        let mut row = vec![BigInt::zero(); variables + changes.len()];
        row[variables + number] = BigInt::one();
        program.require(row, Relation::AtMost, BigInt::one());
    }
    if places {
        // A change happens anywhere: further down or right, each cell counts
        // more by the sum of what changes there, which must be nothing.
        let shifts: BTreeSet<Vec<i64>> = changes.iter().map(|change| change.iter().map(|c| c[0]).collect()).collect();
        for counts in shifts {
            for kind in [1, 2] {
                let mut row = vec![BigInt::zero(); variables + changes.len()];
                for (code, count) in counts.iter().enumerate() {
                    row[variable(code, kind)] += *count;
                    row[variable(code, kind) + 1] -= *count;
                }
                program.require(row, Relation::Equal, BigInt::zero());
            }
        }
    }
    let mut aim = vec![BigInt::zero(); variables + changes.len()];
    aim[variables..].iter_mut().for_each(|t| *t = -BigInt::one());
    let Optimum::At(point) = program.least(&aim) else { return None };
    let weight = |code: usize, kind: usize| {
        if kind >= kinds {
            return BigInt::zero();
        }
        &point.numerators[variable(code, kind)] - &point.numerators[variable(code, kind) + 1]
    };
    let exact: Vec<[BigInt; 3]> = (0..codes).map(|code| [0, 1, 2].map(|kind| weight(code, kind))).collect();
    let common = exact.iter().flatten().fold(BigInt::zero(), |gcd, w| gcd.gcd(w));
    if common.is_zero() {
        return None;
    }
    let small = |w: &BigInt| (w / &common).to_i64();
    let mut weights = vec![];
    for [a, b, c] in &exact {
        weights.push([small(a)?, small(b)?, small(c)?]);
    }
    debug_assert!(common.is_positive());
    Some(weights)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::builtin;

    /// Whatever falls off a stalk, the linear program sees one change for each sign; what it does not
    /// see falls all the same.
    #[test]
    fn what_is_made_up_of_other_changes_is_left_out() {
        let definition = builtin::find("hackenbush").next().unwrap().definition.clone();
        let rules = Rules::new(&definition, &[], 12);
        let all = changes(&rules, &Budget::unlimited()).unwrap().unwrap();
        let left: Vec<&Change> = all.iter().collect();
        let kept = indecomposable(reduced(&left, false));
        assert!(all.len() > 50 && kept.len() <= 3, "{} of {}", kept.len(), all.len());
        let weights = one_sum(&kept, rules.codes(), false).unwrap();
        assert!(all.iter().all(|change| weighed(&weights, change) < 0));
    }
}
