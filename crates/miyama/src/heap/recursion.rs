//! Values by following the options of single positions: for rulesets whose
//! reachable positions no weighted sum bounds, so that no domain can be laid
//! out for a sweep. Every play ends (the rank says so), and the positions met
//! are kept.

use super::orbit::Orbits;
use super::ruleset::Ruleset;
use super::sweep::PositionNumber;
use super::table::NoTable;
use crate::play::Convention;
use miyama_budget::Budget;
use std::collections::HashMap;

/// The numbers of the positions met so far.
pub(crate) type Followed = HashMap<Vec<u64>, u32>;

/// A position under way: its options, how far they are known, and their numbers.
struct Open {
    position: Vec<u64>,
    options: Options,
    next: usize,
    reached: Vec<u32>,
}

/// Options one behind the other: each is the heaps of its parts. A position may have millions of them, and
/// whoever stops must not wait until as many small vectors are given back.
#[derive(Default)]
struct Options {
    heaps: Vec<u64>,
    /// Where each option ends.
    ends: Vec<usize>,
}

impl Options {
    fn add(&mut self, parts: impl Iterator<Item = Vec<u64>>) {
        parts.for_each(|part| self.heaps.extend(part));
        self.ends.push(self.heaps.len());
    }

    fn get(&self, index: usize) -> Option<&[u64]> {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        self.ends.get(index).map(|end| &self.heaps[start..*end])
    }

    /// The options in order, each once.
    fn sorted(&self) -> Options {
        let mut all: Vec<&[u64]> = (0..self.ends.len()).filter_map(|index| self.get(index)).collect();
        all.sort_unstable();
        all.dedup();
        let mut sorted = Options::default();
        for option in all {
            sorted.heaps.extend(option);
            sorted.ends.push(sorted.heaps.len());
        }
        sorted
    }
}

/// Finds the number of `start` and of all positions that play from it reaches; of each
/// orbit, of one position.
pub(crate) fn follow(
    ruleset: &Ruleset,
    start: &[u64],
    rule: PositionNumber,
    known: &mut Followed,
    orbits: &Orbits,
    budget: &Budget,
) -> Result<(), NoTable> {
    follow_some(ruleset, start, rule, known, orbits, usize::MAX, budget).map(drop)
}

/// The same, unless more than `most` options of positions would have to be looked
/// at: then it is given up, and false.
pub(crate) fn follow_some(
    ruleset: &Ruleset,
    start: &[u64],
    rule: PositionNumber,
    known: &mut Followed,
    orbits: &Orbits,
    most: usize,
    budget: &Budget,
) -> Result<bool, NoTable> {
    let start = orbits.representative(start);
    if known.contains_key(&start) {
        return Ok(true);
    }
    let mut looked_at = 0usize;
    // A key, its vector and the entry of the map: an estimate from above.
    let entry = 120 + 8 * start.len() as u64;
    // Bytes of the options on the path.
    let mut waiting = 0;
    let mut path = match Open::new(ruleset, start, orbits, known.len() as u64 * entry, &mut waiting, most, budget)? {
        Some(open) => vec![open],
        None => return Ok(false),
    };
    while let Some(top) = path.last_mut() {
        let Some(option) = top.options.get(top.next) else {
            let number = number(&top.reached, rule).ok_or(NoTable::TooLarge)?;
            if let Some(done) = path.pop() {
                waiting -= done.bytes();
                known.insert(done.position, number);
            }
            if known.len().is_multiple_of(256) {
                budget.need(known.len() as u64 * entry + waiting)?;
                budget.report(known.len() as u64, None);
            }
            continue;
        };
        let mut parts = option.chunks_exact(top.position.len());
        match parts.find(|part| !known.contains_key(*part)) {
            Some(unknown) => {
                let unknown = unknown.to_vec();
                looked_at += top.options.ends.len() + 1;
                let left = most.saturating_sub(looked_at);
                let held = known.len() as u64 * entry;
                match Open::new(ruleset, unknown, orbits, held, &mut waiting, left, budget)? {
                    Some(open) => path.push(open),
                    None => return Ok(false),
                }
            }
            None => {
                let parts = option.chunks_exact(top.position.len());
                let sum = parts.fold(ended(option.is_empty(), rule), |sum, part| sum ^ known[part]);
                top.reached.push(sum);
                top.next += 1;
                if top.next.is_multiple_of(LOOK) {
                    budget.check()?;
                }
            }
        }
    }
    Ok(true)
}

/// How many options are looked at between two looks at the budget.
const LOOK: usize = 4096;

/// More options than this are not sorted, which nothing could stop: some are then looked at more than once.
const SORTED: usize = 1 << 20;

impl Open {
    /// A position with its options, each once unless they are very many; the table holds so many bytes, and
    /// options on the path wait for their numbers in `waiting` more. None if there are more than `most` options.
    fn new(
        ruleset: &Ruleset,
        position: Vec<u64>,
        orbits: &Orbits,
        held: u64,
        waiting: &mut u64,
        most: usize,
        budget: &Budget,
    ) -> Result<Option<Open>, NoTable> {
        budget.check()?;
        let mut open = Open { position, options: Options::default(), next: 0, reached: Vec::new() };
        let mut fits = Ok(());
        let position = open.position.clone();
        ruleset.for_each_option(&position, budget, &mut |option: &[Vec<u64>]| {
            open.options.add(option.iter().map(|part| orbits.representative(part)));
            if open.options.ends.len().is_multiple_of(LOOK) {
                fits = budget.need(held + *waiting + open.bytes());
            }
            fits.is_ok() && open.options.ends.len() <= most
        })?;
        fits?;
        if open.options.ends.len() > most {
            return Ok(None);
        }
        if open.options.ends.len() <= SORTED {
            open.options = open.options.sorted();
        }
        *waiting += open.bytes();
        Ok(Some(open))
    }

    /// About the bytes that the options take while they are sorted, and their numbers: vectors that grow have up
    /// to twice the room that they need.
    fn bytes(&self) -> u64 {
        2 * (8 * self.options.heaps.len() + (8 + 16 + 4) * self.options.ends.len()) as u64
    }
}

/// The number of an option that leaves nothing, else 0.
pub(super) fn ended(nothing_left: bool, rule: PositionNumber) -> u32 {
    u32::from(nothing_left && rule == PositionNumber::Outcome(Convention::Misere))
}

/// The number of a position whose options have these; none if it needs more
/// than 32 bits.
fn number(reached: &[u32], rule: PositionNumber) -> Option<u32> {
    Some(match rule {
        PositionNumber::Grundy => {
            let mut seen = vec![false; reached.len() + 1];
            for value in reached {
                if let Some(seen) = seen.get_mut(*value as usize) {
                    *seen = true;
                }
            }
            // One of the first n + 1 numbers is missing among n.
            u32::try_from(seen.iter().position(|s| !s)?).ok()?
        }
        PositionNumber::Outcome(Convention::Misere) if reached.is_empty() => 1,
        PositionNumber::Outcome(_) => u32::from(reached.contains(&0)),
    })
}
