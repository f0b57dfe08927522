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
//! small boards. Where neither is found, that is what is said.

use super::game::Game;
use super::position::{CellPosition, Edges, Ground};
use super::rule::{Codes, Put, Round, Rules, Shape, Sign};
use super::syntax::{Kind, NO_CELL};
use crate::play::Player;
use crate::simplex::{Optimum, Program, Relation};
use miyama_budget::{Budget, Stopped};
use miyama_text::{Text, say};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::Arc;

/// What is known about the end of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// These sums, compared in order, fall with every move.
    Falls(Vec<Weights>),
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
            Ending::Falls(_) => None,
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

/// What a move changes: for each code the number of cells that get it minus
/// those that lose it, and the same for the sums of their rows and columns.
type Change = Vec<[i64; 3]>;

/// More moves than this, up to place, are not weighed.
const MOST_CHANGES: usize = 20_000;
/// Of more neighbours that may change it is not weighed where they lie.
const MOST_PLACED: usize = 8;
/// Circles are looked for among at most this many positions of each ground.
const MOST_POSITIONS: usize = 4_000;

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

    /// Weights whose sums fall with every move on boards of this ground, if any
    /// are found.
    ///
    /// # Errors
    /// The budget.
    pub fn weights(&self, ground: &Ground, budget: &Budget) -> Result<Option<Vec<Weights>>, Stopped> {
        let rules = Rules::new(self.definition(), self.arguments(), ground.longest());
        let Some(mut changes) = changes(&rules) else { return Ok(None) };
        if matches!(ground, Ground::Edges(edges) if edges.grounded().is_some()) {
            // Edges that fall with a move are changes too: a sum of changes that all fall,
            // compared in order, falls.
            let lost = |code: usize| (0..rules.codes()).map(|c| [-i64::from(c == code), 0, 0]).collect();
            changes.extend((0..rules.codes()).map(lost));
        }
        falling(&rules, &changes, ground.neighbours().is_some(), budget)
    }

    /// A shortest circle on small boards, if there is one.
    fn circle(&self, budget: &Budget) -> Result<Option<Vec<CellPosition>>, Stopped> {
        let marks = self.definition().marks();
        let mut signs: Vec<char> = self.definition().signs().into_iter().filter(|s| !marks.contains(s)).collect();
        signs.push(NO_CELL);
        let mut best: Option<Vec<CellPosition>> = None;
        for ground in small_grounds(self.definition().kind) {
            let cells = ground.cells();
            let positions = signs.len().checked_pow(cells as u32);
            if positions.is_none_or(|n| n > MOST_POSITIONS) {
                continue;
            }
            budget.check()?;
            let ground = Arc::new(ground);
            let mut engine = self.engine(&ground);
            let sign = |number: usize, cell: usize| signs[number / signs.len().pow(cell as u32) % signs.len()];
            let all = (0..positions.unwrap_or(0)).map(|number| (0..cells).map(|cell| sign(number, cell)).collect());
            let mut options: HashMap<Vec<char>, Vec<Vec<char>>> = HashMap::new();
            let mut waiting: Vec<Vec<char>> = all.collect();
            while let Some(signs) = waiting.pop() {
                if options.contains_key(&signs) {
                    continue;
                }
                let position = CellPosition { ground: ground.clone(), signs };
                let after = Player::BOTH.into_iter().flat_map(|player| engine.options(&position, player));
                let after: BTreeSet<Vec<char>> = after.map(|option| option.signs).collect();
                waiting.extend(after.iter().cloned());
                options.insert(position.signs, after.into_iter().collect());
            }
            for start in endless(&options) {
                budget.check()?;
                let longest = best.as_ref().map_or(usize::MAX, Vec::len);
                if let Some(circle) = back_to(&start, &options, longest) {
                    let position = |signs| CellPosition { ground: ground.clone(), signs };
                    best = Some(circle.into_iter().map(position).collect());
                }
            }
            // A circle of one or two moves is as short as any that is found
            // on a larger board.
            if best.as_ref().is_some_and(|circle| circle.len() <= 3) {
                break;
            }
        }
        Ok(best)
    }
}

/// The positions from which play need not end, in order: what is left when
/// those are struck out, again and again, from which all moves lead to ones
/// struck out.
fn endless(options: &HashMap<Vec<char>, Vec<Vec<char>>>) -> Vec<Vec<char>> {
    let mut left: BTreeSet<&Vec<char>> = options.keys().collect();
    loop {
        let before = left.len();
        let goes_on = |signs: &&Vec<char>| options[*signs].iter().any(|option| left.contains(option));
        left = left.iter().copied().filter(goes_on).collect();
        if left.len() == before {
            return left.into_iter().cloned().collect();
        }
    }
}

/// A shortest way from a position back to it, shorter than `longest` positions.
fn back_to(start: &[char], options: &HashMap<Vec<char>, Vec<Vec<char>>>, longest: usize) -> Option<Vec<Vec<char>>> {
    let mut before: HashMap<Vec<char>, Vec<char>> = HashMap::new();
    let mut queue = VecDeque::from([(start.to_vec(), 0)]);
    while let Some((signs, moves)) = queue.pop_front() {
        if moves + 2 >= longest {
            return None;
        }
        for option in options.get(&signs).into_iter().flatten() {
            if option == start {
                let mut way = vec![option.clone(), signs.clone()];
                let mut at = signs;
                while let Some(earlier) = before.get(&at) {
                    way.push(earlier.clone());
                    at = earlier.clone();
                }
                way.reverse();
                return Some(way);
            }
            if !before.contains_key(option) {
                before.insert(option.clone(), signs.clone());
                queue.push_back((option.clone(), moves + 1));
            }
        }
    }
    None
}

fn small_grounds(kind: Kind) -> Vec<Ground> {
    match kind {
        Kind::Strip => (1..=7).map(|width| Ground::Grid { height: 1, width }).collect(),
        Kind::Grid => {
            let sizes = [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2), (1, 4), (4, 1), (2, 3), (3, 2)];
            sizes.map(|(height, width)| Ground::Grid { height, width }).to_vec()
        }
        Kind::Graph => (1..=5)
            .map(|n| Ground::Graph((0..n).map(|a| (0..n).filter(|b| usize::abs_diff(a, *b) == 1).collect()).collect()))
            .collect(),
        // Stalks, and paths that stand on nothing.
        Kind::Edges => (1..=5)
            .flat_map(|n| [0, 1].map(|first| Edges::new((first..first + n).map(|a| (a, a + 1)).collect())))
            .map(Ground::Edges)
            .collect(),
    }
}

/// What every move can change, continuations included; `None` if that is too much.
fn changes(rules: &Rules) -> Option<BTreeSet<Change>> {
    let codes = rules.codes();
    let of_steps: Vec<BTreeSet<Change>> =
        rules.steps.iter().map(|shape| step_changes(shape, codes)).collect::<Option<_>>()?;
    let mut all = BTreeSet::new();
    for (first, then) in rules.moves.iter().flatten() {
        let Some(then) = then else {
            all.extend(of_steps[*first].iter().cloned());
            continue;
        };
        for first in &of_steps[*first] {
            for second in then.iter().flat_map(|step| &of_steps[*step]) {
                // A continuation lies elsewhere on the board: only numbers of
                // cells can be added up.
                let sum = first.iter().zip(second).map(|(a, b)| [a[0] + b[0], i64::MAX, i64::MAX]);
                all.insert(sum.collect());
            }
        }
        if all.len() > MOST_CHANGES {
            return None;
        }
    }
    Some(all)
}

/// Games with more signs are not looked at for signs that become fewer.
const MOST_COUNTED: usize = 8;

/// Sets of signs of which every move of these rules leaves so many fewer on the board, at least: if
/// there are n cells with such signs and each move takes d of them, there are at most n/d moves.
pub(super) fn falling_counts(rules: &Rules) -> Vec<(Codes, u32)> {
    let signs = rules.signs.len();
    let Some(changes) = changes(rules).filter(|changes| !changes.is_empty() && signs <= MOST_COUNTED) else {
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

/// What a step changes, one change for every sign that a cell may have had that
/// is written over. Cells that accept the same signs and have what stands on
/// them moved equally far, or written over, have the same sign in each change:
/// the sum is a sum over cells, and the worst sign for one of them is the worst
/// for all. That a sign is written over counts by its place where weights
/// depend on it, so several such cells are not weighed with places.
fn step_changes(shape: &Shape, codes: usize) -> Option<BTreeSet<Change>> {
    let mut all = BTreeSet::new();
    match shape {
        Shape::Fixed { cells, near } => {
            let cells: Vec<((i32, i32), Codes, Put)> = cells.iter().map(|c| (c.at, c.accepts, c.put)).collect();
            all.extend(cell_changes(&cells, codes)?);
            if let Some(near) = near {
                // Each neighbour may or may not change. Of very many only the number
                // is weighed, not the places.
                for (from, to) in &near.change {
                    if near.directions.len() > MOST_PLACED {
                        let several: Vec<Change> = all
                            .iter()
                            .flat_map(|change| {
                                (0..=near.directions.len() as i64).map(move |number| {
                                    let mut change = change.clone();
                                    change.iter_mut().for_each(|c| (c[1], c[2]) = (i64::MAX, i64::MAX));
                                    add(&mut change, *from, (0, 0), -number);
                                    add(&mut change, *to, (0, 0), number);
                                    change
                                })
                            })
                            .collect();
                        all = several.into_iter().collect();
                        continue;
                    }
                    for around in &near.directions {
                        let more: Vec<Change> = all
                            .iter()
                            .map(|change| {
                                let mut change = change.clone();
                                add(&mut change, *from, *around, -1);
                                add(&mut change, *to, *around, 1);
                                change
                            })
                            .collect();
                        all.extend(more);
                        if all.len() > MOST_CHANGES {
                            return None;
                        }
                    }
                }
            }
        }
        Shape::Line { along, from, to } => {
            let counted: Vec<(usize, usize)> = from.iter().filter_map(|round| round.count).collect();
            let mut counts: Vec<Vec<usize>> = vec![vec![]];
            for (least, most) in counted {
                counts = counts.iter().flat_map(|c| (least..=most).map(|n| [c.as_slice(), &[n]].concat())).collect();
                if counts.len() > MOST_CHANGES {
                    return None;
                }
            }
            for counts in counts {
                all.extend(cell_changes(&line_cells(*along, from, to, &counts), codes)?);
                if all.len() > MOST_CHANGES {
                    return None;
                }
            }
        }
    }
    Some(all)
}

fn add(change: &mut Change, code: u8, at: (i32, i32), by: i64) {
    if let Some(i) = (code as usize).checked_sub(1) {
        change[i][0] += by;
        if change[i][1] == i64::MAX {
            return;
        }
        change[i][1] += by * i64::from(at.0);
        change[i][2] += by * i64::from(at.1);
    }
}

fn cell_changes(cells: &[((i32, i32), Codes, Put)], codes: usize) -> Option<BTreeSet<Change>> {
    // Where what stands on a cell goes, if it goes to one place and is replaced.
    let moved = |at: (i32, i32), put: Put| {
        let mut targets = cells.iter().filter(|(_, _, put)| *put == Put::From(at));
        match (targets.next(), targets.next()) {
            (Some((to, _, _)), None) if put != Put::Keep => Some((to.0 - at.0, to.1 - at.1)),
            _ => None,
        }
    };
    let carried = |at: (i32, i32)| cells.iter().any(|(_, _, put)| *put == Put::From(at));
    let key = |(at, accepts, put): &((i32, i32), Codes, Put)| (*accepts, moved(*at, *put));
    let matters = |cell: &&((i32, i32), Codes, Put)| cell.2 != Put::Keep || carried(cell.0);
    let mut sets: Vec<(Codes, Option<(i32, i32)>)> = cells.iter().filter(matters).map(key).collect();
    sets.sort_unstable();
    let several =
        |pair: &[(Codes, Option<(i32, i32)>)]| pair[0] == pair[1] && pair[0].1.is_none() && pair[0].0.count_ones() > 1;
    let unplaced = sets.windows(2).any(several);
    sets.dedup();
    let mut choices: Vec<Vec<u8>> = vec![vec![]];
    for (set, _) in &sets {
        let signs = (0..=codes as u8).filter(|code| set >> code & 1 == 1).collect::<Vec<_>>();
        choices = choices.iter().flat_map(|c| signs.iter().map(|s| [c.as_slice(), &[*s]].concat())).collect();
        if choices.len() > MOST_CHANGES {
            return None;
        }
    }
    let mut all = BTreeSet::new();
    for choice in choices {
        let had =
            |cell: &((i32, i32), Codes, Put)| sets.iter().position(|set| *set == key(cell)).map_or(0, |i| choice[i]);
        let mut change = vec![[0; 3]; codes];
        for cell in cells {
            let new = match cell.2 {
                Put::Keep => continue,
                Put::Code(code) => code,
                Put::From(source) => cells.iter().find(|c| c.0 == source).map_or(0, had),
            };
            add(&mut change, had(cell), cell.0, -1);
            add(&mut change, new, cell.0, 1);
        }
        if unplaced {
            change.iter_mut().for_each(|c| (c[1], c[2]) = (i64::MAX, i64::MAX));
        }
        all.insert(change);
    }
    Some(all)
}

/// The cells of a line with its counts.
pub(super) fn line_cells(
    along: (i32, i32),
    from: &[Round],
    to: &[Vec<Sign>],
    counts: &[usize],
) -> Vec<((i32, i32), Codes, Put)> {
    let mut left: Vec<(Codes, Option<char>)> = vec![];
    let mut next = counts.iter();
    for round in from {
        let times = if round.count.is_some() { next.next().copied().unwrap_or(0) } else { 1 };
        (0..times).for_each(|_| left.extend(&round.cells));
    }
    let mut right: Vec<Sign> = vec![];
    let mut next = counts.iter();
    for (i, part) in to.iter().enumerate() {
        let times = if i % 2 == 1 { next.next().copied().unwrap_or(0) } else { 1 };
        (0..times).for_each(|_| right.extend(part));
    }
    let at = |i: usize| (i as i32 * along.0, i as i32 * along.1);
    let put = |i: usize| match right.get(i).copied().unwrap_or(Sign::Keep) {
        Sign::Keep => Put::Keep,
        Sign::Code(code) => Put::Code(code),
        Sign::Class(class) => {
            let number = right[..i].iter().filter(|s| **s == Sign::Class(class)).count();
            let source = left.iter().enumerate().filter(|(_, cell)| cell.1 == Some(class)).nth(number);
            source.map_or(Put::Keep, |(source, _)| if source == i { Put::Keep } else { Put::From(at(source)) })
        }
    };
    left.iter().enumerate().map(|(i, (accepts, _))| (at(i), *accepts, put(i))).collect()
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
            let Some(weights) = one_sum(&reduced(&left, places), rules.codes(), places) else { break };
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
    let one = |change: &&Change| {
        let mut change: Change = change.iter().map(|c| if places { *c } else { [c[0], 0, 0] }).collect();
        let common = change.iter().flatten().fold(0i64, |gcd, n| gcd.gcd(n)).max(1);
        change.iter_mut().flatten().for_each(|n| *n /= common);
        change
    };
    changes.iter().map(one).collect::<BTreeSet<_>>().into_iter().collect()
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
