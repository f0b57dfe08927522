//! The sieve: the least form that is not crossed off is good, and crosses off whatever has a move
//! to it.

use super::{Found, options, too_large, tuple};
use crate::answer::definition::{GoodForm, Sieve, Steps};
use crate::failure::Failure;
use miyama::play::{Convention, Outcome};
use miyama::sum::{Part, Position};
use miyama_budget::Budget;
use miyama_text::say;
use std::collections::{BTreeMap, BTreeSet};

/// Most positions.
const MOST: usize = 1500;

/// Heaps of one game, two or more; forms are sorted where the heaps are parts of their own.
pub(super) fn suits(position: &Position) -> bool {
    let heaps = |part: &Part| matches!(part, Part::Heap { game, .. } if game.sides.is_none());
    let one = position.parts.windows(2).all(|pair| pair[1].follows(&pair[0]));
    position.parts.iter().all(heaps) && one && numbers(position).is_some_and(|numbers| numbers.len() >= 2)
}

/// The heaps in one row, sorted where their order means nothing.
fn numbers(position: &Position) -> Option<Vec<u64>> {
    let mut all = Vec::new();
    for part in &position.parts {
        let Part::Heap { heaps, .. } = part else { return None };
        for heap in heaps {
            all.push(u64::try_from(heap).ok()?);
        }
    }
    if position.parts.len() > 1 {
        all.sort_unstable();
    }
    Some(all)
}

/// The good forms below a position, each with what it crosses off first.
pub(crate) fn good_forms(
    position: &Position,
    convention: Convention,
    budget: &Budget,
) -> Result<Vec<GoodForm>, Failure> {
    match solve(position, convention, budget)?.steps {
        Steps::Sieve(sieve) => Ok(sieve.forms),
        _ => Ok(vec![]),
    }
}

pub(super) fn solve(position: &Position, convention: Convention, budget: &Budget) -> Result<Found, Failure> {
    let wide = || too_large(MOST);
    let root = numbers(position).ok_or_else(wide)?;
    let mut positions: BTreeMap<Vec<u64>, BTreeSet<Vec<u64>>> = BTreeMap::new();
    let mut waiting = vec![(root.clone(), position.clone())];
    while let Some((form, sum)) = waiting.pop() {
        if positions.contains_key(&form) {
            continue;
        }
        budget.check()?;
        let mut left = BTreeSet::new();
        for choice in options(&sum, MOST, budget)? {
            // A heap that breaks or vanishes makes no form with as many heaps.
            let after = numbers(&choice.after).filter(|after| after.len() == form.len()).ok_or_else(wide)?;
            waiting.push((after.clone(), choice.after));
            left.insert(after);
        }
        positions.insert(form, left);
        if positions.len() > MOST {
            return Err(wide());
        }
    }
    let order = order(&positions);
    let end: Vec<Vec<u64>> = match convention {
        Convention::Normal => vec![],
        Convention::Misere => order.iter().filter(|form| positions[*form].is_empty()).cloned().collect(),
    };
    let mut bad: BTreeSet<Vec<u64>> = end.iter().cloned().collect();
    let mut forms = Vec::new();
    for form in &order {
        if bad.contains(form) {
            continue;
        }
        let crosses: Vec<Vec<u64>> =
            order.iter().filter(|other| positions[*other].contains(form) && !bad.contains(*other)).cloned().collect();
        bad.extend(crosses.iter().cloned());
        forms.push(GoodForm { form: form.clone(), ranges: ranges(&crosses), crosses });
    }
    let mut says = vec![match convention {
        Convention::Normal => say!("definition.sieve"),
        Convention::Misere => {
            say!("definition.sieve_misere", end = end.iter().map(|e| brackets(e)).collect::<Vec<_>>().join(" "))
        }
    }];
    let width = forms.iter().map(|form| tuple(&form.form).len()).max().unwrap_or(0);
    says.extend(forms.iter().map(|good| {
        let form = format!("  {:<width$}", tuple(&good.form));
        match good.ranges.is_empty() {
            true => say!("definition.plain", text = form),
            false => say!("definition.sieve_line", form = form, crossed = good.ranges.join(" ")),
        }
    }));
    let good: Vec<String> = forms.iter().map(|good| tuple(&good.form)).collect();
    says.push(say!("definition.sieve_good", forms = good.join(" ")));
    let outcome = if bad.contains(&root) { Outcome::N } else { Outcome::P };
    let sorted = position.parts.len() > 1;
    Ok(Found { steps: Steps::Sieve(Sieve { sorted, end, forms }), says, outcome, value: None })
}

/// Positions after their options: in the order of the numbers, as on paper, where that is one.
fn order(positions: &BTreeMap<Vec<u64>, BTreeSet<Vec<u64>>>) -> Vec<Vec<u64>> {
    if positions.iter().all(|(form, left)| left.iter().all(|option| option < form)) {
        return positions.keys().cloned().collect();
    }
    let mut order = Vec::new();
    let mut done: BTreeSet<&Vec<u64>> = BTreeSet::new();
    while order.len() < positions.len() {
        let ready: Vec<&Vec<u64>> = positions
            .iter()
            .filter(|(form, left)| !done.contains(form) && left.iter().all(|option| done.contains(option)))
            .map(|(form, _)| form)
            .collect();
        if ready.is_empty() {
            break;
        }
        order.extend(ready.iter().map(|form| (*form).clone()));
        done.extend(ready);
    }
    order
}

fn brackets(form: &[u64]) -> String {
    tuple(form).replace('(', "[").replace(')', "]")
}

/// Bad forms in brackets, with runs of the last heap as one: [0,2,3…7].
fn ranges(forms: &[Vec<u64>]) -> Vec<String> {
    let mut found: Vec<(Vec<u64>, u64)> = Vec::new();
    for form in forms {
        let Some((&last, head)) = form.split_last() else { continue };
        match found.last_mut() {
            Some((first, end)) if first.split_last().is_some_and(|(_, own)| own == head) && *end + 1 == last => {
                *end = last
            }
            _ => found.push((form.clone(), last)),
        }
    }
    let written = |(first, end): &(Vec<u64>, u64)| match first.last() {
        Some(start) if start < end => brackets(first).replace(']', &format!("…{end}]")),
        _ => brackets(first),
    };
    found.iter().map(written).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_the_last_heap_are_one() {
        let forms = [vec![0, 2, 3], vec![0, 2, 4], vec![1, 2, 2], vec![2, 2, 2], vec![2, 2, 3], vec![2, 2, 5]];
        assert_eq!(ranges(&forms), ["[0,2,3…4]", "[1,2,2]", "[2,2,2…3]", "[2,2,5]"]);
    }
}
