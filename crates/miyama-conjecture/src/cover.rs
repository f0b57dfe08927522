//! A finite table told by alternatives that may overlap: `a = b = c or c = a+b`, where telling
//! it coordinate by coordinate would need every case apart.
//!
//! An alternative is a choice of cells for each coordinate. Starting from a member, the choice
//! is widened coordinate by coordinate as far as no cell outside the set comes in; cells that
//! do not occur are free. The widest alternatives are taken until all members are covered.

use crate::cells::CellSet;
use crate::condition::Condition;
use crate::cost::cost;
use crate::numbers::Cells;
use miyama::heap::notation::orders;
use std::collections::BTreeSet;

/// The most alternatives that are worth telling.
const MOST: usize = 16;

/// The largest table that is looked at.
const LARGEST: usize = 4000;

/// Which cells of each coordinate belong to an alternative.
type Choice = Vec<Vec<bool>>;

/// The table as alternatives, unless they are many.
pub(crate) fn cover(set: &CellSet, names: &[String]) -> Option<Condition> {
    if set.table.len() > LARGEST {
        return None;
    }
    let of = |inside: bool| set.table.iter().filter(move |(_, value)| **value == inside).map(|(key, _)| key);
    let outside: Vec<&Vec<usize>> = of(false).collect();
    let mut open: BTreeSet<&Vec<usize>> = of(true).collect();
    let orders = orders(set.cells.len());
    let mut parts = Vec::new();
    while let Some(seed) = open.first().copied() {
        if parts.len() == MOST {
            return None;
        }
        let widened = orders.iter().map(|order| widened(seed, order, &set.cells, &outside));
        let best = widened
            .map(|choice| {
                let new: Vec<&Vec<usize>> = open.iter().copied().filter(|key| chosen(&choice, key)).collect();
                let told = told(&choice, &new, &set.cells, names);
                (std::cmp::Reverse(new.len()), cost(&told.text()), told, choice)
            })
            .min_by_key(|(new, cost, ..)| (*new, *cost))?;
        open.retain(|key| !chosen(&best.3, key));
        parts.push(best.2);
    }
    parts.sort_by_key(|part| cost(&part.text()));
    Some(parts.into_iter().fold(Condition::False, Condition::or))
}

fn chosen(choice: &Choice, key: &[usize]) -> bool {
    choice.iter().zip(key).all(|(cells, cell)| cells[*cell])
}

/// All that the seed can be widened to, coordinate by coordinate in this order.
fn widened(seed: &[usize], order: &[usize], cells: &[Cells], outside: &[&Vec<usize>]) -> Choice {
    let single = |(cells, own): (&Cells, &usize)| (0..cells.count()).map(|cell| cell == *own).collect();
    let mut choice: Choice = cells.iter().zip(seed).map(single).collect();
    for place in order {
        let mut free = vec![true; cells[*place].count()];
        for key in outside {
            let others = (0..key.len()).filter(|other| other != place);
            if others.into_iter().all(|other| choice[other][key[other]]) {
                free[key[*place]] = false;
            }
        }
        choice[*place] = free;
    }
    choice
}

/// The alternative in words. Of each coordinate the whole choice is told or only what the
/// new members need, whatever is shorter.
fn told(choice: &Choice, new: &[&Vec<usize>], cells: &[Cells], names: &[String]) -> Condition {
    let mut all = Condition::True;
    for (place, whole) in choice.iter().enumerate() {
        let mut needed = vec![false; whole.len()];
        new.iter().for_each(|key| needed[key[place]] = true);
        let ways = [whole, &needed].map(|chosen| cells[place].condition(chosen, &names[place]));
        let shorter = ways.into_iter().min_by_key(|way| if *way == Condition::True { 0 } else { cost(&way.text()) });
        all = all.and(shorter.unwrap_or(Condition::True));
    }
    all
}
