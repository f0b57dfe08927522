//! Values by following the options of single positions: for rulesets whose
//! reachable positions no weighted sum bounds, so that no domain can be laid
//! out for a sweep. Every play ends (the rank says so), and the positions met
//! are kept.

use super::linear::TooLarge;
use super::ruleset::Ruleset;
use super::sweep::Rule;
use super::table::NoTable;
use crate::budget::Budget;
use crate::play::Convention;
use std::collections::HashMap;

/// The numbers of the positions met so far.
pub(crate) type Explored = HashMap<Vec<u64>, u32>;

/// A position under way: its options, how far they are known, and their numbers.
struct Open {
    position: Vec<u64>,
    options: Vec<Vec<Vec<u64>>>,
    next: usize,
    reached: Vec<u32>,
}

/// Finds the number of `start` and of all positions that play from it reaches.
pub(crate) fn explore(
    ruleset: &Ruleset,
    start: &[u64],
    rule: Rule,
    known: &mut Explored,
    budget: &Budget,
) -> Result<(), NoTable> {
    if known.contains_key(start) {
        return Ok(());
    }
    // A key, its vector and the entry of the map: an estimate from above.
    let entry = 120 + 8 * start.len() as u64;
    let mut path = vec![open(ruleset, start.to_vec())?];
    while let Some(top) = path.last_mut() {
        let Some(option) = top.options.get(top.next) else {
            let number = number(&top.reached, rule);
            if let Some(done) = path.pop() {
                known.insert(done.position, number);
            }
            if known.len().is_multiple_of(256) {
                budget.check()?;
                budget.need(known.len() as u64 * entry)?;
                budget.report(known.len() as u64, None);
            }
            continue;
        };
        match option.iter().find(|part| !known.contains_key(*part)) {
            Some(unknown) => {
                let unknown = unknown.clone();
                path.push(open(ruleset, unknown)?);
            }
            None => {
                let sum = option.iter().fold(ended(option.is_empty(), rule), |sum, part| sum ^ known[part]);
                top.reached.push(sum);
                top.next += 1;
            }
        }
    }
    Ok(())
}

fn open(ruleset: &Ruleset, position: Vec<u64>) -> Result<Open, TooLarge> {
    let options = ruleset.options(&position)?;
    Ok(Open { position, options, next: 0, reached: Vec::new() })
}

/// The number of an option that leaves nothing, else 0.
fn ended(nothing_left: bool, rule: Rule) -> u32 {
    u32::from(nothing_left && rule == Rule::Outcome(Convention::Misere))
}

fn number(reached: &[u32], rule: Rule) -> u32 {
    match rule {
        Rule::Grundy => {
            let mut seen = vec![false; reached.len() + 1];
            for value in reached {
                if let Some(seen) = seen.get_mut(*value as usize) {
                    *seen = true;
                }
            }
            // One of the first n + 1 numbers is missing among n.
            u32::try_from(seen.iter().position(|s| !s).unwrap_or(0)).unwrap_or(u32::MAX)
        }
        Rule::Outcome(Convention::Misere) if reached.is_empty() => 1,
        Rule::Outcome(_) => u32::from(reached.contains(&0)),
    }
}
