//! Plays that come back to where they were: why a ruleset is refused.
//!
//! Small positions are searched for a shortest circle. Where there is none, the
//! circle may need large heaps: the displacements of moves from some positions
//! are looked at, and some of them, each taken a number of times, may add up to 0
//! ([`simplex::circle`]). Played from a position that is large enough they are a
//! circle, if each of them is a move there. Both are done again with heaps about as large as
//! the largest numbers of the definition.

use super::ruleset::Ruleset;
use super::table::positions;
use crate::out_of_reach::OutOfReach;
use crate::simplex;
use miyama_budget::{Budget, Stopped};
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A play that ends where it began.
pub(crate) type Circle = Vec<Vec<u64>>;

/// A circle of play, if one is found with bounded effort, so that refusing is
/// quick: a shortest one among small positions, one of several moves rather than
/// a move that changes nothing.
pub(crate) fn circle(ruleset: &Ruleset, budget: &Budget) -> Result<Option<Circle>, Stopped> {
    // Loops that find no option are counted by their looks at the budget. Time would
    // make the verdict depend on the machine.
    let part = || budget.with_looks(MOST_LOOKS);
    let found = |search: Result<Option<Circle>, Stopped>| match search {
        Ok(circle) => Ok(circle),
        Err(_) => budget.check().map(|()| None),
    };
    let heaps = ruleset.heaps();
    if let Some(circle) = found(small_circle(ruleset, &small_starts(heaps), LARGEST, &part()))? {
        return Ok(Some(circle));
    }
    if let Some(circle) = found(large_circle(ruleset, FAR, &part()))? {
        return Ok(Some(circle));
    }
    let numbers = numbers(ruleset.definition());
    let Some(largest) = numbers.last().copied().filter(|largest| *largest > LARGEST) else { return Ok(None) };
    if let Some(circle) = found(large_circle(ruleset, 2 * largest + FAR, &part()))? {
        return Ok(Some(circle));
    }
    found(small_circle(ruleset, &starts_at(&numbers, heaps), 2 * largest + 1, &part()))
}

/// The numbers in the text of a definition, and those beside them, in order: where conditions on
/// the heaps begin to hold. Larger ones than any heap that is looked at are left out.
fn numbers(definition: &str) -> Vec<u64> {
    const MOST: u64 = 1 << 40;
    let words = definition.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse::<u64>().ok());
    let mut all: Vec<u64> = words.filter(|n| *n < MOST).flat_map(|n| [n.saturating_sub(1), n, n + 1]).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Positions with such heaps, the largest first, as many as are searched.
fn starts_at(numbers: &[u64], heaps: usize) -> Vec<Vec<u64>> {
    const MOST: usize = 343;
    let mut starts = vec![vec![]];
    for _ in 0..heaps {
        let longer = |start: Vec<u64>| numbers.iter().rev().map(move |n| [start.as_slice(), &[*n]].concat());
        starts = starts.into_iter().flat_map(longer).take(MOST).collect();
    }
    starts
}

/// How often the search looks at the budget: once for each position, and once for every
/// few thousand steps of its loops.
const MOST_LOOKS: u64 = 60_000;

/// `(1,2) → (2,1) → (1,2)`; the middle of a long one is left out.
pub(crate) fn shown(circle: &[Vec<u64>]) -> String {
    const MOST: usize = 12;
    let one = |position: &Vec<u64>| {
        let heaps: Vec<String> = position.iter().map(ToString::to_string).collect();
        format!("({})", heaps.join(","))
    };
    let mut steps: Vec<String> = circle.iter().map(one).collect();
    if steps.len() > MOST {
        steps.splice(MOST / 2..steps.len() - MOST / 2, ["…".to_owned()]);
    }
    steps.join(" → ")
}

const SIDE: u64 = 6;
const LARGEST: u64 = 40;
const MOST_STEPS: usize = 20_000;
const MOST_OPTIONS: usize = 2_000_000;
/// Positions that all searches together may visit.
const MOST_VISITS: usize = 1_000_000;

/// The options of small positions, each looked at once.
struct Small<'a> {
    ruleset: &'a Ruleset,
    budget: &'a Budget,
    known: BTreeMap<Vec<u64>, Vec<Vec<u64>>>,
    seen: usize,
    visits: usize,
    /// Larger heaps are not looked at.
    largest: u64,
}

impl Small<'_> {
    /// The parts of options with heaps that are not too large; none if the effort
    /// is used up.
    fn options(&mut self, position: &[u64]) -> Result<Option<&[Vec<u64>]>, Stopped> {
        if !self.known.contains_key(position) {
            if self.known.len() >= MOST_STEPS {
                return Ok(None);
            }
            let mut small: Vec<Vec<u64>> = Vec::new();
            let (seen, largest) = (&mut self.seen, self.largest);
            let look = |option: &[Vec<u64>]| {
                small.extend(option.iter().filter(|p| p.iter().all(|h| *h <= largest)).cloned());
                *seen += 1;
                *seen <= MOST_OPTIONS
            };
            match self.ruleset.for_each_option(position, self.budget, &mut { look }) {
                Err(OutOfReach::Stopped(stopped)) => return Err(stopped),
                Err(OutOfReach::TooLarge) => return Ok(None),
                Ok(()) if self.seen > MOST_OPTIONS => return Ok(None),
                Ok(()) => {}
            }
            small.sort_unstable();
            small.dedup();
            self.known.insert(position.to_vec(), small);
        }
        Ok(self.known.get(position).map(Vec::as_slice))
    }

    /// A shortest play of at least two and at most `most` moves from a position
    /// back to it. `Err(None)`: the effort is used up.
    fn back_to(&mut self, start: &[u64], most: usize) -> Result<Option<Circle>, Option<Stopped>> {
        let mut before: BTreeMap<Vec<u64>, Vec<u64>> = BTreeMap::new();
        let mut queue = VecDeque::from([(start.to_vec(), 0)]);
        while let Some((position, moves)) = queue.pop_front() {
            self.visits += 1;
            if self.visits > MOST_VISITS {
                return Err(None);
            }
            let options = self.options(&position).map_err(Some)?.ok_or(None)?;
            for option in options {
                if option == start && moves >= 1 {
                    let mut circle = vec![start.to_vec(), position.clone()];
                    while let Some(earlier) = before.get(&circle[circle.len() - 1]) {
                        circle.push(earlier.clone());
                    }
                    circle.reverse();
                    return Ok(Some(circle));
                }
                if moves + 1 < most && option != start && !before.contains_key(option) {
                    before.insert(option.clone(), position.clone());
                    queue.push_back((option.clone(), moves + 1));
                }
            }
        }
        Ok(None)
    }
}

fn small_starts(heaps: usize) -> Vec<Vec<u64>> {
    let mut starts: Vec<Vec<u64>> = positions(&vec![SIDE; heaps.min(3)]).collect();
    starts.iter_mut().for_each(|start| start.resize(heaps, 1));
    // Unequal heaps that are not empty show best what happens.
    let plain = |p: &Vec<u64>| p.iter().enumerate().all(|(i, h)| *h > 0 && !p[..i].contains(h));
    starts.sort_by_key(|p| (!plain(p), p.iter().sum::<u64>(), p.clone()));
    starts
}

/// A shortest circle through one of these positions with no heap larger than `largest`.
fn small_circle(
    ruleset: &Ruleset,
    starts: &[Vec<u64>],
    largest: u64,
    budget: &Budget,
) -> Result<Option<Circle>, Stopped> {
    let mut small = Small { ruleset, budget, known: BTreeMap::new(), seen: 0, visits: 0, largest };
    let mut best: Option<Circle> = None;
    // A move that changes nothing.
    let mut idle: Option<Circle> = None;
    for start in starts {
        let most = best.as_ref().map_or(usize::MAX, |circle| circle.len() - 2);
        if most < 2 {
            break;
        }
        match small.back_to(start, most) {
            Ok(found) => best = found.or(best),
            Err(Some(stopped)) => return Err(stopped),
            Err(None) => break,
        }
        if idle.is_none() && small.known.get(start).is_some_and(|options| options.contains(start)) {
            idle = Some(vec![start.clone(), start.clone()]);
        }
    }
    Ok(best.or(idle))
}

/// Moves from so large heaps are looked at.
const FAR: u64 = 300;
const MOST_DISPLACEMENTS: usize = 400;
/// So many options of one of them.
const MOST_FAR_OPTIONS: usize = 50_000;
/// No circle is longer.
const LONGEST: u64 = 10_000;

fn large_circle(ruleset: &Ruleset, far: u64, budget: &Budget) -> Result<Option<Circle>, Stopped> {
    let heaps = ruleset.heaps();
    let mut displacements: BTreeSet<Vec<i64>> = BTreeSet::new();
    for position in [vec![far; heaps], (1..=heaps as u64).map(|h| far / h).collect()] {
        let mut seen = 0;
        let look = |option: &[Vec<u64>]| {
            seen += 1;
            for part in option {
                let change = |(after, before): (&u64, &u64)| Some(i64::try_from(*after).ok()? - *before as i64);
                displacements.extend(part.iter().zip(&position).map(change).collect::<Option<Vec<i64>>>());
            }
            displacements.len() < MOST_DISPLACEMENTS && seen < MOST_FAR_OPTIONS
        };
        match ruleset.for_each_option(&position, budget, &mut { look }) {
            Err(OutOfReach::Stopped(stopped)) => return Err(stopped),
            Err(OutOfReach::TooLarge) | Ok(()) => {}
        }
    }
    let displacements: Vec<Vec<i64>> = displacements.into_iter().collect();
    let Some(times) = simplex::circle(&displacements, heaps) else { return Ok(None) };
    let times: Option<Vec<u64>> = times.iter().map(|t| u64::try_from(t).ok()).collect();
    let Some(times) = times.filter(|times| times.iter().try_fold(0u64, |a, b| a.checked_add(*b)) <= Some(LONGEST))
    else {
        return Ok(None);
    };
    for room in [0, far] {
        budget.check()?;
        if let Some(circle) = played(ruleset, &displacements, times.clone(), room) {
            return Ok(Some(circle));
        }
    }
    Ok(None)
}

/// The play of displacements, each so many times, from a position just large
/// enough plus `room`; none if one of them is no move where it is made.
fn played(ruleset: &Ruleset, displacements: &[Vec<i64>], mut times: Vec<u64>, room: u64) -> Option<Circle> {
    let heaps = ruleset.heaps();
    let mut sums: Vec<Vec<i64>> = vec![vec![0; heaps]];
    while times.iter().any(|t| *t > 0) {
        let here = sums.last()?;
        let after = |index: usize| here.iter().zip(&displacements[index]).map(|(a, b)| a + b).collect::<Vec<i64>>();
        // The one that keeps the heaps highest.
        let next =
            (0..times.len()).filter(|index| times[*index] > 0).max_by_key(|index| after(*index).into_iter().min())?;
        let sum = after(next);
        times[next] -= 1;
        sums.push(sum);
    }
    let lowest: Vec<i64> = (0..heaps).map(|heap| sums.iter().map(|sum| sum[heap]).min().unwrap_or(0)).collect();
    let circle: Circle = sums
        .iter()
        .map(|sum| sum.iter().zip(&lowest).map(|(s, low)| (s - low).unsigned_abs() + room).collect())
        .collect();
    let large = |position: &[u64]| position.iter().map(|heap| BigUint::from(*heap)).collect::<Vec<_>>();
    let plays = |pair: &[Vec<u64>]| {
        let (mut found, goal) = (false, &pair[1]);
        if ruleset.splits() {
            let look = |option: &[Vec<u64>]| {
                found |= option.contains(goal);
                !found
            };
            return ruleset.for_each_option(&pair[0], &Budget::unlimited(), &mut { look }).is_ok() && found;
        }
        ruleset.reaches(&large(&pair[0]), &[large(goal)]) == Some(true)
    };
    circle.windows(2).all(plays).then_some(circle)
}
