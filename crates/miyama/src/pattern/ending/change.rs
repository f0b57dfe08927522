//! What moves change: how many cells get each sign and lose it, and where.

use crate::pattern::rule::{Codes, Put, Round, Rules, Shape, Sign};
use miyama_budget::{Budget, Stopped};
use std::collections::{BTreeMap, BTreeSet};

/// What a move changes: for each code the number of cells that get it minus
/// those that lose it, and the same for the sums of their rows and columns.
pub(super) type Change = Vec<[i64; 3]>;

/// More moves than this, up to place, are not weighed.
const MOST_CHANGES: usize = 20_000;

/// Of more neighbours that may change it is not weighed where they lie.
const MOST_PLACED: usize = 8;

/// What every move can change, continuations included; `None` if that is too much.
pub(super) fn changes(rules: &Rules, budget: &Budget) -> Result<Option<BTreeSet<Change>>, Stopped> {
    let codes = rules.codes();
    let mut of_steps: Vec<BTreeSet<Change>> = vec![];
    for shape in &rules.steps {
        match step_changes(shape, codes, budget)? {
            Some(changes) => of_steps.push(changes),
            None => return Ok(None),
        }
    }
    Ok(of_moves(rules, &of_steps))
}

fn of_moves(rules: &Rules, of_steps: &[BTreeSet<Change>]) -> Option<BTreeSet<Change>> {
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

/// What a step changes, one change for every sign that a cell may have had that
/// is written over or carried. The sum is a sum over cells: a cell whose sign is put at k other places, and stays
/// or not, counts that sign k or k − 1 times more often. Cells that accept the same signs and count equally often
/// (and, where that is not at all, carry their sign equally far) have the same sign in each change: the worst sign
/// for one of them is the worst for all. That a sign is more or less often on the board counts by its place where
/// weights depend on it, so several such cells are not weighed with places.
fn step_changes(shape: &Shape, codes: usize, budget: &Budget) -> Result<Option<BTreeSet<Change>>, Stopped> {
    let mut all = BTreeSet::new();
    match shape {
        Shape::Fixed { cells, near } => {
            let cells: Vec<((i32, i32), Codes, Put)> = cells.iter().map(|c| (c.at, c.accepts, c.put)).collect();
            let Some(own) = cell_changes(&cells, codes) else { return Ok(None) };
            all.extend(own);
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
                            return Ok(None);
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
                    return Ok(None);
                }
            }
            for counts in counts {
                budget.check()?;
                let Some(own) = cell_changes(&line_cells(*along, from, to, &counts), codes) else { return Ok(None) };
                all.extend(own);
                if all.len() > MOST_CHANGES {
                    return Ok(None);
                }
            }
        }
    }
    Ok(Some(all))
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

/// How often the sign of a cell is on the board more than before, and how far it is carried if not at all.
type Count = (i64, Option<(i32, i32)>);

fn cell_changes(cells: &[((i32, i32), Codes, Put)], codes: usize) -> Option<BTreeSet<Change>> {
    // Where what stands on a cell is carried.
    let mut targets: BTreeMap<(i32, i32), Vec<(i32, i32)>> = BTreeMap::new();
    for (to, _, put) in cells {
        if let Put::From(at) = put {
            targets.entry(*at).or_default().push(*to);
        }
    }
    let counts = |at: (i32, i32), put: Put| -> Count {
        let targets = targets.get(&at).map_or(&[][..], Vec::as_slice);
        match (put == Put::Keep, targets) {
            (false, [to]) => (0, Some((to.0 - at.0, to.1 - at.1))),
            (keeps, targets) => (targets.len() as i64 - i64::from(!keeps), None),
        }
    };
    let carried = |at: (i32, i32)| targets.contains_key(&at);
    let key = |(at, accepts, put): &((i32, i32), Codes, Put)| (*accepts, counts(*at, *put));
    let matters = |cell: &&((i32, i32), Codes, Put)| cell.2 != Put::Keep || carried(cell.0);
    let mut sets: Vec<(Codes, Count)> = cells.iter().filter(matters).map(key).collect();
    sets.sort_unstable();
    let unplaced = sets.windows(2).any(|pair| pair[0] == pair[1] && pair[0].1.0 != 0 && pair[0].0.count_ones() > 1);
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
pub(in crate::pattern) fn line_cells(
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
